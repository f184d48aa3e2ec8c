"""Rule sets: the seven games as data, one frozen value for each (R2)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import ClassVar, Final

from bot.rules.board import CHECKERS, Family
from bot.rules.errors import UnsupportedRulesError

_LENGTHS: Final = range(1, 26)
_EXTENDED: Final = "-extended"
_LENGTH: Final = re.compile(r"([0-9]{1,2}) (point|game)s?", re.ASCII)


class Landing(Enum):
    """What happens when a checker reaches a point with an opposing checker: refused, or a hit."""

    NEVER = "never"
    HIT = "hit"


class HeadRule(Enum):
    """How many checkers may leave the head in one turn (R4)."""

    FIRST_STOPPED_BY_HEAD = "first-stopped-by-head"
    FIRST_DOUBLES = "first-doubles"
    ANY_DOUBLES = "any-doubles"
    FREE = "free"


class PrimeRule(Enum):
    """Which primes are forbidden: six points in a row, also called a wall, blockade or block (R5)."""

    PAST = "past"
    HOME = "home"
    NONE = "none"


class PrimeJudged(Enum):
    """When a forbidden prime is checked: after the whole turn, or after every move (R5.1)."""

    END_OF_TURN = "end of turn"
    EVERY_MOVE = "every move"


class Opening(Enum):
    """What White does with the two opening dice: roll again, play them, or choose (R7)."""

    REROLL = "reroll"
    KEEP = "keep"
    CHOICE = "choice"


class NextGame(Enum):
    """How the starter of the next game between the same players is decided (R8.2)."""

    SWAP = "swap"
    ROLL_AGAIN = "roll again"
    WINNER = "winner"


class Grade(Enum):
    """The kind of a win, such as oyn, mars or gammon; the value is the word used in records."""

    OYN = "oyn"
    MARS = "mars"
    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"
    KOKS = "koks"
    HOME_MARS = "home-mars"

    @property
    def points(self) -> int:
        """The points that the win counts, without the cube (R9.1, R9.2, R9.4)."""
        return _POINTS[self]

    def __str__(self) -> str:
        return self.value


class Scoring(Enum):
    """The system of grades by which a rule set scores a win (R9)."""

    OYN_MARS = "oyn, mars"
    BACKGAMMON = "single, gammon, backgammon"
    ONE = "one"
    EXTENDED = "extended"

    @property
    def grades(self) -> tuple[Grade, ...]:
        """The grades that a won game can have, lowest first.

        >>> [str(grade) for grade in Scoring.OYN_MARS.grades]
        ['oyn', 'mars']
        """
        return _LADDERS[self]

    @property
    def lowest(self) -> Grade:
        """The lowest grade, at which a dropped double is lost (R8.3)."""
        return self.grades[0]

    @property
    def second(self) -> Grade:
        """The grade that counts two points, or the only grade if every game counts one."""
        return self.grades[:2][-1]


_POINTS: Final = {
    Grade.OYN: 1,
    Grade.MARS: 2,
    Grade.KOKS: 3,
    Grade.HOME_MARS: 4,
    Grade.SINGLE: 1,
    Grade.GAMMON: 2,
    Grade.BACKGAMMON: 3,
}

_LADDERS: Final = {
    Scoring.OYN_MARS: (Grade.OYN, Grade.MARS),
    Scoring.BACKGAMMON: (Grade.SINGLE, Grade.GAMMON, Grade.BACKGAMMON),
    Scoring.ONE: (Grade.SINGLE,),
    Scoring.EXTENDED: (Grade.OYN, Grade.MARS, Grade.KOKS, Grade.HOME_MARS),
}
"""The grades of each scoring, lowest first."""


@dataclass(frozen=True, slots=True)
class MatchLength:
    """The length of a match: a number of points to reach, or a number of games; the other is 0 (R8.1).

    >>> str(MatchLength(points=5)), str(MatchLength(games=1))
    ('5 points', '1 game')

    Raises:
        ValueError: Not exactly one of the two is given, or it is not 1–25.
    """

    MOST: ClassVar[int] = _LENGTHS[-1]
    """The greatest length."""

    points: int = 0
    games: int = 0

    def __post_init__(self) -> None:
        if min(self.points, self.games) != 0 or self.points + self.games not in _LENGTHS:
            raise ValueError(f"a match goes to 1–{_LENGTHS[-1]} points or over 1–{_LENGTHS[-1]} games")

    def __str__(self) -> str:
        count, unit = (self.points, "point") if self.points else (self.games, "game")
        return f"{count} {unit}" + ("" if count == 1 else "s")

    @classmethod
    def parse(cls, text: str) -> MatchLength:
        """Read `5 points` or `3 games`.

        Raises:
            ValueError: The text is not the length of a match.
        """
        found = _LENGTH.fullmatch(text)
        if found is None:
            raise ValueError(f"not the length of a match: {text!r}")
        count = int(found[1])
        return cls(points=count) if found[2] == "point" else cls(games=count)


@dataclass(frozen=True, slots=True, repr=False)
class RuleSet:
    """The rules of one game, as the columns of the table in R2.

    Attributes:
        name: The name used in commands and records.
        family: The direction of the two paths: parallel or opposed.
        setup: Pairs of progress index and number of checkers, the same for both sides.
        landing: What happens when a checker reaches a point with an opposing checker.
        head: How many checkers may leave the head in one turn.
        doubles: How many moves a double gives, 2 or 4.
        higher_die: True if the higher die must be played when only one of the two can be (R3.4).
        prime: Which primes (six points in a row) are forbidden.
        prime_judged: When a forbidden prime is checked.
        opening: What White does with the two opening dice.
        next_game: How the starter of the next game between the same players is decided.
        scoring: The grades that a win can have.
        last_turn: True if Black has one more turn after White has borne off all checkers (R9.3).
        usual_match: The default length of a match.
        cube: True if players may agree on a doubling cube (R8.3).

    Raises:
        UnsupportedRulesError: A rule belongs to the other family: hits are for opposed games; head limits,
            primes and the ban on landing are for parallel ones.
        ValueError: The set-up is not fifteen checkers, or `doubles` is neither 2 nor 4.
    """

    name: str
    family: Family = Family.PARALLEL
    setup: tuple[tuple[int, int], ...] = ((0, CHECKERS),)
    landing: Landing = Landing.NEVER
    head: HeadRule = HeadRule.FIRST_DOUBLES
    doubles: int = 4
    higher_die: bool = True
    prime: PrimeRule = PrimeRule.PAST
    prime_judged: PrimeJudged = PrimeJudged.END_OF_TURN
    opening: Opening = Opening.REROLL
    next_game: NextGame = NextGame.ROLL_AGAIN
    scoring: Scoring = Scoring.OYN_MARS
    last_turn: bool = False
    usual_match: MatchLength = MatchLength(games=1)
    cube: bool = False

    def __post_init__(self) -> None:
        hits = self.landing is Landing.HIT
        bound = self.head is not HeadRule.FREE or self.prime is not PrimeRule.NONE
        if hits != (self.family is Family.OPPOSED) or (hits and bound):
            raise UnsupportedRulesError(self.name)
        if sum(count for _, count in self.setup) != CHECKERS:
            raise ValueError(f"{self.name}: the set-up needs {CHECKERS} checkers a side")
        if self.doubles not in {2, 4}:
            raise ValueError(f"{self.name}: equal dice give 2 or 4 moves")

    def __str__(self) -> str:
        return self.name + (_EXTENDED if self.scoring is Scoring.EXTENDED else "")

    def __repr__(self) -> str:
        return f"<RuleSet {self}>"

    def __hash__(self) -> int:
        # Positions are hashed often, and equal rule sets have equal names, so the name alone is enough.
        return hash(self.name)

    @classmethod
    def parse(cls, text: str) -> RuleSet:
        """Read what `str` writes: a name in `RULESETS`, with `-extended` for the extended scoring.

        >>> RuleSet.parse("long-extended") == RULESETS["long"].extended()
        True

        Raises:
            ValueError: There is no such rule set.
        """
        name = text.removesuffix(_EXTENDED)
        ruleset = RULESETS.get(name)
        if ruleset is None or (name != text and ruleset.scoring is not Scoring.OYN_MARS):
            raise ValueError(f"no such rule set: {text!r}")
        return ruleset if name == text else ruleset.extended()

    def extended(self) -> RuleSet:
        """Return the same rule set with the extended scoring, which adds koks and home mars (R9.4).

        Raises:
            UnsupportedRulesError: The rule set does not score oyn and mars.
        """
        if self.scoring is not Scoring.OYN_MARS:
            raise UnsupportedRulesError(self.name)
        return replace(self, scoring=Scoring.EXTENDED)


RULESETS: Mapping[str, RuleSet] = MappingProxyType(
    {
        ruleset.name: ruleset
        for ruleset in (
            RuleSet("long", head=HeadRule.FIRST_STOPPED_BY_HEAD, next_game=NextGame.SWAP, cube=True),
            RuleSet(
                "federation", head=HeadRule.FIRST_STOPPED_BY_HEAD, next_game=NextGame.SWAP, last_turn=True
            ),
            RuleSet("sport", prime_judged=PrimeJudged.EVERY_MOVE, opening=Opening.KEEP, cube=True),
            RuleSet("narde", next_game=NextGame.WINNER, usual_match=MatchLength(points=5)),
            RuleSet(
                "palm",
                head=HeadRule.ANY_DOUBLES,
                prime=PrimeRule.HOME,
                opening=Opening.CHOICE,
                scoring=Scoring.BACKGAMMON,
            ),
            RuleSet(
                "nard",
                family=Family.OPPOSED,
                setup=((0, 2), (11, 3), (16, 3), (17, 2), (18, 3), (21, 2)),
                landing=Landing.HIT,
                head=HeadRule.FREE,
                doubles=2,
                higher_die=False,
                prime=PrimeRule.NONE,
                scoring=Scoring.ONE,
            ),
            RuleSet(
                "short",
                family=Family.OPPOSED,
                setup=((0, 2), (11, 5), (16, 3), (18, 5)),
                landing=Landing.HIT,
                head=HeadRule.FREE,
                prime=PrimeRule.NONE,
                opening=Opening.KEEP,
                scoring=Scoring.BACKGAMMON,
                usual_match=MatchLength(points=5),
                cube=True,
            ),
        )
    }
)
"""Every rule set by name. `long` is first and the default."""
