"""Plates: draw the score panels between the two parts of the tray, without words."""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image, ImageDraw

from renderers import pieces
from renderers.layout import FULL
from renderers.shapes import FINE, digits, disc, mask, mix, ring_mask, rounded, stamp
from renderers.themes import THEMES, Tone

HALF = FULL.plate
MIDDLE_STRIP = 66
"""Height of the strip between the two sides' score panels."""
_DISC = 58
_NUMBER = 33


@dataclass(frozen=True, slots=True)
class SidePanel:
    """The content of a side's score panel.

    Args:
        colour: The side, "w" or "b".
        pips: The pip count.
        score: The side's half points in the match; None outside a match.
        to_move: True if it is this side's turn.
    """

    colour: str
    pips: int
    score: int | None
    to_move: bool


def half_points(points: int) -> str:
    """Return a number of half points as text in points, such as `2` or `2.5`."""
    return f"{points // 2}.5" if points % 2 else str(points // 2)


def draw_side(piece: Image.Image, theme: str, side: SidePanel, *, below: bool) -> None:
    """Draw a side's score panel on `piece`, the crop of the board with that side's half of the tray."""
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
    """Draw the strip between the score panels: the match length beside a flag, and a cube without owner."""
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
    tone = mix(look.numbers, look.plate, 0.25)
    if cube is None:
        left = x - (flag.width + 10 + text.width) // 2
        piece.paste(tone, (left, middle - flag.height // 2), flag)
        piece.paste(tone, (left + flag.width + 10, middle - text.height // 2), text)
    else:
        piece.paste(tone, (x - flag.width // 2, middle - flag.height), flag)
        piece.paste(tone, (x - text.width // 2, middle + 5), text)


@lru_cache(maxsize=128)
def score_disc(theme: str, colour: str, score: int | None, *, ringed: bool = False) -> Image.Image:
    """Return a side's disc with its score, in half points; `ringed` marks the winner."""
    look = THEMES[theme]
    tones = look.of(colour)
    size = _DISC + 12
    face = stamp(mix(look.plate, look.inlay, 0.6), disc(size, _DISC / 2 + 1.5))
    if ringed:
        face = stamp(look.mark, disc(size, _DISC / 2 + 6))
    face.paste(tones.edge, (0, 0), disc(size, _DISC / 2))
    face.paste(tones.body, (0, 0), disc(size, _DISC / 2 - 1.5))
    face.paste(tones.ring, (0, 0), ring_mask(size, _DISC / 2 - 4, 1.8))
    if score is not None:
        written = half_points(score)
        text = digits(written, {1: 38, 2: 34, 3: 26}.get(len(written), 20), 0.5)
        face.paste(tones.ink, ((size - text.width) // 2, (size - text.height) // 2), text)
    return face


@lru_cache(maxsize=128)
def score_panel(theme: str, score: int, unit: float) -> Image.Image:
    """Return a side's score, in half points, on a separate small panel."""
    look = THEMES[theme]
    size = (round(50 * unit), round(34 * unit))
    plate = stamp(mix(look.frame, look.inlay, 0.35), rounded(size, 0, 6 * unit))
    plate.paste(look.plate, (0, 0), rounded(size, 1.5 * unit, 5 * unit))
    written = half_points(score)
    text = digits(written, round({1: 32, 2: 32, 3: 25, 4: 20}.get(len(written), 17) * unit), 0.5)
    plate.paste(look.numbers, ((size[0] - text.width) // 2, (size[1] - text.height) // 2), text)
    return plate


def draw_length(piece: Image.Image, tone: Tone, length: int, unit: float) -> None:
    """Draw the length of a match after a flag on `piece`, a crop of the board."""
    flag, text = _flag(unit * 0.7), digits(str(length), round(28 * unit), 0.4)
    middle = piece.height // 2
    piece.paste(tone, (0, middle - flag.height // 2), flag)
    piece.paste(tone, (flag.width + round(5 * unit), middle - text.height // 2), text)


@lru_cache(maxsize=4)
def _flag(unit: float = 1) -> Image.Image:
    """Return a mask of a chequered flag."""

    def draw(canvas: ImageDraw.ImageDraw) -> None:
        part = FINE * unit
        canvas.rectangle((0, 0, 2 * part, 30 * part), fill=255)
        canvas.rectangle((2 * part, 0, 26 * part, 2 * part), fill=255)
        canvas.rectangle((2 * part, 18 * part, 26 * part, 20 * part), fill=255)
        for column in range(4):
            for row in range(3):
                if (column + row) % 2 == 0:
                    left, top = (2 + 6 * column) * part, (1 + 6 * row) * part
                    canvas.rectangle((left, top, left + 6 * part - 1, top + 6 * part - 1), fill=255)

    return mask((round(27 * unit), round(31 * unit)), draw)
