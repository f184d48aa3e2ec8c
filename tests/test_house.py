"""Rooms: who may import whom."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

# What each room may import of ours, besides itself. `renderers.scene` and `renderers.themes` are values only.
LAW = {
    "bot.rules": set[str](),
    "bot.engine": {"bot.rules"},
    "renderers": set[str](),
    "storage": set[str](),
    "bot.sessions": {"bot.rules", "bot.engine", "storage"},
    "bot.talk": {"bot.sessions", "bot.rules", "renderers.scene", "renderers.themes"},
    "bot.chats": {"bot.talk", "bot.sessions", "renderers"},
}
ROOMS = (*LAW, "bot")


def _files() -> list[Path]:
    return [path for top in ("bot", "renderers", "storage") for path in sorted((ROOT / top).rglob("*.py"))]


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _room(module: str) -> str:
    return next(room for room in ROOMS if module == room or module.startswith(f"{room}."))


def _imports(path: Path) -> set[str]:
    """Return every module of ours that a file imports, wherever in it the import stands."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            found |= {node.module or ""} | {f"{node.module}.{alias.name}" for alias in node.names}
    return {module for module in found if module.split(".")[0] in ("bot", "renderers", "storage")}


def _allowed(room: str, module: str) -> bool:
    return any(module == each or module.startswith(f"{each}.") for each in LAW[room] | {room})


@pytest.mark.parametrize("path", _files(), ids=_module)
def test_a_room_imports_only_what_stands_below_it(path: Path) -> None:
    """Every import of ours follows the table of rooms; only `bot` itself, which builds, may import all."""
    room = _room(_module(path))
    if room == "bot":
        return
    broken = {module for module in _imports(path) if not _allowed(room, module)}
    assert not broken, f"{_module(path)} in {room} may not import {sorted(broken)}"


def test_the_law_notices_an_import_that_runs_back() -> None:
    """An adapter in the hands of the rules, or a table in the hands of an adapter, would be seen."""
    assert not _allowed("bot.rules", "bot.sessions")
    assert not _allowed("bot.chats", "storage")
    assert not _allowed("bot.talk", "renderers.board")
    assert _allowed("bot.talk", "renderers.scene.Scene")


def test_the_rules_need_nothing_but_python() -> None:
    """The rules import the standard library alone, so that scripts can use them anywhere."""
    import sys  # noqa: PLC0415 (only this test asks what the standard library is)

    for path in (ROOT / "bot" / "rules").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
            for name in names:
                assert name.startswith("bot.rules") or name.split(".")[0] in sys.stdlib_module_names, name
