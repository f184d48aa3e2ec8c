from __future__ import annotations

import ast
import json
import logging
import re
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.logs import FIELDS, JsonFormatter, LogFormatter
from bot.rules.errors import NotUnderstood
from bot.sessions.errors import NobodyNamed
from storage.tables import metadata
from tests.chats.web.house import Tab
from tests.logged import events
from tests.process import Server, serving
from tests.sessions.world import inhabited

NAME, NEW_NAME = "Quillobar", "Wexmundy"
SAID = "zibberflonk"
ROOT = Path(__file__).parent.parent
LOG_CALLS = {f"logger.{level}" for level in ("debug", "info", "warning", "error", "exception", "log")}
SABOTAGE = "this table was broken on purpose"


@asynccontextmanager
async def tab_of(server: Server, secret: str = "") -> AsyncIterator[Tab]:
    """A tab that has said hello."""
    address = f"http://127.0.0.1:{server.port}"
    async with (
        aiohttp.ClientSession(address) as web,
        web.ws_connect("/socket", headers={"Origin": address}) as socket,
    ):
        tab = Tab(socket)
        await tab.put(do="hello", secret=secret, language="en")
        tab.welcome = await tab.get("welcome")
        await tab.get("room")
        yield tab


def break_tables(folder: Path) -> None:
    """Let every write to any table fail from now on."""
    with closing(sqlite3.connect(folder / "nardy.db")) as connection:
        for table in metadata.tables:
            for change in ("INSERT", "UPDATE", "DELETE"):
                connection.execute(
                    f'CREATE TRIGGER "{table}_{change}" BEFORE {change} ON "{table}"'
                    f" BEGIN SELECT RAISE(ABORT, '{SABOTAGE}'); END"
                )
        connection.commit()


async def test_no_name_and_no_text_reaches_the_log_when_the_database_fails(tmp_path: Path) -> None:
    """Faults of the database are logged as fully as can be, without a name or a word of anybody's."""
    lines = (SAID, f"/challenge {SAID}", "/play", f"/move {SAID}", f"/import {SAID}", f"/{SAID}", "24/18")
    async with serving(tmp_path, NARDY_LOG_LEVEL="DEBUG") as server, tab_of(server) as tab:
        await tab.put(do="name", id="first-name", name=NAME)
        await tab.get("named")
        for number, line in enumerate(lines):
            await tab.say(line, key=f"sound-{number:03}")
        break_tables(tmp_path)
        for number, line in enumerate(lines):
            await tab.say(line, key=f"broken-{number:03}")
        await tab.put(do="complete", id="complete", room="table", text=f"/challenge {SAID}")
        await tab.get("completions")
        await tab.put(do="name", id="other-name", name=NEW_NAME)
        await tab.closed()
        log = server.log()
    assert log.count(SABOTAGE) > 3
    assert [word for word in (NAME, NEW_NAME, SAID) if word.casefold() in log.casefold()] == []


def logged(fail: Callable[[], object], formatter: logging.Formatter | None = None, **fields: object) -> str:
    """Return the log after a failure that is logged with these fields."""
    log = StringIO()
    handler = logging.StreamHandler(log)
    handler.setFormatter(formatter or LogFormatter())
    logger = logging.Logger("test")  # noqa: LOG001 (apart from the loggers of the process)
    logger.addHandler(handler)
    try:
        fail()
    except Exception:
        logger.exception("it failed", extra=fields)
    return log.getvalue()


def refuse() -> None:
    """Refuse with the name of somebody who is not here."""
    raise NobodyNamed(NAME)


def fail_while_refusing() -> None:
    """Fail where somebody is told why he is refused."""
    try:
        refuse()
    except NobodyNamed:
        raise RuntimeError(SABOTAGE)  # noqa: B904 (as it comes about by itself)


def misread() -> None:
    """Fail because of what was typed, as a cause of another fault."""
    try:
        int(SAID)
    except ValueError as error:
        raise RuntimeError(SABOTAGE) from error


def misplay() -> None:
    """Fail with a typed move that cannot be read."""
    raise NotUnderstood(SAID)


def fail_together() -> None:
    """Fail with two errors at once, as a group of tasks does when two of them fail."""
    raise ExceptionGroup("two tasks", [RuntimeError(SABOTAGE), KeyError(SAID)])


def test_a_plain_fault_is_logged_as_python_tells_it() -> None:
    """Of a fault of ours the log has the kind, the words, and every place that led to it."""

    def fail() -> None:
        raise RuntimeError(SABOTAGE)

    told, as_python_does = (
        logged(fail, formatter).split("\n", 1)[1] for formatter in (LogFormatter(), logging.Formatter())
    )
    assert told == as_python_does
    assert SABOTAGE in told


