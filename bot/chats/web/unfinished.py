"""Unfinished answers: where the page asks how far an answer is that is still being worked on."""

from __future__ import annotations

import secrets
from collections.abc import Callable

from cachetools import FIFOCache

from bot.talk.reply import Pending, Reply

_KEPT = 64
"""So many are kept: whoever still asks for an older one has long been shown something else."""


class Unfinished:
    """Keeps answers that are still being worked on, under addresses that nobody can guess."""

    def __init__(self) -> None:
        self._kept: FIFOCache[str, Pending] = FIFOCache(_KEPT)

    def address(self, pending: Pending) -> str:
        """Return where it is asked for, again and again until it is finished."""
        seal = next((seal for seal, kept in self._kept.items() if kept is pending), None)
        if seal is None:
            seal = secrets.token_hex(16)
            self._kept[seal] = pending
        return f"/answer/{seal}.json"

    def forget(self, is_meant: Callable[[tuple[str, str]], bool]) -> None:
        """Forget the answers that have brought a file of the data of the accounts that are meant."""
        for seal, kept in [*self._kept.items()]:
            reply = kept.outcome.result() if kept.outcome.done() and not kept.outcome.cancelled() else None
            account = None if reply is None or reply.document is None else reply.document.account
            if account is not None and is_meant(account):
                del self._kept[seal]

    def now(self, seal: str) -> Reply | None:
        """Return what is to be shown now; nothing, if it was stopped.

        Raises:
            KeyError: there is no such answer.
        """
        pending = self._kept[seal]
        return pending.outcome.result() if pending.outcome.done() else pending.so_far()
