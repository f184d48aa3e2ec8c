"""Sensible positions: writes benchmarks/positions.txt, positions and rolls from sensible play of Long Nardy.

Random play rarely builds primes, so its positions are too easy for a benchmark of the move generator. Here a
simple heuristic plays both sides: leave the head, hold many points, in a row and ahead of the opponent, avoid
stacks. Some turns are random so that games differ.

    python benchmarks/sensible_positions.py > benchmarks/positions.txt
"""

from __future__ import annotations

import random
import sys

from bot.rules import RULESETS, Game, Roll, legal_turns, write_position
from bot.rules.events import Played, Rolled

GAMES = 60
POSITIONS = 3000
SEED = 24
CARELESS = 0.1
"""The share of turns that are played at random."""


def worth(mine: int) -> float:
    """Return the heuristic value of a packed side; higher is better."""
    counts = [mine >> 4 * t & 15 for t in range(25)]
    value = -1.5 * counts[0] + 3.0 * counts[24]
    row = 0
    for t, count in enumerate(counts[:24]):
        row = row + 1 if count else 0
        # Points on the opponent's first half block most; long rows block at any place.
        value += (1.0 + (6 <= t < 18)) * bool(count) + 0.4 * row
        value -= 0.3 * max(0, count - 3) * (t != 0)
        value += 0.05 * t * count
    return value


def positions(rng: random.Random) -> list[str]:
    """Play some games and return every position with its roll."""
    ruleset = RULESETS["long"]
    found = []
    for _ in range(GAMES):
        state = Game.begin(ruleset)
        while state.outcome is None:
            roll = Roll(rng.randint(1, 6), rng.randint(1, 6))
            found.append(write_position(state.position, roll))
            turns = legal_turns(state.position, roll)
            choice = None
            if turns and rng.random() < CARELESS:
                choice = rng.randrange(len(turns))
            elif turns:
                choice = max(range(len(turns)), key=lambda number: worth(turns.boards[number]))
            moves = turns[choice].moves if choice is not None else ()
            state = state.after(Rolled(roll)).after(Played.of(moves))
    return found


def main() -> None:
    """Print a sample of the positions."""
    rng = random.Random(SEED)
    sample = rng.sample(positions(rng), POSITIONS)
    sys.stdout.write("\n".join(sample) + "\n")


if __name__ == "__main__":
    main()
