"""Rooms: which packages may import which."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

from storage.rows import Row

ROOT = Path(__file__).parent.parent

# The packages of ours that each room may import besides itself. `renderers.scene` and `renderers.themes` are
# values only.
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

# The modules by which other rooms enter a package, besides the package itself.
DOORS = {
    "bot.rules": ("events", "errors", "rulesets", "formats", "notation"),
    "bot.sessions": ("errors", "outbox", "workers"),
}
# The engine evaluates thousands of boards, so it reads their bits.
MORE_DOORS = {"bot.engine": {"bot.rules.generator"}}


def _files() -> list[Path]:
    return [path for top in ("bot", "renderers", "storage") for path in sorted((ROOT / top).rglob("*.py"))]


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def _room(module: str) -> str:
    return next(room for room in ROOMS if _within(room, module))


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def _imported(path: Path) -> Iterable[tuple[str, list[str]]]:
    """Yield each module that a file imports at any place, with the names imported from it."""
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.Import):
            yield from ((alias.name, []) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} has a relative import"
            yield node.module or "", [alias.name for alias in node.names]


@cache
def _imports(path: Path) -> set[str]:
    """Return the modules of ours that a file imports, without the names in them."""
    found = set()
    for module, names in _imported(path):
        inner = {f"{module}.{name}" for name in names}
        files = {each for each in inner if _is_file(each)}
        found |= files | ({module} if not inner or files < inner else set())
    return {module for module in found if module.split(".")[0] in ("bot", "renderers", "storage")}


@cache
def _is_file(module: str) -> bool:
    path = ROOT.joinpath(*module.split("."))
    return path.is_dir() or path.with_suffix(".py").exists()


def _circle(imports: Mapping[str, set[str]]) -> list[str]:
    """Return modules that import each other in a circle; empty if there are none."""
    done: set[str] = set()

    def walk(module: str, trail: list[str]) -> list[str]:
        if module in trail:
            return trail[trail.index(module) :]
        if module in done:
            return []
        for each in sorted(imports.get(module, ())):
            if circle := walk(each, [*trail, module]):
                return circle
        done.add(module)
        return []

    return next((circle for module in imports if (circle := walk(module, []))), [])


def _allowed(room: str, module: str) -> bool:
    return any(_within(each, module) for each in LAW[room] | {room})


def _within(package: str, module: str) -> bool:
    return module == package or module.startswith(f"{package}.")


def test_a_room_imports_only_what_stands_below_it() -> None:
    """Imports follow the table of rooms; only `bot` itself, which assembles the program, may import all."""
    broken = [
        f"{_module(path)} may not import {module}"
        for path in _files()
        if (room := _room(_module(path))) != "bot"
        for module in _imports(path)
        if not _allowed(room, module)
    ]
    assert broken == []


def test_the_table_of_rooms_forbids_imports_from_above() -> None:
    """Rules that import an adapter, or an adapter that imports a table, would be found."""
    assert not _allowed("bot.rules", "bot.sessions")
    assert not _allowed("bot.chats", "storage")
    assert not _allowed("bot.talk", "renderers.board")
    assert _allowed("bot.talk", "renderers.scene.Scene")


def test_the_rules_import_only_the_standard_library() -> None:
    """The rules import only the standard library, so scripts can use them anywhere."""
    files = (ROOT / "bot" / "rules").rglob("*.py")
    modules = {module for path in files for module, _ in _imported(path) if not _within("bot.rules", module)}
    assert {module.split(".")[0] for module in modules} <= sys.stdlib_module_names


@pytest.mark.parametrize("house", DOORS)
def test_rules_and_sessions_are_entered_by_their_doors(house: str) -> None:
    """Files outside of these packages import only the package and its doors."""
    doors = {house, *(f"{house}.{door}" for door in DOORS[house])}
    broken = [
        f"{_module(path)} may not import {module}"
        for path in _files()
        if (room := _room(_module(path))) != house
        for module in _imports(path) - doors - MORE_DOORS.get(room, set())
        if _within(house, module)
    ]
    assert broken == []


@pytest.mark.parametrize("door", ["bot.sessions", "bot.sessions.outbox", "bot.sessions.workers"])
def test_each_name_of_sessions_has_one_door(door: str) -> None:
    """Each name of sessions is offered by only one door, so there is one way to import it."""
    others = {"bot.sessions", "bot.sessions.outbox", "bot.sessions.workers"} - {door}
    assert not _offered(door) & set().union(*map(_offered, others))


def test_the_rules_offer_few_names() -> None:
    """The rules offer at most thirty names."""
    import bot.rules  # noqa: PLC0415 (the other tests read the files alone)

    assert len(bot.rules.__all__) <= 30
    assert all(hasattr(bot.rules, name) for name in bot.rules.__all__)


def _offered(package: str) -> set[str]:
    """Return the names that a package offers."""
    return {
        alias.name
        for node in _tree(ROOT.joinpath(*package.split("."), "__init__.py")).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }


@pytest.mark.parametrize("room", LAW)
def test_no_files_of_a_room_import_each_other_in_a_circle(room: str) -> None:
    """The files of a room import each other without a circle, imports for types included."""
    files = [path for path in _files() if _room(_module(path)) == room]
    assert _circle({_module(path): _imports(path) for path in files}) == []


def test_a_circle_of_imports_is_found() -> None:
    """Three files that import each other in turn are a circle; two paths to one file are not."""
    assert _circle({"a": {"b"}, "b": {"c"}, "c": {"a"}}) == ["a", "b", "c"]
    assert _circle({"a": {"b", "c"}, "b": {"d"}, "c": {"d"}}) == []


@pytest.mark.parametrize("module", ["bot.sessions", "bot.talk", "bot.chats"])
def test_rows_stay_within_sessions_and_storage(module: str) -> None:
    """The interface of sessions, talk and chats do not use a row of the database."""
    rows = {each.__name__ for each in Row.__subclasses__()}
    folder = ROOT.joinpath(*module.split("."))
    files = [folder / "__init__.py"] if module == "bot.sessions" else sorted(folder.rglob("*.py"))
    named = {
        node.id if isinstance(node, ast.Name) else node.name
        for path in files
        for node in ast.walk(_tree(path))
        if isinstance(node, ast.Name | ast.alias)
    }
    assert len(rows) > 5
    assert not rows & named
