from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pytest

from bot.engine.bearoff import CHECKERS, POINTS, bear_off, rank
from bot.rules import RULESETS, Position, Roll, RuleSet, Side, legal_turns

ROLLS = [(Roll(high, low), 1 if high == low else 2) for high in range(1, 7) for low in range(1, high + 1)]
START = 15 << 4 * 18
"""The other side, with all checkers at home and out of the way."""


def packed(home: tuple[int, ...]) -> int:
    """Return a side with these numbers of checkers one, two … pips from bearing off, and the rest off."""
    return sum(n << 4 * (23 - i) for i, n in enumerate(home)) | (CHECKERS - sum(home)) << 4 * 24


@cache
def by_brute_force(rules: str, mine: int) -> tuple[float, ...]:
    """Return the chances to bear off a home with roll 0, 1, 2 …, by the rules' own turns."""
    if mine >> 4 * 24 & 15 == CHECKERS:
        return (1.0,)
    found = np.zeros(40)
    for roll, weight in ROLLS:
        turns = legal_turns(Position(RULESETS[rules], mine, START, Side.WHITE), roll)
        best = min((by_brute_force(rules, end & (1 << 104) - 1) for end in turns.boards), key=expected)
        found[1 : len(best) + 1] += weight / 36 * np.array(best)
    return tuple(np.trim_zeros(found, "b"))


def expected(chances: tuple[float, ...]) -> float:
    """Return the average of a distribution."""
    return sum(k * chance for k, chance in enumerate(chances))


def some_homes(most: int, seed: int) -> list[tuple[int, ...]]:
    """Return homes with few checkers left."""
    random = Random(seed)
    homes = []
    for _ in range(25):
        home = [0] * POINTS
        for _ in range(random.randint(1, most)):
            home[random.randrange(POINTS)] += 1
        homes.append(tuple(home))
    return homes


@pytest.mark.parametrize("rules", ["long", "nard", "short"])
def test_the_table_equals_brute_force(rules: str) -> None:
    """The distribution of every sampled home equals that of a search through the legal turns."""
    table = bear_off(RULESETS[rules].doubles)
    for home in some_homes(4, seed=3):
        row = table.last[rank(np.array([home]))[0]]
        found = by_brute_force(rules, packed(home))
        assert np.allclose(row[: len(found)], found, atol=1e-6)
        assert row[len(found) :].sum() < 1e-6


def test_every_home_has_its_own_rank() -> None:
    """Random homes have different ranks exactly if they differ."""
    homes = set(some_homes(15, seed=5))
    assert len({int(number) for number in rank(np.array(sorted(homes)))}) == len(homes)


@pytest.mark.parametrize("doubles", [2, 4])
def test_rows_are_distributions(doubles: int) -> None:
    """The chances of each home add up to one, also those of the first checker with all fifteen at home."""
    table = bear_off(doubles)
    assert np.allclose(table.last.sum(1), 1, atol=1e-5)
    sums = table.first.sum(1)
    assert np.all((sums == 0) | (np.abs(sums - 1) < 1e-5))


def play_out(rules: RuleSet, homes: tuple[int, int], random: Random) -> tuple[bool, bool]:
    """Play two homes to the end; return True if the roller wins, and True if by mars."""
    table = bear_off(rules.doubles)
    sides = list(homes)
    mover = 0
    while True:
        roll = Roll(random.randint(1, 6), random.randint(1, 6))
        turns = legal_turns(Position(rules, sides[mover], START, Side.WHITE), roll)
        counts = np.array([[end >> 4 * (23 - i) & 15 for i in range(6)] for end in turns.boards])
        sides[mover] = turns.boards[int(table.rolls[rank(counts)].argmin())]
        if sides[mover] >> 96 & 15 == CHECKERS:
            return mover == 0, not sides[1 - mover] >> 96 & 15
        mover = 1 - mover


def test_the_table_predicts_played_games() -> None:
    """In 600 games from homes with a chance of mars, wins and mars are as frequent as the table says."""
    home, ahead = (0, 0, 0, 3, 5, 7), (0, 1, 0, 0, 0, 0)
    one, other = rank(np.array([ahead, home]))
    rules, random = RULESETS["long"], Random(11)
    win, mars, _ = bear_off(4).chances(np.array([one]), np.array([other]))[0]
    assert (win, mars) == pytest.approx((1, 1), abs=1e-5)
    ahead = (0, 2, 1, 0, 0, 0)
    one = rank(np.array([ahead]))[0]
    win, mars, _ = bear_off(4).chances(np.array([other]), np.array([one]))[0]
    won = [play_out(rules, (packed(home), packed(ahead)), random) for _ in range(600)]
    assert sum(winner for winner, _ in won) / 600 == pytest.approx(win, abs=0.02)
    lost = bear_off(4).chances(np.array([other]), np.array([one]))[0, 2]
    assert sum(gone and not winner for winner, gone in won) / 600 == pytest.approx(lost, abs=0.06)
