"""Findings: the results of checks, each with a remedy if something is wrong."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check.

    Args:
        what: what was found, a sentence.
        remedy: how to fix it, a sentence; empty if nothing is wrong.
    """

    what: str
    remedy: str = ""

    @property
    def is_fine(self) -> bool:
        """True if there is nothing to do."""
        return not self.remedy

    def __str__(self) -> str:
        # Answers of other programs may be quoted: they must not add lines or control the terminal.
        text = f"OK  {self.what}" if self.is_fine else f"!   {self.what} {self.remedy}"
        return "".join(sign if sign.isprintable() else "?" for sign in text)
