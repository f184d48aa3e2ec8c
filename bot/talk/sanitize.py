"""Sanitizing: what people and their clients write, made fit to be stored and shown."""

from __future__ import annotations

import unicodedata

LONGEST_KEPT_NAME = 64
NAMELESS = "?"

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs that are drawn as nothing: the fillers of Hangul, the empty Braille cell."""
_SHOWN = "LNPS"
"""The first letters of the categories of which a name may consist. Combining marks alone are invisible."""
_UNSEEN = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
# These reverse the rest of a line, and the sentence around the name with it.
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


_CONTROL = {number: " " for number in (*range(32), *range(127, 160)) if not chr(number).isspace()}
"""Control signs, but for those that stand between words."""


def sanitize_text(text: str) -> str:
    """Return a text without what can be neither stored, sent nor shown: lone surrogates and control signs."""
    return text.encode("utf-8", "replace").decode("utf-8").translate(_CONTROL)


def is_visible(name: str) -> bool:
    """Return True if anything of a name can be seen."""
    return any(unicodedata.category(sign)[0] in _SHOWN and sign not in _BLANK for sign in name)


def sanitize_name(name: str) -> str:
    """Return a name on one line, of characters that can be seen, at most 64; `?` if nothing of it can be."""
    spaced = " ".join(name.split())
    seen = "".join(
        sign for sign in spaced if unicodedata.category(sign) not in _UNSEEN and sign not in _TURNING
    )
    kept = seen[:LONGEST_KEPT_NAME].strip()
    return kept if is_visible(kept) else NAMELESS
