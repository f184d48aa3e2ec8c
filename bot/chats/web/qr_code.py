"""QR code: a text as the path of an SVG picture, which a page draws without a style or an address."""

from __future__ import annotations

import segno

_MARGIN = 4
"""Modules of white around it, as the standard asks for (ISO/IEC 18004, 9.1)."""


def qr_path(text: str) -> tuple[int, str]:
    """Return how many modules wide and high the QR code of a text is, and the dark ones as a path."""
    rows = [list(row) for row in segno.make_qr(text, error="m").matrix_iter(border=_MARGIN)]
    parts: list[str] = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            if row[x]:
                start = x
                while x < len(row) and row[x]:
                    x += 1
                parts.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
            x += 1
    return len(rows), "".join(parts)
