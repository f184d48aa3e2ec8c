"""Session manager: the entry point for all actions on games and all services; one transaction per action."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine import Level
from bot.rules import Grade, NardyRulesError, Side, Turn
from bot.sessions import mapping
from bot.sessions.actions import offers, turns
from bot.sessions.administration import Administration
from bot.sessions.analyses import Analyses
from bot.sessions.boards import Boards, seat_in
from bot.sessions.challenges import Challenges
from bot.sessions.clocks import Clocks, must_be_claimable
from bot.sessions.core import SessionCore
from bot.sessions.drafts import bring_draft, is_draft_unseen
from bot.sessions.errors import GameIsOver, NoSuchGame, NotSeated, Refusal, StaleBoard
from bot.sessions.exports import Exports
from bot.sessions.forgetting import Forgetting
from bot.sessions.game_lists import GameLists
from bot.sessions.holidays import Holidays
from bot.sessions.imports import Imports
from bot.sessions.linking import Linking
from bot.sessions.live_game import LiveGame
from bot.sessions.loaded_game import LoadedEvent, LoadedGame
from bot.sessions.lobbies import Lobbies
from bot.sessions.matches import Matches
from bot.sessions.options import USUAL, Options
from bot.sessions.outbox import enqueue
from bot.sessions.outbox.viewing import Views
from bot.sessions.people import People
from bot.sessions.profiles import Profiles
from bot.sessions.puzzles import Puzzles
from bot.sessions.reminder_views import ReminderViews
from bot.sessions.reminders import reminder_after
from bot.sessions.retention import Retention
from bot.sessions.sharing import Sharing
from bot.sessions.stale_guests import StaleGuests
from bot.sessions.unlinking import Unlinking
from bot.sessions.values import Actor, Challenge, Match
from storage import analyses, game_lists, games, outbox, people
from storage.rows import OpenGame, SeatedGame

logger = logging.getLogger(__name__)

DEFAULT_RULES = "long"
"""The rule set for players who have not played yet."""


class SessionManager(SessionCore):
    """Entry point for every action on games, and for the services of challenges, people, clocks and so on.

    An action loads a game, checks and applies a change, and saves the game in one transaction, together with
    the request's idempotency key: a request that is delivered twice is applied once, and raises `AlreadyDone`
    the second time. A refusal (`bot.sessions.errors.Refusal`, or an error of the rules) leaves the game as it
    was. But if the actor's chat does not show the moves made and not yet confirmed, it can show them from
    then on (see `_act`).

    Args:
        chance: the source of dice and of random ids and codes.
        clock: returns the present time.
        sleep_after: a game not played for this long is asleep and left out of `games_of`; see there.
        challenge_lifetime: how long a challenge waits before it expires.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        self.people = People(self)
        """The service for players and chats: meeting them, finding them by name, blocks and settings."""
        self.challenges = Challenges(self)
        """The service for challenges: making, answering, cancelling and expiring them."""
        self.clocks = Clocks(self)
        """The service for clocks: the thinking time of players."""
        self.holidays = Holidays(self, self.clocks)
        """The service for holidays: announced periods in which a player's clocks are stopped."""
        self.administration = Administration(self, self.challenges)
        """The service for bans, announcements and other actions of the bot's administrators."""
        self.exports = Exports(self)
        """The service that exports the data stored about a player."""
        self.forgetting = Forgetting(self, self.challenges, self.resign)
        """The service that deletes the data of a player at their request."""
        self.stale_guests = StaleGuests(self)
        """The service that removes guests who have not come back."""
        self.matches = Matches(self)
        """The service for matches of several games."""
        self.linking = Linking(self, self.holidays)
        """The service that merges two players of one person who has accounts on different platforms."""
        self.unlinking = Unlinking(self, self.challenges, self.holidays)
        """The service that splits a merged player again."""
        self.lists = GameLists(self)
        """The service that lists a player's games by urgency."""
        self.lobbies = Lobbies(self)
        """The service for lobbies: a player's games, the challenges they can answer, and games to watch."""
        self.sharing = Sharing(self)
        """The service for public links by which people can watch a game's board."""
        self.boards = Boards(self, self.clocks, self.sharing)
        """The service that shows games in the chats and threads where players ask for them."""
        self.profiles = Profiles(self)
        """The service that computes the statistics of players."""
        self.imports = Imports(self)
        """The service that stores game records uploaded by players."""
        self.analyses = Analyses(self)
        """The service that stores the engine's analyses and reviews of games."""
        self.puzzles = Puzzles(self)
        """The service for puzzles: daily positions of chats, and positions that a player asks for."""
        self.reminder_views = ReminderViews(self)
        """The service that reads the contents of reminders and digests when they are sent."""
        self.views = Views(self)
        """The service that reads the contents of posts of games and challenges when they are sent."""

    async def game(self, game_id: str) -> LoadedGame:
        """Return a game by its id.

        Raises:
            NoSuchGame: no game has this id.
        """
        async with self.database.read() as connection:
            return await self.load(connection, game_id)

    async def games(self, ids: Sequence[str]) -> list[LoadedGame]:
        """Return the games with the given ids, in that order, without ids that no game has."""
        async with self.database.read() as connection:
            found = await games.seated_games(connection, ids)
            return await self.loaded(connection, [found[each] for each in ids if each in found])

    async def with_events(self, game_id: str) -> tuple[LoadedGame, list[LoadedEvent]]:
        """Return a game and all its events, read in one transaction.

        Raises:
            NoSuchGame: no game has this id.
        """
        async with self.database.read() as connection:
            return await self.load(connection, game_id), await self.events_of(connection, game_id)

    async def game_ids(self) -> list[str]:
        """Return the ids of all games."""
        async with self.database.read() as connection:
            return await games.game_ids(connection)

    async def games_of(self, player: int) -> list[LoadedGame]:
        """Return a player's unfinished games (at most 200); those in which the player is to act come first.

        Games that are asleep are left out: for `sleep_after` they had no action and no running clock, and
        they are not paused.
        """
        async with self.database.read() as connection:
            return await self.loaded(
                connection, await game_lists.games_of(connection, player, self.awake_since)
            )

    async def open_games(self, player: int, chat: int | None = None) -> list[OpenGame]:
        """Return a short form of the games that `games_of` returns, without rebuilding their positions.

        Args:
            chat: the id of a chat: each short form says if it shows the game. None: no form says so.
        """
        async with self.database.read() as connection:
            return await game_lists.open_games(connection, player, chat, self.awake_since)

    async def open_game(self, game_id: str, chat: int | None = None) -> OpenGame:
        """Return the short form of one game, finished or not, as in `open_games`.

        Args:
            chat: as in `open_games`.

        Raises:
            NoSuchGame: no game has this id.
        """
        async with self.database.read() as connection:
            found = await game_lists.open_game(connection, game_id, chat)
        if found is None:
            raise NoSuchGame(game_id)
        return found

    async def last_game_of(self, player: int, chat: int | None = None) -> str | None:
        """Return the id of the game that a player finished last, or None.

        Args:
            chat: the id of a chat, to consider only games that it shows; None to consider all.
        """
        async with self.database.read() as connection:
            row = await game_lists.last_game_of(connection, player, chat)
        return row.id if row else None

    async def finished_games_of(self, player: int, chat: int | None = None, *, limit: int) -> list[str]:
        """Return the ids of the games that a player finished last, the latest first.

        Args:
            chat: as in `last_game_of`.
            limit: the most ids to return.
        """
        async with self.database.read() as connection:
            return [
                row.id for row in await game_lists.finished_games_of(connection, player, chat, limit=limit)
            ]

    async def last_ruleset(self, player: int) -> str:
        """Return the name of the rule set of the player's game that began last, or `DEFAULT_RULES`."""
        async with self.database.read() as connection:
            return await game_lists.last_ruleset(connection, player) or DEFAULT_RULES

    async def last_made(self, player: int) -> tuple[str, Options]:
        """Return the rule set's name and the options that the player chose last.

        That was for a challenge that is still stored, or for a match against the computer player. For a
        player who has made none, return the rule set of their last game (or the default) and `USUAL`.
        """
        async with self.database.read() as connection:
            made = await game_lists.last_made(connection, player)
        if made is None:
            return await self.last_ruleset(player), USUAL
        return made.ruleset, mapping.options_of(made)

    async def last_chosen(self, player: int) -> tuple[Challenge | None, Match | None, bool]:
        """Return a player's last stored challenge and last match against the computer player, or None.

        The third value is True if the challenge is the later one of both.
        """
        async with self.database.read() as connection:
            asked = await game_lists.last_challenge(connection, player)
            against = await game_lists.last_against_computer(connection, player)
        return (
            None if asked is None else mapping.challenge_of(asked),
            None if against is None else mapping.match_of(against),
            asked is not None and (against is None or against.started <= asked.made),
        )

    async def last_level(self, player: int) -> Level | None:
        """Return the level of the player's last match against the computer player, or None."""
        async with self.database.read() as connection:
            level = await game_lists.last_level(connection, player)
        return Level(level) if level else None

    async def choose_opening_roll(self, actor: Actor, game_id: str, *, keep: bool) -> LoadedGame:
        """Keep the opening roll as White's first roll, or roll again.

        Raises as `bot.sessions.actions.turns.choose_opening_roll` and `_act`.
        """
        return await self._act(
            actor,
            game_id,
            None,
            lambda now, side: turns.choose_opening_roll(now, side, self.chance, keep=keep),
        )

    async def double(self, actor: Actor, game_id: str, turn: int | None = None) -> LoadedGame:
        """Offer to double the game's value. Raises as `bot.sessions.actions.turns.double` and `_act`."""
        return await self._act(actor, game_id, turn, turns.double)

    async def answer_double(
        self, actor: Actor, game_id: str, turn: int | None = None, *, take: bool
    ) -> LoadedGame:
        """Accept the opponent's offer to double the cube, or refuse it, which ends the game as lost.

        Raises as `bot.sessions.actions.turns.answer_double` and `_act`.
        """

        def change(now: LiveGame, side: Side) -> LiveGame:
            return turns.answer_double(now, side, self.chance, take=take)

        return await self._act(actor, game_id, turn, change)

    async def roll(self, actor: Actor, game_id: str, turn: int | None = None) -> LoadedGame:
        """Roll the dice; where the opening roll may be kept or rolled again, roll again.

        Raises as `bot.sessions.actions.turns.roll` and `_act`.
        """
        return await self._act(
            actor, game_id, turn, lambda now, side: turns.roll(now, side, self.chance), plays_draft=True
        )

    async def move(self, actor: Actor, game_id: str, text: str, turn: int | None = None) -> LoadedGame:
        """Make one or more moves of a turn, typed as text; confirm a full turn if the player set that.

        Raises as `bot.sessions.actions.turns.move` and `_act`.
        """
        return await self._act(
            actor, game_id, turn, lambda now, side: turns.move(now, side, text, self.chance), plays_draft=True
        )

    async def take_back(
        self, actor: Actor, game_id: str, turn: int | None = None, *, count: int | None = 1
    ) -> LoadedGame:
        """Take back moves of the turn in progress: the last `count`, or all if None.

        Raises as `bot.sessions.actions.turns.take_back` and `_act`.
        """
        return await self._act(
            actor, game_id, turn, lambda now, side: turns.take_back(now, side, count), plays_draft=True
        )

    async def confirm(self, actor: Actor, game_id: str, turn: int | None = None) -> LoadedGame:
        """Confirm the moves made, which ends the turn. Raises as `actions.turns.confirm` and `_act`."""
        return await self._act(
            actor, game_id, turn, lambda now, side: turns.confirm(now, side, self.chance), plays_draft=True
        )

    async def play_turn(self, actor: Actor, game_id: str, turn: Turn, version: int) -> LoadedGame:
        """Play and confirm the computer player's turn.

        Raises as `bot.sessions.actions.turns.play_turn` and `_act`.

        Args:
            version: the version of the game for which the engine chose the turn.
        """

        def change(now: LiveGame, side: Side) -> LiveGame:
            return turns.play_turn(now, side, turn, self.chance)

        return await self._act(actor, game_id, None, change, version=version)

    async def resign(self, actor: Actor, game_id: str, grade: Grade | None = None) -> LoadedGame:
        """Resign the highest grade still possible, or offer to resign at a lower one.

        Raises as `bot.sessions.actions.offers.resign` and `_act`.

        Args:
            grade: the grade to resign at; None for the highest.
        """

        def change(now: LiveGame, side: Side) -> LiveGame:
            return offers.resign(now, side, grade)

        return await self._act(actor, game_id, None, change, may_offer=True, check=_even_while_paused)

    async def offer_draw(self, actor: Actor, game_id: str) -> LoadedGame:
        """Offer a draw, or agree to the opponent's offer of one, which ends the game.

        Raises as `bot.sessions.actions.offers.offer_draw` and `_act`.
        """
        return await self._act(
            actor, game_id, None, offers.offer_draw, may_offer=True, check=_even_while_paused
        )

    async def offer_pause(self, actor: Actor, game_id: str) -> LoadedGame:
        """Offer a pause, or agree to the opponent's offer of one, which pauses the game.

        Raises as `bot.sessions.actions.offers.offer_pause` and `_act`.
        """
        return await self._act(
            actor, game_id, None, offers.offer_pause, may_offer=True, check=_even_while_paused
        )

    async def resume(self, actor: Actor, game_id: str) -> LoadedGame:
        """End a pause at once, without the opponent's consent.

        Raises as `bot.sessions.actions.offers.resume` and `_act`.
        """
        return await self._act(actor, game_id, None, offers.resume, check=_even_while_paused)

    async def answer(
        self, actor: Actor, game_id: str, *, accept: bool, what: str | None = None, version: int | None = None
    ) -> LoadedGame:
        """Accept or refuse the opponent's offer. Raises as `actions.offers.answer` and `_act`.

        Args:
            what: the `Offer.what` that the player saw, if known; another pending offer is refused as stale.
            version: the version of the game that the engine was given, if the computer player answers.
        """

        def change(now: LiveGame, side: Side) -> LiveGame:
            return offers.answer(now, side, accept=accept, what=what)

        return await self._act(actor, game_id, None, change, version=version, check=_even_while_paused)

    async def withdraw(self, actor: Actor, game_id: str, what: str | None = None) -> LoadedGame:
        """Withdraw the actor's own offer. Raises as `bot.sessions.actions.offers.withdraw` and `_act`.

        Args:
            what: the `Offer.what` that the player saw, if known; another pending offer is refused as stale.
        """

        def change(now: LiveGame, side: Side) -> LiveGame:
            return offers.withdraw(now, side, what)

        return await self._act(actor, game_id, None, change, check=_even_while_paused)

    async def claim_win(self, actor: Actor, game_id: str, turn: int | None = None) -> LoadedGame:
        """Claim the win because the opponent's time has run out.

        Raises as `_act` and `bot.sessions.clocks.must_be_claimable`.
        """

        def change(now: LiveGame, side: Side) -> LiveGame:
            return offers.lost_on_time(now, side.other)

        return await self._act(actor, game_id, turn, change, check=must_be_claimable)

    async def give_time(self, actor: Actor, game_id: str, turn: int | None = None) -> LoadedGame:
        """Give the opponent, whose time has run out, two more days from now. Raises as `Clocks.give_time`."""
        return await self.clocks.give_time(actor, game_id, turn)

    async def is_offered(self, game_id: str) -> bool:
        """Return True if a draw, a pause or a resignation is offered in a game and not answered yet.

        False also if there is no such game.
        """
        async with self.database.read() as connection:
            row = await games.game(connection, game_id)
        return row is not None and row.offer is not None

    async def may_see_import(self, actor: Actor, key: str) -> bool:
        """Return True if the actor uploaded a record, or asks in the chat where it was uploaded.

        Args:
            key: the key under which the record is stored.
        """
        async with self.database.read() as connection:
            return await analyses.may_see_import(connection, key, actor.player, actor.chat)

    async def forget_old(self) -> None:
        """Delete data whose retention period is over; overwrite traces of deleted player data on disk."""
        await Retention(self).forget_old()
        await self.forgetting.wipe_traces()

    async def _act(
        self,
        actor: Actor,
        game_id: str,
        turn: int | None,
        change: Callable[[LiveGame, Side], LiveGame],
        version: int | None = None,
        *,
        may_offer: bool = False,
        plays_draft: bool = False,
        check: Callable[[LoadedGame, Side], object] | None = None,
    ) -> LoadedGame:
        """Apply a change to a game in one transaction; return the changed game with the new events.

        The turn in progress means the moves made and not yet confirmed.

        Args:
            turn: the number of turns played on the board that was pressed; None to accept any (for a typed
                line, say).
            change: computes the game after the action, for the actor's side.
            version: the version that the engine was given; None unless the computer player acts.
            may_offer: True if the action may make an offer. A pending offer by an opponent whom the actor has
                blocked is then refused first.
            plays_draft: True if the action continues or ends the turn in progress. If the actor's chat does
                not show that turn, a button press is not applied, nor is a typed line that is refused.
                The turn in progress is moved to the chat instead, and the moved game is returned.
            check: raises an error if the side may not act; the default refuses actions during a pause.

        Raises:
            NoSuchGame: no game has this id.
            NotSeated: the actor does not play in the game.
            GameIsOver: the game has ended.
            StaleBoard: the game has gone on since `turn` or `version`, or since it was loaded.
            AlreadyDone: the same request was applied before, or the actor's data was deleted.
            PlayerMerged: the actor's accounts were linked or unlinked since the actor was looked up.
            Refusal: the action makes an offer, and the side has withdrawn one since the last turn.
        """
        async with self.applied(actor) as connection:
            found = await self.seated(connection, game_id)
            (game,) = await self.loaded(connection, [found])
            side = game.side_of(actor.player)
            if side is None:
                raise NotSeated(game_id)
            if game.is_over:
                raise GameIsOver(game_id)
            if turn not in (None, game.turns) or version not in (None, game.version):
                raise StaleBoard(game_id)
            (check or _must_not_pause)(game, side)
            posts = await outbox.posts_of(connection, "game", game_id)
            chat, follows = await self._shown_in(connection, actor, game.chat_of(side), posts)
            live = game.live
            if may_offer and (found.white_blocks if side is Side.WHITE else found.black_blocks):
                live = offers.refused_automatically(live, side)
            hidden_in = None
            if plays_draft and await is_draft_unseen(connection, actor, game, chat, posts):
                hidden_in = chat
            try:
                if hidden_in is not None and turn is not None:
                    # The pressed board does not show the turn in progress, so the player may mean another
                    # move than the button now makes. A typed line names its move and is tried.
                    raise StaleBoard(game_id)
                after = change(live, side)
                await self._must_not_pester(connection, live, after, side)
            except (Refusal, NardyRulesError):
                if hidden_in is None:
                    raise
                done = await bring_draft(connection, game, hidden_in, posts)
            else:
                seen = chat, follows
                done = await self._saved(connection, actor, (found, game), after, posts, seen)
        _log_change(done, actor)
        self.acted(actor, concerns_engine=game.white.is_computer or game.black.is_computer)
        return done

    async def _must_not_pester(
        self, connection: AsyncConnection, before: LiveGame, after: LiveGame, side: Side
    ) -> None:
        """Refuse an action with which a side makes an offer, after it has withdrawn one since the last turn.

        Raises:
            Refusal: it has.
        """
        if after.offer in (None, before.offer):
            return
        events = await self.events_of(connection, before.game)
        if offers.has_withdrawn(((each.side, each.event) for each in events), side):
            raise Refusal("offer-withdrawn")

    async def _saved(
        self,
        connection: AsyncConnection,
        actor: Actor,
        before: tuple[SeatedGame, LoadedGame],
        after: LiveGame,
        posts: dict[int, int],
        seen: tuple[int | None, bool],
    ) -> LoadedGame:
        """Save a changed game with its events, and enqueue posts and notifications; return the game after it.

        Args:
            connection: the action's transaction.
            before: the game's rows before the action, and the game loaded from them.
            after: the game after the action.
            posts: the ids of the game's posts, by chat.
            seen: the result of `_shown_in`.

        Raises:
            StaleBoard: another action has changed the game since it was loaded.
        """
        (found, game), (chat, follows) = before, seen
        side, now = game.side_of(actor.player), self.clock()
        row = mapping.to_row(found.game, after, now)
        if game.clock is not None:
            clock = await self.clocks.after_action(connection, actor, found, (game, after))
            row = mapping.with_clock(row, clock)
        row = replace(row, remind_at=reminder_after(found.game, row, (game.white, game.black), now))
        # An opponent's offer, made during the mover's turn, does not show that turn in the opponent's chat.
        drafted_in = chat if game.to_act == actor.player else row.draft_chat
        row = replace(row, draft_chat=drafted_in if row.draft else None)
        if not await games.save_game(connection, row, found.game):
            raise StaleBoard(game.id)
        events = mapping.happened_in(after, found.next_event, row.version, now)
        await games.add_events(connection, mapping.event_rows(game.id, events))
        if chat is not None and follows and side is not None:
            if chat not in posts:
                # A board that is new in this chat reports only this action's events, not the whole game.
                posts[chat] = await outbox.add_post(
                    connection, "game", game.id, chat, row.version, told_revision=row.version - 1
                )
            await seat_in(connection, game.id, side, chat)
            row = replace(row, white_chat=chat) if side is Side.WHITE else replace(row, black_chat=chat)
        done = mapping.loaded(row, after, (game.white, game.black), game.match, game.before, events)
        asked_blocks = found.black_blocks if row.offer_by == row.white else found.white_blocks
        await enqueue.enqueue(
            connection,
            game,
            done,
            actor,
            posts,
            sees_offers=not asked_blocks,
            onlookers=self.onlookers,
        )
        return done

    async def _shown_in(
        self,
        connection: AsyncConnection,
        actor: Actor,
        notified_in: int | None,
        posts: Collection[int],
    ) -> tuple[int | None, bool]:
        """Return the chat where the actor sees the game, and True if the actor is notified there from now on.

        Usually it is the chat where the actor acts. The actor is notified there from now on if that chat does
        not show the game yet, or is on another platform than the chat where they were notified. But an action
        in a shared chat without the game does not bring the game there: the result is then the chat where the
        actor is notified (if there is one). An action on a separate board (web page or Mini App) changes no
        notification either. The computer player has no chat.

        Args:
            notified_in: the id of the chat where the actor is notified about the game, or None.
            posts: the ids of the chats that show the game.
        """
        if actor.chat is None or actor.on_board:
            return actor.chat, False
        if actor.chat == notified_in:  # the chat may not show the game, if only notifications moved there
            return actor.chat, actor.chat not in posts
        if actor.chat in posts:
            moves = notified_in is not None and await _on_different_platforms(
                connection, actor.chat, notified_in
            )
            return actor.chat, moves
        if notified_in is not None and (await people.chat(connection, actor.chat)).kind == "shared":
            return notified_in, False
        return actor.chat, True


async def _on_different_platforms(connection: AsyncConnection, chat: int, other: int) -> bool:
    """Return True if two chats are on different platforms."""
    here, there = await people.chat(connection, chat), await people.chat(connection, other)
    return here.platform != there.platform


def _log_change(game: LoadedGame, actor: Actor) -> None:
    fields = {"game": game.id, "version": game.version, "player": actor.player}
    if game.is_over:
        logger.info("game over", extra={**fields, "outcome": str(game.live.state.outcome)})
    else:
        logger.debug("game changed", extra=fields)


def _must_not_pause(game: LoadedGame, _side: Side) -> None:
    """Refuse the action if the game is paused."""
    if game.paused is not None:
        raise Refusal("game-pauses", game=game.id)


def _even_while_paused(_game: LoadedGame, _side: Side) -> None:
    """Allow the action in every game, paused or not; the opposite of `_must_not_pause`."""
