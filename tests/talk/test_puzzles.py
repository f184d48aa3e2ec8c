"""Puzzles: asked for, answered by buttons, and how the position of the day is shown."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from bot.engine.puzzles import Puzzle, stocked_puzzle
from bot.rules import Side
from bot.sessions import DisplayPreferences, Player, PuzzleView, TableRow
from bot.sessions.workers import DailyPosition
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.incoming import Press
from bot.talk.reply import Bold, Reply, plain
from bot.talk.views.puzzles import daily_question, daily_solution, own_question, own_solution
from bot.talk.wording import spellings
from renderers import Scene
from tests.dialogues.house import House, check_limits, open_house
from tests.dialogues.script import TABLE
from tests.strategies import PlainPuzzles

SHARED = DisplayPreferences("web", "en", "wood", "w", None)
LONGEST = "Ъ" * 64
SOME = Puzzle.parse(
    "long 24:1,23:1,22:1,17:1,16:1,15:2,14:1,11:1,8:2,5:1,3:2,2:1 / 12:1,10:1,9:1,6:3,4:1,1:2,21:2,20:1,18:1,"
    "13:2 b 2-1 | 0.000 21/19 10/9 | 0.100 21/19 20/19 | 0.088 6/4 20/19 | 0.058 21/19 21/20"
)


def labels(reply: Reply) -> list[str]:
    """Return what stands on the buttons."""
    return [button.label for row in reply.buttons for button in row]


def solved(language: str = "en", ruleset: str = "long", number: int = 0) -> PuzzleView:
    """Return a closed position of the day with as many people, of as long names, as there can be."""
    people = tuple(Player(each, LONGEST) for each in range(10))
    return PuzzleView(
        17,
        stocked_puzzle(ruleset, number)[1],
        replace(SHARED, language=language),
        "2026-11-20",
        is_open=False,
        is_last=False,
        is_answered=True,
        game=("k7f3", 123),
        found_by=people,
        found=10_000,
        table=tuple(TableRow(each, 31, 31) for each in people),
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("ruleset", "count"), [("long", 60), ("short", 20)])
def test_the_longest_puzzles_fit_everywhere(language: str, ruleset: str, count: int) -> None:
    """Question and solution keep the limits of all platforms, with ten people of the longest names."""
    words = words_in(language)
    longest_first = sorted(range(count), key=lambda number: -len(str(stocked_puzzle(ruleset, number)[1])))
    for number in longest_first[:6]:
        view = solved(language, ruleset, number)
        name, puzzle = stocked_puzzle(ruleset, number)
        for reply in (
            daily_question(replace(view, is_open=True)),
            daily_question(view),
            daily_solution(view),
            daily_solution(replace(view, is_last=True, is_answered=False)),
            own_question(words, name, puzzle, SHARED, 1 << 31),
            *(own_solution(words, puzzle, SHARED, chosen, 1 << 31) for chosen in range(4)),
        ):
            check_limits(reply)


def test_an_open_position_tells_nothing_of_its_answer() -> None:
    """Neither the text nor the picture nor the buttons show which turn is best, or what anything costs."""
    view = solved()
    reply = daily_question(PuzzleView(view.id, SOME, view.display, view.day, is_open=True))
    assert plain(reply.text).split("\n") == [
        "Position of the day, 20 Nov",
        "Long Nardy. Black rolled 🎲 2-1. Which turn is best?",
        "Everybody here may answer. Nobody sees your answer before the solution tomorrow.",
    ]
    assert labels(reply) == ["A: 21/19 10/9", "B: 21/19 20/19", "C: 6/4 20/19", "D: 21/19 21/20"]
    assert isinstance(reply.scene, Scene)
    assert (reply.scene.last, reply.scene.movable, reply.scene.dice) == ((), (), (2, 1))
    assert reply.is_silent


def test_a_solution_tells_worth_finders_and_the_table() -> None:
    """The best turn stands first and on the board; it says from which game it is, and who found it."""
    view = replace(solved(), puzzle=SOME)
    anna, boris = (Player(number, name) for number, name in enumerate(("Anna", "Boris")))
    view = replace(view, found_by=(anna, boris), table=(TableRow(anna, 5, 7), TableRow(boris, 1, 1)), found=7)
    reply = daily_solution(view)
    assert plain(reply.text).split("\n") == [
        "Position of the day, 20 Nov: the solution",
        "Long Nardy. Black rolled 🎲 2-1.",
        "A: 21/19 10/9 is best",
        "D: 21/19 21/20 costs 0.06 points",
        "C: 6/4 20/19 costs 0.09 points",
        "B: 21/19 20/19 costs 0.10 points",
        "It happened in game k7f3: /replay k7f3 123.",
        "Found by Anna, Boris and 5 more.",
        "Table of the month, found of answered:",
        "1. Anna: 5 of 7",
        "2. Boris: 1 of 1",
    ]
    assert isinstance(reply.scene, Scene)
    assert set(reply.scene.last) == {(21, 19), (10, 9)}
    assert reply.buttons == ()
    assert Bold("Anna") in reply.text  # a name is a span, whatever stands in it
    assert reply.is_silent


@pytest.mark.parametrize(("found", "answered"), [(0, True), (0, False)])
def test_a_solution_says_so_where_nobody_has_found_it(found: int, answered: bool) -> None:
    """Nobody who found it is something else than nobody who answered."""
    view = replace(solved(), found=found, found_by=(), table=(), is_answered=answered, is_last=True)
    told = "Nobody found the best turn." if answered else "Nobody answered."
    assert told in plain(daily_solution(view).text)
    assert "so no more positions come. /settings daily on starts them again." in plain(
        daily_solution(view).text
    )


def test_who_counts_from_his_own_side_is_asked_as_the_mover_counts() -> None:
    """The numbers on the picture, and of the turns, are the mover's; he sits below."""
    assert SOME.position.mover is Side.BLACK
    display = replace(SHARED, side="own", reader=1, counts_for=1)
    reply = own_question(words_in("en"), "long.1", SOME, display, 1)
    assert labels(reply)[0] == "A: 9/7 22/21"
    assert isinstance(reply.scene, Scene)
    assert (reply.scene.side, reply.scene.numbers[20]) == ("b", 9)


