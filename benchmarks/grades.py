"""Grades benchmark: how often games end at each grade or in a draw, in games of the engine at one ply.

`bot/engine/result_frequencies.py` has the results. Match equities are computed from them.

    python -m benchmarks.grades [how many games] [rule sets]
"""

from __future__ import annotations

import random
import sys
from collections import Counter

from benchmarks.strength import Player, game
from bot.rules import RULESETS, Game, Side

GAMES = 2000
SEED = 20261124


def ends(rules: str, games: int) -> Counter[str]:
    """Count the ends of games: each grade, `draw`, and `White` for games won by White."""
    counts: Counter[str] = Counter()
    for seed in range(SEED, SEED + games):
        *_, end = game(rules, dict.fromkeys(Side, Player("one-ply", random.Random(SEED))), seed)
        if isinstance(end, Game) and end.outcome is not None:
            counts[str(end.outcome.grade or "draw")] += 1
            counts["White"] += end.outcome.winner is Side.WHITE
    return counts


def main() -> None:
    """Print the shares of each end for the rule sets of the command line."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    for rules in sys.argv[2:] or RULESETS:
        shares = (f"{name} {count / games:.3f}" for name, count in sorted(ends(rules, games).items()))
        print(f"{rules:20} {', '.join(shares)}; {games} games", flush=True)


if __name__ == "__main__":
    main()
