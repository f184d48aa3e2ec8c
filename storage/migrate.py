"""Migration: a database file brought up to date at the start."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError

from storage import sqlite
from storage.errors import NewerDatabase

SCRIPTS = Path(__file__).parent / "migrations"


def upgrade(path: Path, revision: str = "head", scripts: Path = SCRIPTS) -> None:
    """Bring a database file up to a revision, wholly or not at all; make it where there is none.

    Before an existing database is changed, a copy is laid beside it, named after the revision to come.

    Args:
        path: the file.
        revision: the revision to reach.
        scripts: where the migrations are.

    Raises:
        NewerDatabase: its revision is not known here.
        sqlite3.IntegrityError: a row would point to nothing afterwards.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    known = _known(scripts)
    wanted = known.as_revision_number(revision)
    with sqlite.migrating_engine(path).begin() as connection:
        present = MigrationContext.configure(connection).get_current_revision()
        if present == wanted:
            return
        if present is not None:
            _must_be_known(known, present, path)
            sqlite.copy(path, path.with_name(f"{path.name}.before-{wanted}"))
        config = _config(scripts)
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        sqlite.check_foreign_keys(connection)


def is_newest(path: Path) -> bool:
    """Return whether a database of ours is up to date; it stays as it is.

    Raises:
        NewerDatabase: its revision is not known here.
    """
    known = _known(SCRIPTS)
    with sqlite.reading(path) as connection:
        present = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    if present is None:
        return False
    _must_be_known(known, present[0], path)
    return bool(present[0] == known.get_current_head())


def _config(scripts: Path) -> Config:
    config = Config()
    config.set_main_option("script_location", str(scripts).replace("%", "%%"))
    return config


@cache
def _known(scripts: Path) -> ScriptDirectory:
    """The migrations of a folder. They are compiled whenever they are read: each folder is read once."""
    return ScriptDirectory.from_config(_config(scripts))


def _must_be_known(known: ScriptDirectory, revision: str, path: Path) -> None:
    try:
        known.get_revision(revision)
    except CommandError as error:
        raise NewerDatabase(
            f"{path} was last used by a newer version of this program (revision {revision})."
        ) from error
