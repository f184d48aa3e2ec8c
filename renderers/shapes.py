"""Shapes: smooth masks drawn large and scaled down, shadows, digits.

An edge takes few tones between inside and outside: the eye does not miss the others, the PNG would.
"""

from collections.abc import Callable
from functools import lru_cache
from threading import Lock

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from renderers.themes import Tone

FINE = 4
"""Shapes are drawn so many times larger than they are shown."""

_EDGE_STEP = 85
_SHADOW_STEP = 60
_FONT = Lock()  # a FreeType face is not made for several threads


def mask(size: tuple[int, int], draw: Callable[[ImageDraw.ImageDraw], None]) -> Image.Image:
    """Return a smooth grey mask; `draw` draws it FINE times larger, in 255 on 0."""
    large = Image.new("L", (size[0] * FINE, size[1] * FINE))
    draw(ImageDraw.Draw(large))
    return _stepped(large.reduce(FINE), _EDGE_STEP)


def disc(size: int, radius: float, centre: tuple[float, float] | None = None) -> Image.Image:
    """Return a round mask in a square one, in the middle unless a centre is given."""
    x, y = centre or (size / 2, size / 2)
    box = _fine(x - radius, y - radius, x + radius, y + radius)
    return mask((size, size), lambda draw: draw.ellipse(box, fill=255))


def hoop(size: int, radius: float, width: float) -> Image.Image:
    """Return a ring in the middle of a square mask; the radius is its outer one."""
    return ImageChops.subtract(disc(size, radius), disc(size, radius - width))


def rounded(size: tuple[int, int], inset: float, radius: float) -> Image.Image:
    """Return a rectangle with round corners, as large as the mask less an inset."""
    box = _fine(inset, inset, size[0] - inset, size[1] - inset)
    return mask(size, lambda draw: draw.rounded_rectangle(box, radius=radius * FINE, fill=255))


def _fine(left: float, top: float, right: float, bottom: float) -> tuple[float, float, float, float]:
    return (left * FINE, top * FINE, right * FINE - 1, bottom * FINE - 1)


def stamp(tone: Tone, shape: Image.Image) -> Image.Image:
    """Return a tone in the shape of a mask."""
    picture = Image.new("RGBA", shape.size, (*tone, 0))
    picture.putalpha(shape)
    return picture


def faint(shape: Image.Image, strength: float) -> Image.Image:
    """Return a mask of which only a part remains, 0 to 1."""
    return shape.point([round(level * strength) for level in range(256)])


def cast(shape: Image.Image, offset: tuple[int, int], blur: float, strength: float) -> Image.Image:
    """Return the soft shadow of a mask."""
    moved = Image.new("L", shape.size)
    moved.paste(shape, offset)
    return _stepped(faint(moved.filter(ImageFilter.GaussianBlur(blur)), strength), _SHADOW_STEP)


def _stepped(shape: Image.Image, step: int) -> Image.Image:
    return shape.point(_steps(step))


@lru_cache(maxsize=4)
def _steps(step: int) -> list[int]:
    return [min(255, round(level / step) * step) for level in range(256)]


def mixed(first: Tone, second: Tone, part: float) -> Tone:
    """Return a tone between two; part 0 is the first, 1 the second."""
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(first, second, strict=True))
    return (red, green, blue)


@lru_cache(maxsize=1024)
def digits(text: str, size: int, weight: float = 0.0) -> Image.Image:
    """Return a mask of digits, cropped to their ink.

    Args:
        text: Digits.
        size: Of the font, in pixels; digits are about 0.7 of it high.
        weight: How much bolder, in pixels.
    """
    with _FONT:
        font = ImageFont.load_default(size * FINE)
        left, top, right, bottom = font.getbbox(text, stroke_width=weight * FINE)
        width, height = -(-int(right - left) // FINE) + 2, -(-int(bottom - top) // FINE) + 2
        place = ((width * FINE - right - left) / 2, (height * FINE - bottom - top) / 2)
        return mask(
            (width, height),
            lambda draw: draw.text(place, text, fill=255, font=font, stroke_width=weight * FINE),
        )
