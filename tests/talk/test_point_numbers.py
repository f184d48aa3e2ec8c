from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from bot.rules import Family, Side
from bot.talk.incoming import Press
from bot.talk.numbering import Numbering
from bot.talk.reply import Button, Reply, plain
from renderers import Scene
from renderers.scene import Comparison
from tests.dialogues.house import House
from tests.dialogues.script import TABLE

pytestmark = pytest.mark.slow

BLACK = Numbering(Family.PARALLEL, Side.BLACK)
AGAINST = Numbering(Family.OPPOSED, Side.BLACK)


def moves(reply: Reply) -> dict[str, Button]:
    """Return the buttons that move, by label."""
    return {button.label: button for row in reply.buttons for button in row if button.target is not None}


@pytest.fixture
async def own_numbers(playing: House) -> House:
    """Return a house where Boris uses own numbers and has 6-5 to play, also in private."""
    playing.dice.roll_next(6, 5)
    await playing.type("Boris", "/settings numbers own", "Boris")
    await playing.type("Anna", "24/20 16/15")
    await playing.type("Anna", "/done")
    await playing.type("Boris", "/board", "Boris")
    return playing


@pytest.mark.parametrize("numbers", [BLACK, AGAINST])
def test_a_player_counts_from_24_down_to_1(numbers: Numbering) -> None:
    """Black's own numbers go from 24 to 1 along Black's path, and convert back."""
    path = [numbers.family.point(Side.BLACK, t) for t in range(24)]
    assert [numbers.convert(point) for point in path] == list(range(24, 0, -1))
    assert [numbers.convert(numbers.convert(point)) for point in range(26)] == list(range(26))
    assert numbers.labels() == tuple(numbers.convert(point) for point in range(1, 25))


def test_whites_own_numbers_are_the_boards() -> None:
    """White's own numbers are the board's."""
    white = Numbering(Family.OPPOSED, Side.WHITE)
    assert (white.convert_moves("24/18(2) bar/22"), white.labels()) == ("24/18(2) bar/22", ())


@pytest.mark.parametrize(
    ("board", "own"),
    [
        ("12/6(2) 4/23", "24/18(2) 16/11"),
        ("12/6 x2", "24/18 x2"),
        ("12-6×3", "24-18×3"),
        ("15/off", "3/off"),
        ("pass", "pass"),
        ("99/0", "99/0"),
        ("12/6 x01", "24/18 x01"),
    ],
)
def test_moves_are_converted_between_numberings(board: str, own: str) -> None:
    """Points are converted; counts, off and words that are not points stay."""
    assert (BLACK.convert_moves(board), BLACK.convert_moves(own)) == (own, board)


def test_hits_and_the_bar_are_kept() -> None:
    """Converted moves keep stars and the bar."""
    assert AGAINST.convert_moves("bar/3 1/7*/12 24/off") == "bar/22 24/18*/13 1/off"


@given(st.text(alphabet="0123456789/-→ (x)*offbar", max_size=40))
def test_converting_twice_gives_the_same_text(text: str) -> None:
    """Converting any text twice gives the same text, except for leading zeros."""
    once = BLACK.convert_moves(text)
    assert BLACK.convert_moves(BLACK.convert_moves(once)) == once


async def test_a_private_board_uses_the_readers_numbers(own_numbers: House) -> None:
    """Labels, text, picture and description use the reader's numbers; the buttons' data use the board's."""
    reply = own_numbers.last("Boris").reply
    shown = moves(reply)
    assert list(shown)[:4] == ["24→18", "16→10", "24→19", "16→11"]
    assert shown["24→18"].data.endswith(" 12/6")
    assert "Anna rolled 4-1 and played 12/8 4/3." in plain(reply.text)
    assert isinstance(reply.scene, Scene)
    assert (reply.scene.numbers[11], reply.scene.numbers[12]) == (24, 1)
    assert "Black has 14 on 24 and 1 on 16" in reply.alt
    assert "24:14, 16:1" in reply.short_alt


async def test_a_shared_board_uses_the_boards_numbers(own_numbers: House) -> None:
    """A shared chat's board uses the board's numbers."""
    reply = own_numbers.last(TABLE).reply
    assert list(moves(reply))[:2] == ["12→6", "4→22"]
    assert isinstance(reply.scene, Scene)
    assert reply.scene.numbers == ()


