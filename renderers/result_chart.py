"""Result chart: draw a player's won and lost games: above a bar for each game, below columns for the months.

Wins have White's tone, losses Black's. Draws are in the middle of the bars, but not in the columns. A month's
column rises for wins and hangs down for losses. Bands show how many games are how high, with their numbers at
the left. Names and axes are left out where the system's font cannot write them: the games are numbered then.
"""

from collections.abc import Iterable
from typing import Final

from PIL import Image, ImageDraw

from renderers import pieces
from renderers.board_background import chart_background
from renderers.layout import RESULTS, Box
from renderers.palette import in_palette
from renderers.scene import ResultChart
from renderers.shapes import digits, mix
from renderers.themes import THEMES, Theme, Tone, Tones
from renderers.words import words

_FIELD: Final[Box] = (118, 498, 1164, 822)
_PAD: Final = 12
"""Pixels between the field's edges and the columns."""
_WIDEST: Final = 110
_NUMBER: Final = 40
_WORD: Final = 38
"""Sizes of digits and words. On a phone, at 360 pixels, they are 12 and 11 pixels large."""
_EDGE: Final = 36
_LEGEND: Final = 56
"""The height of the middle of the legend."""
_ROWS: Final = (96, 430)
"""The upper and the lower end of the bars' rows."""
_NAMES: Final = 340
"""The widest name of a game."""
_BARS: Final = (400, 930)
"""The left end of the bars, and the right end of the longest."""
_ROW: Final = 104
"""Pixels from one bar to the next; fewer if there are many bars."""
_THICKEST: Final = 60
_DISC: Final = 24
_TITLE: Final = 464
"""The height of the middle of the axes' names."""
_BANDS: Final = 3
"""The bands on each side of the middle; a month with the most games fills at most all of them."""
_STEPS: Final = (1, 2, 5)


def compose_result_chart(chart: ResultChart) -> Image.Image:
    """Return the picture of a result chart, in its theme's palette, of size `RESULTS`."""
    look = THEMES[chart.theme]
    step = _step(max(count for _, *both in chart.months for count in both))
    picture = chart_background(chart.theme, _FIELD, RESULTS).copy()
    _draw_legend(picture, chart, look)
    _draw_games(picture, chart, look)
    _draw_bands(picture, look, step)
    _draw_months(picture, chart, look, step)
    return in_palette(picture, chart.theme)


def _step(most: int) -> int:
    """Return how many games a band stands for: the least round number with which `most` fits."""
    power = 1
    while True:
        for each in _STEPS:
            if each * power * _BANDS >= most:
                return each * power
        power *= 10


def _middle() -> int:
    return (_FIELD[1] + _FIELD[3]) // 2


def _written(texts: Iterable[str], width: int | None = None) -> list[Image.Image]:
    """Return the masks of some texts; none if one of them cannot be written."""
    masks = [words(each, _WORD, width) for each in texts]
    return [each for each in masks if each is not None] if all(masks) else []


