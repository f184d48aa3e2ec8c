"""House: the whole bot around a platform in memory."""

from __future__ import annotations

import asyncio
import math
import unicodedata
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

from bot.chats.base import Platform, Request
from bot.chats.sender import Sender
from bot.sessions import Hints, Outbox, SessionManager
from bot.sessions.workers import AnalysisQueue, Analyst, AutoReview, ComputerPlayer
from bot.talk.addresses import Addresses
from bot.talk.admins import TABLE_HOSTS, Admins
from bot.talk.conversation import Conversation
from bot.talk.incoming import NO_LAG, BoardLag, ChatKind, Incoming, Line, Person, Place, Press
from bot.talk.reply import Reply, RetiredContent, plain
from bot.talk.request_budget import RequestBudget
from bot.talk.views.presenter import Presenter
from storage import Database
from tests.databases import opened
from tests.dialogues.script import TABLE, VisibleMessage
from tests.pace import HANG
from tests.pending_work import has_work
from tests.sessions.analyst import QuickAnalyst
from tests.sessions.world import Clock, RepeatableDice
from tests.strategies import Plain

WAIT = HANG
TELEGRAM_CHAT = "telegram-"
"""Chats whose names begin with this prefix are on Telegram; all other chats are at the local table."""
TELEGRAM = "telegram"
BETWEEN_CHECKS = 0.005
STEPS_BETWEEN_CHECKS = 30
"""Checking the database costs as much as many steps of the workers, so checks are that far apart."""
FAST_CHECKS = 10


@dataclass
class Message:
    """A sent message."""

    chat: str
    reply: Reply
    retired: RetiredContent | None = None


class InMemoryPlatform:
    """A platform that keeps messages in memory. It plays the local table and Telegram."""

    name = "web"
    nonce_memory = timedelta.max
    has_been_online = True

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.notifications: list[str] = []
        self.delay_seconds = 0.0
        """How long each delivery is delayed."""

    async def run(self) -> None:
        """Receive nothing: tests call the conversation directly."""

    async def ready(self, chat: str) -> bool:  # noqa: ARG002 (the same for all)
        """Return False: no chat has to wait before it takes messages."""
        return False

    def delay(self, chat: str, request: Request, message: str | None) -> float:  # noqa: ARG002 (the same for all)
        """Return the delay that the test has set."""
        return self.delay_seconds

    def is_last(self, chat: str, message: str) -> bool:  # noqa: ARG002 (the same for all)
        """Return False, so that no message counts as the chat's last one."""
        return False

    async def send(self, chat: str, reply: Reply, nonce: str) -> str:
        """Keep a new message, and note the accounts that it notifies."""
        assert 0 < len(nonce) <= 25
        check_limits(reply)
        self.messages.append(Message(chat, reply))
        self.notifications += reply.notifies
        return str(len(self.messages) - 1)

    async def edit(self, chat: str, message: str, reply: Reply) -> None:
        """Replace a message."""
        check_limits(reply)
        kept = self.messages[int(message)]
        assert kept.chat == chat
        kept.reply = reply

    async def retire(self, chat: str, message: str, retired_content: RetiredContent) -> None:
        """Note that an old message was retired."""
        kept = self.messages[int(message)]
        assert kept.chat == chat
        kept.retired = retired_content

    async def private_chat(self, account: str) -> str | None:
        """Return a person's private chat, which has the person's name."""
        return account.title()


