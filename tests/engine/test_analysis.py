"""Analyses by the engine: the cost of each turn, the parts of the result, and the stored text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from importlib.resources import files
from random import Random

import pytest

from bot.engine import (
    Analysis,
    Band,
    Depth,
    Engine,
    Level,
    Performance,
    Progress,
    Reviewer,
    read_analysis,
    write_analysis,
)
from bot.engine.analysing import Effort, analysed
from bot.engine.engine import reviewer_of, search_of
from bot.rules import RULESETS, Game, Grade, Roll, RuleSet, Side, legal_turns, start_position
from bot.rules.events import Event, Played, Resigned, Rolled
from bot.rules.formats import Record
from tests.engine.test_engine import some_game
from tests.long_parameters import long_except

ENGINE = Engine()
LITTLE = Effort(trials=4, plies=2, deep=False)
OLD = (
    '{"rules":"long","replies":true,"turns":[[1,"5-2",["f","f","w"],[[[24,19,5,false,false],[19'
    ',17,2,false,false]],["1000000e","f","b"]],[[[24,19,5,false,false],[19,17,2,false,false]],['
    '"1000000e","f","b"]],[0.58351,0.14141,0.06554,0.0],0.0,-0.0346,1],[2,"6-3",["100000001d","'
    '120000000c","w"],[[[24,18,6,false,false],[18,15,3,false,false]],["200000001c","120000000c"'
    ',"b"]],[[[15,9,6,false,false],[24,21,3,false,false]],["100000000000101c","120000000c","b"]'
    '],[0.4032,0.05684,0.12039,0.0],0.1662,0.02687,7]],"start":0.60305}'
)
"""An analysis of two turns, as the previous version wrote it."""


def cut(record: Record, turns: int, *more: Resigned) -> Record:
    """Return the beginning of a game, with events that end it there."""
    number, events = 0, list(record.events)
    for place, event in enumerate(events):
        number += isinstance(event, Played)
        if number == turns:
            events = [*events[: place + 1], *more]
            break
    return Record((), record.ruleset, record.opening_rolls, tuple(events), record.cube)


def judged(record: Record, effort: Effort = LITTLE, progress: Progress | None = None) -> Analysis:
    """Analyse a game with little effort."""
    search, reviewer = reviewer_of(record.ruleset)
    adviser = search_of(record.ruleset)
    return analysed(search, record, adviser=adviser, reviewer=reviewer, effort=effort, progress=progress)


@pytest.fixture(scope="module")
def long_analysis() -> Analysis:
    """An analysis of a game of the strong level, White, against random turns."""
    return ENGINE.analyse(some_game("long", 6))


@pytest.fixture(scope="module")
def short_analysis() -> Analysis:
    """An analysis of a game with hits."""
    return judged(cut(some_game("short", 8), 12))


@pytest.mark.parametrize("rules", ["sport", "short"])
def test_the_luck_of_a_kept_roll_averages_out(rules: str) -> None:
    """R7.2: over the fifteen rolls that can be kept, which are equally likely, luck adds up to zero."""
    lucks = []
    for high in range(2, 7):
        for low in range(1, high):
            state = Game.begin(RULESETS[rules], ((high, low),))
            assert state.roll is not None
            moves = legal_turns(state.position, state.roll)[0].moves
            record = Record((), state.ruleset, ((high, low),), (Played.of(moves),))
            lucks.append(judged(record).turns[0].luck)
    assert sum(lucks) == pytest.approx(0, abs=1e-6)
    assert max(lucks) > 0.01


@pytest.mark.parametrize(
    "rules", long_except(["long", "federation", "palm", "short", "nard"], "long", "short")
)
def test_an_analysis_judges_every_turn(rules: str) -> None:
    """Every turn is analysed; no cost is negative, and forced turns cost nothing."""
    record = cut(some_game(rules, 5), 12)
    analysis = judged(record)
    played = [event for event in record.events if isinstance(event, Played)]
    assert [Played.of(turn.played.moves) for turn in analysis.turns] == played
    assert all(turn.cost >= 0 for turn in analysis.turns)
    assert all(turn.cost == 0 and turn.best == turn.played for turn in analysis.turns if turn.is_forced)
    assert all((turn.judged_by is Depth.ONE_PLY) == turn.is_forced for turn in analysis.turns)
    assert len(analysis.winning_chances()) == len(played) + 1


def test_the_first_winning_chance_is_the_starter_s(long_analysis: Analysis) -> None:
    """Between strong players, the starter of Long Nardy wins about 58% of the games."""
    assert long_analysis.winning_chances()[0] == pytest.approx(0.58, abs=0.03)


def test_a_strong_player_has_a_small_error(long_analysis: Analysis) -> None:
    """The strong level has a small error, because another net analyses it; random turns have a large one."""
    white, black = (long_analysis.performance(side) for side in Side)
    assert 0 < white.error < 0.03
    assert black.error > 0.05
    assert [turn.side for turn in long_analysis.worst()] == [Side.BLACK] * 3


@pytest.mark.parametrize("rules", ["long", "federation", "sport", "narde"])
def test_another_net_analyses_the_parallel_family(rules: str) -> None:
    """In the parallel family another net than the computer player's analyses, and the analysis says so."""
    search, reviewer = reviewer_of(RULESETS[rules])
    assert reviewer is Reviewer.OWN
    assert search is not search_of(RULESETS[rules])
    start = start_position(RULESETS[rules])
    assert search.before_roll([start])[0][0] != search_of(RULESETS[rules]).before_roll([start])[0][0]


