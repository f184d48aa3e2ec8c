"""How to play on the page: each step as the page gets it."""

from __future__ import annotations

import pytest

from bot.rules import Family
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.lessons import LESSONS
from bot.talk.reply import plain
from bot.talk.views.lesson import lesson_step
from tests.talk.test_lesson_tasks import PAGES, page_of, task_of


@pytest.mark.parametrize("page", PAGES)
def test_the_moves_of_a_step_are_its_answers(page: int) -> None:
    """The possible first moves of a step are exactly its right answers."""
    step, (task, _) = lesson_step("en", "wood", page), task_of(page)
    assert {move.text for move in step.table.graph[0].moves} == set(task.answers)
    assert (step.feedback, step.is_right, step.table.made) == ("", False, ())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_wrong_move_leaves_the_board(page: int, language: str) -> None:
    """A wrong move gets the same sentence as in a chat, and the board stays."""
    for wrong in task_of(page)[0].mistakes:
        step, before = lesson_step(language, "wood", page, wrong), lesson_step(language, "wood", page)
        assert step.feedback == plain(page_of(page, language).tried(wrong).text).partition("\n")[0]
        assert not step.is_right
        assert (step.table.board, step.table.graph) == (before.table.board, before.table.graph)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_right_move_is_made_and_praised(page: int, language: str) -> None:
    """A right move changes the board, gets its praise, and leads to the next step."""
    for right in task_of(page)[0].answers:
        step, before = lesson_step(language, "wood", page, right), lesson_step(language, "wood", page)
        assert step.feedback == plain(page_of(page, language).praise())
        assert step.is_right
        assert step.table.graph == ()
        assert step.table.version > before.table.version
        assert step.table.board.white != before.table.board.white
        onward = step.table.buttons[-1]
        assert onward.data == (":/play" if page == len(PAGES) else f":/help {page + 1}")


def test_an_impossible_target_says_why() -> None:
    """A single touched point without a checker of one's own is read as a target."""
    words = words_in("en")
    assert "Black holds 9" in lesson_step("en", "wood", 4, "9").feedback
    assert "The wall would stand on" in lesson_step("en", "wood", 5, "6").feedback
    assert lesson_step("en", "wood", 3, "8").feedback.startswith("After 14/8 you could not")
    assert lesson_step("en", "wood", 2, "24").feedback.startswith(words.words("why-head"))
    assert lesson_step("en", "wood", 6, "4").feedback.startswith(
        "With this die the checker farther back, on 5"
    )
    assert lesson_step("en", "wood", 4, "2").feedback.startswith("You have no checker on 2.")


@pytest.mark.parametrize("page", PAGES)
def test_every_input_is_answered(page: int) -> None:
    """Every input gets a sentence, even if it is no move."""
    for tried in ("25", "0", "99999", "hello", "24/18/12/6/off x", "24/14", "bar/24"):
        assert lesson_step("en", "wood", page, tried).feedback, tried


def test_a_step_number_beyond_the_last_is_the_last() -> None:
    """A number that is too large gives the last step."""
    assert lesson_step("en", "wood", 9).page == len(LESSONS[Family.PARALLEL])
