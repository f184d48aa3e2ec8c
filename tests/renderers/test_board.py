"""The picture of a board: its size, what it shows, and drawing it in several threads."""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from itertools import combinations, cycle, product

import pytest
from PIL import Image, ImageChops, ImageStat

from renderers import HEIGHT, THEMES, WIDTH, Scene, draw_board, point_area, tray_area
from renderers.board import compose
from renderers.layout import COMPACT, FULL, LAYOUTS, Layout
from renderers.pieces import stack_count
from renderers.result import draw_result
from renderers.shapes import digits
from renderers.sheet import SCENES
from renderers.signs import ending_sign
from renderers.themes import contrast

EMPTY = (0,) * 24
LIMIT = {"full": 60_000, "compact": 72_000}
"""The most bytes of a picture, in proportion to its size."""
ENDINGS = ("resigned", "dropped", "timeout", "agreed")
LOOKS = list(zip(THEMES, cycle(LAYOUTS), strict=False))
"""Each theme and each layout once, because the layout does not depend on the tones."""
CONTRAST = 4.5
"""The contrast of White's and Black's checkers, by the formula of WCAG 2 for text."""

Area = tuple[int, int, int, int]


def checkers(**points: int) -> tuple[int, ...]:
    """Return a side's counts by named points: p24=15."""
    return tuple(points.get(f"p{point}", 0) for point in range(1, 25))


@lru_cache(maxsize=64)
def draw(scene: Scene) -> Image.Image:
    """Return the picture of a scene in full colour."""
    return compose(scene).convert("RGB")


def different(scenes: Iterable[Scene]) -> int:
    """Count the scenes that look different."""
    return len({draw(scene).tobytes() for scene in scenes})


def differs(one: Scene, other: Scene, area: Area) -> float:
    """Return the mean difference of two pictures within an area, in grey levels of 0 to 255."""
    pictures = [draw(scene).crop(area).convert("L") for scene in (one, other)]
    return ImageStat.Stat(ImageChops.difference(*pictures)).mean[0]


def changed(one: Scene, other: Scene) -> Area:
    """Return the box around all differences between two pictures."""
    box = ImageChops.difference(draw(one), draw(other)).getbbox()
    assert box is not None
    return box


def within(inner: Area, outer: Area) -> bool:
    """Return True if one area lies within another."""
    return inner[0] >= outer[0] and inner[1] >= outer[1] and inner[2] <= outer[2] and inner[3] <= outer[3]


def luminance(levels: Iterable[float]) -> float:
    """Return the relative luminance of sRGB parts from 0 to 255 (WCAG 2)."""
    parts = [level / 255 for level in levels]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize(("theme", "layout"), LOOKS)
def test_typical_and_extreme_pictures_are_small_palette_pngs(theme: str, layout: str) -> None:
    """Each position of the contact sheet is a PNG of the stated size, with at most 256 tones, and small."""
    assert FULL.size == (WIDTH, HEIGHT)
    for scene in SCENES.values():
        png = draw_board(replace(scene, theme=theme, layout=layout))
        picture = Image.open(BytesIO(png))
        assert (picture.format, picture.mode, picture.size) == ("PNG", "P", LAYOUTS[layout].size), scene
        assert len(png) <= LIMIT[layout], scene


@pytest.mark.parametrize("theme", THEMES)
def test_crowded_picture_is_small(theme: str) -> None:
    """Thirty separate checkers with every mark take at most 60 kB."""
    white = checkers(p1=2, p3=1, p5=1, p8=1, p10=1, p12=1, p13=2, p16=1, p18=1, p20=1, p21=2, p24=1)
    black = checkers(p2=2, p4=1, p6=1, p7=1, p9=2, p11=1, p14=1, p15=1, p17=2, p19=1, p22=1, p23=1)
    scene = Scene(
        white,
        black,
        pips=(888, 999),
        mover="w",
        dice=(5, 5),
        used=(True, False, False, False),
        movable=tuple(point for point in range(1, 25) if white[point - 1]),
        chosen=24,
        landings=(20, 16, 12, 8),
        last=((5, 4), (10, 9), (3, 2), (8, 7)),
        cube=(1024, None),
        theme=theme,
    )
    assert len(draw_board(scene)) <= LIMIT["full"]


def test_threads_draw_the_same_pictures() -> None:
    """Concurrent threads draw the same bytes as one thread."""
    scenes = [
        replace(scene, theme=theme, side=side)
        for scene, theme, side in zip(SCENES.values(), cycle(THEMES), cycle("wb"), strict=False)
    ]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(draw_board, scenes))
    assert together == [draw_board(scene) for scene in scenes]


