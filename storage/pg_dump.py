"""pg_dump: PostgreSQL's own program, which copies a database on a server while it is in use."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile

from storage.errors import NoCopy
from storage.places import Server

PROGRAM = "pg_dump"
_VERSION = re.compile(r"\(PostgreSQL\) (\d+)")


async def must_suit(place: Server, server_version: int) -> str:
    """Return where pg_dump is, once it was seen that it can copy from a server.

    Args:
        place: a database on the server.
        server_version: the server's version, such as 17.

    Raises:
        NoCopy: it is not installed, or older than the server.
    """
    program = shutil.which(PROGRAM)
    install = f"install PostgreSQL's client programs of version {server_version} or newer."
    if program is None:
        raise NoCopy(f"pg_dump, which copies {place}, is not installed: {install}")
    found = _VERSION.search(await _run(program, "--version"))
    version = int(found[1]) if found else 0
    if version < server_version:
        raise NoCopy(
            f"{program} is of version {version or 'unknown'} and cannot copy {place} "
            f"from a server of version {server_version}: {install}"
        )
    return program


async def dump(program: str, place: Server, target: Path) -> None:
    """Copy a database into a file, which `pg_restore` brings back; replace what is at the target.

    Args:
        program: where pg_dump is.
        place: the database.
        target: the file. It is there when the copy is whole, and not before.

    Raises:
        NoCopy: no copy was made.
    """
    part = target.with_name(f"{target.name}.part")
    url, password = place.without_password()
    try:
        with _environment(password) as environment:
            options = ("--format=custom", "--no-password", f"--file={part}", f"--dbname={url}")
            await _run(program, *options, environment=environment)
        await asyncio.to_thread(part.replace, target)
    finally:
        part.unlink(missing_ok=True)


@contextmanager
def _environment(password: str) -> Iterator[Mapping[str, str] | None]:
    """The environment in which a program knows a password, which stands in a file and on no command line.

    Without a password the program asks `~/.pgpass`, as the bot does.
    """
    if not password:
        yield None
        return
    known = {name: value for name, value in os.environ.items() if name != "PGPASSWORD"}
    with NamedTemporaryFile("w", encoding="utf-8", prefix="nardy-") as file:  # which the owner alone can read
        escaped = password.replace("\\", "\\\\").replace(":", "\\:")
        file.write(f"*:*:*:*:{escaped}\n")
        file.flush()
        yield known | {"PGPASSFILE": file.name}


async def _run(program: str, *arguments: str, environment: Mapping[str, str] | None = None) -> str:
    """Run a program to its end and return what it printed.

    Raises:
        NoCopy: it ended badly.
    """
    process = await asyncio.create_subprocess_exec(
        program, *arguments, env=environment, stdin=DEVNULL, stdout=PIPE, stderr=PIPE
    )
    try:
        out, err = await process.communicate()
    except asyncio.CancelledError:
        process.kill()
        await process.wait()
        raise
    if process.returncode:
        said = " ".join(err.decode(errors="replace").split())
        raise NoCopy(f"pg_dump made no copy: {said or f'it ended with {process.returncode}'}")
    return out.decode(errors="replace")
