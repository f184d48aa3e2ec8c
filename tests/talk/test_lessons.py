"""How to play: the pages of both families of rule sets."""

from __future__ import annotations

import pytest

from bot.rules import BAR, RULESETS, Family, PartialTurn, play_text, read_position
from bot.sessions import DisplayPreferences
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.command import ParsedCommand
from bot.talk.commands.help_pages import rules_page
from bot.talk.input.parsing import read_press
from bot.talk.lessons import LESSONS, how_to_play, page_commands
from bot.talk.reply import Reply, plain
from bot.talk.rule_texts import rule_text
from renderers import Scene
from tests.dialogues.house import House, check_limits

TAUGHT = ("long", "nard", "short")
PAGES = [(name, page) for name in TAUGHT for page in range(1, len(LESSONS[RULESETS[name].family]) + 1)]


def lesson_page(name: str, page: int, language: str = "en") -> Reply:
    """Return a page for a rule set."""
    display = DisplayPreferences("web", language, "wood", "w", None)
    return how_to_play(words_in(language), display, page, RULESETS[name]).shown()


def scene(page: int, name: str = "long") -> Scene:
    """Return the picture of a page."""
    picture = lesson_page(name, page).scene
    assert isinstance(picture, Scene)
    return picture


def labels(name: str, page: int) -> list[str]:
    """Return the labels of a page's buttons."""
    return [button.label for row in lesson_page(name, page).buttons for button in row]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("name", "page"), PAGES)
def test_each_page_has_one_picture_and_one_sentence(language: str, name: str, page: int) -> None:
    """A page has its number, one sentence, and in long nardy a task."""
    reply = lesson_page(name, page, language)
    check_limits(reply)
    answer, _, task = plain(reply.text).partition("\n")
    assert bool(task) == (name == "long")
    number, _, sentence = answer.partition(". ")
    count = len(LESSONS[RULESETS[name].family])
    assert number == f"{page} {'of' if language == 'en' else 'из'} {count}"
    assert sentence.count(". ") == 0
    assert sentence.endswith(".")


@pytest.mark.parametrize("name", ["nard", "short"])
def test_pages_lead_to_the_first_buttons(name: str) -> None:
    """Each page without a task leads to the next one, and the last page to a newcomer's buttons."""
    last = len(LESSONS[RULESETS[name].family])
    assert [labels(name, page) for page in range(1, last)] == [["Next ›"]] * (last - 1)
    assert labels(name, last) == ["Play the computer", "Challenge a friend", "How to play"]


@pytest.mark.parametrize(("name", "begun"), [("short", " short"), ("nard", " nard")])
def test_the_last_page_leads_to_its_rule_set(name: str, begun: str) -> None:
    """The last page leads to a game of its rule set."""
    reply = lesson_page(name, len(LESSONS[RULESETS[name].family]))
    lines = [button.data for row in reply.buttons for button in row]
    assert lines[:2] == [f":/play{begun}", f":/challenge{begun}"]


@pytest.mark.parametrize(
    ("name", "arguments"), [("long", "1"), ("palm", "palm 1"), ("nard", "nard 1"), ("short", "short 1")]
)
def test_the_rules_lead_to_the_lessons(name: str, arguments: str) -> None:
    """/rules of a rule set has a button to its first lesson."""
    reply = rules_page(words_in("en"), DisplayPreferences("web", "en", "wood", "w", None), name)
    (button,) = (each for row in reply.buttons for each in row if each.label == "How to play")
    pressed = read_press(button.data)
    assert isinstance(pressed, ParsedCommand)
    assert (pressed.command.name, pressed.rest) == ("help", arguments)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["federation", "sport", "narde", "palm"])
