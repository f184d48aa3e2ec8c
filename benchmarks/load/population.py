"""Population: fills a database with many people, their finished games and some unfinished ones.

Each game is a copy of a game that was really played: all its rows, with new ids, other people, other chats
and another time. People form pairs, and each pair has a group. Most games are played in the pair's group, the
others in private against a random opponent. People with low numbers have played most. Rows that retention
would have deleted are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from sqlalchemy import Column, func, insert, select, text, update
from sqlalchemy.ext.asyncio import AsyncConnection

from benchmarks.load.templates import Rows, Template
from bot.sessions.dice import short_id
from bot.sessions.retention import APPLIED_KEPT, NOTIFICATIONS_KEPT
from storage import Database, tables
from storage.places import Place
from storage.tables import metadata
from tests.sessions.world import RepeatableDice

PLATFORM = "telegram"
GAMES_A_PERSON = 20
"""The number of games divided by the number of people; each person plays in twice as many, on average."""
YEARS = timedelta(days=730)
"""The period in which finished games were played."""
LATELY = timedelta(hours=20)
"""The period in which unfinished games were last changed: too short for a reminder."""
_BATCHES = 90
_OPEN_BATCHES = 10
_FIRST_MESSAGE = 10_000_000
"""The first message id, higher than any that a stand-in gives."""
_ACCOUNT, _GROUP = 5_000_000_000, -1_002_000_000_000

_HAPPENED = (
    "CREATE TEMPORARY TABLE IF NOT EXISTS happened"
    " (game TEXT, number INTEGER, version INTEGER, side TEXT, event TEXT, at TEXT)"
)
_KEPT = {"notifications": NOTIFICATIONS_KEPT, "applied": APPLIED_KEPT}
_OWN_KEYS = {"posts", "alarms"}
_IDS = {"id", "match", "game", "subject", "subject_id", "cause"}
"""The text columns that contain ids of games and challenges, alone or separated by colons."""


@dataclass
class Population:
    """A database to which copies of games are added.

    Args:
        over: finished games to copy.
        unfinished: unfinished games to copy.
        seed: the seed of all random choices.
        people: the number of people.
    """

    place: Place
    over: Sequence[Template]
    unfinished: Sequence[Template]
    seed: int = 1
    people: int = 0
    _posts: int = 0
    _ids: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self._rng = Random(self.seed)
        self._chance = RepeatableDice(seed=self.seed)

    async def grow(self, games: int, unfinished: int) -> None:
        """Add games.

        Args:
            games: the number of games to add.
            unfinished: how many of them are unfinished.
        """
        now = datetime.now(UTC)
        async with Database.open(self.place) as database:
            await self._look(database, games)
            for number in _parts(games - unfinished, _BATCHES):
                await self._add(database, self.over, number, now - YEARS * self._rng.random(), now)
            for number in _parts(unfinished, _OPEN_BATCHES):
                await self._add(database, self.unfinished, number, now - LATELY * self._rng.random(), now)
            async with database.write() as connection:
                await database.dialect.set_highest_keys(connection, await _highest_keys(connection))

    async def _look(self, database: Database, added: int) -> None:
        """Read the ids in use, and set the number of people for the games after `added` more."""
        async with database.read() as connection:
            self._ids = set((await connection.execute(select(tables.given_ids.c.id))).scalars())
            highest = await _highest_keys(connection)
            self._posts = highest["posts"]
            games = (await connection.execute(select(func.count()).select_from(tables.games))).scalar_one()
        self.people = max(4, (games + added) // GAMES_A_PERSON // 2 * 2)

    async def meet(self, games: int) -> None:
        """Create a database with all people needed for a number of games, but no games yet.

        Each person has a private chat, and each pair has a group.
        """
        numbers = range(1, max(4, games // GAMES_A_PERSON // 2 * 2) + 1)
        met = datetime.now(UTC) - YEARS - timedelta(days=1)
        players: Rows = [
            {
                "id": each,
                "name": name_of(each),
                "since": met,
                "auto_roll": True,
                "auto_forced": True,
                "auto_confirm": False,
            }
            for each in numbers
        ]
        accounts: Rows = [
            {
                "platform": PLATFORM,
                "key": str(_ACCOUNT + each),
                "player": each,
                "name": name_of(each).casefold(),
                "handle": None,
            }
            for each in numbers
        ]
        chat = {"platform": PLATFORM, "language": "en", "theme": "wood", "side": "w", "gone": False}
        private: Rows = [
            {"id": private_chat(each), "key": str(_ACCOUNT + each), "kind": "private", "owner": each}
            for each in numbers
        ]
        groups: Rows = [
            {"id": group(each), "key": str(_GROUP - each), "kind": "shared", "owner": None}
            for each in numbers[::2]
        ]
        async with Database.open(self.place) as database, database.write() as connection:
            await _insert(connection, "players", players)
            await _insert(connection, "accounts", accounts)
            await _insert(connection, "chats", [chat | each for each in (*private, *groups)])
            members = [{"chat": group(each), "player": each} for each in numbers]
            await _insert(connection, "chat_members", members)
            await database.dialect.set_highest_keys(connection, await _highest_keys(connection))

    async def _add(
        self, database: Database, templates: Sequence[Template], number: int, last: datetime, now: datetime
    ) -> None:
        """Add some games that were all last changed at the same time."""
        added: dict[str, Rows] = defaultdict(list)
        named: Rows = []
        for each in range(number):
            template = templates[each % len(templates)]
            names = {name: self._new_id() for name in dict.fromkeys(template.names)}
            named.append({"template": template.names[0], "new": names[template.names[0]]})
            self._clone(template, names, last, now, added)
        used = templates[:number]
        async with database.write() as connection:
            for table in metadata.sorted_tables:
                if table.name in added:
                    await _insert(connection, table.name, added[table.name])
            await _add_events(connection, used, named, last)

    def _clone(
        self,
        template: Template,
        names: dict[str, str],
        last: datetime,
        now: datetime,
        added: dict[str, Rows],
    ) -> None:
        """Copy all rows of a game except its events into `added`, with new ids."""
        row = template.rows["games"][0]
        first, second = self._two(
            is_private=row["white_chat"] != template.chats[0], is_over=row["outcome"] is not None
        )
        people = dict(zip(template.players, (first, second), strict=True))
        new_chats = group(first), private_chat(first), private_chat(second)
        chats = dict(zip(template.chats, new_chats, strict=True))
        shift, posts = last - template.changed, {}
        for post in template.rows["posts"]:
            self._posts += 1
            posts[post["id"]] = self._posts
        keys: dict[str, dict[Any, Any]] = {"players": people, "chats": chats, "posts": posts, "games": names}
        for name, rows in template.rows.items():
            if name == "events" or (name in _KEPT and last < now - _KEPT[name]):
                continue
            columns = [(each.name, _change(each, keys, names, shift)) for each in _COLUMNS[name]]
            for row in rows:
                clone = {column: change(row[column]) for column, change in columns}
                if name == "posts":
                    clone["id"] = posts[row["id"]]
                    clone["message"] = clone["message"] and str(_FIRST_MESSAGE + clone["id"])
                if name == "applied":
                    clone["key"] = f"{names[template.names[0]]} {clone['key']}"
                added[name].append(clone)

    def _two(self, *, is_private: bool, is_over: bool) -> tuple[int, int]:
        """Return two opponents.

        For finished games, low numbers are more likely. For unfinished games all are equally likely, since a
        player may have at most a hundred games at once.
        """
        first = 1 + int(self.people * self._rng.random() ** (2 if is_over else 1))
        if not is_private:
            return first, partner(first)
        second = self._rng.randint(1, self.people - 1)
        return first, second + (second >= first)

    def _new_id(self) -> str:
        """Return an unused random id, as short as a new game would get."""
        attempt = 0
        while (found := short_id(self._chance, 3 + attempt // 4)) in self._ids:
            attempt += 1
        self._ids.add(found)
        return found


def name_of(person: int) -> str:
    """Return the name of a person."""
    return f"Person {person}"


def private_chat(person: int) -> int:
    """Return the id of a person's private chat."""
    return 2 * person


