"""Adapters: the bot's side of both platforms, with failing requests and breaking connections.

The polled platform repeats updates until they are confirmed, as Telegram does; the bot's own inbox stores
them first. The connected platform reports each action once, and repeats it only to a client that resumes, as
Discord does.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from contextlib import suppress
from contextvars import ContextVar
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeVar

from telegram.error import NetworkError, RetryAfter, TimedOut

from bot.chats.errors import MayHaveArrived, MessageGone, TryLater, Unreachable
from bot.chats.telegram.inbox import Inbox
from tests.simulator.faults import Fault
from tests.simulator.messenger import REMEMBERED
from tests.simulator.updates import read, written

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from datetime import datetime

    from telegram import Update

    from bot.chats.base import Handler, Request
    from bot.chats.telegram.inbox import UpdateStore
    from bot.chats.telegram.polling import RawUpdate
    from bot.talk.incoming import Incoming
    from bot.talk.reply import Reply, RetiredContent
    from tests.simulator.messenger import Messenger
    from tests.simulator.process import Process

Answer = TypeVar("Answer")

ACTED: ContextVar[list[int]] = ContextVar("acted")
"""The chats in which the bot reports an action, collected by the task that handles an update."""

_FORGOTTEN = 1e6
"""Seconds after which no task waits any more."""
_TIME_OUT = 48.0
"""Seconds after which a library times out a request that the sender does not bound."""
_TURNS = 400
"""Turns of the loop within which most actions are handled."""
_LOOK = 0.5
"""Seconds between two polls."""


class _Adapter(ABC):
    """The base of both adapters.

    Args:
        messenger: the platform.
        handler: handles the users' actions.
        process: the process that runs the adapter.
    """

    def __init__(self, messenger: Messenger, handler: Handler, process: Process) -> None:
        self.name = messenger.name
        self.nonce_memory = timedelta()
        self.is_online = self.has_been_online = False
        self._messenger = messenger
        self._handler = handler
        self._process = process
        self._faults = process.world.faults
        self._on_online: list[Callable[[], None]] = []
        self._serving: asyncio.Task[None] | None = None
        self._callers: list[asyncio.Task[Any] | None] = []
        """The tasks that handle users' actions."""

    @property
    @abstractmethod
    def is_reached(self) -> bool:
        """True if the platform answered the last request."""

    def when_online(self, callback: Callable[[], None]) -> None:
        """Register a callback for each time the adapter comes online."""
        self._on_online.append(callback)

    async def ready(self, chat: str) -> bool:  # noqa: ARG002 (equal for all)
        """Return False: every chat takes messages at once."""
        return False

    def delay(self, chat: str, request: Request, message: str | None) -> float:  # noqa: ARG002 (equal for all)
        """Return 0: nothing is delayed."""
        return 0.0

    def is_last(self, chat: str, message: str) -> bool:  # noqa: ARG002 (equal for all)
        """Return False: the platform does not report what is below a message."""
        return False

    async def send(self, chat: str, reply: Reply, nonce: str) -> str:
        """Send a message."""
        return await self._request(lambda: self._messenger.send(chat, reply, nonce))

    async def edit(self, chat: str, message: str, reply: Reply) -> None:
        """Replace a message."""
        await self._request(lambda: self._messenger.edit(chat, message, reply))

    async def retire(self, chat: str, message: str, retired_content: RetiredContent) -> None:
        """Retire an old message."""
        with suppress(MessageGone):
            await self._request(lambda: self._messenger.retire(chat, message, retired_content))

    async def private_chat(self, account: str) -> str | None:
        """Return the key of a user's private chat, which is the account's key."""
        return await self._request(lambda: None if account in self._messenger.gone else account)

    def _come_online(self) -> None:
        self.is_online = self.has_been_online = True
        for callback in self._on_online:
            callback()

    async def run(self) -> None:
        """Serve until cancelled, or until a fault cancels all tasks of the adapter.

        Raises:
            Unreachable: the platform can no longer be served.
        """
        self._serving = asyncio.create_task(self._serve())
        try:
            await self._serving
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is not None and task.cancelling():
                raise
            raise Unreachable("a fault has cancelled it") from None

    @abstractmethod
    async def _serve(self) -> None:
        """Serve until cancelled."""

    async def _cancel(self, turns: int, times: int) -> None:
        """Cancel all tasks of the adapter several times, each time after some turns of the loop.

        This is what a revoked token does to requests under way.
        """
        for _ in range(times):
            for _ in range(turns):
                await asyncio.sleep(0)
            for task in (self._serving, *self._callers):
                if task is not None:
                    task.cancel()

    async def _handle(self, incoming: Incoming) -> None:
        self._callers.append(caller := asyncio.current_task())
        if self._faults.happens(Fault.CANCELLED, 0.06):
            chance = self._faults.chance
            self._process.begin(lambda _: self._cancel(chance.randrange(_TURNS), chance.randint(1, 3)))
        try:
            await self._answered(incoming)
        finally:
            self._callers.remove(caller)

    async def _answered(self, incoming: Incoming) -> None:
        done: list[int] = []
        ACTED.set(done)
        replies = await self._handler.handle(incoming)
        self._process.note_handled(incoming, bool(done))
        with suppress(TryLater):
            await self._bounded_request(lambda: self._answer(incoming, replies))

    def _answer(self, incoming: Incoming, replies: tuple[Reply, ...]) -> None:
        self._messenger.answers[incoming.person.key] = replies
        self._process.note_answered(incoming)

    async def _bounded_request(self, carry_out: Callable[[], Answer]) -> Answer:
        """Send a request of the adapter's own to the platform, with a time-out.

        Raises:
            TryLater: the platform fails or does not answer in time.
        """
        try:
            async with asyncio.timeout(_TIME_OUT):
                return await self._request(carry_out)
        except TimeoutError:
            raise TryLater(5) from None

    async def _request(self, carry_out: Callable[[], Answer]) -> Answer:
        """Send a request to the platform.

        Raises:
            TryLater: the platform fails.
        """
        fault = self._faults.of_request()
        await asyncio.sleep(self._process.world.chance.uniform(0.02, 0.3))
        match fault:
            case Fault.TOO_MANY:
                raise TryLater(self._process.world.chance.uniform(1, 40))
            case Fault.TOO_MANY_WITHOUT_TIME:
                raise TryLater(5)
            case Fault.REQUEST_LOST:
                await asyncio.sleep(20)
                raise MayHaveArrived(5)
        if fault is Fault.CRASH and self._process.world.chance.random() < 0.5:
            await self._process.crash()
        done = carry_out()
        match fault:
            case Fault.CRASH:
                await self._process.crash()
            case Fault.SERVER_ERROR:
                raise MayHaveArrived(10)
            case Fault.ANSWER_LOST:
                await asyncio.sleep(20)
                raise MayHaveArrived(5)
            case Fault.HANGS:
                await asyncio.sleep(_FORGOTTEN)
        await asyncio.sleep(self._process.world.chance.uniform(0.02, 0.3))
        return done


