"""How strong the engine is: points a game, with standard errors, against others and against itself.

Every pair of games has the same dice, and each player begins one of the two. The yardstick is a net of 208
inputs, 128 hidden units and three outputs (benchmarks/yardstick.npz). Errors are judged by a net that has
nothing in common with the one that plays (bot/engine/nets/judge-long.npz), which looks at all rolls and
replies. docs/engine.md says how both were trained.

    make strength
    python -m benchmarks.strength --rules short --pairs 200 heuristic levels
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import chain, pairwise
from pathlib import Path
from statistics import mean, quantiles, stdev

import numpy as np
from numpy.typing import NDArray

from bot.engine import Level
from bot.engine.bearoff import bear_off
from bot.engine.engine import reviewer_of, search_of
from bot.engine.evaluation import Evaluator, equity
from bot.engine.levels import Strength, choose_turn
from bot.engine.network import Network
from bot.engine.search import Search
from bot.rules import RULESETS, Family, Game, LegalTurns, Roll, RuleSet, Side, legal_turns
from bot.rules.events import Played, Rolled
from tests.plain import PlainStrategy

YARDSTICK = Path(__file__).with_name("yardstick.npz")
REFERENCE = Path(__file__).parents[1] / "bot" / "engine" / "nets" / "judge-long.npz"
SEED = 20261121
MANNERS = {
    "one-ply": Strength(0.0),
    "two-ply": Level.BEST.strength,
    **{level.value: level.strength for level in Level},
}
LOOKED_AT = 12
PROCESSES = 2


@cache
def yardstick(ruleset: RuleSet) -> Search:
    """What others are measured by."""
    return Search(Evaluator(Network.load(YARDSTICK), ruleset))


@dataclass(frozen=True)
class Player:
    """Who plays: ``random``, ``heuristic``, ``yardstick``, or one of ``MANNERS``."""

    name: str
    chance: random.Random

    def choose(self, state: Game, turns: LegalTurns) -> int:
        """The number of the turn that it plays."""
        if self.name == "random":
            return self.chance.randrange(len(turns))
        if self.name == "heuristic":
            return list(turns.positions()).index(PlainStrategy().choose(state).end)
        if self.name == "yardstick":
            return choose_turn(yardstick(state.ruleset), state, MANNERS["one-ply"])
        return choose_turn(search_of(state.ruleset), state, MANNERS[self.name])


@dataclass(frozen=True)
class Choice:
    """A place in a game where its mover had a choice, and what was chosen."""

    state: Game
    turns: LegalTurns
    number: int


def game(rules: str, players: dict[Side, Player], seed: int) -> Iterator[Choice | Game]:
    """Play a game: every choice, and at last the game as it ended."""
    dice, state = random.Random(seed), Game.begin(RuleSet.parse(rules))
    while state.outcome is None:
        roll = Roll(dice.randint(1, 6), dice.randint(1, 6))
        state = state.after(Rolled(roll))
        turns = legal_turns(state.position, roll)
        if not turns:
            state = state.after(Played())
            continue
        number = players[state.mover].choose(state, turns)
        if len(turns) > 1:
            yield Choice(state, turns, number)
        state = state.after(Played.of(turns[number].moves))
    yield state


def pair(rules: str, one: str, other: str, seed: int) -> tuple[float, float]:
    """Play two games with the same dice; the first player's points a game, and the share that it won."""
    points = won = 0.0
    for side in Side:
        players = {side: Player(one, random.Random(~seed)), side.other: Player(other, random.Random(~seed))}
        *_, end = game(rules, players, seed)
        if isinstance(end, Game) and end.outcome is not None:
            points += float(end.outcome.points_of(side) - end.outcome.points_of(side.other)) / 2
            won += 0.25 if end.outcome.winner is None else (end.outcome.winner is side) / 2
    return points, won


def errors(rules: str, name: str, seed: int) -> list[float]:
    """What the choices in a game of a player against itself cost by the two ply of who judges analyses."""
    player, found = Player(name, random.Random(~seed)), []
    for choice in game(rules, dict.fromkeys(Side, player), seed):
        if isinstance(choice, Choice):
            _, worth = looked_at(choice)
            found.append(float(worth.max() - worth[0]))
    return found


