"""Contact sheets: typical and extreme positions side by side, for visual inspection.

`python -m renderers.sheet [DIRECTORY]` writes for each theme: a sheet for each side, all dice, charts, a
comparison, compact boards, and boards at a phone's size in colour and in grey. It also writes the two
pictures of the docs, a board and an animated turn. The default directory is var/sheet.
"""

import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import combinations_with_replacement
from pathlib import Path
from types import MappingProxyType

from PIL import Image, ImageSequence

from renderers.board import draw_board
from renderers.comparison import COMPARISON
from renderers.drawing import draw
from renderers.layout import COMPACT, FULL
from renderers.palette import in_palette
from renderers.replay import animate
from renderers.scene import Chart, Comparison, Picture, ResultChart, Scene
from renderers.themes import THEMES

_EMPTY = (0,) * 24
_BLACK_MIDDLEGAME = "black=12:6,11:1,10:2,9:1,7:2,6:1,3:1,20:1 last=12-7,9-6"
_MIDDLEGAME = f"white=24:6,22:1,21:2,19:2,17:1,14:1,8:1,5:1 {_BLACK_MIDDLEGAME} pips=290,311 mover=w dice=6,4"
_SCENES = {
    "board": f"{_MIDDLEGAME} chosen=24 landings=18,14 movable=22,21,19",
    "start": "white=24:15 black=12:15 pips=360,360",
    "first move": "white=24:15 black=12:15 pips=360,360 mover=w dice=6,5 used=00 movable=24",
    "to move": f"{_MIDDLEGAME} used=00 movable=24,22,21,19,17,14,8,5",
    "one die left": f"white=24:5,22:1,21:2,19:2,18:1,17:1,14:1,8:1,5:1 {_BLACK_MIDDLEGAME}"
    " pips=284,311 mover=w dice=6,4 used=10 movable=24,22,21,19,17,8,5",
    "doubles": "white=24:9,20:1,17:2,13:1,8:1,4:1 black=12:10,22:1,15:1,9:1,6:1,1:1 pips=308,286"
    " mover=b dice=3,3 used=1100 movable=12,9,15 last=24-20,24-17",
    "bearing off": "white=1:3,2:2,4:1 white_off=9 black=13:4,15:3,18:2 black_off=6 pips=11,25"
    " mover=w dice=6,2 used=01 movable=1,2,4 chosen=4 landings=0 last=18-15,16-0",
    "primes": "white=21:2,20:2,19:2,18:2,17:2,16:2,9:2,1:1 black=12:5,11:2,10:2,8:2,7:2,24:2"
    " pips=241,290 mover=b dice=6,1 used=00 movable=12,24 last=22-16",
    "fives everywhere": "white=24:5,20:5,16:5 black=12:5,9:5,4:5 pips=300,305"
    " mover=b dice=5,2 chosen=12 landings=7,10,5 movable=9,4 last=24-20,24-16",
    "fifteen on one point": "white=16:15 black=4:15 pips=240,240"
    " mover=w dice=2,2 used=0000 chosen=16 landings=14,12 last=12-4",
    "fifteen at home": "white=1:15 black=13:15 pips=15,15 mover=w dice=1,1 used=1000 chosen=1 landings=0",
    "all borne off": "white_off=15 black_off=15 last=1-0",
    "pairs": "white=1:2,3:2,5:2,7:2,9:2,11:2,13:2,15:1 black=2:2,4:2,6:2,8:2,10:2,12:2,14:2,16:1 pips=888,999"
    " mover=w dice=6,6 used=1110 movable=1,3,5,7,9,11,13,15 last=17-15,18-13",
    "bar and cube": "white=24:2,13:5,8:3,6:3 white_bar=2 black=1:2,12:5,17:2,19:4 black_bar=2"
    " pips=167,167 homes=1,19 heads=none mover=w dice=4,3 movable=25 cube=2b",
    "crowded bar": "white_bar=15 black_bar=15 homes=1,19 heads=none cube=64 mover=w dice=1,2 movable=25",
    "three ways": "white=24:3,22:1,21:2,19:2,17:2,14:2,13:1,6:1,4:1 black=12:5,11:1,10:2,9:1,7:2,3:1,20:1"
    ",18:2 pips=269,255 mover=w score=5.5-3 length=7 cube=4w last=8-3,4-18,23-18",
    "hint": "white=24:9,23:1,22:2,20:1,8:1,7:1 black=12:10,6:2,4:1,21:1,19:1 pips=318,308 mover=w dice=3,2"
    " last=11-8,24-22 marked=20,22,23,24",
    "won": "white=24:2,19:1 white_off=12 black_off=15 pips=67,0 score=3-6 length=7 result=b2 last=13-0,14-0",
    "nothing": "",
}
SCENES: Mapping[str, Scene] = MappingProxyType({name: Scene.parse(text) for name, text in _SCENES.items()})
"""Typical and extreme positions, by name."""

