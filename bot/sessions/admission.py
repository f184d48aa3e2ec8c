"""Admission: checks that the bot accepts new games now, and that none of a game's players is banned."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.errors import Refusal
from storage import admission, people


async def must_not_drain(connection: AsyncConnection, now: datetime) -> None:
    """Check that the bot accepts new games and challenges now.

    Raises:
        Refusal: the bot accepts none, because it is draining before an upgrade.
    """
    await _barred(connection, now, [])


async def must_be_admitted(
    connection: AsyncConnection, now: datetime, player: int, *others: int | None
) -> None:
    """Check that a player may begin a game with others, or be linked to another player.

    Args:
        player: the id of the player who acts.
        others: the ids of the other players; None is ignored.

    Raises:
        Refusal: the bot accepts no new games, because it is draining before an upgrade.
        Refusal: the player is banned.
        Refusal: one of the others is banned.
    """
    named = [other for other in others if other is not None]
    banned = await _barred(connection, now, [player, *named])
    if player in banned:
        raise Refusal("banned")
    for other in named:
        if other in banned:
            raise Refusal("opponent-banned", name=(await people.player(connection, other)).name)


async def _barred(connection: AsyncConnection, now: datetime, players: Collection[int]) -> set[int]:
    """Return the ids of the banned players among the given ones.

    Raises:
        Refusal: the bot accepts no new games, because it is draining before an upgrade.
    """
    until, banned = await admission.pause_and_bans(connection, players)
    if until is not None and now < until:
        raise Refusal("draining")
    return banned
