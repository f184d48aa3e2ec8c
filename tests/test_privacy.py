from __future__ import annotations

import ast
import re
import sqlite3
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path

import asyncpg
import pytest

from bot.app import HOUSEKEEPING
from bot.chats.telegram.expiring import LONGEST_LIFE
from bot.chats.web.message_log import LoggedMessage
from bot.chats.web.pictures import Pictures
from bot.chats.web.rooms import NONCES_ALWAYS_KEPT, TABLE, Rooms, own_room
from bot.chats.web.views import message_view
from bot.chats.web.web_accounts import WebAccounts
from bot.maintenance import check
from bot.rules import Grade
from bot.sessions import analyses, imports, retention
from bot.sessions.outbox import LONGEST_DELAY
from bot.talk.context import QUESTION_LIFETIME
from bot.talk.reply import Reply
from storage import KeyValues, TelegramUpdates
from storage.places import Place, Server
from storage.tables import metadata
from tests.chats.stand_ins import PlainPainter
from tests.databases import PLACES, new_place, opened
from tests.meeting import meet
from tests.refused import refuses
from tests.sessions.world import World, contents, inhabited

ROOT = Path(__file__).parent.parent
PRIVACY = (ROOT / "docs" / "privacy.md").read_text("utf-8")
NAME, WORDS = "Quillobar", "zibberflonk"


def documented(heading: str) -> list[list[str]]:
    """Return the rows of the page's table whose first column has this heading: the cells of each."""
    _, _, rows = PRIVACY.partition(f"| {heading} |")
    lines = rows.split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]


def kept(name: str) -> str:
    """For how long a table, or a namespace, is kept by the page."""
    (found,) = [
        cells[-1]
        for heading in ("table", "namespace of `key_values` or `log_entries`")
        for cells in documented(heading)
        if f"`{name}`" in cells[0]
    ]
    return found


def constants(module: ast.Module) -> dict[str, str]:
    """Return the texts that a module has names for."""
    return {
        target.id: node.value.value
        for node in module.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name) and isinstance(node.value.value, str)
    }


def beginnings(modules: list[ast.Module]) -> dict[str, str]:
    """With what the texts begin that functions put together."""
    return {
        node.name: str(first.value)
        for module in modules
        for node in ast.walk(module)
        if isinstance(node, ast.FunctionDef)
        for part in ast.walk(node)
        if isinstance(part, ast.JoinedStr) and isinstance(first := part.values[0], ast.Constant)
    }


def named(pattern: str, rows: list[list[str]]) -> list[str]:
    """Return what the first cells of rows name."""
    return sorted(name for cells in rows for name in re.findall(f"`({pattern})`", cells[0]))


def namespaces() -> set[str]:
    """Return every namespace that an adapter reads or writes, as far as it is known beforehand."""
    modules = [ast.parse(path.read_text("utf-8")) for path in (ROOT / "bot" / "chats").rglob("*.py")]
    by_function = beginnings(modules)
    found = set()
    for module in modules:
        by_name = constants(module)
        for node in ast.walk(module):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
                continue
            if ast.unparse(node.func.value).rpartition(".")[2].strip("_") != "key_values":
                continue
            namespace = node.args[0]
            if isinstance(namespace, ast.Call) and isinstance(namespace.func, ast.Name):
                found.add(by_function[namespace.func.id])
            else:
                assert isinstance(namespace, ast.Name)
                found.add(by_name[namespace.id])
    for path in (ROOT / "storage").glob("*.py"):
        by_name = constants(ast.parse(path.read_text("utf-8")))
        found |= {text for name, text in by_name.items() if name.endswith("_NAMESPACE")}
    return found


def test_every_table_is_told_of() -> None:
    """Every table has a row that says what stands there, why and for how long, and nothing else has one."""
    rows = documented("table")
    assert named(r"\w+", rows) == sorted(metadata.tables)
    assert [cells for cells in rows if len(cells) != 4 or not cells[1]] == []


def test_every_namespace_is_told_of() -> None:
    """Every namespace in which something is kept has a row, and nothing else has one."""
    assert named(r"[\w:-]+", documented("namespace of `key_values` or `log_entries`")) == sorted(namespaces())


@pytest.mark.parametrize(
    ("name", "constant"),
    [
        ("applied", "APPLIED_KEPT"),
        ("nonce:", "NONCES_KEPT"),
        ("notifications", "NOTIFICATIONS_KEPT"),
        ("challenges", "CHALLENGES_KEPT"),
        ("posts", "REMINDERS_KEPT"),
        ("failed_attempts", "ATTEMPTS_KEPT"),
        ("unreadable_entries", "UNREADABLE_KEPT"),
        ("telegram_updates", "UPDATES_KEPT"),
        ("announcements", "ANNOUNCEMENTS_KEPT"),
        ("link_codes", "CODES_KEPT"),
        ("links", "LINKS_KEPT"),
        ("puzzles", "PUZZLES_KEPT"),
        ("puzzle_answers", "PUZZLES_KEPT"),
        ("link_changes", "LINKS_KEPT"),
        ("players", "LINKS_KEPT"),
    ],
)
def test_what_goes_goes_when_the_page_says(name: str, constant: str) -> None:
    """The days that are told are those that count."""
    days = getattr(retention, constant).days
    assert (f"{days} days" if days > 1 else "1 day") in kept(name)


