"""The examples in the docstrings of the rules."""

import doctest
import importlib
import pkgutil

import pytest

import bot.rules

MODULES = [
    "bot.rules",
    *(
        module.name
        for module in pkgutil.walk_packages(bot.rules.__path__, "bot.rules.")
        if not module.name.endswith("__main__")
    ),
]


@pytest.mark.parametrize("name", MODULES)
def test_every_example_holds(name: str) -> None:
    """The examples in the docstrings give the results that they show."""
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_examples_are_found() -> None:
    """At least twenty examples are found, including some in inner packages."""
    results = [doctest.testmod(importlib.import_module(name)) for name in MODULES]
    assert sum(result.attempted for result in results) >= 20
    assert any("generator" in name for name in MODULES)
