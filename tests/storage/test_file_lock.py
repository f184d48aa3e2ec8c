from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from storage import sqlite_file
from storage.errors import DatabaseInUse

NOBODY = 2**22 + 1
"""A number that no process has: more than Linux gives."""


def refused(path: Path) -> DatabaseInUse:
    """Return how it is refused to serve a database."""
    with pytest.raises(DatabaseInUse) as raised, sqlite_file.hold(path):
        pass
    return raised.value


def test_who_comes_second_is_told_who_came_first(tmp_path: Path) -> None:
    """The refusal names the database and the process."""
    with sqlite_file.hold(tmp_path / "nardy.db"):
        refusal = refused(tmp_path / "nardy.db")
    assert (refusal.place, refusal.pid) == (tmp_path / "nardy.db", os.getpid())
    assert f"{tmp_path / 'nardy.db'} is in use by process {os.getpid()}" in str(refusal)


@pytest.mark.parametrize("made", [True, False])
def test_all_names_of_a_file_meet_in_one_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, made: bool
) -> None:
    """Over a relative path, a link or a linked folder one lock is reached, also before there is a file."""
    house = tmp_path / "house"
    house.mkdir()
    if made:
        (house / "nardy.db").touch()
    (tmp_path / "link.db").symlink_to(house / "nardy.db")
    (tmp_path / "street").symlink_to(house)
    monkeypatch.chdir(house)
    names = [
        tmp_path / "link.db",
        tmp_path / "street" / "nardy.db",
        (house / "nardy.db").relative_to(house),
        house / ".." / "house" / "nardy.db",
    ]
    with sqlite_file.hold(house / "nardy.db"):
        assert [refused(name).pid for name in names] == [os.getpid()] * len(names)


def test_two_databases_in_one_folder_do_not_meet(tmp_path: Path) -> None:
    """The lock is of one database alone."""
    with sqlite_file.hold(tmp_path / "one.db"), sqlite_file.hold(tmp_path / "other.db"):
        pass


def test_nothing_is_left_of_a_lock(tmp_path: Path) -> None:
    """Whoever leaves takes the file away, and the next can have the lock."""
    for _ in range(2):
        with sqlite_file.hold(tmp_path / "nardy.db"):
            pass
        assert list(tmp_path.iterdir()) == []


def test_a_lock_file_that_was_left_keeps_nobody_out(tmp_path: Path) -> None:
    """A file with the number of a process that was killed is taken over, and has the new number."""
    lock = tmp_path / "nardy.db.lock"
    lock.write_text(f"{NOBODY}\n")
    with sqlite_file.hold(tmp_path / "nardy.db"):
        assert lock.read_text() == f"{os.getpid()}\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_lock_file_of_root_is_the_database_owners(tmp_path: Path) -> None:
    """What `sudo nardy` leaves beside a database, killed or not, has the database's owner and rights."""
    database = tmp_path / "nardy.db"
    database.touch(0o640)
    os.chown(database, 20001, 20002)
    with sqlite_file.hold(database):
        status = (tmp_path / "nardy.db.lock").stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (20001, 20002, 0o640)


def test_one_at_a_time_has_a_lock_that_is_taken_and_left_often(tmp_path: Path) -> None:
    """Of many that take, leave and delete the lock at once, no two have it at the same time."""
    inside: list[int] = []
    most: list[int] = []

    def come_and_go(number: int) -> None:
        for _ in range(200):
            try:
                with sqlite_file.hold(tmp_path / "nardy.db"):
                    inside.append(number)
                    most.append(len(inside))
                    inside.remove(number)
            except DatabaseInUse:
                pass

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(come_and_go, range(8)))
    assert set(most) == {1}
