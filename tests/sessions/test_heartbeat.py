"""Heartbeat: time in which nobody could act is given back, once."""

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
    """A bot whose processes come and go, with a clock that nobody sets."""

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

    async def works(self, time: timedelta) -> None:
        """Let it work for a while."""
        process = self.process or self.start()
        await process.beat()
        while time > timedelta():
            step = min(time, EVERY)
            self.passes(step)
            await process.beat()
            time -= step

    def passes(self, time: timedelta) -> None:
        """Let time pass in which nothing is done."""
        self.world.clock.now += time
        self.counted += time.total_seconds()

    async def has_worked(self) -> None:
        """Note that it and all platforms have worked until now."""
        async with self.world.database.write() as connection:
            await health.note_heartbeats(
                connection, dict.fromkeys((BOT, *self.reached), self.world.clock.now)
            )

    async def is_down(self, time: timedelta) -> None:
        """Let it be down for a while and come back."""
        self.passes(time)
        self.counted = 0.0
        await self.start().beat()


@pytest.fixture
def bot(world: World) -> Bot:
    """A bot that nobody has started yet."""
    return Bot(world)


async def due(world: World, game: LoadedGame) -> datetime:
    """When the time that runs in a game has run out."""
    row = await world.row(game)
    assert row.due is not None
    return row.due


async def running(world: World) -> LoadedGame:
    """A game of three days a turn in which Anna's time has just begun to run."""
    game = await clocked(world)
    await deliver_to_page(world)
    return game


@pytest.mark.built(by=running)
async def test_a_day_in_which_the_bot_was_down_is_given_back(
    world: World, game: LoadedGame, bot: Bot
) -> None:
    """What was left before the outage is left after it, to the minute of the last heartbeat."""
    await bot.works(MINUTE)
    before = await due(world, game)
    await bot.works(timedelta(minutes=10))
    await bot.is_down(DAY)
    assert await due(world, game) == before + DAY


@pytest.mark.built(by=running)
async def test_boards_tell_anew_how_much_time_there_is_after_an_outage(world: World, bot: Bot) -> None:
    """Both boards say until when, which is later now: they are edited, and nobody is called."""
    await bot.works(MINUTE)
    assert (await Outbox(world.manager).claim({"web": 9})).claims == ()
    await bot.is_down(DAY)
    claims = (await Outbox(world.manager).claim({"web": 9})).claims
    assert {each.chat.id for each in claims} == {world.hers.id, world.his.id}
    assert all(isinstance(each, PostClaim) and not each.post.is_fresh for each in claims)


@pytest.mark.built(by=running)
async def test_it_is_given_back_once(world: World, game: LoadedGame, bot: Bot) -> None:
    """However often the bot is started after an outage, it is given back once."""
    await bot.works(MINUTE)
    before = await due(world, game)
    await bot.is_down(DAY)
    for _ in range(3):
        await bot.is_down(MINUTE)
    assert await due(world, game) == before + DAY


