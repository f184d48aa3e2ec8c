"""Words: names follow the trade's and the field's vocabulary, and none of the words that went is back."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from bot.health_check import HealthReport
from bot.logs import FIELDS
from bot.sessions import Workload
from storage.tables import metadata

ROOT = Path(__file__).parent.parent
ROOMS = ("bot", "renderers", "storage", "tests", "benchmarks")
MIGRATIONS = ROOT / "storage" / "migrations"
"""They name tables and columns as they were, and their files have been run."""

ANYWHERE = {
    "allowance": "rate_limit",
    "bell": "wake_up",
    "debt": "outbox",
    "debts": "outbox",
    "desk": "session_core",
    "dress": "display, format",
    "dressed": "formatted",
    "dresses": "formats",
    "dressing": "formatting",
    "ear": "handler",
    "fate": "OldBoardPolicy",
    "film": "animation",
    "filming": "rendering_job",
    "films": "animations",
    "fleeting": "expiring",
    "hear": "handle",
    "heard": "incoming",
    "hears": "handles, receives",
    "journey": "WrittenMove, route",
    "journeys": "routes",
    "judge": "review (a game), evaluate (a position)",
    "manners": "preferences",
    "mind": "strategy",
    "minds": "strategies",
    "notice": "notification",
    "notices": "notifications",
    "owe": "enqueue",
    "owed": "undelivered",
    "owes": "undelivered",
    "owing": "undelivered",
    "plate": "background",
    "program": "computer_player",
    "ringing": "notifying",
    "rung": "notified",
    "screening": "slow_answers",
    "settle": "play_automatic, until_idle",
    "shelf": "namespace",
    "shelves": "namespaces",
    "slip": "job",
    "slips": "jobs",
    "spot": "chat_key",
    "spots": "chat_keys",
    "stakes": "score, payoff",
    "standings": "match_state",
    "thinker": "engine_pool",
    "thinkers": "engine_pool",
    "throw": "roll",
    "throws": "rolls",
    "tidy": "sanitize",
    "uphill": "ascending",
    "verdict": "review",
    "wall": "prime",
    "walls": "primes",
}
"""Words that are no part of any name, and what is used instead."""

IN_CHATS = {"seat": "web_account", "seats": "web_accounts"}
"""A player's seat is a side of the board; who uses the local table has an account there."""

OUTSIDE_RENDERERS = {"ring": "notify, notification", "rings": "notifies, notifications"}
"""A drawn ring is a ring; what calls a person is a notification."""

FILES = {
    "by": "actor",
    "ends": "end_positions",
    "gate": "origin_check",
    "marks": "overlays",
    "notes": "key_values",
    "packed": "bits",
    "pages": "message_log",
    "port": "cli",
    "stored": "mapping",
}
"""Files that have other names now."""

FUNCTIONS = {
    "acts": "commands",
    "by_itself": "automatic",
    "far": "done, total",
    "ground": "constraints",
    "sixes": "six_in_a_row",
    "told": "with_events",
    "turned": "other_view",
    "way": "route",
    "welcome": "onboarding",
    "which": "resolve_game",
}
"""Plain words that may be part of a longer name, but are no function or file by themselves."""

CLASSES = {
    "Asked": "ParsedCommand",
    "By": "Actor",
    "Due": "Delivery",
    "Gate": "OriginCheck",
    "Ground": "Constraints",
    "GameState": "rules.Game",
    "Play": "LiveGame",
    "Remains": "RetiredContent",
    "StoredGame": "LoadedGame",
    "Talk": "CommandContext",
}
"""Classes that have other names now."""

ALIASES = {"Game": "GameRow", "Player": "PlayerRow"}
"""Names of the rules that no row of a table borrows."""

TABLES = {"notes": "key_values", "pages": "log_entries"}
"""Tables that have other names now."""

COLUMNS = {
    "actor": "to_act",
    "shown": "shown_revision",
    "told": "told_revision",
    "wanted": "wanted_revision",
}
"""Columns that have other names now; tables and columns hold no word of the others either."""


