"""Command line: `nardy`, with a command such as `check`, `doctor`, `backup`, `copy`, `forget` or `seat`."""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import signal
import sys
from contextlib import suppress
from datetime import timedelta
from importlib.metadata import version
from pathlib import Path

from bot.app import run
from bot.backup import back_up, keep_backing_up, keep_backups
from bot.chats.errors import BadToken
from bot.chats.web.qr_codes import qr_text
from bot.database_transfer import copy
from bot.early_stop import STOPPED_EARLY, end_at_once
from bot.forget_player import find_players, forget_player
from bot.listening_address import is_for_others, listening_address
from bot.logs import LogFilter, formatter
from bot.maintenance import check
from bot.settings import Settings, SettingsError, read_settings
from bot.sign_in_link import sign_in_link
from bot.start import Start
from storage import sqlite_file
from storage.dialects import dialect_of
from storage.errors import UnusableDatabase, WrongPath
from storage.places import Place, place_of

STOPS = (signal.SIGTERM, signal.SIGINT)
_ENDS_WITHIN = 0.5
"""Seconds that a stop waits, while the database server is away, for threads that resolve its name."""
_NO_PLAYER = "No player has such a name. An account is named like this: telegram:123456789."
NEWEST_COPIES = 14
COPY_AGAIN = timedelta(minutes=1)
"""How long `nardy backup --every` waits after a failed copy, for example while the database starts."""


def main(arguments: list[str] | None = None) -> int:
    """Run the program and return its exit status: 0, or 1 after printing the reason."""
    parsed = _parsed(arguments)
    try:
        for number in STOPS:  # replaces `end_on_signal`: a stop must clean up now
            signal.signal(number, signal.default_int_handler)
        if parsed.command == "doctor":
            return asyncio.run(_examine())
        settings = read_settings()
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(formatter(settings.log_format))
        handler.addFilter(LogFilter())
        logging.basicConfig(level=settings.log_level, handlers=[handler])
        for name in ("alembic", "aiosqlite"):  # alembic is verbose, and aiosqlite logs what people typed
            logging.getLogger(name).setLevel(logging.WARNING)
        return _carry_out(parsed, settings)
    except (SettingsError, BadToken, OSError) as error:
        is_set = isinstance(error, WrongPath) and parsed.command != "copy"  # whose paths are arguments
        hint = " Correct NARDY_DATABASE." if is_set else ""
        print(f"{error}{hint}", file=sys.stderr)  # noqa: T201 (what a command line is for)
        return 1
    except KeyboardInterrupt:
        print(STOPPED_EARLY, file=sys.stderr)  # noqa: T201 (what a command line is for)
        return 1


def _carry_out(parsed: argparse.Namespace, settings: Settings) -> int:
    """Run a command that needs the settings, and return the exit status."""
    match parsed.command:
        case "check":
            return _check(settings)
        case "backup":
            _back_up(settings.database, parsed)
        case "copy":
            rows = asyncio.run(copy(parsed.source, parsed.target))
            _say(f"{rows} rows are copied and checked. Name {parsed.target} in NARDY_DATABASE now.")
        case "forget":
            return _forget(settings.database, parsed)
        case "seat":
            link = asyncio.run(sign_in_link(settings.database, parsed.name, _address(settings)))
            _say(f"This link opens the seat once, within ten minutes, in any browser: {link}")
        case _:
            _run(settings, again=parsed.again)
    return 0


def _run(settings: Settings, *, again: bool) -> None:
    """Serve until SIGTERM or Ctrl+C.

    Raises:
        KeyboardInterrupt: the signal came before the bot was ready.
        OSError: the bot cannot start or continue; the text says why.
    """
    announced = False
    start = Start(dialect_of(settings.database))

    def remember(_number: int, _frame: object) -> None:
        nonlocal announced
        announced = True

    def announce(listening: str, link: str) -> None:
        _say(announcement(listening, link, is_first=not start.is_ready))
        # A log needs no picture, and a terminal without UTF-8 has no half blocks.
        if sys.stdout.isatty() and sys.stdout.encoding.lower() == "utf-8" and is_for_others(link):
            _say(qr_text(link))
        start.is_ready = True

    async def until_stopped() -> None:
        loop = asyncio.get_running_loop()
        serving = asyncio.ensure_future(run(settings, announce, start, again=again))

        for number in STOPS:
            loop.add_signal_handler(number, _stop, serving, start)
        if announced:
            _stop(serving, start)
        await serving

    # Remembered until the loop handles them: a signal while asyncio makes the loop would end in a traceback.
    for number in STOPS:
        signal.signal(number, remember)
    _must_be_usable(settings.database)
    try:
        asyncio.run(until_stopped())
    except (KeyboardInterrupt, asyncio.CancelledError):
        if not start.is_ready:
            raise KeyboardInterrupt from None


def _stop(serving: asyncio.Future[None], start: Start) -> None:
    """Cancel the serving task; while the database server is away, exit within half a second."""
    loop = asyncio.get_running_loop()
    serving.cancel()
    loop.remove_signal_handler(signal.SIGINT)  # a second Ctrl+C does not wait
    if not start.is_reached:
        loop.call_later(_ENDS_WITHIN, end_at_once)


def _must_be_usable(database: Place) -> None:
    """Refuse a read-only database file without opening it, and a file without a folder.

    SQLite would create read-only files beside it, and they would stay so when the file is writable again.

    Raises:
        UnusableDatabase: the file is read-only.
        WrongPath: the folder is missing.
    """
    if not isinstance(database, Path):
        return
    sqlite_file.must_have_folder(database)
    if database.exists() and not os.access(database, os.W_OK):
        raise UnusableDatabase(database, "cannot be used: the file is read-only.")


