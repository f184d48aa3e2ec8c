"""Time control: how much time the players of a game have, in whole hours.

A player's bank begins at a start, grows whenever he has acted and the other is to act, and never holds more
than the most it may: `7d+1d<7d` is seven days and one more with each turn, at most seven. Three days for
each turn are `3d+3d<3d`: what is left of one is of no use in the next. Every game has banks of its own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

_HOUR: Final = timedelta(hours=1)
_DAY: Final = timedelta(days=1)
_LONGEST: Final = timedelta(days=60)
_TIME: Final = r"([1-9][0-9]{0,3})([dh])"
_FORM: Final = re.compile(rf"{_TIME}\+{_TIME}<{_TIME}", re.ASCII)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time each player has.

    >>> control = TimeControl.parse("7d+1d<7d")
    >>> str(control.left_after(timedelta(days=3), timedelta(hours=6)))
    '3 days, 18:00:00'

    Attributes:
        start: What is in the bank at first.
        per_turn: What is added with each turn that is made.
        most: What the bank holds at most.

    Raises:
        ValueError: They are no whole hours, or not in order, or more than sixty days.
    """

    start: timedelta
    per_turn: timedelta
    most: timedelta

    def __post_init__(self) -> None:
        times = (self.start, self.per_turn, self.most)
        if any(time % _HOUR for time in times):
            raise ValueError("time is given in whole hours")
        if not (_HOUR <= self.start <= self.most <= _LONGEST and _HOUR <= self.per_turn <= self.most):
            raise ValueError(
                "a bank begins with an hour or more, grows by one or more, and holds at most sixty days"
            )

    def __str__(self) -> str:
        return f"{_written(self.start)}+{_written(self.per_turn)}<{_written(self.most)}"

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """Read `7d+1d<7d` or `2d+12h<3d`.

        Raises:
            ValueError: The text is no time control.
        """
        found = _FORM.fullmatch(text)
        if found is None:
            raise ValueError(f"no time control: {text!r}")
        return cls(*(int(found[at]) * (_DAY if found[at + 1] == "d" else _HOUR) for at in (1, 3, 5)))

    @classmethod
    def for_each_turn(cls, time: timedelta) -> TimeControl:
        """The same time for each turn."""
        return cls(time, time, time)

    @property
    def is_for_each_turn(self) -> bool:
        """True if every turn has the same time, whatever was left of the last one."""
        return self.per_turn == self.most

    def left_after(self, left: timedelta, used: timedelta) -> timedelta:
        """What is in a bank after a turn.

        Args:
            left: What was in it when the turn began.
            used: How long the turn took; no more than that.
        """
        return min(self.most, max(timedelta(), left - used) + self.per_turn)


def _written(time: timedelta) -> str:
    return f"{time // _HOUR}h" if time % _DAY else f"{time // _DAY}d"
