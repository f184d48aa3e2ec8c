"""Lesson pages: what each page of how to play shows, and the one thing to do there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bot.rules import BAR, Family
from bot.rules.errors import Reason


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do: a move to be made.

    Args:
        answers: the first moves that are right: all that the rules allow there.
        mistakes: tempting moves that the rules forbid.
        reason: why they forbid the first of those, which is what the page teaches.
    """

    answers: tuple[str, ...]
    mistakes: tuple[str, ...]
    reason: Reason


@dataclass(frozen=True, slots=True)
class Example:
    """What a page shows.

    Args:
        position: the board, with the dice if there are any; nothing for the game's own set-up.
        moved: the moves made so far with them.
        chosen: the point whose checker is chosen, to show where it may land.
        landings: points marked as landings where no dice are rolled.
        task: what is to be done, if anything is.
    """

    position: str = ""
    moved: str = ""
    chosen: int | None = None
    landings: tuple[int, ...] = ()
    task: Task | None = None


LESSONS: Mapping[Family, tuple[Example, ...]] = MappingProxyType(
    {
        Family.PARALLEL: (
            Example(
                "24:14,18:1 / 12:14,6:1 w 5-3",
                task=Task(("24/21", "24/19", "18/15", "18/13"), ("18/21", "18/23"), Reason.BACKWARDS),
            ),
            Example(
                "24:13,20:1,15:1 / 12:13,7:1,2:1 w 6-5",
                "24/18",
                task=Task(("20/15", "18/13", "15/10"), ("24/19",), Reason.HEAD),
            ),
            Example(
                "24:13,16:1,14:1 / 12:11,11:1,3:1,19:1,18:1 w 6-5",
                task=Task(("16/10", "14/9"), ("14/8", "16/11"), Reason.FULL_ROLL),
            ),
            Example(
                "24:13,14:2 / 12:11,9:1,4:1,20:1,19:1 w 5-4",
                task=Task(("14/10",), ("14/9", "24/20"), Reason.BLOCKED),
            ),
            Example(
                "24:9,11:1,10:1,9:2,8:1,7:1 / 12:15 w 4-3",
                "24/20",
                task=Task(("20/17", "11/8", "10/7", "8/5", "7/4"), ("9/6",), Reason.PRIME),
            ),
            Example(
                "5:4,4:4,3:3,2:2,off:2 / 13:3,14:3,15:3,16:2,17:2,18:2 w 6-5",
                task=Task(("5/off",), ("4/off", "3/off"), Reason.CHECKER_BEHIND),
            ),
        ),
        Family.OPPOSED: (
            Example(chosen=24, landings=(21, 20, 16, 14, 11, 9, 7, 5, 3, 2)),
            Example("24:2,13:5,8:3,6:5 / 1:2,12:5,17:3,19:5 w 5-3", chosen=13),
            Example("24:2,13:5,8:3,6:5 / 1:2,9:1,12:5,17:3,19:4 w 4-1", chosen=13),
            Example("bar:1,24:1,13:5,8:3,6:5 / 1:2,12:5,17:3,19:5 w 6-3", chosen=BAR),
            Example("6:4,5:3,4:3,3:2,2:1,off:2 / 19:4,20:3,21:3,22:2,23:2,24:1 w 6-3", chosen=6),
        ),
    }
)
"""The pages of each family. Those of the opposed one are written for the very game that is asked about."""
