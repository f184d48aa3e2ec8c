"""Running: the whole bot on one platform in this process, with a clock handed in; it can be killed.

A kill copies the database at that moment, and the next life continues with the copy. Whatever the old life
still stores is lost, as for a killed process.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Self

from bot.chats.base import RemotePlatform
from bot.chats.sender import Sender
from bot.sessions import Hints, Outbox, SessionManager
from bot.sessions.challenges import CHALLENGE_EXPIRY
from bot.sessions.notification_times import DIGEST, Digests
from bot.sessions.outbox.enqueue import REPEATED_CALL
from bot.sessions.workers import AlarmRunner, AnalysisQueue, Heartbeat, Membership, Reminding
from bot.sessions.workers.heartbeat import BOT
from bot.talk.conversation import Conversation
from bot.talk.views.presenter import Presenter
from storage import clocks, health, sqlite_file
from tests.databases import opened
from tests.dialogues.house import unlimited_budget
from tests.pace import HANG
from tests.pending_work import undelivered
from tests.scenario.life import Life
from tests.scenario.stage import Call, Stage
from tests.sessions.analyst import QuickAnalyst
from tests.sessions.world import Clock, RepeatableDice
from tests.strategies import Plain

BEAT = timedelta(minutes=5)
"""The longest step of time that counts as working without a heartbeat; a longer one is an outage."""


@dataclass
class Running:
    """The bot on a stage, in one life after another.

    Args:
        stage: the platform.
        folder: holds one database for each life.
        clock: the time.
        dice: the dice and the ids.
        calls: the notifications so far.
    """

    stage: Stage
    folder: Path
    clock: Clock
    dice: RepeatableDice
    calls: list[Call] = field(default_factory=list)
    lives: int = 0
    _seen: dict[str, int] = field(default_factory=dict)
    _is_lost: bool = False
    _life: Life = field(default_factory=Life)
    _service: Life = field(default_factory=Life)
    _stack: AsyncExitStack = field(default_factory=AsyncExitStack)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.end()

    @property
    def path(self) -> Path:
        """The database of the current life."""
        return self.folder / f"life {self.lives}.db"

    async def start(self) -> None:
        """Start a life in the same order as `bot.app`."""
        self._stack = stack = AsyncExitStack()
        database = await stack.enter_async_context(opened(self.path))
        self.manager = manager = SessionManager(database, chance=self.dice, clock=self.clock)
        await stack.enter_async_context(Membership(manager))
        pool = stack.enter_context(ThreadPoolExecutor(2))
        queue = await stack.enter_async_context(AnalysisQueue(QuickAnalyst(), manager.analyses, pool))
        hints = Hints(manager, Plain(), pool)
        conversation = Conversation(manager, hints, queue, unlimited_budget(self.clock))
        self.adapter: RemotePlatform = self.stage.adapter(conversation, database, self.clock)
        self.sender = Sender(Outbox(manager), Presenter(manager), {self.stage.name: self.adapter})
        reached = {self.stage.name: lambda: self.adapter.is_reached}
        heartbeat = Heartbeat(manager, reached, self._counted)
        await heartbeat.beat()
        reminding = Reminding(manager)
        handlers = {
            CHALLENGE_EXPIRY: manager.challenges.expire,
            DIGEST: Digests(manager).enqueue,
            REPEATED_CALL: reminding.call_again,
        }
        self._runner = AlarmRunner(manager, heartbeat, handlers, [reminding.chore])
        manager.chat_listeners.append(self.sender.prefer)
        manager.listeners.append(self.sender.wake)
        self._life = Life()
        self._life.begin(self.sender.run())
        await self.connect()

    async def kill(self) -> None:
        """End a life at once: whatever is not stored is lost."""
        source = self.path
        self.lives += 1
        sqlite_file.copy(source, self.path)
        await self.end()
        await self.stage.offline()

    async def end(self) -> None:
        """Stop the bot if it runs."""
        await self._service.end()
        await self._life.end()
        await self._stack.aclose()

    async def connect(self) -> None:
        """Serve the platform, for the first time or again."""
        self._service, self._is_lost = Life(), False
        self._service.begin(self.adapter.run())
        await self.stage.online()
        await self.until_idle()

    async def lose(self) -> None:
        """Make the platform unreachable while the bot continues."""
        self._is_lost = True
        await self._service.end()
        await self.stage.offline()

    async def until_idle(self) -> None:
        """Wait until every action is handled and every chat is up to date."""
        self.sender.wake()
        async with asyncio.timeout(HANG):
            while await self._works():  # noqa: ASYNC110 (no event for it)
                await asyncio.sleep(0.001)
        self.note_calls()

    async def say(self, player: str, line: str, *, alone: bool = False) -> str:
        """Type a command as a player; return the answer."""
        await self.stage.say(player, line, alone=alone)
        await self.until_idle()
        return self.stage.answer()

    async def press(self, player: str, label: str) -> None:
        """Press a button of a player's last board or card."""
        await self.stage.press(player, label)
        await self.until_idle()

    async def pass_until(self, moment: datetime) -> None:
        """Let time pass with the bot at work, stopping at each moment at which something is due."""
        while self.clock.now < moment:
            following = [each for each in (moment, *await self._due()) if each > self.clock.now]
            await self._work_until(min(following))
            if await self.handle_due() or (await undelivered(self.manager, [self.stage.name])).entries:
                await self.until_idle()

    async def handle_due(self) -> bool:
        """Handle what is due, with a heartbeat; return True if anything was due.

        The platform answers without delay: unless it is lost, it is reached.
        """
        async with asyncio.timeout(HANG):
            while not self._is_lost and not self.adapter.is_reached:  # noqa: ASYNC110 (no event for it)
                await asyncio.sleep(0.001)
        handled = False
        while await self._runner.handle_due():
            handled = True
        return handled

    async def _work_until(self, moment: datetime) -> None:
        """Let time pass in which nothing is due, with only the last heartbeat stored."""
        if self.clock.now + BEAT < moment:
            self.skip_to(moment - BEAT)
            working = [BOT] if self._is_lost else [BOT, self.stage.name]
            async with self.manager.database.write() as connection:
                await health.note_heartbeats(connection, dict.fromkeys(working, self.clock.now))
        self.skip_to(moment)

    def skip_to(self, moment: datetime) -> None:
        """Let time pass while the bot does nothing."""
        self.stage.pass_time((moment - self.clock.now).total_seconds())
        self.clock.now = moment

    def _counted(self) -> float:
        return self.clock.now.timestamp()

    async def _due(self) -> list[datetime]:
        async with self.manager.database.read() as connection:
            due = [await clocks.next_alarm(connection), await clocks.next_due(connection)]
        return [each for each in due if each is not None]

    async def _works(self) -> bool:
        if not await self.stage.is_idle(self.adapter) or self.sender._busy:  # noqa: SLF001 (no public state)
            return True
        return bool((await undelivered(self.manager, [self.stage.name])).entries)

    async def until_acted(self, version: int) -> None:
        """Wait until some game has a later version than this."""
        async with asyncio.timeout(HANG):
            while not await self._is_later(version):  # noqa: ASYNC110 (no event for it)
                await asyncio.sleep(0.001)

    async def _is_later(self, version: int) -> bool:
        games = [await self.manager.game(each) for each in await self.manager.game_ids()]
        return any(each.version > version for each in games if not each.is_over)

    def note_calls(self) -> None:
        """Record the notifications since the last call."""
        for chat in self.stage.chats():
            for message in self.stage.seen(chat):
                if message.id > self._seen.get(chat, 0):
                    self._seen[chat] = message.id
                    self.calls += [
                        Call(self.clock.now, player, message.is_loud) for player in message.mentions
                    ]
