"""Inbox: stores updates before they are handled, in order for each person in a chat."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence, Set as AbstractSet
from contextlib import suppress
from datetime import datetime
from typing import Any, Protocol

from telegram import Update
from telegram.ext import ExtBot

from bot.chats.telegram.polling import Fetching, Poller, RawUpdate
from bot.sessions import LockLost, Locks

logger = logging.getLogger(__name__)

PROCESS_LOCK = "telegram-updates"
"""A lock that each running process holds under its number."""
POLLING_LOCK = "telegram-polling"
"""A lock that the one polling process holds."""
ANSWERED_LOCK = "telegram-answers"
"""A lock that the polling process holds while Telegram answers its polls, as a sign to the others."""
_MOST_PENDING = 1000
_CHECK_SECONDS = 1.0
"""The seconds between two checks for stopped processes."""


class UpdateStore(Protocol):
    """Stores updates: `storage.TelegramUpdates`."""

    async def store(self, process: int, updates: Mapping[int, tuple[int, str]]) -> frozenset[int]:
        """Store updates, given as number, chat and text. Return the numbers that this process must handle."""

    async def handled(self, process: int, numbers: Collection[int], now: datetime) -> None:
        """Mark updates as handled."""

    async def waiting(self, process: int, chats: Collection[int]) -> Sequence[tuple[int, str]]:
        """Return the updates of some chats that a process must handle, oldest first."""

    async def put_aside(self, process: int, number: int, now: datetime) -> None:
        """Mark an update as unreadable. It is not returned again, and is deleted after a while."""

    async def processes(self) -> AbstractSet[int]:
        """Return the processes that have updates to handle."""

    async def take_over(self, process: int, gone: Collection[int]) -> Sequence[tuple[int, str]]:
        """Assign the updates of stopped processes to a process and return them, oldest first."""


class Busy(Exception):
    """The inbox cannot accept updates now."""


class Inbox:
    """Stores updates and has them handled: in order for each person in a chat, otherwise concurrently.

    An update that concerns a whole chat (a move to a new id, the bot's rights) is handled after all earlier
    updates of the chat and before all later ones.

    An update is stored before it is confirmed to Telegram, and marked when handled, so that none is lost. One
    that arrives twice is stored once (`storage.inbox.TelegramUpdates.store`).
    After a crash one may be handled twice, which the idempotency key makes harmless. An unreadable update is
    marked and skipped.

    Several processes may serve one bot. Only one of them polls; a webhook may reach any. Each stored update
    belongs to one process, and to another one soon after that process has stopped.

    Args:
        poller: polls Telegram; None with a webhook.
        bot: the bot's account, which parsed updates refer to.
        updates: stores the updates.
        handle: handles a parsed update.
        now: the clock for the times of handling.
        locks: show which processes are running; None for a single process.
        remove_webhook: removes another program's webhook; see `Fetching`.
    """

    def __init__(
        self,
        poller: Poller | None,
        bot: ExtBot[Any] | None,
        updates: UpdateStore,
        handle: Callable[[Update], Awaitable[None]],
        now: Callable[[], datetime],
        locks: Locks | None = None,
        remove_webhook: Callable[[], Awaitable[bool]] | None = None,
    ) -> None:
        self._fetching = Fetching(poller, remove_webhook) if poller is not None else None
        self._bot = bot
        self._updates = updates
        self._handle = handle
        self._now = now
        self._locks = locks or Locks()
        self._lanes: dict[int, dict[int | None, asyncio.Task[None]]] = {}
        """The last task of each lane, by chat and person. The lane None holds updates of the whole chat."""
        self._pending = 0
        self._room = asyncio.Event()
        self._known: dict[int, int] = {}
        """The chats of updates that are pending here, or handled but not yet marked, by update number."""
        self._handled: list[int] = []
        self._reading = asyncio.Lock()
        self._wake_up = asyncio.Event()
        self._is_polling = self._is_another_answered = False
        self._process = 0
        self._tasks: asyncio.TaskGroup | None = None

    @property
    def is_answered(self) -> bool:
        """True if Telegram has answered the last poll, by this process or by the one that polls."""
        if self._fetching is None:
            return True
        return self._fetching.is_answered if self._is_polling else self._is_another_answered

    @property
    def is_empty(self) -> bool:
        """True if no update is pending."""
        return not self._pending

    async def run(self) -> None:
        """Handle updates until cancelled. It can be run again and then continues with the pending ones.

        Raises:
            ExceptionGroup: containing `InvalidToken`: Telegram no longer accepts the token.
        """
        while True:
            # Marks what a failed run has handled, before another process takes the updates over.
            with suppress(Exception):
                await self._mark_handled()
            # Pending updates of a failed run are stored, and `_serve` takes them over under a new number.
            self._lanes.clear()
            self._known.clear()
            self._handled.clear()
            self._pending = 0
            self._process = 1 + secrets.randbelow((1 << 31) - 1)
            try:
                async with self._locks.lock(PROCESS_LOCK, self._process):
                    await self._serve()
            except LockLost:
                fields = {"platform": "telegram", "bot_process": self._process}
                logger.warning("process lock lost; other processes take over its updates", extra=fields)

    async def receive(self, updates: Iterable[RawUpdate]) -> None:
        """Store updates and queue them for handling.

        Raises:
            Busy: too many updates are pending, or the inbox is not running.
        """
        if self._tasks is None or self._pending >= _MOST_PENDING:
            raise Busy
        await self._receive(self._tasks, updates)

    async def _receive(self, tasks: asyncio.TaskGroup, updates: Iterable[RawUpdate]) -> None:
        texts = {update["update_id"]: (_chat_in(update), json.dumps(update)) for update in updates}
        mine = await self._updates.store(self._process, texts)
        if tasks is not self._tasks:
            return
        if self._locks.are_shared:
            # Another process may have stored earlier updates of these chats for this one.
            await self._read_waiting(tasks, {texts[number][0] for number in mine})
        else:
            await self._read_all(tasks, sorted((number, texts[number][1]) for number in mine))

    async def _read_waiting(self, tasks: asyncio.TaskGroup, chats: Collection[int]) -> None:
        """Queue the stored updates of some chats that belong to this process."""
        # Under the lock, so that an update is not marked and dropped from `_known` after it was read here:
        # it would look new.
        async with self._reading:
            await self._read_all(tasks, await self._updates.waiting(self._process, chats))

    async def _serve(self) -> None:
        try:
            async with asyncio.TaskGroup() as tasks:
                await self._take_over(tasks)
                self._tasks = tasks
                tasks.create_task(self._mark_when_handled())
                if self._locks.are_shared:
                    tasks.create_task(self._check_processes(tasks))
                if self._fetching is not None:
                    tasks.create_task(self._fetch(tasks, self._fetching))
                    tasks.create_task(self._announce_answered())
                else:
                    await asyncio.Event().wait()
        finally:
            self._tasks = None

    async def _fetch(self, tasks: asyncio.TaskGroup, fetching: Fetching) -> None:
        """Poll Telegram while no other process does."""
        while True:
            self._is_polling = fetching.is_answered = False
            with suppress(LockLost):
                async with self._locks.lock(POLLING_LOCK):
                    self._is_polling = True
                    offset = None
                    while True:
                        await self._until_there_is_room()
                        updates = await fetching.fetch(offset)
                        if updates:
                            # Stored before the next poll, because its offset confirms them to Telegram.
                            await self._receive(tasks, updates)
                            offset = max(update["update_id"] for update in updates) + 1

    async def _announce_answered(self) -> None:
        """Hold `ANSWERED_LOCK` while this process polls and Telegram answers it."""
        while self._locks.are_shared:
            if self._is_polling and self.is_answered:
                with suppress(LockLost):
                    async with self._locks.lock(ANSWERED_LOCK):
                        while self.is_answered:  # noqa: ASYNC110 (each second is soon enough)
                            await asyncio.sleep(_CHECK_SECONDS)
            await asyncio.sleep(_CHECK_SECONDS)

    async def _check_processes(self, tasks: asyncio.TaskGroup) -> None:
        """Take over stopped processes' updates, and check if Telegram answers the polling process."""
        while True:
            await asyncio.sleep(_CHECK_SECONDS)
            try:
                await self._take_over(tasks)
                if self._fetching is not None and not self._is_polling:
                    self._is_another_answered = bool(await self._locks.held(ANSWERED_LOCK))
            except Exception:
                fields = {"platform": "telegram", "bot_process": self._process}
                logger.exception("updates of stopped processes could not be read", extra=fields)

    async def _take_over(self, tasks: asyncio.TaskGroup) -> None:
        # In this order, so that a new process never looks stopped: it takes its lock before it has updates.
        others = await self._updates.processes() - {self._process}
        gone = others - await self._locks.held(PROCESS_LOCK) if others else others
        if gone:
            async with self._reading:
                await self._read_all(tasks, await self._updates.take_over(self._process, gone))

    async def _read_all(self, tasks: asyncio.TaskGroup, updates: Iterable[tuple[int, str]]) -> None:
        for number, text in updates:
            if number not in self._known:
                await self._read(tasks, number, text)

    async def _read(self, tasks: asyncio.TaskGroup, number: int, text: str) -> None:
        """Queue a stored update in its lane, or mark it as unreadable if it cannot be parsed."""
        raw = json.loads(text)
        self._known[number] = _chat_in(raw)
        try:
            update = Update.de_json(raw, self._bot)
            chat = update.effective_chat
            key, person = chat.id if chat is not None else 0, _person_in(update)
        except Exception as error:  # noqa: BLE001 (whatever is wrong with it)
            # Without a traceback, because the error may quote a person's text from the update.
            fields = {"platform": "telegram", "chat": self._known[number], "error": type(error).__name__}
            logger.error("unreadable update skipped", extra=fields)  # noqa: TRY400
            await self._updates.put_aside(self._process, number, self._now())
            self._done(number)
        else:
            self._put(tasks, key, person, number, update)

    async def _until_there_is_room(self) -> None:
        # Telegram keeps updates that are not fetched for 24 hours, so waiting here bounds the bot's memory.
        while self._pending >= _MOST_PENDING:
            self._room.clear()
            await self._room.wait()

    def _put(
        self, tasks: asyncio.TaskGroup, chat: int, person: int | None, number: int, update: Update
    ) -> None:
        """Start a task that handles an update after the earlier ones of its lane.

        Args:
            person: the lane; None for an update of the whole chat, which waits for all lanes.
        """
        self._pending += 1
        lanes = self._lanes.setdefault(chat, {})
        before = {last for lane, last in lanes.items() if person is None or lane in (None, person)}
        lanes[person] = task = tasks.create_task(self._in_turn(before, number, update))
        task.add_done_callback(lambda done: self._forget_lane(chat, person, done))

    def _forget_lane(self, chat: int, person: int | None, done: asyncio.Task[None]) -> None:
        """Remove a lane if its last task is done, and the chat if it has no lanes left."""
        lanes = self._lanes.get(chat, {})
        if lanes.get(person) is done:
            del lanes[person]
        if not lanes:
            self._lanes.pop(chat, None)

    async def _in_turn(self, before: set[asyncio.Task[None]], number: int, update: Update) -> None:
        """Handle an update after the tasks in `before`."""
        if before:
            await asyncio.wait(before)
        try:
            await self._handle(update)
        except Exception:
            fields = {"platform": "telegram", "chat": self._known.get(number)}
            logger.exception("update could not be handled", extra=fields)
        # Marked as handled even after an error, which would otherwise repeat at every start.
        self._done(number)
        self._pending -= 1
        self._room.set()

    def _done(self, number: int) -> None:
        self._handled.append(number)
        self._wake_up.set()

    async def _mark_when_handled(self) -> None:
        """Mark updates as handled, several in one transaction, because no one waits for it."""
        while True:
            await self._wake_up.wait()
            self._wake_up.clear()
            try:
                await self._mark_handled()
            except Exception:
                logger.exception("updates could not be marked as handled", extra={"platform": "telegram"})
                # A single process retries with the next handled update. Among several, the chats' next
                # updates may be waiting for this one.
                if self._locks.are_shared:
                    await asyncio.sleep(_CHECK_SECONDS)
                    self._wake_up.set()

    async def _mark_handled(self) -> None:
        handled, self._handled = self._handled, []
        if not handled:
            return
        async with self._reading:
            try:
                await self._updates.handled(self._process, handled, self._now())
            except BaseException:  # Even a cancellation: the next run marks them.
                self._handled = handled + self._handled
                raise
            chats = {self._known.pop(number) for number in handled if number in self._known}
        # Another process may have stored further updates of these chats for this one meanwhile.
        if self._locks.are_shared and self._tasks is not None:
            await self._read_waiting(self._tasks, chats)


def _chat_in(update: RawUpdate) -> int:
    """Return the id of an update's chat, or 0 if it names none."""
    query = update.get("callback_query")
    pressed = query.get("message") if isinstance(query, dict) else None
    for part in (update.get("message"), update.get("my_chat_member"), pressed):
        chat = part.get("chat") if isinstance(part, dict) else None
        if isinstance(chat, dict) and type(chat.get("id")) is int:
            return int(chat["id"])
    return 0


def _person_in(update: Update) -> int | None:
    """Return the account that caused an update, or None if the update concerns the whole chat."""
    message = update.message
    moves = message is not None and (message.migrate_to_chat_id or message.migrate_from_chat_id) is not None
    user = update.effective_user
    return None if user is None or moves or update.my_chat_member is not None else user.id
