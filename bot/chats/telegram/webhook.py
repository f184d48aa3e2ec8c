"""Webhook: receives updates that Telegram sends to the bot's address, instead of polling for them."""

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
"""The most bytes of an update: a message of 4096 characters, the one it replies to, and a hundred buttons."""
CONNECTIONS = 40
"""The most connections that Telegram opens at once, which is also its default."""
_CHECK_SECONDS = 30.0
"""The seconds between two checks of the webhook's state at Telegram."""
_SHUTDOWN_SECONDS = 5.0
"""Seconds that requests in progress get to finish when the bot stops."""
_READ_SECONDS = 15.0
_UNREACHED = "Telegram cannot reach the webhook"
_SETTINGS = "NARDY_HOST or NARDY_TELEGRAM_WEBHOOK_PORT"
_LIMITS = Limits(
    connections=256, connections_of_one=256, connections_of_network=256, new_at_once=256, new_per_second=100
)
"""The limits on connections. One client may have all of them: a proxy in front of several processes."""


@dataclass(frozen=True, slots=True)
class WebhookAddress:
    """The webhook's public URL and the local address on which it listens.

    Args:
        url: the public URL by which Telegram reaches the bot, without a path.
        secret: the secret token that Telegram sends with each update.
        hosts: the local addresses to listen on.
        port: the local port to listen on.
    """

    url: str
    secret: str
    hosts: tuple[str, ...]
    port: int

    def __repr__(self) -> str:
        return f"WebhookAddress({self.url!r})"


class Webhook:
    """An HTTP server that receives updates. Telegram repeats a refused update for up to a day.

    Several processes may serve one address behind a load balancer.

    Args:
        receive: stores updates; raises `Busy` while it cannot.
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
        """True if Telegram has answered the last check and reaches the webhook."""

    async def run(self) -> None:
        """Receive updates until cancelled.

        Raises:
            OSError: the bot cannot listen on the address.
            InvalidToken: Telegram no longer accepts the token.
        """
        app = web.Application(client_max_size=LARGEST)
        app.router.add_post(PATH, self._take)
        runner = web.AppRunner(
            app, access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS, keepalive_timeout=_LIMITS.head_within
        )
        await runner.setup()
        try:
            await CappedSite(
                runner, self._address.hosts, self._address.port, limits=_LIMITS, settings=_SETTINGS
            ).start()
            while True:
                await self._check()
                await asyncio.sleep(_CHECK_SECONDS)
        finally:
            self.is_answered = False
            await runner.cleanup()

    async def _check(self) -> None:
        """Set the webhook at Telegram if it is not set, and check if Telegram reaches it."""
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
                fields = {"platform": "telegram", "address": self._address.url + PATH}
                logger.info("webhook set", extra=fields)
        except InvalidToken:
            raise
        except TelegramError as error:
            self._note(f"Telegram does not answer ({type(error).__name__})")
        else:
            self._note(self._failure(info))

    def _is_set(self, info: WebhookInfo) -> bool:
        # Telegram does not return the secret, so each start sets the webhook: the secret may have changed.
        return (
            self._was_set
            and info.url == self._address.url + PATH
            and set(info.allowed_updates) == set(UPDATE_KINDS)
        )

    def _failure(self, info: WebhookInfo) -> str:
        """Return why Telegram does not reach the webhook, or empty if it does.

        It does not if updates are pending and a delivery has failed since the last check.
        """
        before, self._last_error = self._last_error, info.last_error_date
        has_failed = self.is_answered and info.last_error_date not in (None, before)
        if (has_failed or self._logged.startswith(_UNREACHED)) and info.pending_update_count:
            return f"{_UNREACHED}: {info.last_error_message}"
        return ""

    def _note(self, reason: str) -> None:
        self.is_answered = not reason
        if reason and reason != self._logged:
            logger.warning("webhook not working", extra={"platform": "telegram", "reason": reason})
        self._logged = reason

    async def _take(self, request: web.Request) -> web.Response:
        """Store an update, then confirm it to Telegram by status 200."""
        given = request.headers.get(HEADER, "")
        # Compared in constant time, so that response times do not reveal the secret.
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
        except Exception as error:  # noqa: BLE001 (whatever it is, Telegram repeats the update)
            # Without a traceback, because the error may quote a person's text from the update.
            fields = {"platform": "telegram", "error": type(error).__name__}
            logger.error("update not stored; Telegram will repeat it", extra=fields)  # noqa: TRY400
            raise web.HTTPInternalServerError from None
        return web.Response()
