"""Board: draws the picture of a scene.

The empty board is kept in the theme's palette. What a scene adds is laid upon small pieces of the
board in full colour; each piece is then brought into the palette, kept, and put in its place.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from renderers import overlays, pieces
from renderers.board_background import board_background
from renderers.layout import (
    BAR,
    CHECKER,
    COLUMN,
    CUBE,
    DIE,
    FREE,
    HEIGHT,
    LEFT_HALF,
    LYING,
    MARGIN,
    MIDDLE,
    OFF,
    RAIL,
    RIGHT_HALF,
    TRAY,
    Box,
    place_of,
    stack_step,
)
from renderers.palette import in_palette
from renderers.png import encode
from renderers.scene import Scene
from renderers.shapes import digits
from renderers.themes import THEMES

__all__ = ["compose", "draw_board"]

_STACK_INSET = 4
_BAR_FREE = 4
_DICE_GAP = 16
_TRACES = 2
"""At most so many empty rings are drawn for checkers that left one point."""
_FOUR = 4
_COVERS = [0] + [255] * 255


def draw_board(scene: Scene) -> bytes:
    """Return the picture of a scene: a PNG of WIDTH by HEIGHT pixels. Any thread may draw."""
    return encode(compose(scene))


def compose(scene: Scene) -> Image.Image:
    """Return the picture of a scene, in its theme's palette."""
    look = _Look(scene.theme, scene.side, scene.homes, scene.heads, scene.numbers)
    picture = _flat_background(look).copy()
    starts, stops = Counter(leg[0] for leg in scene.last), Counter(leg[1] for leg in scene.last)
    left, came = starts - stops, stops - starts
    for point in range(OFF + 1, BAR):
        stack = _stack_on(scene, point, left[point], came[point])
        if stack.count or stack.landing or stack.left:
            picture.paste(*_point(look, point, stack))
    if scene.white_bar or scene.black_bar or scene.cube:
        picture.paste(*_bar(look, tuple(_stack_on_bar(scene, colour) for colour in "wb"), scene.cube))
    for colour in "wb":
        landing = OFF in scene.landings and colour == _bearing_off(scene)
        pips = scene.pips["wb".index(colour)]
        picture.paste(*_tray(look, colour, scene.count(colour, OFF), pips, landing=landing))
    for piece, box, covers in _dice(scene, look):
        picture.paste(piece, box, covers)
    return picture


@dataclass(frozen=True, slots=True)
class _Look:
    """What a board looks like without a checker."""

    theme: str
    side: str
    homes: tuple[int, int]
    heads: tuple[int, int] | None
    numbers: tuple[int, ...]

    @property
    def background(self) -> Image.Image:
        """The board in full colour."""
        return board_background(self.theme, self.side, self.homes, self.heads, self.numbers)


@lru_cache(maxsize=8)
def _flat_background(look: _Look) -> Image.Image:
    return in_palette(look.background, look.theme)