def group(person: int) -> int:
    """Return the id of the group of a person's pair."""
    return 2 * (person - (person - 1) % 2) + 1


def partner(person: int) -> int:
    """Return the other person of a pair."""
    return person + 1 if person % 2 else person - 1


async def move_people(
    database: Database, platform: str, accounts: Sequence[str], chats: Sequence[str], first: int = 0
) -> None:
    """Give people of the database the accounts and groups of a stand-in.

    Args:
        platform: the platform of the stand-in.
        accounts: the account keys, pair by pair.
        chats: the keys of the pairs' groups.
        first: the number of the first pair to change.
    """
    a, c = tables.accounts, tables.chats
    async with database.write() as connection:
        for person, key in enumerate(accounts, 2 * first + 1):
            await connection.execute(update(a).where(a.c.player == person).values(platform=platform, key=key))
        for number, key in enumerate(chats, first):
            there = c.c.id == group(2 * number + 1)
            await connection.execute(update(c).where(there).values(platform=platform, key=key))


async def _add_events(
    connection: AsyncConnection, templates: Sequence[Template], named: Rows, last: datetime
) -> None:
    """Copy the events of each template to the new games, with shifted times."""
    for statement in (
        "CREATE TEMPORARY TABLE IF NOT EXISTS renamed (template TEXT, new TEXT)",
        _HAPPENED,
        "DELETE FROM renamed",
        "DELETE FROM happened",
    ):
        await connection.execute(text(statement))
    await connection.execute(text("INSERT INTO renamed VALUES (:template, :new)"), named)
    written = tables.Moment().process_bind_param
    happened = [
        event | {"at": written(event["at"] + (last - template.changed), connection.dialect)}
        for template in templates
        for event in template.rows["events"]
    ]
    await connection.execute(
        text("INSERT INTO happened VALUES (:game, :number, :version, :side, :event, :at)"), happened
    )
    await connection.execute(
        text(
            "INSERT INTO events (game, number, version, side, event, at)"
            " SELECT new, number, version, side, event, at"
            " FROM renamed JOIN happened ON happened.game = renamed.template ORDER BY new, number"
        )
    )


