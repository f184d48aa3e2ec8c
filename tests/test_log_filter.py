"""The log while the disk is full, and after bytes on a port that are no request."""

from __future__ import annotations

import asyncio
import errno
import logging
import resource
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest
from aiohttp.web_protocol import RequestPayloadError
from sqlalchemy.exc import DBAPIError

from bot.logs import EVERY_SECONDS, LogFilter, LogFormatter
from storage import Database
from storage.errors import outage
from tests.databases import create_database
from tests.monitor import monitored, until_logged
from tests.test_logs import tab_of

TAKEN = 16_384
"""Bytes of a file that fit on the disk: enough for a log with a traceback, but not for the database."""
INSERT = "INSERT INTO log_entries (namespace, text) VALUES ('test', ?)"


class Log:
    """A log with a clock that a test sets."""

    def __init__(self) -> None:
        self.now = 0.0
        self._text = StringIO()
        handler = logging.StreamHandler(self._text)
        handler.setFormatter(LogFormatter())
        handler.addFilter(LogFilter(lambda: self.now))
        self._logger = logging.Logger("test")  # noqa: LOG001 (a logger that no other code uses)
        self._logger.addHandler(handler)

    def fails(self, error: Exception) -> None:
        """Log an error as workers and actions do."""
        self._logger.error("an action failed", exc_info=error)

    @property
    def lines(self) -> list[str]:
        """The lines of the log."""
        return self._text.getvalue().splitlines()


async def full(folder: Path) -> DBAPIError:
    """Return the error of a database on a full disk."""
    create_database(folder / "nardy.db")
    async with Database.open(folder / "nardy.db") as database:
        async with database.write() as connection:
            await connection.exec_driver_sql("PRAGMA max_page_count = 1")  # no more than it has
        with pytest.raises(DBAPIError) as raised:
            async with database.write() as connection:
                await connection.exec_driver_sql(INSERT, ("x" * 1_000_000,))
    return raised.value


async def test_a_full_disk_is_logged_once_a_minute(tmp_path: Path) -> None:
    """Failures on a full disk are logged once a minute, with the number of suppressed lines."""
    log, error = Log(), await full(tmp_path)
    for _ in range(100):
        log.fails(error)
    log.now += EVERY_SECONDS
    log.fails(error)
    assert [line.partition("test: ")[2] for line in log.lines] == [
        f'the disk or the database fails reason="database or disk is full" suppressed={count}'
        for count in (0, 99)
    ]


def no_space() -> OSError:
    """Return the error of writing a file on a full disk."""
    return OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize(
    "error",
    [no_space(), ExceptionGroup("two", [ValueError("x"), no_space()])],
    ids=["alone", "in a group"],
)
def test_a_full_disk_is_recognized_in_every_error(error: Exception) -> None:
    """A file that cannot be written is the same outage, even in a group with other errors."""
    log = Log()
    log.fails(error)
    (line,) = log.lines
    assert "No space left on device" in line


def raise_key_error() -> object:
    """Fail by a bug in the code."""
    return dict[str, str]()["x"]


def raise_sql_error() -> object:
    """Fail by a wrong statement."""
    with closing(sqlite3.connect(":memory:")) as connection:
        return connection.execute("SELECT x FROM nowhere")


@pytest.mark.parametrize("fail", [raise_key_error, raise_sql_error])
def test_a_bug_keeps_its_traceback(fail: Callable[[], object]) -> None:
    """An error that neither the disk nor the database causes is logged each time with its traceback."""
    log = Log()
    with pytest.raises((KeyError, sqlite3.OperationalError)) as raised:
        fail()
    assert outage(raised.value) is None
    for _ in range(2):
        log.fails(raised.value)
    assert log.lines.count("Traceback (most recent call last):") == 2


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can limit another process")
async def test_presses_on_a_full_disk_leave_no_traceback(tmp_path: Path) -> None:
    """A bot with a full disk answers each press and logs one line."""
    async with monitored(tmp_path) as (server, monitor):
        async with tab_of(server) as tab:
            await tab.say("/play novice", key="first-line-0001")
            assert server.pid is not None
            assert (tmp_path / "nardy.db-wal").stat().st_size > TAKEN
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (TAKEN, resource.RLIM_INFINITY))
            for number in range(20):
                await tab.say("/settings theme marble", key=f"broken-line-{number:04}")
            await monitor.until(lambda health: not health["database"]["writable"])
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (-1, -1))
        log = server.log()
    assert "Traceback" not in log
    assert log.count("the disk or the database fails ") == 1


GARBAGE = (
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(256)),
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET http://[::1 HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    b"POST / HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nabcde",
    b"GET / HTTP/1.1\r\n" + b"a" * 20_000 + b": b\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n\xff\xff\xff",
)


def test_a_body_that_cannot_be_read_is_not_logged() -> None:
    """The server library's error about a body that is not compressed as it says leaves no line."""
    error = RequestPayloadError("400, message: Can not decode content-encoding: gzip")
    about = (RequestPayloadError, error, None)
    record = logging.LogRecord("aiohttp.server", logging.ERROR, __file__, 1, "Unhandled exception", (), about)
    assert not LogFilter().filter(record)


@pytest.mark.slow
async def test_garbage_on_a_port_is_not_logged(tmp_path: Path) -> None:
    """Bytes that are no request leave no line in the log, on the port of the table or of the metrics."""
    async with monitored(tmp_path) as (server, monitor):
        metrics = await until_logged(server, r"metrics are served address=http://127\.0\.0\.1:(\d+)/")
        for port in (server.port, int(metrics[1])):
            for data in GARBAGE:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(data)
                writer.write_eof()
                with closing(writer):
                    await reader.read()
        assert (await monitor.health())[0] == 200
        log = server.log()
    assert "ERROR" not in log
    assert "Traceback" not in log
