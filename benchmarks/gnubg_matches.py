"""GNU Backgammon matches: sends random matches of `short` as `.mat` through GNU Backgammon and back.

Matches with doubles, drops, passes and resignations in either column are written, imported and exported by
GNU Backgammon, and read again. Every game is compared: colours, rolls, cube, every turn with its board, and
the score. Every difference is printed, and makes the exit status 1.

    apt-get install gnubg
    python -m benchmarks.gnubg_matches [how many matches]
"""

from __future__ import annotations

import random
import sys
import tempfile
from collections import Counter
from pathlib import Path

from bot.rules import Side
from bot.rules.events import Dropped, Played, Resigned
from bot.rules.formats import Mat, RecordError, read_mat
from bot.rules.rulesets import MatchLength
from tests.rules.gnubg_matches import GNUBG, differences, kept_by_gnubg, random_match, through_gnubg

MATCHES = 400
SEED = 15
LENGTHS = ("1 point", "5 points", "7 points", "11 points", "1 game", "5 games")
PLAYERS = ("Anna", "Константин: второй, 1850 очков")


def happened(mat: Mat) -> Counter[str]:
    """Count the events of a match that are easy to misread, by column."""
    counts: Counter[str] = Counter()
    for game in mat.games:
        white = mat.players.index(game.header("White") or "")
        columns = {Side.WHITE: ("left", "right")[white], Side.BLACK: ("right", "left")[white]}
        for before, event in zip(game.replay(), game.events, strict=False):
            match event:
                case Dropped():
                    counts[f"drops {columns[before.mover.other]}"] += 1
                case Resigned(side):
                    counts[f"resignations {columns[side]}"] += 1
                case Played(routes=()):
                    counts[f"passes {columns[before.mover]}"] += 1
        counts["games"] += 1
    return counts


def main(count: int) -> int:
    """Compare the matches and print the differences."""
    if GNUBG is None:
        print("gnubg is not installed")
        return 1
    rng = random.Random(SEED)
    mats = [random_match(rng, MatchLength.parse(rng.choice(LENGTHS)), PLAYERS) for _ in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        texts = through_gnubg([mat.write() for mat in mats], Path(folder))
    found, lost, counts = 0, 0, Counter[str]()
    for number, (mat, text) in enumerate(zip(mats, texts, strict=True), start=1):
        kept = kept_by_gnubg(mat)
        counts += happened(mat)
        lost += kept != mat
        try:
            different = differences(kept, read_mat(text))
        except RecordError as error:
            different = [str(error)]
        found += bool(different)
        for each in different:
            print(f"match {number}: {each}")
    print(", ".join(f"{number} {what}" for what, number in sorted(counts.items())))
    print(f"{count} matches, {found} misread; {lost} with a last game that was given up before a roll")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES))
