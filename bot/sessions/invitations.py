"""Invitations: which players may see and accept a challenge, and which chats show it and its game."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.attempts import Attempts
from bot.sessions.core import SessionCore
from bot.sessions.errors import Refusal
from bot.sessions.notification_chats import current_notification_chat, notification_chat
from bot.sessions.outbox.enqueue import call_of
from bot.sessions.signing import Signer
from bot.sessions.values import Actor
from storage import challenges, contacts, notifications, outbox, people
from storage.rows import ChallengeRow


class Invitations:
    """Access to challenges that other players made.

    A player sees a challenge that they made or accepted, that names them, or that is shown in the chat where
    they ask. A challenge open to all counts as shown only in the chat where it was made; elsewhere it can be
    accepted with its token, which is derived from its id and never stored. All other players get the same
    answer as for an id that does not exist. Five of these refusals within ten minutes make the player wait.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core
        self._attempts = Attempts(core, "invitation", "no-such-challenge")

    def counting_misses(self, actor: Actor) -> AbstractAsyncContextManager[None]:
        """Return a context manager that counts a wrong guess if code within raises `no-such-challenge`."""
        return self._attempts.counting_misses(actor)

    async def find(
        self, connection: AsyncConnection, actor: Actor, challenge_id: str, token: str = ""
    ) -> tuple[ChallengeRow, bool]:
        """Return a challenge that the actor may see, and True if it is for the actor to accept.

        Its state is not checked.

        Args:
            token: the invitation's token that the actor gave; empty if none.

        Raises:
            Refusal: no challenge that the actor may see has this id.
            Refusal: the actor may not see it without a token, and has guessed wrong five times within ten
                minutes.
        """
        row = await challenges.challenge(connection, challenge_id)
        if row is not None:
            if row.is_for_anyone and actor.chat == row.chat:
                return row, actor.player != row.challenger
            if await self.is_named(connection, actor.player, row):
                return row, True
            if await self._is_shown(connection, actor, row):
                return row, False
        # Checked last, so that a player who guessed wrong too often can still answer challenges to them.
        await self._attempts.check(connection, actor)
        signer = await self._core.signer()
        if row is not None and is_opened_by(signer, row, token):
            return row, True
        raise Refusal("no-such-challenge", challenge=challenge_id)

    async def is_named(self, connection: AsyncConnection, player: int, row: ChallengeRow) -> bool:
        """Return True if a challenge names a player: directly, or by their present handle on its platform."""
        if row.handle is None:
            return row.opponent == player
        chat = await people.chat(connection, row.chat)
        account = await people.account_of(connection, chat.platform, player)
        return account is not None and account.handle == row.handle

    async def _is_shown(self, connection: AsyncConnection, actor: Actor, row: ChallengeRow) -> bool:
        """Return True if the actor made or accepted a challenge, or asks in a chat that shows it.

        For a challenge open to all the chat does not count here; `find` has checked it.
        """
        if actor.player in (row.challenger, row.taker):
            return True
        if actor.chat is None or row.is_for_anyone:
            return False
        return await outbox.post_in(connection, "challenge", row.id, actor.chat) is not None


def token_of(signer: Signer, row: ChallengeRow) -> str | None:
    """Return the token with which any other player can accept a challenge; None if it is not open to all."""
    return signer.token(_signed_text(row)) if row.is_for_anyone else None


def _signed_text(row: ChallengeRow) -> str:
    """Return the text that a challenge's token signs; it changes each time the challenge is reopened."""
    return row.id if row.invitation == 1 else f"{row.id}.{row.invitation}"


async def announce(connection: AsyncConnection, row: ChallengeRow, theirs: int | None = None) -> None:
    """Show a new challenge in the chat where it was made and, if it has an `opponent`, notify that player.

    The challenged player's own chat (see `_opponent_chat`) shows it too. If they have blocked the challenger,
    they are not notified and only the chat where it was made shows it.

    Args:
        connection: the action's transaction.
        theirs: for a rematch, the id of the chat where the challenged player was notified about the last
            game.

    Raises:
        Refusal: the challenge was made in private, `theirs` is None, and the challenged player has no private
            chat that can be written to.
    """
    post = await outbox.show_in(connection, "challenge", row.id, row.chat, row.version)
    if row.opponent is None:
        return
    theirs = await _opponent_chat(connection, row, row.opponent, theirs)
    blocked = await contacts.has_blocked(connection, row.opponent, row.challenger)
    if theirs != row.chat and not blocked:
        post = await outbox.show_in(connection, "challenge", row.id, theirs, row.version)
    if not blocked:
        await notifications.notify(connection, row.opponent, call_of(row.id), post, row.version, row.made)


