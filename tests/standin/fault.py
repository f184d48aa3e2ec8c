"""Fault: an object's conflict with its platform's description."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault in an object, with its place. Platforms ignore unknown fields."""

    where: str
    what: str
    unknown_field: bool = False

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"
