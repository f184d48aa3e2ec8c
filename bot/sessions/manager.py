"""Session manager: all that can be done to games; one action, one transaction."""

from __future__ import annotations

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
from bot.sessions.unlinking import Unlinking
from bot.sessions.values import Actor
from storage import analyses, game_lists, games, outbox, people
from storage.rows import OpenGame, SeatedGame

DEFAULT_RULES = "long"


class SessionManager(SessionCore):
    """All that can be done to games and challenges.

    Every action loads, checks, applies and saves in one transaction, with its idempotency key: what is
    delivered twice is applied once (`AlreadyDone`). A refusal (`bot.sessions.errors.Refusal`, or an error of
    the rules) changes nothing.

    Args:
        database: where everything is kept.
        chance: where dice come from.
        clock: what time it is.
        sleep_after: after how long without anything done a game sleeps.
        challenge_lifetime: how long a challenge waits for an answer.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        self.people = People(self)
        """Players and chats."""
        self.challenges = Challenges(self)
        """Challenges."""
        self.clocks = Clocks(self)
        """The time of those who are to act."""
        self.holidays = Holidays(self, self.clocks)
        """When the time of players stands still."""
        self.administration = Administration(self, self.challenges)
        """What those who run the bot ask and do."""
        self.exports = Exports(self)
        """What is stored about people, for themselves."""
        self.forgetting = Forgetting(self, self.challenges, self.resign)
        """Forgets people who want it."""
        self.matches = Matches(self)
        """Matches."""
        self.linking = Linking(self, self.holidays)
        """Accounts of one person that become one player."""
        self.unlinking = Unlinking(self, self.challenges, self.holidays)
        """One player who becomes two again."""
        self.lists = GameLists(self)
        """Lists of a player's games."""
        self.lobbies = Lobbies(self)
        """All that a player may play, answer or look at."""
        self.sharing = Sharing(self)
        """Boards that whoever has their link may see."""
        self.boards = Boards(self, self.clocks, self.sharing)
        """Where games are shown."""
        self.profiles = Profiles(self)
        """What players have won and lost."""
        self.imports = Imports(self)
        """Games that people brought along."""
        self.analyses = Analyses(self)
        """What games were worth."""
        self.puzzles = Puzzles(self)
        """Positions that chats are asked a day, and that people ask for."""
        self.reminder_views = ReminderViews(self)
        """What reminders and digests tell."""
        self.views = Views(self)
        """What chats are to show."""

    async def game(self, game_id: str) -> LoadedGame:
        """Return a game.

        Raises:
            NoSuchGame: there is none with this id.
        """
        async with self.database.read() as connection:
            return await self.load(connection, game_id)

    async def games(self, ids: Sequence[str]) -> list[LoadedGame]:
        """Return games in the order of their ids; ids that no game has are left out."""
        async with self.database.read() as connection:
            found = await games.seated_games(connection, ids)
            return await self.loaded(connection, [found[each] for each in ids if each in found])

    async def with_events(self, game_id: str) -> tuple[LoadedGame, list[LoadedEvent]]:
        """Return a game and everything that happened in it, both of the same moment.

        Raises:
            NoSuchGame: there is none with this id.
        """
        async with self.database.read() as connection:
            return await self.load(connection, game_id), await self.events_of(connection, game_id)

    async def every_game(self) -> list[str]:
        """Return the ids of all games."""
        async with self.database.read() as connection:
            return await games.game_ids(connection)

    async def games_of(self, player: int) -> list[LoadedGame]:
        """Return the games that a player is playing and that do not sleep, those that wait for him first."""
        async with self.database.read() as connection:
            return await self.loaded(
                connection, await game_lists.games_of(connection, player, self.awake_since)
            )

    async def open_games(self, player: int, chat: int | None = None) -> list[OpenGame]:
        """Return which games `games_of` returns, none of them rebuilt."""
        async with self.database.read() as connection:
            return await game_lists.open_games(connection, player, chat, self.awake_since)

    async def open_game(self, game_id: str, chat: int | None = None) -> OpenGame:
        """Return of one game, which may be over, what `open_games` returns.

        Raises:
            NoSuchGame: there is none with this id.
        """
        async with self.database.read() as connection:
            found = await game_lists.open_game(connection, game_id, chat)
        if found is None:
            raise NoSuchGame(game_id)
        return found

    async def last_game_of(self, player: int, chat: int | None = None) -> str | None:
        """Return the id of the game that a player finished last, of all or of those that a chat shows."""
        async with self.database.read() as connection:
            row = await game_lists.last_game_of(connection, player, chat)
        return row.id if row else None

    async def finished_games_of(self, player: int, chat: int | None = None, *, limit: int) -> list[str]:
        """Return the ids of the games that a player finished (of those that a chat shows), the last first."""
        async with self.database.read() as connection:
            return [
                row.id for row in await game_lists.finished_games_of(connection, player, chat, limit=limit)
            ]

    async def last_ruleset(self, player: int) -> str:
        """Return the rule set that a player played last, or the one that everybody begins with."""
        async with self.database.read() as connection:
            return await game_lists.last_ruleset(connection, player) or DEFAULT_RULES

    async def last_made(self, player: int) -> tuple[str, Options]:
        """Return the game and the options that a player asked for last, or the last game as is usual."""
        async with self.database.read() as connection:
            made = await game_lists.last_made(connection, player)
        if made is None:
            return await self.last_ruleset(player), USUAL
        return made.ruleset, mapping.options_of(made)

    async def last_level(self, player: int) -> Level | None:
        """Return the level at which a player asked the program to play last."""
        async with self.database.read() as connection:
            level = await game_lists.last_level(connection, player)
        return Level(level) if level else None

    async def choose_opening_roll(self, actor: Actor, game_id: str, *, keep: bool) -> LoadedGame:
        """Keep the opening roll, or roll again. Raises as `actions.doubling.choose` and `_act`."""
        return await self._act(
            actor,
            game_id,
            None,
            lambda now, side: turns.choose_opening_roll(now, side, self.chance, keep=keep),
        )

    async def double(self, actor: Actor, game_id: str, turn: int | None = None) -> LoadedGame:
        """Offer to double. Raises as `bot.sessions.actions.turns.double` and `_act`."""
        return await self._act(actor, game_id, turn, turns.double)

    async def answer_double(
        self, actor: Actor, game_id: str, turn: int | None = None, *, take: bool
    ) -> LoadedGame:
        """Take a double, or drop it. Raises as `bot.sessions.actions.turns.answer_double` and `_act`."""

        def change(now: LiveGame, side: Side) -> LiveGame:
            return turns.answer_double(now, side, self.chance, take=take)

        return await self._act(actor, game_id, turn, change)

    async def roll(self, actor: Actor, game_id: str, turn: int | None = None) -> LoadedGame:
        """Roll the dice. Raises as `bot.sessions.actions.turns.roll` and `_act`."""
        return await self._act(
            actor, game_id, turn, lambda now, side: turns.roll(now, side, self.chance), plays_draft=True
        )

    async def move(self, actor: Actor, game_id: str, text: str, turn: int | None = None) -> LoadedGame:
        """Make one or more moves of a turn. Raises as `bot.sessions.actions.turns.move` and `_act`."""
        return await self._act(
            actor, game_id, turn, lambda now, side: turns.move(now, side, text, self.chance), plays_draft=True
        )

    async def take_back(
        self, actor: Actor, game_id: str, turn: int | None = None, *, count: int | None = 1
    ) -> LoadedGame:
        """Take back last moves of the turn. Raises as `bot.sessions.actions.turns.take_back` and `_act`."""
        return await self._act(
            actor, game_id, turn, lambda now, side: turns.take_back(now, side, count), plays_draft=True
        )

    async def confirm(self, actor: Actor, game_id: str, turn: int | None = None) -> LoadedGame:
        """End the turn. Raises as `bot.sessions.actions.turns.confirm` and `_act`."""
        return await self._act(
            actor, game_id, turn, lambda now, side: turns.confirm(now, side, self.chance), plays_draft=True
        )

    async def play_turn(self, actor: Actor, game_id: str, turn: Turn, version: int) -> LoadedGame:
        """Make the program's turn, if the game is still at the version that it thought about.

        Raises:
            StaleBoard: it is not.
        """

        def change(now: LiveGame, side: Side) -> LiveGame:
            return turns.play_turn(now, side, turn, self.chance)

        return await self._act(actor, game_id, None, change, version=version)

    async def resign(self, actor: Actor, game_id: str, grade: Grade | None = None) -> LoadedGame:
        """Give the game up, or offer to. Raises as `bot.sessions.actions.offers.resign` and `_act`."""

        def change(now: LiveGame, side: Side) -> LiveGame:
            return offers.resign(now, side, grade)

        return await self._act(actor, game_id, None, change, refuses_blocked=True, check=_even_while_paused)

    async def offer_draw(self, actor: Actor, game_id: str) -> LoadedGame:
        """Offer a draw, or agree to one. Raises as `bot.sessions.actions.offers.offer_draw` and `_act`."""
        return await self._act(
            actor, game_id, None, offers.offer_draw, refuses_blocked=True, check=_even_while_paused
        )

    async def offer_pause(self, actor: Actor, game_id: str) -> LoadedGame:
        """Offer a pause, or agree to one. Raises as `bot.sessions.actions.offers.offer_pause` and `_act`."""
        return await self._act(
            actor, game_id, None, offers.offer_pause, refuses_blocked=True, check=_even_while_paused
        )

    async def resume(self, actor: Actor, game_id: str) -> LoadedGame:
        """End a pause. Raises as `bot.sessions.actions.offers.resume` and `_act`."""
        return await self._act(actor, game_id, None, offers.resume, check=_even_while_paused)

    async def answer(
        self, actor: Actor, game_id: str, *, accept: bool, what: str | None = None, version: int | None = None
    ) -> LoadedGame:
        """Accept or refuse what the opponent offers. Raises as `actions.offers.answer` and `_act`.

        Args:
            actor: who answers.
            game_id: in which game.
            what: what is answered, where it was seen.
            version: the version of the game that is answered, where it was thought about.
        """

        def change(now: LiveGame, side: Side) -> LiveGame:
            return offers.answer(now, side, accept=accept, what=what)

        return await self._act(actor, game_id, None, change, version=version, check=_even_while_paused)

    async def claim_win(self, actor: Actor, game_id: str, turn: int | None = None) -> LoadedGame:
        """Win the game because the opponent's time has run out.

        Raises as `_act` and `bot.sessions.clocks.must_be_claimable`.
        """

        def change(now: LiveGame, side: Side) -> LiveGame:
            return offers.lost_on_time(now, side.other)

        return await self._act(actor, game_id, turn, change, check=must_be_claimable)

    async def give_time(self, actor: Actor, game_id: str, turn: int | None = None) -> LoadedGame:
        """Give an opponent whose time has run out two more days. Raises as `Clocks.give_time`."""
        return await self.clocks.give_time(actor, game_id, turn)

    async def is_offered(self, game_id: str) -> bool:
        """True if something is offered in a game; if there is no such game, nothing is."""
        async with self.database.read() as connection:
            row = await games.game(connection, game_id)
        return row is not None and row.offer is not None

    async def may_see_import(self, actor: Actor, key: str) -> bool:
        """True if a person may see an import: who brought it along, or asks in the chat where that was."""
        async with self.database.read() as connection:
            return await analyses.may_see_import(connection, key, actor.player, actor.chat)

    async def forget_old(self) -> None:
        """Forget what nothing depends on any more, where its time has passed."""
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
        refuses_blocked: bool = False,
        plays_draft: bool = False,
        check: Callable[[LoadedGame, Side], object] | None = None,
    ) -> LoadedGame:
        """Apply a change to a game; return it as it is then, with what happened.

        Args:
            actor: who acts, and where.
            game_id: in which game.
            turn: the turn that is meant, where it was seen.
            change: from the game before to the game after, for the side of the one who acts.
            version: the version of the game that is meant, where it was thought about.
            refuses_blocked: True if an offer by somebody whom the actor has blocked is refused before.
            plays_draft: True if it goes on with a half-made turn, or ends it. Where the chat does not show
                that, a press (which names its turn) is not played, nor is a typed line that cannot be: the
                half-made turn comes to the chat instead.
            check: raises what refuses it to a side, where that does not follow from the live game alone; if
                it is not given, a pause does.

        Raises:
            NoSuchGame: there is none with this id.
            NotSeated: the person does not play in it.
            GameIsOver: it has ended.
            StaleBoard: it has gone on since the turn (or version) that was meant.
            AlreadyDone: this was applied before.
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
            if refuses_blocked and (found.white_blocks if side is Side.WHITE else found.black_blocks):
                live = offers.refused_automatically(live, side)
            hidden_in = None
            if plays_draft and await is_draft_unseen(connection, actor, game, chat, posts):
                hidden_in = chat
            try:
                if hidden_in is not None and turn is not None:
                    # The board that was pressed does not show the half-made turn; a line says what is played.
                    raise StaleBoard(game_id)
                after = change(live, side)
            except (Refusal, NardyRulesError):
                if hidden_in is None:
                    raise
                done = await bring_draft(connection, game, hidden_in, posts)
            else:
                seen = chat, follows
                done = await self._saved(connection, actor, (found, game), after, posts, seen)
        self.acted(actor, concerns_engine=game.white.is_computer or game.black.is_computer)
        return done

    async def _saved(
        self,
        connection: AsyncConnection,
        actor: Actor,
        before: tuple[SeatedGame, LoadedGame],
        after: LiveGame,
        posts: dict[int, int],
        seen: tuple[int | None, bool],
    ) -> LoadedGame:
        """Save what an action has made of a game, and enqueue what follows; return the game after it.

        Args:
            connection: the action's transaction.
            actor: who acts, and where.
            before: the game's rows before it, and the game as they say it.
            after: the game after it.
            posts: by the chats that show the game, the ids of their posts.
            seen: as `_shown_in` returns it.

        Raises:
            StaleBoard: the game has gone on.
        """
        (found, game), (chat, follows) = before, seen
        side, now = game.side_of(actor.player), self.clock()
        row = mapping.to_row(found.game, after, now)
        if game.clock is not None:
            clock = await self.clocks.after_action(connection, actor, found, (game, after))
            row = mapping.with_clock(row, clock)
        row = replace(row, remind_at=reminder_after(found.game, row, (game.white, game.black), now))
        # An offer of the opponent leaves a half-made turn where it is made.
        drafted_in = chat if game.to_act == actor.player else row.draft_chat
        row = replace(row, draft_chat=drafted_in if row.draft else None)
        if not await games.save_game(connection, row, found.game):
            raise StaleBoard(game.id)
        events = mapping.happened_in(after, found.next_event, row.version, now)
        await games.add_events(connection, mapping.event_rows(game.id, events))
        if chat is not None and follows and side is not None:
            if chat not in posts:
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
        told: int | None,
        posts: Collection[int],
    ) -> tuple[int | None, bool]:
        """Return the chat where a person is to see a game in which he acts, and whether he is told there now.

        That is the chat where he acts; but what several people read does not show a game only because one of
        its players named it there: then it is where he is told of it anyway. Who acts on a board of its own
        sees the game there, and goes on to be told of it where he was; so does who acts where the game is
        shown already, unless that is on another platform.
        """
        if actor.chat is None or actor.on_board:
            return actor.chat, False
        if actor.chat == told:  # which does not show it yet, if he was told elsewhere before
            return actor.chat, actor.chat not in posts
        if actor.chat in posts:
            return actor.chat, told is not None and await _are_apart(connection, actor.chat, told)
        if told is not None and (await people.chat(connection, actor.chat)).kind == "shared":
            return told, False
        return actor.chat, True


async def _are_apart(connection: AsyncConnection, chat: int, other: int) -> bool:
    """True if two chats are on different platforms."""
    here, there = await people.chat(connection, chat), await people.chat(connection, other)
    return here.platform != there.platform


def _must_not_pause(game: LoadedGame, _side: Side) -> None:
    """Refuse what cannot be done in a game that pauses."""
    if game.paused is not None:
        raise Refusal("game-pauses", game=game.id)


def _even_while_paused(_game: LoadedGame, _side: Side) -> None:
    """Refuse nothing."""