def test_every_time_of_the_sessions_is_told() -> None:
    """No constant of the retention is left out above."""
    times = {name for name in vars(retention) if name.endswith("_KEPT")}
    assert times == {
        "APPLIED_KEPT",
        "NONCES_KEPT",
        "NOTIFICATIONS_KEPT",
        "CHALLENGES_KEPT",
        "REMINDERS_KEPT",
        "ATTEMPTS_KEPT",
        "UNREADABLE_KEPT",
        "UPDATES_KEPT",
        "ANNOUNCEMENTS_KEPT",
        "CODES_KEPT",
        "LINKS_KEPT",
        "PUZZLES_KEPT",
    }


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("questions", f"{QUESTION_LIFETIME.seconds // 3600} hours"),
        ("analyses", f"newest {analyses.MOST_KEPT}"),
        ("imports", f"last {imports.MOST_KEPT}"),
        ("nonce:", f"last {NONCES_ALWAYS_KEPT} messages"),
        ("telegram-fleeting", f"{LONGEST_LIFE.seconds // 60} minutes"),
    ],
)
def test_figures_are_those_of_the_program(name: str, words: str) -> None:
    """How many of a thing are kept, and for how many hours or minutes, is what the page says."""
    assert words in kept(name)


def test_hours_are_those_of_the_program() -> None:
    """A chat is left alone for an hour at most, and what is old goes every six hours, as the page says."""
    assert ("an hour" in kept("chats"), "every six hours" in PRIVACY) == (True, True)
    assert timedelta(hours=1) == LONGEST_DELAY
    assert timedelta(hours=6) == HOUSEKEEPING


def test_the_readme_leads_to_the_page() -> None:
    """Who looks for it finds it."""
    assert "(docs/privacy.md)" in (ROOT / "README.md").read_text("utf-8")


async def lived(world: World) -> int:
    """Let somebody sit, talk, play, ask and bring games along; return the player's number."""
    key_values = KeyValues(world.database)
    signer = await world.manager.signer()
    accounts = WebAccounts(key_values, signer)
    pictures = Pictures(signer, key_values, PlainPainter())
    account = await accounts.take(accounts.new_secret(), NAME)
    rooms = Rooms(key_values, accounts, partial(message_view, pictures))
    await rooms.post(TABLE, LoggedMessage.said(account, WORDS, 0.0, f"web:{account.account}:1"))
    await rooms.post(own_room(account.account), LoggedMessage.of(Reply((NAME,)), 0.0, "1.1"))
    await meet(world.manager, account.account, NAME, own_room(account.account), "private", "ru")
    player, table = await meet(world.manager, account.account, NAME, TABLE, "shared", "ru")
    made = await world.manager.challenges.make(world.actor(player, table), "long", world.boris.id)
    game = await world.begun(world.boris, made.id)
    await world.manager.people.block(world.actor(player), world.carl.id)
    with refuses("no-such-challenge"):
        await world.manager.challenges.accept(world.actor(player), "b2b", "a token")
    await world.manager.resign(world.actor(player), game.id, Grade.MARS)
    await world.manager.challenges.challenge_computer(world.actor(player), "long")
    await world.manager.imports.keep(world.actor(player), [f"White: {NAME}"])
    updates = TelegramUpdates(world.database)
    for number, end in (
        (1, updates.handled(7, [1], world.clock.now)),
        (2, updates.put_aside(7, 2, world.clock.now)),
    ):
        await updates.store(7, {number: (5, f'{{"from": "{NAME}", "text": "{WORDS}"}}')})
        await end
    return player.id


@pytest.mark.parametrize("dialect", PLACES)
async def test_one_person_can_be_deleted_as_the_page_says(dialect: str, tmp_path: Path) -> None:
    """After its statements nobody's name, account or words are left, and every game still replays."""
    (statements,) = re.findall(r"```sql\n(.*?)```", PRIVACY, re.DOTALL)
    async with new_place(dialect, tmp_path) as place:
        async with inhabited(place) as world:
            number = await lived(world)
            before = await contents(world.database)
            (account,) = [row[1] for row in before["accounts"] if row[2] == number]
        await carry_out(place, re.sub(r"\b7\b", str(number), statements))
        async with opened(place) as database:
            left = repr(await contents(database)).casefold()
        report = await check(place)
    assert [word for word in (NAME, WORDS, str(account)) if word.casefold() in left] == []
    assert (report.games, report.faults) == (2, ())


async def carry_out(place: Place, statements: str) -> None:
    """Carry statements out as the page says: by `sqlite3`, or by `psql` with what is otherwise there."""
    if isinstance(place, Server):
        assert "`text::json -> 'author' ->> 0` for `json_extract(text, '$.author[0]')`" in PRIVACY
        written = statements.replace("json_extract(text, '$.author[0]')", "text::json -> 'author' ->> 0")
        connection = await asyncpg.connect(place.url)
        for statement in filter(None, written.split(";\n")):
            await connection.execute(statement)
        await connection.close()
        return
    with closing(sqlite3.connect(place)) as connection:
        connection.executescript(statements)
