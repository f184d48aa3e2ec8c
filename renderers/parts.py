"""Parts: draw and cache the parts of a board: points, bar, tray, dice and counts.

Each part is drawn on a crop of the empty board in full colour and converted to the palette. The cache helps
because each step of a turn changes only a few parts.
"""

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from renderers import overlays, pieces, plates
from renderers.board_background import board_background
from renderers.layout import INSET, MARGIN, Box, Layout, place_of
from renderers.palette import in_palette
from renderers.shapes import digits
from renderers.stacks import Stack
from renderers.themes import THEMES

_COVERS = [0] + [255] * 255
_COUNT, _WITH_SCORE, _ROW = 112, 234, 40
"""Widths of a pip count alone and with the score, and its height, before they are scaled by the layout."""
_SCORE, _LENGTH = 116, 62
"""The left edge of the score beside a pip count, and the width of the match length after it."""


@dataclass(frozen=True, slots=True)
class Look:
    """The appearance of a board without checkers."""

    theme: str
    side: str
    homes: tuple[int, int]
    heads: tuple[int, int] | None
    numbers: tuple[int, ...]
    layout: Layout

    @property
    def background(self) -> Image.Image:
        """The empty board in full colour."""
        return board_background(self.theme, self.side, self.homes, self.heads, self.numbers, self.layout)


@lru_cache(maxsize=16)
def flat_background(look: Look) -> Image.Image:
    """Return the empty board in its theme's palette."""
    return in_palette(look.background, look.theme)


@lru_cache(maxsize=1024)
def draw_point(look: Look, point: int, stack: Stack) -> tuple[Image.Image, Box]:
    """Return a point's checkers and overlays, and their box on the board."""
    layout = look.layout
    place = place_of(point, look.side)
    depth = min(INSET + stack.length + MARGIN, layout.middle - layout.rail)
    top = layout.rail if place.above else layout.height - layout.rail - depth
    left = layout.column_left(place)
    box = (left, top, left + layout.column, top + depth)
    piece = look.background.crop(box)
    inset = INSET + layout.checker / 2
    stack.draw(piece, look.theme, *((inset, 1) if place.above else (depth - inset, -1)))
    return in_palette(piece, look.theme), box


