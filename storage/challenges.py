"""Challenges: their rows, found and saved."""

from __future__ import annotations

from sqlalchemy import (
    ColumnElement,
    insert,
    or_,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.rows import ChallengeRow
from storage.tables import blocks, challenges


async def challenge(connection: AsyncConnection, challenge_id: str) -> ChallengeRow | None:
    """Return a challenge, if there is one with this id."""
    return await ChallengeRow.fetch_first(
        connection, select(challenges).where(challenges.c.id == challenge_id)
    )


async def add_challenge(connection: AsyncConnection, row: ChallengeRow) -> None:
    """Add a new challenge."""
    await connection.execute(insert(challenges).values(row.values()))


async def save_challenge(connection: AsyncConnection, row: ChallengeRow, loaded: int) -> bool:
    """Save a challenge if its version is still the one that was loaded; say whether it was."""
    saved = await connection.execute(
        update(challenges)
        .where(challenges.c.id == row.id, challenges.c.version == loaded)
        .values(row.values())
    )
    return saved.rowcount == 1


async def challenges_by(connection: AsyncConnection, player: int) -> list[ChallengeRow]:
    """Return the challenges (at most 100) that a player made and that wait, the newest first."""
    # There are few, and the last of all that a player made would be found by walking over the rest: they are
    # put in order here.
    made = await ChallengeRow.fetch_all(
        connection,
        select(challenges)
        .where(challenges.c.challenger == player, challenges.c.state.in_(("open", "taken")))
        .limit(100),
    )
    return sorted(made, key=lambda row: row.made, reverse=True)


async def challenges_to(connection: AsyncConnection, player: int) -> list[ChallengeRow]:
    """Return the open challenges (at most 100) that name a player whom their challengers may reach.

    Those of people whom the player has blocked never arrived.
    """
    return await _waiting(connection, challenges.c.opponent == player, *_arrived(player))


async def challenges_in(
    connection: AsyncConnection, chat: int, player: int, handle: str | None
) -> list[ChallengeRow]:
    """Return the open challenges (at most 100) of a chat to anyone, or to a player's handle, newest first."""
    handles = [] if handle is None else [handle]
    return await _waiting(
        connection,
        challenges.c.chat == chat,
        challenges.c.opponent.is_(None),
        challenges.c.challenger != player,
        or_(challenges.c.handle.is_(None), challenges.c.handle.in_(handles)),
        *_arrived(player),
    )


async def challenges_taken(connection: AsyncConnection, challenger: int) -> list[ChallengeRow]:
    """Return the challenges (at most 100) that somebody has taken, and that wait for the challenger."""
    return await _waiting(connection, challenges.c.state == "taken", challenges.c.challenger == challenger)


def _arrived(player: int) -> tuple[ColumnElement[bool], ...]:
    """Open, and made by nobody whom a player has blocked."""
    blocked = select(blocks.c.blocked).where(blocks.c.player == player)
    return challenges.c.state == "open", challenges.c.challenger.not_in(blocked)


async def _waiting(connection: AsyncConnection, *conditions: ColumnElement[bool]) -> list[ChallengeRow]:
    return await ChallengeRow.fetch_all(
        connection, select(challenges).where(*conditions).order_by(challenges.c.made.desc()).limit(100)
    )


async def rematch_of(connection: AsyncConnection, game_id: str) -> ChallengeRow | None:
    """Return the newest challenge to a rematch of a game that was not declined or cancelled."""
    return await ChallengeRow.fetch_first(
        connection,
        select(challenges)
        .where(challenges.c.rematch_of == game_id, challenges.c.state.in_(("open", "accepted")))
        .order_by(challenges.c.made.desc())
        .limit(1),
    )
