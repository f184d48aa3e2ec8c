from __future__ import annotations

import ast
import re
from datetime import timedelta
from pathlib import Path

import pytest

from bot.app import HOUSEKEEPING
from bot.chats.telegram.expiring import LONGEST_LIFE
from bot.chats.web.rooms import NONCES_ALWAYS_KEPT
from bot.sessions import analyses, imports, retention
from bot.sessions.outbox import LONGEST_DELAY
from bot.talk.context import QUESTION_LIFETIME
from storage.tables import metadata

ROOT = Path(__file__).parent.parent
PRIVACY = (ROOT / "docs" / "privacy.md").read_text("utf-8")
NAME, WORDS = "Quillobar", "zibberflonk"


def documented(heading: str) -> list[list[str]]:
    """Return the cells of each row in the page's table whose first column has this heading."""
    _, _, rows = PRIVACY.partition(f"| {heading} |")
    lines = rows.split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]


def kept(name: str) -> str:
    """Return how long the page says that a table or namespace is kept."""
    (found,) = [
        cells[-1]
        for heading in ("table", "namespace of `key_values` or `log_entries`")
        for cells in documented(heading)
        if f"`{name}`" in cells[0]
    ]
    return found


def constants(module: ast.Module) -> dict[str, str]:
    """Return the module's constants that are texts."""
    return {
        target.id: node.value.value
        for node in module.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value.value, str)
    }


def beginnings(modules: list[ast.Module]) -> dict[str, str]:
    """Return the beginning of the text that each function builds."""
    return {
        node.name: str(first.value)
        for module in modules
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef)
        for part in ast.walk(node)
        if isinstance(part, ast.JoinedStr) and isinstance(first := part.values[0], ast.Constant)
    }


def named(pattern: str, rows: list[list[str]]) -> list[str]:
    """Return the names in the first cells of rows."""
    return sorted(name for cells in rows for name in re.findall(f"`({pattern})`", cells[0]))


def namespaces() -> set[str]:
    """Return every namespace, or its constant beginning, that an adapter or the storage uses."""
    modules = [ast.parse(path.read_text("utf-8")) for path in (ROOT / "bot" / "chats").rglob("*.py")]
    by_function = beginnings(modules)
    found = set()
    for module in modules:
        by_name = constants(module)
        for node in ast.walk(module):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
                continue
            if ast.unparse(node.func.value).rpartition(".")[2].strip("_") != "key_values":
                continue
            namespace = node.args[0]
            if isinstance(namespace, ast.Call) and isinstance(namespace.func, ast.Name):
                found.add(by_function[namespace.func.id])
            else:
                assert isinstance(namespace, ast.Name)
                found.add(by_name[namespace.id])
    for path in (ROOT / "storage").glob("*.py"):
        by_name = constants(ast.parse(path.read_text("utf-8")))
        found |= {text for name, text in by_name.items() if name.endswith("_NAMESPACE")}
    return found


def test_every_table_has_a_row() -> None:
    """Every table has a row with its content, reason and duration, and nothing else has one."""
    rows = documented("table")
    assert named(r"\w+", rows) == sorted(metadata.tables)
    assert [cells for cells in rows if len(cells) != 4 or not cells[1]] == []


def test_every_namespace_has_a_row() -> None:
    """Every namespace has a row, and nothing else has one."""
    assert named(r"[\w:-]+", documented("namespace of `key_values` or `log_entries`")) == sorted(namespaces())


@pytest.mark.parametrize(
    ("name", "constant"),
    [
        ("applied", "APPLIED_KEPT"),
        ("nonce:", "NONCES_KEPT"),
        ("notifications", "NOTIFICATIONS_KEPT"),
        ("challenges", "CHALLENGES_KEPT"),
        ("posts", "REMINDERS_KEPT"),
        ("failed_attempts", "ATTEMPTS_KEPT"),
        ("unreadable_entries", "UNREADABLE_KEPT"),
        ("telegram_updates", "UPDATES_KEPT"),
        ("announcements", "ANNOUNCEMENTS_KEPT"),
        ("link_codes", "CODES_KEPT"),
        ("links", "LINKS_KEPT"),
        ("puzzles", "PUZZLES_KEPT"),
        ("puzzle_answers", "PUZZLES_KEPT"),
        ("link_changes", "LINKS_KEPT"),
        ("players", "LINKS_KEPT"),
    ],
)
def test_the_page_has_the_days_of_retention(name: str, constant: str) -> None:
    """The page has the number of days for which each table is kept."""
    days = getattr(retention, constant).days
    assert (f"{days} days" if days > 1 else "1 day") in kept(name)


def test_every_duration_of_retention_is_checked() -> None:
    """The list of constants above is complete."""
    times = {name for name in vars(retention) if name.endswith("_KEPT")}
    assert times == {
        "APPLIED_KEPT",
        "NONCES_KEPT",
        "NOTIFICATIONS_KEPT",
        "CHALLENGES_KEPT",
        "REMINDERS_KEPT",
        "ATTEMPTS_KEPT",
        "UNREADABLE_KEPT",
        "UPDATES_KEPT",
        "ANNOUNCEMENTS_KEPT",
        "CODES_KEPT",
        "LINKS_KEPT",
        "PUZZLES_KEPT",
    }


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("questions", f"{QUESTION_LIFETIME.seconds // 3600} hours"),
        ("analyses", f"newest {analyses.MOST_KEPT}"),
        ("imports", f"last {imports.MOST_KEPT}"),
        ("nonce:", f"last {NONCES_ALWAYS_KEPT} messages"),
        ("telegram-fleeting", f"{LONGEST_LIFE.seconds // 60} minutes"),
    ],
)
def test_the_page_has_the_limits_of_the_program(name: str, words: str) -> None:
    """The page has the program's limits of numbers, hours and minutes."""
    assert words in kept(name)


def test_the_page_has_the_hours_of_the_program() -> None:
    """The page says that a failing chat is retried within an hour, and that old rows go every six hours."""
    assert ("an hour" in kept("chats"), "every six hours" in PRIVACY) == (True, True)
    assert timedelta(hours=1) == LONGEST_DELAY
    assert timedelta(hours=6) == HOUSEKEEPING


def test_the_readme_leads_to_the_page() -> None:
    """The README links to the page."""
    assert "(docs/privacy.md)" in (ROOT / "README.md").read_text("utf-8")
