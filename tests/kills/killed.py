"""Killed: what was killed, how often, and what was found afterwards."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Killed:
    """What was killed, and how often.

    Args:
        kills: how often, by what the process did just then.
        answered: how many actions were answered and done, all of which are stored.
        sent_again: how many actions were not answered when the process was killed, and were sent again.
        calls: how many calls arrived, none of them twice.
        migrations_cut_off: how many migrations were killed before they had come to their end.
        copies: how many copies were whole, and a bot was started on them.
        copies_cut_off: how many were killed before they were whole.
        faults: what was found to be wrong.
    """

    kills: Counter[str] = field(default_factory=Counter)
    answered: int = 0
    sent_again: int = 0
    calls: int = 0
    migrations_cut_off: int = 0
    copies: int = 0
    copies_cut_off: int = 0
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        during = ", ".join(f"{count} in {what}" for what, count in sorted(self.kills.items()))
        return (
            f"{self.kills.total()} kills ({during}): "
            f"{self.answered} actions answered and stored once, "
            f"{self.sent_again} sent again, {self.calls} calls, "
            f"{self.migrations_cut_off} migrations and {self.copies_cut_off} copies cut off, "
            f"{self.copies} copies started on, {len(self.faults)} faults"
        )
