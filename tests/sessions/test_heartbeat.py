"""Heartbeat: time in which players could not act is given back, once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.doctor.machine import behind_heartbeat
from bot.sessions import LoadedGame, Outbox, SteadyClock
from bot.sessions.outbox import PostClaim
from bot.sessions.workers import AlarmRunner, Heartbeat
from bot.sessions.workers.heartbeat import BOT, EVERY, LONGEST_HOLD, LONGEST_PAUSE
from storage import Database, clocks, health
from tests.sessions.delivering import deliver_to_page
from tests.sessions.test_clocks import DAY, after_turn, clocked
from tests.sessions.world import World

MINUTE = timedelta(minutes=1)


@dataclass
class Bot:
    """A bot whose processes come and go, with a monotonic clock."""

    world: World
    counted: float = 0.0
    reached: dict[str, bool] = field(default_factory=lambda: {"web": True})
    process: Heartbeat | None = None

    def start(self) -> Heartbeat:
        """Start another process."""
        self.process = Heartbeat(
            self.world.manager,
            {name: lambda name=name: self.reached[name] for name in self.reached},  # type: ignore[misc]
            lambda: self.counted,
        )
        return self.process

    async def work(self, time: timedelta) -> None:
        """Work for a while, with a heartbeat every minute."""
        process = self.process or self.start()
        await process.beat()
        while time > timedelta():
            step = min(time, EVERY)
            self.pass_time(step)
            await process.beat()
            time -= step

    def pass_time(self, time: timedelta) -> None:
        """Let time pass without heartbeats."""
        self.world.clock.now += time
        self.counted += time.total_seconds()

    async def note_work(self) -> None:
        """Store a heartbeat of the bot and all platforms now."""
        async with self.world.database.write() as connection:
            await health.note_heartbeats(
                connection, dict.fromkeys((BOT, *self.reached), self.world.clock.now)
            )

    async def go_down(self, time: timedelta) -> None:
        """Be down for a while and start again."""
        self.pass_time(time)
        self.counted = 0.0
        await self.start().beat()


@pytest.fixture
def bot(world: World) -> Bot:
    """A bot that is not started yet."""
    return Bot(world)


async def deadline(world: World, game: LoadedGame) -> datetime:
    """Return when the time that runs in a game runs out."""
    row = await world.row(game)
    assert row.due is not None
    return row.due


async def running(world: World) -> LoadedGame:
    """A game with three days a turn in which Anna's time has just begun to run."""
    game = await clocked(world)
    await deliver_to_page(world)
    return game


@pytest.mark.built(by=running)
async def test_a_day_of_downtime_is_given_back(world: World, game: LoadedGame, bot: Bot) -> None:
    """A day of downtime moves a deadline by a day, counted from the last heartbeat."""
    await bot.work(MINUTE)
    before = await deadline(world, game)
    await bot.work(timedelta(minutes=10))
    await bot.go_down(DAY)
    assert await deadline(world, game) == before + DAY


@pytest.mark.built(by=running)
async def test_an_outage_redraws_the_boards(world: World, bot: Bot) -> None:
    """After an outage both boards are edited with the later deadline, and nobody is notified."""
    await bot.work(MINUTE)
    assert (await Outbox(world.manager).claim({"web": 9})).claims == ()
    await bot.go_down(DAY)
    claims = (await Outbox(world.manager).claim({"web": 9})).claims
    assert {each.chat.id for each in claims} == {world.anna_chat.id, world.boris_chat.id}
    assert all(isinstance(each, PostClaim) and not each.post.is_fresh for each in claims)


@pytest.mark.built(by=running)
async def test_an_outage_is_given_back_once(world: World, game: LoadedGame, bot: Bot) -> None:
    """An outage is given back once, however often the bot starts afterwards."""
    await bot.work(MINUTE)
    before = await deadline(world, game)
    await bot.go_down(DAY)
    for _ in range(3):
        await bot.go_down(MINUTE)
    assert await deadline(world, game) == before + DAY


