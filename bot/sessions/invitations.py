"""Invitations: who may know of a challenge and take it up, and which chats show it and its game."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.attempts import Attempts
from bot.sessions.core import SessionCore
from bot.sessions.errors import Refusal
from bot.sessions.notification_chats import home_of, told_now
from bot.sessions.outbox.enqueue import call_of
from bot.sessions.signing import Signer
from bot.sessions.values import Actor
from storage import challenges, contacts, notifications, outbox, people
from storage.rows import ChallengeRow


class Invitations:
    """Challenges as those see them who did not make them.

    A challenge is known to the one whom it names, and where it is shown. Whoever else names one needs its
    token, which is derived from its id and stored nowhere; who has guessed wrong too often must wait.
    To all others it looks as if there were no such challenge.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core
        self._attempts = Attempts(core, "invitation", "no-such-challenge")

    def counting_misses(self, actor: Actor) -> AbstractAsyncContextManager[None]:
        """Note it as a miss if it turns out that the person knows of no such challenge."""
        return self._attempts.counting_misses(actor)

    async def find(
        self, connection: AsyncConnection, actor: Actor, challenge_id: str, token: str = ""
    ) -> tuple[ChallengeRow, bool]:
        """Return a challenge that a person may know of, and whether the person may take it up.

        Raises:
            Refusal: there is none with this id, as far as the person may know.
            Refusal: the person has guessed wrong too often of late.
        """
        row = await challenges.challenge(connection, challenge_id)
        if row is not None:
            if row.is_for_anyone and actor.chat == row.chat:
                return row, actor.player != row.challenger
            if await self.is_named(connection, actor.player, row):
                return row, True
            if await self._is_shown(connection, actor, row):
                return row, False
        await self._attempts.check(connection, actor)
        signer = await self._core.signer()
        if row is not None and row.is_for_anyone and signer.made(token, _signed(row)):
            return row, True
        raise Refusal("no-such-challenge", challenge=challenge_id)

    async def is_named(self, connection: AsyncConnection, player: int, row: ChallengeRow) -> bool:
        """True if a challenge names a player, by the account that was known or by the handle borne now."""
        if row.handle is None:
            return row.opponent == player
        chat = await people.chat(connection, row.chat)
        account = await people.account_of(connection, chat.platform, player)
        return account is not None and account.handle == row.handle

    async def _is_shown(self, connection: AsyncConnection, actor: Actor, row: ChallengeRow) -> bool:
        """True if a person takes part in a challenge, or asks in a chat that shows it."""
        if actor.player in (row.challenger, row.taker):
            return True
        if actor.chat is None or row.is_for_anyone:
            return False
        return await outbox.post_in(connection, "challenge", row.id, actor.chat) is not None


def token_of(signer: Signer, row: ChallengeRow) -> str | None:
    """Return the token with which a challenge can be taken up from anywhere; none, if it names anyone."""
    return signer.token(_signed(row)) if row.is_for_anyone else None


def _signed(row: ChallengeRow) -> str:
    """What the token of a challenge is made of: another one each time that it is opened anew."""
    return row.id if row.invitation == 1 else f"{row.id}.{row.invitation}"


async def announce(connection: AsyncConnection, row: ChallengeRow, theirs: int | None = None) -> None:
    """Show a challenge where it was made and, if that is another chat, where the opponent is reached.

    One who has blocked the challenger is neither shown it in private nor called.

    Args:
        connection: the action's transaction.
        theirs: where the opponent was told of the game before, if there was one.

    Raises:
        Refusal: there is no such chat.
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
    """True if somebody answers a challenge on another platform than that where it was made."""
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
        Refusal: the opponent cannot be reached in private.
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
    raise Refusal("cannot-reach", name=(await people.player(connection, opponent)).name)