def test_a_name_is_cut_as_it_is_looked_for_when_it_is_forgotten() -> None:
    """What stands in the solution of a long name is one of the ways in which names are written."""
    view = solved()
    names = [span.text for span in daily_solution(view).text if isinstance(span, Bold) and "Ъ" in span.text]
    assert len(names) > len(view.table)
    assert {*names} <= spellings(LONGEST)


async def pressed(house: House, player: str, label: str, reply: Reply, chat: str = TABLE) -> str:
    """Let somebody press a button of an answer; return what he is answered."""
    (button,) = (each for row in reply.buttons for each in row if each.label.startswith(label))
    return "\n".join(plain(each.text) for each in await house.handle(player, Press(button.data), chat))


async def test_own_puzzles_are_answered_at_once(house: House) -> None:
    """A press tells whether it is right and what each turn is worth; another puzzle is a press away."""
    await house.type("Anna", "/puzzle short")
    (asked,) = house.answers["Anna"]
    assert plain(asked.text).startswith("Short Nardy (backgammon). ")
    told = await pressed(house, "Anna", "A", asked)
    assert "is best" in told
    assert "costs 0." in told
    (answer,) = house.answers["Anna"]
    await pressed(house, "Anna", "Another puzzle", answer)
    (another,) = house.answers["Anna"]
    assert plain(another.text).startswith("Short Nardy (backgammon). ")
    assert another.scene != asked.scene


async def test_nobody_presses_for_another(house: House) -> None:
    """Where others read along, who presses somebody else's puzzle is offered one of his own."""
    await house.type("Anna", "/puzzle")
    (asked,) = house.answers["Anna"]
    told = await pressed(house, "Boris", "A", asked)
    assert told == "Somebody else asked for this puzzle. /puzzle gives you one of your own."


async def test_what_is_no_puzzle_is_refused(house: House) -> None:
    """Whatever is typed is answered in words."""
    for typed in ("tabla", "long.0 a", "long.1 e", "long.1 ab", "d1 a", "d999999999 a", "x b"):
        told = await house.type("Anna", f"/puzzle {typed}")
        assert told.startswith(("There is no such puzzle here.", "There is no game called tabla.")), typed


