"""Command line: `python -m bot.rules` answers scripts and other programs about the rules (R11)."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TextIO

from bot.rules.board import CHECKERS, Side
from bot.rules.errors import NardyRulesError
from bot.rules.formats.record import UNFINISHED
from bot.rules.formats.record_reading import read_records
from bot.rules.position import Position, read_position, write_position
from bot.rules.rolls import Roll
from bot.rules.rulesets import RULESETS
from bot.rules.turns import legal_turns

_KEYS = {"ruleset", "position", "dice"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: The arguments; None for those of the process.

    Returns:
        The exit status: 1 if a record is bad or cannot be read, else 0.
    """
    parser = argparse.ArgumentParser(prog="python -m bot.rules", description="The rules of Long Nardy.")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("turns", help="read one JSON object a line, answer with its legal turns")
    replay = commands.add_parser("replay", help="replay a record, print the end position and the result")
    replay.add_argument("file", help="the record; - reads standard input")
    options = parser.parse_args(arguments)
    if options.command == "turns":
        answer_lines(sys.stdin, sys.stdout)
        return 0
    return _replay(options.file)


def answer_lines(lines: Iterable[str], out: TextIO) -> None:
    """Answer each JSON line with one line; a bad line gets its error and its number, counted from 1."""
    for number, line in enumerate(lines, start=1):
        try:
            answer = answer_request(json.loads(line))
        except (NardyRulesError, ValueError, RecursionError) as error:
            answer = {"error": str(error) or type(error).__name__, "line": number}
        out.write(json.dumps(answer, ensure_ascii=False) + "\n")
        out.flush()


def answer_request(request: object) -> dict[str, object]:
    """Answer one request with the legal turns of a position and a roll.

    Raises:
        ValueError: The request does not have the form of R11.
        PositionError: The position is not valid.
    """
    if not isinstance(request, dict) or not {"ruleset", "position"} <= request.keys() <= _KEYS:
        raise ValueError("an object with ruleset, position and dice is expected")
    name, text = request["ruleset"], request["position"]
    if not isinstance(name, str) or name not in RULESETS:
        raise ValueError(f"ruleset must be one of {', '.join(RULESETS)}")
    if not isinstance(text, str):
        raise ValueError("position must be a text")  # noqa: TRY004 - one kind of error for bad requests
    ruleset = RULESETS[name]
    position, roll = read_position(text, ruleset)
    if roll is not None and "dice" in request:
        raise ValueError("the position already contains the dice")
    if roll is None:
        roll = _read_dice(request.get("dice"))
    if _is_finished(position):
        raise ValueError("the game is finished")
    turns = legal_turns(position, roll)
    return {
        "dice_used": turns.dice_used,
        "turns": [{"moves": str(turn), "position": write_position(turn.end)} for turn in turns],
    }


def _read_dice(dice: object) -> Roll:
    # JSON's `true` is not a die, but in Python `True == 1`; so the types are compared.
    if not isinstance(dice, list) or [type(die) for die in dice] != [int, int]:
        raise ValueError("dice must be two numbers from 1 to 6")
    return Roll(*dice)


def _is_finished(position: Position) -> bool:
    """True if the game is over: a side has borne off everything and Black has no last turn (R9.3)."""
    if position.off(Side.BLACK) == CHECKERS:
        return True
    last_turn = position.ruleset.last_turn and position.mover is Side.BLACK
    return position.off(Side.WHITE) == CHECKERS and not last_turn


def _replay(file: str) -> int:
    try:
        text = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8")
        records = read_records(text)
        if not records:
            raise ValueError("no game in it")  # noqa: TRY301 - reported as every other fault
    except (NardyRulesError, OSError, ValueError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    for record in records:
        state = record.end()
        position = write_position(state.position, state.roll)
        sys.stdout.write(f"{position}\n{state.outcome or UNFINISHED}\n")
    return 0
