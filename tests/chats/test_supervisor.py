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
from tests.dialogues.scripted import ScriptedPlatform
from tests.pace import HANG

HOUR = 3600.0
THROWN_OUT = PlatformDown("Discord closed the connection (4010)")
OFFLINE = Unreachable("Discord cannot be reached (OSError)")
BAD_TOKEN = BadToken("DISCORD_TOKEN", "Copy it anew.")


@dataclass
class Run:
    """How a run of the platform goes: it may come online, lasts a while, and fails."""

    failure: Exception
    lasts: float = 0.0
    online: bool = False


class Failing(ScriptedPlatform):
    """A platform that is served as it was told to, and after its last run for ever."""

    name = "discord"
    has_been_online = False

    def __init__(self, *runs: Run) -> None:
        super().__init__()
        self.runs = deque(runs)
        self.time = Time()
        self.served = asyncio.Event()

    async def run(self) -> None:
        """Go as the next run goes."""
        if not self.runs:
            self.served.set()
            await asyncio.Event().wait()
        run = self.runs.popleft()
        self.has_been_online |= run.online
        self.time.now += run.lasts
        raise run.failure


@dataclass
class Time:
    """A clock, and a sleep that takes no time but moves it."""

    now: float = 0.0
    slept: list[float] = field(default_factory=list)

    async def sleep(self, seconds: float) -> None:
        """Be at once as late as after so many seconds."""
        self.slept.append(seconds)
        self.now += seconds


async def waits(platform: Failing) -> list[float]:
    """Run a platform until it is served for good; how long was waited between its runs."""
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
    """Return the reasons in the log, each with its level."""
    return [(record.levelname, fields(record)["reason"]) for record in caplog.records]


async def test_a_platform_that_is_thrown_out_is_tried_again_up_to_once_an_hour() -> None:
    """Waits begin with seconds, double, and never exceed an hour."""
    slept = await waits(Failing(Run(THROWN_OUT, online=True), *[Run(THROWN_OUT)] * 14))
    assert (slept[0], len(slept), max(slept)) == (5.0, 15, HOUR)
    assert all(later == min(2 * earlier, HOUR) for earlier, later in itertools.pairwise(slept))


async def test_a_platform_that_cannot_be_reached_is_tried_more_often() -> None:
    """Of an outage of the network the end is noticed within five minutes."""
    assert max(await waits(Failing(*[Run(OFFLINE)] * 12))) == 300.0


async def test_after_an_hour_of_service_waits_begin_anew() -> None:
    """A platform that comes and goes within minutes counts as down; one that lasted has recovered."""
    flapping = [Run(THROWN_OUT, lasts=60.0, online=True)] * 4
    slept = await waits(Failing(*flapping, Run(THROWN_OUT, lasts=HOUR), Run(THROWN_OUT)))
    assert slept == [5.0, 10.0, 20.0, 40.0, 5.0, 10.0]


async def test_the_reason_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    """While the reason is the same the log says it once; it says another one, and one after a recovery."""
    same = [Run(THROWN_OUT, online=True)] * 3
    await waits(Failing(*same, Run(OFFLINE), Run(OFFLINE), Run(OFFLINE, lasts=HOUR)))
    assert logged(caplog) == [
        ("ERROR", "Discord closed the connection (4010)"),
        ("WARNING", "Discord cannot be reached (OSError)"),
        ("WARNING", "Discord cannot be reached (OSError)"),
    ]


async def test_an_unforeseen_fault_is_logged_with_its_place(caplog: pytest.LogCaptureFixture) -> None:
    """What nobody foresaw is down alone too: its kind and its traceback are logged once, not its words."""
    await waits(Failing(*[Run(ExceptionGroup("tasks", [KeyError("what somebody said")]))] * 3))
    ((level, text),) = logged(caplog)
    assert level == "ERROR"
    assert "KeyError" in str(text)
    assert "somebody" not in str(text)
    assert caplog.records[0].exc_info is not None


@pytest.mark.parametrize("refusal", [BAD_TOKEN, OSError("address in use")])
async def test_at_the_start_a_refusal_is_raised(refusal: Exception, caplog: pytest.LogCaptureFixture) -> None:
    """A bad token, or an address that is taken, ends the program when it has only begun."""
    platform = Failing(Run(refusal))
    with pytest.raises(type(refusal)):
        await waits(platform)
    assert (platform.time.slept, logged(caplog)) == ([], [])


@pytest.mark.parametrize("refusal", [BAD_TOKEN, OSError("address in use")])
@pytest.mark.parametrize("before", [[], [Run(OFFLINE)]])
async def test_later_a_refusal_is_that_platforms_alone(refusal: Exception, before: list[Run]) -> None:
    """Once it was served, or others went on without it, a bad token ends nothing."""
    platform = Failing(*before, Run(refusal, online=not before), Run(refusal))
    assert len(await waits(platform)) == len(before) + 2


async def test_the_log_names_the_setting_of_a_token_that_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    """Who reads the log learns which token to put right."""
    caplog.set_level(logging.INFO)
    await waits(Failing(Run(BAD_TOKEN, online=True)))
    ((_, text),) = logged(caplog)
    assert "DISCORD_TOKEN is not accepted. Copy it anew." in str(text)
