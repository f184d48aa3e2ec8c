"""A small world for tests: dice and time that are handed in, two players and a third, and their chats."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from bot.rules import legal_turns
from bot.sessions import By, Options, SessionManager, StoredGame
from storage import Database
from storage.migrate import upgrade
from storage.tables import metadata

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bot.sessions import Chat, Player


class Dice:
    """Dice that are handed in, then seeded ones; ids are found by a seeded chance of their own."""

    def __init__(self, *thrown: int, seed: int = 1) -> None:
        self.thrown = deque(thrown)
        self._rest = Random(seed)
        self._ids = Random(seed)

    def below(self, bound: int) -> int:
        """Return the next die handed in, less one; or a seeded number."""
        if bound != 6:
            return self._ids.randrange(bound)
        return self.thrown.popleft() - 1 if self.thrown else self._rest.randrange(bound)


@dataclass
class Clock:
    """A clock that goes on when it is told to."""

    now: datetime = datetime(2026, 11, 20, 18, 0, tzinfo=UTC)

    def __call__(self) -> datetime:
        """What time it is."""
        return self.now

    def forward(self, **by: float) -> None:
        """Let time pass."""
        self.now += timedelta(**by)


@dataclass
class World:
    """Anna and Boris at a shared table, each with a private chat, and Carl who looks on."""

    database: Database
    manager: SessionManager
    clock: Clock
    dice: Dice
    anna: Player
    boris: Player
    carl: Player
    table: Chat
    hers: Chat
    his: Chat
    numbers: int = 0

    def by(self, who: Player, chat: Chat | None = None, event: str | None = None) -> By:
        """A happening of its own, at the table unless told otherwise."""
        self.numbers += 1
        return By(who.id, event or f"event {self.numbers}", (chat or self.table).id)

    def mover(self, game: StoredGame) -> Player:
        """Who is to move."""
        return game.player(game.play.mover)

    def waiting(self, game: StoredGame) -> Player:
        """Who is not to move."""
        return game.player(game.play.mover.other)

    async def game(
        self,
        ruleset: str = "long",
        chats: tuple[Chat, Chat] | None = None,
        options: Options = Options(),  # noqa: B008 (a frozen value)
    ) -> StoredGame:
        """A game that Boris has accepted of Anna, the first of a match as long as is usual."""
        hers, his = chats or (self.table, self.table)
        by = self.by(self.anna, hers)
        challenge = await self.manager.challenges.make(by, ruleset, self.boris.id, options)
        return await self.begun(self.boris, challenge.id, his)

    async def begun(
        self, who: Player, challenge: str, chat: Chat | None = None, token: str = ""
    ) -> StoredGame:
        """The game that begins when somebody accepts a challenge."""
        game = await self.manager.challenges.accept(self.by(who, chat), challenge, token)
        assert isinstance(game, StoredGame)
        return game

    async def turn(self, game: StoredGame, chat: Chat | None = None) -> StoredGame:
        """The game after its mover has played some legal turn and confirmed it."""
        if game.play.draft is None:
            game = await self.manager.roll(self.by(self.mover(game), chat), game.id)
            return game if game.play.draft is None else await self.turn(game, chat)
        draft = game.play.draft
        chosen = legal_turns(draft.start, draft.roll)[0]
        who, turns = self.mover(game), game.row.turns
        game = await self.manager.move(self.by(who, chat), game.id, str(chosen))
        while game.row.turns == turns and game.play.draft and not game.play.draft.is_complete:
            step = str(game.play.draft.next_moves()[0])
            game = await self.manager.move(self.by(who, chat), game.id, step)
        return await self.manager.confirm(self.by(who, chat), game.id) if game.row.turns == turns else game

    async def option(self, who: Player, **options: bool) -> None:
        """Set a player's options."""
        for option, value in options.items():
            await self.manager.people.set_player_option(self.by(who), option, value)

    async def everything(self) -> dict[str, list[tuple[object, ...]]]:
        """All that is stored."""
        return await contents(self.database)


async def contents(database: Database) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables."""
    async with database.read() as connection:
        return {
            table.name: sorted(map(tuple, (await connection.execute(table.select())).all()), key=repr)
            for table in metadata.sorted_tables
        }


@cache
def _empty_database() -> bytes:
    """A database file that is up to date, made once."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "nardy.db"
        upgrade(file)
        return file.read_bytes()


def _lay_out(path: Path) -> None:
    """Put an empty database where there is none."""
    if not path.exists():
        path.write_bytes(_empty_database())


@asynccontextmanager
async def inhabited(path: Path, *thrown: int, seed: int = 1) -> AsyncIterator[World]:
    """A world on a database file; the dice thrown first are handed in."""
    clock, dice = Clock(), Dice(*thrown, seed=seed)
    _lay_out(path)
    async with Database.open(path) as database:
        manager = SessionManager(database, chance=dice, clock=clock)
        people = [await met(manager, name) for name in ("anna", "boris", "carl")]
        (anna, hers), (boris, his), (carl, _) = people
        for name in ("boris", "carl"):
            await manager.people.meet("web", name, name.title(), "table", "shared", "en")
        _, table = await manager.people.meet("web", "anna", "Anna", "table", "shared", "en")
        await manager.signer()
        yield World(database, manager, clock, dice, anna, boris, carl, table, hers, his)


async def met(manager: SessionManager, name: str) -> tuple[Player, Chat]:
    """A player who was met in a private chat."""
    return await manager.people.meet("web", name, name.title(), f"me:{name}", "private", "en")


async def race(*racing: object) -> list[object]:
    """Let actions run at once; return what each came to, or what it raised."""
    return await asyncio.gather(*racing, return_exceptions=True)  # type: ignore[call-overload, no-any-return]


def second_manager(database: Database, clock: Clock) -> SessionManager:
    """Another manager, as another process would have."""
    return SessionManager(database, chance=Dice(), clock=clock)
