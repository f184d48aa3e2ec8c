"""GNU Backgammon cube: the cost of the engine's cube decisions in `short`, judged by its 2-ply search.

The positions are from the engine's games, before a roll, and close: neither nearly won nor nearly lost. Each
is evaluated in money play and at scores where both sides need at most five points (after the Crawford game if
a side needs one). The decisions are double or roll, and take or drop. *Before* is an older method of the
engine for comparison, with fixed bounds.

    apt-get install gnubg
    python -m benchmarks.gnubg_cube [how many positions] [how many at each score]
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import cycle, product
from pathlib import Path
from statistics import mean, stdev

from benchmarks.gnubg import executable, pips_of
from benchmarks.strength import Choice, Player, game
from bot.engine.cube import decide
from bot.engine.engine import search_of
from bot.engine.evaluation import equity
from bot.engine.score import MONEY, Score
from bot.rules import RULESETS, Cube, Game, Side

POSITIONS = 400
AT_EACH = 40
SEED = 20261124
PLIES = 2
INSIDE = Path(__file__).with_name("gnubg_cube_inside.py")
SCORES = [(mine, theirs) for mine, theirs in product(range(1, 6), repeat=2) if mine + theirs > 2]
CONTESTED = (0.0, 1.2)
"""The range of the mover's cubeless equity, in points; outside it, decisions are easy."""


@dataclass(frozen=True)
class Question:
    """A position in which the mover may double, at a score."""

    state: Game
    needs: tuple[int, int] | None = None
    """The points that the mover and the other side still need, or None for money play."""

    @property
    def score(self) -> Score:
        """The score in the engine's form."""
        if self.needs is None:
            return MONEY
        white, black = self.needs if self.state.mover is Side.WHITE else reversed(self.needs)
        return Score(Fraction(white), Fraction(black), cube=True)


def contested(count: int) -> list[Game]:
    """Return `count` positions before a roll, at most two a game; in every third the mover owns a 2-cube."""
    search, player, chance = (
        search_of(RULESETS["short"]),
        Player("one-ply", random.Random(SEED)),
        random.Random(SEED),
    )
    found: list[Game] = []
    seed = SEED
    while len(found) < count:
        seed += 1
        played = [
            each.state
            for each in game("short", dict.fromkeys(Side, player), seed)
            if isinstance(each, Choice)
        ]
        here: list[Game] = []
        for state in chance.sample(played, len(played)):
            if (
                len(here) < 2
                and CONTESTED[0] <= equity(search.before_roll([state.position]))[0] <= CONTESTED[1]
            ):
                cube = Cube(2, state.mover) if (len(found) + len(here)) % 3 == 2 else Cube()
                here.append(replace(state, roll=None, cube=cube))
        found += here
    return found[:count]


def ask(questions: Sequence[Question]) -> list[tuple[float, float, float]]:
    """Return GNU Backgammon's values of rolling, a taken double and a dropped double."""
    with tempfile.TemporaryDirectory() as folder:
        asked, answered = Path(folder, "questions"), Path(folder, "answers")
        lines = []
        for question in questions:
            position, cube = question.state.position, question.state.cube or Cube()
            sides = [pips_of(position, side) for side in (position.mover.other, position.mover)]
            lines.append(json.dumps([*sides, cube.value, 1 if cube.owner else -1, question.needs]))
        asked.write_text("\n".join(lines) + "\n", encoding="utf-8")
        names = {"NARDY_QUESTIONS": str(asked), "NARDY_ANSWERS": str(answered), "NARDY_PLIES": str(PLIES)}
        subprocess.run(  # noqa: S603 - the program and the script are named here
            [executable() or "", "--tty", "--quiet", "--no-rc", "--python", str(INSIDE)],
            env={**os.environ, **names},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
            timeout=900,
        )
        return [tuple(json.loads(line)) for line in answered.read_text(encoding="utf-8").splitlines()]


def decided_before(question: Question) -> tuple[bool, bool]:
    """Return whether the older method doubles, and whether it takes."""
    state = question.state
    cube = 1 if state.cube is None else state.cube.value
    expected = equity(search_of(state.ruleset).before_roll([state.position]))[0]
    doubles, takes = 0.4 <= expected <= 1.0, expected <= 0.5
    if question.needs is not None:
        mine, theirs = (needs <= cube for needs in question.needs)
        doubles, takes = not mine and (theirs or doubles), mine or takes
    return bool(doubles), bool(takes)


def decided(question: Question) -> tuple[bool, bool]:
    """Return whether the engine doubles, and whether it takes."""
    found = decide(search_of(question.state.ruleset), question.state, question.score)
    return found.doubles, found.takes


def losses(answer: Sequence[float], doubles: bool, takes: bool) -> tuple[float, float]:
    """Return the cost of the doubling decision and of the take decision."""
    no_double, take, drop = answer
    doubled = min(take, drop)
    double_loss = max(no_double, doubled) - (doubled if doubles else no_double)
    return double_loss, (take if takes else drop) - doubled


def report(name: str, who: str, found: Iterable[tuple[float, float]], unit: float, what: str) -> None:
    """Print the average cost of decisions."""
    both = [each for pair in found for each in pair]
    doubles, takes = both[::2], both[1::2]
    wrong = sum(each > 0 for each in both)
    print(
        f"{name:10} {who:7} gives away {unit * mean(both):6.3f} ± "
        f"{unit * stdev(both) / len(both) ** 0.5:.3f} {what} a decision (doubles {unit * mean(doubles):.3f}, "
        f"takes {unit * mean(takes):.3f}); {wrong} of {len(both)} wrong, {unit * max(both):.2f} at worst",
        flush=True,
    )


def main(count: int, at_each: int) -> None:
    """Evaluate all decisions and print their cost."""
    if executable() is None:
        print("gnubg is not installed")
        return
    states = contested(count)
    questions = [Question(state) for state in states]
    source = cycle(states)
    for needs in SCORES:
        for _ in range(at_each):
            state = next(source)
            # With the cube at 2 a side has doubled, so both sides needed more than one point.
            while state.cube and state.cube.value > 1 and min(needs) < 3:
                state = next(source)
            questions.append(Question(state, needs))
    answers = ask(questions)
    ways: dict[str, Callable[[Question], tuple[bool, bool]]] = {"before": decided_before, "now": decided}
    for who, decides in ways.items():
        found = defaultdict(list)
        for question, answer in zip(questions, answers, strict=True):
            found[question.needs].append(losses(answer, *decides(question)))
        report("money", who, found.pop(None), 1, "points")
        for needs in SCORES:
            report("{}-{} away".format(*needs), who, found[needs], 100, "% of the match")
        report("all scores", who, [each for needs in SCORES for each in found[needs]], 100, "% of the match")


if __name__ == "__main__":
    main(*(int(each) for each in sys.argv[1:3] or (POSITIONS, AT_EACH)))
