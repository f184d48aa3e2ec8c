"""The health check: what it reports as failing, and how long it takes."""

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
    """A monotonic clock that a test sets."""

    now: float = 0.0

    def __call__(self) -> float:
        """Return the seconds that have passed."""
        return self.now


@dataclass
class Checked:
    """A world with two platforms, and its health check."""

    world: World
    up: dict[str, bool] = field(default_factory=lambda: {"web": True, "telegram": True})
    time: Monotonic = field(default_factory=Monotonic)

    def check(self, deadline: float = 60.0) -> HealthCheck:
        """Return a check with a deadline in seconds for the database."""
        platforms = {name: lambda name=name: self.up[name] for name in self.up}
        return HealthCheck(Health(self.world.manager), platforms, deadline=deadline, monotonic=self.time)


@pytest.fixture
async def checked(tmp_path: Path) -> AsyncIterator[Checked]:
    """A world with a health check."""
    async with inhabited(tmp_path / "nardy.db") as world:
        yield Checked(world)


def work(age: timedelta | None = None, overdue: timedelta | None = None, *, due: bool = True) -> Workload:
    """Return a workload with one undelivered post on Telegram."""
    return Workload({"telegram": Backlog(1, age, age if due else None)}, overdue, 7, timedelta(days=3))


def report(
    workload: Workload | None, platforms: dict[str, bool], *, is_writable: bool = True
) -> HealthReport:
    """Return a report, with a writable database by default."""
    return HealthReport(is_writable, workload, platforms)


@pytest.mark.parametrize(
    ("found", "failing"),
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
def test_each_failing_part_is_named(found: HealthReport, failing: list[str]) -> None:
    """A report fails because of the database, a platform that is down, or work that is late."""
    assert found.failing == found.as_json()["failing"] == failing
    assert found.as_json()["status"] == ("failing" if failing else "ok")


def test_a_report_has_ages_in_seconds() -> None:
    """The JSON has the number and age of undelivered posts, the delay of alarms, and each platform."""
    found = report(work(90 * SECOND, overdue=2 * SECOND), {"web": True, "telegram": False})
    assert found.as_json() == {
        "status": "failing",
        "failing": ["telegram"],
        "database": {"writable": True},
        "outbox": {"undelivered": 1, "owed": 1, "oldest_seconds": 90.0},
        "alarms": {"overdue_seconds": 2.0},
        "backup": {"age_seconds": 259200.0},
        "platforms": {"web": "up", "telegram": "down"},
    }


async def test_a_working_bot_is_healthy(checked: Checked) -> None:
    """Nothing fails while the database is writable and every platform is up."""
    assert (await checked.check().report()).failing == []


async def test_a_platform_that_is_down_is_named_at_once(checked: Checked) -> None:
    """Platforms are checked for each report, even if the result for the database is reused."""
    check = checked.check()
    await check.report()
    checked.up["telegram"] = False
    assert (await check.report()).failing == ["telegram"]


async def test_a_read_only_database_fails(checked: Checked, caplog: pytest.LogCaptureFixture) -> None:
    """If a write fails, the database fails; its figures are still reported, and the log has one line."""
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


async def test_a_locked_database_fails_in_time(checked: Checked) -> None:
    """While another task holds the write lock, the report does not wait; afterwards all is well again."""
    check = checked.check(deadline=0.0)
    async with checked.world.database.write():
        assert (await check.report()).failing == ["database"]
        checked.time.now += 10 * RECENT
        assert (await check.report()).failing == ["database"]
        assert len([task for task in asyncio.all_tasks() if "_look_now" in repr(task)]) == 1
    check = checked.check()
    assert (await check.report()).failing == []
    await check.look_away()


async def test_frequent_requests_share_one_check(checked: Checked) -> None:
    """Requests at the same time, or within `RECENT` seconds, share one check of the database."""
    check = checked.check()
    reports = await asyncio.gather(*(check.report() for _ in range(20)))
    again = await check.report()
    assert len({id(each.workload) for each in (*reports, again)}) == 1
    checked.time.now += RECENT
    assert (await check.report()).workload is not again.workload


async def test_closing_cancels_a_running_check(checked: Checked) -> None:
    """Closing a check that waits for the database leaves no task behind."""
    check = checked.check(deadline=0.0)
    async with checked.world.database.write():
        await check.report()
        await check.look_away()
    assert not [task for task in asyncio.all_tasks() if "_look_now" in repr(task)]
