"""Game lists: a player's games, the most urgent first, and those asleep (long without an action)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from bot.sessions.core import SessionCore
from bot.sessions.game_clock import ClockStop
from bot.sessions.loaded_game import LoadedGame
from bot.sessions.mapping import player_of
from bot.sessions.profiles import Tally
from bot.sessions.values import Player
from storage import clocks, game_lists, outbox, people, results
from storage.rows import SeatedGame, WaitingGame

FINISHED_ON_A_PAGE: Final = 30
"""The number of finished games on a page of their list."""
MOST_LISTED: Final = 50
"""The most opponents to choose from above the list of finished games."""


@dataclass(frozen=True, slots=True)
class Urgency:
    """How urgently a game needs its player to act.

    Args:
        game: the game's id.
        due: when the player's time runs out; None without a clock.
        since: the moment of the last action, since which the game waits.
    """

    game: str
    due: datetime | None
    since: datetime

    @property
    def rank(self) -> tuple[bool, datetime, datetime, str]:
        """The sort key: first games with a clock, least time first; then the others, longest wait first."""
        return self.due is None, self.due or self.since, self.since, self.game


def by_urgency(urgencies: Iterable[Urgency]) -> list[str]:
    """Return the ids of games, the most urgent first."""
    return [urgency.game for urgency in sorted(urgencies, key=lambda urgency: urgency.rank)]


def one_after(games: Sequence[str], game: str | None) -> str | None:
    """Return the game that follows `game` in a list; the first game follows the last.

    Return the first if `game` is not in the list or None, and None if the list is empty.
    """
    if not games:
        return None
    return games[(games.index(game) + 1) % len(games)] if game in games else games[0]


def urgency_of(game: LoadedGame, now: datetime) -> Urgency:
    """Return how urgently an unfinished game needs the player who must act.

    A clock that does not run yet is taken to start now.
    """
    side = game.side_of(game.to_act) if game.to_act is not None else None
    due = game.clock.due_of(side, now) if game.clock is not None and side is not None else None
    return Urgency(game.id, due, game.changed)


def urgency_of_waiting(row: WaitingGame, now: datetime) -> Urgency:
    """Return how urgently a game that waits for a player needs them, computed from its row alone.

    A clock that does not run yet is taken to start now.
    """
    due = None if row.left is None else row.due or now + timedelta(seconds=row.left)
    return Urgency(row.id, due, row.changed)


def waits_for(game: LoadedGame, player: int, blocked: Collection[int] = ()) -> bool:
    """Return True if a player must act in a game, answer an offer in it, or may claim the win on time.

    A paused game waits for no player.

    Args:
        blocked: the ids of players whose offers are hidden from their opponent, who has blocked them. While
            such an offer is pending, only the player who must act counts.
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
        between: the last ended games of matches whose next game can begin, the latest first.
        theirs: the other unfinished games, which wait for the opponent or are paused, in the order of
            urgency.
        messages: by the ids of a game and a chat that shows it: the chat's key on its platform, and the key
            of the message that shows the game there (None if it is not sent yet).
        asleep: how many games of the player are asleep (long without an action); 0 if not counted.
        stops: for each player who must act in a game with a clock, by id, the periods of their holidays.
    """

    yours: list[LoadedGame]
    between: list[LoadedGame]
    theirs: list[LoadedGame]
    messages: Mapping[tuple[str, int], tuple[str, str | None]]
    asleep: int = 0
    stops: Mapping[int, Sequence[ClockStop]] = field(default_factory=dict)

    def stops_of(self, game: LoadedGame) -> Sequence[ClockStop]:
        """Return the periods of holidays that stop the clock of the player who must act in a game."""
        return () if game.to_act is None else self.stops.get(game.to_act, ())

    def is_shown(self, game: LoadedGame, chat: int) -> bool:
        """Return True if a chat of the overview's platform shows a game."""
        return (game.id, chat) in self.messages

    def message_of(self, game: LoadedGame, player: int) -> tuple[str, str] | None:
        """Return the message that shows a game in the chat where a player is notified of it.

        The message is returned as the chat's key and the message's key. Return None if there is none on the
        overview's platform.
        """
        side = game.side_of(player)
        chat = game.chat_of(side) if side is not None else None
        return None if chat is None else self.message_in(game, chat)

    def message_in(self, game: LoadedGame, chat: int) -> tuple[str, str] | None:
        """Return a chat's key and the key of its message that shows a game; None if there is no message."""
        key, message = self.messages.get((game.id, chat), ("", None))
        return None if message is None else (key, message)


