"""Keywords: words behind a command that have a meaning, typed in any supported language."""

from __future__ import annotations

from enum import Enum
from functools import cache

from bot.talk.catalog import LANGUAGES, Words, words_in


class Keyword(Enum):
    """A word with a meaning; every catalog lists its forms, the most usual first."""

    TO = "to"
    POINTS = "points"
    GAMES = "games"
    BEST = "best"
    OF = "of"
    CUBE = "cube"
    EXTENDED = "extended"
    HINTS = "hints"
    FIRST = "first"
    ME = "me"
    OPPONENT = "opponent"
    ALL = "all"
    PRIVATE = "private"
    NO = "no"
    CLOCK = "clock"
    BANK = "bank"
    MINUTES = "minutes"
    HOURS = "hours"
    DAYS = "days"
    WEEKS = "weeks"
    SLEEPING = "sleeping"
    END = "end"
    OFF = "off"

    def said(self, words: Words) -> str:
        """Return how it is typed in a language."""
        return _forms(words, self)[0]


def keyword_of(word: str) -> Keyword | None:
    """Return what a typed word means, in whatever language; nothing, if it is no keyword."""
    return _keywords().get(word.lower())


def forms_of(keyword: Keyword) -> list[str]:
    """Return how a keyword may be typed, in every language."""
    return [form for language in LANGUAGES for form in _forms(words_in(language), keyword)]


@cache
def _keywords() -> dict[str, Keyword]:
    return {
        form: keyword
        for language in LANGUAGES
        for keyword in Keyword
        for form in _forms(words_in(language), keyword)
    }


def _forms(words: Words, keyword: Keyword) -> list[str]:
    return words.words(f"typed-{keyword.value}").split()
