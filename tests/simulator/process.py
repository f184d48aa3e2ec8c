"""Process: one life of the bot on a simulated loop, which can end at any callback."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor, Future
from functools import partial
from typing import TYPE_CHECKING, Any

from bot.chats.sender import Sender
from bot.chats.supervisor import Supervisor
from bot.sessions import Hints, Outbox, SessionManager, SteadyClock
from bot.sessions.challenges import CHALLENGE_EXPIRY
from bot.sessions.notification_times import DIGEST, Digests
from bot.sessions.outbox.enqueue import REPEATED_CALL
from bot.sessions.workers import (
    AlarmRunner,
    AnalysisQueue,
    AutoReview,
    ComputerPlayer,
    Heartbeat,
    Membership,
    Reminding,
)
from bot.talk.conversation import Conversation
from bot.talk.views.presenter import Presenter
from storage import Database, TelegramUpdates
from storage.sqlite import SQLite
from tests.databases import compiled_once, create_database
from tests.dialogues.house import unlimited_budget
from tests.scenario.life import is_closing
from tests.sessions.analyst import QuickAnalyst
from tests.simulator.adapters import ACTED, ConnectedAdapter, PollingAdapter
from tests.simulator.faults import Fault
from tests.simulator.loop import SimulatedLoop
from tests.simulator.updates import PLATFORM
from tests.strategies import Plain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from bot.talk.incoming import Incoming
    from tests.inline import InlineConnection
    from tests.sessions.world import RepeatableDice
    from tests.simulator.messenger import Messenger
    from tests.simulator.world import World

_A_CRASH = 1 / 9000
"""The probability that a process dies between two callbacks."""
_A_STOP = 1 / 18000
"""The probability that it is stopped cleanly between two callbacks."""
_STOPPING_SECONDS = 5.0
"""The longest that a clean stop may take."""


class AtOnce(Executor):
    """An executor that runs everything at once."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **options: Any) -> Future[Any]:  # noqa: ANN401 (as in the base class)
        """Run a function and return its finished future."""
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **options))
        except Exception as error:  # noqa: BLE001 (handed on as it is)
            done.set_exception(error)
        return done


