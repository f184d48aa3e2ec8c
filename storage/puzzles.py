"""Puzzles: the positions of the day that chats were asked, when the next is due, and who answered what."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Text, and_, bindparam, case, cast, delete, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from storage import portable
from storage.claims import RELEASED, Queue
from storage.rows import AnswerRow, PlayerRow, PuzzleRow, inserted_key
from storage.tables import daily_positions, games, own_puzzles, players, posts, puzzle_answers, puzzles

QUEUE = Queue(
    daily_positions,
    select(daily_positions.c.id)
    .where(daily_positions.c.due <= bindparam("now"))
    .order_by(daily_positions.c.due, daily_positions.c.id),
    (daily_positions.c.id, daily_positions.c.chat, daily_positions.c.unanswered),
)
"""The chats for which the next position is due."""


async def begin(connection: AsyncConnection, chat: int, due: datetime) -> None:
    """Let a chat be asked a position a day from a moment on, unless it is already."""
    await connection.execute(portable.insert_or_ignore(daily_positions).values(chat=chat, due=due))


async def end(connection: AsyncConnection, chat: int) -> None:
    """Let a chat be asked no position a day any more."""
    await connection.execute(delete(daily_positions).where(daily_positions.c.chat == chat))


async def take(
    connection: AsyncConnection, daily: int, until: datetime, due: datetime, unanswered: int
) -> bool:
    """Set when the next position is due in a chat; say whether it was claimed until a moment still.

    Args:
        connection: the transaction that asks one.
        daily: the number of the claimed row.
        until: until when it was claimed.
        due: when the next one is due.
        unanswered: how many nobody has answered of late.
    """
    values = {"due": due, "unanswered": unanswered, **RELEASED}
    this = daily_positions.c.id == daily, daily_positions.c.claimed_until == until
    return (await connection.execute(update(daily_positions).where(*this).values(values))).rowcount == 1


async def next_due(connection: AsyncConnection) -> datetime | None:
    """Return when the next position is due anywhere."""
    found: datetime | None = (await connection.execute(select(func.min(daily_positions.c.due)))).scalar()
    return found


async def add(connection: AsyncConnection, **values: Any) -> int:  # noqa: ANN401 (columns)
    """Add a position that a chat is asked; return its number."""
    return inserted_key(await connection.execute(insert(puzzles).values(state="open", **values)))


async def puzzle(connection: AsyncConnection, puzzle_id: int) -> PuzzleRow | None:
    """Return a position that a chat was asked, if there is one with this number."""
    return await PuzzleRow.fetch_first(connection, select(puzzles).where(puzzles.c.id == puzzle_id))


async def last_in(connection: AsyncConnection, chat: int) -> PuzzleRow | None:
    """Return the position that a chat was asked last, if it ever was."""
    return await PuzzleRow.fetch_first(
        connection, select(puzzles).where(puzzles.c.chat == chat).order_by(puzzles.c.day.desc()).limit(1)
    )


async def close(connection: AsyncConnection, puzzle_id: int, state: str = "closed") -> None:
    """Take no more answers to a position."""
    await connection.execute(update(puzzles).where(puzzles.c.id == puzzle_id).values(state=state))


async def answer(connection: AsyncConnection, puzzle_id: int, player: int, number: int, at: datetime) -> bool:
    """Note which turn a player takes for the best, in the place of what he said before.

    Say whether that was noted: not after the position was closed.
    """
    # The row is written, so that nobody can close it before this is done.
    is_open = puzzles.c.id == puzzle_id, puzzles.c.state == "open"
    held = await connection.execute(update(puzzles).where(*is_open).values(state="open"))
    if held.rowcount == 0:
        return False
    his = puzzle_answers.c.puzzle == puzzle_id, puzzle_answers.c.player == player
    await connection.execute(delete(puzzle_answers).where(*his))
    await connection.execute(
        insert(puzzle_answers).values(puzzle=puzzle_id, player=player, choice=number, at=at)
    )
    return True


async def is_answered(connection: AsyncConnection, puzzle_id: int) -> bool:
    """True if anybody has answered."""
    found = select(puzzle_answers.c.player).where(puzzle_answers.c.puzzle == puzzle_id).limit(1)
    return (await connection.execute(found)).first() is not None


async def found_by(
    connection: AsyncConnection, puzzle_id: int, number: int, most: int
) -> tuple[list[PlayerRow], int]:
    """Return who has named a turn, the first at first, so many at most; and how many have in all."""
    named = puzzle_answers.c.puzzle == puzzle_id, puzzle_answers.c.choice == number
    rows = await PlayerRow.fetch_all(
        connection,
        select(players)
        .join(puzzle_answers, puzzle_answers.c.player == players.c.id)
        .where(*named)
        .order_by(puzzle_answers.c.at, players.c.id)
        .limit(most),
    )
    count = await connection.execute(select(func.count()).select_from(puzzle_answers).where(*named))
    return rows, count.scalar_one()


async def month_table(
    connection: AsyncConnection, chat: int, days: tuple[str, str], most: int
) -> list[tuple[PlayerRow, int, int]]:
    """Return who has found how many of how many that he has answered in a chat, the best first.

    Only positions that are closed count: of the open one nobody is to learn anything.

    Args:
        days: the first and the last day.
        most: so many people at most.
    """
    found = func.sum(case((puzzle_answers.c.choice == puzzles.c.best, 1), else_=0)).label("found")
    answered = func.count().label("answered")
    within = and_(
        puzzles.c.chat == chat,
        puzzles.c.day >= days[0],
        puzzles.c.day <= days[1],
        portable.unindexed(puzzles.c.state) != "open",
    )
    counted = (
        select(puzzle_answers.c.player, found, answered)
        .join(puzzles, puzzles.c.id == puzzle_answers.c.puzzle)
        .where(within)
        .group_by(puzzle_answers.c.player)
        .order_by(found.desc(), answered, puzzle_answers.c.player)
        .limit(most)
        .subquery()
    )
    rows = await connection.execute(
        select(*PlayerRow.columns_of(players), counted.c.found, counted.c.answered)
        .join(counted, counted.c.player == players.c.id)
        .order_by(counted.c.found.desc(), counted.c.answered, players.c.id)
    )
    return [(PlayerRow.take(iter(row)), row.found, row.answered) for row in rows]


async def answers_of(connection: AsyncConnection, player: int) -> list[AnswerRow]:
    """Return what a player has answered, the last day first."""
    rows = await connection.execute(
        select(*AnswerRow.columns_of(puzzle_answers))
        .where(puzzle_answers.c.player == player)
        .order_by(puzzle_answers.c.puzzle.desc())
    )
    return [AnswerRow.take(iter(row)) for row in rows]


async def count_own(connection: AsyncConnection, player: int) -> int:
    """Count one more puzzle that a player asks for by himself; return how many there were before."""
    await connection.execute(portable.insert_or_ignore(own_puzzles).values(player=player, asked=0))
    counted = (
        update(own_puzzles)
        .where(own_puzzles.c.player == player)
        .values(asked=own_puzzles.c.asked + 1)
        .returning(own_puzzles.c.asked)
    )
    return int((await connection.execute(counted)).scalar_one()) - 1


async def games_shown(connection: AsyncConnection, chat: int, most: int) -> list[tuple[str, str, bool]]:
    """Return the games that a chat has shown last, so many at most, the last first.

    Each with its rule set, and whether it is over and the chat was asked no position of it.
    """
    last = (
        select(posts.c.id, posts.c.subject_id)
        # As the index has it, not as a parameter, so that every dialect finds it.
        .where(posts.c.chat == chat, text("posts.subject = 'game'"))
        .order_by(posts.c.id.desc())
        .limit(most)
        .subquery()
    )
    is_used = (
        select(puzzles.c.id)
        .where(puzzles.c.chat == chat, portable.unindexed(puzzles.c.game) == games.c.id)
        .exists()
    )
    found = await connection.execute(
        select(games.c.id, games.c.ruleset, games.c.outcome, is_used.label("is_used"))
        .join(last, last.c.subject_id == games.c.id)
        .order_by(last.c.id.desc())
    )
    return [(row.id, row.ruleset, row.outcome is not None and not row.is_used) for row in found]


async def move_chat(connection: AsyncConnection, old: int, new: int) -> None:
    """Let a chat be asked, and have been asked, what another was, in whose place it is."""
    asked = select(daily_positions.c.id).where(daily_positions.c.chat == new)
    if (await connection.execute(asked)).first() is not None:
        await end(connection, old)
    moved = update(daily_positions).where(daily_positions.c.chat == old)
    await connection.execute(moved.values(chat=new))
    there = select(puzzles.c.day).where(puzzles.c.chat == new).scalar_subquery()
    twice = puzzles.c.chat == old, puzzles.c.day.in_(there)
    of_them = select(cast(puzzles.c.id, Text)).where(*twice)
    await connection.execute(
        delete(posts).where(posts.c.subject.in_(("puzzle", "solution")), posts.c.subject_id.in_(of_them))
    )
    await connection.execute(delete(puzzles).where(*twice))
    await connection.execute(update(puzzles).where(puzzles.c.chat == old).values(chat=new))
