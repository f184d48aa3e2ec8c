"""House: the whole bot connected to Telegram's stand-in, with people who type and press there."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import storage
from bot.chats.render.painter import ThreadPainter
from bot.chats.sender import Sender
from bot.chats.telegram import AppLinks, Pacing, Telegram
from bot.chats.telegram.chat_keys import ChatKey
from bot.chats.telegram.menus import NAMESPACE as INTRODUCTION
from bot.sessions import Hints, Outbox, SessionManager
from bot.sessions.workers import AnalysisQueue, Analyst, AutoReview, ComputerPlayer
from bot.talk.admins import Admins
from bot.talk.catalog import words_in
from bot.talk.conversation import Conversation
from bot.talk.reply import Reply
from bot.talk.views.presenter import Presenter
from tests.databases import opened
from tests.dialogues.house import unlimited_budget
from tests.dialogues.script import CAST, TABLE, VisibleMessage
from tests.pace import HANG
from tests.pending_work import has_work
from tests.sessions.analyst import QuickAnalyst
from tests.sessions.world import Clock, RepeatableDice
from tests.strategies import Plain
from tests.telegram_standin.people import Person
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_standin.world import Chat, Message, Place, chat_of

# 6-2 and 5-3 are forced turns; then White plays 4-1 with two checkers off the head.
TO_A_CHOICE = (6, 1, 6, 2, 5, 3, 4, 1)

_introduced: dict[str, str] = {}
"""The menus and descriptions that the stand-in already has, so that only the first house sends them."""


class RecordingTelegram(Telegram):
    """The adapter, which records its posts and shows if it is busy."""

    def watch(self) -> None:
        """Begin to record which messages are posts."""
        self.posts: set[tuple[int, int]] = set()

    async def send(self, chat: str, reply: Reply, nonce: str) -> str:
        """Send a post and record its message."""
        message = await super().send(chat, reply, nonce)
        self.posts.add((ChatKey.read(chat).chat, int(message)))
        return message

    @property
    def is_busy(self) -> bool:
        """True if an update is unhandled or a slow answer unfinished."""
        return not (self._inbox.is_empty and self._slow_answers.is_idle and self._overflow.is_idle)


Seen = tuple[int, str, tuple[str, ...]]


@dataclass
class House:
    """The whole bot connected to Telegram's stand-in, with one group that everyone is in."""

    telegram: TelegramStandIn
    adapter: RecordingTelegram
    manager: SessionManager
    sender: Sender
    clock: Clock
    table: Chat
    people: dict[str, Person]
    toasts: dict[str, str] = field(default_factory=dict)
    answers: dict[str, Message | None] = field(default_factory=dict)
    notifications: dict[str, int] = field(default_factory=dict)

    async def until_idle(self, update: int | None = None) -> None:
        """Wait until an update is handled, the computer player has moved and nothing is undelivered."""
        async with asyncio.timeout(HANG):
            if update is not None:
                await self.telegram.until(lambda: self.telegram.confirmed >= update, "the update is taken")
            while await self._is_busy():  # noqa: ASYNC110 (nothing signals the end)
                await asyncio.sleep(0.001)

    def place(self, chat: str) -> Place:
        """Return a chat by its name in dialogues."""
        return self.table if chat == TABLE else self.people[chat].private

    def posts(self, place: Place) -> list[Message]:
        """Return the boards and cards in a chat, oldest first."""
        return [each for each in self._bots(place) if (each.chat.id, each.id) in self.adapter.posts]

    def others(self, place: Place) -> list[Message]:
        """Return the answers in a chat, oldest first."""
        return [each for each in self._bots(place) if (each.chat.id, each.id) not in self.adapter.posts]

    def last(self, place: Place | None = None) -> Message:
        """Return the last board or card in a chat."""
        return self.posts(place or self.table)[-1]

    async def begin(self) -> Message:
        """Let Anna and Boris begin a game at the table, and return its board."""
        await self.say("Anna", "/challenge anyone", TABLE)
        await self.press("Boris", "Accept", TABLE, answered=False)
        return self.last()

    async def type(self, player: str, line: str, place: Place, reply_to: Message | None = None) -> None:
        """Let a person type a line, and wait until its results are shown."""
        before = self._looks(place)
        message = await self.people[player].say(place, line, reply_to=reply_to)
        await self.until_idle(message.update_id)
        self.toasts[player] = ""
        self.answers[player] = self._changed(place, before)

    async def touch(self, player: str, label: str, message: Message) -> None:
        """Let a person press a button of a message, and wait as `type` does."""
        place = message.topic or message.chat
        before = self._looks(place)
        query = await self.people[player].press(message, label)
        await self.until_idle(query.update_id)
        self.toasts[player] = (await query.answered()).text
        self.answers[player] = self._changed(place, before)

    # The methods of a driver of dialogues.

    async def say(self, player: str, line: str, chat: str) -> None:
        """Type a line; a move at the table is a reply to the board there."""
        reply_to = None if line.startswith("/") or chat != TABLE else self.last()
        await self.type(player, line, self.place(chat), reply_to)

    async def press(self, player: str, label: str, chat: str, *, answered: bool) -> None:
        """Press a button by its label."""
        message = self.answers[player] if answered else self.last(self.place(chat))
        assert message is not None
        await self.touch(player, label, message)

    def answer(self, player: str) -> VisibleMessage | None:
        """Return the answer to a person's last action: a toast or a message."""
        if toast := self.toasts[player]:
            return VisibleMessage(toast)
        message = self.answers[player]
        return shown(message) if message is not None else None

    def shown(self, chat: str) -> VisibleMessage:
        """Return the last board or card in a chat."""
        return shown(self.last(self.place(chat)))

    def notified(self) -> list[str]:
        """Return the people notified since the last call, once for each notification."""
        before, self.notifications = (
            self.notifications,
            {name: len(person.notifications) for name, person in self.people.items()},
        )
        return [
            name
            for name, notifications in self.notifications.items()
            for _ in range(notifications - before.get(name, 0))
        ]

    def _bots(self, place: Place) -> list[Message]:
        chat = chat_of(place)
        reader = next((each for each in self.people.values() if each.private is chat), self.people["Anna"])
        return [each for each in reader.messages(place) if each.sender is self.telegram.world.bot]

    def _looks(self, place: Place) -> set[Seen]:
        return {_look(message) for message in self.others(place)}

    def _changed(self, place: Place, before: set[Seen]) -> Message | None:
        changed = [message for message in self.others(place) if _look(message) not in before]
        return changed[0] if changed else None

    async def _is_busy(self) -> bool:
        if self.adapter.is_busy or self.sender._busy:  # noqa: SLF001 (nothing public shows it)
            return True
        return await has_work(self.manager, ["telegram"])


