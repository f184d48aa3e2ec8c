"""Attempts: how often somebody may name a secret that he does not know, of one kind."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import assert_never

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.sessions.core import SessionCore
from bot.sessions.errors import Refusal
from bot.sessions.values import Actor
from storage import admission

MOST_MISSES = 5
MISSES_COUNT_FOR = timedelta(minutes=10)


class Attempts:
    """Counts how often each person was wrong of late.

    Args:
        core: where that is kept.
        kind: what is guessed.
        miss: the code of the refusal that counts as a miss.
    """

    def __init__(self, core: SessionCore, kind: admission.Secret, miss: str) -> None:
        self._core = core
        self._kind: admission.Secret = kind
        self._miss = miss

    @asynccontextmanager
    async def counting_misses(self, actor: Actor) -> AsyncIterator[None]:
        """Note it as a miss if it turns out that the person was wrong.

        It is noted outside the action's own transaction, which is rolled back then. What signs secrets is
        read before that begins, since it may have to be made, and there is one writer at a time.
        """
        await self._core.signer()
        try:
            yield
        except Refusal as refusal:
            if refusal.code == self._miss:
                async with self._core.database.write() as connection:
                    await admission.add_failed_attempt(
                        connection, actor.player, self._kind, self._core.clock()
                    )
            raise

    async def check(self, connection: AsyncConnection, actor: Actor) -> None:
        """Refuse who has been wrong too often.

        Raises:
            Refusal: as above.
        """
        now = self._core.clock()
        misses = await admission.failed_attempts_since(
            connection, actor.player, self._kind, now - MISSES_COUNT_FOR
        )
        if len(misses) < MOST_MISSES:
            return
        wait = misses[-MOST_MISSES] + MISSES_COUNT_FOR - now
        match self._kind:
            case "invitation":
                raise Refusal("too-many-invitations-tried", wait=wait)
            case "share":
                raise Refusal("too-many-shares-tried", wait=wait)
            case "link":
                raise Refusal("too-many-codes-tried", wait=wait)
            case _:
                assert_never(self._kind)
