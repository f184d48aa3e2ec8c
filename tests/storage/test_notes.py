from __future__ import annotations

from datetime import UTC, datetime

import pytest
from sqlalchemy import select

from storage import Database, Notebook, notes
from storage.tables import unreadable_entries

NOW = datetime(2026, 11, 20, 18, 4, tzinfo=UTC)


@pytest.fixture
def notebook(database: Database) -> Notebook:
    """An empty notebook."""
    return Notebook(database)


async def test_a_note_is_read_as_written(notebook: Notebook) -> None:
    """What was written under a key is read under it, and nothing under another."""
    await notebook.write("seats", "key", "Анна")
    assert (await notebook.read("seats", "key"), await notebook.read("seats", "other")) == ("Анна", None)


async def test_a_note_replaces_the_one_before(notebook: Notebook) -> None:
    """Under one key the last text stands."""
    await notebook.write("seats", "key", "old")
    await notebook.write("seats", "key", "new")
    assert await notebook.read("seats", "key") == "new"


async def test_notes_come_in_the_order_of_their_keys(notebook: Notebook) -> None:
    """The notes of a shelf are returned by key, those after one where it is given, and so many at most."""
    for key in "cadb":
        await notebook.write("seats", key, f"text {key}")
        await notebook.write("other", key, "")
    assert await notebook.notes("seats", limit=2) == [("a", "text a"), ("b", "text b")]
    assert await notebook.notes("seats", after="b") == [("c", "text c"), ("d", "text d")]


async def test_a_page_that_is_not_there_cannot_be_put_aside(notebook: Notebook, database: Database) -> None:
    """Only a page of its own shelf is put aside, and that once."""
    number = await notebook.append("updates", "as it came")
    for shelf in ("other", "updates", "updates"):
        await notebook.put_aside(shelf, number, NOW)
    async with database.read() as connection:
        kept = (await connection.execute(select(unreadable_entries))).all()
    assert [tuple(row)[1:] for row in kept] == [("updates", "as it came", NOW)]


async def test_notes_are_forgotten_by_their_keys(notebook: Notebook) -> None:
    """What is forgotten is gone from its shelf and from no other; what is not there is no fault."""
    for shelf in ("one", "two"):
        for key in "abc":
            await notebook.write(shelf, key, "")
    await notebook.forget("one", "a", "c", "z")
    await notebook.forget("two")
    assert [len(await notebook.notes(shelf)) for shelf in ("one", "two")] == [1, 3]


async def test_shelves_do_not_mix(notebook: Notebook) -> None:
    """The same key on another shelf is another note, and pages stay on theirs."""
    await notebook.write("one", "key", "1")
    await notebook.append("one", "page")
    assert (await notebook.read("two", "key"), await notebook.pages("two")) == (None, [])


async def test_pages_come_oldest_first(notebook: Notebook) -> None:
    """The last pages are returned in the order they were written in, before a number where one is given."""
    numbers = [await notebook.append("talk", text) for text in "abcde"]
    assert numbers == sorted(set(numbers))
    assert [text for _, text in await notebook.pages("talk", limit=2)] == ["d", "e"]
    assert [text for _, text in await notebook.pages("talk", before=numbers[3], limit=2)] == ["b", "c"]


async def test_pages_are_added_together_and_taken_off_one_by_one(notebook: Notebook) -> None:
    """Several pages come in their order at once, and those that are taken off leave the others."""
    first, second, third, fourth = await notebook.append_all("talk", ["a", "b", "c", "d"])
    assert first < second < third < fourth
    await notebook.remove("talk", second, fourth)
    await notebook.remove("other", third)
    assert await notebook.pages("talk") == [(first, "a"), (third, "c")]


async def test_a_page_can_be_amended(notebook: Notebook) -> None:
    """A page that is there is replaced; one on another shelf is not."""
    number = await notebook.append("talk", "old")
    amended = (await notebook.amend("talk", number, "new"), await notebook.amend("other", number, "x"))
    assert (amended, await notebook.page("talk", number)) == ((True, False), "new")


async def test_a_page_that_is_not_there_is_none(notebook: Notebook) -> None:
    """No page has a number that was never given."""
    assert await notebook.page("talk", 1) is None


async def test_an_event_is_new_once(database: Database) -> None:
    """The same event is new the first time only."""
    async with database.write() as connection:
        found = [await notes.apply_once(connection, "press 1", NOW) for _ in range(2)]
    assert found == [True, False]
