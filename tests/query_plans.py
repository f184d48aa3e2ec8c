"""Check on a filled database that a statement finds its rows by an index."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.databases import create_database

GAMES = 4000
PEOPLE = 1000

EXEMPT = {
    # Statements that read everything on purpose, by the beginning of their text.
    "check": re.compile(r"^SELECT (games|matches)\.id FROM (games|matches) ORDER BY"),
    # An administrator counts rows, lists bans, or announces something to all chats.
    "admin": re.compile(
        r"^SELECT (count\(\*\) AS count_1 FROM (players|games|chats)|players\.id, players\.name, bans\."
        r"|chats\.id, chats\.platform, chats\.\"key\" FROM chats WHERE chats\.gone = 0 ORDER BY chats\.id$"
        r"|key_values\.\"key\" FROM key_values WHERE key_values\.namespace = \?$)"
    ),
    # A redraw, for example of all boards of a chat after a change of its look or time zone.
    "repaint": re.compile(r"^UPDATE posts SET repaints=\(posts\.repaints \+ \?\) WHERE "),
}
"""Statements that may scan a whole table, by name. Retention and copies are no part of these tests."""


def fill(connection: sqlite3.Connection, games: int = GAMES, people: int = PEOPLE) -> None:
    """Fill an empty database with games, most of them finished, and all rows that belong to them."""
    connection.executescript(f"""
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {people})
INSERT INTO players (id, name, computer_player, auto_roll, auto_forced, auto_confirm, since)
    SELECT i, 'Name ' || i, CASE i WHEN 1 THEN 'nardy' END, 1, 1, 0, '2026-01-01T00:00:00.000000Z' FROM n;
INSERT INTO accounts (platform, "key", player, name, handle)
    SELECT 'web', 'key ' || id, id, lower(name), 'handle' || id FROM players
    UNION ALL SELECT 'telegram', 'key ' || id, id, lower(name), 'handle' || id FROM players WHERE id % 2 = 0;
INSERT INTO chats (id, platform, "key", kind, owner, language, theme, side, gone)
    SELECT id, 'web', 'me ' || id, 'private', id, 'en', 'wood', 'w', 0 FROM players
    UNION ALL SELECT {people + 1}, 'web', 'table', 'shared', NULL, 'en', 'wood', 'w', 0;
INSERT INTO chat_members SELECT {people + 1}, id FROM players;
INSERT INTO blocks SELECT id, id + 1, since FROM players WHERE id < 100;
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {games})
INSERT INTO matches (id, ruleset, length, cube, extended, level, "first", "second", started)
    SELECT 'g' || i, 'long', '1 game', 0, 0, CASE i % 2 WHEN 0 THEN 'casual' END, 2 + i % 50,
        CASE i % 2 WHEN 0 THEN 1 ELSE 3 + i % 50 END, printf('2026-01-%02dT00:00:00.000000Z', 1 + i % 28)
    FROM n;
INSERT INTO games (id, "match", number, ruleset, white, black, white_chat, black_chat, version, turns, to_act,
        position, draft, outcome, started, changed)
    SELECT id, id, 1, 'long', "first", "second", {people + 1}, "second", 40, 40,
        CASE WHEN CAST(substr(id, 2) AS INTEGER) % 20 = 0 THEN "first" END, '24:15 / 12:15 w', '',
        CASE WHEN CAST(substr(id, 2) AS INTEGER) % 20 <> 0 THEN 'w oyn FINISHED 1' END, started, started
    FROM matches;
INSERT INTO events SELECT games.id, four.i, four.i + 1, 'w', '24/18', changed
    FROM games, (SELECT 0 AS i UNION SELECT 1 UNION SELECT 2 UNION SELECT 3) AS four;
INSERT INTO posts (subject, subject_id, chat, wanted_revision, shown_revision, told_revision, fresh_revision,
        message, sent_revision, number, tried_revision)
    SELECT 'game', id, {people + 1}, 40, 40, 39, 40, 'message ' || id, 40, 1, 0 FROM games;
INSERT INTO notifications SELECT white, 'turn:' || id || ':40', rowid, 40, 'sent', changed FROM games;
INSERT INTO challenges (id, challenger, opponent, ruleset, length, cube, extended, chat, state, version, game,
        made, closed)
    SELECT id, white, black, 'long', '1 game', 0, 0, {people + 1}, 'accepted', 2, id, started, started
    FROM games;
INSERT INTO analyses SELECT id, 1, 1, NULL, '-', changed FROM games WHERE outcome IS NOT NULL;
INSERT INTO applied SELECT 'event ' || id, changed FROM games;
INSERT INTO given_ids SELECT id FROM games;
INSERT INTO key_values SELECT 'web', id, 'text' FROM games;
INSERT INTO log_entries (namespace, text) SELECT 'web', id FROM games;
INSERT INTO retired (chat, message) SELECT {people + 1}, 'old ' || id FROM players WHERE id < 20;
INSERT INTO alarms (kind, subject, due) SELECT 'a kind', id, changed FROM games;
INSERT INTO links (id, state, version, asker, asker_chat, typist, typist_chat, made)
    SELECT 'link ' || id, 'refused', 1, id, id, id + 1, id + 1, since FROM players WHERE id < 900;
INSERT INTO link_codes SELECT 'hash ' || id, id, id, since, 0 FROM players;
INSERT INTO questions SELECT id, white, 'line', changed FROM games;
""")  # noqa: S608 (our own numbers)


def filled(path: Path) -> Path:
    """Create a database with 400 games, most of them finished; no plan depends on the number."""
    create_database(path)
    with closing(sqlite3.connect(path)) as connection:
        fill(connection, games=400)
    return path


def full_scans(path: Path, statement: str) -> list[str]:
    """Return the steps of a statement's plan that scan a whole table, empty if there are none."""
    if statement in _known:
        return _known[statement]
    found: list[str] = []
    if not any(exempt.match(statement) for exempt in EXEMPT.values()):
        values = [None] * statement.count("?")
        with closing(sqlite3.connect(path)) as connection:
            steps = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", values)]
        found = [step for step in steps if _is_full_scan(step)]
    _known[statement] = found
    return found


_known: dict[str, list[str]] = {}

_QUEUES = re.compile(
    r"^SCAN (retired|heartbeats)\b|USING (COVERING )?INDEX"
    r" ix_(posts_undelivered|analyses_whole|games_awaits_review|games_due|games_remind_at)\b"
)
"""Tables and indexes with only pending work or a bounded number of rows: they may be read completely."""
_TOO_MANY = re.compile(
    r"(sqlite_autoindex_(chats|accounts)_1|ix_accounts_(name|handle)) \(platform=\?\)"
    r"|ix_posts_chat \(chat=\?( AND message>\?)?\)|sqlite_autoindex_posts_1 \(subject=\?\)"
    r"|ix_games_(white|black)_chat \((white|black)_chat=\?\)|sqlite_autoindex_key_values_1 \(namespace=\?\)"
    r"|sqlite_autoindex_notifications_1 \(player=\?\)"
)
"""Searches that find a whole platform, or all posts of a chat: no better than a scan of the table."""


def _is_full_scan(step: str) -> bool:
    """Return True if a step of a plan reads all rows of a table or index, or far too many.

    `(SUBQUERY …)` and `anon_…` are results of other steps, which are checked themselves.
    """
    if step.startswith("SEARCH "):
        return _TOO_MANY.search(step) is not None
    scans = step.startswith("SCAN ") and not step.startswith(("SCAN anon_", "SCAN (", "SCAN CONSTANT ROW"))
    return scans and _QUEUES.search(step) is None
