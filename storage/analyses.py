"""Analyses: what games were worth, and who played better."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.claims import RELEASED, Queue
from storage.rows import AnalysisRow
from storage.tables import analyses, awaits_review, games

_AT_ONCE = 100


async def find(connection: AsyncConnection, key: str, number: int) -> AnalysisRow | None:
    """Return what is kept of a game, or of a game of an import."""
    found = await connection.execute(
        select(analyses).where(analyses.c.key == key, analyses.c.number == number)
    )
    row = found.mappings().first()
    return None if row is None else AnalysisRow.read(row)


async def review(connection: AsyncConnection, key: str) -> str | None:
    """Return who did better in a game, if it was analysed, without the analysis itself."""
    found = await connection.execute(
        select(analyses.c.review).where(analyses.c.key == key, analyses.c.number == 1)
    )
    return found.scalar_one_or_none()


async def keep(connection: AsyncConnection, row: AnalysisRow, most: int) -> None:
    """Keep an analysis in the place of an earlier one of the same game.

    Args:
        connection: the transaction.
        row: the analysis.
        most: so many are kept whole; of older ones only the review remains.
    """
    same = (analyses.c.key == row.key, analyses.c.number == row.number)
    await connection.execute(delete(analyses).where(*same))
    await connection.execute(insert(analyses).values(row.values()))
    await reviewed(connection, row.key)
    whole = select(analyses.c.key, analyses.c.number).where(analyses.c.text.is_not(None))
    old = (
        await connection.execute(whole.order_by(analyses.c.made.desc()).limit(_AT_ONCE).offset(most))
    ).all()
    for key, number in old:
        which = (analyses.c.key == key, analyses.c.number == number)
        await connection.execute(update(analyses).where(*which).values(text=None))


async def forget(connection: AsyncConnection, key: str) -> None:
    """Forget all that is kept under an id."""
    await connection.execute(delete(analyses).where(analyses.c.key == key))


async def reviewed(connection: AsyncConnection, game_id: str) -> None:
    """Note that a game does not wait for its review any more."""
    await connection.execute(
        update(games).where(games.c.id == game_id, awaits_review).values(awaits_review=False, **RELEASED)
    )


UNREVIEWED = Queue(
    games,
    # The index holds only games that wait for a review, in this order: what was reviewed costs nothing here.
    select(games.c.id)
    .where(awaits_review, games.c.changed > bindparam("since"))
    .order_by(games.c.changed.desc()),
    (games.c.id,),
)
"""Games against the program that have ended `since` and were never analysed, the newest first: ids."""
