"""GNU Backgammon: compares the legal turns of `short` with GNU Backgammon, an independent program.

The end positions of all legal turns are compared on a few thousand positions with dice, from random games and
random deals. Every disagreement is printed, and makes the exit status 1.

    apt-get install gnubg
    python benchmarks/gnubg.py [how many positions]
"""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.rules import (
    RULESETS,
    Position,
    Roll,
    Side,
    legal_turns,
    read_position,
    start_position,
    write_position,
)
from bot.rules.errors import PositionError

SHORT = RULESETS["short"]
POSITIONS = 4000
SEED = 64
BAR, OFF = 25, 0
NAMES = {"bar": BAR, "off": OFF}
JOURNEY = re.compile(r"([^(]+)(?:\((\d)\))?")
INSIDE = Path(__file__).with_name("gnubg_inside.py")

Pips = tuple[int, ...]
"""The number of a side's checkers at each distance from being borne off, 1 to 25 pips (the bar)."""

End = tuple[Pips, Pips]


def executable() -> str | None:
    """Return the path of GNU Backgammon, or None if it is not installed."""
    return shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")


def positions(rng: random.Random) -> Iterator[tuple[Position, Roll]]:
    """Yield positions with dice forever, alternately from random games and random deals."""
    position = start_position(SHORT)
    while True:
        roll = Roll(rng.randint(1, 6), rng.randint(1, 6))
        yield position, roll
        turns = legal_turns(position, roll)
        if turns:
            position = turns.position(rng.randrange(len(turns)))
        else:
            position = replace(position, mover=position.mover.other)
        if position.off(position.mover.other) == 15:
            position = start_position(SHORT)
        dealt = deal(rng)
        if dealt is not None:
            yield dealt, Roll(rng.randint(1, 6), rng.randint(1, 6))


def deal(rng: random.Random) -> Position | None:
    """Return a random deal, with few points or many, at home or everywhere; None if it is not valid."""
    places = rng.sample(range(1, 25), 24)
    written = []
    for home in (range(1, 7), range(19, 25)):
        spots = [places.pop() if rng.random() < 0.5 else rng.choice(home) for _ in range(rng.randint(1, 8))]
        names = [*map(str, spots), *rng.choice(((), (), ("bar",), ("off",), ("bar", "off")))]
        counts = dict.fromkeys(names, 0)
        for name in rng.choices(names, k=15):
            counts[name] += 1
        written.append(",".join(f"{name}:{count}" for name, count in counts.items() if count))
    try:
        position, _ = read_position(f"{written[0]} / {written[1]} {rng.choice('wb')}", SHORT)
    except PositionError:
        return None
    return None if 15 in (position.off(Side.WHITE), position.off(Side.BLACK)) else position


def pips_of(position: Position, side: Side) -> Pips:
    """Return the number of a side's checkers at each distance in pips."""
    return (*(position.count(side, 24 - pips) for pips in range(1, 25)), position.count(side, 25))


def applied(text: str, mine: Pips, theirs: Pips) -> End:
    """Return the board after a turn in GNU Backgammon's notation, from the text alone."""
    own, other = [0, *mine], [0, *theirs]
    for journey in text.split():
        found = JOURNEY.fullmatch(journey)
        if found is None:
            raise ValueError(f"not a move: {text!r}")
        places = [
            NAMES[name] if name in NAMES else int(name) for name in found[1].replace("*", "").split("/")
        ]
        for _ in range(int(found[2] or 1)):
            own[places[0]] -= 1
            own[places[-1]] += 1
            for stop in places[1:]:
                if stop != OFF and other[25 - stop] == 1:
                    other[25 - stop] = 0
                    other[BAR] += 1
    return tuple(own[1:]), tuple(other[1:])


def ask(questions: Sequence[tuple[Pips, Pips, Roll]], plies: int = 0) -> list[list[tuple[str, float]]]:
    """Return the turns that GNU Backgammon lists for each board with their equities, best first.

    Args:
        questions: the mover's checkers, the opponent's, the dice.
        plies: the number of further rolls it searches.
    """
    asked = [(theirs, mine, [roll.high, roll.low]) for mine, theirs, roll in questions]
    answers: list[list[tuple[str, float]]] = _answers(asked, plies)
    return answers


def chances(boards: Sequence[End], plies: int) -> list[tuple[float, ...]]:
    """Return GNU Backgammon's cubeless evaluation of each board before a roll.

    Args:
        boards: the checkers of the side about to roll, and of the other.
        plies: the number of further rolls it searches.

    Returns:
        For each board the probabilities to win, win a gammon, win a backgammon, lose a gammon, lose a
        backgammon, and the equity.
    """
    answers: list[tuple[float, ...]] = _answers([(theirs, mine, []) for mine, theirs in boards], plies)
    return answers


def _answers(questions: Sequence[tuple[Pips, Pips, list[int]]], plies: int) -> list[Any]:
    found = executable()
    if found is None:
        raise SystemExit("gnubg is not installed")
    with tempfile.TemporaryDirectory() as folder:
        asked, answered = Path(folder, "questions"), Path(folder, "answers")
        lines = (json.dumps(question) for question in questions)
        asked.write_text("\n".join(lines) + "\n", encoding="utf-8")
        subprocess.run(  # noqa: S603 - the program and the script are named here
            [found, "--tty", "--quiet", "--no-rc", "--python", str(INSIDE)],
            env={
                **os.environ,
                "NARDY_QUESTIONS": str(asked),
                "NARDY_ANSWERS": str(answered),
                "NARDY_PLIES": str(plies),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=True,
            timeout=900,
        )
        return [json.loads(line) for line in answered.read_text(encoding="utf-8").splitlines()]


def disagreements(count: int) -> Iterator[str]:
    """Compare `count` positions and yield a line for each on which the programs differ."""
    rng = random.Random(SEED)
    source = positions(rng)
    cases = [next(source) for _ in range(count)]
    questions = [
        (pips_of(position, position.mover), pips_of(position, position.mover.other), roll)
        for position, roll in cases
    ]
    ends = passes = hits = 0
    for (position, roll), (mine, theirs, _), answer in zip(cases, questions, ask(questions), strict=True):
        peer = [applied(text, mine, theirs) for text, _ in answer]
        ours = {
            (pips_of(end, position.mover), pips_of(end, position.mover.other))
            for end in legal_turns(position, roll).positions()
        }
        ends, passes = ends + len(ours), passes + (not ours)
        hits += sum(end[1] != theirs for end in ours)
        if len(peer) != len(set(peer)) or set(peer) != ours:
            text = write_position(position, roll)
            yield f"{text}: {len(set(peer) - ours)} only there, {len(ours - set(peer))} only here"
    print(f"{count} positions, {ends} end positions ({hits} with a hit), {passes} passes")


def main() -> int:
    """Compare both programs and print the disagreements."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else POSITIONS
    found = list(disagreements(count))
    print(*found, f"disagreements: {len(found)}", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
