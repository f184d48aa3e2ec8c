"""Write bot/engine/stock: the puzzles that are asked where no finished game has a good one.

The program plays against itself at a middling level, so that what comes up is what people meet. Of each game
at most one position is taken: one of those, in an order of chance, in which the best turn is clear with all
replies looked at. The same seed gives the same file.

    python benchmarks/puzzles.py long 60 > bot/engine/stock/long.txt
    python benchmarks/puzzles.py short 20 > bot/engine/stock/short.txt
"""

from __future__ import annotations

import random
import sys

from bot.engine import Engine, Level
from bot.engine.puzzles import first_puzzle
from bot.rules import RULESETS, Game, Roll, legal_turns
from bot.rules.events import Played, Rolled

SEED = 25
TRIED = 12
"""So many positions of a game are looked at."""
EARLIEST, LATEST = 4, 60
"""Turns of a game between which they lie: what comes before everybody knows, what comes after is a race."""


def main(name: str, count: int) -> None:
    """Write so many puzzles of a rule set."""
    rng, engine, found = random.Random(f"{SEED} {name}"), Engine(), 0
    print(
        f"# {count} puzzles of {name}, judged with all replies: python benchmarks/puzzles.py {name} {count}"
    )
    while found < count:
        states = decisions(rng, engine, name)
        rng.shuffle(states)
        puzzle = first_puzzle(engine, states[:TRIED])
        if puzzle is not None:
            found += 1
            print(puzzle[1], flush=True)


def decisions(rng: random.Random, engine: Engine, name: str) -> list[Game]:
    """Play a game; return the positions in it in which something is to be chosen."""
    state, found = Game.begin(RULESETS[name]), []
    while state.outcome is None:
        roll = Roll(rng.randint(1, 6), rng.randint(1, 6))
        turns = legal_turns(state.position, roll)
        if len(turns) > 1 and EARLIEST <= state.turns <= LATEST:
            found.append(Game(state.position, roll))
        state = state.after(Rolled(roll))
        moves = engine.choose(state, Level.SKILLED).moves if turns else ()
        state = state.after(Played.of(moves))
    return found


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
