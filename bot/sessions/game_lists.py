"""Game lists: the games of a player, those that wait for him, and those that sleep."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bot.sessions.loaded_game import LoadedGame
from bot.sessions.stops import Stop
from bot.sessions.unit_of_work import UnitOfWork
from bot.sessions.urgency import by_need, need_of, need_of_waiting, waits_for
from storage import clocks, game_lists, outbox
from storage.rows import SeatedGame, WaitingGame


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
    stops: Mapping[int, Sequence[Stop]] = field(default_factory=dict)

    def stops_of(self, game: LoadedGame) -> Sequence[Stop]:
        """Return when the time of who is to act in a game stands still."""
        return () if game.to_act is None else self.stops.get(game.to_act, ())

    def is_shown(self, game: LoadedGame, chat: int) -> bool:
        """Whether a chat shows a game."""
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
        unit: where games are found.
    """

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit

    async def overview(self, player: int, platform: str) -> Overview:
        """Return all that a list of a player's games tells, in as many statements for any number of games."""
        since, now = self._unit.awake_since, self._unit.clock()
        async with self._unit.database.read() as connection:
            found = await game_lists.games_and_last_ended(connection, player, since)
            every = await self._unit.loaded(connection, found)
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
        async with self._unit.database.read() as connection:
            found = await game_lists.sleeping_games(connection, player, self._unit.awake_since)
            every = await self._unit.loaded(connection, found)
            messages = await outbox.messages_of(connection, [game.id for game in every], platform)
        return Overview([], [], every, messages, len(every))

    async def of(self, game_id: str, platform: str) -> tuple[LoadedGame, Overview]:
        """Return a game, and where it is shown on a platform.

        Raises:
            NoSuchGame: there is none with this id.
        """
        async with self._unit.database.read() as connection:
            game = await self._unit.load(connection, game_id)
            messages = await outbox.messages_of(connection, [game_id], platform)
            stops = await clocks.stops_of(connection, _running([game]), self._unit.clock())
        return game, Overview([game], [], [], messages, stops=stops)

    async def waiting(self, player: int, chat: int) -> list[WaitingGame]:
        """Return the games that wait for a player, the one that needs him most first; none is rebuilt."""
        async with self._unit.database.read() as connection:
            rows = await game_lists.waiting_games(connection, player, chat, self._unit.awake_since)
        found, now = {row.id: row for row in rows}, self._unit.clock()
        return [found[each] for each in by_need(need_of_waiting(row, now) for row in rows)]


def _running(found: Iterable[LoadedGame]) -> set[int]:
    """Return the players who are to act in games with a clock."""
    return {game.to_act for game in found if game.to_act is not None and game.clock is not None}


def _unheard(found: SeatedGame) -> set[int]:
    """Return the players of a game whose offers never reach their opponents."""
    game = found.game
    blocked = ((game.black, found.white_blocks), (game.white, found.black_blocks))
    return {player for player, is_blocked in blocked if is_blocked}
