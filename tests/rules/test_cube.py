"""R8.3: the doubling cube."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.rules import RULESETS, Cube, Ending, Game, Grade, Outcome, Roll, Side
from bot.rules.errors import GameFault
from bot.rules.events import Doubled, DrawAgreed, Dropped, Event, Played, Resigned, Rolled, TimedOut, Took
from bot.rules.formats import Record, read_record
from tests.rules.playing import LONG, first_turn

SHORT = RULESETS["short"]
DOUBLED = (Doubled(), Took())


def _after(*events: Event, opening_rolls: tuple[tuple[int, int], ...] | None = None) -> Game:
    """Return a game of Long Nardy with a cube after some events."""
    state = Game.begin(LONG, opening_rolls, cube=True)
    for event in events:
        state = state.after(event)
    return state


def _turn(state: Game) -> tuple[Event, Event]:
    """Return a roll and a turn with it."""
    return Rolled(Roll(2, 1)), first_turn(state.after(Rolled(Roll(2, 1))))


def test_a_game_has_no_cube_unless_it_was_agreed() -> None:
    """R8.3: a game has no cube by default."""
    state = Game.begin(LONG)
    assert (state.cube, state.may_double) == (None, False)
    with pytest.raises(GameFault):
        state.after(Doubled())


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=str)
def test_three_games_have_a_cube(ruleset: object) -> None:
    """R8.3: long, sport and short allow a cube; the other games refuse it."""
    rules = RULESETS[str(ruleset)]
    if rules.name in {"long", "sport", "short"}:
        assert Game.begin(rules, cube=True).cube == Cube(1, None)
    else:
        with pytest.raises(GameFault, match="cube"):
            Game.begin(rules, cube=True)


def test_the_cube_begins_in_the_middle_at_1() -> None:
    """R8.3: at the start either player may double before rolling."""
    state = _after()
    assert (state.cube, state.may_double, state.to_act) == (Cube(1, None), True, Side.WHITE)


def test_a_double_must_be_answered() -> None:
    """R8.3: while a double is pending, the opponent must answer, and neither side can roll."""
    state = _after(Doubled())
    assert (state.is_doubled, state.to_act, state.mover) == (True, Side.BLACK, Side.WHITE)
    for event in (Rolled(Roll(2, 1)), Doubled()):
        with pytest.raises(GameFault):
            state.after(event)


def test_a_player_who_takes_owns_the_cube() -> None:
    """R8.3: a player who takes owns the cube at twice its value, and the doubler rolls."""
    state = _after(*DOUBLED)
    assert (state.cube, state.to_act) == (Cube(2, Side.BLACK), Side.WHITE)
    assert not state.may_double
    state = state.after(Rolled(Roll(2, 1)))
    assert state.roll == Roll(2, 1)


def test_only_the_owner_may_double_again() -> None:
    """R8.3: Black, who took, may double before rolling; White may not double again."""
    state = _after(*DOUBLED)
    for event in _turn(state):
        state = state.after(event)
    assert state.may_double
    state = state.after(Doubled()).after(Took())
    assert state.cube == Cube(4, Side.WHITE)


def test_there_is_no_doubling_after_the_roll() -> None:
    """R8.3: doubling is possible only before the roll."""
    state = _after(Rolled(Roll(2, 1)))
    assert not state.may_double
    with pytest.raises(GameFault):
        state.after(Doubled())


def test_there_is_no_doubling_before_a_kept_first_roll() -> None:
    """R8.3: in ``sport`` and ``short`` Black is the first player who may double."""
    state = Game.begin(SHORT, ((6, 5),), cube=True)
    assert not state.may_double
    state = state.after(first_turn(state))
    assert (state.mover, state.may_double) == (Side.BLACK, True)


def test_a_drop_loses_the_old_value() -> None:
    """R8.3: a drop costs the cube's value before the double, whatever has been borne off."""
    assert _after(Doubled(), Dropped()).outcome == Outcome(Side.WHITE, Grade.OYN, Ending.DROPPED)
    state = _after(*DOUBLED)
    for event in _turn(state):
        state = state.after(event)
    outcome = state.after(Doubled()).after(Dropped()).outcome
    assert outcome == Outcome(Side.BLACK, Grade.OYN, Ending.DROPPED, 2)
    assert outcome.points_of(Side.BLACK) == Fraction(2)


