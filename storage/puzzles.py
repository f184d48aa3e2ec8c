"""Puzzles: positions of the day, the queue of the next ones, and the answers."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import Text, and_, bindparam, case, cast, delete, func, insert, or_, select, text, update
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
"""The queue of chats whose next position of the day is due, the longest due first."""


async def begin(connection: AsyncConnection, chat: int, due: datetime) -> None:
    """Start positions of the day in a chat, the first one at `due`; do nothing if they are on already."""
    await connection.execute(portable.insert_or_ignore(daily_positions).values(chat=chat, due=due))


async def end(connection: AsyncConnection, chat: int) -> None:
    """Stop further positions of the day in a chat; those that it got stay."""
    await connection.execute(delete(daily_positions).where(daily_positions.c.chat == chat))


async def take(
    connection: AsyncConnection, daily: int, until: datetime, due: datetime, unanswered: int
) -> bool:
    """Set when a chat's next position is due and release the claim. Return False if the claim was replaced.

    Args:
        daily: the id of the claimed row.
        until: when the claim expires; it identifies the claim.
        due: when the next position is due.
        unanswered: how many of the latest positions in a row got no answer.
    """
    values = {"due": due, "unanswered": unanswered, **RELEASED}
    this = daily_positions.c.id == daily, daily_positions.c.claimed_until == until
    return (await connection.execute(update(daily_positions).where(*this).values(values))).rowcount == 1


async def next_due(connection: AsyncConnection) -> datetime | None:
    """Return when the next position of any chat is due, claimed or not; None if no chat gets any."""
    found: datetime | None = (await connection.execute(select(func.min(daily_positions.c.due)))).scalar()
    return found


async def add(connection: AsyncConnection, **values: Any) -> int:  # noqa: ANN401 (columns)
    """Add an open position of the day; return its id."""
    return inserted_key(await connection.execute(insert(puzzles).values(state="open", **values)))


async def puzzle(connection: AsyncConnection, puzzle_id: int) -> PuzzleRow | None:
    """Return a position of the day, or None."""
    return await PuzzleRow.fetch_first(connection, select(puzzles).where(puzzles.c.id == puzzle_id))


async def last_in(connection: AsyncConnection, chat: int) -> PuzzleRow | None:
    """Return a chat's latest position of the day, or None."""
    return await PuzzleRow.fetch_first(
        connection, select(puzzles).where(puzzles.c.chat == chat).order_by(puzzles.c.day.desc()).limit(1)
    )


async def close(connection: AsyncConnection, puzzle_id: int, state: str = "closed") -> None:
    """Close a position to further answers.

    Args:
        state: `last` if no further position follows automatically.
    """
    await connection.execute(update(puzzles).where(puzzles.c.id == puzzle_id).values(state=state))


async def answer(connection: AsyncConnection, puzzle_id: int, player: int, number: int, at: datetime) -> bool:
    """Save a player's answer, replacing an earlier one. Return False if the position is closed."""
    # This write locks the row, so that no other transaction can close the position in between.
    is_open = puzzles.c.id == puzzle_id, puzzles.c.state == "open"
    held = await connection.execute(update(puzzles).where(*is_open).values(state="open"))
    if held.rowcount == 0:
        return False
    own = puzzle_answers.c.puzzle == puzzle_id, puzzle_answers.c.player == player
    await connection.execute(delete(puzzle_answers).where(*own))
    await connection.execute(
        insert(puzzle_answers).values(puzzle=puzzle_id, player=player, choice=number, at=at)
    )
    return True


async def is_answered(connection: AsyncConnection, puzzle_id: int) -> bool:
    """True if any player has answered a position."""
    found = select(puzzle_answers.c.player).where(puzzle_answers.c.puzzle == puzzle_id).limit(1)
    return (await connection.execute(found)).first() is not None


async def found_by(
    connection: AsyncConnection, puzzle_id: int, number: int, most: int
) -> tuple[list[PlayerRow], int]:
    """Return the players who chose a turn, at most `most`, the earliest first, and how many did in all.

    Args:
        number: the index of the turn among the position's choices, from 0.
    """
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
    """Return the best solvers in a chat: each player with the number of best turns found and of answers.

    The most best turns come first, then the fewest answers.
    Only closed positions count, so that the table reveals nothing about the open one.

    Args:
        days: the first and the last day that count, as `2026-11-20`.
        most: the most players to return.
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
    """Return all stored answers of a player, that to the latest position first."""
    rows = await connection.execute(
        select(*AnswerRow.columns_of(puzzle_answers))
        .where(puzzle_answers.c.player == player)
        .order_by(puzzle_answers.c.puzzle.desc())
    )
    return [AnswerRow.take(iter(row)) for row in rows]


async def count_own(connection: AsyncConnection, player: int) -> int:
    """Count one more puzzle that a player asked for in private; return the number of earlier ones."""
    await connection.execute(portable.insert_or_ignore(own_puzzles).values(player=player, asked=0))
    counted = (
        update(own_puzzles)
        .where(own_puzzles.c.player == player)
        .values(asked=own_puzzles.c.asked + 1)
        .returning(own_puzzles.c.asked)
    )
    return int((await connection.execute(counted)).scalar_one()) - 1


async def count_daily(
    connection: AsyncConnection, player: int, day: str, day_before: str, *, is_best: bool
) -> None:
    """Count a player's answer to the puzzle of a day, unless one to this day or a later one was counted.

    Args:
        day: the date, as `2026-11-27`.
        day_before: the date before it.
        is_best: True if the answer is the best turn.
    """
    await connection.execute(portable.insert_or_ignore(own_puzzles).values(player=player, asked=0))
    last = own_puzzles.c.answered_day
    await connection.execute(
        update(own_puzzles)
        .where(own_puzzles.c.player == player, or_(last.is_(None), last < day))
        .values(
            answered_day=day,
            in_a_row=case((last == day_before, own_puzzles.c.in_a_row + 1), else_=1),
            answered=own_puzzles.c.answered + 1,
            found=own_puzzles.c.found + int(is_best),
        )
    )


async def daily_counts(connection: AsyncConnection, player: int, since: str) -> tuple[int, int, int]:
    """Return how many puzzles of the day a player solved and answered, and on how many days in a row.

    Args:
        since: the earliest date, as `2026-11-27`, of the last answer that keeps the row of days.
    """
    row = (await connection.execute(select(own_puzzles).where(own_puzzles.c.player == player))).first()
    if row is None:
        return 0, 0, 0
    is_kept = row.answered_day is not None and row.answered_day >= since
    return row.found, row.answered, row.in_a_row if is_kept else 0


async def games_shown(connection: AsyncConnection, chat: int, most: int) -> list[tuple[str, str, bool]]:
    """Return the games (at most `most`) for which a chat got a post last, the latest first.

    Each comes as its id, its rule set, and True if it is finished and no position of the day in this chat
    came from it.
    """
    last = (
        select(posts.c.id, posts.c.subject_id)
        # Written like the condition of the partial index; with a bound parameter SQLite would not use the
        # index.
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
    """Move the positions of the day of a chat to the chat that replaces it.

    On days for which both have one, the old chat's position is deleted, with its posts and answers. The new
    chat's time for the next position stays, if it has one.
    """
    asked = select(daily_positions.c.id).where(daily_positions.c.chat == new)
    # A chat has at most one row in each table (for each day), so the successor's own row wins.
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
