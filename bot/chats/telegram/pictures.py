"""Pictures: what was uploaded once is sent again by Telegram's file id."""

from __future__ import annotations

import hashlib
from importlib.metadata import version

from bot.chats.base import KeyValues, Painter
from renderers.scene import Picture

NAMESPACE = "telegram-pictures"
_LOOK = version("nardy")
"""Part of the key, since another version may draw the same scene differently."""

SLOTS = 8192
"""How many file ids are kept; a new picture takes the place of an old one by chance."""

WRITTEN_AT_ONCE = 32
"""So many new file ids are stored together. Those that a crash takes along cost another upload."""


class Pictures:
    """Paints a scene, unless Telegram has its picture.

    All file ids are in memory too, once `load` has read them: a board that is new, as most are, would ask
    the database in vain.

    Args:
        key_values: stores the file ids.
        painter: draws the pictures.
    """

    def __init__(self, key_values: KeyValues, painter: Painter) -> None:
        self._key_values = key_values
        self._painter = painter
        self._known: dict[str, str] = {}
        """The file ids, each behind the hash of its scene, by their slots."""
        self._new: dict[str, str] = {}
        """Those of them that are still to be stored."""

    async def load(self) -> None:
        """Read what is stored; without it, what was uploaded before a restart is uploaded again."""
        last = ""
        while pairs := await self._key_values.items(NAMESPACE, after=last):
            self._known |= pairs
            last = pairs[-1][0]
        self._known |= self._new

    async def find(self, scene: Picture, bot: int) -> str | bytes:
        """Return the file id of a scene's picture, or else the picture.

        Args:
            scene: what is shown.
            bot: the bot's id: every bot knows files by ids of its own.
        """
        slot, seal = _place(scene, bot)
        known, _, file_id = self._known.get(slot, "").partition(" ")
        return file_id if known == seal else await self._painter.paint(scene)

    async def paint(self, scene: Picture) -> bytes:
        """Return the picture itself."""
        return await self._painter.paint(scene)

    async def keep(self, scene: Picture, bot: int, file_id: str) -> None:
        """Remember the id under which Telegram has a scene's picture; it is stored with others."""
        slot, seal = _place(scene, bot)
        self._known[slot] = self._new[slot] = f"{seal} {file_id}"
        if len(self._new) >= WRITTEN_AT_ONCE:
            await self.store()

    async def forget(self, scene: Picture, bot: int) -> None:
        """Forget a file id that Telegram does not know any more."""
        slot, _ = _place(scene, bot)
        self._known.pop(slot, None)
        self._new.pop(slot, None)
        await self._key_values.write(NAMESPACE, slot, "")

    async def store(self) -> None:
        """Store what is remembered."""
        new, self._new = self._new, {}
        await self._key_values.write_all(NAMESPACE, new)


def _place(scene: Picture, bot: int) -> tuple[str, str]:
    """Return the slot in which a scene's file id is stored, and the hash that identifies the scene there."""
    seal = hashlib.sha256(f"{_LOOK} {bot} {scene}".encode()).hexdigest()
    return str(int(seal, 16) % SLOTS), seal
