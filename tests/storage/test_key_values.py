from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from storage import Database, KeyValues, inbox

NOW = datetime(2026, 11, 20, 18, 4, tzinfo=UTC)


@pytest.fixture
def key_values(database: Database) -> KeyValues:
    """An empty notebook."""
    return KeyValues(database)


async def test_a_note_is_read_as_written(key_values: KeyValues) -> None:
    """What was written under a key is read under it, and nothing under another."""
    await key_values.write("seats", "key", "Анна")
    assert (await key_values.read("seats", "key"), await key_values.read("seats", "other")) == ("Анна", None)


async def test_a_note_replaces_the_one_before(key_values: KeyValues) -> None:
    """Under one key the last text stands."""
    await key_values.write("seats", "key", "old")
    await key_values.write("seats", "key", "new")
    assert await key_values.read("seats", "key") == "new"


async def test_notes_are_written_together(key_values: KeyValues) -> None:
    """Several are kept at once, in the place of those before; others stay, also of another namespace."""
    await key_values.write_all("seats", {"a": "1", "b": "2"})
    await key_values.write("other", "b", "theirs")
    await key_values.write_all("seats", {"b": "3", "c": "4"})
    await key_values.write_all("seats", {})
    assert await key_values.items("seats") == [("a", "1"), ("b", "3"), ("c", "4")]
    assert await key_values.read("other", "b") == "theirs"


async def test_notes_come_in_the_order_of_their_keys(key_values: KeyValues) -> None:
    """The pairs of a namespace come by key, those after one where it is given, and so many at most."""
    for key in "cadb":
        await key_values.write("seats", key, f"text {key}")
        await key_values.write("other", key, "")
    assert await key_values.items("seats", limit=2) == [("a", "text a"), ("b", "text b")]
    assert await key_values.items("seats", after="b") == [("c", "text c"), ("d", "text d")]


async def test_what_several_take_one_gets(key_values: KeyValues) -> None:
    """A text is taken by one of those who try at once, and is gone then; others stay."""
    await key_values.write("seats", "key", "text")
    await key_values.write("seats", "other", "stays")
    taken = await asyncio.gather(*(key_values.take("seats", "key") for _ in range(4)))
    assert sorted(taken, key=str) == [None, None, None, "text"]
    assert await key_values.items("seats") == [("other", "stays")]


async def test_notes_are_forgotten_by_their_keys(key_values: KeyValues) -> None:
    """What is forgotten is gone from its shelf and from no other; what is not there is no fault."""
    for namespace in ("one", "two"):
        for key in "abc":
            await key_values.write(namespace, key, "")
    await key_values.forget("one", "a", "c", "z")
    await key_values.forget("two")
    assert [len(await key_values.items(namespace)) for namespace in ("one", "two")] == [1, 3]


async def test_shelves_do_not_mix(key_values: KeyValues) -> None:
    """The same key on another namespace is another note, and pages stay on theirs."""
    await key_values.write("one", "key", "1")
    await key_values.append("one", "page")
    assert (await key_values.read("two", "key"), await key_values.log_entries("two")) == (None, [])


async def test_pages_come_oldest_first(key_values: KeyValues) -> None:
    """The last pages are returned in the order they were written in, before a number where one is given."""
    numbers = [await key_values.append("talk", text) for text in "abcde"]
    assert numbers == sorted(set(numbers))
    assert [text for _, text in await key_values.log_entries("talk", limit=2)] == ["d", "e"]
    assert [text for _, text in await key_values.log_entries("talk", before=numbers[3], limit=2)] == [
        "b",
        "c",
    ]


async def test_pages_are_added_in_order_and_taken_off_one_by_one(key_values: KeyValues) -> None:
    """Pages come in the order in which they are added, and those that are taken off leave the others."""
    first, second, third, fourth = [await key_values.append("talk", each) for each in "abcd"]
    assert first < second < third < fourth
    await key_values.remove("talk", second, fourth)
    await key_values.remove("other", third)
    assert await key_values.log_entries("talk") == [(first, "a"), (third, "c")]


async def test_a_page_can_be_amended(key_values: KeyValues) -> None:
    """A page that is there is replaced; one on another namespace is not."""
    number = await key_values.append("talk", "old")
    amended = (await key_values.amend("talk", number, "new"), await key_values.amend("other", number, "x"))
    assert (amended, await key_values.log_entry("talk", number)) == ((True, False), "new")


async def test_a_page_that_is_not_there_is_none(key_values: KeyValues) -> None:
    """No page has a number that was never given."""
    assert await key_values.log_entry("talk", 1) is None


async def test_an_event_is_new_once(database: Database) -> None:
    """The same event is new the first time only."""
    async with database.write() as connection:
        found = [await inbox.apply_once(connection, "press 1", NOW, 1) for _ in range(2)]
    assert found == [True, False]
