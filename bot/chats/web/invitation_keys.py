"""Invitation keys: they stand in links to the table, behind their `#`, which no server and no log sees."""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from bot.sessions import Signer


@dataclass(slots=True)
class Access:
    """Decides who may get an account at the table, and who administers it.

    Args:
        signer: what this installation signs with.
        invited: True if a new account needs the table's key.
        key_number: how many keys of the table no longer count, because the host removed somebody.
        host_key_number: how many keys of the host no longer count, because a host was removed.
    """

    signer: Signer
    invited: bool = False
    key_number: int = 0
    host_key_number: int = 0

    @property
    def host_key(self) -> str:
        """The key of the link that is printed in the terminal: whoever comes by it administers the table."""
        return self._key("host", self.host_key_number)

    @property
    def table_key(self) -> str:
        """The key of the link that everybody with an account can send to others."""
        return self._key("guest", self.key_number)

    def is_host(self, key: str) -> bool:
        """True if a key is the host's."""
        return hmac.compare_digest(key.encode(), self.host_key.encode())

    def may_enter(self, key: str) -> bool:
        """True if a key opens the table to a person without an account."""
        if not self.invited:
            return True
        return self.is_host(key) or hmac.compare_digest(key.encode(), self.table_key.encode())

    def _key(self, of: str, number: int) -> str:
        return self.signer.sign("table", of, *((str(number),) if number else ()))
