"""The conversation: what a person did on any platform, carried out and answered."""

from __future__ import annotations

import logging
import math
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.sessions import By, Debts, counts_for
from bot.sessions.errors import (
    AlreadyDone,
    AlreadyRolled,
    GameIsOver,
    NoSuchGame,
    NotSeated,
    NotYourTurn,
    Refusal,
    StaleBoard,
    TurnIncomplete,
)
from bot.talk.acts import ACTS
from bot.talk.acts.threads import claim_thread
from bot.talk.board import board
from bot.talk.budget import Budget
from bot.talk.catalog import join, nearest_language, words_in
from bot.talk.command_names import lines_like
from bot.talk.completion import completions
from bot.talk.heard import ChatKind, Heard, Line, Press
from bot.talk.numbering import ON_THE_BOARD, numbering_of
from bot.talk.parsing import Asked, Unknown, read_answer, read_line, read_press
from bot.talk.refusals import refusal_text
from bot.talk.reply import Code, Reply
from bot.talk.talk import SURE, Choice, Talk
from bot.talk.tidy import tidy_name, tidy_text
from bot.talk.typed import read_typed
from bot.talk.which import Unclear, ask_which
from bot.talk.wording import LONGEST_LABEL, shortened

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.sessions import Analysts, Hints, SessionManager
    from bot.talk.heard import Person, Place

logger = logging.getLogger(__name__)


class Conversation:
    """The one way from what platforms hear to what is done.

    Args:
        manager: where it is done.
        hints: where hints are asked for.
        analysts: who tell what games were worth.
        budget: what each person may ask for in a time; what suits people, unless given.
    """

    def __init__(
        self, manager: SessionManager, hints: Hints, analysts: Analysts, budget: Budget | None = None
    ) -> None:
        self._manager = manager
        self._hints = hints
        self._analysts = analysts
        self._budget = budget or Budget(manager.clock)

    async def hear(self, heard: Heard) -> tuple[Reply, ...]:
        """Carry out what a person did; return the answers that are for that person alone.

        A fault of ours is logged and answered with a sentence: a person is never left without an answer. Who
        asks for more than anybody could by hand is told to wait; where others read that, once.
        """
        words = words_in(heard.person.language)
        wait = self._budget.take(heard)
        if wait is not None:
            again = self._budget.is_told_again(heard) and isinstance(heard.what, Line)
            if again and not heard.place.answers_privately:
                return ()
            return (Reply(words.say("refused-too-fast", seconds=math.ceil(wait.total_seconds()))),)
        try:
            async with self._budget.turn(heard):
                talk = await self._meet(heard)
                words = talk.words
                return await _placed(talk, await self._answer(talk))
        except AlreadyDone:
            return ()
        except Exception:
            logger.exception("an action failed")
            return (Reply(words.say("refused-failed")),)

    async def met(self, person: Person, place: Place) -> str:
        """Take note of who somebody is, and what he is called now; return the language he is answered in."""
        try:
            return (await self._meet(Heard("", person, place, Line("")))).words.language
        except Exception:
            logger.exception("nobody could take note of a name")
            return nearest_language(person.language)

    async def is_talk(self, heard: Heard) -> bool:
        """Whether a typed line is talk for the others: neither a command nor a move."""
        what = heard.what
        if not isinstance(what, Line) or self._budget.is_spent(heard):
            return False
        try:
            return await read_typed(await self._meet(heard), what.text) is None
        except Exception:
            logger.exception("a line could not be read")
            return False

    async def added(self, person: Person, place: Place) -> None:
        """Take note of who has brought the bot into a chat, which speaks that person's language then."""
        if not person.language:
            return  # it speaks the language of whoever speaks first there
        try:
            await self._manager.people.speak_in(place.platform, place.key, nearest_language(person.language))
        except Exception:
            logger.exception("nobody could take note of a chat")

    async def chats_changed(self, platform: str, keys: Sequence[str]) -> None:
        """Take note that the bot may do more, or less, in the chats with these keys, and in their parts."""
        try:
            await self._manager.people.show_again(platform, keys)
        except Exception:
            logger.exception("what changed in a chat could not be noted")

    async def wants_thread(self, heard: Heard, game: str | None) -> str | tuple[Reply, ...]:
        """Return the id of the game for which a thread is to be opened, once for one happening; or why not.

        Args:
            heard: who asks, in the chat below which the thread is to be.
            game: the id that was typed; the person's only game that the chat shows, unless given.
        """
        words = words_in(heard.person.language)
        wait = self._budget.take(heard)
        if wait is not None:
            return (Reply(words.say("refused-too-fast", seconds=math.ceil(wait.total_seconds()))),)
        try:
            talk = await self._meet(heard)
            words = talk.words
            return await claim_thread(talk, game)
        except AlreadyDone:
            return ()
        except Exception:
            logger.exception("a thread could not be asked for")
            return (Reply(words.say("refused-failed")),)

    async def thread_opened(self, heard: Heard, game: str, thread: Place) -> None:
        """Move a game's board from the chat where that was asked to the thread that was opened below it."""
        talk = await self._meet(heard)
        there = await self._meet(replace(heard, place=thread))
        await self._manager.move_to_thread(talk.by, game, there.chat.id)

    async def chat_moved(self, platform: str, old: str, new: str) -> None:
        """Take note that a platform has put a new chat in the place of an old one, by their keys."""
        await Debts(self._manager).removals.chat_moved(platform, old, new)

    async def complete(self, heard: Heard) -> tuple[str, ...]:
        """Return whole lines that the typed beginning of a line could become: few, or all commands."""
        if not self._budget.take_completion(heard):
            return ()
        try:
            talk = await self._meet(heard)
            what = heard.what
            return await completions(talk, tidy_text(what.text)) if isinstance(what, Line) else ()
        except Exception:
            logger.exception("nothing could be completed")
            return ()

    async def _meet(self, heard: Heard) -> Talk:
        person, place = heard.person, heard.place
        player, chat = await self._manager.people.meet(
            person.platform,
            person.key,
            tidy_name(person.name),
            place.key,
            place.kind.value,
            nearest_language(person.language) if person.language else "",
            handle=person.handle,
            chat_language=nearest_language(place.language) if place.language else "",
        )
        dress, _ = await self._manager.people.dress(chat.id)
        # An answer is for this person alone: it speaks and counts as he does, even where others read along.
        language = player.speaks or dress.language
        blocked = await self._manager.people.blocked_ids(player.id)
        own = replace(dress, language=language, counts_for=counts_for(player), blocked=blocked)
        by = By(player.id, heard.event, chat.id)
        return Talk(
            self._manager,
            by,
            player,
            chat,
            own,
            words_in(own.language),
            heard,
            self._hints,
            self._analysts,
            self._budget,
        )

    async def _answer(self, talk: Talk) -> tuple[Reply, ...]:
        asked = await self._asked(talk)
        if not isinstance(asked, Asked):
            return asked
        try:
            if asked.command.takes_game and asked.game is not None and not await talk.may_see(asked.game):
                raise NoSuchGame(asked.game)
            return await ACTS[asked.command.name](talk, asked) or await _said_aside(talk, asked)
        except Unclear as unclear:
            return (await ask_which(talk, asked, unclear),)
        except Refusal as refusal:
            return (await self._refuse(talk, refusal),)

    async def _asked(self, talk: Talk) -> Asked | tuple[Reply, ...]:
        """Return what is asked for, or the answer if that is no command."""
        what, say = talk.heard.what, talk.words.say
        if isinstance(what, Line):
            asked = await read_typed(talk, what.text)
            if asked is None and talk.heard.place.kind is ChatKind.PRIVATE:
                return (Reply(say("refused-talk", command=Code("/move"), help=Code("/help"))),)
            if asked is None:
                return ()
        elif (answer := read_answer(what.data)) is not None:
            line = await talk.debts.answered(talk.by.player, *answer)
            if line is None:
                return (Reply(say("refused-expired")),)
            asked = _surely(line)
        else:
            asked = read_press(tidy_text(what.data))
        if asked is None:
            return (Reply(say("refused-unknown-button", help=Code("/help"))),)
        if isinstance(asked, Unknown):
            return (await _unknown_command(talk, asked),)
        return asked

    async def _refuse(self, talk: Talk, refusal: Refusal) -> Reply:
        """Say what is wrong and what would help; a press on an old board shows the present one."""
        numbers = ON_THE_BOARD
        if isinstance(refusal, AlreadyRolled | TurnIncomplete):
            numbers = numbering_of(await self._manager.game(refusal.game), talk.dress)
        text = refusal_text(talk.words, refusal, numbers)
        if not isinstance(refusal, StaleBoard | NotSeated | NotYourTurn | GameIsOver):
            return Reply(text)
        if not isinstance(talk.heard.what, Press):
            return Reply(text)
        if await talk.replied_to("game") == refusal.game:
            return Reply(text)  # the very message that was pressed shows the present board
        game, events = await self._manager.told(refusal.game)
        shown = board(game, events, talk.dress, draft=game.row.draft_chat == talk.chat.id, buttons=False)
        return replace(shown, text=text, beside=True)


