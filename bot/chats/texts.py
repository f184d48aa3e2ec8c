"""Texts: long ones in pieces, without invisible characters, or in place of a picture."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from bot.talk.reply import Reply, Text


def in_words(reply: Reply, missing: Text) -> Reply:
    """Return a message that says what its picture shows, and which permission is missing.

    Args:
        reply: the message, with its picture.
        missing: the sentence that names the permission.
    """
    parts: list[Text] = [part for part in (reply.text, (reply.alt,) if reply.alt else (), missing) if part]
    text = tuple(span for part in parts for span in ("\n\n", *part))[1:]
    return replace(reply, text=text, scene=None, as_file=False, animation=None)


MOST_PIECES = 5
"""More messages than that would flood the chat."""


def pieces(text: str, room: int) -> tuple[str, ...]:
    """Return a text in pieces, cut between lines where possible; none, if there would be too many.

    Args:
        room: the longest that a piece may be, in UTF-16 units.
    """
    cut: list[str] = []
    for line in text.splitlines():
        for part in _parts(line, room):
            if cut and _length(cut[-1]) + 1 + _length(part) <= room:
                cut[-1] += f"\n{part}"
            else:
                cut.append(part)
    seen = tuple(piece for piece in cut if piece.strip())  # no platform takes a message of nothing
    return seen if len(seen) <= MOST_PIECES else ()


def _parts(line: str, room: int) -> list[str]:
    """Cut a line that is too long by itself."""
    parts = [""]
    for character in line:
        if _length(parts[-1]) + _length(character) > room:
            parts.append("")
        parts[-1] += character
    return parts


def _length(text: str) -> int:
    return len(text.encode("utf-16-le", "replace")) // 2


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
