"""Sharing: boards that others than the players see: by a link, whose token is here, or in a shared chat."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.analyses import Review, review_in
from bot.sessions.attempts import Attempts
from bot.sessions.core import SessionCore
from bot.sessions.errors import NotSeated, Refusal
from bot.sessions.loaded_game import LoadedEvent, LoadedGame
from bot.sessions.notification_chats import notification_chat
from bot.sessions.outbox.relocation import show_elsewhere
from bot.sessions.rate_limits import Closeness
from bot.sessions.signing import Signer
from bot.sessions.values import Actor
from storage import games, outbox, people
from storage.rows import GameRow

_SEAL = 24
"""Hexadecimal digits of a token's seal: 96 bits, which nobody guesses, from however many addresses."""


@dataclass(frozen=True, slots=True)
class SharedGame:
    """A game as it may be told to whoever has its link.

    Args:
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
        core: where games are found.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core
        self._attempts = Attempts(core, "share", "no-such-share")

    async def share(self, actor: Actor, game_id: str) -> str:
        """Show the board of a game to whoever has its link; return the token that the link carries.

        As long as that is not ended, the token is the same each time.

        Raises:
            NoSuchGame: there is none with this id.
            NotSeated: the person does not play in it.
            AlreadyDone: this was asked before, by the same idempotency key, and has been ended since.
        """
        signer = await self._core.signer()
        async with self._core.database.read() as connection:
            row = await self._own(connection, actor, game_id)
        if not row.is_shared:
            async with self._core.applied(actor) as connection:
                row = await self._own(connection, actor, game_id)
                await games.share(connection, game_id)
                game = await self._core.load(connection, game_id)
                await self._tell_other(connection, game, actor.player)
            self._core.acted(actor, concerns_engine=False)
        return f"{row.id}-{_seal(signer, row.id, row.share_number)}"

    async def shown(self, connection: AsyncConnection, actor: Actor, game: LoadedGame, chat: int) -> None:
        """Tell the other player of a game that was agreed on in private that a shared chat shows it now.

        Args:
            connection: the action that shows it.
            actor: the player who shows it.
            chat: the chat, which did not show it before.
        """
        if chat in await games.shared_chats_of_private_match(connection, game.id):
            await self._tell_other(connection, game, actor.player)

    async def _tell_other(self, connection: AsyncConnection, game: LoadedGame, player: int) -> None:
        """Send the other player of a game their board once more: it says that others see the game.

        Where a shared chat calls the other to the game, others see it anyway.
        """
        side = game.side_of(player)
        told = None if side is None else game.chat_of(side.other)
        if side is None or not await _is_private(connection, told):
            return
        other = game.player(side.other).id
        # Nobody sends another player a board again and again: beyond the bound it is edited.
        if told is not None and self._core.new_messages.to_person(other, player, Closeness.OPPONENT) is None:
            await outbox.show_in(connection, "game", game.id, told, game.version)
        await outbox.redraw_game(connection, game.id)

    async def end(self, actor: Actor, game_id: str) -> bool:
        """Let a game be seen by its players alone: its links lead nowhere, and no shared chat shows it.

        Return True if a shared chat did. Those who were told of the game there are told in private. A game
        that was agreed on in a shared chat stays in the chats that show it.

        Raises:
            NoSuchGame: there is none with this id.
            NotSeated: the person does not play in it.
            Refusal: there is no link to end, and no such chat.
            AlreadyDone: it was ended before, by the same idempotency key.
        """
        async with self._core.applied(actor) as connection:
            row = await self._own(connection, actor, game_id)
            shown_in = await games.shared_chats_of_private_match(connection, game_id)
            if not await games.unshare(connection, game_id) and not shown_in:
                raise Refusal("not-shared", game=game_id)
            for chat in shown_in:
                await self._hide(connection, row, chat)
            # Boards in private chats say that others see the game; those in shared chats do not.
            if await _is_private(connection, row.white_chat) or await _is_private(connection, row.black_chat):
                await outbox.redraw_game(connection, game_id)
        self._core.acted(actor, concerns_engine=False)
        return bool(shown_in)

    async def _hide(self, connection: AsyncConnection, row: GameRow, chat: int) -> None:
        """Take a game from a shared chat to the private chats of the players who are told of it there."""
        for player, told in ((row.white, row.white_chat), (row.black, row.black_chat)):
            if told != chat:
                continue
            home = await notification_chat(connection, player)
            if home is None:
                await games.set_notification_chat(connection, row.id, white=player == row.white, chat=None)
            else:
                place = await people.chat(connection, chat)
                await show_elsewhere(connection, row, player, place, home.id, says_why=False)
        await outbox.stop_showing(connection, "game", row.id, chat)

    async def game(self, actor: Actor, token: str) -> SharedGame:
        """Return the game to which a token leads, for a person who is known.

        Raises:
            Refusal: it leads nowhere.
            Refusal: the person has named too many such tokens of late.
        """
        async with self._attempts.counting_misses(actor), self._core.database.read() as connection:
            await self._attempts.check(connection, actor)
            found = await self._found(connection, token)
            if found is None:
                raise Refusal("no-such-share")
            return found

    async def game_by(self, token: str) -> SharedGame | None:
        """Return the game to which a token leads, for anybody; nothing, if it leads nowhere.

        How often somebody unknown may ask is for the one to count who knows where he comes from.
        """
        await self._core.signer()
        async with self._core.database.read() as connection:
            return await self._found(connection, token)

    async def version_by(self, token: str) -> tuple[str, int] | None:
        """Return the id and the version of the game to which a token leads, for anybody, as `game_by`."""
        signer = await self._core.signer()
        async with self._core.database.read() as connection:
            row = await _row(connection, signer, token)
        return None if row is None else (row.id, row.version)

    async def _found(self, connection: AsyncConnection, token: str) -> SharedGame | None:
        row = await _row(connection, await self._core.signer(), token)
        if row is None:
            return None
        game = await self._core.load(connection, row.id)
        review = await review_in(connection, row.id) if game.is_over else None
        return SharedGame(game, await self._core.events_of(connection, row.id), review, self._core.clock())

    async def _own(self, connection: AsyncConnection, actor: Actor, game_id: str) -> GameRow:
        """Return a game of a person's own.

        Raises:
            NoSuchGame: there is none with this id.
            NotSeated: the person does not play in it.
        """
        row = (await self._core.seated(connection, game_id)).game
        if actor.player not in (row.white, row.black):
            raise NotSeated(game_id)
        return row


async def _is_private(connection: AsyncConnection, chat: int | None) -> bool:
    """True if a private chat calls a player to a game."""
    return chat is not None and (await people.chat(connection, chat)).kind == "private"


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
