"""Pictures: a cache of Telegram's file ids, so that a picture is uploaded only once."""

from __future__ import annotations

import hashlib
from importlib.metadata import version

from bot.chats.base import KeyValues, Painter
from renderers.scene import Picture

NAMESPACE = "telegram-pictures"
_VERSION = version("nardy")
"""Part of the hash, because another version may draw the same scene differently."""

SLOTS = 8192
"""The size of the cache. A new picture replaces the one whose hash falls into the same slot."""

WRITTEN_AT_ONCE = 32
"""The number of new file ids stored in one transaction. A crash loses fewer than that."""


class Pictures:
    """Finds a scene's file id at Telegram, or draws the scene.

    All file ids are held in memory. Most boards are new, so a query for each would usually find none.

    Args:
        key_values: stores the file ids.
        painter: draws the pictures.
    """

    def __init__(self, key_values: KeyValues, painter: Painter) -> None:
        self._key_values = key_values
        self._painter = painter
        self._known: dict[str, str] = {}
        """The hash and the file id of a scene, separated by a space, by slot."""
        self._new: dict[str, str] = {}
        """The entries that are not stored yet."""

    async def load(self) -> None:
        """Load the stored file ids."""
        last = ""
        while pairs := await self._key_values.items(NAMESPACE, after=last):
            self._known |= pairs
            last = pairs[-1][0]
        self._known |= self._new

    async def find(self, scene: Picture, bot: int) -> str | bytes:
        """Return the file id of a scene's picture if it is known, else the PNG.

        Args:
            bot: the bot's id. File ids are valid only for the bot that uploaded the file.
        """
        slot, digest = _slot(scene, bot)
        known, _, file_id = self._known.get(slot, "").partition(" ")
        return file_id if known == digest else await self._painter.paint(scene)

    async def paint(self, scene: Picture) -> bytes:
        """Return a scene's PNG."""
        return await self._painter.paint(scene)

    async def keep(self, scene: Picture, bot: int, file_id: str) -> None:
        """Add a scene's file id to the cache, and store all new ones if there are `WRITTEN_AT_ONCE`."""
        slot, digest = _slot(scene, bot)
        self._known[slot] = self._new[slot] = f"{digest} {file_id}"
        if len(self._new) >= WRITTEN_AT_ONCE:
            await self.store()

    async def forget(self, scene: Picture, bot: int) -> None:
        """Delete a file id that Telegram no longer knows."""
        slot, _ = _slot(scene, bot)
        self._known.pop(slot, None)
        self._new.pop(slot, None)
        await self._key_values.write(NAMESPACE, slot, "")

    async def store(self) -> None:
        """Store the new file ids."""
        new, self._new = self._new, {}
        await self._key_values.write_all(NAMESPACE, new)


def _slot(scene: Picture, bot: int) -> tuple[str, str]:
    """Return a scene's slot in the cache and its hash."""
    digest = hashlib.sha256(f"{_VERSION} {bot} {scene}".encode()).hexdigest()
    return str(int(digest, 16) % SLOTS), digest
