"""The number of browser tabs that a machine can serve."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from bot.capacity import (
    FEWEST_TABS,
    FILES_BESIDE_CONNECTIONS,
    MEMORY_OF_BOT,
    available_memory,
    table_limits,
    tabs_allowed,
)
from bot.chats.web.connection_limits import Limits
from tests.logged import events
from tests.process import spawn

PLENTY = 1_000_000
GIGABYTE = 1_000_000_000


def test_a_machine_with_enough_files_and_memory_serves_all_tabs() -> None:
    """The open files of the units and two gigabytes suffice for the configured 2,000 tabs."""
    assert tabs_allowed(2000, 8192, 2 * GIGABYTE) == 2000
    assert tabs_allowed(2000, PLENTY, None) == 2000


@pytest.mark.parametrize("files", [256, 1024, 3000])
def test_every_connection_of_the_tabs_can_be_opened(files: int) -> None:
    """With few open files, the limit on tabs is the largest that leaves a file for every connection."""
    tabs = tabs_allowed(2000, files, None)
    assert FEWEST_TABS <= tabs < 2000
    if tabs > FEWEST_TABS:
        assert Limits.of(tabs).connections + FILES_BESIDE_CONNECTIONS <= files
        assert Limits.of(tabs + 1).connections + FILES_BESIDE_CONNECTIONS > files


def test_tabs_get_half_of_the_free_memory() -> None:
    """Half a gigabyte allows 500 tabs; less memory than the bot needs allows only the minimum."""
    assert tabs_allowed(2000, PLENTY, GIGABYTE // 2) == 500
    assert tabs_allowed(2000, PLENTY, MEMORY_OF_BOT // 2) == FEWEST_TABS


def test_fewer_tabs_than_set_are_logged(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A limit below the configured one is logged in one line."""
    monkeypatch.setattr("bot.capacity.available_memory", lambda: GIGABYTE // 2)
    assert table_limits(2000) == Limits.of(500)
    (line,) = events(caplog)
    assert line.startswith(
        "this machine allows fewer tabs than NARDY_TABS tabs=500 tabs_set=2000 open_files="
    )
    caplog.clear()
    assert table_limits(100) == Limits.of(100)
    assert not caplog.records


RAISE_THE_LIMIT = """
import resource, sys
from bot.capacity import raise_open_files
resource.setrlimit(resource.RLIMIT_NOFILE, (256, int(sys.argv[1])))
print(raise_open_files(700), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


@pytest.mark.parametrize(("hard", "raised"), [(4096, 700), (512, 512)])
async def test_the_soft_limit_of_open_files_is_raised(hard: int, raised: int) -> None:
    """A process raises its soft limit to what it needs, at most to the hard limit."""
    process = await spawn("-c", RAISE_THE_LIMIT, str(hard), stdout=-1)
    raised_to, _ = await process.communicate()
    assert raised_to.decode().split() == [str(raised), str(raised)]


@pytest.mark.skipif(sys.platform != "linux", reason="control groups are Linux's")
def test_the_limit_of_a_container_counts(tmp_path: Path) -> None:
    """The memory of a service is the smallest limit of its control group and all groups above."""
    folder = tmp_path / "cgroup" / "system.slice" / "nardy.service"
    folder.mkdir(parents=True)
    (folder / "memory.max").write_text("max\n", "ascii")
    (folder.parent / "memory.max").write_text("300000000\n", "ascii")
    own = tmp_path / "own"
    own.write_text("0::/system.slice/nardy.service\n", "ascii")
    assert available_memory(tmp_path / "cgroup", own) == 300_000_000


def test_without_control_groups_the_machines_memory_counts(tmp_path: Path) -> None:
    """Without control groups, the machine's own memory counts."""
    memory = available_memory(tmp_path, tmp_path / "none")
    assert memory is None or memory > GIGABYTE // 10
