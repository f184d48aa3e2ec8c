"""Events: what can happen in a game, each as it stands in a record (R10.3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.rules.notation import write_moves

if TYPE_CHECKING:
    from bot.rules.board import Side
    from bot.rules.moves import Move
    from bot.rules.rolls import Roll
    from bot.rules.rulesets import Grade


@dataclass(frozen=True, slots=True)
class Chosen:
    """White chose what becomes of the two dice that decided who starts (R7.3)."""

    keep: bool

    def __str__(self) -> str:
        return "keep" if self.keep else "reroll"


@dataclass(frozen=True, slots=True)
class Doubled:
    """The mover offered to double the value of the game (R8.3)."""

    def __str__(self) -> str:
        return "double"


@dataclass(frozen=True, slots=True)
class Took:
    """The opponent took the double and owns the cube now (R8.3)."""

    def __str__(self) -> str:
        return "take"


@dataclass(frozen=True, slots=True)
class Dropped:
    """The opponent dropped the double and lost the value before it (R8.3)."""

    def __str__(self) -> str:
        return "drop"


@dataclass(frozen=True, slots=True)
class Rolled:
    """The mover rolled the dice."""

    roll: Roll

    def __str__(self) -> str:
        return f"{self.roll.high}{self.roll.low}"


@dataclass(frozen=True, slots=True)
class Played:
    """The mover played a turn; a pass has no moves."""

    moves: tuple[Move, ...]

    def __str__(self) -> str:
        return write_moves(self.moves)


@dataclass(frozen=True, slots=True)
class Resigned:
    """A side resigned at a value, and that was accepted or taken at once (R9.6)."""

    side: Side
    grade: Grade

    def __str__(self) -> str:
        return f"resign {self.grade}"


@dataclass(frozen=True, slots=True)
class DrawAgreed:
    """The players agreed on a draw (R9.6)."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class TimedOut:
    """A side lost on time (R9.6)."""

    side: Side

    def __str__(self) -> str:
        return "timeout"


OpeningRolls = tuple[tuple[int, int], ...]
"""The opening rolls, each White's die and Black's; the last one decides."""

Event = Chosen | Doubled | Took | Dropped | Rolled | Played | Resigned | DrawAgreed | TimedOut
"""Whatever can happen in a game."""