@pytest.mark.parametrize("event", [Took(), Dropped()])
def test_only_a_double_can_be_taken_or_dropped(event: Event) -> None:
    """R8.3: without a double nothing can be taken or dropped, with a cube or without."""
    for cube in (False, True):
        with pytest.raises(GameFault, match="no double"):
            Game.begin(LONG, cube=cube).after(event)


def test_the_cube_goes_up_to_64() -> None:
    """R8.3: a cube at 64 cannot be doubled."""
    assert replace(_after(), cube=Cube(32, Side.WHITE)).may_double
    state = replace(_after(), cube=Cube(64, Side.WHITE))
    assert not state.may_double
    with pytest.raises(GameFault):
        state.after(Doubled())


def test_the_result_is_multiplied() -> None:
    """R8.3, R9.6: the cube multiplies a finished game, a resignation and a loss on time."""
    state = _after(*DOUBLED)
    for event in (Resigned(Side.BLACK, Grade.MARS), TimedOut(Side.BLACK)):
        outcome = state.after(event).outcome
        assert outcome is not None
        assert outcome.points_of(Side.WHITE) == Fraction(4)
    end = 15 << 4 * 18
    last = replace(
        state,
        position=replace(state.position, white=14 << 4 * 24 | 1 << 4 * 23, black=end),
        roll=Roll(2, 1),
    )
    outcome = last.after(first_turn(last)).outcome
    assert outcome == Outcome(Side.WHITE, Grade.MARS, Ending.BORNE_OFF, 2)
    assert str(outcome) == "1-0 mars, cube 2"


def test_an_unanswered_double_does_not_count() -> None:
    """R8.3: a player who resigns or times out instead of answering loses the old value."""
    for event in (Resigned(Side.BLACK, Grade.OYN), TimedOut(Side.BLACK)):
        outcome = _after(Doubled(), event).outcome
        assert outcome is not None
        assert outcome.cube == 1


def test_a_draw_ignores_the_cube() -> None:
    """R9.3, R9.6: a draw is half a point each, whatever the cube's value."""
    outcome = _after(*DOUBLED, DrawAgreed()).outcome
    assert outcome is not None
    assert [outcome.points_of(side) for side in Side] == [Fraction(1, 2)] * 2


@pytest.mark.parametrize(
    ("events", "body"),
    [
        ((Doubled(),), "1. double"),
        ((Doubled(), Took()), "1. double take"),
        ((Doubled(), Dropped()), "1. double drop"),
        ((Doubled(), Took(), Rolled(Roll(2, 1))), "1. double take 21"),
        ((Doubled(), TimedOut(Side.BLACK)), "1. double timeout b"),
        ((Doubled(), Resigned(Side.BLACK, Grade.OYN)), "1. double resign oyn b"),
    ],
)
def test_doubles_are_written_where_they_happened(events: tuple[Event, ...], body: str) -> None:
    """R10.3: a double is written before the dice, and the record says that the game has a cube."""
    record = Record((), LONG, ((6, 1),), events, cube=True)
    assert '[Cube "yes"]' in record.write()
    assert record.write().splitlines()[-1] == body
    assert read_record(record.write()) == record


def test_a_whole_game_with_doubles_round_trips() -> None:
    """R10.3: a game with a take and a drop is read as it was written."""
    events: list[Event] = [*DOUBLED]
    state = _after(*events)
    for event in _turn(state):
        events.append(event)
        state = state.after(event)
    events += [Doubled(), Dropped()]
    record = Record((), LONG, None, tuple(events), cube=True)
    text = record.write()
    assert '[Result "0-1 oyn, dropped, cube 2"]' in text
    assert read_record(text) == record
    assert read_record(text).write() == text


def test_a_pass_is_no_answer_to_a_double() -> None:
    """R8.3: a double cannot be answered by a pass, since a turn needs a roll."""
    with pytest.raises(GameFault):
        _after(Doubled()).after(Played())
