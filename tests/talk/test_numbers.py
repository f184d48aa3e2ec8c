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
    """Return the buttons that move, by their labels."""
    return {button.label: button for row in reply.buttons for button in row if button.target is not None}


@pytest.fixture
async def his(playing: House) -> House:
    """Boris counts from his own side and has 6-5 to play as Black, shown in his private chat too."""
    playing.dice.roll_next(6, 5)
    await playing.type("Boris", "/settings numbers own", "Boris")
    await playing.type("Anna", "24/20 16/15")
    await playing.type("Anna", "/done")
    await playing.type("Boris", "/board", "Boris")
    return playing


@pytest.mark.parametrize("numbers", [BLACK, AGAINST])
def test_the_head_is_24_and_the_home_1_to_6(numbers: Numbering) -> None:
    """Along Black's path his numbers go from 24 down to 1, and each leads back to its point."""
    path = [numbers.family.point(Side.BLACK, t) for t in range(24)]
    assert [numbers.convert(point) for point in path] == list(range(24, 0, -1))
    assert [numbers.convert(numbers.convert(point)) for point in range(26)] == list(range(26))
    assert numbers.labels() == tuple(numbers.convert(point) for point in range(1, 25))


def test_white_counts_as_the_board_does() -> None:
    """For White nothing changes, and the picture needs no numbers of its own."""
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
def test_moves_are_written_in_other_numbers(board: str, own: str) -> None:
    """Every point has its other number; counts, off and what is no point stay."""
    assert (BLACK.convert_moves(board), BLACK.convert_moves(own)) == (own, board)


def test_hits_and_the_bar_keep_their_marks() -> None:
    """Stars and the bar stay where they are."""
    assert AGAINST.convert_moves("bar/3 1/7*/12 24/off") == "bar/22 24/18*/13 1/off"


@given(st.text(alphabet="0123456789/-→ (x)*offbar", max_size=40))
def test_numbers_changed_twice_are_the_same(text: str) -> None:
    """Whatever is typed, its numbers changed twice are those that were typed, leading noughts aside."""
    once = BLACK.convert_moves(text)
    assert BLACK.convert_moves(BLACK.convert_moves(once)) == once


async def test_his_board_counts_as_he_does(his: House) -> None:
    """Buttons, text, picture and description have his numbers; what buttons carry has the board's."""
    reply = his.last("Boris").reply
    shown = moves(reply)
    assert list(shown)[:4] == ["24→18", "16→10", "24→19", "16→11"]
    assert shown["24→18"].data.endswith(" 12/6")
    assert "Anna rolled 4-1 and played 12/8 4/3." in plain(reply.text)
    assert isinstance(reply.scene, Scene)
    assert (reply.scene.numbers[11], reply.scene.numbers[12]) == (24, 1)
    assert "Black has 14 on 24 and 1 on 16" in reply.alt
    assert "24:14, 16:1" in reply.short_alt


async def test_the_table_counts_as_the_board_does(his: House) -> None:
    """In a shared chat nothing changes for anybody."""
    reply = his.last(TABLE).reply
    assert list(moves(reply))[:2] == ["12→6", "4→22"]
    assert isinstance(reply.scene, Scene)
    assert reply.scene.numbers == ()


async def test_what_he_types_is_read_so_everywhere(his: House) -> None:
    """At the table, too, his 24/18 leaves his head; a press on a button there means what stands on it."""
    await his.type("Boris", "24/18")
    assert his.shown(TABLE).text.endswith("Boris: 🎲 6-5, so far 12/6. Left: 5.")
    await his.press("Boris", "4→23", TABLE, answered=False)
    assert "12/6 4/23. Press Done" in his.shown(TABLE).text


async def test_his_own_board_tells_his_turn_in_his_numbers(his: House) -> None:
    """The half-made turn stands in his private chat as he counts, and in the record as the board does."""
    await his.type("Boris", "24/18 16/11", "Boris")
    assert "24/18 16/11. Press Done" in his.shown("Boris").text
    await his.type("Boris", "/done", "Boris")
    assert "Boris rolled 6-5 and played 24/18 16/11." in his.shown("Boris").text
    assert "12/6 4/23" in await his.type("Boris", "/record")


async def test_a_game_is_shown_again_in_his_numbers(his: House) -> None:
    """The frames of a game that he played, and its worst turns, have his numbers in words and pictures."""
    await his.type("Boris", "24/18 16/11", "Boris")
    await his.type("Boris", "/done", "Boris")
    assert "Boris rolled 6-5 and played 24/18 16/11." in await his.type("Boris", "/replay end", "Boris")
    (frame,) = his.answers["Boris"]
    assert isinstance(frame.scene, Scene)
    assert (frame.scene.numbers[11], frame.scene.numbers[12]) == (24, 1)
    assert "played 12/6 4/23." in await his.type("Anna", "/replay end")
    await his.type("Anna", "/resign")
    await his.press("Anna", "Resign: mars, 2 points", TABLE, answered=True)
    await his.type("Boris", "/analyse", "Boris")
    (chart,) = his.answers["Boris"]
    turn = next(button for row in chart.buttons for button in row if button.label == "1")
    (worst,) = await his.handle("Boris", Press(turn.data), message="777")
    assert isinstance(worst.scene, Comparison)
    assert worst.scene.played.numbers == worst.scene.better.numbers == frame.scene.numbers


async def test_he_is_refused_in_his_numbers(his: House) -> None:
    """Refusals, completions and /why name the points as he counts them."""
    assert await his.type("Boris", "24/17") == (
        "No die moves a checker from 24 to 17. From 24 you can play 6: 24/18 or 5: 24/19."
    )
    assert "You can move 24/18, 16/10, 24/19, 16/11." in await his.type("Boris", "/done")
    assert (await his.type("Boris", "/roll")).endswith("24/18.")
    assert await his.type("Boris", "/why 24/18") == "You can play that."
    assert "Black" not in await his.type("Boris", "/why 13/8")
    assert (await his.type("Anna", "/why 12/6")).endswith("You can play that.")


async def test_a_lone_checker_is_asked_about_in_his_numbers(his: House) -> None:
    """`24` asks which move is meant; what is chosen is played."""
    await his.type("Boris", "/move 24", "Boris")
    (reply,) = his.answers["Boris"]
    assert list(moves(reply)) == ["24→18", "24→19"]
    await his.handle("Boris", Press(moves(reply)["24→18"].data), "Boris")
    assert "so far 24/18." in his.shown("Boris").text


async def test_back_to_the_board(his: House) -> None:
    """The setting can be taken back, and the board in the private chat shows it at once."""
    assert await his.type("Boris", "/settings numbers board", "Boris") == "Point numbers: as on the board."
    assert list(moves(his.last("Boris").reply))[:1] == ["12→6"]
