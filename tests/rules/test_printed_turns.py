"""R10.2: the printed text of a turn, when typed, means that turn."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from bot.rules import RULESETS, PartialTurn, Roll, RuleSet, legal_turns, play_text, read_position
from bot.rules.formats import Record, read_record
from tests.long_parameters import long_except
from tests.rules import test_against_naive, test_opposed_against_naive
from tests.rules.playing import partial, random_game

CONSTRUCTED = 30
MOST = 8
"""About the number of turns that are typed for a roll with many."""

KEPT = [RULESETS[name] for name in ("long", "palm", "short")]
"""Tested with every change; the other games write turns in the same way."""


def turns_to_play(ruleset: RuleSet) -> Iterator[PartialTurn]:
    """Yield turns to play: all of a random game, and those of positions constructed for rare cases."""
    rng = Random(f"printed, {ruleset}")
    record = Record((), ruleset, None, random_game(ruleset, rng, None))
    for state in record.replay():
        if state.roll is not None:
            yield PartialTurn.begin(state.position, state.roll)
    corpus = test_opposed_against_naive if ruleset.name in {"nard", "short"} else test_against_naive
    for source, draw in corpus.SOURCES.items():
        if not source.endswith("play"):
            for position, dice in islice(draw(ruleset.name, rng), CONSTRUCTED):
                yield PartialTurn.begin(read_position(position, ruleset)[0], Roll(*dice))


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", long_except(RULESETS.values(), *KEPT), ids=str)
def test_a_printed_turn_is_read_as_that_turn(ruleset: RuleSet) -> None:
    """R3.7, R10.2: no canonical text is ambiguous or means another turn or a part of one."""
    typed = 0
    for before in turns_to_play(ruleset):
        turns = legal_turns(before.start, before.roll)
        for turn in turns[:: 1 + len(turns) // MOST]:
            read = play_text(before, str(turn))
            assert read.is_complete, f"{before.start} {before.roll}: {turn}"
            assert read.turn() == turn, f"{before.start} {before.roll}: {turn}"
            typed += 1
    assert typed > 200


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", long_except(RULESETS.values(), *KEPT), ids=str)
def test_a_printed_partial_turn_is_read_as_that_part(ruleset: RuleSet) -> None:
    """R3.8, R10.2: the text of a partial turn leads to the same board and dice."""
    rng = Random(15)
    for before in turns_to_play(ruleset):
        made = before
        while options := made.next_moves():
            made = made.play(options[rng.randrange(len(options))])
            read = play_text(before, str(made))
            situation = f"{before.start} {before.roll}: {made}"
            assert (read.board, sorted(read.dice_left)) == (made.board, sorted(made.dice_left)), situation


@pytest.mark.parametrize(
    ("ruleset", "position", "moves", "printed"),
    [
        ("short", "24:2,13:5,8:2,6:6 / 7:1,1:2,12:5,17:2,19:5 w 5-1", ["8/3", "3/2"], "8/3/2"),
        ("short", "24:2,13:5,8:2,6:6 / 7:1,1:2,12:5,17:2,19:5 w 5-1", ["8/7", "7/2"], "8/7*/2"),
        ("short", "24:2,13:5,8:2,6:6 / 1:3,12:5,17:2,19:5 w 5-1", ["8/3", "3/2"], "8/2"),
        ("nard", "bar:1,24:1,6:13 / 23:1,12:14 w 2-1", ["bar/24", "24/22"], "bar/24/22"),
        ("long", "6:1,3:1,off:13 / 12:15 w 6-3", ["6/3", "3/off"], "6/3/off"),
        ("long", "6:1,3:1,off:13 / 12:15 w 5-3", ["6/3", "3/off"], "6/off"),
    ],
)
def test_a_stop_is_written_only_if_the_text_would_be_ambiguous(
    ruleset: str, position: str, moves: list[str], printed: str
) -> None:
    """R10.2: a stop is written if another way hits, or one die bears the checker off, and only then."""
    before = partial(position, RULESETS[ruleset])
    made = before
    for move in moves:
        made = play_text(made, move)
    assert (str(made), str(made.turn())) == (printed, printed)
    assert play_text(before, printed).moves == made.moves


def test_an_older_record_gets_its_stop_when_rewritten() -> None:
    """R10.3: a record without a stop means the way without a hit; the rewritten record has the stop."""
    older = '[Rules "short"]\n[Result "*"]\n\n1. 62 24/18 13/11; 31 17/21\n'
    record = read_record(older)
    assert record.write() == older.replace("17/21", "17/20/21")
    assert read_record(record.write()) == record
