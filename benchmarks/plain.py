"""Plain player benchmark: how often the plain heuristic player beats random turns.

The sides alternate from game to game.

    python -m benchmarks.plain [GAMES] [RULES]
"""

from __future__ import annotations

import random
import sys
import time

from bot.rules import RULESETS, Game, Grade, Roll, Side, legal_turns
from bot.rules.events import Played, Rolled
from tests.plain_strategy import PlainStrategy

GAMES = 1000
SEED = 20261120


def play(rules: str, strategy: PlainStrategy, side: Side, rng: random.Random) -> Game:
    """Play one game of the plain player, on the given side, against random turns; return its end."""
    state = Game.begin(RULESETS[rules])
    while state.outcome is None:
        roll = Roll(rng.randint(1, 6), rng.randint(1, 6))
        state = state.after(Rolled(roll))
        turns = legal_turns(state.position, roll)
        if not turns:
            state = state.after(Played())
        elif state.position.mover is side:
            state = state.after(Played.of(strategy.choose(state).moves))
        else:
            state = state.after(Played.of(turns[rng.randrange(len(turns))].moves))
    return state


def main(games: int, rules: str) -> None:
    """Play the games and print how they ended."""
    rng, strategy = random.Random(SEED), PlainStrategy()
    wins = more = 0
    began = time.perf_counter()
    for number in range(games):
        side = list(Side)[number % 2]
        outcome = play(rules, strategy, side, rng).outcome
        if outcome is not None and outcome.winner is side:
            wins += 1
            more += outcome.grade not in (Grade.OYN, Grade.SINGLE)
    took = time.perf_counter() - began
    print(f"plain player against random turns, {games} games of {rules}, seed {SEED}")
    print(f"  won     {wins:6} ({wins / games:.1%}), {more} of them by more than the least")
    print(f"  time    {took:6.1f} s, {took / games * 1000:.1f} ms a game")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES, sys.argv[2] if len(sys.argv) > 2 else "long")
