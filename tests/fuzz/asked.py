"""Asked: whole lines, presses and tokens, as the conversation answers them in a house with games."""

from __future__ import annotations

import asyncio
import json
import logging
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import cache, partial
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

from bot.chats.web.errors import BadFrame
from bot.chats.web.from_page import read_frame
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.incoming import Attached, ChatKind, Incoming, Line, Person, Place, Press
from bot.talk.reply import plain
from storage import Database
from storage.sqlite import SQLite
from tests.databases import compiled_once
from tests.dialogues.script import TABLE
from tests.dialogues.scripted import House, check, open_house
from tests.fuzz import typed
from tests.fuzz.rules import TARGETS as RULES
from tests.fuzz.target import Target, Try
from tests.in_memory import IN_MEMORY
from tests.inline import InlineConnection

BATCH = 1_000
"""Inputs after which the house is laid out anew, so that what they have made does not pile up."""

_OURS = frozenset(words_in(language).words("refused-failed") for language in LANGUAGES)
_DICE = (6, 1, 6, 2, 5, 3, 4, 1)
_PEOPLE = ("anna", "boris", "carl", "dora")
_WAYS = ("say", "press", "complete", "file", "table", "lobby", "settings")
_SEPARATOR = "\x1f"


class _Faults(logging.Handler):
    """Keeps what was logged as a fault of ours."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record)

    def raise_first(self) -> None:
        """Raise what was logged first, if anything was.

        Raises:
            RuntimeError: something was logged that had no exception.
        """
        found, self.found = self.found, []
        for record in found:
            if record.exc_info and record.exc_info[1]:
                raise record.exc_info[1]
            raise RuntimeError(record.getMessage())


@cache
def _laid_out() -> tuple[TemporaryDirectory[str], House, str, str]:
    """A house with a game between Anna and Boris, one against the program, and a shared board."""
    folder = TemporaryDirectory(dir=IN_MEMORY)

    async def begin() -> tuple[House, str]:
        async with open_house(Path(folder.name) / "nardy.db", *_DICE) as house:
            for who in ("Anna", "Boris", "Carl"):
                await house.line(who, "/start")
                await house.line(who, "/start", who)
            await house.line("Anna", "/challenge Boris")
            await house.line("Boris", "/accept")
            (game,) = await house.manager.games_of(1)
            await house.line("Boris", "/play novice", "Boris")
            told = await house.line("Anna", f"/share {game.id}", "Anna")
            await house.line("Anna", "/challenge", TABLE)
            return house, _token(told) or game.id

    house, token = asyncio.run(begin())
    return folder, house, token, token.partition("-")[0]


def _token(told: str) -> str:
    found = [word.strip(".,#") for word in told.replace("=", " ").replace("/", " ").split()]
    return next((word for word in found if "-" in word and len(word) > 24), "")


@asynccontextmanager
async def _in_own_thread(path: Path) -> AsyncIterator[Database]:
    """The database of a file, whose statements are carried out where they are asked for."""

    async def at_once(_statement: str) -> None:
        """Let each go on."""

    database = Database(path, SQLite(path, partial(InlineConnection, reached=at_once)))
    try:
        yield compiled_once(database)
    finally:
        await database.close()


@contextmanager
def _opened(attempt: Callable[[asyncio.Runner, House, str, Iterator[int]], None]) -> Iterator[Try]:
    """A copy of the house, in which inputs are tried one after another."""
    folder, before, *_ = _laid_out()
    faults, logger = _Faults(), logging.getLogger()
    logger.addHandler(faults)
    numbers = count()
    with TemporaryDirectory(dir=folder.name) as own, asyncio.Runner() as runner:
        path = Path(own) / "nardy.db"
        shutil.copy(Path(folder.name) / "nardy.db", path)
        opening = open_house(path, before=before, opening=_in_own_thread)
        house = runner.run(opening.__aenter__())

        def tries(text: str) -> None:
            attempt(runner, house, text, numbers)
            house.clock.forward(seconds=1)
            faults.raise_first()

        try:
            yield tries
            runner.run(house.until_idle())
            faults.raise_first()
        finally:
            logger.removeHandler(faults)
            runner.run(opening.__aexit__(None, None, None))


def _one_of(choices: tuple[str, ...], word: str) -> str:
    """Return a word if it is a choice, or one of them that depends on the word alone."""
    return word if word in choices else choices[crc32(word.encode("utf-8", "surrogatepass")) % len(choices)]


def _try_line(runner: asyncio.Runner, house: House, text: str, numbers: Iterator[int]) -> None:
    """Do what a person may do, under a name and with a message that are as odd as they like."""
    who, chat, way, message, name, said = (text.split(_SEPARATOR, 5) + [""] * 6)[:6]
    who, way = _one_of(_PEOPLE, who), _one_of(_WAYS, way)
    shared = _one_of((TABLE, "mine", "hall"), chat)
    place = Place(
        "web",
        who.title() if shared == "mine" else shared,
        ChatKind.PRIVATE if shared == "mine" else ChatKind.SHARED,
    )
    person = Person("web", who, name, _one_of(("en", "ru", ""), name))
    file = Attached.of(said.encode("utf-8", "replace")) if way == "file" else None
    line = "/import" if way == "file" else said
    what = Press(said) if way == "press" else Line(line)
    # Of messages every platform tells the number alone.
    number = str(int(message[:15])) if message.isascii() and message.isdigit() else None
    incoming = Incoming(f"fuzz {next(numbers)}", person, place, what, number, attached=file)
    conversation = house.conversation

    async def asked() -> None:
        match way:
            case "complete":
                await conversation.complete(incoming)
            case "table":
                await conversation.table(incoming, said)
            case "lobby":
                await conversation.lobby(incoming)
            case "settings":
                await conversation.settings(incoming)
            case _:
                await conversation.is_unaddressed(incoming)
                for reply in await conversation.handle(incoming):
                    check(reply)
                    assert plain(reply.text) not in _OURS

    runner.run(asked())


def _lines() -> list[str]:
    _, _, token, game = _laid_out()
    said = typed.lines(game, token)
    lines = [
        _SEPARATOR.join((_PEOPLE[n % 3], ("table", "mine")[n % 2], "say", "", "Anna", line))
        for n, line in enumerate(said)
    ]
    presses = [
        _SEPARATOR.join((_PEOPLE[n % 3], "table", "press", str(n % 7), "Борис", f"{n % 4}:{line}"))
        for n, line in enumerate(said)
    ]
    others = [_SEPARATOR.join(("anna", "mine", way, "", "A", game)) for way in _WAYS[4:]]
    others += [
        _SEPARATOR.join(("boris", "mine", "complete", "", "A", line[: len(line) // 2 + 2]))
        for line in said[::3]
    ]
    files = [
        _SEPARATOR.join(("anna", "mine", "file", "", "A", record)) for record in RULES["imports"].seeds()
    ]
    return [*lines, *presses, *others, *[each for each in files if len(each) < 1_500][:8]]


def _try_token(runner: asyncio.Runner, house: House, token: str, numbers: Iterator[int]) -> None:
    """Come by a link: a board is shown to whoever has the very token, and to nobody else."""
    right = _laid_out()[2]
    try:
        frame = read_frame(_hello(token))
    except BadFrame:
        return
    shown = runner.run(house.conversation.shared_table(getattr(frame, "key", ""), "ru"))
    assert (shown is not None) == (token.lower() == right.lower())
    person, place = Person("web", "dora", "Dora"), Place("web", "Dora", ChatKind.PRIVATE)
    if next(numbers) % 8 == 0:
        incoming = Incoming(f"fuzz {next(numbers)}", person, place, Line(f"/board {token}"))
        for reply in runner.run(house.conversation.handle(incoming)):
            check(reply)
        house.clock.forward(minutes=11)  # so that misses do not add up


def _hello(token: str) -> str:
    return json.dumps({"do": "hello", "secret": "", "language": "", "key": token})


def _tokens() -> list[str]:
    _, _, token, game = _laid_out()
    game_id, _, sealed = token.partition("-")
    return [token, token.upper(), game, f"{game}-", f"b2b-{sealed}", f"{game_id}-{'0' * len(sealed)}"]


TARGETS = {
    "tokens": Target(_tokens, partial(_opened, _try_token), ("-", "b2b", "0" * 24), BATCH),
    "lines": Target(
        _lines,
        partial(_opened, _try_line),
        (
            _SEPARATOR,
            *_WAYS,
            *_PEOPLE,
            *typed.VOCABULARY,
        ),
        BATCH,
    ),
}
