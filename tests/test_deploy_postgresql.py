"""The instructions of docs/hosting.md for PostgreSQL, executed on Debian's server."""

from __future__ import annotations

import asyncio
import re
import signal
import subprocess
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

import pytest
import yaml

from storage import Database, migrate
from storage.dialects import dialect_of
from storage.places import Server as Place
from tests import postgres
from tests.pace import HANG
from tests.process import Server, killed_if_left
from tests.sessions.world import contents, inhabited

pytestmark = [postgres.needs_postgresql, pytest.mark.long]

ROOT = Path(__file__).parents[1]
PAGES = ["hosting.md", "hosting.ru.md"]
COMPOSE = "docker compose -f deploy/compose.yaml "
FIRST = "0017"
"""The oldest revision for a server."""
PLAYED = ("players", "matches", "events")
"""The tables that a game fills.

The table of games is left out, because a starting bot changes times in it.
"""


@dataclass
class Host:
    """A machine with PostgreSQL on which a host types the guide's commands.

    Args:
        page: the guide.
        place: the database that the guide speaks of.
        server: the bot.
        folder: where copies go.
    """

    page: str
    place: Place
    server: Server
    folder: Path

    def command(self, program: str) -> str:
        """Return the only command in the guide's text that begins with this program's name."""
        (command,) = re.findall(rf"`({program} --[^`]+)`", self.page)
        return str(command)

    def steps(self, verb: str) -> list[str]:
        """Return the guide's commands for containers in the block that has this verb."""
        blocks = re.findall(r"```sh\n(.*?)```", self.page, re.DOTALL)
        (found,) = [block for block in blocks if f" {verb} --" in block]
        steps = [line.removeprefix(COMPOSE).removesuffix(" &&") for line in found.splitlines()]
        return [step for step in steps if step != "build"]

    def type(self, command: str, **environment: str) -> None:
        """Execute a command, which must succeed, with the server's programs in the path."""
        there = f"nardy@/nardy?host={quote(self.socket, safe='')}"
        command = command.replace("nardy@HOST/nardy", f"'{there}'").replace("/backups/", "")
        programs = f"{postgres.programs()}:/usr/bin:/bin"
        done = subprocess.run(  # noqa: S603 (the guide's)
            ["/bin/bash", "-euc", command],
            cwd=self.folder,
            env={"PATH": programs, "PGHOST": self.socket, **environment},
            check=False,
            capture_output=True,
            text=True,
            timeout=HANG,
        )
        assert done.returncode == 0, done.stderr

    async def carry_out(self, steps: list[str]) -> None:
        """Execute the steps for containers; the server's own programs replace the container of the copies."""
        for step in steps:
            match step.split():
                case ["exec", "-T", "backups", program, *_]:
                    # The user of the compose file may create databases; this test's user may not.
                    makes = program in ("createdb", "dropdb", "psql")
                    command = step.removeprefix("exec -T backups ")
                    command = command.replace("createdb", "createdb --owner nardy")
                    self.type(command, PGUSER="postgres" if makes else "nardy", PGDATABASE="nardy")
                case ["up", *_]:
                    await self.server.stop()
                    await self.server.start()
                case ["stop", "bot"]:
                    assert await self.server.stop() == 0
                case ["run", "--rm", "bot", *arguments]:
                    ended = await self.server.run(*arguments)
                    assert (ended.status, ended.err) == (0, "")
                case _:
                    pytest.fail(f"What is {step!r}?")

    async def played(self) -> dict[str, list[tuple[object, ...]]]:
        """Return the rows of the tables in `PLAYED`."""
        async with Database.open(self.place) as database:
            stored = await contents(database)
        return {name: stored[name] for name in PLAYED}

    async def play(self) -> None:
        """Begin a game and play one turn."""
        async with inhabited(self.place) as world:
            world.numbers = 1000 * len(
                await world.manager.game_ids()
            )  # so that no idempotency key repeats one of an earlier call
            await world.turn(await world.game())

    def make(self) -> None:
        """Create the empty database as the guide says."""
        self.type(f"{self.command('createdb')}", PGUSER="postgres")

    @property
    def socket(self) -> str:
        """The folder of the server's socket."""
        return str(postgres.server().folder)


