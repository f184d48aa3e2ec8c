"""Sanitizing: removes from names and texts what cannot be stored or would break a message."""

from __future__ import annotations

import unicodedata

LONGEST_KEPT_NAME = 64
"""The most characters of a name that are stored."""
NAMELESS = "?"
"""Stands for a name without visible characters."""

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Blank glyphs that Unicode counts as letters or symbols: Hangul fillers and the empty Braille cell."""
_SHOWN = "LNPS"
"""Unicode categories (first letter) of visible characters; combining marks are invisible alone."""
_UNSEEN = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Unicode categories removed from names: control, surrogate, private-use and unassigned, line separators."""
# Bidirectional control characters would reverse the rest of the line that contains the name.
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


_CONTROL = {number: " " for number in (*range(32), *range(127, 160)) if not chr(number).isspace()}
"""Maps control characters to spaces, except whitespace."""


def sanitize_text(text: str) -> str:
    """Return a text with `?` for lone surrogates and spaces for control characters except whitespace."""
    return text.encode("utf-8", "replace").decode("utf-8").translate(_CONTROL)


def is_visible(name: str) -> bool:
    """Return True if a name has at least one visible character."""
    return any(unicodedata.category(sign)[0] in _SHOWN and sign not in _BLANK for sign in name)


def sanitize_name(name: str) -> str:
    """Return a name on one line, without control or direction-changing characters, cut to 64 characters.

    Return `?` if no visible character is left.
    """
    spaced = " ".join(name.split())
    seen = "".join(
        sign for sign in spaced if unicodedata.category(sign) not in _UNSEEN and sign not in _TURNING
    )
    kept = seen[:LONGEST_KEPT_NAME].strip()
    return kept if is_visible(kept) else NAMELESS
