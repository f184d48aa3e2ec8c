"""Matches: their rows, and those of the games that they are."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Select, insert, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.rows import ChallengeRow, GameRow, MatchRow
from storage.tables import challenges, games, matches

MOST_WAITING = 50
"""So many matches that may go on are looked at."""


async def match(connection: AsyncConnection, match_id: str) -> MatchRow:
    """Return a match.

    Raises:
        sqlalchemy.exc.NoResultFound: there is none.
    """
    found = await connection.execute(select(matches).where(matches.c.id == match_id))
    return MatchRow.read(found.mappings().one())


async def add_match(connection: AsyncConnection, row: MatchRow) -> None:
    """Add a new match."""
    await connection.execute(insert(matches).values(row.values()))


async def match_ids(connection: AsyncConnection) -> list[str]:
    """Return the ids of all matches."""
    return list((await connection.execute(select(matches.c.id).order_by(matches.c.id))).scalars())


async def games_of_match(connection: AsyncConnection, match_id: str) -> list[GameRow]:
    """Return the games of a match, in order."""
    found = await connection.execute(select(games).where(games.c.match == match_id).order_by(games.c.number))
    return [GameRow.read(row) for row in found.mappings()]


async def games_of_matches(connection: AsyncConnection, ids: Collection[str]) -> dict[str, list[GameRow]]:
    """Return the games of several matches, each in order, by the matches' ids."""
    played: dict[str, list[GameRow]] = {each: [] for each in ids}
    if played:
        found = await connection.execute(
            select(games).where(games.c.match.in_(played)).order_by(games.c.match, games.c.number)
        )
        for row in found.mappings():
            played[row["match"]].append(GameRow.read(row))
    return played


async def last_game_ids(connection: AsyncConnection, player: int) -> list[str]:
    """Return the last games (at most 50) of matches of several, where they have ended, newest first."""
    found = await connection.execute(
        select(games.c.id)
        .where(games.c.id.in_(union_all(*last_ended(player))))
        .order_by(games.c.changed.desc())
        .limit(MOST_WAITING)
    )
    return list(found.scalars())


def last_ended(player: int) -> list[Select[tuple[str]]]:
    """The last games of matches of several, where they have ended, of a player: the newest on each side."""
    later = games.alias("later")
    is_last = (
        ~select(later.c.id).where(later.c.match == games.c.match, later.c.number > games.c.number).exists()
    )
    return [
        select(
            select(games.c.id)
            .join(matches, matches.c.id == games.c.match)
            .where(seat == player, games.c.outcome.is_not(None), matches.c.length != "1 game", is_last)
            .order_by(games.c.changed.desc())
            .limit(MOST_WAITING)
            .subquery()
        )
        for seat in (games.c.white, games.c.black)
    ]


async def last_made(connection: AsyncConnection, player: int) -> ChallengeRow | MatchRow | None:
    """Return what a player asked for last: a challenge, or a match against the program."""
    made = (
        await connection.execute(
            select(challenges)
            .where(challenges.c.challenger == player)
            .order_by(challenges.c.made.desc())
            .limit(1)
        )
    ).mappings()
    # At a level, that is: against the program.
    begun = (
        await connection.execute(
            select(matches)
            .where(matches.c.first == player, matches.c.level.is_not(None))
            .order_by(matches.c.started.desc())
            .limit(1)
        )
    ).mappings()
    asked, against = made.first(), begun.first()
    if asked is None or (against is not None and against["started"] > asked["made"]):
        return None if against is None else MatchRow.read(against)
    return ChallengeRow.read(asked)


async def last_level(connection: AsyncConnection, player: int) -> str | None:
    """Return the level at which a player asked the program to play last."""
    found = await connection.execute(
        select(matches.c.level)
        .where(matches.c.first == player, matches.c.level.is_not(None))
        .order_by(matches.c.started.desc())
        .limit(1)
    )
    return found.scalar_one_or_none()
