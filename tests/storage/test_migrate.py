from __future__ import annotations

import re
import shutil
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import CheckConstraint, create_engine, inspect

from bot.rules import Grade, Roll, Side
from bot.rules.events import (
    Cause,
    Chosen,
    Doubled,
    DrawAgreed,
    Dropped,
    Event,
    Offered,
    Opened,
    Played,
    RaceBegun,
    Refused,
    Resigned,
    Rolled,
    Took,
    parse_event,
)
from bot.rules.notation import parse_moves
from storage.errors import NewerDatabase, UnusableDatabase
from storage.migrate import SCRIPTS
from storage.sqlite import upgrade
from storage.tables import metadata
from tests.databases import create_database

SINCE_CLOCKS = {
    "alarms",
    "heartbeats",
    "holidays",
    "bans",
    "processes",
    "telegram_updates",
    "link_codes",
    "links",
    "link_changes",
    "daily_positions",
    "puzzles",
    "puzzle_answers",
    "own_puzzles",
}
"""Tables that revision 0016 or a later one created."""
NEWEST = max(path.name[:4] for path in (SCRIPTS / "versions").glob("[0-9]*.py"))
"""The last of our migrations."""

REBUILD = '''
"""Rebuilds the players' table, on which others hang."""

from alembic import op
import sqlalchemy as sa

revision = "9999"
down_revision = "NEWEST"


def upgrade():
    """Add a column by rebuilding the table."""
    with op.batch_alter_table("games", recreate="always") as table:
        table.add_column(sa.Column("place", sa.Text(), server_default="here", nullable=False))
    with op.batch_alter_table("posts", recreate="always") as table:
        table.add_column(sa.Column("place", sa.Text(), server_default="here", nullable=False))
'''.replace("NEWEST", NEWEST)
LACKING = REBUILD.replace(
    "\n    with op",
    '\n    op.drop_index("ix_games_first_rolls")\n    op.drop_column("games", "first_rolls")\n    with op',
    1,
)
BROKEN = REBUILD + '    op.execute("DELETE FROM players")\n'  # noqa: S608 (a migration's text)
FAILING = REBUILD + '    raise RuntimeError("half done")\n'

