"""Private answers: messages visible to one person, new ones or in place of an earlier one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial

import discord

from bot.chats.base import Painter
from bot.chats.discord.buttons import view_of
from bot.chats.discord.errors import FAULTS, MISSING_PERMISSIONS
from bot.chats.discord.formatting import FENCE, LONGEST_CONTENT, FormattedText, files_of, format_text
from bot.chats.discord.permissions import no_files_text, record_too_long_text
from bot.chats.discord.responses import Edit, Response
from bot.chats.errors import TryLater
from bot.chats.following import follow
from bot.chats.render.animation import RenderingJob
from bot.chats.texts import in_words, pieces
from bot.talk.catalog import Words
from bot.talk.reply import Animation, Code, Pending, Reply

_REPORT_EVERY = 2.0
"""Seconds between two progress reports."""


class PrivateAnswer:
    """One answer to an interaction. If it is shown again, its message is edited.

    Args:
        response: the interaction's response.
        painter: draws the boards.
        words: returns the catalog for a language.
        in_place: True to replace the command's deferred response or the pressed message.
    """

    def __init__(
        self,
        response: Response,
        painter: Painter,
        words: Callable[[str], Words],
        *,
        in_place: bool,
    ) -> None:
        self._response = response
        self._painter = painter
        self._words = words
        self._edit: Edit | None = response.replace if in_place else None

    async def show(self, reply: Reply) -> None:
        """Show a reply. A pending result or an animation is shown when done, and its progress until then.

        Raises:
            discord.DiscordException: Discord does not accept the message.
        """
        if reply.pending is not None:
            await self._put(reply)
            outcome = await follow(reply.pending.outcome, self._progress_of(reply.pending), _REPORT_EVERY)
            if outcome is not None:
                await self.show(outcome)
            return
        if reply.animation is None:
            picture = await self._painter.paint(reply.scene) if reply.scene else None
            await self._put(reply, picture)
            return
        try:
            job = self._painter.animate(reply.animation)
        except TryLater:
            await self._put(Reply(self._words(reply.animation.language).say("animation-busy")))
            return
        await self._put(reply, await self._rendered(reply.animation, job))

    def _progress_of(self, pending: Pending) -> Callable[[], Awaitable[None]]:
        """Return a function that shows a pending result's progress and ignores failures."""

        async def show_progress() -> None:
            with suppress(*FAULTS):
                await self._put(pending.so_far())

        return show_progress

    async def _rendered(self, animation: Animation, job: RenderingJob) -> bytes:
        """Wait for an animation and return its GIF. Show the progress meanwhile, ignoring failures."""

        async def show_progress() -> None:
            made = self._words(animation.language).say(
                "animation-making", made=str(job.made), of=str(job.total)
            )
            with suppress(*FAULTS):
                await self._put(Reply(made))

        if not job.is_finished:
            await show_progress()
        return await job.follow(show_progress, _REPORT_EVERY)

    async def _put(self, reply: Reply, picture: bytes | None = None) -> None:
        """Send or edit the answer. If the channel forbids files, send text, in several messages if needed."""
        formatted = self._formatted(reply)
        try:
            await self._show(formatted.content, files_of(formatted, reply, picture), reply)
        except discord.Forbidden as error:
            if error.code != MISSING_PERMISSIONS or not (formatted.record or picture is not None):
                raise
        else:
            return
        words = self._words(reply.language)
        parts = pieces(formatted.record, LONGEST_CONTENT - FENCE)
        fits = bool(parts) or not formatted.record
        worded = in_words(reply, no_files_text(words) if fits else record_too_long_text(words))
        await self._show(self._formatted(worded).content, [], reply)
        for part in parts:
            await self._response.say(format_text((Code(part),)).content, [], None)

    def _formatted(self, reply: Reply) -> FormattedText:
        client = self._response.client
        return format_text(reply.text, partial(_server_of, client), client.command_ids)

    async def _show(self, content: str, files: list[discord.File], reply: Reply) -> None:
        view = view_of(reply.buttons)
        if self._edit is not None:
            await self._edit(content=content, attachments=files, view=view)
        else:
            self._edit = await self._response.say(content, files, view)


def _server_of(client: discord.Client, channel: str) -> str | None:
    """Return the id of a channel's server, `@me` for a private channel, or None if it is unknown."""
    found = client.get_channel(int(channel)) if channel.isdecimal() else None
    if found is None:
        return None
    guild = getattr(found, "guild", None)
    return "@me" if guild is None else str(guild.id)
