"""Options: the terms of a challenge besides its rule set, such as length, cube, clock and level."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from bot.engine import Level
from bot.rules import RULESETS, RuleSet, TimeControl
from bot.rules.rulesets import MatchLength, Scoring
from bot.sessions.errors import Refusal


class First(Enum):
    """The player who starts the first game, if the challenge names one (R7.4)."""

    CHALLENGER = "challenger"
    OPPONENT = "opponent"


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a challenge, and of the match that follows from it.

    Args:
        length: the length of the match; None for the rule set's usual length.
        cube: True if the match has a doubling cube (R8.3).
        extended: True if koks and home mars count (R9.4).
        first: the player who starts the first game; None if opening rolls decide.
        hints: True if both players may ask for hints. Against the computer player hints are always allowed.
        level: the computer player's level; None between people, or for a challenge at the usual level.
        time_control: the thinking time of each player; None without a clock, as always against the computer
            player.
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
"""The computer player's level for players who have not chosen one: careless play seldom beats it."""


def agreed_length(ruleset: str, options: Options) -> MatchLength:
    """Return the length of a match with these options, after checking that the rule set allows them.

    Raises:
        Refusal: a cube is chosen, but the rule set has none.
        Refusal: a cube is chosen for a match to one point.
        Refusal: `extended` is chosen, but the rule set does not score oyn and mars.
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
    """Return a rule set by its name, with extended scoring (koks and home mars count) if `options` say so."""
    rules = RULESETS[ruleset]
    return rules.extended() if options.extended else rules