PEOPLE = """
INSERT INTO players
    (id, name, program, language, theme, side, auto_roll, auto_forced, auto_confirm, since) VALUES
    (1, 'Anna', NULL, 'en', NULL, NULL, 1, 1, 0, '2026'),
    (2, 'Boris', NULL, 'ru', NULL, 'own', 1, 1, 0, '2026');
INSERT INTO chats (id, platform, key, kind, language, theme, side, gone)
    VALUES (1, 'web', 'table', 'shared', 'en', 'wood', 'w', 0);
INSERT INTO accounts (platform, key, player, name) VALUES ('web', 'a1', 1, 'anna'), ('web', 'b1', 2, 'boris');
"""
OLD_GAMES = """
INSERT INTO games (id, ruleset, white, black, version, turns, actor, position, draft, outcome, started,
    changed)
    VALUES ('k7f', 'long', 1, 2, 1, 0, 1, '24:15 / 12:15 w', '', NULL, '2026', '2026'),
    ('m4x', 'narde', 2, 1, 7, 4, NULL, '24:15 / 12:15 w', '', 'w mars RESIGNED', '2026', '2026');
INSERT INTO events VALUES ('m4x', 0, 1, 'opening', 'w', '', '', '2026');
INSERT INTO challenges (id, challenger, opponent, ruleset, chat, rematch_of, state, version, game, made)
    VALUES ('p5d', 1, 2, 'palm', 1, 'm4x', 'open', 1, NULL, '2026');
"""
AGAINST_THE_PROGRAM = """
INSERT INTO players (id, name, program, auto_roll, auto_forced, auto_confirm, since)
    VALUES (3, 'Nardy', 'plain', 1, 1, 0, '2026');
INSERT INTO games (id, ruleset, white, black, version, turns, actor, position, draft, started, changed)
    VALUES ('q8h', 'long', 3, 1, 1, 0, 3, '24:15 / 12:15 w', '', '2026', '2026');
INSERT INTO challenges (id, challenger, opponent, ruleset, chat, rematch_of, state, version, game, made)
    VALUES ('q8h', 1, 3, 'long', 1, NULL, 'accepted', 2, 'q8h', '2026');
"""
OPEN_CARDS = """
INSERT INTO challenges (id, challenger, opponent, ruleset, chat, state, version, made)
    VALUES ('n6v', 1, NULL, 'long', 1, 'open', 1, '2026');
INSERT INTO posts (id, subject, subject_id, chat, wanted, shown, told, fresh, sent, number, tried)
    VALUES (2, 'challenge', 'n6v', 1, 1, 1, 1, 1, 1, 1, 1), (3, 'challenge', 'p5d', 1, 1, 1, 1, 1, 1, 1, 1);
"""
PRIVATE = """
INSERT INTO chats (id, platform, key, kind, owner, language, theme, side, gone)
    VALUES (2, 'web', 'me:b1', 'private', 2, 'en', 'wood', 'w', 0);
"""
HEARD = """
UPDATE accounts SET met_in = 1 WHERE key = 'a1';
UPDATE games SET black_chat = 1 WHERE id = 'k7f';
INSERT INTO notes (shelf, key, text) VALUES ('web', 'key', 'abcd');
"""
SAID = ("open 6-1", "61 kept", "24/18 13/12", "double", "take", "32", "", "55", "44", "21", "65", "43")
ROLLED = "INSERT INTO events (game, number, version, side, event, at) VALUES " + ", ".join(  # noqa: S608 (ours)
    f"('{game}', {number}, 1, 'w', '{text}', '2026')"
    for game in ("k7f", "m4x")
    for number, text in enumerate(SAID, 1)
)
TRIED_AT = "2026-08-16 12:00:00.000000"
TRIED = f"UPDATE posts SET tried_at = '{TRIED_AT}' WHERE id = 1;"  # noqa: S608 (our own moment)
GAMES = """
INSERT INTO matches (id, ruleset, length, cube, extended, first, second, starter, started)
    VALUES ('k7f', 'long', '1 game', 0, 0, 1, 2, NULL, '2026');
INSERT INTO games (id, "match", number, ruleset, white, black, version, turns, actor, position, draft,
    started, changed)
    VALUES ('k7f', 'k7f', 1, 'long', 1, 2, 1, 0, 1, '24:15 / 12:15 w', '', '2026', '2026');
"""
ENDED = """
INSERT INTO players (id, name, computer_player, auto_roll, auto_forced, auto_confirm, since) VALUES
    (1, 'Anna', NULL, 1, 1, 0, '2026'), (2, 'Boris', NULL, 1, 1, 0, '2026'),
    (3, 'Nardy', 'nardy', 1, 1, 0, '2026');
INSERT INTO matches (id, ruleset, length, cube, extended, "first", "second", started)
    SELECT id, 'long', '1 game', 0, 0, white, black, '2026' FROM (
        SELECT 'waits' AS id, 3 AS white, 1 AS black UNION SELECT 'analysed', 1, 3
        UNION SELECT 'people', 1, 2 UNION SELECT 'played', 1, 3);
INSERT INTO games (id, "match", number, ruleset, white, black, version, turns, to_act, position, draft,
    outcome, started, changed)
    SELECT id, id, 1, ruleset, "first", "second", 2, 1, iif(id = 'played', 1, NULL), '24:15 / 12:15 w', '',
    iif(id = 'played', NULL, 'w oyn FINISHED 1'), '2026', '2026' FROM matches;
INSERT INTO analyses VALUES ('analysed', 1, 1, NULL, '-', '2026');
"""
HAPPENED = """
INSERT INTO matches (id, ruleset, length, cube, extended, "first", "second", started)
    SELECT column1, column1, '1 game', 0, 0, 1, 2, '2026'
    FROM (VALUES ('long'), ('sport'), ('palm'), ('short'));
INSERT INTO games (id, "match", number, ruleset, white, black, version, turns, to_act, position, draft,
    started, changed) SELECT id, id, 1, id, 1, 2, 9, 9, 1, '24:15 / 12:15 w', '', '2026', '2026'
    FROM matches WHERE id = ruleset;
"""
EVENTS: dict[str, list[tuple[tuple[str, str, str, str | None], Event]]] = {
    "long": [
        (("opening", "3-3 6-2", "", "w"), Opened(((3, 3), (6, 2)))),
        (("roll", "6-2", "", "w"), Rolled(Roll(6, 2))),
        (("turn", "24/16", "forced", "w"), Played(parse_moves("24/16"), Cause.FORCED)),
        (("roll", "6-6", "", "b"), Rolled(Roll(6, 6))),
        (("turn", "pass", "prime", "b"), Played((), Cause.PRIME)),
        (("double", "2", "", "w"), Doubled()),
        (("take", "2", "", "b"), Took()),
        (("roll", "5-4", "", "w"), Rolled(Roll(5, 4))),
        (("turn", "24/19 16/12", "", "w"), Played(parse_moves("24/19 16/12"))),
        (("offer", "draw", "", "w"), Offered(Side.WHITE, None)),
        (("refusal", "draw", "", "b"), Refused(Side.BLACK, None)),
        (("offer", "oyn", "", "b"), Offered(Side.BLACK, Grade.OYN)),
        (("refusal", "oyn", "", "w"), Refused(Side.WHITE, Grade.OYN)),
        (("race", "", "", None), RaceBegun()),
        (("turn", "12/11", "race", "b"), Played(parse_moves("12/11"), Cause.RACE)),
        (("drop", "1", "", "b"), Dropped()),
        (("draw", "", "", "b"), DrawAgreed()),
        (("resign", "mars", "", "b"), Resigned(Side.BLACK, Grade.MARS)),
    ],
    "sport": [
        (("opening", "6-2", "", "w"), Opened(((6, 2),))),
        (("roll", "6-2", "", "w"), Rolled(Roll(6, 2), Cause.KEPT)),
        (("turn", "24/16", "", "w"), Played(parse_moves("24/16"))),
        (("roll", "6-2", "", "b"), Rolled(Roll(6, 2))),
    ],
    "palm": [
        (("opening", "6-2", "", "w"), Opened(((6, 2),))),
        (("choice", "keep", "", "w"), Chosen(keep=True)),
        (("roll", "6-2", "", "w"), Rolled(Roll(6, 2), Cause.KEPT)),
        (("choice", "reroll", "", "w"), Chosen(keep=False)),
        (("roll", "6-2", "", "w"), Rolled(Roll(6, 2))),
    ],
    "short": [
        (("opening", "", "", "w"), Opened()),
        (("roll", "6-2", "", "w"), Rolled(Roll(6, 2))),
        (("turn", "bar/19* 24/18*/13(2)", "", "w"), Played(parse_moves("bar/19* 24/18*/13(2)"))),
    ],
}
"""The columns of an event before revision 0013 (kind, text, cause, side), and the event that they mean."""
CHATS = """
INSERT INTO chats (id, platform, key, kind, language, theme, side, gone)
    VALUES (1, 'web', 'table', 'shared', 'en', 'wood', 'w', 0);
INSERT INTO posts (id, subject, subject_id, chat, wanted_revision, shown_revision, told_revision,
        fresh_revision, sent_revision, number, tried_revision)
    VALUES (1, 'game', 'played', 1, 1, 0, 0, 1, 0, 0, 0);
INSERT INTO retired (chat, message) VALUES (1, '17');
"""
HANGING = """
INSERT INTO events VALUES ('k7f', 0, 1, 'opening', 'w', '6-1', '', '2026');
INSERT INTO posts (id, subject, subject_id, chat, wanted, shown, told, fresh, sent, number, tried)
    VALUES (1, 'game', 'k7f', 1, 1, 0, 0, 1, 0, 0, 0);
INSERT INTO notices (player, cause, post, revision, state) VALUES (1, 'turn:k7f:0', 1, 1, 'owed');
INSERT INTO retired (chat, message) VALUES (1, '17');
"""

