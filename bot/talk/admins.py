"""Admins: the people allowed to use `/admin`, as the settings name them."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime

from bot.talk.incoming import ChatKind, Incoming

WEB = "web"
TABLE_HOSTS = f"{WEB}:host"
"""The entry of `Admins.accounts` that makes every host of the local table an admin.

A host is a person who opened the host link that the bot prints at start.
"""


@dataclass(frozen=True, slots=True)
class Admins:
    """The bot's administrators, and the facts about the process that `/admin stats` shows.

    Args:
        accounts: their accounts, as `PLATFORM:KEY` with the platform's own ids, or `web:host`. Names and
            handles are not accepted, because other people can take them.
        version: the version of the program.
        since: when the process started; None if it is not known.
    """

    accounts: AbstractSet[str] = frozenset()
    version: str = ""
    since: datetime | None = None

    async def include(self, incoming: Incoming) -> bool:
        """True if a request comes from an admin in a private chat."""
        person = incoming.person
        if not self.accounts or incoming.place.kind is not ChatKind.PRIVATE:
            return False
        if person.platform == WEB:
            return TABLE_HOSTS in self.accounts and await incoming.administers()
        return f"{person.platform}:{person.key}" in self.accounts


NO_ADMINS = Admins()
"""No account may use `/admin`."""
