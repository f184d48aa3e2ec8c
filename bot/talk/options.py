"""Options: parses the terms of a challenge from typed words, and writes terms as text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

from bot.rules import RULESETS
from bot.rules.rulesets import MatchLength
from bot.sessions import Challenge, Level, Match, Options
from bot.sessions.errors import Refusal
from bot.talk.catalog import LANGUAGES, Words, words_in
from bot.talk.input.clocks import clock_at
from bot.talk.input.keywords import Keyword, keyword_of
from bot.talk.input.signs import plain_signs
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
        says_default: True if a default was typed, such as `no clock` or `no cube`.
    """

    ruleset: str | None
    options: Options
    rest: tuple[str, ...]
    says_default: bool = False

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
        """True if no rule set or option was typed, apart from a level of the computer player."""
        options = replace(self.options, level=None)
        return self.ruleset is None and options == Options() and not self.says_default


def read_options(typed: Sequence[str], *, levels: bool = False) -> TypedTerms:
    """Parse terms in any order and language: `narde`, `to 5`, `5 points`, `3 games`, `3 days`, `cube`.

    `best of 3` means three games. Terms may be written as in a sentence: `a match to 5 with the cube`,
    `3 days per move`, `no hints`.

    Args:
        levels: True to parse a level of the computer player too.

    Raises:
        Refusal: no match is that long.
        Refusal: more than one length was typed.
        Refusal: no game can have that clock.
        Refusal: more than one clock was typed.
    """
    written = {plain_signs(part): part for word in typed for part in _parts(word)}
    left = [part for word in typed for part in _parts(plain_signs(word))]
    reading = _Reading(levels=levels)
    while left:
        behind = left[_fillers(left) :]
        # Words such as `a` and `with` count only in front of a term: elsewhere they may belong to a name.
        if reading.take(behind):
            left = behind
        elif reading.take(left):
            continue
        else:
            part = left.pop(0)
            reading.rest.append(written.get(part, part))  # A name is looked up as it was written.
    return reading.terms()


_SWITCHES: Final[Mapping[Keyword | None, str]] = {
    Keyword.CUBE: "cube",
    Keyword.EXTENDED: "extended",
    Keyword.HINTS: "hints",
}
"""The options that are on or off, by their keywords."""
_LINKS: Final = (Keyword.AND, Keyword.WITH)
_UNITS: Final = (Keyword.POINTS, Keyword.GAMES)
_WITH_ARTICLE: Final = {
    *_SWITCHES,
    Keyword.MATCH,
    Keyword.GAMES,
    Keyword.DOUBLING,
    Keyword.CLOCK,
    Keyword.BANK,
}
"""The keywords in front of which an article counts."""


@dataclass(slots=True)
class _Reading:
    """The terms that have been read so far."""

    levels: bool
    ruleset: str | None = None
    options: Options = field(default_factory=Options)
    switches: dict[str, Any] = field(default_factory=dict)
    has_clock: bool = False
    rest: list[str] = field(default_factory=list)

    def terms(self) -> TypedTerms:
        """Return the terms read."""
        no_clock = self.has_clock and self.options.time_control is None
        says_default = no_clock or not all(self.switches.values())
        return TypedTerms(
            self.ruleset, replace(self.options, **self.switches), tuple(self.rest), says_default=says_default
        )

    def take(self, left: list[str]) -> bool:
        """Read the term at the start of some words and remove it from them; return False if there is none.

        An option that was read already is not read again, since the word may be part of a name.
        """
        clock, count = clock_at(left)
        if clock is not None:
            if self.has_clock:
                raise Refusal("two-clocks")
            self.has_clock = True
            self.options = replace(self.options, time_control=clock.control)
            del left[:count]
            return True
        return self._take_switch(left) or self._take_length(left) or self._take_word(left)

    def _take_switch(self, left: list[str]) -> bool:
        """Read `cube`, `no cube`, `no cube and no hints` or `without cube or hints`."""
        is_denied = _keywords(left, 1) == [Keyword.NO]
        at = int(is_denied)
        found = False
        while True:
            skipped = at + _count_of(left[at:], Keyword.ARTICLE, Keyword.DOUBLING)
            option = _SWITCHES.get(keyword_of(left[skipped])) if skipped < len(left) else None
            end = skipped + 1
            if option != "cube" and Keyword.DOUBLING in _keywords(left[at:], skipped - at):
                option, end = "cube", skipped
            if option is None or option in self.switches:
                return found
            end += _count_of(left[end:], Keyword.DOUBLING)
            self.switches[option] = not is_denied
            del left[:end]
            found = True
            # What follows `and` or `or` is denied too. Without a denial it is read as the next term.
            if not is_denied or _keywords(left, 1) not in ([Keyword.AND], [Keyword.OR]):
                return True
            at = 1

    def _take_length(self, left: list[str]) -> bool:
        length = _length(left)
        if length is None:
            return False
        if self.options.length is not None:
            raise Refusal("two-lengths")
        self.options = replace(self.options, length=length)
        return True

    def _take_word(self, left: list[str]) -> bool:
        """Read the name of a rule set or of a level."""
        lower = left[0].lower() if left else ""
        if self.ruleset is None and lower in RULESETS:
            self.ruleset = lower
        elif self.levels and self.options.level is None and (level := _level(lower)) is not None:
            self.options = replace(self.options, level=level)
        else:
            return False
        del left[0]
        return True


