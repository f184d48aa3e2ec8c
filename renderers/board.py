"""Board: draws the picture of a scene.

The empty board is kept in the theme's palette. What a scene adds is laid upon small pieces of the
board in full colour; each piece is then brought into the palette and put in its place.
"""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO

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
from renderers.scene import Scene
from renderers.shapes import digits
from renderers.themes import THEMES

__all__ = ["compose", "draw_board", "encode"]

_STACK_INSET = 4
_BAR_FREE = 4
_DICE_GAP = 16
_TRACES = 2
"""At most so many empty rings are drawn for checkers that left one point."""
_FOUR = 4
_COVERS = [0] + [255] * 255
_Look = tuple[str, str, tuple[int, int], tuple[int, int] | None, tuple[int, ...]]


def draw_board(scene: Scene) -> bytes:
    """Return the picture of a scene: a PNG of WIDTH by HEIGHT pixels. Any thread may draw."""
    return encode(compose(scene))


def encode(picture: Image.Image) -> bytes:
    """Return a palette picture as PNG."""
    file = BytesIO()
    picture.save(file, format="PNG")
    return file.getvalue()


def compose(scene: Scene) -> Image.Image:
    """Return the picture of a scene, in its theme's palette."""
    canvas = _Canvas(scene)
    for point in range(OFF + 1, BAR):
        canvas.draw_point(point)
    canvas.draw_bar()
    for colour in "wb":
        canvas.draw_tray(colour)
    canvas.draw_dice()
    return canvas.picture


@lru_cache(maxsize=8)
def _flat_background(look: _Look) -> Image.Image:
    return in_palette(board_background(*look), look[0])


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


class _Canvas:
    """A picture while it is drawn."""

    def __init__(self, scene: Scene) -> None:
        self._scene = scene
        self._theme = scene.theme
        look = (scene.theme, scene.side, scene.homes, scene.heads, scene.numbers)
        self._background = board_background(*look)
        self.picture = _flat_background(look).copy()
        starts, stops = Counter(leg[0] for leg in scene.last), Counter(leg[1] for leg in scene.last)
        self._left, self._came = starts - stops, stops - starts

    def draw_point(self, point: int) -> None:
        """Draw the checkers and overlays of a point."""
        scene = self._scene
        colour = "w" if scene.count("w", point) else "b"
        stack = _Stack(
            colour,
            scene.count(colour, point),
            movable=point in scene.movable,
            chosen=point == scene.chosen,
            landing=point in scene.landings,
            left=min(self._left[point], _TRACES),
            came=self._came[point],
        )
        if not (stack.count or stack.landing or stack.left):
            return
        place = place_of(point, scene.side)
        depth = min(_STACK_INSET + stack.length + MARGIN, MIDDLE - RAIL)
        top = RAIL if place.above else HEIGHT - RAIL - depth
        box = (place.left, top, place.left + COLUMN, top + depth)
        piece = self._background.crop(box)
        inset = _STACK_INSET + CHECKER / 2
        stack.draw(piece, self._theme, *((inset, 1) if place.above else (depth - inset, -1)))
        self._put(piece, box)

    def draw_bar(self) -> None:
        """Draw hit checkers, each side's on the half where they enter, and the cube."""
        scene = self._scene
        if not (scene.white_bar or scene.black_bar or scene.cube):
            return
        box = (LEFT_HALF[2], RAIL, RIGHT_HALF[0], HEIGHT - RAIL)
        piece = self._background.crop(box)
        middle, reach = piece.height // 2, CUBE // 2 + MARGIN + CHECKER // 2
        for colour in "wb":
            mine = scene.mover in (None, colour)
            stack = _Stack(
                colour,
                scene.count(colour, BAR),
                free=_BAR_FREE,
                movable=mine and BAR in scene.movable,
                chosen=mine and scene.chosen == BAR,
            )
            direction = -1 if colour == scene.side else 1
            if stack.count:
                stack.draw(piece, self._theme, middle + direction * reach, direction)
        if scene.cube:
            value, owner = scene.cube
            sprite = pieces.cube(self._theme, value)
            end = middle - CUBE // 2 - MARGIN
            y = middle if owner is None else middle + (end if owner == scene.side else -end)
            piece.paste(sprite, ((piece.width - sprite.width) // 2, y - sprite.height // 2), sprite)
        self._put(piece, box)

    def draw_tray(self, colour: str) -> None:
        """Draw checkers borne off, in fives, and the pip count."""
        scene = self._scene
        below = colour == scene.side
        box = (TRAY[0], MIDDLE, TRAY[2], HEIGHT) if below else (TRAY[0], 0, TRAY[2], MIDDLE)
        piece = self._background.crop(box)
        count = scene.count(colour, OFF)
        slots = [pieces.lying_checker(self._theme, colour)] * count
        if OFF in scene.landings and colour == self._bearing_off():
            slots.append(overlays.landing_in_tray(self._theme))
        for number, sprite in enumerate(slots):
            y = RAIL + 6 + number * (LYING[1] + 1) + number // 5 * 4
            y = piece.height - y - LYING[1] if below else y
            piece.paste(sprite, ((piece.width - LYING[0]) // 2, y), sprite)
        if count:
            plaque = pieces.tally(self._theme, colour, count)
            y = RAIL // 2 if not below else piece.height - RAIL // 2
            piece.paste(plaque, ((piece.width - plaque.width) // 2, y - plaque.height // 2), plaque)
        text = digits(str(scene.pips["wb".index(colour)]), 29, 0.3)
        y = 32 if below else piece.height - 32
        ink = THEMES[self._theme].numbers
        piece.paste(ink, ((piece.width - text.width) // 2, y - text.height // 2), text)
        self._put(piece, box)

    def _bearing_off(self) -> str | None:
        """Whose checker would land in the tray."""
        chosen = self._scene.chosen
        if chosen is None:
            return self._scene.mover
        return "w" if self._scene.count("w", chosen) else "b"

    def draw_dice(self) -> None:
        """Draw the mover's dice on his right half, and four dots for the moves of doubles."""
        scene = self._scene
        if not scene.dice or scene.mover is None:
            return
        played = sum(scene.used)
        four = len(scene.used) == _FOUR
        dimmed = (played >= _FOUR // 2, played == _FOUR) if four else scene.used or (False, False)
        half = RIGHT_HALF if scene.mover == scene.side else LEFT_HALF
        x = (half[0] + half[2] - _DICE_GAP) // 2 - DIE
        for value, used in zip(scene.dice, dimmed, strict=True):
            self._lay_in_middle(pieces.die(self._theme, scene.mover, value, used=used), x - MARGIN)
            x += DIE + _DICE_GAP
        for number in range(_FOUR if four else 0):
            dot = pieces.move_dot(self._theme, scene.mover, used=number < played)
            self._lay_in_middle(dot, x + number * (dot.width + 4))

    def _lay_in_middle(self, sprite: Image.Image, left: int) -> None:
        top = MIDDLE - sprite.height // 2
        box = (left, top, left + sprite.width, top + sprite.height)
        piece = self._background.crop(box)
        piece.paste(sprite, (0, 0), sprite)
        # Only where it covers: a full stack beside it may reach into its corner.
        covers = sprite.getchannel("A").point(_COVERS)
        self.picture.paste(in_palette(piece, self._theme), box, covers)

    def _put(self, piece: Image.Image, box: Box) -> None:
        self.picture.paste(in_palette(piece, self._theme), box)
