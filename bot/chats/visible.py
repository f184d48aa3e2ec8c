"""Visible text: what can be seen of a text, on every platform."""

from __future__ import annotations

import re
import unicodedata

_JOINED = re.compile(r"(?<=[^\x00-\x7f])[\u200c\u200d](?=[^\x00-\x7f])")
_UNSEEN = ("Cf", "Cc", "Cs", "Co")
_RIGHT_TO_LEFT = ("R", "AL")
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"


def seen(text: str) -> str:
    """Return a text without characters that cannot be seen, or that reverse the line around them.

    A joiner between two letters or pictures that are not ASCII belongs to them and stays.
    """
    joiners = {found.start() for found in _JOINED.finditer(text)}
    return "".join(
        sign
        for place, sign in enumerate(text)
        if sign == "\n" or place in joiners or unicodedata.category(sign) not in _UNSEEN
    )


def isolated(name: str) -> str:
    """Return a name isolated: written from right to left, it does not reverse what is around it."""
    if any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in name):
        return f"{_ISOLATE}{name}{_END_ISOLATE}"
    return name
