"""Scripted: a platform in memory, and a house of the whole bot around it."""

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
FAR = "far-"
"""Chats whose names begin so are on another platform."""
FAR_PLATFORM = "telegram"
BETWEEN_LOOKS = 0.005
STEPS_BETWEEN_LOOKS = 30
"""A look at the database costs as much as many steps of the tasks that are looked after."""
LOOKS_IN_A_ROW = 10


@dataclass
class Message:
    """A message that was sent."""

    chat: str
    reply: Reply
    retired: RetiredContent | None = None


class ScriptedPlatform:
    """A platform that keeps what was sent; it stands for two, whose chats are told apart by their names."""

    name = "web"
    nonce_memory = timedelta.max
    has_been_online = True

    def __init__(self) -> None:
        self.messages: list[Message] = []
        self.notifications: list[str] = []
        self.seconds_off = 0.0
        """For how long whatever is to be shown is put off."""

    async def run(self) -> None:
        """Nothing comes in but what a test says."""

    async def ready(self, chat: str) -> bool:  # noqa: ARG002 (the same for all)
        """Return every chat takes messages at once."""
        return False

    def delay(self, chat: str, request: Request, message: str | None) -> float:  # noqa: ARG002 (the same for all)
        """Put off for as long as a test has said."""
        return self.seconds_off

    def is_last(self, chat: str, message: str) -> bool:  # noqa: ARG002 (the same for all)
        """Know of no message whether something stands below it."""
        return False

    async def send(self, chat: str, reply: Reply, nonce: str) -> str:
        """Keep a new message."""
        assert 0 < len(nonce) <= 25
        check(reply)
        self.messages.append(Message(chat, reply))
        self.notifications += reply.notifies
        return str(len(self.messages) - 1)

    async def edit(self, chat: str, message: str, reply: Reply) -> None:
        """Replace a message."""
        check(reply)
        kept = self.messages[int(message)]
        assert kept.chat == chat
        kept.reply = reply

    async def retire(self, chat: str, message: str, retired_content: RetiredContent) -> None:
        """Make an old message what remains of it."""
        kept = self.messages[int(message)]
        assert kept.chat == chat
        kept.retired = retired_content

    async def private_chat(self, account: str) -> str | None:
        """Return a person's private chat, which is called by the name."""
        return account.title()