def announcement(listening: str, link: str, *, is_first: bool) -> str:
    """Return the lines that give the host's link.

    Args:
        listening: the URL that the page listens on; a proxy may stand between it and the link.
        is_first: False if the link replaces an earlier one.
    """
    if not is_first:
        return f"A host was removed, so the link of the host is another now: {link}"
    where = "" if link.startswith(f"{listening}/") else f" It listens on {listening}/ for the proxy."
    return f"Nardy is ready.{where} Open {link} in a browser. Ctrl+C stops it."


def _parsed(arguments: list[str] | None) -> argparse.Namespace:
    parser = _parser()
    parsed = parser.parse_args(arguments)
    if parsed.command == "backup" and parsed.every and parsed.folder is None:
        parser.error("--every goes with --folder")
    return parsed


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="nardy", description="Long Nardy with friends, in a chat.")
    parser.add_argument("--version", action="version", version=f"nardy {version('nardy')}")
    commands = parser.add_subparsers(dest="command")
    run = commands.add_parser("run", help="run the bot (the same as no command)")
    for each in (parser, run):
        each.add_argument(
            "--again",
            action="store_true",
            help="serve a database although `nardy copy` moved it to another place",
        )
    commands.add_parser("check", help="check the database, and replay every stored game")
    commands.add_parser("doctor", help="check settings, tokens, machine and rights, and say what to fix")
    backup = commands.add_parser(
        "backup", help="make a consistent copy of the database, also while it is in use"
    )
    where = backup.add_mutually_exclusive_group(required=True)
    where.add_argument("file", nargs="?", type=Path, help="the file to create; it must not exist")
    where.add_argument("--folder", type=Path, help="a folder for copies that are named by their times")
    backup.add_argument(
        "--keep", type=_number, default=NEWEST_COPIES, help="how many copies the folder keeps (%(default)s)"
    )
    backup.add_argument(
        "--every", type=_number, metavar="SECONDS", help="make a copy at this interval until stopped"
    )
    moving = commands.add_parser("copy", help="move everything to another database and check it there")
    moving.add_argument("source", metavar="FROM", type=_place, help="the database: a file, or postgresql://…")
    seat = commands.add_parser(
        "seat", help="make a link for a player who lost the browser of their seat; the bot may run"
    )
    forget = commands.add_parser(
        "forget", help="delete all data about a player, as /forget does; on SQLite, stop the bot first"
    )
    forget.add_argument(
        "player",
        metavar="PLAYER",
        help="a number or PLATFORM:ACCOUNT; a name lists the players who match",
    )
    forget.add_argument("--yes", action="store_true", help="do not ask")
    seat.add_argument("name", metavar="NAME", help="the person's name there")
    moving.add_argument("target", metavar="TO", type=_place, help="an empty one, or where there is none yet")
    return parser


def _address(settings: Settings) -> str:
    """Return the web page's address according to the settings."""
    return settings.table_address or listening_address(settings.hosts, settings.port)


def _place(text: str) -> Place:
    """Return the database that a text names.

    Raises:
        argparse.ArgumentTypeError: it names none. The message omits the text, which may hold a password.
    """
    try:
        return place_of(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _number(text: str) -> int:
    """Return a whole number above 0.

    Raises:
        argparse.ArgumentTypeError: the text is not one.
    """
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    return int(text)


def _forget(database: Place, parsed: argparse.Namespace) -> int:
    """Forget a player after asking, or list the players who have a name. Return the exit status.

    Raises:
        OSError: the player cannot be forgotten, or the database cannot be used.
    """
    players, is_exact = asyncio.run(find_players(database, parsed.player))
    for player in players:
        _say(str(player))
    if not is_exact:
        _say(f"To forget one of them: nardy forget {players[0].number}" if players else _NO_PLAYER)
        return 0 if players else 1
    (player,) = players
    _say(f"The player would read:\n\n{player.summary()}\n")
    if not parsed.yes and not _confirmed("Type yes to delete all this: "):
        _say("Nothing was changed.")
        return 1
    asyncio.run(forget_player(database, player))
    _say(f"Player {player.number} is forgotten. Copies of the database still hold the player's data.")
    return 0


def _confirmed(question: str) -> bool:
    try:
        return input(question).strip().casefold() == "yes"
    except EOFError:  # no terminal, as in a script without --yes
        return False


def _back_up(database: Place, parsed: argparse.Namespace) -> None:
    """Make one copy, or copies at an interval until stopped.

    Raises:
        OSError: no copy was made.
    """
    os.umask(0o077)  # the copy holds games and names

    async def make() -> None:
        if parsed.folder is None:
            await back_up(database, parsed.file)
            _say(f"The copy is {parsed.file}.")
        else:
            _say(f"The copy is {await keep_backups(database, parsed.folder, parsed.keep)}.")

    if parsed.every is None:
        asyncio.run(make())
        return
    with suppress(KeyboardInterrupt):
        asyncio.run(keep_backing_up(make, timedelta(seconds=parsed.every), COPY_AGAIN))


def _check(settings: Settings) -> int:
    report = asyncio.run(check(settings.database))
    for fault in report.faults:
        _say(fault)
    _say(f"{report.games} games replayed, {len(report.faults)} faults.")
    return 1 if report.faults else 0


async def _examine() -> int:
    """Print each finding as it is made; return 1 if any needs fixing."""
    from bot.doctor import examine  # noqa: PLC0415 (slow to import, and only `doctor` needs it)

    troubles = 0
    async for finding in examine(read_settings):
        _say(str(finding))
        troubles += not finding.is_fine
    _say(f"{troubles} to fix." if troubles else "All is well.")
    return 1 if troubles else 0


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 (what a command line is for)
