"""Time control: how much time each player of a game has, in whole hours.

Each player has a bank of time. `7d+1d<7d` means: start with seven days, add one day after each turn, never
hold more than seven. `3d+3d<3d` is three days for each turn, because unused time is lost. Banks are not
shared between games.
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
    """How much time each player has: the bank at the start, the increment, and the cap.

    >>> control = TimeControl.parse("7d+1d<7d")
    >>> str(control.left_after(timedelta(days=3), timedelta(hours=6)))
    '3 days, 18:00:00'

    Attributes:
        start: The time in the bank when the game begins.
        per_turn: The time added after each turn.
        most: The cap of the bank.

    Raises:
        ValueError: A time is not in whole hours, is less than an hour or more than sixty days, or `start`
            or `per_turn` exceeds `most`.
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
            ValueError: The text is not a time control.
        """
        found = _FORM.fullmatch(text)
        if found is None:
            raise ValueError(f"not a time control: {text!r}")
        return cls(*(int(found[at]) * (_DAY if found[at + 1] == "d" else _HOUR) for at in (1, 3, 5)))

    @classmethod
    def for_each_turn(cls, time: timedelta) -> TimeControl:
        """Return the control that gives the same time for each turn and carries nothing over."""
        return cls(time, time, time)

    @property
    def is_for_each_turn(self) -> bool:
        """True if every turn has the same time: unused time is not carried over."""
        return self.per_turn == self.most

    def left_after(self, left: timedelta, used: timedelta) -> timedelta:
        """Return the time in a bank after a turn.

        Args:
            left: The time in the bank when the turn began.
            used: How long the turn took.
        """
        return min(self.most, max(timedelta(), left - used) + self.per_turn)


def _written(time: timedelta) -> str:
    return f"{time // _HOUR}h" if time % _DAY else f"{time // _DAY}d"
