"""Result plate: draw the winner, the way and grade of the win, and the new score, without words."""

import math
from functools import lru_cache

from PIL import Image, ImageDraw

from renderers import pieces
from renderers.layout import MARGIN, Layout
from renderers.plates import score_disc
from renderers.shapes import FINE, mask, mix, rounded, shadow, stamp
from renderers.signs import ending_sign
from renderers.themes import THEMES, Tone

_SHADE: Tone = (24, 12, 4)
_STARS = 3
"""The fewest stars that are drawn; stars beyond the grade of the win are faint."""
_STAR_STEP = 60
_SIGN_STEP = 90
_LOSER = 34
"""Diameter of the loser's checker on a sign."""
_RESULT = 124
_GILT: Tone = (222, 184, 110)


@lru_cache(maxsize=64)
def draw_result(
    theme: str,
    layout: Layout,
    result: tuple[str | None, int],
    score: tuple[int, int] | None,
    ending: str = "",
) -> Image.Image:
    """Return the plate of a result: winner, a sign for the ending, stars for the grade, and the new score.

    Args:
        theme: The theme's name.
        layout: The layout of the board under the plate, which lies within its field.
        result: The winner ("w", "b", or None for a draw) and the grade of the win.
        score: White's and Black's half points in the match, or None.
        ending: The ending of a game that was not played out, as in `Scene`; else empty.
    """
    look = THEMES[theme]
    winner, grade = result
    stars = max(_STARS, grade)
    width = (235 if winner is None else 190 + stars * _STAR_STEP) + 197 * (score is not None)
    width += _SIGN_STEP * bool(ending)
    size = (width + 2 * MARGIN, _RESULT + 2 * MARGIN)
    body = rounded(size, MARGIN, 16)
    plate = Image.alpha_composite(
        stamp(_SHADE, shadow(body, (4, 5), 3, 0.5)), stamp(mix(look.inlay, look.plate, 0.2), body)
    )
    plate.paste(look.plate, (0, 0), rounded(size, MARGIN + 2.5, 14))
    middle = size[1] // 2
    x = MARGIN + 85
    if winner is None:
        for colour, aside in (("w", 0), ("b", 80)):
            _put(plate, score_disc(theme, colour, None), (x + aside, middle))
        x += 120
        if ending:
            _put(plate, ending_sign(theme, ending), (x + 30, middle))
            x += _SIGN_STEP
    else:
        laurel = _laurel()
        plate.paste(_gilt(theme), (x - laurel.width // 2, middle - laurel.height // 2), laurel)
        _put(plate, pieces.checker(theme, winner), (x, middle + 8))
        x += 105
        if ending:
            # Here the loser resigned, timed out or dropped a double, so the sign has the loser's checker.
            _put(plate, ending_sign(theme, ending), (x, middle))
            _put(plate, pieces.checker(theme, "b" if winner == "w" else "w", _LOSER), (x + 26, middle + 24))
            x += _SIGN_STEP
        for number in range(stars):
            tone = _gilt(theme) if number < grade else mix(look.plate, look.inlay, 0.3)
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
    part = min(layout.unit, (layout.right_half[2] - layout.left_half[0]) / size[0])
    if part != 1:
        plate = plate.resize((round(size[0] * part), round(size[1] * part)), Image.Resampling.LANCZOS)
    return plate


def _put(plate: Image.Image, sprite: Image.Image, centre: tuple[int, int]) -> None:
    plate.alpha_composite(sprite, (centre[0] - sprite.width // 2, centre[1] - sprite.height // 2))


def _gilt(theme: str) -> Tone:
    look = THEMES[theme]
    return look.mark if theme == "contrast" else mix(look.brass, _GILT, 0.6)


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
    """Return a mask of a laurel wreath that is open at the top, with a crown over it."""
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
