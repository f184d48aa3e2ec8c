"""Urgency: which of the games that wait for a player needs him most, and which comes next."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.sessions.loaded_game import LoadedGame
from storage.rows import WaitingGame


@dataclass(frozen=True, slots=True)
class Need:
    """How urgently a game needs who must act in it.

    Args:
        game: the game's id.
        due: when his time runs out; nothing, if there is no clock.
        since: since when it waits.
    """

    game: str
    due: datetime | None
    since: datetime

    @property
    def rank(self) -> tuple[bool, datetime, datetime, str]:
        """What the least time left makes least, and else the longest wait."""
        return self.due is None, self.due or self.since, self.since, self.game


def by_need(needs: Iterable[Need]) -> list[str]:
    """Return the ids of games, the one that needs its player most first."""
    return [need.game for need in sorted(needs, key=lambda need: need.rank)]


def one_after(games: Sequence[str], game: str | None) -> str | None:
    """Return the game after one of a list, after the last the first; the first, if it is not in the list."""
    if not games:
        return None
    return games[(games.index(game) + 1) % len(games)] if game in games else games[0]


def need_of(game: LoadedGame, now: datetime) -> Need:
    """Return how urgently a game that is being played needs who must act in it."""
    side = game.side_of(game.to_act) if game.to_act is not None else None
    due = game.clock.due_of(side, now) if game.clock is not None and side is not None else None
    return Need(game.id, due, game.changed)


def need_of_waiting(row: WaitingGame, now: datetime) -> Need:
    """Return the same of a game that waits, by what was read of it."""
    due = None if row.left is None else row.due or now + timedelta(seconds=row.left)
    return Need(row.id, due, row.changed)


def waits_for(game: LoadedGame, player: int, blocked: Collection[int] = ()) -> bool:
    """Whether a player must act in a game, or answer an offer in it.

    Args:
        game: the game. One that pauses waits for nobody.
        player: the player.
        blocked: whose offers never arrived.
    """
    offer = game.live.offer
    if offer is not None and game.player(offer.side).id in blocked:
        return game.to_act == player and game.paused is None
    return player in game.waits_for and game.paused is None
