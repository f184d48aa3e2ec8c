"""The rule set ``sport`` held against npm's long-nardy-engine, another author's reading of Long Nardy.

The end positions of all legal turns are compared on positions from sensible play, from random games and dealt
at random. Each disagreement is counted under the section of docs/rules.md that explains it: the first of a
few known differences whose undoing makes the two agree. What none explains is printed, and the exit status is
1 if there is any. docs/rules.md tells what the differences are.

    npm install long-nardy-engine
    python benchmarks/long_nardy_engine.py [path of the package] [how many positions of each kind]
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

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

SPORT = RULESETS["sport"]
POSITIONS = 700
SEED = 12
HALF = 12
SENSIBLE = Path(__file__).with_name("positions.txt")
INSIDE = Path(__file__).with_name("long_nardy_engine.cjs")

Counts = tuple[int, ...]
"""A side's checkers by progress, 0–23."""

Case = tuple[Position, Roll]


def counts(position: Position, side: Side) -> Counts:
    """A side's checkers on the points of its own path."""
    return tuple(position.count(side, t) for t in range(24))


def from_sensible_play(_rng: random.Random) -> Iterator[Case]:
    """The stored positions."""
    for line in SENSIBLE.read_text(encoding="utf-8").splitlines():
        position, roll = read_position(line, SPORT)
        if roll is not None:
            yield position, roll


def from_random_games(rng: random.Random) -> Iterator[Case]:
    """Positions of games of random turns."""
    position = start_position(SPORT)
    while True:
        roll = Roll(rng.randint(1, 6), rng.randint(1, 6))
        yield position, roll
        turns = legal_turns(position, roll)
        if turns:
            position = turns.position(rng.randrange(len(turns)))
        else:
            position = replace(position, mover=position.mover.other)
        if position.off(position.mover.other) == 15:
            position = start_position(SPORT)


def dealt(rng: random.Random) -> Iterator[Case]:
    """Positions in which the mover holds, or nearly holds, many points in a row."""
    while True:
        first = rng.randrange(24)
        row = [(first + step) % 24 for step in range(rng.randint(5, 8))]
        spots = [t for t in row if rng.random() < 0.9] + rng.sample(range(24), 2)
        mine = [0] * 25
        for number in range(15):
            mine[spots[number] if number < len(spots) else rng.choice(spots)] += 1
        free = [j for j in range(24) if not mine[(j + HALF) % 24]]
        theirs = [0] * 25
        for spot in rng.choices(rng.sample(free, min(len(free), rng.randint(1, 5))), k=15):
            theirs[spot] += 1
        packed = [sum(count << 4 * t for t, count in enumerate(side)) for side in (mine, theirs)]
        yield Position(SPORT, packed[0], packed[1], Side.WHITE), Roll(rng.randint(1, 6), rng.randint(1, 6))


def primes(rng: random.Random) -> Iterator[Case]:
    """As dealt, with longer rows or two of them, and the opponent hardly on his way or partly home."""
    for position, roll in dealt(rng):
        first = rng.randrange(24)
        spots = [(first + step) % 24 for step in range(rng.randint(6, 13)) if step != 6 or rng.random() < 0.5]
        mine = [0] * 25
        for number in range(15):
            mine[spots[number] if number < len(spots) else rng.choice(spots)] += 1
        free = [j for j in range(24) if not mine[(j + HALF) % 24]]
        near = [j for j in free if j < 3] if rng.random() < 0.5 else free
        theirs = [0] * 25
        for spot in rng.choices(rng.sample(near, min(len(near), 2)) or free, k=15):
            theirs[spot] += 1
        packed = [sum(count << 4 * t for t, count in enumerate(side)) for side in (mine, theirs)]
        yield replace(position, white=packed[0], black=packed[1]), roll


