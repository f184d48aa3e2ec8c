"""Webhook: updates are handed over where the bot wants them, again and again until it takes them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, MutableSet
from typing import Any

import aiohttp

from tests.telegram_standin.refusals import Refused, bad_request
from tests.telegram_standin.request import Request
from tests.telegram_standin.updates import Updates

Json = dict[str, Any]

RETRY_SECONDS = 0.1
"""Telegram waits longer and longer; nobody here waits for that."""
ANSWER_SECONDS = 10.0
USUAL_CONNECTIONS = 40


class Webhook:
    """Hands over updates: those of one chat one after another, others at once.

    Args:
        updates: What waits for the bot.

    Attributes:
        url: Where the bot wants them; empty while it asks for them.
        delivered: The update's number and the answer's status of every attempt, in order; 0 where none came.
    """

    def __init__(self, updates: Updates) -> None:
        self._updates = updates
        self._secret = ""
        self._connections = USUAL_CONNECTIONS
        self._error: tuple[int, str] | None = None
        self._handing_over: asyncio.Task[None] | None = None
        self.url = ""
        self.delivered: list[tuple[int, int]] = []
        self.routes: dict[str, Callable[[Request], object]] = {
            "setWebhook": self.set,
            "deleteWebhook": self.delete,
            "getWebhookInfo": self.info,
        }

    async def set(self, request: Request) -> bool:
        """Hand over updates at an address from now on. TLS is wanted of all but this machine."""
        url = request.text("url")
        if not url.startswith(("https://", "http://127.0.0.1:")):
            raise Refused(bad_request("bad webhook: An HTTPS URL must be provided for webhook"))
        await self._stop()
        self.url, self._secret = url, request.text("secret_token")
        self._connections = request.whole("max_connections") or USUAL_CONNECTIONS
        self._updates.want(request.parsed("allowed_updates"))
        self._updates.is_handed_over = True
        self._updates.end_standing()
        if request.flag("drop_pending_updates"):
            self._updates.drop()
        self._handing_over = asyncio.create_task(self._hand_over())
        return True

    async def delete(self, request: Request) -> bool:
        """Let the bot ask for updates from now on."""
        await self._stop()
        self.url = ""
        self._updates.is_handed_over = False
        if request.flag("drop_pending_updates"):
            self._updates.drop()
        return True

    def info(self, _: Request) -> Json:
        """Tell how it goes."""
        told: Json = {
            "url": self.url,
            "has_custom_certificate": False,
            "pending_update_count": len(self._updates.waiting),
        }
        if self.url:
            told |= {"max_connections": self._connections, "allowed_updates": list(self._updates.allowed)}
        if self._error is not None:
            told |= {"last_error_date": self._error[0], "last_error_message": self._error[1]}
        return told

    async def close(self) -> None:
        """End it."""
        await self._stop()

    async def _stop(self) -> None:
        if self._handing_over is not None:
            self._handing_over.cancel()
            await asyncio.gather(self._handing_over, return_exceptions=True)
            self._handing_over = None

    async def _hand_over(self) -> None:
        busy: set[int] = set()
        places = asyncio.Semaphore(self._connections)
        async with aiohttp.ClientSession() as session, asyncio.TaskGroup() as tasks:
            while True:
                for update in self._updates.waiting:
                    if (chat := _chat(update)) not in busy:
                        busy.add(chat)
                        tasks.create_task(self._deliver(session, update, busy, places))
                await self._updates.changed()

    async def _deliver(
        self, session: aiohttp.ClientSession, update: Json, busy: MutableSet[int], places: asyncio.Semaphore
    ) -> None:
        """Hand an update over until it is taken, and let the chat's next one come."""
        while True:
            async with places:
                status, error = await self._attempt(session, update)
            self.delivered.append((update["update_id"], status))
            if 200 <= status < 300:
                break
            self._error = (1_790_000_000 + len(self.delivered), error)
            await asyncio.sleep(RETRY_SECONDS)
        busy.discard(_chat(update))
        self._updates.taken(update)

    async def _attempt(self, session: aiohttp.ClientSession, update: Json) -> tuple[int, str]:
        headers = {"X-Telegram-Bot-Api-Secret-Token": self._secret} if self._secret else {}
        timeout = aiohttp.ClientTimeout(ANSWER_SECONDS)
        try:
            async with session.post(self.url, json=update, headers=headers, timeout=timeout) as answer:
                return answer.status, f"Wrong response from the webhook: {answer.status} {answer.reason}"
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            return 0, f"Connection failed: {type(error).__name__}"


def _chat(update: Json) -> int:
    """Return the chat in which something has happened; an update without one has a row of its own."""
    for kind, content in update.items():
        if kind != "update_id":
            found = content.get("message", content).get("chat")
            return int(found["id"]) if found else int(update["update_id"])
    return int(update["update_id"])
