"""Downloads: files for one person alone, under addresses that nobody can guess, for some minutes.

They are kept in memory: after a restart, or when their time is over, they are asked for again.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from aiohttp import web

from bot.talk.reply import Document

KEPT = 600.0
"""Seconds for which a file can be fetched."""
LARGEST = 64 * 2**20
"""Bytes of all files together. Where more are asked for, the oldest go."""


@dataclass(frozen=True, slots=True)
class _Kept:
    document: Document
    until: float


class Downloads:
    """Keeps files until their time is over.

    Args:
        clock: seconds since some moment.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._kept: OrderedDict[str, _Kept] = OrderedDict()

    def address(self, document: Document) -> str:
        """Return where a file is found from now on, for some minutes."""
        known = next((seal for seal, kept in self._kept.items() if kept.document is document), None)
        if known is not None:
            return f"/download/{known}"
        seal = secrets.token_hex(16)
        self._kept[seal] = _Kept(document, self._clock() + KEPT)
        self._forget_old()
        while len(self._kept) > 1 and self._size() > LARGEST:
            self._kept.popitem(last=False)
        return f"/download/{seal}"

    def forget(self, is_meant: Callable[[tuple[str, str]], bool]) -> None:
        """Forget the files of the data of the accounts that are meant."""
        for seal, kept in [*self._kept.items()]:
            if kept.document.account is not None and is_meant(kept.document.account):
                del self._kept[seal]

    async def serve(self, request: web.Request) -> web.Response:
        """Answer a request for a file: to be saved, and neither shown nor kept by anybody else."""
        kept = self._now(request.match_info["seal"])
        if kept is None:
            raise web.HTTPNotFound
        headers = {
            "Content-Disposition": f'attachment; filename="{kept.document.name}"',
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        }
        return web.Response(
            body=kept.document.content, content_type=kept.document.media_type, headers=headers
        )

    def has(self, address: str) -> bool:
        """Whether a file can still be fetched."""
        return self._now(address.rpartition("/")[2]) is not None

    def _now(self, seal: str) -> _Kept | None:
        self._forget_old()
        return self._kept.get(seal)

    def _forget_old(self) -> None:
        now = self._clock()
        for seal in [seal for seal, kept in self._kept.items() if kept.until <= now]:
            del self._kept[seal]

    def _size(self) -> int:
        return sum(len(kept.document.content) for kept in self._kept.values())