def _draw_legend(picture: Image.Image, chart: ResultChart, look: Theme) -> None:
    """Draw what the tones of the bars mean, and the names of the months' axes; two checkers without words."""
    written = _written(chart.legend)
    if not written:
        for colour, y in (("w", (_FIELD[1] + _middle()) // 2), ("b", (_middle() + _FIELD[3]) // 2)):
            piece = pieces.checker(chart.theme, colour, _DISC)
            picture.paste(piece, (_EDGE - piece.width, y - piece.height // 2), piece)
        return
    x = _EDGE
    for word, tones in zip(written, (look.white, None, look.black), strict=False):
        _draw_block(picture, (x, _LEGEND - 17, x + 34, _LEGEND + 17), look, tones)
        picture.paste(look.numbers, (x + 48, _LEGEND - word.height // 2), word)
        x += 48 + word.width + 44
    axes = written[-1]
    picture.paste(look.numbers, (_EDGE, _TITLE - axes.height // 2), axes)


def _draw_games(picture: Image.Image, chart: ResultChart, look: Theme) -> None:
    """Draw a named bar for each kind of game; its parts are games won, drawn and lost, its end the score."""
    count = len(chart.games)
    row = min(_ROW, (_ROWS[1] - _ROWS[0]) / count)
    thick = min(_THICKEST, round(row * 0.68))
    size = min(_NUMBER, round(row))
    most = max(1, *(sum(each) for each in chart.games))  # At least 1, because lengths are divided by it.
    names = _written(chart.names, _NAMES)
    for number, (won, drawn, lost) in enumerate(chart.games):
        y = round(_ROWS[0] + row * (number + 0.5))
        if names:
            picture.paste(look.numbers, (_EDGE, y - names[number].height // 2), names[number])
        else:
            disc = pieces.numbered_disc(look, min(_DISC, round(row / 2) - 1), min(34, size), number + 1)
            picture.paste(disc, (_EDGE, y - disc.height // 2), disc)
        long = (_BARS[1] - _BARS[0]) / most
        left = float(_BARS[0])
        for part, tones in ((won, look.white), (drawn, None), (lost, look.black)):
            box = (round(left), y - thick // 2, round(left + part * long), y + thick // 2)
            left += part * long
            if part and box[2] > box[0]:
                _draw_block(picture, box, look, tones)
        score = f"{won}-{lost}" + (f" ({drawn})" if drawn else "")
        ink = digits(score, size, 0.5)
        room = RESULTS[0] - _EDGE - round(left) - 20
        if ink.width > room:
            ink = ink.resize((room, max(1, ink.height * room // ink.width)), Image.Resampling.LANCZOS)
        picture.paste(look.numbers, (round(left) + 20, y - ink.height // 2), ink)


def _draw_bands(picture: Image.Image, look: Theme, step: int) -> None:
    """Tint every second band, and write how many games each band's outer edge stands for."""
    draw, middle = ImageDraw.Draw(picture), _middle()
    high = (middle - _FIELD[1] - _PAD) / _BANDS
    for band in range(1, _BANDS + 1):
        for up, home in ((-1, look.white_home), (1, look.black_home)):
            outer = round(middle + up * band * high)
            if band % 2:
                inner = round(middle + up * (band - 1) * high)
                tone = mix(home, look.field if up < 0 else look.frame, 0.35)
                draw.rectangle(
                    (_FIELD[0], min(inner, outer), _FIELD[2] - 1, max(inner, outer) - 1), fill=tone
                )
            ink = digits(str(step * band), _NUMBER - 5, 0.5)
            room = _FIELD[0] - _EDGE - 14
            if ink.width > room:
                ink = ink.resize((room, ink.height * room // ink.width), Image.Resampling.LANCZOS)
            picture.paste(look.numbers, (_FIELD[0] - 14 - ink.width, outer - ink.height // 2), ink)
    line = mix(look.field, look.frame, 0.7)
    draw.line((_FIELD[0], middle, _FIELD[2] - 1, middle), fill=line, width=3)


def _draw_months(picture: Image.Image, chart: ResultChart, look: Theme, step: int) -> None:
    """Draw each month's columns and number."""
    middle = _middle()
    slot = (_FIELD[2] - _FIELD[0] - 2 * _PAD) / len(chart.months)
    reach = min(_WIDEST, slot * 0.74) / 2
    high = (middle - _FIELD[1] - _PAD) / (_BANDS * step)
    for place, (month, won, lost) in enumerate(chart.months):
        x = _FIELD[0] + _PAD + (place + 0.5) * slot
        left, right = round(x - reach), round(x + reach)
        if won:
            _draw_block(picture, (left, middle - round(high * won), right, middle), look, look.white)
        if lost:
            _draw_block(picture, (left, middle, right, middle + round(high * lost)), look, look.black)
        ink = digits(str(month), _NUMBER, 0.5)
        y = (_FIELD[3] + RESULTS[1]) // 2 - 2
        picture.paste(look.numbers, (round(x) - ink.width // 2, y - ink.height // 2), ink)


def _draw_block(picture: Image.Image, box: Box, look: Theme, tones: Tones | None) -> None:
    """Draw a part of a bar, or a column, with an edge that sets it off from its surroundings."""
    draw = ImageDraw.Draw(picture)
    body: Tone
    body, edge = (tones.body, tones.edge) if tones else (look.field, look.black.edge)
    if tones is look.black:  # In some themes Black's own edge is as dark as the frame.
        edge = mix(look.inlay, look.numbers, 0.25)
    left, top, right, bottom = box
    draw.rectangle((left, top, max(left, right - 1), max(top, bottom - 1)), fill=edge)
    if right - left > 4 and bottom - top > 4:  # noqa: PLR2004 - two edges of two pixels
        draw.rectangle((left + 2, top + 2, right - 3, bottom - 3), fill=body)
        light = tones.light if tones else body
        draw.line((left + 2, top + 2, right - 3, top + 2), fill=light, width=2)
