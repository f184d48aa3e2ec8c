"""How often games end in each grade and in a draw, when the engine plays itself at one ply.

`bot/engine/result_frequencies.py` has the figures. What a match is worth at each score follows from them.

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
    """How often each end comes: a grade, ``draw``, and ``White`` for the games that White won."""
    counts: Counter[str] = Counter()
    for seed in range(SEED, SEED + games):
        *_, end = game(rules, dict.fromkeys(Side, Player("one-ply", random.Random(SEED))), seed)
        if isinstance(end, Game) and end.outcome is not None:
            counts[str(end.outcome.grade or "draw")] += 1
            counts["White"] += end.outcome.winner is Side.WHITE
    return counts


def main() -> None:
    """Print what was asked for."""
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    for rules in sys.argv[2:] or RULESETS:
        shares = (f"{name} {count / games:.3f}" for name, count in sorted(ends(rules, games).items()))
        print(f"{rules:20} {', '.join(shares)}; {games} games", flush=True)


if __name__ == "__main__":
    main()
