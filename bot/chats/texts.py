"""Texts: split into pieces, cleaned of invisible characters, or put in place of a picture."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from bot.talk.reply import Reply, Text


def in_words(reply: Reply, missing: Text) -> Reply:
    """Return a message with its picture replaced by a description.

    Args:
        missing: a sentence that names the permission that the bot lacks to send the picture.
    """
    parts: list[Text] = [part for part in (reply.text, (reply.alt,) if reply.alt else (), missing) if part]
    text = tuple(span for part in parts for span in ("\n\n", *part))[1:]
    return replace(reply, text=text, scene=None, as_file=False, animation=None)


MOST_PIECES = 5
"""The most messages into which a long text is split, so that it does not flood the chat."""


def pieces(text: str, room: int) -> tuple[str, ...]:
    """Split a text between lines where possible. Return no pieces if there would be more than `MOST_PIECES`.

    Args:
        room: the greatest length of a piece, in UTF-16 units.
    """
    cut: list[str] = []
    for line in text.splitlines():
        for part in _parts(line, room):
            if cut and _length(cut[-1]) + 1 + _length(part) <= room:
                cut[-1] += f"\n{part}"
            else:
                cut.append(part)
    filled = tuple(piece for piece in cut if piece.strip())  # No platform accepts an empty message.
    return filled if len(filled) <= MOST_PIECES else ()


def _parts(line: str, room: int) -> list[str]:
    """Cut a line into parts of at most `room` UTF-16 units."""
    parts = [""]
    for character in line:
        if _length(parts[-1]) + _length(character) > room:
            parts.append("")
        parts[-1] += character
    return parts


def _length(text: str) -> int:
    """Return the length in UTF-16 units: no platform counts more strictly."""
    return len(text.encode("utf-16-le", "replace")) // 2


_JOINED = re.compile(r"(?<=[^\x00-\x7f])[\u200c\u200d](?=[^\x00-\x7f])")
"""A zero-width joiner or non-joiner between two characters that are not ASCII: part of an emoji or a word."""
_INVISIBLE = ("Cf", "Cc", "Cs", "Co")
"""Unicode categories: format, control, surrogate and private-use characters."""
_RIGHT_TO_LEFT = ("R", "AL")
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"


def without_invisible(text: str) -> str:
    """Remove characters that are invisible or reverse the text around them.

    Keeps line breaks, and joiners within emoji and within words that are not ASCII.
    """
    joiners = {found.start() for found in _JOINED.finditer(text)}
    return "".join(
        sign
        for place, sign in enumerate(text)
        if sign == "\n" or place in joiners or unicodedata.category(sign) not in _INVISIBLE
    )


def isolated(name: str) -> str:
    """Wrap a right-to-left name in Unicode isolates, so that it does not reverse the text around it."""
    if any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in name):
        return f"{_ISOLATE}{name}{_END_ISOLATE}"
    return name