@pytest.mark.parametrize("rules", ["short", "nard", "palm", "long-extended"])
def test_other_games_are_analysed_by_the_players_net(rules: str) -> None:
    """Without a separate net the computer player's net analyses, and the analysis says so."""
    ruleset = RuleSet.parse(rules)
    assert reviewer_of(ruleset) == (search_of(ruleset), Reviewer.PLAYER)


def test_all_nets_together_are_no_larger_than_two_megabytes() -> None:
    """All nets together, including the one for analyses, have less than two megabytes."""
    nets = list((files("bot.engine") / "nets").iterdir())
    assert "judge-long.npz" in {net.name for net in nets}
    assert sum(len(net.read_bytes()) for net in nets) < 2_000_000


def test_the_worst_turns_are_rolled_out(long_analysis: Analysis) -> None:
    """The three costliest turns have trials and an uncertainty; at most two other turns do."""
    for turn in long_analysis.worst():
        assert turn.judged_by is Depth.ROLLED_OUT
        assert turn.trials == 36
        assert 0 < turn.uncertainty < turn.cost
    assert 3 <= sum(turn.trials > 0 for turn in long_analysis.turns) <= 5


def test_an_analysis_is_repeatable() -> None:
    """The dice of roll-outs are derived from the board, so a record always gets the same analysis."""
    record = cut(some_game("short", 8), 6)
    assert write_analysis(judged(record)) == write_analysis(judged(record))


def test_the_parts_of_a_result_add_up(long_analysis: Analysis) -> None:
    """Opening, luck, errors, ending and rest add up to the result, for each side."""
    white, black = (long_analysis.balance(side) for side in Side)
    assert white is not None
    assert black is not None
    for each in (white, black):
        assert sum((each.opening, each.luck, each.errors, each.ending, each.rest)) == pytest.approx(
            each.result
        )
        assert each.without_luck == pytest.approx(each.result - each.luck)
    assert white.result == -black.result == 2
    assert white.luck == -black.luck
    assert white.ending == pytest.approx(0)
    assert abs(white.rest) < 1


def test_an_early_resignation_counts_as_ending() -> None:
    """After an early resignation as mars, the ending is the largest part of the result."""
    record = cut(some_game("long", 5), 4, Resigned(Side.WHITE, Grade.MARS))
    balance = judged(record).balance(Side.WHITE)
    assert balance is not None
    assert balance.result == -2
    assert balance.ending < -1
    assert abs(balance.rest) < 0.3


def test_an_unfinished_game_has_no_result() -> None:
    """An unfinished game has no balance of its result."""
    assert judged(cut(some_game("long", 5), 2)).balance(Side.WHITE) is None


