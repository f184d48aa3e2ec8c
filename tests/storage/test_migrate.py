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


def write(file: Path, rows: str) -> None:
    """Carry out statements on a file."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(rows)


def read(file: Path, query: str) -> list[tuple[object, ...]]:
    """What a file answers."""
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


Stops = dict[str, Path]
"""A database on its way: copies at revisions, with the rows that it got there, and itself at the newest."""


def travelled(file: Path, **rows: str) -> Stops:
    """Bring a new file from revision (`at_0001`) to revision, with more rows at each, and to the newest."""
    stops = {}
    for name, added in rows.items():
        number = name.removeprefix("at_")
        upgrade(file, number)
        write(file, added)
        stops[number] = Path(shutil.copyfile(file, file.with_name(number)))
    upgrade(file)
    return stops | {"head": file}


@pytest.fixture(scope="module")
def old(tmp_path_factory: pytest.TempPathFactory) -> Stops:
    """A database that began at the first revision, where it got most of its rows."""
    return travelled(
        tmp_path_factory.mktemp("old") / "nardy.db",
        at_0001=PEOPLE + OLD_GAMES + HANGING + AGAINST_THE_PROGRAM + OPEN_CARDS + PRIVATE,
        at_0006=HEARD,
        at_0016="",
        at_0017="",
        at_0024=ROLLED,
        at_0026=TRIED,
    )


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Stops:
    """One that began before retention, and got rows in every table that was renamed later."""
    return travelled(
        tmp_path_factory.mktemp("kept") / "nardy.db",
        at_0007=PEOPLE + GAMES + HANGING + POST + CLOSED,
        at_0008="",
        at_0009=LOGGED,
        at_0010="",
    )


@pytest.fixture(scope="module")
def claimed(tmp_path_factory: pytest.TempPathFactory) -> Stops:
    """One that began before reviews and claims, with games, chats, posts, events and a message to retire."""
    events = [
        [game, str(number), *("NULL" if cell is None else f"'{cell}'" for cell in row)]
        for game, stored in EVENTS.items()
        for number, (row, _) in enumerate(stored)
    ]
    rows = ", ".join(f"('{game}', {number}, 1, {', '.join(row)}, '2026')" for game, number, *row in events)
    happened = "INSERT INTO events (game, number, version, kind, text, cause, side, at) VALUES"
    return travelled(
        tmp_path_factory.mktemp("claimed") / "nardy.db",
        at_0010=ENDED + CHATS,
        at_0011=f"{HAPPENED} {happened} {rows};",
        at_0012="",
    )


@pytest.fixture
def populated(kept: Stops, file: Path) -> Path:
    """A database at the newest revision with rows that hang on one another."""
    file.parent.mkdir()
    return Path(shutil.copyfile(kept["head"], file))


def scripts_with(tmp_path: Path, migration: str) -> Path:
    """The migrations, and one more."""
    scripts = tmp_path / "scripts"
    shutil.copytree(SCRIPTS, scripts)
    (scripts / "versions" / "9999_more.py").write_text(migration)
    return scripts


def counted(file: Path) -> dict[str, int]:
    """How many rows each table has that there is now."""
    return {
        table: len(rows) for table, rows in rows_of(file, {name: name for name in metadata.tables}).items()
    }


def rows_of(file: Path, tables: dict[str, str]) -> dict[str, list[tuple[object, ...]]]:
    """Every row of some tables, by the name that the table has now."""
    return {now: read(file, f'SELECT * FROM "{then}" ORDER BY 1') for now, then in tables.items()}  # noqa: S608 (our names)


def revision(file: Path) -> object:
    """The revision that a file has."""
    return read(file, "SELECT version_num FROM alembic_version")[0][0]


def test_a_fresh_file_gets_every_table(file: Path) -> None:
    """A file that was not there has all tables afterwards, and they are empty."""
    upgrade(file)
    assert set(counted(file).values()) == {0}


def test_the_migrations_make_what_the_tables_say(file: Path) -> None:
    """The migrated schema differs from the metadata in nothing."""
    create_database(file)
    with create_engine(f"sqlite:///{file}").connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    connection.engine.dispose()


def test_the_migrations_make_the_checks_that_the_tables_have(file: Path) -> None:
    """Every check constraint of the metadata stands in the migrated schema, word for word."""
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


def test_the_migrations_reuse_no_key_that_the_tables_do_not(file: Path) -> None:
    """The tables whose keys are never given again are the same in the migrated schema and the metadata."""
    create_database(file)
    found = read(file, "SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'")
    wanted = {table.name for table in metadata.tables.values() if table.kwargs.get("sqlite_autoincrement")}
    assert {name for (name,) in found} == wanted


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
    indexes = read(
        file, "SELECT name, tbl_name, replace(sql, '\"', '') FROM sqlite_master WHERE type = 'index'"
    )
    growing = read(file, "SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'")
    return tables, sorted(indexes, key=repr), sorted(growing)


def test_an_old_file_comes_to_the_schema_that_a_new_one_begins_with(old: Stops, file: Path) -> None:
    """Through all its migrations a file of the first revision has what the one first migration makes."""
    create_database(file)
    assert shape(old["head"]) == shape(file)


def test_what_led_to_the_first_migration_ends_where_that_begins(
    old: Stops, kept: Stops, claimed: Stops
) -> None:
    """Files come up to date with stops before the one first migration and just behind it, or without."""
    for stops in (old, kept, claimed):
        assert {number: revision(file) for number, file in stops.items()} == {
            number: NEWEST if number == "head" else number for number in stops
        }


def test_a_second_upgrade_changes_nothing(populated: Path) -> None:
    """A file that is up to date is left as it is, without a copy."""
    before = populated.read_bytes()
    upgrade(populated)
    assert (populated.read_bytes(), [*populated.parent.iterdir()]) == (before, [populated])


def test_an_account_of_the_first_revision_has_no_handle(old: Stops) -> None:
    """Accounts made before handles were kept are all there, with nothing in the new column."""
    found = read(old["head"], "SELECT key, name, handle FROM accounts ORDER BY key")
    assert found == [("a1", "anna", None), ("b1", "boris", None)]


def test_those_who_were_heard_in_a_chat_or_play_there_have_met(old: Stops) -> None:
    """A player heard in a shared chat, or told of a game there, is one of its members afterwards."""
    found = read(old["head"], "SELECT chat, player FROM chat_members ORDER BY player")
    assert found == [(1, 1), (1, 2)]


def test_a_language_that_was_only_asked_for_is_told_from_one_that_was_chosen(old: Stops) -> None:
    """A player whose language differs from the client's first one chose it; others follow their clients."""
    players = read(old["head"], "SELECT name, language, client_language FROM players WHERE id < 3")
    assert players == [("Anna", None, "en"), ("Boris", "ru", "ru")]
    chats = read(old["head"], "SELECT kind, language_chosen FROM chats")
    assert chats == [("shared", 1), ("private", 0)]