async def _insert(connection: AsyncConnection, table: str, rows: Rows) -> None:
    if rows:
        await connection.execute(insert(metadata.tables[table]), rows)


async def _highest_keys(connection: AsyncConnection) -> dict[str, int]:
    """Return the highest key of each table with automatic keys."""
    highest = {}
    for table in metadata.sorted_tables:
        if table.autoincrement_column is not None:
            query = select(func.coalesce(func.max(table.autoincrement_column), 0))
            highest[table.name] = (await connection.execute(query)).scalar_one()
    return highest


_COLUMNS: dict[str, list[Column[Any]]] = {
    table.name: [
        column
        for column in table.columns
        if not (table.name in _OWN_KEYS and column is table.autoincrement_column)
    ]
    for table in metadata.sorted_tables
}


def _change(
    column: Column[Any], keys: dict[str, dict[Any, Any]], names: dict[str, str], shift: timedelta
) -> Callable[[Any], Any]:
    """Return the function that converts a column's value for a copy: new ids, shifted times."""
    for key in column.foreign_keys:
        mapped = keys.get(key.column.table.name)
        if mapped is not None and key.column.table.name != "games":
            return lambda value: None if value is None else mapped[value]
    if isinstance(column.type, tables.Moment):
        return lambda value: None if value is None else value + shift
    if column.name in _IDS:
        return lambda value: value and ":".join(names.get(part, part) for part in value.split(":"))
    return lambda value: value


def _parts(number: int, most: int) -> Iterator[int]:
    """Split a number into at most `most` parts of about the same size, none of them 0."""
    parts = min(most, number)
    for part in range(parts):
        yield number * (part + 1) // parts - number * part // parts
