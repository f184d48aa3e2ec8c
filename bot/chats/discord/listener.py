"""Listener: passes Discord's interactions to the handler and sends the answers."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import discord

from bot.chats.base import Handler, Painter
from bot.chats.discord.errors import FAULTS
from bot.chats.discord.incoming import incoming_of, is_from_elsewhere, log_fields, person_in, person_of
from bot.chats.discord.permissions import missing_for_boards, missing_text
from bot.chats.discord.press_responses import PressResponses
from bot.chats.discord.private import PrivateAnswer
from bot.chats.discord.responses import Response
from bot.chats.discord.threads import with_threads
from bot.chats.discord.unread import UnreadEvents
from bot.chats.last_messages import LastMessages
from bot.talk.catalog import Words
from bot.talk.incoming import LONGEST_TEXT, Attached, Line, Press
from bot.talk.input.payloads import read_answer
from bot.talk.reply import Bold, Code, Reply

Action = Callable[[], Awaitable[Sequence[Reply]]]

DEFER_AFTER = 2.0
"""Seconds after which a press is deferred. Discord drops interactions without a response after three."""

logger = logging.getLogger(__name__)


class Listener:
    """Passes interactions to the handler and answers each in private.

    Args:
        handler: handles commands and presses.
        painter: draws the boards.
        words: returns the catalog for a language.
        count_unread: called with the name of each unreadable event.
    """

    def __init__(
        self,
        handler: Handler,
        painter: Painter,
        words: Callable[[str], Words],
        count_unread: Callable[[str], None] | None = None,
    ) -> None:
        self.defer_after = DEFER_AFTER
        self.press_responses = PressResponses()
        """Responses to presses, by which the sender can update the pressed messages."""
        self.handler = handler
        self.painter = painter
        self.words = words
        self.unread = UnreadEvents(words, count_unread)
        self.last_messages = LastMessages()
        """The newest messages of channels: sent by the bot, pressed, or answering a command."""

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
            line: the command in its typed form.
            posts: True if the command can post a board in the chat, which needs permissions.
            message: the id of the message that it concerns, if any.
            mentioned: the people that the line mentions.
            file: the file of the command, if any.
        """

        async def action() -> Sequence[Reply]:
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

        await self.answer(interaction, action)

    async def press(self, interaction: discord.Interaction[Any], data: str) -> None:
        """Carry out the press of a button. If the resulting boards cannot be posted, say so.

        An answered question disappears or is replaced by the answer. After the press of a board or a card,
        the sender may use the response to update the pressed message.
        """

        async def action() -> Sequence[Reply]:
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
        response.defer_after(self.defer_after)
        if interaction.message is not None and not interaction.message.flags.ephemeral:
            # Before the press is carried out, because the sender may redraw the board before that returns.
            self.press_responses.add(str(interaction.channel_id), str(interaction.message.id), response)
        replies = await self._outcome(interaction, action)
        in_place = _is_answered(interaction, data) or _may_be_replaced(interaction, replies)
        await self._answer(interaction, response, replies, in_place=in_place)

    async def completions(self, interaction: discord.Interaction[Any], line: str) -> tuple[str, ...]:
        """Return suggestions that complete the beginning of a line."""
        if is_from_elsewhere(interaction):
            return ()
        return await self.handler.complete(incoming_of(interaction, Line(line)))

    async def answer(self, interaction: discord.Interaction[Any], action: Action) -> None:
        """Defer a command at once, carry it out, and send the answers.

        Args:
            action: carries out the command and returns the answers. If it returns none, the deferred response
                is deleted.
        """
        self._note_message(interaction)
        response = Response(interaction)
        is_deferred = await response.defer()
        replies = await self._outcome(interaction, action)
        if is_deferred:
            await self._answer(interaction, response, replies, in_place=True)

    async def fail(self, interaction: discord.Interaction[Any]) -> None:
        """Answer an interaction whose command has an outdated form, from before an update of the bot."""
        if interaction.response.is_done():
            return
        if interaction.type is discord.InteractionType.autocomplete:
            with suppress(*FAULTS):
                await interaction.response.autocomplete([])
            return

        async def action() -> Sequence[Reply]:
            return (Reply(self.words_for(interaction).say("discord-outdated", help=Code("/help"))),)

        await self.answer(interaction, action)

    def words_for(self, interaction: discord.Interaction[Any]) -> Words:
        """Return the catalog of the language of a person's client."""
        return self.words(person_in(interaction).language)

    async def _outcome(self, interaction: discord.Interaction[Any], action: Action) -> Sequence[Reply]:
        """Carry out an interaction and return the answers, or an apology after an error."""
        words = self.words_for(interaction)
        if is_from_elsewhere(interaction):
            return (Reply(words.say("discord-elsewhere")),)
        try:
            return await action()
        except Exception:
            logger.exception("interaction failed", extra=log_fields(interaction))
            return (Reply(words.say("refused-failed")),)

    def _note_message(self, interaction: discord.Interaction[Any], message: int | None = None) -> None:
        """Record a message, or the answer to an interaction, as the newest in a channel."""
        # Ids of messages and of interactions both increase with time, so they are comparable.
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
            in_place: True if the first answer replaces the response or pressed message, which is deleted if
                there are no answers.
        """
        if response.is_forgotten:
            return
        if replies:
            self._note_message(interaction)
        try:
            await self._reply(response, replies, in_place=in_place)
        except FAULTS as error:
            logger.info("answer not delivered", extra=log_fields(interaction, error))
        except Exception:
            logger.exception("interaction could not be answered", extra=log_fields(interaction))
            apology = Reply(self.words_for(interaction).say("discord-not-shown", command=Code("/board")))
            try:
                await self._reply(response, (apology,), in_place=in_place)
            except Exception:
                logger.exception("interaction remains unanswered", extra=log_fields(interaction))

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
    """Return True if the first answer should replace the pressed message, which only a private one can be."""
    message = interaction.message
    return message is not None and message.flags.ephemeral and bool(replies) and replies[0].replaces


def _is_answered(interaction: discord.Interaction[Any], data: str) -> bool:
    """Return True if a press answers a private question, which then must disappear."""
    message = interaction.message
    return message is not None and message.flags.ephemeral and read_answer(data) is not None
