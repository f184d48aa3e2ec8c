"""The scene as a value and as text, and its faults."""

import doctest
from dataclasses import replace
from types import ModuleType

import pytest
from hypothesis import given, settings

from renderers import Scene, SceneError, scene as scenes
from tests.renderers.scenes import any_scene

EMPTY = (0,) * 24
START = Scene(white=(0,) * 23 + (15,), black=(0,) * 11 + (15,) + (0,) * 12)


@settings(max_examples=50)
@given(any_scene())
def test_a_scene_is_read_from_its_text(scene: Scene) -> None:
    """A scene's text is one line of ASCII, and is read as the same scene."""
    text = str(scene)
    assert text.isascii()
    assert len(text.splitlines()) <= 1
    assert Scene.parse(text) == scene
    assert str(Scene.parse(text)) == text


@pytest.mark.parametrize("module", [scenes.board, scenes.chart, scenes.comparison, scenes.result_chart])
def test_examples_in_the_docstrings_hold(module: ModuleType) -> None:
    """The examples in the docstrings give the results that they show."""
    assert doctest.testmod(module).failed == 0


def test_order_of_words_does_not_matter() -> None:
    """The parts of a scene's text may be in any order."""
    assert Scene.parse("theme=contrast black=12:15 white=24:15") == replace(START, theme="contrast")


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"white": (0,) * 23}, "24 points"),
        ({"white": (0,) * 23 + (16,)}, "White has 16 checkers"),
        ({"black_off": 1}, "Black has 16 checkers"),
        ({"white_bar": -1}, "negative number"),
        ({"black": (0,) * 23 + (1,)}, "Point 24 holds checkers of both sides"),
        ({"pips": (0, 1000)}, "between 0 and 999"),
        ({"homes": (1, 14)}, "homes"),
        ({"homes": (1, 1)}, "homes"),
        ({"heads": (25, 12)}, "head"),
        ({"cube": (3, None)}, "3 is not a cube's value"),
        ({"cube": (2, "x")}, "'x' cannot own the cube"),
        ({"side": "x"}, "'x' cannot sit below"),
        ({"marked": (25,)}, "Only the points 1 to 24 can be marked"),
        ({"theme": "velvet"}, "no theme 'velvet'; there are wood, dark, contrast"),
        ({"mover": "x"}, "'x' cannot be the mover"),
        ({"dice": (6, 5)}, "Dice need a mover"),
        ({"mover": "w", "dice": (6, 7)}, "each from 1 to 6"),
        ({"mover": "w", "dice": (6,)}, "two dice"),
        ({"mover": "w", "dice": (6, 5), "used": (False,) * 4}, "two moves, or four if the dice are equal"),
        ({"mover": "w", "dice": (6, 6), "used": (False,) * 3}, "two moves, or four if the dice are equal"),
        ({"used": (True, True)}, "before they are rolled"),
        ({"movable": (1,)}, "There is no checker on 1"),
        ({"movable": (26,)}, "No checker can be on 26"),
        ({"chosen": 25}, "There is no checker on 25"),
        ({"chosen": 0}, "No checker can be on 0"),
        ({"landings": (25,)}, "No checker can land on 25"),
        ({"last": ((24, 26),)}, "24-26 is not a leg"),
    ],
)
def test_impossible_scene_is_refused(change: dict[str, object], fault: str) -> None:
    """An impossible scene is refused with the reason."""
    with pytest.raises(SceneError, match=fault):
        replace(START, **change)  # type: ignore[arg-type]  # wrong on purpose


def test_every_fault_is_named() -> None:
    """The error names every fault, not only the first."""
    with pytest.raises(SceneError) as caught:
        Scene(EMPTY, EMPTY, side="x", theme="velvet", cube=(5, None))
    assert len(caught.value.faults) == 3


@pytest.mark.parametrize(
    "text",
    [
        "white",
        "colour=red",
        "side=w side=b",
        "white=25:1",
        "white=24",
        "white=0:1",
        "pips=1",
        "pips=a,b",
        "dice=٣,٣",
        "mover=w dice=6,5 used=2",
        "last=24",
        "chosen=-1",
        "heads=1,2,3",
        "cube=w",
    ],
)
def test_a_malformed_text_is_refused(text: str) -> None:
    """Any malformed text is refused."""
    with pytest.raises(SceneError):
        Scene.parse(text)
