"""Who sits at the table: secrets of browsers, accounts and their names."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bot.chats.web.errors import Refused
from bot.chats.web.names import likeness, tidy
from bot.sessions.challenges import PROGRAM_NAME

if TYPE_CHECKING:
    from bot.chats.base import Notebook

_KEY_SHELF = "web"
_SEATS = "web:seats"
_NAMES = "web:names"
_ACCOUNTS = "web:accounts"


@dataclass(frozen=True, slots=True)
class Seat:
    """A person at the table.

    Args:
        account: the key that others may know.
        name: the name the person shows.
    """

    account: str
    name: str


class Seats:
    """Gives out seats and knows them again.

    A secret is made here and kept by the browser alone; the notebook holds its SHA-256. It carries a seal, so
    that a browser may offer it again whose first answer was lost on the way.
    """

    def __init__(self, notebook: Notebook) -> None:
        self._notebook = notebook
        self._turn = asyncio.Lock()
        self._key = b""

    async def open(self) -> None:
        """Read the key of this installation, or make it once."""
        async with self._turn:
            if self._key:
                return
            key = await self._notebook.read(_KEY_SHELF, "key")
            if key is None:
                key = secrets.token_hex(32)
                await self._notebook.write(_KEY_SHELF, "key", key)
            self._key = bytes.fromhex(key)

    def sign(self, *words: str) -> str:
        """Return 32 hexadecimal digits that only this installation can make of these words."""
        return hmac.new(self._key, "\n".join(words).encode(), hashlib.sha256).hexdigest()[:32]

    def new_secret(self) -> str:
        """Return a fresh secret, not yet anybody's."""
        token = secrets.token_urlsafe(32)
        return f"{token}.{self.sign('seat', token)}"

    def made_here(self, secret: str) -> bool:
        """Tell whether a secret was made by this installation."""
        token, _, seal = secret.partition(".")
        return hmac.compare_digest(seal.encode(), self.sign("seat", token).encode())

    async def find(self, secret: str) -> Seat | None:
        """Return whose secret it is, if anybody's."""
        account = await self._notebook.read(_SEATS, _hidden(secret))
        if account is None:
            return None
        name = await self.name_of(account)
        return None if name is None else Seat(account, name)

    async def name_of(self, account: str) -> str | None:
        """Return the name of an account, or None if there is no such account."""
        return await self._notebook.read(_ACCOUNTS, account)

    async def take(self, secret: str, name: str) -> Seat:
        """Give the bearer of a secret a name, and a seat if there is none yet.

        The writes stand in this order because the last one alone makes the name count: a crash between them
        leaves a name that points to an account which does not bear it, and such a name is free.

        Raises:
            Refused: the name is not one to be shown, or somebody else, or the program, bears it or one
                that looks the same.
        """
        shown = tidy(name)
        async with self._turn:
            account = await self._notebook.read(_SEATS, _hidden(secret))
            holder = await self._holder(shown)
            if likeness(shown) == likeness(PROGRAM_NAME) or holder not in (None, account):
                raise Refused("web-name-taken", name=shown)
            if account is None:
                account = secrets.token_hex(5)
                await self._notebook.write(_SEATS, _hidden(secret), account)
            await self._notebook.write(_NAMES, likeness(shown), account)
            await self._notebook.write(_ACCOUNTS, account, shown)
        return Seat(account, shown)

    async def _holder(self, name: str) -> str | None:
        account = await self._notebook.read(_NAMES, likeness(name))
        if account is None:
            return None
        borne = await self.name_of(account)
        return account if borne is not None and likeness(borne) == likeness(name) else None


def _hidden(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
