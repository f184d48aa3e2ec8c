"""The part of benchmarks/gnubg.py that runs inside GNU Backgammon's Python.

It reads questions from the file named by NARDY_QUESTIONS, one JSON list a line: the checkers of the opponent,
those of the player on roll (25 counts each, from the ace point to the bar), and the dice. It writes the
answers to the file named by NARDY_ANSWERS: all moves as texts with their equities, best first. For a question
without dice, the answer is the probabilities to win, win and lose gammons and backgammons, and the equity.
NARDY_PLIES is the depth of the search.
"""

import json
import os
from pathlib import Path

import gnubg

SETTINGS = (
    "set automatic game off",
    "set automatic roll off",
    "set automatic move off",
    "set automatic bearoff off",
    "set player 0 human",
    "set player 1 human",
    "set display off",
    "set jacoby off",
    "set cube use off",
    "set evaluation chequerplay evaluation cubeful off",
    f"set evaluation chequerplay evaluation plies {os.environ['NARDY_PLIES']}",
    "new session",
)
MORE_THAN_ANY = 5000


def main() -> None:
    """Answer every question."""
    for setting in SETTINGS:
        gnubg.command(setting)
    context = {**gnubg.evalcontext(), "cubeful": 0, "plies": int(os.environ["NARDY_PLIES"])}
    with (
        Path(os.environ["NARDY_QUESTIONS"]).open(encoding="utf-8") as questions,
        Path(os.environ["NARDY_ANSWERS"]).open("w", encoding="utf-8") as answers,
    ):
        for line in questions:
            theirs, mine, dice = json.loads(line)
            if not dice:
                board = (tuple(theirs), tuple(mine))
                answers.write(json.dumps(gnubg.evaluate(board, gnubg.cubeinfo(), context)) + "\n")
                continue
            gnubg.command(f"set board {gnubg.positionid((tuple(theirs), tuple(mine)))}")
            gnubg.command("set turn 1")
            gnubg.command(f"set dice {dice[0]} {dice[1]}")
            moves = [[each["move"], each["equity"]] for each in gnubg.hint(MORE_THAN_ANY)["hint"]]
            answers.write(json.dumps(moves) + "\n")


main()
