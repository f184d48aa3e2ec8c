"""The conversation: what a person did on any platform, carried out and answered."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace

from bot.sessions import Actor, Hints, Outbox, Questions, SessionManager
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
from bot.talk.catalog import join, nearest_language, words_in
from bot.talk.command import ParsedCommand, UnknownCommand
from bot.talk.command_table import lines_like
from bot.talk.commands.moves import repeated
from bot.talk.context import SURE, Choice, CommandContext
from bot.talk.incoming import ChatKind, Incoming, Line, Person, Place, Posted, Press, VisitorPreferences
from bot.talk.input.completion import completions
from bot.talk.input.parsing import cost_of, read_line, read_press
from bot.talk.input.payloads import read_answer
from bot.talk.input.typed import read_typed
from bot.talk.numbering import ON_THE_BOARD, numbering_of
from bot.talk.personal_boards import OwnBoards, Tables, as_preferred
from bot.talk.refusal_texts import refusal_text
from bot.talk.reply import Code, Reply
from bot.talk.request_budget import RequestBudget
from bot.talk.resolve_game import Unclear, ask_for_game, claim_thread
from bot.talk.sanitize import sanitize_name, sanitize_text
from bot.talk.settings import shown_settings
from bot.talk.views.board import board
from bot.talk.views.lobby import Lobby, RoomName, lobby
from bot.talk.views.personal import BoardLook, own_look
from bot.talk.views.settings import Setting
from bot.talk.views.table import Table
from bot.talk.views.toasts import board_follows, played_already
from bot.talk.wording import LONGEST_LABEL, shortened

logger = logging.getLogger(__name__)


class Conversation:
    """The one way from what people do on any platform to what is done.

    Args:
        manager: where it is done.
        hints: where hints are asked for.
        analysis_queue: who tell what games were worth.
        budget: what each person may ask for in a time; what suits people, unless given.
        public_url: the address of the page on which boards can be opened; empty, if not everybody reaches it.
        measure: measures how long it takes to handle what somebody did on a platform, if anything does.
        admins: who runs the bot; nobody, unless given.
        addresses: how the bot is found on each platform; nowhere else, unless given.
        sign_in_links: how somebody comes back to his seat at the local table; not at all, unless given.
    """

    def __init__(  # noqa: PLR0913 (the last two by name)
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

    async def handle(self, incoming: Incoming) -> tuple[Reply, ...]:
        """Carry out what a person did; return the answers that are for that person alone.

        A fault of ours is logged and answered with a sentence: a person is never left without an answer. Who
        asks for more than anybody could by hand is told to wait; where others read that, once.
        """
        with self._measure(incoming.person.platform):
            return await self._handle(incoming)

    async def _handle(self, incoming: Incoming) -> tuple[Reply, ...]:  # noqa: PLR0911 (each way out has its answer)
        words = words_in(incoming.person.language)
        wait = self._budget.take(incoming, cost_of(incoming))
        if wait is not None:
            again = self._budget.repeats_refusal(incoming) and isinstance(incoming.what, Line)
            if again and not incoming.place.answers_privately:
                return ()
            return (Reply(words.say("refused-too-fast", seconds=math.ceil(wait.total_seconds()))),)
        try:
            lock = self._budget.lock(incoming)
            async with lock:
                if lock.is_cancelled or await self._answers_for_nobody(incoming):
                    return (Reply(words.say("refused-expired")),)
                # Who looks at a board of its own is told of things where he was.
                acts = not incoming.on_board
                try:
                    context = await self._meet(incoming, acts=acts)
                    words = context.words
                    return await _placed(context, await self._answer(context))
                except PlayerMerged:
                    # After he was met two players became one, or one two: he is met again as who he is now.
                    context = await self._meet(incoming, acts=acts)
                    return await _placed(context, await self._answer(context))
        except AlreadyDone:
            return ()
        except Exception:
            logger.exception("an action failed")
            return (Reply(words.say("refused-failed")),)

    async def _answers_for_nobody(self, incoming: Incoming) -> bool:
        """True if somebody answers a question who is not known: he was forgotten, and stays so."""
        person, what = incoming.person, incoming.what
        if not isinstance(what, Press) or read_answer(what.data) is None:
            return False
        return not await self._manager.people.is_known(person.platform, person.key)

    async def visit(self, person: Person, place: Place, *, creates: bool = False) -> VisitorPreferences:
        """Store a known person's current name; return the language and look of what they are shown in a chat.

        Args:
            person: the person's account, with the name that they show now.
            place: the chat.
            creates: True to create a player for an unknown account, as when they sit down under a name.
        """
        try:
            context = await self._meet(Incoming("", person, place, Line("")), only_looks=not creates)
            display = replace(context.display, blocked=frozenset())
            return VisitorPreferences(context.words.language, display.theme, str(display))
        except Exception:
            logger.exception("nobody could take note of a name")
            return VisitorPreferences(nearest_language(person.language))

    async def settings(self, incoming: Incoming) -> tuple[Setting, ...]:
        """Return the settings of a person, in his private chat, or of a shared chat, one by one."""
        try:
            return await shown_settings(await self._meet(incoming, only_looks=True))
        except Exception:
            logger.exception("settings could not be shown")
            return ()

    async def is_unaddressed(self, incoming: Incoming) -> bool:
        """True if a typed line is talk for the others: neither a command nor a move.

        What goes wrong is raised: taken for no talk, the line would be neither shown nor refused.
        """
        what = incoming.what
        if not isinstance(what, Line) or self._budget.is_spent(incoming, cost_of(incoming)):
            return False
        return await read_typed(await self._meet(incoming), what.text) is None

    async def added(self, person: Person, place: Place) -> str:
        """Take note of who has brought the bot into a chat, which speaks that person's language then.

        Return the language that it speaks: one may have been chosen before.
        """
        language = nearest_language(person.language)
        try:
            people = self._manager.people
            if person.language:
                await people.speak_in(place.platform, place.key, language)
            return await people.spoken_in(place.platform, place.key) or language
        except Exception:
            logger.exception("nobody could take note of a chat")
            return language

    async def chats_changed(self, platform: str, keys: Sequence[str]) -> None:
        """Take note that the bot may do more, or less, in the chats with these keys, and in their parts."""
        try:
            await self._manager.people.show_again(platform, keys)
        except Exception:
            logger.exception("what changed in a chat could not be noted")

    async def queued(self, place: Place, message: str) -> int:
        """Return how many boards a chat and its parts are still to show, but for the one in a message."""
        try:
            return await Outbox(self._manager).queued(place.platform, place.key, message)
        except Exception:
            logger.exception("the boards that a chat waits for could not be counted")
            return 0

    async def wants_thread(self, incoming: Incoming, game: str | None) -> str | tuple[Reply, ...]:
        """Return the id of the game for which a thread is to be opened, once for one press; or why not.

        Args:
            incoming: who asks, in the chat below which the thread is to be.
            game: the id that was typed; the person's only game that the chat shows, unless given.
        """
        words = words_in(incoming.person.language)
        wait = self._budget.take(incoming, cost_of(incoming))
        if wait is not None:
            return (Reply(words.say("refused-too-fast", seconds=math.ceil(wait.total_seconds()))),)
        try:
            context = await self._meet(incoming)
            words = context.words
            return await claim_thread(context, game)
        except AlreadyDone:
            return ()
        except Exception:
            logger.exception("a thread could not be asked for")
            return (Reply(words.say("refused-failed")),)

    async def thread_opened(self, incoming: Incoming, game: str, thread: Place) -> None:
        """Move a game's board from the chat where that was asked to the thread that was opened below it."""
        context = await self._meet(incoming)
        there = await self._meet(replace(incoming, place=thread))
        await self._manager.boards.move_to_thread(context.actor, game, there.chat.id)

    async def thread_failed(self, incoming: Incoming, game: str) -> None:
        """Show a game's board in the chat itself, because no thread could be opened for it."""
        context = await self._meet(incoming)
        await self._manager.boards.release_board(game, context.chat.id)

    async def chat_moved(self, platform: str, old: str, new: str) -> None:
        """Take note that a platform has put a new chat in the place of an old one, by their keys."""
        await Outbox(self._manager).relocation.chat_moved(platform, old, new)

    async def table(self, incoming: Incoming, game: str, moment: int | None = None) -> Table | None:
        """Return a game as a person sees it at his table; nothing, if it is not seen by him there.

        Args:
            incoming: who asks, and where.
            game: the id of the game.
            moment: after which line of its log it is shown; nothing for how it stands now.
        """
        try:
            return await self._tables.seen(await self._meet(incoming, only_looks=True), game, moment)
        except Exception:
            logger.exception("a table could not be shown")
            return None

    async def own_view(self, incoming: Incoming, subject: Posted, key: str) -> Reply | None:
        """Return what a shared chat shows of something as one person sees it; nothing, if it shows it not.

        Args:
            incoming: who looks, at which chat, and at which of its messages.
            subject: `game` or `challenge`.
            key: its id.
        """
        try:
            return await self._own_boards.seen(await self._meet(incoming, only_looks=True), subject, key)
        except Exception:
            logger.exception("what a chat shows could not be shown to one person")
            return None

    async def own_look(self, incoming: Incoming, game: str) -> BoardLook | None:
        """Return how a person sees the boards of a game that a chat showed; nothing, if that is not known.

        Args:
            incoming: who looks, and at which chat.
            game: the id of the game.
        """
        try:
            context = await self._meet(incoming, only_looks=True)
            display = replace(as_preferred(context), reader=context.player.id)
            return own_look(await context.open_game(game), display)
        except NoSuchGame:
            return None
        except Exception:
            logger.exception("how a person sees a board could not be told")
            return None

    async def looking(self, incoming: Incoming, game: str) -> AbstractContextManager[None]:
        """Return what lets a person look at a game until left: meanwhile he is not called to it."""
        try:
            context = await self._meet(incoming, only_looks=True)
        except Exception:
            logger.exception("nobody could take note of who looks on")
            return nullcontext()
        if not context.player.is_known:
            return nullcontext()
        return self._manager.onlookers.looking(context.player.id, game)

    async def lobby(self, incoming: Incoming) -> Lobby:
        """Return a person's games, what waits for his answer, and what others play where he is."""
        try:
            context = await self._meet(incoming, only_looks=True)
            if not context.chat.is_known:
                return Lobby()  # of who has never been heard, and is in no chat
            player, chat = context.player.id, context.chat.id
            view = await self._manager.lobbies.of(player, chat, incoming.is_in)
            theme = context.display.with_look(context.player.theme).theme
            here: RoomName = "table" if incoming.place.kind is ChatKind.SHARED else "me"
            now = self._manager.clock()
            return lobby(context.words, view, player, chat, now, theme=theme, here=here)
        except Exception:
            logger.exception("a lobby could not be shown")
            return Lobby()

    async def shared_table(self, token: str, language: str, moment: int | None = None) -> Table | None:
        """Return a game as whoever has its link sees it; nothing, if the token leads nowhere.

        Args:
            token: what the link carries.
            language: the language that is asked for.
            moment: after which line of its log it is shown; nothing for how it stands now.
        """
        return await self._tables.shared(token, nearest_language(language), moment)

    async def complete(self, incoming: Incoming) -> tuple[str, ...]:
        """Return whole lines that the typed beginning of a line could become: few, or all commands."""
        if not self._budget.take_completion(incoming):
            return ()
        try:
            context = await self._meet(incoming, only_looks=True)
            what = incoming.what
            return await completions(context, sanitize_text(what.text)) if isinstance(what, Line) else ()
        except Exception:
            logger.exception("nothing could be completed")
            return ()

    async def _meet(
        self, incoming: Incoming, *, acts: bool = False, only_looks: bool = False
    ) -> CommandContext:
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
        # An answer is for this person alone: it speaks and counts as he does, even where others read along.
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
                raise NoSuchGame(parsed.game)
            return await parsed.command.handler(context, parsed) or await _said_aside(context, parsed)
        except Unclear as unclear:
            return (await ask_for_game(context, parsed, unclear),)
        except Refusal as refusal:
            return (await self._refuse(context, parsed, refusal),)

    async def _parse(self, context: CommandContext) -> ParsedCommand | tuple[Reply, ...]:
        """Return what is asked for, or the answer if that is no command."""
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
        if isinstance(parsed, ParsedCommand) and not await parsed.command.is_offered_to(context):
            parsed = UnknownCommand(parsed.command.name, f"/{parsed.command.name} {parsed.rest}".strip())
        if isinstance(parsed, UnknownCommand):
            return (await _unknown_command(context, parsed),)
        return parsed

    async def _refuse(self, context: CommandContext, parsed: ParsedCommand, refusal: Refusal) -> Reply:
        """Say what is wrong and what would help; a press on an old board shows the present one.

        Who presses once more what is done already is told so: boards may lag.
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
        stands = await context.replied_to("game") == refusal.game
        if context.incoming.has_toast and isinstance(refusal, StaleBoard) and parsed.turn is not None:
            words, lag = context.words, context.incoming.lag
            already = played_already(words, game, events, parsed.turn, context.player.id, context.display)
            if already:
                text = join([already, board_follows(words, lag)], " ") if stands else already
                return Reply(text, is_fleeting=True)
        if stands:
            return Reply(text)  # the very message that was pressed shows the present board
        draft, now = context.shows_draft(game), self._manager.clock()
        shown = board(game, events, context.display, draft=draft, waiting=None, now=now)
        return replace(shown, text=text, is_picture_extra=True)


async def _unknown_command(context: CommandContext, parsed: UnknownCommand) -> Reply:
    """Say that there is no such command, and offer those that may have been meant."""
    say, command = context.words.say, Code(f"/{shortened(parsed.name)}")
    meant = lines_like(parsed.line)
    if not meant:
        return Reply(say("refused-unknown-command", command=command, help=Code("/help")))
    like = join([(Code(shortened(line, LONGEST_LABEL)),) for line in meant], ", ")
    text = say("refused-command-like", command=command, like=like, help=Code("/help"))
    return await context.ask(text, [Choice(shortened(line, LONGEST_LABEL), line) for line in meant])


async def _said_aside(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """Say that something was done in a game that the chat does not show, where others read along."""
    others_read = context.incoming.place.kind is ChatKind.SHARED
    if not (parsed.command.takes_game and parsed.game is not None and others_read):
        return ()
    if context.showed(parsed.game) or await context.shows(parsed.game):
        return ()
    return (Reply(context.words.say("done-elsewhere", game=parsed.game)),)


async def _placed(context: CommandContext, replies: tuple[Reply, ...]) -> tuple[Reply, ...]:
    """Let an answer take the place of a list or question that was pressed, but never of a board or card."""
    incoming = context.incoming
    replies = tuple(replace(reply, language=reply.language or context.words.language) for reply in replies)
    if not replies or not isinstance(incoming.what, Press) or incoming.message is None:
        return replies
    if replies[0].document is not None:  # on some platforms no file can take the place of words
        return replies
    if await context.outbox.subject_of(context.chat.id, incoming.message) is not None:
        return replies
    return (replace(replies[0], replaces=True), *replies[1:])


def _read_answer(line: str) -> ParsedCommand | UnknownCommand | None:
    """Read the line of an answer."""
    parsed = read_line(line.removeprefix(SURE))
    return replace(parsed, sure=line.startswith(SURE)) if isinstance(parsed, ParsedCommand) else parsed
