"""Keywords: words such as `points` or `private` in a command's arguments, in any supported language."""

from __future__ import annotations

from enum import Enum
from functools import cache

from bot.talk.catalog import LANGUAGES, Words, words_in
from bot.talk.input.signs import plain_signs


class Keyword(Enum):
    """A keyword of commands. Each catalog lists its forms in `typed-KEYWORD`, the most usual form first."""

    TO = "to"
    POINTS = "points"
    GAMES = "games"
    BEST = "best"
    OF = "of"
    MATCH = "match"
    CUBE = "cube"
    DOUBLING = "doubling"
    EXTENDED = "extended"
    HINTS = "hints"
    FIRST = "first"
    ME = "me"
    OPPONENT = "opponent"
    ANYONE = "anyone"
    ALL = "all"
    PRIVATE = "private"
    NO = "no"
    WITH = "with"
    AND = "and"
    OR = "or"
    ARTICLE = "article"
    EACH = "each"
    TURN = "turn"
    AT = "at"
    CLOCK = "clock"
    BANK = "bank"
    MINUTES = "minutes"
    HOURS = "hours"
    DAYS = "days"
    WEEKS = "weeks"
    SLEEPING = "sleeping"
    FINISHED = "finished"
    END = "end"
    OFF = "off"

    def usual_form(self, words: Words) -> str:
        """Return the keyword's most usual form in a language, for texts and suggestions."""
        return _forms(words, self)[0]


def keyword_of(word: str) -> Keyword | None:
    """Return the keyword of a typed word in any language; None if the word is no keyword."""
    return _keywords().get(plain_signs(word).lower())


def forms_of(keyword: Keyword) -> list[str]:
    """Return all forms of a keyword in all languages."""
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
