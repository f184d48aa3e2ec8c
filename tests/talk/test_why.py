from __future__ import annotations

import pytest

from bot.rules import RULESETS, PartialTurn, read_position
from bot.talk.catalog import words_in
from bot.talk.numbering import ON_THE_BOARD
from bot.talk.reply import plain
from bot.talk.why_texts import explained
from tests.dialogues.house import House
from tests.dialogues.script import TABLE

CLOSED = (
    "The rule: a point with even one opposing checker is closed: no checker may land there, "
    "nor rest there between two dice, but a single die jumps over it."
)
FIRST = "If 24/20 is played first:"
HEAD = (
    "The rule of the head: one checker a turn may leave it; on the first turn two with 3-3, 4-4 or 6-6, "
    "if the opponent’s head is what stops the first."
)


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("24/20", "You can play that."),
        ("24/20 16/15", "You can play that."),
        ("24", "You can play that in several ways: 24/20, 24/23."),
        ("16/12", f"16/12 is blocked: Black holds 12. From 16 you can play 1: 16/15. {CLOSED}"),
        (
            "24/20 24/23",
            f"{FIRST} No more checkers may leave the head in this turn. You can move 20/19, 16/15. {HEAD}",
        ),
        ("hello", "I don’t read hello as a move. Write it from point to point, like 24/18 13/8."),
    ],
)
async def test_a_typed_move_is_explained(playing: House, typed: str, answer: str) -> None:
    """/why says that a move is legal, or what forbids it with the rule."""
    said = await playing.type("Anna", f"/why {typed}")
    assert said == answer


def test_a_forbidden_prime_is_named_by_its_points() -> None:
    """A prime with no opposing checker past it is named by its points, with the rule."""
    position, roll = read_position("24:8,11:2,10:1,9:1,8:1,7:2 / 12:15 w 6-1", RULESETS["long"])
    assert roll is not None
    draft = PartialTurn.begin(position, roll)
    text = plain(explained(words_in("en"), draft, "7/6 24/18", ON_THE_BOARD))
    assert "would build a wall of six with no opposing checker past it." in text
    assert "The wall would stand on 11, 10, 9, 8, 7, 6. The rule of the wall: six points in a row" in text


@pytest.mark.parametrize(
    ("language", "why", "rule"),
    [
        (
            "en",
            "would build a wall of six in front of an opposing checker while none is in its own home.",
            "The wall would stand on 7, 6, 5, 4, 3, 2. The rule of the wall: six points in a row before",
        ),
        (
            "ru",
            "построит забор из шести перед чужой шашкой, а дома у соперника нет ни одной.",
            "7, 6, 5, 4, 3, 2. Правило забора: шесть пунктов подряд перед чужой шашкой",
        ),
    ],
)
def test_a_prime_is_explained_by_the_rule_set(language: str, why: str, rule: str) -> None:
    """R5.3: in `palm` a prime needs an opposing checker at home, and the answer does not say otherwise."""
    position, roll = read_position("19:1,7:4,6:2,5:2,4:2,3:2,1:2 / 12:1,24:14 w 5-1", RULESETS["palm"])
    assert roll is not None
    draft = PartialTurn.begin(position, roll)
    text = plain(explained(words_in(language), draft, "7/2 19/18", ON_THE_BOARD))
    assert why in text
    assert rule in text


async def test_an_opponent_gets_the_movers_answer(playing: House) -> None:
    """The opponent's /why is answered for the mover."""
    said = await playing.type("Boris", "/why 16/12")
    assert said.startswith(
        "It is Anna’s turn, with 4-1. The answer would be: 16/12 is blocked: Black holds 12."
    )


async def test_a_half_made_turn_counts_only_where_it_is_shown(playing: House) -> None:
    """A half-made turn counts for the mover, and not for the opponent, who does not see it."""
    await playing.type("Anna", "24/20")
    assert (await playing.type("Anna", "/why 24/20")).startswith("The die for 24/20 has been played already.")
    assert (await playing.type("Boris", "/why 24/20", "Boris")).endswith("You can play that.")


async def test_why_changes_nothing(playing: House) -> None:
    """/why leaves the board and notifies no one."""
    before = playing.shown(TABLE)
    await playing.type("Anna", "/why 24/20 16/15")
    assert (playing.shown(TABLE), playing.notified()) == (before, [])


@pytest.mark.slow
async def test_why_needs_a_move_and_dice(playing: House) -> None:
    """/why without a move shows how to ask, and before the roll says so."""
    assert "/why 13/7" in await playing.type("Anna", "/why")
    await playing.type("Boris", "/settings roll off")
    await playing.type("Anna", "24/20 16/15")
    await playing.type("Anna", "/done")
    assert await playing.type("Anna", "/why 12/8") == "The dice have not been rolled yet. Ask after the roll."


async def test_why_speaks_the_players_language(playing: House) -> None:
    """A player who reads Russian gets the rule in Russian."""
    await playing.type("Anna", "/settings language ru", "Anna")
    assert "Правило: пункт хотя бы с одной чужой шашкой закрыт" in await playing.type("Anna", "/why 16/12")
