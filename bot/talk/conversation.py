"""Conversation: runs what a person typed or pressed on any platform, and shows people their games."""

from __future__ import annotations

import logging
import math
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from datetime import datetime, timedelta

from bot.sessions import Actor, Ended, Hints, Outbox, Questions, SessionManager
from bot.sessions.errors import (
    AlreadyDone,
    AlreadyRolled,
    GameIsOver,
    NoSuchGame,
    NothingToTakeBack,
    NotSeated,
    NotYourTurn,
    PlayerMerged,
    Refusal,
    StaleBoard,
    TurnIncomplete,
)
from bot.sessions.workers import AnalysisQueue
from bot.talk.addresses import Addresses, SignInLinks
from bot.talk.admins import NO_ADMINS, Admins
from bot.talk.analysis_pages import analysis_pages, visitors_analysis_page
from bot.talk.catalog import join, nearest_language, words_in
from bot.talk.command import ParsedCommand, UnknownCommand
from bot.talk.command_table import lines_like
from bot.talk.commands.moves import repeated
from bot.talk.context import Choice, CommandContext
from bot.talk.incoming import ChatKind, Incoming, Line, Person, Place, Posted, Press, VisitorPreferences
from bot.talk.input.completion import completions
from bot.talk.input.parsing import cost_of, read_line, read_press
from bot.talk.input.payloads import SURE, is_game_id, read_answer, read_link_words
from bot.talk.input.typed import read_typed
from bot.talk.new_game_form import friends_of, new_game_form, new_game_form_for_visitors
from bot.talk.numbering import ON_THE_BOARD, numbering_of
from bot.talk.personal_boards import OwnBoards, Tables, as_preferred
from bot.talk.refusal_texts import refusal_text
from bot.talk.reply import Code, Reply
from bot.talk.request_budget import RequestBudget
from bot.talk.resolve_game import Unclear, ask_for_game, claim_thread
from bot.talk.sanitize import sanitize_name, sanitize_text
from bot.talk.settings import shown_settings
from bot.talk.views.analysis_page import AnalysisPage
from bot.talk.views.board import board
from bot.talk.views.finished import Finished, finished
from bot.talk.views.invited import Invited, invited, no_invitation
from bot.talk.views.landing import Landing, closed_landing, landing
from bot.talk.views.lobby import Lobby, RoomName, lobby
from bot.talk.views.new_game import FormFriend, NewGame
from bot.talk.views.personal import BoardLook, own_look
from bot.talk.views.profile_page import ProfilePage, profile_page
from bot.talk.views.settings import Setting
from bot.talk.views.shared import SharedPreview
from bot.talk.views.table import Table
from bot.talk.views.toasts import board_follows, played_already
from bot.talk.wording import LONGEST_LABEL, shortened

logger = logging.getLogger(__name__)

_LANDING_REMEMBERED = timedelta(seconds=1)
"""How long visitors share a list of games."""

_CHALLENGE_AND_TOKEN = 2
"""The number of words behind `/accept` in the link of an invitation."""