async def _unknown_command(talk: Talk, asked: Unknown) -> Reply:
    """Say that there is no such command, and offer those that may have been meant."""
    say, command = talk.words.say, Code(f"/{shortened(asked.name)}")
    meant = lines_like(asked.line)
    if not meant:
        return Reply(say("refused-unknown-command", command=command, help=Code("/help")))
    like = join([(Code(shortened(line, LONGEST_LABEL)),) for line in meant], ", ")
    text = say("refused-command-like", command=command, like=like, help=Code("/help"))
    return await talk.ask(text, [Choice(shortened(line, LONGEST_LABEL), line) for line in meant])


async def _said_aside(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """Say that something was done in a game that the chat does not show, where others read along."""
    others_read = talk.heard.place.kind is ChatKind.SHARED
    if not (asked.command.takes_game and asked.game is not None and others_read):
        return ()
    if asked.game in await talk.debts.games_shown_in(talk.chat.id):
        return ()
    return (Reply(talk.words.say("done-elsewhere", game=asked.game)),)


async def _placed(talk: Talk, replies: tuple[Reply, ...]) -> tuple[Reply, ...]:
    """Let an answer take the place of a list or question that was pressed, but never of a board or card."""
    heard = talk.heard
    replies = tuple(replace(reply, language=talk.words.language) for reply in replies)
    if not replies or not isinstance(heard.what, Press) or heard.message is None:
        return replies
    if await talk.debts.post_of_message(talk.chat.id, heard.message) is not None:
        return replies
    return (replace(replies[0], replaces=True), *replies[1:])


def _surely(line: str) -> Asked | Unknown | None:
    """Read the line of an answer."""
    asked = read_line(line.removeprefix(SURE))
    return replace(asked, sure=line.startswith(SURE)) if isinstance(asked, Asked) else asked
