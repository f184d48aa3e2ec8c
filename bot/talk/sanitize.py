"""Sanitizing: removes from names and texts what cannot be stored or would break a message."""

from __future__ import annotations

import unicodedata

LONGEST_KEPT_NAME = 64
NAMELESS = "?"

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Blank glyphs that Unicode counts as letters or symbols: Hangul fillers and the empty Braille cell."""
_SHOWN = "LNPS"
"""Unicode categories (first letter) of visible characters; combining marks are invisible alone."""
_UNSEEN = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
# Bidirectional control characters would reverse the rest of the line that contains the name.
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


_CONTROL = {number: " " for number in (*range(32), *range(127, 160)) if not chr(number).isspace()}
"""Maps control characters to spaces, except whitespace."""


def sanitize_text(text: str) -> str:
    """Replace lone surrogates by `?` and control characters by spaces; line breaks and tabs stay."""
    return text.encode("utf-8", "replace").decode("utf-8").translate(_CONTROL)


def is_visible(name: str) -> bool:
    """Return True if a name has at least one visible character."""
    return any(unicodedata.category(sign)[0] in _SHOWN and sign not in _BLANK for sign in name)


def sanitize_name(name: str) -> str:
    """Return a name on one line, without invisible or direction-changing characters, at most 64 long.

    Return `?` if nothing visible is left.
    """
    spaced = " ".join(name.split())
    seen = "".join(
        sign for sign in spaced if unicodedata.category(sign) not in _UNSEEN and sign not in _TURNING
    )
    kept = seen[:LONGEST_KEPT_NAME].strip()
    return kept if is_visible(kept) else NAMELESS
