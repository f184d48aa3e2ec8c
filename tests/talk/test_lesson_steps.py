"""How to play on the board that can be touched: each step as the page is told of it."""

from __future__ import annotations

import pytest

from bot.rules import Family
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.lessons import LESSONS
from bot.talk.reply import plain
from bot.talk.views.lesson import lesson_step
from tests.talk.test_lesson_tasks import PAGES, page_of, task_of


@pytest.mark.parametrize("page", PAGES)
def test_the_graph_of_a_step_begins_with_what_is_right(page: int) -> None:
    """What may be touched first is exactly what the step takes for right."""
    step, (task, _) = lesson_step("en", "wood", page), task_of(page)
    assert {move.text for move in step.table.graph[0].moves} == set(task.answers)
    assert (step.feedback, step.is_right, step.table.made) == ("", False, ())


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_wrong_move_leaves_the_board(page: int, language: str) -> None:
    """It is told the same sentence as in a chat, and the board stays as it was."""
    for wrong in task_of(page)[0].mistakes:
        step, before = lesson_step(language, "wood", page, wrong), lesson_step(language, "wood", page)
        assert step.feedback == plain(page_of(page, language).tried(wrong).text).partition("\n")[0]
        assert not step.is_right
        assert (step.table.board, step.table.graph) == (before.table.board, before.table.graph)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_right_move_is_made_and_praised(page: int, language: str) -> None:
    """The board is a later one, on which nothing is left to touch but the way on."""
    for right in task_of(page)[0].answers:
        step, before = lesson_step(language, "wood", page, right), lesson_step(language, "wood", page)
        assert step.feedback == plain(page_of(page, language).praise())
        assert step.is_right
        assert step.table.graph == ()
        assert step.table.version > before.table.version
        assert step.table.board.white != before.table.board.white
        onward = step.table.buttons[-1]
        assert onward.data == (":/play" if page == len(PAGES) else f":/help {page + 1}")


def test_a_point_where_one_cannot_land_says_why() -> None:
    """A point touched alone, where none of one's own stands, is asked about as where to go."""
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
def test_whatever_is_tried_is_answered(page: int) -> None:
    """What is no move at all gets a sentence, too."""
    for tried in ("25", "0", "99999", "hello", "24/18/12/6/off x", "24/14", "bar/24"):
        assert lesson_step("en", "wood", page, tried).feedback, tried


def test_there_is_a_step_for_every_number() -> None:
    """A number too large is the last step."""
    assert lesson_step("en", "wood", 9).page == len(LESSONS[Family.PARALLEL])