def _look(message: Message) -> Seen:
    return message.id, message.text, message.labels


def shown(message: Message) -> VisibleMessage:
    """Return a message as it is displayed. Links to other sites are not buttons."""
    # A link to the private chat replaces a button that other platforms answer there.
    labels = tuple(
        each.label for each in message.buttons if each.data is not None or "?start=" in (each.url or "")
    )
    return VisibleMessage(message.text, labels, message.picture is not None)


@asynccontextmanager
async def open_house(
    path: Path,
    *dice: int,
    analyst: Analyst | None = None,
    app: AppLinks | None = None,
    tick: float = 60.0,
) -> AsyncIterator[House]:
    """Run the whole bot on a database file, with the first rolls of the dice given.

    At each reading the pacing's clock advances by `tick` seconds, so that no test waits.
    """
    clock = Clock()
    async with TelegramStandIn() as telegram, opened(path) as database, AsyncExitStack() as stack:
        with ThreadPainter() as painter, ThreadPoolExecutor(4) as pool:
            manager = SessionManager(database, chance=RepeatableDice(*dice), clock=clock)
            analysis_queue = AnalysisQueue(analyst or QuickAnalyst(), manager.analyses, pool)
            await stack.enter_async_context(analysis_queue)
            ticks = itertools.count(0.0, tick)
            people = {name: telegram.user(name) for name in CAST}
            key_values = storage.KeyValues(database)
            await key_values.write_all(INTRODUCTION, _introduced)
            adapter = RecordingTelegram(
                Conversation(
                    manager,
                    Hints(manager, Plain(), pool),
                    analysis_queue,
                    unlimited_budget(clock),
                    admins=Admins({f"telegram:{people['Anna'].id}"}, "1.0", clock()),
                ),
                key_values,
                painter,
                words_in,
                updates=storage.TelegramUpdates(database),
                token=telegram.token,
                api_url=telegram.api_url,
                pacing=Pacing(lambda: next(ticks)),
                app=app,
                now=clock,
            )
            adapter.watch()
            sender = Sender(Outbox(manager), Presenter(manager), {"telegram": adapter})
            computer_player, auto_review = (
                ComputerPlayer(manager, Plain()),
                AutoReview(manager, analysis_queue),
            )
            manager.chat_listeners.append(sender.prefer)
            manager.listeners.append(sender.wake)
            manager.engine_listeners += [computer_player.wake, auto_review.wake]
            runs = (sender.run(), computer_player.run(pool), auto_review.run(), adapter.run())
            tasks = [asyncio.create_task(run) for run in runs]
            try:
                await telegram.online()
                table = telegram.supergroup("table")
                yield House(telegram, adapter, manager, sender, clock, table, people)
            finally:
                for task in tasks:
                    task.cancel()
                    with suppress(asyncio.CancelledError):
                        await task
                _introduced.update(await key_values.items(INTRODUCTION))