@dataclass(frozen=True, slots=True)
class _Stack:
    """Checkers of one side in a column, with their overlays."""

    colour: str
    count: int
    free: int = FREE
    movable: bool = False
    chosen: bool = False
    landing: bool = False
    left: int = 0
    came: int = 0

    @property
    def _step(self) -> float:
        return stack_step(self._places, self.free)

    @property
    def _places(self) -> int:
        """Checkers, and the place beyond the last that an overlay takes."""
        return self.count + max(self.landing, self.left)

    @property
    def length(self) -> int:
        """From edge to edge, in pixels."""
        return round((self._places - 1) * self._step) + CHECKER

    def draw(self, piece: Image.Image, theme: str, first: float, direction: int) -> None:
        """Draw it on a piece of the board, from the centre of its first checker up (-1) or down (1)."""
        step = self._step
        labelled = self.count > self.free
        last = self.count - 1

        def lay(sprite: Image.Image, slot: int, beyond: int = 0) -> None:
            y = round(first + direction * (slot * step + beyond))
            piece.paste(sprite, ((piece.width - sprite.width) // 2, y - sprite.height // 2), sprite)

        for slot in range(last + self.left, last, -1):
            lay(overlays.departed(theme), slot)
        if self.landing:
            lay(overlays.landing(theme), self.count)
        for slot in range(self.count):
            lay(pieces.checker(theme, self.colour), slot)
        if self.chosen:
            lay(overlays.chosen(theme), last)
        elif self.movable:
            lay(overlays.movable(theme), last)
        if labelled:
            lay(pieces.count_on(theme, self.colour, self.count, chosen=self.chosen), last)
        for slot in range(last, max(last - (1 if labelled else self.came), -1), -1):
            if self.came:
                lay(overlays.arrived(theme), slot, CHECKER * 5 // 16 if labelled else 0)


def _stack_on(scene: Scene, point: int, left: int, came: int) -> _Stack:
    """Return what stands on a point, from which so many checkers left, and to which so many came."""
    colour = "w" if scene.count("w", point) else "b"
    return _Stack(
        colour,
        scene.count(colour, point),
        movable=point in scene.movable,
        chosen=point == scene.chosen,
        landing=point in scene.landings,
        left=min(left, _TRACES),
        came=came,
    )


def _stack_on_bar(scene: Scene, colour: str) -> _Stack:
    """Return a side's hit checkers."""
    mine = scene.mover in (None, colour)
    return _Stack(
        colour,
        scene.count(colour, BAR),
        free=_BAR_FREE,
        movable=mine and BAR in scene.movable,
        chosen=mine and scene.chosen == BAR,
    )


def _bearing_off(scene: Scene) -> str | None:
    """Whose checker would land in the tray."""
    if scene.chosen is None:
        return scene.mover
    return "w" if scene.count("w", scene.chosen) else "b"


# Each part of a board is drawn upon its piece of the background, brought into the palette, and kept: a step
# of a turn changes a few of them.


@lru_cache(maxsize=1024)
def _point(look: _Look, point: int, stack: _Stack) -> tuple[Image.Image, Box]:
    """Draw the checkers and overlays of a point."""
    place = place_of(point, look.side)
    depth = min(_STACK_INSET + stack.length + MARGIN, MIDDLE - RAIL)
    top = RAIL if place.above else HEIGHT - RAIL - depth
    box = (place.left, top, place.left + COLUMN, top + depth)
    piece = look.background.crop(box)
    inset = _STACK_INSET + CHECKER / 2
    stack.draw(piece, look.theme, *((inset, 1) if place.above else (depth - inset, -1)))
    return in_palette(piece, look.theme), box


@lru_cache(maxsize=64)
def _bar(
    look: _Look, stacks: tuple[_Stack, ...], cube: tuple[int, str | None] | None
) -> tuple[Image.Image, Box]:
    """Draw hit checkers, each side's on the half where they enter, and the cube."""
    box = (LEFT_HALF[2], RAIL, RIGHT_HALF[0], HEIGHT - RAIL)
    piece = look.background.crop(box)
    middle, reach = piece.height // 2, CUBE // 2 + MARGIN + CHECKER // 2
    for stack in stacks:
        direction = -1 if stack.colour == look.side else 1
        if stack.count:
            stack.draw(piece, look.theme, middle + direction * reach, direction)
    if cube:
        value, owner = cube
        sprite = pieces.cube(look.theme, value)
        end = middle - CUBE // 2 - MARGIN
        y = middle if owner is None else middle + (end if owner == look.side else -end)
        piece.paste(sprite, ((piece.width - sprite.width) // 2, y - sprite.height // 2), sprite)
    return in_palette(piece, look.theme), box


@lru_cache(maxsize=128)
def _tray(look: _Look, colour: str, count: int, pips: int, *, landing: bool) -> tuple[Image.Image, Box]:
    """Draw checkers borne off, in fives, and the pip count."""
    below = colour == look.side
    box = (TRAY[0], MIDDLE, TRAY[2], HEIGHT) if below else (TRAY[0], 0, TRAY[2], MIDDLE)
    piece = look.background.crop(box)
    slots = [pieces.lying_checker(look.theme, colour)] * count
    if landing:
        slots.append(overlays.landing_in_tray(look.theme))
    for number, sprite in enumerate(slots):
        y = RAIL + 6 + number * (LYING[1] + 1) + number // 5 * 4
        y = piece.height - y - LYING[1] if below else y
        piece.paste(sprite, ((piece.width - LYING[0]) // 2, y), sprite)
    if count:
        plaque = pieces.tally(look.theme, colour, count)
        y = RAIL // 2 if not below else piece.height - RAIL // 2
        piece.paste(plaque, ((piece.width - plaque.width) // 2, y - plaque.height // 2), plaque)
    text = digits(str(pips), 29, 0.3)
    y = 32 if below else piece.height - 32
    ink = THEMES[look.theme].numbers
    piece.paste(ink, ((piece.width - text.width) // 2, y - text.height // 2), text)
    return in_palette(piece, look.theme), box


def _dice(scene: Scene, look: _Look) -> Iterator[tuple[Image.Image, Box, Image.Image]]:
    """Draw the mover's dice on his right half, and four dots for the moves of doubles.

    Each comes with a mask of where it covers: a full stack beside it may reach into its corner.
    """
    if not scene.dice or scene.mover is None:
        return
    played = sum(scene.used)
    four = len(scene.used) == _FOUR
    dimmed = (played >= _FOUR // 2, played == _FOUR) if four else scene.used or (False, False)
    half = RIGHT_HALF if scene.mover == scene.side else LEFT_HALF
    x = (half[0] + half[2] - _DICE_GAP) // 2 - DIE
    for value, used in zip(scene.dice, dimmed, strict=True):
        yield _die(look, scene.mover, value, x - MARGIN, used=used)
        x += DIE + _DICE_GAP
    for number in range(_FOUR if four else 0):
        yield _move_dot(look, scene.mover, number, x, used=number < played)


@lru_cache(maxsize=128)
def _die(
    look: _Look, mover: str, value: int, left: int, *, used: bool
) -> tuple[Image.Image, Box, Image.Image]:
    return _in_middle(look, pieces.die(look.theme, mover, value, used=used), left)


@lru_cache(maxsize=64)
def _move_dot(
    look: _Look, mover: str, number: int, left: int, *, used: bool
) -> tuple[Image.Image, Box, Image.Image]:
    dot = pieces.move_dot(look.theme, mover, used=used)
    return _in_middle(look, dot, left + number * (dot.width + 4))


def _in_middle(look: _Look, sprite: Image.Image, left: int) -> tuple[Image.Image, Box, Image.Image]:
    top = MIDDLE - sprite.height // 2
    box = (left, top, left + sprite.width, top + sprite.height)
    piece = look.background.crop(box)
    piece.paste(sprite, (0, 0), sprite)
    covers = sprite.getchannel("A").point(_COVERS)
    return in_palette(piece, look.theme), box, covers