POST = """
INSERT INTO posts (id, subject, subject_id, chat, wanted, shown, told, fresh, sent, number, tried)
    VALUES (2, 'challenge', 'd2e', 1, 2, 2, 0, 1, 1, 1, 0);
"""
RENAMED_POST = POST.replace(
    "wanted, shown, told, fresh, sent",
    "wanted_revision, shown_revision, told_revision, fresh_revision, sent_revision",
).replace("tried)", "tried_revision)")
NAMED_BEFORE = {"notifications": "notices", "key_values": "notes", "log_entries": "pages"}
"""The tables that had another name before revision 0010."""
LOGGED = """
INSERT INTO notes VALUES ('web:accounts', 'a1', 'Anna');
INSERT INTO pages (number, shelf, text) VALUES (3, 'room:table', 'hello'), (4, 'room:table', 'gone');
DELETE FROM pages WHERE number = 4;
INSERT INTO unreadable_entries VALUES (1, 'room:table', 'as it came', '2026');
"""
CLOSED = """
INSERT INTO challenges (id, challenger, opponent, ruleset, length, cube, extended, chat, state, version, made)
    VALUES ('d2e', 1, 2, 'long', '1 game', 0, 0, 1, 'declined', 2, '2025'),
    ('p5d', 1, 2, 'long', '1 game', 0, 0, 1, 'open', 1, '2026');
INSERT INTO notices (player, cause, post, revision, state) VALUES (2, 'challenge:d2e', 2, 1, 'sent');
INSERT INTO notes VALUES ('imports', 'i4g', '[]'), ('imports-of', '1', 'i4g'), ('web:names', 'anna', 'a1');
INSERT INTO analyses VALUES ('i7b', 1, 1, NULL, '-', '2026');
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A path for the database."""
    return tmp_path / "data" / "nardy.db"


