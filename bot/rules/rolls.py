"""Roll: two dice (R3.1)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from bot.rules.rulesets import RuleSet

FACES: Final = range(1, 7)
_TEXT: Final = re.compile(r"([1-6])-?([1-6])", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Roll:
    """Two dice, kept with the higher first.

    >>> Roll(5, 6)
    Roll(high=6, low=5)
    >>> str(Roll(5, 6))
    '6-5'

    Raises:
        ValueError: A die is not 1–6.
    """

    high: int
    low: int

    def __post_init__(self) -> None:
        if self.high not in FACES or self.low not in FACES:
            raise ValueError(f"a die shows 1 to 6, not {self.high} and {self.low}")
        if self.high < self.low:
            high, low = self.low, self.high
            object.__setattr__(self, "high", high)
            object.__setattr__(self, "low", low)

    def __str__(self) -> str:
        return f"{self.high}-{self.low}"

    @classmethod
    def parse(cls, text: str) -> Roll:
        """Read `6-5` or `65`, in either order.

        Raises:
            ValueError: The text is not a roll.
        """
        found = _TEXT.fullmatch(text.strip())
        if found is None:
            raise ValueError(f"no roll of two dice: {text!r}")
        return cls(int(found[1]), int(found[2]))

    @property
    def is_double(self) -> bool:
        """True if both dice show the same."""
        return self.high == self.low

    def dice(self, ruleset: RuleSet) -> tuple[int, ...]:
        """Return the dice to play, one for each move, larger first; a double is repeated (R3.2, R3.6)."""
        return (self.high,) * ruleset.doubles if self.is_double else (self.high, self.low)
