"""Challenges: find and save rows of challenges."""

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
    """Return the challenge with an id, or None."""
    return await ChallengeRow.fetch_first(
        connection, select(challenges).where(challenges.c.id == challenge_id)
    )


async def add_challenge(connection: AsyncConnection, row: ChallengeRow) -> None:
    """Add a new challenge."""
    await connection.execute(insert(challenges).values(row.values()))


async def save_challenge(connection: AsyncConnection, row: ChallengeRow, loaded: int) -> bool:
    """Save a challenge. Return False without saving if the stored version is no longer `loaded`."""
    saved = await connection.execute(
        update(challenges)
        .where(challenges.c.id == row.id, challenges.c.version == loaded)
        .values(row.values())
    )
    return saved.rowcount == 1


async def challenges_by(connection: AsyncConnection, player: int) -> list[ChallengeRow]:
    """Return a player's own challenges (at most 100) that are open or await confirmation, newest first."""
    # Sorted here because they are few. In SQL the index by date would walk over all challenges that the
    # player ever made.
    made = await ChallengeRow.fetch_all(
        connection,
        select(challenges)
        .where(challenges.c.challenger == player, challenges.c.state.in_(("open", "taken")))
        .limit(100),
    )
    return sorted(made, key=lambda row: row.made, reverse=True)


async def challenges_to(connection: AsyncConnection, player: int) -> list[ChallengeRow]:
    """Return the newest open challenges (at most 100) to a player, except from players that they blocked."""
    return await _waiting(connection, challenges.c.opponent == player, *_arrived(player))


async def challenges_in(
    connection: AsyncConnection, chat: int, player: int, handle: str | None
) -> list[ChallengeRow]:
    """Return a chat's open challenges (at most 100) to anyone or to a player's handle, the newest first.

    Left out are the player's own challenges and those from players whom the player has blocked.

    Args:
        handle: the player's handle; None if the player has none.
    """
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
    """Return the newest challenges (at most 100) accepted on another platform that await the challenger."""
    return await _waiting(connection, challenges.c.state == "taken", challenges.c.challenger == challenger)


def _arrived(player: int) -> tuple[ColumnElement[bool], ...]:
    """Return the conditions that a challenge is open and that a player has not blocked its challenger."""
    blocked = select(blocks.c.blocked).where(blocks.c.player == player)
    return challenges.c.state == "open", challenges.c.challenger.not_in(blocked)


async def _waiting(connection: AsyncConnection, *conditions: ColumnElement[bool]) -> list[ChallengeRow]:
    return await ChallengeRow.fetch_all(
        connection, select(challenges).where(*conditions).order_by(challenges.c.made.desc()).limit(100)
    )


async def rematch_of(connection: AsyncConnection, game_id: str) -> ChallengeRow | None:
    """Return the newest open or accepted challenge to a rematch of a game, or None."""
    return await ChallengeRow.fetch_first(
        connection,
        select(challenges)
        .where(challenges.c.rematch_of == game_id, challenges.c.state.in_(("open", "accepted")))
        .order_by(challenges.c.made.desc())
        .limit(1),
    )