class Name(NamedTuple):
    """A name, what it names, and where it stands."""

    text: str
    kind: str
    place: str


def modules() -> list[Path]:
    """Return our files of Python, without the migrations."""
    files = (file for room in ROOMS for file in (ROOT / room).rglob("*.py"))
    return sorted(file for file in files if not file.is_relative_to(MIGRATIONS))


def product() -> list[Path]:
    """Return those of the product."""
    return [file for file in modules() if file.relative_to(ROOT).parts[0] in {"bot", "renderers", "storage"}]


def names_of_files() -> list[Name]:
    """Return the names of modules, of folders with modules, and of the page's scripts."""
    scripts = sorted((ROOT / "bot").rglob("*.js"))
    folders = {folder for file in [*modules(), *scripts] for folder in file.relative_to(ROOT).parents}
    places = [file.relative_to(ROOT) for file in [*modules(), *scripts]] + sorted(folders - {Path()})
    return [Name(place.stem.removeprefix("test_"), "file", str(place)) for place in places]


def names_in(source: str, place: str) -> list[Name]:
    """Return the names of classes, functions, properties and import aliases in a source; tests are exempt."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ClassDef):
            found.append(Name(node.name, "class", f"{place}:{node.lineno}"))
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("test_"):
            is_property = any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list)
            found.append(Name(node.name, "property" if is_property else "function", f"{place}:{node.lineno}"))
        elif isinstance(node, ast.alias) and node.asname not in (None, node.name):
            found.append(Name(node.asname, "alias", place))
    return found


def names_in_modules() -> list[Name]:
    """Return the names in our files of Python."""
    return [
        name
        for file in modules()
        for name in names_in(file.read_text(encoding="utf-8"), str(file.relative_to(ROOT)))
    ]


def names_in_database() -> list[Name]:
    """Return the names of tables and of their columns."""
    tables = [Name(table.name, "table", table.name) for table in metadata.sorted_tables]
    columns = [
        Name(column.name, "column", f"{table.name}.{column.name}")
        for table in metadata.sorted_tables
        for column in table.columns
    ]
    return tables + columns


def parts_of(name: str) -> list[str]:
    """Return the words of a name, in small letters: `_ring_actor`, `RingActor` and `ring-actor` have two."""
    return [part.lower() for part in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def instead_of(name: Name) -> str | None:
    """Return what is used instead of a word in a name; nothing, if the name is as it should be."""
    whole = {
        "alias": ALIASES | FUNCTIONS,
        "class": CLASSES,
        "column": COLUMNS,
        "file": FILES | FUNCTIONS,
        "function": FUNCTIONS,
        "property": FUNCTIONS | {"actor": "to_act"},
        "table": TABLES,
    }[name.kind]
    if (instead := whole.get(name.text.strip("_"))) is not None:
        return instead
    words = ANYWHERE | (IN_CHATS if "chats" in name.place else {})
    if not name.place.startswith(("renderers", "tests/renderers")):
        words |= OUTSIDE_RENDERERS
    return next((f"{words[part]} for {part}" for part in parts_of(name.text) if part in words), None)


@pytest.mark.parametrize(
    "names", [names_of_files, names_in_modules, names_in_database], ids=lambda names: names.__name__
)
def test_no_word_that_went_is_back(names: Callable[[], list[Name]]) -> None:
    """No file, class, function, table or column has a word for which there is a better known one."""
    found = [(name, instead) for name in names() if (instead := instead_of(name)) is not None]
    assert found == [], "\n".join(
        f"{name.place}: {name.kind} {name.text!r}: use {instead}" for name, instead in found
    )


def test_every_module_says_first_what_it_is_and_does() -> None:
    """The first line of every module of the product is a noun and its job, as `Cube: who may double`."""
    first_lines = {path: path.read_text("utf-8").partition("\n")[0] for path in product()}
    assert [path for path, line in first_lines.items() if not re.match(r'"""[^:.]+: \S', line)] == []


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("class Heard: ...", ["incoming for heard"]),
        ("class UnitDesk: ...", ["session_core for desk"]),
        ("class Play: ...", ["LiveGame"]),
        ("class PlayPreferences: ...", []),
        ("def play_turn(): ...", []),
        ("def may_act(): ...", []),
        ("def ring_actor(): ...", ["notify, notification for ring"]),
        ("async def which(): ...", ["resolve_game"]),
        ("def which_game(): ...", []),
        ("def mark_faults(): ...", []),
        ("def test_who_is_heard(): ...", []),
        ("class Game:\n    @property\n    def actor(self): ...", ["to_act"]),
        ("def actor(): ...", []),
        ("from bot.sessions import GameRow as Game", ["GameRow"]),
        ("from storage.rows import GameRow", []),
    ],
)
def test_a_word_is_found(source: str, expected: list[str]) -> None:
    """A word is found as a part of a name, or as all of it, as the lists say, and in no test's name."""
    assert [found for name in names_in(source, "x.py") if (found := instead_of(name)) is not None] == expected