@pytest.mark.parametrize(("theme", "movers"), list(zip(THEMES, ("wb", "w", "b"), strict=True)))
def test_every_roll_has_its_own_picture(theme: str, movers: str) -> None:
    """Every roll of each side, with every number of used dice, has a different picture."""
    scenes = []
    for mover, high, low in product(movers, range(1, 7), range(1, 7)):
        moves = 4 if high == low else 2
        for played in range(moves + 1):
            used = (True,) * played + (False,) * (moves - played)
            scenes.append(Scene(EMPTY, EMPTY, mover=mover, dice=(high, low), used=used, theme=theme))
    assert len({compose(scene).tobytes() for scene in scenes}) == len(scenes)


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("side", ["w", "b"])
def test_checkers_lie_on_their_point(side: str, layout: str) -> None:
    """Fifteen checkers on a point change only that point's area, with either side below.

    Each point is tested with one colour while White is below, and with the other while Black is.
    """
    empty = Scene(EMPTY, EMPTY, side=side, layout=layout)
    for point in range(1, 25):
        full = tuple(15 if number == point else 0 for number in range(1, 25))
        is_white = (point % 2 == 0) is (side == "w")
        scene = replace(empty, white=full) if is_white else replace(empty, black=full)
        area = point_area(point, side, LAYOUTS[layout])
        assert within(changed(empty, scene), area), point
        assert differs(empty, scene, area) > 10, point


@pytest.mark.parametrize("side", ["w", "b"])
@pytest.mark.parametrize("colour", ["w", "b"])
def test_borne_off_checkers_lie_in_their_tray(colour: str, side: str) -> None:
    """Each further checker borne off changes its side's part of the tray and nothing else."""
    empty = Scene(EMPTY, EMPTY, side=side)
    name = "white_off" if colour == "w" else "black_off"
    scenes = [Scene.parse(f"{name}={count} side={side}") for count in range(1, 16)]
    for scene in scenes:
        assert within(changed(empty, scene), tray_area(colour, side))
    assert different(scenes) == 15


@pytest.mark.parametrize("theme", THEMES)
def test_sides_differ_in_grey(theme: str) -> None:
    """In grey, White's checkers are at least 4.5 times as bright as Black's."""
    scene = Scene(checkers(p6=1), checkers(p19=1), theme=theme)
    levels = []
    for point in (6, 19):
        left, top, right, bottom = point_area(point, "w")
        middle = (left + right) // 2
        foot = bottom - 76 if top else 76
        grey = draw(scene).convert("L").crop((middle - 24, foot - 24, middle + 24, foot + 24))
        levels.append(ImageStat.Stat(grey).mean[0])
    white, black = (luminance((level,) * 3) for level in levels)
    assert (white + 0.05) / (black + 0.05) >= CONTRAST


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("colour", ["white", "black"])
def test_marks_differ_clearly(colour: str, theme: str) -> None:
    """Movable, chosen, unmarked and arrived checkers differ clearly in grey."""
    plain = replace(Scene.parse(f"{colour}=8:2"), theme=theme)
    area = point_area(8, "w")
    looks = [plain, replace(plain, movable=(8,)), replace(plain, chosen=8), replace(plain, last=((9, 8),))]
    for one, other in combinations(looks, 2):
        assert changed(one, other)
        assert differs(one, other, area) > 0.1


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("point", [7, 8])
def test_places_are_marked(point: int, theme: str) -> None:
    """A landing and a left place have different marks, on light and dark points."""
    plain = Scene(EMPTY, EMPTY, theme=theme)
    landing, left = replace(plain, landings=(point,)), replace(plain, last=((point, 0),))
    area = point_area(point, "w")
    assert within(changed(plain, landing), area)
    for one, other in combinations((plain, landing, left), 2):
        assert differs(one, other, area) > 0.3


def test_movable_ring_is_seen_on_any_stack() -> None:
    """The ring of a movable checker is visible at the end of a stack of any height."""
    for count in range(1, 16):
        plain = Scene((0,) * 23 + (count,), EMPTY)
        assert differs(plain, replace(plain, movable=(24,)), point_area(24, "w")) > 0.3, count


def test_landing_off_marks_the_chosen_checkers_tray() -> None:
    """If the chosen checker can be borne off, its side's tray is marked."""
    plain = Scene(EMPTY, checkers(p13=1), chosen=13)
    assert within(changed(plain, replace(plain, landings=(0,))), tray_area("b", "w"))


def test_last_turn_through_a_point_leaves_no_trace_there() -> None:
    """A point that a checker reached and left in the same turn has no mark."""
    straight = Scene(checkers(p13=1), EMPTY, last=((24, 13),))
    assert draw_board(replace(straight, last=((24, 18), (18, 13)))) == draw_board(straight)


