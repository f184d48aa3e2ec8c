"""Strength benchmark: the engine's points a game, with standard errors, against other players and itself.

Games come in pairs with the same dice, and each player begins one game of a pair. The yardstick is a net with
208 inputs, 128 hidden units and three outputs (benchmarks/yardstick.npz). Errors of turns are measured by a
separate net (bot/engine/nets/judge-long.npz) in a two-ply search. docs/engine.md describes how both were
trained.

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
from tests.plain_strategy import PlainStrategy

YARDSTICK = Path(__file__).with_name("yardstick.npz")
REFERENCE = Path(__file__).parents[1] / "bot" / "engine" / "nets" / "judge-long.npz"
SEED = 20261121
STRENGTHS = {
    "one-ply": Strength(0.0),
    "two-ply": Level.BEST.strength,
    **{level.value: level.strength for level in Level},
}
LOOKED_AT = 12
PROCESSES = 2


@cache
def yardstick(ruleset: RuleSet) -> Search:
    """Return the search with the yardstick net, against which players are measured."""
    return Search(Evaluator(Network.load(YARDSTICK), ruleset))


@dataclass(frozen=True)
class Player:
    """A player: `random`, `heuristic`, `yardstick`, or one of `STRENGTHS`."""

    name: str
    chance: random.Random

    def choose(self, state: Game, turns: LegalTurns) -> int:
        """Return the index of the turn that the player plays."""
        if self.name == "random":
            return self.chance.randrange(len(turns))
        if self.name == "heuristic":
            return list(turns.positions()).index(PlainStrategy().choose(state).end)
        if self.name == "yardstick":
            return choose_turn(yardstick(state.ruleset), state, STRENGTHS["one-ply"])
        return choose_turn(search_of(state.ruleset), state, STRENGTHS[self.name])


@dataclass(frozen=True)
class Choice:
    """A turn of a game with more than one legal turn, and the index of the chosen one."""

    state: Game
    turns: LegalTurns
    number: int


def game(rules: str, players: dict[Side, Player], seed: int) -> Iterator[Choice | Game]:
    """Play a game; yield every choice, and finally the finished game."""
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
    """Play two games with the same dice; return the first player's points a game and share of wins."""
    points = won = 0.0
    for side in Side:
        players = {side: Player(one, random.Random(~seed)), side.other: Player(other, random.Random(~seed))}
        *_, end = game(rules, players, seed)
        if isinstance(end, Game) and end.outcome is not None:
            points += float(end.outcome.points_of(side) - end.outcome.points_of(side.other)) / 2
            won += 0.25 if end.outcome.winner is None else (end.outcome.winner is side) / 2
    return points, won


def errors(rules: str, name: str, seed: int) -> list[float]:
    """Return the cost of each choice of a player against itself, by the reviewer's two-ply search."""
    player, found = Player(name, random.Random(~seed)), []
    for choice in game(rules, dict.fromkeys(Side, player), seed):
        if isinstance(choice, Choice):
            _, worth = looked_at(choice)
            found.append(float(worth.max() - worth[0]))
    return found


def looked_at(choice: Choice) -> tuple[list[int], NDArray[np.float64]]:
    """Search the chosen turn and the reviewer's best ones two plies deep.

    Returns:
        The indices of the turns, the chosen one first, and the equity after each.
    """
    judge, _ = reviewer_of(choice.state.ruleset)
    order = np.argsort(-equity(judge.evaluate(choice.turns, choice.state.position)))[:LOOKED_AT]
    looked = list(dict.fromkeys([choice.number, *(int(each) for each in order)]))
    return looked, equity(judge.look_ahead([choice.turns.position(each) for each in looked]))


class Meter:
    """The measurement of one rule set, in several processes.

    Args:
        processes: the processes that play games.
        rules: the name of the rule set.
        pairs: the number of pairs of games for fast players; slow ones play fewer.
    """

    def __init__(self, processes: ProcessPoolExecutor, rules: str, pairs: int) -> None:
        self.processes, self.rules, self.pairs = processes, rules, pairs
        self.has_yardstick = RULESETS[rules].family is Family.PARALLEL

    def measure(self, part: str) -> None:
        """Measure and print one part of the report."""
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
        """Print the result of one player against another."""
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
        """Print the time the best level takes for a turn, in this process on one core."""
        bear_off(RULESETS[self.rules].doubles)  # computed in advance, because it takes seconds
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
        """Print the average cost of a player's turns, by the reviewer's two-ply search."""
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
    """Print the parts of the report given on the command line."""
    parser = argparse.ArgumentParser(description="Measure how strong the engine is.")
    parser.add_argument("parts", nargs="*", help=f"parts to measure: {', '.join(PARTS)} (default: all)")
    parser.add_argument("--rules", nargs="*", default=["long"], choices=sorted(RULESETS))
    parser.add_argument("--pairs", type=int, default=1000)
    asked = parser.parse_args()
    with ProcessPoolExecutor(PROCESSES) as processes:
        for rules in asked.rules:
            for part in asked.parts or PARTS:
                Meter(processes, rules, asked.pairs).measure(part)


if __name__ == "__main__":
    main()
