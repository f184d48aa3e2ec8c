"""The examples in the docstrings of the rules."""

import doctest
import importlib
import pkgutil

import bot.rules


def test_every_example_holds() -> None:
    """What a docstring shows is what happens."""
    names = [module.name for module in pkgutil.iter_modules(bot.rules.__path__) if module.name != "__main__"]
    results = [doctest.testmod(importlib.import_module(f"bot.rules.{name}")) for name in names]
    assert sum(result.attempted for result in results) > 0
    assert sum(result.failed for result in results) == 0
