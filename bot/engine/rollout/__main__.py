"""Roll-outs from the command line: finds the value of a position, or compares the turns of a roll.

python -m bot.engine.rollout "24:15 / 12:15 w"
python -m bot.engine.rollout --rules short --trials 144 "24:2,13:5,8:3,6:5 / 1:2,12:5,17:3,19:5 w 3-1"
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence

from bot.engine.engine import search_of
from bot.engine.hinting import best_of
from bot.engine.rollout.playing_out import TO_THE_TABLE, roll_out
from bot.rules import Game, NardyRulesError, Position, Roll, RuleSet, Side, legal_turns, read_position


def main(arguments: Sequence[str] | None = None) -> int:
    """Roll out the given position and print the result.

    Args:
        arguments: the command line; None for that of the process.

    Returns:
        The exit status: 1 if the position or the rule set cannot be read, else 0.
    """
    asked = _parser().parse_args(arguments)
    try:
        position, roll = read_position(asked.position, RuleSet.parse(asked.rules))
    except (NardyRulesError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    lines = _of_position(position, asked) if roll is None else _of_turns(position, roll, asked)
    for line in lines:
        sys.stdout.write(f"{line}\n")
    return 0


def _of_position(position: Position, asked: argparse.Namespace) -> Iterator[str]:
    """Yield the line with the value of a position to the side that rolls next."""
    search = search_of(position.ruleset)
    found = roll_out(search, position, trials=asked.trials, plies=asked.plies, seed=asked.seed)
    side = "White" if position.mover is Side.WHITE else "Black"
    yield f"{side} rolls next and expects {-found.equity:+.3f} ± {found.error:.3f} points"


def _of_turns(position: Position, roll: Roll, asked: argparse.Namespace) -> Iterator[str]:
    """Yield a line for each of the best turns with its value, best first; all use the same dice."""
    search, turns = search_of(position.ruleset), legal_turns(position, roll)
    if not turns:
        yield "No turn is possible."
        return
    numbers, _ = best_of(search, turns, Game(position, roll), asked.turns)
    played = [
        (
            turns[number],
            roll_out(search, turns.position(number), trials=asked.trials, plies=asked.plies, seed=asked.seed),
        )
        for number in numbers[: asked.turns]
    ]
    played.sort(key=lambda each: -each[1].equity)
    best = played[0][1]
    for place, (turn, found) in enumerate(played, 1):
        line = f"{place}. {turn}: {found.equity:+.3f} ± {found.error:.3f} points"
        if found is not best:
            lead, error = best.lead_over(found)
            line += f", behind the first by {lead:.3f} ± {error:.3f}"
        yield line


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot.engine.rollout",
        description="Play a position out, without the luck of rolls; with dice, compare the best turns.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("position", help='the position, with or without dice: "24:15 / 12:15 w 6-5"')
    add("--rules", default="long", help="the rule set")
    add(
        "--trials",
        type=_at_least_one,
        default=72,
        help="number of games; a multiple of 36 is best, so that each first roll comes equally often",
    )
    add(
        "--plies",
        type=_at_least_one,
        default=TO_THE_TABLE,
        help="turns after which a game is evaluated instead of played on",
    )
    add("--turns", type=_at_least_one, default=4, help="with dice: the number of turns to compare")
    add("--seed", type=int, default=1, help="seed of the dice, the same for all turns")
    return parser


def _at_least_one(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("it must be 1 or more")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
