from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from bot.engine import (
    Advantage,
    Analysis,
    Engine,
    Level,
    read_analysis,
    write_analysis,
)
from bot.rules import (
    RULESETS,
    Family,
    Game,
    Grade,
    Roll,
    Side,
    legal_turns,
    read_position,
    start_position,
)
from bot.rules.board import BAR_INDEX
from bot.rules.events import Played, Rolled
from bot.rules.formats import Record
from tests.mostly_long import mostly_long

if TYPE_CHECKING:
    from bot.rules import Position
    from bot.rules.events import Event

ENGINE = Engine()


def standing(text: str, rules: str = "long") -> Game:
    """A game that stands so."""
    position, roll = read_position(text, RULESETS[rules])
    return Game(position, roll, 40)


def some_game(rules: str, seed: int, level: Level = Level.STRONG) -> Record:
    """A game of a level against random turns."""
    random, state = Random(seed), Game.begin(RULESETS[rules])
    events: list[Event] = []
    while state.outcome is None:
        events.append(Rolled(Roll(random.randint(1, 6), random.randint(1, 6))))
        state = state.after(events[-1])
        assert state.roll is not None
        turns = legal_turns(state.position, state.roll)
        if not turns:
            events.append(Played())
        elif state.mover is Side.WHITE:
            events.append(Played.of(ENGINE.choose(state, level).moves))
        else:
            events.append(Played.of(turns[random.randrange(len(turns))].moves))
        state = state.after(events[-1])
    return Record((), RULESETS[rules], None, tuple(events))


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize("rules", sorted(RULESETS))
def test_every_level_plays_every_rule_set(rules: str, level: Level) -> None:
    """From the start each level finds a legal turn for each of some rolls."""
    ruleset = RULESETS[rules]
    for roll in (Roll(6, 5), Roll(3, 3), Roll(2, 1)):
        state = Game(start_position(ruleset), roll)
        assert ENGINE.choose(state, level) in legal_turns(state.position, roll)


@pytest.mark.parametrize("level", Level)
def test_a_level_plays_the_same_turn_whenever_it_is_asked(level: Level) -> None:
    """Two engines choose alike in the same place."""
    state = standing("24:9,20:2,15:4 / 12:8,7:4,2:3 w 5-2")
    assert ENGINE.choose(state, level) == Engine().choose(state, level)


def test_it_bears_off_rather_than_moving_inside() -> None:
    """With two checkers left and a roll that bears off both it does."""
    turn = ENGINE.choose(standing("3:1,2:1,off:13 / 14:3,off:12 w 6-5"))
    assert str(turn) == "3/off 2/off"


def test_without_dice_or_turns_there_is_nothing_to_choose() -> None:
    """A game without a roll, and one whose roll cannot be played, are refused."""
    with pytest.raises(ValueError, match="dice"):
        ENGINE.choose(standing("24:15 / 12:15 w"))
    with pytest.raises(ValueError, match="turn"):
        ENGINE.choose(standing("24:15 / 18:2,19:2,20:2,21:2,22:2,23:2,12:3 w 2-1"))


def test_a_hint_begins_with_the_best() -> None:
    """Three turns, each costing at least as much as the one before, the first nothing."""
    hint = ENGINE.hint(standing("24:9,20:2,15:4 / 12:8,7:4,2:3 w 5-2"))
    costs = [candidate.cost for candidate in hint.candidates]
    assert len(costs) == 3
    assert costs[0] == 0
    assert costs == sorted(costs)
    assert hint.best is hint.candidates[0]


def test_only_what_costs_next_to_nothing_is_called_close() -> None:
    """Over a game the reason is that both turns are as good exactly where the second costs under 0.015."""
    record = some_game("long", 9)
    state, hints = Game.begin(record.ruleset), []
    for event in record.events[:80]:
        state = state.after(event)
        if state.roll is not None and legal_turns(state.position, state.roll):
            hints.append(ENGINE.hint(state))
    chosen = [hint for hint in hints if hint.advantage is not None]
    assert len(chosen) > 20
    for hint in chosen:
        assert (hint.advantage is Advantage.CLOSE) == (hint.candidates[1].cost < 0.015)


