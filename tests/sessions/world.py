"""World: a shared table with three players, with dice and a clock handed in by the test."""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from bot.rules import Game, Turn, legal_turns
from bot.sessions import Actor, Chat, LoadedGame, Options, Player, SessionManager
from storage import Database, games
from storage.places import Place, Server
from storage.rows import GameRow
from storage.tables import metadata
from tests import postgres
from tests.databases import exists, opened
from tests.visits import visit_chat


class RepeatableDice:
    """Dice that are handed in, then seeded ones; ids come from a separate seeded generator.

    Every value that is handed in must be used: see `all_used`.

    Args:
        rolled: the dice that are rolled first.
        seed: the seed of everything that is not handed in.
    """

    def __init__(self, *rolled: int, seed: int = 1) -> None:
        self._handed_in: defaultdict[int, deque[int]] = defaultdict(deque)
        self._rest = Random(seed)
        self._ids = Random(seed)
        self.roll_next(*rolled)

    def roll_next(self, *dice: int) -> None:
        """Hand in the dice that are rolled next."""
        self.hand_in(6, *(die - 1 for die in dice))

    def hand_in(self, bound: int, *values: int) -> None:
        """Hand in the next values below a bound."""
        if not all(0 <= value < bound for value in values):
            raise ValueError(f"not all below {bound}: {values}")
        self._handed_in[bound].extend(values)
        if values:
            _HANDED_IN.append(self)

    def below(self, bound: int) -> int:
        """Return the next value handed in for this bound; or a seeded number."""
        if handed_in := self._handed_in[bound]:
            return handed_in.popleft()
        return (self._rest if bound == 6 else self._ids).randrange(bound)

    def unused(self) -> dict[int, list[int]]:
        """Return the values that were handed in and not used, by their bounds."""
        return {bound: list(values) for bound, values in self._handed_in.items() if values}


_HANDED_IN: list[RepeatableDice] = []
"""Dice with values handed in during the current test."""


@contextmanager
def all_used() -> Iterator[None]:
    """Fail at the end if a handed-in value was not used."""
    _HANDED_IN.clear()
    yield
    left = [unused for dice in _HANDED_IN if (unused := dice.unused())]
    assert left == [], f"handed in and not used: {left}"


@dataclass
class Clock:
    """A clock that moves only when the test moves it."""

    now: datetime = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        """Return the time."""
        return self.now

    def forward(self, **by: float) -> None:
        """Move the clock forward."""
        self.now += timedelta(**by)


@dataclass
class World:
    """Anna and Boris at a shared table, each with a private chat, and Carl as a spectator.

    Args:
        table: the shared chat of all three.
        anna_chat: Anna's private chat.
        boris_chat: Boris's private chat.
        numbers: the number of actors made so far.
        built: what the builder returned, see `inhabited`.
    """

    database: Database
    manager: SessionManager
    clock: Clock
    dice: RepeatableDice
    anna: Player
    boris: Player
    carl: Player
    table: Chat
    anna_chat: Chat
    boris_chat: Chat
    numbers: int = 0
    built: Any = None

    def actor(self, player: Player, chat: Chat | None = None, event: str | None = None) -> Actor:
        """Return a player acting at the table or in another chat, with a new event id unless one is given."""
        self.numbers += 1
        return Actor(player.id, event or f"event {self.numbers}", (chat or self.table).id)

    def mover(self, game: LoadedGame) -> Player:
        """Return the player who is to move."""
        return game.player(game.live.mover)

    def waiting(self, game: LoadedGame) -> Player:
        """Return the player who is not to move."""
        return game.player(game.live.mover.other)

    async def game(
        self,
        ruleset: str = "long",
        chats: tuple[Chat, Chat] | None = None,
        options: Options = Options(),  # noqa: B008 (a frozen value)
    ) -> LoadedGame:
        """Start a game: Anna challenges, Boris accepts; the first of a match of the default length."""
        anna_chat, boris_chat = chats or (self.table, self.table)
        by = self.actor(self.anna, anna_chat)
        challenge = await self.manager.challenges.make(by, ruleset, self.boris.id, options)
        return await self.begun(self.boris, challenge.id, boris_chat)

    async def begun(
        self, player: Player, challenge: str, chat: Chat | None = None, token: str = ""
    ) -> LoadedGame:
        """Accept a challenge and return the game that it starts."""
        game = await self.manager.challenges.accept(self.actor(player, chat), challenge, token)
        assert isinstance(game, LoadedGame)
        return game

    async def turn(
        self, game: LoadedGame, chat: Chat | None = None, choose: Callable[[Game], Turn] | None = None
    ) -> LoadedGame:
        """Play a legal turn for the mover, the first one or the one that `choose` returns, and confirm it."""
        if game.live.draft is None:
            game = await self.manager.roll(self.actor(self.mover(game), chat), game.id)
            return game if game.live.draft is None else await self.turn(game, chat, choose)
        draft = game.live.draft
        chosen = choose(game.live.state) if choose else legal_turns(draft.start, draft.roll)[0]
        player, turns = self.mover(game), game.turns
        game = await self.manager.move(self.actor(player, chat), game.id, str(chosen))
        while game.turns == turns and game.live.draft and not game.live.draft.is_complete:
            step = str(game.live.draft.next_moves()[0])
            game = await self.manager.move(self.actor(player, chat), game.id, step)
        return await self.manager.confirm(self.actor(player, chat), game.id) if game.turns == turns else game

    async def notify_in(self, game: LoadedGame, player: Player, chat: Chat) -> None:
        """Show a game in a chat and notify a player about it there."""
        await self.manager.boards.show(self.actor(player, chat), game.id)
        async with self.database.write() as connection:
            await games.set_notification_chat(
                connection, game.id, white=game.white.id == player.id, chat=chat.id
            )

    async def row(self, game: LoadedGame) -> GameRow:
        """Return a game's stored row."""
        async with self.database.read() as connection:
            return (await self.manager.seated(connection, game.id)).game

    async def option(self, player: Player, **options: bool) -> None:
        """Set a player's options."""
        for option, value in options.items():
            await self.manager.people.set_player_option(self.actor(player), option, value)

    async def everything(self) -> dict[str, list[tuple[object, ...]]]:
        """Return everything that is stored."""
        return await contents(self.database)


