"""Downloads: private files, served for ten minutes under addresses that cannot be guessed.

The files are held in memory only. After a restart, or when one expires, the person has to request it again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from aiohttp import web
from cachetools import TTLCache

from bot.talk.reply import Document

LIFETIME = 600.0
"""Seconds for which a file can be downloaded."""
MOST_BYTES = 64 * 2**20
"""The most bytes of all files together; beyond that, the least recently used are dropped."""


class Downloads:
    """A store of private files that expire.

    Args:
        clock: a monotonic clock in seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._kept: TTLCache[str, Document, float] = TTLCache(
            MOST_BYTES, LIFETIME, clock, lambda document: min(len(document.content), MOST_BYTES)
        )

    def address(self, document: Document) -> str:
        """Keep a file for ten minutes and return its address; do nothing more if it is kept already."""
        seal = next((seal for seal, kept in self._now() if kept is document), None)
        if seal is None:
            seal = secrets.token_hex(16)
            self._kept[seal] = document
        return f"/download/{seal}"

    def forget(self, is_meant: Callable[[tuple[str, str]], bool]) -> None:
        """Drop the data exports of the accounts (platform, key) for which `is_meant` returns True."""
        for seal, document in self._now():
            if document.account is not None and is_meant(document.account):
                self._kept.pop(seal, None)

    async def serve(self, request: web.Request) -> web.Response:
        """Answer a request for a file as an attachment that no cache may keep."""
        document = self._kept.get(request.match_info["seal"])
        if document is None:
            raise web.HTTPNotFound
        headers = {
            "Content-Disposition": f'attachment; filename="{document.name}"',
            "X-Content-Type-Options": "nosniff",
            "Cache-Control": "no-store",
        }
        return web.Response(body=document.content, content_type=document.media_type, headers=headers)

    def has(self, address: str) -> bool:
        """Return True if the file at an address can still be downloaded."""
        return address.rpartition("/")[2] in self._kept

    def _now(self) -> list[tuple[str, Document]]:
        """Return a consistent snapshot of the unexpired files, each with the random part of its address."""
        with self._kept.timer:
            return [*self._kept.items()]
