"""Updates: kept until the bot confirms them, and sent by polls or a webhook."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, MutableSet, Sequence
from typing import Any

import aiohttp

from tests.telegram_standin.refusals import TERMINATED, WEBHOOK_ACTIVE, WEBHOOK_SET, Refused, bad_request
from tests.telegram_standin.request import Request
from tests.telegram_standin.world import World

Json = dict[str, Any]

MOST_SECONDS = 50
"""The longest time for which Telegram holds a poll."""

ON_REQUEST = ("chat_member", "message_reaction", "message_reaction_count")
"""Kinds of updates that a bot gets only when it names them."""


class Updates:
    """The queue of updates for the bot.

    Args:
        look: checks each update when it is made.

    Attributes:
        every: all updates, in order.
        confirmed: the highest id that the bot has confirmed.
        polls: the number of polls.
        has_webhook: a webhook is set, so polls are refused.
    """

    def __init__(self, world: World, look: Callable[[Json], None]) -> None:
        self._look = look
        self.every: list[Json] = []
        self.confirmed = 0
        self.polls = 0
        self._world = world
        self._next_id = 860_000_000
        self._waiting: list[Json] = []
        self._last: list[Json] = []
        self._repeated: list[Json] = []
        self._allowed: Sequence[str] = ()
        self._changed_event = asyncio.Event()
        self.has_webhook = False
        self._open_poll: tuple[Request, asyncio.Future[bool]] | None = None

    @property
    def has_open_poll(self) -> bool:
        """True while a poll is open."""
        return self._open_poll is not None

    @property
    def waiting(self) -> Sequence[Json]:
        """The updates that the bot has not confirmed."""
        return self._waiting

    @property
    def allowed(self) -> Sequence[str]:
        """The kinds of updates that the bot wants; empty if it has not named any."""
        return self._allowed

    def want(self, kinds: Sequence[str] | None) -> None:
        """Set the kinds of updates that the bot wants, if it names them."""
        if kinds is not None:
            self._allowed = kinds

    def drop(self) -> None:
        """Drop the pending updates."""
        self._waiting = []

    def taken(self, update: Json) -> None:
        """Remove an update that the webhook has delivered."""
        self._waiting = [each for each in self._waiting if each is not update]
        self.confirmed = self._waiting[0]["update_id"] - 1 if self._waiting else self._next_id
        self._changed_event.set()
        self._world.changed("an update was taken")

    async def changed(self) -> None:
        """Wait for the next update that is added or repeated, or that the webhook has delivered."""
        self._changed_event.clear()
        await self._changed_event.wait()

    @property
    def last(self) -> int:
        """The id of the newest update."""
        return self._next_id

    def emit(self, kind: str, content: Json) -> int | None:
        """Add an update if the bot wants its kind, and return its id or None."""
        if not (kind in self._allowed if self._allowed else kind not in ON_REQUEST):
            return None
        self._next_id += 1
        update = {"update_id": self._next_id, kind: content}
        self._look(update)
        self.every.append(update)
        self._waiting.append(update)
        self._wake()
        return self._next_id

    def repeat(self) -> None:
        """Repeat the last updates, as if their confirmation had been lost."""
        self._repeated = list(self._last)
        self._wake()

    async def get(self, request: Request) -> list[Json]:
        """Answer a poll once there are updates or its time is over.

        Raises:
            Refused: a webhook is set, or another poll arrived meanwhile.
        """
        if self.has_webhook:
            raise Refused(WEBHOOK_ACTIVE)
        self.polls += 1
        self.refuse_open_poll()
        self._confirm(request.whole("offset") or 0)
        self.want(request.parsed("allowed_updates"))
        seconds = min(request.whole("timeout") or 0, MOST_SECONDS)
        if not self._waiting and not self._repeated and seconds > 0:
            await self._wait(request, seconds)
        limit = min(max(1, request.whole("limit") or 100), 100)
        batch = (self._repeated + self._waiting)[:limit]
        self._repeated = self._repeated[limit:]
        if batch:
            self._last = batch
        return batch

    def abandon_poll(self, request: Request) -> None:
        """End the poll whose client has disconnected."""
        if self._open_poll is not None and self._open_poll[0] is request:
            self._open_poll[1].set_result(True)
            self._open_poll = None
            self._world.changed("a poll was given up")

    async def _wait(self, request: Request, seconds: float) -> None:
        woken: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._open_poll = (request, woken)
        self._world.changed("a poll stands")
        done, _ = await asyncio.wait({woken}, timeout=seconds)
        if not done:
            self._open_poll = None
        elif not woken.result():
            raise Refused(WEBHOOK_SET if self.has_webhook else TERMINATED)

    def _wake(self) -> None:
        self._changed_event.set()
        if self._open_poll is not None:
            self._open_poll[1].set_result(True)
            self._open_poll = None

    def refuse_open_poll(self) -> None:
        """Refuse the open poll, if any."""
        if self._open_poll is not None:
            self._open_poll[1].set_result(False)
            self._open_poll = None

    def _confirm(self, offset: int) -> None:
        if offset < 0:
            self._waiting = self._waiting[offset:]
            offset = self._waiting[0]["update_id"] if self._waiting else 0
        self._waiting = [each for each in self._waiting if each["update_id"] >= offset]
        self.confirmed = max(self.confirmed, offset - 1)


RETRY_SECONDS = 0.1
"""Telegram backs off; the stand-in does not."""
ANSWER_SECONDS = 10.0
USUAL_CONNECTIONS = 40


class Webhook:
    """Delivers updates: those of one chat one after another, chats concurrently.

    Attributes:
        url: the address of the bot; empty while it polls.
        delivered: each attempt's update id and status, in order; 0 without an answer.
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
        """Set a webhook. HTTPS is required except for this machine."""
        url = request.text("url")
        if not url.startswith(("https://", "http://127.0.0.1:")):
            raise Refused(bad_request("bad webhook: An HTTPS URL must be provided for webhook"))
        await self._stop()
        self.url, self._secret = url, request.text("secret_token")
        self._connections = request.whole("max_connections") or USUAL_CONNECTIONS
        self._updates.want(request.parsed("allowed_updates"))
        self._updates.has_webhook = True
        self._updates.refuse_open_poll()
        if request.flag("drop_pending_updates"):
            self._updates.drop()
        self._handing_over = asyncio.create_task(self._hand_over())
        return True

    async def delete(self, request: Request) -> bool:
        """Delete the webhook, so that the bot can poll."""
        await self._stop()
        self.url = ""
        self._updates.has_webhook = False
        if request.flag("drop_pending_updates"):
            self._updates.drop()
        return True

    def info(self, _: Request) -> Json:
        """Return the webhook's state."""
        state: Json = {
            "url": self.url,
            "has_custom_certificate": False,
            "pending_update_count": len(self._updates.waiting),
        }
        if self.url:
            state |= {"max_connections": self._connections, "allowed_updates": list(self._updates.allowed)}
        if self._error is not None:
            state |= {"last_error_date": self._error[0], "last_error_message": self._error[1]}
        return state

    async def close(self) -> None:
        """Stop delivering."""
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
        """Deliver an update until it is accepted, and let the chat's next one follow."""
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
    """Return an update's chat; an update without one counts as a separate chat."""
    for kind, content in update.items():
        if kind != "update_id":
            found = content.get("message", content).get("chat")
            return int(found["id"]) if found else int(update["update_id"])
    return int(update["update_id"])
