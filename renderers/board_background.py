"""Board background: draw the empty board: frame, field, points, bar and tray, with homes and heads marked."""

from collections.abc import Iterable, Sequence
from functools import lru_cache, partial

from PIL import Image, ImageChops, ImageDraw

from renderers.layout import CHART, FULL, HALF_COLUMNS, Box, Layout, place_of
from renderers.shapes import FINE, digits, mask, mix, rounded, shadow
from renderers.themes import THEMES, Theme, Tone
from renderers.wood import cut_grain, stain

_PLATE_GAP = 10
_PLAQUE = (58, 32)
"""Width and height of the plaque of a point's number, if the column is wide enough."""
_NARROW = 36
"""Plaques hardly wider than this get corners instead of round ends, so that their digits fit."""

_CLEAN_CUT = [0] * 128 + [255] * 128
"""A threshold without half-tones: antialiasing the steep edges of 24 points would dominate the PNG's size."""
_BARREL = (-0.1, 0.35, 0.35, 0.0, 0.0, 0.0, -0.2, -0.35, -0.5)
"""Brightness of a hinge's barrel relative to brass, for each pixel from left to right."""


@lru_cache(maxsize=16)
def board_background(
    theme: str,
    side: str,
    homes: tuple[int, int],
    heads: tuple[int, int] | None,
    numbers: tuple[int, ...] = (),
    layout: Layout = FULL,
) -> Image.Image:
    """Return the board without checkers as RGB, with tinted homes, marked heads and numbered points."""
    look = THEMES[theme]
    background = _frame(theme, layout).copy()
    _lay_field(background, look, layout, [_home_box(home, side, layout) for home in homes])
    for point in range(1, 25):
        owner = None if heads is None or point not in heads else (look.white, look.black)[heads.index(point)]
        centre = number_place(point, side, layout)
        if owner:
            medallion(background, centre, owner.body, owner.edge, look.inlay, layout)
        engrave(
            background,
            str(numbers[point - 1] if numbers else point),
            centre,
            owner.ink if owner else look.numbers,
            layout.number,
        )
    return background


def number_place(point: int, side: str, layout: Layout) -> tuple[int, int]:
    """Return the centre of a point's number on the frame."""
    place = place_of(point, side)
    y = layout.rail // 2 if place.above else layout.height - layout.rail // 2
    return layout.column_left(place) + layout.column // 2, y


@lru_cache(maxsize=4)
def chart_background(theme: str, field: Box, size: tuple[int, int] = CHART) -> Image.Image:
    """Return a chart's frame and field as RGB; its halves are tinted like White's home and Black's home."""
    look = THEMES[theme]
    background = stain(cut_grain(size, 1, lying=True), look.frame, look.grain)
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


def band_background(theme: str, size: tuple[int, int]) -> Image.Image:
    """Return a plank of the frame's wood, for the band above a board."""
    look = THEMES[theme]
    return stain(cut_grain(size, 1, lying=True), look.frame, look.grain)


@lru_cache(maxsize=8)
def _frame(theme: str, layout: Layout) -> Image.Image:
    """Draw frame, bar and tray, without the field."""
    look = THEMES[theme]
    background = stain(cut_grain(layout.size, 1, lying=True), look.frame, look.grain)
    left_half, right_half = layout.left_half, layout.right_half
    tray = layout.tray or (layout.width, layout.width)
    stiles = (
        (0, left_half[0]),
        (left_half[2], right_half[0]),
        (right_half[2], tray[0]),
        (tray[1], layout.width),
    )
    for seed, (left, right) in enumerate(stiles, 2):
        if left < right:
            plank = stain(cut_grain((right - left, layout.height), seed), look.frame, look.grain)
            background.paste(plank, (left, 0))
    for box in tray_wells(layout):
        background.paste(stain(cut_grain(_extent(box), 8), look.tray, look.grain), box)
        _sink(background, box, look)
    if layout.tray:
        _draw_panel(background, look, panel_box(layout))
    _frame_lines(background, look, layout)
    return background


def _lay_field(background: Image.Image, look: Theme, layout: Layout, homes: Sequence[Box]) -> None:
    """Draw both halves of the field with their points; each home is tinted in its owner's tone."""
    for seed, half in ((16, layout.left_half), (17, layout.right_half)):
        grain = cut_grain(_extent(half), seed)
        background.paste(stain(grain, look.field, look.grain * 0.6), half)
        for box, tone in zip(homes, (look.white_home, look.black_home), strict=True):
            if half[0] <= box[0] < half[2]:
                cut = grain.crop((0, box[1] - half[1], half[2] - half[0], box[3] - half[1]))
                background.paste(stain(cut, tone, look.grain * 0.6), box)
    _inlay_points(background, look, layout)
    for half in (layout.left_half, layout.right_half):
        _sink(background, half, look)


def _extent(box: Box) -> tuple[int, int]:
    return box[2] - box[0], box[3] - box[1]


def tray_wells(layout: Layout) -> tuple[Box, ...]:
    """Return the boxes of borne-off checkers, upper and lower; empty if the layout has no tray."""
    if layout.tray is None:
        return ()
    left, right = layout.tray
    away = layout.plate + _PLATE_GAP
    return (
        (left, layout.rail, right, layout.middle - away),
        (left, layout.middle + away, right, layout.height - layout.rail),
    )


def panel_box(layout: Layout) -> Box:
    """Return the box of the score plate between the two parts of the tray. The layout must have a tray."""
    left, right = layout.tray or (0, 0)
    return (left, layout.middle - layout.plate, right, layout.middle + layout.plate)


def _draw_panel(background: Image.Image, look: Theme, box: Box) -> None:
    """Draw the empty plate of the score."""
    size = _extent(box)
    background.paste(mix(look.frame, look.inlay, 0.35), box, rounded(size, 0, 12))
    background.paste(look.plate, box, rounded(size, 1.5, 11))


