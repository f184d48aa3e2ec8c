"""Notification chats: the choice of the chat where a player is notified, among several platforms."""

from __future__ import annotations

from sqlalchemy.ext.asyncio import AsyncConnection

from storage import people
from storage.rows import ChatRow


async def notification_chat(connection: AsyncConnection, player: int, but: int = 0) -> ChatRow | None:
    """Return the private chat where a player is notified; None if no private chat can be written to.

    With private chats on several platforms it is the one on the platform where the player acted last, or else
    the newest.

    Args:
        but: the id of a private chat that is not to be returned; 0 for none.
    """
    homes = [home for home in await people.reachable_private_chats(connection, player) if home.id != but]
    if len(homes) < 2:  # noqa: PLR2004 (nothing to choose)
        return homes[0] if homes else None
    last = (await people.player(connection, player)).last_platform
    return next((home for home in homes if home.platform == last), homes[-1])


async def current_notification_chat(connection: AsyncConnection, player: int, chat: int) -> int:
    """Return the id of the chat where a player should now be notified about something meant for `chat`.

    A shared chat that can be written to is returned unchanged. Any other chat is replaced by the private chat
    where the player is notified now, if there is one. A private chat that now belongs to another player
    (after accounts were unlinked) is replaced even by a private chat of this player that cannot be written
    to. Without any replacement `chat` is returned.
    """
    place = await people.chat(connection, chat)
    is_foreign = place.owner not in (None, player)
    if place.owner != player and not place.gone and not is_foreign:
        return chat
    home = await notification_chat(connection, player)
    if home is not None:
        return home.id
    return next(iter(await people.private_chats(connection, player)), chat) if is_foreign else chat


async def keeps_notification_chat(connection: AsyncConnection, chat: int, notified_in: int | None) -> bool:
    """Return True if a player who asks for a game's board in `chat` is still notified in their previous chat.

    That is so if `chat` is private and the previous one is a shared chat that can be written to. False means
    that `chat` becomes, or already is, the chat where the player is notified about the game.

    Args:
        notified_in: the chat where the player is notified about the game, or None.
    """
    if notified_in is None or notified_in == chat or (await people.chat(connection, chat)).kind != "private":
        return False
    played_in = await people.chat(connection, notified_in)
    return played_in.kind == "shared" and not played_in.gone