def write(file: Path, rows: str) -> None:
    """Execute statements on a file."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(rows)


def read(file: Path, query: str) -> list[tuple[object, ...]]:
    """Return the rows that a query finds in a file."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


Stages = dict[str, Path]
"""Copies of a database at some revisions, with the rows that it got there, and at the newest (`head`)."""


def upgraded_in_stages(file: Path, **rows: str) -> Stages:
    """Upgrade a new file in stages (`at_0001`), with more rows at each, and then to the newest revision."""
    stages = {}
    for name, added in rows.items():
        number = name.removeprefix("at_")
        upgrade(file, number)
        write(file, added)
        stages[number] = Path(shutil.copyfile(file, file.with_name(number)))
    upgrade(file)
    return stages | {"head": file}


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Stages:
    """A database from the first revision, with most of its rows from there."""
    return upgraded_in_stages(
        tmp_path_factory.mktemp("old") / "nardy.db",
        at_0001=PEOPLE + OLD_GAMES + HANGING + AGAINST_THE_PROGRAM + OPEN_CARDS + PRIVATE,
        at_0006=HEARD,
        at_0016="",
        at_0017="",
        at_0024=ROLLED,
        at_0026=TRIED,
    )


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Stages:
    """A database from before retention, with rows in every table that was renamed later."""
    return upgraded_in_stages(
        tmp_path_factory.mktemp("kept") / "nardy.db",
        at_0007=PEOPLE + GAMES + HANGING + POST + CLOSED,
        at_0008="",
        at_0009=LOGGED,
        at_0010="",
    )


@pytest.fixture(scope="module")
def claimed(tmp_path_factory: pytest.TempPathFactory) -> Stages:
    """A database from before reviews and claims, with games, chats, posts, events and a message to retire."""
    events = [
        [game, str(number), *("NULL" if cell is None else f"'{cell}'" for cell in row)]
        for game, stored in EVENTS.items()
        for number, (row, _) in enumerate(stored)
    ]
    rows = ", ".join(f"('{game}', {number}, 1, {', '.join(row)}, '2026')" for game, number, *row in events)
    happened = "INSERT INTO events (game, number, version, kind, text, cause, side, at) VALUES"
    return upgraded_in_stages(
        tmp_path_factory.mktemp("claimed") / "nardy.db",
        at_0010=ENDED + CHATS,
        at_0011=f"{HAPPENED} {happened} {rows};",
        at_0012="",
    )


@pytest.fixture
def populated(kept: Stages, file: Path) -> Path:
    """A database at the newest revision, with rows that refer to each other."""
    file.parent.mkdir()
    return Path(shutil.copyfile(kept["head"], file))


def scripts_with(tmp_path: Path, migration: str) -> Path:
    """Return the migrations plus one."""
    scripts = tmp_path / "scripts"
    shutil.copytree(SCRIPTS, scripts)
    (scripts / "versions" / "9999_more.py").write_text(migration)
    return scripts


def counted(file: Path) -> dict[str, int]:
    """Return the number of rows in each present table."""
    return {
        table: len(rows) for table, rows in rows_of(file, {name: name for name in metadata.tables}).items()
    }


def rows_of(file: Path, tables: dict[str, str]) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of some tables, by the tables' present names."""
    return {now: read(file, f'SELECT * FROM "{then}" ORDER BY 1') for now, then in tables.items()}  # noqa: S608 (our names)


def revision(file: Path) -> object:
    """Return the revision of a file."""
    return read(file, "SELECT version_num FROM alembic_version")[0][0]


def test_a_fresh_file_gets_every_table(file: Path) -> None:
    """A new file gets all tables, empty."""
    upgrade(file)
    assert set(counted(file).values()) == {0}


def test_the_migrations_create_the_tables_of_the_metadata(file: Path) -> None:
    """The migrated schema equals the metadata."""
    create_database(file)
    with create_engine(f"sqlite:///{file}").connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    connection.engine.dispose()


def test_the_migrations_create_the_checks_of_the_metadata(file: Path) -> None:
    """The migrated schema has the check constraints of the metadata, word for word."""
    create_database(file)
    engine = create_engine(f"sqlite:///{file}")
    found = {
        (table, check["name"], str(check["sqltext"]))
        for table in metadata.tables
        for check in inspect(engine).get_check_constraints(table)
    }
    engine.dispose()
    wanted = {
        (table.name, str(check.name), str(check.sqltext))
        for table in metadata.tables.values()
        for check in table.constraints
        if isinstance(check, CheckConstraint) and not getattr(check, "_type_bound", False)
    }
    assert found == wanted


