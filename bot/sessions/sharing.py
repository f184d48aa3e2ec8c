"""Sharing: boards that whoever has their link may see, and the tokens that such links carry."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.sessions.analyses import review_in
from bot.sessions.attempts import Attempts
from bot.sessions.errors import NoSuchShare, NotSeated, NotShared
from storage import games, sharing

if TYPE_CHECKING:
    from datetime import datetime

    from sqlalchemy.ext.asyncio import AsyncConnection

    from bot.sessions.actor import Actor
    from bot.sessions.analyses import Review
    from bot.sessions.loaded_game import LoadedEvent, LoadedGame
    from bot.sessions.signing import Signer
    from bot.sessions.unit_of_work import UnitOfWork
    from storage.rows import GameRow

_SEAL = 24
"""Hexadecimal digits of a token's seal: 96 bits, which nobody guesses, from however many addresses."""


@dataclass(frozen=True, slots=True)
class SharedGame:
    """A game as it may be told to whoever has its link.

    Args:
        game: the game.
        events: everything that happened in it.
        review: who did better, if the game is over and that can be told.
        now: when it was read.
    """

    game: LoadedGame
    events: list[LoadedEvent]
    review: Review | None
    now: datetime


class Sharing:
    """Links to boards.

    A token names a game and seals it with how many of the game's links were ended before. It is stored
    nowhere; whoever has it sees the board, wherever he asks, and may do nothing else.

    Args:
        unit: where games are found.
    """

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit
        self._attempts = Attempts(unit, "share", NoSuchShare)

    async def share(self, actor: Actor, game_id: str) -> str:
        """Show the board of a game to whoever has its link; return the token that the link carries.

        As long as that is not ended, the token is the same each time.

        Raises:
            NoSuchGame: there is none with this id.
            NotSeated: the person does not play in it.
            AlreadyDone: this was asked before, by the same idempotency key, and has been ended since.
        """
        signer = await self._unit.signer()
        async with self._unit.database.read() as connection:
            row = await self._own(connection, actor, game_id)
        if not row.is_shared:
            async with self._unit.applied(actor) as connection:
                row = await self._own(connection, actor, game_id)
                await sharing.begin(connection, game_id)
        return f"{row.id}-{_seal(signer, row.id, row.share_number)}"

    async def end(self, actor: Actor, game_id: str) -> None:
        """Let the link of a game, and all that were told before, lead nowhere any more.

        Raises:
            NoSuchGame: there is none with this id.
            NotSeated: the person does not play in it.
            NotShared: there is no link to end.
            AlreadyDone: it was ended before, by the same idempotency key.
        """
        async with self._unit.applied(actor) as connection:
            await self._own(connection, actor, game_id)
            if not await sharing.end(connection, game_id):
                raise NotShared(game_id)
        self._unit.acted(actor, concerns_engine=False)

    async def game(self, actor: Actor, token: str) -> SharedGame:
        """Return the game to which a token leads, for a person who is known.

        Raises:
            NoSuchShare: it leads nowhere.
            TooManyAttempts: the person has named too many such tokens of late.
        """
        async with self._attempts.counting_misses(actor), self._unit.database.read() as connection:
            await self._attempts.check(connection, actor)
            found = await self._found(connection, token)
            if found is None:
                raise NoSuchShare
            return found

    async def game_by(self, token: str) -> SharedGame | None:
        """Return the game to which a token leads, for anybody; nothing, if it leads nowhere.

        How often somebody unknown may ask is for the one to count who knows where he comes from.
        """
        await self._unit.signer()
        async with self._unit.database.read() as connection:
            return await self._found(connection, token)

    async def version_by(self, token: str) -> tuple[str, int] | None:
        """Return the id and the version of the game to which a token leads, for anybody, as `game_by`."""
        signer = await self._unit.signer()
        async with self._unit.database.read() as connection:
            row = await _row(connection, signer, token)
        return None if row is None else (row.id, row.version)

    async def _found(self, connection: AsyncConnection, token: str) -> SharedGame | None:
        row = await _row(connection, await self._unit.signer(), token)
        if row is None:
            return None
        game = await self._unit.load(connection, row.id)
        review = await review_in(connection, row.id) if game.is_over else None
        return SharedGame(game, await self._unit.events_of(connection, row.id), review, self._unit.clock())

    async def _own(self, connection: AsyncConnection, actor: Actor, game_id: str) -> GameRow:
        """Return a game of a person's own.

        Raises:
            NoSuchGame: there is none with this id.
            NotSeated: the person does not play in it.
        """
        row = (await self._unit.seated(connection, game_id)).game
        if actor.player not in (row.white, row.black):
            raise NotSeated(game_id)
        return row


def game_named(token: str) -> str:
    """Return the id of the game that a token names, whether or not it leads there."""
    return token.partition("-")[0].lower()


async def _row(connection: AsyncConnection, signer: Signer, token: str) -> GameRow | None:
    """Return the game to which a token leads; it takes as long for each that leads nowhere."""
    row = await games.game(connection, game_named(token))
    sealed = _seal(signer, "", 0) if row is None else _seal(signer, row.id, row.share_number)
    is_right = hmac.compare_digest(token.partition("-")[2].lower().encode(), sealed.encode())
    return row if row is not None and row.is_shared and is_right else None


def _seal(signer: Signer, game_id: str, number: int) -> str:
    return signer.sign("share", game_id, str(number))[:_SEAL]
