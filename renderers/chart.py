"""Chart: draw the winning chances of a game, turn by turn.

A line shows White's chances, from 0 at the bottom to 100 percent at the top. The area between the line and
the middle is filled in the tone of the side that is ahead. Numbered discs mark turns.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial

from PIL import Image, ImageDraw

from renderers import pieces
from renderers.board_background import chart_background
from renderers.layout import CHART, Box
from renderers.palette import in_palette
from renderers.scene import Chart
from renderers.shapes import FINE, digits, mask, mix
from renderers.themes import THEMES, Theme, Tone

_FIELD: Box = (112, 34, 1166, 532)
_PAD = 14
"""Pixels between the field's left and right edges and the first and last turn."""
_NUMBER = 32
_CERTAIN = 1000
_LEVELS = (250, 500, 750)
_STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000)
_MOST_NUMBERS = 11
_LINE, _EDGE = 5, 9
_DOT = 11
_DISC = 23
_AWAY = 62
"""Pixels between a disc and the turn that it marks."""
_APART = 2 * _DISC + 4
_SPAN = _FIELD[2] - _FIELD[0] - 2 * _PAD
_SHADE: Tone = (24, 12, 4)
_Place = tuple[float, float]


def compose_chart(chart: Chart) -> Image.Image:
    """Return the picture of a chart, in its theme's palette, of size `CHART`."""
    look = THEMES[chart.theme]
    picture = _panel(chart.theme).copy()
    course = [_place(chart, turn) for turn in range(chart.turns + 1)]
    _rule(picture, chart, look)
    _fill(picture, course, look)
    _draw_course(picture, course, look)
    _number_turns(picture, chart, look)
    for mark in _laid_out(chart, course):
        mark.draw(picture, look)
    return in_palette(picture, chart.theme)


def _place(chart: Chart, turn: int) -> _Place:
    """Return the position of a turn's value on the picture."""
    along = turn / chart.turns if chart.turns else 0.5
    down = 1 - chart.chances[turn] / _CERTAIN
    return _FIELD[0] + _PAD + along * _SPAN, _FIELD[1] + down * (_FIELD[3] - _FIELD[1])


def _height_of(level: int) -> int:
    return round(_FIELD[1] + (1 - level / _CERTAIN) * (_FIELD[3] - _FIELD[1]))


