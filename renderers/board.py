"""Board: draw the picture of a scene.

The empty board is cached in the theme's palette. Everything else is drawn on small crops of the board in full
colour; each crop is then converted to the palette, cached, and pasted into place.
"""

from collections import Counter
from collections.abc import Iterator, Mapping

from PIL import Image

from renderers import plates
from renderers.arrows import Arrows, Leg, Pile, draw_arrows, legs_of
from renderers.board_background import engrave, medallion, number_place, plaque_size
from renderers.layout import BAR, LAYOUTS, MARGIN, OFF, Box, Layout
from renderers.palette import in_palette
from renderers.parts import (
    Look,
    count_box,
    draw_bar,
    draw_borne_off_count,
    draw_die,
    draw_length,
    draw_move_dot,
    draw_pip_count,
    draw_point,
    draw_strip,
    draw_tray,
    flat_background,
)
from renderers.png import encode
from renderers.result import draw_result
from renderers.scene import Scene
from renderers.stacks import Stack
from renderers.themes import THEMES, Tone

_BAR_FREE = 4
_DICE_GAP = 16
_TRACES = 2
"""The most empty rings that are drawn for checkers that left a point."""
_FOUR = 4
_TO_ROLL = (0, 0)
_HOME = 6
"""The number of points in a home."""
_ARROWS_WIDTH = 8
"""Half the width of an arrow of two lines, before it is scaled by the layout."""
_NO_ACCENTS: Mapping[Leg, str] = {}


def draw_board(scene: Scene) -> bytes:
    """Return a scene as a PNG of its layout's size. Thread-safe."""
    return encode(compose(scene))


def compose(scene: Scene, accents: Mapping[Leg, str] = _NO_ACCENTS) -> Image.Image:
    """Return the picture of a scene, in its theme's palette.

    Args:
        scene: The scene.
        accents: The style of legs of the last turn, "mark" or "quiet"; legs that it lacks are drawn as
            "trace".
    """
    layout = LAYOUTS[scene.layout]
    look = Look(scene.theme, scene.side, scene.homes, scene.heads, scene.numbers, layout)
    picture = flat_background(look).copy()  # The cached picture must not change.
    legs = legs_of(scene.last)
    stacks = [_stack_on(scene, layout, point, legs, accents) for point in range(OFF + 1, BAR)]
    for point, stack in enumerate(stacks, 1):
        if stack.count or stack.landing or stack.departed:
            picture.paste(*draw_point(look, point, stack))
    (_lay_tray if layout.tray else _lay_counts)(picture, look, scene)
    cube = None if layout.tray else scene.cube
    if scene.white_bar or scene.black_bar or cube:
        picture.paste(*draw_bar(look, tuple(_stack_on_bar(scene, layout, colour) for colour in "wb"), cube))
    for piece, box, covers in _dice(scene, look):
        picture.paste(piece, box, covers)
    if legs:
        draw_arrows(picture, scene.theme, _arrows(scene, layout, legs, accents, stacks))
    themed = THEMES[scene.theme]
    for point in scene.marked:
        picture.paste(*plaque(scene, point, themed.mark, themed.mark_ink))
    if scene.result:
        plate = draw_result(scene.theme, layout, scene.result, scene.score, scene.ending)
        picture.paste(*_in_middle(look, picture, plate))
    return picture


