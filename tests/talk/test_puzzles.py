"""Puzzles: requested, answered by buttons, and the texts of the position of the day."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from bot.engine.puzzles import Puzzle, puzzle_named, stocked_puzzle
from bot.rules import Side
from bot.sessions import DisplayPreferences, Player, PuzzleView, TableRow, puzzle_of_day
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
    """Return the labels of the buttons."""
    return [button.label for row in reply.buttons for button in row]


def solved_position(language: str = "en", ruleset: str = "long", number: int = 0) -> PuzzleView:
    """Return a solved position of the day with the most people and the longest names."""
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
    """Question and solution keep all limits with ten people of the longest names."""
    words = words_in(language)
    longest_first = sorted(range(count), key=lambda number: -len(str(stocked_puzzle(ruleset, number)[1])))
    for number in longest_first[:6]:
        view = solved_position(language, ruleset, number)
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


def test_an_open_position_does_not_reveal_its_answer() -> None:
    """Text, picture and buttons of an open position do not show which turn is best, or any cost."""
    view = solved_position()
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


def test_a_solution_shows_costs_finders_and_the_table() -> None:
    """A solution has the best turn first and on the board, the game, the finders and the table."""
    view = replace(solved_position(), puzzle=SOME)
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
    assert Bold("Anna") in reply.text  # a name stays a span, so that its signs are not markup
    assert reply.is_silent


@pytest.mark.parametrize(("found", "answered"), [(0, True), (0, False)])
def test_a_solution_without_finders_says_so(found: int, answered: bool) -> None:
    """A solution without finders differs from one without answers."""
    view = replace(solved_position(), found=found, found_by=(), table=(), is_answered=answered, is_last=True)
    answer = "Nobody found the best turn." if answered else "Nobody answered."
    assert answer in plain(daily_solution(view).text)
    assert "so no more positions come. /settings daily on starts them again." in plain(
        daily_solution(view).text
    )


def test_a_puzzle_uses_the_movers_numbers() -> None:
    """A reader with own numbers gets the mover's numbers, with the mover at the bottom."""
    assert SOME.position.mover is Side.BLACK
    display = replace(SHARED, side="own", reader=1, counts_for=1)
    reply = own_question(words_in("en"), "long.1", SOME, display, 1)
    assert labels(reply)[0] == "A: 9/7 22/21"
    assert isinstance(reply.scene, Scene)
    assert (reply.scene.side, reply.scene.numbers[20]) == ("b", 9)


def test_a_names_cut_form_is_found_when_forgetting() -> None:
    """A long name in a solution is written in one of the forms that forgetting looks for."""
    view = solved_position()
    names = [span.text for span in daily_solution(view).text if isinstance(span, Bold) and "Ъ" in span.text]
    assert len(names) > len(view.table)
    assert {*names} <= spellings(LONGEST)


async def press_button(house: House, player: str, label: str, reply: Reply, chat: str = TABLE) -> str:
    """Let a person press a button of an answer; return the reply's text."""
    (button,) = (each for row in reply.buttons for each in row if each.label.startswith(label))
    return "\n".join(plain(each.text) for each in await house.handle(player, Press(button.data), chat))


async def test_an_own_puzzle_is_answered_at_once(house: House) -> None:
    """A press on a puzzle shows at once if it is right and what each turn costs, and offers another."""
    await house.type("Anna", "/puzzle short")
    (question,) = house.answers["Anna"]
    assert plain(question.text).startswith("Short Nardy (backgammon). ")
    text = await press_button(house, "Anna", "A", question)
    assert "is best" in text
    assert "costs 0." in text
    (answer,) = house.answers["Anna"]
    await press_button(house, "Anna", "Another puzzle", answer)
    (another,) = house.answers["Anna"]
    assert plain(another.text).startswith("Short Nardy (backgammon). ")
    assert another.scene != question.scene


async def test_another_persons_puzzle_is_refused(house: House) -> None:
    """A press on another person's puzzle is refused with the command for an own one."""
    await house.type("Anna", "/puzzle")
    (question,) = house.answers["Anna"]
    answer = await press_button(house, "Boris", "A", question)
    assert answer == "Somebody else asked for this puzzle. /puzzle gives you one of your own."


async def test_an_unknown_puzzle_is_refused(house: House) -> None:
    """An unknown puzzle or letter is refused with a sentence."""
    for typed in ("tabla", "long.0 a", "long.1 e", "long.1 ab", "d1 a", "d999999999 a", "x b"):
        answer = await house.type("Anna", f"/puzzle {typed}")
        assert answer.startswith(("There is no such puzzle here.", "There is no game called tabla.")), typed


async def test_puzzle_letters_follow_the_language(house: House) -> None:
    """In Russian the turns have Russian letters, which can be typed."""
    await house.type("Anna", "/settings language ru", "Anna")
    answer = await house.type("Anna", "/puzzle long.1 б", "Anna")
    assert answer.startswith("Б ")


async def test_an_answer_has_the_letter_of_its_message(house: House) -> None:
    """An answer is noted by the letter of the message, even if the player has another language."""
    question = await ask_daily_position(house)
    await house.type("Boris", "/settings language ru", "Boris")
    assert (await press_button(house, "Boris", "C", question)).startswith("Принято: C.")
    await house.type("Anna", "/settings language ru")
    await house.until_idle()
    assert (await press_button(house, "Emil", "Б", house.last().reply)).startswith("Noted: Б.")
    assert (await house.type("Emil", "/puzzle d1 г")).startswith("Noted: Г.")