@lru_cache(maxsize=64)
def draw_bar(
    look: Look, stacks: tuple[Stack, ...], cube: tuple[int, str | None] | None
) -> tuple[Image.Image, Box]:
    """Return the bar and its box: each side's hit checkers, and the cube if the layout has no tray."""
    layout = look.layout
    box = (layout.left_half[2], layout.rail, layout.right_half[0], layout.height - layout.rail)
    piece = look.background.crop(box)
    middle = piece.height // 2
    for stack in stacks:
        direction = -1 if stack.colour == look.side else 1
        if stack.count:
            first = layout.on_bar(stack.colour, look.side)[1] - layout.rail
            stack.draw(piece, look.theme, first, direction)
    if cube:
        value, owner = cube
        sprite = pieces.cube(look.theme, value, owner, layout.cube)
        end = middle - layout.cube // 2 - MARGIN
        y = middle if owner is None else middle + (end if owner == look.side else -end)
        piece.paste(sprite, ((piece.width - sprite.width) // 2, y - sprite.height // 2), sprite)
    return in_palette(piece, look.theme), box


@lru_cache(maxsize=128)
def draw_tray(
    look: Look, side: plates.SidePanel, count: int, cube: int | None, *, landing: bool
) -> tuple[Image.Image, Box]:
    """Return a side's half of the tray and its box: borne-off checkers in fives, cube and score panel.

    Args:
        cube: the cube's value, or None if the side does not own it.
        landing: True to mark the place of the next checker.
    """
    layout, colour = look.layout, side.colour
    left, right = layout.tray or (0, 0)
    below = colour == look.side
    box = (left, layout.middle, right, layout.height) if below else (left, 0, right, layout.middle)
    piece = look.background.crop(box)
    slots = [pieces.lying_checker(look.theme, colour)] * count
    if landing:
        slots.append(overlays.landing_in_tray(look.theme))
    width, height = pieces.LYING
    pitch = height + 1 if cube is None else height - 2  # The cube takes room in the tray.
    for number, sprite in enumerate(slots):
        y = layout.rail + 4 + number * pitch + number // 5 * 3
        y = piece.height - y - height if below else y
        piece.paste(sprite, ((piece.width - width) // 2, y), sprite)
    if cube:
        sprite = pieces.cube(look.theme, cube, colour, 44)
        y = layout.middle - plates.HALF - 10 - sprite.height + 3
        y = piece.height - y - sprite.height if below else y
        piece.paste(sprite, ((piece.width - sprite.width) // 2, y), sprite)
    if count:
        plaque = pieces.borne_off_plaque(look.theme, colour, count)
        y = layout.rail // 2 if not below else piece.height - layout.rail // 2
        piece.paste(plaque, ((piece.width - plaque.width) // 2, y - plaque.height // 2), plaque)
    plates.draw_side(piece, look.theme, side, below=below)
    return in_palette(piece, look.theme), box


@lru_cache(maxsize=64)
def draw_borne_off_count(look: Look, colour: str, count: int) -> tuple[Image.Image, Box]:
    """Return the number of borne-off checkers and its box on the frame, for a layout without a tray."""
    layout = look.layout
    plaque = pieces.borne_off_plaque(look.theme, colour, count, layout.unit)
    left = layout.seam - plaque.width // 2
    top = (layout.rail - plaque.height) // 2
    if colour == look.side:
        top = layout.height - top - plaque.height
    box = (left, top, left + plaque.width, top + plaque.height)
    piece = look.background.crop(box)
    piece.paste(plaque, (0, 0), plaque)
    return in_palette(piece, look.theme), box


@lru_cache(maxsize=64)
def draw_strip(look: Look, length: int, cube: int | None) -> tuple[Image.Image, Box]:
    """Return the strip between the two score panels (match length and a centred cube), and its box."""
    layout = look.layout
    left, right = layout.tray or (0, 0)
    reach = plates.MIDDLE_STRIP // 2
    box = (left, layout.middle - reach, right, layout.middle + reach)
    piece = look.background.crop(box)
    plates.draw_strip(piece, look.theme, length, cube)
    return in_palette(piece, look.theme), box


def count_box(layout: Layout, *, right: bool, score: bool) -> Box:
    """Return the box of both pip counts, and of the score if there is one, on a layout without a tray."""
    half = layout.right_half if right else layout.left_half
    width, height = round((_WITH_SCORE if score else _COUNT) * layout.unit), round(_ROW * layout.unit)
    left = (half[0] + half[2] - width) // 2
    return (left, layout.middle - height, left + width, layout.middle + height)


@lru_cache(maxsize=256)
def draw_pip_count(
    look: Look, colour: str, pips: int, score: int | None = None, *, right: bool, to_move: bool
) -> tuple[Image.Image, Box]:
    """Return a side's pip count after a small checker, ringed if to move, and before the score; their box."""
    layout, theme, unit = look.layout, THEMES[look.theme], look.layout.unit
    left, top, across, bottom = count_box(layout, right=right, score=score is not None)
    top, bottom = (layout.middle, bottom) if colour == look.side else (top, layout.middle)
    box = (left, top, across, bottom)
    piece = look.background.crop(box)
    middle, height = round(22 * unit), bottom - top
    sprite = pieces.checker(look.theme, colour, round(26 * unit))
    piece.paste(sprite, (middle - sprite.width // 2, (height - sprite.height) // 2), sprite)
    if to_move:
        ring = overlays.movable(look.theme, round(26 * unit))
        piece.paste(ring, (middle - ring.width // 2, (height - ring.height) // 2), ring)
    text = digits(str(pips), layout.number, 0.5)
    piece.paste(theme.ink, (round(44 * unit), (height - text.height) // 2), text)
    if score is not None:
        plate = plates.score_panel(look.theme, score, unit)
        piece.paste(plate, (round(_SCORE * unit), (height - plate.height) // 2), plate)
    return in_palette(piece, look.theme), box


@lru_cache(maxsize=32)
def draw_length(look: Look, length: int, *, right: bool) -> tuple[Image.Image, Box]:
    """Return the length of the match after a flag, to the right of both scores, and their box."""
    layout, unit = look.layout, look.layout.unit
    _, _, across, _ = count_box(layout, right=right, score=True)
    reach = round(_ROW * unit / 2)
    box = (across - round(_LENGTH * unit), layout.middle - reach, across, layout.middle + reach)
    piece = look.background.crop(box)
    plates.draw_length(piece, THEMES[look.theme].ink, length, unit)
    return in_palette(piece, look.theme), box


@lru_cache(maxsize=256)
def draw_die(
    look: Look, mover: str, value: int, left: int, *, used: bool
) -> tuple[Image.Image, Box, Image.Image]:
    """Return a die, its box on the board, and a mask of the pixels that it covers."""
    return _at_mid_height(look, pieces.die(look.theme, mover, value, look.layout.die, used=used), left)


@lru_cache(maxsize=64)
def draw_move_dot(
    look: Look, mover: str, number: int, left: int, *, used: bool
) -> tuple[Image.Image, Box, Image.Image]:
    """Return one of the four dots for the moves of doubles, its box, and a mask of its pixels."""
    dot = pieces.move_dot(look.theme, mover, round(22 * look.layout.unit), used=used)
    return _at_mid_height(look, dot, left + number * (dot.width + look.layout.column // 20))


def _at_mid_height(look: Look, sprite: Image.Image, left: int) -> tuple[Image.Image, Box, Image.Image]:
    top = look.layout.middle - sprite.height // 2
    box = (left, top, left + sprite.width, top + sprite.height)
    piece = look.background.crop(box)
    piece.paste(sprite, (0, 0), sprite)
    covers = sprite.getchannel("A").point(_COVERS)
    return in_palette(piece, look.theme), box, covers
