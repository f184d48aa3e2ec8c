"""Guest names: the names that the bot gives to players who begin without choosing one."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from bot.talk.catalog import words_in

_TRIES = 4
"""The number of names that are tried with each length of number before longer ones."""
_DIGITS = 6
"""The most digits of a number behind a name."""


def guest_names(language: str, random: Random) -> Iterator[str]:
    """Yield names to try in turn, such as `Quiet Otter` and later `Quiet Otter 27`.

    Args:
        language: the language of the player's page.
        random: chooses the words and numbers.
    """
    words = words_in(language)
    first, second = words.words("guest-first").split(), words.words("guest-second").split()
    for digits in range(_DIGITS + 1):
        for _ in range(_TRIES):
            name = f"{random.choice(first)} {random.choice(second)}"
            yield f"{name} {random.randrange(10 ** (digits - 1), 10**digits)}" if digits else name
