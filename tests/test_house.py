"""Rooms: who may import whom."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

from storage.rows import Row

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

# The ways into a room from outside: the package, and these of its modules.
DOORS = {
    "bot.rules": ("events", "errors", "rulesets", "formats", "notation"),
    "bot.sessions": ("errors", "outbox", "workers"),
}
# The engine weighs boards by the thousand, and so looks at their bits.
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
    """Each module that a file imports, wherever in it the import stands, and the names taken from it."""
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
    """Modules each of which imports the next, and the last the first; none, if there is no such circle."""
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
    """Every import of ours follows the table of rooms; only `bot` itself, which builds, may import all."""
    broken = [
        f"{_module(path)} may not import {module}"
        for path in _files()
        if (room := _room(_module(path))) != "bot"
        for module in _imports(path)
        if not _allowed(room, module)
    ]
    assert broken == []


def test_the_law_notices_an_import_that_runs_back() -> None:
    """An adapter in the hands of the rules, or a table in the hands of an adapter, would be seen."""
    assert not _allowed("bot.rules", "bot.sessions")
    assert not _allowed("bot.chats", "storage")
    assert not _allowed("bot.talk", "renderers.board")
    assert _allowed("bot.talk", "renderers.scene.Scene")


def test_the_rules_need_nothing_but_python() -> None:
    """The rules import the standard library alone, so that scripts can use them anywhere."""
    files = (ROOT / "bot" / "rules").rglob("*.py")
    modules = {module for path in files for module, _ in _imported(path) if not _within("bot.rules", module)}
    assert {module.split(".")[0] for module in modules} <= sys.stdlib_module_names


@pytest.mark.parametrize("house", DOORS)
def test_rules_and_sessions_are_entered_by_their_doors(house: str) -> None:
    """No file outside imports another module of them than the package and its doors."""
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
def test_each_name_of_sessions_stands_at_one_door(door: str) -> None:
    """What one door of sessions offers, no other does, so that there is one way to import it."""
    others = {"bot.sessions", "bot.sessions.outbox", "bot.sessions.workers"} - {door}
    assert not _offered(door) & set().union(*map(_offered, others))


def test_the_rules_offer_few_names() -> None:
    """What every user of the rules needs fits in one look: at most thirty names at the front door."""
    import bot.rules  # noqa: PLC0415 (the other tests read the files alone)

    assert len(bot.rules.__all__) <= 30
    assert all(hasattr(bot.rules, name) for name in bot.rules.__all__)


def _offered(package: str) -> set[str]:
    """The names that the door of a package offers."""
    return {
        alias.name
        for node in _tree(ROOT.joinpath(*package.split("."), "__init__.py")).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }


@pytest.mark.parametrize("room", LAW)
def test_no_files_of_a_room_import_each_other_in_a_circle(room: str) -> None:
    """Each file of a room can be read after those that it imports, type-only imports counted."""
    files = [path for path in _files() if _room(_module(path)) == room]
    assert _circle({_module(path): _imports(path) for path in files}) == []


def test_a_circle_of_imports_would_be_seen() -> None:
    """Two files that import each other by way of a third are a circle; a fork that meets again is none."""
    assert _circle({"a": {"b"}, "b": {"c"}, "c": {"a"}}) == ["a", "b", "c"]
    assert _circle({"a": {"b", "c"}, "b": {"d"}, "c": {"d"}}) == []


@pytest.mark.parametrize("module", ["bot.sessions", "bot.talk", "bot.chats"])
def test_rows_are_not_what_others_are_given(module: str) -> None:
    """Sessions offer values of their own: no row of the database, or a name of one, in talk and in chats."""
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
