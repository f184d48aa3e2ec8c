"""What adapters keep for themselves, questions that wait, and what was applied already."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import delete, insert, literal, select, update

from storage import sqlite
from storage.keys import inserted_key
from storage.rows import QuestionRow
from storage.tables import Moment, applied, notes, pages, questions, unreadable_entries

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection

    from storage.database import Database


async def apply_once(connection: AsyncConnection, event: str, now: datetime) -> bool:
    """Note that an event is being applied; say whether this is the first time."""
    done = await connection.execute(sqlite.insert_or_ignore(applied).values(event=event, at=now))
    return done.rowcount == 1


async def ask(connection: AsyncConnection, row: QuestionRow) -> None:
    """Keep a question until it is answered or expires."""
    await connection.execute(insert(questions).values(row.values()))


async def question(connection: AsyncConnection, question_id: str) -> QuestionRow | None:
    """Return a question, if it still waits."""
    row = (
        (await connection.execute(select(questions).where(questions.c.id == question_id))).mappings().first()
    )
    return None if row is None else QuestionRow.read(row)


async def drop_question(connection: AsyncConnection, question_id: str) -> None:
    """Forget a question."""
    await connection.execute(delete(questions).where(questions.c.id == question_id))


class Notebook:
    """Keys and pages that survive a restart, on shelves that keep one adapter's things from another's."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def read(self, shelf: str, key: str) -> str | None:
        """Return the text kept under a key."""
        async with self._database.read() as connection:
            found = await connection.execute(
                select(notes.c.text).where(notes.c.shelf == shelf, notes.c.key == key)
            )
            return found.scalar_one_or_none()

    async def write(self, shelf: str, key: str, text: str) -> None:
        """Keep a text under a key, replacing what was there."""
        async with self._database.write() as connection:
            done = await connection.execute(
                update(notes).where(notes.c.shelf == shelf, notes.c.key == key).values(text=text)
            )
            if not done.rowcount:
                await connection.execute(insert(notes).values(shelf=shelf, key=key, text=text))

    async def notes(self, shelf: str, *, after: str = "", limit: int = 500) -> list[tuple[str, str]]:
        """Return the first keys of a shelf (after one, if given) and their texts, in the keys' order."""
        query = select(notes.c.key, notes.c.text).where(notes.c.shelf == shelf, notes.c.key > after)
        async with self._database.read() as connection:
            found = await connection.execute(query.order_by(notes.c.key).limit(limit))
            return [(row.key, row.text) for row in found.all()]

    async def forget(self, shelf: str, *keys: str) -> None:
        """Throw away what is kept under some keys."""
        async with self._database.write() as connection:
            await connection.execute(delete(notes).where(notes.c.shelf == shelf, notes.c.key.in_(keys)))

    async def append(self, shelf: str, text: str) -> int:
        """Add a page at the end of a shelf and return its number, which grows."""
        return (await self.append_all(shelf, [text]))[0]

    async def append_all(self, shelf: str, texts: Sequence[str]) -> list[int]:
        """Add pages at the end of a shelf, all or none, and return their numbers, which grow."""
        async with self._database.write() as connection:
            return [
                inserted_key(await connection.execute(insert(pages).values(shelf=shelf, text=text)))
                for text in texts
            ]

    async def remove(self, shelf: str, *numbers: int) -> None:
        """Take pages off a shelf."""
        async with self._database.write() as connection:
            await connection.execute(delete(pages).where(pages.c.shelf == shelf, pages.c.number.in_(numbers)))

    async def put_aside(self, shelf: str, number: int, now: datetime) -> None:
        """Take a page that cannot be read off a shelf, and keep it where nobody reads it, until it is old."""
        found = select(pages.c.shelf, pages.c.text, literal(now, Moment())).where(
            pages.c.shelf == shelf, pages.c.number == number
        )
        async with self._database.write() as connection:
            await connection.execute(insert(unreadable_entries).from_select(["shelf", "text", "at"], found))
            await connection.execute(delete(pages).where(pages.c.shelf == shelf, pages.c.number == number))

    async def amend(self, shelf: str, number: int, text: str) -> bool:
        """Replace a page. Return whether there was one."""
        async with self._database.write() as connection:
            done = await connection.execute(
                update(pages).where(pages.c.shelf == shelf, pages.c.number == number).values(text=text)
            )
            return done.rowcount == 1

    async def pages(self, shelf: str, *, before: int | None = None, limit: int = 50) -> list[tuple[int, str]]:
        """Return the last pages of a shelf (before a number, if given), oldest first."""
        query = select(pages.c.number, pages.c.text).where(pages.c.shelf == shelf)
        if before is not None:
            query = query.where(pages.c.number < before)
        async with self._database.read() as connection:
            found = await connection.execute(query.order_by(pages.c.number.desc()).limit(limit))
            return [(row.number, row.text) for row in reversed(found.all())]

    async def page(self, shelf: str, number: int) -> str | None:
        """Return one page."""
        async with self._database.read() as connection:
            found = await connection.execute(
                select(pages.c.text).where(pages.c.shelf == shelf, pages.c.number == number)
            )
            return found.scalar_one_or_none()