def test_the_migrations_reuse_no_key_that_the_metadata_protects(file: Path) -> None:
    """The migrated schema and the metadata have the same tables whose keys are never reused."""
    create_database(file)
    found = read(file, "SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'")
    wanted = {table.name for table in metadata.tables.values() if table.kwargs.get("sqlite_autoincrement")}
    assert {name for (name,) in found} == wanted


def shape(file: Path) -> tuple[object, ...]:
    """Return a file's schema, independent of the order of its changes.

    The names of primary and foreign keys are left out, because SQLite keeps them when it renames a table or
    column.
    """
    engine = create_engine(f"sqlite:///{file}")
    seen = inspect(engine)
    tables = [
        (
            name,
            sorted((each["name"], str(each["type"]), each["nullable"], each["default"]) for each in columns),
            seen.get_pk_constraint(name)["constrained_columns"],
            sorted(repr(each | {"name": None}) for each in seen.get_foreign_keys(name)),
            sorted(seen.get_check_constraints(name), key=repr),
            sorted(seen.get_unique_constraints(name), key=repr),
        )
        for name in sorted(seen.get_table_names())
        for columns in [seen.get_columns(name)]
    ]
    engine.dispose()
    indexes = read(
        file, "SELECT name, tbl_name, replace(sql, '\"', '') FROM sqlite_master WHERE type = 'index'"
    )
    growing = read(file, "SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'")
    return tables, sorted(indexes, key=repr), sorted(growing)


def test_an_old_file_gets_the_schema_of_a_new_one(old: Stages, file: Path) -> None:
    """A file of the first revision has the same schema after all migrations as a new file."""
    create_database(file)
    assert shape(old["head"]) == shape(file)


def test_every_stage_has_its_revision(old: Stages, kept: Stages, claimed: Stages) -> None:
    """A file can stop before or just after the present first migration, and still reach the newest."""
    for stages in (old, kept, claimed):
        assert {number: revision(file) for number, file in stages.items()} == {
            number: NEWEST if number == "head" else number for number in stages
        }


def test_a_second_upgrade_changes_nothing(populated: Path) -> None:
    """An up-to-date file stays unchanged, and no copy is made."""
    before = populated.read_bytes()
    upgrade(populated)
    assert (populated.read_bytes(), [*populated.parent.iterdir()]) == (before, [populated])


def test_an_account_of_the_first_revision_has_no_handle(old: Stages) -> None:
    """Accounts from before handles are all kept, without a handle."""
    found = read(old["head"], "SELECT key, name, handle FROM accounts ORDER BY key")
    assert found == [("a1", "anna", None), ("b1", "boris", None)]


def test_players_of_a_shared_chat_become_its_members(old: Stages) -> None:
    """A player who wrote in a shared chat, or is notified of a game there, becomes its member."""
    found = read(old["head"], "SELECT chat, player FROM chat_members ORDER BY player")
    assert found == [(1, 1), (1, 2)]


def test_a_chosen_language_is_distinguished_from_the_client_s(old: Stages) -> None:
    """A language counts as chosen if it differs from the client's first one; others follow the client."""
    players = read(old["head"], "SELECT name, language, client_language FROM players WHERE id < 3")
    assert players == [("Anna", None, "en"), ("Boris", "ru", "ru")]
    chats = read(old["head"], "SELECT kind, language_chosen FROM chats")
    assert chats == [("shared", 1), ("private", 0)]


def test_an_installation_keeps_its_key(old: Stages) -> None:
    """The key that signed seats before signs everything afterwards."""
    found = read(old["head"], "SELECT namespace, text FROM key_values WHERE key = 'key'")
    assert found == [("installation", "abcd")]


def test_new_settings_begin_with_the_former_behaviour(old: Stages) -> None:
    """Old players count by the board and play races themselves, and old boards stay as usual."""
    assert {*read(old["head"], "SELECT auto_race, numbers FROM players")} == {(0, "board")}
    assert {*read(old["head"], "SELECT boards FROM chats")} == {(None,)}
    retired = read(old["head"], "SELECT message, policy, game, revision FROM retired")
    assert retired == [("17", "stay", None, None)]


