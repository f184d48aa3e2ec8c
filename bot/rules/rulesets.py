"""Rule sets: games as data, one frozen value for each game (R2)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Final

from bot.rules.board import CHECKERS, Family
from bot.rules.errors import UnsupportedRulesError

_LENGTHS: Final = range(1, 26)
_EXTENDED: Final = "-extended"
_LENGTH: Final = re.compile(r"([0-9]{1,2}) (point|game)s?", re.ASCII)


class Landing(Enum):
    """What happens on a point where the opponent stands."""

    NEVER = "never"
    HIT = "hit"


class HeadRule(Enum):
    """How many checkers may leave the head in one turn (R4)."""

    FIRST_STOPPED_BY_HEAD = "first-stopped-by-head"
    FIRST_DOUBLES = "first-doubles"
    ANY_DOUBLES = "any-doubles"
    FREE = "free"


class PrimeRule(Enum):
    """Which primes of six are forbidden (R5)."""

    PAST = "past"
    HOME = "home"
    NONE = "none"


class PrimeJudged(Enum):
    """When a wall of six is judged (R5.1)."""

    END_OF_TURN = "end of turn"
    EVERY_MOVE = "every move"


class Opening(Enum):
    """What becomes of the dice that decided who starts (R7)."""

    REROLL = "reroll"
    KEEP = "keep"
    CHOICE = "choice"


class NextGame(Enum):
    """Who starts the next game between the same players (R8.2)."""

    SWAP = "swap"
    ROLL_AGAIN = "roll again"
    WINNER = "winner"


class Grade(Enum):
    """What a won game is called; the value is the word used in records."""

    OYN = "oyn"
    MARS = "mars"
    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"
    KOKS = "koks"
    HOME_MARS = "home-mars"

    @property
    def points(self) -> int:
        """What it counts (R9.1, R9.2, R9.4)."""
        return _POINTS[self]

    def __str__(self) -> str:
        return self.value


class Scoring(Enum):
    """The values a won game can have (R9)."""

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
        """The grade of a game that counts no more than it must, as a dropped double does (R8.3)."""
        return self.grades[0]

    @property
    def second(self) -> Grade:
        """The grade of a game that counts two, or the only one where every game counts one."""
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
"""The grades that a scoring knows, lowest first."""


@dataclass(frozen=True, slots=True)
class MatchLength:
    """How long a match is: a number of points to reach, or a number of games; the other is 0 (R8.1).

    >>> str(MatchLength(points=5)), str(MatchLength(games=1))
    ('5 points', '1 game')

    Raises:
        ValueError: Not exactly one of the two is given, or it is out of bounds.
    """

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
            ValueError: The text is no length of a match.
        """
        found = _LENGTH.fullmatch(text)
        if found is None:
            raise ValueError(f"no length of a match: {text!r}")
        count = int(found[1])
        return cls(points=count) if found[2] == "point" else cls(games=count)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """One game, told by the columns of R2.

    Attributes:
        name: The name used in commands and records.
        family: How the two paths lie to each other.
        setup: Progress index and number of checkers, the same for each side on its own path.
        landing: What happens on a point where the opponent stands.
        head: How many checkers may leave the head in one turn.
        doubles: How many moves equal dice give, 2 or 4.
        higher_die: Whether the higher die must be played when only one of two can be (R3.4).
        prime: Which primes of six are forbidden.
        prime_judged: When they are judged.
        opening: What becomes of the dice that decided who starts.
        next_game: Who starts the next game between the same players.
        scoring: The values a won game can have.
        last_turn: Whether Black has a last turn after White has finished (R9.3).
        usual_match: The length of match that is offered first.
        cube: Whether a doubling cube may be agreed on (R8.3).

    Raises:
        UnsupportedRulesError: A rule belongs to the other family: hits to the opposed one, heads, primes and
            points that nobody lands on to the parallel one.
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

    def __hash__(self) -> int:
        # Equal rule sets have equal names, and a position is hashed often: the other columns are left out.
        return hash(self.name)

    @classmethod
    def parse(cls, text: str) -> RuleSet:
        """Read what `str` writes: one of the names of `RULESETS`, with `-extended` for its scoring.

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
        """The same game with the extended scoring, which knows koks and home mars (R9.4).

        Raises:
            UnsupportedRulesError: The game does not score oyn and mars.
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
"""Every rule set by name; `long` comes first and is the default."""
