"""Curve: draws the learning curve of a training run: points a game over games played.

python benchmarks/curve.py docs/pictures/learning.png docs/training/yardstick.jsonl …
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

SIZE = (1200, 600)
SCALE = 2
LEFT, RIGHT, TOP, BOTTOM = 110, 40, 40, 90
PAPER, INK, GRID = "#ffffff", "#333333", "#dddddd"
COLOURS = ("#9a5b13", "#1f5f8b", "#3d7a3d", "#7d3c98")
STEP = 0.25


class Axes:
    """The conversion from games and points to coordinates in the picture."""

    def __init__(self, games: float, low: float, high: float) -> None:
        self.games, self.low, self.high = games, low, high

    def x(self, games: float) -> float:
        """Return the horizontal coordinate of a number of games."""
        return SCALE * (LEFT + (SIZE[0] - LEFT - RIGHT) * games / self.games)

    def y(self, points: float) -> float:
        """Return the vertical coordinate of a number of points."""
        height = SIZE[1] - TOP - BOTTOM
        return SCALE * (TOP + height * (self.high - points) / (self.high - self.low))


def main(out: Path, sources: list[Path]) -> None:
    """Draw the curves of several training runs into one picture."""
    curves = {
        path.stem: [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        for path in sources
    }
    every = [point for curve in curves.values() for point in curve]
    low = STEP * (min(point["points"] for point in every) // STEP)
    high = STEP * (max(point["points"] for point in every) // STEP + 1)
    axes = Axes(max(point["games"] for point in every), low, high)
    image = Image.new("RGB", (SIZE[0] * SCALE, SIZE[1] * SCALE), PAPER)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(22 * SCALE)
    line = low
    while line <= high + 1e-9:
        draw.line([(axes.x(0), axes.y(line)), (axes.x(axes.games), axes.y(line))], GRID, SCALE)
        draw.text((axes.x(0) - 12 * SCALE, axes.y(line)), f"{line:+.2f}", INK, font, anchor="rm")
        line += STEP
    for part in range(5):
        games = axes.games * part / 4
        place = (axes.x(games), axes.y(low) + 12 * SCALE)
        draw.text(place, f"{round(games, -3):,.0f}", INK, font, anchor="mt" if part < 4 else "rt")
    draw.text((axes.x(axes.games / 2), SCALE * (SIZE[1] - 16)), "games", INK, font, anchor="mb")
    for number, (name, curve) in enumerate(curves.items()):
        colour = COLOURS[number % len(COLOURS)]
        for point in curve:
            x, reach = axes.x(point["games"]), point["standard_error"]
            draw.line(
                [(x, axes.y(point["points"] - reach)), (x, axes.y(point["points"] + reach))], colour, SCALE
            )
        spots = [(axes.x(point["games"]), axes.y(point["points"])) for point in curve]
        draw.line(spots, colour, 3 * SCALE, joint="curve")
        draw.text(
            (axes.x(axes.games), axes.y(low) - (36 * number + 12) * SCALE), name, colour, font, anchor="rb"
        )
    image.resize(SIZE, Image.Resampling.LANCZOS).quantize(64).save(out, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(each) for each in sys.argv[2:]])