async def game_chat(connection: AsyncConnection, actor: Actor, row: ChallengeRow) -> int | None:
    """Return the id of the chat where a player is notified about the game of a challenge that they accept.

    This is the chat where they accept the challenge, or None if there is none. If that is a shared chat that
    does not show the challenge, it is their private chat (if one can be written to), so that the game is not
    revealed to people who have not seen the challenge.
    """
    if actor.chat is None or await outbox.post_in(connection, "challenge", row.id, actor.chat) is not None:
        return actor.chat
    chat = await people.chat(connection, actor.chat)
    if chat.kind != "shared":
        return actor.chat
    home = await notification_chat(connection, actor.player)
    return actor.chat if home is None else home.id


def is_opened_by(signer: Signer, row: ChallengeRow, token: str) -> bool:
    """Return True if any player may accept a challenge, and the token is the one of its invitation."""
    return row.is_for_anyone and signer.made(token, _signed_text(row))


async def moved_to(connection: AsyncConnection, actor: Actor, chat: int | None) -> Actor:
    """Return the actor as if they acted in a given chat.

    The actor is returned unchanged if the chat is None or cannot be written to.
    """
    if chat is None or (await people.chat(connection, chat)).gone:
        return actor
    return replace(actor, chat=chat)


async def moved_to_origin(connection: AsyncConnection, actor: Actor, row: ChallengeRow) -> Actor:
    """Return the actor as if they answered a challenge in the shared chat where it was made.

    The actor is returned unchanged if the chat where they act shows the challenge, or if the challenge was
    made in a private chat, on another platform, or in a chat that cannot be written to. It is also returned
    unchanged if the actor acts in no chat.
    """
    if actor.chat is None or await outbox.post_in(connection, "challenge", row.id, actor.chat) is not None:
        return actor
    here, there = await people.chat(connection, actor.chat), await people.chat(connection, row.chat)
    if there.kind != "shared" or there.platform != here.platform:
        return actor
    return await moved_to(connection, actor, there.id)


async def is_from_elsewhere(connection: AsyncConnection, actor: Actor, row: ChallengeRow) -> bool:
    """Return True if a player answers a challenge on another platform than the one where it was made."""
    if actor.chat is None:
        return False
    here, there = await people.chat(connection, actor.chat), await people.chat(connection, row.chat)
    return here.platform != there.platform


async def _opponent_chat(
    connection: AsyncConnection, row: ChallengeRow, opponent: int, before: int | None
) -> int:
    """Return the id of the chat where the challenged player sees a challenge and is notified.

    For a challenge made in a shared chat it is that chat. If the player has never written there and the two
    know each other, it is the player's private chat, if one can be written to. For a challenge made in
    private it is the player's private chat too. A rematch goes to the chat where the player was notified
    about the last game, or to the one that replaces it (`current_notification_chat`). If it is asked for in
    private, it goes to a shared chat only if no private one can be written to.

    Args:
        opponent: the id of the challenged player.
        before: for a rematch, the id of the chat where they were notified about the last game, or None.

    Raises:
        Refusal: the challenge was made in private, `before` is None, and the player has no private chat that
            can be written to.
    """
    chat = await people.chat(connection, row.chat)
    is_shared = chat.kind == "shared"
    if before is not None and (is_shared or (await people.chat(connection, before)).kind == "private"):
        return await current_notification_chat(connection, opponent, before)
    if is_shared and (
        await contacts.is_member(connection, chat.id, opponent)
        or not await contacts.know_each_other(connection, row.challenger, opponent)
    ):
        return chat.id
    home = await notification_chat(connection, opponent)
    if home is not None:
        return home.id
    if before is not None:
        return before
    if is_shared:
        return chat.id
    raise Refusal("cannot-reach", name=(await people.player(connection, opponent)).name)
