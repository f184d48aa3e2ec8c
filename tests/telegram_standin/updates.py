"""Updates: what the bot is sent by polls or a webhook, kept until it confirms or takes them."""

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
"""How long Telegram holds a poll at most."""

ON_REQUEST = ("chat_member", "message_reaction", "message_reaction_count")
"""Kinds of updates that a bot gets only when it names them."""


class Updates:
    """The row of updates that wait for the bot.

    Args:
        look: Looks at each update as it is made.

    Attributes:
        every: Every update that was ever told, in order.
        confirmed: The highest id that the bot has confirmed.
        polls: How many polls have come.
        is_handed_over: Whether they are handed over, so that no poll is answered.
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
        self._again: list[Json] = []
        self._allowed: Sequence[str] = ()
        self._something = asyncio.Event()
        self.is_handed_over = False
        self._standing: tuple[Request, asyncio.Future[bool]] | None = None

    @property
    def standing(self) -> bool:
        """Whether a poll waits at this moment."""
        return self._standing is not None

    @property
    def waiting(self) -> Sequence[Json]:
        """Those that the bot has not confirmed."""
        return self._waiting

    @property
    def allowed(self) -> Sequence[str]:
        """The kinds that the bot wants; none where it has not said so."""
        return self._allowed

    def want(self, kinds: Sequence[str] | None) -> None:
        """Note which kinds the bot wants, if it says so."""
        if kinds is not None:
            self._allowed = kinds

    def drop(self) -> None:
        """Forget what waits."""
        self._waiting = []

    def taken(self, update: Json) -> None:
        """Note that an update that was handed over has arrived."""
        self._waiting = [each for each in self._waiting if each is not update]
        self.confirmed = self._waiting[0]["update_id"] - 1 if self._waiting else self._next_id
        self._something.set()
        self._world.changed("an update was taken")

    async def changed(self) -> None:
        """Wait until another update waits, or one was taken."""
        self._something.clear()
        await self._something.wait()

    @property
    def last(self) -> int:
        """The number of the newest update."""
        return self._next_id

    def emit(self, kind: str, content: Json) -> int | None:
        """Tell the bot of something, if it wants that kind; give the update's id."""
        if not (kind in self._allowed if self._allowed else kind not in ON_REQUEST):
            return None
        self._next_id += 1
        update = {"update_id": self._next_id, kind: content}
        self._look(update)
        self.every.append(update)
        self._waiting.append(update)
        self._wake()
        return self._next_id

    def again(self) -> None:
        """Deliver once more what was delivered last, as if its confirmation had been lost."""
        self._again = list(self._last)
        self._wake()

    async def get(self, request: Request) -> list[Json]:
        """Answer a poll, once there is something to tell or its time is over.

        Raises:
            Refused: A webhook is set, or another poll came while this one waited.
        """
        if self.is_handed_over:
            raise Refused(WEBHOOK_ACTIVE)
        self.polls += 1
        self.end_standing()
        self._confirm(request.whole("offset") or 0)
        self.want(request.parsed("allowed_updates"))
        seconds = min(request.whole("timeout") or 0, MOST_SECONDS)
        if not self._waiting and not self._again and seconds > 0:
            await self._wait(request, seconds)
        limit = min(max(1, request.whole("limit") or 100), 100)
        batch = (self._again + self._waiting)[:limit]
        self._again = self._again[limit:]
        if batch:
            self._last = batch
        return batch

    def lost(self, request: Request) -> None:
        """Take note that nobody waits for the answer to a poll any more."""
        if self._standing is not None and self._standing[0] is request:
            self._standing[1].set_result(True)
            self._standing = None
            self._world.changed("a poll was given up")

    async def _wait(self, request: Request, seconds: float) -> None:
        woken: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._standing = (request, woken)
        self._world.changed("a poll stands")
        done, _ = await asyncio.wait({woken}, timeout=seconds)
        if not done:
            self._standing = None
        elif not woken.result():
            raise Refused(WEBHOOK_SET if self.is_handed_over else TERMINATED)

    def _wake(self) -> None:
        self._something.set()
        if self._standing is not None:
            self._standing[1].set_result(True)
            self._standing = None

    def end_standing(self) -> None:
        """Refuse the poll that waits, if there is one."""
        if self._standing is not None:
            self._standing[1].set_result(False)
            self._standing = None

    def _confirm(self, offset: int) -> None:
        if offset < 0:
            self._waiting = self._waiting[offset:]
            offset = self._waiting[0]["update_id"] if self._waiting else 0
        self._waiting = [each for each in self._waiting if each["update_id"] >= offset]
        self.confirmed = max(self.confirmed, offset - 1)


RETRY_SECONDS = 0.1
"""Telegram waits longer and longer; nobody here waits for that."""
ANSWER_SECONDS = 10.0
USUAL_CONNECTIONS = 40


class Webhook:
    """Hands over updates: those of one chat one after another, others at once.

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
