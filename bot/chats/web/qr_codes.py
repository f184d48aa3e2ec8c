"""QR codes: draw a text as the dark modules of its QR code."""

from __future__ import annotations

import segno

_MARGIN = 4
"""Width in modules of the white margin of a QR code that the standard requires (ISO/IEC 18004, 9.1)."""


def qr_path(text: str) -> tuple[int, str]:
    """Return a text's QR code: its width in modules, margin included, and its dark modules as an SVG path."""
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
