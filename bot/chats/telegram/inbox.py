"""Inbox: updates are fetched, stored, handled in order for each person of a chat, and only then deleted."""

from __future__ import annotations

import asyncio
import json
import logging
from typing import TYPE_CHECKING, Any

from telegram import Update
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from bot.chats.telegram.errors import seconds_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from datetime import datetime

    from telegram.ext import ExtBot

    from bot.chats.base import KeyValues
    from bot.chats.telegram.polling import Poller, RawUpdate

logger = logging.getLogger(__name__)

NAMESPACE = "telegram-updates"
UPDATE_KINDS = (Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER)
_LONG_POLL = 25
"""Seconds that Telegram holds a poll while nothing happens."""
_MOST_WAITING = 1000
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0
_CONFLICT = 10.0


class Inbox:
    """Fetches updates and has them handled: those of one person in a chat one after another, others at once.

    What concerns a whole chat (its move, the bot's rights) waits for all that came before it there, and is
    waited for by all that comes after.

    An update is stored as it came before Telegram learns that it has arrived, and deleted when handled.
    So none is lost; after a crash one may be handled twice, which its event's id makes harmless. One that
    cannot be parsed is set aside, and holds up no other.

    Args:
        poller: fetches from Telegram.
        bot: the bot's account, to which updates belong.
        key_values: stores the updates.
        handle: does what an update asks for.
        now: the clock, for what is set aside.
    """

    def __init__(
        self,
        poller: Poller,
        bot: ExtBot[Any] | None,
        key_values: KeyValues,
        handle: Callable[[Update], Awaitable[None]],
        now: Callable[[], datetime],
    ) -> None:
        self._poller = poller
        self._bot = bot
        self._key_values = key_values
        self._handle = handle
        self._now = now
        self._lanes: dict[int, dict[int | None, asyncio.Task[None]]] = {}
        """What was put last into the lanes of each chat at work: of each person, and of the chat itself."""
        self._waiting = 0
        self._room = asyncio.Event()
        self._handled: list[int] = []
        self._wake_up = asyncio.Event()
        self.is_answered = False
        """Whether Telegram has answered the last poll."""

    async def run(self) -> None:
        """Fetch and handle updates until cancelled. It can be run again, and then goes on with what waits.

        Raises:
            ExceptionGroup: with an `InvalidToken`, Telegram does not accept the token any more.
        """
        # A run that failed left its lanes behind. What waited in them is stored, and is read again below.
        self._lanes.clear()
        self._waiting = 0
        await self._remove_handled()
        async with asyncio.TaskGroup() as tasks:
            await self._resume(tasks)
            tasks.create_task(self._remove_when_handled())
            offset = None
            while True:
                updates = await self._fetch(offset)
                if updates:
                    texts = [json.dumps(update) for update in updates]
                    # Stored before the next poll, whose offset is what confirms these updates to Telegram.
                    numbers = await self._key_values.append_all(NAMESPACE, texts)
                    for number, text in zip(numbers, texts, strict=True):
                        await self._read(tasks, number, text)
                    offset = max(update["update_id"] for update in updates) + 1
                await self._until_there_is_room()

    async def _resume(self, tasks: asyncio.TaskGroup) -> None:
        """Go on with what waited when the program ended."""
        left: list[tuple[int, str]] = []
        while entries := await self._key_values.log_entries(NAMESPACE, before=left[0][0] if left else None):
            left = [*entries, *left]
        for number, text in left:
            await self._read(tasks, number, text)

    async def _read(self, tasks: asyncio.TaskGroup, number: int, text: str) -> None:
        """Let a stored update wait its turn in its chat, or put it aside if it cannot be parsed."""
        try:
            update = Update.de_json(json.loads(text), self._bot)
            chat = update.effective_chat
            key, person = chat.id if chat is not None else 0, _person_in(update)
        except Exception as error:  # noqa: BLE001 (whatever is wrong with it)
            # The error may quote the update, and what people write belongs into no log.
            logger.error("an update cannot be read (%s), and is put aside", type(error).__name__)  # noqa: TRY400
            await self._key_values.put_aside(NAMESPACE, number, self._now())
        else:
            self._put(tasks, key, person, number, update)

    async def _fetch(self, offset: int | None) -> list[RawUpdate]:
        """Ask for updates until Telegram answers. What is in the way is logged once.

        Raises:
            InvalidToken: Telegram does not accept the token any more.
        """
        pause, logged = _FIRST_PAUSE, ""
        while True:
            try:
                updates = await self._poller.poll(offset, _LONG_POLL, UPDATE_KINDS)
            except InvalidToken:
                raise
            except RetryAfter as error:
                self.is_answered = False
                await asyncio.sleep(seconds_of(error))
                continue
            except Conflict:
                trouble = "another program fetches this bot's updates from Telegram; only one may"
                wait = _CONFLICT
            except TelegramError as error:
                trouble = f"Telegram cannot be reached ({type(error).__name__})"
                wait, pause = pause, min(2 * pause, _LONGEST_PAUSE)
            else:
                self.is_answered = True
                return updates
            self.is_answered = False
            if trouble != logged:
                logger.warning(trouble)
                logged = trouble
            await asyncio.sleep(wait)

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
        # Removed even if handling failed: the same fault would come again at every start.
        self._handled.append(number)
        self._wake_up.set()
        self._waiting -= 1
        self._room.set()

    async def _remove_when_handled(self) -> None:
        """Take off what was handled: all that has come together, since nobody waits for it."""
        while True:
            await self._wake_up.wait()
            self._wake_up.clear()
            try:
                await self._remove_handled()
            except Exception:
                logger.exception("what was handled could not be taken off; it is with what comes next")

    async def _remove_handled(self) -> None:
        handled, self._handled = self._handled, []
        if not handled:
            return
        try:
            await self._key_values.remove(NAMESPACE, *handled)
        except Exception:
            self._handled = handled + self._handled
            raise


def _person_in(update: Update) -> int | None:
    """Return who has done what an update tells of; nobody, if it concerns the whole chat."""
    message = update.message
    moves = message is not None and (message.migrate_to_chat_id or message.migrate_from_chat_id) is not None
    user = update.effective_user
    return None if user is None or moves or update.my_chat_member is not None else user.id
