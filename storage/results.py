"""Results: how finished games ended, and the dice that fell in them, counted by the database."""

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
    """How many games ended in the same way.

    Args:
        is_white: True if the player who is asked about played White in them.
        outcome: how they ended, as a game's row has it.
        count: how many.
        ruleset: what was played.
        month: in which of the months that were asked for they ended, from 1; 0: before all of them.
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
    """How often two dice fell together.

    Args:
        is_own: True if for the player who is asked about, and not for the opponent.
        ruleset: in which game.
        roll: the dice, the larger first: `65`.
        count: how often.
    """

    is_own: bool
    ruleset: str
    roll: str
    count: int


async def last_end(connection: AsyncConnection, player: int, other: int | None = None) -> datetime | None:
    """Return when a player finished a game last: with another, or with anybody but the computer player."""
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
    """Return how all finished games of a player ended.

    Args:
        connection: where to look.
        months: when each of the months begins by which they are told apart, the first first.
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
    """Return how the finished games of two players with each other ended.

    Args:
        connection: where to look.
        player: one of the players, whose games they are.
        other: the other one.
        months: when each of the months begins by which they are told apart, the first first.
    """
    counted = [
        _grouped(seat, each, months) for (seat, _), each in zip(_SEATS, _seated(player, other), strict=True)
    ]
    return [_read(row) for row in await connection.execute(union_all(*counted))]


async def results_until(
    connection: AsyncConnection, player: int, other: int, until: datetime, game_id: str
) -> list[ResultCount]:
    """Return how the games of two players with each other ended, up to one and with it, in no more detail.

    Args:
        connection: where to look.
        player: one of the players.
        other: the other one.
        until: when the game ended.
        game_id: the game, which tells what comes later of those that ended at the same time.
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
    """Return the dice that fell in so many games with people which a player finished last."""
    return await _rolls(connection, player, _last(limit, _seated(player, None, await _computers(connection))))


async def rolls_between(connection: AsyncConnection, player: int, other: int, limit: int) -> list[RollCount]:
    """Return the dice that fell in so many games which two players finished last with each other."""
    return await _rolls(connection, player, _last(limit, _seated(player, other)))


_SEATS = ((games.c.white, games.c.black), (games.c.black, games.c.white))
"""The seat of a player, and that of the opponent."""


def _seated(player: int, other: int | None, but: Collection[int] = ()) -> list[ColumnElement[bool]]:
    """Return which games those are that a player played on either seat, with another or all but some."""
    return [
        and_(seat == player, opponent.not_in(but) if other is None else opponent == other)
        for seat, opponent in _SEATS
    ]


async def _computers(connection: AsyncConnection) -> list[int]:
    """Return who is the computer player: it has been one only, so far."""
    found = await connection.execute(select(players.c.id).where(players.c.computer_player.is_not(None)))
    return list(found.scalars())


def _grouped(
    seat: ColumnElement[Any],
    played: ColumnElement[bool],
    months: Sequence[datetime],
    is_computer: ColumnElement[int] | None = None,
) -> Select[Any]:
    """Return how finished games ended, counted by what was played and in which month.

    Args:
        seat: where the player sits.
        played: which games.
        months: when the months begin, the first first.
        is_computer: 1 where the opponent is the computer player, else 0, if that is asked.
    """
    # The last month first: each moment is compared with a few, where most was played of late.
    begun = [(games.c.changed >= start, number) for number, start in reversed([*enumerate(months, 1)])]
    month: ColumnElement[int] = case(*begun, else_=0) if begun else literal(0)
    opponent = literal(0) if is_computer is None else is_computer
    columns = games.c.outcome, games.c.ruleset, month.label("month"), opponent.label("is_computer")
    # No constant is grouped by: PostgreSQL would take it for the number of a column.
    told_apart = [*([month] if begun else []), *([] if is_computer is None else [is_computer])]
    return (
        select(literal(int(seat is games.c.white)).label("is_white"), *columns, func.count().label("count"))
        .where(played, games.c.outcome.is_not(None))
        .group_by(games.c.outcome, games.c.ruleset, *told_apart)
    )


def _read(row: Any) -> ResultCount:  # noqa: ANN401 (a row of SQLAlchemy's)
    return ResultCount(
        bool(row.is_white), row.outcome, row[-1], row.ruleset, row.month, bool(row.is_computer)
    )


def _last(limit: int, seated: Sequence[ColumnElement[bool]]) -> Select[tuple[str]]:
    """Return the ids of the games that ended last; the index of each seat gives its games in order."""
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
    # A roll is two digits and perhaps a cause: `65`, `65 kept`; no turn is written so.
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