class Ended(Enum):
    """How a finished game ended for a player."""

    WON = "won"
    LOST = "lost"
    DRAWN = "drawn"


@dataclass(frozen=True, slots=True)
class FinishedPage:
    """A page of a player's finished games.

    Args:
        games: the games of the page, the last finished first.
        tally: the totals of all finished games against the wanted opponent, on this page or not.
        number: the page's number, from 1.
        opponents: the opponents (at most `MOST_LISTED`) and the number of games against each, the most first.
    """

    games: list[LoadedGame]
    tally: Tally
    number: int
    opponents: Sequence[tuple[Player, int]] = ()


class GameLists:
    """Service that lists a player's games."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def overview(self, player: int, platform: str) -> Overview:
        """Return a player's games that are not asleep (long without an action).

        At most 200 that wait for the player, 200 others, and 50 matches between two games are returned.

        The number of queries does not depend on the number of games.

        Args:
            platform: the platform for whose chats the messages are returned.
        """
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
        """Return an overview of a player's sleeping games only (at most 200): all are in `theirs`.

        The game that fell asleep last comes first. `asleep` is the number of those returned.

        Args:
            platform: as in `overview`.
        """
        async with self._core.database.read() as connection:
            found = await game_lists.sleeping_games(connection, player, self._core.awake_since)
            every = await self._core.loaded(connection, found)
            messages = await outbox.messages_of(connection, [game.id for game in every], platform)
        return Overview([], [], every, messages, len(every))

    async def finished(
        self,
        player: int,
        ended: Ended | None = None,
        opponent: int | None = None,
        *,
        number: int = 1,
        size: int = FINISHED_ON_A_PAGE,
    ) -> FinishedPage:
        """Return a page of a player's finished games; of a number out of range, the nearest page.

        Args:
            ended: how the games ended; None for all.
            opponent: the opponent's id; None for games against anyone.
            number: the page's number, from 1.
            size: the number of games on a page.
        """
        async with self._core.database.read() as connection:
            by_opponent = await results.results_by_opponent(connection, player, MOST_LISTED)
            rows = await people.players_of(connection, by_opponent)
            opponents = [
                (player_of(rows[other]), sum(each.count for each in counted))
                for other, counted in by_opponent.items()
            ]
            if opponent is None:
                tally = Tally.of(await results.results_of(connection, player, ()))
            else:
                tally = Tally.of(await results.results_between(connection, player, opponent, ()))
            counts = {Ended.WON: tally.won, Ended.LOST: tally.lost, Ended.DRAWN: tally.drawn}
            wanted = [each for each in Ended if ended in (None, each)]
            pages = -(-sum(counts[each] for each in wanted) // size)
            number = min(max(1, number), max(1, pages))
            found = await game_lists.finished_page(
                connection,
                player,
                [each.value for each in wanted],
                opponent,
                offset=(number - 1) * size,
                limit=size,
            )
            return FinishedPage(await self._core.loaded(connection, found), tally, number, opponents)

    async def of(self, game_id: str, platform: str) -> tuple[LoadedGame, Overview]:
        """Return a game, and an overview that has only this game, in `yours`.

        Args:
            platform: as in `overview`.

        Raises:
            NoSuchGame: no game has this id.
        """
        async with self._core.database.read() as connection:
            game = await self._core.load(connection, game_id)
            messages = await outbox.messages_of(connection, [game_id], platform)
            stops = await clocks.stops_of(connection, _running([game]), self._core.clock())
        return game, Overview([game], [], [], messages, stops=stops)

    async def waiting(self, player: int, chat: int) -> list[WaitingGame]:
        """Return the rows of the games that wait for a player, the most urgent first, without sleeping games.

        Args:
            chat: the id of a chat. Each row says if this chat shows the game.
        """
        async with self._core.database.read() as connection:
            rows = await game_lists.waiting_games(connection, player, chat, self._core.awake_since)
        found, now = {row.id: row for row in rows}, self._core.clock()
        return [found[each] for each in by_urgency(urgency_of_waiting(row, now) for row in rows)]


def _running(found: Iterable[LoadedGame]) -> set[int]:
    """Return the ids of the players who must act in those of the games that have a clock."""
    return {game.to_act for game in found if game.to_act is not None and game.clock is not None}


def _blocked_offerers(found: SeatedGame) -> set[int]:
    """Return the ids of the game's players whose offers are hidden, because the opponent has blocked them."""
    game = found.game
    blocked = ((game.black, found.white_blocks), (game.white, found.black_blocks))
    return {player for player, is_blocked in blocked if is_blocked}
