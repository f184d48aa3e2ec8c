"""Web accounts: who is at the table, by the secrets of browsers, the accounts and their names."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Final

from bot.chats.base import KeyValues
from bot.chats.web.errors import Refused
from bot.chats.web.names import sanitize_name
from bot.chats.web.sign_in_codes import SignInCodes
from bot.sessions import Signer, look_alike, looks
from bot.talk.wording import reserved_names

OtherAccounts = Callable[[str], Awaitable[Collection[tuple[str, str]]]]

"""Returns the other accounts of the person who has an account here, each as its platform and its key."""

# Namespaces in the database. They keep the names that they were stored by first.
_SECRETS = "web:seats"
_NAMES = "web:names"
_ACCOUNTS = "web:accounts"
_HOSTS = "web:hosts"
_REMOVED = "web:removed"
_VOUCHERS = "web:vouchers"
_TABLE = "web:table"
_LOOKS_NOTED = "looks noted"
_AT_ONCE = 50

GUEST_KEY: Final = "key number"
HOST_KEY: Final = "host key number"

MOST_SHOWN = 5000
"""So many accounts are shown to the host at most."""


@dataclass(frozen=True, slots=True)
class WebAccount:
    """A person at the table.

    Args:
        account: the key that others may know.
        name: the name the person shows.
    """

    account: str
    name: str


class WebAccounts:
    """Gives out accounts and recognises them.

    A secret is made here and kept by the browser alone; the notebook holds its SHA-256. It carries a seal, so
    that a browser may offer it again whose first answer was lost on the way.

    A browser that has sat down by the word of an account elsewhere keeps the seat for as long as that account
    is the same person's: that account is its voucher, of which a seal is kept.

    Args:
        key_values: where accounts and names are kept.
        signer: what this installation signs with.
        lock: what lets one at a time change accounts, over all processes; in this one, if not given.
        other_accounts: the other accounts of who has an account here; unless given, nobody has any.
    """

    def __init__(
        self,
        key_values: KeyValues,
        signer: Signer,
        lock: Callable[[], AbstractAsyncContextManager[object]] | None = None,
        other_accounts: OtherAccounts | None = None,
    ) -> None:
        self._key_values = key_values
        self._other_accounts = other_accounts
        own = asyncio.Lock()
        self._lock = lock or (lambda: own)
        self._sign = signer.sign
        self._codes = SignInCodes(key_values)

    def new_secret(self) -> str:
        """Return a fresh secret, not yet anybody's."""
        token = secrets.token_urlsafe(32)
        return f"{token}.{self._seal(token)}"

    def made_here(self, secret: str) -> bool:
        """Return True if a secret was made by this installation."""
        token, _, seal = secret.partition(".")
        return hmac.compare_digest(seal.encode(), self._seal(token).encode())

    async def find(self, secret: str) -> WebAccount | None:
        """Return the account that a secret opens, if it opens any."""
        account = await self._opened(secret)
        if account is None:
            return None
        name = await self.name_of(account)
        return None if name is None else WebAccount(account, name)

    async def is_host(self, account: str) -> bool:
        """True if an account administers the table, having come by the host's link once."""
        if await self._key_values.read(_HOSTS, account) is None:
            return False
        return not await self._is_removed(account)

    async def make_host(self, account: str) -> None:
        """Let an account administer the table from now on, unless it was removed meanwhile."""
        async with self._lock():
            if not await self._is_removed(account):
                await self._key_values.write(_HOSTS, account, "came by the host's link")

    async def remove(self, account: str) -> bool:
        """Remove an account and its name for good; return whether there was one.

        Whoever had it can only come back as somebody new.

        The first write alone makes it so: an account that is noted there has no name and administers nothing,
        although a crash may have left the other notes.
        """
        async with self._lock():
            name = await self.name_of(account)
            if name is None:
                return False
            await self._key_values.write(_REMOVED, account, "by the host")
            await self._key_values.forget(_ACCOUNTS, account)
            held = [look for look in looks(name) if await self._key_values.read(_NAMES, look) == account]
            await self._key_values.forget(_NAMES, *held)
            await self._key_values.forget(_HOSTS, account)
            return True

    async def key_number(self, key: str) -> int:
        """Return how many keys no longer count: of `GUEST_KEY` or `HOST_KEY`."""
        return int(await self._key_values.read(_TABLE, key) or "0")

    async def change_key(self, key: str) -> int:
        """Let the present key no longer count; return how many there are of those."""
        async with self._lock():
            number = await self.key_number(key) + 1
            await self._key_values.write(_TABLE, key, str(number))
            return number

    async def all(self) -> list[WebAccount]:
        """Return the accounts in the order of their names, at most some thousands."""
        accounts: list[WebAccount] = []
        after = ""
        while len(accounts) < MOST_SHOWN and (kept := await self._key_values.items(_ACCOUNTS, after=after)):
            accounts += [WebAccount(*note) for note in kept if not await self._is_removed(note[0])]
            after = kept[-1][0]
        return sorted(accounts[:MOST_SHOWN], key=lambda each: each.name.casefold())

    async def name_of(self, account: str) -> str | None:
        """Return the name of an account, or None if there is no such account."""
        name = await self._key_values.read(_ACCOUNTS, account)
        return None if name is None or await self._is_removed(account) else name

    async def take(self, secret: str, name: str, admit: Callable[[], None] = lambda: None) -> WebAccount:
        """Give the bearer of a secret a name, and an account if there is none yet.

        Args:
            admit: called before somebody new is given an account; it raises whatever stands against that.
                Whoever was removed is somebody new, also if that has happened while he waited for the lock.

        The writes stand in this order because the last one alone makes the name count: a crash between them
        leaves a name that points to an account which does not bear it, and such a name is free.

        Raises:
            Refused: the name is not one to be shown, or somebody else, or the program, bears it or one
                that looks the same; or what `admit` says.
        """
        shown = sanitize_name(name)
        async with self._lock():
            account = await self._opened(secret)
            is_reserved = any(look_alike(shown, each) for each in reserved_names())
            if is_reserved or not await self._holders(shown) <= {account}:
                raise Refused("web-name-taken")
            if account is None or await self._is_removed(account):
                admit()
                account = secrets.token_hex(5)
                await self._key_values.write(_SECRETS, _hash(secret), account)
            for look in looks(shown):
                await self._key_values.write(_NAMES, look, account)
            await self._key_values.write(_ACCOUNTS, account, shown)
        return WebAccount(account, shown)

    async def new_code(self, account: str, now: float, voucher: str = "") -> str:
        """Return a code that opens an account's seat in one more browser.

        Args:
            account: whose seat.
            now: seconds since 1970.
            voucher: who vouches for whoever sits down by it; nobody needs to, unless given.
        """
        async with self._lock():
            return await self._codes.make(account, now, voucher)

    def voucher(self, platform: str, key: str) -> str:
        """Return how an account elsewhere is known as a voucher: a seal, which tells nobody who that is."""
        return self._sign("voucher", platform, key)

    async def voucher_of(self, account: str, secret: str) -> str:
        """Return who vouches for the browser with a secret that opens an account's seat; empty, if nobody."""
        return await self._key_values.read(_VOUCHERS, _voucher_key(account, secret)) or ""

    async def offered(self, code: str, now: float) -> WebAccount | None:
        """Return whose seat a code opens, if any, without using the code up."""
        found = await self._codes.find(code, now)
        if found is None or not await self._vouches(found.voucher, found.account):
            return None
        name = await self.name_of(found.account)
        return None if name is None else WebAccount(found.account, name)

    async def sit_down(self, secret: str, code: str, now: float) -> bool:
        """Let a secret open the seat that a code opens, beside those that do; the code is used up.

        Return whether it does so now. A secret that opens a seat already keeps it.
        """
        async with self._lock():
            if await self.find(secret) is not None:
                return False
            found = await self._codes.use(code, now)
            if found is None or await self.name_of(found.account) is None:
                return False
            if not await self._vouches(found.voucher, found.account):
                return False
            voucher_key = _voucher_key(found.account, secret)
            if found.voucher:
                await self._key_values.write(_VOUCHERS, voucher_key, found.voucher)
            else:  # that browser may have had somebody's word before
                await self._key_values.forget(_VOUCHERS, voucher_key)
            await self._key_values.write(_SECRETS, _hash(secret), found.account)
            return True

    async def forget_old_codes(self, now: float) -> None:
        """Forget the codes that open no seat any more."""
        await self._codes.forget_old(now)

    async def accounts(self) -> AsyncIterator[str]:
        """Yield the account of everybody who has ever taken a name here."""
        after = ""
        while kept := await self._key_values.items(_ACCOUNTS, after=after):
            for account, _ in kept:
                yield account
            after = kept[-1][0]

    async def forget_old_names(self) -> None:
        """Forget the names that nobody bears any more, and note what all others look like."""
        await self._note_looks()
        # A few at a time, because whoever wants to take a name meanwhile waits for the lock.
        after = ""
        while kept := await self._key_values.items(_NAMES, after=after, limit=_AT_ONCE):
            async with self._lock():
                free = [name for name, account in kept if not await self._bears(account, name)]
                await self._key_values.forget(_NAMES, *free)
            after = kept[-1][0]

    async def _note_looks(self) -> None:
        """Note what each name looks like, once: names were kept by one likeness before."""
        if await self._key_values.read(_TABLE, _LOOKS_NOTED) is not None:
            return
        async for account in self.accounts():
            async with self._lock():
                for look in looks(await self.name_of(account) or ""):
                    # Of two that look alike now and did not before, each keeps its name.
                    if await self._key_values.read(_NAMES, look) is None:
                        await self._key_values.write(_NAMES, look, account)
        await self._key_values.write(_TABLE, _LOOKS_NOTED, "all")

    def _seal(self, token: str) -> str:
        # "seat" is what secrets that browsers keep since then were sealed with.
        return self._sign("seat", token)

    async def _opened(self, secret: str) -> str | None:
        """Return the account that a secret opens now, whether or not it was removed."""
        account = await self._key_values.read(_SECRETS, _hash(secret))
        if account is None or not await self._vouches(await self.voucher_of(account, secret), account):
            return None
        return account

    async def _vouches(self, voucher: str, account: str) -> bool:
        """Return True if a voucher is an account of who has an account here, or nobody needs to vouch."""
        if not voucher:
            return True
        known = () if self._other_accounts is None else await self._other_accounts(account)
        return any(hmac.compare_digest(voucher, self.voucher(*each)) for each in known)

    async def _is_removed(self, account: str) -> bool:
        return await self._key_values.read(_REMOVED, account) is not None

    async def _bears(self, account: str, look: str) -> bool:
        """Return True if an account bears a name that looks so."""
        borne = await self.name_of(account)
        return borne is not None and look in looks(borne)

    async def _holders(self, name: str) -> set[str]:
        """Return the accounts that bear a name that looks like this one."""
        noted = {look: await self._key_values.read(_NAMES, look) for look in looks(name)}
        return {account for look, account in noted.items() if account and await self._bears(account, look)}


def _voucher_key(account: str, secret: str) -> str:
    return f"{account}:{_hash(secret)}"


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
