"""Migration: bring a database to the newest revision at startup, on a given connection."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy.engine import Connection

from storage.errors import NewerDatabase, UnusableDatabase
from storage.places import Place
from storage.tables import metadata

SCRIPTS = Path(__file__).parent / "migrations"
VERSIONS = "versions"
"""Folder of the current migrations, which run on every dialect."""
BEFORE = "before"
"""Folder of the older, SQLite-only migrations, which end where the current ones begin."""
_MOST_NAMED = 5
"""The most tables, columns and indexes, together, that an error lists as missing."""


def upgrade(
    connection: Connection,
    place: Place,
    revision: str = "head",
    scripts: Path = SCRIPTS,
    *,
    before_changes: Callable[[str], None] = lambda _wanted: None,
) -> tuple[str | None, str] | None:
    """Migrate a database to a revision.

    Args:
        connection: a transaction in which changes of tables are atomic.
        before_changes: called with the target revision before an existing database is changed.

    Returns:
    The old revision (None if the database was empty) and the new one; None if nothing was done.

    Raises:
        NewerDatabase: its revision is unknown to this version of the program.
    """
    known, earlier = _known(scripts, VERSIONS), _known(scripts, BEFORE)
    is_early = revision != "head" and not _has(known, revision) and _has(earlier, revision)
    wanted = revision if is_early else known.as_revision_number(revision)
    present = MigrationContext.configure(connection).get_current_revision()
    if present == wanted:
        return None
    if present is not None:
        _must_be_known(present, place, scripts)
        before_changes(str(wanted))
    if (present is None and is_early) or (present is not None and not _has(known, present)):
        _run(connection, scripts, BEFORE, revision if is_early else "head")
    if not is_early:
        _run(connection, scripts, VERSIONS, revision)
    return present, str(wanted)


def is_newest(present: str | None, place: Place) -> bool:
    """Return True if a revision is the newest.

    Raises:
        NewerDatabase: the revision is unknown to this version of the program.
    """
    if present is None:
        return False
    _must_be_known(present, place, SCRIPTS)
    return present == _known(SCRIPTS, VERSIONS).get_current_head()


def must_be_whole(place: Place, columns: Collection[tuple[str, str]], indexes: Collection[str]) -> None:
    """Check that a database of the newest revision has all tables, columns and indexes of the schema.

    The revision alone does not guarantee it: a migration may have been completed after the database ran it.

    Args:
        columns: its columns, as pairs of table and column name.

    Raises:
        UnusableDatabase: some are missing.
    """
    tables = {table for table, _column in columns}
    lacking = []
    for _name, table in sorted(metadata.tables.items()):
        if table.name not in tables:
            lacking.append(f"the table {table.name}")
            continue
        lacking += [
            f"the column {table.name}.{column.name}"
            for column in table.columns
            if (table.name, column.name) not in columns
        ]
        lacking += sorted(f"the index {each.name}" for each in table.indexes if each.name not in indexes)
    if lacking:
        more = [f"{len(lacking) - _MOST_NAMED} more"] if len(lacking) > _MOST_NAMED else []
        named = ", ".join((*lacking[:_MOST_NAMED], *more))
        raise UnusableDatabase(place, f"lacks what its revision has: {named}.")


def _run(connection: Connection, scripts: Path, folder: str, revision: str) -> None:
    config = _config(scripts, folder)
    config.attributes["connection"] = connection
    command.upgrade(config, revision)


def _config(scripts: Path, folder: str) -> Config:
    config = Config()
    # Alembic's configuration treats `%` as the start of an interpolation.
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    config.set_main_option("version_locations", str(scripts / folder).replace("%", "%%"))
    # Otherwise Alembic would also split a path at spaces.
    config.set_main_option("path_separator", "newline")
    return config


@cache
def _known(scripts: Path, folder: str) -> ScriptDirectory:
    """Return the migrations of a folder. Cached, because reading a folder compiles all its files."""
    return ScriptDirectory.from_config(_config(scripts, folder))


def _has(known: ScriptDirectory, revision: str) -> bool:
    try:
        known.get_revision(revision)
    except CommandError:
        return False
    return True


def _must_be_known(revision: str, place: Place, scripts: Path) -> None:
    if not any(_has(_known(scripts, folder), revision) for folder in (VERSIONS, BEFORE)):
        raise NewerDatabase(place, revision)