def test_defaults_of_boards_become_unset_and_the_layout_a_setting(file: Path) -> None:
    """A chat's default theme and fate of boards become unset; a theme's word with a layout is split."""
    themes = ("wood", "dark", "contrast", "compact", "compact-dark", "compact-contrast")
    chat = "INSERT INTO chats (id, platform, key, kind, language, theme, side, gone, boards) VALUES"
    player = "INSERT INTO players (id, name, theme, auto_roll, auto_forced, auto_confirm, since) VALUES"
    rows = [
        f"{chat} ({at}, 'web', 'c{at}', 'shared', 'en', '{theme}', 'w', 0, '{boards}');"
        for at, (theme, boards) in enumerate(zip(themes, ("stay", "shrink", "delete") * 2, strict=True))
    ]
    rows += [
        f"{player} ({at}, 'Anna', {theme}, 1, 1, 0, '2026');"
        for at, theme in enumerate(("NULL", "'wood'", "'dark'", "'compact'", "'compact-contrast'"))
    ]
    upgraded_in_stages(file, at_0029="".join(rows))
    assert read(file, "SELECT theme, layout, boards FROM chats ORDER BY id") == [
        (None, None, None),
        ("dark", None, "shrink"),
        ("contrast", None, "delete"),
        (None, "compact", None),
        ("dark", "compact", "shrink"),
        ("contrast", "compact", "delete"),
    ]
    assert read(file, "SELECT theme, layout FROM players ORDER BY id") == [
        (None, None),
        ("wood", None),
        ("dark", None),
        (None, "compact"),
        ("contrast", "compact"),
    ]


def test_a_game_of_an_earlier_revision_is_a_match_of_one(old: Stages) -> None:
    """Each game becomes a match of one game; a starter is named if no opening roll decided it."""
    matches = read(
        old["head"],
        "SELECT id, ruleset, length, cube, extended, first, second, starter, started, level, hints"
        " FROM matches ORDER BY id",
    )
    games = read(old["head"], 'SELECT id, "match", number, outcome FROM games ORDER BY id')
    assert matches == [
        ("k7f", "long", "1 game", 0, 0, 1, 2, None, "2026", None, 0),
        ("m4x", "narde", "1 game", 0, 0, 2, 1, 2, "2026", None, 0),
        ("q8h", "long", "1 game", 0, 0, 3, 1, None, "2026", "casual", 0),
    ]
    assert games == [
        ("k7f", "k7f", 1, None),
        ("m4x", "m4x", 1, "w mars RESIGNED 1"),
        ("q8h", "q8h", 1, None),
    ]


def test_an_open_challenge_of_an_earlier_revision_is_to_one_game(old: Stages) -> None:
    """A pending challenge keeps its terms, and is for a single game without a cube."""
    found = read(
        old["head"],
        "SELECT id, challenger, opponent, ruleset, rematch_of, state, length, cube, extended, starter"
        " FROM challenges WHERE opponent = 2",
    )
    assert found == [("p5d", 1, 2, "palm", "m4x", "open", "1 game", 0, 0, None)]


def test_games_of_an_earlier_revision_have_no_analyses(old: Stages) -> None:
    """Games from before analyses have none."""
    assert (counted(old["head"])["analyses"], counted(old["head"])["games"]) == (0, 3)


def test_challenges_to_the_computer_get_the_casual_level(old: Stages) -> None:
    """A challenge to the computer gets a level, as its match does; challenges between people get none."""
    challenges = read(old["head"], "SELECT id, level, hints FROM challenges ORDER BY id")
    assert challenges == [("n6v", None, 0), ("p5d", None, 0), ("q8h", "casual", 0)]
    assert read(old["head"], "SELECT computer_player FROM players WHERE id = 3") == [("nardy",)]


def test_the_card_of_an_open_invitation_is_redrawn(old: Stages) -> None:
    """An open invitation is redrawn, because its link and command lack the new token; other cards stay."""
    pending = read(
        old["head"],
        "SELECT subject_id FROM posts WHERE subject = 'challenge' AND shown_revision < wanted_revision",
    )
    assert pending == [("n6v",)]


def test_ids_of_earlier_revisions_are_never_reused(kept: Stages) -> None:
    """The ids of games, challenges and imports are recorded as given, including those of a deleted import."""
    found = read(kept["head"], "SELECT id FROM given_ids ORDER BY id")
    assert found == [("d2e",), ("i4g",), ("i7b",), ("k7f",), ("p5d",)]


def test_an_old_closed_challenge_is_closed_when_it_was_made(kept: Stages) -> None:
    """A declined challenge gets its making as the closing time; an open one gets none."""
    found = read(kept["head"], "SELECT id, closed FROM challenges ORDER BY id")
    assert found == [("d2e", "2025"), ("p5d", None)]


def test_an_old_notification_gets_the_time_of_its_subject(kept: Stages) -> None:
    """A notification gets the time of its game's last change, or of its challenge's making."""
    found = read(kept["head"], "SELECT cause, at FROM notifications ORDER BY cause")
    assert found == [("challenge:d2e", "2025"), ("turn:k7f:0", "2026")]


