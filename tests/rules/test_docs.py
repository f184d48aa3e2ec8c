"""docs/rules.md and those who quote it."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SECTION = re.compile(r"\bR(\d+)\.(\d+)\b")


def _sections(text: str) -> set[tuple[int, int]]:
    return {(int(found[1]), int(found[2])) for found in SECTION.finditer(text)}


def test_every_section_that_is_quoted_stands_in_the_rules() -> None:
    """A section number in the code or the tests of the rules can be looked up in docs/rules.md."""
    told = _sections((ROOT / "docs" / "rules.md").read_text(encoding="utf-8"))
    files = [*(ROOT / "bot" / "rules").glob("*.py"), *(ROOT / "tests" / "rules").glob("test_*.py")]
    quoted = {section for file in files for section in _sections(file.read_text(encoding="utf-8"))}
    assert quoted
    assert quoted <= told


def test_every_section_that_is_played_is_tested() -> None:
    """Every section of docs/rules.md that is not put off is quoted by a test."""
    lines = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8").splitlines()
    put_off = re.compile(r"- (\*\*R[0-9.]+\*\*,? ?)+ ?\(")
    played = {
        section
        for line in lines
        if line.startswith("- **R") and not put_off.match(line)
        for section in _sections(line.split("** ")[0])
    }
    tests = [file.read_text(encoding="utf-8") for file in (ROOT / "tests" / "rules").glob("test_*.py")]
    assert played - {section for text in tests for section in _sections(text)} == set()
