"""The page's code, checked by TypeScript and ESLint."""

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
"""Wrong code, and the error that TypeScript reports for it."""


@pytest.fixture(scope="session")
def node() -> str:
    """Node, with the checks installed."""
    return node_with_checks()


def run_check(*command: str | Path) -> str:
    """Run a check in the project's folder and return its output."""
    return subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True).stdout  # noqa: S603 - our own words


def type_errors(node: str, project: Path) -> str:
    """Return the errors that TypeScript finds in a project."""
    return run_check(node, TOOLS / "typescript" / "bin" / "tsc", "--project", project)


def test_the_pages_code_has_no_type_errors(node: str) -> None:
    """TypeScript in strict mode finds no error in the page's modules."""
    assert type_errors(node, CHECKS) == ""


@pytest.mark.parametrize("code", ERRORS)
def test_type_errors_are_found(node: str, code: str, tmp_path: Path) -> None:
    """With the same settings TypeScript finds the errors of a wrong module."""
    (tmp_path / "wrong.js").write_text(code, "utf-8")
    settings = {"extends": str(CHECKS / "tsconfig.json"), "include": ["wrong.js"]}
    (tmp_path / "tsconfig.json").write_text(json.dumps(settings), "utf-8")
    assert ERRORS[code] in type_errors(node, tmp_path)


def test_the_pages_code_has_no_lint_errors(node: str) -> None:
    """ESLint reads every module of the page and finds no fault."""
    eslint = TOOLS / "eslint" / "bin" / "eslint.js"
    settings = CHECKS / "eslint.config.js"
    found = json.loads(
        run_check(node, eslint, "--config", settings, "--format", "json", "bot/chats/web/page")
    )
    assert {Path(each["filePath"]) for each in found} == set((ROOT / "bot/chats/web/page").glob("*.js"))
    assert [(each["filePath"], each["messages"]) for each in found if each["messages"]] == []