class PollingAdapter(_Adapter):
    """A platform that is polled, as Telegram is.

    Args:
        updates: stores pending updates.
    """

    def __init__(
        self, messenger: Messenger, handler: Handler, process: Process, updates: UpdateStore
    ) -> None:
        super().__init__(messenger, handler, process)
        self._inbox = Inbox(self, None, updates, self._handle_update, process.world.clock)

    @property
    def is_reached(self) -> bool:
        """True if the last poll was answered."""
        return self.is_online and self._inbox.is_answered

    async def _serve(self) -> None:
        try:
            with suppress(TryLater):
                await self._bounded_request(lambda: None)
            self._come_online()
            await self._inbox.run()
        finally:
            self.is_online = False

    async def poll(self, offset: int | None, timeout: int, wanted: Sequence[str]) -> list[RawUpdate]:  # noqa: ARG002, ASYNC109 (Telegram's own)
        """Return the users' actions."""
        updates, fault = self._messenger.updates, self._faults.of_request(0.02)
        while offset is not None and updates and updates[0][0] < offset:
            updates.popleft()
        match fault:
            case Fault.TOO_MANY:
                raise RetryAfter(20)
            case Fault.REQUEST_LOST | Fault.SERVER_ERROR | Fault.TOO_MANY_WITHOUT_TIME:
                raise NetworkError("a fault")
            case Fault.HANGS:
                await asyncio.sleep(35)
                raise TimedOut
        left = float(timeout)
        while not updates and left > 0:
            await asyncio.sleep(_LOOK)
            left -= _LOOK
        if fault is Fault.CRASH:
            await self._process.crash()
        if fault is Fault.ANSWER_LOST:
            raise TimedOut
        return [written(number, incoming) for number, incoming in updates]

    async def _handle_update(self, update: Update) -> None:
        await self._handle(read(update))


class ConnectedAdapter(_Adapter):
    """A platform that reports users' actions over a connection, as Discord does."""

    def __init__(self, messenger: Messenger, handler: Handler, process: Process) -> None:
        super().__init__(messenger, handler, process)
        self.nonce_memory = timedelta(seconds=REMEMBERED)

    async def find(self, chat: str, reply: Reply, after: str | None, since: datetime) -> str | None:  # noqa: ARG002 (no chat is long)
        """Look for a message whose answer was lost."""
        return await self._request(lambda: self._messenger.find(chat, reply, after))

    @property
    def is_reached(self) -> bool:
        """True if the connection is up."""
        return self.is_online

    async def _serve(self) -> None:
        """Serve until the connection is lost for good.

        Raises:
            Unreachable: the connection is lost.
        """
        updates = self._messenger.updates
        seen: deque[Incoming] = deque(maxlen=3)
        try:
            with suppress(TryLater):
                await self._bounded_request(lambda: None)
            updates.clear()  # actions from before the connection are not reported
            self._come_online()
            async with asyncio.TaskGroup() as tasks:
                while True:
                    if self._faults.happens(Fault.SESSION_LOST, 0.0003):
                        break
                    if self._faults.happens(Fault.CONNECTION_LOST, 0.0005):
                        self.is_online = False
                        await asyncio.sleep(self._process.world.chance.uniform(1, 400))
                        updates.extendleft(
                            (0, each) for each in seen
                        )  # repeated, because they were not confirmed
                        self._come_online()
                    while updates:
                        _, incoming = updates.popleft()
                        seen.append(incoming)
                        tasks.create_task(self._handle(incoming))
                    await asyncio.sleep(_LOOK)
            raise Unreachable("the connection is lost")
        finally:
            self.is_online = False