@pytest.mark.parametrize("rules", ["long", "short"])
def test_what_sets_a_turn_apart_is_true(rules: str) -> None:
    """A wall that is made was not there before, one that is kept was; a hit, and safety, are counted."""
    record = some_game(rules, 5)
    state, told = Game.begin(record.ruleset, record.opening_rolls), set()
    for event in record.events[:150]:
        state = state.after(event)
        if state.roll is None or len(legal_turns(state.position, state.roll)) < 2:
            continue
        hint, side = ENGINE.hint(state), state.mover
        best, other = (each.turn for each in hint.candidates[:2])
        before, after, else_ = (
            longest_prime(position, side, state.ruleset.family)
            for position in (state.position, best.end, other.end)
        )
        hits, other_hits = (sum(move.hit for move in turn.moves) for turn in (best, other))
        match hint.advantage:
            case Advantage.PRIME:
                assert hint.prime == after > max(before, else_)
            case Advantage.KEEPS_PRIME:
                assert hint.prime == after == before > else_
            case Advantage.HITS:
                assert hits > other_hits == 0
            case Advantage.HITS_MORE:
                assert hits > other_hits > 0
            case Advantage.SAFER:
                assert dice_that_hit(best.end, side) < dice_that_hit(other.end, side)
        told.add(hint.advantage)
    assert len(told) > 3


def longest_prime(position: Position, side: Side, family: Family) -> int:
    """How many points in a row a side holds before the other's rearmost checker, on the other's path."""
    holds = 1 if family is Family.PARALLEL else 2
    held = {family.point(side, t) for t in range(24) if position.count(side, t) >= holds}
    theirs = [t for t in range(24) if position.count(side.other, t)]
    rear = -1 if position.count(side.other, BAR_INDEX) else min(theirs, default=24)
    longest = run = 0
    for t in range(rear + 1, 24):
        run = run + 1 if family.point(side.other, t) in held else 0
        longest = max(longest, run)
    return longest


def dice_that_hit(position: Position, side: Side) -> int:
    """By how many of the six dice a single checker of a side can be hit directly, sides travelling apart."""
    blots = {23 - t for t in range(24) if position.count(side, t) == 1}
    bar = position.count(side.other, BAR_INDEX)
    froms = [-1] if bar else [t for t in range(24) if position.count(side.other, t)]
    return sum(any(start + die in blots for start in froms) for die in range(1, 7))


@pytest.mark.parametrize("rules", ["sport", "short"])
def test_a_kept_throw_is_lucky_among_throws_that_are_no_doubles(rules: str) -> None:
    """R7.2: over the fifteen throws that can be kept, which are alike likely, luck evens out."""
    lucks = []
    for high in range(2, 7):
        for low in range(1, high):
            state = Game.begin(RULESETS[rules], ((high, low),))
            assert state.roll is not None
            moves = legal_turns(state.position, state.roll)[0].moves
            record = Record((), state.ruleset, ((high, low),), (Played.of(moves),))
            lucks.append(ENGINE.analyse(record).turns[0].luck)
    assert sum(lucks) == pytest.approx(0, abs=1e-6)
    assert max(lucks) > 0.01


def test_a_forced_turn_has_no_advantage() -> None:
    """Where only one turn is possible nothing sets it apart."""
    hint = ENGINE.hint(standing("24:15 / 12:15 w 6-5"))
    assert len(hint.candidates) == 1
    assert hint.advantage is None


def test_what_saves_mars_is_said_so() -> None:
    """With the opponent about to finish, the turn that bears a checker off is told to save mars."""
    hint = ENGINE.hint(standing("7:1,6:7,3:7 / 13:1,off:14 w 3-1"))
    assert hint.advantage is Advantage.SAVES_MARS
    assert str(hint.best.turn) == "7/6 3/off"


@pytest.mark.parametrize(
    "rules", mostly_long(["long", "federation", "palm", "short", "nard"], "long", "short")
)
def test_an_analysis_judges_every_turn(rules: str) -> None:
    """As many turns are judged as were played; none costs less than nothing; forced ones cost nothing."""
    record = some_game(rules, 5)
    analysis = ENGINE.analyse(record)
    played = [event for event in record.events if isinstance(event, Played)]
    assert [Played.of(turn.played.moves) for turn in analysis.turns] == played
    assert all(turn.cost >= 0 for turn in analysis.turns)
    assert all(turn.cost == 0 and turn.best == turn.played for turn in analysis.turns if turn.is_forced)
    assert len(analysis.winning_chances()) == len(played) + 1


def test_the_winning_chances_begin_with_those_of_who_starts() -> None:
    """Between strong players the starter of Long Nardy wins about 58 games in a hundred."""
    assert ENGINE.analyse(some_game("long", 5)).winning_chances()[0] == pytest.approx(0.58, abs=0.03)


