"""Invitations: who may know of a challenge, who may take it up, and the token that lets others do so."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.actor import Actor
from bot.sessions.attempts import Attempts
from bot.sessions.errors import NoSuchChallenge
from bot.sessions.signing import Signer
from bot.sessions.unit_of_work import UnitOfWork
from storage import challenges, outbox, people
from storage.rows import ChallengeRow


class Invitations:
    """Challenges as those see them who did not make them.

    A challenge is known to the one whom it names, and where it is shown. Whoever else names one needs its
    token, which is derived from its id and stored nowhere; who has guessed wrong too often must wait.
    To all others it looks as if there were no such challenge.
    """

    def __init__(self, unit: UnitOfWork) -> None:
        self._unit = unit
        self._attempts = Attempts(unit, "invitation", NoSuchChallenge)

    def counting_misses(self, actor: Actor) -> AbstractAsyncContextManager[None]:
        """Note it as a miss if it turns out that the person knows of no such challenge."""
        return self._attempts.counting_misses(actor)

    async def find(
        self, connection: AsyncConnection, actor: Actor, challenge_id: str, token: str = ""
    ) -> tuple[ChallengeRow, bool]:
        """Return a challenge that a person may know of, and whether the person may take it up.

        Raises:
            NoSuchChallenge: there is none with this id, as far as the person may know.
            TooManyAttempts: the person has guessed wrong too often of late.
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
        signer = await self._unit.signer()
        if row is not None and row.is_for_anyone and signer.made(token, _signed(row)):
            return row, True
        raise NoSuchChallenge(challenge_id)

    async def is_named(self, connection: AsyncConnection, player: int, row: ChallengeRow) -> bool:
        """Whether a challenge names a player, by the account that was known or by the handle borne now."""
        if row.handle is None:
            return row.opponent == player
        chat = await people.chat(connection, row.chat)
        account = await people.account_of(connection, chat.platform, player)
        return account is not None and account.handle == row.handle

    async def _is_shown(self, connection: AsyncConnection, actor: Actor, row: ChallengeRow) -> bool:
        """Whether a person takes part in a challenge, or asks in a chat that shows it."""
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
