"""How to play: the task of each page, its right and its wrong moves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.rules import RULESETS, Family, PartialTurn, Side, play_text, why
from bot.sessions import DisplayPreferences
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.incoming import Press
from bot.talk.lessons import LESSONS, Lesson, Task, how_to_play
from bot.talk.numbering import ON_THE_BOARD
from bot.talk.reply import Address, Reply, plain
from bot.talk.why_texts import explained
from renderers import Scene
from tests.dialogues.house import House, check_limits, open_house

PAGES = range(1, len(LESSONS[Family.PARALLEL]) + 1)
MISTAKES = [(page, wrong) for page in PAGES for wrong in LESSONS[Family.PARALLEL][page - 1].task.mistakes]  # type: ignore[union-attr] # each has one, see below
ANSWERS = [(page, right) for page in PAGES for right in LESSONS[Family.PARALLEL][page - 1].task.answers]  # type: ignore[union-attr]


def page_of(page: int, language: str = "en", name: str = "long", pupil: int | None = 17) -> Lesson:
    """Return a page."""
    display = DisplayPreferences("web", language, "wood", "w", None)
    return how_to_play(words_in(language), display, page, RULESETS[name], pupil)


def task_of(page: int) -> tuple[Task, PartialTurn]:
    """Return the task of a page, and the turn in which it is done."""
    lesson = page_of(page)
    task, turn = lesson.example.task, lesson.turn()
    assert task is not None
    assert turn is not None
    return task, turn


def lines(reply: Reply) -> list[str]:
    """Return the data of a reply's buttons."""
    return [button.data for row in reply.buttons for button in row]


@pytest.mark.parametrize("page", PAGES)
def test_the_right_answers_are_all_legal_moves(page: int) -> None:
    """The right answers of a page are exactly the legal first moves."""
    task, turn = task_of(page)
    assert set(task.answers) == {str(move) for move in turn.next_moves()}
    assert turn.start.mover is Side.WHITE


@pytest.mark.parametrize("page", PAGES)
def test_the_mistakes_are_illegal(page: int) -> None:
    """Every mistake of a page is illegal, the first one by the rule that the page teaches."""
    task, turn = task_of(page)
    reasons = [why(turn, wrong) for wrong in task.mistakes]
    assert None not in reasons
    assert reasons[0] is not None
    assert reasons[0].reason is task.reason


def test_each_page_teaches_another_rule() -> None:
    """No two pages teach the same rule."""
    reasons = [task_of(page)[0].reason for page in PAGES]
    assert len(set(reasons)) == len(reasons)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGES)
def test_a_page_offers_its_moves_in_order(page: int, language: str) -> None:
    """A page offers right and wrong moves alike, in the order of the points, and a way back and on."""
    task, _ = task_of(page)
    reply = page_of(page, language).shown()
    check_limits(reply)
    *moves, way = reply.buttons
    buttons = [button for row in moves for button in row]
    assert {button.data for button in buttons} == {
        f":/help {page} {move} @17" for move in task.answers + task.mistakes
    }
    assert len({button.style for button in buttons}) == 1
    sources = [button.source or 0 for button in buttons]
    assert sources == sorted(sources, reverse=True)
    before = [f":/help {page - 1} @17"] if page > 1 else []
    after = f":/help {page + 1} @17" if page < len(PAGES) else ":/start"
    assert [button.data for button in way] == [*before, after]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("page", "right"), ANSWERS)
def test_a_right_move_leads_to_the_next_page(page: int, right: str, language: str) -> None:
    """A right move gets praise with a reason, then the next page; the last page leads to a game."""
    lesson = page_of(page, language)
    reply = lesson.tried(right)
    check_limits(reply)
    praise, _, rest = plain(reply.text).partition("\n")
    assert praise == plain(lesson.praise())
    if page < len(PAGES):
        following = page_of(page + 1, language).shown()
        assert (rest, reply.buttons, reply.scene) == (
            plain(following.text),
            following.buttons,
            following.scene,
        )
    else:
        assert lines(reply)[0] == ":/play"
        assert isinstance(reply.scene, Scene)
        assert reply.scene.white_off == 3
    assert len(plain(reply.text)) <= 1024


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("page", "wrong"), MISTAKES)
def test_a_wrong_move_is_explained(page: int, wrong: str, language: str) -> None:
    """A wrong move gets the answer of /why, and the page stays as it was."""
    lesson = page_of(page, language)
    reply, shown = lesson.tried(wrong), lesson.shown()
    check_limits(reply)
    answer, _, task = plain(reply.text).partition("\n")
    assert answer == plain(explained(words_in(language), task_of(page)[1], wrong, ON_THE_BOARD))
    assert plain(shown.text).endswith(task)
    assert reply.buttons == shown.buttons
    assert isinstance(reply.scene, Scene)
    assert isinstance(shown.scene, Scene)
    assert replace(reply.scene, chosen=None, landings=()) == shown.scene


