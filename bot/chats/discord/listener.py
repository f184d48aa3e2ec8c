"""Answering: interactions, each handled and answered."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import discord

from bot.chats.base import Handler, Painter
from bot.chats.discord.errors import FAULTS
from bot.chats.discord.incoming import incoming_of, is_from_elsewhere, person_in, person_of
from bot.chats.discord.permissions import missing_for_boards, missing_text
from bot.chats.discord.press_responses import Carriers
from bot.chats.discord.private import PrivateAnswer
from bot.chats.discord.responses import Response
from bot.chats.discord.threads import with_threads
from bot.chats.discord.unread import UnreadEvents
from bot.chats.last_messages import LastMessages
from bot.talk.catalog import Words
from bot.talk.incoming import LONGEST_TEXT, Attached, Line, Press
from bot.talk.input.payloads import read_answer
from bot.talk.reply import Bold, Code, Reply

Doing = Callable[[], Awaitable[Sequence[Reply]]]

PATIENCE = 2.0
"""Seconds after which Discord is told to wait for the answer to a press: after three it gives it up."""

logger = logging.getLogger(__name__)


class Listener:
    """Passes interactions to the handler and answers each in private.

    Args:
        handler: handles what people do.
        painter: draws the boards.
        words: the catalog of a language.
        count_unread: is called with the name of each event that cannot be read.
    """

    def __init__(
        self,
        handler: Handler,
        painter: Painter,
        words: Callable[[str], Words],
        count_unread: Callable[[str], None] | None = None,
    ) -> None:
        self.patience = PATIENCE
        self.carriers = Carriers()
        """The presses by which the sender can show what became of the messages that were pressed."""
        self.handler = handler
        self.painter = painter
        self.words = words
        self.unread = UnreadEvents(words, count_unread)
        """What Discord sent and nothing could read."""
        self.last_messages = LastMessages()
        """The last messages of channels: what was sent there, was pressed, or answered a command."""

    async def command(
        self,
        interaction: discord.Interaction[Any],
        line: str,
        *,
        posts: bool,
        message: int | None = None,
        mentioned: Sequence[discord.abc.User] = (),
        file: discord.Attachment | None = None,
    ) -> None:
        """Carry out a command.

        Args:
            line: the command as it would be typed.
            posts: True if it may lead to a board here, for which the bot needs permissions.
            message: the message that it is about.
            mentioned: the people whom the line mentions.
            file: the file that came along.
        """

        async def doing() -> Sequence[Reply]:
            if bot := next((user for user in mentioned if user.bot), None):
                name = Bold(person_of(bot).name)
                return (
                    Reply(
                        self.words_for(interaction).say("discord-bot-picked", name=name, play=Code("/play"))
                    ),
                )
            if posts and (missing := missing_for_boards(interaction)):
                return (Reply(missing_text(self.words_for(interaction), interaction, missing)),)
            incoming = incoming_of(interaction, Line(line), message=message, mentioned=mentioned)
            attached = None if file is None else await _read(file)
            replies = await self.handler.handle(replace(incoming, attached=attached))
            return await with_threads(interaction, self.handler, self.words_for(interaction), replies)

        await self.answer(interaction, doing)

    async def press(self, interaction: discord.Interaction[Any], data: str) -> None:
        """Carry out the press of a button; if the boards that follow cannot be posted, say so.

        What it leads to is the answer to it. A question that is answered goes away, or the answer takes its
        place. The press of a board or a card is lent to the sender, which answers it with what becomes of
        that message; lent before it is carried out, since the sender may be faster than this.
        """

        async def doing() -> Sequence[Reply]:
            message = interaction.message.id if interaction.message else None
            pressed = incoming_of(interaction, Press(data), message=message)
            words = self.words_for(interaction)
            replies = await with_threads(interaction, self.handler, words, await self.handler.handle(pressed))
            if missing := missing_for_boards(interaction):
                warning = missing_text(self.words_for(interaction), interaction, missing)
                return (*replies, Reply(warning))
            return replies

        self._note_message(interaction, None if interaction.message is None else interaction.message.id)
        response = Response(interaction)
        response.defer_after(self.patience)
        if interaction.message is not None and not interaction.message.flags.ephemeral:
            self.carriers.lend(str(interaction.channel_id), str(interaction.message.id), response)
        replies = await self._outcome(interaction, doing)
        in_place = _is_answered(interaction, data) or _may_be_replaced(interaction, replies)
        await self._answer(interaction, response, replies, in_place=in_place)

    async def completions(self, interaction: discord.Interaction[Any], line: str) -> tuple[str, ...]:
        """Return whole lines that the beginning of a line could become."""
        if is_from_elsewhere(interaction):
            return ()
        return await self.handler.complete(incoming_of(interaction, Line(line)))

    async def answer(self, interaction: discord.Interaction[Any], doing: Doing) -> None:
        """Handle a command and send the answers, which it is promised at once.

        Args:
            doing: handles it and returns the answers. If there is none, the promised one is taken away.
        """
        self._note_message(interaction)
        response = Response(interaction)
        waits = await response.defer()
        replies = await self._outcome(interaction, doing)
        if waits:
            await self._answer(interaction, response, replies, in_place=True)

    async def fail(self, interaction: discord.Interaction[Any]) -> None:
        """Answer an interaction that cannot be read: a form of a command from before the bot was updated."""
        if interaction.response.is_done():
            return
        if interaction.type is discord.InteractionType.autocomplete:
            with suppress(*FAULTS):
                await interaction.response.autocomplete([])
            return

        async def doing() -> Sequence[Reply]:
            return (Reply(self.words_for(interaction).say("discord-outdated", help=Code("/help"))),)

        await self.answer(interaction, doing)

    def words_for(self, interaction: discord.Interaction[Any]) -> Words:
        """Return the catalog of the language that a person's client speaks."""
        return self.words(person_in(interaction).language)

    async def _outcome(self, interaction: discord.Interaction[Any], doing: Doing) -> Sequence[Reply]:
        """Handle an interaction and return the answers; whatever happens, there is something to say."""
        words = self.words_for(interaction)
        if is_from_elsewhere(interaction):
            return (Reply(words.say("discord-elsewhere")),)
        try:
            return await doing()
        except Exception:
            logger.exception("an interaction could not be carried out")
            return (Reply(words.say("refused-failed")),)

    def _note_message(self, interaction: discord.Interaction[Any], message: int | None = None) -> None:
        """Note what stands last in a channel: a message, or the answers to an interaction.

        Ids grow with time, those of interactions among those of messages.
        """
        if interaction.channel_id is not None:
            self.last_messages.note(str(interaction.channel_id), message or interaction.id)

    async def _answer(
        self,
        interaction: discord.Interaction[Any],
        response: Response,
        replies: Sequence[Reply],
        *,
        in_place: bool,
    ) -> None:
        """Send the answers.

        Args:
            response: how it is answered.
            in_place: True if the first takes the place of what is shown, and what is shown is taken away if
                there is none.
        """
        if response.is_forgotten:
            return
        if replies:
            self._note_message(interaction)
        try:
            await self._reply(response, replies, in_place=in_place)
        except FAULTS as error:
            logger.info("an answer did not arrive: %s", type(error).__name__)
        except Exception:
            logger.exception("an interaction could not be answered")
            apology = Reply(self.words_for(interaction).say("discord-not-shown", command=Code("/board")))
            try:
                await self._reply(response, (apology,), in_place=in_place)
            except Exception:
                logger.exception("an interaction remains without an answer")

    async def _reply(self, response: Response, replies: Sequence[Reply], *, in_place: bool) -> None:
        if in_place and not replies:
            await response.remove()
        for number, reply in enumerate(replies):
            here = in_place and number == 0
            answer = PrivateAnswer(response, self.painter, self.words, in_place=here)
            await answer.show(reply)


async def _read(file: discord.Attachment) -> Attached:
    """Download a file, unless it is too large to be read."""
    if file.size > LONGEST_TEXT:
        return Attached("", file.size)
    return Attached.of(await file.read())


def _may_be_replaced(interaction: discord.Interaction[Any], replies: Sequence[Reply]) -> bool:
    """Return True if the first answer is to replace the message that was pressed, and can: it is private."""
    message = interaction.message
    return message is not None and message.flags.ephemeral and bool(replies) and replies[0].replaces


def _is_answered(interaction: discord.Interaction[Any], data: str) -> bool:
    """Return True if a press answers a question to one person, which cannot be answered again."""
    message = interaction.message
    return message is not None and message.flags.ephemeral and read_answer(data) is not None
