"""Updates: fetched, stored, handled in the order of their chats, and only then forgotten."""

from __future__ import annotations

import asyncio
import json
import logging
from collections import deque
from typing import TYPE_CHECKING, Any

from telegram import Update
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from bot.chats.telegram.errors import seconds_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from telegram.ext import ExtBot

    from bot.chats.base import Notebook

logger = logging.getLogger(__name__)

SHELF = "telegram-updates"
WANTED = (Update.MESSAGE, Update.CALLBACK_QUERY)
_LONG_POLL = 25
"""Seconds that Telegram holds a poll while nothing happens."""
_MOST_WAITING = 1000
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0
_CONFLICT = 10.0


class Inbox:
    """Fetches updates and has them handled: one after another within a chat, different chats at once.

    An update is stored before Telegram is told that it has arrived, and taken off when it was handled. So
    none is lost; after a crash one may be handled twice, which its event's id makes harmless.

    Args:
        bot: the bot's account.
        notebook: where updates wait.
        handle: does what an update asks for.
    """

    def __init__(
        self, bot: ExtBot[Any], notebook: Notebook, handle: Callable[[Update], Awaitable[None]]
    ) -> None:
        self._bot = bot
        self._notebook = notebook
        self._handle = handle
        self._lanes: dict[int, deque[tuple[int, Update]]] = {}
        self._waiting = 0
        self._room = asyncio.Event()
        self._handled: list[int] = []
        self._bell = asyncio.Event()

    async def run(self) -> None:
        """Fetch and handle updates until cancelled."""
        async with asyncio.TaskGroup() as tasks:
            await self._take_up(tasks)
            tasks.create_task(self._take_off())
            offset = None
            while True:
                updates = await self._fetch(offset)
                if updates:
                    numbers = await self._notebook.append_all(SHELF, [update.to_json() for update in updates])
                    for number, update in zip(numbers, updates, strict=True):
                        self._put(tasks, number, update)
                    offset = updates[-1].update_id + 1
                await self._until_there_is_room()

    async def _take_up(self, tasks: asyncio.TaskGroup) -> None:
        """Go on with what waited when the program ended."""
        left: list[tuple[int, str]] = []
        while pages := await self._notebook.pages(SHELF, before=left[0][0] if left else None):
            left = [*pages, *left]
        for number, text in left:
            try:
                update = Update.de_json(json.loads(text), self._bot)
            except Exception:
                logger.exception("an update that waited cannot be read any more, and is left out")
                await self._notebook.remove(SHELF, number)
            else:
                self._put(tasks, number, update)

    async def _fetch(self, offset: int | None) -> tuple[Update, ...]:
        """Ask for updates until Telegram answers."""
        pause = _FIRST_PAUSE
        while True:
            try:
                return await self._bot.get_updates(offset=offset, timeout=_LONG_POLL, allowed_updates=WANTED)
            except InvalidToken:
                logger.error("Telegram does not accept TELEGRAM_TOKEN any more")  # noqa: TRY400 (it names the token)
                await asyncio.sleep(_LONGEST_PAUSE)
            except RetryAfter as error:
                await asyncio.sleep(seconds_of(error))
            except Conflict:
                logger.warning("another program fetches this bot's updates from Telegram; only one may")
                await asyncio.sleep(_CONFLICT)
            except TelegramError as error:
                logger.warning("Telegram cannot be reached (%s)", type(error).__name__)
                await asyncio.sleep(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)

    async def _until_there_is_room(self) -> None:
        while self._waiting >= _MOST_WAITING:
            self._room.clear()
            await self._room.wait()

    def _put(self, tasks: asyncio.TaskGroup, number: int, update: Update) -> None:
        """Let an update wait its turn in its chat."""
        chat = update.effective_chat
        key = chat.id if chat is not None else 0
        self._waiting += 1
        if key in self._lanes:
            self._lanes[key].append((number, update))
            return
        self._lanes[key] = deque([(number, update)])
        tasks.create_task(self._work_off(key))

    async def _work_off(self, key: int) -> None:
        """Handle what waits in a chat, until nothing does."""
        lane = self._lanes[key]
        while lane:
            number, update = lane[0]
            try:
                await self._handle(update)
            except Exception:
                logger.exception("an update could not be handled")
            self._handled.append(number)
            self._bell.set()
            lane.popleft()
            self._waiting -= 1
            self._room.set()
        del self._lanes[key]

    async def _take_off(self) -> None:
        """Take off what was handled: all that has come together, since nobody waits for it."""
        while True:
            await self._bell.wait()
            self._bell.clear()
            handled, self._handled = self._handled, []
            await self._notebook.remove(SHELF, *handled)
