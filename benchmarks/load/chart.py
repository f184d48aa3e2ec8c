"""Chart: draws a small picture of how figures grow with the number of stored games."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

SIZE = (1080, 330)
_SCALE = 2
_LEFT, _RIGHT, _TOP, _BOTTOM, _GAP = 48, 40, 62, 44, 72
_PAPER, _INK, _PALE, _GRID = "#ffffff", "#333333", "#777777", "#e6e6e6"
_COLOURS = ("#9a5b13", "#1f5f8b")
_LINES = 4


def draw(out: Path, panels: Mapping[str, Mapping[str, Sequence[tuple[float, float]]]]) -> None:
    """Draw panels side by side, each with named curves.

    Args:
        out: the file of the picture.
        panels: for each title, the curves by name, as points of (games, figure).
    """
    image = Image.new("RGB", (SIZE[0] * _SCALE, SIZE[1] * _SCALE), _PAPER)
    pencil = _Pencil(ImageDraw.Draw(image))
    width = (SIZE[0] - _LEFT - _RIGHT - _GAP * (len(panels) - 1)) / len(panels)
    for number, (title, curves) in enumerate(panels.items()):
        pencil.panel(_LEFT + number * (width + _GAP), width, title, curves)
    names = list(dict.fromkeys(name for curves in panels.values() for name in curves))
    for number, name in enumerate(names):
        pencil.legend(_LEFT + 130 * number, name, _COLOURS[number])
    pencil.note(SIZE[0] - _RIGHT, "across: games stored")
    image.resize(SIZE, Image.Resampling.LANCZOS).quantize(64).save(out, optimize=True)


class _Pencil:
    """A drawing tool that uses coordinates of the finished picture."""

    def __init__(self, image: ImageDraw.ImageDraw) -> None:
        self._image = image
        self._font = ImageFont.load_default(15 * _SCALE)
        self._small = ImageFont.load_default(13 * _SCALE)

    def panel(
        self, left: float, width: float, title: str, curves: Mapping[str, Sequence[tuple[float, float]]]
    ) -> None:
        """Draw one panel, with a logarithmic scale of games and a linear scale from 0."""
        points = [point for curve in curves.values() for point in curve]
        low, high = (limit(math.log10(games) for games, _ in points) for limit in (min, max))
        step = _round_step(max(figure for _, figure in points) / _LINES)
        top = step * math.ceil(max(figure for _, figure in points) / step)
        height = SIZE[1] - _TOP - _BOTTOM

        def x(games: float) -> float:
            return left + width * ((math.log10(games) - low) / (high - low) if high > low else 0.5)

        def y(figure: float) -> float:
            return _TOP + height * (1 - figure / top)

        for line in range(round(top / step) + 1):
            self._line([(left, y(line * step)), (left + width, y(line * step))], _GRID, 1)
            self._text((left - 8, y(line * step)), f"{line * step:,g}", _PALE, "rm")
        for games in sorted({games for games, _ in points}):
            self._text((x(games), _TOP + height + 8), f"{games:,.0f}", _PALE, "mt")
        self._image.text((_SCALE * left, _SCALE * (_TOP - 12)), title, _INK, self._font, anchor="ls")
        for colour, curve in zip(_COLOURS, curves.values(), strict=False):
            places = [(x(games), y(figure)) for games, figure in curve]
            self._line(places, colour, 3)
            for across, down in places:
                box = [_SCALE * each for each in (across - 4, down - 4, across + 4, down + 4)]
                self._image.ellipse(box, colour)

    def legend(self, left: float, name: str, colour: str) -> None:
        """Draw the name of a curve next to its colour."""
        self._line([(left, 18), (left + 22, 18)], colour, 3)
        self._image.text((_SCALE * (left + 30), _SCALE * 18), name, _INK, self._font, anchor="lm")

    def note(self, right: float, text: str) -> None:
        """Draw a note that applies to all panels."""
        self._text((right, 18), text, _PALE, "rm")

    def _line(self, places: Sequence[tuple[float, float]], colour: str, width: int) -> None:
        scaled = [(_SCALE * x, _SCALE * y) for x, y in places]
        self._image.line(scaled, colour, width * _SCALE, joint="curve")

    def _text(self, at: tuple[float, float], text: str, colour: str, anchor: str) -> None:
        self._image.text((_SCALE * at[0], _SCALE * at[1]), text, colour, self._small, anchor=anchor)


def _round_step(least: float) -> float:
    """Return the smallest of 1, 2, 5, 10 … that is at least `least`."""
    power = 10 ** math.floor(math.log10(least))
    return float(next(power * each for each in (1, 2, 5, 10) if power * each >= least))
