"""Sharing: showing a game to others than its players, by a public link or in a shared chat."""

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
from storage import game_lists, games, outbox, people
from storage.rows import GameRow

_SIGNATURE_DIGITS = 24
"""The number of hexadecimal digits of a token's signature: 96 bits, too many to guess from many addresses."""


@dataclass(frozen=True, slots=True)
class SharedGame:
    """A game as everyone with its public link may see it.

    Args:
        events: all events of the game.
        review: the engine's review; None if the game is not over or not reviewed.
        now: the time at which the game was read.
    """

    game: LoadedGame
    events: list[LoadedEvent]
    review: Review | None
    now: datetime


class Sharing:
    """Service for public links by which people can watch a game's board.

    A link's token is the game's id and a signature of that id and of the number of the game's links revoked
    before; tokens are not stored. People who have the token can watch the game, from any platform, and do
    nothing else.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core
        self._attempts = Attempts(core, "share", "no-such-share")

    async def share(self, actor: Actor, game_id: str) -> str:
        """Share a game's board by a public link, if it has none yet, and return the link's token.

        The token stays the same until the link is revoked. If the opponent is notified in their private chat,
        they are sent a new board when the game is shared (unless they got too many). The game's
        other boards are redrawn then.

        Raises:
            NoSuchGame: no game has this id.
            NotSeated: the actor does not play in it.
            AlreadyDone: the same request was applied before, and the link has been revoked since.
        """
        signer = await self._core.signer()
        async with self._core.database.read() as connection:
            row = await self._own(connection, actor, game_id)
        if not row.is_shared:
            async with self._core.applied(actor) as connection:
                row = await self._own(connection, actor, game_id)
                await games.share(connection, game_id)
                game = await self._core.load(connection, game_id)
                await self._send_new_board(connection, game, actor.player)
            self._core.acted(actor, concerns_engine=False)
        return f"{row.id}-{_signature(signer, row.id, row.share_number)}"

    async def inform_opponent(
        self, connection: AsyncConnection, actor: Actor, game: LoadedGame, chat: int
    ) -> None:
        """Send the opponent a new board if a game agreed on in private is now shown in a shared chat.

        Args:
            connection: the transaction that shows the game there.
            actor: the player who shows the game there.
            chat: the id of that chat, which did not show the game before; a private chat has no effect.
        """
        if chat in await games.shared_chats_of_private_match(connection, game.id):
            await self._send_new_board(connection, game, actor.player)

    async def _send_new_board(self, connection: AsyncConnection, game: LoadedGame, player: int) -> None:
        """Send the opponent of `player` a new board, which says that others can see the game now.

        An unfinished game's other boards are redrawn. Beyond the rate limit the opponent gets no new board,
        and their old one is only redrawn.

        Do nothing unless the opponent is notified in private: in a shared chat others see the game anyway.
        """
        side = game.side_of(player)
        told = None if side is None else game.chat_of(side.other)
        if side is None or not await _is_private(connection, told):
            return
        other = game.player(side.other).id
        # The limit keeps a player from flooding the opponent with boards by sharing again and again.
        if told is not None and self._core.new_messages.to_person(other, player, Closeness.OPPONENT) is None:
            await outbox.show_in(connection, "game", game.id, told, game.version)
        await outbox.redraw_game(connection, game.id)

    async def end(self, actor: Actor, game_id: str) -> bool:
        """Make a game private again: revoke its link; remove it from shared chats if agreed on in private.

        Players who were notified in such a chat are notified in private from then on, or nowhere. Boards are
        redrawn if a player was notified in private before. A game that was agreed on in a shared chat stays
        in the chats that show it.

        Returns:
            True if the game was removed from a shared chat.

        Raises:
            NoSuchGame: no game has this id.
            NotSeated: the actor does not play in it.
            Refusal: there is no link to revoke and no shared chat to remove it from.
            AlreadyDone: the same request was applied before.
        """
        async with self._core.applied(actor) as connection:
            row = await self._own(connection, actor, game_id)
            shown_in = await games.shared_chats_of_private_match(connection, game_id)
            if not await games.unshare(connection, game_id) and not shown_in:
                raise Refusal("not-shared", game=game_id)
            for chat in shown_in:
                await self._hide(connection, row, chat)
            # Boards in private chats have said that others see the game; those in shared chats have not.
            if await _is_private(connection, row.white_chat) or await _is_private(connection, row.black_chat):
                await outbox.redraw_game(connection, game_id)
        self._core.acted(actor, concerns_engine=False)
        return bool(shown_in)

    async def _hide(self, connection: AsyncConnection, row: GameRow, chat: int) -> None:
        """Remove a game from a shared chat.

        Players who were notified there are notified in their private chat from then on, or nowhere if they
        have none that can be written to.
        """
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
        """Return the game of a token that the actor gives; a wrong one counts as a failed guess of theirs.

        `game_of_token` is the same for anonymous visitors.

        Raises:
            Refusal: the token is invalid or revoked.
            Refusal: the player has tried five wrong tokens within ten minutes.
        """
        async with self._attempts.counting_misses(actor), self._core.database.read() as connection:
            await self._attempts.check(connection, actor)
            found = await self._found(connection, token)
            if found is None:
                raise Refusal("no-such-share")
            return found

    async def game_of_token(self, token: str) -> SharedGame | None:
        """Return the game of a token, or None if the token is invalid or revoked.

        For anonymous visitors: the caller limits requests by address.
        """
        # Before the read transaction: the first call stores the signing key, in a write transaction.
        await self._core.signer()
        async with self._core.database.read() as connection:
            return await self._found(connection, token)

    async def is_in_shared_chat(self, game_id: str) -> bool:
        """True if a shared chat shows a game; a game that only private chats show has no named preview."""
        async with self._core.database.read() as connection:
            return await games.is_in_shared_chat(connection, game_id)

    async def game_shown(self, game_id: str) -> SharedGame | None:
        """Return a game that a shared chat shows, as everyone who may read the chat sees it; None if unknown.

        The caller checks that the chat shows it.
        """
        async with self._core.database.read() as connection:
            row = await games.game(connection, game_id)
            return None if row is None else await self._read(connection, row)

    async def version_shown(self, game_id: str, platform: str, chat: str) -> int | None:
        """Return the version of a game that a shared chat shows; None if the chat does not show it.

        Args:
            chat: the chat's key on the platform.
        """
        async with self._core.database.read() as connection:
            if chat not in await game_lists.chat_keys_showing(connection, game_id, platform):
                return None
            row = await games.game(connection, game_id)
        return None if row is None else row.version

    async def version_of_token(self, token: str) -> tuple[str, int] | None:
        """Return the id and version of a token's game, or None if the token is invalid or revoked."""
        signer = await self._core.signer()
        async with self._core.database.read() as connection:
            row = await _row(connection, signer, token)
        return None if row is None else (row.id, row.version)

    async def _found(self, connection: AsyncConnection, token: str) -> SharedGame | None:
        row = await _row(connection, await self._core.signer(), token)
        return None if row is None else await self._read(connection, row)

    async def _read(self, connection: AsyncConnection, row: GameRow) -> SharedGame:
        game = await self._core.load(connection, row.id)
        review = await review_in(connection, row.id) if game.is_over else None
        return SharedGame(game, await self._core.events_of(connection, row.id), review, self._core.clock())

    async def _own(self, connection: AsyncConnection, actor: Actor, game_id: str) -> GameRow:
        """Return the row of a game in which the actor plays.

        Raises:
            NoSuchGame: no game has this id.
            NotSeated: the actor does not play in it.
        """
        row = (await self._core.seated(connection, game_id)).game
        if actor.player not in (row.white, row.black):
            raise NotSeated(game_id)
        return row


async def _is_private(connection: AsyncConnection, chat: int | None) -> bool:
    """Return True if a chat is private; False for a shared chat and for None."""
    return chat is not None and (await people.chat(connection, chat)).kind == "private"


def game_named(token: str) -> str:
    """Return the game's id that a token contains; the token may be invalid."""
    return token.partition("-")[0].lower()


async def _row(connection: AsyncConnection, signer: Signer, token: str) -> GameRow | None:
    """Return the row of a token's game; None if the token is invalid or revoked.

    A token of an unknown game is compared with a signature too: timing does not reveal which games exist.
    """
    row = await games.game(connection, game_named(token))
    expected = _signature(signer, "", 0) if row is None else _signature(signer, row.id, row.share_number)
    is_right = hmac.compare_digest(token.partition("-")[2].lower().encode(), expected.encode())
    return row if row is not None and row.is_shared and is_right else None


def _signature(signer: Signer, game_id: str, number: int) -> str:
    return signer.sign("share", game_id, str(number))[:_SIGNATURE_DIGITS]
