from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from functools import partial
from itertools import count
from random import Random

import pytest

from tests.fuzz.__main__ import main
from tests.fuzz.mutation import LONGEST, Mutator
from tests.fuzz.running import replay, run
from tests.fuzz.table import TARGETS
from tests.fuzz.target import Target, Try, keeping_nothing, read, written

SECONDS = 2.0
RUNS = 2_000


@pytest.mark.long
@pytest.mark.parametrize("name", TARGETS)
def test_nothing_unhandled_is_found(name: str) -> None:
    """Whatever somebody sends is refused in the project's own words, or does what it says."""
    ran = run(TARGETS[name], RUNS, SECONDS, seed=2)
    assert ran.error is None, f"python -m tests.fuzz {name} --replay {ran.replay}"


@pytest.mark.parametrize("name", [name for name, target in TARGETS.items() if target.batch is None])
def test_every_seed_is_without_fault(name: str) -> None:
    """What is right is taken, before anything is made wrong."""
    target = TARGETS[name]
    assert replay(target, list(target.seeds())) is None


def test_without_atheris_it_is_said_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where atheris is not installed, `--guided` says so in a line and does nothing."""
    monkeypatch.setitem(sys.modules, "atheris", None)
    monkeypatch.setattr(sys, "argv", ["fuzz", "moves", "--guided"])
    assert main() == 2
    assert capsys.readouterr().out == "atheris is not installed here: pip install -e '.[fuzz]'\n"


def test_the_same_number_makes_the_same_inputs() -> None:
    """Inputs follow from their seed alone, so that a fault is found again."""
    seeds, words = ["24/18 13/8", "one\ntwo 12\nthree"], ["bar", "off"]
    first, second = [Mutator(seeds, words, Random(7)) for _ in range(2)]
    made = [first.next() for _ in range(500)]
    assert made == [second.next() for _ in range(500)]
    assert len(set(made)) > 250
    assert max(map(len, made)) <= LONGEST


def test_inputs_survive_being_written() -> None:
    """Whatever an input holds, lone surrogates and line breaks too, it is read back from what is printed."""
    inputs = ["", "a\nb,c", "\ud800\x00", "🎲"]
    assert read(written(inputs)) == inputs


def test_a_fault_is_found_and_replays_alone() -> None:
    """An input that raises is printed, and raises again by itself."""

    def tries(text: str) -> None:
        if "bar" in text:
            raise LookupError(text)

    target = Target(lambda: ["24/18 13/8"], keeping_nothing(tries), ("bar",))
    ran = run(target, 10_000, SECONDS, 1)
    assert isinstance(ran.error, LookupError)
    assert ran.runs < 10_000
    assert isinstance(replay(target, read(ran.replay)), LookupError)


def test_a_fault_that_took_several_inputs_is_made_short() -> None:
    """Where a fault needs what came before, no more of that is printed than it needs."""

    class Kept:
        def __init__(self) -> None:
            self.seen: set[str] = set()

        def tries(self, text: str) -> None:
            self.seen.update(text.split())
            if {"take", "drop"} <= self.seen:
                raise LookupError

    def opened() -> AbstractContextManager[Try]:
        return keeping_nothing(Kept().tries)()

    target = Target(lambda: ["roll", "move"], opened, ("take", "drop"), 500)
    ran = run(target, 10_000, SECONDS, 1)
    shown = read(ran.replay)
    assert isinstance(replay(target, shown), LookupError)
    assert len(shown) <= 2


def test_it_ends_in_time() -> None:
    """However many inputs are asked for, no more time is spent than was given."""
    nothing = Target(lambda: ["move"], keeping_nothing(lambda _: None))
    ran = run(nothing, 10**9, 5.0, 1, clock=partial(next, count(0.0, 0.01)))
    assert 0 < ran.runs < 1_000
    assert ran.seconds >= 5.0
