"""docs/rules.md and those who quote it."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SECTION = re.compile(r"\bR(\d+)\.(\d+)\b")


def _sections(text: str) -> set[tuple[int, int]]:
    return {(int(found[1]), int(found[2])) for found in SECTION.finditer(text)}


def test_every_section_that_is_quoted_stands_in_the_rules() -> None:
    """A section number in the code or the tests of the rules can be looked up in docs/rules.md."""
    told = _sections((ROOT / "docs" / "rules.md").read_text(encoding="utf-8"))
    files = [*(ROOT / "bot" / "rules").rglob("*.py"), *(ROOT / "tests" / "rules").glob("test_*.py")]
    quoted = {section for file in files for section in _sections(file.read_text(encoding="utf-8"))}
    assert quoted
    assert quoted <= told


def test_every_section_is_named_by_a_test() -> None:
    """Every section of docs/rules.md, from R1.1 on, stands in the docstring of at least one test."""
    lines = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8").splitlines()
    told = {
        section for line in lines if line.startswith("- **R") for section in _sections(line.split("** ")[0])
    }
    assert {(1, 1), (5, 5), (10, 3)} <= told
    tested = {
        section
        for file in (ROOT / "tests" / "rules").glob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for section in _sections(ast.get_docstring(node) or "")
    }
    assert told - tested == set()
