from __future__ import annotations

from random import Random

import pytest

from bot.rules import (
    RULESETS,
    Game,
    Position,
    Roll,
    Side,
    legal_turns,
    read_position,
    start_position,
)
from tests.engine.test_engine import standing
from tests.long_parameters import long_except
from tests.plain_strategy import PlainStrategy, evaluate

LONG = RULESETS["long"]


def winner(rules: str, side: Side, random: Random) -> Side:
    """Who wins a game of the plain player, on a side, against random turns."""
    ruleset = RULESETS[rules]
    strategy, position = PlainStrategy(), start_position(ruleset)
    while True:
        mover, roll = position.mover, Roll(random.randint(1, 6), random.randint(1, 6))
        turns = legal_turns(position, roll)
        if not turns:
            position = position.replaced(mover, position.mine, mover.other)
            continue
        if mover is side:
            position = strategy.choose(Game(position, roll, 1)).end
        else:
            position = turns.position(random.randrange(len(turns)))
        if position.off(mover) == 15:
            return mover


@pytest.mark.parametrize("rules", long_except(["long", "nard", "short"], "long"))
def test_it_beats_random_turns(rules: str) -> None:
    """Of 40 games, with either side, it loses fewer than one in ten."""
    random = Random(7)
    won = sum(winner(rules, side, random) is side for side in tuple(Side) * 20)
    assert won > 36


def test_both_sides_look_alike() -> None:
    """What it sees depends on the places and not on the colour."""
    white, _ = read_position("24:9,20:3,13:2,6:1 / 12:15 w", LONG)
    black = Position(LONG, white.black, white.white, Side.BLACK)
    assert evaluate(white.white, white.black) == evaluate(black.black, black.white)


def test_a_wall_counts_only_before_the_last_opponent() -> None:
    """Points in a row are worth more while an opponent must still pass them."""
    before, _ = read_position("24:9,8:2,7:2,6:2 / 12:15 w", LONG)
    behind, _ = read_position("24:9,8:2,7:2,6:2 / 18:15 w", LONG)
    assert evaluate(before.white, before.black) > evaluate(before.white, behind.black)


def test_a_wall_is_seen_however_many_stand_behind_it() -> None:
    """Where the opponent's rearmost point is, and not how many stand there, decides what lies before it."""
    worth = []
    for places in ("12:15", "12:14,18:1", "12:1,18:14", "12:8,18:7"):
        position, _ = read_position(f"24:9,11:2,10:2,9:2 / {places} w", LONG)
        worth.append(evaluate(position.white, position.black))
    assert len(set(worth)) == 1


def test_it_hits_a_checker_that_has_come_far() -> None:
    """Where a single checker can be hit by two that land together, it is."""
    hit = PlainStrategy().choose(standing("24:2,13:5,8:3,6:5 / 1:1,5:1,12:5,17:3,19:5 w 3-1", "short"))
    assert str(hit) == "8/5* 6/5"


def test_it_leaves_no_checker_alone_before_an_opponent_without_need() -> None:
    """Where both checkers of a turn can land together, it does not leave two alone."""
    turn = PlainStrategy().choose(standing("24:2,13:5,8:3,6:5 / 1:2,12:5,17:3,19:5 w 6-1", "short"))
    assert str(turn) == "13/7 8/7"
