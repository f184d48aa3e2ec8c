"""Result chart: draw a player's won and lost games: at the left a bar for each game, at the right by month.

Wins have White's tone, losses Black's. Draws are in the middle of the bars, but not in the columns. A month's
column rises for wins and hangs down for losses; the number at both ends is the largest count of a column.
"""

from functools import lru_cache
from typing import Final

from PIL import Image, ImageDraw

from renderers import pieces
from renderers.board_background import chart_background
from renderers.layout import CHART, Box
from renderers.palette import in_palette
from renderers.scene import ResultChart
from renderers.shapes import digits, mix
from renderers.themes import THEMES, Theme, Tone, Tones

_FIELD: Final[Box] = (600, 34, 1166, 532)
_PAD: Final = 12
"""Pixels between the field's edges and the columns."""
_WIDEST: Final = 56
_NUMBER: Final = 34
_BARS: Final = (112, 486)
"""The left end of the bars, and the right end of the longest."""
_ROW: Final = 92
"""Pixels from one bar to the next; fewer if there are many bars."""
_THICKEST: Final = 56
_DISC: Final = 24
_MOST_NUMBERED: Final = 8
"""The most months that are all numbered. Else every second is, so that numbers do not touch on a phone."""
_SHADE: Tone = (24, 12, 4)


def compose_result_chart(chart: ResultChart) -> Image.Image:
    """Return the picture of a result chart, in its theme's palette, of size `CHART`."""
    look = THEMES[chart.theme]
    picture = _panel(chart.theme).copy()
    _draw_games(picture, chart, look)
    _draw_months(picture, chart, look)
    return in_palette(picture, chart.theme)


@lru_cache(maxsize=4)
def _panel(theme: str) -> Image.Image:
    """Return the empty chart, with a white checker beside the upper half and a black one beside the lower."""
    picture = chart_background(theme, _FIELD).copy()
    look, middle = THEMES[theme], _middle()
    for colour, y in (("w", (_FIELD[1] + middle) // 2), ("b", (_FIELD[3] + middle) // 2)):
        piece = pieces.checker(theme, colour)
        picture.paste(piece, (_axis() - piece.width // 2, y - piece.height // 2), piece)
    line = mix(look.field, look.frame, 0.7)
    ImageDraw.Draw(picture).line((_FIELD[0], middle, _FIELD[2] - 1, middle), fill=line, width=2)
    return picture


def _middle() -> int:
    return (_FIELD[1] + _FIELD[3]) // 2


def _axis() -> int:
    return (_BARS[1] + _FIELD[0]) // 2 + 8


def _draw_games(picture: Image.Image, chart: ResultChart, look: Theme) -> None:
    """Draw a numbered bar for each kind of game; its parts are games won, drawn and lost."""
    count = len(chart.games)
    room = _FIELD[3] - _FIELD[1]
    row = min(_ROW, room / count)
    thick = min(_THICKEST, round(row * 0.68))
    top = _FIELD[1] + (room - row * count) / 2
    most = max(1, *(sum(each) for each in chart.games))  # At least 1, because lengths are divided by it.
    for number, (won, drawn, lost) in enumerate(chart.games, 1):
        y = round(top + row * (number - 0.5))
        disc_of = pieces.numbered_disc(look, _DISC, _NUMBER, number)
        picture.paste(disc_of, (62 - disc_of.width // 2, y - disc_of.height // 2), disc_of)
        long = (_BARS[1] - _BARS[0]) / most
        left = float(_BARS[0])
        for part, tones in ((won, look.white), (drawn, None), (lost, look.black)):
            box = (round(left), y - thick // 2, round(left + part * long), y + thick // 2)
            left += part * long
            if part and box[2] > box[0]:
                _draw_block(picture, box, look, tones)
                _write_inside(picture, part, box, tones.ink if tones else look.ink)


def _draw_months(picture: Image.Image, chart: ResultChart, look: Theme) -> None:
    """Draw each month's columns and number, and the scale's largest count at both ends."""
    middle, most = _middle(), max(1, *(count for _, *both in chart.months for count in both))
    slot = (_FIELD[2] - _FIELD[0] - 2 * _PAD) / len(chart.months)
    reach = min(_WIDEST, slot * 0.74) / 2
    high = middle - _FIELD[1] - _PAD
    apart = 1 if len(chart.months) <= _MOST_NUMBERED else 2
    for place, (month, won, lost) in enumerate(chart.months):
        x = _FIELD[0] + _PAD + (place + 0.5) * slot
        left, right = round(x - reach), round(x + reach)
        if won:
            _draw_block(picture, (left, middle - round(high * won / most), right, middle), look, look.white)
        if lost:
            _draw_block(picture, (left, middle, right, middle + round(high * lost / most)), look, look.black)
        # Counted from the end, so that the last month always has its number.
        if (len(chart.months) - 1 - place) % apart == 0:
            _write(picture, str(month), (round(x), (_FIELD[3] + CHART[1]) // 2 - 2), look.numbers)
    for y in (_FIELD[1] + 14, _FIELD[3] - 14):
        _write(picture, str(most), (_axis(), y), look.numbers)


def _draw_block(picture: Image.Image, box: Box, look: Theme, tones: Tones | None) -> None:
    """Draw a part of a bar, or a column, with an edge that sets it off from its surroundings."""
    draw = ImageDraw.Draw(picture)
    body, edge = (tones.body, tones.edge) if tones else (look.field, look.black.edge)
    if tones is look.black:  # In some themes Black's own edge is as dark as the frame.
        edge = mix(look.inlay, look.numbers, 0.25)
    left, top, right, bottom = box
    draw.rectangle((left, top, max(left, right - 1), max(top, bottom - 1)), fill=edge)
    if right - left > 4 and bottom - top > 4:  # noqa: PLR2004 - two edges of two pixels
        draw.rectangle((left + 2, top + 2, right - 3, bottom - 3), fill=body)
        light = tones.light if tones else body
        draw.line((left + 2, top + 2, right - 3, top + 2), fill=light, width=2)


def _write_inside(picture: Image.Image, count: int, box: Box, tone: Tone) -> None:
    """Write the number of games in a part of a bar, if there is room."""
    ink = digits(str(count), min(_NUMBER, box[3] - box[1]), 0.5)
    if ink.width + 10 <= box[2] - box[0] and ink.height + 4 <= box[3] - box[1]:
        centre = (box[0] + box[2]) // 2, (box[1] + box[3]) // 2
        picture.paste(tone, (centre[0] - ink.width // 2, centre[1] - ink.height // 2), ink)


def _write(picture: Image.Image, text: str, centre: tuple[int, int], tone: Tone) -> None:
    ink = digits(text, _NUMBER, 0.5)
    picture.paste(tone, (centre[0] - ink.width // 2, centre[1] - ink.height // 2), ink)
