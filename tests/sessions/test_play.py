from __future__ import annotations

from dataclasses import replace

import pytest

from bot.rules import RULESETS, Game, Grade, PartialTurn, Roll, Side, read_position, resignations
from bot.rules.events import Cause, Played
from bot.sessions import DRAW, Offer
from bot.sessions.actions import offers, turns
from bot.sessions.errors import CannotResignAt
from bot.sessions.live_game import LiveGame
from bot.sessions.settings import PlayPreferences
from tests.sessions.world import RepeatableDice, all_used

NAMES = {Side.WHITE: "Anna", Side.BLACK: "Boris"}
SLOW = PlayPreferences(auto_roll=False, auto_forced=False)
MANNERS = {side: PlayPreferences() for side in Side}


def standing(text: str, ruleset: str = "long", offer: Offer | None = None, turns: int = 40) -> LiveGame:
    """A game that stands so."""
    position, roll = read_position(text, RULESETS[ruleset])
    state = Game(position, roll, turns)
    draft = PartialTurn.begin(position, roll) if roll else None
    return LiveGame("k7f", state, NAMES, MANNERS, draft, offer)


def test_an_offer_outlives_a_turn_that_nobody_chose() -> None:
    """One whose turn is passed by itself has not declined the offer that waits for him."""
    before = standing("24:15 / 18:5,19:5,20:1,12:4 w", offer=Offer(DRAW, Side.BLACK))
    after = turns.roll(before, Side.WHITE, RepeatableDice(6, 5, 1, 2))
    assert after.happened[1] == (Side.WHITE, Played(cause=Cause.BLOCKED))
    assert after.offer == before.offer


def test_one_who_has_finished_cannot_resign() -> None:
    """White, who has borne off all, cannot give up while Black has his last turn."""
    waiting = standing("off:15 / 13:2,off:13 b 2-1", "federation")
    assert resignations(waiting.state, Side.WHITE) == ()
    with pytest.raises(CannotResignAt):
        offers.resign(waiting, Side.WHITE, None)
    with pytest.raises(CannotResignAt):
        offers.resign(waiting, Side.WHITE, Grade.OYN)


def test_an_offer_that_became_impossible_lapses() -> None:
    """An offer to resign is gone once the one who made it has borne off all."""
    before = standing("1:1,off:14 / 11:8,9:7 w 6-5", "federation", Offer("oyn", Side.WHITE))
    after = turns.move(before, Side.WHITE, "1/off", RepeatableDice())
    if after.mover is Side.WHITE:
        after = turns.confirm(after, Side.WHITE, RepeatableDice(1, 2))
    assert (after.mover, after.offer) == (Side.BLACK, None)


def test_the_last_checker_ends_the_game() -> None:
    """The turn that bears off the last checker ends the game, and nothing happens after it."""
    before = standing("1:1,off:14 / 18:15 w 6-5")
    after = turns.confirm(
        turns.move(before, Side.WHITE, "1/off", RepeatableDice()), Side.WHITE, RepeatableDice()
    )
    assert after.state.outcome is not None
    assert (after.state.outcome.winner, type(after.happened[-1][1])) == (Side.WHITE, Played)


def test_a_pass_tells_that_all_was_blocked() -> None:
    """A roll with which no checker can move is passed, and the reason is that the points are held."""
    text = "24:15 / 18:5,19:5,20:1,12:4 w"
    before = standing(text)
    after = turns.roll(before, Side.WHITE, RepeatableDice(6, 5, 1, 2))
    assert after.happened[1] == (Side.WHITE, Played(cause=Cause.BLOCKED))
    assert after.mover is Side.BLACK


def test_nothing_happens_by_itself_to_one_who_wants_neither() -> None:
    """With all options off a player's dice lie still until they are thrown, and a forced turn waits."""
    slow = replace(standing("2:1,off:14 / 13:2,off:13 w"), preferences=dict.fromkeys(Side, SLOW))
    rolled = turns.roll(slow, Side.WHITE, RepeatableDice(1, 1))
    assert (rolled.mover, rolled.state.roll, len(rolled.happened)) == (Side.WHITE, Roll(1, 1), 1)


def test_values_that_are_handed_in_come_first_and_must_be_used() -> None:
    """A die and an id are taken from those handed in, and one that is left over fails the test."""
    dice = RepeatableDice(6)
    dice.hand_in(32, 7)
    assert (dice.below(32), dice.unused()) == (7, {6: [5]})
    with pytest.raises(AssertionError, match="not used"), all_used():
        left = RepeatableDice(2)
    assert (dice.below(6), left.below(6)) == (5, 1)
