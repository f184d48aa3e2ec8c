"""Plates: the score between the two parts of the tray, and the plate of a result. They hold no words."""

import math
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from renderers import pieces
from renderers.layout import FULL, MARGIN, Layout
from renderers.shapes import FINE, cast, digits, disc, hoop, mask, mixed, rounded, stamp
from renderers.themes import THEMES, Tone

__all__ = ["HALF", "MIDDLE_STRIP", "SidePanel", "draw_result", "draw_side", "draw_strip", "half_points"]

HALF = FULL.plate
MIDDLE_STRIP = 66
"""Height of what both sides share on the plate of the score."""
_DISC = 58
_NUMBER = 33
_SHADE: Tone = (24, 12, 4)
_STARS = 3
"""So many are drawn at least, those that were not won in outline."""
_STAR_STEP = 60
_RESULT = 124
_GILT: Tone = (222, 184, 110)


@dataclass(frozen=True, slots=True)
class SidePanel:
    """What a side's half of the plate shows.

    Args:
        colour: Whose it is.
        pips: The pip count.
        score: The half points in the match, if it is one.
        to_move: Whether it is this side's turn.
    """

    colour: str
    pips: int
    score: int | None
    to_move: bool


def half_points(points: int) -> str:
    """Return half points as digits: 2, or 2.5."""
    return f"{points // 2}.5" if points % 2 else str(points // 2)


def draw_side(piece: Image.Image, theme: str, side: SidePanel, *, below: bool) -> None:
    """Draw a side's half of the plate on a piece of the board that is half the tray."""
    look = THEMES[theme]
    half, width = HALF - MIDDLE_STRIP // 2, piece.width
    top = piece.height - HALF if not below else MIDDLE_STRIP // 2
    if side.to_move:
        size = (width - 8, half - 5)
        y = top + 5 if not below else top
        piece.paste(look.mark, (4, y), rounded(size, 0, 9))
    ink = look.mark_ink if side.to_move else look.numbers
    disc_y, pips_y = (top + 39, top + 84) if not below else (top + half - 39, top + half - 84)
    face = score_disc(theme, side.colour, side.score)
    piece.paste(face, (width // 2 - face.width // 2, disc_y - face.height // 2), face)
    text = digits(str(side.pips), _NUMBER - 2, 0.4)
    piece.paste(ink, (width // 2 - text.width // 2, pips_y - text.height // 2), text)


def draw_strip(piece: Image.Image, theme: str, length: int, cube: int | None) -> None:
    """Draw what both sides share, in the middle of the plate: how long the match is, a cube in the middle."""
    look = THEMES[theme]
    width, middle = piece.width, piece.height // 2
    x = width // 2
    if cube is not None:
        sprite = pieces.cube(theme, cube, None, 46)
        left = (width - sprite.width) // 2 if not length else 3
        piece.paste(sprite, (left, middle - sprite.height // 2), sprite)
        x = (left + sprite.width + width) // 2 - 2
    if not length:
        return
    text = digits(str(length), 26, 0.3)
    flag = _flag()
    tone = mixed(look.numbers, look.plate, 0.25)
    if cube is None:
        left = x - (flag.width + 10 + text.width) // 2
        piece.paste(tone, (left, middle - flag.height // 2), flag)
        piece.paste(tone, (left + flag.width + 10, middle - text.height // 2), text)
    else:
        piece.paste(tone, (x - flag.width // 2, middle - flag.height), flag)
        piece.paste(tone, (x - text.width // 2, middle + 5), text)


@lru_cache(maxsize=128)
def score_disc(theme: str, colour: str, score: int | None, *, ringed: bool = False) -> Image.Image:
    """Return a side's disc with its score; with a ring, if it has won."""
    look = THEMES[theme]
    tones = look.of(colour)
    size = _DISC + 12
    face = stamp(mixed(look.plate, look.inlay, 0.6), disc(size, _DISC / 2 + 1.5))
    if ringed:
        face = stamp(look.mark, disc(size, _DISC / 2 + 6))
    face.paste(tones.edge, (0, 0), disc(size, _DISC / 2))
    face.paste(tones.body, (0, 0), disc(size, _DISC / 2 - 1.5))
    face.paste(tones.ring, (0, 0), hoop(size, _DISC / 2 - 4, 1.8))
    if score is not None:
        written = half_points(score)
        text = digits(written, {1: 38, 2: 34, 3: 26}.get(len(written), 20), 0.5)
        face.paste(tones.ink, ((size - text.width) // 2, (size - text.height) // 2), text)
    return face


@lru_cache(maxsize=64)
def draw_result(
    theme: str, layout: Layout, result: tuple[str | None, int], score: tuple[int, int] | None
) -> Image.Image:
    """Return the plate of a result: who won, stars for the grade of the win, and the new score."""
    look = THEMES[theme]
    winner, grade = result
    stars = max(_STARS, grade)
    width = (235 if winner is None else 190 + stars * _STAR_STEP) + 197 * (score is not None)
    size = (width + 2 * MARGIN, _RESULT + 2 * MARGIN)
    body = rounded(size, MARGIN, 16)
    plate = Image.alpha_composite(
        stamp(_SHADE, cast(body, (4, 5), 3, 0.5)), stamp(mixed(look.inlay, look.plate, 0.2), body)
    )
    plate.paste(look.plate, (0, 0), rounded(size, MARGIN + 2.5, 14))
    middle = size[1] // 2
    x = MARGIN + 85
    if winner is None:
        for colour, aside in (("w", 0), ("b", 80)):
            _put(plate, score_disc(theme, colour, None), (x + aside, middle))
        x += 120
    else:
        laurel = _laurel()
        plate.paste(_gilt(theme), (x - laurel.width // 2, middle - laurel.height // 2), laurel)
        _put(plate, pieces.checker(theme, winner), (x, middle + 8))
        x += 105
        for number in range(stars):
            tone = _gilt(theme) if number < grade else mixed(look.plate, look.inlay, 0.3)
            star = _star()
            plate.paste(tone, (x - star.width // 2, middle - star.height // 2), star)
            x += _STAR_STEP
        x -= _STAR_STEP // 2
    if score is not None:
        ImageDraw.Draw(plate).line((x + 18, middle - 36, x + 18, middle + 36), fill=look.inlay, width=2)
        x += 72
        for colour, points in zip("wb", score, strict=True):
            _put(plate, score_disc(theme, colour, points, ringed=winner == colour), (x, middle))
            x += 90
    if size[0] > layout.width:
        part = layout.width / size[0]
        plate = plate.resize((layout.width, round(size[1] * part)), Image.Resampling.LANCZOS)
    return plate


def _put(plate: Image.Image, sprite: Image.Image, centre: tuple[int, int]) -> None:
    plate.alpha_composite(sprite, (centre[0] - sprite.width // 2, centre[1] - sprite.height // 2))


def _gilt(theme: str) -> Tone:
    look = THEMES[theme]
    return look.mark if theme == "contrast" else mixed(look.brass, _GILT, 0.6)


@lru_cache(maxsize=1)
def _flag() -> Image.Image:
    """Return a chequered flag on its staff."""

    def draw(canvas: ImageDraw.ImageDraw) -> None:
        canvas.rectangle((0, 0, 2 * FINE, 30 * FINE), fill=255)
        canvas.rectangle((2 * FINE, 0, 26 * FINE, 2 * FINE), fill=255)
        canvas.rectangle((2 * FINE, 18 * FINE, 26 * FINE, 20 * FINE), fill=255)
        for column in range(4):
            for row in range(3):
                if (column + row) % 2 == 0:
                    left, top = (2 + 6 * column) * FINE, (1 + 6 * row) * FINE
                    canvas.rectangle((left, top, left + 6 * FINE - 1, top + 6 * FINE - 1), fill=255)

    return mask((27, 31), draw)


@lru_cache(maxsize=1)
def _star() -> Image.Image:
    middle = 25.0
    corners = [
        (
            middle + (23 if corner % 2 == 0 else 9.5) * math.sin(math.pi * corner / 5),
            middle + 1 - (23 if corner % 2 == 0 else 9.5) * math.cos(math.pi * corner / 5),
        )
        for corner in range(10)
    ]
    return mask((50, 50), lambda canvas: canvas.polygon([(x * FINE, y * FINE) for x, y in corners], fill=255))


@lru_cache(maxsize=1)
def _laurel() -> Image.Image:
    """Return a wreath of leaves, open above, and a crown over it."""
    size = 124

    def draw(canvas: ImageDraw.ImageDraw) -> None:
        centre_y = size / 2 + 8
        for sign in (-1, 1):
            for number in range(7):
                angle = math.radians(14 + number * 20)
                x = size / 2 + sign * 50 * math.sin(angle)
                y = centre_y + 50 * math.cos(angle)
                _leaf(canvas, x, y, angle + 0.5 if sign > 0 else -angle - 0.5)
        crown = [(-17, 0), (-21, -17), (-9, -8), (0, -22), (9, -8), (21, -17), (17, 0)]
        canvas.polygon([((size / 2 + x) * FINE, (centre_y - 38 + y) * FINE) for x, y in crown], fill=255)

    return mask((size, size), draw)


def _leaf(canvas: ImageDraw.ImageDraw, x: float, y: float, angle: float) -> None:
    outline = []
    for step in range(16):
        turn = 2 * math.pi * step / 16
        along, across = 10.5 * math.cos(turn), 4.5 * math.sin(turn)
        outline.append(
            (
                (x + along * math.cos(-angle) - across * math.sin(-angle)) * FINE,
                (y + along * math.sin(-angle) + across * math.cos(-angle)) * FINE,
            )
        )
    canvas.polygon(outline, fill=255)
