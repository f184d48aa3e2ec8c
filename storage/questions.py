"""Questions: what a person was asked, until it is answered or expires."""

from __future__ import annotations

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.rows import QuestionRow
from storage.tables import questions


async def add(connection: AsyncConnection, row: QuestionRow) -> None:
    """Keep a question until it is answered or expires."""
    await connection.execute(insert(questions).values(row.values()))


async def find(connection: AsyncConnection, question_id: str) -> QuestionRow | None:
    """Return a question, if it still waits."""
    row = (
        (await connection.execute(select(questions).where(questions.c.id == question_id))).mappings().first()
    )
    return None if row is None else QuestionRow.read(row)


async def drop(connection: AsyncConnection, question_id: str) -> None:
    """Forget a question."""
    await connection.execute(delete(questions).where(questions.c.id == question_id))
