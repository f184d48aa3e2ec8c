from __future__ import annotations

import pytest

from bot.rules import RULESETS, PartialTurn, read_position
from bot.sessions import Dress
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.help import EXAMPLES, PAGES, how_to_play
from bot.talk.reply import plain
from renderers import Scene
from tests.dialogues.scripted import check

PAGE_NUMBERS = range(1, PAGES + 1)


def scene(page: int) -> Scene:
    """The picture of a page."""
    shown = how_to_play(words_in("en"), Dress("web", "en", "wood", "w", None), page).scene
    assert isinstance(shown, Scene)
    return shown


def labels(page: int) -> list[str]:
    """The buttons of a page."""
    reply = how_to_play(words_in("en"), Dress("web", "en", "wood", "w", None), page)
    return [button.label for row in reply.buttons for button in row]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("page", PAGE_NUMBERS)
def test_each_page_is_one_picture_and_one_sentence(language: str, page: int) -> None:
    """A page says which it is, and one sentence."""
    reply = how_to_play(words_in(language), Dress("web", language, "wood", "w", None), page)
    check(reply)
    number, _, sentence = plain(reply.text).partition(". ")
    assert number == f"{page} {'of' if language == 'en' else 'из'} {PAGES}"
    assert sentence.count(". ") == 0


def test_pages_lead_on_to_the_first_buttons() -> None:
    """Each page leads to the next, the last to what a newcomer can do."""
    assert [labels(page) for page in PAGE_NUMBERS[:-1]] == [["Next ›"]] * (PAGES - 1)
    assert labels(PAGES) == ["Play the program", "Challenge a friend", "How to play"]


def test_the_way_round_avoids_the_other_head() -> None:
    """The first page marks White's way from the head to the last point, and no point that is held."""
    shown = scene(1)
    assert (shown.chosen, min(shown.landings)) == (24, 1)
    assert not any(shown.black[point - 1] for point in shown.landings)


def test_the_second_checker_leaves_the_head() -> None:
    """After 24/15 with 3-3 the first checker is stopped by Black's head, and a second may go."""
    shown = scene(2)
    assert (shown.chosen, shown.landings, shown.used) == (24, (21,), (True, True, True, False))


def test_one_checker_or_two_play_the_dice() -> None:
    """The third page shows both dice and their sum for one checker, and other checkers that can move."""
    shown = scene(3)
    assert (shown.landings, len(shown.movable)) == ((13, 18, 19), 3)


def test_a_closed_point_is_gone_around() -> None:
    """On the fourth page 14/9 is closed by a single checker; 14/10 and on to 5 is open."""
    shown = scene(4)
    assert (shown.landings, shown.black[8]) == ((5, 10), 1)


def test_the_wall_is_allowed() -> None:
    """The wall of the fifth page has six points in a row and an opposing checker past it."""
    shown = scene(5)
    assert sorted(shown.movable) == [6, 7, 8, 9, 10, 11]
    assert all(shown.white[point - 1] for point in shown.movable)
    assert any(shown.black[point - 1] for point in range(1, 6))


def test_the_last_page_bears_off() -> None:
    """A 6 bears off from the 6-point, a 3 moves down."""
    assert scene(6).landings == (0, 3)


@pytest.mark.parametrize("page", PAGE_NUMBERS)
def test_the_positions_are_possible(page: int) -> None:
    """Every example is a valid position, and what was moved in it is legal."""
    example = EXAMPLES[page - 1]
    position, roll = read_position(example.position, RULESETS["long"])
    if roll is not None and example.moved:
        assert PartialTurn.begin(RULESETS["long"], position, roll).read(example.moved).moves
