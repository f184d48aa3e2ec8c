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
from tests.engine.test_engine import game_at
from tests.long_parameters import long_except
from tests.plain_strategy import PlainStrategy, evaluate

LONG = RULESETS["long"]


def winner(rules: str, side: Side, random: Random) -> Side:
    """Return the winner of a game of the plain player, on one side, against random turns."""
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
def test_the_plain_player_beats_random_turns(rules: str) -> None:
    """The plain player wins more than 36 of 40 games, on both sides."""
    random = Random(7)
    won = sum(winner(rules, side, random) is side for side in tuple(Side) * 20)
    assert won > 36


def test_both_sides_are_evaluated_alike() -> None:
    """An evaluation depends on the places and not on the colour."""
    white, _ = read_position("24:9,20:3,13:2,6:1 / 12:15 w", LONG)
    black = Position(LONG, white.black, white.white, Side.BLACK)
    assert evaluate(white.white, white.black) == evaluate(black.black, black.white)


def test_a_row_counts_only_in_front_of_an_opponent() -> None:
    """Points in a row are worth more while an opponent must still pass them."""
    before, _ = read_position("24:9,8:2,7:2,6:2 / 12:15 w", LONG)
    behind, _ = read_position("24:9,8:2,7:2,6:2 / 18:15 w", LONG)
    assert evaluate(before.white, before.black) > evaluate(before.white, behind.black)


def test_a_row_counts_for_any_number_of_opponents() -> None:
    """The value of a row depends on the opponent's rearmost point, not on the number of checkers there."""
    worth = []
    for places in ("12:15", "12:14,18:1", "12:1,18:14", "12:8,18:7"):
        position, _ = read_position(f"24:9,11:2,10:2,9:2 / {places} w", LONG)
        worth.append(evaluate(position.white, position.black))
    assert len(set(worth)) == 1


def test_the_plain_player_hits_an_advanced_checker() -> None:
    """A single checker is hit if two checkers can land on it together."""
    hit = PlainStrategy().choose(game_at("24:2,13:5,8:3,6:5 / 1:1,5:1,12:5,17:3,19:5 w 3-1", "short"))
    assert str(hit) == "8/5* 6/5"


def test_the_plain_player_leaves_no_needless_single_checkers() -> None:
    """If both checkers of a turn can land together, they do."""
    turn = PlainStrategy().choose(game_at("24:2,13:5,8:3,6:5 / 1:2,12:5,17:3,19:5 w 6-1", "short"))
    assert str(turn) == "13/7 8/7"
