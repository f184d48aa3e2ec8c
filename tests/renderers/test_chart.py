"""The chart of winning chances, and the comparison of two boards."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from PIL import Image, ImageChops

from renderers import THEMES, Chart, Comparison, Picture, Scene, SceneError, draw, read_picture, size_of
from renderers.layout import COMPACT, point_area
from renderers.sheet import CHARTS, COMPARED, SCENES
from renderers.words import has_words
from tests.long_parameters import long_except

LIMIT = 60_000
FIELD = (120, 40, 1160, 526)
MIDDLE = 283


@st.composite
def any_chart(draw: st.DrawFn) -> Chart:
    """Any course of a game, with some marked turns."""
    chances = draw(st.lists(st.integers(0, 1000), min_size=1, max_size=250).map(tuple))
    turns = range(1, len(chances))
    marks = draw(st.lists(st.sampled_from(turns), unique=True, max_size=3)) if turns else []
    return Chart(chances, tuple(marks), draw(st.sampled_from(sorted(THEMES))))


def drawn(picture: Picture) -> Image.Image:
    """Return a picture in full colour."""
    return Image.open(BytesIO(draw(picture))).convert("RGB")


def share(picture: Image.Image, tone: tuple[int, int, int], box: tuple[int, int, int, int]) -> float:
    """Return the share of a box that is about in one tone, 0 to 1."""
    part = picture.crop(box)
    far = ImageChops.difference(part, Image.new("RGB", part.size, tone)).convert("L")
    return sum(far.histogram()[:6]) / (part.width * part.height)


@given(any_chart())
def test_a_chart_is_read_from_its_text(chart: Chart) -> None:
    """A chart is read from its text as the same chart."""
    assert Chart.parse(str(chart)) == chart
    assert read_picture(str(chart)) == chart


def test_each_kind_of_picture_is_read_from_its_text() -> None:
    """A scene, a comparison and a chart are recognized by their text."""
    for picture in (SCENES["doubles"], SCENES["nothing"], COMPARED, CHARTS["long"]):
        assert read_picture(str(picture)) == picture


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("chart chances= theme=wood", "not the text form of a chart"),
        ("chart chances=500,,500 theme=wood", "not a list of numbers"),
        ("chart chances=1001 theme=wood", "between 0 and 1000"),
        ("chart chances=500,600 marks=2 theme=wood", "one of the chart's turns"),
        ("chart chances=500,600 marks=1,1 theme=wood", "each once"),
        ("chart chances=500 theme=velvet", "no theme 'velvet'; there are wood, dark, contrast"),
        ("comparison | white=24:15", "not the text form of a comparison"),
        ("comparison | white=24:15 | white=24:15 theme=contrast", "same theme"),
        ("comparison | white=24:15 | white=24:16", "White has 16 checkers"),
        ("comparison | white=24:15 | white=24:15 | one", "not the text form of a comparison"),
        (f"comparison | white=24:15 | white=24:15 | {'a' * 201} | b", "at most 200 characters"),
    ],
)
def test_a_malformed_text_is_refused(text: str, fault: str) -> None:
    """A malformed text is refused with the fault."""
    with pytest.raises(SceneError, match=fault):
        read_picture(text)


@pytest.mark.parametrize("theme", long_except(THEMES, "wood"))
@pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)
def test_chart_is_a_small_palette_png(chart: Chart, theme: str) -> None:
    """A chart is a PNG of 1200×600 pixels with at most 256 tones and 60 kB."""
    data = draw(replace(chart, theme=theme))
    picture = Image.open(BytesIO(data))
    assert (picture.format, picture.mode, picture.size) == ("PNG", "P", size_of(chart))
    assert len(data) <= LIMIT


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(any_chart())
def test_any_chart_is_drawn_small(chart: Chart) -> None:
    """Any course of a game takes at most 60 kB."""
    assert len(draw(chart)) <= LIMIT


@pytest.mark.parametrize("theme", THEMES)
def test_the_leaders_tone_fills_its_half(theme: str) -> None:
    """White's tone fills the upper half while White is ahead, and Black's the lower half while Black is."""
    look = THEMES[theme]
    upper, lower = (*FIELD[:3], MIDDLE), (FIELD[0], MIDDLE, *FIELD[2:])
    white, black = (drawn(Chart((chance,) * 9, theme=theme)) for chance in (900, 100))
    assert share(white, look.white.body, upper) > 0.6
    assert share(white, look.black.body, lower) < 0.05
    assert share(black, look.black.body, lower) > 0.6
    assert share(black, look.white.body, upper) < 0.05


@pytest.mark.parametrize("theme", long_except(THEMES, "wood"))
def test_better_chances_show_more_of_the_tone(theme: str) -> None:
    """The better White's chances, the more of White's tone is drawn."""
    shares = [
        share(drawn(Chart((chance,) * 9, theme=theme)), THEMES[theme].white.body, FIELD)
        for chance in (500, 600, 750, 900, 1000)
    ]
    assert shares == sorted(set(shares))


@pytest.mark.parametrize("theme", long_except(THEMES, "wood"))
@pytest.mark.parametrize("marks", [(1,), (1, 2, 3), (60, 61, 62), (118, 119, 120), (5, 60, 119)])
def test_every_mark_is_visible(marks: tuple[int, ...], theme: str) -> None:
    """Each marked turn adds a disc, even among neighbours or at an end."""
    plain = Chart((500,) * 121, theme=theme)
    areas = [
        share(drawn(replace(plain, marks=marks[:count])), THEMES[theme].mark, FIELD)
        for count in range(len(marks) + 1)
    ]
    least = 700 / ((FIELD[2] - FIELD[0]) * (FIELD[3] - FIELD[1]))
    assert all(after - before > least for before, after in pairwise(areas))


def test_the_marks_are_numbered_by_their_order() -> None:
    """The same marks in another order have other numbers."""
    chart = CHARTS["swinging"]
    assert draw(chart) != draw(replace(chart, marks=chart.marks[::-1]))


def test_threads_draw_the_same_pictures() -> None:
    """Concurrent threads draw the same bytes as one thread."""
    pictures = [replace(chart, theme=theme) for chart in CHARTS.values() for theme in THEMES]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(draw, pictures))
    assert together == [draw(picture) for picture in pictures]


@pytest.mark.parametrize("theme", THEMES)
def test_a_comparison_shows_both_boards_whole(theme: str) -> None:
    """A comparison shows two complete boards, one above the other, as each is drawn alone without arrows."""
    scenes = [
        replace(each, theme=theme, layout="compact", last=()) for each in (COMPARED.played, COMPARED.better)
    ]
    picture = drawn(Comparison(scenes[0], scenes[1]))
    assert picture.size == size_of(COMPARED)
    row = picture.height // 2
    for scene, bottom in zip(scenes, (row, 2 * row), strict=True):
        part = picture.crop((0, bottom - COMPACT.height, COMPACT.width, bottom))
        assert ImageChops.difference(part, drawn(scene)).getbbox() is None


@pytest.mark.parametrize("theme", THEMES)
def test_a_comparison_shows_what_differs(theme: str) -> None:
    """Only the numbers of points that one of the two turns played are highlighted."""
    played, better = (replace(each, theme=theme) for each in (COMPARED.played, COMPARED.better))
    alone = drawn(replace(played, layout="compact"))
    picture = drawn(Comparison(played, replace(better, last=((24, 18), (22, 18)))))
    top = picture.height // 2 - COMPACT.height

    def is_as_alone(point: int) -> bool:
        left, _, right, _ = point_area(point, "w", COMPACT)
        box = (left, 0, right, COMPACT.rail)
        here = picture.crop((left, top, right, top + COMPACT.rail))
        return ImageChops.difference(here, alone.crop(box)).getbbox() is None

    assert played.last == ((24, 18), (21, 17))
    assert is_as_alone(24)
    assert is_as_alone(18)
    assert is_as_alone(22)
    assert not is_as_alone(21)
    assert not is_as_alone(17)


def test_a_comparison_is_small() -> None:
    """A comparison takes at most twice the limit of one compact board, in bytes."""
    for scene in SCENES.values():
        assert len(draw(Comparison(scene, scene))) <= 2 * 72_000


@pytest.mark.parametrize(
    "captions", [("Played: 24/18", "Лучше: 24/14 | 50 %"), ("", "a b=c|d"), ("\n", "🤖")]
)
def test_captions_are_read_from_the_text_of_a_comparison(captions: tuple[str, str]) -> None:
    """Captions of any characters are read from the text of a comparison."""
    picture = replace(COMPARED, captions=captions)
    assert read_picture(str(picture)) == picture


@pytest.mark.skipif(not has_words(), reason="needs apt-get install fonts-dejavu-core")
def test_captions_stand_in_the_bands_above_the_boards() -> None:
    """Captions change the bands and neither board; if one cannot be written, both are left out."""
    bare = replace(COMPARED, captions=("", ""))
    plain, row = drawn(bare), size_of(COMPARED)[1] // 2
    named = drawn(replace(COMPARED, captions=("Played: 24/18", "Лучше: 24/14" * 16)))
    for top in (0, row):
        for place, differs in (
            ((0, top, 1200, top + row - COMPACT.height), True),
            ((0, top + row - COMPACT.height, 1200, top + row), False),
        ):
            change = ImageChops.difference(plain.crop(place), named.crop(place)).getbbox()
            assert (change is not None) is differs
    assert draw(replace(COMPARED, captions=("Played", "王"))) == draw(bare)


def test_a_picture_has_the_announced_size() -> None:
    """The size of each kind of picture is known before it is drawn."""
    for picture in (Scene((0,) * 24, (0,) * 24), COMPARED, CHARTS["short"]):
        assert drawn(picture).size == size_of(picture)
