"""The end of a game on the page: its sentence for each reader, the match's score, and how it goes on."""

from __future__ import annotations

import pytest

from bot.rules.rulesets import MatchLength
from bot.sessions import LoadedGame, Options
from bot.talk.catalog import words_in
from bot.talk.views.results import Result, result_of
from tests.dialogues.house import House
from tests.talk.test_board import game_at
from tests.talk.test_board_page import board_page
from tests.talk.test_replays import finish_game

ANNA, BORIS, VISITOR = 1, 2, 0


def ended(outcome: str, length: str = "1 game", cube: str | None = None) -> LoadedGame:
    """Return a finished game of Anna's with White, who has borne off 15 checkers, against Boris with 9."""
    return game_at(
        "off:15 / 13:6,off:9 w",
        None,
        agreed=Options(MatchLength.parse(length)),
        outcome=outcome,
        to_act=None,
        cube=cube,
    )


def read(game: LoadedGame, viewer: int, language: str = "en", rematch_by: int | None = None) -> Result:
    """Return the end of a game as a person reads it."""
    result = result_of(words_in(language), game, viewer, rematch_by=rematch_by, is_analysed=False)
    assert result is not None
    return result


@pytest.mark.parametrize(
    ("outcome", "cube", "viewer", "english", "russian"),
    [
        ("w oyn BORNE_OFF 1", None, ANNA, "You won an oyn: 15–9.", "Вы выиграли ойн: 15–9."),
        ("w oyn BORNE_OFF 1", None, BORIS, "You lost an oyn: 9–15.", "Вы проиграли ойн: 9–15."),
        ("w oyn BORNE_OFF 1", None, VISITOR, "Anna won an oyn: 15–9.", "Anna выигрывает ойн: 15–9."),
        ("b mars RESIGNED 1", None, ANNA, "You resigned and lost a mars.", "Вы сдались и проиграли марс."),
        (
            "b mars RESIGNED 1",
            None,
            BORIS,
            "Anna resigned. You won a mars.",
            "Anna сдаётся. Вы выиграли марс.",
        ),
        (
            "w mars TIMEOUT 1",
            None,
            VISITOR,
            "Boris ran out of time. Anna won a mars.",
            "У игрока Boris вышло время. Anna выигрывает марс.",
        ),
        (
            "w mars BORNE_OFF 2",
            "2 w",
            ANNA,
            "You won a mars with the cube at 2, 4 points: 15–9.",
            "Вы выиграли марс с кубом 2, 4 очка: 15–9.",
        ),
        (
            "w oyn DROPPED 8",
            "8 w",
            BORIS,
            "You dropped the double and lost an oyn with the cube at 8, 8 points.",
            "Вы отказались от удвоения и проиграли ойн с кубом 8, 8 очков.",
        ),
        (
            "- - DRAW 1",
            None,
            ANNA,
            "Anna and Boris agree to a draw: half a point each.",
            "Anna и Boris соглашаются на ничью: по половине очка каждому.",
        ),
    ],
)
def test_the_end_is_a_sentence_to_its_reader(
    outcome: str, cube: str | None, viewer: int, english: str, russian: str
) -> None:
    """Players are addressed, each with their own figure first; others read about both."""
    game = ended(outcome, cube=cube)
    assert [read(game, viewer, language).won for language in ("en", "ru")] == [english, russian]
    assert read(game, viewer).standing == ""


@pytest.mark.parametrize(
    ("length", "outcome", "standings"),
    [
        (
            "5 points",
            "w mars BORNE_OFF 1",
            ["You lead 2–0 to 5.", "Anna leads 2–0 to 5.", "Ведёт Anna: 2–0 в матче до 5."],
        ),
        ("5 points", "- - DRAW 1", ["It is ½–½ to 5.", "It is ½–½ to 5.", "Счёт ½–½ в матче до 5."]),
        (
            "3 games",
            "w oyn BORNE_OFF 1",
            [
                "You lead 1–0 after game 1 of 3.",
                "Anna leads 1–0 after game 1 of 3.",
                "Ведёт Anna: 1–0 после партии 1 из 3.",
            ],
        ),
        (
            "2 points",
            "w mars BORNE_OFF 1",
            ["You won the match 2–0.", "Anna wins the match 2–0.", "Anna выигрывает матч 2–0."],
        ),
    ],
)
def test_the_matchs_score_follows(length: str, outcome: str, standings: list[str]) -> None:
    """A match's score counts from its leader's side, and says how long the match is."""
    game = ended(outcome, length)
    told = [read(game, ANNA), read(game, BORIS), read(game, BORIS, "ru")]
    assert [each.standing for each in told] == standings


@pytest.mark.parametrize(
    ("length", "rematch_by", "label"),
    [
        ("1 game", None, "Rematch"),
        ("1 game", BORIS, "Accept the rematch"),
        ("5 points", None, "Next game"),
        ("3 games", None, "Next game, 2 of 3"),
    ],
)
def test_one_button_leads_on(length: str, rematch_by: int | None, label: str) -> None:
    """A player's button begins the next game or a rematch, or accepts one; a visitor has none."""
    game = ended("w oyn BORNE_OFF 1", length)
    onward = read(game, ANNA, rematch_by=rematch_by).onward
    assert onward is not None
    assert onward.label == label
    assert read(game, VISITOR, rematch_by=rematch_by).onward is None


@pytest.mark.slow
async def test_a_request_for_a_rematch_is_on_both_boards(playing: House) -> None:
    """The player who asked for a rematch waits for the answer, and the opponent can accept it."""
    game = await finish_game(playing)
    await playing.type("Anna", f"/rematch {game}")
    anna, boris = [await board_page(playing, name, game=game) for name in ("Anna", "Boris")]
    assert anna is not None
    assert boris is not None
    assert anna.result is not None
    assert boris.result is not None
    assert (anna.result.onward, anna.result.asked) == (None, "Boris is asked for a rematch")
    assert boris.result.onward is not None
    assert (boris.result.onward.label, boris.result.asked) == ("Accept the rematch", "")
