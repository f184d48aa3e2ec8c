"""R10.3: events as values and as text, in the same form for the game, the record and the database."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import get_args

import pytest
from hypothesis import given, strategies as st

from bot.rules import (
    OFF,
    RULESETS,
    Game,
    Grade,
    Move,
    Roll,
    RuleSet,
    Side,
    legal_turns,
    read_position,
    start_position,
)
from bot.rules.errors import GameFault, IllegalMove, NotUnderstood
from bot.rules.events import (
    Cause,
    Chosen,
    Doubled,
    DrawAgreed,
    Dropped,
    Event,
    Offered,
    Opened,
    Paused,
    Played,
    RaceBegun,
    Refused,
    Resigned,
    Resumed,
    Rolled,
    TimedOut,
    Took,
    Withdrawn,
    parse_event,
)
from bot.rules.formats import Record, read_record
from bot.rules.notation import parse_moves
from tests.rules.playing import random_game, random_roll

LONG = RULESETS["long"]
EVENTS: list[Event] = [
    Opened(), Opened(((3, 3), (6, 2))), Chosen(keep=True), Chosen(keep=False), Doubled(), Took(), Dropped(),
    *(Rolled(Roll(6, 5), cause) for cause in (Cause.CHOICE, Cause.KEPT)),
    *(Played((), cause) for cause in Cause),
    *(Offered(Side.WHITE, grade) for grade in (None, *Grade)),
    *(Refused(Side.BLACK, grade) for grade in (None, *Grade)),
    *(Resigned(side, grade) for side in Side for grade in Grade),
    *(Withdrawn(Side.WHITE, grade) for grade in (None, *Grade)),
    Offered(Side.BLACK, None, is_pause=True), Refused(Side.WHITE, None, is_pause=True), Paused(), Resumed(),
    Withdrawn(Side.BLACK, None, is_pause=True),
    DrawAgreed(), *map(TimedOut, Side), RaceBegun(),
    Resigned(Side.WHITE, Grade.OYN, parse_moves("6/5* 5/off")), TimedOut(Side.BLACK, parse_moves("bar/20")),
]  # fmt: skip


def test_every_kind_of_event_is_tested() -> None:
    """The list has every kind of event."""
    assert {type(event) for event in EVENTS} == set(get_args(Event))


def test_an_event_is_read_as_it_was_written() -> None:
    """The text of an event, with its side, is read as the same event."""
    for event in EVENTS:
        about_offers = Offered | Refused | Withdrawn
        side = event.side if isinstance(event, about_offers | Resigned | TimedOut) else Side.BLACK
        assert parse_event(str(event), side) == event


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=str)
def test_turns_are_read_without_a_board(ruleset: RuleSet) -> None:
    """Every turn of a random game is read from its text alone, with each cause."""
    rng = random.Random(5)
    played = [event for event in random_game(ruleset, rng, None) if isinstance(event, Played)]
    for turn in played:
        for cause in Cause:
            event = Played(turn.routes, cause)
            assert parse_event(str(event), Side.WHITE) == event


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=str)
def test_the_event_of_a_legal_turn_leads_to_its_end(ruleset: RuleSet) -> None:
    """The event of each legal turn leads to that turn's end."""
    rng = random.Random(8)
    for _ in range(3):
        state = Game.begin(ruleset).after(Rolled(random_roll(rng)))
        for turn in legal_turns(start_position(ruleset), state.roll or Roll(1, 1)):
            assert state.after(Played.of(turn.moves)).position == turn.end


@pytest.mark.parametrize(
    "text", ["", "begin", "offer", "offer much", "resign", "resign draw", "open 7-1", "67"]
)
def test_a_malformed_event_is_refused(text: str) -> None:
    """The text of no event raises an error."""
    with pytest.raises((ValueError, NotUnderstood)):
        parse_event(text, Side.WHITE)


@given(st.text(max_size=40))
def test_any_other_text_is_refused_or_read(text: str) -> None:
    """Any text is read or raises one of the two errors."""
    with suppress(ValueError, NotUnderstood):
        parse_event(text, Side.WHITE)


@pytest.mark.parametrize(
    "event", [Offered(Side.WHITE, None), Refused(Side.BLACK, Grade.MARS), RaceBegun()], ids=str
)
def test_some_events_do_not_change_the_game(event: Event) -> None:
    """An offer, a refusal and the beginning of a race leave the game unchanged."""
    state = Game.begin(LONG)
    assert state.after(event) == state


def test_what_is_no_event_is_refused() -> None:
    """A text in place of an event is refused, instead of leaving the game unchanged."""
    with pytest.raises(TypeError, match="not an event: '65'"):
        Game.begin(LONG).after("65")  # type: ignore[arg-type]


def test_the_event_of_a_turn_in_progress_keeps_a_needed_stop() -> None:
    """R3.7: 6/3/off with a 3 and a 6 is written with its stop, since 6/off is the 6 alone."""
    position, roll = read_position("6:1,2:14 / 12:15 w 6-3", LONG)
    state = Game(position, roll)
    turn = state.begin_turn().play_all((Move(6, 3, 3), Move(3, OFF, 6)))
    event = Played.of(turn.moves)
    assert str(event) == "6/3/off"
    assert state.after(event) == state.after_turn(turn)


def test_a_game_begins_once() -> None:
    """An opening during a game is refused."""
    with pytest.raises(GameFault):
        Game.begin(LONG).after(Opened(((6, 2),)))


def test_a_kept_roll_is_the_opening_roll() -> None:
    """In sport the first roll repeats the opening roll as kept; any other kept roll is refused."""
    state = Game.begin(RULESETS["sport"], ((6, 2),))
    assert state.after(Rolled(Roll(6, 2), Cause.KEPT)) == state
    with pytest.raises(GameFault):
        state.after(Rolled(Roll(6, 1), Cause.KEPT))


def test_a_turn_of_another_board_is_refused() -> None:
    """A turn in progress is accepted only in its own game, and only when it is complete."""
    state = Game.begin(LONG).after(Rolled(Roll(6, 5)))
    other = Game.begin(LONG).after(Rolled(Roll(6, 4)))
    with pytest.raises(GameFault):
        state.after_turn(other.turn_of(Played.of(legal_turns(other.position, Roll(6, 4))[0].moves)))
    with pytest.raises(GameFault):
        Game.begin(LONG).after_turn(state.begin_turn())
    with pytest.raises(IllegalMove):
        state.after_turn(state.begin_turn())


def test_a_record_has_the_events_that_rebuild_the_game() -> None:
    """A record has only the events that R10.3 names, without causes, and is read as it was written."""
    state = Game.begin(LONG).after(Rolled(Roll(6, 5)))
    turn = Played.of(legal_turns(state.position, Roll(6, 5))[0].moves, Cause.FORCED)
    happened = (
        Rolled(Roll(6, 5)),
        Offered(Side.WHITE, None),
        turn,
        Refused(Side.BLACK, None),
        RaceBegun(),
        Resigned(Side.BLACK, Grade.MARS),
    )
    record = Record((), LONG, None, happened)
    assert record.events == (Rolled(Roll(6, 5)), Played(turn.routes), Resigned(Side.BLACK, Grade.MARS))
    assert read_record(record.write()) == record