def test_lessons_of_another_classical_rule_set_name_its_differences(name: str, language: str) -> None:
    """Each page of /help palm and its like names the rule set's differences and leads to such pages."""
    words = words_in(language)
    for page in range(1, len(LESSONS[Family.PARALLEL]) + 1):
        reply = how_to_play(
            words, DisplayPreferences("web", language, "wood", "w", None), page, RULESETS[name]
        ).shown()
        assert plain(rule_text(words, f"rules-about-{name}")) in plain(reply.text)
        assert len(plain(reply.text)) <= 1024
        *_, onward = reply.buttons[-1]
        assert onward.data in (f":/help {name} {page + 1}", ":/start")


async def test_help_with_a_rule_set_shows_its_pages(house: House) -> None:
    """/help with a rule set shows its first page, or the page of a number, at most the last."""
    assert (await house.type("Anna", "/help short")).startswith("1 of 5. The sides travel against each other")
    assert (await house.type("Anna", "/help Nard 2")).endswith("equal dice are played twice.")
    assert (await house.type("Anna", "/help short 2")).endswith("equal dice are played four times.")
    assert (await house.type("Anna", "/help short 9")).startswith("5 of 5.")
    assert (await house.type("Anna", "/help sport 2")).startswith("2 of 6. All 15 checkers begin on the head")
    assert (await house.type("Anna", "/help 0")).startswith("1 of 6.")


def test_every_page_has_a_command() -> None:
    """There is a command for each page."""
    assert len(page_commands()) == len(PAGES)
    assert {"/help 6", "/help nard 5", "/help short 1"} < set(page_commands())


@pytest.mark.parametrize("name", ["nard", "short"])
def test_the_way_avoids_blocked_points(name: str) -> None:
    """The first page marks White's way from 24 to the last points, without blocked points."""
    picture = scene(1, name)
    assert picture.chosen == 24
    assert picture.white[23]
    assert min(picture.landings) <= 2
    assert not any(picture.black[point - 1] for point in picture.landings)


def test_one_or_two_checkers_can_play_the_dice() -> None:
    """The page about the roll shows a checker's moves by each die and both, and other movable checkers."""
    assert (scene(2, "short").landings, len(scene(2, "short").movable)) == ((5, 8, 10), 4)


@pytest.mark.parametrize("name", ["nard", "short"])
def test_a_single_checker_can_be_hit_and_two_block_a_point(name: str) -> None:
    """R3.1, R6.5: a 4 from 13 hits on 9, and a 1 is closed on 12, as the sentence says."""
    picture = scene(3, name)
    assert (picture.chosen, picture.dice) == (13, (4, 1))
    assert 9 in picture.landings
    assert 12 not in picture.landings
    assert (picture.black[8], picture.black[11] > 1) == (1, True)


@pytest.mark.parametrize("name", ["nard", "short"])
def test_the_bar_comes_first(name: str) -> None:
    """R6.5: only the checker on the bar may move; it enters with a 3 on 22, and 19 is blocked for a 6."""
    picture = scene(4, name)
    assert (picture.white_bar, picture.movable, picture.chosen) == (1, (BAR,), BAR)
    assert 22 in picture.landings
    assert 19 not in picture.landings
    assert (picture.dice, picture.black[18] > 1) == ((6, 3), True)


@pytest.mark.parametrize("name", ["nard", "short"])
def test_the_last_page_bears_off(name: str) -> None:
    """A 6 bears off from the 6-point, a 3 moves down."""
    assert scene(len(LESSONS[RULESETS[name].family]), name).landings == (0, 3)


@pytest.mark.parametrize(("name", "page"), PAGES)
def test_the_positions_are_legal(name: str, page: int) -> None:
    """Every example is a valid position, and its move is legal."""
    ruleset = RULESETS[name]
    example = LESSONS[ruleset.family][page - 1]
    if not example.position:
        return
    position, roll = read_position(example.position, ruleset)
    if roll is not None and example.moved:
        assert play_text(PartialTurn.begin(position, roll), example.moved).moves


def test_both_families_are_taught() -> None:
    """Each family of rule sets has pages."""
    assert set(LESSONS) == set(Family)
