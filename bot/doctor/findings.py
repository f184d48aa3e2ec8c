"""Findings: what was looked at, whether it is as it should be, and if not what to do."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Args:
        what: what was found, a sentence.
        remedy: what to do about it, a sentence; empty, if it is as it should be.
    """

    what: str
    remedy: str = ""

    @property
    def is_fine(self) -> bool:
        """True if there is nothing to do."""
        return not self.remedy

    def __str__(self) -> str:
        # What others answered may stand in it, and must not write further lines, or steer the terminal.
        text = f"OK  {self.what}" if self.is_fine else f"!   {self.what} {self.remedy}"
        return "".join(sign if sign.isprintable() else "?" for sign in text)
