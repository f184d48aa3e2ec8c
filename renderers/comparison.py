"""Comparison: draw the turn that was played and a better one as two boards side by side.

A cross above the first board and a tick above the second replace words. Moves that both turns share are drawn
faintly; moves and point numbers that differ are highlighted.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final

from PIL import Image, ImageDraw

from renderers.arrows import Leg, legs_of
from renderers.board import compose, plaque
from renderers.board_background import band_background
from renderers.layout import BAR, COMPACT, OFF
from renderers.palette import in_palette
from renderers.scene import Comparison, Scene
from renderers.shapes import FINE, disc, mask, shadow, stamp
from renderers.themes import THEMES, Tone

_BAND = 64
"""Height of the band with the cross or tick above each board."""
COMPARISON: Final = (2 * COMPACT.width, _BAND + COMPACT.height)
"""Width and height of a comparison."""
_DISC = 25
_SIZE = 2 * _DISC + 12
_STROKE = 6
_REACH = 9
_SHADE: Tone = (24, 12, 4)
_CROSS = (((-1, -1), (1, 1)), ((-1, 1), (1, -1)))
_TICK = (((-1.2, 0), (-0.3, 0.95), (1.3, -0.95)),)


def compose_comparison(comparison: Comparison) -> Image.Image:
    """Return the picture of a comparison, in its theme's palette, of size `COMPARISON`."""
    played, better = (replace(each, layout=COMPACT.name) for each in (comparison.played, comparison.better))
    theme = played.theme
    picture = _bands(theme).copy()
    shared = legs_of(played.last) & legs_of(better.last)  # `&` of counters keeps the smaller count.
    for left, scene, accent in ((0, played, "trace"), (COMPACT.width, better, "mark")):
        legs = legs_of(scene.last)
        accents = {leg: "quiet" if legs[leg] == shared[leg] else accent for leg in legs}
        picture.paste(_board(scene, accents), (left, _BAND))
    return picture


def _board(scene: Scene, accents: Mapping[Leg, str]) -> Image.Image:
    """Draw one of the two boards, with plaques for the numbers of points where the turns differ."""
    board = compose(scene, accents)
    look = THEMES[scene.theme]
    points = {point: accent for leg, accent in accents.items() if accent != "quiet" for point in leg}
    for point, accent in points.items():
        if OFF < point < BAR:
            tone, ink = (look.mark, look.mark_ink) if accent == "mark" else (look.trace, look.trace_ring)
            board.paste(*plaque(scene, point, tone, ink))
    return board


@lru_cache(maxsize=4)
def _bands(theme: str) -> Image.Image:
    """Return the comparison's picture with the bands above the boards, but without the boards."""
    look = THEMES[theme]
    picture = Image.new("RGB", COMPARISON, look.frame)
    for left, tone, ink, strokes in (
        (0, look.trace, look.trace_ring, _CROSS),
        (COMPACT.width, look.mark, look.mark_ink, _TICK),
    ):
        picture.paste(band_background(theme, (COMPACT.width, _BAND)), (left, 0))
        outline = disc(_SIZE, _DISC)
        sign = Image.alpha_composite(
            stamp(_SHADE, shadow(outline, (2, 3), 1, 0.45)), stamp(look.mark_edge, outline)
        )
        sign.paste(tone, (0, 0), disc(_SIZE, _DISC - 2))
        sign.paste(ink, (0, 0), mask((_SIZE, _SIZE), partial(_write, strokes=strokes)))
        picture.paste(sign, (left + COMPACT.seam - _SIZE // 2, (_BAND - _SIZE) // 2), sign)
    return in_palette(picture, theme)


def _write(draw: ImageDraw.ImageDraw, strokes: tuple[tuple[tuple[float, float], ...], ...]) -> None:
    middle, reach = _SIZE / 2, _STROKE / 2
    for stroke in strokes:
        points = [(middle + x * _REACH, middle + y * _REACH) for x, y in stroke]
        draw.line([(x * FINE, y * FINE) for x, y in points], fill=255, width=_STROKE * FINE, joint="curve")
        for x, y in points:
            box = (x - reach, y - reach, x + reach, y + reach)
            draw.ellipse([part * FINE for part in box], fill=255)
