"""Overlays: marks on the board, for what may be done now and what was done last.

The marks differ in shape as well as in tone: a ring may move, a filled ring is chosen, a broken
ring is a landing, a thin ring is where a checker left and a small dot is on the one that came.
"""

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from renderers.layout import CHECKER, LYING, MARGIN
from renderers.shapes import FINE, disc, faint, hoop, mask, rounded, stamp
from renderers.themes import THEMES

__all__ = ["arrived", "chosen", "departed", "landing", "landing_in_tray", "movable"]

_SIZE = CHECKER + 2 * MARGIN
_DASHES = 8


@lru_cache(maxsize=4)
def movable(theme: str) -> Image.Image:
    """Return the ring around a checker that may move."""
    look = THEMES[theme]
    mark = stamp(look.mark_edge, hoop(_SIZE, CHECKER / 2 + 4.5, 7.5))
    mark.paste(look.mark, (0, 0), hoop(_SIZE, CHECKER / 2 + 3.5, 5.5))
    return mark


@lru_cache(maxsize=4)
def chosen(theme: str) -> Image.Image:
    """Return the filled ring of the chosen checker."""
    look = THEMES[theme]
    mark = movable(theme).copy()
    mark.alpha_composite(stamp(look.mark_edge, disc(_SIZE, 21)))
    mark.paste(look.mark, (0, 0), disc(_SIZE, 19.5))
    return mark


@lru_cache(maxsize=4)
def landing(theme: str) -> Image.Image:
    """Return the broken ring, with a dot, where the chosen checker may land."""
    look = THEMES[theme]
    mark = stamp(look.mark_ink, ImageChops.lighter(_broken(CHECKER / 2 - 0.5, 9), disc(_SIZE, 12)))
    mark.paste(look.mark, (0, 0), ImageChops.lighter(_broken(CHECKER / 2 - 2, 6), disc(_SIZE, 10)))
    return mark


@lru_cache(maxsize=4)
def landing_in_tray(theme: str) -> Image.Image:
    """Return a lying checker all of the mark, with a dot, where the chosen one may be borne off."""
    look = THEMES[theme]
    width, height = LYING
    mark = stamp(look.mark_edge, rounded(LYING, 0, 5))
    mark.paste(look.mark, (0, 0), rounded(LYING, 1.5, 4))
    mark.paste(look.mark_ink, ((width - height) // 2, 0), disc(height, 4.5))
    return mark


@lru_cache(maxsize=4)
def departed(theme: str) -> Image.Image:
    """Return the faint empty ring where a checker left."""
    look = THEMES[theme]
    mark = stamp(look.mark_edge, faint(hoop(_SIZE, CHECKER / 2 - 1, 4), 0.4))
    mark.alpha_composite(stamp(look.trace_ring, faint(hoop(_SIZE, CHECKER / 2 - 2, 2.25), 0.8)))
    return mark


@lru_cache(maxsize=4)
def arrived(theme: str) -> Image.Image:
    """Return the small dot on a checker that came."""
    look = THEMES[theme]
    size = 16
    mark = stamp(look.trace_ring, disc(size, 6.5))
    mark.paste(look.trace, (0, 0), disc(size, 5))
    return mark


def _broken(radius: float, width: float) -> Image.Image:
    left, right = (_SIZE / 2 - radius) * FINE, (_SIZE / 2 + radius) * FINE

    def draw(canvas: ImageDraw.ImageDraw) -> None:
        for start in range(0, 360, 360 // _DASHES):
            canvas.arc((left, left, right, right), start + 7, start + 38, fill=255, width=round(width * FINE))

    return mask((_SIZE, _SIZE), draw)
