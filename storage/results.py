"""Results: how finished games ended, and the dice rolled in them, counted by the database."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Select,
    and_,
    case,
    func,
    literal,
    or_,
    select,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.tables import events, games, players

_ROLL = len("65")


@dataclass(frozen=True, slots=True)
class ResultCount:
    """Number of a player's games with the same outcome, side, rule set, month and kind of opponent.

    Args:
        is_white: True if the player in question was White.
        outcome: the outcome as stored in the game's row.
        month: number of the requested month in which they ended, from 1; 0: before all requested months.
        is_computer: True if the opponent was the computer player.
    """

    is_white: bool
    outcome: str
    count: int
    ruleset: str = ""
    month: int = 0
    is_computer: bool = False


@dataclass(frozen=True, slots=True)
class RollCount:
    """Number of times that a side rolled the same dice in games of one rule set.

    Args:
        is_own: True for the player's own rolls, False for the opponent's.
        roll: the dice, the larger one first: `65`.
    """

    is_own: bool
    ruleset: str
    roll: str
    count: int


async def last_end(connection: AsyncConnection, player: int, other: int | None = None) -> datetime | None:
    """Return when a player last finished a game with `other`; if that is None, with any person.

    Return None if there is no such game.
    """
    computers = () if other is not None else await _computers(connection)
    ended: list[Select[Any]] = [
        select(func.max(games.c.changed).label("changed")).where(each, games.c.outcome.is_not(None))
        for each in _seated(player, other, computers)
    ]
    found = (await connection.execute(union_all(*ended))).scalars()
    return max((each for each in found if each is not None), default=None)


async def results_of(
    connection: AsyncConnection, player: int, months: Sequence[datetime]
) -> list[ResultCount]:
    """Count a player's finished games by outcome, side, rule set, month and kind of opponent.

    Args:
        months: when each month begins by which results are grouped, in ascending order.
    """
    computers = await _computers(connection)
    counted = [
        _grouped(seat, seat == player, months, case((other.in_(computers), 1), else_=0))
        for seat, other in _SEATS
    ]
    return [_read(row) for row in await connection.execute(union_all(*counted))]


async def results_between(
    connection: AsyncConnection, player: int, other: int, months: Sequence[datetime]
) -> list[ResultCount]:
    """Count the finished games between two players by outcome, the first one's side, rule set and month.

    Args:
        months: when each month begins by which results are grouped, in ascending order.
    """
    counted = [
        _grouped(seat, each, months) for (seat, _), each in zip(_SEATS, _seated(player, other), strict=True)
    ]
    return [_read(row) for row in await connection.execute(union_all(*counted))]


async def results_until(
    connection: AsyncConnection, player: int, other: int, until: datetime, game_id: str
) -> list[ResultCount]:
    """Count the games that two players finished up to and including one game.

    They are counted by outcome and the first player's side only.

    Args:
        until: when the last counted game ended.
        game_id: the last counted game; orders games that ended at the same moment.
    """
    not_later = or_(games.c.changed < until, and_(games.c.changed == until, games.c.id <= game_id))
    ended = [
        select(is_white, games.c.outcome, func.count())
        .where(games.c.white == white, games.c.black == black, games.c.outcome.is_not(None), not_later)
        .group_by(games.c.outcome)
        for is_white, white, black in (
            (literal(1), player, other),
            (literal(0), other, player),
        )
    ]
    found = await connection.execute(union_all(*ended))
    return [ResultCount(bool(row[0]), row[1], row[2]) for row in found]


async def rolls_of(connection: AsyncConnection, player: int, limit: int) -> list[RollCount]:
    """Count each roll, by side and rule set, in the last `limit` games a player finished against people."""
    return await _rolls(connection, player, _last(limit, _seated(player, None, await _computers(connection))))


async def rolls_between(connection: AsyncConnection, player: int, other: int, limit: int) -> list[RollCount]:
    """Count each roll, by side and rule set, in the last `limit` games that two players finished together."""
    return await _rolls(connection, player, _last(limit, _seated(player, other)))


_SEATS = ((games.c.white, games.c.black), (games.c.black, games.c.white))
"""Each seat of a player, with the opponent's seat."""


def _seated(player: int, other: int | None, but: Collection[int] = ()) -> list[ColumnElement[bool]]:
    """Return, for each seat, the condition that a player plays `other`; if None, anyone not in `but`."""
    return [
        and_(seat == player, opponent.not_in(but) if other is None else opponent == other)
        for seat, opponent in _SEATS
    ]