@pytest.mark.parametrize("side", ["w", "b"])
def test_dice_lie_on_the_movers_right(side: str) -> None:
    """The dice of the side below are on the right half, and the other side's on the left."""
    plain = Scene(EMPTY, EMPTY, side=side)
    for mover in "wb":
        rolled = replace(plain, mover=mover, dice=(6, 5))
        left, _, right, _ = changed(rolled, replace(rolled, dice=(1, 2)))
        assert (left > WIDTH / 2) if mover == side else (right < WIDTH / 2)


def test_dice_keep_clear_of_full_stacks() -> None:
    """Stacks of five checkers do not cover the dice."""
    stacks = Scene(checkers(p21=5, p22=5, p3=5), checkers(p4=5))
    empty = Scene(EMPTY, EMPTY)
    inner = changed(replace(empty, mover="w", dice=(1, 1)), replace(empty, mover="w", dice=(6, 6)))
    assert (
        differs(replace(empty, mover="w", dice=(6, 6)), replace(stacks, mover="w", dice=(6, 6)), inner) == 0
    )


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("mover", ["w", "b"])
def test_the_side_to_roll_is_visible(mover: str, layout: str) -> None:
    """Before the roll two blank dice lie on the mover's half, and the mover's half of the plate is marked."""
    plain = Scene(EMPTY, EMPTY, layout=layout)
    waiting, other = replace(plain, mover=mover), replace(plain, mover="wb"[mover == "w"])
    half = LAYOUTS[layout].dice_half(mover, "w")
    assert differs(plain, waiting, half) > 0.3
    assert differs(waiting, replace(waiting, dice=(6, 6)), half) > 0.1
    assert changed(waiting, other)
    if layout == FULL.name:
        assert differs(plain, waiting, tray_area(mover, "w")) > 1
        assert differs(plain, waiting, tray_area(other.mover or "", "w")) == 0


def test_score_length_and_cube_are_in_the_tray() -> None:
    """The score, the match length, and the cube with its owner change only the tray's part of the picture."""
    plain = Scene(EMPTY, EMPTY)
    looks = [
        replace(plain, score=(0, 0)),
        replace(plain, score=(0, 5)),
        replace(plain, score=(0, 5), length=7),
        replace(plain, cube=(2, None)),
        replace(plain, cube=(2, None), length=7),
        replace(plain, cube=(2, "w")),
        replace(plain, cube=(2, "b")),
        replace(plain, cube=(4, "b")),
    ]
    for look in looks:
        assert within(changed(plain, look), point_area(0, "w"))
    assert different(looks) == len(looks)


@pytest.mark.parametrize(("theme", "layout"), LOOKS)
def test_every_result_has_its_plate(theme: str, layout: str) -> None:
    """Each winner, grade and score has a different plate, which lies on the board."""
    plain = Scene(EMPTY, EMPTY, theme=theme, layout=layout)
    results = [(None, 0), *product("wb", (1, 2, 3))]
    scenes = [replace(plain, result=result, score=score) for result in results for score in (None, (3, 4))]
    assert different(scenes) == len(scenes)
    measures = LAYOUTS[layout]
    for result in results:
        left, top, right, bottom = changed(plain, replace(plain, result=result))
        assert measures.left_half[0] <= left < right <= measures.right_half[2]
        assert measures.rail < top < bottom < measures.height - measures.rail


@pytest.mark.parametrize(("theme", "layout"), LOOKS)
def test_every_ending_has_its_sign(theme: str, layout: str) -> None:
    """Each ending has a different plate, which fits on the board, for any grade."""
    measures = LAYOUTS[layout]
    plain = Scene(EMPTY, EMPTY, score=(3, 4), theme=theme, layout=layout)
    for result in ((None, 0), ("w", 1), ("b", 4)):
        ended = replace(plain, result=result)
        scenes = [ended, *(replace(ended, ending=ending) for ending in ENDINGS)]
        assert different(scenes) == len(scenes)
        for scene in scenes:
            left, top, right, bottom = changed(plain, scene)
            assert 0 <= left < right <= measures.width
            assert measures.rail < top < bottom < measures.height - measures.rail


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ending", ENDINGS)
def test_signs_stand_out_from_the_plate(ending: str, theme: str) -> None:
    """At a width of 300 pixels a sign is at least as large as the digits, and has their contrast."""
    sign = ending_sign(theme, ending)
    left, top, right, bottom = sign.getchannel("A").point([0] * 200 + [255] * 56).getbbox() or (0, 0, 0, 0)
    assert max(right - left, bottom - top) * 300 / FULL.width >= 9
    plates = [draw_result(theme, layout, ("w", 3), (3, 4), ending) for layout in (FULL, COMPACT)]
    part = plates[1].height / plates[0].height
    assert max(right - left, bottom - top) * part * 300 / COMPACT.width >= 17
    assert contrast(THEMES[theme].numbers, THEMES[theme].plate) >= CONTRAST


