"""Responses: the one response that an interaction takes in time, and what follows it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Sequence
from http import HTTPStatus
from typing import Any

import discord

from bot.chats.discord.errors import ALREADY_ANSWERED, FAULTS, UNKNOWN_INTERACTION

Edit = Callable[..., Awaitable[None]]

logger = logging.getLogger(__name__)

DEADLINE = 60.0
"""Seconds after which a request ends, whatever Discord does."""

LONGEST_CARRIAGE = 10.0
"""The same for what can be shown in another way too."""

_NOBODY = discord.AllowedMentions.none()


class Response:
    """How an interaction is answered: by one response in time, and then by what replaces or follows it.

    To a press several may want to respond: who answers in private, the sender that shows the board anew,
    and the clock. Whoever comes first does, and the others go on from there.
    """

    def __init__(self, interaction: discord.Interaction[Any]) -> None:
        self.is_forgotten = False
        """True if Discord does not know the interaction, and takes no answer to it."""
        self.is_given = False
        """True if there is a response."""
        self.client: Any = interaction.client
        self._interaction = interaction
        self._is_private = False
        self._has_failed = False
        self._one_at_a_time = asyncio.Lock()
        self._timer: asyncio.TimerHandle | None = None
        self._deferring: asyncio.Task[bool] | None = None

    @property
    def can_carry(self) -> bool:
        """True if the message that was pressed can be changed by this: nothing else was responded."""
        return not (self.is_forgotten or self._is_private or self._has_failed)

    def defer_after(self, seconds: float) -> None:
        """Let Discord be told to wait when it has waited for so long, if nothing was responded by then."""
        self._timer = asyncio.get_running_loop().call_later(seconds, self._defer_now)

    async def defer(self) -> bool:
        """Tell Discord that an answer follows, if nothing was responded; return whether it can take one."""
        try:
            await self._respond(lambda: self._interaction.response.defer(ephemeral=True))
        except discord.HTTPException as error:
            if not self.is_forgotten:
                logger.info("an interaction could not be deferred: %s (%s)", error.status, error.code)
            return False
        except FAULTS as error:
            logger.info("an interaction could not be deferred: %s", type(error).__name__)
            return False
        return not self.is_forgotten

    async def carry(self, **shown: Any) -> bool:  # noqa: ANN401 (the parts of a message)
        """Change the message that was pressed; return whether Discord took it, which it is asked for once.

        Args:
            shown: what is changed: the content, the attachments, the view.
        """
        try:
            async with asyncio.timeout(LONGEST_CARRIAGE):
                if await self._update(shown):
                    return True
                if self.can_carry:
                    await self._edit_original(shown)
        except FAULTS as error:
            logger.info("a press could not show what became of its message: %s", type(error).__name__)
            self._has_failed = True
        return self.can_carry

    async def replace(self, **shown: Any) -> None:  # noqa: ANN401 (the parts of a message)
        """Change what the response shows: before there is one, the message that was pressed.

        Args:
            shown: what is changed: the content, the attachments, the view.

        Raises:
            discord.DiscordException: Discord does not take it.
            OSError: it does not answer.
        """
        if not await self._update(shown):
            await self._edit_original(shown)

    async def say(self, content: str, files: Sequence[discord.File], view: discord.ui.View | None) -> Edit:
        """Show a private message beside what is shown, and return what changes it.

        Raises:
            discord.DiscordException: Discord does not take it.
            OSError: it does not answer.
        """
        said: dict[str, Any] = {
            "files": files,
            "view": view or discord.utils.MISSING,
            "ephemeral": True,
            "allowed_mentions": _NOBODY,
            "suppress_embeds": True,
        }

        def send() -> Awaitable[object]:
            # Before it is so: what is a message of its own cannot carry what becomes of the one pressed.
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
        """Take away what the response shows: before there is one, the message that was pressed.

        Raises:
            discord.DiscordException: Discord does not take it.
            OSError: it does not answer.
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
        """Make the response, if there is none and Discord waits for one; return whether it was made now.

        One whose outcome is not known counts as not made: if it arrived, Discord says so to the next.

        Raises:
            discord.DiscordException: Discord does not take it.
            OSError: it does not answer.
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
                # What Discord refuses for sure may be followed by something else.
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
    """Let files be sent from their beginning, of which a response that came too late has taken some."""
    for file in files:
        file.reset()
