"""Options: parses the terms of a challenge from typed words, and writes terms as text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.rules import RULESETS
from bot.rules.rulesets import MatchLength
from bot.sessions import Challenge, Level, Match, Options
from bot.sessions.errors import Refusal
from bot.talk.catalog import LANGUAGES, Words, words_in
from bot.talk.input.clocks import take_clock
from bot.talk.input.keywords import Keyword, keyword_of
from bot.talk.reply import Code, Text
from bot.talk.times import control_words
from bot.talk.wording import level_name, rules_name


@dataclass(frozen=True, slots=True)
class TypedTerms:
    """The terms parsed from the words after `/challenge` or `/play`.

    Args:
        ruleset: the rule set, or None if none was named.
        options: the options, without the starter: that player may be named in `rest`.
        rest: the words that are not terms, in their order.
        has_clock: True if a clock or `no clock` was typed.
    """

    ruleset: str | None
    options: Options
    rest: tuple[str, ...]
    has_clock: bool = False

    def with_bare_number(self) -> TypedTerms | None:
        """Return the terms with the first number in `rest` taken as the points of the match.

        Return None if there is no number, or a length was typed already. A number may be part of a player's
        name, so call this only if no player has that name.

        Raises:
            Refusal: no match is that long.
        """
        for at, word in enumerate(self.rest):
            if word.isdecimal() and self.options.length is None:
                options = replace(self.options, length=_bounded(word, games=False))
                return replace(self, options=options, rest=(*self.rest[:at], *self.rest[at + 1 :]))
        return None

    @property
    def says_nothing(self) -> bool:
        """True if no rule set, option or clock was typed, apart from a level of the computer player."""
        options = replace(self.options, level=None)
        return self.ruleset is None and options == Options() and not self.has_clock


def read_options(typed: Sequence[str], *, levels: bool = False) -> TypedTerms:
    """Parse terms in any order and language: `narde`, `to 5`, `5 points`, `3 games`, `3 days`, `cube`.

    `best of 3` means three games.

    Args:
        levels: True to parse a level of the computer player too.

    Raises:
        Refusal: no match is that long.
        Refusal: more than one length was typed.
        Refusal: no game can have that clock.
        Refusal: more than one clock was typed.
    """
    clock, left = take_clock(typed)
    rest: list[str] = []
    ruleset, options = None, Options(time_control=clock.control if clock is not None else None)
    while left:
        word = left.pop(0)
        lower, keyword = word.lower(), keyword_of(word)
        if ruleset is None and lower in RULESETS:
            ruleset = lower
        elif keyword is Keyword.CUBE and not options.cube:
            options = replace(options, cube=True)
        elif keyword is Keyword.EXTENDED and not options.extended:
            options = replace(options, extended=True)
        elif keyword is Keyword.HINTS and not options.hints:
            options = replace(options, hints=True)
        elif (length := _length(word, left)) is not None:  # Before the level, because `best` is a level too.
            if options.length is not None:
                raise Refusal("two-lengths")
            options = replace(options, length=length)
        elif levels and options.level is None and (level := _level(lower)) is not None:
            options = replace(options, level=level)
        else:
            rest.append(word)
    return TypedTerms(ruleset, options, tuple(rest), has_clock=clock is not None)


def reads_as_length(text: str) -> bool:
    """Return True if a text is the length of a match and nothing else."""
    try:
        read = read_options(text.split())
    except Refusal:
        return False
    return read == TypedTerms(None, Options(read.options.length), ()) and read.options.length is not None


def _level(word: str) -> Level | None:
    """Parse the name of a level, as commands have it or in any language; None if it is none."""
    for level in Level:
        if word in (level.value, *(level_name(words_in(language), level) for language in LANGUAGES)):
            return level
    return None


def _length(word: str, left: list[str]) -> MatchLength | None:
    """Parse a match length that starts with `word`, or return None.

    The words that belong to it are removed from `left`. `best of 3` means that all three games are played.

    Args:
        left: the words after `word`; changed in place.
    """
    following = [keyword_of(after) for after in left[:1]]
    if keyword_of(word) is Keyword.BEST and following == [Keyword.OF] and left[1:2] and left[1].isdecimal():
        number, games = left[1], True
        del left[:2]
    elif keyword_of(word) is Keyword.TO and left and left[0].isdecimal():
        number, games = left.pop(0), False
    elif word.isdecimal() and following in ([Keyword.POINTS], [Keyword.GAMES]):
        number, games = word, False
    else:
        return None
    if left and keyword_of(left[0]) in (Keyword.POINTS, Keyword.GAMES):
        games = keyword_of(left.pop(0)) is Keyword.GAMES
    return _bounded(number, games=games)


def _bounded(number: str, *, games: bool) -> MatchLength:
    try:
        return MatchLength(games=int(number)) if games else MatchLength(points=int(number))
    except ValueError as error:
        raise Refusal("no-such-length") from error


def terms_words(words: Words, agreed: Challenge | Match) -> str:
    """Return the terms of a challenge or match: the rule set, the length, and the cube if there is one.

    A match of one game has no length.
    """
    length = agreed.options.length or RULESETS[agreed.ruleset].usual_match
    terms = rules_name(words, agreed.ruleset)
    if length.points:
        terms = words.words("terms-points", rules=terms, points=length.points)
    elif length.games > 1:
        terms = words.words("terms-games", rules=terms, games=length.games)
    return words.words("terms-cube", terms=terms) if agreed.options.cube else terms


def agreed_notes(words: Words, agreed: Challenge | Match) -> list[Text]:
    """Return a sentence for each other term of a match: the clock, extended scoring, hints; empty if none.

    Hints are left out against the computer player, because they are always allowed there.
    """
    notes = []
    if agreed.options.time_control is not None:
        notes.append(words.say("card-clock", time=control_words(words, agreed.options.time_control)))
    if agreed.options.extended:
        notes.append(words.say("card-extended"))
    if agreed.options.hints and agreed.options.level is None:
        notes.append(words.say("card-hints", command=Code("/hint")))
    return notes
