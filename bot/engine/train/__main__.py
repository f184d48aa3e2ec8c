"""Training: trains a neural net by self-play, from the command line.

    python -m bot.engine.train --rules long --out long.npz
    python -m bot.engine.train --rules long --inputs wide --hidden 192 --begin long.npz --out wide.npz
    python -m bot.engine.train --resume wide.checkpoint.npz --out wide.npz

While running, it saves a checkpoint next to the net, and appends each measurement of its strength to a
`.jsonl` file, from which the learning curve is drawn. With `--new-outputs`, the new outputs are also written
to a file of only these, because the rest of the net is shared with games that do not need them.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import fields
from pathlib import Path

from bot.engine.engine import network_of
from bot.engine.network import Network
from bot.engine.train.course import WIDTHS, Course
from bot.engine.train.lessons import load
from bot.engine.train.school import Progress, School, strength
from bot.rules import RULESETS, RuleSet
from bot.rules.rulesets import Scoring

PAIRS = 500
BAR = 30


def main() -> None:
    """Train a net with the options of the command line."""
    asked = _parser().parse_args()
    given = load(*asked.lessons) if asked.lessons else None
    if asked.resume:
        school = School.resume(asked.resume, asked.threads, given)
    else:
        course = Course(**{field.name: getattr(asked, field.name) for field in fields(Course)})
        begin = Network.load(asked.begin) if asked.begin else None
        school = School(course, begin, asked.threads, given)
    ruleset = RuleSet.parse(school.course.rules)
    against = Network.load(asked.against) if asked.against else network_of(ruleset)
    _teach(school, against, asked.out, asked.every)
    school.network.save(asked.out)
    if school.course.new_outputs:
        school.new_outputs.save(asked.out.with_suffix(".outputs.npz"))


def _teach(school: School, against: Network, out: Path, every: float) -> None:
    """Train to the end of the course, showing progress; measure and save every `every` seconds."""
    began = measured = time.monotonic()
    first, points = None, "not measured yet"
    for progress in school.run():
        now = time.monotonic()
        first = first or progress.games
        speed = (progress.games - first) / max(now - began, 1)
        if now - measured > every:
            measured = now
            school.save(out.with_suffix(".checkpoint.npz"))
            found = strength(RuleSet.parse(school.course.rules), school.network, against, PAIRS, seed=7)
            points = f"{found[0]:+.3f} ± {found[1]:.3f} points a game"
            _note(out, progress, speed, found)
        _show(school.course, progress, speed, points)
    sys.stderr.write("\n")


def _show(course: Course, progress: Progress, speed: float, points: str) -> None:
    done = min(progress.games / course.games, 1)
    bar = "#" * round(BAR * done) + "." * (BAR - round(BAR * done))
    sys.stderr.write(f"\r[{bar}] {progress.games:,} games, {speed:.0f}/s, {points} ")
    sys.stderr.flush()


def _note(out: Path, progress: Progress, speed: float, found: tuple[float, float]) -> None:
    line = {
        "games": progress.games,
        "boards": progress.boards,
        "error": round(progress.error, 5),
        "games_a_second": round(speed),
        "points": round(found[0], 4),
        "standard_error": round(found[1], 4),
    }
    with out.with_suffix(".jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def _parser() -> argparse.ArgumentParser:
    usual = Course()
    parser = argparse.ArgumentParser(
        prog="python -m bot.engine.train",
        description="Train a net by self-play.",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    add = parser.add_argument
    add("--rules", default=usual.rules, choices=_rule_sets())
    add("--inputs", default=usual.inputs, choices=sorted(WIDTHS))
    add("--hidden", type=int, default=usual.hidden, metavar="UNITS")
    add("--inner", type=int, default=usual.inner, metavar="UNITS", help="units of the second hidden layer")
    add("--games", type=int, default=usual.games, help="total number of games")
    add("--rate", type=float, default=usual.rate, help="learning rate at the beginning")
    add("--last-rate", type=float, default=usual.last_rate, help="learning rate at the end")
    add("--trace", type=float, default=usual.trace, help="λ of TD(λ)")
    add("--random-share", type=float, default=usual.random_share, help="share of games with a random start")
    add("--stray-share", type=float, default=usual.stray_share, help="share of games that begin with strays")
    add("--new-outputs", action="store_true", help="train only the outputs that the first net lacks")
    add("--without-luck", action="store_true", help="learn from game results minus the luck of the rolls")
    add("--replies", action="store_true", help="learn from two-ply evaluations")
    add("--thinned", type=float, default=usual.thinned, help="with --replies: share of boards learnt from")
    add("--rivals", type=int, default=usual.rivals, help="with --replies: turns of each roll learnt from")
    add("--taught", action="store_true", help="the first net plays and evaluates until the end")
    add("--again", type=int, default=usual.again, help="earlier boards learnt from again for each new one")
    add("--lessons", type=Path, nargs="+", help="files of bot.engine.train.lessons to learn from as well")
    add("--given", type=float, default=usual.given, help="boards of --lessons for each new board")
    add("--seed", type=int, default=usual.seed)
    add("--begin", type=Path, help="net to begin with; a smaller one is widened")
    add("--resume", type=Path, help="checkpoint to continue from, with its course")
    add("--against", type=Path, help="net to measure strength against (default: the shipped net)")
    add("--every", type=float, default=120, help="seconds between two measurements")
    add("--threads", type=int, default=2)
    add("--out", type=Path, required=True, help="file for the net")
    return parser


def _rule_sets() -> list[str]:
    """Return the names of all rule sets, also with the extended scoring."""
    extended = [str(each.extended()) for each in RULESETS.values() if each.scoring is Scoring.OYN_MARS]
    return sorted([*RULESETS, *extended])


if __name__ == "__main__":
    main()
