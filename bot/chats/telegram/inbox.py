"""Inbox: updates are stored, handled in order for each person of a chat, and only then done with."""

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
"""Of each process at work, by its number."""
POLLING_LOCK = "telegram-polling"
"""Of the one process that fetches."""
ANSWERED_LOCK = "telegram-answers"
"""Of the same, while Telegram answers it: so the others know."""
_MOST_WAITING = 1000
_LOOK_SECONDS = 1.0
"""Between two looks at which processes are gone."""


class UpdateStore(Protocol):
    """Stores updates: `storage.TelegramUpdates`."""

    async def store(self, process: int, updates: Mapping[int, tuple[int, str]]) -> frozenset[int]:
        """Store updates by their numbers: chat and text; return those that this process is to handle."""

    async def handled(self, process: int, numbers: Collection[int], now: datetime) -> None:
        """Note that updates were handled."""

    async def waiting(self, process: int, chats: Collection[int]) -> Sequence[tuple[int, str]]:
        """Return what a process is to handle in some chats, the oldest first."""

    async def put_aside(self, process: int, number: int, now: datetime) -> None:
        """Set an update aside that cannot be read: it is not read again, and is deleted after a while."""

    async def processes(self) -> AbstractSet[int]:
        """Return the processes that are to handle anything."""

    async def take_over(self, process: int, gone: Collection[int]) -> Sequence[tuple[int, str]]:
        """Make what processes that are gone were to handle a process's own; return it, the oldest first."""


class Busy(Exception):
    """Nothing more can be received for now."""


