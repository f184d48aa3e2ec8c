"""Names: the rules for the names that people choose at the table."""

from __future__ import annotations

import unicodedata

from bot.chats.web.errors import Refused

LONGEST_NAME = 32
"""The most characters of a name."""

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_SEEN = frozenset("LNPS")
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5")
"""Invisible characters that Unicode counts as letters, marks or symbols."""

_JOINERS = "\u200c\u200d"
"""Zero-width joiners, which some scripts and emoji need; allowed within a name, but not at its ends."""
_DROPPED = str.maketrans("", "", _JOINERS)


def sanitize_name(name: str) -> str:
    """Return a name trimmed, with single spaces and composed letters (NFC).

    Raises:
        Refused: the name is empty or too long, or has characters that are invisible or reverse the text.
    """
    trimmed = name.strip().strip(_JOINERS)
    if any(unicodedata.category(sign) in _HIDDEN or sign in _BLANK for sign in trimmed.translate(_DROPPED)):
        raise Refused("web-name-hidden")
    shown = " ".join(unicodedata.normalize("NFC", trimmed).split())
    if not any(unicodedata.category(sign)[0] in _SEEN for sign in shown):
        raise Refused("web-name-empty")
    if len(shown) > LONGEST_NAME:
        raise Refused("web-name-long", most=str(LONGEST_NAME))
    return shown