def test_the_luck_of_all_rolls_adds_up_to_zero() -> None:
    """Over the 36 rolls from one board, luck is zero, at one ply and with all replies."""
    start = start_position(RULESETS["long"])
    for deep in (False, True):
        total = 0.0
        for high in range(1, 7):
            for low in range(1, high + 1):
                roll = Roll(high, low)
                first = legal_turns(start, roll)[0]
                record = Record((), RULESETS["long"], None, (Rolled(roll), Played.of(first.moves)))
                (turn,) = judged(record, replace(LITTLE, deep=deep)).turns
                total += turn.luck * (1 if roll.is_double else 2)
        assert total == pytest.approx(0, abs=1e-9)


def stop_when(condition: Callable[[int, int], bool], seen: list[tuple[int, int]]) -> Progress:
    """Return a progress callback that records its calls and stops the work when a condition holds."""

    def progress(done: int, of: int, _chance: float | None) -> None:
        seen.append((done, of))
        if condition(done, len(seen)):
            raise InterruptedError

    return progress


def test_progress_is_reported_and_can_stop_the_work() -> None:
    """The callback counts the turns, and an exception from it is passed on."""
    record = some_game("short", 7)
    seen: list[tuple[int, int]] = []
    with pytest.raises(InterruptedError):
        ENGINE.analyse(record, progress=stop_when(lambda done, _: done == 3, seen))
    assert [done for done, _ in seen] == [1, 2, 3]
    assert {of for _, of in seen} == {sum(isinstance(event, Played) for event in record.events)}


def test_progress_brings_the_chances_of_the_finished_chart() -> None:
    """While a game is analysed, the callback gets the same chances as the analysis has in the end."""
    given: list[float | None] = []
    record = cut(some_game("short", 7), 5)
    chances = judged(record, progress=lambda _done, _of, chance: given.append(chance)).winning_chances()
    assert given[1:5] == [pytest.approx(each) for each in chances[1:5]]
    assert set(given[5:]) <= {None}


def test_a_roll_out_can_be_stopped() -> None:
    """During roll-outs the progress stays complete, and each step can stop the work."""
    record = cut(some_game("short", 7), 10)
    seen: list[tuple[int, int]] = []
    with pytest.raises(InterruptedError):
        judged(record, Effort(36, 4, deep=False), stop_when(lambda _, calls: calls == 13, seen))
    assert seen[9:] == [(10, 10)] * 4


def test_an_analysis_written_and_read_is_the_same(short_analysis: Analysis) -> None:
    """The text is read back with an accuracy of a hundred-thousandth of a point."""
    text = write_analysis(short_analysis)
    again = read_analysis(text)
    assert write_analysis(again) == text
    assert [turn.played for turn in again.turns] == [turn.played for turn in short_analysis.turns]
    assert [turn.before for turn in again.turns] == [turn.before for turn in short_analysis.turns]
    assert [turn.judged_by for turn in again.turns] == [turn.judged_by for turn in short_analysis.turns]
    assert (again.reviewer, again.result) == (short_analysis.reviewer, short_analysis.result)
    assert len(text) < 100_000


def test_an_analysis_of_an_earlier_version_is_read() -> None:
    """It lacks the net that analysed, which was the player's, and the result of the game."""
    old = read_analysis(OLD)
    assert [turn.judged_by for turn in old.turns] == [Depth.TWO_PLY] * len(old.turns)
    assert old.reviewer is Reviewer.PLAYER
    assert old.balance(Side.WHITE) is None
    assert sum(turn.cost for turn in old.turns) > 0
    assert read_analysis(write_analysis(old)) == old


@pytest.mark.parametrize("text", ["", "{}", "[]", '{"rules":"long","replies":false,"turns":[1]}'])
def test_a_malformed_analysis_is_refused(text: str) -> None:
    """A malformed text raises ValueError."""
    with pytest.raises(ValueError, match=r".*"):
        read_analysis(text)