class Conversation:
    """The entry point of every platform adapter: commands, button presses, and what a person may be shown.

    Args:
        manager: runs the actions.
        hints: computes hints.
        analysis_queue: computes analyses of finished games.
        budget: each person's rate limit; by default generous enough for anyone who plays by hand.
        public_url: the public URL of the page that opens boards; empty if it is not public.
        measure: times the handling of one request on a platform, for the metrics; None to skip it.
        admins: the bot's administrators; by default none.
        addresses: the bot's addresses on each platform; by default none.
        sign_in_links: creates links that sign a browser in to a seat at the local table; by default none.
    """

    def __init__(  # noqa: PLR0913 (the last two are keyword-only)
        self,
        manager: SessionManager,
        hints: Hints,
        analysis_queue: AnalysisQueue,
        budget: RequestBudget | None = None,
        public_url: str = "",
        measure: Callable[[str], AbstractContextManager[None]] | None = None,
        admins: Admins = NO_ADMINS,
        *,
        addresses: Addresses | None = None,
        sign_in_links: SignInLinks | None = None,
    ) -> None:
        self._manager = manager
        self._hints = hints
        self._analysis_queue = analysis_queue
        self._budget = budget or RequestBudget(manager.clock)
        self._public_url = public_url
        self._admins = admins
        self._addresses = addresses or Addresses()
        self._sign_in_links = sign_in_links or SignInLinks()
        self._measure = measure or (lambda _: nullcontext())
        self._own_boards = OwnBoards(manager)
        self._tables = Tables(manager)
        self._landings: dict[str, tuple[datetime, Landing]] = {}
        """What visitors see who may begin, by language, with the time at which it was read."""

    async def handle(self, incoming: Incoming) -> tuple[Reply, ...]:
        """Run what a person typed or pressed; return the replies to that person.

        The requests of one account run one after another. There is no reply to chat between people, to a
        repeated delivery, and if the updated board is answer enough. An unexpected error is logged and
        answered with an apology. Requests beyond the budget get a "please wait" reply; of lines where others
        can read the reply, only the first in a row.
        """
        with self._measure(incoming.person.platform):
            return await self._handle(incoming)

    async def _handle(self, incoming: Incoming) -> tuple[Reply, ...]:  # noqa: PLR0911 (each has its reply)
        words, context = words_in(incoming.person.language), None
        wait = self._budget.take(incoming, cost_of(incoming))
        if wait is not None:
            again = self._budget.repeats_refusal(incoming) and isinstance(incoming.what, Line)
            if again and not incoming.place.answers_privately:
                return ()
            return (Reply(words.say("refused-too-fast", seconds=math.ceil(wait.total_seconds()))),)
        try:
            lock = self._budget.lock(incoming)
            async with lock:
                if lock.is_cancelled or await self._answers_as_unknown(incoming):
                    return (Reply(words.say("refused-expired")),)
                # Other requests move the player's notifications to this platform. A press on a page with a
                # game's board does not.
                acts = not incoming.on_board
                try:
                    context = await self._load_context(incoming, acts=acts)
                    words = context.words
                    return await _replacing_pressed(context, await self._answer(context))
                except PlayerMerged:
                    # The account was linked or unlinked meanwhile and belongs to another player now, so the
                    # request runs again for that player.
                    context = await self._load_context(incoming, acts=acts)
                    return await _replacing_pressed(context, await self._answer(context))
        except AlreadyDone:
            return ()  # A repeated delivery: the first one was answered.
        except Exception:
            logger.exception("action failed", extra=_log_fields(incoming, context))
            return (Reply(words.say("refused-failed")),)

    async def _answers_as_unknown(self, incoming: Incoming) -> bool:
        """True if an unknown account presses the answer to a question.

        The account was deleted after it was asked, and the press must not create it again.
        """
        person, what = incoming.person, incoming.what
        if not isinstance(what, Press) or read_answer(what.data) is None:
            return False
        return not await self._manager.people.is_known(person.platform, person.key)

    async def visit(self, person: Person, place: Place, *, creates: bool = False) -> VisitorPreferences:
        """Store a known person's present name; return the language and look of what they are shown in a chat.

        After an error, which is logged, return only the language of their client.

        Args:
            person: the person's account, with the name that they show now.
            place: the chat.
            creates: True to create a player for an unknown account, as when a person enters their name at the
                local table.
        """
        try:
            context = await self._load_context(Incoming("", person, place, Line("")), only_looks=not creates)
            display = replace(context.display, blocked=frozenset())
            return VisitorPreferences(context.words.language, display.theme, str(display))
        except Exception:
            logger.exception(
                "name could not be stored", extra={"platform": person.platform, "chat": place.key}
            )
            return VisitorPreferences(nearest_language(person.language))

    async def settings(self, incoming: Incoming) -> tuple[Setting, ...]:
        """Return the settings for a page: the person's in a private chat, the chat's in a shared one.

        Return an empty tuple after an error, which is logged.
        """
        try:
            return await shown_settings(await self._load_context(incoming, only_looks=True))
        except Exception:
            logger.exception("settings could not be shown", extra=_log_fields(incoming))
            return ()

    async def is_unaddressed(self, incoming: Incoming) -> bool:
        """True if a typed line is a message to the other people in the chat: neither a command nor a move.

        False for a press, and for a line beyond the person's rate limit. Errors are raised, because with
        either result the line could be lost without a reply.
        """
        what = incoming.what
        if not isinstance(what, Line) or self._budget.is_spent(incoming, cost_of(incoming)):
            return False
        return await read_typed(await self._load_context(incoming), what.text) is None

    async def added(self, person: Person, place: Place) -> str:
        """Set a chat's language to that of the person who added the bot, unless one was chosen there.

        Return the chat's language. After an error, which is logged, return that of the person.
        """
        language = nearest_language(person.language)
        try:
            people = self._manager.people
            if person.language:
                await people.set_reported_language(place.platform, place.key, language)
            return await people.language_of_chat(place.platform, place.key) or language
        except Exception:
            logger.exception(
                "chat language could not be set", extra={"platform": place.platform, "chat": place.key}
            )
            return language

    async def chats_changed(self, platform: str, keys: Sequence[str]) -> None:
        """Redraw what these chats and their threads show, because the bot's permissions there changed.

        An error is logged and not raised.

        Args:
            keys: the keys of the chats on the platform.
        """
        try:
            await self._manager.people.redraw_chats(platform, keys)
        except Exception:
            logger.exception(
                "chats could not be redrawn", extra={"platform": platform, "chat": ",".join(keys)}
            )

    async def queued(self, place: Place, message: str) -> int:
        """Return how many boards still wait to be sent to a chat and its threads; 0 after an error.

        Args:
            place: the chat.
            message: the id of the message whose board is not counted.
        """
        try:
            return await Outbox(self._manager).queued(place.platform, place.key, message)
        except Exception:
            logger.exception(
                "pending boards could not be counted",
                extra={"platform": place.platform, "chat": place.key, "message_id": message},
            )
            return 0

    async def wants_thread(self, incoming: Incoming, game: str | None) -> str | tuple[Reply, ...]:
        """Return the id of the game to open a thread for, or the reply that refuses or asks which game.

        A repeated delivery of the same press gets neither: the tuple is empty.

        Args:
            incoming: the request, from the chat in which the thread is opened.
            game: the id that was typed; None for the person's only game that the chat shows.
        """
        words, context = words_in(incoming.person.language), None
        wait = self._budget.take(incoming, cost_of(incoming))
        if wait is not None:
            return (Reply(words.say("refused-too-fast", seconds=math.ceil(wait.total_seconds()))),)
        try:
            context = await self._load_context(incoming)
            words = context.words
            return await claim_thread(context, game)
        except AlreadyDone:
            return ()
        except Exception:
            logger.exception("thread could not be claimed", extra=_log_fields(incoming, context))
            return (Reply(words.say("refused-failed")),)

    async def thread_opened(self, incoming: Incoming, game: str, thread: Place) -> None:
        """Move a game from the chat where the thread was requested to the new thread.

        A new board is posted there, and the players who were notified in the chat are notified in the thread.
        """
        context = await self._load_context(incoming)
        there = await self._load_context(replace(incoming, place=thread))
        await self._manager.boards.move_to_thread(context.actor, game, there.chat.id)

    async def thread_failed(self, incoming: Incoming, game: str) -> None:
        """Post a game's board, which waited for a thread, in the chat itself: the thread was not opened."""
        context = await self._load_context(incoming)
        await self._manager.boards.release_board(game, context.chat.id)

    async def chat_moved(self, platform: str, old: str, new: str) -> None:
        """Replace a chat's key, because the platform moved the chat, as Telegram does to upgrade a group."""
        await Outbox(self._manager).relocation.chat_moved(platform, old, new)

    async def table(self, incoming: Incoming, game: str, moment: int | None = None) -> Table | None:
        """Return a game's page for one person; None if they may not see the game, and after an error.

        Args:
            incoming: the person and the chat.
            game: the id that was asked for.
            moment: the number of the log line after which the game is shown; None for its present state.
        """
        try:
            return await self._tables.seen(await self._load_context(incoming, only_looks=True), game, moment)
        except Exception:
            logger.exception("game page could not be shown", extra={**_log_fields(incoming), "game": game})
            return None

    async def analysis(self, incoming: Incoming, game: str) -> AsyncIterator[AnalysisPage]:
        """Yield a finished game's analysis for one person; while it is computed, its progress.

        Yield nothing if they may not see the game, and after an error, which is logged.
        """
        try:
            async for page in analysis_pages(await self._load_context(incoming, only_looks=True), game):
                yield page
        except Exception:
            logger.exception("analysis could not be shown", extra={**_log_fields(incoming), "game": game})

    async def own_view(self, incoming: Incoming, subject: Posted, key: str) -> Reply | None:
        """Return a shared chat's board or challenge card as one person sees it.

        Return None if the chat does not show it, if a new message is about to replace the one that is looked
        at, and after an error, which is logged.

        Args:
            incoming: the person, the chat and the message that is looked at.
            subject: `game` or `challenge`.
            key: the id of the game or challenge.
        """
        try:
            return await self._own_boards.seen(
                await self._load_context(incoming, only_looks=True), subject, key
            )
        except Exception:
            logger.exception(
                "personal view could not be shown", extra={**_log_fields(incoming), subject: key}
            )
            return None

    async def own_look(self, incoming: Incoming, game: str) -> BoardLook | None:
        """Return the side, theme and layout in which a person sees a game's boards.

        Return None if there is no such game, and after an error, which is logged.
        """
        try:
            context = await self._load_context(incoming, only_looks=True)
            display = replace(as_preferred(context), reader=context.player.id)
            return own_look(await context.open_game(game), display)
        except NoSuchGame:
            return None
        except Exception:
            logger.exception("board look could not be read", extra={**_log_fields(incoming), "game": game})
            return None

    async def looking(self, incoming: Incoming, game: str) -> AbstractContextManager[None]:
        """Return a context manager during which the person counts as viewing a game.

        Meanwhile they need no notification of it. The context manager does nothing for an unknown person, and
        after an error, which is logged.
        """
        try:
            context = await self._load_context(incoming, only_looks=True)
        except Exception:
            logger.exception("viewer could not be identified", extra={**_log_fields(incoming), "game": game})
            return nullcontext()
        if not context.player.is_known:
            return nullcontext()
        return self._manager.onlookers.looking(context.player.id, game)

    async def lobby(self, incoming: Incoming) -> Lobby:
        """Return a person's lobby: their games, challenges that wait for them, and games to watch.

        Return an empty lobby in an unknown chat, and after an error, which is logged.
        """
        try:
            context = await self._load_context(incoming, only_looks=True)
            if not context.chat.is_known:
                return Lobby()  # A person who never used the bot and is in no known chat.
            player, chat = context.player.id, context.chat.id
            view = await self._manager.lobbies.of(player, chat, incoming.is_in)
            theme = context.display.preferred_by(context.player).theme
            here: RoomName = "table" if incoming.place.kind is ChatKind.SHARED else "me"
            now = self._manager.clock()
            return lobby(context.words, view, player, chat, now, theme=theme, here=here)
        except Exception:
            logger.exception("lobby could not be shown", extra=_log_fields(incoming))
            return Lobby()

    async def finished(self, incoming: Incoming, shown: str, page: int, opponent: str = "") -> Finished:
        """Return a page of a person's finished games; an empty one after an error, which is logged.

        Args:
            shown: which games, a value of `Ended`, or anything else for all.
            page: the page's number, from 1.
            opponent: the opponent's key, digits only; empty for all.
        """
        try:
            context = await self._load_context(incoming, only_looks=True)
            if not context.player.is_known:
                return Finished()
            ended = next((each for each in Ended if each.value == shown), None)
            other = int(opponent) if opponent else None
            found = await self._manager.lists.finished(context.player.id, ended, other, number=page)
            theme = context.display.preferred_by(context.player).theme
            return finished(context.words, found, context.player.id, ended, opponent, theme=theme)
        except Exception:
            logger.exception("finished games could not be shown", extra=_log_fields(incoming))
            return Finished()

    async def profile(self, incoming: Incoming) -> ProfilePage:
        """Return a person's own profile; an empty one for an unknown person, and after a logged error."""
        try:
            context = await self._load_context(incoming, only_looks=True)
            if not context.player.is_known:
                return ProfilePage()
            profiles, player = self._manager.profiles, context.player.id
            found, play = await profiles.of(player), await profiles.play_of(player)
            return profile_page(context.words, found, play, await profiles.against(player))
        except Exception:
            logger.exception("profile could not be shown", extra=_log_fields(incoming))
            return ProfilePage()

    async def new_game(self, incoming: Incoming) -> NewGame:
        """Return the form of a new game with the person's last choices; the default ones after an error."""
        try:
            return await new_game_form(await self._load_context(incoming, only_looks=True))
        except Exception:
            logger.exception("new game form could not be shown", extra=_log_fields(incoming))
            return self.visitors_new_game(incoming.place, incoming.person.language)

    def visitors_new_game(self, place: Place, language: str) -> NewGame:
        """Return the form of a new game for a visitor without an account, with the default choices."""
        return new_game_form_for_visitors(place, nearest_language(language))

    async def friends(self, incoming: Incoming) -> tuple[FormFriend, ...]:
        """Return players to challenge whose names begin with the typed line.

        Return none beyond the person's rate limit, and after an error, which is logged.
        """
        if not self._budget.take_completion(incoming) or not isinstance(incoming.what, Line):
            return ()
        try:
            context = await self._load_context(incoming, only_looks=True)
            return await friends_of(context, sanitize_text(incoming.what.text))
        except Exception:
            logger.exception("players could not be found", extra=_log_fields(incoming))
            return ()

    async def shared_table(self, token: str, language: str, moment: int | None = None) -> Table | None:
        """Return the page of a game shared by link; None if the token is invalid or revoked.

        Args:
            token: the token in the link.
            language: the language that the browser asks for, such as `ru-RU`.
            moment: the number of the log line after which the game is shown; None for its present state.
        """
        return await self._tables.shared(token, nearest_language(language), moment)

    async def shared_preview(self, token: str, language: str) -> SharedPreview | None:
        """Return what a chat shows below the link of a shared board, or None if it may show no names.

        Args:
            token: the token in the link.
            language: the language of the player who shared it, such as `ru`.

        Raises:
            KeyError: the token is invalid or revoked.
        """
        return await self._tables.preview(token, nearest_language(language))

    async def public_table(
        self, place: Place, game: str, language: str, moment: int | None = None
    ) -> Table | None:
        """Return the page of a game that a shared chat shows, for a visitor without an account.

        Return None if the chat does not show it, and after an error, which is logged.

        Args:
            place: the chat, which the visitor may read.
            language: as in `shared_table`.
            moment: as in `shared_table`.
        """
        try:
            spoken = nearest_language(language)
            return await self._tables.public(game, place.platform, place.key, spoken, moment)
        except Exception:
            logger.exception(
                "game page could not be shown",
                extra={"platform": place.platform, "chat": place.key, "game": game},
            )
            return None

    async def landing(self, place: Place, language: str) -> Landing:
        """Return what a visitor who may begin sees: the games of a shared chat, links to other platforms.

        Visitors with the same language share a result for a second. No games are shown after an error, which
        is logged.
        """
        words, now = words_in(language), self._manager.clock()
        known = self._landings.get(words.language)
        if known is not None and timedelta() <= now - known[0] < _LANDING_REMEMBERED:
            return known[1]
        try:
            games = await self._manager.lobbies.shown_in(place.platform, place.key)
        except Exception:
            logger.exception(
                "games of a chat could not be read", extra={"platform": place.platform, "chat": place.key}
            )
            games = []
        shown = landing(words, games, self._addresses.elsewhere_than(place.platform), now)
        self._landings[words.language] = now, shown
        return shown

    def closed_landing(self, platform: str, language: str, *, has_table: bool) -> Landing:
        """Return what a visitor sees who may not begin to play.

        Args:
            platform: the page's platform; links lead to the others.
            has_table: False at an address where only boards are open.
        """
        return closed_landing(
            words_in(language), self._addresses.elsewhere_than(platform), has_table=has_table
        )

    async def invited(self, start: str, language: str) -> Invited:
        """Return the invitation of a link as a visitor without an account sees it.

        One that is no longer open, and a wrong token, are answered alike; so is an error, which is logged.

        Args:
            start: the start parameter of the link.
        """
        words = words_in(language)
        try:
            command, *rest = (read_link_words(start) or "").split()
            if command == "/accept" and len(rest) == _CHALLENGE_AND_TOKEN and is_game_id(rest[0]):
                challenge_id, token = rest
                found = await self._manager.challenges.opened_by_link(challenge_id, token)
                if found is not None:
                    return invited(words, *found, token)
        except Exception:
            logger.exception("invitation could not be shown")
        return no_invitation(words)

    async def shared_analysis(self, token: str, language: str) -> AnalysisPage | None:
        """Return the stored analysis of a game shared by link, or a page that says that there is none.

        Return None if the token is invalid or revoked, or the game goes on.

        Args:
            token: the token in the link.
            language: the language that the browser asks for, such as `ru-RU`.
        """
        shared = await self._manager.sharing.game_of_token(token)
        return await visitors_analysis_page(self._manager, shared, nearest_language(language))

    async def public_analysis(self, place: Place, game: str, language: str) -> AnalysisPage | None:
        """Return the stored analysis of a game that a shared chat shows, for a visitor without an account.

        Return a page that says so if none is stored, None if the chat does not show the game or it goes on,
        and None after an error, which is logged.

        Args:
            place: the chat, which the visitor may read.
            language: as in `shared_analysis`.
        """
        try:
            shown = await self._tables.public_game(game, place.platform, place.key)
            return await visitors_analysis_page(self._manager, shown, nearest_language(language))
        except Exception:
            logger.exception(
                "analysis could not be shown",
                extra={"platform": place.platform, "chat": place.key, "game": game},
            )
            return None

    async def complete(self, incoming: Incoming) -> tuple[str, ...]:
        """Return whole lines that complete a typed beginning: commands, and after a space their arguments.

        Return none beyond the person's rate limit, and after an error, which is logged.
        """
        if not self._budget.take_completion(incoming):
            return ()
        try:
            context = await self._load_context(incoming, only_looks=True)
            what = incoming.what
            return await completions(context, sanitize_text(what.text)) if isinstance(what, Line) else ()
        except Exception:
            logger.exception("completion failed", extra=_log_fields(incoming))
            return ()

    async def _load_context(
        self, incoming: Incoming, *, acts: bool = False, only_looks: bool = False
    ) -> CommandContext:
        """Load the person and the chat of a request, creating both if they are new.

        Args:
            acts: True if the person is notified in their private chat on this platform from now on.
            only_looks: True for a read-only visit, which creates no player: an open page of a deleted person
                would otherwise create them again.
        """
        person, place = incoming.person, incoming.place
        visitor = await self._manager.people.visit(
            person.platform,
            person.key,
            sanitize_name(person.name),
            place.key,
            place.kind.value,
            nearest_language(person.language) if person.language else "",
            handle=person.handle,
            chat_language=nearest_language(place.language) if place.language else "",
            acts=acts,
            only_looks=only_looks,
        )
        player, chat, display = visitor.player, visitor.chat, visitor.display
        if player.is_known:
            self._budget.meet(incoming, player.id)
        # A reply is for this person: it uses their language and numbering, even in a shared chat.
        language = player.language or display.language
        own = replace(
            display,
            language=language,
            counts_for=player.counts_for,
            blocked=visitor.blocked,
            zone=player.zone or display.zone,
        )
        account = person.platform, person.key
        opens_threads = chat.threads and place.has_threads
        actor = Actor(player.id, incoming.idempotency_key, chat.id, incoming.on_board, account, opens_threads)
        return CommandContext(
            self._manager,
            actor,
            player,
            chat,
            own,
            words_in(own.language),
            incoming,
            self._hints,
            self._analysis_queue,
            self._budget,
            self._public_url,
            self._admins,
            self._addresses,
            self._sign_in_links,
        )

    async def _answer(self, context: CommandContext) -> tuple[Reply, ...]:
        parsed = await self._parse(context)
        if not isinstance(parsed, ParsedCommand):
            return parsed
        try:
            if (
                parsed.command.takes_game
                and parsed.game is not None
                and not await context.may_see(parsed.game)
            ):
                # The same refusal as for an unknown id, so that ids of private games cannot be probed.
                raise NoSuchGame(parsed.game)
            return await parsed.command.handler(context, parsed) or await _done_elsewhere(context, parsed)
        except Unclear as unclear:
            return (await ask_for_game(context, parsed, unclear),)
        except Refusal as refusal:
            return (await self._refuse(context, parsed, refusal),)

    async def _parse(self, context: CommandContext) -> ParsedCommand | tuple[Reply, ...]:
        """Return the command that was typed or pressed; if it is none, the replies, which may be empty."""
        what, say = context.incoming.what, context.words.say
        if isinstance(what, Line):
            parsed = await read_typed(context, what.text)
            if parsed is None and context.incoming.place.kind is ChatKind.PRIVATE:
                return (Reply(say("refused-talk", command=Code("/move"), help=Code("/help"))),)
            if parsed is None:
                return ()
        elif (answer := read_answer(what.data)) is not None:
            line = await Questions(self._manager).answered(context.actor.player, *answer)
            if line is None:
                return (Reply(say("refused-expired")),)
            parsed = _read_answer(line)
        else:
            parsed = read_press(sanitize_text(what.data))
        if parsed is None:
            return (Reply(say("refused-unknown-button", help=Code("/help"))),)
        # To everyone else an admin's command looks like one that does not exist.
        if isinstance(parsed, ParsedCommand) and not await parsed.command.is_offered_to(context):
            parsed = UnknownCommand(parsed.command.name, f"/{parsed.command.name} {parsed.rest}".strip())
        if isinstance(parsed, UnknownCommand):
            return (await _unknown_command(context, parsed),)
        return parsed

    async def _refuse(self, context: CommandContext, parsed: ParsedCommand, refusal: Refusal) -> Reply:
        """Return the reply that explains a refusal and what to do instead.

        A press gets the present board too if the pressed message is not the chat's board of the game, and the
        press came too late or from a person who cannot act now. A press that repeats a finished step gets a
        toast with the progress of the turn, because its board may lag behind.
        """
        if isinstance(refusal, AlreadyRolled | NothingToTakeBack):
            so_far = await repeated(context, parsed, refusal.game, refusal)
            if so_far:
                return Reply(so_far, is_fleeting=True)
        numbers = ON_THE_BOARD
        if isinstance(refusal, AlreadyRolled | TurnIncomplete):
            numbers = numbering_of(await self._manager.game(refusal.game), context.display)
        text = refusal_text(context.words, refusal, numbers)
        if not isinstance(refusal, StaleBoard | NotSeated | NotYourTurn | GameIsOver):
            return Reply(text)
        if not isinstance(context.incoming.what, Press):
            return Reply(text)
        game, events = await self._manager.with_events(refusal.game)
        is_shown_there = await context.replied_to("game") == refusal.game
        if context.incoming.has_toast and isinstance(refusal, StaleBoard) and parsed.turn is not None:
            words, lag = context.words, context.incoming.lag
            already = played_already(words, game, events, parsed.turn, context.player.id, context.display)
            if already:
                text = join([already, board_follows(words, lag)], " ") if is_shown_there else already
                return Reply(text, is_fleeting=True)
        if is_shown_there:
            return Reply(text)  # The pressed message itself shows the present board, or soon will.
        draft, now = context.shows_draft(game), self._manager.clock()
        shown = board(game, events, context.display, draft=draft, waiting=None, now=now)
        return replace(shown, text=text, is_picture_extra=True)


