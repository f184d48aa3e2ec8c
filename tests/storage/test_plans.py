"""Every statement of the product finds its rows by an index."""

from __future__ import annotations

import inspect
import pkgutil
import shutil
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

import storage
from storage import Database, KeyValues, TelegramUpdates, analyses, clocks, games, puzzles, rows
from storage.claims import Queue
from storage.tables import metadata
from tests.query_plans import filled, full_scans
from tests.statements import unwatched, watched

NOW = datetime(2026, 11, 20, 18, tzinfo=UTC)
SHARED, PRIVATE, PLAYER = 1001, 2, 3
BEING_PLAYED, OVER = "g20", "g21"

VALUES: dict[str, tuple[object, ...]] = {
    "at": (NOW,),
    "before": (NOW, None),
    "beginning": ("name 1",),
    "blocked": (4,),
    "but": (20,),
    "candidate": ("new",),
    "cause": ("turn:new:1",),
    "process": (1,),
    "challenge_id": (OVER,),
    "challenger": (PLAYER,),
    "chat": (SHARED, PRIVATE),
    "chat_id": (SHARED, PRIVATE),
    "chat_key": ("table", "me 5"),
    "chats": (None, [SHARED]),
    "client_language": ("en",),
    "computer_player": ("another",),
    "event": ("new",),
    "first": ([SHARED],),
    "first_rolls": ("6-5 4-3 2-1 6-5 4-3 2-1",),
    "by": (None, 1),
    "daily": (1,),
    "day": ("2026-11-20",),
    "is_best": (True,),
    "day_before": ("2026-11-19",),
    "days": (("2026-11-01", "2026-11-30"),),
    "deadline": (timedelta(minutes=1),),
    "gone": ([1],),
    "fresh": ((), [SHARED], None),
    "game_id": (BEING_PLAYED, OVER),
    "game_ids": ([BEING_PLAYED, OVER],),
    "handle": ("handle5", None),
    "home": (PRIVATE,),
    "key": ("key 5",),
    "kind": ("invitation",),
    "known_in": ("web",),
    "language": ("en",),
    "limit": (10,),
    "results": (["won"], ["drawn", "lost", "won"]),
    "offset": (30,),
    "opponent": (None, 2),
    "match_id": (BEING_PLAYED,),
    "account": (("web", "key 5"), None),
    "message": (f"message {BEING_PLAYED}",),
    "beats": ({"bot": NOW},),
    "due": (NOW,),
    "starts": (NOW,),
    "ends": (NOW + timedelta(days=1),),
    "announced": (NOW,),
    "holiday_id": (1,),
    "instead_of": (None, "private web"),
    "remind_at": (NOW, None),
    "alarm": (1,),
    "moment": (NOW,),
    "months": ([NOW, NOW + timedelta(days=31)], []),
    "most": (5,),
    "name": ("name 5", "chosen by nobody"),
    "code": ("hash 5",),
    "link": ("link 5",),
    "link_id": ("link 5",),
    "made": (NOW,),
    "older": (PLAYER,),
    "only_here": (True, False),
    "younger": (4,),
    "one": (PLAYER,),
    "namespace": ("web",),
    "new": (PRIVATE,),
    "now": (NOW,),
    "number": (1,),
    "numbers": (1,),
    "old": (SHARED,),
    "other": (4,),
    "owner": (PLAYER, None),
    "parts": ("web",),
    "platform": ("web",),
    "platforms": (["web"],),
    "player": (PLAYER,),
    "player_id": (PLAYER,),
    "player_ids": ([PLAYER],),
    "post_id": (20,),
    "puzzle_id": (1,),
    "question_id": (OVER,),
    "revision": (41,),
    "rooms": ([SHARED],),
    "seal": ("a seal",),
    "seals": (["a seal"],),
    "reader": (PLAYER,),
    "seeker": (PLAYER,),
    "shown": (40,),
    "since": (NOW,),
    "state": ("sent",),
    "foreign": ([PRIVATE],),
    "subject": ("game", "challenge"),
    "subject_id": (BEING_PLAYED,),
    "target": ("/srv/nardy.db",),
    "text": ("text",),
    "texts": (["text"],),
    "told_revision": (1,),
    "turns": (5,),
    "tried": (NOW,),
    "unanswered": (1,),
    "until": (NOW + timedelta(minutes=5),),
    "white": (True, False),
    "after": ("key 1",),
    "zone": ("Europe/Berlin",),
}
"""Arguments of functions, by the names of their parameters. For several values there is one call for each."""

BY_TYPE: dict[tuple[str, str], tuple[object, ...]] = {
    ("games", "Sequence[str]"): (["a record"],),
    ("ids", "Collection[str]"): ([BEING_PLAYED, OVER],),
    ("ids", "Collection[int]"): ([PLAYER, 4],),
    ("ids", "Sequence[int]"): ([SHARED, PRIVATE],),
    ("keys", "Sequence[str]"): (["table"],),
    ("keys", "str"): ("key 5",),
    ("of", "MetaData"): (metadata,),
    ("loaded", "int"): (40,),
    ("post", "int"): (20,),
    ("chats", "Collection[int]"): ([-100, -200],),
    ("numbers", "Collection[int]"): ([1, 2],),
    ("updates", "Mapping[int, tuple[int, str]]"): ({1: (-100, "text"), 2: (-200, "text")},),
    ("texts", "Mapping[str, str]"): ({"a key": "a text"},),
}
"""Arguments for parameter names that have several types."""

