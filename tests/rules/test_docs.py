"""docs/rules.md and the code that cites it."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
SECTION = re.compile(r"\bR(\d+)\.(\d+)\b")


def _sections(text: str) -> set[tuple[int, int]]:
    return {(int(found[1]), int(found[2])) for found in SECTION.finditer(text)}


def test_every_cited_section_exists() -> None:
    """Every section number in the code or the tests of the rules is in docs/rules.md."""
    existing = _sections((ROOT / "docs" / "rules.md").read_text(encoding="utf-8"))
    files = [*(ROOT / "bot" / "rules").rglob("*.py"), *(ROOT / "tests" / "rules").glob("test_*.py")]
    cited = {section for file in files for section in _sections(file.read_text(encoding="utf-8"))}
    assert cited
    assert cited <= existing


def test_every_section_is_cited_by_a_test() -> None:
    """Every section of docs/rules.md is in the docstring of at least one test."""
    lines = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8").splitlines()
    existing = {
        section for line in lines if line.startswith("- **R") for section in _sections(line.split("** ")[0])
    }
    assert {(1, 1), (5, 5), (10, 3)} <= existing
    tested = {
        section
        for file in (ROOT / "tests" / "rules").glob("test_*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        for section in _sections(ast.get_docstring(node) or "")
    }
    assert existing - tested == set()
