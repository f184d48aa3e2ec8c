"""Faults: what goes wrong and when, determined by a seed."""

from __future__ import annotations

import sqlite3
from collections import Counter
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from random import Random


class Fault(Enum):
    """A kind of fault."""

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
"""The faults of requests, with their relative frequencies."""


@dataclass
class Faults:
    """Draws faults and counts them.

    Args:
        chance: the random generator.
        rate: the rate of faults: 1 is very often, 0 is never.
    """

    chance: Random
    rate: float = 1.0
    counted: Counter[Fault] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        """The number of faults so far."""
        return self.counted.total()

    def happens(self, fault: Fault, probability: float) -> bool:
        """Return True if a fault happens now."""
        if self.chance.random() >= probability * self.rate:
            return False
        self.counted[fault] += 1
        return True

    def of_request(self, probability: float = 0.15) -> Fault | None:
        """Return the fault of a request, or None."""
        if self.chance.random() >= probability * self.rate:
            return None
        (fault,) = self.chance.choices([*OF_REQUESTS], [*OF_REQUESTS.values()])
        self.counted[fault] += 1
        return fault

    def of_statement(self, sql: str) -> None:
        """Make a statement fail at random.

        Raises:
            sqlite3.OperationalError: the statement failed and did nothing.
        """
        if sql.startswith("BEGIN IMMEDIATE") and self.happens(Fault.LOCK, 0.004):
            raise sqlite3.OperationalError("database is locked")
        writes = sql.startswith(("INSERT", "UPDATE", "DELETE", "COMMIT"))
        if writes and self.happens(Fault.DISK_FULL, 0.003):
            raise sqlite3.OperationalError("database or disk is full")
