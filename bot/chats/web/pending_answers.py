"""Pending answers: give each answer that takes a while an address where the page polls for the result."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from cachetools import FIFOCache

from bot.talk.reply import Pending, Reply

_KEPT = 64
"""The number of answers to keep, pending or finished. Older ones are dropped; their pages poll no more."""


class PendingAnswers:
    """Keeps answers that take a while, from their beginning, under addresses that cannot be guessed.

    Finished answers stay until newer ones push them out, so that the page can fetch them.
    """

    def __init__(self) -> None:
        self._kept: FIFOCache[str, Pending] = FIFOCache(_KEPT)

    def address(self, pending: Pending) -> str:
        """Keep an answer, unless it is kept already; return the address where the page polls for it."""
        seal = next((seal for seal, kept in self._kept.items() if kept is pending), None)
        if seal is None:
            seal = secrets.token_hex(16)
            self._kept[seal] = pending
        return f"/answer/{seal}.json"

    def forget(self, is_meant: Callable[[tuple[str, str]], bool]) -> None:
        """Drop finished data exports of the accounts (platform, key) for which `is_meant` returns True."""
        for seal, kept in [*self._kept.items()]:
            reply = kept.outcome.result() if kept.outcome.done() and not kept.outcome.cancelled() else None
            account = None if reply is None or reply.document is None else reply.document.account
            if account is not None and is_meant(account):
                del self._kept[seal]

    def now(self, seal: str) -> Reply | None:
        """Return the finished answer or a progress report; None if the work was stopped.

        Raises:
            KeyError: no answer has this address.
        """
        pending = self._kept[seal]
        return pending.outcome.result() if pending.outcome.done() else pending.so_far()
