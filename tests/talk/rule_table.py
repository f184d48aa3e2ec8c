"""Rule table: each sentence about a rule, by its key in the catalogs, with its cases."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from bot.rules import Roll
from bot.rules.errors import Reason
from tests.talk.rule_cases import Back, Case, Dice, Ends, Follows, May, MayNot, Starts

_HALF: Final = Fraction(1, 2)
_START: Final = "24:15 / 12:15 w"
_ONE_OUT: Final = "24:14,20:1 / 12:15 w"

CLOSED: Final = (
    MayNot("24:14,18:1 / 12:14,16:1 w 4-2", "18/16", Reason.BLOCKED),
    MayNot("24:14,18:1 / 12:13,15:1,14:1 w 4-3", "18/11", Reason.STOP_BLOCKED),
    May("24:14,18:1 / 12:13,15:1,14:1 w 5-2", ("18/13", "18/16", "18/11")),
)
CLOSED_TWICE: Final = (
    MayNot("24:2,13:5,8:3,6:5 / 1:2,9:2,12:5,17:3,19:3 w 4-2", "13/9", Reason.BLOCKED),
    MayNot("24:2,13:5,8:3,6:5 / 1:2,9:2,12:5,17:3,19:3 w 4-1", "13/8", Reason.STOP_BLOCKED),
    May("24:2,13:5,8:3,6:5 / 1:2,9:2,12:5,17:3,19:3 w 6-5", ("13/8", "13/7", "13/2")),
)
HIT: Final = (
    May("24:2,13:5,8:3,6:5 / 1:2,9:1,12:5,17:3,19:4 w 4-2", ("13/9*", "13/9*/7")),
    May("bar:1,24:1,13:5,8:3,6:5 / 1:2,12:5,17:3,19:5 w 6-3", ("bar/22", "bar/22/16")),
)
BAR: Final = (
    MayNot("bar:1,24:1,13:5,8:3,6:5 / 1:2,12:5,17:3,19:5 w 6-3", "13/10", Reason.BAR_FIRST),
    MayNot("bar:1,24:1,13:5,8:3,6:5 / 1:2,12:5,17:3,19:5 w 6-3", "bar/19", Reason.BLOCKED),
    May("bar:1,24:1,13:5,8:3,6:5 / 1:2,12:5,17:3,19:5 w 6-3", ("bar/22 13/7",)),
    Dice("bar:1,13:6,8:3,6:5 / 12:2,17:3,18:2,19:5,20:3 w 6-5", 0),
)
OWN: Final = (
    MayNot(f"{_ONE_OUT} 6-5", "21/15", Reason.NO_CHECKER),
    MayNot(f"{_ONE_OUT} 6-5", "12/6", Reason.OTHERS_CHECKER),
    May(f"{_ONE_OUT} 6-5", ("20/14", "24/18")),
)
DICE: Final = (
    MayNot(f"{_ONE_OUT} 6-5", "24/21", Reason.NO_SUCH_DIE),
    MayNot(f"{_ONE_OUT} 6-5", "20/14 24/18", Reason.DIE_USED),
    May(f"{_ONE_OUT} 6-5", ("20/14 24/19", "20/15 24/18", "20/9")),
)
FULL_ROLL: Final = (
    MayNot("20:1,8:1,2:6,1:7 / 12:9,18:2,13:2,6:2 w 5-2", "20/15", Reason.FULL_ROLL),
    MayNot("20:1,8:1,2:6,1:7 / 12:9,18:2,13:2,6:2 w 5-2", "8/3", Reason.INCOMPLETE, whole=True),
    May("20:1,8:1,2:6,1:7 / 12:9,18:2,13:2,6:2 w 5-2", ("8/3/1",)),
    Dice("20:1,8:1,2:6,1:7 / 12:9,18:2,13:2,6:2 w 5-2", 2),
)
EITHER: Final = "20:1,2:7,1:7 / 12:13,9:2 w 6-5"
LOWER_ALONE: Final = May("20:1,2:7,1:7 / 12:11,14:2,9:2 w 6-5", ("20/15",))
HIGHER_DIE: Final = (
    MayNot(EITHER, "20/15", Reason.HIGHER_DIE),
    May(EITHER, ("20/14",)),
    Dice(EITHER, 1),
    LOWER_ALONE,
)
EITHER_DIE: Final = (May(EITHER, ("20/14", "20/15")), Dice(EITHER, 1), LOWER_ALONE)
ONE_OR_TWO: Final = (May(f"{_ONE_OUT} 6-5", ("24/13", "20/9", "24/18 20/15")),)
FOUR_MOVES: Final = (Dice("24:14,20:1 / 12:15 w 1-1", 4),)
TWO_MOVES: Final = (Dice("24:14,20:1 / 12:15 w 1-1", 2),)
PASS: Final = (
    MayNot(f"{_ONE_OUT} 6-5", "pass", Reason.NOT_A_PASS),
    May("20:1,2:7,1:7 / 12:11,14:2,15:2 w 6-5", ("pass",)),
    Dice("20:1,2:7,1:7 / 12:11,14:2,15:2 w 6-5", 0),
)
COMPLETE: Final = (
    MayNot(f"{_ONE_OUT} 6-5", "24/18 20/15 18/17", Reason.TURN_COMPLETE),
    May(EITHER, ("20/14",)),
)
WAY: Final = (
    MayNot("24:14,10:1 / 12:14,1:1 w 6-5", "10/16", Reason.BACKWARDS),
    May("24:14,10:1 / 12:14,1:1 w 6-5", ("24/18", "10/4")),
    MayNot("24:14,10:1 / 12:14,3:1 b 6-5", "3/9", Reason.BACKWARDS),
    May("24:14,10:1 / 12:13,3:1,23:1 b 6-5", ("12/6", "3/21", "23/17")),
)
WAY_AGAINST: Final = (
    MayNot("24:2,13:5,8:3,6:5 / 1:2,12:5,17:3,19:5 w 6-5", "8/14", Reason.BACKWARDS),
    May("24:2,13:5,8:3,6:5 / 1:2,12:5,17:3,19:5 w 6-5", ("24/18", "13/7")),
    MayNot("24:2,13:5,8:3,6:5 / 1:2,12:5,17:3,19:5 b 6-5", "12/6", Reason.BACKWARDS),
    May("24:2,13:5,8:3,6:5 / 1:2,12:5,17:3,19:5 b 6-5", ("1/7", "12/17")),
)
_ONE_OFF_THE_HEAD: Final[tuple[Case, ...]] = (
    MayNot(f"{_START} 5-4", "24/19 24/20", Reason.HEAD),
    May(f"{_START} 5-4", ("24/15",)),
)
_FIRST_DOUBLES: Final[tuple[Case, ...]] = (
    *_ONE_OFF_THE_HEAD,
    *(May(f"{_START} {die}-{die}", (f"24/{24 - die}(2)",)) for die in (3, 4, 6)),
    *(MayNot(f"{_START} {die}-{die}", f"24/{24 - die}(2)", Reason.HEAD) for die in (1, 2, 5)),
    *(MayNot(f"{_ONE_OUT} {die}-{die}", f"24/{24 - die}(2)", Reason.HEAD) for die in (3, 4, 6)),
)
HEAD_STOPPED: Final[tuple[Case, ...]] = (
    *_FIRST_DOUBLES,
    MayNot("24:14,4:1 / 12:15 b 4-4", "12/8(2)", Reason.TURN_COMPLETE),
    Dice("24:14,4:1 / 12:15 b 4-4", 1),
    Dice("24:14,16:1 / 12:15 b 5-5", 3),
)
HEAD_FIRST: Final[tuple[Case, ...]] = (*_FIRST_DOUBLES, May("24:14,4:1 / 12:15 b 4-4", ("12/8(2)",)))
HEAD_DOUBLES: Final[tuple[Case, ...]] = (
    *_ONE_OFF_THE_HEAD,
    *(May(f"{_ONE_OUT} {die}-{die}", (f"24/{24 - die}(2)",)) for die in (1, 2, 3, 5)),
    MayNot(f"{_ONE_OUT} 1-1", "24/23(3)", Reason.HEAD),
)
_PRIME: Final[tuple[Case, ...]] = (
    MayNot("24:8,11:2,10:1,9:1,8:1,7:2 / 12:15 w 6-1", "7/6 24/18", Reason.PRIME),
    May("24:8,11:2,10:1,9:1,8:1,7:2 / 12:14,3:1 w 6-1", ("7/6 24/18",)),
)
_THROUGH_A_PRIME: Final = "24:9,11:1,10:2,9:1,8:1,7:1 / 12:15 w 2-2"
PRIME: Final[tuple[Case, ...]] = (*_PRIME, May(_THROUGH_A_PRIME, ("10/2",)))
PRIME_EVERY_MOVE: Final[tuple[Case, ...]] = (*_PRIME, MayNot(_THROUGH_A_PRIME, "10/2", Reason.PRIME))
PRIME_HOME: Final = (
    MayNot("19:1,7:4,6:2,5:2,4:2,3:2,1:2 / 12:1,24:14 w 5-1", "7/2 19/18", Reason.HOME_PRIME),
    May("19:1,7:4,6:2,5:2,4:2,3:2,1:2 / 12:1,24:13,16:1 w 5-1", ("7/2 19/18",)),
    May("19:1,7:4,6:2,5:2,4:2,3:2,1:2 / 24:15 w 5-1", ("7/2 19/18",)),
)
HOME: Final = (
    MayNot("7:1,6:5,5:5,3:4 / 12:15 w 6-3", "6/off", Reason.NOT_HOME),
    May("7:1,6:5,5:5,3:4 / 12:15 w 6-3", ("7/4 6/off", "7/1 3/off")),
)
BEARING_OFF: Final = (
    May("5:4,4:5,3:4,off:2 / 12:15 w 4-3", ("4/off", "3/off", "4/off 3/off", "5/2")),
    May("5:4,4:5,3:4,off:2 / 12:15 w 6-1", ("5/off",)),
    MayNot("5:4,4:5,3:4,off:2 / 12:15 w 6-1", "4/off", Reason.CHECKER_BEHIND),
    MayNot("5:4,4:5,3:4,off:2 / 12:15 w 6-1", "3/off", Reason.CHECKER_BEHIND),
)
STAR: Final = (MayNot(f"{_ONE_OUT} 6-5", "24/18*", Reason.NO_HIT), May(f"{_ONE_OUT} 6-5", ("24/18",)))
UNDO: Final = (
    Back(f"{_ONE_OUT} 6-5", "24/18 20/15", "24/18", "pass"),
    Back("24:14,20:1 / 12:15 w 1-1", "20/19/18", "20/19", "pass"),
)
ANEW: Final = (Starts(((5, 3),), None),)
KEPT: Final = (Starts(((5, 3),), Roll(5, 3)), Starts(((4, 4), (6, 1)), Roll(6, 1)))
CHOSEN: Final = (Starts(((5, 3),), Roll(5, 3), keep=True), Starts(((5, 3),), None, keep=False))

_LAST: Final = (("2-1", "13/off"),)
OYN_MARS: Final = (
    Ends("1:14,off:1 / 13:1,off:14 b", _LAST, 0, 1),
    Ends("1:15 / 13:1,off:14 b", _LAST, 0, 2),
    Ends("24:1,1:14 / 13:1,off:14 b", _LAST, 0, 2),
)
BACKGAMMON: Final = (
    *OYN_MARS[:2],
    Ends("18:1,1:14 / 13:1,off:14 b", _LAST, 0, 3),
    Ends("19:1,1:14 / 13:1,off:14 b", _LAST, 0, 2),
)
EXTENDED: Final = (
    *OYN_MARS[:2],
    Ends("18:1,1:14 / 13:1,off:14 b", _LAST, 0, 2),
    Ends("19:1,1:14 / 13:1,off:14 b", _LAST, 0, 3),
    Ends("24:1,1:14 / 13:1,off:14 b", _LAST, 0, 4),
)
_LAST_AGAINST: Final = (("2-1", "24/off"),)
BACKGAMMON_BAR: Final = (
    Ends("1:14,off:1 / 24:1,off:14 b", _LAST_AGAINST, 0, 1),
    Ends("18:1,1:14 / 24:1,off:14 b", _LAST_AGAINST, 0, 2),
    Ends("19:1,1:14 / 24:1,off:14 b", _LAST_AGAINST, 0, 3),
    Ends("bar:1,1:14 / 24:1,off:14 b", _LAST_AGAINST, 0, 3),
)
ONE: Final = tuple(Ends(case.position, case.turns, 0, 1) for case in BACKGAMMON_BAR)
LAST_TURN: Final = (
    Ends("1:1,off:14 / 13:2,off:13 w", (("2-1", "1/off"), ("2-1", "13/off(2)")), _HALF, _HALF),
    Ends("1:1,off:14 / 13:3,off:12 w", (("2-1", "1/off"), ("2-1", "13/off(2)")), 1, 0),
    Ends("1:1,off:14 / 13:15 w", (("2-1", "1/off"), ("2-1", "13/off(2)")), 1, 0),
)

SENTENCES: Mapping[str, tuple[Case, ...]] = MappingProxyType(
    {
        "how-1": WAY,
        "how-2": HEAD_STOPPED,
        "how-3": (*DICE, *ONE_OR_TWO, *FULL_ROLL, *HIGHER_DIE, *FOUR_MOVES),
        "how-4": (*CLOSED, MayNot("24:14,18:1 / 12:14,16:1 w 4-2", "18/16*", Reason.BLOCKED)),
        "how-5": PRIME,
        "how-6": (*HOME, *BEARING_OFF, *OYN_MARS),
        "how-opposed-1": WAY_AGAINST,
        "how-opposed-2": (*DICE, *ONE_OR_TWO, *FULL_ROLL),
        "how-opposed-3": (*CLOSED_TWICE, *HIT),
        "how-opposed-4": BAR,
        "how-opposed-5": (*HOME, *BEARING_OFF),
        "rules-about-long": (*HEAD_STOPPED, *PRIME),
        "rules-about-federation": (*HEAD_STOPPED, *PRIME, *LAST_TURN),
        "rules-about-sport": (*HEAD_FIRST, *PRIME_EVERY_MOVE, *KEPT),
        "rules-about-narde": (*HEAD_FIRST, *PRIME, Follows()),
        "rules-about-palm": (*HEAD_DOUBLES, *PRIME_HOME, *CHOSEN),
        "rules-about-nard": (*WAY_AGAINST, *HIT, *BAR, *TWO_MOVES),
        "rules-about-short": (*WAY_AGAINST, *HIT, *BAR, *KEPT),
        "rules-closed": CLOSED,
        "rules-closed-twice": CLOSED_TWICE,
        "rules-higher-die": (*FULL_ROLL, *HIGHER_DIE),
        "rules-either-die": (*FULL_ROLL, *EITHER_DIE),
        "rules-bearing-off": (*HOME, *BEARING_OFF),
        "rules-score-oyn-mars": OYN_MARS,
        "rules-score-backgammon": BACKGAMMON,
        "rules-score-backgammon-bar": BACKGAMMON_BAR,
        "rules-score-one": ONE,
        "rules-undo": UNDO,
        "rule-own": OWN,
        "rule-dice": DICE,
        "rule-closed": CLOSED,
        "rule-closed-twice": CLOSED_TWICE,
        "rule-way": WAY,
        "rule-way-against": WAY_AGAINST,
        "rule-full-roll": FULL_ROLL,
        "rule-higher-die": HIGHER_DIE,
        "rule-pass": PASS,
        "rule-complete": COMPLETE,
        "rule-head-stopped": HEAD_STOPPED,
        "rule-head-first": HEAD_FIRST,
        "rule-head-doubles": HEAD_DOUBLES,
        "rule-prime": PRIME,
        "rule-prime-every-move": PRIME_EVERY_MOVE,
        "rule-home-prime": PRIME_HOME,
        "rule-home": HOME,
        "rule-behind": BEARING_OFF,
        "rule-bar": BAR,
        "rule-star": STAR,
        "card-extended": EXTENDED,
    }
)
"""Cases that hold in every rule set that shows the sentence."""

OWN_WAYS: Mapping[tuple[str, str], tuple[Case, ...]] = MappingProxyType(
    {
        ("how-opposed-2", "nard"): (*EITHER_DIE, *TWO_MOVES),
        ("how-opposed-2", "short"): (*HIGHER_DIE, *FOUR_MOVES),
        ("how-opposed-5", "nard"): ONE,
        ("how-opposed-5", "short"): BACKGAMMON_BAR,
    }
)
"""Further cases of a sentence in one rule set."""