async def test_letters_are_those_of_the_language(house: House) -> None:
    """In Russian the turns have Russian letters, which may be typed too."""
    await house.type("Anna", "/settings language ru", "Anna")
    told = await house.type("Anna", "/puzzle long.1 б", "Anna")
    assert told.startswith("Б ")


async def test_an_answer_is_noted_by_the_letter_of_the_message(house: House) -> None:
    """Who speaks another language than the chat reads the letter that he has pressed, and may type it."""
    asked = await asked_today(house)
    await house.type("Boris", "/settings language ru", "Boris")
    assert (await pressed(house, "Boris", "C", asked)).startswith("Принято: C.")
    await house.type("Anna", "/settings language ru")
    await house.until_idle()
    assert (await pressed(house, "Emil", "Б", house.last().reply)).startswith("Noted: Б.")
    assert (await house.type("Emil", "/puzzle d1 г")).startswith("Noted: Г.")


async def test_the_game_played_last_is_asked_about(house: House) -> None:
    """Who has played backgammon is asked about that."""
    await house.type("Anna", "/play short", "Anna")
    assert (await house.type("Anna", "/puzzle", "Anna")).startswith("Short Nardy (backgammon). ")


async def test_an_administrator_types_it_on_and_off(house: House) -> None:
    """In a shared chat the setting is said, and stands among the others; in private there is none."""
    assert await house.type("Anna", "/settings daily on") == "Position of the day: on."
    await house.type("Anna", "/settings")
    assert "Daily position: on" in labels(house.answers["Anna"][0])
    assert await house.type("Anna", "/settings daily off") == "Position of the day: off."
    assert (await house.type("Anna", "/settings daily on", "Anna")).startswith("There is no setting daily.")


async def asked_today(house: House) -> Reply:
    """Return the position that the table is asked."""
    await house.type("Anna", "/settings daily on")
    with ThreadPoolExecutor(1) as pool:
        await DailyPosition(house.manager, PlainPuzzles()).ask_all(pool)
    await house.until_idle()
    return house.last().reply


async def test_a_press_from_elsewhere_is_refused(house: House) -> None:
    """Whoever takes the button of another chat's position along finds nothing there, in whatever chat."""
    asked = await asked_today(house)
    for player, chat in (("Dora", "hall"), ("Dora", "Dora"), ("Boris", "Boris")):
        assert (await pressed(house, player, "A", asked, chat)).startswith("There is no such puzzle here.")
    assert await pressed(house, "Boris", "A", asked) == (
        "Noted: A. You can change it until the solution comes tomorrow, and nobody sees it before."
    )
    assert house.answers["Boris"][0].is_fleeting


async def test_a_late_press_is_told_that_it_is_late(house: House) -> None:
    """Who presses a button that still stood there reads that the solution is out."""
    asked = await asked_today(house)
    await house.type("Anna", "/settings daily off")
    assert await pressed(house, "Boris", "A", asked) == (
        "The solution of this position is out already. /puzzle gives you one for yourself."
    )


async def test_a_newcomer_who_presses_is_made_a_player(house: House) -> None:
    """Nobody needs to have spoken before."""
    asked = await asked_today(house)
    assert (await pressed(house, "Emil", "B", asked)).startswith("Noted: B.")


async def test_the_position_stays_when_the_look_of_the_chat_changes(house: House) -> None:
    """It is drawn anew in place, with its buttons, in the language and theme of the chat."""
    await asked_today(house)
    messages = len(house.platform.messages)
    await house.type("Anna", "/settings language ru")
    await house.type("Anna", "/settings theme dark")
    shown = house.last().reply
    assert len(house.platform.messages) == messages
    assert plain(shown.text).startswith("Позиция дня, 20 ноября")
    assert [label[0] for label in labels(shown)] == [*"АБВГ"]
    assert isinstance(shown.scene, Scene)
    assert shown.scene.theme == "dark"


async def test_it_goes_on_after_a_restart(house: House, tmp_path: Path) -> None:
    """Another process takes the press of a message that the first has sent."""
    asked = await asked_today(house)
    async with open_house(tmp_path / "nardy.db", previous=house, clock=house.clock) as again:
        assert (await pressed(again, "Boris", "C", asked)).startswith("Noted: C.")