def test_retentions_migration_keeps_every_row(kept: Stages) -> None:
    """The migration for retention deletes no row, and neither does a later one."""
    before = {
        table: NAMED_BEFORE.get(table, table)
        for table in metadata.tables
        if table not in {"given_ids", "unreadable_entries"} | SINCE_CLOCKS
    }
    first, then = (
        {table: len(rows) for table, rows in rows_of(kept[stage], before).items()}
        for stage in ("0007", "0008")
    )
    assert first == then
    named = {table: NAMED_BEFORE.get(table, table) for table in metadata.tables.keys() - SINCE_CLOCKS}
    last = {table: len(rows) for table, rows in rows_of(kept["0009"], named).items()}
    assert counted(kept["head"]) == last | dict.fromkeys(SINCE_CLOCKS, 0) | {"alarms": 1}
    assert last["given_ids"] == 5


def test_the_id_of_a_post_is_never_reused(populated: Path) -> None:
    """After the last post is deleted, the next one has a higher id, because message nonces contain it."""
    post = RENAMED_POST.replace("(2, ", "(NULL, ")
    with closing(sqlite3.connect(populated)) as connection:
        connection.execute("DELETE FROM posts WHERE id = 2")
        assert connection.execute(post).lastrowid == 3
        connection.execute("DELETE FROM posts")
        assert connection.execute(post).lastrowid == 4


def test_renaming_changes_no_row(kept: Stages) -> None:
    """Renaming keeps every row, except for the new word for an undelivered notification."""
    there = metadata.tables.keys() - SINCE_CLOCKS
    before = rows_of(kept["0009"], {table: NAMED_BEFORE.get(table, table) for table in there})
    after = rows_of(kept["0010"], {table: table for table in there})
    before["notifications"] = [
        tuple("undelivered" if cell == "owed" else cell for cell in row) for row in before["notifications"]
    ]
    assert after == before
    assert all(after[table] for table in (*NAMED_BEFORE, "posts", "games", "players", "analyses", "retired"))


def test_unreviewed_games_await_a_review(claimed: Stages) -> None:
    """Finished games against the computer that were never analysed await a review; no others do."""
    assert read(claimed["head"], "SELECT id FROM games WHERE awaits_review") == [("waits",)]
    plan = "EXPLAIN QUERY PLAN SELECT id FROM games WHERE awaits_review IS 1 AND changed > '2026'"
    assert "ix_games_awaits_review" in str(read(claimed["head"], plan)[0][3])


def test_old_events_are_converted(claimed: Stages) -> None:
    """Each kind, text and cause becomes the event that it means, in the same place."""
    with closing(sqlite3.connect(claimed["head"])) as connection:
        stored = {
            game: connection.execute(
                "SELECT event, side FROM events WHERE game = ? ORDER BY number", (game,)
            ).fetchall()
            for game in EVENTS
        }
    assert {
        game: [(parse_event(text, Side(side or "w")), side) for text, side in rows]
        for game, rows in stored.items()
    } == {game: [(event, row[3]) for row, event in events] for game, events in EVENTS.items()}


def test_claims_change_no_row(claimed: Stages) -> None:
    """Claims keep every row, and no row is claimed."""
    there = {table: table for table in metadata.tables.keys() - SINCE_CLOCKS}
    before, after = rows_of(claimed["0011"], there), rows_of(claimed["0012"], there)
    for table in ("chats", "games"):
        assert [row[-1] for row in after[table]] == [None] * len(before[table])
        after[table] = [row[:-1] for row in after[table]]
    assert after == before
    assert all(after[table] for table in ("chats", "games", "posts", "retired"))


def test_claims_are_found_by_an_index(claimed: Stages) -> None:
    """Claims of a crashed process are found without a scan of all games."""
    for table in ("chats", "games"):
        update = f"UPDATE {table} SET claimed_until = NULL WHERE claimed_until IS NOT NULL"  # noqa: S608 (our names)
        (step,) = read(claimed["head"], f"EXPLAIN QUERY PLAN {update}")
        assert f"ix_{table}_claimed" in str(step[3])


def test_the_number_of_a_log_entry_is_never_reused(populated: Path) -> None:
    """The number of an entry that was removed before the renaming is not reused afterwards."""
    with closing(sqlite3.connect(populated)) as connection:
        added = connection.execute("INSERT INTO log_entries (namespace, text) VALUES ('room:table', 'new')")
        assert added.lastrowid == 5


def test_the_index_of_undelivered_posts_stays_partial(kept: Stages) -> None:
    """The index of posts has only undelivered ones, even after its table was rebuilt."""
    ((made,),) = read(kept["head"], "SELECT sql FROM sqlite_master WHERE name = 'ix_posts_undelivered'")
    assert "WHERE shown_revision < wanted_revision OR sent_revision < fresh_revision" in str(made)


