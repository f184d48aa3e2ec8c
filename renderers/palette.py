"""Palette: compute the fixed palette of each theme, and convert pictures to it."""

from functools import lru_cache

from PIL import Image

from renderers import overlays, pieces
from renderers.board_background import board_background
from renderers.layout import FULL
from renderers.shapes import mix
from renderers.themes import THEMES, Tone

_BACKGROUND_TONES = 36
_PIECE_TONES = 32
_SHADE_TONES = 10
_SHADE_DEPTH = 8
_RAMP = 4
_PATCH = 80


def in_palette(picture: Image.Image, theme: str) -> Image.Image:
    """Convert an RGB picture to its theme's palette; each pixel gets the nearest tone."""
    return picture.quantize(palette=_palette_of(theme), dither=Image.Dither.NONE)


@lru_cache(maxsize=4)
def tones_of(theme: str) -> tuple[Tone, ...]:
    """Return the tones of a theme's palette, by palette index."""
    parts = _palette_of(theme).getpalette() or []
    return tuple((parts[i], parts[i + 1], parts[i + 2]) for i in range(0, len(parts), 3))


@lru_cache(maxsize=4)
def _palette_of(theme: str) -> Image.Image:
    """Return a one-pixel picture with a theme's palette, which is the same in every process."""
    look = THEMES[theme]
    # One board suffices: all sides and layouts of a theme, and all frames of an animation, share a palette.
    background = board_background(theme, "w", (1, 13), (24, 12))
    own = [look.mark, look.mark_edge, look.mark_ink, look.trace, look.trace_ring, look.numbers]
    own += [look.plate, look.ink, look.inlay, look.brass, mix(look.trace, look.trace_ring, 0.5)]
    for tones in (look.white, look.black):
        own += [tones.edge, tones.ink, tones.ring, mix(tones.ring, tones.body, 0.5)]
        for first, second in ((tones.shade, tones.body), (tones.body, tones.light)):
            own += [mix(first, second, step / _RAMP) for step in range(_RAMP + 1)]
    own += _common(background, _BACKGROUND_TONES)
    left, top, right, _ = FULL.left_half
    own += _common(background.crop((left, top, right, top + _SHADE_DEPTH)), _SHADE_TONES)
    own += _common(_samples(theme, background), _PIECE_TONES)
    carrier = Image.new("P", (1, 1))
    carrier.putpalette([part for tone in dict.fromkeys(own) for part in tone])
    return carrier


def _samples(theme: str, background: Image.Image) -> Image.Image:
    """Return a picture of all kinds of pieces on several parts of the board, to derive palette tones from."""
    kinds = [
        overlays.movable(theme),
        overlays.chosen(theme),
        overlays.landing(theme),
        overlays.departed(theme),
    ]
    for colour in "wb":
        kinds += [pieces.checker(theme, colour)] * 3
        kinds += [pieces.die(theme, colour, 5, used=False), pieces.die(theme, colour, 5, used=True)]
    picture = Image.new("RGB", (len(kinds) * _PATCH, 4 * _PATCH))
    for column, piece in enumerate(kinds):
        for row, (x, y) in enumerate(((60, 60), (120, 300), (620, 620), (680, 340))):
            patch = background.crop((x, y, x + _PATCH, y + _PATCH))
            patch.paste(piece, (0, 0), piece)
            picture.paste(patch, (column * _PATCH, row * _PATCH))
    return picture


def _common(picture: Image.Image, count: int) -> list[Tone]:
    parts = picture.quantize(count, method=Image.Quantize.MEDIANCUT, kmeans=1).getpalette() or []
    return [(parts[i], parts[i + 1], parts[i + 2]) for i in range(0, min(len(parts), count * 3), 3)]
