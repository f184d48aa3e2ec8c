"""Shapes: antialiased masks, shadows and digits.

Masks are drawn large and scaled down. Edges have only a few half-tones: more would not be seen, but would
enlarge the PNG.
"""

from collections.abc import Callable
from functools import lru_cache
from threading import Lock

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from renderers.themes import Tone

FINE = 4
"""Supersampling factor: shapes are drawn this many times larger than shown."""

_EDGE_STEP = 85
_SHADOW_STEP = 60
FONTS = Lock()
"""Held while a font is used or loaded, because FreeType is not thread-safe."""


def mask(size: tuple[int, int], draw: Callable[[ImageDraw.ImageDraw], None]) -> Image.Image:
    """Return an antialiased mask; `draw` draws it `FINE` times larger, in 255 on 0."""
    large = Image.new("L", (size[0] * FINE, size[1] * FINE))
    draw(ImageDraw.Draw(large))
    return _stepped(large.reduce(FINE), _EDGE_STEP)


def disc(size: int, radius: float, centre: tuple[float, float] | None = None) -> Image.Image:
    """Return a square mask with a filled circle, in the middle unless a centre is given."""
    x, y = centre or (size / 2, size / 2)
    box = _fine(x - radius, y - radius, x + radius, y + radius)
    return mask((size, size), lambda draw: draw.ellipse(box, fill=255))


def ring_mask(size: int, radius: float, width: float) -> Image.Image:
    """Return a square mask with a ring in the middle, given its outer radius."""
    return ImageChops.subtract(disc(size, radius), disc(size, radius - width))


def rounded(size: tuple[int, int], inset: float, radius: float) -> Image.Image:
    """Return a mask with a rounded rectangle, `inset` pixels from the mask's edges."""
    box = _fine(inset, inset, size[0] - inset, size[1] - inset)
    return mask(size, lambda draw: draw.rounded_rectangle(box, radius=radius * FINE, fill=255))


def _fine(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
    return (left * FINE, top * FINE, right * FINE - 1, bottom * FINE - 1)


def stamp(tone: Tone, shape: Image.Image) -> Image.Image:
    """Return an RGBA image of one tone, with a mask as its transparency."""
    picture = Image.new("RGBA", shape.size, (*tone, 0))
    picture.putalpha(shape)
    return picture


def fade(shape: Image.Image, strength: float) -> Image.Image:
    """Return a mask with its values scaled by `strength`, from 0 to 1."""
    return shape.point([round(level * strength) for level in range(256)])


def shadow(shape: Image.Image, offset: tuple[int, int], blur: float, strength: float) -> Image.Image:
    """Return the mask of a shape's soft shadow, moved by `offset` pixels."""
    moved = Image.new("L", shape.size)
    moved.paste(shape, offset)
    return _stepped(fade(moved.filter(ImageFilter.GaussianBlur(blur)), strength), _SHADOW_STEP)


def _stepped(shape: Image.Image, step: int) -> Image.Image:
    return shape.point(_steps(step))


@lru_cache(maxsize=4)
def _steps(step: int) -> list[int]:
    return [min(255, round(level / step) * step) for level in range(256)]


def mix(first: Tone, second: Tone, part: float) -> Tone:
    """Return the mixture of two tones; `part` is the share of the second, from 0 to 1."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(first, second, strict=True))
    return (red, green, blue)


@lru_cache(maxsize=1024)
def digits(text: str, size: int, weight: float = 0.0) -> Image.Image:
    """Return a mask of digits, cropped to their outline.

    Args:
        text: The digits.
        size: The font size in pixels; digits are about 0.7 of it high.
        weight: The added stroke width in pixels, for bolder digits.
    """
    with FONTS:
        font = ImageFont.load_default(size * FINE)
        left, top, right, bottom = font.getbbox(text, stroke_width=weight * FINE)
        width, height = -(-int(right - left) // FINE) + 2, -(-int(bottom - top) // FINE) + 2
        place = ((width * FINE - right - left) / 2, (height * FINE - bottom - top) / 2)
        return mask(
            (width, height),
            lambda draw: draw.text(place, text, fill=255, font=font, stroke_width=weight * FINE),
        )