def first_turns(rng: random.Random) -> Iterator[Case]:
    """Doubles with all fifteen on the head, after a first turn of the opponent's."""
    while True:
        start = start_position(SPORT)
        turns = legal_turns(start, Roll(rng.randint(1, 6), rng.randint(1, 6)))
        die = rng.randint(1, 6)
        yield turns.position(rng.randrange(len(turns))), Roll(die, die)


def last_checkers(rng: random.Random) -> Iterator[Case]:
    """One to three checkers left at home."""
    while True:
        spots = [rng.randrange(18, 24) for _ in range(rng.randint(1, 3))]
        mine = sum(1 << 4 * t for t in spots) + ((15 - len(spots)) << 4 * 24)
        theirs = 14 << 4 * rng.randrange(12, 24) | 1 << 4 * rng.randrange(11)
        if not any(theirs >> 4 * (t - HALF) & 15 for t in spots):
            yield Position(SPORT, mine, theirs, Side.WHITE), Roll(rng.randint(1, 6), rng.randint(1, 6))


def questions(cases: Sequence[Case]) -> str:
    """The cases as the other program is asked."""
    lines = []
    for position, roll in cases:
        mine, theirs = counts(position, position.mover), counts(position, position.mover.other)
        number = 1 if mine[0] == 15 else 99
        dice = [roll.high, roll.low]
        lines.append(json.dumps({"mine": mine, "theirs": theirs, "dice": dice, "number": number}))
    return "\n".join(lines) + "\n"


def ask(package: str, cases: Sequence[Case]) -> list[set[Counts]]:
    """The ends of all turns that the other program allows."""
    done = subprocess.run(  # noqa: S603 - the script is named here
        ["node", str(INSIDE), package],  # noqa: S607 - wherever Node.js is
        input=questions(cases),
        capture_output=True,
        text=True,
        check=True,
        timeout=3000,
    )
    return [
        {tuple(map(int, end.split(","))) for end in json.loads(line)} for line in done.stdout.splitlines()
    ]


def ours(position: Position, roll: Roll) -> set[Counts]:
    """The ends of all turns that we allow."""
    return {counts(end, position.mover) for end in legal_turns(position, roll).positions()}


def explanation(position: Position, roll: Roll, peer: set[Counts], own: set[Counts]) -> str:
    """The section that explains a disagreement; ``unexplained`` if none does."""
    mine, theirs = counts(position, position.mover), counts(position, position.mover.other)
    if mine[0] == 15 and roll.high == roll.low == 4 and theirs[20]:
        return "R4.3 the second head checker"
    if own < peer and (rows(mine) or all(rows(end) > 1 for end in peer - own)):
        return "R5.2, R5.4 a second row of six"
    if peer < own and sum(theirs) < 15:
        return "R5.2 opposing checkers that are off"
    if peer < own and not any(theirs[6:]):
        return "R5.4 a row across the opponent's start"
    return "unexplained"


def rows(mine: Counts) -> int:
    """How many rows of six points begin somewhere on the ring."""
    return sum(all(mine[(t + step) % 24] for step in range(6)) for t in range(24))


def main() -> int:
    """Compare and report."""
    package = sys.argv[1] if len(sys.argv) > 1 else "long-nardy-engine"
    count = int(sys.argv[2]) if len(sys.argv) > 2 else POSITIONS
    rng = random.Random(SEED)
    unexplained = 0
    for source in (from_sensible_play, from_random_games, dealt, primes, first_turns, last_checkers):
        drawn = source(rng)
        cases = [next(drawn) for _ in range(count)]
        told: Counter[str] = Counter()
        for (position, roll), peer in zip(cases, ask(package, cases), strict=True):
            own = ours(position, roll)
            if own != peer:
                why = explanation(position, roll, peer, own)
                told[why] += 1
                if why == "unexplained":
                    differs = f"{len(peer - own)} only there, {len(own - peer)} only here"
                    print(f"{write_position(position, roll)}: {differs}")
        unexplained += told["unexplained"]
        print(f"{source.__name__}: {count} positions, {sum(told.values())} disagreements {dict(told)}")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