async def test_a_puzzle_follows_the_last_game(house: House) -> None:
    """/puzzle without a rule set takes that of the player's last game."""
    await house.type("Anna", "/play short", "Anna")
    assert (await house.type("Anna", "/puzzle", "Anna")).startswith("Short Nardy (backgammon). ")


async def test_an_administrator_switches_the_daily_position(house: House) -> None:
    """An administrator sets `daily` in a shared chat, and it does not exist in private."""
    assert await house.type("Anna", "/settings daily on") == "Position of the day: on."
    await house.type("Anna", "/settings")
    assert "Daily position: on" in labels(house.answers["Anna"][0])
    assert await house.type("Anna", "/settings daily off") == "Position of the day: off."
    assert (await house.type("Anna", "/settings daily on", "Anna")).startswith("There is no setting daily.")


async def ask_daily_position(house: House) -> Reply:
    """Return the message with the table's position of today."""
    await house.type("Anna", "/settings daily on")
    with ThreadPoolExecutor(1) as pool:
        await DailyPosition(house.manager, PlainPuzzles()).ask_all(pool)
    await house.until_idle()
    return house.last().reply


async def test_a_press_from_another_chat_is_refused(house: House) -> None:
    """A press on another chat's position is refused in every other chat."""
    question = await ask_daily_position(house)
    for player, chat in (("Dora", "hall"), ("Dora", "Dora"), ("Boris", "Boris")):
        assert (await press_button(house, player, "A", question, chat)).startswith(
            "There is no such puzzle here."
        )
    assert await press_button(house, "Boris", "A", question) == (
        "Noted: A. You can change it until the solution comes tomorrow, and nobody sees it before."
    )
    assert house.answers["Boris"][0].is_fleeting


async def test_a_late_press_says_that_the_solution_is_out(house: House) -> None:
    """A press after the solution says so."""
    question = await ask_daily_position(house)
    await house.type("Anna", "/settings daily off")
    assert await press_button(house, "Boris", "A", question) == (
        "The solution of this position is out already. /puzzle gives you one for yourself."
    )


async def test_a_newcomer_can_answer_the_daily_position(house: House) -> None:
    """A person whom the bot has never met can answer the position of the day."""
    question = await ask_daily_position(house)
    assert (await press_button(house, "Emil", "B", question)).startswith("Noted: B.")


async def test_the_daily_position_is_redrawn_for_a_new_look(house: House) -> None:
    """The position is redrawn in place in a new language and theme, with its buttons."""
    await ask_daily_position(house)
    messages = len(house.platform.messages)
    await house.type("Anna", "/settings language ru")
    await house.type("Anna", "/settings theme dark")
    shown = house.last().reply
    assert len(house.platform.messages) == messages
    assert plain(shown.text).startswith("Позиция дня, 20 ноября")
    assert [label[0] for label in labels(shown)] == [*"АБВГ"]
    assert isinstance(shown.scene, Scene)
    assert shown.scene.theme == "dark"


async def test_the_daily_position_survives_a_restart(house: House, tmp_path: Path) -> None:
    """A press on a position from before a restart is noted."""
    question = await ask_daily_position(house)
    async with open_house(tmp_path / "nardy.db", previous=house, clock=house.clock) as again:
        assert (await press_button(again, "Boris", "C", question)).startswith("Noted: C.")


async def test_an_answer_to_the_puzzle_of_the_day_counts_once_a_day(house: House) -> None:
    """Each player's first answer a day is counted and judged, and their profile says how many were right."""
    for day in (20, 21):
        best, other = turns_of_day(day)
        told = await house.type("Anna", f"/puzzle 2026-11-{day} {best}", "Anna")
        assert told.endswith("is the best turn.")
        assert "costs" in await house.type("Anna", f"/puzzle 2026-11-{day} {other}", "Anna")
        assert "costs" in await house.type("Boris", f"/puzzle 2026-11-{day} {other}", "Boris")
        house.clock.forward(days=1)
    assert "best turn found in 2 of 2" in await house.type("Anna", "/profile", "Anna")
    assert "best turn found in 0 of 2" in await house.type("Boris", "/profile", "Boris")


@pytest.mark.parametrize(
    "answer", ["2026-11-18 {best}", "2026-11-21 {best}", "2026-11-20", "2026-11-20 24/1"]
)
async def test_other_answers_to_a_puzzle_of_a_day_do_not_count(house: House, answer: str) -> None:
    """An answer to another day than today and yesterday, or one that is no legal turn, is refused."""
    best, _ = turns_of_day(20)
    assert "best turn" not in await house.type("Anna", f"/puzzle {answer.format(best=best)}", "Anna")
    assert "Puzzles of the day" not in await house.type("Anna", "/profile", "Anna")


def turns_of_day(day: int) -> tuple[str, str]:
    """Return the best turn and another one of the puzzle of a day in November 2026."""
    puzzle = puzzle_named(puzzle_of_day(date(2026, 11, day)))
    assert puzzle is not None
    other = (puzzle.best + 1) % len(puzzle.turns)
    return str(puzzle.turns[puzzle.best].turn), str(puzzle.turns[other].turn)
