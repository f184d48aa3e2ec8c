"""Where dice and other random things come from: outside."""

from __future__ import annotations

from random import SystemRandom
from typing import Protocol


class DiceSource(Protocol):
    """A source of equally likely numbers."""

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to `bound` - 1."""


class SystemDice:
    """The operating system's own source, which nobody can foresee."""

    def __init__(self) -> None:
        self._random = SystemRandom()

    def below(self, bound: int) -> int:
        """Return a whole number from 0 to `bound` - 1."""
        return self._random.randrange(bound)


def die(chance: DiceSource) -> int:
    """Throw one die."""
    return chance.below(6) + 1


# Said aloud without being taken for one another; a letter first, so that an id is never read as a point.
_LETTERS = "abcdefghkmnpqrstuvwxyz"
_DIGITS = "23456789"


def short_id(chance: DiceSource, length: int) -> str:
    """Return an id of letters and digits in turn, beginning with a letter: `k7f`."""
    alphabets = (_LETTERS, _DIGITS)
    return "".join(alphabets[i % 2][chance.below(len(alphabets[i % 2]))] for i in range(length))
