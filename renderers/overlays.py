"""Overlays: marks on checkers and points, for possible moves and for the last turn.

The marks differ in shape as well as in colour. A checker with a ring may move; a filled ring marks the chosen
one, and a broken ring a landing. A thin empty ring shows where a checker left, a small dot the checker that
arrived.
"""

from functools import lru_cache

from PIL import Image, ImageChops, ImageDraw

from renderers.layout import FULL, MARGIN
from renderers.pieces import LYING
from renderers.shapes import FINE, disc, mask, mix, ring_mask, rounded, stamp
from renderers.themes import THEMES, Tone

_DASHES = 8


@lru_cache(maxsize=16)
def movable(theme: str, diameter: int = FULL.checker) -> Image.Image:
    """Return the ring around a movable checker."""
    look = THEMES[theme]
    size, part = diameter + 2 * MARGIN, diameter / FULL.checker
    radius = diameter / 2 + (4.5 if diameter == FULL.checker else 3)
    mark = stamp(look.mark_edge, ring_mask(size, radius, 7.5 * part))
    mark.paste(look.mark, (0, 0), ring_mask(size, radius - part, 5.5 * part))
    return mark


@lru_cache(maxsize=16)
def chosen(theme: str, diameter: int = FULL.checker) -> Image.Image:
    """Return the filled ring of the chosen checker."""
    look = THEMES[theme]
    size = diameter + 2 * MARGIN
    mark = movable(theme, diameter).copy()
    radius = diameter * 0.33
    mark.alpha_composite(stamp(look.mark_edge, disc(size, radius)))
    mark.paste(look.mark, (0, 0), disc(size, radius - 1.5))
    return mark


@lru_cache(maxsize=16)
def landing(theme: str, diameter: int = FULL.checker) -> Image.Image:
    """Return the broken ring with a dot for a point where the chosen checker may land."""
    look = THEMES[theme]
    size, radius, dot = diameter + 2 * MARGIN, diameter / 2, diameter * 0.16
    part = diameter / FULL.checker
    edge = ImageChops.lighter(_broken(size, radius - 0.5, 9 * part), disc(size, dot + 2 * part))
    mark = stamp(look.mark_edge, edge)
    inner = ImageChops.lighter(_broken(size, radius - 2 * part, 6 * part), disc(size, dot))
    mark.paste(look.mark, (0, 0), inner)
    return mark


@lru_cache(maxsize=4)
def landing_in_tray(theme: str) -> Image.Image:
    """Return a lying checker in the mark's tone, with a dot: here the chosen checker may be borne off."""
    look = THEMES[theme]
    width, height = LYING
    mark = stamp(look.mark_edge, rounded(LYING, 0, 5))
    mark.paste(look.mark, (0, 0), rounded(LYING, 1.5, 4))
    mark.paste(look.mark_ink, ((width - height) // 2, 0), disc(height, 3.5))
    return mark


@lru_cache(maxsize=32)
def departed(theme: str, diameter: int = FULL.checker, accent: str = "trace") -> Image.Image:
    """Return the thin empty ring that shows where a checker left."""
    tone, halo = accent_tones(theme, accent)
    size, radius, part = diameter + 2 * MARGIN, diameter / 2, diameter / FULL.checker
    mark = stamp(halo, ring_mask(size, radius, 6.5 * part))
    mark.paste(tone, (0, 0), ring_mask(size, radius - 1.5 * part, 3.5 * part))
    return mark


@lru_cache(maxsize=32)
def arrived(
    theme: str, diameter: int = FULL.checker, accent: str = "trace", *, small: bool = False
) -> Image.Image:
    """Return the dot on a checker that arrived; `small` leaves room for the stack's count."""
    tone, halo = accent_tones(theme, accent)
    radius = diameter * (0.105 if small else 0.14)
    size = 2 * round(radius + 3)
    mark = stamp(halo, disc(size, radius + 1.5))
    mark.paste(tone, (0, 0), disc(size, radius))
    return mark


def accent_tones(theme: str, accent: str) -> tuple[Tone, Tone]:
    """Return the tone of a turn's rings, dots and arrows, and the tone of their halo.

    Args:
        theme: The theme's name.
        accent: "trace" for the turn that was played, "mark" for a better one, "quiet" for moves of both.
    """
    look = THEMES[theme]
    if accent == "quiet":
        return mix(look.ink, look.field, 0.25), look.field
    return (look.mark, look.mark_edge) if accent == "mark" else (look.trace, look.trace_ring)


def _broken(size: int, radius: float, width: float) -> Image.Image:
    left, right = (size / 2 - radius) * FINE, (size / 2 + radius) * FINE

    def draw(canvas: ImageDraw.ImageDraw) -> None:
        for start in range(0, 360, 360 // _DASHES):
            canvas.arc((left, left, right, right), start + 7, start + 38, fill=255, width=round(width * FINE))

    return mask((size, size), draw)
