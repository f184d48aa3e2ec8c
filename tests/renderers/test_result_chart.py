"""The chart of wins and losses."""

from dataclasses import replace
from io import BytesIO
from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st
from PIL import Image, ImageChops

from renderers import THEMES, ResultChart, SceneError, draw, read_picture, size_of
from renderers.sheet import RESULTS
from renderers.words import has_words
from tests.renderers.test_chart import drawn, share

LIMIT = 60_000
BARS = (395, 90, 935, 430)
UPPER, LOWER = (120, 500, 1162, 658), (120, 662, 1162, 820)

counts = st.integers(0, 999_999)


@st.composite
def any_results(draw: st.DrawFn) -> ResultChart:
    """Any results of some games and months."""
    games = draw(st.lists(st.tuples(counts, counts, counts), min_size=1, max_size=9))
    months = draw(st.lists(st.tuples(st.integers(1, 12), counts, counts), min_size=1, max_size=12))
    text = st.text(min_size=1, max_size=100)
    names = draw(st.just([]) | st.lists(text, min_size=len(games), max_size=len(games)))
    legend = draw(st.just([]) | st.lists(text, min_size=4, max_size=4))
    theme = draw(st.sampled_from(sorted(THEMES)))
    return ResultChart(tuple(games), tuple(months), theme, tuple(names), tuple(legend))


@given(any_results())
def test_a_chart_is_read_from_its_text(chart: ResultChart) -> None:
    """A chart of results is read from its text as the same chart."""
    assert read_picture(str(chart)) == chart


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("results games= months=1:2-3 theme=wood", "not the text form of a result chart"),
        ("results games=1-2 months=1:2-3 theme=wood", "'1-2' are no results"),
        ("results games=1-2-3 months=13:2-3 theme=wood", "between 1 and 12"),
        ("results games=1-2-3,,1-2-3 months=1:2-3 theme=wood", "are no results"),
        ("results games=1-2-1234567 months=1:2-3 theme=wood", "are no results"),
        ("results games=1-2-3 months=1:2:3 theme=wood", "are no results"),
        (f"results games={','.join(['1-2-3'] * 10)} months=1:2-3 theme=wood", "one to nine games"),
        (f"results games=1-2-3 months={','.join(['1:2-3'] * 13)} theme=wood", "one to twelve months"),
        ("results games=1-2-3 months=1:2-3 theme=velvet", "no theme 'velvet'"),
        ("results games=1-2-3 months=1:2-3 theme=wood names=a,b legend=", "Each game has a name"),
        ("results games=1-2-3 months=1:2-3 theme=wood names= legend=a,b", "the legend four words"),
        (f"results games=1-2-3 months=1:2-3 theme=wood names={'a' * 101} legend=", "1 to 100 characters"),
    ],
)
def test_a_malformed_text_is_refused(text: str, fault: str) -> None:
    """A malformed text is refused with the fault."""
    with pytest.raises(SceneError, match=fault):
        read_picture(text)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(any_results())
def test_any_results_are_drawn_small(chart: ResultChart) -> None:
    """A chart of any results is a PNG of the stated size and at most 60 kB."""
    data = draw(chart)
    assert Image.open(BytesIO(data)).size == size_of(chart)
    assert len(data) <= LIMIT


@pytest.mark.parametrize("theme", THEMES)
def test_wins_and_losses_have_their_tones(theme: str) -> None:
    """Only wins show White's tone in the bars and above the line, and only losses Black's tone below it."""
    look = THEMES[theme]
    won = ResultChart(((9, 0, 0),), ((1, 9, 0),), theme)
    lost = ResultChart(((0, 0, 9),), ((1, 0, 9),), theme)
    assert share(drawn(won), look.white.body, UPPER) > 10 * share(drawn(lost), look.white.body, UPPER) >= 0
    assert share(drawn(lost), look.black.body, LOWER) > 10 * share(drawn(won), look.black.body, LOWER) >= 0
    assert share(drawn(won), look.white.body, BARS) > 10 * share(drawn(lost), look.white.body, BARS) >= 0


@pytest.mark.parametrize("theme", THEMES)
def test_more_wins_make_a_longer_bar(theme: str) -> None:
    """With equal losses, more wins show more of White's tone in the bar."""
    shares = [
        share(drawn(ResultChart(((won, 0, 5),), ((1, 1, 1),), theme)), THEMES[theme].white.body, BARS)
        for won in (1, 3, 5, 20)
    ]
    assert shares == sorted(set(shares))


def numbers_below(chart: ResultChart) -> list[tuple[int, int]]:
    """Return the horizontal extents of the months' numbers, in pixels."""
    strip = drawn(chart).crop((118, 830, 1166, 890))
    ink = THEMES[chart.theme].numbers
    far = ImageChops.difference(strip, Image.new("RGB", strip.size, ink)).convert("L")
    inked = [x for x in range(far.width) if min(far.crop((x, 0, x + 1, far.height)).tobytes()) < 24]
    begins = [x for x in inked if not {x - each for each in range(1, 16)} & {*inked}]
    ends = [x for x in inked if not {x + each for each in range(1, 16)} & {*inked}]
    return list(zip(begins, ends, strict=True))


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("months", [1, 8, 12])
def test_numbers_of_months_do_not_touch(theme: str, months: int) -> None:
    """All months are numbered, and numbers have space between them."""
    many = tuple((each % 3 + 10, 1, 1) for each in range(months))
    found = numbers_below(ResultChart(((1, 0, 0),), many, theme))
    assert len(found) == months
    assert all(after[0] - before[1] >= 24 for before, after in pairwise(found))


def heights(chart: ResultChart, tone: tuple[int, int, int]) -> int:
    """Return how many rows of the field show a tone in the middle of its only column."""
    picture, x = drawn(chart), (118 + 1164) // 2
    return sum(picture.getpixel((x, y)) == tone for y in range(498, 822))


@pytest.mark.parametrize(
    ("won", "part"), [(1, 1 / 3), (2, 2 / 3), (3, 1), (4, 4 / 6), (7, 7 / 15), (20, 20 / 30)]
)
def test_a_column_is_as_high_as_its_bands_say(won: int, part: float) -> None:
    """Each side has three bands of a round number of games, so that one game is not the highest column."""
    high = heights(ResultChart(((won, 0, 0),), ((5, won, 0),)), THEMES["wood"].white.body)
    assert high == pytest.approx(part * 150, abs=8)


@pytest.mark.skipif(not has_words(), reason="needs apt-get install fonts-dejavu-core")
def test_a_chart_with_words_names_games_and_axes() -> None:
    """Words replace the games' numbers; a name that cannot be written leaves all games numbered."""
    chart = RESULTS["few"]
    bare = replace(chart, names=(), legend=())
    named = replace(bare, names=("Long Nardy", "Федерация", "A" * 100))
    assert draw(named) != draw(bare)
    assert draw(replace(bare, names=("Long Nardy", "王", "Short"))) == draw(bare)
    assert draw(replace(bare, legend=("won", "drawn", "lost", "王"))) == draw(bare)
    mark = THEMES[chart.theme].mark
    shares = [share(drawn(each), mark, (0, 90, 395, 430)) for each in (named, bare)]
    assert shares[0] < 0.001 < shares[1]


def test_every_theme_draws_a_different_picture() -> None:
    """No two themes draw the same picture."""
    assert len({draw(replace(RESULTS["many"], theme=theme)) for theme in THEMES}) == len(THEMES)
