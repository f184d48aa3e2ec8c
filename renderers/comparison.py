"""Comparison: draws what was played, and below it what was better: two boards in one picture.

A cross stands above the first board and a tick above the second, so that it needs no words.
"""

from functools import lru_cache, partial

from PIL import Image, ImageDraw

from renderers.board import compose
from renderers.board_background import band_background
from renderers.layout import BAND, COMPARISON, HEIGHT, LEFT_HALF, RIGHT_HALF
from renderers.palette import in_palette
from renderers.scene import Comparison
from renderers.shapes import FINE, cast, disc, mask, stamp
from renderers.themes import THEMES, Tone

__all__ = ["compose_comparison"]

_SEAM = (LEFT_HALF[2] + RIGHT_HALF[0]) // 2
_DISC = 24
_SIZE = 2 * _DISC + 12
_STROKE = 6
_REACH = 9
_SHADE: Tone = (24, 12, 4)
_CROSS = (((-1, -1), (1, 1)), ((-1, 1), (1, -1)))
_TICK = (((-1.2, 0), (-0.3, 0.95), (1.3, -0.95)),)


def compose_comparison(comparison: Comparison) -> Image.Image:
    """Return the picture of a comparison, in its theme's palette: COMPARISON pixels."""
    theme = comparison.played.theme
    picture = _bands(theme).copy()
    picture.paste(compose(comparison.played), (0, BAND))
    picture.paste(compose(comparison.better), (0, 2 * BAND + HEIGHT))
    return picture


@lru_cache(maxsize=4)
def _bands(theme: str) -> Image.Image:
    """Return what stands above each board; the boards are still to be laid."""
    look = THEMES[theme]
    picture = Image.new("RGB", COMPARISON, look.frame)
    for top, tone, ink, strokes in (
        (0, look.trace, look.trace_ring, _CROSS),
        (BAND + HEIGHT, look.mark, look.mark_ink, _TICK),
    ):
        picture.paste(band_background(theme), (0, top))
        outline = disc(_SIZE, _DISC)
        sign = Image.alpha_composite(
            stamp(_SHADE, cast(outline, (2, 3), 1, 0.45)), stamp(look.mark_edge, outline)
        )
        sign.paste(tone, (0, 0), disc(_SIZE, _DISC - 2))
        sign.paste(ink, (0, 0), mask((_SIZE, _SIZE), partial(_write, strokes=strokes)))
        picture.paste(sign, (_SEAM - _SIZE // 2, top + (BAND - _SIZE) // 2), sign)
    return in_palette(picture, theme)


def _write(draw: ImageDraw.ImageDraw, strokes: tuple[tuple[tuple[float, float], ...], ...]) -> None:
    middle, reach = _SIZE / 2, _STROKE / 2
    for stroke in strokes:
        points = [(middle + x * _REACH, middle + y * _REACH) for x, y in stroke]
        draw.line([(x * FINE, y * FINE) for x, y in points], fill=255, width=_STROKE * FINE, joint="curve")
        for x, y in points:
            box = (x - reach, y - reach, x + reach, y + reach)
            draw.ellipse([part * FINE for part in box], fill=255)
