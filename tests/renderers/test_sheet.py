"""The contact sheets."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageSequence, ImageStat

from renderers import THEMES
from renderers.sheet import TURN, write_sheets, write_turn


@pytest.mark.long
def test_sheets_are_written(tmp_path: Path) -> None:
    """Each theme has its sheets in a new directory, and the docs have their board and turn."""
    files = write_sheets(tmp_path / "new")
    assert sorted(files) == sorted((tmp_path / "new").iterdir())
    assert {file.stem for file in files} == {"board", "turn"} | {
        f"{theme}-{kind}"
        for theme in THEMES
        for kind in ("w", "b", "dice", "phone", "charts", "charts-phone", "results", "compared", "compact")
    }
    for file in files:
        with Image.open(file) as picture:
            assert min(picture.size) >= (400 if file.suffix == ".gif" else 500)


def test_no_checker_is_lost_in_the_turn_of_the_readme() -> None:
    """Each scene of the README's turn has fifteen checkers a side and the right pip counts."""
    for scene in TURN:
        assert (sum(scene.white), sum(scene.black)) == (15, 15)
        white = sum(point * count for point, count in enumerate(scene.white, 1))
        black = sum(
            (point + 12 if point <= 12 else point - 12) * count for point, count in enumerate(scene.black, 1)
        )
        assert scene.pips == (white, black)


def frames_of(file: Path) -> list[tuple[int, Image.Image]]:
    """Return the frames of an animation with their durations in milliseconds."""
    with Image.open(file) as picture:
        frames = ImageSequence.Iterator(picture)
        return [(frame.info["duration"], frame.convert("RGB")) for frame in frames]


def test_the_stored_turn_is_up_to_date(tmp_path: Path) -> None:
    """The animation in docs/pictures has the frames and durations that the renderers draw now."""
    write_turn(tmp_path / "turn.gif")
    stored = frames_of(Path(__file__).parents[2] / "docs" / "pictures" / "turn.gif")
    drawn = frames_of(tmp_path / "turn.gif")
    assert len(stored) == len(drawn) == len(TURN)
    for (old_duration, old), (duration, new) in zip(stored, drawn, strict=True):
        assert (old_duration, old.size) == (duration, new.size)
        assert max(ImageStat.Stat(ImageChops.difference(old, new)).mean) < 1
