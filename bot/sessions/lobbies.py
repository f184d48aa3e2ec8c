"""Lobbies: all that one player may play, answer or look at, read for the place where he asks."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.core import SessionCore
from bot.sessions.game_lists import GameLists, Overview
from bot.sessions.invitations import token_of
from bot.sessions.loaded_game import LoadedGame
from bot.sessions.mapping import challenge_of, player_of
from bot.sessions.values import Challenge, Player
from storage import challenges, contacts, game_lists, outbox, people
from storage.rows import ChallengeRow, ChatRow

MOST_INVITATIONS = 20


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """A challenge that waits for a player, or that he has made and that waits for others.

    Args:
        challenger: who made it.
        opponent: whom it names, if that is somebody who was heard.
        taker: who accepted it on another platform.
        token: what lets the player accept it from elsewhere, where he needs that.
        is_here: True if the chat where he asks shows it.
    """

    challenge: Challenge
    challenger: Player
    opponent: Player | None
    taker: Player | None
    token: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class LobbyView:
    """What a player finds in the lobby.

    Args:
        own: his games.
        invitations: what he can answer or withdraw, the newest first.
        others: what others play in the shared chats where he is, the one that changed last first.
    """

    own: Overview
    invitations: list[OpenInvitation]
    others: list[LoadedGame]


class Lobbies:
    """Where lobbies are read.

    Args:
        core: where games are found.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def of(self, player: int, chat_id: int, is_in: Callable[[str], Awaitable[bool]]) -> LobbyView:
        """Return a player's lobby in the chat where he asks for it.

        Who asks in a shared chat is there. Of other shared chats of the platform only those count of which
        it is known that he is there now.

        Args:
            is_in: finds out whether he is in a shared chat, by its key.
        """
        async with self._core.database.read() as connection:
            chat = await people.chat(connection, chat_id)
            rooms = await _rooms(connection, player, chat)
            played = await game_lists.games_of_others(connection, list(rooms), player, self._core.awake_since)
            named, open_to_all = await _challenges(connection, player, chat, rooms)
        told_in = {room for showing, _ in played for room in showing} | {row.chat for row in open_to_all}
        # Asked for all at once: where nobody answers, one waits once and not for each.
        asked = sorted(told_in - {chat_id})
        is_there = await asyncio.gather(*(is_in(rooms[room]) for room in asked))
        known = {chat_id, *(room for room, there in zip(asked, is_there, strict=True) if there)}
        rows = [*named, *(row for row in open_to_all if row.chat in known)]
        own = await GameLists(self._core).overview(player, chat.platform)
        invitations = await self._invitations(chat_id, rows[:MOST_INVITATIONS])
        async with self._core.database.read() as connection:
            others = await self._core.loaded(
                connection, [found for showing, found in played if showing & known]
            )
        return LobbyView(own, invitations, others)

    async def rooms_showing(self, game_id: str, platform: str) -> list[str]:
        """Return the keys of the shared chats of a platform that show a game."""
        async with self._core.database.read() as connection:
            return await game_lists.chat_keys_showing(connection, game_id, platform)

    async def _invitations(self, chat_id: int, rows: list[ChallengeRow]) -> list[OpenInvitation]:
        signer = await self._core.signer()
        involved = {
            each for row in rows for each in (row.challenger, row.opponent, row.taker) if each is not None
        }
        async with self._core.database.read() as connection:
            found = await people.players_of(connection, involved)
            shown = await outbox.shown_in(connection, chat_id, [row.id for row in rows])
        known: dict[int | None, Player] = {each: player_of(row) for each, row in found.items()}
        return [
            OpenInvitation(
                challenge_of(row),
                known[row.challenger],
                known.get(row.opponent),
                known.get(row.taker),
                "" if row.chat == chat_id else token_of(signer, row) or "",
                is_here=("challenge", row.id) in shown,
            )
            for row in rows
        ]


async def _rooms(connection: AsyncConnection, player: int, chat: ChatRow) -> dict[int, str]:
    """Return the shared chats that a lobby may tell of, and their keys, by their ids."""
    if chat.kind == "shared":
        return {chat.id: chat.key}
    return {each.id: each.key for each in await contacts.shared_chats_of(connection, player, chat.platform)}


async def _challenges(
    connection: AsyncConnection, player: int, chat: ChatRow, rooms: Iterable[int]
) -> tuple[list[ChallengeRow], list[ChallengeRow]]:
    """Return the challenges that a player knows of wherever he asks, and those of shared chats."""
    account = await people.account_of(connection, chat.platform, player)
    handle = account.handle if account is not None else None
    made = await challenges.challenges_by(connection, player)
    named = [
        *(row for row in made if row.state == "taken"),
        *await challenges.challenges_to(connection, player),
        *(row for row in made if row.state == "open"),
    ]
    in_rooms = [
        row for room in rooms for row in await challenges.challenges_in(connection, room, player, handle)
    ]
    return named, in_rooms
