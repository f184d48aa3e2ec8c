"""The page's code, checked by the tools that its language has for it."""

from __future__ import annotations

import fcntl
import json
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

ROOT = Path(__file__).parents[3]
CHECKS = Path(__file__).parent / "page_code"
TOOLS = CHECKS / "node_modules"
PINNED: dict[str, str] = json.loads((CHECKS / "package.json").read_text("utf-8"))["devDependencies"]
ERRORS = {
    "let loose = 1;\nexport const twice = (text) => text.repeat(loose);\n": "TS7006",
    '/** @type {number} */\nexport const figure = "seven";\n': "TS2322",
}
"""Code that is wrong, and the code of the fault by which the types tell so."""


@pytest.fixture(scope="session")
def node() -> str:
    """Node, with the checks beside it: installed by npm the first time, and after their versions change."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("there is no Node or no npm here")
    # Several workers may need the checks at once, and one of them installs.
    with (CHECKS / "package.json").open() as one_at_a_time:
        fcntl.flock(one_at_a_time, fcntl.LOCK_EX)
        if installed() != PINNED:
            command = [npm, "install", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"]
            done = subprocess.run(command, cwd=CHECKS, check=False, capture_output=True, text=True)  # noqa: S603 - our own words
            if installed() != PINNED:
                pytest.skip(f"npm could not install the checks: {done.stderr[-200:]!r}")
    return node


def installed() -> dict[str, str]:
    """The versions of the checks that are installed."""
    found = {}
    for name in PINNED:
        package = TOOLS / name / "package.json"
        if package.exists():
            found[name] = json.loads(package.read_text("utf-8"))["version"]
    return found


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
