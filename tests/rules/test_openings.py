"""R7: the opening rolls and the choice after them."""

from __future__ import annotations

import pytest

from bot.rules import RULESETS, Game, Roll
from bot.rules.errors import GameFault
from bot.rules.events import Chosen, Event, Rolled
from bot.rules.formats import Record, read_record
from tests.rules.playing import first_turn

PALM = RULESETS["palm"]
OPENING_ROLLS = ((2, 2), (5, 3))


def test_the_starter_of_palm_may_keep_the_two_dice() -> None:
    """R7.3: the starter of ``palm`` may keep the two dice as the first roll."""
    state = Game.begin(PALM, OPENING_ROLLS)
    assert (state.choice, state.roll) == (Roll(5, 3), None)
    state = state.after(Chosen(keep=True))
    assert (state.choice, state.roll) == (None, Roll(5, 3))


def test_the_starter_of_palm_may_roll_again() -> None:
    """R7.3: the starter of ``palm`` may roll again, as on any other turn."""
    state = Game.begin(PALM, OPENING_ROLLS).after(Chosen(keep=False))
    assert (state.choice, state.roll) == (None, None)
    assert state.after(Rolled(Roll(6, 6))).roll == Roll(6, 6)


def test_a_roll_implies_the_choice_to_roll_again() -> None:
    """R7.3: a starter who rolls has made the choice."""
    assert Game.begin(PALM, OPENING_ROLLS).after(Rolled(Roll(6, 6))).choice is None


def test_the_choice_is_made_once_and_only_in_palm() -> None:
    """R7.3, R7.4: a second choice, one without opening rolls, and one in another game are refused."""
    others = [each for each in RULESETS.values() if each is not PALM]
    states = [Game.begin(PALM, OPENING_ROLLS).after(Chosen(keep=keep)) for keep in (True, False)]
    states += [Game.begin(PALM), *(Game.begin(each, OPENING_ROLLS) for each in others)]
    for state in states:
        for keep in (True, False):
            with pytest.raises(GameFault, match="opening roll"):
                state.after(Chosen(keep=keep))


@pytest.mark.parametrize(("keep", "body"), [(True, "1. keep"), (False, "1. reroll")])
def test_the_choice_is_recorded(keep: bool, body: str) -> None:
    """R10.3, R7.3: the choice is written before the first turn, and all opening rolls in the header."""
    events: tuple[Event, ...] = (Chosen(keep=keep),)
    record = Record((), PALM, OPENING_ROLLS, events)
    text = record.write()
    assert '[Opening "2-2 5-3"]' in text
    assert text.splitlines()[-1] == body
    assert read_record(text) == record
    state = record.end()
    if not keep:
        events = (*events, Rolled(Roll(5, 3)))
        state = state.after(events[-1])
    played = Record((), PALM, OPENING_ROLLS, (*events, first_turn(state)))
    assert played.write().splitlines()[-1].startswith(f"{body} 53 ")
    assert read_record(played.write()) == played


def test_a_record_of_palm_without_a_choice_is_read() -> None:
    """R7.3, R10.3: a first roll that differs from the opening was rolled again."""
    text = '[Rules "palm"]\n[Opening "5-3"]\n[Result "*"]\n\n1. 64 24/14\n'
    assert read_record(text).write() == text
