"""Board: the content of a board's picture, as a value with a text form."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from typing import Any, Self

from renderers.errors import SceneError
from renderers.layout import BAR, LAYOUTS, OFF
from renderers.themes import THEMES

_POINTS = 24
_CHECKERS = 15
_FACES = range(1, 7)
_DICE = 2
_MOST_PIPS = 999
_MOST_CUBE = 1024
_MOST_SCORE = 999
_GRADES = range(1, 5)
_SIDES = ("w", "b")
_ENDINGS = ("", "resigned", "dropped", "timeout", "agreed")


@dataclass(frozen=True, slots=True)
class Scene:
    """The content of a board's picture; equal scenes give equal pictures.

    The text form lists the fields that differ from an empty board, and round-trips:

    >>> scene = Scene(white=(0,) * 23 + (15,), black=(0,) * 11 + (15,) + (0,) * 12, mover="w", dice=(6, 5))
    >>> str(scene)
    'white=24:15 black=12:15 mover=w dice=6,5'
    >>> Scene.parse(str(scene)) == scene
    True

    Raises:
        SceneError: the scene is invalid; the error lists all faults.
    """

    white: tuple[int, ...]
    """The number of White's checkers on each point; index p - 1 is point p."""
    black: tuple[int, ...]
    white_off: int = 0
    black_off: int = 0
    white_bar: int = 0
    black_bar: int = 0
    pips: tuple[int, int] = (0, 0)
    """White's and Black's pip count."""
    homes: tuple[int, int] = (1, 13)
    """The lowest point of White's and of Black's home."""
    heads: tuple[int, int] | None = (24, 12)
    mover: str | None = None
    """The side to move, "w" or "b", or None. Its dice are drawn on the board, blank until they are rolled."""
    dice: tuple[int, ...] = ()
    """The two values of the roll; empty before it."""
    used: tuple[bool, ...] = ()
    """True for each die, or each of the four moves of doubles, that is already played."""
    movable: tuple[int, ...] = ()
    """The points whose checkers may move now (25: the bar)."""
    chosen: int | None = None
    landings: tuple[int, ...] = ()
    """The points where the chosen checker may land (0: borne off)."""
    last: tuple[tuple[int, int], ...] = ()
    """The legs of the last turn, as start and stop (0: borne off, 25: the bar)."""
    marked: tuple[int, ...] = ()
    """The points whose numbers are highlighted on plaques, because the text mentions them."""
    numbers: tuple[int, ...] = ()
    """The labels of the points 1 to 24; empty if each has its own number."""
    cube: tuple[int, str | None] | None = None
    """The cube's value and owner; while a double is offered, the new value and the side that must answer."""
    score: tuple[int, int] | None = None
    """White's and Black's half points in a match."""
    length: int = 0
    """The length of the match in points or games; 0 hides it."""
    result: tuple[str | None, int] | None = None
    """The winner ("w" or "b") and the grade of the win, 1 to 4; None and 0 for a draw."""
    ending: str = ""
    """How a game that was not played out ended: "resigned", "dropped" (a double), "timeout" or "agreed"."""
    side: str = "w"
    """The side that sits below."""
    layout: str = "full"
    """"compact" for a picture that is shown less than 400 pixels wide, else "full"."""
    theme: str = "wood"

    def __post_init__(self) -> None:
        faults = tuple(_faults(self))
        if faults:
            raise SceneError(*faults)

    def __str__(self) -> str:
        return " ".join(
            f"{field.name}={_WRITE[field.name](value)}"
            for field in fields(self)
            if (value := getattr(self, field.name)) != _DEFAULTS[field.name]
        )

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse the text form of a scene.

        Raises:
            SceneError: the text is not a scene, or the scene is invalid.
        """
        values = dict(_DEFAULTS)
        seen = set()
        for word in text.split():
            name, sign, value = word.partition("=")
            if not sign or name not in _READ:
                raise SceneError(f"{word!r} is not a field of a scene.")
            if name in seen:
                raise SceneError(f"{name} appears twice.")
            seen.add(name)
            try:
                values[name] = _READ[name](value)
            except (ValueError, KeyError):
                raise SceneError(f"{value!r} is not a valid {name}.") from None
        return cls(**values)

    def count(self, colour: str, point: int) -> int:
        """Return the number of a side's checkers on a point (25: the bar, 0: borne off)."""
        if point == OFF:
            return self.white_off if colour == "w" else self.black_off
        if point == BAR:
            return self.white_bar if colour == "w" else self.black_bar
        return (self.white if colour == "w" else self.black)[point - 1]


