"""Places: the bar and off, as they are typed in any supported language."""

from __future__ import annotations

import re
from functools import cache

from bot.rules import BAR, OFF
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.wording import typed_place


def with_typed_places(text: str) -> str:
    """Return typed moves with the names of places as the rules write them.

    >>> with_typed_places("бар/22 Бар→3→выброс")
    'bar/22 bar→3→off'
    """
    names = _names()
    return _pattern().sub(lambda found: names[found[0].lower()], text)


@cache
def _names() -> dict[str, str]:
    named = {"button-bar": BAR, "place-off": OFF}
    return {
        words_in(language).words(message).lower(): typed_place(point)
        for language in LANGUAGES
        for message, point in named.items()
    }


@cache
def _pattern() -> re.Pattern[str]:
    """Return the names, where they are no part of a longer word."""
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, _names()))})(?!\w)", re.IGNORECASE)