OPTIONS: dict[str, dict[str, object]] = {
    "people.set_options": {"theme": "wood"},
    "people.set_display": {"theme": "wood", "gone": True},
    "puzzles.add": {"chat": SHARED, "day": "2026-11-20", "text": "text", "best": 0, "asked": NOW},
}
"""Arguments of functions that take any columns."""

EXEMPT = {
    "games.game_ids": "the check reads all games",
    "games.match_ids": "the check reads all matches",
    "games.move_chat": "a platform has replaced a chat: all its rows move, once",
    "outbox.move_chat": "as above",
    "analyses.move_chat": "as above",
    "contacts.move_members": "as above",
    "puzzles.move_chat": "as above",
    "outbox.redraw": "the chat's language or look was set: all its posts are redrawn, once",
    "outbox.redraw_elsewhere": "the chat was lost or is back: all its posts are redrawn, once",
    "notifications.chats_to_announce_in": "an announcement goes to all chats",
    "TelegramUpdates.processes": "reads only waiting updates, by their own index",
    "admission.remember_bans": "a player is forgotten: all players who blocked them are read, once",
    "admission.banned_accounts": "there are few bans, and an administrator lists them",
    "health.counts": "an administrator asks for the counts",
    "people.players_like": "the host looks for a player by a part of the name, at the command line",
    "claims.process_numbers": "there is only one row for each process",
    "merging.merge": "two players are linked: all rows of the younger one are read, once",
    "merging.undo": "as above",
    "links.copy_blocks": "two players are unlinked: all players who blocked them are read, once",
    "links.stop_showing_in": "as above: all posts of private chats are read, once",
    "links.notify_in_own_chat": "as above",
    "outbox.shows_anything": "reads only the chat's first post",
}
"""Functions that may scan a table, and why."""

QUEUES: dict[str, tuple[Queue, dict[str, Any]]] = {
    "games.COMPUTER_PLAYER": (games.COMPUTER_PLAYER, {}),
    "clocks.ALARMS": (clocks.ALARMS, {}),
    "clocks.RUN_OUT": (clocks.RUN_OUT, {}),
    "clocks.REMINDERS": (clocks.REMINDERS, {}),
    "puzzles.QUEUE": (puzzles.QUEUE, {}),
    "analyses.UNREVIEWED": (analyses.UNREVIEWED, {"since": NOW}),
}
"""Queues that workers claim from. Deliveries have functions instead."""

