"""Delivering: a platform that records its calls and fails on demand, and a sender at work on it."""

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
from tests.sessions.world import World
from tests.waiting import undelivered

STEPS_BETWEEN_LOOKS = 30
"""A look at the database costs as much as many steps of the sender."""


@dataclass
class PlatformCall:
    """What the platform was asked to do."""

    what: str
    chat: str
    message: str
    text: str = ""
    notified: tuple[str, ...] = ()


@dataclass
class Listening:
    """A platform that records its calls, and fails as it was set to."""

    nonce_memory: timedelta = timedelta(minutes=2)
    has_been_online: bool = True
    calls: list[PlatformCall] = field(default_factory=list)
    nonces: dict[str, str] = field(default_factory=dict)
    faults: dict[str, list[BaseException]] = field(default_factory=dict)
    held: dict[str, asyncio.Event] = field(default_factory=dict)
    waits: dict[str, asyncio.Event] = field(default_factory=dict)
    """What each of these chats is waited for with, once."""

    waited: list[str] = field(default_factory=list)
    """The chats that were waited for."""

    given_up: list[str] = field(default_factory=list)
    """The chats in which a request was given up that was held."""

    lost_answers: list[BaseException] = field(default_factory=list)
    """Raised by `send` after the message has arrived."""

    broken: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once an answer was lost."""

    delays: dict[Request, float] = field(default_factory=dict)
    """For how many seconds requests of some kinds are put off."""

    covered: set[str] = field(default_factory=set)
    """The chats in which somebody has written something below what was sent last."""

    homes: dict[str, str] = field(default_factory=dict)
    """The private chats of people, by their accounts."""

    tried: list[str] = field(default_factory=list)
    """The chats in which a message was tried, answered or not."""

    nonces_tried: list[str] = field(default_factory=list)
    replies: list[Reply] = field(default_factory=list)
    """What was tried, with all that it says."""

    name: str = "web"

    async def run(self) -> None:
        """Serve nobody."""

    async def ready(self, chat: str) -> bool:
        """Be ready at once, unless the chat is told to make others wait."""
        waits = self.waits.pop(chat, None)
        if waits is None:
            return False
        self.waited.append(chat)
        await waits.wait()
        return True

    def delay(self, chat: str, request: Request, message: str | None) -> float:  # noqa: ARG002 (the same for all)
        """Put off what the test has said."""
        return self.delays.get(request, 0.0)

    def is_last(self, chat: str, message: str) -> bool:
        """Know what was sent last, and whether something was written below it."""
        sent = self.said("send", chat)
        return chat not in self.covered and bool(sent) and sent[-1].message == message

    async def send(self, chat: str, reply: Reply, nonce: str) -> str:
        """Take a message, once for each nonce."""
        assert len(nonce) <= 25
        self.tried.append(chat)
        self.nonces_tried.append(nonce)
        self.replies.append(reply)
        await self._may_fail("send", chat)
        if nonce not in self.nonces or not self.nonce_memory:
            self.nonces[nonce] = f"m{len(self.said('send')) + 1}"
            self.calls.append(
                PlatformCall("send", chat, self.nonces[nonce], plain(reply.text), reply.notifies)
            )
        if self.lost_answers:
            self.broken.set()
            raise self.lost_answers.pop()
        return self.nonces[nonce]

    async def edit(self, chat: str, message: str, reply: Reply) -> None:
        """Take an edit."""
        await self._may_fail("edit", chat)
        self.calls.append(PlatformCall("edit", chat, message, plain(reply.text)))

    async def retire(self, chat: str, message: str, retired_content: RetiredContent) -> None:
        """Make an old message what remains of it."""
        await self._may_fail("retire", chat)
        self.calls.append(PlatformCall("retire", chat, message, plain(retired_content.text)))

    async def private_chat(self, account: str) -> str | None:
        """Know of the private chats that it was told of."""
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

    def said(self, what: str, chat: str | None = None) -> list[PlatformCall]:
        """Return what was told of one kind."""
        return [call for call in self.calls if call.what == what and chat in (None, call.chat)]


@dataclass
class Remote(Listening):
    """A platform that can be offline."""

    is_online: bool = False
    is_reached: bool = False
    listeners: list[Callable[[], None]] = field(default_factory=list)

    def when_online(self, on_online: Callable[[], None]) -> None:
        """Tell somebody each time that it has come online."""
        self.listeners.append(on_online)

    def come_online(self) -> None:
        """Be there from now on."""
        self.is_online = True
        for on_online in self.listeners:
            on_online()


@dataclass
class CountedOutbox(Outbox):
    """An outbox that counts how often it is asked for what is undelivered."""

    def __init__(self, world: World) -> None:
        super().__init__(world.manager, lambda: world.clock().timestamp())
        self.asked = 0

    async def claim(self, room: Mapping[str, int], first: Collection[int] = ()) -> Claimed:
        """Count, and claim what is undelivered."""
        self.asked += 1
        return await super().claim(room, first)


@dataclass
class Post:
    """A sender at work, its platform, and the world that it serves."""

    world: World
    platform: Listening
    outbox: CountedOutbox
    sender: Sender

    async def until_idle(self, until: Callable[[], bool] = lambda: True) -> None:
        """Let the sender work until something is so and nothing is left to do now."""
        self.sender.wake()
        async with asyncio.timeout(HANG):
            while True:
                due = await undelivered(self.world.manager, {"web"})
                if until() and all(entry.chat in self.held() for entry in due.entries):
                    return
                for _ in range(STEPS_BETWEEN_LOOKS):
                    await asyncio.sleep(0)

    def held(self) -> set[int]:
        """Return the chats that are held up."""
        keys = {self.world.table.key: self.world.table.id, self.world.hers.key: self.world.hers.id}
        return {keys[key] for key in self.platform.held if not self.platform.held[key].is_set()}


@asynccontextmanager
async def sending(
    world: World, *platforms: Listening, presenter: Presenter | None = None
) -> AsyncIterator[Post]:
    """A sender at work for some platforms; for one, unless given."""
    platforms = platforms or (Listening(),)
    outbox = CountedOutbox(world)
    served = {each.name: each for each in platforms}
    sender = Sender(outbox, presenter or Presenter(world.manager), served)
    world.manager.chat_listeners.append(sender.prefer)
    world.manager.listeners.append(sender.wake)
    working = asyncio.create_task(sender.run())
    try:
        yield Post(world, platforms[0], outbox, sender)
    finally:
        world.manager.chat_listeners.remove(sender.prefer)
        world.manager.listeners.remove(sender.wake)
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)


async def claimed_game(outbox: Outbox, chat: int) -> PostClaim:
    """Claim a chat's board; what comes before it there, and is in other chats, is put off."""
    while True:
        for claim in (await outbox.claim({"web": 10})).claims:
            if isinstance(claim, PostClaim) and (claim.chat.id, claim.post.subject) == (chat, "game"):
                return claim
            await outbox.retry_later(claim, timedelta(minutes=1))