def _faults(scene: Scene) -> Iterator[str]:
    if len(scene.white) != _POINTS or len(scene.black) != _POINTS:
        yield "Each side needs a count for each of the 24 points."
        return
    for name, points, others in (
        ("White", scene.white, (scene.white_bar, scene.white_off)),
        ("Black", scene.black, (scene.black_bar, scene.black_off)),
    ):
        if min(*points, *others) < 0:
            yield f"{name} has a negative number of checkers somewhere."
        elif (total := sum(points) + sum(others)) > _CHECKERS:
            yield f"{name} has {total} checkers; there are 15."
    for point, (white, black) in enumerate(zip(scene.white, scene.black, strict=True), 1):
        if white and black:
            yield f"Point {point} holds checkers of both sides."
    yield from _fixture_faults(scene)
    yield from _match_faults(scene)
    yield from _appearance_faults(scene)
    yield from _dice_faults(scene)
    yield from _mark_faults(scene)


def _fixture_faults(scene: Scene) -> Iterator[str]:
    if min(scene.pips) < 0 or max(scene.pips) > _MOST_PIPS:
        yield "A pip count is between 0 and 999."
    if any(home not in (1, 7, 13, 19) for home in scene.homes) or scene.homes[0] == scene.homes[1]:
        yield "The two homes start at different points of 1, 7, 13 and 19."
    if scene.heads is not None and not all(OFF < head < BAR for head in scene.heads):
        yield "A head is one of the points 1 to 24."
    if scene.numbers and sorted(scene.numbers) != list(range(OFF + 1, BAR)):
        yield "The labels of the points must be the numbers 1 to 24, each once."


def _match_faults(scene: Scene) -> Iterator[str]:
    if scene.cube is not None:
        value, owner = scene.cube
        if not 1 <= value <= _MOST_CUBE or value & (value - 1):  # Not a power of two.
            yield f"{value} is not a cube's value."
        if owner not in (None, *_SIDES):
            yield f"{owner!r} cannot own the cube."
    if scene.score is not None and not all(0 <= points <= 2 * _MOST_SCORE for points in scene.score):
        yield "A score is between 0 and 999."
    if not 0 <= scene.length <= _MOST_SCORE:
        yield "The length of a match is at most 999."
    if scene.result is not None and scene.result != (None, 0):
        winner, grade = scene.result
        if winner not in _SIDES or grade not in _GRADES:
            yield f"{winner!r} cannot win by {grade!r}."
    if scene.ending not in _ENDINGS:
        yield f"There is no ending {scene.ending!r}."
    elif scene.ending and scene.result is None:
        yield "An ending needs a result."


def _appearance_faults(scene: Scene) -> Iterator[str]:
    if scene.layout not in LAYOUTS:
        yield f"There is no layout {scene.layout!r}; there are {', '.join(LAYOUTS)}."
    if scene.side not in _SIDES:
        yield f"{scene.side!r} cannot sit below; w and b can."
    if scene.theme not in THEMES:
        yield f"There is no theme {scene.theme!r}; there are {', '.join(THEMES)}."


def _dice_faults(scene: Scene) -> Iterator[str]:
    if scene.mover not in (None, *_SIDES):
        yield f"{scene.mover!r} cannot be the mover; w and b can."
    if not scene.dice:
        if scene.used:
            yield "Dice cannot be used before they are rolled."
        return
    if scene.mover is None:
        yield "Dice need a mover."
    if len(scene.dice) != _DICE or any(die not in _FACES for die in scene.dice):
        yield "A roll has two dice, each from 1 to 6."
    elif len(scene.used) not in ((0, 2, 4) if len(set(scene.dice)) == 1 else (0, 2)):
        yield "A roll has two moves, or four if the dice are equal."


