from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def recipe(target: str) -> str:
    """Return the recipe of a `make` target, without its prerequisites."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    found = re.search(rf"^{target}:[^\n]*\n((?:\t[^\n]*\n)*)", makefile, re.MULTILINE)
    assert found is not None, target
    return found[1]


def test_every_declared_target_exists() -> None:
    """The .PHONY targets of the Makefile are its targets."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    declared = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert declared is not None
    made = re.findall(r"^([a-z-]+):", makefile, re.MULTILINE)
    assert sorted(declared[1].split()) == sorted(made)


def test_the_two_runs_cover_all_tests() -> None:
    """`make test` runs all tests but the long ones, `make test-long` the long ones, and CI runs both."""
    assert recipe("test").split("$(PYTEST)")[1].strip() == '-m "not long"'
    assert recipe("test-long").split("$(PYTEST)")[1].splitlines()[0].strip() == "-m long"
    assert (ROOT / ".ci" / "run").read_text("utf-8").endswith("make test test-long\n")


@pytest.mark.parametrize("target", ["check", "quick", "test", "test-long"])
def test_every_run_is_in_contributing(target: str) -> None:
    """CONTRIBUTING explains each target."""
    assert f"`make {target}`" in (ROOT / "CONTRIBUTING.md").read_text("utf-8")
