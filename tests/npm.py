"""The tools from npm that check the page's code, each in its pinned version."""

from __future__ import annotations

import fcntl
import json
import shutil
import subprocess
from pathlib import Path

import pytest

CHECKS = Path(__file__).parent / "chats" / "web" / "page_code"
TOOLS = CHECKS / "node_modules"
PINNED: dict[str, str] = json.loads((CHECKS / "package.json").read_text("utf-8"))["devDependencies"]


def node_with_checks() -> str:
    """Return the path of Node with the checks installed; install them first if their versions changed.

    Skip the test if there is no Node, or if npm cannot install the checks.
    """
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        pytest.skip("there is no Node or no npm here")
    # Several workers may need the checks at once, but only one installs them.
    with (CHECKS / "package.json").open() as one_at_a_time:
        fcntl.flock(one_at_a_time, fcntl.LOCK_EX)
        if _installed() != PINNED:
            command = [npm, "install", "--no-package-lock", "--no-audit", "--no-fund", "--ignore-scripts"]
            done = subprocess.run(command, cwd=CHECKS, check=False, capture_output=True, text=True)  # noqa: S603 - our own words
            if _installed() != PINNED:
                pytest.skip(f"npm could not install the checks: {done.stderr[-200:]!r}")
    return node


def _installed() -> dict[str, str]:
    """Return the versions of the checks that are installed."""
    found = {}
    for name in PINNED:
        package = TOOLS / name / "package.json"
        if package.exists():
            found[name] = json.loads(package.read_text("utf-8"))["version"]
    return found