_BEFORE = f"white=24:6,22:1,21:2,19:2,17:1,14:1,8:1,5:1 {_BLACK_MIDDLEGAME} pips=290,311"
_ROLLED = f"{_BEFORE} mover=w dice=6,4 used=00 movable=24,22,21,19,17,14,8,5"
_ONE_LEFT = (
    "white=24:5,22:1,21:2,19:2,18:1,17:1,14:1,8:1,5:1 black=12:6,11:1,10:2,9:1,7:2,6:1,3:1,20:1 pips=284,311"
    " mover=w dice=6,4 used=10 movable=22,21,19,18,17,8,5 last=24-18"
)
_DONE = (
    "white=24:5,21:2,19:2,18:2,17:1,14:1,8:1,5:1 black=12:6,11:1,10:2,9:1,7:2,6:1,3:1,20:1 pips=280,311"
    " last=24-18,22-18"
)
_ANSWER = (
    "white=24:5,21:2,19:2,18:2,17:1,14:1,8:1,5:1 black=12:5,11:1,10:3,9:1,7:2,6:1,3:1,15:1 pips=280,304"
    " mover=b dice=5,2 used=11 last=20-15,12-10"
)
TURN: Sequence[Scene] = tuple(
    Scene.parse(text)
    for text in (
        _BEFORE,
        _ROLLED,
        f"{_ROLLED} chosen=24 landings=18,14",
        _ONE_LEFT,
        f"{_ONE_LEFT} chosen=22 landings=18",
        f"{_DONE} mover=w dice=6,4 used=11",
        _DONE,
        f"{_DONE} mover=b dice=5,2 used=00 movable=12,11,9,7,6,3,20",
        _ANSWER,
    )
)
"""White's 24/18 22/18 with 6-4 step by step, and Black's answer: the animation of the README."""


def _wandering(turns: int, reach: float, end: int) -> tuple[int, ...]:
    """Return made-up chances as in a real game: waves of amplitude `reach`, then the value `end`."""
    course = [
        500 + reach * math.sin(turn / 5) * math.sin(turn / 17 + 0.4) + 40 * math.sin(turn * 2.7)
        for turn in range(turns)
    ]
    return (*(min(max(round(chance), 0), 1000) for chance in course), end)


CHARTS: Mapping[str, Chart] = MappingProxyType(
    {
        "short": Chart((540, 560, 510, 430, 400, 470, 1000), (3, 2, 5)),
        "long": Chart(_wandering(120, 300, 0), (60, 61, 63)),
        "swinging": Chart(
            tuple(round(500 + 490 * math.sin(turn / 3.1) ** 3) for turn in range(61)), (12, 31, 58)
        ),
        "blowout": Chart(tuple(round(1000 - 500 * 0.93**turn) for turn in range(70)), (3, 8, 30)),
        "Black's blowout": Chart(tuple(round(500 * 0.9**turn) for turn in range(60))),
        "no turn": Chart((500,)),
    }
)
"""Typical and extreme charts, by name."""

_LEGEND = ("won", "drawn", "lost", "Won ↑ and lost ↓ by month")
RESULTS: Mapping[str, ResultChart] = MappingProxyType(
    {
        "first": ResultChart(((1, 0, 0),), ((11, 1, 0),), names=("Long Nardy",), legend=_LEGEND),
        "few": ResultChart(
            ((10, 1, 7), (2, 0, 2), (1, 0, 0)), ((12, 3, 2), (1, 1, 4), (2, 0, 0), (3, 5, 1), (4, 3, 3))
        ),
        "many": ResultChart(
            tuple((60 - 6 * each, each % 3, 40 - 5 * each) for each in range(7)),
            tuple(((each + 6) % 12 + 1, each * 7 % 11, each * 5 % 9) for each in range(12)),
        ),
    }
)
"""Typical and extreme result charts, by name."""

COMPARED = Comparison(
    replace(SCENES["to move"], used=(), movable=(), last=((24, 18), (21, 17))),
    replace(SCENES["to move"], used=(), movable=(), last=((24, 14),)),
    ("Played: 24/18, 21/17", "Better: 24/14"),
)
"""A typical comparison of two boards."""

