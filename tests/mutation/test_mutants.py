"""A sample of small changes in the rules, each of which a test of the rules must notice."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.mutation.mutate import Mutant, mutants, mutated

ROOT = Path(__file__).parents[2]
PER_FILE = 2
"""The number of mutants of each file in the sample: those with the lowest sort keys."""

NOTICED, NOT_NOTICED = 1, 0
"""Pytest's exit statuses if a test failed, and if none failed."""
DIED_LOADING = 2
"""Pytest's exit status if a test file cannot be imported."""


@cache
def settings() -> dict[str, Any]:
    """Return what `make mutate` changes, and the tests that it runs."""
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    return dict(tool["mutmut"])


def source(path: str) -> str:
    """Return the source of a file of the project."""
    return (ROOT / path).read_text("utf-8")


def sample() -> list[Mutant]:
    """Return the sample: a few mutants of each file that `make mutate` changes, always the same."""
    return [
        mutant
        for path in settings()["only_mutate"]
        for mutant in sorted(mutants(path, source(path)), key=lambda each: each.sort_key)[:PER_FILE]
    ]


def equivalent_mutants() -> set[str]:
    """Return the mutants that docs/mutants.md lists as changing nothing."""
    section = source("docs/mutants.md").partition("## The sample")[2]
    return set(re.findall(r"^- `([^`]+)`:", section, re.MULTILINE))


def run(module: str, file: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests of `make mutate` with another source for a module, until one fails."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    return subprocess.run(  # noqa: S603 (our own tests)
        [
            *(sys.executable, "-m", "tests.mutation.run", module, str(file)),
            *("-x", "-n", "0", "--tb=line", "-m", "not long"),
            *settings()["pytest_add_cli_args"],
            *settings()["pytest_add_cli_args_test_selection"],
        ],
        check=False,
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=environment,
    )


def module_of(path: str) -> str:
    """Return the name of the module in a file."""
    return path.removesuffix(".py").replace("/", ".")


@pytest.mark.long
@pytest.mark.parametrize("mutant", sample(), ids=str)
def test_a_mutant_is_noticed(mutant: Mutant, tmp_path: Path) -> None:
    """A test fails or never ends on each mutant, unless docs/mutants.md lists it."""
    changed = tmp_path / "mutant.py"
    changed.write_text(mutated(source(mutant.path), mutant), "utf-8")
    ended = run(module_of(mutant.path), changed)
    assert ended.returncode in {NOTICED, DIED_LOADING, NOT_NOTICED} or ended.returncode < 0, ended.stderr
    assert (ended.returncode != NOT_NOTICED) is (str(mutant) not in equivalent_mutants()), ended.stdout[
        -2000:
    ]


@pytest.mark.long
def test_an_unchanged_module_passes(tmp_path: Path) -> None:
    """The same run passes with the unchanged module, so a mutant is noticed because of its change."""
    path = settings()["only_mutate"][0]
    same = tmp_path / "same.py"
    same.write_text(source(path), "utf-8")
    ended = run(module_of(path), same)
    assert ended.returncode == NOT_NOTICED, ended.stdout[-2000:]


def test_every_mutant_differs_and_compiles() -> None:
    """Each mutant of the sample differs from its source as code, and compiles."""
    for mutant in sample():
        original, changed = source(mutant.path), mutated(source(mutant.path), mutant)
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(original)), mutant
        compile(changed, mutant.path, "exec")


def test_listed_mutants_are_in_the_sample() -> None:
    """Every mutant in the last list of docs/mutants.md is in the sample."""
    assert equivalent_mutants() <= {str(each) for each in sample()}
