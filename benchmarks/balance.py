"""Balance benchmark: how well luck and errors explain the results of games, and how long an analysis takes.

Games between the levels are analysed as by `/analyse`. The *rest* of a result is the part that neither luck
nor errors explain. For comparison, *missed before* is the same with an older method: the playing net at one
ply, ignoring which side begins.

    python -m benchmarks.balance [RULES] [GAMES] [quick|deep] [without]

`without` skips the roll-outs, which take most of the time and change the rest little.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import replace
from itertools import product
from statistics import mean

from bot.engine import Engine, Level
from bot.engine.analysing import DEEP, QUICK, analysed, moments_of
from bot.engine.engine import reviewer_of, search_of
from bot.engine.evaluation import equity
from bot.engine.search import ROLLS
from bot.rules import RULESETS, Game, Roll, Side, legal_turns
from bot.rules.events import Played, Rolled
from bot.rules.formats import Record

GAMES = 50
PLAYERS = tuple(product((Level.CASUAL, Level.SKILLED, Level.STRONG), repeat=2))
SEED = 20261124


def game(rules: str, seed: int) -> Record:
    """Play a game between two levels."""
    dice, state, events = random.Random(seed), Game.begin(RULESETS[rules]), list[Rolled | Played]()
    levels = dict(zip(Side, PLAYERS[seed % len(PLAYERS)], strict=True))
    while state.outcome is None:
        roll = Roll(dice.randint(1, 6), dice.randint(1, 6))
        state = state.after(Rolled(roll))
        possible = legal_turns(state.position, roll)
        turn = Played.of(Engine().choose(state, levels[state.mover]).moves) if possible else Played()
        state = state.after(turn)
        events += [Rolled(roll), turn]
    return Record((), RULESETS[rules], None, tuple(events))


def missed_before(record: Record, result: float) -> float:
    """Return the part of a result not explained by the playing net's luck and errors at one ply."""
    search, found = search_of(record.ruleset), 0.0
    for moment in moments_of(record)[0]:
        by_roll = equity(search.by_roll([moment.before])[0])
        luck = by_roll[ROLLS.index(moment.roll)] - moment.weights @ by_roll
        turns = legal_turns(moment.before, moment.roll)
        worth = equity(search.evaluate(turns, moment.before)) if turns else by_roll[:1]
        played = next((i for i in range(len(turns)) if turns.position(i) == moment.after), 0)
        sign = 1 if moment.before.mover is Side.WHITE else -1
        found += sign * float(luck - worth.max() + worth[played])
    return result - found


def main() -> None:
    """Print the unexplained rest and the time of an analysis."""
    rules, games, depth, *without = (*sys.argv[1:], *("long", str(GAMES), "quick")[len(sys.argv) - 1 :])
    effort = DEEP if depth == "deep" else QUICK
    if without:
        effort = replace(effort, trials=0)
    search, reviewer = reviewer_of(RULESETS[rules])
    adviser = search_of(RULESETS[rules])
    Engine().choose(Game.begin(RULESETS[rules]).after(Rolled(Roll(6, 5))), Level.BEST)
    rests, before, took, turns = [], [], [], []
    for seed in range(SEED, SEED + int(games)):
        record = game(rules, seed)
        began = time.process_time()
        analysis = analysed(search, record, adviser=adviser, reviewer=reviewer, effort=effort)
        took.append(time.process_time() - began)
        turns.append(len(analysis.turns))
        balance = analysis.balance(Side.WHITE)
        if balance is not None:
            rests.append(balance.rest)
            before.append(missed_before(record, balance.result))
    for name, found in (("rest", rests), ("missed before", before)):
        most = max(map(abs, found))
        print(f"{rules} {depth} {name}: {mean(map(abs, found)):.2f} points on average, {most:.2f} at most")
    seconds = f"{mean(took):.1f} s of one core, {max(took):.1f} s at most"
    print(f"{rules} {depth}: {seconds}; {mean(turns):.0f} turns on average, {games} games")


if __name__ == "__main__":
    main()
