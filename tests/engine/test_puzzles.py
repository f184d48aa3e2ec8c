"""Puzzles: which positions qualify, their text, and the shipped ones."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine import Candidate, Chances, Engine, Hint
from bot.engine.puzzles import (
    LEAST_LEAD,
    LEAST_PLAUSIBLE,
    MOST_LOST,
    SHOWN,
    STOCKED,
    Puzzle,
    decisions_in,
    first_puzzle,
    puzzle_named,
    puzzle_of,
    stocked_puzzle,
)
from bot.rules import RULESETS, Game, legal_turns, read_position
from bot.rules.events import Event, Played, Rolled
from bot.rules.formats import Record
from bot.rules.rolls import Roll

LONG = RULESETS["long"]
EVEN = Chances(0.5, 0.1, 0.1)
SIZES = {"long": 60, "short": 20}


def some_state() -> Game:
    """Return a position of the classical game with many turns."""
    position, roll = read_position("24:9,20:2,16:2,13:2 / 12:9,8:2,4:2,1:2 w 5-3", LONG)
    return Game(position, roll)


def hint_with(*costs: float) -> Hint:
    """Return a hint of some turns of that position with these costs."""
    state = some_state()
    assert state.roll is not None
    turns = legal_turns(state.position, state.roll)
    found = tuple(Candidate(turns[number], EVEN, cost) for number, cost in enumerate(costs))
    return Hint(found)


def test_a_clear_best_turn_among_plausible_ones_makes_a_puzzle() -> None:
    """A puzzle has four turns with costs, in an order that is fixed but not that of the costs."""
    puzzle = puzzle_of(some_state(), hint_with(0, 0.05, 0.1, 0.2, 0.3))
    assert puzzle is not None
    assert sorted(each.cost for each in puzzle.turns) == [0, 0.05, 0.1, 0.2]
    assert puzzle.turns[puzzle.best].cost == 0
    assert puzzle == puzzle_of(some_state(), hint_with(0, 0.05, 0.1, 0.2))


@pytest.mark.parametrize(
    "costs", [(0, 0.03, 0.1, 0.2), (0, 0.05, 0.4, 0.5), (0, 0.05, 0.1)], ids=["close", "only two", "three"]
)
def test_a_close_or_obvious_choice_is_no_puzzle(costs: tuple[float, ...]) -> None:
    """A puzzle needs a best turn with a clear lead, plausible others, and four turns."""
    assert puzzle_of(some_state(), hint_with(*costs)) is None


def test_a_puzzle_is_read_as_it_was_written() -> None:
    """The text of a puzzle is read as the same puzzle."""
    puzzle = puzzle_of(some_state(), hint_with(0, 0.05, 0.1, 0.2))
    assert Puzzle.parse(str(puzzle)) == puzzle


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tabla 24:15 / 12:15 w 5-3 | 0.000 24/16",
        "long 24:15 / 12:15 w | 0.000 24/16",
        "long 24:15 / 12:15 w 5-3 | 0.000 24/16",
        "long 24:15 / 12:15 w 5-3 | 0.000 24/15 | 0.1 24/16 | 0.1 24/16 | 0.1 24/16",
        "long 24:15 / 12:15 w 5-3 | 0.000 24/16 | 0.000 24/16 | 0.1 24/16 | 0.1 24/16",
        "long 24:14 / 12:15 w 5-3 | 0.000 24/16",
    ],
)
def test_a_malformed_puzzle_is_refused(text: str) -> None:
    """A position without dice, an illegal turn, and none or two best turns are refused."""
    with pytest.raises(ValueError, match=r"."):
        Puzzle.parse(text)


@pytest.mark.parametrize("ruleset", STOCKED)
def test_the_stock_holds_puzzles(ruleset: str) -> None:
    """Each shipped puzzle is of its game, legal, clear and plausible, and is there once."""
    found = [stocked_puzzle(ruleset, number) for number in range(SIZES[ruleset])]
    assert len({str(puzzle) for _, puzzle in found}) == SIZES[ruleset]
    assert stocked_puzzle(ruleset, SIZES[ruleset]) == found[0]
    for name, puzzle in found:
        assert puzzle_named(name) == puzzle
        assert puzzle.position.ruleset is RULESETS[ruleset]
        costs = sorted(each.cost for each in puzzle.turns)
        assert len(costs) == SHOWN
        assert costs[1] >= LEAST_LEAD
        assert costs[LEAST_PLAUSIBLE - 1] <= MOST_LOST
        ends = {each.turn.end for each in puzzle.turns}
        assert ends <= {turn.end for turn in legal_turns(puzzle.position, puzzle.roll)}
        assert len(ends) == SHOWN


def test_games_without_a_stock_use_the_classical_one() -> None:
    """A player of nard gets puzzles of the classical game."""
    assert stocked_puzzle("nard", 3) == stocked_puzzle("long", 3)


@pytest.mark.parametrize(
    "name", ["", "long", "long.", "long.0", "long.61", "long.x", "long.99999999", "../x.1"]
)
def test_an_unknown_name_gives_no_puzzle(name: str) -> None:
    """A name reads only the stock, and no other file."""
    assert puzzle_named(name) is None


def some_record(seed: int) -> Record:
    """Return a game of forty random turns, with its first dice."""
    random, state = Random(seed), Game.begin(LONG)
    events: list[Event] = []
    while state.turns < 40:
        events.append(Rolled(Roll(random.randint(1, 6), random.randint(1, 6))))
        state = state.after(events[-1])
        assert state.roll is not None
        turns = legal_turns(state.position, state.roll)
        events.append(Played.of(turns[random.randrange(len(turns))].moves) if turns else Played())
        state = state.after(events[-1])
    return Record((), LONG, None, tuple(events), cube=False)


def test_the_decisions_of_a_game_are_its_turns_with_a_choice() -> None:
    """Each decision has the number of its turn, its dice, and enough turns for a puzzle."""
    record = some_record(1)
    decisions = decisions_in(record)
    assert decisions
    for number, state in decisions:
        before = Game.begin(LONG)
        for event in record.events[: 2 * number - 1]:
            before = before.after(event)
        assert (before.position, before.roll) == (state.position, state.roll)
        assert state.roll is not None
        assert len(legal_turns(state.position, state.roll)) >= SHOWN


@pytest.mark.slow
def test_the_engine_finds_a_puzzle_in_a_game() -> None:
    """The search finds a puzzle among the positions of a game and returns its number."""
    states = [state for _, state in decisions_in(some_record(2))]
    found = first_puzzle(Engine(), states)
    assert found is not None
    number, puzzle = found
    assert (puzzle.position, puzzle.roll) == (states[number].position, states[number].roll)


def test_positions_with_few_turns_give_no_puzzle() -> None:
    """Positions with fewer turns than a puzzle shows are not analysed."""
    position, roll = read_position("24:15 / 12:15 w 6-5", LONG)
    assert first_puzzle(Engine(), [Game(position, roll)]) is None
