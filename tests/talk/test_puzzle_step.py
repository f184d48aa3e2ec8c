"""The puzzle that every visitor of the web page can try, as the page gets it."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from bot.rules import PartialTurn
from bot.sessions import Puzzle, puzzle_and_next, puzzle_of_day
from bot.talk.views.puzzle_step import PuzzleStep, puzzle_step

NAMES = [f"long.{number}" for number in range(1, 61)]


def puzzle(name: str) -> Puzzle:
    """Return a puzzle of the stock."""
    found = puzzle_and_next(name)
    assert found is not None
    return found[0]


def step(name: str, made: str = "", tried: str = "", *, answers: bool = False) -> PuzzleStep:
    """Return a puzzle as an English visitor sees it."""
    return puzzle_step(
        name, puzzle(name), "en", "wood", next_name="", made=made, tried=tried, answers=answers
    )


def another_turn(asked: Puzzle) -> PartialTurn | None:
    """Return a complete turn that leads to another position than those to choose from; None if none does."""
    begun = PartialTurn.begin(asked.position, asked.roll)
    known = {begun.play_all(each.turn.moves).board for each in asked.turns}
    waiting = [begun]
    while waiting:
        turn = waiting.pop()
        if turn.is_complete and turn.board not in known:
            return turn
        waiting += [turn.play(move) for move in turn.next_moves()]
    return None


@pytest.mark.parametrize("name", NAMES[:8])
def test_only_the_best_turn_is_called_best(name: str) -> None:
    """The answer names the cost of each turn of a puzzle, and shows the best turn after a worse one."""
    asked = puzzle(name)
    for number, each in enumerate(asked.turns):
        shown = step(name, str(each.turn), answers=True)
        assert shown.judged is not None
        assert shown.judged.is_best == (number == asked.best)
        assert (shown.table.better == ()) == shown.judged.is_best
        if number != asked.best:
            assert f"costs {each.cost:.2f} points" in shown.judged.says
            assert str(asked.turns[asked.best].turn) in shown.judged.says


@pytest.mark.parametrize("name", ["long.1", "long.3", "long.4"])
def test_a_turn_beside_the_four_costs_more(name: str) -> None:
    """A legal turn that is none of the four best is said to cost more than the worst of them."""
    asked = puzzle(name)
    turn = another_turn(asked)
    assert turn is not None
    shown = step(name, str(turn), answers=True)
    assert shown.judged is not None
    assert f"more than {max(each.cost for each in asked.turns):.2f} points" in shown.judged.says


def test_a_move_is_made_or_explained() -> None:
    """A legal move leaves the rest of the turn; an illegal one says why and leaves the board."""
    before = step("long.1")
    move = before.table.graph[0].moves[0]
    made = step("long.1", tried=move.text)
    assert (made.feedback, made.table.made) == ("", ((move.start, move.stop),))
    left = [each.text for each in before.table.graph[move.after].moves]
    assert [each.text for each in made.table.graph[0].moves] == left
    refused = step("long.1", tried="24/1")
    assert refused.feedback != ""
    assert refused.table.board == before.table.board


def test_an_incomplete_turn_is_no_answer() -> None:
    """A turn with a move left to make gets no judgement."""
    first = step("long.1").table.graph[0].moves[0].text
    assert step("long.1", first, answers=True).judged is None


def test_the_puzzle_changes_daily_and_all_come() -> None:
    """Each day has a puzzle that can be found by its name, and sixty days bring sixty of them."""
    days = [date(2026, 11, 27) + timedelta(days=number) for number in range(60)]
    assert {puzzle_of_day(day) for day in days} == set(NAMES)


def test_the_next_puzzle_follows_to_the_end() -> None:
    """Every puzzle names the next one, and the last one the first."""
    found = [puzzle_and_next(name) for name in NAMES]
    assert [each[1] for each in found if each is not None] == [*NAMES[1:], NAMES[0]]
