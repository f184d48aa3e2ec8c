"""Rules benchmark: speed of random games compared with open_spiel's backgammon, and of `legal_turns`.

Both programs play uniformly random turns to the end, driven from Python on one core. Rounds alternate within
one run and are measured in processor time, so the ratio is meaningful on any machine.

    pip install -e '.[bench]'
    python benchmarks/rules.py
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from bot.rules import RULESETS, Game, Roll, legal_turns, read_position, start_position

try:
    import pyspiel
except ImportError:  # the peer is optional
    pyspiel = None

ROUNDS = 9
GAMES = 100
FINISHED = 15
POSITIONS = Path(__file__).with_name("positions.txt")


def our_game(rng: random.Random) -> int:
    """Play one random game of Long Nardy; return the number of turns."""
    ruleset = RULESETS["long"]
    position, turns_played = start_position(ruleset), 0
    while True:
        roll = Roll(rng.randint(1, 6), rng.randint(1, 6))
        turns = legal_turns(position, roll)
        position = turns.position(rng.randrange(len(turns))) if turns else position.passed()
        turns_played += 1
        if position.off(position.mover.other) == FINISHED:
            return turns_played


def documented_game(rng: random.Random) -> int:
    """Play one random game of Long Nardy as the documentation says; return the number of turns."""
    game = Game.begin("long")
    while game.outcome is None:
        game = game.rolled(rng.randint(1, 6), rng.randint(1, 6))
        turns = game.legal_turns()
        game = game.play(rng.choice(turns) if turns else "pass")
    return game.turns


def spiel_game(backgammon: Any, rng: random.Random) -> int:  # noqa: ANN401 - open_spiel has no types
    """Play one random game of open_spiel's backgammon; return the number of turns."""
    state = backgammon.new_initial_state()
    turns_played = 0
    while not state.is_terminal():
        if state.is_chance_node():
            actions, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(actions, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            turns_played += 1
    return turns_played


def speed(game: Callable[[random.Random], int], seed: int) -> tuple[float, float]:
    """Return games a second and turns a second over one round."""
    rng = random.Random(seed)
    began = time.process_time()
    turns = sum(game(rng) for _ in range(GAMES))
    passed = time.process_time() - began
    return GAMES / passed, turns / passed


def compare_games() -> None:
    """Play rounds of both programs alternately, and print medians and their ratio."""
    ours, documented, theirs = [], [], []
    peer_game = partial(spiel_game, pyspiel.load_game("backgammon")) if pyspiel else None
    for seed in range(ROUNDS):
        ours.append(speed(our_game, seed))
        documented.append(speed(documented_game, seed))
        if peer_game:
            theirs.append(speed(peer_game, seed))
    games, turns = (statistics.median(column) for column in zip(*ours, strict=True))
    print(f"random games, Long Nardy, nardy:           {games:8.0f} games/s {turns:9.0f} turns/s")
    games, turns = (statistics.median(column) for column in zip(*documented, strict=True))
    print(f"the same by Game.legal_turns and play:     {games:8.0f} games/s {turns:9.0f} turns/s")
    if not theirs:
        print("random games, backgammon, open_spiel:      not installed")
        return
    peer, peer_turns = (statistics.median(column) for column in zip(*theirs, strict=True))
    ratio = statistics.median(our[0] / their[0] for our, their in zip(ours, theirs, strict=True))
    print(f"random games, backgammon, open_spiel:      {peer:8.0f} games/s {peer_turns:9.0f} turns/s")
    print(f"ratio of games a second (1.5 is the aim):  {ratio:8.2f}")


def time_turns() -> None:
    """Find the legal turns of every stored position, and print the calls a second."""
    lines = POSITIONS.read_text(encoding="utf-8").splitlines()
    for name, ruleset in RULESETS.items():
        cases = [read_position(line, ruleset) for line in lines]
        rates, ends = [], 0
        for _ in range(ROUNDS):
            began = time.process_time()
            ends = sum(len(legal_turns(position, roll)) for position, roll in cases if roll)
            rates.append(len(cases) / (time.process_time() - began))
        print(
            f"legal_turns, {len(cases)} sensible positions, {name:12}"
            f"{statistics.median(rates):8.0f} calls/s, {ends / len(cases):.1f} turns each"
        )


if __name__ == "__main__":
    compare_games()
    time_turns()