def test_a_player_without_mistakes_gives_nothing_away() -> None:
    """The level that plays what looks best at one ply costs nothing at one ply, random turns do."""
    analysis = ENGINE.analyse(some_game("long", 6))
    white, black = (analysis.performance(side) for side in Side)
    assert white.error == pytest.approx(0, abs=1e-6)
    assert black.error > 0.05
    assert [turn.side for turn in analysis.worst()] == [Side.BLACK] * 3


def test_the_luck_of_all_rolls_adds_up_to_nothing() -> None:
    """Over the 36 throws from one board the luck is zero."""
    start = start_position(RULESETS["long"])
    total = 0.0
    for high in range(1, 7):
        for low in range(1, high + 1):
            roll = Roll(high, low)
            first = legal_turns(start, roll)[0]
            record = Record((), RULESETS["long"], None, (Rolled(roll), Played.of(first.moves)))
            (turn,) = ENGINE.analyse(record).turns
            total += turn.luck * (1 if roll.is_double else 2)
    assert total == pytest.approx(0, abs=1e-9)


def test_progress_is_told_and_ends_the_work() -> None:
    """It counts the turns up, and what it raises comes through."""
    record = some_game("short", 7)
    seen: list[tuple[int, int]] = []

    def progress(done: int, of: int) -> None:
        seen.append((done, of))
        if done == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        ENGINE.analyse(record, progress=progress)
    assert [done for done, _ in seen] == [1, 2, 3]
    assert {of for _, of in seen} == {sum(isinstance(event, Played) for event in record.events)}


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    """A game with hits, judged."""
    return ENGINE.analyse(some_game("short", 8), replies=False)


def test_an_analysis_written_and_read_is_the_same(analysis: Analysis) -> None:
    """Its text form round-trips, but for figures beyond a hundred-thousandth of a point."""
    text = write_analysis(analysis)
    again = read_analysis(text)
    assert write_analysis(again) == text
    assert [turn.played for turn in again.turns] == [turn.played for turn in analysis.turns]
    assert [turn.before for turn in again.turns] == [turn.before for turn in analysis.turns]
    assert len(text) < 100_000


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"rules":"long","replies":false,"turns":[1]}'])
def test_what_is_no_analysis_is_refused(text: str) -> None:
    """Anything else raises ValueError."""
    with pytest.raises(ValueError, match=r".*"):
        read_analysis(text)


def test_resignations_are_weighed() -> None:
    """A single game is not enough where mars is sure, and mars is enough anywhere."""
    sure_mars = standing("12:15 / 13:2,14:2,off:11 b")
    lost = standing("2:1,off:14 / 13:2,14:2,off:11 w")
    assert not ENGINE.accepts_resignation(sure_mars, Side.BLACK, Grade.OYN)
    assert ENGINE.accepts_resignation(sure_mars, Side.BLACK, Grade.MARS)
    assert ENGINE.accepts_resignation(lost, Side.BLACK, Grade.OYN)


def test_a_double_is_taken_by_who_still_has_chances() -> None:
    """From an even position it takes, from a lost one it drops."""
    assert ENGINE.takes_double(standing("24:15 / 12:15 w"), Side.BLACK)
    assert not ENGINE.takes_double(standing("1:1,off:14 / 18:15 w"), Side.BLACK)


def test_it_doubles_who_is_far_ahead_and_not_yet_sure_of_mars() -> None:
    """From an even position it rolls, far ahead it doubles, and with a sure mars it plays on for it."""
    assert not ENGINE.doubles(standing("24:15 / 12:15 w"))
    assert ENGINE.doubles(standing("1:2,2:2,3:2,off:9 / 13:3,14:3,15:2,off:7 w"))
    assert not ENGINE.doubles(standing("1:2,2:2,off:11 / 12:15 w"))


def test_it_agrees_to_a_draw_only_when_behind() -> None:
    """Who is about to win goes on."""
    state = standing("1:1,off:14 / 18:15 w")
    assert not ENGINE.agrees_to_draw(state, Side.WHITE)
    assert ENGINE.agrees_to_draw(state, Side.BLACK)


def test_only_good_opening_throws_are_kept() -> None:
    """R7.3: of the fifteen throws that decide who starts, some are kept and some are not."""
    throws = [(high, low) for high in range(2, 7) for low in range(1, high)]
    kept = {ENGINE.keeps_roll(Game.begin(RULESETS["palm"], (throw,))) for throw in throws}
    assert kept == {True, False}