@asynccontextmanager
async def hosting(page: str, folder: Path) -> AsyncIterator[Host]:
    """A machine after the guide's steps that create the user and the database."""
    there = postgres.server()
    place = Place(f"postgresql://nardy@/nardy?host={quote(str(there.folder), safe='')}")
    server = Server(folder, {"NARDY_DATABASE": place.url})
    host = Host((ROOT / "docs" / page).read_text("utf-8"), place, server, folder)
    # The guide's command asks for a password, which this server does not need.
    host.type(host.command("createuser").replace(" --pwprompt", ""), PGUSER="postgres")
    try:
        host.make()
        yield host
    finally:
        await server.stop()
        await there.drop(place)
        for each in await there.ask("SELECT datname FROM pg_database WHERE datname LIKE 'replaced%'"):
            await there.ask(f'DROP DATABASE "{each["datname"]}"')
        await there.ask("DROP ROLE nardy")


async def by_the_guide(host: Host) -> None:
    """Make a copy with the guide's command."""
    (words,) = re.findall(r"`nardy (backup nardy\.dump)`", host.page)
    await made(host, *words.split())


async def by_the_unit(host: Host) -> None:
    """Make a copy with the command of the systemd unit."""
    unit = (ROOT / "deploy" / "nardy-backup.service").read_text("utf-8")
    (started,) = re.findall(r"^ExecStart=/opt/nardy/bin/nardy (.*)$", unit, re.MULTILINE)
    await made(host, *started.replace("/var/lib/nardy/backups", str(host.folder)).split())


async def by_the_container(host: Host) -> None:
    """Make a copy with the command of the compose file, then stop it as a container is stopped."""
    compose = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text("utf-8"))
    arguments = [
        each.replace("/backups", str(host.folder)) for each in compose["services"]["backups"]["command"]
    ]
    process = await host.server.begin(*arguments)
    async with killed_if_left(process), asyncio.timeout(HANG):
        assert (await process.stdout.readline()).startswith(b"The copy is ")
        process.send_signal(signal.SIGTERM)
        assert (await process.wait(), [*host.folder.glob("*.part")]) == (0, [])


async def made(host: Host, *arguments: str) -> None:
    """Run the program's backup, which must succeed."""
    ended = await host.server.run(*arguments)
    assert (ended.status, ended.err) == (0, "")


@pytest.mark.parametrize(
    ("page", "make_copy"),
    [
        ("hosting.md", by_the_guide),
        ("hosting.ru.md", by_the_guide),
        ("hosting.md", by_the_unit),
        ("hosting.md", by_the_container),
    ],
    ids=["en", "ru", "unit", "container"],
)
async def test_a_copy_of_a_running_bot_can_be_restored(
    page: str, make_copy: Callable[[Host], Awaitable[None]], tmp_path: Path
) -> None:
    """The guide's commands restore a copy into an empty database, and the bot continues on it."""
    async with hosting(page, tmp_path) as host:
        await host.server.start()
        await host.play()
        before = await host.played()
        await make_copy(host)
        for copy in tmp_path.glob("nardy-*.dump"):  # noqa: ASYNC240 (a test)
            copy.rename(tmp_path / "nardy.dump")
        await host.play()
        await host.server.stop()
        assert len((await host.played())["matches"]) == 2
        await postgres.server().drop(host.place)
        host.make()
        host.type(host.command("pg_restore"))
        assert await host.played() == before
        checked = await host.server.run("check")
        assert (checked.out, checked.err) == ("1 games replayed, 0 faults.\n", "")
        await host.server.start()
        await host.play()
        assert len((await host.played())["matches"]) == 2


@pytest.mark.parametrize("page", PAGES)
async def test_a_bot_in_containers_is_upgraded_and_restored_as_the_guide_says(
    page: str, tmp_path: Path
) -> None:
    """The guide's commands upgrade an old database, and restore the games of a copy."""
    async with hosting(page, tmp_path) as host:
        engine = dialect_of(host.place).engine(writes=True)
        async with engine.begin() as connection:
            await connection.run_sync(migrate.upgrade, host.place, FIRST)
        await engine.dispose()
        await host.carry_out(host.steps("pg_dump"))
        assert await dialect_of(host.place).is_newest()
        await host.play()
        before = await host.played()
        await host.carry_out([step for step in host.steps("pg_dump") if "pg_dump" in step])
        await host.play()
        await host.carry_out(host.steps("pg_restore"))
        assert await host.played() == before
