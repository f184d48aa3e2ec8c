"""Webhook: Telegram hands over updates at an address of ours, instead of being asked for them."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from aiohttp import web
from telegram import WebhookInfo
from telegram.error import InvalidToken, TelegramError
from telegram.ext import ExtBot

from bot.chats.telegram.inbox import Busy
from bot.chats.telegram.polling import UPDATE_KINDS, RawUpdate, is_update
from bot.chats.web.connection_limits import CappedSite, Limits

logger = logging.getLogger(__name__)

PATH = "/telegram/updates"
HEADER = "X-Telegram-Bot-Api-Secret-Token"
LARGEST = 1024 * 1024
"""Bytes of an update. The largest have a message of 4096 signs, what it answers, and a hundred buttons."""
CONNECTIONS = 40
"""So many Telegram opens at once at most, which is what it does unless it is told otherwise."""
_LOOK_SECONDS = 30.0
"""Between two looks at what Telegram says of the webhook."""
_FAREWELL = 5.0
"""Seconds in which what is being stored at the end may be stored."""
_READ_SECONDS = 15.0
_UNREACHED = "Telegram does not get through to the webhook"
_LIMITS = Limits(
    connections=256, connections_of_one=256, connections_of_network=256, new_at_once=256, new_per_second=100
)
"""Of connections. What shares requests out to several processes opens all of them."""


@dataclass(frozen=True, slots=True)
class WebhookAddress:
    """Where Telegram hands over updates, and where they are taken.

    Args:
        url: the address by which Telegram reaches this program, without a path.
        secret: what only Telegram and this installation know.
        host: the address to listen on.
        port: the port to listen on.
    """

    url: str
    secret: str
    host: str
    port: int

    def __repr__(self) -> str:
        return f"WebhookAddress({self.url!r})"


class Webhook:
    """Takes the updates that Telegram hands over. What was not taken, Telegram hands over again for a day.

    Several processes may serve one address behind a proxy that shares out requests.

    Args:
        address: where that is.
        bot: the bot's account.
        receive: stores updates. It raises `Busy` while it can take no more.
    """

    def __init__(
        self,
        address: WebhookAddress,
        bot: ExtBot[Any],
        receive: Callable[[list[RawUpdate]], Awaitable[None]],
    ) -> None:
        self._address = address
        self._bot = bot
        self._receive = receive
        self._logged = ""
        self._was_set = False
        self._last_error: datetime | None = None
        self.is_answered = False
        """True if Telegram has answered what was asked last, and reaches the address."""

    async def run(self) -> None:
        """Take updates until cancelled.

        Raises:
            OSError: the address cannot be listened on.
            InvalidToken: Telegram does not accept the token any more.
        """
        app = web.Application(client_max_size=LARGEST)
        app.router.add_post(PATH, self._take)
        runner = web.AppRunner(
            app, access_log=None, shutdown_timeout=_FAREWELL, keepalive_timeout=_LIMITS.head_within
        )
        await runner.setup()
        try:
            await CappedSite(runner, self._address.host, self._address.port, limits=_LIMITS).start()
            while True:
                await self._look()
                await asyncio.sleep(_LOOK_SECONDS)
        finally:
            self.is_answered = False
            await runner.cleanup()

    async def _look(self) -> None:
        """Tell Telegram the address, if it does not know it, and see whether it gets through."""
        try:
            info = await self._bot.get_webhook_info()
            if not self._is_set(info):
                await self._bot.set_webhook(
                    self._address.url + PATH,
                    max_connections=CONNECTIONS,
                    allowed_updates=UPDATE_KINDS,
                    drop_pending_updates=False,
                    secret_token=self._address.secret,
                )
                self._was_set = True
                logger.info("Telegram hands over updates at %s", self._address.url + PATH)
        except InvalidToken:
            raise
        except TelegramError as error:
            self._note(f"Telegram cannot be asked about the webhook ({type(error).__name__})")
        else:
            self._note(self._trouble(info))

    def _is_set(self, info: WebhookInfo) -> bool:
        # The secret is not told: at the start it is set in any case, since it may be another one's.
        return (
            self._was_set
            and info.url == self._address.url + PATH
            and set(info.allowed_updates) == set(UPDATE_KINDS)
        )

    def _trouble(self, info: WebhookInfo) -> str:
        """Return what Telegram says is in the way: updates wait, and it has failed since the last look."""
        before, self._last_error = self._last_error, info.last_error_date
        has_failed = self.is_answered and info.last_error_date not in (None, before)
        if (has_failed or self._logged.startswith(_UNREACHED)) and info.pending_update_count:
            return f"{_UNREACHED}: {info.last_error_message}"
        return ""

    def _note(self, trouble: str) -> None:
        self.is_answered = not trouble
        if trouble and trouble != self._logged:
            logger.warning(trouble)
        self._logged = trouble

    async def _take(self, request: web.Request) -> web.Response:
        """Store an update and say that it has arrived, in this order."""
        given = request.headers.get(HEADER, "")
        if not hmac.compare_digest(given.encode(), self._address.secret.encode()):
            raise web.HTTPForbidden
        if (request.content_length or 0) > LARGEST:
            raise web.HTTPRequestEntityTooLarge(LARGEST, request.content_length or 0)
        try:
            async with asyncio.timeout(_READ_SECONDS):
                update = json.loads(await request.read())
        except (ValueError, RecursionError):
            raise web.HTTPBadRequest from None
        except TimeoutError:
            raise web.HTTPRequestTimeout from None
        if not is_update(update):
            raise web.HTTPBadRequest
        try:
            await self._receive([update])
        except Busy:
            raise web.HTTPServiceUnavailable from None
        except Exception as error:  # noqa: BLE001 (whatever it is, Telegram tries again)
            # The error may quote the update, and what people write belongs into no log.
            logger.error("an update could not be stored (%s); Telegram tries again", type(error).__name__)  # noqa: TRY400
            raise web.HTTPInternalServerError from None
        return web.Response()