@pytest.mark.built(by=running)
async def test_a_killed_start_gives_nothing_back(
    world: World, game: LoadedGame, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A start killed before its commit gives nothing back, and the next start gives back everything."""
    await bot.work(MINUTE)
    before = await deadline(world, game)
    bot.pass_time(DAY)
    with monkeypatch.context() as killed:
        killed.setattr("storage.health.note_heartbeats", _killed)
        with pytest.raises(KeyboardInterrupt):
            await bot.start().beat()
    assert await deadline(world, game) == before
    await bot.go_down(timedelta(hours=1))
    assert await deadline(world, game) == before + DAY + timedelta(hours=1)


async def _killed(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.built(by=running)
async def test_a_short_pause_is_not_given_back(world: World, game: LoadedGame, bot: Bot) -> None:
    """A downtime of at most five minutes is not given back."""
    await bot.work(MINUTE)
    before = await deadline(world, game)
    await bot.go_down(LONGEST_PAUSE)
    assert await deadline(world, game) == before


async def test_time_that_began_during_an_outage_gets_its_part_back(world: World, bot: Bot) -> None:
    """Time that began to run during an outage gets back only the part after its beginning."""
    await bot.work(MINUTE)
    game = await clocked(world)
    bot.pass_time(timedelta(hours=10))
    await deliver_to_page(world)
    before = await deadline(world, game)
    bot.pass_time(timedelta(hours=14))
    await bot.start().beat()
    assert await deadline(world, game) == before + timedelta(hours=14)


@pytest.mark.built(by=running)
async def test_time_that_ran_out_before_an_outage_stays_over(
    world: World, game: LoadedGame, bot: Bot
) -> None:
    """An outage gives nothing back to a player whose time had already run out."""
    await bot.work(MINUTE)
    before = await deadline(world, game)
    bot.pass_time(3 * DAY)
    await bot.note_work()
    await bot.go_down(DAY)
    assert await deadline(world, game) == before


@pytest.mark.built(by=running)
async def test_a_platforms_outage_is_given_back_to_its_players(
    world: World, game: LoadedGame, bot: Bot
) -> None:
    """An outage of the web is given back to a player who has only a web account."""
    bot.reached = {"web": True, "telegram": True}
    await bot.work(MINUTE)
    hers = await deadline(world, game)
    bot.reached["web"] = False
    await bot.work(timedelta(minutes=30))
    bot.reached["web"] = True
    await bot.work(MINUTE)
    assert await deadline(world, game) - hers == timedelta(minutes=30) + MINUTE


async def add_telegram_account(world: World) -> None:
    """Give Anna an account on Telegram."""
    await world.manager.people.visit("telegram", "anna-t", "Anna", "anna-t", "private", "en")
    async with world.database.write() as connection:
        await connection.exec_driver_sql(
            "UPDATE accounts SET player = 1 WHERE platform = 'telegram' AND key = 'anna-t'"
        )


@pytest.mark.parametrize("alone", [20, 0])
@pytest.mark.built(by=running)
async def test_only_a_common_outage_is_given_back_to_a_player_with_two_platforms(
    world: World, game: LoadedGame, bot: Bot, alone: int
) -> None:
    """A player with two platforms gets back only the time in which both were down."""
    bot.reached = {"web": True, "telegram": True}
    await add_telegram_account(world)
    await bot.work(MINUTE)
    before = await deadline(world, game)
    for down, time in ((("web",), alone), (("web", "telegram"), 30), (("telegram",), 2 * alone), ((), 1)):
        bot.reached = {name: name not in down for name in bot.reached}
        await bot.work(timedelta(minutes=time))
    assert await deadline(world, game) - before == timedelta(minutes=30) + MINUTE


@pytest.mark.built(by=running)
@pytest.mark.on_both
async def test_a_player_with_a_working_platform_gets_nothing_back(
    world: World, game: LoadedGame, bot: Bot
) -> None:
    """An outage of one platform gives nothing back to a player with an account on another."""
    bot.reached = {"web": True, "telegram": True}
    await add_telegram_account(world)
    await bot.work(MINUTE)
    before = await deadline(world, game)
    bot.reached["web"] = False
    await bot.work(timedelta(minutes=30))
    bot.reached["web"] = True
    await bot.work(MINUTE)
    assert await deadline(world, game) == before


@pytest.mark.built(by=running)
async def test_overlapping_outages_are_given_back_once(world: World, game: LoadedGame, bot: Bot) -> None:
    """An outage of the bot within one of a platform is given back once."""
    bot.reached = {"web": True, "telegram": True}
    await bot.work(MINUTE)
    before = await deadline(world, game)
    bot.reached["web"] = False
    await bot.work(timedelta(minutes=10))
    await bot.go_down(timedelta(hours=5))
    await bot.work(timedelta(minutes=20))
    bot.reached["web"] = True
    await bot.work(MINUTE)
    assert await deadline(world, game) - before == timedelta(hours=5, minutes=31)


@pytest.mark.built(by=running)
async def test_no_time_runs_out_while_the_platform_is_down(world: World, game: LoadedGame, bot: Bot) -> None:
    """No timeout is reported while the mover's platform is down."""
    await bot.work(MINUTE)
    bot.reached["web"] = False
    await bot.work(timedelta(minutes=10))
    world.clock.now = await deadline(world, game)
    async with world.database.write() as connection:
        await health.note_heartbeats(connection, {BOT: world.clock.now})
    runner = AlarmRunner(world.manager, bot.start(), {})
    await runner.handle_due()
    assert not (await world.row(game)).due_told
    async with world.database.read() as connection:
        assert await clocks.next_due(connection) is None  # the alarm runner does not poll meanwhile
    bot.reached["web"] = True
    await runner.handle_due()
    assert not (await world.row(game)).due_told


@pytest.mark.parametrize("jump", [DAY, -DAY, timedelta(hours=1), -timedelta(hours=1)])
@pytest.mark.built(by=running)
async def test_a_clock_jump_leaves_the_remaining_time(
    world: World, game: LoadedGame, bot: Bot, jump: timedelta
) -> None:
    """A jump of the wall clock leaves each player's remaining time unchanged."""
    await bot.work(MINUTE)
    left = await deadline(world, game) - world.clock.now
    world.clock.now += jump
    runner = AlarmRunner(world.manager, bot.process or bot.start(), {})
    await runner.handle_due()
    assert await deadline(world, game) - world.clock.now == left
    assert not (await world.row(game)).due_told


@pytest.mark.parametrize("jump", [-timedelta(hours=1), timedelta(hours=1)])
async def test_a_turn_after_a_clock_jump_loses_no_time(world: World, bot: Bot, jump: timedelta) -> None:
    """A turn that begins between a clock jump and the next heartbeat keeps its full time."""
    clock = SteadyClock(world.clock, lambda: bot.counted)
    world.manager.clock = clock
    process = Heartbeat(world.manager, {}, lambda: bot.counted, clock)
    await process.beat()
    world.clock.now += jump
    game = await clocked(world)
    await deliver_to_page(world)
    before = await deadline(world, game) - clock()
    await process.beat()
    assert clock() == world.clock.now
    assert await deadline(world, game) - clock() == before


async def test_a_clock_jump_is_followed_only_after_a_commit(
    world: World, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the heartbeat's transaction fails, the bot keeps its old clock until the next heartbeat."""
    clock = SteadyClock(world.clock, lambda: bot.counted)
    process = Heartbeat(world.manager, {}, lambda: bot.counted, clock)
    await process.beat()
    before = clock()
    world.clock.now -= timedelta(hours=1)
    write = type(world.database).write

    @asynccontextmanager
    async def full(database: Database) -> AsyncIterator[AsyncConnection]:
        async with write(database) as connection:
            yield connection
            raise OSError("the disk is full")

    with monkeypatch.context() as broken:
        broken.setattr(type(world.database), "write", full)
        with pytest.raises(OSError, match="full"):
            await process.beat()
    assert clock() == before
    await process.beat()
    assert clock() == world.clock.now


@pytest.mark.built(by=running)
async def test_a_clock_set_back_is_counted_once_by_two_processes(world: World, game: LoadedGame) -> None:
    """Two processes on one database correct a clock that was set back only once."""
    first, second = (Heartbeat(world.manager, {}, lambda: 0.0) for _ in range(2))
    await first.beat()
    await second.beat()
    left = await deadline(world, game) - world.clock.now
    world.clock.now -= timedelta(hours=6)
    await first.beat()
    await second.beat()
    assert await deadline(world, game) - world.clock.now == left


@dataclass
class Machine:
    """A machine without a clock battery, which boots with its clock behind.

    Args:
        behind: how far the wall clock is behind after a boot.
        counted: the monotonic clock, in seconds.
    """

    world: World
    behind: timedelta
    counted: float = 1000.0

    def pass_time(self, time: timedelta) -> None:
        """Let time pass."""
        self.world.clock.now += time
        self.counted += time.total_seconds()

    def process(self) -> Heartbeat:
        """Return a process with its own steady clock."""
        self.world.manager.clock = clock = SteadyClock(self.world.clock, lambda: self.counted)
        return Heartbeat(self.world.manager, {}, lambda: self.counted, clock)

    async def boot(self, down: timedelta, *processes: Heartbeat) -> None:
        """Be off for a while, then boot with the clock behind."""
        self.pass_time(down)
        self.world.clock.now -= self.behind
        self.counted = 20.0
        for each in processes:
            await each.beat()

    async def correct_clock(self, *processes: Heartbeat) -> None:
        """Let half a minute pass, then correct the wall clock."""
        self.pass_time(timedelta(seconds=30))
        self.world.clock.now += self.behind
        for each in processes:
            await each.beat()

    async def work(self, time: timedelta, *processes: Heartbeat) -> None:
        """Work for a while, with a heartbeat of each process every minute."""
        while time > timedelta():
            self.pass_time(EVERY)
            time -= EVERY
            for each in processes:
                await each.beat()


async def idle_day(world: World, machine: Machine) -> None:
    """Let the bot work for a day in which the player does nothing."""
    process = machine.process()
    await process.beat()
    machine.pass_time(DAY)
    async with world.database.write() as connection:
        await health.note_heartbeats(connection, {BOT: world.clock.now})


@pytest.mark.parametrize("behind", [timedelta(minutes=30), 20 * DAY, 20440 * DAY], ids=str)
@pytest.mark.parametrize("down", [2 * MINUTE, DAY], ids=str)
@pytest.mark.built(by=running)
async def test_a_wrong_clock_at_boot_gives_back_only_the_outage(
    world: World, game: LoadedGame, behind: timedelta, down: timedelta
) -> None:
    """A clock that is behind at boot and corrected later gives back only the downtime."""
    machine = Machine(world, behind)
    await idle_day(world, machine)
    before = await deadline(world, game)
    process = machine.process()
    await machine.boot(down, process)
    await machine.correct_clock(process)
    expected = down if down > LONGEST_PAUSE else timedelta()
    assert abs(await deadline(world, game) - before - expected) <= MINUTE


@pytest.mark.built(by=running)
async def test_a_process_that_boots_in_the_past_continues_from_the_last_heartbeat(world: World) -> None:
    """While the wall clock is behind, the bot's clock continues from the last heartbeat."""
    machine = Machine(world, 20 * DAY)
    await idle_day(world, machine)
    last = world.clock.now
    process = machine.process()
    await machine.boot(MINUTE, process)
    await machine.work(10 * MINUTE, process)
    assert world.manager.clock() == last + 10 * MINUTE


@pytest.mark.built(by=running)
async def test_two_processes_that_start_in_the_past_give_an_outage_back_once(
    world: World, game: LoadedGame
) -> None:
    """When the clock is corrected, two processes give a common outage back once."""
    machine = Machine(world, 20 * DAY)
    await idle_day(world, machine)
    before = await deadline(world, game)
    processes = machine.process(), machine.process()
    await machine.boot(DAY, *processes)
    await machine.work(20 * MINUTE, *processes)
    await machine.correct_clock(*processes)
    assert await deadline(world, game) == before + DAY


@pytest.mark.built(by=running)
async def test_a_kill_during_a_held_clock_gives_nothing_back(world: World, game: LoadedGame) -> None:
    """Time in which the bot worked with a held clock is not given back after a kill."""
    machine = Machine(world, 20 * DAY)
    await idle_day(world, machine)
    before = await deadline(world, game)
    process = machine.process()
    await machine.boot(MINUTE, process)
    await machine.work(30 * MINUTE, process)
    again = machine.process()
    machine.pass_time(MINUTE)
    await again.beat()
    await machine.correct_clock(again)
    assert await deadline(world, game) == before


@pytest.mark.built(by=running)
async def test_a_clock_that_stays_behind_is_followed_after_an_hour(world: World, game: LoadedGame) -> None:
    """After an hour the bot follows a clock that stays behind, and the remaining time is unchanged."""
    machine = Machine(world, 20 * DAY)
    await idle_day(world, machine)
    left = await deadline(world, game) - world.clock.now
    process = machine.process()
    await machine.boot(MINUTE, process)
    await machine.work(LONGEST_HOLD + 2 * MINUTE, process)
    assert world.manager.clock() == world.clock.now
    assert await deadline(world, game) - world.clock.now == left - LONGEST_HOLD - 2 * MINUTE


@pytest.mark.built(by=running)
async def test_a_wrong_clock_moves_nothing_beside_a_right_one(world: World, game: LoadedGame) -> None:
    """A process with a wrong clock moves no deadline while another process has the right one."""
    machine = Machine(world, 20 * DAY)
    await idle_day(world, machine)
    before = await deadline(world, game)
    right = Heartbeat(world.manager, {}, lambda: machine.counted)
    right._now = lambda: world.clock.now + machine.behind  # noqa: SLF001 (another machine's clock)
    wrong = machine.process()
    world.clock.now -= machine.behind
    await machine.work(2 * LONGEST_HOLD, right, wrong)
    assert await deadline(world, game) == before


@pytest.mark.parametrize("ahead", [DAY, -DAY], ids=str)
async def test_the_doctor_reports_a_heartbeat_in_the_future(world: World, ahead: timedelta) -> None:
    """The doctor reports a heartbeat ahead of the machine's clock, and no earlier one."""
    async with world.database.write() as connection:
        await health.note_heartbeats(connection, {BOT: datetime.now(UTC) + ahead})
    assert len(await behind_heartbeat(world.database.place)) == (ahead > timedelta())


@pytest.mark.built(by=running)
async def test_a_clock_jump_past_a_deadline_notifies_nobody(world: World, game: LoadedGame, bot: Bot) -> None:
    """A clock that jumps four days forward and back notifies nobody and lets no time run out."""
    await bot.work(MINUTE)
    before = {str(row) for row in (await world.everything())["notifications"]}
    runner = AlarmRunner(world.manager, bot.process or bot.start(), {})
    for jump in (4 * DAY, -4 * DAY):
        world.clock.now += jump
        await runner.handle_due()
        claims = (await Outbox(world.manager).claim({"web": 9})).claims
        assert all(isinstance(each, PostClaim) and not each.post.is_fresh for each in claims)
    assert {str(row) for row in (await world.everything())["notifications"]} == before
    assert not (await after_turn(world, game)).is_over
