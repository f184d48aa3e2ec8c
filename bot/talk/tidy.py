"""What people and their clients write, made fit to be kept and shown."""

from __future__ import annotations

import unicodedata

LONGEST_KEPT_NAME = 64
NAMELESS = "?"

_UNSEEN = frozenset({"Cc", "Cs", "Co", "Cn", "Zl", "Zp"})
# They turn the rest of a line around, and a sentence with it.
_TURNING = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def tidy_text(text: str) -> str:
    """Return a text without halves of characters, which can be neither kept nor sent."""
    return text.encode("utf-8", "replace").decode("utf-8")


def tidy_name(name: str) -> str:
    """Return a name on one line, of characters that can be seen, at most 64."""
    spaced = " ".join(name.split())
    seen = "".join(
        sign for sign in spaced if unicodedata.category(sign) not in _UNSEEN and sign not in _TURNING
    )
    return seen[:LONGEST_KEPT_NAME].strip() or NAMELESS
