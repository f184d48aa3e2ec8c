"""Puzzles: writes the puzzles in bot/engine/stock, which are used if no finished game has a good one.

The engine plays against itself at a medium level, so that the positions are like those of people. At most one
position of each game is taken, at random, if its best turn is clear in a two-ply search. The same seed gives
the same file.

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
"""The number of positions tried in each game."""
EARLIEST, LATEST = 4, 60
"""The range of turns from which positions are taken: earlier ones are well known, later ones are races."""


def main(name: str, count: int) -> None:
    """Print `count` puzzles of a rule set."""
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
    """Play a game and return its positions with a choice of turns."""
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
