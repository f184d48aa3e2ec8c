"""Signs: small drawings that show without words how a game ended."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

from PIL import Image, ImageDraw

from renderers.shapes import FINE, mask, shadow, stamp
from renderers.themes import THEMES, Tone

SIGN = 72
"""Width and height of a sign, in pixels."""
_SHADE: Tone = (24, 12, 4)
_STROKE = 6
_CLOTH = ((17, 12), (28, 8), (40, 14), (58, 9), (58, 37), (40, 42), (28, 36), (17, 40))
"""The outline of a waving flag."""


@lru_cache(maxsize=32)
def ending_sign(theme: str, ending: str) -> Image.Image:
    """Return the sign of an ending.

    Args:
        theme: The theme's name.
        ending: "resigned" (a flag), "timeout" (a clock), "dropped" (a crossed-out cube) or "agreed" (an
            equals sign).
    """
    shape = mask((SIGN, SIGN), _SIGNS[ending])
    return Image.alpha_composite(
        stamp(_SHADE, shadow(shape, (2, 3), 1, 0.45)), stamp(THEMES[theme].numbers, shape)
    )


def _flag(canvas: ImageDraw.ImageDraw) -> None:
    _line(canvas, (14, 10), (14, 64))
    canvas.polygon([(x * FINE, y * FINE) for x, y in _CLOTH], fill=255)


def _clock(canvas: ImageDraw.ImageDraw) -> None:
    canvas.ellipse(_fine(9, 13, 63, 67), outline=255, width=_STROKE * FINE)
    _line(canvas, (36, 25), (36, 41))
    _line(canvas, (36, 41), (47, 47))
    _line(canvas, (27, 6), (45, 6))


def _crossed_cube(canvas: ImageDraw.ImageDraw) -> None:
    canvas.rounded_rectangle(_fine(14, 14, 58, 58), radius=9 * FINE, outline=255, width=_STROKE * FINE)
    canvas.ellipse(_fine(22, 22, 31, 31), fill=255)
    canvas.ellipse(_fine(41, 41, 50, 50), fill=255)
    # A gap along the stroke separates it from the cube.
    _line(canvas, (8, 64), (64, 8), width=16, fill=0)
    _line(canvas, (8, 64), (64, 8))


def _equals(canvas: ImageDraw.ImageDraw) -> None:
    _line(canvas, (16, 27), (56, 27), width=9)
    _line(canvas, (16, 47), (56, 47), width=9)


def _line(
    canvas: ImageDraw.ImageDraw,
    start: tuple[int, int],
    stop: tuple[int, int],
    width: int = _STROKE,
    fill: int = 255,
) -> None:
    """Draw a line with round ends."""
    canvas.line(
        [start[0] * FINE, start[1] * FINE, stop[0] * FINE, stop[1] * FINE], fill=fill, width=width * FINE
    )
    for x, y in (start, stop):
        canvas.ellipse(_fine(x - width / 2, y - width / 2, x + width / 2, y + width / 2), fill=fill)


def _fine(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
    return left * FINE, top * FINE, right * FINE, bottom * FINE


_SIGNS: Mapping[str, Callable[[ImageDraw.ImageDraw], None]] = MappingProxyType(
    {"resigned": _flag, "timeout": _clock, "dropped": _crossed_cube, "agreed": _equals}
)
