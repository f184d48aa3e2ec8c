"""Killed: a summary of the kills and of the faults found."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class Killed:
    """A summary of the kills.

    Args:
        kills: the number of kills, by what the process was doing.
        answered: the number of answered actions, all of which are stored.
        sent_again: the number of actions not answered before a kill and sent again.
        calls: the number of notifications that arrived, none twice.
        migrations_cut_off: the number of migrations killed before their end.
        copies: the number of complete backups on which a bot was started.
        copies_cut_off: the number of backups killed before their end.
        faults: the faults found.
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