async def until(found: Callable[[], bool]) -> None:
    """Wait until something is so."""
    async with asyncio.timeout(HANG):
        while not found():  # noqa: ASYNC110 (the platform tells nobody)
            await asyncio.sleep(0.001)


async def choosing(world: World, *, private: bool = False) -> LoadedGame:
    """Return a game in which Anna has moves to choose from, with two turns played."""
    world.dice.roll_next(*TO_A_CHOICE)
    return await world.game(chats=(world.hers, world.his) if private else None)


async def move_once(world: World, game: LoadedGame) -> LoadedGame:
    """Return the game after one more move of Anna's turn."""
    assert game.live.draft is not None
    chat = world.hers if game.white_chat != game.black_chat else world.table
    move = str(game.live.draft.next_moves()[0])
    return await world.manager.move(world.actor(world.anna, chat), game.id, move)


async def challenge(world: World, chat: Chat | None = None) -> Challenge:
    """Let Anna challenge Boris, whom the card calls."""
    return await world.manager.challenges.make(world.actor(world.anna, chat), "long", world.boris.id)


async def challenge_in_vain(post: Post, fault: BaseException) -> None:
    """Let Anna challenge Boris and the card meet a fault of the platform."""
    post.platform.faults["send"] = [fault]
    await challenge(post.world)
    await post.until_idle(lambda: not post.platform.faults["send"])


async def crashed(world: World) -> Listening:
    """Return a platform that has shown Boris's challenge just before a crash, so that nothing noted it."""
    platform = Listening(lost_answers=[asyncio.CancelledError()])
    async with sending(world, platform):
        await challenge(world)
        await platform.broken.wait()
    return platform
