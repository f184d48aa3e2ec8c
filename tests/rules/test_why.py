"""R10.2: the rule that forbids a move, checked against the naive implementations."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from bot.rules import RULESETS, Game, Move, PartialTurn, Roll, Side, play_text, read_position, why
from bot.rules.errors import GameFault, Reason
from tests.long_parameters import long_except
from tests.rules import naive, naive_opposed
from tests.rules.playing import LONG, partial
from tests.rules.positions import SOURCES
from tests.rules.test_opposed_against_naive import SOURCES as OPPOSED_SOURCES

OF_THE_WHOLE_TURN = {Reason.FULL_ROLL, Reason.HIGHER_DIE, Reason.PRIME, Reason.HOME_PRIME}
"""Reasons that forbid a move whose own way is open."""

CASES = 60
"""Positions for each rule set and source."""


def _state(text: str, ruleset: str = "long") -> Game:
    rules = RULESETS[ruleset]
    position, roll = read_position(text, rules)
    return Game(position, roll)


ANSWERS = [
    ("long", "24:15 / 12:15 w 6-5", "24/18 24/19", Reason.HEAD, "R4.1"),
    ("long", "24:14,13:1 / 7:1,12:14 w 6-5", "13/7", Reason.BLOCKED, "R3.1"),
    ("long", "9:1,2:7,1:7 / 3:8,12:7 w 5-1", "9/8", Reason.FULL_ROLL, "R3.3"),
    ("long", "24:5,2:6,1:4 / 10:4,4:3,15:8 w 5-4", "24/20", Reason.HIGHER_DIE, "R3.4"),
    ("long", "8:2,6:2,5:2,4:3,3:3,2:1,1:2 / 12:15 w 6-1", "8/2 8/7", Reason.PRIME, "R5.1"),
    ("palm", "19:1,7:4,6:2,5:2,4:2,3:2,1:2 / 12:1,24:14 w 5-1", "7/2 19/18", Reason.HOME_PRIME, "R5.3"),
    ("long", "24:1,3:14 / 12:15 w 6-5", "3/off", Reason.NOT_HOME, "R6.1"),
    ("long", "6:1,4:1,off:13 / 1:15 w 5-5", "4/off", Reason.CHECKER_BEHIND, "R6.3"),
    ("short", "bar:1,13:14 / 12:15 w 5-4", "13/8", Reason.BAR_FIRST, "R6.5"),
    ("long", "24:15 / 12:15 w 6-5", "13/8", Reason.NO_CHECKER, "R3.1"),
    ("long", "24:15 / 12:15 w 6-5", "24/20", Reason.NO_SUCH_DIE, "R3.1"),
    ("long", "24:15 / 12:15 w 6-5", "pass", Reason.NOT_A_PASS, "R3.5"),
    ("short", "24:2,6:13 / 12:15 w 6-5", "24/18*", Reason.NO_HIT, "R10.2"),
]


@pytest.mark.parametrize(("ruleset", "position", "text", "reason", "section"), ANSWERS)
def test_each_rule_is_named(ruleset: str, position: str, text: str, reason: Reason, section: str) -> None:
    """R10.2: an illegal move has its reason and the section of the rules."""
    found = why(_state(position, ruleset), text)
    assert found is not None
    assert (found.reason, found.reason.section) == (reason, section)


def test_a_part_of_a_turn_is_no_whole_turn() -> None:
    """R3.3: a part of a turn is allowed as a part, but not as a whole turn."""
    state = _state("24:15 / 12:15 w 6-5")
    assert why(state, "24/18") is None
    found = why(state, "24/18", whole=True)
    assert found is not None
    assert found.reason is Reason.INCOMPLETE
    assert why(state, "24/13", whole=True) is None


def test_a_turn_in_progress_can_be_asked_about() -> None:
    """R10.2: within a turn, the reason applies after the moves made."""
    turn = play_text(partial("24:12,20:3 / 12:15 w 6-5"), "24/18")
    found = why(turn, "24/19")
    assert found is not None
    assert found.reason is Reason.HEAD
    assert why(turn, "20/15") is None


def test_a_question_without_dice_is_refused() -> None:
    """R10.2: a question before the roll is refused."""
    state = Game.begin(LONG)
    with pytest.raises(GameFault):
        why(state, "24/18")


def _refused(turn: PartialTurn) -> Iterator[tuple[int, int, Reason]]:
    """Yield each checker and die that cannot be played now, by progress (-1 is the bar), with the reason."""
    side, family = turn.start.mover, turn.ruleset.family
    offered = {_own(turn, move) for move in turn.next_moves()}
    for t in range(-1, 24):
        if not turn.position.count(side, 25 if t < 0 else t):
            continue
        for die in dict.fromkeys(turn.dice_left):
            if (t, min(t + die, 24)) in offered:
                continue
            start, stop = (family.point(side, each) for each in (t, min(t + die, 24)))
            text = f"{'bar' if t < 0 else start}/{stop or 'off'}"
            found = why(turn, text)
            if found is not None:
                yield t, die, found.reason


def _own(turn: PartialTurn, move: Move) -> tuple[int, int]:
    side, family = turn.start.mover, turn.ruleset.family
    start = family.progress(side, move.start)
    return -1 if start == 25 else start, family.progress(side, move.stop)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", long_except(naive.RULES, "long", "narde"))
@pytest.mark.parametrize("source", SOURCES)
def test_reasons_in_the_parallel_family_are_true(ruleset: str, source: str) -> None:
    """R10.2: a move whose own way is open is forbidden by a rule of the whole turn, and no other move is."""
    rules, checked = RULESETS[ruleset], 0
    seen: set[Reason] = set()
    for position, dice in islice(SOURCES[source](ruleset, random.Random(6)), CASES):
        start, _ = read_position(position, rules)
        turn = PartialTurn.begin(start, Roll(*dice))
        sides, mover = naive.read(position)
        mine, theirs = sides[mover], sides["b" if mover == "w" else "w"]
        for t, die, reason in _refused(turn):
            open_as_such = t in naive.checkers(mine, theirs, die, 1)
            situation = f"{ruleset} {position} {dice} t {t} by {die}: {reason}"
            if reason is Reason.BLOCKED:
                assert theirs[naive.across(t + die)] > 0, situation
            # A way of several dice may bear the checker off too, and then has its own reason.
            if t + die < 24 or open_as_such:
                assert open_as_such == (reason in OF_THE_WHOLE_TURN), situation
            seen.add(reason)
            checked += 1
    assert checked > CASES / 2
    assert source != "rich in primes" or {Reason.FULL_ROLL, _prime(ruleset)} <= seen


def _prime(ruleset: str) -> Reason:
    return Reason.HOME_PRIME if ruleset == "palm" else Reason.PRIME


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", naive_opposed.RULES)
@pytest.mark.parametrize("source", OPPOSED_SOURCES)
def test_reasons_in_the_opposed_family_are_true(ruleset: str, source: str) -> None:
    """R10.2, R6.5: the same holds in the opposed family, where the bar comes first."""
    rules, checked = RULESETS[ruleset], 0
    for position, dice in islice(OPPOSED_SOURCES[source](ruleset, random.Random(6)), CASES):
        start, _ = read_position(position, rules)
        turn = PartialTurn.begin(start, Roll(*dice))
        board = naive_opposed.read(position)
        for t, die, reason in _refused(turn):
            open_as_such = naive_opposed.may(board, 24 - t, die)
            situation = f"{ruleset} {position} {dice} t {t} by {die}: {reason}"
            if reason is Reason.BAR_FIRST:
                assert board.bar[0 if start.mover is Side.WHITE else 1], situation
                assert t >= 0, situation
            if t + die < 24 or open_as_such:
                assert open_as_such == (reason in OF_THE_WHOLE_TURN), situation
            checked += 1
    assert checked > CASES / 2