def _parts(word: str) -> list[str]:
    """Return a typed word without a comma at its end; `5-point` and `days/move` as two words."""
    word = word.rstrip(",;") or word
    time, stroke, turn = word.partition("/")
    if time and stroke and keyword_of(turn) is Keyword.TURN:
        return [time, turn]
    number, dash, unit = word.partition("-")
    return [number, unit] if dash and number.isdecimal() and keyword_of(unit) in _UNITS else [word]


def _keywords(words: Sequence[str], count: int) -> list[Keyword | None]:
    return [keyword_of(word) for word in words[:count]]


def _count_of(words: Sequence[str], *kinds: Keyword) -> int:
    """Return how many of the first words are keywords of these kinds."""
    return next((at for at, word in enumerate(words) if keyword_of(word) not in kinds), len(words))


def _fillers(words: Sequence[str]) -> int:
    """Return how many of the first words only lead to a term: `a match`, `with the`, `and`."""
    count = _count_of(words, *_LINKS)
    first, *after = words[count : count + 2] or ("",)
    # Elsewhere the article may be a name, as in `A to 5`.
    if keyword_of(first) is Keyword.ARTICLE and after:
        count += after[0][0].isdecimal() or keyword_of(after[0]) in _WITH_ARTICLE
    # A match or game is a filler only in front of its length: `match to 5`, `game of 3 points`.
    if _keywords(words[count:], 1) in ([Keyword.MATCH], [Keyword.GAMES]):
        of = count + 1
        of += _count_of(words[of:], Keyword.OF)
        if _length(list(words[of:])) is not None or _keywords(words[of:], 1) == [Keyword.FIRST]:
            count = of
    # `first to 5` is a length, and `first me` names the starter.
    if _keywords(words[count:], 2) == [Keyword.FIRST, Keyword.TO]:
        count += 1
    return count


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


def _length(left: list[str]) -> MatchLength | None:
    """Parse the match length at the start of some words and remove it from them; None if there is none.

    `best of 3` means that all three games are played.

    Raises:
        Refusal: no match is that long.
    """
    first, second = [*_keywords(left, 2), None, None][:2]
    if first is Keyword.BEST and second is Keyword.OF and left[2:3] and left[2].isdecimal():
        number, games, end = left[2], True, 3
    elif first is Keyword.TO and left[1:2] and left[1].isdecimal():
        number, games, end = left[1], False, 2
    elif left and left[0].isdecimal() and second in _UNITS:
        number, games, end = left[0], False, 1
    else:
        return None
    if (unit := _keywords(left[end:], 1)) and unit[0] in _UNITS:
        games, end = unit[0] is Keyword.GAMES, end + 1
    end += _count_of(left[end:], Keyword.MATCH)
    del left[:end]
    return _bounded(number, games=games)


def _bounded(number: str, *, games: bool) -> MatchLength:
    try:
        return MatchLength(games=int(number)) if games else MatchLength(points=int(number))
    except ValueError as error:
        raise Refusal("no-such-length") from error


class Agreed(Protocol):
    """A challenge or match, or what is chosen for one."""

    @property
    def ruleset(self) -> str:
        """The rule set's name."""

    @property
    def options(self) -> Options:
        """The other terms."""


def terms_words(words: Words, agreed: Agreed) -> str:
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