async def contents(database: Database, *without: str) -> dict[str, list[tuple[object, ...]]]:
    """Return all rows of all tables, except the tables in `without`."""
    async with database.read() as connection:
        return {
            table.name: sorted(map(tuple, (await connection.execute(table.select())).all()), key=repr)
            for table in metadata.sorted_tables
            if table.name not in without
        }


Met = tuple["Player", "Player", "Player", "Chat", "Chat", "Chat"]
Builder = Callable[["World"], Awaitable[object]]
"""Plays a new world to a position and returns what the test needs to know about it."""


@dataclass(frozen=True)
class _Snapshot:
    """A database in a position that several tests start from, to be copied instead of played again.

    Args:
        copied: the content of its file, or its place on the server.
        met: the players and chats of its world.
        dice: the dice as the builder left them.
        now: the clock's time after the builder.
        numbers: the number of actors that the builder made.
        built: what the builder returned.
    """

    copied: bytes | Server
    met: Met
    dice: RepeatableDice
    now: datetime
    numbers: int = 0
    built: object = None

    async def restore(self, place: Place) -> None:
        """Put a copy of the database at a place."""
        if isinstance(place, Server):
            assert isinstance(self.copied, Server)
            await postgres.server().make(place, self.copied)
        else:
            assert isinstance(self.copied, bytes)
            place.write_bytes(self.copied)

    def world(self, database: Database) -> World:
        """Return a world on a copy, with its own dice and clock."""
        dice, clock = deepcopy(self.dice), Clock(self.now)
        manager = SessionManager(database, chance=dice, clock=clock)
        return World(database, manager, clock, dice, *self.met, self.numbers, self.built)


_snapshots: dict[tuple[bool, int, Builder | None], _Snapshot] = {}
"""Snapshots by server or file, by the seed of the dice, which decides all ids, and by the builder."""


@asynccontextmanager
async def inhabited(
    place: Place, *rolled: int, seed: int = 1, builder: Builder | None = None
) -> AsyncIterator[World]:
    """Return a world on a database, an existing one or a new one; `rolled` are the dice rolled first.

    Args:
        builder: plays a new world to a position; this is done once, and its database is copied.
    """
    if await exists(place):
        async with opened(place) as database:
            dice, clock = RepeatableDice(seed=seed), Clock()
            manager = SessionManager(database, chance=dice, clock=clock)
            world = World(database, manager, clock, dice, *await _meet(manager))
            yield await _ready(world, rolled)
        return
    snapshot = await _snapshot_of(isinstance(place, Server), seed, builder)
    await snapshot.restore(place)
    async with opened(place) as database:
        yield await _ready(snapshot.world(database), rolled)


async def _ready(world: World, rolled: tuple[int, ...]) -> World:
    world.dice.roll_next(*rolled)
    await world.manager.signer()
    return world


async def _snapshot_of(on_server: bool, seed: int, builder: Builder | None) -> _Snapshot:
    """Return the snapshot of a position, made when it is first requested."""
    key = on_server, seed, builder
    if key not in _snapshots:
        with TemporaryDirectory() as folder:
            place = postgres.server().another() if on_server else Path(folder) / "nardy.db"
            made = (
                await _play(place, builder, await _snapshot_of(on_server, seed, None))
                if builder
                else await _people(place, seed)
            )
            _snapshots[key] = replace(made, copied=place if isinstance(place, Server) else place.read_bytes())
    return _snapshots[key]


async def _people(place: Place, seed: int) -> _Snapshot:
    """Make a database in which all have been met: to meet them again takes six times as long."""
    dice, clock = RepeatableDice(seed=seed), Clock()
    async with opened(place) as database:
        manager = SessionManager(database, chance=dice, clock=clock)
        known = await _meet(manager)
        await manager.signer()
    return _Snapshot(b"", known, dice, clock.now)


async def _play(place: Place, builder: Builder, before: _Snapshot) -> _Snapshot:
    """Make a database with what a builder plays."""
    await before.restore(place)
    async with opened(place) as database:
        world = await _ready(before.world(database), ())
        built = await builder(world)
    return _Snapshot(b"", before.met, world.dice, world.clock.now, world.numbers, built)


async def _meet(manager: SessionManager) -> Met:
    """Let all three players visit their private chats and the table."""
    people = [await met(manager, name) for name in ("anna", "boris", "carl")]
    (anna, anna_chat), (boris, boris_chat), (carl, _) = people
    for name in ("boris", "carl"):
        await visit_chat(manager, name, name.title(), "table", "shared")
    _, table = await visit_chat(manager, "anna", "Anna", "table", "shared")
    return anna, boris, carl, table, anna_chat, boris_chat


async def met(manager: SessionManager, name: str) -> tuple[Player, Chat]:
    """A player who was met in a private chat."""
    return await visit_chat(manager, name, name.title(), f"me:{name}", "private")


async def race(*racing: object) -> list[object]:
    """Let actions run at once; return what each came to, or what it raised."""
    return await asyncio.gather(*racing, return_exceptions=True)  # type: ignore[call-overload, no-any-return]


def second_manager(database: Database, clock: Clock) -> SessionManager:
    """Another manager, as another process would have."""
    return SessionManager(database, chance=RepeatableDice(), clock=clock)
