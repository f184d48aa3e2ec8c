"""Result frequencies: how often games end at each grade, and how often the side that begins wins.

`python -m benchmarks.grades` counted them in games of the engine against itself at one ply.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.rules import RuleSet


@dataclass(frozen=True, slots=True)
class Results:
    """The frequencies of results in a rule set.

    Attributes:
        at_least: the shares of won games that count at least two, three and four points.
        first: the share of won games that the side that begins wins.
    """

    at_least: tuple[float, ...]
    first: float


def results_of(ruleset: RuleSet) -> Results:
    """Return the frequencies of results in a rule set."""
    return _RESULTS[str(ruleset)]


_RESULTS: Final = {
    "long": Results((0.23,), 0.567),
    "long-extended": Results((0.23, 0.01, 0.002), 0.567),
    "federation": Results((0.203,), 0.531),
    "federation-extended": Results((0.203, 0.01, 0.002), 0.531),
    "sport": Results((0.213,), 0.572),
    "sport-extended": Results((0.213, 0.01, 0.002), 0.572),
    "narde": Results((0.212,), 0.572),
    "narde-extended": Results((0.212, 0.01, 0.002), 0.572),
    "palm": Results((0.123, 0.03), 0.602),
    "nard": Results((), 0.522),
    "short": Results((0.26, 0.012), 0.515),
}