def test_both_dice_may_be_played_at_once() -> None:
    """A move of one checker by both dice counts as right."""
    assert plain(page_of(4).tried("14/5").text).startswith("Right: 10 is open")


def test_the_prime_of_page_five_is_ahead_of_all_black_checkers() -> None:
    """The mistake of page five names the prime's six points, and all black checkers are behind it."""
    assert "11, 10, 9, 8, 7, 6" in plain(page_of(5).tried("9/6").text)
    assert task_of(5)[1].position.points(Side.BLACK) == {12: 15}


def test_the_praise_of_the_full_roll_is_true() -> None:
    """After 14/8 no other die could be played; after every right move one can."""
    task, turn = task_of(3)
    for right in task.answers:
        assert play_text(turn, right).next_moves()
    assert "After 14/8" in plain(page_of(3).praise())


def test_lessons_of_another_classical_rule_set_lead_to_it() -> None:
    """The pages of /help palm lead to a game of palm."""
    assert lines(page_of(2, name="palm").shown())[0] == ":/help palm 2 24/19 @17"
    assert lines(page_of(6, name="palm").tried("5/off"))[0] == ":/play palm"


async def test_the_six_pages_are_played_through(house: House) -> None:
    """Right moves lead from the first page to the last, typed or pressed."""
    (reply,) = await house.handle("Anna", Press(":/help 1"))
    for page in PAGES:
        assert f"{page} of 6" in plain(reply.text)
        right = task_of(page)[0].answers[0]
        pressed = next(line for line in lines(reply) if right in line)
        (reply,) = await house.handle("Anna", Press(pressed))
    assert plain(reply.text).endswith("That is all you need for a first game.")
    assert "Right: 10 is open" in await house.type("Anna", "/help 4 14/10")
    assert "13/7 is" not in await house.type("Anna", "/help 4 hello")


async def test_another_persons_page_is_refused(house: House) -> None:
    """A press on another person's page is answered with the command for an own page."""
    house.answers_are_public = True
    (page,) = await house.handle("Anna", Press(":/help 3"))
    answer = "These buttons are somebody else’s. /help 3 shows you the same page with your own."
    for line in lines(page):
        (refused,) = await house.handle("Boris", Press(line))
        assert plain(refused.text).startswith("These buttons are somebody else’s. /help ")
        assert (refused.buttons, refused.scene) == ((), None)
    assert plain((await house.handle("Boris", Press(lines(page)[0])))[0].text) == answer
    assert plain((await house.handle("Anna", Press(lines(page)[0])))[0].text) != answer
    assert (await house.type("Boris", "/help 3")).startswith("3 of 6")


async def test_a_page_outlives_a_restart(tmp_path: Path) -> None:
    """The buttons of a page work after a restart."""
    async with open_house(tmp_path / "nardy.db") as house:
        await house.type("Boris", "/start")
        (page,) = await house.handle("Anna", Press(":/help 5"))
    async with open_house(tmp_path / "nardy.db") as house:
        (wrong,) = await house.handle("Anna", Press(next(line for line in lines(page) if "9/6" in line)))
        assert "The wall would stand on" in plain(wrong.text)
        (refused,) = await house.handle("Boris", Press(lines(wrong)[0]))
        assert plain(refused.text).startswith("These buttons are somebody else’s.")
        (right,) = await house.handle("Anna", Press(next(line for line in lines(wrong) if "20/17" in line)))
        assert "6 of 6" in plain(right.text)


async def test_only_the_page_links_to_the_interactive_board(house: House) -> None:
    """A lesson has the address of the interactive board only if one is passed."""
    assert "#learn" not in await house.type("Anna", "/help 3")
    shown = page_of(3).shown(address="/#learn=3")
    assert Address("/#learn=3") in shown.text
    assert plain(page_of(3).shown().text) in plain(shown.text)
