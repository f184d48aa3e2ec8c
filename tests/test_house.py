"""Rooms: who may import whom."""

from __future__ import annotations

import ast
from collections.abc import Mapping
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


def _modules(path: Path) -> set[str]:
    """The modules of ours that a file imports, type-only imports counted, without the names in them."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            files = {module for module in inner if _is_file(module)}
            found |= files | ({node.module or ""} if len(files) < len(inner) else set())
    return found


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


@pytest.mark.parametrize("path", _files(), ids=_module)
@pytest.mark.parametrize("house", DOORS)
def test_rules_and_sessions_are_entered_by_their_doors(house: str, path: Path) -> None:
    """No file outside imports another module of them than the package and its doors."""
    room = _room(_module(path))
    if room == house:
        return
    doors = {house, *(f"{house}.{door}" for door in DOORS[house])}
    inside = {module for module in _modules(path) if module == house or module.startswith(f"{house}.")}
    assert not inside - doors - MORE_DOORS.get(room, set())


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
    tree = ast.parse(ROOT.joinpath(*package.split("."), "__init__.py").read_text("utf-8"))
    return {
        alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }


@pytest.mark.parametrize("room", LAW)
def test_no_files_of_a_room_import_each_other_in_a_circle(room: str) -> None:
    """Each file of a room can be read after those that it imports, type-only imports counted."""
    files = [path for path in _files() if _room(_module(path)) == room]
    assert _circle({_module(path): _modules(path) for path in files}) == []


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
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Name | ast.alias)
    }
    assert len(rows) > 5
    assert not rows & named