@pytest.mark.built(by=running)
async def test_a_start_that_was_killed_gives_it_back_later(
    world: World, game: LoadedGame, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed before its transaction is done a start has given nothing back, and the next one gives all."""
    await bot.works(MINUTE)
    before = await due(world, game)
    bot.passes(DAY)
    with monkeypatch.context() as killed:
        killed.setattr("storage.health.note_heartbeats", _killed)
        with pytest.raises(KeyboardInterrupt):
            await bot.start().beat()
    assert await due(world, game) == before
    await bot.is_down(timedelta(hours=1))
    assert await due(world, game) == before + DAY + timedelta(hours=1)


async def _killed(*_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.built(by=running)
async def test_a_short_pause_is_not_given_back(world: World, game: LoadedGame, bot: Bot) -> None:
    """A restart within five minutes costs a player those minutes, and moves nothing."""
    await bot.works(MINUTE)
    before = await due(world, game)
    await bot.is_down(LONGEST_PAUSE)
    assert await due(world, game) == before


async def test_time_that_began_in_the_gap_has_that_part_back(world: World, bot: Bot) -> None:
    """Where a notification has arrived in the middle of the gap, what is given back begins there."""
    await bot.works(MINUTE)
    game = await clocked(world)
    bot.passes(timedelta(hours=10))
    await deliver_to_page(world)
    before = await due(world, game)
    bot.passes(timedelta(hours=14))
    await bot.start().beat()
    assert await due(world, game) == before + timedelta(hours=14)


@pytest.mark.built(by=running)
async def test_what_had_run_out_before_stays_so(world: World, game: LoadedGame, bot: Bot) -> None:
    """An outage gives nothing back to one whose time had run out when it began."""
    await bot.works(MINUTE)
    before = await due(world, game)
    bot.passes(3 * DAY)
    await bot.has_worked()
    await bot.is_down(DAY)
    assert await due(world, game) == before


@pytest.mark.built(by=running)
async def test_a_platform_that_was_down_gives_back_to_those_who_could_act_only_there(
    world: World, game: LoadedGame, bot: Bot
) -> None:
    """Anna plays on the web alone and has the outage back; Boris, who is on Telegram too, has nothing."""
    bot.reached = {"web": True, "telegram": True}
    await bot.works(MINUTE)
    hers = await due(world, game)
    bot.reached["web"] = False
    await bot.works(timedelta(minutes=30))
    bot.reached["web"] = True
    await bot.works(MINUTE)
    assert await due(world, game) - hers == timedelta(minutes=30) + MINUTE


async def is_on_telegram_too(world: World) -> None:
    """Give Anna an account there."""
    await world.manager.people.visit("telegram", "anna-t", "Anna", "anna-t", "private", "en")
    async with world.database.write() as connection:
        await connection.exec_driver_sql(
            "UPDATE accounts SET player = 1 WHERE platform = 'telegram' AND key = 'anna-t'"
        )


@pytest.mark.parametrize("alone", [20, 0])
@pytest.mark.built(by=running)
async def test_an_outage_of_all_platforms_is_given_back_to_one_who_has_two(
    world: World, game: LoadedGame, bot: Bot, alone: int
) -> None:
    """Who can act on two platforms has the time back in which both were cut off, and that time only."""
    bot.reached = {"web": True, "telegram": True}
    await is_on_telegram_too(world)
    await bot.works(MINUTE)
    before = await due(world, game)
    for down, time in ((("web",), alone), (("web", "telegram"), 30), (("telegram",), 2 * alone), ((), 1)):
        bot.reached = {name: name not in down for name in bot.reached}
        await bot.works(timedelta(minutes=time))
    assert await due(world, game) - before == timedelta(minutes=30) + MINUTE


@pytest.mark.built(by=running)
@pytest.mark.on_both
async def test_who_has_an_account_elsewhere_gets_nothing_back(
    world: World, game: LoadedGame, bot: Bot
) -> None:
    """An outage of one platform takes nothing from one who can act on another."""
    bot.reached = {"web": True, "telegram": True}
    await is_on_telegram_too(world)
    await bot.works(MINUTE)
    before = await due(world, game)
    bot.reached["web"] = False
    await bot.works(timedelta(minutes=30))
    bot.reached["web"] = True
    await bot.works(MINUTE)
    assert await due(world, game) == before


@pytest.mark.built(by=running)
async def test_an_outage_of_the_bot_within_one_of_a_platform_is_given_back_once(
    world: World, game: LoadedGame, bot: Bot
) -> None:
    """Down alone, with the bot, and alone again: a platform's players get all that time back, and no more."""
    bot.reached = {"web": True, "telegram": True}
    await bot.works(MINUTE)
    before = await due(world, game)
    bot.reached["web"] = False
    await bot.works(timedelta(minutes=10))
    await bot.is_down(timedelta(hours=5))
    await bot.works(timedelta(minutes=20))
    bot.reached["web"] = True
    await bot.works(MINUTE)
    assert await due(world, game) - before == timedelta(hours=5, minutes=31)


@pytest.mark.built(by=running)
async def test_no_time_runs_out_while_the_platform_is_down(world: World, game: LoadedGame, bot: Bot) -> None:
    """Who cannot act since his platform is down is not told of as out of time."""
    await bot.works(MINUTE)
    bot.reached["web"] = False
    await bot.works(timedelta(minutes=10))
    world.clock.now = await due(world, game)
    async with world.database.write() as connection:
        await health.note_heartbeats(connection, {BOT: world.clock.now})
    runner = AlarmRunner(world.manager, bot.start(), {})
    await runner.handle_due()
    assert not (await world.row(game)).due_told
    async with world.database.read() as connection:
        assert await clocks.next_due(connection) is None  # it is not looked at all the time
    bot.reached["web"] = True
    await runner.handle_due()
    assert not (await world.row(game)).due_told


@pytest.mark.parametrize("jump", [DAY, -DAY, timedelta(hours=1), -timedelta(hours=1)])
@pytest.mark.built(by=running)
async def test_a_wall_clock_that_jumps_ends_nothing_and_leaves_what_was_left(
    world: World, game: LoadedGame, bot: Bot, jump: timedelta
) -> None:
    """Set forward or back while the bot works, the clock leaves each player as much time as before."""
    await bot.works(MINUTE)
    left = await due(world, game) - world.clock.now
    world.clock.now += jump
    runner = AlarmRunner(world.manager, bot.process or bot.start(), {})
    await runner.handle_due()
    assert await due(world, game) - world.clock.now == left
    assert not (await world.row(game)).due_told


@pytest.mark.parametrize("jump", [-timedelta(hours=1), timedelta(hours=1)])
async def test_a_turn_between_the_setting_of_the_clock_and_the_next_heartbeat_costs_no_time(
    world: World, bot: Bot, jump: timedelta
) -> None:
    """What begins to run meanwhile is put off with the rest; afterwards the clock is the machine's."""
    clock = SteadyClock(world.clock, lambda: bot.counted)
    world.manager.clock = clock
    process = Heartbeat(world.manager, {}, lambda: bot.counted, clock)
    await process.beat()
    world.clock.now += jump
    game = await clocked(world)
    await deliver_to_page(world)
    before = await due(world, game) - clock()
    await process.beat()
    assert clock() == world.clock.now
    assert await due(world, game) - clock() == before


async def test_a_clock_is_not_followed_where_nothing_could_be_put_off(
    world: World, bot: Bot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the heartbeat's transaction fails, the bot goes by the clock as it was, until the next one."""
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
    """Two processes that serve one database take six hours by which the clock was set back once."""
    first, second = (Heartbeat(world.manager, {}, lambda: 0.0) for _ in range(2))
    await first.beat()
    await second.beat()
    left = await due(world, game) - world.clock.now
    world.clock.now -= timedelta(hours=6)
    await first.beat()
    await second.beat()
    assert await due(world, game) - world.clock.now == left


@dataclass
class Machine:
    """A machine without a clock battery: its clock, the time that counts, and how far behind it starts."""

    world: World
    behind: timedelta
    counted: float = 1000.0

    def passes(self, time: timedelta) -> None:
        """Let time pass."""
        self.world.clock.now += time
        self.counted += time.total_seconds()

    def process(self) -> Heartbeat:
        """A process that goes by a clock of its own."""
        self.world.manager.clock = clock = SteadyClock(self.world.clock, lambda: self.counted)
        return Heartbeat(self.world.manager, {}, lambda: self.counted, clock)

    async def starts(self, down: timedelta, *processes: Heartbeat) -> None:
        """Be off for a while and start in the past."""
        self.passes(down)
        self.world.clock.now -= self.behind
        self.counted = 20.0
        for each in processes:
            await each.beat()

    async def is_set_right(self, *processes: Heartbeat) -> None:
        """Let half a minute pass, and then the clock be set."""
        self.passes(timedelta(seconds=30))
        self.world.clock.now += self.behind
        for each in processes:
            await each.beat()

    async def works(self, time: timedelta, *processes: Heartbeat) -> None:
        """Let processes note each minute that they work."""
        while time > timedelta():
            self.passes(EVERY)
            time -= EVERY
            for each in processes:
                await each.beat()


async def late(world: World, machine: Machine) -> None:
    """Let a bot work for a day, in which a player has done nothing."""
    process = machine.process()
    await process.beat()
    machine.passes(DAY)
    async with world.database.write() as connection:
        await health.note_heartbeats(connection, {BOT: world.clock.now})


@pytest.mark.parametrize("behind", [timedelta(minutes=30), 20 * DAY, 20440 * DAY], ids=str)
@pytest.mark.parametrize("down", [2 * MINUTE, DAY], ids=str)
@pytest.mark.built(by=running)
async def test_a_clock_that_is_wrong_at_the_start_gives_only_the_outage_back(
    world: World, game: LoadedGame, behind: timedelta, down: timedelta
) -> None:
    """A clock that starts in the past and is set right later gives back what the bot was down, no more."""
    machine = Machine(world, behind)
    await late(world, machine)
    before = await due(world, game)
    process = machine.process()
    await machine.starts(down, process)
    await machine.is_set_right(process)
    expected = down if down > LONGEST_PAUSE else timedelta()
    assert abs(await due(world, game) - before - expected) <= MINUTE


@pytest.mark.built(by=running)
async def test_a_process_that_starts_in_the_past_goes_on_from_the_last_heartbeat(world: World) -> None:
    """Until the machine's clock is set right, nothing is done at a moment before the last heartbeat."""
    machine = Machine(world, 20 * DAY)
    await late(world, machine)
    last = world.clock.now
    process = machine.process()
    await machine.starts(MINUTE, process)
    await machine.works(10 * MINUTE, process)
    assert world.manager.clock() == last + 10 * MINUTE


@pytest.mark.built(by=running)
async def test_two_processes_that_start_in_the_past_give_an_outage_back_once(
    world: World, game: LoadedGame
) -> None:
    """A day in which both were down is given back once, when the clock is set right."""
    machine = Machine(world, 20 * DAY)
    await late(world, machine)
    before = await due(world, game)
    processes = machine.process(), machine.process()
    await machine.starts(DAY, *processes)
    await machine.works(20 * MINUTE, *processes)
    await machine.is_set_right(*processes)
    assert await due(world, game) == before + DAY


@pytest.mark.built(by=running)
async def test_a_process_killed_while_its_clock_is_held_costs_no_time(world: World, game: LoadedGame) -> None:
    """Half an hour in which the bot worked by a held clock is not given back after a kill."""
    machine = Machine(world, 20 * DAY)
    await late(world, machine)
    before = await due(world, game)
    process = machine.process()
    await machine.starts(MINUTE, process)
    await machine.works(30 * MINUTE, process)
    again = machine.process()
    machine.passes(MINUTE)
    await again.beat()
    await machine.is_set_right(again)
    assert await due(world, game) == before


@pytest.mark.built(by=running)
async def test_a_clock_that_stays_behind_is_followed_and_leaves_what_was_left(
    world: World, game: LoadedGame
) -> None:
    """After an hour the last note counts as wrong: the same time is left, by the machine's clock."""
    machine = Machine(world, 20 * DAY)
    await late(world, machine)
    left = await due(world, game) - world.clock.now
    process = machine.process()
    await machine.starts(MINUTE, process)
    await machine.works(LONGEST_HOLD + 2 * MINUTE, process)
    assert world.manager.clock() == world.clock.now
    assert await due(world, game) - world.clock.now == left - LONGEST_HOLD - 2 * MINUTE


@pytest.mark.built(by=running)
async def test_a_machine_that_stays_behind_moves_nothing_beside_one_that_is_right(
    world: World, game: LoadedGame
) -> None:
    """A process whose clock is wrong for two hours leaves the games to another whose clock is right."""
    machine = Machine(world, 20 * DAY)
    await late(world, machine)
    before = await due(world, game)
    right = Heartbeat(world.manager, {}, lambda: machine.counted)
    right._now = lambda: world.clock.now + machine.behind  # noqa: SLF001 (another machine's clock)
    wrong = machine.process()
    world.clock.now -= machine.behind
    await machine.works(2 * LONGEST_HOLD, right, wrong)
    assert await due(world, game) == before


@pytest.mark.parametrize("ahead", [DAY, -DAY], ids=str)
async def test_the_doctor_reads_the_last_heartbeat_of_each_database(world: World, ahead: timedelta) -> None:
    """A heartbeat ahead of the machine's clock is a finding, an earlier one is none."""
    async with world.database.write() as connection:
        await health.note_heartbeats(connection, {BOT: datetime.now(UTC) + ahead})
    assert len(await behind_heartbeat(world.database.place)) == (ahead > timedelta())


@pytest.mark.built(by=running)
async def test_a_jump_past_the_end_notifies_nobody_twice(world: World, game: LoadedGame, bot: Bot) -> None:
    """A clock that jumps four days forward and back again rings nobody and lets no time run out."""
    await bot.works(MINUTE)
    before = {str(row) for row in (await world.everything())["notifications"]}
    runner = AlarmRunner(world.manager, bot.process or bot.start(), {})
    for jump in (4 * DAY, -4 * DAY):
        world.clock.now += jump
        await runner.handle_due()
        claims = (await Outbox(world.manager).claim({"web": 9})).claims
        assert all(isinstance(each, PostClaim) and not each.post.is_fresh for each in claims)
    assert {str(row) for row in (await world.everything())["notifications"]} == before
    assert not (await after_turn(world, game)).is_over
