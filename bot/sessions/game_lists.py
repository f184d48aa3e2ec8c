"""Game lists: a player's games, the most urgent first, and their sleeping games."""

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
class Urgency:
    """How urgently a game needs its player to act.

    Args:
        game: the game's id.
        due: when the player's time runs out, or None without a clock.
        since: since when the game waits.
    """

    game: str
    due: datetime | None
    since: datetime

    @property
    def rank(self) -> tuple[bool, datetime, datetime, str]:
        """The sort key: the least time left comes first, then the longest wait."""
        return self.due is None, self.due or self.since, self.since, self.game


def by_urgency(urgencies: Iterable[Urgency]) -> list[str]:
    """Return the ids of games, the most urgent first."""
    return [urgency.game for urgency in sorted(urgencies, key=lambda urgency: urgency.rank)]


def one_after(games: Sequence[str], game: str | None) -> str | None:
    """Return the game after one in a list, cyclically; the first if the game is not in it; None if empty."""
    if not games:
        return None
    return games[(games.index(game) + 1) % len(games)] if game in games else games[0]


def urgency_of(game: LoadedGame, now: datetime) -> Urgency:
    """Return how urgently a game in progress needs the player who must act."""
    side = game.side_of(game.to_act) if game.to_act is not None else None
    due = game.clock.due_of(side, now) if game.clock is not None and side is not None else None
    return Urgency(game.id, due, game.changed)


def urgency_of_waiting(row: WaitingGame, now: datetime) -> Urgency:
    """Return how urgently a waiting game needs its player, from its row alone."""
    due = None if row.left is None else row.due or now + timedelta(seconds=row.left)
    return Urgency(row.id, due, row.changed)


def waits_for(game: LoadedGame, player: int, blocked: Collection[int] = ()) -> bool:
    """Return True if a player must act in a game or answer an offer in it; a paused game waits for no player.

    Args:
        blocked: players whose offers are hidden because they are blocked.
    """
    offer = game.live.offer
    if offer is not None and game.player(offer.side).id in blocked:
        return game.to_act == player and game.paused is None
    return player in game.waits_for and game.paused is None


@dataclass(frozen=True, slots=True)
class Overview:
    """A player's games.

    Args:
        yours: games that wait for the player, the most urgent first.
        between: the last games of matches that can continue, the latest first.
        theirs: games that wait for the opponent, in the order of urgency.
        messages: by game and chat, the chat's key and the id of the message that shows the game there.
        asleep: how many games of the player are asleep.
        stops: by player, the holidays that stop the clocks of players who must act.
    """

    yours: list[LoadedGame]
    between: list[LoadedGame]
    theirs: list[LoadedGame]
    messages: Mapping[tuple[str, int], tuple[str, str | None]]
    asleep: int = 0
    stops: Mapping[int, Sequence[ClockStop]] = field(default_factory=dict)

    def stops_of(self, game: LoadedGame) -> Sequence[ClockStop]:
        """Return the holidays that stop the clock of the player who must act in a game."""
        return () if game.to_act is None else self.stops.get(game.to_act, ())

    def is_shown(self, game: LoadedGame, chat: int) -> bool:
        """Return True if a chat shows a game."""
        return (game.id, chat) in self.messages

    def message_of(self, game: LoadedGame, player: int) -> tuple[str, str] | None:
        """Return the chat's key and the message's id where a player is notified of a game, or None."""
        side = game.side_of(player)
        chat = game.chat_of(side) if side is not None else None
        return None if chat is None else self.message_in(game, chat)

    def message_in(self, game: LoadedGame, chat: int) -> tuple[str, str] | None:
        """Return a chat's key and the id of its message that shows a game, or None if it shows none."""
        key, message = self.messages.get((game.id, chat), ("", None))
        return None if message is None else (key, message)


class GameLists:
    """Lists a player's games."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def overview(self, player: int, platform: str) -> Overview:
        """Return a player's games, in the same number of statements for any number of games."""
        since, now = self._core.awake_since, self._core.clock()
        async with self._core.database.read() as connection:
            found = await game_lists.games_and_last_ended(connection, player, since)
            every = await self._core.loaded(connection, found)
            messages = await outbox.messages_of(connection, [game.id for game in every], platform)
            asleep = await game_lists.count_sleeping(connection, player, since)
            stops = await clocks.stops_of(connection, _running(every), now)
        blocked = {each.game.id: _blocked_offerers(each) for each in found}
        playing = {game.id: game for game in every if not game.is_over}
        yours: list[LoadedGame] = []
        theirs: list[LoadedGame] = []
        for game_id in by_urgency(urgency_of(game, now) for game in playing.values()):
            game = playing[game_id]
            (yours if waits_for(game, player, blocked[game_id]) else theirs).append(game)
        between = [game for game in every if game.can_go_on]
        most = game_lists.MOST_OPEN
        return Overview(
            yours[:most], between[: game_lists.MOST_MATCHES], theirs[:most], messages, asleep, stops
        )

    async def sleeping(self, player: int, platform: str) -> Overview:
        """Return a player's sleeping games, all in `theirs`, the last to fall asleep first."""
        async with self._core.database.read() as connection:
            found = await game_lists.sleeping_games(connection, player, self._core.awake_since)
            every = await self._core.loaded(connection, found)
            messages = await outbox.messages_of(connection, [game.id for game in every], platform)
        return Overview([], [], every, messages, len(every))

    async def of(self, game_id: str, platform: str) -> tuple[LoadedGame, Overview]:
        """Return a game, and an overview with the messages that show it on a platform.

        Raises:
            NoSuchGame: there is none with this id.
        """
        async with self._core.database.read() as connection:
            game = await self._core.load(connection, game_id)
            messages = await outbox.messages_of(connection, [game_id], platform)
            stops = await clocks.stops_of(connection, _running([game]), self._core.clock())
        return game, Overview([game], [], [], messages, stops=stops)

    async def waiting(self, player: int, chat: int) -> list[WaitingGame]:
        """Return the rows of the games that wait for a player, the most urgent first."""
        async with self._core.database.read() as connection:
            rows = await game_lists.waiting_games(connection, player, chat, self._core.awake_since)
        found, now = {row.id: row for row in rows}, self._core.clock()
        return [found[each] for each in by_urgency(urgency_of_waiting(row, now) for row in rows)]


def _running(found: Iterable[LoadedGame]) -> set[int]:
    """Return the players who must act in games with a clock."""
    return {game.to_act for game in found if game.to_act is not None and game.clock is not None}


def _blocked_offerers(found: SeatedGame) -> set[int]:
    """Return the players of a game whose offers are hidden, because the opponent has blocked them."""
    game = found.game
    blocked = ((game.black, found.white_blocks), (game.white, found.black_blocks))
    return {player for player, is_blocked in blocked if is_blocked}
