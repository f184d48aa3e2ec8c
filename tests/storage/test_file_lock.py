from __future__ import annotations

import os
import stat
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from storage import sqlite_file
from storage.errors import DatabaseInUse

NO_PROCESS = 2**22 + 1
"""A process id above Linux's maximum, which no process has."""


def refusal_of(path: Path) -> DatabaseInUse:
    """Return the refusal to lock a database."""
    with pytest.raises(DatabaseInUse) as raised, sqlite_file.hold(path):
        pass
    return raised.value


def test_the_refusal_names_the_first_process(tmp_path: Path) -> None:
    """The refusal names the database and the process that has locked it."""
    with sqlite_file.hold(tmp_path / "nardy.db"):
        refusal = refusal_of(tmp_path / "nardy.db")
    assert (refusal.place, refusal.pid) == (tmp_path / "nardy.db", os.getpid())
    assert f"{tmp_path / 'nardy.db'} is in use by process {os.getpid()}" in str(refusal)


@pytest.mark.parametrize("made", [True, False])
def test_all_names_of_a_file_share_one_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, made: bool
) -> None:
    """A relative path, a link and a linked folder lead to one lock, even before the file exists."""
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
        assert [refusal_of(name).pid for name in names] == [os.getpid()] * len(names)


def test_two_databases_in_one_folder_have_two_locks(tmp_path: Path) -> None:
    """Two databases in one folder can be locked at the same time."""
    with sqlite_file.hold(tmp_path / "one.db"), sqlite_file.hold(tmp_path / "other.db"):
        pass


def test_a_released_lock_leaves_no_file(tmp_path: Path) -> None:
    """The lock file is deleted with the lock, and the lock can be taken again."""
    for _ in range(2):
        with sqlite_file.hold(tmp_path / "nardy.db"):
            pass
        assert list(tmp_path.iterdir()) == []


def test_the_lock_file_of_a_killed_process_is_taken_over(tmp_path: Path) -> None:
    """A lock file with the id of a killed process does not block, and gets the new id."""
    lock = tmp_path / "nardy.db.lock"
    lock.write_text(f"{NO_PROCESS}\n")
    with sqlite_file.hold(tmp_path / "nardy.db"):
        assert lock.read_text() == f"{os.getpid()}\n"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_a_lock_file_of_root_belongs_to_the_databases_owner(tmp_path: Path) -> None:
    """A lock file created by root has the owner and mode of the database."""
    database = tmp_path / "nardy.db"
    database.touch(0o640)
    os.chown(database, 20001, 20002)
    with sqlite_file.hold(database):
        status = (tmp_path / "nardy.db.lock").stat()
    assert (status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)) == (20001, 20002, 0o640)


def test_only_one_thread_has_the_lock(tmp_path: Path) -> None:
    """Of eight threads that take and release the lock all the time, only one has it at any moment."""
    inside: list[int] = []
    most: list[int] = []

    def take_and_release(number: int) -> None:
        for _ in range(200):
            try:
                with sqlite_file.hold(tmp_path / "nardy.db"):
                    inside.append(number)
                    most.append(len(inside))
                    inside.remove(number)
            except DatabaseInUse:
                pass

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(take_and_release, range(8)))
    assert set(most) == {1}