async def _unknown_command(context: CommandContext, parsed: UnknownCommand) -> Reply:
    """Return the reply that there is no such command, with up to three similar ones as buttons."""
    say, command = context.words.say, Code(f"/{shortened(parsed.name)}")
    meant = lines_like(parsed.line)
    if not meant:
        return Reply(say("refused-unknown-command", command=command, help=Code("/help")))
    like = join([(Code(shortened(line, LONGEST_LABEL)),) for line in meant], ", ")
    text = say("refused-command-like", command=command, like=like, help=Code("/help"))
    return await context.ask(text, [Choice(shortened(line, LONGEST_LABEL), line) for line in meant])


async def _done_elsewhere(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """Return the reply to an action without one, in a shared chat and a game that the chat does not show.

    In other cases return none, because the chat's board shows the action.
    """
    others_read = context.incoming.place.kind is ChatKind.SHARED
    if not (parsed.command.takes_game and parsed.game is not None and others_read):
        return ()
    if context.showed(parsed.game) or await context.shows(parsed.game):
        return ()
    return (Reply(context.words.say("done-elsewhere", game=parsed.game)),)


async def _replacing_pressed(context: CommandContext, replies: tuple[Reply, ...]) -> tuple[Reply, ...]:
    """Return the replies, the first of them marked to replace the pressed message.

    It is marked only if a button was pressed on a message other than a board or card, such as a question, and
    it has no file. Replies without a language get that of the person.
    """
    incoming = context.incoming
    replies = tuple(replace(reply, language=reply.language or context.words.language) for reply in replies)
    if not replies or not isinstance(incoming.what, Press) or incoming.message is None:
        return replies
    if replies[0].document is not None:  # Some platforms cannot edit a text message into one with a file.
        return replies
    if await context.outbox.subject_of(context.chat.id, incoming.message) is not None:
        return replies
    return (replace(replies[0], replaces=True), *replies[1:])


def _read_answer(line: str) -> ParsedCommand | UnknownCommand | None:
    """Parse the stored command line of the answer that was pressed; `sure` is set if it confirms."""
    parsed = read_line(line.removeprefix(SURE))
    return replace(parsed, sure=line.startswith(SURE)) if isinstance(parsed, ParsedCommand) else parsed


def _log_fields(incoming: Incoming, context: CommandContext | None = None) -> dict[str, object]:
    """Return a request's ids for a log line: chat, message, player, command and game, as far as known."""
    fields: dict[str, object] = {"platform": incoming.place.platform, "chat": incoming.place.key}
    if incoming.message is not None:
        fields["message_id"] = incoming.message
    if context is not None:
        fields["player"] = context.player.id
    what = incoming.what
    parsed = (
        read_line(sanitize_text(what.text))
        if isinstance(what, Line)
        else read_press(sanitize_text(what.data))
    )
    if isinstance(parsed, ParsedCommand):
        fields["command"] = parsed.command.name
        if parsed.game is not None:
            fields["game"] = parsed.game
    return fields