def test_the_key_of_an_installation_stays_its_key(old: Stops) -> None:
    """The key that signed seats until now is the one that everything is signed with afterwards."""
    found = read(old["head"], "SELECT namespace, text FROM key_values WHERE key = 'key'")
    assert found == [("installation", "abcd")]


def test_everybody_begins_with_the_manners_that_were_the_only_ones(old: Stops) -> None:
    """Rows of the first revision count as on the board, play races themselves, and let old boards stay."""
    assert {*read(old["head"], "SELECT auto_race, numbers FROM players")} == {(0, "board")}
    assert {*read(old["head"], "SELECT boards FROM chats")} == {("stay",)}
    retired = read(old["head"], "SELECT message, policy, game, revision FROM retired")
    assert retired == [("17", "stay", None, None)]


def test_a_game_of_an_earlier_revision_is_a_match_of_one(old: Stops) -> None:
    """Each game has become a match of one game, with a named starter where nobody threw, and counts once."""
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


def test_an_open_challenge_of_an_earlier_revision_is_to_one_game(old: Stops) -> None:
    """A challenge that waits is kept with everything it said, and is to a single game without a cube."""
    found = read(
        old["head"],
        "SELECT id, challenger, opponent, ruleset, rematch_of, state, length, cube, extended, starter"
        " FROM challenges WHERE opponent = 2",
    )
    assert found == [("p5d", 1, 2, "palm", "m4x", "open", "1 game", 0, 0, None)]


def test_games_of_an_earlier_revision_were_not_analysed(old: Stops) -> None:
    """Nothing is said of what games were worth that ended before such a thing was kept."""
    assert (counted(old["head"])["analyses"], counted(old["head"])["games"]) == (0, 3)


def test_the_program_of_an_earlier_revision_goes_on_at_the_usual_level(old: Stops) -> None:
    """A challenge to the program gets a level, as its match does; people keep playing without hints."""
    challenges = read(old["head"], "SELECT id, level, hints FROM challenges ORDER BY id")
    assert challenges == [("n6v", None, 0), ("p5d", None, 0), ("q8h", "casual", 0)]
    assert read(old["head"], "SELECT computer_player FROM players WHERE id = 3") == [("nardy",)]


