"""Faults: what goes wrong, and when, as one seed decides it."""

from __future__ import annotations

import sqlite3
from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random


class Fault(Enum):
    """One thing that goes wrong."""

    CRASH = "crash"
    DISK_FULL = "disk full"
    LOCK = "lock"
    CLOCK_STEP = "clock step"
    TOO_MANY = "429 with a time"
    TOO_MANY_WITHOUT_TIME = "429 without a time"
    SERVER_ERROR = "5xx"
    REQUEST_LOST = "time-out before it was carried out"
    ANSWER_LOST = "time-out after it was carried out"
    HANGS = "hangs beyond the deadline"
    DUPLICATE = "duplicate"
    REORDERED = "reordered"
    CONNECTION_LOST = "connection lost, resumed"
    SESSION_LOST = "connection lost, not resumed"
    MESSAGE_DELETED = "message deleted"
    CHAT_GONE = "chat gone"
    BLOCKED = "blocked"
    CANCELLED = "callers cancelled"
    STOPPED = "stopped in order"


OF_REQUESTS = {
    Fault.TOO_MANY: 3,
    Fault.TOO_MANY_WITHOUT_TIME: 1,
    Fault.SERVER_ERROR: 3,
    Fault.REQUEST_LOST: 2,
    Fault.ANSWER_LOST: 3,
    Fault.HANGS: 0.3,
    Fault.CRASH: 1,
}
"""What becomes of a request, and how often, against each other."""


@dataclass
class Faults:
    """Draws what goes wrong, and counts it.

    Args:
        chance: what decides.
        often: how often things go wrong: 1 is very often, 0 is never.
    """

    chance: Random
    often: float = 1.0
    counted: Counter[Fault] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        """How many things went wrong so far."""
        return self.counted.total()

    def happens(self, fault: Fault, probability: float) -> bool:
        """Return whether something goes wrong now."""
        if self.chance.random() >= probability * self.often:
            return False
        self.counted[fault] += 1
        return True

    def of_request(self, probability: float = 0.15) -> Fault | None:
        """Return what becomes of a request, if not what should."""
        if self.chance.random() >= probability * self.often:
            return None
        (fault,) = self.chance.choices([*OF_REQUESTS], [*OF_REQUESTS.values()])
        self.counted[fault] += 1
        return fault

    def of_statement(self, sql: str) -> None:
        """Let a statement fail, perhaps.

        Raises:
            sqlite3.OperationalError: it fails, and has done nothing.
        """
        if sql.startswith("BEGIN IMMEDIATE") and self.happens(Fault.LOCK, 0.004):
            raise sqlite3.OperationalError("database is locked")
        writes = sql.startswith(("INSERT", "UPDATE", "DELETE", "COMMIT"))
        if writes and self.happens(Fault.DISK_FULL, 0.003):
            raise sqlite3.OperationalError("database or disk is full")
