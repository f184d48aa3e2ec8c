"""Lobbies: a player's games, challenges to them and by them, and games of others that they may watch."""

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

_NOBODY = 0
"""An id that no player has: ids begin with 1."""
MOST_INVITATIONS = 20
"""The most challenges that a lobby lists."""


@dataclass(frozen=True, slots=True)
class OpenInvitation:
    """A pending challenge in a player's lobby: one that they can answer, or that they made.

    Args:
        challenger: the player who made the challenge.
        opponent: the challenged player; None if the challenge names a handle or is open to all.
        taker: the player who accepted it on another platform and waits for the challenger, or None.
        token: the invitation's token, without which the challenge cannot be accepted from the lobby's chat;
            empty if the challenge was made in that chat, or has no token.
        is_here: True if the lobby's chat shows the challenge.
    """

    challenge: Challenge
    challenger: Player
    opponent: Player | None
    taker: Player | None
    token: str
    is_here: bool


@dataclass(frozen=True, slots=True)
class LobbyView:
    """The contents of a player's lobby.

    Args:
        own: the player's games.
        invitations: challenges that the player can answer or withdraw, at most `MOST_INVITATIONS`.
        others: unfinished games of other players (at most 20, none untouched for long) in the shared chats
            that the lobby covers, the most recently changed first.
    """

    own: Overview
    invitations: list[OpenInvitation]
    others: list[LoadedGame]


class Lobbies:
    """Service that reads the contents of players' lobbies."""

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def of(self, player: int, chat_id: int, is_in: Callable[[str], Awaitable[bool]]) -> LobbyView:
        """Return a player's lobby, as asked for in a chat.

        The player's own games, challenges that they made, and challenges to them (not only to their handle)
        are in every lobby. Games of others and other challenges are those of the shared chat where the lobby
        is asked for. In a private chat they are those of the platform's shared chats (the newest 10) where
        the player has written and still is.

        Args:
            chat_id: the chat where the player asks.
            is_in: returns True if the player is known to be a member of the shared chat with this key now.
        """
        async with self._core.database.read() as connection:
            chat = await people.chat(connection, chat_id)
            rooms = await _rooms(connection, player, chat)
            played = await game_lists.games_of_others(connection, list(rooms), player, self._core.awake_since)
            named, open_to_all = await _challenges(connection, player, chat, rooms)
        relevant = {room for showing, _ in played for room in showing} | {row.chat for row in open_to_all}
        # Ask about memberships in parallel: an unreachable platform then costs one timeout, not one per chat.
        asked = sorted(relevant - {chat_id})
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

    async def shown_in(self, platform: str, key: str) -> list[LoadedGame]:
        """Return the unfinished games that a shared chat shows, as for `LobbyView.others`."""
        async with self._core.database.read() as connection:
            chat = await people.chat_at(connection, platform, key)
            if chat is None:
                return []
            shown = await game_lists.games_of_others(connection, [chat.id], _NOBODY, self._core.awake_since)
            return await self._core.loaded(connection, [found for _, found in shown])

    async def rooms_showing(self, game_id: str, platform: str) -> list[str]:
        """Return the keys of reachable shared chats (at most 10) on a platform that show a game."""
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
    """Return the shared chats that a lobby may cover: each chat's platform key by its id.

    They are the shared chat where the lobby is asked for, or those reachable (the newest 10) in which the
    player has written on its platform.
    """
    if chat.kind == "shared":
        return {chat.id: chat.key}
    return {each.id: each.key for each in await contacts.shared_chats_of(connection, player, chat.platform)}


async def _challenges(
    connection: AsyncConnection, player: int, chat: ChatRow, rooms: Iterable[int]
) -> tuple[list[ChallengeRow], list[ChallengeRow]]:
    """Return the pending challenges that a lobby lists, in two parts.

    The first are those made by or to the player, in any chat: first those that wait for the player, then
    those that wait for others. The second are the challenges by others in the shared chats `rooms` that are
    open to all or name the player's handle. Challenges by players whom the player has blocked are left out.
    """
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