@lru_cache(maxsize=4)
def _panel(theme: str) -> Image.Image:
    """Return the empty chart: lines at 25, 50 and 75 percent, and a checker beside each side's half."""
    look = THEMES[theme]
    picture = chart_background(theme, _FIELD).copy()
    draw = ImageDraw.Draw(picture)
    for level in _LEVELS:
        y = _height_of(level)
        draw.line((_FIELD[0], y, _FIELD[2] - 1, y), fill=_quiet(look), width=2)
    for level, y in ((100, _FIELD[1] + 8), (50, _height_of(500)), (0, _FIELD[3] - 8)):
        _write(picture, str(level), (_FIELD[0] // 2 + 4, y), look.numbers)
    for colour, level in (("w", 750), ("b", 250)):
        piece = pieces.checker(theme, colour)
        left, top = _FIELD[0] // 2 + 4 - piece.width // 2, _height_of(level) - piece.height // 2
        picture.paste(piece, (left, top), piece)
    return picture


def _quiet(look: Theme) -> Tone:
    return mix(look.field, look.frame, 0.4)


def _rule(picture: Image.Image, chart: Chart, look: Theme) -> None:
    """Draw a faint line at each turn that is numbered."""
    draw = ImageDraw.Draw(picture)
    for turn in _numbered(chart):
        x = round(_place(chart, turn)[0])
        draw.line((x, _FIELD[1], x, _FIELD[3] - 1), fill=_quiet(look), width=2)


def _numbered(chart: Chart) -> range:
    """Return the turns whose numbers are written below the chart: at most eleven, evenly spaced."""
    step = next((each for each in _STEPS if chart.turns <= each * _MOST_NUMBERS), _STEPS[-1])
    return range(step, chart.turns + 1, step)


def _number_turns(picture: Image.Image, chart: Chart, look: Theme) -> None:
    y = (_FIELD[3] + CHART[1]) // 2 - 2
    for turn in _numbered(chart):
        _write(picture, str(turn), (round(_place(chart, turn)[0]), y), look.numbers)


def _write(picture: Image.Image, text: str, centre: tuple[int, int], tone: Tone) -> None:
    ink = digits(text, _NUMBER, 0.5)
    # The number of the last turn must not leave the picture.
    left = min(centre[0] - ink.width // 2, CHART[0] - ink.width - 12)
    picture.paste(tone, (left, centre[1] - ink.height // 2), ink)


def _fill(picture: Image.Image, course: Sequence[_Place], look: Theme) -> None:
    """Fill the area between the line and the middle in the tone of the side that is ahead."""
    middle = _height_of(_CERTAIN // 2)
    if len(course) > 1:
        corners = [(course[0][0], middle), *course, (course[-1][0], middle)]
        area = _on_field(lambda draw: draw.polygon(_fine(corners, _FIELD), fill=255))
        rise = middle - _FIELD[1]
        upper = (0, 0, area.width, rise)
        lower = (0, rise, area.width, area.height)
        picture.paste(look.white.body, (_FIELD[0], _FIELD[1]), area.crop(upper))
        picture.paste(look.black.body, (_FIELD[0], middle), area.crop(lower))
    line = mix(look.field, look.frame, 0.7)
    ImageDraw.Draw(picture).line((_FIELD[0], middle, _FIELD[2] - 1, middle), fill=line, width=2)


def _draw_course(picture: Image.Image, course: Sequence[_Place], look: Theme) -> None:
    """Draw the line of the chances with a dark edge, which sets it off against both tones."""
    if len(course) == 1:
        x, y = course[0]
        course = [(x - _PAD, y), (x + _PAD, y)]
    for tone, width in ((look.black.shade, _EDGE), (look.trace_ring, _LINE)):
        shape = _on_field(partial(_stroke, points=course, width=width))
        picture.paste(tone, (_FIELD[0], _FIELD[1]), shape)


def _stroke(draw: ImageDraw.ImageDraw, points: Sequence[_Place], width: int) -> None:
    draw.line(_fine(points, _FIELD), fill=255, width=width * FINE, joint="curve")
    reach = width / 2
    for x, y in (points[0], points[-1]):
        draw.ellipse(_fine([(x - reach, y - reach), (x + reach, y + reach)], _FIELD), fill=255)


def _on_field(draw: Callable[[ImageDraw.ImageDraw], None]) -> Image.Image:
    """Return a mask of the field's size."""
    return mask((_FIELD[2] - _FIELD[0], _FIELD[3] - _FIELD[1]), draw)


def _fine(points: Iterable[_Place], box: Box) -> list[_Place]:
    """Convert positions on the picture to positions on the enlarged mask of a box."""
    return [((x - box[0]) * FINE, (y - box[1]) * FINE) for x, y in points]


@dataclass(frozen=True, slots=True)
class _Mark:
    """A numbered disc that marks a turn: number, position of the turn, position of the disc."""

    number: int
    turn: _Place
    disc: _Place

    def draw(self, picture: Image.Image, look: Theme) -> None:
        """Draw the dot, the disc, and the line between them."""
        left, right = sorted((self.turn[0], self.disc[0]))
        top, bottom = sorted((self.turn[1], self.disc[1]))
        box = (int(left) - _DISC, int(top) - _DISC, int(right) + _DISC, int(bottom) + _DISC)
        size = (box[2] - box[0], box[3] - box[1])
        for tone, width, dot in ((look.mark_edge, 7, _DOT), (look.mark, 3, _DOT - 2)):
            shape = mask(size, partial(self._tie, box=box, width=width, dot=dot))
            picture.paste(tone, box, shape)
        piece = pieces.numbered_disc(look, _DISC, _NUMBER, self.number)
        corner = round(self.disc[0] - piece.width / 2), round(self.disc[1] - piece.height / 2)
        picture.paste(piece, corner, piece)

    def _tie(self, draw: ImageDraw.ImageDraw, box: Box, width: int, dot: int) -> None:
        draw.line(_fine([self.turn, self.disc], box), fill=255, width=width * FINE)
        x, y = self.turn
        draw.ellipse(_fine([(x - dot, y - dot), (x + dot, y + dot)], box), fill=255)


def _laid_out(chart: Chart, course: Sequence[_Place]) -> list[_Mark]:
    """Place the discs of all marked turns on the side towards the middle, without overlaps."""
    middle = _height_of(_CERTAIN // 2)
    groups: list[list[_Mark]] = []
    for turn, number in sorted((turn, number) for number, turn in enumerate(chart.marks, 1)):
        x, y = course[turn]
        mark = _Mark(number, (x, y), (x, y + (_AWAY if y < middle else -_AWAY)))
        if groups and _crowded(mark, groups[-1]):
            groups[-1] = _spread([*groups[-1], mark])
        else:
            groups.append([mark])
    return [mark for group in groups for mark in group]


def _crowded(mark: _Mark, group: Sequence[_Mark]) -> bool:
    x, y = mark.disc
    return any(x - other.disc[0] < _APART and abs(y - other.disc[1]) < _APART for other in group)


def _spread(group: Sequence[_Mark]) -> list[_Mark]:
    """Place a group's discs side by side in the order of their turns, so that no connecting lines cross."""
    reach = _APART * (len(group) - 1) / 2
    centre = sum(mark.turn[0] for mark in group) / len(group)
    centre = min(max(centre, _FIELD[0] + _DISC + reach), _FIELD[2] - _DISC - reach)
    y = group[0].disc[1]
    return [replace(mark, disc=(centre - reach + place * _APART, y)) for place, mark in enumerate(group)]