@dataclass
class House:
    """The whole bot around a platform in memory.

    A person's account is their name in small letters, and their private chat has their name. The same name
    on Telegram is another account.
    """

    manager: SessionManager
    conversation: Conversation
    platform: InMemoryPlatform
    dice: RepeatableDice
    clock: Clock
    language: str = "en"
    answers: dict[str, tuple[Reply, ...]] = field(default_factory=dict)
    event_count: int = 0
    administrators: set[str] = field(default_factory=lambda: {"Anna"})
    handles: dict[str, str] = field(default_factory=dict)
    answers_are_public: bool = False
    unreachable: set[str] = field(default_factory=set)
    """People whom the bot cannot reach in a private chat."""
    addresses: Addresses = field(default_factory=Addresses)
    """Where the bot can be found on each platform; empty until a test fills it."""
    idle_since: datetime | None = None
    """When every chat was last up to date; None once something has happened since."""

    def wake(self) -> None:
        """Note that the workers may have work."""
        self.idle_since = None

    def place(self, chat: str) -> Place:
        """Return a chat by its name: shared if the name begins with a small letter, else private."""
        kind = ChatKind.SHARED if chat.removeprefix(TELEGRAM_CHAT)[:1].islower() else ChatKind.PRIVATE
        platform = TELEGRAM if chat.startswith(TELEGRAM_CHAT) else "web"
        return Place(platform, chat, kind, answers_privately=not self.answers_are_public, has_handles=True)

    async def handle(
        self,
        player: str,
        what: Line | Press,
        chat: str = TABLE,
        message: str | None = None,
        event: str | None = None,
        *,
        has_toast: bool = False,
        lag: BoardLag = NO_LAG,
    ) -> tuple[Reply, ...]:
        """Handle what a person does, wait until all chats are up to date, and return the private replies."""
        self.event_count += 1
        place = self.place(chat)
        person = Person(place.platform, player.lower(), player, self.language, self.handles.get(player, ""))

        async def administers() -> bool:
            return player in self.administrators

        async def private_place() -> Place | None:
            return None if player in self.unreachable else self.place(player)

        incoming = Incoming(
            event or f"event {self.event_count}",
            person,
            place,
            what,
            message,
            has_toast=has_toast,
            lag=lag,
            administers=administers,
            private_place=private_place,
        )
        replies = await self.conversation.handle(incoming)
        for reply in replies:
            check_limits(reply)
        self.answers[player] = replies
        await self.until_idle()
        return replies

    async def type(self, player: str, text: str, chat: str = TABLE, message: str | None = None) -> str:
        """Type a line for a person; return the text of the private answer, or "" if there is none."""
        return "\n".join(plain(reply.text) for reply in await self.handle(player, Line(text), chat, message))

    async def until_idle(self) -> None:
        """Wait until the computer player has played and every chat is up to date."""
        if self.idle_since != (now := self.clock()):
            self.idle_since = now  # unless an action resets it meanwhile
            await until_idle(self.manager, self.platform.name, TELEGRAM)

    def last(self, chat: str = TABLE) -> Message:
        """Return the last message in a chat."""
        return next(message for message in reversed(self.platform.messages) if message.chat == chat)

    def message_id(self, message: Message) -> str:
        """Return the id that the platform gave to a message."""
        return str(next(n for n, kept in enumerate(self.platform.messages) if kept is message))

    # The methods of Driver.

    async def say(self, player: str, line: str, chat: str) -> None:
        """Type a line, and wait for replies that are still pending."""
        await self.handle(player, Line(line), chat)
        await self._until_answered(player)

    async def press(self, player: str, label: str, chat: str, *, answered: bool) -> None:
        """Press a button by its label, and wait for replies that are still pending."""
        message = None if answered else self.last(chat)
        replies = self.answers[player] if message is None else (message.reply,)
        buttons = [button for reply in replies for row in reply.buttons for button in row]
        found = [button for button in buttons if button.label == label]
        assert found, f"no button {label!r} among {[button.label for button in buttons]}"
        await self.handle(player, Press(found[0].data), chat, self.message_id(message) if message else None)
        await self._until_answered(player)

    async def _until_answered(self, player: str) -> None:
        """Replace pending replies by their outcomes."""
        async with asyncio.timeout(WAIT):
            waits = [reply.pending.outcome for reply in self.answers[player] if reply.pending]
            if waits:
                await asyncio.wait(waits)
                self.answers[player] = tuple(reply for wait in waits if (reply := wait.result()) is not None)

    def answer(self, player: str) -> VisibleMessage | None:
        """Return the last private answer, or None."""
        replies = self.answers[player]
        return visible(replies[0]) if replies else None

    def shown(self, chat: str) -> VisibleMessage:
        """Return the last message in a chat as people see it."""
        return visible(self.last(chat).reply)

    def notified(self) -> list[str]:
        """Return the people who were notified since the last call."""
        notified, self.platform.notifications = self.platform.notifications, []
        return [account.title() for account in notified]


async def until_idle(manager: SessionManager, *platforms: str) -> None:
    """Wait until the computer player has played, games are reviewed, and every chat is up to date."""
    async with asyncio.timeout(WAIT):
        for checks in count():
            if not await has_work(manager, platforms):
                return
            for _ in range(STEPS_BETWEEN_CHECKS):
                await asyncio.sleep(0)
            if checks > FAST_CHECKS:  # the computer player's thread is busy
                await asyncio.sleep(BETWEEN_CHECKS)


