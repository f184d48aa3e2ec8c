"""GNU Backgammon moves: the cost of the engine's turns in `short`, judged by GNU Backgammon's 2-ply search.

The engine plays against itself. Each turn with a choice is looked up in GNU Backgammon's list of moves
(cubeless, money play, with gammons). Moves that GNU Backgammon does not search deeply keep its static
evaluation.

    apt-get install gnubg
    python -m benchmarks.gnubg_moves [how many turns]
"""

from __future__ import annotations

import random
import sys
from statistics import mean, stdev

from benchmarks.gnubg import applied, ask, executable, pips_of
from benchmarks.strength import Choice, Player, game
from bot.rules import Roll, Side

TURNS = 400
SEED = 20261121
PLIES = 2


def choices(name: str, count: int) -> list[Choice]:
    """Return `count` turns with a choice from games of a player against itself."""
    found: list[Choice] = []
    player = Player(name, random.Random(SEED))
    while len(found) < count:
        played = game("short", dict.fromkeys(Side, player), SEED + len(found))
        found += [each for each in played if isinstance(each, Choice)]
    return found[:count]


def main(count: int) -> None:
    """Print the average cost of each player's turns."""
    if executable() is None:
        print("gnubg is not installed")
        return
    for name in ("heuristic", "one-ply", "two-ply"):
        asked = choices(name, count)
        questions = []
        for choice in asked:
            position, roll = choice.state.position, choice.state.roll
            sides = (pips_of(position, position.mover), pips_of(position, position.mover.other))
            questions.append((*sides, roll or Roll(1, 1)))
        costs = []
        for choice, (mine, theirs, _), answer in zip(asked, questions, ask(questions, PLIES), strict=True):
            end = choice.turns.position(choice.number)
            side = choice.state.mover
            ours = (pips_of(end, side), pips_of(end, side.other))
            judged = {applied(text, mine, theirs): equity for text, equity in reversed(answer)}
            costs.append(max(judged.values()) - judged[ours])
        print(
            f"{name:9} gives away {1000 * mean(costs):.1f} ± {1000 * stdev(costs) / len(costs) ** 0.5:.1f} "
            f"thousandths of a point a turn with a choice, by gnubg {PLIES}-ply; {len(costs)} turns"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else TURNS)
