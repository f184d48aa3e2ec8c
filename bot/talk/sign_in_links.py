"""Sign-in links: how somebody comes back to his seat at the local table from another platform."""

from __future__ import annotations

from typing import Protocol

from bot.talk.incoming import Person


class GivesLinks(Protocol):
    """The local table, at which people have seats."""

    async def sign_in_fragment(self, account: str, platform: str, key: str) -> str | None:
        """Return what opens an account's seat in one more browser, behind the table's address, once.

        Nothing is returned if nobody has such a seat.

        Args:
            account: whose seat.
            platform: from which platform that is asked for.
            key: the account there of the person who asks.
        """


class SignInLinks:
    """Makes the links by which people come back to their seats.

    Args:
        address: where others reach the table; empty, if that is not known.
    """

    def __init__(self, address: str = "") -> None:
        self.address = address
        self._table: GivesLinks | None = None

    def open_at(self, table: GivesLinks) -> None:
        """Tell of the table from now on."""
        self._table = table

    async def fragment(self, account: str, person: Person) -> str | None:
        """Return what opens an account's seat, behind the table's address; nothing, if there is no such seat.

        Args:
            account: the person's own account at the table.
            person: who asks, on another platform.
        """
        if self._table is None:
            return None
        return await self._table.sign_in_fragment(account, person.platform, person.key)
