"""Adapters: the bot's side of both platforms, with requests that fail and connections that break.

The one is asked for what people did, and gives it again until it is confirmed, as Telegram; what comes of it
is stored first, by the bot's own inbox. The other tells it once, and again only to who resumes, as Discord.
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
"""The chats in which something was done, as the bot says, since this was set by whoever handles an update."""

_FORGOTTEN = 1e6
"""Seconds after which nobody waits any more."""
_TIME_OUT = 48.0
"""Seconds after which a library gives a request up that the sender does not bound."""
_TURNS = 400
"""Turns of the loop within which most of what a person does is handled."""
_LOOK = 0.5
"""Seconds between two looks at what people did."""


class _Adapter(ABC):
    """What both have in common.

    Args:
        messenger: the platform.
        handler: handles what people do there.
        process: the process that this runs in.
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
        """The tasks that handle what people did."""

    @property
    @abstractmethod
    def is_reached(self) -> bool:
        """Whether the platform has answered what was asked of it last."""

    def when_online(self, callback: Callable[[], None]) -> None:
        """Register what is called each time that it has come online."""
        self._on_online.append(callback)

    async def ready(self, chat: str) -> bool:  # noqa: ARG002 (the same for all)
        """Let every chat take messages at once."""
        return False

    def delay(self, chat: str, request: Request, message: str | None) -> float:  # noqa: ARG002 (the same for all)
        """Put nothing off."""
        return 0.0

    def is_last(self, chat: str, message: str) -> bool:  # noqa: ARG002 (the same for all)
        """Know of no message whether something stands below it."""
        return False

    async def send(self, chat: str, reply: Reply, nonce: str) -> str:
        """Send a message."""
        return await self._request(lambda: self._messenger.send(chat, reply, nonce))

    async def edit(self, chat: str, message: str, reply: Reply) -> None:
        """Replace a message."""
        await self._request(lambda: self._messenger.edit(chat, message, reply))

    async def retire(self, chat: str, message: str, retired_content: RetiredContent) -> None:
        """Make an old message what remains of it."""
        with suppress(MessageGone):
            await self._request(lambda: self._messenger.retire(chat, message, retired_content))

    async def private_chat(self, account: str) -> str | None:
        """Return the key of a person's private chat, which is the account's."""
        return await self._request(lambda: None if account in self._messenger.gone else account)

    def _come_online(self) -> None:
        self.is_online = self.has_been_online = True
        for callback in self._on_online:
            callback()

    async def run(self) -> None:
        """Serve until cancelled, or until a fault cancels all that is under way here.

        Raises:
            Unreachable: the platform cannot be served any more.
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
        """Cancel everything under way some times, each time after some turns of the loop.

        A token that is revoked does so to all whose requests are being handled.
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
        """Ask the platform for something on the adapter's own account.

        Raises:
            TryLater: it does not answer as it should, or not in time.
        """
        try:
            async with asyncio.timeout(_TIME_OUT):
                return await self._request(carry_out)
        except TimeoutError:
            raise TryLater(5) from None

    async def _request(self, carry_out: Callable[[], Answer]) -> Answer:
        """Ask the platform for something.

        Raises:
            TryLater: it does not answer as it should.
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
        updates: stores what waits.
    """

    def __init__(
        self, messenger: Messenger, handler: Handler, process: Process, updates: UpdateStore
    ) -> None:
        super().__init__(messenger, handler, process)
        self._inbox = Inbox(self, None, updates, self._handle_update, process.world.clock)

    @property
    def is_reached(self) -> bool:
        """Whether the last poll was answered."""
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
        """Return what people did."""
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
    """A platform that tells what people do over a connection, as Discord does."""

    def __init__(self, messenger: Messenger, handler: Handler, process: Process) -> None:
        super().__init__(messenger, handler, process)
        self.nonce_memory = timedelta(seconds=REMEMBERED)

    async def find(self, chat: str, reply: Reply, after: str | None, since: datetime) -> str | None:  # noqa: ARG002 (no chat is long)
        """Look for a message whose answer was lost."""
        return await self._request(lambda: self._messenger.find(chat, reply, after))

    @property
    def is_reached(self) -> bool:
        """Whether the connection stands."""
        return self.is_online

    async def _serve(self) -> None:
        """Serve until the connection is lost for good.

        Raises:
            Unreachable: it is lost.
        """
        updates = self._messenger.updates
        seen: deque[Incoming] = deque(maxlen=3)
        try:
            with suppress(TryLater):
                await self._bounded_request(lambda: None)
            updates.clear()  # nobody is told what was done before
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
                        )  # told again, since it was not confirmed
                        self._come_online()
                    while updates:
                        _, incoming = updates.popleft()
                        seen.append(incoming)
                        tasks.create_task(self._handle(incoming))
                    await asyncio.sleep(_LOOK)
            raise Unreachable("the connection is lost")
        finally:
            self.is_online = False
