"""The contact sheets."""

from pathlib import Path

from PIL import Image

from renderers import THEMES
from renderers.sheet import write_sheets


def test_sheets_are_written(tmp_path: Path) -> None:
    """Each theme has its sheets, into a directory that need not exist, and the README its board."""
    files = write_sheets(tmp_path / "new")
    assert sorted(files) == sorted((tmp_path / "new").iterdir())
    assert {file.stem for file in files} == {"board"} | {
        f"{theme}-{kind}"
        for theme in THEMES
        for kind in ("w", "b", "dice", "phone", "charts", "charts-phone", "compared")
    }
    for file in files:
        with Image.open(file) as picture:
            assert min(picture.size) >= 500