async def test_typed_moves_are_read_in_the_players_numbers(own_numbers: House) -> None:
    """Moves typed at the table are read in the player's numbers, and buttons there as labelled."""
    await own_numbers.type("Boris", "24/18")
    assert own_numbers.shown(TABLE).text.endswith("Boris: 🎲 6-5, so far 12/6. Left: 5.")
    await own_numbers.press("Boris", "4→23", TABLE, answered=False)
    assert "12/6 4/23. Press Done" in own_numbers.shown(TABLE).text


async def test_a_private_board_shows_the_turn_in_the_readers_numbers(own_numbers: House) -> None:
    """The player's turn is shown in their numbers in private, and in the board's in the record."""
    await own_numbers.type("Boris", "24/18 16/11", "Boris")
    assert "24/18 16/11. Press Done" in own_numbers.shown("Boris").text
    await own_numbers.type("Boris", "/done", "Boris")
    assert "Boris rolled 6-5 and played 24/18 16/11." in own_numbers.shown("Boris").text
    assert "12/6 4/23" in await own_numbers.type("Boris", "/record")


async def test_a_replay_and_an_analysis_use_the_readers_numbers(own_numbers: House) -> None:
    """Replays and analyses of a player's own game use the reader's numbers in texts and pictures."""
    await own_numbers.type("Boris", "24/18 16/11", "Boris")
    await own_numbers.type("Boris", "/done", "Boris")
    assert "Boris rolled 6-5 and played 24/18 16/11." in await own_numbers.type(
        "Boris", "/replay end", "Boris"
    )
    (frame,) = own_numbers.answers["Boris"]
    assert isinstance(frame.scene, Scene)
    assert (frame.scene.numbers[11], frame.scene.numbers[12]) == (24, 1)
    assert "played 12/6 4/23." in await own_numbers.type("Anna", "/replay end")
    await own_numbers.type("Anna", "/resign")
    await own_numbers.press("Anna", "Resign: mars, 2 points", TABLE, answered=True)
    await own_numbers.type("Boris", "/analyse", "Boris")
    (chart,) = own_numbers.answers["Boris"]
    turn = next(button for row in chart.buttons for button in row if button.label == "1")
    (worst,) = await own_numbers.handle("Boris", Press(turn.data), message="777")
    assert isinstance(worst.scene, Comparison)
    assert worst.scene.played.numbers == worst.scene.better.numbers == frame.scene.numbers


async def test_refusals_use_the_players_numbers(own_numbers: House) -> None:
    """Refusals and /why use the player's numbers."""
    assert await own_numbers.type("Boris", "24/17") == (
        "No die moves a checker from 24 to 17. From 24 you can play 6: 24/18 or 5: 24/19."
    )
    assert "You can move 24/18, 16/10, 24/19, 16/11." in await own_numbers.type("Boris", "/done")
    assert (await own_numbers.type("Boris", "/roll")).endswith("24/18.")
    assert await own_numbers.type("Boris", "/why 24/18") == "You can play that."
    assert "Black" not in await own_numbers.type("Boris", "/why 13/8")
    assert (await own_numbers.type("Anna", "/why 12/6")).endswith("You can play that.")


async def test_a_question_about_a_point_uses_the_players_numbers(own_numbers: House) -> None:
    """A single typed point is read, asked about and played in the player's numbers."""
    await own_numbers.type("Boris", "/move 24", "Boris")
    (reply,) = own_numbers.answers["Boris"]
    assert list(moves(reply)) == ["24→18", "24→19"]
    await own_numbers.handle("Boris", Press(moves(reply)["24→18"].data), "Boris")
    assert "so far 24/18." in own_numbers.shown("Boris").text


async def test_the_numbering_can_be_set_back(own_numbers: House) -> None:
    """Setting the numbering back redraws the private board at once."""
    assert (
        await own_numbers.type("Boris", "/settings numbers board", "Boris")
        == "Point numbers: as on the board."
    )
    assert list(moves(own_numbers.last("Boris").reply))[:1] == ["12→6"]
