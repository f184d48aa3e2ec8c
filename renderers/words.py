"""Words: write names and labels as masks, in the system's font DejaVu Sans.

The font of `shapes.digits` has Latin letters alone, and the repository keeps no font. If the system lacks
DejaVu Sans, or the font lacks a glyph, there is no mask: the picture then carries numbers alone, and the text
beside it has the words.
"""

import unicodedata
from functools import lru_cache
from typing import Final

from PIL import Image, ImageFont, features

from renderers.shapes import FINE, FONTS, mask

_FILES: Final = {False: "DejaVuSans.ttf", True: "DejaVuSans-Bold.ttf"}
_CUT: Final = "…"
_LACKING: Final = "\uffff"
"""A code point that no font has: it gives the picture that a font shows for a missing glyph."""
_JOINERS: Final = "\u200c\u200d"
_HIDDEN: Final = ("Cc", "Cf", "Cs", "Co", "Cn")
"""Categories of characters that show nothing, or turn the direction of what follows."""
_TO_SHAPE: Final = ("R", "AL", "AN", "NSM")
"""Directions of characters that need Raqm to be put in their places: from right to left, and marks."""
_MOST: Final = 200
"""Characters that are considered; no picture has room for more."""
_PROBE: Final = 24


def has_words() -> bool:
    """Return True if the system has the font."""
    with FONTS:
        return _face(_PROBE, bold=False) is not None


def can_write(text: str) -> bool:
    """Return True if the font is there and has a glyph for each character."""
    return words(text, _PROBE) is not None


@lru_cache(maxsize=512)
def words(text: str, size: int, width: int | None = None, *, bold: bool = False) -> Image.Image | None:
    """Return a mask of a line of text, or None if it cannot be written.

    All masks of a size are equally high, with the same line for the letters to stand on.

    Args:
        text: the line. Right-to-left text is laid out as such.
        size: the font size in pixels; capitals are about 0.73 of it high.
        width: the widest that the mask may be, in pixels; a longer text is cut and ends in "…".
        bold: True for the bold cut.
    """
    text = text[:_MOST]
    with FONTS:
        font = _face(size * FINE, bold=bold)
        if font is None or not all(_has(each, bold=bold) for each in set(text)):
            return None
        shown = text if width is None else _fitting(font, text, width * FINE)
        across = -(-round(font.getlength(shown)) // FINE) + 2
        ascent, descent = font.getmetrics()
        return mask(
            (across if width is None else min(across, width), -(-(ascent + descent) // FINE)),
            lambda draw: draw.text((FINE, 0), shown, fill=255, font=font),
        )


def _fitting(font: ImageFont.FreeTypeFont, text: str, width: int) -> str:
    """Return the text, or its longest beginning that fits with "…" after it."""
    room = width - 2 * FINE
    if font.getlength(text) <= room:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if font.getlength(text[:middle].rstrip() + _CUT) <= room:
            low = middle
        else:
            high = middle - 1
    while low and unicodedata.combining(text[low]):
        low -= 1  # A mark stays with its letter.
    return text[:low].rstrip() + _CUT


@lru_cache(maxsize=32)
def _face(size: int, *, bold: bool) -> ImageFont.FreeTypeFont | None:
    """Return the font in a size from the folders of the system, or None if it is not there."""
    try:
        return ImageFont.truetype(_FILES[bold], size)
    except OSError:
        return None


@lru_cache(maxsize=4096)
def _has(character: str, *, bold: bool) -> bool:
    """Return True if the font has a glyph for a character, and it can be put in its place."""
    font = _face(_PROBE, bold=bold)
    if font is None or (unicodedata.category(character) in _HIDDEN and character not in _JOINERS):
        return False
    if unicodedata.bidirectional(character) in _TO_SHAPE and not features.check("raqm"):
        return False
    return bytes(font.getmask(character)) != bytes(font.getmask(_LACKING))
