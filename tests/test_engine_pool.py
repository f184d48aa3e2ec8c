from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.engine import Engine, Level
from bot.engine_pool import EnginePool
from bot.rules import RULESETS, Game, Roll
from bot.rules.events import Rolled
from tests.pace import HANG

A_PROGRAM = """
import os, sys, time
from bot.engine_pool import EnginePool
if __name__ == "__main__":
    with EnginePool(1) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        time.sleep(600)
"""


@pytest.fixture(scope="module")
def pool() -> Iterator[EnginePool]:
    """A pool of engine processes."""
    with EnginePool() as pool:
        yield pool


@pytest.mark.parametrize("rules", RULESETS)
def test_a_process_of_the_pool_gives_the_same_answers(pool: EnginePool, rules: str) -> None:
    """Another process returns the same turn and hint as the engine in this one."""
    state = Game.begin(RULESETS[rules])
    if state.choice is None and state.roll is None:
        state = state.after(Rolled(Roll(4, 1)))
    engine = Engine()
    there = pool.submit(engine.choose, state, Level.SKILLED), pool.submit(engine.hint, state)
    assert there[0].result(HANG) == engine.choose(state, Level.SKILLED)
    assert there[1].result(HANG).best.turn == engine.hint(state).best.turn


def test_work_runs_in_other_processes_with_low_priority(pool: EnginePool) -> None:
    """The pool works in another process with a lower priority."""
    assert pool.submit(os.getpid).result(HANG) != os.getpid()
    assert pool.submit(os.nice, 0).result(HANG) > os.nice(0)


def test_no_process_starts_before_the_first_task() -> None:
    """A pool without tasks starts no process."""
    before = multiprocessing.active_children()
    with EnginePool():
        assert multiprocessing.active_children() == before


def test_a_process_prepares_itself_after_its_start(tmp_path: Path) -> None:
    """A started process runs the preparation for later tasks."""
    made = tmp_path / "made"
    with EnginePool(1, prepare=made.mkdir) as pool:
        pool.submit(os.getpid).result(HANG)
        until = time.monotonic() + HANG
        while not made.exists():
            assert time.monotonic() < until, "nothing was prepared"


def test_a_killed_process_is_replaced() -> None:
    """The task of a killed process fails, and a new process does the next one."""
    with EnginePool(1) as pool:
        first = pool.submit(os.getpid).result(HANG)
        with pytest.raises(Exception, match="terminated abruptly"):
            pool.submit(os.kill, first, signal.SIGKILL).result(HANG)
        assert pool.submit(os.getpid).result(HANG) not in (first, os.getpid())


def test_its_processes_end_with_a_program_that_is_killed() -> None:
    """No process outlives the program, even if the program is killed."""
    command = (sys.executable, "-c", A_PROGRAM)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:  # noqa: S603 (our own words)
        assert program.stdout is not None
        worker = int(program.stdout.readline())
        program.kill()
    until = time.monotonic() + HANG
    while _is_running(worker):
        assert time.monotonic() < until, "it still lives"


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True