async def only_game(house: House) -> str:
    """Return the id of the one game that Anna is playing; she is player 1, because she was met first."""
    (game,) = await house.manager.games_of(1)
    return game.id


def visible(reply: Reply) -> VisibleMessage:
    """Return a reply as people see it."""
    labels = tuple(button.label for row in reply.buttons for button in row)
    return VisibleMessage(plain(reply.text), labels, reply.scene is not None)


def check_limits(reply: Reply) -> None:
    """Check a reply against the limits of all platforms."""
    text = plain(reply.text)
    assert len(text.encode("utf-16-le")) // 2 > 0
    pictured = reply.scene is not None or reply.animation is not None
    assert not pictured or len(text.encode("utf-16-le")) // 2 <= 1024, text
    assert len(reply.buttons) <= 5
    for row in reply.buttons:
        assert 0 < len(row) <= 5
        for button in row:
            assert 0 < len(button.label) <= 80
            # A name may contain soft hyphens and joiners, but nothing that breaks a line.
            assert not {unicodedata.category(sign) for sign in button.label} & {"Cc", "Cs", "Zl", "Zp"}
            assert button.data.isascii()
            assert 0 < len(button.data) <= 64
    assert len(reply.alt) <= 1024
    assert len(reply.short_alt) <= 256
    assert pictured == bool(reply.alt)


def unlimited_budget(clock: Callable[[], datetime]) -> RequestBudget:
    """Return a budget that is never spent, because no time passes in a test that would refill it."""
    return RequestBudget(clock, at_once=math.inf)


@asynccontextmanager
async def open_house(
    path: Path,
    *dice: int,
    language: str = "en",
    previous: House | None = None,
    analyst: Analyst | None = None,
    budget: RequestBudget | None = None,
    clock: Clock | None = None,
    opening: Callable[[Path], AbstractAsyncContextManager[Database]] = opened,
) -> AsyncIterator[House]:
    """Open the whole bot on a database file.

    Args:
        dice: the dice that are rolled first.
        language: the language of people's clients.
        previous: the house that was open on that file before, whose messages are kept.
        analyst: analyses games; a quick one by default.
        budget: what each person may ask for in a time; unlimited by default.
    """
    clock, chance = clock or Clock(), RepeatableDice(*dice)
    with ThreadPoolExecutor(4) as pool:
        async with opening(path) as database:
            manager = SessionManager(database, chance=chance, clock=clock)
            hints = Hints(manager, Plain(), pool)
            analysis_queue = AnalysisQueue(analyst or QuickAnalyst(), manager.analyses, pool)
            admins = Admins({TABLE_HOSTS}, "1.0", clock())
            addresses = Addresses()
            conversation = Conversation(
                manager,
                hints,
                analysis_queue,
                budget or unlimited_budget(clock),
                admins=admins,
                addresses=addresses,
            )
            platform = InMemoryPlatform()
            if previous is not None:
                platform.messages = [replace(message) for message in previous.platform.messages]
            works = running_workers(
                manager, platform, pool, analysis_queue, with_telegram=True, addresses=addresses
            )
            async with analysis_queue, works:
                house = House(manager, conversation, platform, chance, clock, language, addresses=addresses)
                house.event_count = previous.event_count if previous is not None else 0
                manager.listeners.append(house.wake)
                yield house


@asynccontextmanager
async def running_workers(
    manager: SessionManager,
    platform: Platform,
    pool: Executor,
    analysis_queue: AnalysisQueue,
    *,
    with_telegram: bool = False,
    addresses: Addresses | None = None,
) -> AsyncIterator[None]:
    """Run the sender, the computer player and the auto review for one platform, or for it and Telegram."""
    served = {platform.name: platform, **({TELEGRAM: platform} if with_telegram else {})}
    sender = Sender(Outbox(manager), Presenter(manager, addresses), served)
    computer_player, auto_review = ComputerPlayer(manager, Plain()), AutoReview(manager, analysis_queue)
    manager.chat_listeners.append(sender.prefer)
    manager.listeners.append(sender.wake)
    manager.engine_listeners += [computer_player.wake, auto_review.wake]
    works = (sender.run(), computer_player.run(pool), auto_review.run())
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
