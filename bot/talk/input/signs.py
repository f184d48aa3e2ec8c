"""Signs: writes typed signs that look alike in one way, so that commands read what a person sees."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

_SEEN_AS: Final = {
    "/": "∕⁄⧸╱⟋",
    "-": "−⁃➖˗",
    "×": "✕✖⨯⨉",
    "*": "∗٭⁎✱",
    ",": "،、﹐",
    ";": "؛﹔",
    ":": "∶꞉",
    ".": "。",
}
"""Signs by the one that they are read as; dashes, arrows, digits and full-width signs are found by rules."""
_READ_AS: Final = {ord(sign): read for read, signs in _SEEN_AS.items() for sign in signs}
_ARROW: Final = re.compile(r"\b(?:RIGHTWARDS|RIGHT)\b.*\bARROW\b")
_FULL_WIDTH: Final = range(0xFF01, 0xFF5F)
_TO_ASCII: Final = 0xFEE0
"""How far a full-width sign is from the ASCII sign that it looks like."""
_IGNORED: Final = re.compile(
    "[\u034f\u115f\u1160\u180b-\u180d\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Invisible signs that Unicode counts as letters or marks. Those that it counts as formats are not listed."""
_TIMES: Final = re.compile(r"(?<=[0-9)*])(\s*)[хХ](?=\s*[0-9](?!\w))")
"""The Russian letter in front of a count, as in `24/20х2`, where `x` is meant."""


def plain_signs(typed: str) -> str:
    """Return a typed text as commands read it: without invisible signs, and with one sign for those alike.

    Digits of all scripts are written as 0 to 9, dashes and minuses as `-`, arrows to the right as `→`. A text
    to be stored is never passed through this, because its author's signs would be lost.

    >>> plain_signs("۲۴∕۲۰х۲ １３➜８ ½")
    '24/20x2 13→8 ½'
    """
    if typed.isascii():
        return typed
    return _TIMES.sub(r"\1x", "".join(map(_plain_sign, typed)))


@lru_cache(maxsize=4096)
def _plain_sign(sign: str) -> str:
    if ord(sign) in _FULL_WIDTH:
        return chr(ord(sign) - _TO_ASCII)
    category, read = unicodedata.category(sign), _READ_AS.get(ord(sign), sign)
    if category == "Cf" or _IGNORED.match(sign):
        read = ""
    elif category == "Nd":
        read = str(unicodedata.decimal(sign))
    elif category == "Pd":
        read = "-"
    elif category[0] == "S" and _ARROW.search(unicodedata.name(sign, "")):
        read = "→"
    return read
