"""Wood: generate planks with grain.

Random grain would compress badly in a PNG. So fibres are long and straight and have few tones, and most rows
of pixels repeat the row above.
"""

import math
from random import Random

from PIL import Image, ImageChops, ImageDraw

from renderers.themes import Tone

_MIDDLE = 128
_SWING = (0.23, 0.27, 0.31)
"""The largest relative deviation of red, green and blue from a tone, at the strongest grain."""


def cut_grain(size: tuple[int, int], seed: int, *, lying: bool = False) -> Image.Image:
    """Return a plank's grain as a grey image around middle grey.

    Args:
        size: Width and height in pixels.
        seed: Equal seeds give equal planks.
        lying: True if the grain runs from left to right, False if up and down.
    """
    random = Random(seed)  # noqa: S311 - nothing secret grows on trees
    if lying:
        return _standing_grain(size[::-1], random).transpose(Image.Transpose.ROTATE_90)
    return _standing_grain(size, random)


def stain(grain: Image.Image, tone: Tone, strength: float) -> Image.Image:
    """Return a plank as RGB: a tone, lightened and darkened by the grain.

    Args:
        grain: The result of `cut_grain`.
        tone: The mean tone.
        strength: 0 for a flat colour, 1 for the strongest grain.
    """
    if not strength:
        return Image.new("RGB", grain.size, tone)
    return Image.merge(
        "RGB",
        [grain.point(_stained(part, swing * strength)) for part, swing in zip(tone, _SWING, strict=True)],
    )


def _stained(part: int, swing: float) -> list[int]:
    return [max(0, min(255, round(part * (1 + swing * (level - _MIDDLE) / _MIDDLE)))) for level in range(256)]


def _standing_grain(size: tuple[int, int], random: Random) -> Image.Image:
    return ImageChops.add(_fibres(size, random), _year_rings(size, random), 1, -_MIDDLE)


def _fibres(size: tuple[int, int], random: Random) -> Image.Image:
    """Return long straight fibres of one tone each."""
    width, height = size
    picture = Image.new("L", size, _MIDDLE)
    draw = ImageDraw.Draw(picture)
    x = 0
    drift = 0.0
    while x < width:
        broad = random.choice((1, 1, 2, 2, 3))
        drift = 0.85 * drift + random.gauss(0, 0.6)
        y = -random.randrange(height)
        while y < height:
            long = random.randrange(height // 3 + 40, height + 200)
            level = round(max(-2, min(2, drift + random.gauss(0, 0.7))))
            draw.rectangle((x, y, x + broad - 1, y + long), fill=_MIDDLE + 22 * level)
            y += long
        x += broad
    return picture


def _year_rings(size: tuple[int, int], random: Random) -> Image.Image:
    """Return a few dark lines of late wood that wander slowly."""
    width, height = size
    picture = Image.new("L", size, _MIDDLE)
    draw = ImageDraw.Draw(picture)
    bend, shift = random.uniform(-14, 14), random.uniform(0.2, 0.8)
    x = random.uniform(4, 24)
    while x < width:
        broad = random.choice((2, 3, 3, 5))
        depth = random.choice((26, 38, 50))
        course = [(x + bend * math.sin(math.pi * (y / height + shift)), y) for y in range(-8, height + 16, 8)]
        draw.line(course, fill=_MIDDLE - depth, width=broad)
        x += random.uniform(14, 66)
        bend += random.uniform(-5, 5)
    return picture
