"""The half of benchmarks/gnubg_cube.py that GNU Backgammon runs in its own Python.

It reads questions from the file that NARDY_QUESTIONS names, one a line as JSON: the checkers of the
opponent and of the player on roll, 25 counts each from the ace point to the bar, the cube's value and whose
it is (-1: nobody's, 1: the player's on roll), and the points that both still need, the player on roll
first, or nothing for money. To the file that NARDY_ANSWERS names it writes what rolling, a taken double and
a dropped one are worth to the player on roll: in points of the cube for money, else how likely he wins the
match. NARDY_PLIES says how far it looks ahead.
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
