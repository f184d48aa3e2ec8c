"""Options: what a challenge can agree on beyond the game."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.engine import Level
from bot.rules import RULESETS, RuleSet, TimeControl
from bot.rules.rulesets import MatchLength, Scoring
from bot.sessions.errors import Refusal


class First(Enum):
    """Who starts, where that is agreed on (R7.4)."""

    CHALLENGER = "challenger"
    OPPONENT = "opponent"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a challenge.

    Args:
        length: how long the match is; as is usual in the game, if not given.
        cube: True if it has a doubling cube (R8.3).
        extended: True if koks and home mars count (R9.4).
        first: who starts the first game; thrown for, if not given.
        hints: True if both may ask for hints; against the program people always may.
        level: how well the program plays; as is usual, if not given. Between people nobody plays at a level.
        time_control: how much time the players have; if none, there is no clock. Against the program never.
    """

    length: MatchLength | None = None
    cube: bool = False
    extended: bool = False
    first: First | None = None
    hints: bool = False
    level: Level | None = None
    time_control: TimeControl | None = None


USUAL = Options()
USUAL_LEVEL = Level.CASUAL
"""What a newcomer meets: it can be beaten, but not by playing anything."""


def agreed_length(ruleset: str, options: Options) -> MatchLength:
    """Return how long a match with these options is.

    Raises:
        Refusal: the game is played without a cube.
        Refusal: a match to one point has no cube.
        Refusal: the game does not score oyn and mars.
    """
    rules = RULESETS[ruleset]
    length = options.length or rules.usual_match
    if options.cube and not rules.cube:
        names = tuple(name for name, each in RULESETS.items() if each.cube)
        raise Refusal("no-cube", ruleset=ruleset, names=names)
    if options.cube and length.points == 1:
        raise Refusal("no-cube-to-one-point")
    if options.extended and rules.scoring is not Scoring.OYN_MARS:
        names = tuple(name for name, each in RULESETS.items() if each.scoring is Scoring.OYN_MARS)
        raise Refusal("not-extended", ruleset=ruleset, names=names)
    return length


def agreed_rules(ruleset: str, options: Options) -> RuleSet:
    """Return what is played, with the scoring that was agreed on."""
    rules = RULESETS[ruleset]
    return rules.extended() if options.extended else rules