class Process:
    """One life of the bot.

    Args:
        world: the time and the faults.
        path: the database file.
        dice: the dice and the ids.
        messengers: the platforms by name.
        connection: the class of the database connections.
        handled: called with each handled action, and True if the bot reported that something was done.
        answered: called with each action that was answered.
    """

    def __init__(
        self,
        world: World,
        path: Path,
        dice: RepeatableDice,
        messengers: Mapping[str, Messenger],
        connection: type[InlineConnection],
        handled: Callable[[Incoming, bool], None],
        answered: Callable[[Incoming], None],
    ) -> None:
        self.world = world
        self.is_dead = self.serves = False
        self.faults: list[str] = []
        """Exceptions that nothing has caught."""
        self.note_handled, self.note_answered = handled, answered
        self._path, self._dice, self._messengers = path, dice, messengers
        self._connection_type = connection
        self._connections: list[InlineConnection] = []
        self._stopped_at: float | None = None
        self._loop = SimulatedLoop(world.passed)
        self._loop.set_exception_handler(self._note_fault)
        self._main = self._loop.begin(self._run())

    def next_moment(self) -> float | None:
        """Return when the next callback is due, or None."""
        return None if self.is_dead else self._loop.next_moment()

    def step(self) -> None:
        """Run one callback, or crash or stop instead."""
        if self.world.faults.happens(Fault.CRASH, _A_CRASH):
            self.kill()
        else:
            if self.serves and self.world.faults.happens(Fault.STOPPED, _A_STOP):
                self.serves, self._stopped_at = False, self.world.seconds
                self._main.cancel()
            self._loop.step()
            if self._main.done():
                self._end()

    def _end(self) -> None:
        """Record how the process ended."""
        if self._stopped_at is None:
            if self.serves:
                self.faults.append(f"the bot has ended: {self._main.exception()!r}")
        elif (took := self.world.seconds - self._stopped_at) > _STOPPING_SECONDS:
            self.faults.append(f"a stop took {took:.1f} s")
        self.kill()

    def kill(self) -> None:
        """End at once."""
        self.is_dead = True
        for connection in self._connections:
            connection.kill()

    def dispose(self) -> None:
        """Free a dead process's tasks; they can do nothing, because its connections are closed."""
        self._loop.set_exception_handler(lambda *_: None)
        while tasks := asyncio.all_tasks(self._loop):
            for task in tasks:
                if not is_closing(task):
                    task.cancel()
            while self._loop.next_moment() == self.world.seconds:
                self._loop.step()
        for connection in self._connections:  # including those opened after its end
            connection.kill()
        self._loop.close()

    async def crash(self) -> None:
        """End at once from within; the caller never continues."""
        self.kill()
        await self._loop.create_future()

    def begin(self, work: Callable[[Process], Any]) -> asyncio.Task[Any]:
        """Start work in this process."""
        return self._loop.begin(work(self))

    def _note_fault(self, _loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        self.faults.append(f"{context['message']}: {context.get('exception')!r}")

    def _connection(self, path: Path) -> InlineConnection:
        made = self._connection_type(path, self._reached)
        self._connections.append(made)
        return made

    async def _reached(self, sql: str) -> None:
        await asyncio.sleep(0)
        self.world.faults.of_statement(sql)

    async def _run(self) -> None:
        """Build the bot as `bot.app` does, and serve."""
        create_database(self._path)
        database = compiled_once(Database(self._path, SQLite(self._path, self._connection)))
        pool = AtOnce()
        clock = SteadyClock(self.world.clock, self.world.passed)
        self.manager = manager = SessionManager(database, chance=self._dice, clock=clock)
        async with Membership(manager), AnalysisQueue(QuickAnalyst(), manager.analyses, pool) as queue:
            conversation = Conversation(
                manager, Hints(manager, Plain(), pool), queue, unlimited_budget(clock)
            )
            adapters = {
                name: PollingAdapter(each, conversation, self, TelegramUpdates(database))
                if name == PLATFORM
                else ConnectedAdapter(each, conversation, self)
                for name, each in self._messengers.items()
            }
            self.presenter = Presenter(manager)
            sender = Sender(Outbox(manager, self.world.passed), self.presenter, adapters)
            computer_player = ComputerPlayer(manager, Plain())
            reached = {name: partial(_is_reached, each) for name, each in adapters.items()}
            heartbeat = Heartbeat(manager, reached, self.world.passed, clock)
            await heartbeat.beat()
            reminding = Reminding(manager)
            handlers = {
                CHALLENGE_EXPIRY: manager.challenges.expire,
                DIGEST: Digests(manager).enqueue,
                REPEATED_CALL: reminding.call_again,
            }
            alarms = AlarmRunner(manager, heartbeat, handlers, [reminding.chore])
            manager.chat_listeners += [sender.prefer, _note_acted]
            manager.listeners.append(sender.wake)
            auto_review = AutoReview(manager, queue)
            manager.engine_listeners += [computer_player.wake, auto_review.wake]
            self.serves = True
            async with asyncio.TaskGroup() as tasks:
                for adapter in adapters.values():
                    tasks.create_task(Supervisor(adapter, clock=self.world.passed).run())
                tasks.create_task(sender.run())
                tasks.create_task(computer_player.run(pool))
                tasks.create_task(auto_review.run())
                tasks.create_task(alarms.run())


def _note_acted(chat: int) -> None:
    """Record an action for the task that handles an update now, if any."""
    if (done := ACTED.get(None)) is not None:
        done.append(chat)


def _is_reached(adapter: PollingAdapter | ConnectedAdapter) -> bool:
    return adapter.is_reached