def test_heads_and_homes_are_marked() -> None:
    """Each head and home looks different without its mark."""
    plain = Scene(EMPTY, EMPTY, heads=None)
    assert differs(plain, Scene(EMPTY, EMPTY), point_area(24, "w")) > 1
    assert differs(plain, Scene(EMPTY, EMPTY), point_area(12, "w")) > 1
    moved = replace(plain, homes=(1, 19))
    assert differs(plain, moved, point_area(13, "w")) > 3
    assert differs(plain, moved, point_area(19, "w")) > 3
    assert differs(plain, moved, point_area(1, "w")) == 0


def test_numbers_can_be_read_on_a_phone() -> None:
    """Point numbers are 22 pixels high, or 10 in the compact layout at a width of 300 pixels."""
    for point in range(1, 25):
        assert height_of(str(point), FULL) >= 22, point
        assert height_of(str(point), COMPACT) * 300 / COMPACT.width >= 10, point


@pytest.mark.parametrize("theme", THEMES)
def test_drawn_numbers_can_be_read_at_300_pixels(theme: str) -> None:
    """In a compact picture of 300 pixels, each point's number has at least 9 rows with contrast."""
    scene = Scene(EMPTY, EMPTY, heads=None, theme=theme, layout="compact")
    part = 300 / COMPACT.width
    small = draw(scene).resize((300, round(COMPACT.height * part)), Image.Resampling.LANCZOS)
    for point in (1, 8, 12, 13, 18, 24):
        left, top, right, bottom = point_area(point, "w", COMPACT)
        above = top == 0
        rail = (left, 0, right, COMPACT.rail) if above else (left, bottom - COMPACT.rail, right, bottom)
        number = small.crop(tuple(edge * part for edge in rail))  # type: ignore[arg-type]  # four of them
        rows = [max(contrast(pixel, THEMES[theme].frame) for pixel in row) for row in rows_of(number)]
        assert sum(row >= CONTRAST for row in rows) >= 9, point


def rows_of(picture: Image.Image) -> list[list[tuple[int, int, int]]]:
    """Return the rows of a picture as pixels."""
    return [
        [picture.getpixel((x, y)) for x in range(picture.width)]  # type: ignore[misc]  # three parts each
        for y in range(picture.height)
    ]


@pytest.mark.parametrize("theme", THEMES)
def test_without_a_tray_the_score_is_beside_the_pips(theme: str) -> None:
    """In the compact layout, the score and the side to move change the part between the points."""
    plain = Scene(EMPTY, EMPTY, theme=theme, layout="compact")
    scores = [None, (0, 0), (1, 0), (1, 11), (12, 11), (1998, 0)]
    scenes = [replace(plain, score=score, mover=mover) for score in scores for mover in (None, "w", "b")]
    assert different(scenes) == len(scenes)
    for score in scores[1:]:
        left, top, right, bottom = changed(plain, replace(plain, score=score))
        assert COMPACT.left_half[0] < left < right < COMPACT.left_half[2]
        assert COMPACT.middle - 77 <= top < bottom <= COMPACT.middle + 77
    assert different(replace(plain, score=(1, 2), length=length) for length in (0, 3, 7, 11)) == 4


def height_of(text: str, layout: Layout) -> int:
    """Return the height of the digits on the frame, in pixels."""
    ink = digits(text, layout.number, 0.5).point([0] * 128 + [255] * 128).getbbox()
    assert ink is not None
    return ink[3] - ink[1]


def test_counts_fit_on_a_checker() -> None:
    """The count of a stack fits on its last checker."""
    for count in range(6, 16):
        width, height = stack_count("wood", "w", count, chosen=False).size
        assert width**2 + height**2 <= 56**2, count


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("count", [6, 9, 10, 15])
def test_the_dot_of_an_arrival_does_not_cover_the_count(count: int, layout: str) -> None:
    """The dot on a checker that arrived on a high stack does not cover the stack's count."""
    still = Scene(white=checkers(p8=count), black=EMPTY, layout=layout)
    came = replace(still, last=((20, 8),))
    x, y = (round(each) for each in LAYOUTS[layout].slot(8, "w", count - 1, count))
    ink = stack_count("wood", "w", count, LAYOUTS[layout].checker, chosen=False).getchannel("A")
    left, top = x - ink.width // 2, y - ink.height // 2
    area = left, top, left + ink.width, top + ink.height
    change = ImageChops.difference(*(draw(scene).crop(area).convert("L") for scene in (still, came)))
    covered = ink.point([0] * 128 + [255] * 128)
    assert covered.getbbox() is not None
    assert changed(still, came)
    assert ImageStat.Stat(change, covered).extrema == [(0, 0)]
