"""A platform that records calls and fails on demand, and a sender that delivers to it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta

from bot.chats.base import Request
from bot.chats.sender import Sender
from bot.sessions import Challenge, Chat, LoadedGame, Outbox
from bot.sessions.outbox import PostClaim
from bot.sessions.outbox.claims import Claimed
from bot.talk.reply import Reply, RetiredContent, plain
from bot.talk.views.presenter import Presenter
from tests.dialogues.dialogues import TO_A_CHOICE
from tests.pace import HANG
from tests.pending_work import undelivered
from tests.sessions.world import World

STEPS_BETWEEN_LOOKS = 30
"""A look at the database costs as much as many steps of the sender, so it happens only this often."""


@dataclass
class PlatformCall:
    """A request that the platform received."""

    what: str
    chat: str
    message: str
    text: str = ""
    notified: tuple[str, ...] = ()


@dataclass
class RecordingPlatform:
    """A platform that records its calls and raises the faults that a test has set."""

    nonce_memory: timedelta = timedelta(minutes=2)
    has_been_online: bool = True
    calls: list[PlatformCall] = field(default_factory=list)
    nonces: dict[str, str] = field(default_factory=dict)
    faults: dict[str, list[BaseException]] = field(default_factory=dict)
    held: dict[str, asyncio.Event] = field(default_factory=dict)
    waits: dict[str, asyncio.Event] = field(default_factory=dict)
    """For each of these chats, `ready` waits once for the event."""

    waited: list[str] = field(default_factory=list)
    """The chats for which `ready` has waited."""

    given_up: list[str] = field(default_factory=list)
    """The chats in which a held request was cancelled."""

    lost_answers: list[BaseException] = field(default_factory=list)
    """Raised by `send` after the message has arrived."""

    broken: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once an answer was lost."""

    delays: dict[Request, float] = field(default_factory=dict)
    """The seconds by which requests of some kinds are delayed."""

    covered: set[str] = field(default_factory=set)
    """The chats in which a player has written something below the last message."""

    homes: dict[str, str] = field(default_factory=dict)
    """The private chats of accounts."""

    attempted: list[str] = field(default_factory=list)
    """The chats in which a message was attempted, with or without an answer."""

    nonces_attempted: list[str] = field(default_factory=list)
    replies: list[Reply] = field(default_factory=list)
    """The messages attempted."""

    name: str = "web"

    async def run(self) -> None:
        """Do nothing."""

    async def ready(self, chat: str) -> bool:
        """Wait for the chat's event, if the test has set one."""
        waits = self.waits.pop(chat, None)
        if waits is None:
            return False
        self.waited.append(chat)
        await waits.wait()
        return True

    def delay(self, chat: str, request: Request, message: str | None) -> float:  # noqa: ARG002 (the same for all)
        """Return the delay that the test has set for this kind of request."""
        return self.delays.get(request, 0.0)

    def is_last(self, chat: str, message: str) -> bool:
        """Return True if this message was sent last and nothing was written below it."""
        sent = self.calls_of("send", chat)
        return chat not in self.covered and bool(sent) and sent[-1].message == message

    async def send(self, chat: str, reply: Reply, nonce: str) -> str:
        """Accept a message, once for each nonce."""
        assert len(nonce) <= 25
        self.attempted.append(chat)
        self.nonces_attempted.append(nonce)
        self.replies.append(reply)
        await self._may_fail("send", chat)
        if nonce not in self.nonces or not self.nonce_memory:
            self.nonces[nonce] = f"m{len(self.calls_of('send')) + 1}"
            self.calls.append(
                PlatformCall("send", chat, self.nonces[nonce], plain(reply.text), reply.notifies)
            )
        if self.lost_answers:
            self.broken.set()
            raise self.lost_answers.pop()
        return self.nonces[nonce]

    async def edit(self, chat: str, message: str, reply: Reply) -> None:
        """Accept an edit."""
        await self._may_fail("edit", chat)
        self.calls.append(PlatformCall("edit", chat, message, plain(reply.text)))

    async def retire(self, chat: str, message: str, retired_content: RetiredContent) -> None:
        """Replace an old message by its remains."""
        await self._may_fail("retire", chat)
        self.calls.append(PlatformCall("retire", chat, message, plain(retired_content.text)))

    async def private_chat(self, account: str) -> str | None:
        """Return the private chat that the test has set for an account."""
        return self.homes.get(account)

    async def _may_fail(self, what: str, chat: str) -> None:
        if chat in self.held:
            try:
                await self.held[chat].wait()
            except asyncio.CancelledError:
                self.given_up.append(chat)
                raise
        await asyncio.sleep(0)
        if self.faults.get(what):
            raise self.faults[what].pop(0)

    def calls_of(self, what: str, chat: str | None = None) -> list[PlatformCall]:
        """Return the calls of one kind."""
        return [call for call in self.calls if call.what == what and chat in (None, call.chat)]