def test_the_uncertainty_of_a_performance_grows_with_that_of_its_turns(long_analysis: Analysis) -> None:
    """The uncertainty of an average error grows with that of the single costs."""
    black = [turn for turn in long_analysis.turns if turn.side is Side.BLACK]
    known = replace(long_analysis, turns=tuple(replace(turn, uncertainty=0.0) for turn in black))
    doubted = replace(long_analysis, turns=tuple(replace(turn, uncertainty=0.5) for turn in black))
    performance = known.performance(Side.BLACK)
    assert 0 < performance.uncertainty < performance.error
    assert doubted.performance(Side.BLACK).uncertainty > performance.uncertainty


@pytest.mark.parametrize(
    ("error", "uncertainty", "bands"),
    [
        (0.045, 0.008, [Band.GOOD]),
        (0.058, 0.008, [Band.GOOD, Band.FAIR]),
        (0.020, 0.009, [Band.MASTERLY, Band.STRONG, Band.GOOD]),
        (0.012, 0.0, [Band.MASTERLY]),
    ],
)
def test_all_bands_within_a_standard_error_are_named(
    error: float, uncertainty: float, bands: list[Band]
) -> None:
    """All bands within a standard error are named, the best first."""
    assert list(Performance(30, error, 0.0, Band.GOOD, uncertainty).bands) == bands


def test_without_a_choice_there_is_no_band() -> None:
    """A performance without decisions has no band."""
    assert Performance(0, 0.0, 0.0, None).bands == ()


@pytest.mark.long
def game_by_hints(seed: int) -> Record:
    """Return a game in which both sides play the turn that the hint calls best."""
    random, state = Random(seed), Game.begin(RULESETS["long"])
    events: list[Event] = []
    while state.outcome is None:
        events.append(Rolled(Roll(random.randint(1, 6), random.randint(1, 6))))
        state = state.after(events[-1])
        assert state.roll is not None
        turns = legal_turns(state.position, state.roll)
        events.append(Played.of(ENGINE.hint(state).best.turn.moves) if turns else Played())
        state = state.after(events[-1])
    return Record((), state.ruleset, None, tuple(events))


@pytest.mark.slow
@pytest.mark.parametrize("seed", long_except([2, 1, 3], 2))
def test_a_mistake_of_the_hint_is_marked_as_advised(seed: int) -> None:
    """In games played by the hint alone the analysis marks turns, and each of them as advised."""
    marked = [turn for turn in judged(game_by_hints(seed)).turns if turn.mistake]
    assert marked
    assert [turn.number for turn in marked if not turn.is_advised] == []


def test_mistakes_of_a_random_player_are_not_advised(long_analysis: Analysis) -> None:
    """The hint advises few of the mistakes of random turns, and the stored text keeps which."""
    marked = [turn for turn in long_analysis.turns if turn.mistake and turn.side is Side.BLACK]
    assert sum(turn.is_advised for turn in marked) < len(marked) / 10
    assert not any(turn.is_advised for turn in long_analysis.turns if turn.mistake is None)


def test_a_deep_analysis_rolls_out_more() -> None:
    """A deep analysis has more trials, and says that it is deep."""
    record = cut(some_game("nard", 3), 2)
    deep = ENGINE.analyse(record, replies=True)
    assert deep.replies
    assert {turn.trials for turn in deep.turns} <= {0, 144}
    assert any(turn.trials for turn in deep.turns)


def test_the_strong_level_is_not_perfect_by_definition() -> None:
    """A separate net for analyses finds errors of the strong level."""
    state, events = Game.begin(RULESETS["long"]), list[Rolled | Played]()
    for high, low in ((6, 5), (4, 3), (6, 2), (5, 1), (4, 1), (3, 2), (6, 4), (5, 3), (2, 1), (6, 1)) * 2:
        events.append(Rolled(Roll(high, low)))
        state = state.after(events[-1])
        turns = legal_turns(state.position, Roll(high, low))
        events.append(Played.of(ENGINE.choose(state, Level.STRONG).moves if turns else ()))
        state = state.after(events[-1])
    analysis = judged(Record((), state.ruleset, None, tuple(events)))
    assert sum(turn.cost for turn in analysis.turns) > 0
