"""The bot as a separate process on a PostgreSQL database."""

from __future__ import annotations

import asyncio
import re
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.database_transfer import copy
from bot.maintenance import Report, check
from storage.errors import DatabaseInUse
from storage.places import Server as Place
from tests import postgres
from tests.chats.web.house import Tab
from tests.command import Command
from tests.databases import new_place
from tests.process import Server
from tests.test_logs import tab_of

pytestmark = postgres.needs_postgresql

PLANTED = "Quillobar"


@pytest.fixture
async def place(tmp_path: Path) -> AsyncIterator[Place]:
    """An empty database, with a password in its address that the server does not ask for."""
    async with new_place("postgresql", tmp_path) as place:
        assert isinstance(place, Place)
        await postgres.server().make(place)
        yield Place(place.url.replace("postgres@", f"postgres:{PLANTED}@"))


@pytest.fixture
async def server(tmp_path: Path, place: Place) -> AsyncIterator[Server]:
    """The program, not started yet."""
    server = Server(tmp_path, {"NARDY_DATABASE": place.url, "NARDY_LOG_LEVEL": "DEBUG"})
    yield server
    await server.stop()


async def named(tab: Tab, name: str) -> None:
    """Take a seat under a free name."""
    await tab.put(do="name", id=f"name-of-{name[-1]}", name=name)
    await tab.get("named")


async def test_two_processes_serve_one_table_through_a_kill(
    server: Server, place: Place, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Players on two processes talk and play; after a kill, one continues on both processes."""
    other = Server(tmp_path_factory.mktemp("other"), server.settings)
    await asyncio.gather(server.start(), other.start())
    try:
        async with tab_of(server) as anna, tab_of(other) as boris:
            await named(anna, "Anna")
            await named(boris, "Boris")
            await anna.say("Hello!")
            assert "Hello!" in str(await boris.get("message"))
            await anna.say("/challenge Boris long", key="challenge-1")
            await boris.say("/accept", key="accept-0001")
            for each in (anna, boris):
                while not (await each.get("message"))["message"]["game"]:
                    pass
            secret = anna.secret
        with pytest.raises(DatabaseInUse, match="is in use by another process"):
            await copy(place, server.folder / "copy")
        assert await server.stop(signal.SIGKILL) == -signal.SIGKILL
        await server.start()
        for process in (other, server):
            async with tab_of(process, secret) as anna:
                assert (await anna.say("/games", key=f"games-{process.port:05}"))["replies"]
    finally:
        await other.stop()
    assert await check(place) == Report(1, ())
    assert [path.name for path in server.folder.glob("*.db*")] == []
    assert [word for word in (PLANTED, str(place)) if word in server.log() + other.log()] == []


@pytest.mark.long
async def test_a_served_database_can_be_copied_and_examined(server: Server, place: Place) -> None:
    """A backup works beside the bot, the doctor says that the database is served, and no password appears."""
    await server.start()
    backup = await server.run("backup", "copy.dump")
    assert backup.status == 0
    assert (server.folder / "copy.dump").stat().st_size
    doctor = await server.run("doctor", port=server.port)
    assert f"{place} is reached and up to date; it is served." in doctor.out
    assert f"The bot runs, and its table answers at http://127.0.0.1:{server.port}." in doctor.out
    assert PLANTED not in backup.err + doctor.out + doctor.err


@pytest.mark.long
async def test_a_copied_database_is_served_from_the_server(server: Server, place: Place) -> None:
    """One command copies a file to the server; after that the file is served only with `--again`."""
    shown = str(place)
    file = Server(server.folder)
    await file.start()
    async with tab_of(file) as tab:
        await named(tab, "Anna")
        await tab.say("/play novice", key="begin-0001")
    refused = await file.run("copy", "nardy.db", place.url)
    assert (refused.status, "in use" in refused.err) == (1, True)
    await file.stop()
    copied = await file.run("copy", "nardy.db", place.url)
    assert (copied.status, copied.err) == (0, "")
    assert re.fullmatch(
        rf"\d+ rows are copied and checked\. Name {re.escape(shown)} in NARDY_DATABASE now\.\n", copied.out
    )
    moved = await file.run()
    assert (moved.status, moved.out) == (1, "")
    assert f"nardy.db was copied to {shown}, where its games go on." in moved.err
    await server.start()
    assert await server.stop() == 0
    checked = await server.run("check")
    assert checked.out == "1 games replayed, 0 faults.\n"
    again = await file.begin("--again")
    again.kill()
    await again.communicate()


def test_an_unreachable_database_is_reported_without_its_password(nardy: Command) -> None:
    """An unreachable server or a malformed address is reported without the password or a traceback."""
    away, none = f"postgresql://nardy:{PLANTED}@127.0.0.1:1/nardy", f"postgresql://nardy:{PLANTED}/@db/nardy"
    for setting, arguments in ((away, ("check",)), (none, ()), ("nardy.db", ("copy", "nardy.db", none))):
        ended = nardy(*arguments, NARDY_DATABASE=setting)
        assert (ended.status > 0, ended.out) == (True, "")
        assert [word for word in (PLANTED, "Traceback") if word in ended.err] == []