def looked_at(choice: Choice) -> tuple[list[int], NDArray[np.float64]]:
    """What the judge's two ply says of the turn that was chosen, and of those that look best to it.

    Returns:
        The numbers of the turns, the chosen one first, and the points to be expected after each.
    """
    judge, _ = reviewer_of(choice.state.ruleset)
    order = np.argsort(-equity(judge.evaluate(choice.turns, choice.state.position)))[:LOOKED_AT]
    looked = list(dict.fromkeys([choice.number, *(int(each) for each in order)]))
    return looked, equity(judge.look_ahead([choice.turns.position(each) for each in looked]))


class Meter:
    """Measures in processes.

    Args:
        processes: where games are played.
        rules: the name of the rule set.
        pairs: how many pairs of games are played where none are slow.
    """

    def __init__(self, processes: ProcessPoolExecutor, rules: str, pairs: int) -> None:
        self.processes, self.rules, self.pairs = processes, rules, pairs
        self.has_yardstick = RULESETS[rules].family is Family.PARALLEL

    def measure(self, part: str) -> None:
        """Print one part."""
        match part:
            case "random":
                self.compare("one-ply", "random", self.pairs // 4)
            case "heuristic":
                self.compare("one-ply", "heuristic", self.pairs)
                self.compare("two-ply", "heuristic", self.pairs // 4)
            case "levels":
                for weaker, stronger in pairwise(("random", *(level.value for level in Level))):
                    self.compare(stronger, weaker, self.pairs // 4)
            case "plies":
                self.compare("two-ply", "one-ply", self.pairs // 2)
            case "yardstick" if self.has_yardstick:
                self.compare("one-ply", "yardstick", 2 * self.pairs)
            case "time":
                self.time()
            case "errors":
                for name in ("random", "heuristic", *(level.value for level in Level)):
                    self.print_errors(name, self.pairs // 40)

    def compare(self, one: str, other: str, pairs: int) -> None:
        """Print how one does against another."""
        seeds = range(SEED, SEED + pairs)
        same = ([name] * pairs for name in (self.rules, one, other))
        found = list(self.processes.map(pair, *same, seeds, chunksize=4))
        points, won = ([each[column] for each in found] for column in (0, 1))
        error = stdev(points) / pairs**0.5
        print(
            f"{self.rules:10} {one:9} against {other:10} {mean(points):+.3f} ± {error:.3f} points a game, "
            f"{mean(won):6.1%} won, {2 * pairs} games",
            flush=True,
        )

    def time(self) -> None:
        """Print how long the best level thinks in this process, on one core."""
        bear_off(RULESETS[self.rules].doubles)  # it is computed once, and that takes seconds
        player, took = Player(Level.BEST.value, random.Random(SEED)), []
        for seed in range(self.pairs // 100):
            for choice in game(self.rules, dict.fromkeys(Side, Player("one-ply", player.chance)), seed):
                if isinstance(choice, Choice):
                    began = time.perf_counter()
                    player.choose(choice.state, choice.turns)
                    took.append(time.perf_counter() - began)
        centiles = [1000 * each for each in quantiles(took, n=100)]
        print(
            f"{self.rules:10} {player.name} thinks {centiles[49]:.1f} ms (median), "
            f"{centiles[98]:.0f} ms (99 of 100), {1000 * max(took):.0f} ms at most, {len(took)} turns",
            flush=True,
        )

    def print_errors(self, name: str, games: int) -> None:
        """Print what a player's turns cost by the two ply of who judges analyses."""
        seeds = range(SEED, SEED + games)
        found = self.processes.map(errors, [self.rules] * games, [name] * games, seeds)
        costs = list(chain.from_iterable(found))
        if costs:
            print(
                f"{self.rules:10} {name:9} gives away {1000 * mean(costs):5.1f} ± "
                f"{1000 * stdev(costs) / len(costs) ** 0.5:.1f} thousandths a turn, {len(costs)} turns",
                flush=True,
            )


PARTS = ("random", "heuristic", "levels", "plies", "yardstick", "errors", "time")


def main() -> None:
    """Print what was asked for."""
    parser = argparse.ArgumentParser(description="Measure how strong the engine is.")
    parser.add_argument("parts", nargs="*", help=f"what is measured: {', '.join(PARTS)}; all, if not given")
    parser.add_argument("--rules", nargs="*", default=["long"], choices=sorted(RULESETS))
    parser.add_argument("--pairs", type=int, default=1000)
    asked = parser.parse_args()
    with ProcessPoolExecutor(PROCESSES) as processes:
        for rules in asked.rules:
            for part in asked.parts or PARTS:
                Meter(processes, rules, asked.pairs).measure(part)


if __name__ == "__main__":
    main()
