from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from functools import partial
from itertools import count
from random import Random

import pytest

from tests.fuzz.__main__ import main
from tests.fuzz.mutator import LONGEST, Mutator
from tests.fuzz.runner import replay, run
from tests.fuzz.target import Target, Try, decode, encode, stateless
from tests.fuzz.targets import TARGETS

SECONDS = 2.0
RUNS = 2_000


@pytest.mark.long
@pytest.mark.parametrize("name", TARGETS)
def test_no_input_raises_an_unexpected_error(name: str) -> None:
    """Every input is either carried out or refused with one of the project's own errors."""
    result = run(TARGETS[name], RUNS, SECONDS, seed=2)
    assert result.error is None, f"python -m tests.fuzz {name} --replay {result.replay}"


@pytest.mark.parametrize("name", [name for name, target in TARGETS.items() if target.batch is None])
def test_every_seed_is_accepted(name: str) -> None:
    """Every seed is handled without a fault."""
    target = TARGETS[name]
    assert replay(target, list(target.seeds())) is None


def test_guided_fuzzing_without_atheris_names_the_install_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without atheris, `--guided` prints how to install it and does nothing else."""
    monkeypatch.setitem(sys.modules, "atheris", None)
    monkeypatch.setattr(sys, "argv", ["fuzz", "moves", "--guided"])
    assert main() == 2
    assert capsys.readouterr().out == "atheris is not installed here: pip install -e '.[fuzz]'\n"


def test_the_same_seed_makes_the_same_inputs() -> None:
    """Inputs depend on their seed alone, so that a fault can be found again."""
    seeds, words = ["24/18 13/8", "one\ntwo 12\nthree"], ["bar", "off"]
    first, second = [Mutator(seeds, words, Random(7)) for _ in range(2)]
    made = [first.next() for _ in range(500)]
    assert made == [second.next() for _ in range(500)]
    assert len(set(made)) > 250
    assert max(map(len, made)) <= LONGEST


def test_inputs_survive_encoding() -> None:
    """Lone surrogates, line breaks and commas in an input survive encoding and decoding."""
    inputs = ["", "a\nb,c", "\ud800\x00", "🎲"]
    assert decode(encode(inputs)) == inputs


def test_a_found_fault_replays_alone() -> None:
    """An input that raises is reported, and raises again when replayed alone."""

    def tries(text: str) -> None:
        if "bar" in text:
            raise LookupError(text)

    target = Target(lambda: ["24/18 13/8"], stateless(tries), ("bar",))
    result = run(target, 10_000, SECONDS, 1)
    assert isinstance(result.error, LookupError)
    assert result.runs < 10_000
    assert isinstance(replay(target, decode(result.replay)), LookupError)


def test_a_fault_of_several_inputs_is_shortened() -> None:
    """If a fault needs earlier inputs, only the necessary ones are reported."""

    class Kept:
        def __init__(self) -> None:
            self.seen: set[str] = set()

        def tries(self, text: str) -> None:
            self.seen.update(text.split())
            if {"take", "drop"} <= self.seen:
                raise LookupError

    def session() -> AbstractContextManager[Try]:
        return stateless(Kept().tries)()

    target = Target(lambda: ["roll", "move"], session, ("take", "drop"), 500)
    result = run(target, 10_000, SECONDS, 1)
    shown = decode(result.replay)
    assert isinstance(replay(target, shown), LookupError)
    assert len(shown) <= 2


def test_a_run_ends_at_its_time_limit() -> None:
    """A run ends at its time limit, even if more inputs were requested."""
    nothing = Target(lambda: ["move"], stateless(lambda _: None))
    result = run(nothing, 10**9, 5.0, 1, clock=partial(next, count(0.0, 0.01)))
    assert 0 < result.runs < 1_000
    assert result.seconds >= 5.0
