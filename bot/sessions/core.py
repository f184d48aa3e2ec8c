"""Session core: the database, clock, dice, listeners and the action transaction that all services share."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import UTC, datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.rules import MatchState, Side, TimeControl
from bot.rules.events import OpeningRolls
from bot.sessions import mapping, namesakes
from bot.sessions.actions import turns
from bot.sessions.dice import DiceSource, SystemDice, short_id
from bot.sessions.errors import AlreadyDone, NoSuchGame, PlayerMerged, Refusal
from bot.sessions.game_clock import GRACE, GameClock
from bot.sessions.loaded_game import LoadedEvent, LoadedGame
from bot.sessions.notification_chats import current_notification_chat
from bot.sessions.onlookers import Onlookers
from bot.sessions.outbox import enqueue
from bot.sessions.rate_limits import Closeness, NewMessages
from bot.sessions.reminders import reminder_after
from bot.sessions.signing import Signer
from bot.sessions.values import Actor, Match
from storage import Database, clocks, contacts, games, inbox, installation, outbox, people
from storage.rows import GameRow, SeatedGame

logger = logging.getLogger(__name__)

SLEEP_AFTER = timedelta(days=30)
"""How long after its last action a game counts as asleep (left out of most lists), by default."""
CHALLENGE_LIFETIME = timedelta(days=14)
"""How long a challenge waits for an answer before it expires, by default."""


@dataclass(eq=False, repr=False)
class SessionCore:
    """The database, clock, dice, limits and listeners that the session manager and its services share.

    Args:
        database: the database of games and players.
        chance: the source of dice.
        clock: returns the present time.
        sleep_after: how long after its last action a game counts as asleep.
        challenge_lifetime: how long a challenge waits for an answer before it expires.
    """

    database: Database
    _: KW_ONLY
    chance: DiceSource = field(default_factory=SystemDice)
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    sleep_after: timedelta = SLEEP_AFTER
    challenge_lifetime: timedelta = CHALLENGE_LIFETIME

    def __post_init__(self) -> None:
        self.listeners: list[Callable[[], None]] = []
        """Callbacks, called after committed actions and other changes."""
        self.chat_listeners: list[Callable[[int], None]] = []
        """Callbacks, called before `listeners` with the id of the chat in which a player acted."""
        self.forgotten_listeners: list[Callable[[str, str], None]] = []
        """Callbacks, called with the platform and key of each account of a player whose data was deleted."""
        self.accounts_listeners: list[Callable[[], None]] = []
        """Callbacks, called after accounts were linked or unlinked."""
        self.daily_listeners: list[Callable[[], None]] = []
        """Callbacks, called after a daily position was switched on in a chat."""
        self.engine_listeners: list[Callable[[], None]] = []
        """Callbacks, called after `listeners`, unless the change gives the engine nothing to do."""
        self.is_alive: Callable[[], bool] = lambda: True
        """Returns False if another process may count this one as dead and have taken over its claims."""
        self.is_alone: Callable[[], bool] = lambda: True
        """Returns True if no other process served the database at the last check."""
        self.new_messages = NewMessages(self.clock)
        """Rate limits for new boards and challenges."""
        self.onlookers = Onlookers(self.clock)
        """The players who have a game's board open now."""
        self._signer: Signer | None = None

    @property
    def awake_since(self) -> datetime:
        """The moment `sleep_after` ago: a game whose last action was before it is asleep."""
        return self.clock() - self.sleep_after

    async def signer(self) -> Signer:
        """Return the signer with this installation's key; the first use in an installation stores the key."""
        if self._signer is None:
            self._signer = Signer(await installation.key_of(self.database))
        return self._signer

    @asynccontextmanager
    async def action(self, actor: Actor) -> AsyncIterator[AsyncConnection]:
        """Open the transaction of one action, and call the listeners after its commit.

        Raises:
            AlreadyDone: an action with the same idempotency key was applied before, or the actor's data was
                deleted.
            PlayerMerged: the actor's accounts were linked or unlinked since the actor was looked up, so that
                they must be looked up again.
        """
        async with self.applied(actor) as connection:
            yield connection
        self.acted(actor)

    @asynccontextmanager
    async def applied(self, actor: Actor) -> AsyncIterator[AsyncConnection]:
        """Open the transaction of one action, as `action`, without calling the listeners.

        The caller must call `acted` after the commit.
        """
        async with self.database.write() as connection:
            key, now = actor.idempotency_key, self.clock()
            if not await inbox.apply_once(connection, key, now, actor.player, actor.account):
                is_another = await inbox.has_changed_player(connection, actor.player, actor.account)
                raise PlayerMerged if is_another else AlreadyDone
            yield connection

    def acted(self, actor: Actor, *, concerns_engine: bool = True) -> None:
        """Call the listeners after an action, including those of the chat where it took place.

        Args:
            concerns_engine: False if the computer player and the auto review have nothing to do after it.
        """
        if actor.chat is not None:
            for listener in self.chat_listeners:
                listener(actor.chat)
        self.changed(concerns_engine=concerns_engine)

    async def count_new(self, connection: AsyncConnection, actor: Actor, opponent: int | None = None) -> None:
        """Count a new challenge or board against the rate limits of the actor's chat and of an opponent.

        A private chat has no limit.

        Args:
            opponent: the id of the challenged player; None for a board, or a challenge that names none.

        Raises:
            Refusal: the rate limit of the chat or the opponent is reached.
        """
        if opponent is not None:
            closeness = Closeness(await contacts.closeness(connection, actor.player, opponent))
            is_heard = not await contacts.has_blocked(connection, opponent, actor.player)
            wait = self.new_messages.to_person(opponent, actor.player, closeness, is_heard=is_heard)
            if wait is not None:
                name = (await people.player(connection, opponent)).name
                raise Refusal("challenged-often", name=name, wait=wait)
        if actor.chat is None or (await people.chat(connection, actor.chat)).kind == "private":
            return
        if (wait := self.new_messages.in_chat(actor.chat, actor.player)) is not None:
            raise Refusal("chat-full", wait=wait)

    def changed(self, *, concerns_engine: bool = True) -> None:
        """Call `listeners` and `engine_listeners` after a change.

        Args:
            concerns_engine: False if the computer player and the auto review have nothing to do after it.
        """
        for listener in [*self.listeners, *(self.engine_listeners if concerns_engine else ())]:
            listener()

    async def load(self, connection: AsyncConnection, game_id: str) -> LoadedGame:
        """Load a game within a transaction, without its events.

        Raises:
            NoSuchGame: no game has this id.
        """
        (game,) = await self.loaded(connection, [await self.seated(connection, game_id)])
        return game

    async def seated(self, connection: AsyncConnection, game_id: str) -> SeatedGame:
        """Return the stored row of a game, with the rows of its players and its match.

        Raises:
            NoSuchGame: no game has this id.
        """
        found = await games.seated_game(connection, game_id)
        if found is None:
            raise NoSuchGame(game_id)
        return found

    async def loaded(self, connection: AsyncConnection, found: Sequence[SeatedGame]) -> list[LoadedGame]:
        """Build games from their rows, each with the match score before the game.

        Raises:
            bot.rules.errors.GameFault: a stored game does not fit its match.
            ValueError: a stored game cannot be read.
        """
        later = {each.match.id for each in found if each.game.number > 1}
        played = await games.games_of_matches(connection, later) if later else {}
        return [_loaded(each, played.get(each.match.id, ())) for each in found]

    async def events_of(self, connection: AsyncConnection, game_id: str) -> list[LoadedEvent]:
        """Return all events of a game, in order."""
        return mapping.load_events(await games.events_of(connection, game_id))

    async def new_id(self, connection: AsyncConnection) -> str:
        """Return an unused id for a game or challenge, at least 3 characters long."""
        # As short as possible: after every four collisions the next candidate is one character longer.
        for attempt in range(100):
            candidate = short_id(self.chance, 3 + attempt // 4)
            if await inbox.give_id(connection, candidate):
                return candidate
        raise RuntimeError("no id is free")

    async def start(
        self,
        connection: AsyncConnection,
        actor: Actor,
        game_id: str,
        match: Match,
        before: MatchState[int],
        chats: Mapping[int, int | None],
    ) -> LoadedGame:
        """Start the first or next game of a match, within the action that causes it; return the game.

        Boards are posted in the given chats, and the player who must act is notified if `enqueue.is_notified`
        allows it. Their clock starts now or later (see `_first_clock`).

        Args:
            connection: the action's transaction.
            actor: the player who accepts a challenge or continues a match.
            game_id: an unused id.
            before: the match's score before the game.
            chats: by the id of each player, the chat where they should be notified of the game; None for
                nowhere. Except for the chat where the actor acts now, a private or unreachable chat is
                replaced by the player's present private chat, if any (see `current_notification_chat`).
        """
        chats = {
            player: chat
            if chat in (None, actor.chat)
            else await current_notification_chat(connection, player, chat)
            for player, chat in chats.items()
        }
        white, rolls = self._starter(before)
        black = before.players[before.players[0] == white]
        known = await people.players_of(connection, (white, black))
        known = await namesakes.mark_later(connection, known.values())
        seated = mapping.player_of(known[white]), mapping.player_of(known[black])
        begun = turns.begin(
            game_id,
            match.rules,
            rolls,
            {side: who.name for side, who in zip(Side, seated, strict=True)},
            dict(zip(Side, seated, strict=True)),
            self.chance,
            cube=before.has_cube,
        )
        now = self.clock()
        notified_in = chats[white], chats[black]
        row = mapping.new_row(match.id, before.games + 1, (white, black), notified_in, begun, now)
        game = mapping.loaded(row, begun, seated, match, before)
        side = begun.state.to_act  # not always White, since automatic turns have been played
        if (control := match.options.time_control) is not None and side is not None:
            row = mapping.with_clock(row, await self._first_clock(connection, game, control, side, actor))
        row = replace(row, remind_at=reminder_after(None, row, seated, now))
        await games.add_game(connection, row)
        events = mapping.happened_in(begun, 0, row.version, now)
        await games.add_events(connection, mapping.event_rows(game_id, events))
        # The game is new, so that no chat shows it yet: no posts need to be looked up.
        posts = {
            chat: await outbox.add_post(connection, "game", game_id, chat, row.version)
            for chat in dict.fromkeys(chat for chat in chats.values() if chat is not None)
        }
        game = mapping.loaded(row, begun, seated, match, before, events)
        await enqueue.notify_next(connection, game, actor, posts)
        # Logged before the commit. If the commit fails, the next line about the game is the action's error.
        logger.info("game begun", extra={"game": game_id, "player": actor.player, "ruleset": match.ruleset})
        return game

    async def _first_clock(
        self, connection: AsyncConnection, game: LoadedGame, control: TimeControl, side: Side, actor: Actor
    ) -> GameClock:
        """Return the clock of a game that has just begun.

        The time of the player to act starts at once if they need not be notified, and after a day if their
        chat cannot be written to. Otherwise it starts when the notification is delivered.

        Args:
            side: the side to act.
        """
        clock, player, notified_in, now = (
            GameClock.full(control),
            game.player(side).id,
            game.chat_of(side),
            self.clock(),
        )
        if not enqueue.is_notified(game, player, actor):
            starts = now
        elif notified_in is not None and (await people.chat(connection, notified_in)).gone:
            starts = now + GRACE
        else:
            return clock
        stops = await clocks.stops_of(connection, [player], starts)
        return clock.started(side, starts, stops.get(player, ()))

    def _starter(self, before: MatchState[int]) -> tuple[int, OpeningRolls | None]:
        """Return the id of the player who starts the next game, and the opening rolls (R7.1).

        The rolls are None if the starter is agreed or follows from the match; otherwise each has the
        starter's die first.
        """
        if before.white is not None:
            return before.white, None
        rolled = turns.roll_opening(self.chance)
        if rolled[-1][0] > rolled[-1][1]:
            return before.players[0], rolled
        return before.players[1], tuple((second, first) for first, second in rolled)


def _loaded(found: SeatedGame, played: Iterable[GameRow]) -> LoadedGame:
    """Build a game from its row, with the match score before the game.

    Args:
        found: the game's row, with the rows of its players and its match.
        played: the rows of the match's games; may be empty if the game is the first.
    """
    match, row = mapping.match_of(found.match), found.game
    before = mapping.match_after(match, (game for game in played if game.number < row.number))
    players = mapping.player_of(found.white), mapping.player_of(found.black)
    return mapping.load(row, players, match, before)
