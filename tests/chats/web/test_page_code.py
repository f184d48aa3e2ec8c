"""The page's code, checked by the tools that its language has for it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.npm import CHECKS, TOOLS, node_with_checks

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[3]
ERRORS = {
    "let loose = 1;\nexport const twice = (text) => text.repeat(loose);\n": "TS7006",
    '/** @type {number} */\nexport const figure = "seven";\n': "TS2322",
}
"""Code that is wrong, and the code of the fault by which the types tell so."""


@pytest.fixture(scope="session")
def node() -> str:
    """Node, with the checks beside it."""
    return node_with_checks()


def checked(*command: str | Path) -> str:
    """Run a check in the project's folder and return what it finds."""
    return subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True).stdout  # noqa: S603 - our own words


def types_of(node: str, project: Path) -> str:
    """What TypeScript finds wrong in a project."""
    return checked(node, TOOLS / "typescript" / "bin" / "tsc", "--project", project)


def test_the_pages_code_has_no_fault_of_types(node: str) -> None:
    """TypeScript in its strict mode finds nothing wrong in the page's modules."""
    assert types_of(node, CHECKS) == ""


@pytest.mark.parametrize("code", ERRORS)
def test_faults_of_types_are_found(node: str, code: str, tmp_path: Path) -> None:
    """With the same settings TypeScript finds what is wrong in a module."""
    (tmp_path / "wrong.js").write_text(code, "utf-8")
    settings = {"extends": str(CHECKS / "tsconfig.json"), "include": ["wrong.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings), "utf-8")
    assert ERRORS[code] in types_of(node, tmp_path)


def test_the_pages_code_has_no_fault_of_lint(node: str) -> None:
    """ESLint finds nothing wrong in the page's modules, and reads each of them."""
    eslint = TOOLS / "eslint" / "bin" / "eslint.js"
    settings = CHECKS / "eslint.config.js"
    found = json.loads(checked(node, eslint, "--config", settings, "--format", "json", "bot/chats/web/page"))
    assert {Path(each["filePath"]) for each in found} == set((ROOT / "bot/chats/web/page").glob("*.js"))
    assert [(each["filePath"], each["messages"]) for each in found if each["messages"]] == []
