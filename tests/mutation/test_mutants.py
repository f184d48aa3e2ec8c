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
OF_EACH_FILE = 2
"""So many mutants of each file are drawn: those with the lowest lots."""

NOTICED, NOT_NOTICED = 1, 0
"""With these pytest ends where a test failed, and where none did."""
DIED_LOADING = 2
"""With this it ends where a test file cannot even be imported."""


@cache
def settings() -> dict[str, Any]:
    """What `make mutate` changes, and the tests that it runs."""
    tool = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]
    return dict(tool["mutmut"])


def source(path: str) -> str:
    """The source of a file of the project."""
    return (ROOT / path).read_text("utf-8")


def sample() -> list[Mutant]:
    """Draw mutants of all files that `make mutate` changes, the same ones every time."""
    return [
        mutant
        for path in settings()["only_mutate"]
        for mutant in sorted(mutants(path, source(path)), key=lambda each: each.lot)[:OF_EACH_FILE]
    ]


def may_stand() -> set[str]:
    """The mutants of which docs/mutants.md says that they change nothing."""
    told = source("docs/mutants.md").partition("## The sample")[2]
    return set(re.findall(r"^- `([^`]+)`:", told, re.MULTILINE))


def run(module: str, file: Path) -> subprocess.CompletedProcess[str]:
    """Run the tests of `make mutate` with another source for a module, up to the first that fails."""
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
    """The name of the module that a file is."""
    return path.removesuffix(".py").replace("/", ".")


@pytest.mark.long
@pytest.mark.parametrize("mutant", sample(), ids=str)
def test_a_small_change_is_noticed(mutant: Mutant, tmp_path: Path) -> None:
    """With one thing in the rules another a test fails or never ends, or docs/mutants.md says why not."""
    changed = tmp_path / "mutant.py"
    changed.write_text(mutated(source(mutant.path), mutant), "utf-8")
    ended = run(module_of(mutant.path), changed)
    assert ended.returncode in {NOTICED, DIED_LOADING, NOT_NOTICED} or ended.returncode < 0, ended.stderr
    assert (ended.returncode != NOT_NOTICED) is (str(mutant) not in may_stand()), ended.stdout[-2000:]


@pytest.mark.long
def test_without_a_change_nothing_is_noticed(tmp_path: Path) -> None:
    """The same run with a module as it is finds nothing: what a mutant is noticed by is its change."""
    path = settings()["only_mutate"][0]
    same = tmp_path / "same.py"
    same.write_text(source(path), "utf-8")
    ended = run(module_of(path), same)
    assert ended.returncode == NOT_NOTICED, ended.stdout[-2000:]


def test_every_change_is_one() -> None:
    """A mutant that is drawn differs from its source in what it says, and can still be read."""
    for mutant in sample():
        as_it_is, changed = source(mutant.path), mutated(source(mutant.path), mutant)
        assert ast.dump(ast.parse(changed)) != ast.dump(ast.parse(as_it_is)), mutant
        compile(changed, mutant.path, "exec")


def test_what_may_stand_is_of_the_sample() -> None:
    """Every mutant in the last list of docs/mutants.md is one that is drawn."""
    assert may_stand() <= {str(each) for each in sample()}
