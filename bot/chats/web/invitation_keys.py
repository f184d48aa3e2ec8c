"""Invitation keys: secrets in the fragment (`#`) of links to the table, which no server or log sees."""

from __future__ import annotations

import hmac
from dataclasses import dataclass

from bot.sessions import Signer


@dataclass(slots=True)
class Access:
    """The keys of the table's links: the invitation link admits new accounts, the host's link makes hosts.

    Args:
        signer: derives the keys from this installation's secret.
        invited: True if a new account needs the table's key.
        key_number: the number of the current table key; it rises when the host removes an account.
        host_key_number: the number of the current host key; it rises when a host is removed.
    """

    signer: Signer
    invited: bool = False
    key_number: int = 0
    host_key_number: int = 0

    @property
    def host_key(self) -> str:
        """The key of the host's link, which the terminal shows. An account that opens it is host."""
        return self._key("host", self.host_key_number)

    @property
    def table_key(self) -> str:
        """The key of the invitation link, which every account can share."""
        return self._key("guest", self.key_number)

    def is_host(self, key: str) -> bool:
        """Return True if a key is the current host key."""
        return hmac.compare_digest(key.encode(), self.host_key.encode())

    def may_enter(self, key: str) -> bool:
        """Return True if a person without an account may enter the table with a key.

        They may with any key if no invitation is needed, else with the table's key or the host's.
        """
        if not self.invited:
            return True
        return self.is_host(key) or hmac.compare_digest(key.encode(), self.table_key.encode())

    def _key(self, of: str, number: int) -> str:
        return self.signer.sign("table", of, *((str(number),) if number else ()))
