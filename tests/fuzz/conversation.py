"""Conversation targets: lines, presses and tokens that the conversation answers, in a house with games."""

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
from tests.dialogues.house import House, check_limits, open_house
from tests.dialogues.script import TABLE
from tests.fuzz import typed_lines
from tests.fuzz.rules import TARGETS as RULES
from tests.fuzz.target import Target, Try
from tests.in_memory import IN_MEMORY
from tests.inline import InlineConnection

BATCH = 1_000
"""Inputs after which a fresh house is opened, so that stored rows do not pile up."""

_FAULT_TEXTS = frozenset(words_in(language).words("refused-failed") for language in LANGUAGES)
_DICE = (6, 1, 6, 2, 5, 3, 4, 1)
_PEOPLE = ("anna", "boris", "carl", "dora")
_WAYS = ("say", "press", "complete", "file", "table", "lobby", "settings")
_SEPARATOR = "\x1f"


class _Faults(logging.Handler):
    """Keeps log records of errors."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[logging.LogRecord] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.found.append(record)

    def raise_first(self) -> None:
        """Raise the first logged error, if any.

        Raises:
            RuntimeError: the log record has no exception.
        """
        found, self.found = self.found, []
        for record in found:
            if record.exc_info and record.exc_info[1]:
                raise record.exc_info[1]
            raise RuntimeError(record.getMessage())


@cache
def _prepared() -> tuple[TemporaryDirectory[str], House, str, str]:
    """Return a house with a game of Anna and Boris, a game against the program, and a shared board."""
    folder = TemporaryDirectory(dir=IN_MEMORY)

    async def begin() -> tuple[House, str]:
        async with open_house(Path(folder.name) / "nardy.db", *_DICE) as house:
            for player in ("Anna", "Boris", "Carl"):
                await house.type(player, "/start")
                await house.type(player, "/start", player)
            await house.type("Anna", "/challenge Boris")
            await house.type("Boris", "/accept")
            (game,) = await house.manager.games_of(1)
            await house.type("Boris", "/play novice", "Boris")
            answer = await house.type("Anna", f"/share {game.id}", "Anna")
            await house.type("Anna", "/challenge anyone", TABLE)
            return house, _token(answer) or game.id

    house, token = asyncio.run(begin())
    return folder, house, token, token.partition("-")[0]


def _token(answer: str) -> str:
    found = [word.strip(".,#") for word in answer.replace("=", " ").replace("/", " ").split()]
    return next((word for word in found if "-" in word and len(word) > 24), "")


@asynccontextmanager
async def _inline_database(path: Path) -> AsyncIterator[Database]:
    """Open a database whose statements run in the caller's thread."""

    async def at_once(_statement: str) -> None:
        """Do not wait before a statement."""

    database = Database(path, SQLite(path, partial(InlineConnection, reached=at_once)))
    try:
        yield compiled_once(database)
    finally:
        await database.close()


@contextmanager
def _session(attempt: Callable[[asyncio.Runner, House, str, Iterator[int]], None]) -> Iterator[Try]:
    """Open a copy of the house, and give a function that tries one input in it."""
    folder, previous, *_ = _prepared()
    faults, logger = _Faults(), logging.getLogger()
    logger.addHandler(faults)
    numbers = count()
    with TemporaryDirectory(dir=folder.name) as own, asyncio.Runner() as runner:
        path = Path(own) / "nardy.db"
        shutil.copy(Path(folder.name) / "nardy.db", path)
        opening = open_house(path, previous=previous, opening=_inline_database)
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
    """Return the word if it is a choice, else a choice that depends on the word alone."""
    return word if word in choices else choices[crc32(word.encode("utf-8", "surrogatepass")) % len(choices)]


def _try_line(runner: asyncio.Runner, house: House, text: str, numbers: Iterator[int]) -> None:
    """Do one thing of the many that a person can do, with any name and message id."""
    player, chat, way, message, name, said = (text.split(_SEPARATOR, 5) + [""] * 6)[:6]
    player, way = _one_of(_PEOPLE, player), _one_of(_WAYS, way)
    shared = _one_of((TABLE, "mine", "hall"), chat)
    place = Place(
        "web",
        player.title() if shared == "mine" else shared,
        ChatKind.PRIVATE if shared == "mine" else ChatKind.SHARED,
    )
    person = Person("web", player, name, _one_of(("en", "ru", ""), name))
    file = Attached.of(said.encode("utf-8", "replace")) if way == "file" else None
    line = "/import" if way == "file" else said
    what = Press(said) if way == "press" else Line(line)
    # Platforms pass a message's id only if it is a number.
    number = str(int(message[:15])) if message.isascii() and message.isdigit() else None
    incoming = Incoming(f"fuzz {next(numbers)}", person, place, what, number, attached=file)
    conversation = house.conversation

    async def act() -> None:
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
                    check_limits(reply)
                    assert plain(reply.text) not in _FAULT_TEXTS

    runner.run(act())


def _lines() -> list[str]:
    _, _, token, game = _prepared()
    said = typed_lines.lines(game, token)
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
    """Follow a link: only the exact token shows the board."""
    right = _prepared()[2]
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
            check_limits(reply)
        house.clock.forward(minutes=11)  # so that failed attempts do not add up to a refusal


def _hello(token: str) -> str:
    return json.dumps({"do": "hello", "secret": "", "language": "", "key": token})


def _tokens() -> list[str]:
    _, _, token, game = _prepared()
    game_id, _, sealed = token.partition("-")
    return [token, token.upper(), game, f"{game}-", f"b2b-{sealed}", f"{game_id}-{'0' * len(sealed)}"]


TARGETS = {
    "tokens": Target(_tokens, partial(_session, _try_token), ("-", "b2b", "0" * 24), BATCH),
    "lines": Target(
        _lines,
        partial(_session, _try_line),
        (
            _SEPARATOR,
            *_WAYS,
            *_PEOPLE,
            *typed_lines.VOCABULARY,
        ),
        BATCH,
    ),
}
