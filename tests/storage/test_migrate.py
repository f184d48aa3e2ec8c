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
from sqlalchemy import CheckConstraint, create_engine, func, inspect, select

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
"""Tables that came with revision 0016 and later."""
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
INSERT INTO players (id, name, auto_roll, auto_forced, auto_confirm, since) VALUES
    (1, 'Anna', 1, 1, 0, '2026'), (2, 'Boris', 1, 1, 0, '2026');
INSERT INTO matches (id, ruleset, length, cube, extended, "first", "second", started)
    SELECT column1, column1, '1 game', 0, 0, 1, 2, '2026'
    FROM (VALUES ('long'), ('sport'), ('palm'), ('short'));
INSERT INTO games (id, "match", number, ruleset, white, black, version, turns, to_act, position, draft,
    started, changed) SELECT id, id, 1, id, 1, 2, 9, 9, 1, '24:15 / 12:15 w', '', '2026', '2026' FROM matches;
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
"""What was stored of a game before revision 0013 (kind, text, cause, side), and the event that it is."""
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
"""The tables that had another name until revision 0010."""
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
    """Where the database is to be."""
    return tmp_path / "data" / "nardy.db"


_BROUGHT: dict[tuple[bytes, str], bytes] = {}
"""Files after a migration, by what they held before and the revision: many tests begin with the same file."""


def brought(file: Path, revision: str = "head") -> None:
    """Bring a file to a revision as `upgrade` does; if done before, lay no copy and log nothing."""
    before = file.read_bytes() if file.exists() else b"", revision
    if before not in _BROUGHT:
        upgrade(file, revision)
        _BROUGHT[before] = file.read_bytes()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(_BROUGHT[before])


@pytest.fixture
def populated(file: Path) -> Path:
    """A database at the newest revision with rows that hang on one another."""
    brought(file, "0009")
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(PEOPLE + GAMES + HANGING)
    brought(file)
    file.with_name(f"{file.name}.before-{NEWEST}").unlink(missing_ok=True)
    return file


@pytest.fixture
def old(file: Path) -> Path:
    """A database at the first revision with the same rows."""
    brought(file, "0001")
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(PEOPLE + OLD_GAMES + HANGING)
    return file


def scripts_with(tmp_path: Path, migration: str) -> Path:
    """The migrations, and one more."""
    scripts = tmp_path / "scripts"
    shutil.copytree(SCRIPTS, scripts, ignore=shutil.ignore_patterns("__pycache__"))
    (scripts / "versions" / "9999_more.py").write_text(migration)
    return scripts


def counted(file: Path) -> dict[str, int]:
    """How many rows each table has."""
    with closing(sqlite3.connect(file)) as connection:
        return {
            table: connection.execute(str(select(func.count()).select_from(rows))).fetchone()[0]
            for table, rows in metadata.tables.items()
        }


def revision(file: Path) -> str:
    """The revision that a file has."""
    with closing(sqlite3.connect(file)) as connection:
        found: str = connection.execute("SELECT version_num FROM alembic_version").fetchone()[0]
    return found


def test_a_fresh_file_gets_every_table(file: Path) -> None:
    """A file that was not there has all tables afterwards, and they are empty."""
    brought(file)
    assert set(counted(file).values()) == {0}


def test_the_migrations_make_what_the_tables_say(file: Path) -> None:
    """The migrated schema differs from the metadata in nothing."""
    brought(file)
    with create_engine(f"sqlite:///{file}").connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    connection.engine.dispose()


def test_the_migrations_make_the_checks_that_the_tables_have(file: Path) -> None:
    """Every check constraint of the metadata stands in the migrated schema, word for word."""
    brought(file)
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


def test_the_migrations_reuse_no_key_that_the_tables_do_not(file: Path) -> None:
    """The tables whose keys are never given again are the same in the migrated schema and the metadata."""
    brought(file)
    with closing(sqlite3.connect(file)) as connection:
        found = connection.execute(
            "SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'"
        ).fetchall()
    kept = {table.name for table in metadata.tables.values() if table.kwargs.get("sqlite_autoincrement")}
    assert {name for (name,) in found} == kept


