"""QR codes: draw a text as a QR code, for a page or a terminal."""

from __future__ import annotations

import io

import segno

_MARGIN = 4
"""Width in modules of the white margin of a QR code that the standard requires (ISO/IEC 18004, 9.1)."""
_WHITE_ON_BLACK, _RESET = "\x1b[97;40m", "\x1b[0m"  # The light modules are blocks.


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


def qr_text(text: str) -> str:
    """Return a text's QR code for a terminal: dark on light, whatever the terminal's colours are."""
    drawn = io.StringIO()
    segno.make_qr(text, error="l").terminal(drawn, border=_MARGIN, compact=True)
    return "\n".join(f"{_WHITE_ON_BLACK}{row}{_RESET}" for row in drawn.getvalue().splitlines())