_GAP = 12
_PAPER = (30, 30, 30)
_HALF = (600, 400)
_PHONE = (360, 240)
_CHART_HALF, _CHART_PHONE = (600, 300), (360, 180)
_RESULTS_PHONE = (360, 270)
_COMPARED_PHONE = (360, 360 * COMPARISON[1] // COMPARISON[0])
_COMPACT_SMALL = (300, 240)


def write_sheets(directory: Path) -> list[Path]:
    """Write contact sheets of all themes and the docs' pictures into a directory; return the files."""
    directory.mkdir(parents=True, exist_ok=True)
    files = []

    def keep(name: str, picture: Image.Image) -> None:
        files.append(directory / f"{name}.png")
        picture.save(files[-1])

    for theme in THEMES:
        for side in "wb":
            scenes = [replace(scene, theme=theme, side=side) for scene in SCENES.values()]
            keep(f"{theme}-{side}", _grid([_small(scene, _HALF) for scene in scenes], 3))
        keep(f"{theme}-dice", _grid(list(_dice(theme)), 7))
        charts = [replace(chart, theme=theme) for chart in CHARTS.values()]
        results = [replace(chart, theme=theme) for chart in RESULTS.values()]
        keep(f"{theme}-results", _grid([_small(chart, _RESULTS_PHONE) for chart in results], 2))
        keep(f"{theme}-charts", _grid([_small(chart, _CHART_HALF) for chart in charts], 2))
        keep(f"{theme}-charts-phone", _grid([_small(chart, _CHART_PHONE) for chart in charts], 2))
        played, better = (replace(each, theme=theme) for each in (COMPARED.played, COMPARED.better))
        compared = Comparison(played, better, COMPARED.captions)
        keep(
            f"{theme}-compared",
            _grid([_picture(compared), _small(compared, _COMPARED_PHONE)], 1),
        )
        views = [_small(replace(scene, theme=theme), _PHONE) for scene in SCENES.values()]
        compact = [replace(scene, theme=theme, layout=COMPACT.name) for scene in SCENES.values()]
        keep(f"{theme}-compact", _grid([_small(scene, _COMPACT_SMALL) for scene in compact], 4))
        keep(f"{theme}-phone", _grid([tone for view in views for tone in (view, _grey(view))], 4))
    files.append(directory / "board.png")
    files[-1].write_bytes(draw_board(SCENES["board"]))
    files.append(directory / "turn.gif")
    write_turn(files[-1])
    return files


def write_turn(file: Path) -> None:
    """Write the animation of the README, at half size so that the page loads faster."""
    theme = TURN[0].theme
    frames = []
    durations = []
    with Image.open(BytesIO(animate(TURN))) as full:
        for frame in ImageSequence.Iterator(full):
            frames.append(in_palette(frame.convert("RGB").reduce(2), theme))
            durations.append(frame.info["duration"])
    frames[0].save(file, save_all=True, append_images=frames[1:], duration=durations, loop=0)


def _small(shown: Picture, size: tuple[int, int]) -> Image.Image:
    return _picture(shown).resize(size, Image.Resampling.LANCZOS)


def _grey(picture: Image.Image) -> Image.Image:
    return picture.convert("L").convert("RGB")


def _picture(shown: Picture) -> Image.Image:
    return Image.open(BytesIO(draw(shown))).convert("RGB")


def _dice(theme: str) -> Iterable[Image.Image]:
    """Yield a picture of each roll's dice unused, half used and used, for both sides."""
    for mover, half in (("w", FULL.right_half), ("b", FULL.left_half)):
        for roll in combinations_with_replacement(range(6, 0, -1), 2):
            moves = 4 if roll[0] == roll[1] else 2
            strips = []
            for played in (0, moves // 2, moves):
                used = (True,) * played + (False,) * (moves - played)
                scene = Scene(
                    white=(0,) * 24, black=(0,) * 24, mover=mover, dice=roll, used=used, theme=theme
                )
                strips.append(
                    _picture(scene).crop((half[0] + 140, FULL.middle - 45, half[2], FULL.middle + 45))
                )
            yield _grid(strips, 1)


def _grid(pictures: Sequence[Image.Image], columns: int) -> Image.Image:
    width, height = pictures[0].size
    rows = -(-len(pictures) // columns)
    sheet = Image.new("RGB", (columns * (width + _GAP) + _GAP, rows * (height + _GAP) + _GAP), _PAPER)
    for number, picture in enumerate(pictures):
        row, column = divmod(number, columns)
        sheet.paste(picture, (_GAP + column * (width + _GAP), _GAP + row * (height + _GAP)))
    return sheet


def _main(arguments: Sequence[str]) -> int:
    if len(arguments) > 1:
        sys.stderr.write("usage: python -m renderers.sheet [DIRECTORY]\n")
        return 2
    for file in write_sheets(Path(arguments[0] if arguments else "var/sheet")):
        sys.stdout.write(f"{file}\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(_main(sys.argv[1:]))
