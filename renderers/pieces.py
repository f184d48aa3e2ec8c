"""Pieces: draw and cache checkers, dice and the cube as small images with transparency.

The light comes from the upper left.
"""

from dataclasses import replace
from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from renderers.layout import FULL, MARGIN
from renderers.shapes import FINE, digits, disc, fade, mix, ring_mask, rounded, shadow, stamp
from renderers.themes import THEMES, Theme, Tone, Tones, luminance

_DARK_BRASS = 0.2

# The turned zones of a checker, from the rim to the middle: outer radius as a fraction of the checker's, tone
# from shade (-1) over body (0) to light (1), and how much lighter the zone is on the side towards the light.
_TURNED = ((0.95, 0.05, 0.85), (0.85, 0.06, 0.08), (0.75, -0.10, -0.75), (0.64, 0.07, 0.10))
_RING = (0.725, 0.065)
"""Outer radius and width of the ring on a checker's face, as fractions of the checker's radius."""
LYING = (86, 12)
"""Width and height of a borne-off checker, which lies on its edge in the tray."""
_PIPS = {
    0: (),
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
_USED = 0.34
"""Opacity of a used die's body."""
_USED_LINE = 0.8
_SHADE: Tone = (24, 12, 4)


@lru_cache(maxsize=32)
def checker(theme: str, colour: str, diameter: int = FULL.checker) -> Image.Image:
    """Return a checker seen from above with its shadow, in a margin of `MARGIN` pixels."""
    tones = THEMES[theme].of(colour)
    size = diameter + 2 * MARGIN
    large, middle, radius = size * FINE, size * FINE / 2, diameter * FINE / 2
    face = Image.new("RGB", (large, large), tones.edge)
    light = _light(large)
    for part, tone, lean in _TURNED:
        zone = Image.new("L", (large, large))
        reach = radius * part
        ImageDraw.Draw(zone).ellipse(
            (middle - reach, middle - reach, middle + reach, middle + reach), fill=255
        )
        face.paste(_lit(tones, tone, lean, light), (0, 0), zone)
    outline = disc(size, diameter / 2)
    piece = face.reduce(FINE)
    piece.paste(tones.ring, (0, 0), ring_mask(size, diameter / 2 * _RING[0], diameter / 2 * _RING[1]))
    piece.putalpha(outline)
    return _above_shadow(piece, outline)


@lru_cache(maxsize=8)
def lying_checker(theme: str, colour: str) -> Image.Image:
    """Return a borne-off checker, which lies on its edge in the tray."""
    tones = THEMES[theme].of(colour)
    width, height = LYING
    face = Image.new("RGB", LYING)
    draw = ImageDraw.Draw(face)
    for row in range(height):
        groove = 0.55 if row in (height // 2, height // 2 - 1) else 0
        draw.line((0, row, width, row), fill=_shaded(tones, 0.8 - 1.5 * row / height - groove))
    body = stamp(tones.edge, rounded(LYING, 0, 5))
    body.paste(face, (0, 0), rounded(LYING, 1.25, 4))
    return body


@lru_cache(maxsize=256)
def die(theme: str, colour: str, value: int, edge: int = FULL.die, *, used: bool) -> Image.Image:
    """Return a die with its shadow, in a margin of `MARGIN` pixels.

    A used die is nearly transparent with a visible outline. The value 0 means a die that is not yet rolled:
    it has no pips, and a marked frame.
    """
    look = THEMES[theme]
    tones = look.of(colour)
    size = edge + 2 * MARGIN
    body, part = rounded((size, size), MARGIN, edge * 0.2), edge / FULL.die
    pips = Image.new("L", (size, size))
    for x, y in _PIPS[value]:
        pips = ImageChops.lighter(
            pips, disc(size, edge * 0.105, (size / 2 + x * edge * 0.27, size / 2 + y * edge * 0.27))
        )
    if used:
        line = ImageChops.subtract(body, rounded((size, size), MARGIN + 2.5 * part, 10 * part))
        shape = ImageChops.lighter(fade(body, _USED), fade(ImageChops.lighter(line, pips), _USED_LINE))
        return stamp(tones.body, shape)
    piece = stamp(tones.edge, body)
    piece.paste(
        _lit(tones, 0.1, 0.7, _light(size)), (0, 0), rounded((size, size), MARGIN + 1.5 * part, 10.5 * part)
    )
    piece.paste(_shaded(tones, 0.12), (0, 0), rounded((size, size), MARGIN + 4 * part, 12 * part))
    piece.paste(tones.ink, (0, 0), pips)
    if not value:
        piece = stamp(look.mark_edge, rounded((size, size), MARGIN - 3 * part, 15 * part))
        piece.paste(look.mark, (0, 0), rounded((size, size), MARGIN - 2 * part, 14 * part))
        piece.paste(look.mark_edge, (0, 0), rounded((size, size), MARGIN + 3 * part, 10 * part))
        piece.paste(_shaded(tones, 0.12), (0, 0), rounded((size, size), MARGIN + 4 * part, 9 * part))
    return _above_shadow(piece, body)


@lru_cache(maxsize=8)
def move_dot(theme: str, colour: str, size: int = 22, *, used: bool) -> Image.Image:
    """Return the dot beside the dice for one move of doubles; it is hollow once the move is played."""
    tones = THEMES[theme].of(colour)
    if used:
        return stamp(tones.body, fade(ring_mask(size, size * 0.41, size * 0.11), _USED_LINE))
    dot = stamp(tones.edge, disc(size, size * 0.45))
    dot.paste(tones.body, (0, 0), disc(size, size * 0.39))
    return dot


@lru_cache(maxsize=64)
def cube(theme: str, value: int, owner: str | None = None, edge: int = FULL.cube) -> Image.Image:
    """Return the doubling cube with its shadow, in its owner's tones, or in brass if it has no owner."""
    look = THEMES[theme]
    brass = Tones(
        mix(look.brass, (255, 255, 255), 0.35), look.brass, look.brass, look.plate, look.plate, look.plate
    )
    if luminance(look.brass) < _DARK_BRASS:  # Dark digits would be unreadable.
        brass = replace(brass, ink=look.numbers, edge=look.numbers)
    tones = look.of(owner) if owner else brass
    size = edge + 2 * MARGIN
    body = rounded((size, size), MARGIN, 9 * edge / FULL.cube)
    piece = stamp(tones.edge, body)
    piece.paste(
        _lit(tones, 0.1, 0.7, _light(size)), (0, 0), rounded((size, size), MARGIN + 1.5, 8 * edge / FULL.cube)
    )
    piece.paste(_shaded(tones, 0.12), (0, 0), rounded((size, size), MARGIN + 4, 7 * edge / FULL.cube))
    text = digits(str(value), round({1: 34, 2: 31, 3: 24, 4: 18}[len(str(value))] * edge / FULL.cube), 0.4)
    piece.paste(tones.ink, ((size - text.width) // 2, (size - text.height) // 2), text)
    return _above_shadow(piece, body)


@lru_cache(maxsize=32)
def borne_off_plaque(theme: str, colour: str, count: int, unit: float = 1) -> Image.Image:
    """Return a plaque with the number of borne-off checkers, in their side's tones."""
    tones = THEMES[theme].of(colour)
    size = (round(58 * unit), round(32 * unit))
    plaque = stamp(THEMES[theme].inlay, rounded(size, 0, 6 * unit))
    plaque.paste(tones.edge, (0, 0), rounded(size, 1.5 * unit, 5 * unit))
    plaque.paste(tones.body, (0, 0), rounded(size, 2.5 * unit, 4 * unit))
    text = digits(str(count), round(29 * unit), 0.4)
    plaque.paste(tones.ink, ((size[0] - text.width) // 2, (size[1] - text.height) // 2), text)
    return plaque


@lru_cache(maxsize=128)
def stack_count(
    theme: str, colour: str, count: int, diameter: int = FULL.checker, *, chosen: bool
) -> Image.Image:
    """Return the number of checkers in a stack, to write on the last checker's face."""
    look = THEMES[theme]
    size = 31 if diameter == FULL.checker else round(diameter * 0.6)
    return stamp(look.mark_ink if chosen else look.of(colour).ink, digits(str(count), size, 0.4))


def _light(size: int) -> Image.Image:
    """Return a square mask of the light on a rim: bright at the upper left, dark at the lower right."""
    falling = Image.linear_gradient("L").resize((2 * size, 2 * size)).rotate(135, Image.Resampling.BICUBIC)
    inset = size // 2
    steep = [max(0, min(255, round((level - 128) * 1.8 + 128))) for level in range(256)]
    return (
        falling.crop((inset, inset, inset + size, inset + size))
        .transpose(Image.Transpose.FLIP_LEFT_RIGHT)
        .point(steep)
    )


def _lit(tones: Tones, tone: float, lean: float, light: Image.Image) -> Image.Image:
    bright, dim = _shaded(tones, tone + lean), _shaded(tones, tone - lean)
    return Image.composite(Image.new("RGB", light.size, bright), Image.new("RGB", light.size, dim), light)


def _shaded(tones: Tones, level: float) -> Tone:
    """Return a side's tone at a level from shade (-1) over body (0) to light (1)."""
    level = max(-1.0, min(1.0, level))
    return mix(tones.body, tones.light if level > 0 else tones.shade, abs(level))


def _above_shadow(piece: Image.Image, outline: Image.Image) -> Image.Image:
    return Image.alpha_composite(stamp(_SHADE, shadow(outline, (2, 3), 1, 0.45)), piece)


def numbered_disc(look: Theme, radius: int, height: int, number: int) -> Image.Image:
    """Return a disc with its shadow and a number on it; `height` is the font size in pixels."""
    size = 2 * radius + 12
    outline = disc(size, radius)
    piece = Image.alpha_composite(
        stamp(_SHADE, shadow(outline, (2, 3), 1, 0.45)), stamp(look.mark_edge, outline)
    )
    piece.paste(look.mark, (0, 0), disc(size, radius - 2))
    ink = digits(str(number), height, 0.6)
    piece.paste(look.mark_ink, ((size - ink.width) // 2, (size - ink.height) // 2), ink)
    return piece
