"""Names: which of them a person may take at the table."""

from __future__ import annotations

import unicodedata

from bot.chats.web.errors import Refused

LONGEST = 32
"""Characters that a name may have."""

_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_SEEN = frozenset("LNPS")
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\u034f\u17b4\u17b5")
"""Letters and signs that nobody sees."""

_JOINERS = "\u200c\u200d"
"""Unseen signs that belong into words and pictures of several languages, within a name only."""
_DROPPED = str.maketrans("", "", _JOINERS)


def sanitize_name(name: str) -> str:
    """Return a name as it will be shown: trimmed, single spaces, composed letters.

    Raises:
        Refused: the name is empty, too long, or holds characters that cannot be seen or turn the line around.
    """
    trimmed = name.strip().strip(_JOINERS)
    if any(unicodedata.category(sign) in _HIDDEN or sign in _BLANK for sign in trimmed.translate(_DROPPED)):
        raise Refused("web-name-hidden")
    shown = " ".join(unicodedata.normalize("NFC", trimmed).split())
    if not any(unicodedata.category(sign)[0] in _SEEN for sign in shown):
        raise Refused("web-name-empty")
    if len(shown) > LONGEST:
        raise Refused("web-name-long", most=str(LONGEST))
    return shown
