"""Admins: who runs the bot, as the settings name them, and what they are told of it."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime

from bot.talk.incoming import ChatKind, Incoming

WEB = "web"
HOSTS = f"{WEB}:host"
"""Stands for everybody who hosts the local table, having come by the link that is printed at start."""


@dataclass(frozen=True, slots=True)
class Admins:
    """Who runs the bot.

    Args:
        accounts: their accounts, as `PLATFORM:KEY` with the platform's own ids, or `web:host`. Names and
            handles mean nobody: anybody can take one.
        version: the version of the program.
        since: since when it runs.
    """

    accounts: AbstractSet[str] = frozenset()
    version: str = ""
    since: datetime | None = None

    async def include(self, incoming: Incoming) -> bool:
        """True if somebody is one of them, and speaks where nobody else reads it."""
        person = incoming.person
        if not self.accounts or incoming.place.kind is not ChatKind.PRIVATE:
            return False
        if person.platform == WEB:
            return HOSTS in self.accounts and await incoming.administers()
        return f"{person.platform}:{person.key}" in self.accounts


NOBODY = Admins()
"""Nobody runs the bot from a chat."""
