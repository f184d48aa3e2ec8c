from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from bot.engine.bearoff import HOMES, MOST_ROLLS, bear_off
from bot.engine.table_file import keep, mapped
from tests.pace import HANG

SHAPE = (40, 5)
TABLE = np.random.default_rng(1).random(SHAPE, np.float32)

FROM_FOLDER = """
import sys
from pathlib import Path
import numpy as np
from bot.engine import bearoff
folder = Path(sys.argv[1])
bearoff.keep_tables_in(folder)
before = {path.name: path.stat().st_ino for path in folder.iterdir()}
table = bearoff.bear_off(4)
after = {path.name: path.stat().st_ino for path in folder.iterdir()}
print(before == after, table.last.flags.writeable, float(table.last.sum()), float(table.first.sum()))
"""


def in_new_process(folder: Path) -> list[str]:
    """Return a process's output about its tables: file untouched, own memory, sums of the table."""
    done = subprocess.run(  # noqa: S603 (our own words)
        [sys.executable, "-c", FROM_FOLDER, str(folder)],
        capture_output=True,
        text=True,
        timeout=HANG,
        check=True,
    )
    return done.stdout.split()


def test_a_stored_table_is_mapped_read_only(tmp_path: Path) -> None:
    """A stored table is read back exactly, and cannot be written by mistake."""
    keep(tmp_path / "some.table", TABLE)
    found = mapped(tmp_path / "some.table", SHAPE)
    assert found is not None
    assert np.array_equal(found, TABLE)
    assert not found.flags.writeable
    assert [each.name for each in tmp_path.iterdir()] == ["some.table"]


def test_a_damaged_table_is_none(tmp_path: Path) -> None:
    """A missing file, one of another length and one with a changed byte are not used."""
    path = tmp_path / "some.table"
    assert mapped(path, SHAPE) is None
    keep(path, TABLE)
    whole = path.read_bytes()
    assert mapped(path, (5, 39)) is None
    for damaged in (b"", whole[:-1], whole + b"\0", whole[:100] + bytes([whole[100] ^ 1]) + whole[101:]):
        path.write_bytes(damaged)
        assert mapped(path, SHAPE) is None
    path.unlink()
    path.mkdir()
    assert mapped(path, SHAPE) is None


def test_a_failed_write_leaves_no_file(tmp_path: Path) -> None:
    """If a folder has the file's name, writing fails and leaves no part of a file."""
    path = tmp_path / "some.table"
    path.mkdir()
    with pytest.raises(OSError, match="some"):
        keep(path, TABLE)
    assert [each.name for each in tmp_path.iterdir()] == ["some.table"]


def test_concurrent_writers_leave_a_complete_table(tmp_path: Path) -> None:
    """Threads that write and read the same file at once always read a complete table."""
    path = tmp_path / "some.table"
    keep(path, TABLE)

    def write_and_read(_: int) -> bool:
        keep(path, TABLE)
        found = mapped(path, SHAPE)
        return found is not None and np.array_equal(found, TABLE)

    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(write_and_read, range(80)))
    assert [each.name for each in tmp_path.iterdir()] == ["some.table"]


def test_the_exact_table_is_computed_once_for_all_processes(tmp_path: Path) -> None:
    """The first process writes the file, the next one maps it, and a damaged file is written again."""
    expected = [str(float(each.sum())) for each in (bear_off(4).last, bear_off(4).first)]
    assert in_new_process(tmp_path) == ["False", "False", *expected]
    assert in_new_process(tmp_path) == ["True", "False", *expected]
    (path,) = tmp_path.iterdir()
    assert path.stat().st_size == 64 + 2 * HOMES * MOST_ROLLS * 4
    with path.open("r+b") as file:
        file.truncate(1000)
    assert in_new_process(tmp_path) == ["False", "False", *expected]


def test_an_unwritable_table_is_computed_in_memory(tmp_path: Path) -> None:
    """If the file cannot be written, the process computes the table in memory."""
    (tmp_path / "exact-4.table").mkdir()
    untouched, own, last, first = in_new_process(tmp_path)
    assert (untouched, own) == ("True", "True")
    assert (float(last), float(first)) == (float(bear_off(4).last.sum()), float(bear_off(4).first.sum()))