def test_the_card_of_an_open_invitation_is_shown_again(old: Stops) -> None:
    """Its link and command lack the token that they need now; a card that names a player stays as it is."""
    owed = read(
        old["head"],
        "SELECT subject_id FROM posts WHERE subject = 'challenge' AND shown_revision < wanted_revision",
    )
    assert owed == [("n6v",)]


def test_an_id_of_an_earlier_revision_is_known_as_given(kept: Stops) -> None:
    """Ids of games, challenges, imports, and of what an import that is gone has left, are all noted."""
    found = read(kept["head"], "SELECT id FROM given_ids ORDER BY id")
    assert found == [("d2e",), ("i4g",), ("i7b",), ("k7f",), ("p5d",)]


def test_what_was_closed_before_that_was_kept_was_closed_when_it_was_made(kept: Stops) -> None:
    """A declined challenge has the moment of its making; one that is open has none."""
    found = read(kept["head"], "SELECT id, closed FROM challenges ORDER BY id")
    assert found == [("d2e", "2025"), ("p5d", None)]


def test_a_notice_of_an_earlier_revision_is_as_old_as_what_it_is_about(kept: Stops) -> None:
    """A notice was owed when its game was changed last, or its challenge was made."""
    found = read(kept["head"], "SELECT cause, at FROM notifications ORDER BY cause")
    assert found == [("challenge:d2e", "2025"), ("turn:k7f:0", "2026")]


def test_forgetting_comes_with_every_row_still_there(kept: Stops) -> None:
    """The migration after which things are forgotten has forgotten nothing, and no later one has."""
    before = {
        table: NAMED_BEFORE.get(table, table)
        for table in metadata.tables
        if table not in {"given_ids", "unreadable_entries"} | SINCE_CLOCKS
    }
    first, then = (
        {table: len(rows) for table, rows in rows_of(kept[stop], before).items()} for stop in ("0007", "0008")
    )
    assert first == then
    named = {table: NAMED_BEFORE.get(table, table) for table in metadata.tables.keys() - SINCE_CLOCKS}
    last = {table: len(rows) for table, rows in rows_of(kept["0009"], named).items()}
    assert counted(kept["head"]) == last | dict.fromkeys(SINCE_CLOCKS, 0) | {"alarms": 1}
    assert last["given_ids"] == 5


def test_the_id_of_a_post_is_never_given_again(populated: Path) -> None:
    """After the last post is gone the next one has a higher id, as the nonces of messages are made of it."""
    post = RENAMED_POST.replace("(2, ", "(NULL, ")
    with closing(sqlite3.connect(populated)) as connection:
        connection.execute("DELETE FROM posts WHERE id = 2")
        assert connection.execute(post).lastrowid == 3
        connection.execute("DELETE FROM posts")
        assert connection.execute(post).lastrowid == 4


def test_renaming_changes_no_row(kept: Stops) -> None:
    """Every row is what it was before the renaming, but for the word for an undelivered notification."""
    there = metadata.tables.keys() - SINCE_CLOCKS
    before = rows_of(kept["0009"], {table: NAMED_BEFORE.get(table, table) for table in there})
    after = rows_of(kept["0010"], {table: table for table in there})
    before["notifications"] = [
        tuple("undelivered" if cell == "owed" else cell for cell in row) for row in before["notifications"]
    ]
    assert after == before
    assert all(after[table] for table in (*NAMED_BEFORE, "posts", "games", "players", "analyses", "retired"))


def test_games_that_were_not_reviewed_wait_for_it(claimed: Stops) -> None:
    """What ended against the program and was never analysed waits for its review; nothing else does."""
    assert read(claimed["head"], "SELECT id FROM games WHERE awaits_review") == [("waits",)]
    plan = "EXPLAIN QUERY PLAN SELECT id FROM games WHERE awaits_review IS 1 AND changed > '2026'"
    assert "ix_games_awaits_review" in str(read(claimed["head"], plan)[0][3])


def test_what_happened_is_the_same_as_events(claimed: Stops) -> None:
    """Each thing that had a kind, a text and a cause is read as the event that it was, in its place."""
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


def test_claims_change_no_row(claimed: Stops) -> None:
    """Every row is what it was before there were claims, and nothing is claimed."""
    there = {table: table for table in metadata.tables.keys() - SINCE_CLOCKS}
    before, after = rows_of(claimed["0011"], there), rows_of(claimed["0012"], there)
    for table in ("chats", "games"):
        assert [row[-1] for row in after[table]] == [None] * len(before[table])
        after[table] = [row[:-1] for row in after[table]]
    assert after == before
    assert all(after[table] for table in ("chats", "games", "posts", "retired"))