def _mark_faults(scene: Scene) -> Iterator[str]:
    chosen = () if scene.chosen is None else (scene.chosen,)
    for point in (*scene.movable, *chosen):
        if not OFF < point <= BAR:
            yield f"No checker can be on {point}."
        elif not scene.count("w", point) and not scene.count("b", point):
            yield f"There is no checker on {point}."
    for point in scene.landings:
        if not OFF <= point < BAR:
            yield f"No checker can land on {point}."
    if any(not OFF < point < BAR for point in scene.marked):
        yield "Only the points 1 to 24 can be marked."
    for leg in scene.last:
        if any(not OFF <= point <= BAR for point in leg):
            yield f"{leg[0]}-{leg[1]} is not a leg of a turn."


def _write_points(counts: Iterable[int]) -> str:
    return ",".join(f"{point}:{count}" for point, count in enumerate(counts, 1) if count)


def _read_points(text: str) -> tuple[int, ...]:
    counts = [0] * _POINTS
    for part in filter(None, text.split(",")):
        point, count = map(_number, part.split(":"))
        if not OFF < point < BAR:
            raise ValueError(part)
        counts[point - 1] = count
    return tuple(counts)


def _number(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,4}", text):
        raise ValueError(text)
    return int(text)


def _write_numbers(numbers: Iterable[int] | None) -> str:
    return "none" if numbers is None else ",".join(map(str, numbers))


def _read_numbers(text: str) -> tuple[int, ...]:
    return tuple(map(_number, text.split(","))) if text else ()


def _read_pair(text: str) -> tuple[int, int]:
    first, second = _read_numbers(text)
    return first, second


def _read_leg(text: str) -> tuple[int, int]:
    start, stop = map(_number, text.split("-"))
    return start, stop


def _read_cube(text: str) -> tuple[int, str | None]:
    owned = text[-1:] in _SIDES
    return (_number(text[:-1]), text[-1]) if owned else (_number(text), None)


def _write_half(halves: int) -> str:
    return f"{halves // 2}.5" if halves % 2 else str(halves // 2)


def _read_half(text: str) -> int:
    whole, _, half = text.partition(".")
    if half not in ("", "5"):
        raise ValueError(text)
    return 2 * _number(whole) + bool(half)


def _read_score(text: str) -> tuple[int, int]:
    white, black = map(_read_half, text.split("-"))
    return white, black


def _write_result(result: tuple[str | None, int]) -> str:
    return "draw" if result[0] is None else f"{result[0]}{result[1]}"


def _read_result(text: str) -> tuple[str | None, int]:
    return (None, 0) if text == "draw" else (text[:1], _number(text[1:]))


_DEFAULTS: Mapping[str, Any] = {
    "white": (0,) * _POINTS,
    "black": (0,) * _POINTS,
    **{field.name: field.default for field in fields(Scene) if field.name not in ("white", "black")},
}
_WRITE: Mapping[str, Callable[[Any], str]] = {
    **dict.fromkeys(_DEFAULTS, str),
    **dict.fromkeys(("white", "black"), _write_points),
    **dict.fromkeys(
        ("pips", "homes", "heads", "dice", "movable", "landings", "marked", "numbers"), _write_numbers
    ),
    "used": lambda used: "".join("01"[done] for done in used),
    "last": lambda legs: ",".join(f"{start}-{stop}" for start, stop in legs),
    "cube": lambda cube: f"{cube[0]}{cube[1] or ''}",
    "score": lambda score: "-".join(map(_write_half, score)),
    "result": _write_result,
}
_READ: Mapping[str, Callable[[str], Any]] = {
    **dict.fromkeys(("white", "black"), _read_points),
    **dict.fromkeys(("white_off", "black_off", "white_bar", "black_bar", "chosen", "length"), _number),
    **dict.fromkeys(("dice", "movable", "landings", "marked", "numbers"), _read_numbers),
    **dict.fromkeys(("pips", "homes"), _read_pair),
    **dict.fromkeys(("mover", "side", "layout", "theme", "ending"), str),
    "heads": lambda text: None if text == "none" else _read_pair(text),
    "used": lambda text: tuple({"0": False, "1": True}[digit] for digit in text),
    "last": lambda text: tuple(map(_read_leg, text.split(","))),
    "cube": _read_cube,
    "score": _read_score,
    "result": _read_result,
}
