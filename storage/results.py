"""Results: how finished games ended, and the dice that fell in them, counted by the database."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import and_, case, func, literal, or_, select, type_coerce, union_all

from storage import portable
from storage.tables import events, games, players

if TYPE_CHECKING:
    from datetime import datetime
    from typing import Any

    from sqlalchemy import ColumnElement, CompoundSelect, Select
    from sqlalchemy.ext.asyncio import AsyncConnection

_MONTH = len("2026-11")
_ROLL = len("65")


@dataclass(frozen=True, slots=True)
class ResultCount:
    """How many games ended in the same way.

    Args:
        is_white: whether the player who is asked about played White in them.
        outcome: how they ended, as a game's row has it.
        count: how many.
        ruleset: what was played.
        month: the year and month in which they ended, in UTC: `2026-11`.
        is_computer: whether the opponent was the computer player.
    """

    is_white: bool
    outcome: str
    count: int
    ruleset: str = ""
    month: str = ""
    is_computer: bool = False


@dataclass(frozen=True, slots=True)
class RollCount:
    """How often two dice fell together.

    Args:
        is_own: whether for the player who is asked about, and not for the opponent.
        ruleset: in which game.
        roll: the dice, the larger first: `65`.
        count: how often.
    """

    is_own: bool
    ruleset: str
    roll: str
    count: int


async def results_of(connection: AsyncConnection, player: int) -> list[ResultCount]:
    """Return how all finished games of a player ended."""
    found = await connection.execute(
        union_all(
            *(
                _grouped(
                    seat,
                    seat == player,
                    players.c.id == other,
                    is_computer=players.c.computer_player.is_not(None),
                )
                for seat, other in _SEATS
            )
        )
    )
    return [_read(row) for row in found]


async def results_between(connection: AsyncConnection, player: int, other: int) -> list[ResultCount]:
    """Return how the finished games of two players with each other ended."""
    found = await connection.execute(
        union_all(
            _grouped(games.c.white, games.c.white == player, games.c.black == other),
            _grouped(games.c.black, games.c.white == other, games.c.black == player),
        )
    )
    return [_read(row) for row in found]


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
    """Return the dice that fell in so many games which a player finished last."""
    ended = games.c.outcome.is_not(None)
    return await _rolls(
        connection, player, _last(limit, *(and_(seat == player, ended) for seat, _ in _SEATS))
    )


async def rolls_between(connection: AsyncConnection, player: int, other: int, limit: int) -> list[RollCount]:
    """Return the dice that fell in so many games which two players finished last with each other."""
    ended = games.c.outcome.is_not(None)
    seated = [
        and_(games.c.white == white, games.c.black == black, ended)
        for white, black in ((player, other), (other, player))
    ]
    return await _rolls(connection, player, _last(limit, *seated))


_SEATS = ((games.c.white, games.c.black), (games.c.black, games.c.white))
"""The seat of a player, and that of the opponent."""


def _grouped(
    seat: ColumnElement[Any],
    own: ColumnElement[bool],
    others: ColumnElement[bool],
    is_computer: ColumnElement[bool] | None = None,
) -> Select[Any]:
    """Return how finished games ended, counted by what was played and in which month.

    Args:
        seat: where the player sits.
        own: tells that seat.
        others: tells that of the opponent, or joins him.
        is_computer: whether he is the computer player, if that is asked.
    """
    month = func.substr(type_coerce(games.c.changed, portable.Text), 1, _MONTH)
    opponent: ColumnElement[int] = literal(0) if is_computer is None else case((is_computer, 1), else_=0)
    columns = (games.c.outcome, games.c.ruleset, month.label("month"), opponent.label("is_computer"))
    return (
        select(literal(int(seat is games.c.white)).label("is_white"), *columns, func.count().label("count"))
        .where(own, others, games.c.outcome.is_not(None))
        .group_by(games.c.outcome, games.c.ruleset, month, *(() if is_computer is None else (opponent,)))
    )


def _read(row: Any) -> ResultCount:  # noqa: ANN401 (a row of SQLAlchemy's)
    return ResultCount(
        bool(row.is_white), row.outcome, row[-1], row.ruleset, row.month, bool(row.is_computer)
    )


def _last(limit: int, *seated: ColumnElement[bool]) -> Select[tuple[str]]:
    """Return the ids of the games that ended last; the index of each seat gives its games in order."""
    by_seat: list[Select[Any]] = [
        select(
            select(games.c.id, games.c.changed)
            .where(each)
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