# Retention reads all old rows in batches in the background, and copying runs while no bot serves. Forgetting
# and exporting read all rows of a player, which a player can request a few times a day.
MODULES = sorted(
    each.name
    for each in pkgutil.iter_modules(storage.__path__)
    if each.name not in {"copying", "exporting", "forgetting", "guests", "retention"}
)


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A filled database."""
    return filled(tmp_path_factory.mktemp("full") / "nardy.db")


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT id FROM games WHERE position = ?",
        "SELECT id FROM games WHERE outcome IS NULL ORDER BY changed",
        "SELECT id FROM posts WHERE message = ?",
        "SELECT subject_id FROM posts WHERE chat = ? AND subject = ?",
        "SELECT id FROM chats WHERE platform = ? ORDER BY id",
        "SELECT name FROM accounts WHERE platform = ? AND name LIKE 'a%'",
        "UPDATE posts SET message = NULL WHERE wanted_revision = ?",
    ],
)
def test_a_full_scan_is_found(full: Path, statement: str) -> None:
    """A statement that scans a table, or all rows of a platform or chat, is reported."""
    assert full_scans(full, statement) != []


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT id FROM games WHERE id = ?",
        "SELECT id FROM games WHERE white = ? AND outcome IS NULL",
        "SELECT id FROM posts WHERE chat = ? AND message = ?",
        "SELECT name FROM accounts WHERE platform = ? AND name >= ? AND name < ?",
        "INSERT INTO given_ids (id) VALUES (?)",
    ],
)
def test_a_search_by_an_index_is_not_reported(full: Path, statement: str) -> None:
    """A statement that finds its rows by an index is not reported."""
    assert full_scans(full, statement) == []


def queries(module: str) -> dict[str, Callable[..., Awaitable[object]]]:
    """Return the public functions of a module of `storage` that use a connection."""
    there = import_module(f"storage.{module}")
    return {
        f"{module}.{name}": found
        for name, found in inspect.getmembers(there, inspect.iscoroutinefunction)
        if not name.startswith("_")
        and found.__module__ == there.__name__
        # A function that takes a place opens a database that this test does not watch.
        and "place" not in inspect.signature(found).parameters
    }


async def stored(connection: AsyncConnection, kind: str) -> object:
    """Return some stored row as a value."""
    row: type[rows.Row] = getattr(rows, kind)
    (table,) = [
        each for each in metadata.sorted_tables if [*row.__match_args__] == [c.name for c in each.c]
    ] or [each for each in metadata.sorted_tables if each.name.startswith(kind.removesuffix("Row").lower())]
    found = (await connection.execute(select(table).limit(1))).mappings().first()
    assert found is not None, f"nothing is in {table.name}"
    return row.read(found)


async def arguments(
    name: str, function: Callable[..., Awaitable[object]], connection: AsyncConnection
) -> list[tuple[list[Any], dict[str, Any]]]:
    """Return the arguments for each call of a function."""
    found: dict[str, tuple[object, ...]] = {}
    taken: list[inspect.Parameter] = []
    for parameter in inspect.signature(function).parameters.values():
        kind = str(parameter.annotation)
        row = kind.removeprefix("Collection[").removeprefix("Iterable[").removesuffix("]")
        if parameter.name in {"connection", "database"} or parameter.kind is parameter.VAR_KEYWORD:
            continue
        taken.append(parameter)
        if row.endswith("Row"):
            value = await stored(connection, row)
            found[parameter.name] = (value if kind == row else [value],)
        else:
            found[parameter.name] = BY_TYPE.get((parameter.name, kind)) or VALUES[parameter.name]
    ways = []
    for way in range(max((len(values) for values in found.values()), default=1)):
        chosen = {each: values[min(way, len(values) - 1)] for each, values in found.items()}
        given = [chosen[each.name] for each in taken if each.kind is not each.KEYWORD_ONLY]
        named = {each.name: chosen[each.name] for each in taken if each.kind is each.KEYWORD_ONLY}
        ways.append((given, named | OPTIONS.get(name, {})))
    return ways


@pytest.fixture
def copy(full: Path, tmp_path: Path) -> Path:
    """A copy of the filled database that a test may change."""
    return shutil.copyfile(full, tmp_path / "nardy.db")


async def test_no_query_of_the_product_scans_a_table(full: Path, copy: Path) -> None:
    """Each public function of `storage` finds its rows by an index, unless it is in `EXEMPT`."""
    scanning: dict[str, dict[str, list[str]]] = {}
    without_statements: set[str] = set()
    async with Database.open(copy) as database:
        everything = {name: found for module in MODULES for name, found in queries(module).items()}
        for kept in (KeyValues(database), TelegramUpdates(database)):
            of = type(kept)
            methods = inspect.getmembers(of, inspect.iscoroutinefunction)
            everything |= {f"{of.__name__}.{name}": getattr(kept, name) for name, _ in methods}
        for name, function in everything.items():
            async with unwatched(database) as connection:
                ways = await arguments(name, function, connection)
            with watched() as seen:
                for given, named in ways:
                    await call(database, function, given, named)
            texts = seen.texts
            without_statements |= set() if texts else {name}
            if name not in EXEMPT:
                found = {text: walk for text in texts if (walk := full_scans(full, text))}
                scanning |= {name: found} if found else {}
    assert scanning == {}
    assert without_statements == set()


async def call(
    database: Database, function: Callable[..., Awaitable[object]], given: list[Any], named: dict[str, Any]
) -> None:
    """Call a function and roll back; a statement that the database refuses was executed all the same."""
    parameters = inspect.signature(function).parameters
    if "connection" not in parameters:
        await function(*([database] if "database" in parameters else []), *given, **named)
        return
    with suppress(IntegrityError, _Undone):
        async with database.write() as connection:
            await function(connection, *given, **named)
            raise _Undone


class _Undone(Exception):
    """Rolls the transaction back."""


@pytest.mark.parametrize("name", QUEUES)
async def test_no_claim_scans_a_table(full: Path, copy: Path, name: str) -> None:
    """Work is found, claimed and released by an index."""
    queue, of = QUEUES[name]
    until = NOW + timedelta(minutes=5)
    async with Database.open(copy) as database:
        with watched() as seen:
            async with database.write() as connection:
                await queue.has_work(connection, NOW, until, **of)
                await queue.claim_in(connection, 10, NOW, until, **of)
                await queue.release(connection, BEING_PLAYED, until)
    assert len(seen.texts) == 3
    assert {text: walk for text in seen.texts if (walk := full_scans(full, text))} == {}


def test_every_queue_is_tested() -> None:
    """Every queue that workers claim from is in `QUEUES`."""
    there = {
        f"{module}.{name}"
        for module in MODULES
        for name, _ in inspect.getmembers(
            import_module(f"storage.{module}"), lambda each: isinstance(each, Queue)
        )
        if not name.startswith("_")
    }
    assert there == set(QUEUES)


def test_every_exempt_function_exists() -> None:
    """Every name in `EXEMPT` and `OPTIONS` is a function that exists."""
    there = {name for module in MODULES for name in queries(module)}
    there |= {f"{of.__name__}.{name}" for of in (KeyValues, TelegramUpdates) for name in vars(of)}
    assert {*EXEMPT, *OPTIONS} <= there
