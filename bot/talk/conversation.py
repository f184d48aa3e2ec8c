"""The conversation: what a person did on any platform, carried out and answered."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules import Family, Side
from bot.sessions import By, Debts, counts_for
from bot.sessions.errors import (
    AlreadyDone,
    AlreadyRolled,
    GameIsOver,
    NotSeated,
    NotYourTurn,
    Refusal,
    StaleBoard,
    TurnIncomplete,
)
from bot.talk.acts import ACTS
from bot.talk.board import board
from bot.talk.catalog import nearest_language, words_in
from bot.talk.completion import completions
from bot.talk.heard import ChatKind, Heard, Line, Press
from bot.talk.numbering import ON_THE_BOARD, numbering_of
from bot.talk.parsing import Asked, Unknown, read_answer, read_line, read_press
from bot.talk.refusals import refusal_text
from bot.talk.reply import Code, Reply
from bot.talk.talk import SURE, Talk
from bot.talk.tidy import tidy_name, tidy_text
from bot.talk.which import Unclear, ask_which
from bot.talk.wording import shortened

if TYPE_CHECKING:
    from bot.sessions import Analysts, Hints, SessionManager
    from bot.talk.heard import Person, Place

logger = logging.getLogger(__name__)


class Conversation:
    """The one way from what platforms hear to what is done.

    Args:
        manager: where it is done.
        hints: where hints are asked for.
        analysts: who tell what games were worth.
    """

    def __init__(self, manager: SessionManager, hints: Hints, analysts: Analysts) -> None:
        self._manager = manager
        self._hints = hints
        self._analysts = analysts

    async def hear(self, heard: Heard) -> tuple[Reply, ...]:
        """Carry out what a person did; return the answers that are for that person alone.

        A fault of ours is logged and answered with a sentence: a person is never left without an answer.
        """
        words = words_in(heard.person.language)
        try:
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
        if not isinstance(what, Line):
            return False
        try:
            return await self._read(await self._meet(heard), what) is None
        except Exception:
            logger.exception("a line could not be read")
            return False

    async def chat_moved(self, platform: str, old: str, new: str) -> None:
        """Take note that a platform has put a new chat in the place of an old one, by their keys."""
        await Debts(self._manager).removals.chat_moved(platform, old, new)

    async def complete(self, heard: Heard) -> tuple[str, ...]:
        """Return whole lines that the typed beginning of a line could become: few, or all commands."""
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
            nearest_language(person.language),
            handle=person.handle,
        )
        dress, _ = await self._manager.people.dress(chat.id)
        # An answer is for this person alone: it speaks and counts as he does, even where others read along.
        language = player.language or dress.language
        own = replace(dress, language=language, counts_for=counts_for(player))
        by = By(player.id, heard.event, chat.id)
        return Talk(
            self._manager, by, player, chat, own, words_in(own.language), heard, self._hints, self._analysts
        )

    async def _answer(self, talk: Talk) -> tuple[Reply, ...]:
        asked = await self._asked(talk)
        if not isinstance(asked, Asked):
            return asked
        try:
            return await ACTS[asked.command.name](talk, asked)
        except Unclear as unclear:
            return (await ask_which(talk, asked, unclear),)
        except Refusal as refusal:
            return (await self._refuse(talk, refusal),)

    async def _asked(self, talk: Talk) -> Asked | tuple[Reply, ...]:
        """Return what is asked for, or the answer if that is no command."""
        what, say = talk.heard.what, talk.words.say
        if isinstance(what, Line):
            asked = await self._read(talk, what)
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
            command = Code(f"/{shortened(asked.name)}")
            return (Reply(say("refused-unknown-command", command=command, help=Code("/help"))),)
        return asked

    async def _read(self, talk: Talk, line: Line) -> Asked | Unknown | None:
        """Read a typed line as its speaker means it."""
        text = tidy_text(line.text)
        asked, uphill = read_line(text), read_line(text, uphill=True)
        if asked is not None or uphill is None:
            return asked
        return uphill if await _goes_up(talk) else None

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
        return replace(shown, text=text)


async def _goes_up(talk: Talk) -> bool:
    """Whether a game waits for the player in which his checkers go from 1 up to 24."""
    return any(
        game.play.state.ruleset.family is Family.OPPOSED and game.side_of(talk.by.player) is Side.BLACK
        for game in await talk.manager.games_of(talk.by.player)
        if game.row.actor == talk.by.player
    )


async def _placed(talk: Talk, replies: tuple[Reply, ...]) -> tuple[Reply, ...]:
    """Let an answer take the place of a list or question that was pressed, but never of a board or card."""
    heard = talk.heard
    if not replies or not isinstance(heard.what, Press) or heard.message is None:
        return replies
    if await talk.debts.post_of_message(talk.chat.id, heard.message) is not None:
        return replies
    return (replace(replies[0], replaces=True), *replies[1:])


def _surely(line: str) -> Asked | Unknown | None:
    """Read the line of an answer."""
    asked = read_line(line.removeprefix(SURE))
    return replace(asked, sure=line.startswith(SURE)) if isinstance(asked, Asked) else asked
