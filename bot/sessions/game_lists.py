"""Game lists: the games of a player, the most urgent first of those that wait, and those that sleep."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from bot.sessions.core import SessionCore
from bot.sessions.game_clock import ClockStop
from bot.sessions.loaded_game import LoadedGame
from storage import clocks, game_lists, outbox
from storage.rows import SeatedGame, WaitingGame


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
    """True if a player must act in a game, or answer an offer in it.

    Args:
        game: the game. One that pauses waits for nobody.
        blocked: whose offers never arrived.
    """
    offer = game.live.offer
    if offer is not None and game.player(offer.side).id in blocked:
        return game.to_act == player and game.paused is None
    return player in game.waits_for and game.paused is None


@dataclass(frozen=True, slots=True)
class Overview:
    """A player's games.

    Args:
        yours: those that wait for the player, the one that needs him most first.
        between: the last games of matches that can go on, the newest first.
        theirs: those that wait for others, in the same order.
        messages: where they are shown on a platform: the chat's key and the message, by game and chat.
        asleep: how many games of the player sleep.
        stops: when the time of players stands still who are to act, by their ids.
    """

    yours: list[LoadedGame]
    between: list[LoadedGame]
    theirs: list[LoadedGame]
    messages: Mapping[tuple[str, int], tuple[str, str | None]]
    asleep: int = 0
    stops: Mapping[int, Sequence[ClockStop]] = field(default_factory=dict)

    def stops_of(self, game: LoadedGame) -> Sequence[ClockStop]:
        """Return when the time of who is to act in a game stands still."""
        return () if game.to_act is None else self.stops.get(game.to_act, ())

    def is_shown(self, game: LoadedGame, chat: int) -> bool:
        """True if a chat shows a game."""
        return (game.id, chat) in self.messages

    def message_of(self, game: LoadedGame, player: int) -> tuple[str, str] | None:
        """Return the chat's key and the id of the message where a player is told of a game."""
        side = game.side_of(player)
        chat = game.chat_of(side) if side is not None else None
        return None if chat is None else self.message_in(game, chat)

    def message_in(self, game: LoadedGame, chat: int) -> tuple[str, str] | None:
        """Return a chat's key and the id of the message in which it shows a game, if it does."""
        key, message = self.messages.get((game.id, chat), ("", None))
        return None if message is None else (key, message)


class GameLists:
    """Lists of a player's games.

    Args:
        core: where games are found.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def overview(self, player: int, platform: str) -> Overview:
        """Return all that a list of a player's games tells, in as many statements for any number of games."""
        since, now = self._core.awake_since, self._core.clock()
        async with self._core.database.read() as connection:
            found = await game_lists.games_and_last_ended(connection, player, since)
            every = await self._core.loaded(connection, found)
            messages = await outbox.messages_of(connection, [game.id for game in every], platform)
            asleep = await game_lists.count_sleeping(connection, player, since)
            stops = await clocks.stops_of(connection, _running(every), now)
        unheard = {each.game.id: _unheard(each) for each in found}
        playing = {game.id: game for game in every if not game.is_over}
        yours: list[LoadedGame] = []
        theirs: list[LoadedGame] = []
        for game_id in by_need(need_of(game, now) for game in playing.values()):
            game = playing[game_id]
            (yours if waits_for(game, player, unheard[game_id]) else theirs).append(game)
        between = [game for game in every if game.can_go_on]
        most = game_lists.MOST_OPEN
        return Overview(
            yours[:most], between[: game_lists.MOST_MATCHES], theirs[:most], messages, asleep, stops
        )

    async def sleeping(self, player: int, platform: str) -> Overview:
        """Return the same of the games that sleep, all among those that wait for others, the last first."""
        async with self._core.database.read() as connection:
            found = await game_lists.sleeping_games(connection, player, self._core.awake_since)
            every = await self._core.loaded(connection, found)
            messages = await outbox.messages_of(connection, [game.id for game in every], platform)
        return Overview([], [], every, messages, len(every))

    async def of(self, game_id: str, platform: str) -> tuple[LoadedGame, Overview]:
        """Return a game, and where it is shown on a platform.

        Raises:
            NoSuchGame: there is none with this id.
        """
        async with self._core.database.read() as connection:
            game = await self._core.load(connection, game_id)
            messages = await outbox.messages_of(connection, [game_id], platform)
            stops = await clocks.stops_of(connection, _running([game]), self._core.clock())
        return game, Overview([game], [], [], messages, stops=stops)

    async def waiting(self, player: int, chat: int) -> list[WaitingGame]:
        """Return the games that wait for a player, the one that needs him most first; none is rebuilt."""
        async with self._core.database.read() as connection:
            rows = await game_lists.waiting_games(connection, player, chat, self._core.awake_since)
        found, now = {row.id: row for row in rows}, self._core.clock()
        return [found[each] for each in by_need(need_of_waiting(row, now) for row in rows)]


def _running(found: Iterable[LoadedGame]) -> set[int]:
    """Return the players who are to act in games with a clock."""
    return {game.to_act for game in found if game.to_act is not None and game.clock is not None}


def _unheard(found: SeatedGame) -> set[int]:
    """Return the players of a game whose offers never reach their opponents."""
    game = found.game
    blocked = ((game.black, found.white_blocks), (game.white, found.black_blocks))
    return {player for player, is_blocked in blocked if is_blocked}
