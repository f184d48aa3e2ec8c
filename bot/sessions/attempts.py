"""Attempts: limits how often a player may guess a secret of one kind, such as a link code."""

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
"""After this many wrong guesses within `MISSES_COUNT_FOR` a player must wait."""
MISSES_COUNT_FOR = timedelta(minutes=10)
"""How long a wrong guess counts against a player."""


class Attempts:
    """Counts each player's recent wrong guesses of secrets of one kind.

    Args:
        kind: the kind of secret.
        miss: the code of the refusal with which a wrong guess is answered.
    """

    def __init__(self, core: SessionCore, kind: admission.Secret, miss: str) -> None:
        self._core = core
        self._kind: admission.Secret = kind
        self._miss = miss

    @asynccontextmanager
    async def counting_misses(self, actor: Actor) -> AsyncIterator[None]:
        """Return a context manager that counts a wrong guess if code within it raises the refusal of one.

        Enter it before the action's transaction. The guess is stored after that transaction is rolled back.
        The signing key is read before that transaction begins: its first use stores it, and SQLite allows
        only one write transaction at a time.
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
        """Check that the actor has made fewer than `MOST_MISSES` wrong guesses within `MISSES_COUNT_FOR`.

        Raises:
            Refusal: the actor has made `MOST_MISSES` or more, and must wait.
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
