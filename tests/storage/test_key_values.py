from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from storage import Database, KeyValues, inbox

NOW = datetime(2026, 11, 20, 18, 4, tzinfo=UTC)


@pytest.fixture
def key_values(database: Database) -> KeyValues:
    """The key-value store of an empty database."""
    return KeyValues(database)


async def test_a_text_is_read_as_written(key_values: KeyValues) -> None:
    """A text is read under its key, and under no other."""
    await key_values.write("seats", "key", "Анна")
    assert (await key_values.read("seats", "key"), await key_values.read("seats", "other")) == ("Анна", None)


async def test_a_text_replaces_the_previous_one(key_values: KeyValues) -> None:
    """A key has the last text written to it."""
    await key_values.write("seats", "key", "old")
    await key_values.write("seats", "key", "new")
    assert await key_values.read("seats", "key") == "new"


async def test_several_texts_are_written_together(key_values: KeyValues) -> None:
    """Several texts are written at once and replace those of their keys; other keys and namespaces stay."""
    await key_values.write_all("seats", {"a": "1", "b": "2"})
    await key_values.write("other", "b", "theirs")
    await key_values.write_all("seats", {"b": "3", "c": "4"})
    await key_values.write_all("seats", {})
    assert await key_values.items("seats") == [("a", "1"), ("b", "3"), ("c", "4")]
    assert await key_values.read("other", "b") == "theirs"


async def test_items_come_in_the_order_of_their_keys(key_values: KeyValues) -> None:
    """The items of a namespace are sorted by key; `after` and `limit` select some of them."""
    for key in "cadb":
        await key_values.write("seats", key, f"text {key}")
        await key_values.write("other", key, "")
    assert await key_values.items("seats", limit=2) == [("a", "text a"), ("b", "text b")]
    assert await key_values.items("seats", after="b") == [("c", "text c"), ("d", "text d")]


async def test_only_one_taker_gets_a_text(key_values: KeyValues) -> None:
    """One of several concurrent takers gets the text, and it is gone; other texts stay."""
    await key_values.write("seats", "key", "text")
    await key_values.write("seats", "other", "stays")
    taken = await asyncio.gather(*(key_values.take("seats", "key") for _ in range(4)))
    assert sorted(taken, key=str) == [None, None, None, "text"]
    assert await key_values.items("seats") == [("other", "stays")]


async def test_texts_are_deleted_by_their_keys(key_values: KeyValues) -> None:
    """Deleting removes the keys of one namespace only and ignores missing keys."""
    for namespace in ("one", "two"):
        for key in "abc":
            await key_values.write(namespace, key, "")
    await key_values.forget("one", "a", "c", "z")
    await key_values.forget("two")
    assert [len(await key_values.items(namespace)) for namespace in ("one", "two")] == [1, 3]


async def test_namespaces_do_not_mix(key_values: KeyValues) -> None:
    """The same key in another namespace is another text, and so are log entries."""
    await key_values.write("one", "key", "1")
    await key_values.append("one", "page")
    assert (await key_values.read("two", "key"), await key_values.log_entries("two")) == (None, [])


async def test_log_entries_come_oldest_first(key_values: KeyValues) -> None:
    """The newest log entries come in the order of writing; `before` selects older ones."""
    numbers = [await key_values.append("talk", text) for text in "abcde"]
    assert numbers == sorted(set(numbers))
    assert [text for _, text in await key_values.log_entries("talk", limit=2)] == ["d", "e"]
    assert [text for _, text in await key_values.log_entries("talk", before=numbers[3], limit=2)] == [
        "b",
        "c",
    ]


async def test_log_entries_are_removed_by_their_numbers(key_values: KeyValues) -> None:
    """Log entries keep their order, and removing some leaves the others of the namespace."""
    first, second, third, fourth = [await key_values.append("talk", each) for each in "abcd"]
    assert first < second < third < fourth
    await key_values.remove("talk", second, fourth)
    await key_values.remove("other", third)
    assert await key_values.log_entries("talk") == [(first, "a"), (third, "c")]


async def test_a_log_entry_can_be_replaced(key_values: KeyValues) -> None:
    """A log entry can be replaced in its namespace only."""
    number = await key_values.append("talk", "old")
    amended = (await key_values.amend("talk", number, "new"), await key_values.amend("other", number, "x"))
    assert (amended, await key_values.log_entry("talk", number)) == ((True, False), "new")


async def test_a_missing_log_entry_is_none(key_values: KeyValues) -> None:
    """A number without a log entry gives None."""
    assert await key_values.log_entry("talk", 1) is None


async def test_an_event_is_new_once(database: Database) -> None:
    """An event is new only the first time."""
    async with database.write() as connection:
        found = [await inbox.apply_once(connection, "press 1", NOW, 1) for _ in range(2)]
    assert found == [True, False]
