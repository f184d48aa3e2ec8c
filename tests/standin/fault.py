"""Fault: what a platform's description finds wrong in an object."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong in an object, and where. A field nobody knows is ignored by the platforms."""

    where: str
    what: str
    unknown_field: bool = False

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"
