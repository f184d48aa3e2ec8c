"""Refused codes: the refusals that the code raises, read from its source."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

import bot
from bot.sessions.errors import GameRefusal, Refusal

BOT = Path(bot.__path__[0])
CLASSES = {each.__name__ for each in (*Refusal.__subclasses__(), *GameRefusal.__subclasses__())} - {
    "GameRefusal"
}


@cache
def codes_and_fields() -> dict[str, frozenset[str]]:
    """Return each code of a refusal, with the names of its fields.

    Raises:
        TypeError: a code is not a literal, or is raised with different fields in different places.
    """
    found: dict[str, frozenset[str]] = {}
    for path in sorted(BOT.rglob("*.py")):
        for call in _refusals(ast.parse(path.read_text("utf-8"))):
            code = call.args[0]
            fields = frozenset(keyword.arg for keyword in call.keywords if keyword.arg)
            if not (isinstance(code, ast.Constant) and isinstance(code.value, str)):
                raise TypeError(f"{path}:{call.lineno}: the code of a refusal is no literal")
            if found.setdefault(code.value, fields) != fields:
                raise TypeError(f"{path}:{call.lineno}: {code.value} has other fields elsewhere")
    return found


def _refusals(tree: ast.Module) -> list[ast.Call]:
    """Return the calls that make a refusal: those of `Refusal`, and `super().__init__` in its subclasses."""
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    made = [call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Refusal"]
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name in CLASSES:
            inside = [call for call in ast.walk(node) if isinstance(call, ast.Call)]
            made += [call for call in inside if getattr(call.func, "attr", "") == "__init__"]
    return made
