"""Comparison: draw the turn that was played and a better one as two boards, one above the other.

A cross stands above the first board and a tick above the second, each before its caption. Moves that both
turns share are drawn faintly; moves and point numbers that differ are highlighted.
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
from renderers.words import words

_BAND = 100
"""Height of the band with the cross or tick above each board."""
_ROW = _BAND + COMPACT.height
COMPARISON: Final = (COMPACT.width, 2 * _ROW)
"""Width and height of a comparison."""
_DISC = 40
_SIZE = 2 * _DISC + 12
_LETTERS: Final = 50
"""Size of the captions' letters."""
_ROOM: Final = COMPACT.width - _SIZE - 3 * COMPACT.left
_STROKE = 10
_REACH = 15
_SHADE: Tone = (24, 12, 4)
_CROSS = (((-1, -1), (1, 1)), ((-1, 1), (1, -1)))
_TICK = (((-1.2, 0), (-0.3, 0.95), (1.3, -0.95)),)


def compose_comparison(comparison: Comparison) -> Image.Image:
    """Return the picture of a comparison, in its theme's palette, of size `COMPARISON`."""
    played, better = (replace(each, layout=COMPACT.name) for each in (comparison.played, comparison.better))
    picture = Image.new("P", COMPARISON)
    shared = legs_of(played.last) & legs_of(better.last)  # `&` of counters keeps the smaller count.
    written = [each and words(each, _LETTERS, _ROOM, bold=True) for each in comparison.captions]
    for number, (scene, accent) in enumerate(((played, "trace"), (better, "mark"))):
        legs = legs_of(scene.last)
        accents = {leg: "quiet" if legs[leg] == shared[leg] else accent for leg in legs}
        # Both bands are alike: a caption that can be written alone would make the other board look unnamed.
        caption = (written[number] or None) if all(written) else None
        picture.paste(_band(scene.theme, accent, caption), (0, number * _ROW))
        board = _board(scene, accents)
        picture.paste(board, (0, number * _ROW + _BAND))
        picture.putpalette(board.getpalette() or ())
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


def _band(theme: str, accent: str, caption: Image.Image | None) -> Image.Image:
    """Return the band above a board: its sign with the caption after it, or in the middle without one."""
    look = THEMES[theme]
    band = _plank(theme).copy()
    sign = _sign(theme, accent)
    left = COMPACT.seam - _SIZE // 2 if caption is None else COMPACT.left
    band.paste(sign, (left, (_BAND - _SIZE) // 2), sign)
    if caption is not None:
        band.paste(look.numbers, (left + _SIZE + COMPACT.left, (_BAND - caption.height) // 2), caption)
    return in_palette(band, theme)


@lru_cache(maxsize=4)
def _plank(theme: str) -> Image.Image:
    return band_background(theme, (COMPACT.width, _BAND))


@lru_cache(maxsize=8)
def _sign(theme: str, accent: str) -> Image.Image:
    """Return the cross of the turn that was played ("trace"), or the tick of the better one ("mark")."""
    look = THEMES[theme]
    is_better = accent == "mark"
    tone, ink = (look.mark, look.mark_ink) if is_better else (look.trace, look.trace_ring)
    outline = disc(_SIZE, _DISC)
    sign = Image.alpha_composite(
        stamp(_SHADE, shadow(outline, (2, 3), 1, 0.45)), stamp(look.mark_edge, outline)
    )
    sign.paste(tone, (0, 0), disc(_SIZE, _DISC - 3))
    sign.paste(ink, (0, 0), mask((_SIZE, _SIZE), partial(_write, strokes=_TICK if is_better else _CROSS)))
    return sign


def _write(draw: ImageDraw.ImageDraw, strokes: tuple[tuple[tuple[float, float], ...], ...]) -> None:
    """Draw the strokes of a sign on its mask."""
    middle, reach = _SIZE / 2, _STROKE / 2
    for stroke in strokes:
        points = [(middle + x * _REACH, middle + y * _REACH) for x, y in stroke]
        draw.line([(x * FINE, y * FINE) for x, y in points], fill=255, width=_STROKE * FINE, joint="curve")
        for x, y in points:
            box = (x - reach, y - reach, x + reach, y + reach)
            draw.ellipse([part * FINE for part in box], fill=255)
