"""The simulator: a few seeds in every test run, and proof that it finds faults of the bot."""

from __future__ import annotations

import logging
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.inline import InlineConnection
from tests.long_parameters import long_except
from tests.pace import HANG
from tests.simulator.simulation import Simulation

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
FAULTS = 60
SEEDS = range(1, 13)


class Forgetful(InlineConnection):
    """A connection that loses some of its commits."""

    commits = 0

    async def commit(self) -> None:
        """Commit the transaction, but roll every fifth one back."""
        Forgetful.commits += 1
        await (super().rollback() if Forgetful.commits % 5 == 0 else super().commit())


@pytest.fixture(autouse=True)
def _unlogged() -> Iterator[None]:
    """Turn off the bot's log of the faults."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


@pytest.mark.parametrize("seed", long_except(SEEDS[:3], SEEDS[0]))
def test_nothing_is_lost_and_no_player_is_notified_twice(seed: int, tmp_path: Path) -> None:
    """Under all faults, what was answered is stored, and in the end every chat is up to date."""
    # A separate process, as in `make torture`: only there the seed determines everything.
    done = subprocess.run(  # noqa: S603 (our own program)
        [sys.executable, "-m", "tests.simulator", f"--seed={seed}", f"--each={FAULTS}", "--processes=1"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0", "TMPDIR": str(tmp_path)},
        check=False,
        capture_output=True,
        text=True,
        timeout=HANG,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    found = re.search(r"1 simulations, (\d+) faults", done.stdout)
    assert found is not None
    assert int(found[1]) >= FAULTS


def test_a_seed_determines_everything(tmp_path: Path) -> None:
    """Two simulations with the same seed are equal to the millisecond."""
    traces = [Simulation(3, folder, 20).run().trace for folder in _folders(tmp_path)]
    assert len(traces[0]) > 5
    assert traces[0] == traces[1]


def test_a_store_that_forgets_is_found(tmp_path: Path) -> None:
    """A database that loses commits is found."""
    runs = (Simulation(seed, tmp_path, FAULTS, connection=Forgetful).run() for seed in SEEDS)
    assert any(run.broken for run in runs)


@pytest.mark.long
def test_a_platform_that_forgets_is_found(tmp_path: Path) -> None:
    """A platform that forgets nonces lets players be notified twice, which is found."""
    runs = (Simulation(seed, tmp_path, FAULTS, remembers=0).run() for seed in SEEDS)
    assert any("called 2 times" in broken for run in runs for broken in run.broken)


def _folders(tmp_path: Path) -> tuple[Path, Path]:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    return first, second
