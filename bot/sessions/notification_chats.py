"""Notification chats: the private chat where a player is notified, out of several platforms."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from storage import people
from storage.rows import ChatRow


async def home_of(connection: AsyncConnection, player: int, but: int = 0) -> ChatRow | None:
    """Return the private chat where a player is called, if he has one that can be written to.

    Of several it is the one on the platform where he acted last, or else the newest.

    Args:
        but: a private chat that does not count.
    """
    homes = [home for home in await people.private_homes(connection, player) if home.id != but]
    if len(homes) < 2:  # noqa: PLR2004 (nothing to choose)
        return homes[0] if homes else None
    last = (await people.player(connection, player)).last_platform
    return next((home for home in homes if home.platform == last), homes[-1])


async def told_now(connection: AsyncConnection, player: int, chat: int) -> int:
    """Return where a player is told of what he was to be told in a chat.

    That is this chat, but where it is his private one, or cannot be written to, the private one where he is
    called now. It is never the private chat of another: that of an account, say, that was his once.
    """
    place = await people.chat(connection, chat)
    is_anothers = place.owner not in (None, player)
    if place.owner != player and not place.gone and not is_anothers:
        return chat
    home = await home_of(connection, player)
    if home is not None:
        return home.id
    return next(iter(await people.private_chats(connection, player)), chat) if is_anothers else chat


async def is_only_look(connection: AsyncConnection, chat: int, told: int | None) -> bool:
    """Return True if a player who asks for a board in a chat is still told of the game where it is played.

    That is so in private, for a game that is played in a shared chat which can be written to.

    Args:
        chat: the chat where the board is asked for.
        told: the chat that calls the player to the game, or None.
    """
    if told is None or told == chat or (await people.chat(connection, chat)).kind != "private":
        return False
    played_in = await people.chat(connection, told)
    return played_in.kind == "shared" and not played_in.gone
