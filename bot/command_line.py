"""The command line: `nardy`, `nardy check`, `nardy backup FILE`."""

from __future__ import annotations

import argparse
import asyncio
import errno
import logging
import signal
import sys
from contextlib import suppress
from pathlib import Path

from bot.app import serve
from bot.chats.errors import BadToken
from bot.maintenance import back_up, check
from bot.settings import Settings, SettingsError, read_settings


def main(arguments: list[str] | None = None) -> int:
    """Run the program and return its exit status: 0, or 1 with the reason in a line."""
    parsed = _parser().parse_args(arguments)
    try:
        settings = read_settings()
        logging.basicConfig(
            level=settings.log_level,
            format="%(asctime)s %(levelname)s %(name)s: %(message)s",
            stream=sys.stderr,
        )
        for name in ("alembic", "aiosqlite"):  # the one tells too much, the other what people say
            logging.getLogger(name).setLevel(logging.WARNING)
        match parsed.command:
            case "check":
                return _check(settings)
            case "backup":
                back_up(settings.database, parsed.file)
                _say(f"The copy is {parsed.file}.")
            case _:
                with suppress(KeyboardInterrupt, asyncio.CancelledError):
                    asyncio.run(_until_told_to_stop(settings))
    except (SettingsError, BadToken, OSError) as error:
        taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        hint = " (Is Nardy running already? NARDY_PORT sets another port.)" if taken else ""
        print(f"{error}{hint}", file=sys.stderr)  # noqa: T201 (what a command line is for)
        return 1
    return 0


async def _until_told_to_stop(settings: Settings) -> None:
    """Serve until SIGTERM (or Ctrl+C, which asyncio.run turns into a cancellation)."""
    serving = asyncio.ensure_future(serve(settings, _announce))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, serving.cancel)
    await serving


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="nardy", description="Long Nardy with friends, in a chat.")
    commands = parser.add_subparsers(dest="command")
    commands.add_parser("run", help="serve the local table (the same as no command)")
    commands.add_parser("check", help="replay every stored game and compare it with its stored position")
    backup = commands.add_parser(
        "backup", help="make a consistent copy of the database, also while it is in use"
    )
    backup.add_argument("file", type=Path, help="the file to make; there must be none yet")
    return parser


def _check(settings: Settings) -> int:
    if not settings.database.exists():
        raise FileNotFoundError(f"There is no database at {settings.database}.")
    report = asyncio.run(check(settings.database))
    for fault in report.faults:
        _say(fault)
    _say(f"{report.games} games replayed, {len(report.faults)} faults.")
    return 1 if report.faults else 0


def _announce(address: str) -> None:
    _say(f"Nardy is ready. Open {address} in a browser. Ctrl+C stops it.")


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 (what a command line is for)
