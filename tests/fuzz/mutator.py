"""Mutator: inputs that people might send, with small errors in them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

LONGEST = 4_000
"""Characters of an input, unless its seed is longer."""

_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")
_NUMBER = re.compile(r"[0-9]+")
_NUMBERS = (
    "0",
    "-1",
    "1",
    "2",
    "7",
    "24",
    "25",
    "99",
    "256",
    "2147483648",
    "9" * 20,
    "9" * 5_000,
    "1e9",
    "٣",
    "²",
)
_SIGNS = (
    *"\0\t\n\r \"'/\\<>&{}[]()*_`|~@#:;,.-+=?!%$",
    "\x1b",
    "\x85",
    "\xa0",
    "\u200b",
    "\u2028",
    "\u202e",
    "\ufeff",
    "\ud800",
    "\udfff",
    "\U0010ffff",
    "é",
    "е",
    "→",
    "🎲",
    "👩‍👩‍👧",
    "И" * 80,
)


class Mutator:
    """Makes inputs from seeds: drops, doubles, swaps and joins words, and inserts odd ones.

    Most changes keep words whole, so that readers get far into most inputs.

    Args:
        seeds: valid inputs.
        vocabulary: words with a meaning in these inputs.
    """

    def __init__(self, seeds: Sequence[str], vocabulary: Sequence[str], rng: Random) -> None:
        self._seeds = seeds
        self._words = (*vocabulary, *_SIGNS, *_NUMBERS)
        self._rng = rng
        self._ways: tuple[Callable[[list[str]], None], ...] = (
            self._drop,
            self._double,
            self._swap,
            self._replace,
            self._replace,
            self._insert,
            self._insert,
            self._count,
            self._splice,
            self._scratch,
            self._repeat,
        )

    def next(self) -> str:
        """Return the next input, sometimes an unchanged seed."""
        seed = self._rng.choice(self._seeds)
        # Mostly only one line is changed, so that the lines above it are read.
        if "\n" in seed and self._rng.random() < 0.7:
            lines = seed.split("\n")
            at = self._rng.randrange(len(lines))
            lines[at] = self._mutated(lines[at])
            mutated = "\n".join(lines)
        else:
            mutated = self._mutated(seed)
        return mutated[: max(LONGEST, len(seed))]

    def _mutated(self, text: str) -> str:
        tokens = _TOKEN.findall(text)
        for _ in range(min(8, int(self._rng.expovariate(0.5) + 0.9))):
            self._rng.choice(self._ways)(tokens)
        return "".join(tokens)

    def _at(self, tokens: list[str]) -> int:
        return self._rng.randrange(len(tokens)) if tokens else 0

    def _drop(self, tokens: list[str]) -> None:
        at = self._at(tokens)
        del tokens[at : at + self._rng.choice((1, 1, 2, 5))]

    def _double(self, tokens: list[str]) -> None:
        at = self._at(tokens)
        tokens[at:at] = tokens[at : at + self._rng.choice((1, 2, 3, 20))]

    def _swap(self, tokens: list[str]) -> None:
        if tokens:
            a, b = self._at(tokens), self._at(tokens)
            tokens[a], tokens[b] = tokens[b], tokens[a]

    def _replace(self, tokens: list[str]) -> None:
        if tokens:
            tokens[self._at(tokens)] = self._rng.choice(self._words)

    def _insert(self, tokens: list[str]) -> None:
        tokens.insert(self._at(tokens), self._rng.choice(self._words))

    def _count(self, tokens: list[str]) -> None:
        """Change a number by one, or replace it by another."""
        numbers = [at for at, token in enumerate(tokens) if token.isascii() and token.isdigit()]
        if numbers:
            at = self._rng.choice(numbers)
            near = int(tokens[at][:18]) + self._rng.choice((-1, 1))
            tokens[at] = self._rng.choice((str(near), str(near), self._rng.choice(_NUMBERS)))

    def _splice(self, tokens: list[str]) -> None:
        other = _TOKEN.findall(self._rng.choice(self._seeds))
        cut = self._at(tokens)
        tokens[cut:] = other[self._at(other) :][:200]

    def _scratch(self, tokens: list[str]) -> None:
        """Change one character within a word."""
        if tokens:
            at = self._at(tokens)
            word = tokens[at]
            cut = self._rng.randrange(len(word) + 1)
            sign = chr(self._rng.choice((self._rng.randrange(128), self._rng.randrange(0x3000), 0x1F3B2)))
            tokens[at] = word[:cut] + sign + word[cut + self._rng.randrange(2) :]

    def _repeat(self, tokens: list[str]) -> None:
        if tokens:
            at = self._at(tokens)
            tokens[at] *= self._rng.choice((2, 3, 16, 300))
