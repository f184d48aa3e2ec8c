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
PREFERENCES = {side: PlayPreferences() for side in Side}


def live_game(text: str, ruleset: str = "long", offer: Offer | None = None, turns: int = 40) -> LiveGame:
    """Return a live game in a position."""
    position, roll = read_position(text, RULESETS[ruleset])
    state = Game(position, roll, turns)
    draft = PartialTurn.begin(position, roll) if roll else None
    return LiveGame("k7f", state, NAMES, PREFERENCES, draft, offer)


def test_an_offer_outlives_an_automatic_pass() -> None:
    """A pass that is played automatically does not decline a pending offer."""
    before = live_game("24:15 / 18:5,19:5,20:1,12:4 w", offer=Offer(DRAW, Side.BLACK))
    after = turns.roll(before, Side.WHITE, RepeatableDice(6, 5, 1, 2))
    assert after.happened[1] == (Side.WHITE, Played(cause=Cause.BLOCKED))
    assert after.offer == before.offer


def test_a_player_who_has_borne_off_all_cannot_resign() -> None:
    """White, who has borne off all checkers, cannot resign during Black's last turn."""
    waiting = live_game("off:15 / 13:2,off:13 b 2-1", "federation")
    assert resignations(waiting.state, Side.WHITE) == ()
    with pytest.raises(CannotResignAt):
        offers.resign(waiting, Side.WHITE, None)
    with pytest.raises(CannotResignAt):
        offers.resign(waiting, Side.WHITE, Grade.OYN)


def test_an_offer_that_became_impossible_lapses() -> None:
    """An offer to resign lapses when its maker has borne off all checkers."""
    before = live_game("1:1,off:14 / 11:8,9:7 w 6-5", "federation", Offer("oyn", Side.WHITE))
    after = turns.move(before, Side.WHITE, "1/off", RepeatableDice())
    if after.mover is Side.WHITE:
        after = turns.confirm(after, Side.WHITE, RepeatableDice(1, 2))
    assert (after.mover, after.offer) == (Side.BLACK, None)


def test_a_resignation_keeps_the_moves_made() -> None:
    """A checker borne off and not confirmed stays off: its player loses an oyn, on time as well."""
    before = live_game("8:15 / 18:15 b 6-5", offer=Offer("oyn", Side.BLACK))
    assert before.resignations(Side.BLACK) == (Grade.OYN, Grade.MARS)
    made = turns.move(before, Side.BLACK, "18/off", RepeatableDice())
    assert (made.resignations(Side.BLACK), made.offer) == ((Grade.OYN,), before.offer)
    ways = (
        offers.resign(made, Side.BLACK, None),
        offers.answer(made, Side.WHITE, accept=True),
        offers.lost_on_time(made, Side.BLACK),
    )
    for ended in ways:
        assert ended.state.outcome is not None
        assert (ended.state.outcome.grade, ended.state.position.off(Side.BLACK)) == (Grade.OYN, 1)
    other = offers.resign(made, Side.WHITE, None)
    assert other.state.position == before.state.position


def test_an_offer_lapses_when_a_checker_is_borne_off() -> None:
    """An offer of a mars cannot be accepted once the board shows a checker of its maker borne off."""
    before = live_game("8:15 / 18:15 b 6-5", offer=Offer("mars", Side.BLACK))
    assert turns.move(before, Side.BLACK, "18/off", RepeatableDice()).offer is None


def test_an_unconfirmed_last_checker_does_not_win() -> None:
    """A player who has borne off the last checker and not confirmed can still resign, and lose on time."""
    slow = {side: PlayPreferences(auto_confirm=False) for side in Side}
    before = replace(live_game("8:15 / 18:1,off:14 b 6-5"), preferences=slow)
    made = turns.move(before, Side.BLACK, "18/off", RepeatableDice())
    assert not made.is_over
    for ended in (offers.resign(made, Side.BLACK, None), offers.lost_on_time(made, Side.BLACK)):
        assert ended.state.outcome is not None
        assert (ended.state.outcome.winner, ended.state.outcome.grade) == (Side.WHITE, Grade.OYN)


def test_the_last_checker_ends_the_game() -> None:
    """The turn that bears off the last checker ends the game and is its last event."""
    before = live_game("1:1,off:14 / 18:15 w 6-5")
    after = turns.confirm(
        turns.move(before, Side.WHITE, "1/off", RepeatableDice()), Side.WHITE, RepeatableDice()
    )
    assert after.state.outcome is not None
    assert (after.state.outcome.winner, type(after.happened[-1][1])) == (Side.WHITE, Played)


def test_a_pass_has_the_cause_blocked() -> None:
    """A roll that no checker can play is passed with the cause *blocked*."""
    text = "24:15 / 18:5,19:5,20:1,12:4 w"
    before = live_game(text)
    after = turns.roll(before, Side.WHITE, RepeatableDice(6, 5, 1, 2))
    assert after.happened[1] == (Side.WHITE, Played(cause=Cause.BLOCKED))
    assert after.mover is Side.BLACK


def test_nothing_is_automatic_with_all_options_off() -> None:
    """With all options off, dice wait to be rolled and a forced turn waits to be played."""
    slow = replace(live_game("2:1,off:14 / 13:2,off:13 w"), preferences=dict.fromkeys(Side, SLOW))
    rolled = turns.roll(slow, Side.WHITE, RepeatableDice(1, 1))
    assert (rolled.mover, rolled.state.roll, len(rolled.happened)) == (Side.WHITE, Roll(1, 1), 1)


def test_values_that_are_handed_in_come_first_and_must_be_used() -> None:
    """Values handed in to the dice come first, and an unused one fails the test."""
    dice = RepeatableDice(6)
    dice.hand_in(32, 7)
    assert (dice.below(32), dice.unused()) == (7, {6: [5]})
    with pytest.raises(AssertionError, match="not used"), all_used():
        left = RepeatableDice(2)
    assert (dice.below(6), left.below(6)) == (5, 1)
