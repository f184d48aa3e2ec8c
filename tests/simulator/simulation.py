"""Simulation: games between friends on both platforms, with faults everywhere, all determined by one seed.

It checks throughout that what was answered stays stored, that no player is notified twice of the same turn,
that no player loses on time too early, and that no exception is left uncaught. At the end, after the last
fault, it checks that everything is delivered, that every chat is up to date, and that every game replays.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import chain
from typing import TYPE_CHECKING, Any

from sqlalchemy import select, true

from bot.maintenance import check
from bot.sessions.outbox.claims import Post
from bot.talk.incoming import ChatKind, Incoming, Person, Place
from bot.talk.reply import plain
from storage.rows import PostRow
from storage.tables import chats, is_undelivered, posts, retired
from tests.inline import InlineConnection
from tests.sessions.world import RepeatableDice
from tests.simulator.faults import Fault
from tests.simulator.messenger import REMEMBERED, Messenger
from tests.simulator.people import Friend
from tests.simulator.process import Process
from tests.simulator.promises import Broken, Promises
from tests.simulator.updates import PLATFORM
from tests.simulator.world import World

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine, Iterable
    from pathlib import Path

    from bot.talk.reply import Button, Reply

OTHER_PLATFORM = "discord"
_HOURS = re.compile(r"[0-9]{2}:[0-9]{2}")
_TALLY = re.compile(r"^In all their games .*\n?", re.MULTILINE)
_DONE = 40
"""Seconds after which the host restarts the bot."""


@dataclass
class Outcome:
    """The result of a simulation.

    Args:
        seed: its seed.
        kinds: the number of faults of each kind.
        acts: the number of users' actions.
        games: the numbers of finished and of running games.
        lives: how often the bot was started.
        broken: the broken promises.
        trace: what the bot has answered, in order.
    """

    seed: int
    kinds: Counter[str] = field(default_factory=Counter)
    acts: int = 0
    games: tuple[int, int] = (0, 0)
    lives: int = 0
    broken: list[str] = field(default_factory=list)
    trace: list[str] = field(default_factory=list)


class Simulation:
    """One simulation.

    Its `promises` can be compared with a copy of the database afterwards.

    Args:
        seed: determines everything.
        folder: holds the database.
        faults: the number of faults after which none happens any more and the end is checked.
        rate: how often faults happen.
        connection: the class of the database connections.
        remembers: the seconds for which the platform with nonces remembers them.
    """

    def __init__(
        self,
        seed: int,
        folder: Path,
        faults: int = 100,
        rate: float = 1.0,
        connection: type[InlineConnection] = InlineConnection,
        remembers: float = REMEMBERED,
    ) -> None:
        self.outcome = Outcome(seed)
        self._most = faults
        self._path = folder / f"simulated {seed}.db"
        self._connection = connection
        self._world = World(seed, rate)
        self._dice = RepeatableDice(seed=seed)
        self._messengers = {
            PLATFORM: Messenger(PLATFORM, self._world, 0),
            OTHER_PLATFORM: Messenger(OTHER_PLATFORM, self._world, remembers),
        }
        self.promises = Promises(self._path, self._world, list(self._messengers.values()))
        self._is_set_back = False
        """True if the clock was ever set back: then a game may seem to have ended before an earlier one."""
        self._process = self._start()
        self._friends = self._gather()

    def run(self) -> Outcome:
        """Run the simulation; return its outcome."""
        faults = self._world.faults
        try:
            self._world.after(900, self._set_clock)
            while faults.total < self._most:
                self._advance()
            faults.rate = 0
            self._check_end()
        except Broken as broken:
            self.outcome.broken.append(str(broken))
        finally:
            self._process.kill()
            self._process.dispose()
        self.outcome.broken += self._process.faults
        self.outcome.kinds = Counter({fault.value: number for fault, number in faults.counted.items()})
        self.outcome.acts = sum(friend.done for friend in self._friends)
        return self.outcome

    # Time.

    def _advance(self) -> None:
        """Do the next thing that is due."""
        if self._process.is_dead:
            self._restart()
        due = [each for each in (self._world.next_moment(), self._process.next_moment()) if each is not None]
        self._world.seconds = max(self._world.seconds, min(due))
        self._world.happen()
        if not self._process.is_dead:
            self._process.step()

    def _start(self) -> Process:
        self.outcome.lives += 1
        return Process(
            self._world,
            self._path,
            self._dice,
            self._messengers,
            self._connection,
            self.promises.note_handled,
            self._note_answered,
        )

    def _restart(self) -> None:
        """Compare what is stored with what was promised, and restart the bot."""
        self.outcome.broken += self._process.faults
        self._process.dispose()
        self.promises.compare()
        self._world.seconds += self._world.chance.choice((1, _DONE, 900))
        self._process = self._start()

    def _set_clock(self) -> None:
        if self._world.faults.happens(Fault.CLOCK_STEP, 0.2):
            step = self._world.chance.uniform(-4000, 4000)
            self._is_set_back |= step < 0
            self._world.set_clock(timedelta(seconds=step))
        self._world.after(900, self._set_clock)

    # People.

    def _gather(self) -> list[Friend]:
        """Create two friends, in one chat or across platforms, and a spectator."""
        world, chance = self._world, self._world.chance
        platforms = chance.choice(
            ((PLATFORM, PLATFORM), (OTHER_PLATFORM, OTHER_PLATFORM), (PLATFORM, OTHER_PLATFORM))
        )
        together = platforms[0] == platforms[1]
        friends = []
        for key, name, platform in (
            ("1", "Anna", platforms[0]),
            ("2", "Boris", platforms[1]),
            ("3", "Carl", platforms[1]),
        ):
            place = (
                Place(platform, "-7", ChatKind.SHARED) if together else Place(platform, key, ChatKind.PRIVATE)
            )
            friends.append(
                Friend(
                    world, self._messengers[platform], Person(platform, key, name, "en"), place, key != "3"
                )
            )
        anna, boris, _ = friends
        if chance.random() < 0.25:
            self._until_begun(lambda: anna.say("/play novice"), anna)
        elif together:
            boris.say("/games")
            self._until_begun(lambda: anna.say("/challenge Boris 1h"), anna)
        else:
            self._until_begun(lambda: anna.say("/challenge 1h"), anna)
            world.after(60, lambda: boris.accept(anna))
        for friend in friends:
            world.after(30 + chance.random() * 30, friend.act)
        return friends

    def _until_begun(self, ask: Callable[[], None], friend: Friend) -> None:
        """Ask for a game until one begins."""

        def again() -> None:
            if not friend.messenger.chats[friend.place.key]:
                ask()
                self._world.after(45, again)

        self._world.after(10, again)

    # The end.

    def _note_answered(self, incoming: Incoming) -> None:
        self.outcome.trace.append(f"{self._world.seconds:.3f} {incoming.idempotency_key}")

    def _check_end(self) -> None:
        """Wait until everything is delivered, and check the end.

        Raises:
            Broken: something is undelivered, not shown, or does not replay.
        """
        self._stop_people()
        self._pass_time(120)  # lets started work finish
        until = self._world.seconds + 3 * 3600
        while self._in_process(self._undelivered):
            if self._world.seconds > until:
                raise Broken("something is undelivered after three hours")
            self._pass_time(60)
        self._in_process(self._shown)
        self._process.kill()
        self.promises.compare()
        report = asyncio.run(check(self._path))
        if report.faults:
            raise Broken("; ".join(report.faults))
        over = self.promises.games_over()
        self.outcome.games = over, report.games - over

    def _stop_people(self) -> None:
        """Stop all users' actions."""
        for friend in self._friends:
            friend.messenger.gone.clear()
        self._world.cease()

    def _pass_time(self, seconds: float) -> None:
        until = self._world.seconds + seconds
        while self._world.seconds < until:
            self._world.after(0.5, lambda: None)
            self._advance()

    def _in_process(self, work: Callable[[Process], Coroutine[Any, Any, Any]]) -> Any:  # noqa: ANN401 (any return type)
        while not self._process.serves or self._process.is_dead:
            self._pass_time(1)
        task = self._process.begin(work)
        while not task.done():
            self._pass_time(0.1)
        return task.result()

    async def _undelivered(self, process: Process) -> bool:
        """Return True if an action or a delivery is pending, even a delayed one."""
        if any(messenger.updates for messenger in self._messengers.values()):
            return True
        async with process.manager.database.read() as connection:
            for queue, pending in ((posts, is_undelivered), (retired, true())):
                found = select(queue.c.chat).join(chats).where(pending, ~chats.c.gone).limit(1)
                if (await connection.execute(found)).first() is not None:
                    return True
        return False

    async def _shown(self, process: Process) -> None:
        """Compare what every chat shows with what it should show.

        Raises:
            Broken: a chat shows something else.
        """
        async with process.manager.database.read() as connection:
            found = await connection.execute(
                select(posts, chats.c.platform, chats.c.key)
                .join(chats, chats.c.id == posts.c.chat)
                .where(posts.c.message.is_not(None), ~chats.c.gone)
            )
            rows = found.mappings().all()
        for row in rows:
            wanted = await process.presenter.present(Post.of(PostRow.read(row)))
            message = self._messengers[row["platform"]].message(row["key"], row["message"])
            if wanted is None or message.is_deleted:
                continue
            seen = self._words(message.reply), _data(message.buttons)
            should = self._words(wanted[0]), _data(chain.from_iterable(wanted[0].buttons))
            if seen != should:
                raise Broken(f"chat {row['key']} shows {seen}, and should {should}")

    def _words(self, reply: Reply) -> str:
        """Return a message's text without times of day, because small clock changes cause no edit.

        If the clock was set back, leave out the tally too: it counts the games that ended before.
        """
        text = _HOURS.sub("", plain(reply.text))
        return _TALLY.sub("", text) if self._is_set_back else text


def _data(buttons: Iterable[Button]) -> list[str]:
    """Return the data of buttons, except those to the next game, which depend on what was pending then."""
    return [button.data for button in buttons if not button.data.endswith(":/next")]
