"""Cards: the picture of a finished game, with words where the font has them and with the plate otherwise."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from hypothesis import given, settings, strategies as st
from PIL import Image, ImageChops

from renderers import THEMES, Card, Chart, Scene, SceneError, draw, read_picture, size_of
from renderers.words import has_words

BOARD = Scene(
    (0,) * 17 + (1,) + (0,) * 5 + (14,),
    (0,) * 11 + (15,) + (0,) * 12,
    mover="w",
    dice=(4, 2),
    last=((24, 18),),
)
CARD = Card(BOARD, Chart((500, 450, 900, 1000), (2,)), ("w", 2), score=(4, 1))
LINES = ("Anna won a mars: 15–0.", "Anna leads 2–½ to 5.")
HEAD, STRIP = 190, 200


def drawn(card: Card) -> Image.Image:
    """Return a card's picture."""
    return Image.open(BytesIO(draw(card))).convert("RGB")


def changed(one: Card, other: Card) -> tuple[bool, bool, bool]:
    """Return for the head, the board and the line of chances if they differ between two cards."""
    first, second = drawn(one), drawn(other)
    width, height = first.size
    boxes = (0, 0, width, HEAD), (0, HEAD, width, height - STRIP), (0, height - STRIP, width, height)
    head, board, strip = (
        ImageChops.difference(first.crop(box), second.crop(box)).getbbox() is not None for box in boxes
    )
    return head, board, strip


@given(lines=st.tuples(st.text(max_size=60), st.text(max_size=60)))
@settings(max_examples=40)
def test_a_card_is_read_from_its_text(lines: tuple[str, str]) -> None:
    """The text of a card with any lines round-trips."""
    card = replace(CARD, lines=lines, ending="resigned")
    assert read_picture(str(card)) == card
    assert read_picture(str(replace(card, score=None, result=(None, 0)))).__class__ is Card


@pytest.mark.parametrize(
    "fault", [{"result": ("w", 0)}, {"result": (None, 1)}, {"ending": "bored"}, {"score": (500, 0)}]
)
def test_an_impossible_card_is_refused(fault: dict[str, object]) -> None:
    """A winner without a grade, an unknown ending and an impossible score are refused."""
    with pytest.raises(SceneError):
        replace(CARD, **fault)  # type: ignore[arg-type]


@pytest.mark.parametrize("theme", THEMES)
def test_a_card_is_small_and_has_the_announced_size(theme: str) -> None:
    """In every theme a card has its size, and is small enough for a phone's network."""
    card = replace(CARD, board=replace(BOARD, theme=theme), chart=replace(CARD.chart, theme=theme))
    assert drawn(card).size == size_of(card)
    assert len(draw(card)) <= 100_000


def test_each_part_shows_its_own_content() -> None:
    """The result changes the head, the position the board, and the chances the line below."""
    assert changed(CARD, replace(CARD, result=("b", 1))) == (True, False, False)
    assert changed(CARD, replace(CARD, score=None)) == (True, False, False)
    assert changed(CARD, replace(CARD, board=replace(BOARD, dice=(6, 5)))) == (False, True, False)
    assert changed(CARD, replace(CARD, chart=Chart((500, 450, 100, 0), (2,)))) == (False, False, True)


@pytest.mark.skipif(not has_words(), reason="needs apt-get install fonts-dejavu-core")
def test_the_words_stand_in_place_of_the_plate_if_all_can_be_written() -> None:
    """Both lines stand above the board; if one cannot be written, the plate does."""
    assert changed(CARD, replace(CARD, lines=LINES)) == (True, False, False)
    assert draw(replace(CARD, lines=("王 won a mars.", LINES[1]))) == draw(CARD)