@dataclass
class OfflinePlatform(RecordingPlatform):
    """A platform that can be offline."""

    is_online: bool = False
    is_reached: bool = False
    listeners: list[Callable[[], None]] = field(default_factory=list)

    def when_online(self, on_online: Callable[[], None]) -> None:
        """Register a callback for each time that the platform comes online."""
        self.listeners.append(on_online)

    def come_online(self) -> None:
        """Come online and stay online."""
        self.is_online = True
        for on_online in self.listeners:
            on_online()


@dataclass
class CountedOutbox(Outbox):
    """An outbox that counts how often it is asked for undelivered posts."""

    def __init__(self, world: World) -> None:
        super().__init__(world.manager, lambda: world.clock().timestamp())
        self.asked = 0

    async def claim(self, room: Mapping[str, int], first: Collection[int] = ()) -> Claimed:
        """Count the call and claim undelivered posts."""
        self.asked += 1
        return await super().claim(room, first)


@dataclass
class RunningSender:
    """A running sender, its platform, and the world that it serves."""

    world: World
    platform: RecordingPlatform
    outbox: CountedOutbox
    sender: Sender

    async def until_idle(self, until: Callable[[], bool] = lambda: True) -> None:
        """Let the sender work until a condition holds and nothing is due."""
        self.sender.wake()
        async with asyncio.timeout(HANG):
            while True:
                due = await undelivered(self.world.manager, {"web"})
                if until() and all(entry.chat in self.held() for entry in due.entries):
                    return
                for _ in range(STEPS_BETWEEN_LOOKS):
                    await asyncio.sleep(0)

    def held(self) -> set[int]:
        """Return the chats whose requests are held."""
        keys = {self.world.table.key: self.world.table.id, self.world.anna_chat.key: self.world.anna_chat.id}
        return {keys[key] for key in self.platform.held if not self.platform.held[key].is_set()}


@asynccontextmanager
async def run_sender(
    world: World, *platforms: RecordingPlatform, presenter: Presenter | None = None
) -> AsyncIterator[RunningSender]:
    """Run a sender for some platforms, by default for one."""
    platforms = platforms or (RecordingPlatform(),)
    outbox = CountedOutbox(world)
    served = {each.name: each for each in platforms}
    sender = Sender(outbox, presenter or Presenter(world.manager), served)
    world.manager.chat_listeners.append(sender.prefer)
    world.manager.listeners.append(sender.wake)
    working = asyncio.create_task(sender.run())
    try:
        yield RunningSender(world, platforms[0], outbox, sender)
    finally:
        world.manager.chat_listeners.remove(sender.prefer)
        world.manager.listeners.remove(sender.wake)
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)


async def claimed_game(outbox: Outbox, chat: int) -> PostClaim:
    """Claim a chat's board, and postpone every other post for a minute."""
    while True:
        for claim in (await outbox.claim({"web": 10})).claims:
            if isinstance(claim, PostClaim) and (claim.chat.id, claim.post.subject) == (chat, "game"):
                return claim
            await outbox.retry_later(claim, timedelta(minutes=1))


async def until(found: Callable[[], bool]) -> None:
    """Wait until a condition holds."""
    async with asyncio.timeout(HANG):
        while not found():  # noqa: ASYNC110 (the platform sends no signal)
            await asyncio.sleep(0.001)


async def game_with_choice(world: World, *, private: bool = False) -> LoadedGame:
    """Return a game in which Anna has a choice of moves after two turns."""
    world.dice.roll_next(*TO_A_CHOICE)
    return await world.game(chats=(world.anna_chat, world.boris_chat) if private else None)


async def move_once(world: World, game: LoadedGame) -> LoadedGame:
    """Return the game after one more move in Anna's turn."""
    assert game.live.draft is not None
    chat = world.anna_chat if game.white_chat != game.black_chat else world.table
    move = str(game.live.draft.next_moves()[0])
    return await world.manager.move(world.actor(world.anna, chat), game.id, move)


async def challenge(world: World, chat: Chat | None = None) -> Challenge:
    """Let Anna challenge Boris, whom the card notifies."""
    return await world.manager.challenges.make(world.actor(world.anna, chat), "long", world.boris.id)


async def challenge_that_fails(running: RunningSender, fault: BaseException) -> None:
    """Let Anna challenge Boris while the platform fails to show the card."""
    running.platform.faults["send"] = [fault]
    await challenge(running.world)
    await running.until_idle(lambda: not running.platform.faults["send"])


async def platform_after_crash(world: World) -> RecordingPlatform:
    """Return a platform that received Boris's challenge just before a crash, which left no record of that."""
    platform = RecordingPlatform(lost_answers=[asyncio.CancelledError()])
    async with run_sender(world, platform):
        await challenge(world)
        await platform.broken.wait()
    return platform