def test_the_first_rolls_of_open_games_are_filled_in(old: Stages) -> None:
    """An open game gets the first six rolls of its events in order; a finished one gets none."""
    found = read(old["head"], "SELECT id, first_rolls FROM games WHERE id <> 'q8h' ORDER BY id")
    assert found == [("k7f", "6-1 3-2 5-5 4-4 2-1 6-5"), ("m4x", None)]


def test_a_message_in_doubt_gets_its_first_attempt_as_request_time(old: Stages) -> None:
    """A message in doubt gets its first attempt as the time of its last request; other messages get none."""
    found = read(old["head"], "SELECT id, requested_at, repaints FROM posts ORDER BY id")
    assert found == [(1, TRIED_AT, 0), (2, None, 0), (3, None, 0)]


def test_rebuilding_tables_keeps_every_row_and_a_copy_of_the_file(populated: Path, tmp_path: Path) -> None:
    """Every row survives the rebuilding of tables with dependants, and a copy has the old revision."""
    before = counted(populated)
    upgrade(populated, scripts=scripts_with(tmp_path, REBUILD))
    assert (revision(populated), counted(populated)) == ("9999", before)
    copy = populated.with_name("nardy.db.before-9999")
    assert (revision(copy), counted(copy)) == (NEWEST, before)
    assert before["events"] * before["notifications"] > 0


def test_a_failed_migration_changes_nothing(populated: Path, tmp_path: Path) -> None:
    """A migration that raises after it rebuilt tables leaves the file unchanged."""
    with pytest.raises(RuntimeError, match="half done"):
        upgrade(populated, scripts=scripts_with(tmp_path, FAILING))
    columns = [row[1] for row in read(populated, "PRAGMA table_info(games)")]
    assert (revision(populated), "place" in columns) == (NEWEST, False)


def test_an_interrupted_first_start_can_be_repeated(file: Path, tmp_path: Path) -> None:
    """A new file whose first start was interrupted can be started again."""
    with pytest.raises(RuntimeError, match="half done"):
        upgrade(file, scripts=scripts_with(tmp_path, FAILING))
    upgrade(file)
    assert revision(file) == NEWEST


def test_a_migration_that_leaves_dangling_rows_is_undone(populated: Path, tmp_path: Path) -> None:
    """A migration that would leave dangling rows is refused, and nothing changes."""
    before = counted(populated)
    with pytest.raises(sqlite3.IntegrityError, match="games"):
        upgrade(populated, scripts=scripts_with(tmp_path, BROKEN))
    assert (revision(populated), counted(populated)) == (NEWEST, before)


def test_a_file_of_a_newer_version_is_refused(populated: Path) -> None:
    """A file with an unknown revision is refused by name, and no copy is made."""
    write(populated, "UPDATE alembic_version SET version_num = '9998'")
    with pytest.raises(NewerDatabase, match="9998"):
        upgrade(populated)
    assert list(populated.parent.glob("*before*")) == []


def test_the_refusal_of_a_newer_file_names_the_copy(populated: Path) -> None:
    """The refusal names the copy that the newer version made before its upgrade."""
    copy = populated.with_name("nardy.db.before-9998")
    copy.touch()
    write(populated, "UPDATE alembic_version SET version_num = '9998'")
    with pytest.raises(NewerDatabase, match=re.escape(f"a copy from before that is {copy}.")):
        upgrade(populated)


def test_an_upgrade_is_logged_with_its_copy(
    old: Stages, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The log has both revisions and the copy of an upgraded file, and nothing about a new one."""
    caplog.set_level("INFO", "storage.sqlite")
    file = tmp_path / "old.db"
    shutil.copyfile(old["0026"], file)
    upgrade(file)
    upgrade(tmp_path / "new.db")
    (record,) = caplog.records
    assert record.getMessage() == "migrated the database"
    fields = record.__dict__
    assert (fields["previous"], fields["revision"]) == ("0026", NEWEST)
    assert str(fields["file"]) == f"{file}.before-{NEWEST}"


def test_an_incomplete_upgrade_changes_nothing(populated: Path, tmp_path: Path) -> None:
    """A file that would lack something of the newest revision is refused by name."""
    with pytest.raises(UnusableDatabase, match=r"lacks .*: the column games.first_rolls"):
        upgrade(populated, scripts=scripts_with(tmp_path, LACKING))
    assert revision(populated) == NEWEST


def test_two_concurrent_first_starts_create_one_database(file: Path) -> None:
    """Two processes that find no file create it once."""
    file.parent.mkdir()
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(upgrade, (file, file)))
    assert revision(file) == NEWEST
