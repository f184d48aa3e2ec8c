"""Waiting games: those in which a player must act, or answer an offer."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import BindParameter, CompoundSelect, bindparam, case, func, select, true, union
from sqlalchemy.ext.asyncio import AsyncConnection

from storage.games import MOST_OPEN, has_blocked, is_awake, is_shown
from storage.rows import WaitingGame
from storage.tables import games


async def waiting_games(
    connection: AsyncConnection, player: int, chat: int | None, since: datetime
) -> list[WaitingGame]:
    """Return the games (at most 200) that wait for a player, in no order.

    A game that pauses waits for nobody, and an offer of somebody whom the player has blocked never arrived.

    Args:
        connection: where to look.
        player: the player.
        chat: where the player asks.
        since: games in which nothing was done since then sleep, and are left out.
    """
    found = await connection.execute(
        _games_of, {"reader": player, "players": [player], "awake_since": since, "in_chat": chat}
    )
    return [WaitingGame(*row) for row in found]


async def count_waiting(connection: AsyncConnection, player: int, game_id: str, since: datetime) -> int:
    """Return how many games wait for a player beside one, counted up to 200."""
    found = await connection.execute(
        _count_beside, {"players": [player], "awake_since": since, "of_game": game_id}
    )
    return found.scalar_one()


async def waits_in_chat(
    connection: AsyncConnection, player_ids: Collection[int], game_id: str, chat: int, since: datetime
) -> bool:
    """Whether a chat shows a game, beside one, that waits for any of some players."""
    wanted = {"players": list(player_ids), "awake_since": since, "of_game": game_id, "in_chat": chat}
    found = await connection.execute(_shown_beside, wanted)
    return found.first() is not None


def _waiting_for_players() -> CompoundSelect[tuple[str]]:
    """The ids of the games that wait for any of some players, each kind found by an index of its own."""
    player_ids: BindParameter[Sequence[int]] = bindparam("players", expanding=True)
    is_played = games.c.outcome.is_(None), games.c.paused.is_(None), is_awake(bindparam("awake_since"))
    asked = (
        select(games.c.id).where(
            seat.in_(player_ids), games.c.offer_by == other, ~has_blocked(seat, other), *is_played
        )
        for seat, other in ((games.c.white, games.c.black), (games.c.black, games.c.white))
    )
    claimable = (
        select(games.c.id).where(seat.in_(player_ids), games.c.due_told.is_(true()), *is_played)
        for seat in (games.c.white, games.c.black)
    )
    to_act = select(games.c.id).where(games.c.to_act.in_(player_ids), *is_played)
    return union(to_act, *asked, *claimable)


# Built once: to build these statements takes longer than to execute them.
_waiting = _waiting_for_players()
_left = case((games.c.white == bindparam("reader"), games.c.white_left), else_=games.c.black_left)
_games_of = (
    select(games.c.id, games.c.due, _left, games.c.changed, is_shown(bindparam("in_chat")))
    .where(games.c.id.in_(_waiting))
    .limit(MOST_OPEN)
)
_beside = _waiting.subquery()
_count_beside = select(func.count()).select_from(
    select(_beside.c.id).where(_beside.c.id != bindparam("of_game")).limit(MOST_OPEN).subquery()
)
_shown_beside = (
    select(games.c.id)
    .where(games.c.id.in_(_waiting), games.c.id != bindparam("of_game"), is_shown(bindparam("in_chat")))
    .limit(1)
)
