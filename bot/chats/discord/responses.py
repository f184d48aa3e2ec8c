"""Responses: the single timely response to an interaction, and the edits and messages after it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from http import HTTPStatus
from typing import Any

import discord

from bot.chats.discord.errors import ALREADY_ANSWERED, FAULTS, UNKNOWN_INTERACTION
from bot.chats.discord.incoming import log_fields

Edit = Callable[..., Awaitable[None]]

logger = logging.getLogger(__name__)

DEADLINE = 60.0
"""The most seconds that a request may take."""

UPDATE_DEADLINE = 10.0
"""The most seconds to update a pressed message, which can also be edited by its id."""

_NOBODY = discord.AllowedMentions.none()


class Response:
    """The response to an interaction: Discord accepts one, within three seconds, and edits of it later.

    Three tasks can respond to a press: the private answer, the sender that redraws the board, and the timer
    that defers. The first one sends the response, and the others edit or follow it.
    """

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.is_forgotten = False
        """True if Discord no longer knows the interaction, so that it cannot be answered."""
        self.is_given = False
        """True if the response was sent."""
        self.client: Any = interaction.client
        self._interaction = interaction
        self._is_private = False
        self._has_failed = False
        self._one_at_a_time = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._deferring: asyncio.Task[bool] | None = None

    @property
    def can_update_pressed(self) -> bool:
        """True if the pressed message can be edited by this response, which is not a private message."""
        return not (self.is_forgotten or self._is_private or self._has_failed)

    def defer_after(self, seconds: float) -> None:
        """Defer the interaction if no response was sent within `seconds`."""
        self._timer = asyncio.get_running_loop().call_later(seconds, self._defer_now)

    async def defer(self) -> bool:
        """Defer the interaction unless a response was sent. Return True if it can still be answered."""
        try:
            await self._respond(lambda: self._interaction.response.defer(ephemeral=True))
        except FAULTS as error:
            if not self.is_forgotten:
                status, code = getattr(error, "status", None), getattr(error, "code", None)
                fields = log_fields(self._interaction, error) | {"status": status, "code": code}
                logger.info("interaction not deferred", extra=fields)
            return False
        return not self.is_forgotten

    async def update_pressed(self, **shown: Any) -> bool:  # noqa: ANN401 (the parts of a message)
        """Edit the pressed message. Return False if Discord refused. It is tried only once.

        Args:
            shown: the parts to edit: the content, the attachments, the view.
        """
        try:
            async with asyncio.timeout(UPDATE_DEADLINE):
                if await self._update(shown):
                    return True
                if self.can_update_pressed:
                    await self._edit_original(shown)
        except FAULTS as error:
            logger.info("pressed message not updated", extra=log_fields(self._interaction, error))
            self._has_failed = True
        return self.can_update_pressed

    async def replace(self, **shown: Any) -> None:  # noqa: ANN401 (the parts of a message)
        """Edit the response's message, or the pressed message if no response was sent.

        Args:
            shown: the parts to edit: the content, the attachments, the view.

        Raises:
            discord.DiscordException: Discord does not accept the edit.
            OSError: Discord does not answer.
        """
        if not await self._update(shown):
            await self._edit_original(shown)

    async def say(self, content: str, files: Sequence[discord.File], view: discord.ui.View | None) -> Edit:
        """Send a new private message, and return a function that edits it.

        Raises:
            discord.DiscordException: Discord does not accept the message.
            OSError: Discord does not answer.
        """
        said: dict[str, Any] = {
            "files": files,
            "view": view or discord.utils.MISSING,
            "ephemeral": True,
            "allowed_mentions": _NOBODY,
            "suppress_embeds": True,
        }

        def send() -> Awaitable[object]:
            # Set before the request, because such a response cannot update the pressed message any more.
            self._is_private = True
            return self._interaction.response.send_message(content, **said)

        if await self._respond(send):
            return self.replace
        async with asyncio.timeout(DEADLINE):
            _rewind(files)
            sent = await self._interaction.followup.send(content, wait=True, **said)

        async def edit(**shown: Any) -> None:  # noqa: ANN401 (the parts of a message)
            async with asyncio.timeout(DEADLINE):
                await sent.edit(allowed_mentions=_NOBODY, **shown)

        return edit

    async def remove(self) -> None:
        """Delete the response's message, or the pressed message if no response was sent.

        Raises:
            discord.DiscordException: Discord does not accept the request.
            OSError: Discord does not answer.
        """
        await self.defer()
        async with asyncio.timeout(DEADLINE):
            await self._interaction.delete_original_response()

    async def _update(self, shown: dict[str, Any]) -> bool:
        update = self._interaction.response.edit_message
        return await self._respond(lambda: update(**shown, allowed_mentions=_NOBODY))

    async def _edit_original(self, shown: dict[str, Any]) -> None:
        async with asyncio.timeout(DEADLINE):
            _rewind(shown.get("attachments", ()))
            await self._interaction.edit_original_response(**shown, allowed_mentions=_NOBODY)

    async def _respond(self, make: Callable[[], Awaitable[object]]) -> bool:
        """Send the response unless one was sent. Return True if it was sent now.

        A response without an answer from Discord counts as unsent. If it has arrived, Discord refuses the
        next one with `ALREADY_ANSWERED`.

        Raises:
            discord.DiscordException: Discord does not accept the response.
            OSError: Discord does not answer.
        """
        if self.is_given:
            return False
        async with self._one_at_a_time, asyncio.timeout(DEADLINE):
            if self.is_given:
                return False
            try:
                await make()
            except discord.HTTPException as error:
                self.is_forgotten = error.code == UNKNOWN_INTERACTION
                self.is_given = self.is_forgotten or error.code == ALREADY_ANSWERED
                # A response that Discord certainly refused may still be followed by an update.
                self._is_private &= self.is_given or error.status >= HTTPStatus.INTERNAL_SERVER_ERROR
                if error.code != ALREADY_ANSWERED:
                    raise
                return False
            else:
                self.is_given = True
                return True
            finally:
                if self.is_given and self._timer is not None:
                    self._timer.cancel()

    def _defer_now(self) -> None:
        self._deferring = asyncio.create_task(self.defer())


def _rewind(files: Iterable[discord.File]) -> None:
    """Reset files to their beginning, because a refused response has read them."""
    for file in files:
        file.reset()
