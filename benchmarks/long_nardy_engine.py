"""Long-nardy-engine: compares the rule set `sport` with npm's long-nardy-engine, an independent program.

The end positions of all legal turns are compared on positions from sensible play, random games and random
deals. Each disagreement is counted under the section of docs/rules.md that explains it. Unexplained
disagreements are printed, and make the exit status 1.

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
"""The number of a side's checkers at each progress index 0–23."""

Case = tuple[Position, Roll]


def counts(position: Position, side: Side) -> Counts:
    """Return the number of a side's checkers on each point of its path."""
    return tuple(position.count(side, t) for t in range(24))


def from_sensible_play(_rng: random.Random) -> Iterator[Case]:
    """Yield the stored positions of sensible play."""
    for line in SENSIBLE.read_text(encoding="utf-8").splitlines():
        position, roll = read_position(line, SPORT)
        if roll is not None:
            yield position, roll


def from_random_games(rng: random.Random) -> Iterator[Case]:
    """Yield positions from games with random turns."""
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
    """Yield random deals in which the mover holds, or nearly holds, many points in a row."""
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
    """Yield random deals with longer rows or two rows, and the opponent barely started or partly home."""
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
    """Yield doubles with all fifteen checkers on the head, after the opponent's first turn."""
    while True:
        start = start_position(SPORT)
        turns = legal_turns(start, Roll(rng.randint(1, 6), rng.randint(1, 6)))
        die = rng.randint(1, 6)
        yield turns.position(rng.randrange(len(turns))), Roll(die, die)


def last_checkers(rng: random.Random) -> Iterator[Case]:
    """Yield positions with one to three checkers left to bear off."""
    while True:
        spots = [rng.randrange(18, 24) for _ in range(rng.randint(1, 3))]
        mine = sum(1 << 4 * t for t in spots) + ((15 - len(spots)) << 4 * 24)
        theirs = 14 << 4 * rng.randrange(12, 24) | 1 << 4 * rng.randrange(11)
        if not any(theirs >> 4 * (t - HALF) & 15 for t in spots):
            yield Position(SPORT, mine, theirs, Side.WHITE), Roll(rng.randint(1, 6), rng.randint(1, 6))


def questions(cases: Sequence[Case]) -> str:
    """Write the cases as JSON lines for the other program."""
    lines = []
    for position, roll in cases:
        mine, theirs = counts(position, position.mover), counts(position, position.mover.other)
        number = 1 if mine[0] == 15 else 99
        dice = [roll.high, roll.low]
        lines.append(json.dumps({"mine": mine, "theirs": theirs, "dice": dice, "number": number}))
    return "\n".join(lines) + "\n"


def ask(package: str, cases: Sequence[Case]) -> list[set[Counts]]:
    """Return, for each case, the ends of all turns that the other program allows."""
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
    """Return the ends of all turns that `bot.rules` allows."""
    return {counts(end, position.mover) for end in legal_turns(position, roll).positions()}


def explanation(position: Position, roll: Roll, peer: set[Counts], own: set[Counts]) -> str:
    """Return the section that explains a disagreement, or `unexplained`."""
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
    """Return how many rows of six points a side holds; rows may wrap around the board."""
    return sum(all(mine[(t + step) % 24] for step in range(6)) for t in range(24))


def main() -> int:
    """Compare both programs and print the disagreements."""
    package = sys.argv[1] if len(sys.argv) > 1 else "long-nardy-engine"
    count = int(sys.argv[2]) if len(sys.argv) > 2 else POSITIONS
    rng = random.Random(SEED)
    unexplained = 0
    for source in (from_sensible_play, from_random_games, dealt, primes, first_turns, last_checkers):
        drawn = source(rng)
        cases = [next(drawn) for _ in range(count)]
        disagreements: Counter[str] = Counter()
        for (position, roll), peer in zip(cases, ask(package, cases), strict=True):
            own = ours(position, roll)
            if own != peer:
                why = explanation(position, roll, peer, own)
                disagreements[why] += 1
                if why == "unexplained":
                    differs = f"{len(peer - own)} only there, {len(own - peer)} only here"
                    print(f"{write_position(position, roll)}: {differs}")
        unexplained += disagreements["unexplained"]
        print(f"{source.__name__}: {count} positions, {disagreements.total()} disagreements", end=" ")
        print(dict(disagreements))
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