@pytest.mark.parametrize(
    ("fail", "kinds"),
    [
        (refuse, ["bot.sessions.errors.NobodyNamed: nobody-named"]),
        (fail_while_refusing, ["bot.sessions.errors.NobodyNamed: nobody-named", f"RuntimeError: {SABOTAGE}"]),
        (misread, ["ValueError", f"RuntimeError: {SABOTAGE}"]),
        (misplay, ["bot.rules.errors.NotUnderstood"]),
        (
            fail_together,
            ["ExceptionGroup: two tasks (2 sub-exceptions)", f"RuntimeError: {SABOTAGE}", "KeyError"],
        ),
    ],
)
def test_an_exception_that_quotes_people_is_logged_without_its_words(
    fail: Callable[[], None], kinds: list[str]
) -> None:
    """The log has the kind and the place of each exception, and no name and no typed word of anybody's."""
    lines = logged(fail).splitlines()
    assert [line for line in lines if line in kinds] == kinds
    assert f"in {fail.__name__}" in "".join(lines)
    assert [word for word in (NAME, SAID) if any(word in line for line in lines)] == []


def test_a_chain_of_exceptions_that_is_a_circle_is_logged() -> None:
    """Two exceptions that are each other's cause are told once each."""
    first, second = RuntimeError("first"), RuntimeError("second")
    first.__cause__, second.__cause__ = second, first

    def fail() -> None:
        raise first

    assert [logged(fail).count(f"RuntimeError: {each}\n") for each in (first, second)] == [1, 1]


def test_a_log_as_json_has_an_object_in_each_line() -> None:
    """A fault is one line, with when, where and what as fields, and what led to it as lines do tell it."""
    (line,) = logged(misread, JsonFormatter()).splitlines()
    told = json.loads(line)
    assert (told["level"], told["logger"], told["message"]) == ("ERROR", "test", "it failed")
    assert datetime.fromisoformat(told["time"]).tzinfo == UTC
    assert told["exception"] == logged(misread).split("\n", 1)[1].rstrip("\n")


def test_fields_follow_the_event_in_lines_and_are_keys_in_json() -> None:
    """A line ends with `key=value` pairs that grep finds; a field that is not declared is left out."""
    given: dict[str, Any] = {"game": "w6e", "chat": "-100 12", "attempt": 3, "player": None, "nickname": NAME}
    first = logged(refuse, **given).splitlines()[0]
    assert first.endswith(' it failed chat="-100 12" game=w6e attempt=3')
    told = json.loads(logged(refuse, JsonFormatter(), **given))
    assert {name: told.get(name) for name in given} == given | {"player": None, "nickname": None}


async def test_one_game_is_followed_by_its_id(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A search for `game=ID` finds when the game began, each change, and its end with the result."""
    with caplog.at_level(logging.DEBUG, logger="bot.sessions"):
        async with inhabited(tmp_path / "nardy.db") as world:
            made = await world.manager.challenges.make(world.actor(world.anna), "long", world.boris.id)
            game = await world.begun(world.boris, made.id)
            await world.manager.offer_draw(world.actor(world.anna), game.id)
            await world.manager.answer(world.actor(world.boris), game.id, accept=True)
    lines = [line.split(f" game={game.id} ") for line in events(caplog) if f" game={game.id} " in line]
    assert [event for event, _ in lines] == ["game begun", "game changed", "game over"]
    assert lines[-1][1].endswith('outcome="1/2-1/2 agreed"')


def log_calls() -> Iterator[tuple[str, ast.Call]]:
    """Each log call of the product, with the place where it stands."""
    for room in ("bot", "storage", "renderers"):
        for file in sorted((ROOT / room).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if isinstance(node, ast.Call) and ast.unparse(node.func) in LOG_CALLS:
                    yield f"{file.relative_to(ROOT)}:{node.lineno}", node


def test_log_calls_have_a_constant_event_and_declared_fields() -> None:
    """An event text holds no value, and each field in `extra` is declared: a host can search by both."""
    wrong = []
    for place, call in log_calls():
        event, *values = call.args[ast.unparse(call.func) == "logger.log" :]
        text = str(event.value) if isinstance(event, ast.Constant) else ast.unparse(event)
        extra = next((each.value for each in call.keywords if each.arg == "extra"), None)
        keys = extra.keys if isinstance(extra, ast.Dict) else []
        undeclared = {key.value for key in keys if isinstance(key, ast.Constant)} - FIELDS.keys()
        if values or undeclared or re.search(r"[%{.]", text):
            wrong.append(f"{place}: {ast.unparse(call)}")
    assert wrong == []


@pytest.mark.parametrize("fail", [refuse, fail_while_refusing, misread, misplay, fail_together])
def test_a_log_as_json_quotes_nobody_either(fail: Callable[[], None]) -> None:
    """What lines leave out of exceptions, JSON leaves out too."""
    line = logged(fail, JsonFormatter())
    assert [word for word in (NAME, SAID) if word in line] == []
