"""Pieces: long texts as several messages, for chats where files may not be sent."""

from __future__ import annotations

MOST_PIECES = 5
"""More messages than that would flood the chat."""


def pieces(text: str, room: int) -> tuple[str, ...]:
    """Return a text in pieces, cut between lines where possible; none, if there would be too many.

    Args:
        text: the text.
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
