"""Board background: the empty board: frame, field, points, bar and tray, and a game's homes and heads."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from renderers.layout import (
    BAND,
    CHART,
    COLUMN,
    HALF_COLUMNS,
    HEIGHT,
    LEFT_HALF,
    MIDDLE,
    POINT_LENGTH,
    RAIL,
    RIGHT_HALF,
    TRAY,
    WIDTH,
    Box,
    place_of,
)
from renderers.shapes import FINE, cast, digits, mask, mixed, rounded
from renderers.themes import THEMES, Theme, Tone
from renderers.wood import cut_grain, stain

__all__ = ["band_background", "board_background", "chart_background"]

_SIZE = (WIDTH, HEIGHT)
_NUMBER_SIZE = 32
_POINT_BASE = 66
_CLEAN_CUT = [0] * 128 + [255] * 128
"""Half-tones along two dozen steep edges would cost more bytes than all the grain."""
_BARREL = (-0.1, 0.35, 0.35, 0.0, 0.0, 0.0, -0.2, -0.35, -0.5)
"""From left to right, how much lighter or darker than brass a hinge's barrel is."""


@lru_cache(maxsize=8)
def board_background(
    theme: str,
    side: str,
    homes: tuple[int, int],
    heads: tuple[int, int] | None,
    numbers: tuple[int, ...] = (),
) -> Image.Image:
    """Return the board without checkers, as RGB: homes tinted, heads marked, points numbered."""
    look = THEMES[theme]
    background = _frame(theme).copy()
    _lay_field(background, look, [_home_box(home, side) for home in homes])
    for point in range(1, 25):
        owner = None if heads is None or point not in heads else (look.white, look.black)[heads.index(point)]
        place = place_of(point, side)
        centre = (place.left + COLUMN // 2, RAIL // 2 if place.above else HEIGHT - RAIL // 2)
        if owner:
            _medallion(background, centre, owner.body, owner.edge, look.inlay)
        _engrave(
            background,
            str(numbers[point - 1] if numbers else point),
            centre,
            owner.ink if owner else look.numbers,
        )
    return background


@lru_cache(maxsize=4)
def chart_background(theme: str, field: Box) -> Image.Image:
    """A frame with one field, as RGB: its upper half leans to White's tone, its lower half to Black's."""
    look = THEMES[theme]
    background = stain(cut_grain(CHART, 1, lying=True), look.frame, look.grain)
    left, top, right, bottom = field
    middle = (top + bottom) // 2
    grain = cut_grain(_extent(field), 16)
    for tone, box in (
        (look.white_home, (left, top, right, middle)),
        (look.black_home, (left, middle, right, bottom)),
    ):
        cut = grain.crop((0, box[1] - top, right - left, box[3] - top))
        background.paste(stain(cut, tone, look.grain * 0.6), box)
    _sink(background, field, look)
    _inlay_line(background, look)
    return background


def band_background(theme: str) -> Image.Image:
    """Return a plank of the frame's wood, to stand above a board."""
    look = THEMES[theme]
    return stain(cut_grain((WIDTH, BAND), 1, lying=True), look.frame, look.grain)


@lru_cache(maxsize=4)
def _frame(theme: str) -> Image.Image:
    """Draw frame, bar and tray, without the field."""
    look = THEMES[theme]
    background = stain(cut_grain(_SIZE, 1, lying=True), look.frame, look.grain)
    stiles = ((0, LEFT_HALF[0]), (LEFT_HALF[2], RIGHT_HALF[0]), (RIGHT_HALF[2], TRAY[0]), (TRAY[2], WIDTH))
    for seed, (left, right) in enumerate(stiles, 2):
        background.paste(stain(cut_grain((right - left, HEIGHT), seed), look.frame, look.grain), (left, 0))
    for box in _tray_wells():
        background.paste(stain(cut_grain(_extent(box), 8), look.tray, look.grain), box)
        _sink(background, box, look)
    _frame_lines(background, look)
    return background


def _lay_field(background: Image.Image, look: Theme, homes: Sequence[Box]) -> None:
    """Draw both halves with their points, each home in a wood that leans to its owner's tone."""
    for seed, half in ((16, LEFT_HALF), (17, RIGHT_HALF)):
        grain = cut_grain(_extent(half), seed)
        background.paste(stain(grain, look.field, look.grain * 0.6), half)
        for box, tone in zip(homes, (look.white_home, look.black_home), strict=True):
            if half[0] <= box[0] < half[2]:
                cut = grain.crop((0, box[1] - half[1], half[2] - half[0], box[3] - half[1]))
                background.paste(stain(cut, tone, look.grain * 0.6), box)
    _inlay_points(background, look)
    for half in (LEFT_HALF, RIGHT_HALF):
        _sink(background, half, look)


def _extent(box: Box) -> tuple[int, int]:
    return box[2] - box[0], box[3] - box[1]


def _tray_wells() -> tuple[Box, Box]:
    gap = 8
    return (TRAY[0], TRAY[1], TRAY[2], MIDDLE - gap), (TRAY[0], MIDDLE + gap, TRAY[2], TRAY[3])


def _sink(background: Image.Image, box: Box, look: Theme) -> None:
    """Draw a floor deeper than the frame: the frame's shadow on it and light on its lower edge."""
    hole = Image.new("L", background.size, 255)
    ImageDraw.Draw(hole).rectangle((box[0], box[1], box[2] - 1, box[3] - 1), fill=0)
    shadow = cast(hole, (3, 4), 3, 0.5).crop(box)
    background.paste(mixed(look.frame, (0, 0, 0), 0.75), box, shadow)
    draw = ImageDraw.Draw(background)
    dark, light = mixed(look.frame, (0, 0, 0), 0.5), mixed(look.frame, look.inlay, 0.3)
    left, top, right, bottom = box[0] - 1, box[1] - 1, box[2], box[3]
    draw.line((left, bottom, left, top, right, top), fill=dark, width=2)
    draw.line((left, bottom, right, bottom, right, top), fill=light, width=1)


def _frame_lines(background: Image.Image, look: Theme) -> None:
    """Draw the inlaid line around everything, and the seam and hinges of the bar."""
    _inlay_line(background, look)
    draw = ImageDraw.Draw(background)
    seam = (LEFT_HALF[2] + RIGHT_HALF[0]) // 2
    draw.line((seam - 1, 0, seam - 1, HEIGHT), fill=mixed(look.frame, (0, 0, 0), 0.55), width=2)
    draw.line((seam + 1, 0, seam + 1, HEIGHT), fill=mixed(look.frame, look.inlay, 0.25), width=1)
    for y in (MIDDLE - 230, MIDDLE + 230):
        _hinge(background, (seam, y), look)


def _inlay_line(background: Image.Image, look: Theme) -> None:
    line = ImageChops.subtract(rounded(background.size, 4, 9), rounded(background.size, 5.5, 8))
    background.paste(mixed(look.frame, look.inlay, 0.7), (0, 0), line)


def _hinge(background: Image.Image, centre: tuple[int, int], look: Theme) -> None:
    """Draw the barrel of a hinge: five knuckles on a pin."""
    width, knuckle = len(_BARREL), 11
    left = centre[0] - width // 2
    dark = mixed(look.brass, (0, 0, 0), 0.7)
    draw = ImageDraw.Draw(background)
    for number in range(-2, 3):
        top = centre[1] + number * knuckle - knuckle // 2
        draw.rectangle((left - 1, top, left + width, top + knuckle - 1), fill=dark)
        for x, glint in enumerate(_BARREL):
            tone = mixed(look.brass, (255, 255, 255) if glint > 0 else (0, 0, 0), abs(glint))
            draw.line((left + x, top + 1, left + x, top + knuckle - 2), fill=tone)


def _inlay_points(background: Image.Image, look: Theme) -> None:
    for dark, tone in ((False, look.light_point), (True, look.dark_point)):
        wood = stain(cut_grain(_SIZE, 20 + dark), tone, look.grain * 0.6)
        shape = mask(_SIZE, _cut_dark_points if dark else _cut_light_points).point(_CLEAN_CUT)
        # A seam between the two tones, the point's own shape moved aside, smooths the edge.
        seam = ImageChops.lighter(ImageChops.offset(shape, -1, 0), ImageChops.offset(shape, 1, 0))
        background.paste(mixed(tone, look.field, 0.5), (0, 0), seam)
        background.paste(wood, (0, 0), shape)


def _cut_light_points(draw: ImageDraw.ImageDraw) -> None:
    _cut_points(draw, range(1, 25, 2))


def _cut_dark_points(draw: ImageDraw.ImageDraw) -> None:
    _cut_points(draw, range(2, 25, 2))


def _cut_points(draw: ImageDraw.ImageDraw, points: Iterable[int]) -> None:
    """Cut points out, the same whoever sits below: half a turn takes odd points to odd ones."""
    for point in points:
        place = place_of(point, "w")
        x = place.left + COLUMN / 2
        foot, tip = (
            (RAIL, RAIL + POINT_LENGTH) if place.above else (HEIGHT - RAIL, HEIGHT - RAIL - POINT_LENGTH)
        )
        corners = [(x - _POINT_BASE / 2, foot), (x + _POINT_BASE / 2, foot), (x, tip)]
        draw.polygon([(across * FINE, down * FINE) for across, down in corners], fill=255)


def _home_box(home: int, side: str) -> Box:
    places = [place_of(point, side) for point in range(home, home + HALF_COLUMNS)]
    left = min(place.left for place in places)
    top, bottom = (RAIL, MIDDLE) if places[0].above else (MIDDLE, HEIGHT - RAIL)
    return (left, top, left + HALF_COLUMNS * COLUMN, bottom)


def _medallion(background: Image.Image, centre: tuple[int, int], body: Tone, edge: Tone, inlay: Tone) -> None:
    size = (58, 32)
    for tone, inset in ((inlay, 0.0), (edge, 1.5), (body, 2.5)):
        background.paste(
            tone,
            (centre[0] - size[0] // 2, centre[1] - size[1] // 2),
            rounded(size, inset, size[1] / 2 - inset),
        )


def _engrave(background: Image.Image, text: str, centre: tuple[int, int], tone: Tone) -> None:
    ink = digits(text, _NUMBER_SIZE, 0.5)
    background.paste(tone, (centre[0] - ink.width // 2, centre[1] - ink.height // 2), ink)
