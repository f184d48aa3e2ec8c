"""Health check: what is told as failing, and how long that takes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path

import pytest

from bot.health_check import LONGEST_DELAY, RECENT, HealthCheck, HealthReport
from bot.sessions import Backlog, Health, Workload
from tests.sessions.world import World, inhabited

SECOND = timedelta(seconds=1)
LATE, TIMELY = LONGEST_DELAY + SECOND, LONGEST_DELAY


@dataclass
class Monotonic:
    """A clock that goes on when it is told to."""

    now: float = 0.0

    def __call__(self) -> float:
        """How many seconds have passed."""
        return self.now


@dataclass
class Checked:
    """A health check of a world with two platforms."""

    world: World
    up: dict[str, bool] = field(default_factory=lambda: {"web": True, "telegram": True})
    time: Monotonic = field(default_factory=Monotonic)

    def check(self, deadline: float = 60.0) -> HealthCheck:
        """Return a check that waits so long for the database."""
        platforms = {name: lambda name=name: self.up[name] for name in self.up}
        return HealthCheck(Health(self.world.manager), platforms, deadline=deadline, monotonic=self.time)


@pytest.fixture
async def checked(tmp_path: Path) -> AsyncIterator[Checked]:
    """A world that can be checked."""
    async with inhabited(tmp_path / "nardy.db") as world:
        yield Checked(world)


def work(age: timedelta | None = None, overdue: timedelta | None = None, *, due: bool = True) -> Workload:
    """What is to be done where one post is owed on Telegram."""
    return Workload({"telegram": Backlog(1, age, age if due else None)}, overdue, 7, timedelta(days=3))


def report(
    workload: Workload | None, platforms: dict[str, bool], *, is_writable: bool = True
) -> HealthReport:
    """How the bot fares, with a database that takes writes unless told otherwise."""
    return HealthReport(is_writable, workload, platforms)


@pytest.mark.parametrize(
    ("told", "failing"),
    [
        (report(work(), {"web": True}), []),
        (report(work(), {"web": True}, is_writable=False), ["database"]),
        (report(None, {"web": True}), ["database"]),
        (report(work(), {"web": True, "telegram": False}), ["telegram"]),
        (report(work(TIMELY), {"telegram": True}), []),
        (report(work(LATE), {"telegram": True}), ["outbox"]),
        (report(work(LATE, due=False), {"telegram": True}), []),
        (report(work(LATE), {"telegram": False}), ["telegram"]),
        (report(work(LATE), {"web": True}), []),
        (report(work(overdue=TIMELY), {"web": True}), []),
        (report(work(overdue=LATE), {"web": True}), ["alarms"]),
    ],
)
def test_each_part_that_does_not_work_is_named(told: HealthReport, failing: list[str]) -> None:
    """A report fails by the database, by a platform that is down, and by what workers leave undone."""
    assert told.failing == told.as_json()["failing"] == failing
    assert told.as_json()["status"] == ("failing" if failing else "ok")


def test_a_report_tells_ages_in_seconds() -> None:
    """As JSON a report has how much is owed, how old that is, how late alarms are, and each platform."""
    told = report(work(90 * SECOND, overdue=2 * SECOND), {"web": True, "telegram": False})
    assert told.as_json() == {
        "status": "failing",
        "failing": ["telegram"],
        "database": {"writable": True},
        "outbox": {"undelivered": 1, "owed": 1, "oldest_seconds": 90.0},
        "alarms": {"overdue_seconds": 2.0},
        "backup": {"age_seconds": 259200.0},
        "platforms": {"web": "up", "telegram": "down"},
    }


async def test_a_bot_that_works_is_well(checked: Checked) -> None:
    """With a database that takes writes and every platform served nothing fails."""
    assert (await checked.check().report()).failing == []


async def test_a_platform_that_is_down_is_named_at_once(checked: Checked) -> None:
    """Whether a platform is served is asked each time, also where the database was looked at just now."""
    check = checked.check()
    await check.report()
    checked.up["telegram"] = False
    assert (await check.report()).failing == ["telegram"]


async def test_a_database_that_can_only_be_read_fails(
    checked: Checked, caplog: pytest.LogCaptureFixture
) -> None:
    """Where a write is refused the database fails; what it holds is told, and the log has it once."""
    async with checked.world.database.write() as connection:
        await connection.exec_driver_sql("PRAGMA query_only = ON")
    check = checked.check()
    with caplog.at_level(logging.ERROR):
        reports = []
        for _ in range(3):
            reports.append(await check.report())
            checked.time.now += RECENT
    assert [(each.failing, each.workload is None) for each in reports] == [(["database"], False)] * 3
    assert len(caplog.records) == 1


async def test_a_database_that_does_not_answer_fails_in_time(checked: Checked) -> None:
    """While another has the right to write the answer does not wait; once he is done all is well again."""
    check = checked.check(deadline=0.0)
    async with checked.world.database.write():
        assert (await check.report()).failing == ["database"]
        checked.time.now += 10 * RECENT
        assert (await check.report()).failing == ["database"]
        assert len([task for task in asyncio.all_tasks() if "_look_now" in repr(task)]) == 1
    check = checked.check()
    assert (await check.report()).failing == []
    await check.look_away()


async def test_whoever_asks_often_costs_one_look(checked: Checked) -> None:
    """Many who ask at once, and who ask again within a second, are told what one look has found."""
    check = checked.check()
    reports = await asyncio.gather(*(check.report() for _ in range(20)))
    again = await check.report()
    assert len({id(each.workload) for each in (*reports, again)}) == 1
    checked.time.now += RECENT
    assert (await check.report()).workload is not again.workload


async def test_a_look_that_goes_on_ends_with_the_check(checked: Checked) -> None:
    """Closed while it waits for the database, a check leaves nothing behind."""
    check = checked.check(deadline=0.0)
    async with checked.world.database.write():
        await check.report()
        await check.look_away()
    assert not [task for task in asyncio.all_tasks() if "_look_now" in repr(task)]