def shape(file: Path) -> tuple[object, ...]:
    """All that a file's schema is, whatever the order in which it came about.

    But for the names of primary and foreign keys: SQLite renames tables and columns, and leaves those.
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
    with closing(sqlite3.connect(file)) as connection:
        indexes = connection.execute(
            "SELECT name, tbl_name, replace(sql, '\"', '') FROM sqlite_master WHERE type = 'index'"
        ).fetchall()
        growing = connection.execute(
            "SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'"
        ).fetchall()
    return tables, sorted(indexes, key=repr), sorted(growing)


def test_an_old_file_comes_to_the_schema_that_a_new_one_begins_with(old: Path, tmp_path: Path) -> None:
    """Through all its migrations a file of the first revision has what the one first migration makes."""
    brought(old)
    upgrade(tmp_path / "new.db")
    assert shape(old) == shape(tmp_path / "new.db")


@pytest.mark.parametrize("known", ["0016", "0017"])
def test_what_led_to_the_first_migration_ends_where_that_begins(file: Path, known: str) -> None:
    """A file from before the one first migration, and one from just behind it, both come up to date."""
    brought(file, "0016")
    upgrade(file, known)
    assert revision(file) == known
    brought(file)
    assert (revision(file), set(counted(file).values())) == (NEWEST, {0})


def test_a_second_upgrade_changes_nothing(populated: Path) -> None:
    """A file that is up to date is left as it is, without a copy."""
    before = counted(populated)
    brought(populated)
    assert (counted(populated), [path.name for path in populated.parent.glob("*before*")]) == (before, [])


def test_an_account_of_the_first_revision_has_no_handle(old: Path) -> None:
    """Accounts made before handles were kept are all there, with nothing in the new column."""
    brought(old)
    with closing(sqlite3.connect(old)) as connection:
        found = connection.execute("SELECT key, name, handle FROM accounts ORDER BY key").fetchall()
    assert found == [("a1", "anna", None), ("b1", "boris", None)]


def test_those_who_were_heard_in_a_chat_or_play_there_have_met(old: Path) -> None:
    """Who was heard in a shared chat, or is told of a game there, is one of its members afterwards."""
    brought(old, "0006")
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("UPDATE accounts SET met_in = 1 WHERE key = 'a1'")
        connection.execute("UPDATE games SET black_chat = 1 WHERE id = 'k7f'")
        connection.commit()
    brought(old)
    with closing(sqlite3.connect(old)) as connection:
        found = connection.execute("SELECT chat, player FROM chat_members ORDER BY player").fetchall()
    assert found == [(1, 1), (1, 2)]


def test_a_language_that_was_only_asked_for_is_told_from_one_that_was_chosen(old: Path) -> None:
    """Who speaks otherwise than his client did at first has chosen that; others follow their clients."""
    with closing(sqlite3.connect(old)) as connection:
        connection.execute(
            "INSERT INTO chats (id, platform, key, kind, owner, language, theme, side, gone)"
            " VALUES (2, 'web', 'me:b1', 'private', 2, 'en', 'wood', 'w', 0)"
        )
        connection.commit()
    brought(old)
    with closing(sqlite3.connect(old)) as connection:
        players = connection.execute("SELECT name, language, client_language FROM players").fetchall()
        chats = connection.execute("SELECT kind, language_chosen FROM chats").fetchall()
    assert players == [("Anna", None, "en"), ("Boris", "ru", "ru")]
    assert chats == [("shared", 1), ("private", 0)]


def test_the_key_of_an_installation_stays_its_key(old: Path) -> None:
    """The key that signed seats until now is the one that everything is signed with afterwards."""
    brought(old, "0006")
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("INSERT INTO notes (shelf, key, text) VALUES ('web', 'key', 'abcd')")
        connection.commit()
    brought(old)
    with closing(sqlite3.connect(old)) as connection:
        found = connection.execute("SELECT namespace, text FROM key_values WHERE key = 'key'").fetchall()
    assert found == [("installation", "abcd")]


def test_everybody_begins_with_the_manners_that_were_the_only_ones(old: Path) -> None:
    """Rows of the first revision count as on the board, play races themselves, and let old boards stay."""
    brought(old)
    with closing(sqlite3.connect(old)) as connection:
        players = connection.execute("SELECT auto_race, numbers FROM players").fetchall()
        boards = connection.execute("SELECT boards FROM chats").fetchall()
        retired = connection.execute("SELECT message, policy, game, revision FROM retired").fetchall()
    assert players == [(0, "board"), (0, "board")]
    assert (boards, retired) == ([("stay",)], [("17", "stay", None, None)])


def test_a_game_of_an_earlier_revision_is_a_match_of_one(old: Path) -> None:
    """Each game has become a match of one game, with a named starter where nobody threw, and counts once."""
    brought(old)
    with closing(sqlite3.connect(old)) as connection:
        matches = connection.execute(
            "SELECT id, ruleset, length, cube, extended, first, second, starter, started"
            " FROM matches ORDER BY id"
        ).fetchall()
        games = connection.execute('SELECT id, "match", number, outcome FROM games ORDER BY id').fetchall()
    assert matches == [
        ("k7f", "long", "1 game", 0, 0, 1, 2, None, "2026"),
        ("m4x", "narde", "1 game", 0, 0, 2, 1, 2, "2026"),
    ]
    assert games == [("k7f", "k7f", 1, None), ("m4x", "m4x", 1, "w mars RESIGNED 1")]


def test_an_open_challenge_of_an_earlier_revision_is_to_one_game(old: Path) -> None:
    """A challenge that waits is kept with everything it said, and is to a single game without a cube."""
    brought(old)
    with closing(sqlite3.connect(old)) as connection:
        found = connection.execute(
            "SELECT id, challenger, opponent, ruleset, rematch_of, state, length, cube, extended, starter"
            " FROM challenges"
        ).fetchall()
    assert found == [("p5d", 1, 2, "palm", "m4x", "open", "1 game", 0, 0, None)]


def test_games_of_an_earlier_revision_were_not_analysed(old: Path) -> None:
    """Nothing is said of what games were worth that ended before such a thing was kept."""
    brought(old)
    assert (counted(old)["analyses"], counted(old)["games"]) == (0, 2)


def test_the_program_of_an_earlier_revision_goes_on_at_the_usual_level(old: Path) -> None:
    """Matches against the program and its rematches get a level; people keep playing without hints."""
    with closing(sqlite3.connect(old)) as connection:
        connection.executescript(AGAINST_THE_PROGRAM)
    brought(old)
    with closing(sqlite3.connect(old)) as connection:
        matches = connection.execute("SELECT id, level, hints FROM matches ORDER BY id").fetchall()
        challenges = connection.execute("SELECT id, level, hints FROM challenges ORDER BY id").fetchall()
        program = connection.execute("SELECT computer_player FROM players WHERE id = 3").fetchone()
    assert matches == [("k7f", None, 0), ("m4x", None, 0), ("q8h", "casual", 0)]
    assert (challenges, program) == ([("p5d", None, 0), ("q8h", "casual", 0)], ("nardy",))


def test_the_card_of_an_open_invitation_is_shown_again(old: Path) -> None:
    """Its link and command lack the token that they need now; a card that names somebody stays as it is."""
    posted = "INSERT INTO challenges (id, challenger, opponent, ruleset, chat, state, version, made) VALUES"
    shown = "INSERT INTO posts (subject, subject_id, chat, wanted, shown, told, fresh, sent, number, tried)"
    with closing(sqlite3.connect(old)) as connection:
        connection.execute(f"{posted} ('n6v', 1, NULL, 'long', 1, 'open', 1, '2026')")
        for key in ("n6v", "p5d"):
            connection.execute(f"{shown} VALUES ('challenge', '{key}', 1, 1, 1, 1, 1, 1, 1, 1)")
        connection.commit()
    brought(old)
    with closing(sqlite3.connect(old)) as connection:
        owed = connection.execute(
            "SELECT subject_id FROM posts WHERE subject = 'challenge' AND shown_revision < wanted_revision"
        )
        assert owed.fetchall() == [("n6v",)]


@pytest.fixture
def before_retention(file: Path) -> Path:
    """A database of the last revision that forgot nothing but events and questions."""
    brought(file, "0007")
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(PEOPLE + GAMES + HANGING + POST + CLOSED)
    return file


def test_an_id_of_an_earlier_revision_is_known_as_given(before_retention: Path) -> None:
    """Ids of games, challenges, imports, and of what an import that is gone has left, are all noted."""
    brought(before_retention)
    with closing(sqlite3.connect(before_retention)) as connection:
        found = connection.execute("SELECT id FROM given_ids ORDER BY id").fetchall()
    assert found == [("d2e",), ("i4g",), ("i7b",), ("k7f",), ("p5d",)]


def test_what_was_closed_before_that_was_kept_was_closed_when_it_was_made(before_retention: Path) -> None:
    """A declined challenge has the moment of its making; one that is open has none."""
    brought(before_retention)
    with closing(sqlite3.connect(before_retention)) as connection:
        found = connection.execute("SELECT id, closed FROM challenges ORDER BY id").fetchall()
    assert found == [("d2e", "2025"), ("p5d", None)]


def test_a_notice_of_an_earlier_revision_is_as_old_as_what_it_is_about(before_retention: Path) -> None:
    """A notice was owed when its game was changed last, or its challenge was made."""
    brought(before_retention)
    with closing(sqlite3.connect(before_retention)) as connection:
        found = connection.execute("SELECT cause, at FROM notifications ORDER BY cause").fetchall()
    assert found == [("challenge:d2e", "2025"), ("turn:k7f:0", "2026")]


def test_forgetting_comes_with_every_row_still_there(before_retention: Path) -> None:
    """The migration after which things are forgotten has forgotten nothing itself."""
    with closing(sqlite3.connect(before_retention)) as connection:
        before = {
            table: connection.execute(
                f'SELECT count(*) FROM "{NAMED_BEFORE.get(table, table)}"'  # noqa: S608 (our names)
            ).fetchone()[0]
            for table in metadata.tables
            if table not in {"given_ids", "unreadable_entries"} | SINCE_CLOCKS
        }
    brought(before_retention)
    after = counted(before_retention)
    later = dict.fromkeys({"unreadable_entries"} | SINCE_CLOCKS, 0)
    assert after == before | {"given_ids": 5} | later | {"alarms": 1}


def test_the_id_of_a_post_is_never_given_again(before_retention: Path) -> None:
    """After the last post is gone the next one has a higher id, as the nonces of messages are made of it."""
    brought(before_retention)
    post = RENAMED_POST.replace("(2, ", "(NULL, ")
    with closing(sqlite3.connect(before_retention)) as connection:
        connection.execute("DELETE FROM posts WHERE id = 2")
        assert connection.execute(post).lastrowid == 3
        connection.execute("DELETE FROM posts")
        assert connection.execute(post).lastrowid == 4


@pytest.fixture
def before_renaming(file: Path) -> Path:
    """A database of the last revision before the renaming, with rows in every table that was renamed."""
    brought(file, "0009")
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(PEOPLE + GAMES + HANGING + POST + CLOSED + LOGGED)
    return file


def rows_of(file: Path, tables: dict[str, str]) -> dict[str, list[tuple[object, ...]]]:
    """Every row of some tables, by the name that the table has now."""
    with closing(sqlite3.connect(file)) as connection:
        return {
            now: connection.execute(f'SELECT * FROM "{then}" ORDER BY 1').fetchall()  # noqa: S608 (our names)
            for now, then in tables.items()
        }


def test_renaming_changes_no_row(before_renaming: Path) -> None:
    """Every row is what it was before the renaming, but for the word for an undelivered notification."""
    there = metadata.tables.keys() - SINCE_CLOCKS
    before = rows_of(before_renaming, {table: NAMED_BEFORE.get(table, table) for table in there})
    brought(before_renaming, "0010")
    after = rows_of(before_renaming, {table: table for table in there})
    before["notifications"] = [
        tuple("undelivered" if cell == "owed" else cell for cell in row) for row in before["notifications"]
    ]
    assert after == before
    assert all(after[table] for table in (*NAMED_BEFORE, "posts", "games", "players", "analyses", "retired"))


def test_games_that_were_not_reviewed_wait_for_it(file: Path) -> None:
    """What ended against the program and was never analysed waits for its review; nothing else does."""
    brought(file, "0010")
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(ENDED)
    brought(file)
    with closing(sqlite3.connect(file)) as connection:
        waiting = connection.execute("SELECT id FROM games WHERE awaits_review").fetchall()
        plan = connection.execute(
            "EXPLAIN QUERY PLAN SELECT id FROM games WHERE awaits_review IS 1 AND changed > '2026'"
        ).fetchall()
    assert waiting == [("waits",)]
    assert "ix_games_awaits_review" in plan[0][3]


@pytest.mark.parametrize("game", EVENTS)
def test_what_happened_is_the_same_as_events(file: Path, game: str) -> None:
    """Each thing that had a kind, a text and a cause is read as the event that it was, in its place."""
    brought(file, "0011")
    stored = EVENTS[game]
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(HAPPENED)
        connection.executemany(
            "INSERT INTO events (game, number, version, kind, text, cause, side, at)"
            " VALUES (?, ?, 1, ?, ?, ?, ?, '2026')",
            [(game, number, *row) for number, (row, _) in enumerate(stored)],
        )
        connection.commit()
    brought(file)
    with closing(sqlite3.connect(file)) as connection:
        rows = connection.execute("SELECT event, side FROM events ORDER BY number").fetchall()
    assert [parse_event(text, Side(side or "w")) for text, side in rows] == [event for _, event in stored]
    assert [side for _, side in rows] == [row[3] for row, _ in stored]


@pytest.fixture
def before_claims(file: Path) -> Path:
    """A database of the last revision before claims, with games, chats, posts and a message to retire."""
    brought(file, "0011")
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(ENDED + CHATS)
    return file


def test_claims_change_no_row(before_claims: Path) -> None:
    """Every row is what it was before there were claims, and nothing is claimed."""
    there = {table: table for table in metadata.tables.keys() - SINCE_CLOCKS}
    before = rows_of(before_claims, there)
    brought(before_claims, "0012")
    after = rows_of(before_claims, there)
    for table in ("chats", "games"):
        assert [row[-1] for row in after[table]] == [None] * len(before[table])
        after[table] = [row[:-1] for row in after[table]]
    assert after == before
    assert all(after[table] for table in ("chats", "games", "posts", "retired"))


def test_what_is_claimed_is_found_by_an_index(before_claims: Path) -> None:
    """What a crash has left claimed is found without walking over all games."""
    brought(before_claims)
    with closing(sqlite3.connect(before_claims)) as connection:
        for table in ("chats", "games"):
            (step,) = connection.execute(
                f"EXPLAIN QUERY PLAN UPDATE {table} SET claimed_until = NULL WHERE claimed_until IS NOT NULL"  # noqa: S608 (our names)
            ).fetchall()
            assert f"ix_{table}_claimed" in step[3]


def test_a_number_of_the_log_is_never_given_again(before_renaming: Path) -> None:
    """The number of an entry that was removed before the renaming is not given after it."""
    brought(before_renaming)
    with closing(sqlite3.connect(before_renaming)) as connection:
        added = connection.execute("INSERT INTO log_entries (namespace, text) VALUES ('room:table', 'new')")
        assert added.lastrowid == 5


def test_what_is_undelivered_is_found_by_an_index_of_that_alone(populated: Path) -> None:
    """The index of posts still leaves out those that show what they should, after its table was rebuilt."""
    with closing(sqlite3.connect(populated)) as connection:
        (made,) = connection.execute(
            "SELECT sql FROM sqlite_master WHERE name = 'ix_posts_undelivered'"
        ).fetchone()
    assert "WHERE shown_revision < wanted_revision OR sent_revision < fresh_revision" in made


def test_the_first_rolls_of_games_that_go_on_are_filled_in(old: Path) -> None:
    """They are those of its events, six at most, in order; of a game that is over nothing is looked up."""
    brought(old, "0024")
    said = ("open 6-1", "61 kept", "24/18 13/12", "double", "take", "32", "", "55", "44", "21", "65", "43")
    rows = [(game, number, text) for game in ("k7f", "m4x") for number, text in enumerate(said, 1)]
    with closing(sqlite3.connect(old)) as connection:
        connection.executemany(
            "INSERT INTO events (game, number, version, side, event, at) VALUES (?, ?, 1, 'w', ?, '2026')",
            rows,
        )
        connection.commit()
    brought(old)
    with closing(sqlite3.connect(old)) as connection:
        found = dict(connection.execute("SELECT id, first_rolls FROM games").fetchall())
    assert found == {"k7f": "6-1 3-2 5-5 4-4 2-1 6-5", "m4x": None}


def test_a_message_in_doubt_of_an_earlier_revision_was_sent_when_it_was_tried(old: Path) -> None:
    """When its last request began was not kept before: it is the first; what is certain has none."""
    brought(old, "0026")
    tried = "2026-08-16 12:00:00.000000"
    with closing(sqlite3.connect(old)) as connection, connection:
        (doubtful, *certain) = (row[0] for row in connection.execute("SELECT id FROM posts").fetchall())
        connection.execute("UPDATE posts SET tried_at = ? WHERE id = ?", (tried, doubtful))
    brought(old)
    with closing(sqlite3.connect(old)) as connection:
        found = connection.execute("SELECT id, requested_at, repaints FROM posts").fetchall()
    assert sorted(found) == sorted([(doubtful, tried, 0), *((post, None, 0) for post in certain)])


def test_rebuilding_tables_keeps_every_row(populated: Path, tmp_path: Path) -> None:
    """After tables on which others hang were rebuilt, every row of every table is still there."""
    before = counted(populated)
    upgrade(populated, scripts=scripts_with(tmp_path, REBUILD))
    assert (revision(populated), counted(populated)) == ("9999", before)
    assert before["events"] == before["notifications"] == 1


def test_a_copy_is_laid_beside_before_anything_changes(populated: Path, tmp_path: Path) -> None:
    """The copy holds the file as it was, at its old revision."""
    upgrade(populated, scripts=scripts_with(tmp_path, REBUILD))
    copy = populated.with_name("nardy.db.before-9999")
    assert (revision(copy), counted(copy)) == (NEWEST, counted(populated))


def test_a_migration_that_fails_half_way_changes_nothing(populated: Path, tmp_path: Path) -> None:
    """Where a migration raises after it rebuilt tables, the file is as it was before."""
    with pytest.raises(RuntimeError, match="half done"):
        upgrade(populated, scripts=scripts_with(tmp_path, FAILING))
    with closing(sqlite3.connect(populated)) as connection:
        columns = [row[1] for row in connection.execute("PRAGMA table_info(games)")]
    assert (revision(populated), "place" in columns) == (NEWEST, False)


def test_a_first_migration_broken_off_can_be_run_again(file: Path, tmp_path: Path) -> None:
    """A fresh file whose first start was broken off in the middle starts as if nothing had been."""
    with pytest.raises(RuntimeError, match="half done"):
        upgrade(file, scripts=scripts_with(tmp_path, FAILING))
    upgrade(file)
    assert revision(file) == NEWEST


def test_a_migration_that_leaves_rows_pointing_to_nothing_is_undone(populated: Path, tmp_path: Path) -> None:
    """Where rows would point to nothing after a migration, it is refused and nothing has changed."""
    before = counted(populated)
    with pytest.raises(sqlite3.IntegrityError, match="games"):
        upgrade(populated, scripts=scripts_with(tmp_path, BROKEN))
    assert (revision(populated), counted(populated)) == (NEWEST, before)


def test_a_file_of_a_newer_version_is_refused(populated: Path) -> None:
    """A file with an unknown revision is refused by name, and no copy is made."""
    with closing(sqlite3.connect(populated)) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9998'")
        connection.commit()
    with pytest.raises(NewerDatabase, match="9998"):
        upgrade(populated)
    assert list(populated.parent.glob("*before*")) == []


def test_the_refusal_of_a_newer_file_names_the_copy_from_before(populated: Path) -> None:
    """The copy that the newer version has laid beside the file is named."""
    copy = populated.with_name("nardy.db.before-9998")
    copy.touch()
    with closing(sqlite3.connect(populated)) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9998'")
    with pytest.raises(NewerDatabase, match=re.escape(f"the copy from before is {copy}.")):
        upgrade(populated)


def test_the_log_tells_where_the_copy_is(old: Path, caplog: pytest.LogCaptureFixture) -> None:
    """It names the revisions from and to which a file was brought; of a new file it says nothing."""
    caplog.set_level("INFO", "storage.sqlite")
    upgrade(old)
    upgrade(old.with_name("new.db"))
    copy = old.with_name(f"nardy.db.before-{NEWEST}")
    assert caplog.messages == [f"brought from revision 0001 to {NEWEST}; the copy is {copy}"]


def test_an_upgrade_that_would_leave_something_lacking_changes_nothing(
    populated: Path, tmp_path: Path
) -> None:
    """Where the newest revision has more than a file would have afterwards, the file is refused by name."""
    more = REBUILD.replace("\n    with op", '\n    op.drop_column("games", "first_rolls")\n    with op', 1)
    more = more.replace("\n    op.drop", '\n    op.drop_index("ix_games_first_rolls")\n    op.drop', 1)
    with pytest.raises(UnusableDatabase, match=r"lacks .*: the column games.first_rolls"):
        upgrade(populated, scripts=scripts_with(tmp_path, more))
    assert revision(populated) == NEWEST


def test_two_first_starts_at_once_make_one_database(file: Path) -> None:
    """Two processes that find no file make it once."""
    file.parent.mkdir()
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(upgrade, (file, file)))
    assert revision(file) == NEWEST
