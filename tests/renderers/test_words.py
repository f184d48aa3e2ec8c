"""Words in pictures: what the system's font can write, and what is left out."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import features

from renderers import words as module
from renderers.words import can_write, has_words, words

needs_font = pytest.mark.skipif(not has_words(), reason="needs apt-get install fonts-dejavu-core")


@pytest.fixture
def no_font(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """A system whose font folders are empty."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path))
    cached = (module._face, module._has, module.words)  # noqa: SLF001 (kept fonts would still be found)
    for each in cached:
        each.cache_clear()
    yield
    for each in cached:
        each.cache_clear()


@needs_font
@pytest.mark.parametrize("name", ["Anna", "Борис", "Ζωή", "Հայկ", "გიორგი", "Łukasz", "O’Neil", "Nguyễn", ""])
def test_names_in_these_scripts_can_be_written(name: str) -> None:
    """The font has the letters of Latin, Cyrillic, Greek, Armenian and Georgian names."""
    assert can_write(name)


@needs_font
@pytest.mark.parametrize("name", ["王伟", "さくら", "Anna 🤖", "\U0001f1e9\U0001f1ea", "a\u202ena", "a\nb"])
def test_a_name_with_one_missing_glyph_is_not_written(name: str) -> None:
    """A name is written whole or not at all: no boxes, no flags without a glyph, no turned direction."""
    assert words(name, 30) is None


def test_without_the_font_nothing_is_written(no_font: None) -> None:
    """Where the system lacks the font, there is no mask for any name."""
    assert not has_words()
    assert words("Anna", 30) is None


@needs_font
@pytest.mark.parametrize("name", ["Maximiliane von Habsburg-Lothringen" * 3, "Ж" * 300, "שלום " * 60])
def test_a_long_name_is_cut_to_its_width(name: str) -> None:
    """A name that is too long fills its room nearly, and no more."""
    written = words(name, 30, 200)
    assert written is not None
    assert 150 <= written.width <= 200


@needs_font
def test_a_cut_name_ends_in_dots_and_keeps_marks_with_their_letters() -> None:
    """The cut falls before a letter, never between a letter and the mark upon it."""
    marked = "e\u0301" * 40
    cut = [words(marked, 30, width) for width in range(60, 90)]
    whole = [words("e\u0301" * count + "…", 30) for count in range(1, 6)]
    drawn = {each.tobytes() for each in whole if each}
    assert all(each is not None and each.tobytes() in drawn for each in cut)


@needs_font
@pytest.mark.skipif(not features.check("raqm"), reason="needs Raqm with FriBiDi")
def test_a_name_from_right_to_left_begins_at_the_right() -> None:
    """The first letter of a Hebrew name stands at its right end."""
    written = words("ו ש", 30)  # A narrow letter, then a wide one.
    assert written is not None
    ink = [any(written.crop((x, 0, x + 1, written.height)).tobytes()) for x in range(written.width)]
    gap = max(x for x in range(written.width) if not ink[x] and any(ink[:x]) and any(ink[x:]))
    right = written.crop((gap, 0, *written.size)).getbbox() or (0, 0, 0, 0)
    left = written.crop((0, 0, gap, written.height)).getbbox() or (0, 0, 0, 0)
    assert right[2] - right[0] < left[2] - left[0]


@needs_font
def test_letters_of_all_names_stand_on_one_line() -> None:
    """Masks of a size are equally high, whatever letters reach below the line or above it."""
    heights = {mask.height for name in ("ace", "Ågy", "Ё") if (mask := words(name, 30)) is not None}
    assert len(heights) == 1
