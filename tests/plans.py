"""Plans: whether the database finds what a statement asks for by an index, on a filled database."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from storage.migrate import upgrade

if TYPE_CHECKING:
    from pathlib import Path

GAMES = 4000
PEOPLE = 1000

SMALL = frozenset({"alembic_version"})
"""Tables that stay small."""
EXEMPT = {
    # What goes over everything on purpose, by what the statement says.
    "check": re.compile(r"^SELECT (games|matches)\.id FROM (games|matches) ORDER BY"),
}
"""Statements that may walk a whole table, by name; retention and copies are not part of what people do."""

_SCAN = re.compile(
    r"^SCAN (?P<table>\w+)(?! USING INDEX ix_\w+(_open|_asked|_undelivered|_computer|_review))"
)

_FILL = f"""
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {PEOPLE})
INSERT INTO players (id, name, computer_player, auto_roll, auto_forced, auto_confirm, since)
    SELECT i, 'Name ' || i, CASE i WHEN 1 THEN 'nardy' END, 1, 1, 0, '2026-01-01T00:00:00.000000Z' FROM n;
INSERT INTO accounts (platform, "key", player, name, handle)
    SELECT 'web', 'key ' || id, id, lower(name), 'handle' || id FROM players;
INSERT INTO chats (id, platform, "key", kind, owner, language, theme, side, gone)
    SELECT id, 'web', 'me ' || id, 'private', id, 'en', 'wood', 'w', 0 FROM players
    UNION ALL SELECT {PEOPLE + 1}, 'web', 'table', 'shared', NULL, 'en', 'wood', 'w', 0;
INSERT INTO chat_members SELECT {PEOPLE + 1}, id FROM players;
INSERT INTO blocks SELECT id, id + 1, since FROM players WHERE id < 100;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {GAMES})
INSERT INTO matches (id, ruleset, length, cube, extended, level, "first", "second", started)
    SELECT 'g' || i, 'long', '1 game', 0, 0, CASE i % 2 WHEN 0 THEN 'casual' END, 2 + i % 50,
        CASE i % 2 WHEN 0 THEN 1 ELSE 3 + i % 50 END, printf('2026-01-%02dT00:00:00.000000Z', 1 + i % 28)
    FROM n;
INSERT INTO games (id, "match", number, ruleset, white, black, white_chat, black_chat, version, turns, to_act,
        position, draft, outcome, started, changed)
    SELECT id, id, 1, 'long', "first", "second", {PEOPLE + 1}, "second", 40, 40,
        CASE WHEN CAST(substr(id, 2) AS INTEGER) % 20 = 0 THEN "first" END, '24:15 / 12:15 w', '',
        CASE WHEN CAST(substr(id, 2) AS INTEGER) % 20 <> 0 THEN 'w oyn FINISHED 1' END, started, started
    FROM matches;
INSERT INTO events SELECT games.id, four.i, four.i + 1, 'turn', 'w', '24/18', '', changed
    FROM games, (SELECT 0 AS i UNION SELECT 1 UNION SELECT 2 UNION SELECT 3) AS four;
INSERT INTO posts (subject, subject_id, chat, wanted_revision, shown_revision, told_revision, fresh_revision,
        message, sent_revision, number, tried_revision)
    SELECT 'game', id, {PEOPLE + 1}, 40, 40, 39, 40, 'message ' || id, 40, 1, 0 FROM games;
INSERT INTO notifications SELECT white, 'turn:' || id || ':40', rowid, 40, 'sent', changed FROM games;
INSERT INTO challenges (id, challenger, opponent, ruleset, length, cube, extended, chat, state, version, game,
        made, closed)
    SELECT id, white, black, 'long', '1 game', 0, 0, {PEOPLE + 1}, 'accepted', 2, id, started, started FROM games;
INSERT INTO analyses SELECT id, 1, 1, NULL, '-', changed FROM games WHERE outcome IS NOT NULL;
INSERT INTO applied SELECT 'event ' || id, changed FROM games;
INSERT INTO given_ids SELECT id FROM games;
INSERT INTO key_values SELECT 'web', id, 'text' FROM games;
INSERT INTO log_entries (namespace, text) SELECT 'web', id FROM games;
INSERT INTO questions SELECT id, white, 'line', changed FROM games;
"""


def filled(path: Path) -> Path:
    """Make a database with thousands of games, most of which are over."""
    upgrade(path)
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(_FILL)
    return path


def walks(path: Path, statement: str) -> list[str]:
    """Return the steps of a statement's plan that walk a whole table, if there are such."""
    if statement in _known:
        return _known[statement]
    found: list[str] = []
    if not any(exempt.match(statement) for exempt in EXEMPT.values()):
        values = [None] * statement.count("?")
        with closing(sqlite3.connect(path)) as connection:
            steps = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)]
        found = [step for step in steps if _is_walk(step)]
    _known[statement] = found
    return found


_known: dict[str, list[str]] = {}
_TABLES = frozenset(re.findall(r"INSERT INTO (\w+)", _FILL)) - SMALL
"""Tables that grow."""


def _is_walk(step: str) -> bool:
    """Whether a step goes over all rows of a table that grows, or of an index that holds all of them."""
    return step.startswith("SCAN ") and "CONSTANT ROW" not in step and "SUBQUERY" not in step
