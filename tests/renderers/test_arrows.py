"""The arrows of the last turn: which are drawn, and what they cross."""

import math
from dataclasses import replace
from functools import cache
from itertools import combinations, cycle, pairwise, permutations

import pytest
from hypothesis import given, strategies as st
from PIL import Image, ImageChops, ImageStat

from renderers import THEMES, Scene
from renderers.arrows import legs_of
from renderers.board import compose
from renderers.layout import COMPACT, FULL, LAYOUTS
from renderers.parts import count_box
from renderers.routes import CrossingCosts, End, route
from renderers.sheet import SCENES

AFTER = Scene.parse("white=24:6,22:1,21:2,19:2,17:1,14:1,9:1,5:1 black=12:5,11:1,10:2,7:2,6:1,3:2,18:2")
"""A board after Black's turn that moved two checkers to 18 and one to 3."""


@cache
def drawn(scene: Scene) -> Image.Image:
    """Return the picture of a scene, in full colour."""
    return compose(scene).convert("RGB")


@pytest.mark.parametrize(("theme", "layout"), list(zip(THEMES, cycle(LAYOUTS), strict=False)))
def test_turns_with_the_same_ends_have_different_arrows(theme: str, layout: str) -> None:
    """Checkers that left 8, 4 and 23 for 3, 18 and 18 can be paired in three ways, with three pictures."""
    board = replace(AFTER, layout=layout, theme=theme)
    turns = {tuple(sorted(zip((8, 4, 23), stops, strict=True))) for stops in permutations((3, 18, 18))}
    assert len(turns) == 3
    for one, other in combinations(turns, 2):
        difference = ImageChops.difference(drawn(replace(board, last=one)), drawn(replace(board, last=other)))
        assert ImageStat.Stat(difference.convert("L")).mean[0] > 0.1


@pytest.mark.parametrize(
    ("last", "legs"),
    [
        (((24, 18), (18, 13)), {(24, 13): 1}),
        (((18, 13), (24, 18)), {(24, 13): 1}),
        (((24, 20), (24, 20)), {(24, 20): 2}),
        (((24, 21), (21, 18), (18, 15), (15, 12)), {(24, 12): 1}),
        (((8, 3), (4, 18), (23, 18)), {(8, 3): 1, (4, 18): 1, (23, 18): 1}),
        (((6, 0), (5, 0)), {(6, 0): 1, (5, 0): 1}),
        (((7, 7),), {}),
    ],
)
def test_successive_legs_are_joined(
    last: tuple[tuple[int, int], ...], legs: dict[tuple[int, int], int]
) -> None:
    """Legs that one checker may have gone in succession become one; others stay separate."""
    assert legs_of(last) == legs


@given(st.lists(st.tuples(st.integers(0, 25), st.integers(0, 25)), max_size=6))
def test_joining_any_legs_terminates(last: list[tuple[int, int]]) -> None:
    """Joined legs keep where checkers left and arrived, and no two of them can be joined further."""
    legs = legs_of(last)
    assert legs.total() <= len(last)
    assert all(start != stop for start, stop in legs)
    inner = range(1, 25)
    assert not {start for start, _ in legs if start in inner} & {stop for _, stop in legs if stop in inner}


@pytest.mark.parametrize("side", ["w", "b"])
@pytest.mark.parametrize("name", ["board", "to move", "doubles", "primes", "pairs"])
def test_arrows_cover_no_checker_and_no_die(name: str, side: str) -> None:
    """Each checker that did not move looks the same with and without arrows."""
    scene = replace(SCENES[name], side=side)
    came = {stop for _, stop in scene.last}
    left = {start for start, _ in scene.last}
    difference = ImageChops.difference(drawn(scene), drawn(replace(scene, last=()))).convert("L")
    for point in set(range(1, 25)) - came - left:
        count = scene.count("w", point) + scene.count("b", point)
        for number in range(count):
            x, y = FULL.slot(point, side, number, count + (point in scene.landings))
            face = difference.crop((round(x) - 20, round(y) - 20, round(x) + 20, round(y) + 20))
            assert face.getbbox() is None
    if scene.mover:
        half = FULL.dice_half(scene.mover, side)
        middle = (half[0] + half[2]) // 2 - 8
        dice = (middle - FULL.die, FULL.middle - 30, middle + FULL.die, FULL.middle + 30)
        assert difference.crop(dice).getbbox() is None


@pytest.mark.parametrize("side", ["w", "b"])
@pytest.mark.parametrize("mover", ["w", "b"])
@pytest.mark.parametrize(
    "last", [((24, 14),), ((22, 12), (22, 12)), ((14, 5),), ((14, 8), (17, 6)), ((11, 1),)]
)
def test_arrows_go_around_pip_counts(last: tuple[tuple[int, int], ...], mover: str, side: str) -> None:
    """No arrow touches the pip counts and the score of the compact layout."""
    stops = [stop for _, stop in last]
    white = tuple(stops.count(point) for point in range(1, 25))
    scene = Scene(white, (0,) * 24, pips=(888, 888), score=(3, 4), length=7, mover=mover, dice=(6, 4))
    scene = replace(scene, last=last, side=side, layout="compact")
    right = mover != side
    counts = count_box(COMPACT, right=right, score=True)
    here, bare = (drawn(each).crop(counts) for each in (scene, replace(scene, last=())))
    assert ImageChops.difference(here, bare).getbbox() is None
    unlike = drawn(replace(scene, pips=(111, 111))).crop(counts)
    assert ImageChops.difference(here, unlike).getbbox()


def test_a_route_goes_around_obstacles() -> None:
    """A route is nearly straight over free ground, and longer around checkers, without touching them."""
    start, stop = End((100, 100), (0, 1), 0), End((500, 100), (0, 1), 0)
    wall = [(300.0, y, 30.0) for y in range(40, 200, 20)]
    free, blocked = (
        CrossingCosts(FULL.size, [((0, 0, 1200, 800), 0)]),
        CrossingCosts(FULL.size, [((0, 0, 1200, 800), 0)]),
    )
    blocked.cover(wall)
    straight, around = route(free, start, stop), route(blocked, start, stop)

    def length(curve: tuple[tuple[float, float], ...]) -> float:
        return sum(math.dist(here, there) for here, there in pairwise(curve))

    assert length(straight) < 1.02 * 400 < length(around)
    assert all(math.dist(place, (x, y)) >= radius for place in around for x, y, radius in wall)