def test_what_is_claimed_is_found_by_an_index(claimed: Stops) -> None:
    """What a crash has left claimed is found without walking over all games."""
    for table in ("chats", "games"):
        update = f"UPDATE {table} SET claimed_until = NULL WHERE claimed_until IS NOT NULL"  # noqa: S608 (our names)
        (step,) = read(claimed["head"], f"EXPLAIN QUERY PLAN {update}")
        assert f"ix_{table}_claimed" in str(step[3])


def test_a_number_of_the_log_is_never_given_again(populated: Path) -> None:
    """The number of an entry that was removed before the renaming is not given after it."""
    with closing(sqlite3.connect(populated)) as connection:
        added = connection.execute("INSERT INTO log_entries (namespace, text) VALUES ('room:table', 'new')")
        assert added.lastrowid == 5


def test_what_is_undelivered_is_found_by_an_index_of_that_alone(kept: Stops) -> None:
    """The index of posts still leaves out those that show what they should, after its table was rebuilt."""
    ((made,),) = read(kept["head"], "SELECT sql FROM sqlite_master WHERE name = 'ix_posts_undelivered'")
    assert "WHERE shown_revision < wanted_revision OR sent_revision < fresh_revision" in str(made)


def test_the_first_rolls_of_games_that_go_on_are_filled_in(old: Stops) -> None:
    """They are those of its events, six at most, in order; of a game that is over nothing is looked up."""
    found = read(old["head"], "SELECT id, first_rolls FROM games WHERE id <> 'q8h' ORDER BY id")
    assert found == [("k7f", "6-1 3-2 5-5 4-4 2-1 6-5"), ("m4x", None)]


def test_a_message_in_doubt_of_an_earlier_revision_was_sent_when_it_was_tried(old: Stops) -> None:
    """When its last request began was not kept before: it is the first; what is certain has none."""
    found = read(old["head"], "SELECT id, requested_at, repaints FROM posts ORDER BY id")
    assert found == [(1, TRIED_AT, 0), (2, None, 0), (3, None, 0)]


def test_rebuilding_tables_keeps_every_row_and_a_copy_of_the_file(populated: Path, tmp_path: Path) -> None:
    """Every row is there after tables with dependants were rebuilt, and in a copy at the old revision."""
    before = counted(populated)
    upgrade(populated, scripts=scripts_with(tmp_path, REBUILD))
    assert (revision(populated), counted(populated)) == ("9999", before)
    copy = populated.with_name("nardy.db.before-9999")
    assert (revision(copy), counted(copy)) == (NEWEST, before)
    assert before["events"] * before["notifications"] > 0


def test_a_migration_that_fails_half_way_changes_nothing(populated: Path, tmp_path: Path) -> None:
    """Where a migration raises after it rebuilt tables, the file is as it was before."""
    with pytest.raises(RuntimeError, match="half done"):
        upgrade(populated, scripts=scripts_with(tmp_path, FAILING))
    columns = [row[1] for row in read(populated, "PRAGMA table_info(games)")]
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
    write(populated, "UPDATE alembic_version SET version_num = '9998'")
    with pytest.raises(NewerDatabase, match="9998"):
        upgrade(populated)
    assert list(populated.parent.glob("*before*")) == []


def test_the_refusal_of_a_newer_file_names_the_copy_from_before(populated: Path) -> None:
    """The copy that the newer version has laid beside the file is named."""
    copy = populated.with_name("nardy.db.before-9998")
    copy.touch()
    write(populated, "UPDATE alembic_version SET version_num = '9998'")
    with pytest.raises(NewerDatabase, match=re.escape(f"a copy from before that is {copy}.")):
        upgrade(populated)


def test_the_log_tells_where_the_copy_is(
    old: Stops, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It names the revisions from and to which a file was brought; of a new file it says nothing."""
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


def test_an_upgrade_that_would_leave_something_lacking_changes_nothing(
    populated: Path, tmp_path: Path
) -> None:
    """Where the newest revision has more than a file would have afterwards, the file is refused by name."""
    with pytest.raises(UnusableDatabase, match=r"lacks .*: the column games.first_rolls"):
        upgrade(populated, scripts=scripts_with(tmp_path, LACKING))
    assert revision(populated) == NEWEST


def test_two_first_starts_at_once_make_one_database(file: Path) -> None:
    """Two processes that find no file make it once."""
    file.parent.mkdir()
    with ThreadPoolExecutor(2) as threads:
        list(threads.map(upgrade, (file, file)))
    assert revision(file) == NEWEST