def _sink(background: Image.Image, box: Box, look: Theme) -> None:
    """Make a box look lower than the frame, with a shadow from the frame and a light lower edge."""
    hole = Image.new("L", background.size, 255)
    ImageDraw.Draw(hole).rectangle((box[0], box[1], box[2] - 1, box[3] - 1), fill=0)
    shade = shadow(hole, (3, 4), 3, 0.5).crop(box)
    background.paste(mix(look.frame, (0, 0, 0), 0.75), box, shade)
    draw = ImageDraw.Draw(background)
    dark, light = mix(look.frame, (0, 0, 0), 0.5), mix(look.frame, look.inlay, 0.3)
    left, top, right, bottom = box[0] - 1, box[1] - 1, box[2], box[3]
    draw.line((left, bottom, left, top, right, top), fill=dark, width=2)
    draw.line((left, bottom, right, bottom, right, top), fill=light, width=1)


def _frame_lines(background: Image.Image, look: Theme, layout: Layout) -> None:
    """Draw the inlaid line along the frame, and the seam and hinges of the bar."""
    _inlay_line(background, look)
    draw = ImageDraw.Draw(background)
    seam = layout.seam
    draw.line((seam - 1, 0, seam - 1, layout.height), fill=mix(look.frame, (0, 0, 0), 0.55), width=2)
    draw.line((seam + 1, 0, seam + 1, layout.height), fill=mix(look.frame, look.inlay, 0.25), width=1)
    for y in (layout.middle - layout.hinge, layout.middle + layout.hinge):
        _hinge(background, (seam, y), look, layout.unit)


def _inlay_line(background: Image.Image, look: Theme) -> None:
    line = ImageChops.subtract(rounded(background.size, 4, 9), rounded(background.size, 5.5, 8))
    background.paste(mix(look.frame, look.inlay, 0.7), (0, 0), line)


def _hinge(background: Image.Image, centre: tuple[int, int], look: Theme, unit: float) -> None:
    """Draw the barrel of a hinge: five knuckles on a pin."""
    width, knuckle = round(len(_BARREL) * unit), round(11 * unit)
    left = centre[0] - width // 2
    dark = mix(look.brass, (0, 0, 0), 0.7)
    draw = ImageDraw.Draw(background)
    for number in range(-2, 3):
        top = centre[1] + number * knuckle - knuckle // 2
        draw.rectangle((left - 1, top, left + width, top + knuckle - 1), fill=dark)
        for x in range(width):
            glint = _BARREL[int(x / unit)]
            tone = mix(look.brass, (255, 255, 255) if glint > 0 else (0, 0, 0), abs(glint))
            draw.line((left + x, top + 1, left + x, top + knuckle - 2), fill=tone)


def _inlay_points(background: Image.Image, look: Theme, layout: Layout) -> None:
    for dark, tone in ((False, look.light_point), (True, look.dark_point)):
        wood = stain(cut_grain(layout.size, 20 + dark), tone, look.grain * 0.6)
        cut = partial(_cut_points, layout=layout, points=range(1 + dark, 25, 2))
        shape = mask(layout.size, cut).point(_CLEAN_CUT)
        # Without antialiasing, a seam in a middle tone (the point's shape shifted sideways) smooths the edge.
        seam = ImageChops.lighter(ImageChops.offset(shape, -1, 0), ImageChops.offset(shape, 1, 0))
        background.paste(mix(tone, look.field, 0.5), (0, 0), seam)
        background.paste(wood, (0, 0), shape)


def _cut_points(draw: ImageDraw.ImageDraw, layout: Layout, points: Iterable[int]) -> None:
    """Draw the triangles of odd or even points on a mask; seen by Black, they are in the same places."""
    for point in points:
        place = place_of(point, "w")
        x = layout.column_left(place) + layout.column / 2
        foot, tip = layout.rail, layout.rail + layout.point_length
        if not place.above:
            foot, tip = layout.height - foot, layout.height - tip
        corners = [(x - layout.point_base / 2, foot), (x + layout.point_base / 2, foot), (x, tip)]
        draw.polygon([(across * FINE, down * FINE) for across, down in corners], fill=255)


def _home_box(home: int, side: str, layout: Layout) -> Box:
    places = [place_of(point, side) for point in range(home, home + HALF_COLUMNS)]
    left = min(layout.column_left(place) for place in places)
    top, bottom = layout.rail, layout.middle
    if not places[0].above:
        top, bottom = layout.middle, layout.height - layout.rail
    return (left, top, left + HALF_COLUMNS * layout.column, bottom)


def plaque_size(layout: Layout) -> tuple[int, int]:
    """Return the width and the height of the plaque of a point's number."""
    width, height = (round(each * layout.unit) for each in _PLAQUE)
    return min(width, layout.column - 1), height


def medallion(
    background: Image.Image, centre: tuple[int, int], body: Tone, edge: Tone, inlay: Tone, layout: Layout
) -> None:
    """Draw an empty plaque for a number."""
    width, height = plaque_size(layout)
    for tone, line in ((inlay, 0.0), (edge, 1.5), (body, 2.5)):
        inset = line * layout.unit
        background.paste(
            tone,
            (centre[0] - width // 2, centre[1] - height // 2),
            rounded((width, height), inset, min(height / 2, width - _NARROW * layout.unit) - inset),
        )


def engrave(background: Image.Image, text: str, centre: tuple[int, int], tone: Tone, size: int) -> None:
    """Write digits centred at a position."""
    ink = digits(text, size, 0.5)
    background.paste(tone, (centre[0] - ink.width // 2, centre[1] - ink.height // 2), ink)
