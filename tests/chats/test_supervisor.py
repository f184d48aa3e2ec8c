from __future__ import annotations

import asyncio
import itertools
import logging
from collections import deque
from dataclasses import dataclass, field

import pytest

from bot.chats.errors import BadToken, PlatformDown, Unreachable
from bot.chats.supervisor import Supervisor
from bot.logs import fields
from tests.dialogues.house import InMemoryPlatform
from tests.pace import HANG

HOUR = 3600.0
CLOSED = PlatformDown("Discord closed the connection (4010)")
OFFLINE = Unreachable("Discord cannot be reached (OSError)")
BAD_TOKEN = BadToken("DISCORD_TOKEN", "Copy it again.")


@dataclass
class Run:
    """One run of the platform: it may come online, lasts for some seconds, and fails."""

    failure: Exception
    lasts: float = 0.0
    online: bool = False


class Failing(InMemoryPlatform):
    """A platform that goes through scripted runs, and then stays up."""

    name = "discord"
    has_been_online = False

    def __init__(self, *runs: Run) -> None:
        super().__init__()
        self.runs = deque(runs)
        self.time = Time()
        self.served = asyncio.Event()

    async def run(self) -> None:
        """Go through the next run."""
        if not self.runs:
            self.served.set()
            await asyncio.Event().wait()
        run = self.runs.popleft()
        self.has_been_online |= run.online
        self.time.now += run.lasts
        raise run.failure


@dataclass
class Time:
    """A clock, and a sleep that only moves it."""

    now: float = 0.0
    slept: list[float] = field(default_factory=list)

    async def sleep(self, seconds: float) -> None:
        """Advance the clock by this number of seconds."""
        self.slept.append(seconds)
        self.now += seconds


async def delays(platform: Failing) -> list[float]:
    """Run a platform until it stays up, and return the delays between its runs."""
    time = platform.time
    supervisor = Supervisor(platform, sleep=time.sleep, clock=lambda: time.now)
    task = asyncio.create_task(supervisor.run())
    served = asyncio.create_task(platform.served.wait())
    await asyncio.wait([task, served], timeout=HANG, return_when=asyncio.FIRST_COMPLETED)
    for each in (task, served):
        each.cancel()
    await asyncio.wait([task, served])
    if not task.cancelled():
        task.result()
    return time.slept


def logged(caplog: pytest.LogCaptureFixture) -> list[tuple[str, object]]:
    """Return the logged reasons, each with its level."""
    return [(record.levelname, fields(record)["reason"]) for record in caplog.records]


async def test_a_closed_connection_backs_off_up_to_an_hour() -> None:
    """Delays start at seconds, double, and never exceed an hour."""
    slept = await delays(Failing(Run(CLOSED, online=True), *[Run(CLOSED)] * 14))
    assert (slept[0], len(slept), max(slept)) == (5.0, 15, HOUR)
    assert all(later == min(2 * earlier, HOUR) for earlier, later in itertools.pairwise(slept))


async def test_an_unreachable_platform_is_retried_more_often() -> None:
    """An unreachable platform is retried at least every five minutes."""
    assert max(await delays(Failing(*[Run(OFFLINE)] * 12))) == 300.0


async def test_an_hour_of_service_resets_the_delay() -> None:
    """A platform that fails within minutes keeps backing off; an hour of service resets the delay."""
    flapping = [Run(CLOSED, lasts=60.0, online=True)] * 4
    slept = await delays(Failing(*flapping, Run(CLOSED, lasts=HOUR), Run(CLOSED)))
    assert slept == [5.0, 10.0, 20.0, 40.0, 5.0, 10.0]


async def test_the_reason_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    """A repeated reason is logged once; a new reason is logged, and so is one after a recovery."""
    same = [Run(CLOSED, online=True)] * 3
    await delays(Failing(*same, Run(OFFLINE), Run(OFFLINE), Run(OFFLINE, lasts=HOUR)))
    assert logged(caplog) == [
        ("ERROR", "Discord closed the connection (4010)"),
        ("WARNING", "Discord cannot be reached (OSError)"),
        ("WARNING", "Discord cannot be reached (OSError)"),
    ]


async def test_an_unforeseen_fault_is_logged_with_its_place(caplog: pytest.LogCaptureFixture) -> None:
    """An unforeseen error stops only its platform, and is logged once, without its message."""
    await delays(Failing(*[Run(ExceptionGroup("tasks", [KeyError("a typed text")]))] * 3))
    ((level, text),) = logged(caplog)
    assert level == "ERROR"
    assert "KeyError" in str(text)
    assert "typed" not in str(text)
    assert caplog.records[0].exc_info is not None


@pytest.mark.parametrize("refusal", [BAD_TOKEN, OSError("address in use")])
async def test_at_the_start_a_refusal_is_raised(refusal: Exception, caplog: pytest.LogCaptureFixture) -> None:
    """A bad token or an address in use ends the program at the start."""
    platform = Failing(Run(refusal))
    with pytest.raises(type(refusal)):
        await delays(platform)
    assert (platform.time.slept, logged(caplog)) == ([], [])


@pytest.mark.parametrize("refusal", [BAD_TOKEN, OSError("address in use")])
@pytest.mark.parametrize("before", [[], [Run(OFFLINE)]])
async def test_a_later_refusal_stops_only_its_platform(refusal: Exception, before: list[Run]) -> None:
    """After the platform was up, or others run without it, a bad token does not end the program."""
    platform = Failing(*before, Run(refusal, online=not before), Run(refusal))
    assert len(await delays(platform)) == len(before) + 2


async def test_the_log_names_the_setting_of_a_token_that_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    """The log names the setting of the bad token."""
    caplog.set_level(logging.INFO)
    await delays(Failing(Run(BAD_TOKEN, online=True)))
    ((_, text),) = logged(caplog)
    assert "DISCORD_TOKEN is not accepted. Copy it again." in str(text)
