"""The tones of the themes have enough contrast by the formula of WCAG 2."""

import pytest

from renderers import THEMES, Theme
from renderers.themes import contrast

ENOUGH = 3.0
"""The contrast that WCAG 2 requires of graphics and large text."""


def floors(theme: Theme) -> list[tuple[int, int, int]]:
    """Return the tones behind checkers and marks."""
    return [theme.field, theme.white_home, theme.black_home, theme.dark_point, theme.light_point]


@pytest.mark.parametrize(
    ("lighter", "darker", "ratio"), [((255,) * 3, (0,) * 3, 21), ((7,) * 3, (7,) * 3, 1)]
)
def test_contrast_runs_from_1_to_21(
    lighter: tuple[int, int, int], darker: tuple[int, int, int], ratio: float
) -> None:
    """Black on white has a contrast of 21, and a tone on itself 1, in either order."""
    assert contrast(lighter, darker) == pytest.approx(ratio)
    assert contrast(darker, lighter) == pytest.approx(ratio)


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_digits_can_be_read(theme: Theme) -> None:
    """Digits have contrast to their grounds: frame, plate, field, checkers, marks."""
    for ink, ground in (
        (theme.numbers, theme.frame),
        (theme.numbers, theme.plate),
        (theme.ink, theme.field),
        (theme.ink, theme.white_home),
        (theme.ink, theme.black_home),
        (theme.white.ink, theme.white.body),
        (theme.black.ink, theme.black.body),
        (theme.mark_ink, theme.mark),
        (theme.trace_ring, theme.trace),
    ):
        assert contrast(ink, ground) >= ENOUGH


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_checkers_stand_out_from_every_floor(theme: Theme) -> None:
    """On each floor, a checker's body, ring or edge has contrast to the floor."""
    for floor in [*floors(theme), theme.tray]:
        for tones in (theme.white, theme.black):
            assert max(contrast(part, floor) for part in (tones.body, tones.ring, tones.edge)) >= ENOUGH
    assert contrast(theme.white.body, theme.black.body) >= ENOUGH


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_marks_and_arrows_stand_out_from_every_floor(theme: Theme) -> None:
    """A mark or its edge, and an arrow or its edge, have contrast to each floor and checker."""
    for floor in floors(theme):
        assert max(contrast(part, floor) for part in (theme.mark, theme.mark_edge)) >= ENOUGH
        assert max(contrast(part, floor) for part in (theme.trace, theme.trace_ring)) >= ENOUGH
    for tones in (theme.white, theme.black):
        assert max(contrast(part, tones.body) for part in (theme.mark, theme.mark_edge)) >= ENOUGH
        assert max(contrast(part, tones.body) for part in (theme.trace, theme.trace_ring)) >= ENOUGH
    assert contrast(theme.mark, theme.mark_edge) >= ENOUGH
    assert contrast(theme.trace, theme.trace_ring) >= ENOUGH


def test_the_contrast_theme_needs_no_edges() -> None:
    """In this theme the bodies of checkers, marks and arrows themselves have contrast to each floor."""
    theme = THEMES["contrast"]
    for floor in floors(theme):
        for tone in (theme.white.body, theme.black.body, theme.mark, theme.trace):
            assert contrast(tone, floor) >= ENOUGH
    assert contrast(theme.dark_point, theme.frame) >= ENOUGH
