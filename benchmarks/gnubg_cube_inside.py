"""The part of benchmarks/gnubg_cube.py that runs inside GNU Backgammon's Python.

It reads questions from the file named by NARDY_QUESTIONS, one JSON list a line: the checkers of the opponent,
those of the player on roll (25 counts each, from the ace point to the bar), the value of the cube, its owner
(-1 for the middle, 1 for the player on roll), and the points that both sides still need, the player on roll
first, or null for money play. It writes the values of rolling, a taken double and a dropped double for the
player on roll to the file named by NARDY_ANSWERS: in points of the cube for money play, else as the
probability to win the match. NARDY_PLIES is the depth of the search.
"""

import json
import os
from pathlib import Path

import gnubg


def main() -> None:
    """Answer every question."""
    gnubg.command("set jacoby off")
    context = gnubg.evalcontext(1, int(os.environ["NARDY_PLIES"]), 0, 1, 0.0)
    with (
        Path(os.environ["NARDY_QUESTIONS"]).open(encoding="utf-8") as questions,
        Path(os.environ["NARDY_ANSWERS"]).open("w", encoding="utf-8") as answers,
    ):
        for line in questions:
            theirs, mine, cube, owner, needs = json.loads(line)
            goal = max(needs) if needs else 0
            score = (goal - needs[1], goal - needs[0]) if needs else (0, 0)
            info = gnubg.cubeinfo(cube, owner, 1, goal, score, 0, 1)
            _, *values = gnubg.cfevaluate((tuple(theirs), tuple(mine)), info, context)[:4]
            if needs:
                values = [gnubg.eq2mwc(each, info) for each in values]
            answers.write(json.dumps(values) + "\n")


main()
