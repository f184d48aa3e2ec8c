"""Dice: the source of dice and other random numbers, which tests can replace by known numbers."""

from __future__ import annotations

from random import SystemRandom
from typing import Protocol


class DiceSource(Protocol):
    """A source of equally likely integers."""

    def below(self, bound: int) -> int:
        """Return an integer from 0 to `bound` - 1."""


class SystemDice:
    """The operating system's unpredictable random source."""

    def __init__(self) -> None:
        self._random = SystemRandom()

    def below(self, bound: int) -> int:
        """Return an integer from 0 to `bound` - 1."""
        return self._random.randrange(bound)


def die(chance: DiceSource) -> int:
    """Roll one die: return a number from 1 to 6."""
    return chance.below(6) + 1


# The characters of ids, without i, j, l, o, 0 and 1, which are easily mistaken for each other. An id begins
# with a letter, so that the bot never reads it as the number of a point on the board.
_LETTERS = "abcdefghkmnpqrstuvwxyz"
_DIGITS = "23456789"


def short_id(chance: DiceSource, length: int) -> str:
    """Return a random id such as `k7f`: letters and digits by turns, beginning with a letter."""
    alphabets = (_LETTERS, _DIGITS)
    return "".join(alphabets[i % 2][chance.below(len(alphabets[i % 2]))] for i in range(length))
