"""Card: draw a finished game for a post: its result, the board at its largest swing, and its chances.

The result stands above the board in words. Where the system's font cannot write them, the plate of the
board's own result stands there, which has none.
"""

from dataclasses import replace
from functools import partial
from typing import Final

from PIL import Image, ImageDraw

from renderers.board import compose
from renderers.board_background import band_background
from renderers.layout import COMPACT
from renderers.palette import in_palette
from renderers.result import draw_result
from renderers.scene import Card
from renderers.shapes import FINE, disc, mask, mix
from renderers.themes import THEMES, Theme
from renderers.words import words

_HEAD: Final = 190
_STRIP: Final = 200
CARD: Final = (COMPACT.width, _HEAD + COMPACT.height + _STRIP)
"""Width and height of a card."""
_SIZES: Final = {True: (54, 47, 40), False: (44, 40)}
"""Sizes of the letters of the first line, which is bold, and of the second; long lines get a smaller one."""
_ROOM: Final = COMPACT.width - 4 * COMPACT.left
_GAP = 8
_SIDE, _EDGE = 30, 18
"""Pixels around the line of the chances, at the sides and above and below."""
_LINE, _DOT = 7, 13
_CERTAIN = 1000


def compose_card(card: Card) -> Image.Image:
    """Return the picture of a card, in its theme's palette, of size `CARD`."""
    board = compose(replace(card.board, layout=COMPACT.name))
    picture = Image.new("P", CARD)
    picture.putpalette(board.getpalette() or ())
    picture.paste(_head(card), (0, 0))
    picture.paste(board, (0, _HEAD))
    picture.paste(_strip(card), (0, _HEAD + COMPACT.height))
    return picture


def _head(card: Card) -> Image.Image:
    theme = card.board.theme
    band = band_background(theme, (COMPACT.width, _HEAD)).copy()
    shown = [each for each in card.lines if each]
    written = [_line(each, bold=number == 0) for number, each in enumerate(shown)]
    inks = [each for each in written if each is not None]
    # One line without the other would leave out half of the result.
    if not shown or len(inks) < len(shown):
        plate = draw_result(theme, COMPACT, card.result, card.score, card.ending)
        part = min(1.0, (_HEAD - 2 * _GAP) / plate.height)
        plate = plate.resize(
            (round(plate.width * part), round(plate.height * part)), Image.Resampling.LANCZOS
        )
        band.paste(plate, ((band.width - plate.width) // 2, (_HEAD - plate.height) // 2), plate)
        return in_palette(band, theme)
    top = (_HEAD - sum(each.height for each in inks) - _GAP * (len(inks) - 1)) // 2
    for ink in inks:
        band.paste(THEMES[theme].numbers, ((band.width - ink.width) // 2, top), ink)
        top += ink.height + _GAP
    return in_palette(band, theme)


def _line(text: str, *, bold: bool) -> Image.Image | None:
    """Return a mask of a line in the largest size that fits; None if it cannot be written."""
    for size in _SIZES[bold]:
        ink = words(text, size, bold=bold)
        if ink is None or ink.width <= _ROOM:
            return ink
    return words(text, _SIZES[bold][-1], _ROOM, bold=bold)


def _strip(card: Card) -> Image.Image:
    """Return the chances of the side at the bottom as a line, with a dot at the turn of the board."""
    theme = card.board.theme
    look = THEMES[theme]
    band = band_background(theme, (COMPACT.width, _STRIP)).copy()
    chances = card.chart.chances
    if card.board.side == "b":
        chances = tuple(_CERTAIN - each for each in chances)
    wide, high = COMPACT.width - 2 * _SIDE, _STRIP - 2 * _EDGE
    step = wide / max(1, len(chances) - 1)
    course = [
        (_SIDE + number * step, _EDGE + high * (1 - each / _CERTAIN)) for number, each in enumerate(chances)
    ]
    middle = _STRIP // 2
    area = mask(band.size, partial(_fill, course=course, middle=middle))
    band.paste(mix(look.plate, look.mark, 0.35), (0, 0), area)
    ImageDraw.Draw(band).line((_SIDE, middle, COMPACT.width - _SIDE, middle), fill=look.inlay, width=2)
    for tone, width in ((look.mark_edge, _LINE + 5), (look.mark, _LINE)):
        band.paste(tone, (0, 0), mask(band.size, partial(_stroke, course=course, width=width)))
    for turn in card.chart.marks:
        _dot(band, course[turn], look)
    return in_palette(band, theme)


def _fill(draw: ImageDraw.ImageDraw, course: list[tuple[float, float]], middle: int) -> None:
    outline = [(course[0][0], middle), *course, (course[-1][0], middle)]
    draw.polygon([(x * FINE, y * FINE) for x, y in outline], fill=255)


def _stroke(draw: ImageDraw.ImageDraw, course: list[tuple[float, float]], width: int) -> None:
    draw.line([(x * FINE, y * FINE) for x, y in course], fill=255, width=width * FINE, joint="curve")


def _dot(band: Image.Image, centre: tuple[float, float], look: Theme) -> None:
    for tone, reach in ((look.mark_edge, _DOT + 4), (look.numbers, _DOT)):
        shape = disc(2 * reach + 2, reach)
        band.paste(tone, (round(centre[0]) - reach - 1, round(centre[1]) - reach - 1), shape)
