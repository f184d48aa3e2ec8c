"""Downloads: files for one person alone, under addresses that nobody can guess, for some minutes.

They are kept in memory: after a restart, or when their time is over, they are asked for again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable

from aiohttp import web
from cachetools import TTLCache

from bot.talk.reply import Document

KEPT = 600.0
"""Seconds for which a file can be fetched."""
LARGEST = 64 * 2**20
"""Bytes of all files together. If more are made, the oldest go."""


class Downloads:
    """Keeps files until their time is over.

    Args:
        clock: seconds since some moment.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._kept: TTLCache[str, Document, float] = TTLCache(
            LARGEST, KEPT, clock, lambda document: min(len(document.content), LARGEST)
        )

    def address(self, document: Document) -> str:
        """Return where a file is found from now on, for some minutes."""
        seal = next((seal for seal, kept in self._now() if kept is document), None)
        if seal is None:
            seal = secrets.token_hex(16)
            self._kept[seal] = document
        return f"/download/{seal}"

    def forget(self, is_meant: Callable[[tuple[str, str]], bool]) -> None:
        """Forget the files of the data of the accounts that are meant."""
        for seal, document in self._now():
            if document.account is not None and is_meant(document.account):
                self._kept.pop(seal, None)

    async def serve(self, request: web.Request) -> web.Response:
        """Answer a request for a file: to be saved, and neither shown nor kept by anybody else."""
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
        """Return True if a file can still be fetched."""
        return address.rpartition("/")[2] in self._kept

    def _now(self) -> list[tuple[str, Document]]:
        """Return the files that can be fetched at one moment, each after its seal."""
        with self._kept.timer:
            return [*self._kept.items()]
