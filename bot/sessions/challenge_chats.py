"""Challenge chats: where a challenge is shown, and where who accepts it is told of its game."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.actor import Actor
from bot.sessions.errors import CannotReach
from bot.sessions.homes import home_of, told_now
from bot.sessions.outbox.enqueue import call_of
from storage import contacts, notifications, outbox, people
from storage.rows import ChallengeRow


async def announce(connection: AsyncConnection, row: ChallengeRow, theirs: int | None = None) -> None:
    """Show a challenge where it was made and, if that is another chat, where the opponent is reached.

    One who has blocked the challenger is neither shown it in private nor called.

    Args:
        connection: the action's transaction.
        row: the challenge.
        theirs: where the opponent was told of the game before, if there was one.

    Raises:
        CannotReach: there is no such chat.
    """
    post = await outbox.show_in(connection, "challenge", row.id, row.chat, row.version)
    if row.opponent is None:
        return
    theirs = await _reached_in(connection, row, row.opponent, theirs)
    blocked = await contacts.has_blocked(connection, row.opponent, row.challenger)
    if theirs != row.chat and not blocked:
        post = await outbox.show_in(connection, "challenge", row.id, theirs, row.version)
    if not blocked:
        await notifications.notify(connection, row.opponent, call_of(row.id), post, row.version, row.made)


async def chat_for(connection: AsyncConnection, actor: Actor, row: ChallengeRow) -> int | None:
    """Return where the one who accepts a challenge is told of its game.

    That is where he accepts it, unless others read that chat who were not shown the challenge.
    """
    if actor.chat is None or await outbox.post_in(connection, "challenge", row.id, actor.chat) is not None:
        return actor.chat
    chat = await people.chat(connection, actor.chat)
    if chat.kind != "shared":
        return actor.chat
    home = await home_of(connection, actor.player)
    return actor.chat if home is None else home.id


async def told_in(connection: AsyncConnection, actor: Actor, chat: int | None) -> Actor:
    """Return who acts on a board of its own as one who acts where he is told of the game.

    Where that chat cannot be written to, he acts where he is.
    """
    if chat is None or (await people.chat(connection, chat)).gone:
        return actor
    return replace(actor, chat=chat)


async def answered_in(connection: AsyncConnection, actor: Actor, row: ChallengeRow) -> Actor:
    """Return who answers a challenge away from any chat as one who answers where it was made.

    What his own chat shows him he answers there; so he does one from another platform, or from a private
    chat, which is none of his.
    """
    if actor.chat is None or await outbox.post_in(connection, "challenge", row.id, actor.chat) is not None:
        return actor
    here, there = await people.chat(connection, actor.chat), await people.chat(connection, row.chat)
    if there.kind != "shared" or there.platform != here.platform:
        return actor
    return await told_in(connection, actor, there.id)


async def is_from_elsewhere(connection: AsyncConnection, actor: Actor, row: ChallengeRow) -> bool:
    """Whether somebody answers a challenge on another platform than that where it was made."""
    if actor.chat is None:
        return False
    here, there = await people.chat(connection, actor.chat), await people.chat(connection, row.chat)
    return here.platform != there.platform


async def _reached_in(
    connection: AsyncConnection, row: ChallengeRow, opponent: int, before: int | None
) -> int:
    """Return where a challenge reaches its opponent.

    One that is made in private reaches a person in private, one that is made among others there. Who was
    never heard there is told in private, where that is possible and the two know each other. In private one
    is told where one is called, on whichever platform. A rematch
    goes to where the opponent was told of the game, but from a private chat only if he has none himself.

    Raises:
        CannotReach: the opponent cannot be reached in private.
    """
    chat = await people.chat(connection, row.chat)
    is_shared = chat.kind == "shared"
    if before is not None and (is_shared or (await people.chat(connection, before)).kind == "private"):
        return await told_now(connection, opponent, before)
    if is_shared and (
        await contacts.is_member(connection, chat.id, opponent)
        or not await contacts.know_each_other(connection, row.challenger, opponent)
    ):
        return chat.id
    home = await home_of(connection, opponent)
    if home is not None:
        return home.id
    if before is not None:
        return before
    if is_shared:
        return chat.id
    raise CannotReach((await people.player(connection, opponent)).name)