@dataclass
class House:
    """The whole bot around a platform in memory.

    Whoever speaks is met under the name in small letters; a private chat is called by its person's name. On
    the other platform the same name is another account.
    """

    manager: SessionManager
    conversation: Conversation
    platform: ScriptedPlatform
    dice: RepeatableDice
    clock: Clock
    language: str = "en"
    answers: dict[str, tuple[Reply, ...]] = field(default_factory=dict)
    events: int = 0
    administrators: set[str] = field(default_factory=lambda: {"Anna"})
    handles: dict[str, str] = field(default_factory=dict)
    read_by_others: bool = False
    unreachable: set[str] = field(default_factory=set)
    """Who cannot be written to in private."""
    addresses: Addresses = field(default_factory=Addresses)
    """How the bot is found on each platform: nowhere, unless a test says so."""
    idle_since: datetime | None = None
    """When every chat was found up to date, until somebody acts again."""

    def wake(self) -> None:
        """Note that the workers may have work."""
        self.idle_since = None

    def place(self, chat: str) -> Place:
        """A chat by the name that dialogues have for it: a room of several begins with a small letter."""
        kind = ChatKind.SHARED if chat.removeprefix(FAR)[:1].islower() else ChatKind.PRIVATE
        platform = FAR_PLATFORM if chat.startswith(FAR) else "web"
        return Place(platform, chat, kind, answers_privately=not self.read_by_others, has_handles=True)

    async def handle(
        self,
        who: str,
        what: Line | Press,
        chat: str = TABLE,
        message: str | None = None,
        event: str | None = None,
        *,
        has_toast: bool = False,
        lag: BoardLag = NO_LAG,
    ) -> tuple[Reply, ...]:
        """Let a person do something; return what is answered in private."""
        self.events += 1
        place = self.place(chat)
        person = Person(place.platform, who.lower(), who, self.language, self.handles.get(who, ""))

        async def administers() -> bool:
            return who in self.administrators

        async def private_place() -> Place | None:
            return None if who in self.unreachable else self.place(who)

        incoming = Incoming(
            event or f"event {self.events}",
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
            check(reply)
        self.answers[who] = replies
        await self.until_idle()
        return replies

    async def line(self, who: str, text: str, chat: str = TABLE, message: str | None = None) -> str:
        """Let a person type a line; return the words of the answer, or nothing."""
        return "\n".join(plain(reply.text) for reply in await self.handle(who, Line(text), chat, message))

    async def until_idle(self) -> None:
        """Wait until the computer player has played and every chat is up to date."""
        if self.idle_since != (now := self.clock()):
            self.idle_since = now  # unless somebody acts meanwhile
            await until_idle(self.manager, self.platform.name, FAR_PLATFORM)

    def last(self, chat: str = TABLE) -> Message:
        """Return the last message in a chat."""
        return next(message for message in reversed(self.platform.messages) if message.chat == chat)

    def number(self, message: Message) -> str:
        """Return the id that the platform gave to a message."""
        return str(next(n for n, kept in enumerate(self.platform.messages) if kept is message))

    # The driver's part.

    async def say(self, who: str, line: str, chat: str) -> None:
        """Type a line."""
        await self.handle(who, Line(line), chat)
        await self._until_answered(who)

    async def press(self, who: str, label: str, chat: str, *, answered: bool) -> None:
        """Press a button by its label."""
        message = None if answered else self.last(chat)
        replies = self.answers[who] if message is None else (message.reply,)
        buttons = [button for reply in replies for row in reply.buttons for button in row]
        found = [button for button in buttons if button.label == label]
        assert found, f"no button {label!r} among {[button.label for button in buttons]}"
        await self.handle(who, Press(found[0].data), chat, self.number(message) if message else None)
        await self._until_answered(who)

    async def _until_answered(self, who: str) -> None:
        """Wait for what is still being worked on."""
        async with asyncio.timeout(WAIT):
            waits = [reply.pending.outcome for reply in self.answers[who] if reply.pending]
            if waits:
                await asyncio.wait(waits)
                self.answers[who] = tuple(reply for wait in waits if (reply := wait.result()) is not None)

    def answer(self, who: str) -> VisibleMessage | None:
        """Return the last private answer."""
        replies = self.answers[who]
        return shown(replies[0]) if replies else None

    def standing(self, chat: str) -> VisibleMessage:
        """Return the last message in a chat."""
        return shown(self.last(chat).reply)

    def notified(self) -> list[str]:
        """Return who has been notified since this was last asked."""
        notified, self.platform.notifications = self.platform.notifications, []
        return [account.title() for account in notified]


async def until_idle(manager: SessionManager, *platforms: str) -> None:
    """Wait until the computer player has played, games are reviewed, and every chat is up to date."""
    async with asyncio.timeout(WAIT):
        for look in count():
            if not await has_work(manager, platforms):
                return
            for _ in range(STEPS_BETWEEN_LOOKS):
                await asyncio.sleep(0)
            if look > LOOKS_IN_A_ROW:  # the thread of the computer player is at work
                await asyncio.sleep(BETWEEN_LOOKS)


async def only_game(house: House) -> str:
    """Return the id of the one game that Anna, who was met first, is playing."""
    (game,) = await house.manager.games_of(1)
    return game.id


def shown(reply: Reply) -> VisibleMessage:
    """Return a reply as it is seen."""
    labels = tuple(button.label for row in reply.buttons for button in row)
    return VisibleMessage(plain(reply.text), labels, reply.scene is not None)


def check(reply: Reply) -> None:
    """Hold a reply to the limits of all platforms."""
    text = plain(reply.text)
    assert len(text.encode("utf-16-le")) // 2 > 0
    pictured = reply.scene is not None or reply.animation is not None
    assert not pictured or len(text.encode("utf-16-le")) // 2 <= 1024, text
    assert len(reply.buttons) <= 5
    for row in reply.buttons:
        assert 0 < len(row) <= 5
        for button in row:
            assert 0 < len(button.label) <= 80
            # A name may hold soft hyphens and joiners, but nothing that breaks a line.
            assert not {unicodedata.category(sign) for sign in button.label} & {"Cc", "Cs", "Zl", "Zp"}
            assert button.data.isascii()
            assert 0 < len(button.data) <= 64
    assert len(reply.alt) <= 1024
    assert len(reply.short_alt) <= 256
    assert pictured == bool(reply.alt)


def unbounded(clock: Callable[[], datetime]) -> RequestBudget:
    """Return a budget that is never spent: time stands still in tests, and people do much in it."""
    return RequestBudget(clock, at_once=math.inf)


@asynccontextmanager
async def open_house(
    path: Path,
    *dice: int,
    language: str = "en",
    before: House | None = None,
    analyst: Analyst | None = None,
    budget: RequestBudget | None = None,
    clock: Clock | None = None,
    opening: Callable[[Path], AbstractAsyncContextManager[Database]] = opened,
) -> AsyncIterator[House]:
    """Open the whole bot on a database file.

    Args:
        path: the file.
        dice: the dice that are rolled first.
        language: the language that people's clients ask for.
        before: the house that was open on that file before, whose messages are still there.
        analyst: who analyses games; one that is quick, unless given.
        budget: what each person may ask for in a time; anything, unless given.
        clock: what time it is.
        opening: opens the file.
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
                budget or unbounded(clock),
                admins=admins,
                addresses=addresses,
            )
            platform = ScriptedPlatform()
            if before is not None:
                platform.messages = [replace(message) for message in before.platform.messages]
            works = at_work(manager, platform, pool, analysis_queue, far=True, addresses=addresses)
            async with analysis_queue, works:
                house = House(manager, conversation, platform, chance, clock, language, addresses=addresses)
                house.events = before.events if before is not None else 0
                manager.listeners.append(house.wake)
                yield house


@asynccontextmanager
async def at_work(
    manager: SessionManager,
    platform: Platform,
    pool: Executor,
    analysis_queue: AnalysisQueue,
    *,
    far: bool = False,
    addresses: Addresses | None = None,
) -> AsyncIterator[None]:
    """Run the sender, the computer player and the auto review for a platform, or for two in one."""
    served = {platform.name: platform, **({FAR_PLATFORM: platform} if far else {})}
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