async def _computers(connection: AsyncConnection) -> list[int]:
    """Return the ids of the computer players; so far there is only one."""
    found = await connection.execute(select(players.c.id).where(players.c.computer_player.is_not(None)))
    return list(found.scalars())


async def results_by_opponent(
    connection: AsyncConnection, player: int, most: int
) -> dict[int, list[ResultCount]]:
    """Count a player's finished games by opponent, outcome and side; the opponent with most games is first.

    Args:
        most: the most opponents to return.
    """
    counted = union_all(
        *(
            select(
                other.label("other"),
                literal(seat is games.c.white).label("is_white"),
                games.c.outcome.label("outcome"),
                func.count().label("count"),
            )
            .where(seat == player, games.c.outcome.is_not(None))
            .group_by(other, games.c.outcome)
            for seat, other in _SEATS
        )
    )
    found: dict[int, list[ResultCount]] = {}
    for other, is_white, outcome, count in await connection.execute(counted):
        found.setdefault(other, []).append(ResultCount(bool(is_white), outcome, count))
    by_games = sorted(found, key=lambda other: (-sum(each.count for each in found[other]), other))
    return {other: found[other] for other in by_games[:most]}


def _grouped(
    seat: ColumnElement[Any],
    played: ColumnElement[bool],
    months: Sequence[datetime],
    is_computer: ColumnElement[int] | None = None,
) -> Select[Any]:
    """Return the query that counts finished games by outcome, rule set and month.

    Args:
        seat: the column of the player's seat.
        played: which games to count.
        months: when the months begin, in ascending order.
        is_computer: expression that is 1 if the opponent is the computer player, else 0; None: do not group
            by it.
    """
    # Latest month first, because most games are recent and `CASE` stops at the first match.
    begun = [(games.c.changed >= start, number) for number, start in reversed([*enumerate(months, 1)])]
    month: ColumnElement[int] = case(*begun, else_=0) if begun else literal(0)
    opponent = literal(0) if is_computer is None else is_computer
    columns = games.c.outcome, games.c.ruleset, month.label("month"), opponent.label("is_computer")
    # A constant must not appear in GROUP BY: PostgreSQL would read it as the position of a column.
    grouping = [*([month] if begun else []), *([] if is_computer is None else [is_computer])]
    return (
        select(literal(int(seat is games.c.white)).label("is_white"), *columns, func.count().label("count"))
        .where(played, games.c.outcome.is_not(None))
        .group_by(games.c.outcome, games.c.ruleset, *grouping)
    )


def _read(row: Any) -> ResultCount:  # noqa: ANN401 (a row of SQLAlchemy's)
    return ResultCount(
        bool(row.is_white), row.outcome, row[-1], row.ruleset, row.month, bool(row.is_computer)
    )


def _last(limit: int, seated: Sequence[ColumnElement[bool]]) -> Select[tuple[str]]:
    """Return the query for the ids of the `limit` games that ended last.

    Args:
        seated: for each seat of the player, which games count; the index of each seat yields them in order.
    """
    by_seat: list[Select[Any]] = [
        select(
            select(games.c.id, games.c.changed)
            .where(each, games.c.outcome.is_not(None))
            .order_by(games.c.changed.desc())
            .limit(limit)
            .subquery()
        )
        for each in seated
    ]
    either: CompoundSelect[Any] = union_all(*by_seat)
    both = either.subquery()
    return select(both.c.id).order_by(both.c.changed.desc()).limit(limit)


async def _rolls(connection: AsyncConnection, player: int, ids: Select[tuple[str]]) -> list[RollCount]:
    # The text of a roll is two digits and an optional cause: `65`, `65 kept`. The text of a turn never is.
    is_roll = and_(
        events.c.event >= "1", events.c.event < "7", func.substr(events.c.event, _ROLL + 1, 1).in_(("", " "))
    )
    own_side = case((games.c.white == player, "w"), else_="b")
    is_own = case((events.c.side == own_side, 1), else_=0)
    roll = func.substr(events.c.event, 1, _ROLL)
    found = await connection.execute(
        select(is_own, games.c.ruleset, roll, func.count())
        .join(events, events.c.game == games.c.id)
        .where(games.c.id.in_(ids), is_roll)
        .group_by(is_own, games.c.ruleset, roll)
    )
    return [RollCount(bool(row[0]), row[1], row[2], row[3]) for row in found]