class Inbox:
    """Has updates handled: those of one person in a chat one after another, others at once.

    What concerns a whole chat (its move, the bot's rights) waits for all that came before it there, and is
    waited for by all that comes after.

    An update is stored as it came before Telegram learns that it has arrived, and noted when handled. So none
    is lost; after a crash one may be handled twice, which its event's id makes harmless. One that cannot be
    parsed is set aside, and holds up no other.

    Several processes may have one, of which one fetches. What is handed over may come to any of them. What
    waits belongs to a process, and to another one soon after that is gone.

    Args:
        poller: fetches from Telegram; nobody, if Telegram hands updates over.
        bot: the bot's account, to which updates belong.
        updates: stores the updates.
        handle: does what an update asks for.
        now: the clock, for what was handled or is set aside.
        locks: tell which processes are at work.
        remove_webhook: removes the webhook that another program has set; see `Fetching`.
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
        """What was put last into the lanes of each chat at work: of each person, and of the chat itself."""
        self._waiting = 0
        self._room = asyncio.Event()
        self._known: dict[int, int] = {}
        """The chats of those updates that wait here, or were handled and are not noted yet."""
        self._handled: list[int] = []
        self._reading = asyncio.Lock()
        self._wake_up = asyncio.Event()
        self._is_polling = self._is_another_answered = False
        self._process = 0
        self._tasks: asyncio.TaskGroup | None = None

    @property
    def is_answered(self) -> bool:
        """True if Telegram has answered the last poll, of this process or of the one that polls."""
        if self._fetching is None:
            return True
        return self._fetching.is_answered if self._is_polling else self._is_another_answered

    @property
    def is_empty(self) -> bool:
        """True if nothing waits."""
        return not self._waiting

    async def run(self) -> None:
        """Handle updates until cancelled. It can be run again, and then goes on with what waits.

        Raises:
            ExceptionGroup: with an `InvalidToken`, Telegram does not accept the token any more.
        """
        while True:
            # What could not be noted, and belongs to nobody else yet.
            with suppress(Exception):
                await self._note_handled()
            # A run that failed left its lanes behind. What waited in them is stored, and is taken over below.
            self._lanes.clear()
            self._known.clear()
            self._handled.clear()
            self._waiting = 0
            self._process = 1 + secrets.randbelow((1 << 31) - 1)
            try:
                async with self._locks.lock(PROCESS_LOCK, self._process):
                    await self._serve()
            except LockLost:
                logger.warning("this process was not heard of for a while; what waited goes on elsewhere")

    async def receive(self, updates: Iterable[RawUpdate]) -> None:
        """Store updates, and let them wait their turns.

        Raises:
            Busy: too many wait, or nothing is handled now.
        """
        if self._tasks is None or self._waiting >= _MOST_WAITING:
            raise Busy
        await self._receive(self._tasks, updates)

    async def _receive(self, tasks: asyncio.TaskGroup, updates: Iterable[RawUpdate]) -> None:
        texts = {update["update_id"]: (_chat_in(update), json.dumps(update)) for update in updates}
        mine = await self._updates.store(self._process, texts)
        if tasks is not self._tasks:
            return
        if self._locks.are_shared:
            # Another process may have left for this one what came before.
            await self._read_waiting(tasks, {texts[number][0] for number in mine})
        else:
            await self._read_all(tasks, sorted((number, texts[number][1]) for number in mine))

    async def _read_waiting(self, tasks: asyncio.TaskGroup, chats: Collection[int]) -> None:
        """Let what waits for this process in some chats wait its turn here."""
        # What is read must not be noted as handled meanwhile, or it would look new.
        async with self._reading:
            await self._read_all(tasks, await self._updates.waiting(self._process, chats))

    async def _serve(self) -> None:
        try:
            async with asyncio.TaskGroup() as tasks:
                await self._take_over(tasks)
                self._tasks = tasks
                tasks.create_task(self._note_when_handled())
                if self._locks.are_shared:
                    tasks.create_task(self._look_around(tasks))
                if self._fetching is not None:
                    tasks.create_task(self._fetch(tasks, self._fetching))
                    tasks.create_task(self._tell_whether_answered())
                else:
                    await asyncio.Event().wait()
        finally:
            self._tasks = None

    async def _fetch(self, tasks: asyncio.TaskGroup, fetching: Fetching) -> None:
        """Fetch updates whenever no other process does."""
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
                            # Stored before the next poll, whose offset is what confirms them to Telegram.
                            await self._receive(tasks, updates)
                            offset = max(update["update_id"] for update in updates) + 1

    async def _tell_whether_answered(self) -> None:
        """Let the processes that wait to poll know whether Telegram answers the one that does."""
        while self._locks.are_shared:
            if self._is_polling and self.is_answered:
                with suppress(LockLost):
                    async with self._locks.lock(ANSWERED_LOCK):
                        while self.is_answered:  # noqa: ASYNC110 (each second is soon enough)
                            await asyncio.sleep(_LOOK_SECONDS)
            await asyncio.sleep(_LOOK_SECONDS)

    async def _look_around(self, tasks: asyncio.TaskGroup) -> None:
        """Take over what processes leave behind that are gone, and see whether Telegram answers another."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            try:
                await self._take_over(tasks)
                if self._fetching is not None and not self._is_polling:
                    self._is_another_answered = bool(await self._locks.held(ANSWERED_LOCK))
            except Exception:
                logger.exception("what other processes have left could not be looked for")

    async def _take_over(self, tasks: asyncio.TaskGroup) -> None:
        # Looked at in this order: a process has its lock before anything belongs to it.
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
        """Let a stored update wait its turn in its chat, or put it aside if it cannot be parsed."""
        raw = json.loads(text)
        self._known[number] = _chat_in(raw)
        try:
            update = Update.de_json(raw, self._bot)
            chat = update.effective_chat
            key, person = chat.id if chat is not None else 0, _person_in(update)
        except Exception as error:  # noqa: BLE001 (whatever is wrong with it)
            # The error may quote the update, and what people write belongs into no log.
            logger.error("an update cannot be read (%s), and is put aside", type(error).__name__)  # noqa: TRY400
            await self._updates.put_aside(self._process, number, self._now())
            self._done(number)
        else:
            self._put(tasks, key, person, number, update)

    async def _until_there_is_room(self) -> None:
        # Telegram keeps for a day what is not fetched, and memory does not grow meanwhile.
        while self._waiting >= _MOST_WAITING:
            self._room.clear()
            await self._room.wait()

    def _put(
        self, tasks: asyncio.TaskGroup, chat: int, person: int | None, number: int, update: Update
    ) -> None:
        """Let an update wait its turn in its lane."""
        self._waiting += 1
        lanes = self._lanes.setdefault(chat, {})
        before = {lane for who, lane in lanes.items() if person is None or who in (None, person)}
        lanes[person] = task = tasks.create_task(self._in_turn(before, number, update))
        task.add_done_callback(lambda done: self._leave(chat, person, done))

    def _leave(self, chat: int, person: int | None, done: asyncio.Task[None]) -> None:
        """Forget the last of a lane, and the chat with its last lane."""
        lanes = self._lanes.get(chat, {})
        if lanes.get(person) is done:
            del lanes[person]
        if not lanes:
            self._lanes.pop(chat, None)

    async def _in_turn(self, before: set[asyncio.Task[None]], number: int, update: Update) -> None:
        """Handle an update after some others."""
        if before:
            await asyncio.wait(before)
        try:
            await self._handle(update)
        except Exception:
            logger.exception("an update could not be handled")
        # Done with even if handling failed: the same fault would come again at every start.
        self._done(number)
        self._waiting -= 1
        self._room.set()

    def _done(self, number: int) -> None:
        self._handled.append(number)
        self._wake_up.set()

    async def _note_when_handled(self) -> None:
        """Note what was handled: all that has come together, since nobody waits for it."""
        while True:
            await self._wake_up.wait()
            self._wake_up.clear()
            try:
                await self._note_handled()
            except Exception:
                logger.exception("what was handled could not be noted; it is with what comes next")
                if self._locks.are_shared:  # where others leave for this process what comes next
                    await asyncio.sleep(_LOOK_SECONDS)
                    self._wake_up.set()

    async def _note_handled(self) -> None:
        handled, self._handled = self._handled, []
        if not handled:
            return
        async with self._reading:
            try:
                await self._updates.handled(self._process, handled, self._now())
            except BaseException:  # also where it is cancelled: the next run notes it
                self._handled = handled + self._handled
                raise
            chats = {self._known.pop(number) for number in handled if number in self._known}
        # What another process has received for a chat that was in work here.
        if self._locks.are_shared and self._tasks is not None:
            await self._read_waiting(self._tasks, chats)


def _chat_in(update: RawUpdate) -> int:
    """Return the number of the chat that an update concerns; 0, if it names none."""
    query = update.get("callback_query")
    pressed = query.get("message") if isinstance(query, dict) else None
    for what in (update.get("message"), update.get("my_chat_member"), pressed):
        chat = what.get("chat") if isinstance(what, dict) else None
        if isinstance(chat, dict) and type(chat.get("id")) is int:
            return int(chat["id"])
    return 0


def _person_in(update: Update) -> int | None:
    """Return who has done what an update tells of; nobody, if it concerns the whole chat."""
    message = update.message
    moves = message is not None and (message.migrate_to_chat_id or message.migrate_from_chat_id) is not None
    user = update.effective_user
    return None if user is None or moves or update.my_chat_member is not None else user.id
