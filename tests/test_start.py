"""A start while the database server is unreachable or refuses the bot."""

from __future__ import annotations

import asyncio
import logging
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.start import Start
from storage.dialects import dialect_of
from storage.errors import UnreachableDatabase, UnusableDatabase
from storage.places import Server as Place
from tests import postgres
from tests.logged import events
from tests.monitor import monitoring, until_logged
from tests.postgres import TestServer
from tests.process import Server

WAITS = "waiting for the database server"
HOST_BASED = """
local all postgres trust
local all all scram-sha-256
"""
"""Lets the tests connect without a password, and other users only with theirs."""


@pytest.fixture(scope="module")
def house() -> Iterator[TestServer]:
    """A running server with a database `nardy`, and a user `nardy` with a password."""
    server = postgres.TestServer(postgres.new_folder(), postgres.LASTING)
    server.start()
    (server.folder / "data" / "pg_hba.conf").write_text(HOST_BASED, "ascii")

    async def prepare() -> None:
        for statement in (
            "SELECT pg_reload_conf()",
            "CREATE ROLE nardy LOGIN PASSWORD 'right'",
            "CREATE DATABASE nardy OWNER nardy TEMPLATE template0",
        ):
            await server.ask(statement)

    asyncio.run(prepare())
    yield server
    server.stop(signal.SIGQUIT)
    shutil.rmtree(server.folder, ignore_errors=True)


@pytest.fixture
def stopped(house: TestServer) -> Iterator[TestServer]:
    """The same server, stopped."""
    house.stop()
    yield house
    house.stop()
    (house.folder / "data" / "standby.signal").unlink(missing_ok=True)
    house.start()


class EnoughError(Exception):
    """Ends a start that would wait for ever."""


async def waits_of(place: Place, most: int) -> list[float]:
    """Return the first `most` waits of a start, in seconds."""
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        if len(waits) == most:
            raise EnoughError

    async def nothing() -> None:
        pass

    with pytest.raises(EnoughError):
        await Start(dialect_of(place), sleep).run(nothing, nothing)
    return waits


async def test_a_start_waits_longer_each_time_and_says_so_once(caplog: pytest.LogCaptureFixture) -> None:
    """Waits start at a second and double up to half a minute; the log has one line for all of them."""
    with caplog.at_level(logging.INFO, logger="bot.start"):
        waits = await waits_of(Place("postgresql://nardy:secret@127.0.0.1:1/nardy"), 8)
    assert waits == [1, 2, 4, 8, 16, 30, 30, 30]
    (line,) = events(caplog)
    assert line.startswith(f'{WAITS} reason="postgresql://nardy@127.0.0.1:1/nardy cannot be used: ')


@pytest.mark.parametrize(
    "address", ["postgresql://nardy@nowhere.invalid/nardy", "postgresql://nardy@/nardy?host={folder}"]
)
async def test_an_unknown_host_and_a_missing_socket_are_retried(tmp_path: Path, address: str) -> None:
    """A host without an address and a socket that does not exist may appear later, so the start waits."""
    assert await waits_of(Place(address.format(folder=tmp_path)), 2) == [1, 2]


@pytest.mark.slow
@postgres.needs_postgresql
async def test_a_server_that_accepts_no_connections_yet_is_retried(stopped: TestServer) -> None:
    """A start waits for a server that runs but does not accept connections yet."""
    (stopped.folder / "data" / "standby.signal").touch()
    stopped.options = {**postgres.LASTING, "hot_standby": "off"}
    stopped.begin()
    try:
        await until_refused(stopped.place("nardy"))
        assert await waits_of(stopped.place("nardy"), 2) == [1, 2]
    finally:
        stopped.options = postgres.LASTING


async def until_refused(place: Place) -> None:
    """Wait until a server listens and refuses connections."""
    async with asyncio.timeout(postgres.STARTING_SECONDS):
        while True:
            with pytest.raises(UnreachableDatabase) as raised:
                await dialect_of(place).examine()
            if "accepting connections" in str(raised.value):
                return
            await asyncio.sleep(0.05)


@pytest.mark.slow
@postgres.needs_postgresql
@pytest.mark.parametrize(
    ("user", "name", "said"),
    [
        ("nardy:wrong", "nardy", "password authentication failed"),
        ("nobody:wrong", "nardy", "password authentication failed"),
        ("nardy:right", "nowhere", 'database "nowhere" does not exist'),
    ],
)
async def test_a_refusal_ends_the_start_at_once(house: TestServer, user: str, name: str, said: str) -> None:
    """A wrong password, user or database cannot mend itself, so the start ends with a sentence."""
    place = Place(house.place(name).url.replace("postgres@", f"{user}@"))

    async def never(*_arguments: object) -> None:
        pytest.fail("the start continued")

    with pytest.raises(UnusableDatabase, match=said) as raised:
        await Start(dialect_of(place), never).run(never, never)
    assert not isinstance(raised.value, UnreachableDatabase)


def waiting_bot(folder: Path, place: Place) -> Server:
    """Return a monitored bot, not started yet."""
    (folder / "log").touch()
    return Server(folder, {"NARDY_DATABASE": place.url, "NARDY_METRICS_PORT": "0"})


@pytest.mark.slow
@postgres.needs_postgresql
async def test_a_bot_becomes_healthy_when_its_server_starts(stopped: TestServer, tmp_path: Path) -> None:
    """While the server is away, /healthz answers 503; once it is reachable, the bot is ready and healthy."""
    server = waiting_bot(tmp_path, stopped.place("nardy"))
    starting = asyncio.create_task(server.start())
    try:
        await until_logged(server, WAITS)
        async with monitoring(server) as monitor:
            status, health = await monitor.health()
            assert (status, health["failing"], health["platforms"]) == (503, ["database"], {})
            assert "nardy_database_writable 0.0" in await monitor.metrics()
            await asyncio.to_thread(stopped.start)
            await starting
            assert (await monitor.until(lambda health: health["status"] == "ok"))[0] == 200
    finally:
        starting.cancel()
        assert await server.stop() == 0
    assert server.log().count(WAITS) == 1
    assert "Traceback" not in server.log()


@pytest.mark.slow
async def test_a_waiting_bot_ends_on_a_signal(tmp_path: Path) -> None:
    """SIGTERM ends a bot that waits for its server."""
    server = waiting_bot(tmp_path, Place("postgresql://nardy@127.0.0.1:1/nardy"))
    starting = asyncio.create_task(server.start())
    await until_logged(server, WAITS)
    server.signal(signal.SIGTERM)
    with pytest.raises(AssertionError, match=r"Nardy was stopped before it was ready\."):
        await starting
    assert await server.stop() == 1


@pytest.mark.slow
@postgres.needs_postgresql
async def test_a_read_only_server_ends_the_start_in_a_line(house: TestServer, tmp_path: Path) -> None:
    """A read-only server ends the start with one sentence, even if the tables are up to date."""
    place = house.place("reading")
    await house.make(place)
    await dialect_of(place).upgrade()
    await house.ask("ALTER DATABASE reading SET default_transaction_read_only = on")
    try:
        ended = await Server(tmp_path, {"NARDY_DATABASE": place.url}).run()
        (line,) = ended.err.splitlines()
        assert (ended.status, ended.out) == (1, "")
        assert "in a read-only transaction" in line
    finally:
        await house.drop(place)
