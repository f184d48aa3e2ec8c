"""R10.3: records."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from bot.rules import (
    RULESETS,
    Game,
    Grade,
    Move,
    Roll,
    RuleSet,
    Side,
    TimeControl,
    resignations,
    write_position,
)
from bot.rules.board import CHECKERS
from bot.rules.events import DrawAgreed, Event, Played, Resigned, Rolled, TimedOut
from bot.rules.formats import Mat, Record, RecordError, RecordFaultKind, read_mat, read_record, read_records
from bot.rules.notation import single_routes
from bot.rules.rulesets import Opening
from tests.long_parameters import long_except
from tests.rules.playing import LONG, random_game, random_roll

SAMPLE = """\
[Game "k7f"]
[Rules "long"]
[White "Anna"]
[Black "Boris"]
[Started "2026-11-20T18:04:00Z"]
[Opening "4-4 5-3"]
[Result "1-0 oyn, resigned"]

1. 65 24/13; 31 12/8
2. 44 24/16 13/5; 66 12/6 8/14
3. 21 24/23 5/3; 53 6/1 12/9
4. 31 23/20 3/2; resign oyn
"""
FIRST = (Rolled(Roll(6, 5)), Played.of((Move(24, 18, 6), Move(18, 13, 5))))


def test_a_record_reads_and_writes_to_the_byte() -> None:
    """R10.3: a record that a person wrote is written back in the same form."""
    record = read_record(SAMPLE)
    assert record.write() == SAMPLE
    assert record.header("White") == "Anna"
    assert record.opening_rolls == ((4, 4), (5, 3))
    state = record.end()
    assert str(state.outcome) == "1-0 oyn, resigned"
    assert write_position(state.position) == "24:12,20:1,16:1,2:1 / 12:12,9:1,1:1,14:1 b"


@pytest.mark.slow
@pytest.mark.parametrize(
    "ruleset",
    long_except(RULESETS.values(), *(RULESETS[name] for name in ("long", "palm", "short"))),
    ids=str,
)
@pytest.mark.parametrize("opening_rolls", [None, ((2, 2), (6, 1))])
def test_random_games_round_trip(ruleset: RuleSet, opening_rolls: tuple[tuple[int, int], ...] | None) -> None:
    """R10.3: whole and unfinished games of every rule set are the same to the byte."""
    rng = random.Random(17)
    events = random_game(ruleset, rng, opening_rolls)
    for length in {0, 1, rng.randrange(12), len(events)}:
        record = Record((("White", "Anna"), ("Black", "Boris")), ruleset, opening_rolls, events[:length])
        text = record.write()
        assert record.write_unchecked(record.end().outcome) == text
        again = read_record(text)
        assert again == record
        assert again.write() == text
        assert ('[Result "*"]' in text) == (length < len(events))


def _played(ruleset: RuleSet, length: int) -> tuple[Event, ...]:
    return random_game(ruleset, random.Random(23), ((6, 1),))[:length]


ENDINGS: list[tuple[int, Event, str]] = [
    (0, Resigned(Side.WHITE, Grade.MARS), "1. resign mars"),
    (0, Resigned(Side.BLACK, Grade.OYN), "1. resign oyn b"),
    (1, DrawAgreed(), " draw"),
    (2, TimedOut(Side.BLACK), "; timeout"),
    (2, TimedOut(Side.WHITE), "; timeout w"),
    (3, Resigned(Side.WHITE, Grade.OYN), " resign oyn w"),
]


@pytest.mark.parametrize(("length", "event", "words"), ENDINGS)
def test_events_are_written_where_they_happened(length: int, event: Event, words: str) -> None:
    """R10.3: an event is before or after the roll, and names its side if that is not the mover."""
    record = Record((), LONG, ((6, 1),), (*_played(LONG, length), event))
    text = record.write()
    assert text.endswith(words + "\n")
    assert read_record(text) == record


def test_a_record_may_end_with_a_roll() -> None:
    """R10.3: an unfinished game may end with a pending roll."""
    record = Record((), LONG, None, (*FIRST, Rolled(Roll(3, 1))))
    assert record.write() == '[Rules "long"]\n[Result "*"]\n\n1. 65 24/13; 31\n'
    assert read_record(record.write()).end().roll == Roll(3, 1)


def test_kept_dice_are_written_with_the_first_turn() -> None:
    """R7.2, R10.3: in ``sport`` the first turn is written with the opening dice, and accepts no others."""
    events = (Played.of((Move(24, 18, 6), Move(18, 13, 5))),)
    record = Record((), RULESETS["sport"], ((6, 5),), events)
    assert record.write().endswith('[Opening "6-5"]\n[Result "*"]\n\n1. 65 24/13\n')
    assert read_record(record.write()) == record
    with pytest.raises(RecordError):
        read_record(record.write().replace("1. 65 24/13", "1. 64 24/14"))


def test_a_pass_is_written() -> None:
    """R10.3: a pass is written as a word."""
    rng = random.Random(1)
    events = random_game(LONG, rng, None)
    assert Played() in events
    assert " pass" in Record((), LONG, None, events).write()


def test_headers_have_their_order() -> None:
    """R10.3: known headers come first, then the others in the given order, then the result."""
    headers = (("Event", "Cup"), ("Black", "B"), ("Game", "k7f"), ("White", "A"), ("Match", "m1"))
    names = [line[1:].split(" ")[0] for line in Record(headers, LONG, ((6, 1),)).write().splitlines()]
    assert names == ["Game", "Match", "Rules", "White", "Black", "Opening", "Event", "Result"]


@pytest.mark.parametrize("name", ["Rules", "Result", "Opening", "Clock", "two words", "", "Ünicode"])
def test_reserved_and_repeated_headers_are_refused(name: str) -> None:
    """R10.3: a header that follows from the record, and a repeated one, are refused."""
    with pytest.raises(ValueError, match="header"):
        Record(((name, "x"),), LONG)
    with pytest.raises(ValueError, match="header"):
        Record((("White", "x"), ("White", "y")), LONG)


@given(st.text(st.characters(codec=None)))
def test_any_name_round_trips(name: str) -> None:
    """R10.3: a name may have quotes, backslashes, line ends and any other sign."""
    record = Record((("White", name),), LONG)
    assert read_record(record.write()) == record
    assert len(record.write().splitlines()) == 3


@pytest.mark.parametrize("control", ["7d+1d<7d", "3d+3d<3d", "12h+12h<12h", "2d+12h<10d"])
def test_a_clock_round_trips(control: str) -> None:
    """R10.3: the agreed clock is written after the cube."""
    record = Record((("White", "A"),), LONG, clock=TimeControl.parse(control), cube=True)
    assert record.write().splitlines()[:4] == [
        '[Rules "long"]',
        '[Cube "yes"]',
        f'[Clock "{control}"]',
        '[White "A"]',
    ]
    assert read_record(record.write()) == record


def test_a_record_survives_the_mail() -> None:
    """R10.3: line ends, a byte order mark and trailing blanks do no harm."""
    mailed = "\ufeff" + SAMPLE.replace("\n", "  \r\n") + "\r\n\r\n"
    assert read_record(mailed).write() == SAMPLE


def test_a_match_is_its_games_one_after_another() -> None:
    """R10.3: several games in one text, also games without a turn."""
    empty = Record((("Game", "x"),), LONG).write()
    records = read_records(f"{SAMPLE}\n{empty}\n{SAMPLE}")
    assert [record.write() for record in records] == [SAMPLE, empty, SAMPLE]
    assert read_records("") == ()
    with pytest.raises(RecordError):
        read_record(SAMPLE + "\n" + SAMPLE)


Kind = RecordFaultKind

DAMAGED = [
    ("1. 65 24/13", "1. 65 24/12", 9, 1, Kind.MOVE),
    ("31 12/8", "31 12/9", 9, 1, Kind.MOVE),
    ("13/5;", "13/5 13/9;", 10, 2, Kind.MOVE),
    ("66 12/6 8/14", "pass", 10, 2, Kind.DICE),
    ("66 12/6 8/14", "66 pass", 10, 2, Kind.MOVE),
    ("3. 21", "4. 21", 11, 3, Kind.LINE_NUMBER),
    ("53 6/1", "73 6/1", 11, 3, Kind.DICE),
    ("resign oyn", "resign single", 12, 4, Kind.GRADE),
    ("resign oyn", "resign much", 12, 4, Kind.GRADE),
    ("resign oyn", "resign oyn; draw", 12, 4, Kind.OUT_OF_TURN),
    ("resign oyn\n", "resign oyn\n5. 65 24/18\n", 13, 4, Kind.LINE_NUMBER),
    ("12/9\n", "12/9; 11 24/23\n", 11, 3, Kind.OUT_OF_TURN),
    ('"long"', '"chess"', 2, None, Kind.RULES),
    ('[Rules "long"]\n', "", 8, None, Kind.NO_RULES),
    ('[White "Anna"]', '[Clock "3 days"]', 3, None, Kind.CLOCK),
    ('[White "Anna"]', '[Clock "7d+1d<3d"]', 3, None, Kind.CLOCK),
    ("4-4 5-3", "4-4 3-5", 6, None, Kind.OPENING),
    ("4-4 5-3", "4-4 x", 6, None, Kind.OPENING),
    ("1-0 oyn, resigned", "0-1 oyn, resigned", 7, None, Kind.RESULT),
    ('[White "Anna"]', '[Game "Anna"]', 3, None, Kind.HEADER_TWICE),
    ('[White "Anna"]', "[White Anna]", 3, None, Kind.HEADER),
]


@pytest.mark.parametrize(("old", "new", "line", "turn", "kind"), DAMAGED)
def test_a_damaged_record_is_refused(old: str, new: str, line: int, turn: int | None, kind: Kind) -> None:
    """R10.3: a damaged record is refused with line, turn and reason."""
    assert old in SAMPLE
    with pytest.raises(RecordError) as caught:
        read_record(SAMPLE.replace(old, new, 1))
    error = caught.value
    assert (error.line, error.turn) == (line, turn)
    assert error.fault.kind is kind


def test_the_replay_shows_every_state() -> None:
    """R10.3: a replay yields the state before the first event and after each."""
    record = read_record(SAMPLE)
    states = list(record.replay())
    assert states[0] == Game.begin(LONG, ((4, 4), (5, 3)))
    assert len(states) == len(record.events) + 1
    assert [state.turns for state in states] == [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7]


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=str)
@pytest.mark.parametrize("late", [False, True])
def test_moves_made_before_giving_up_are_kept(ruleset: RuleSet, late: bool) -> None:
    """R9.6, R10.3: a record and a `.mat` keep the moves of an unconfirmed turn."""
    rng = random.Random(5)
    opening_rolls = ((6, 1),) if ruleset.opening is Opening.KEEP else None
    state, events = Game.begin(ruleset, opening_rolls), list[Event]()
    while state.outcome is None:
        if state.roll is None:
            events.append(Rolled(random_roll(rng)))
            state = state.after(events[-1])
        turn = state.begin_turn()
        while not turn.is_complete:
            turn = turn.play(rng.choice(turn.next_moves()))
            if turn.position.off(state.mover) == CHECKERS:
                break
            if rng.random() > 0.05:
                continue  # few turns are enough, since each is read four times
            standing = replace(state, position=turn.position)
            grade = resignations(standing, state.mover)[-1]
            made = single_routes(turn.moves)
            event = TimedOut(state.mover, made) if late else Resigned(state.mover, grade, made)
            names = (("White", "Anna"), ("Black", "Boris"))
            record = Record(names, ruleset, opening_rolls, (*events, event))
            assert record.end().position == turn.position
            text = record.write()
            assert text == record.write_unchecked(record.end().outcome)
            assert (read_record(text), read_record(text).write()) == (record, text)
            again = read_mat(Mat(None, ("Anna", "Boris"), (record,)).write()).games[0].end()
            assert (again.position, again.outcome) == (turn.position, record.end().outcome)
        events.append(Played.of(turn.moves))
        state = state.after_turn(turn)