def plaque(scene: Scene, point: int, tone: Tone, ink: Tone) -> tuple[Image.Image, tuple[int, int]]:
    """Return a plaque with a point's number, and the position of its upper left corner on the board."""
    layout = LAYOUTS[scene.layout]
    x, y = number_place(point, scene.side, layout)
    width, height = plaque_size(layout)
    height += 2
    piece = Image.new("RGB", (width, height), THEMES[scene.theme].frame)
    number = scene.numbers[point - 1] if scene.numbers else point
    medallion(piece, (width // 2, height // 2), tone, ink, ink, layout)
    engrave(piece, str(number), (width // 2, height // 2), ink, layout.number - round(4 * layout.unit))
    return in_palette(piece, scene.theme), (x - width // 2, y - height // 2)


def _stack_on(
    scene: Scene, layout: Layout, point: int, legs: Counter[Leg], accents: Mapping[Leg, str]
) -> Stack:
    """Return the checkers on a point, with traces of the last turn's legs that start or end there."""
    colour = "w" if scene.count("w", point) else "b"
    here = [leg for leg in legs if point in leg]
    styles = {accents.get(leg, "trace") for leg in here} - {"quiet"}
    return Stack(
        layout,
        colour,
        scene.count(colour, point),
        layout.free,
        movable=point in scene.movable,
        chosen=point == scene.chosen,
        landing=point in scene.landings,
        departed=min(sum(legs[leg] for leg in here if leg[0] == point), _TRACES),
        arrived=sum(legs[leg] for leg in here if leg[1] == point),
        accent=next(iter(styles), "quiet" if here else "trace"),
    )


def _stack_on_bar(scene: Scene, layout: Layout, colour: str) -> Stack:
    """Return the stack of a side's checkers on the bar."""
    mine = scene.mover in (None, colour)
    return Stack(
        layout,
        colour,
        scene.count(colour, BAR),
        _BAR_FREE,
        movable=mine and BAR in scene.movable,
        chosen=mine and scene.chosen == BAR,
    )


def _bearing_off(scene: Scene) -> str | None:
    """Return the side whose checker is borne off next: that of the chosen checker, else the mover."""
    if scene.chosen is None:
        return scene.mover
    return "w" if scene.count("w", scene.chosen) else "b"


def _arrows(
    scene: Scene, layout: Layout, legs: Counter[Leg], accents: Mapping[Leg, str], stacks: list[Stack]
) -> Arrows:
    """Return what the arrows of a scene depend on."""
    return Arrows(
        layout,
        scene.side,
        tuple((leg, legs[leg], accents.get(leg, "trace")) for leg in sorted(legs, reverse=True)),
        tuple(
            Pile(stack.colour, stack.count, stack.places, stack.movable or stack.chosen) for stack in stacks
        ),
        _moved(scene, legs),
        tuple(_kept_clear(scene, layout)),
    )


def _kept_clear(scene: Scene, layout: Layout) -> Iterator[Box]:
    """Yield the boxes that arrows go around: the dice, and the pip counts on the field."""
    if scene.mover and not scene.result:
        half = layout.dice_half(scene.mover, scene.side)
        middle, reach = (half[0] + half[2]) / 2, layout.die * 0.85
        left, right = int(middle - 1.9 * reach), int(middle + 1.9 * reach)
        yield (left, int(layout.middle - reach), right, int(layout.middle + reach))
    if layout.tray is None:
        box = count_box(layout, right=_counts_right(scene, layout), score=scene.score is not None)
        room = round(_ARROWS_WIDTH * layout.unit)
        yield (box[0] - room, box[1] - room, box[2] + room, box[3] + room)


def _moved(scene: Scene, legs: Counter[Leg]) -> str:
    """Return the side that made the last turn, judged by the checkers at its ends."""
    for start, stop in legs:
        if OFF < stop < BAR:
            return "w" if scene.count("w", stop) else "b"
        if OFF < start < BAR:
            return "w" if scene.homes[0] <= start < scene.homes[0] + _HOME else "b"
    return scene.side


def _lay_tray(picture: Image.Image, look: Look, scene: Scene) -> None:
    """Draw the tray: each side's borne-off checkers and score panel, and the strip between the panels."""
    value, owner = scene.cube or (None, None)
    for number, colour in enumerate("wb"):
        landing = OFF in scene.landings and colour == _bearing_off(scene)
        side = plates.SidePanel(
            colour,
            scene.pips[number],
            scene.score[number] if scene.score else None,
            to_move=colour == scene.mover and scene.result is None,
        )
        cube = value if owner == colour else None
        picture.paste(*draw_tray(look, side, scene.count(colour, OFF), cube, landing=landing))
    if scene.length or (value and owner is None):
        picture.paste(*draw_strip(look, scene.length, value if owner is None else None))


def _lay_counts(picture: Image.Image, look: Look, scene: Scene) -> None:
    """Draw pip counts, score and numbers of borne-off checkers on a layout without a tray."""
    right = _counts_right(scene, look.layout)
    for number, colour in enumerate("wb"):
        to_move = colour == scene.mover and scene.result is None
        score = scene.score[number] if scene.score else None
        picture.paste(*draw_pip_count(look, colour, scene.pips[number], score, right=right, to_move=to_move))
    if scene.score and scene.length:
        picture.paste(*draw_length(look, scene.length, right=right))
    for colour in "wb":
        if count := scene.count(colour, OFF):
            picture.paste(*draw_borne_off_count(look, colour, count))


def _counts_right(scene: Scene, layout: Layout) -> bool:
    """Return True if the pip counts are in the right half of the board: the one without dice."""
    return scene.mover is not None and layout.dice_half(scene.mover, scene.side)[0] == layout.left


def _dice(scene: Scene, look: Look) -> Iterator[tuple[Image.Image, Box, Image.Image]]:
    """Yield the mover's dice with box and mask: blank before the roll; doubles have four dots for the moves.

    The mask keeps the corners transparent, because a full stack may reach under them.
    """
    if scene.mover is None or scene.result:
        return
    layout = look.layout
    played = sum(scene.used)
    four = len(scene.used) == _FOUR
    dimmed = (played >= _FOUR // 2, played == _FOUR) if four else scene.used or (False, False)
    half = layout.dice_half(scene.mover, scene.side)
    gap = round(_DICE_GAP * layout.unit)
    x = (half[0] + half[2] - gap) // 2 - layout.die
    if four and layout.tray is None:
        # The compact layout's half is too narrow for centred dice with four dots beside them.
        x -= layout.column
    for value, used in zip(scene.dice or _TO_ROLL, dimmed, strict=True):
        yield draw_die(look, scene.mover, value, x - MARGIN, used=used)
        x += layout.die + gap
    for number in range(_FOUR if four else 0):
        yield draw_move_dot(look, scene.mover, number, x, used=number < played)


def _in_middle(look: Look, picture: Image.Image, plate: Image.Image) -> tuple[Image.Image, Box]:
    """Return a plate drawn on the middle of the field, and its box on the picture."""
    layout = look.layout
    left = (layout.left_half[0] + layout.right_half[2] - plate.width) // 2
    top = layout.middle - plate.height // 2
    box = (left, top, left + plate.width, top + plate.height)
    piece = picture.crop(box).convert("RGB")
    piece.paste(plate, (0, 0), plate)
    return in_palette(piece, look.theme), box