PROSE = re.compile(
    r"\b(?:anew|whoever|somebody|he|his|him|himself|heard|throws?|thrown|films?|shelf|shelves|owed|owes|told)\b"
    r"|\b(?:so (?:much|long)|as it stands|nothing, (?:if|where))\b",
    re.IGNORECASE,
)
"""Words and phrases of no docstring or comment of the product: a plain sentence has another."""


def prose_of(source: str) -> list[tuple[int, str]]:
    """Return the docstrings, other bare texts and comments of a source, each with its line, without code."""
    texts = [
        (node.lineno, node.value.value)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    ]
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    texts += [(token.start[0], token.string) for token in tokens if token.type == tokenize.COMMENT]
    return [(line, re.sub(r"`[^`]*`", "", text)) for line, text in texts]


def test_docstrings_and_comments_are_plain() -> None:
    """No docstring or comment has a phrase that readers stumbled over; the texts for players are not held."""
    found = [
        f"{path.relative_to(ROOT)}:{line}: {phrase[0]!r}"
        for path in product()
        for line, text in prose_of(path.read_text("utf-8"))
        for phrase in PROSE.finditer(text)
    ]
    assert found == []


def test_logs_and_json_use_the_words_of_the_house() -> None:
    """No event of the log, no field of a log line and no key of `/healthz` has a word that went."""
    report = HealthReport(is_writable=True, workload=Workload({}, None, 0), platforms={})
    keys = {*FIELDS, *report.as_json(), *(key for part in report.as_json().values() for key in _keys(part))}
    events = {event for path in product() for event in _events(path.read_text("utf-8"))}
    used = {part for text in keys | events for part in parts_of(text)}
    # Served under the old name too until the next release.
    assert used & ANYWHERE.keys() - {"owed"} == set()


def _keys(part: object) -> list[str]:
    return [*part] if isinstance(part, dict) else []


def _events(source: str) -> list[str]:
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    texts = (each for call in calls if ast.unparse(call.func).startswith("logger.") for each in call.args)
    return [each.value for each in texts if isinstance(each, ast.Constant) and isinstance(each.value, str)]


_UNMANNERLY = re.compile(
    r'"""(?:Return whether|Whether)\b'  # "True if" is the form
    r"|^\s+\w+: whether\b"
    r"|(?<!`)``(?!`)"  # one backtick marks code
    r"|^(?!logger = )\w+ = logging\.getLogger\(__name__\)",
    re.MULTILINE,
)


def test_docstrings_and_loggers_have_one_form() -> None:
    """A predicate says `True if`, code stands in single backticks, and each module's logger is `logger`."""
    found = {
        f"{path.relative_to(ROOT)}: {place[0].strip()}"
        for path in product()
        for place in _UNMANNERLY.finditer(path.read_text("utf-8"))
    }
    assert found == set()
