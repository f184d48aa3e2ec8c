"""Web accounts: the accounts of the local table, their names, and the browser secrets that open them."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable
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
"""Returns the accounts (platform, key) on other platforms of the player who has an account here."""

# Namespaces and keys in the database; they keep their first names, because data is stored under them.
_SECRETS = "web:seats"
_NAMES = "web:names"
_ACCOUNTS = "web:accounts"
_HOSTS = "web:hosts"
_REMOVED = "web:removed"
_GUESTS = "web:guests"
_VOUCHERS = "web:vouchers"
_TABLE = "web:table"
_LOOKS_NOTED = "looks noted"
_AT_ONCE = 50

GUEST_KEY: Final = "key number"
HOST_KEY: Final = "host key number"

MOST_SHOWN = 5000
"""The most accounts that the host's list shows."""


@dataclass(frozen=True, slots=True)
class WebAccount:
    """An account of the local table.

    Args:
        account: the account's public key.
        name: the name that other people see.
        is_guest: True if the bot chose the name, and the person has not chosen another one.
    """

    account: str
    name: str
    is_guest: bool = False


class WebAccounts:
    """Creates accounts and recognises browsers by their secrets.

    The server makes a secret and only the browser keeps it; the database has its SHA-256. A secret is signed,
    so that it is still accepted from a browser that has not been given an account yet.

    A browser that was signed in from an account on another platform depends on that account, its voucher: it
    stays signed in only while both accounts belong to the same player. The voucher is stored as a keyed hash.

    Args:
        key_values: the store of accounts and names.
        signer: signs secrets and hashes vouchers.
        lock: a lock around account changes that all processes share; None locks this process alone.
        other_accounts: returns a player's accounts on other platforms; None means that there are none.
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
        """Return a fresh signed secret for a browser; it opens no account yet, and is not stored."""
        token = secrets.token_urlsafe(32)
        return f"{token}.{self._seal(token)}"

    def is_signed(self, secret: str) -> bool:
        """Return True if this installation made and signed a secret."""
        token, _, seal = secret.partition(".")
        return hmac.compare_digest(seal.encode(), self._seal(token).encode())

    async def find(self, secret: str) -> WebAccount | None:
        """Return the account that a secret opens; None if it opens none, or only a removed one.

        The secret opens no account either while the account elsewhere that vouched for it belongs to another
        player.
        """
        account = await self._opened(secret)
        return None if account is None else await self.account(account)

    async def account(self, account: str) -> WebAccount | None:
        """Return an account; None if it does not exist or was removed."""
        name = await self.name_of(account)
        if name is None:
            return None
        return WebAccount(account, name, await self._key_values.read(_GUESTS, account) is not None)

    async def is_host(self, account: str) -> bool:
        """Return True if an account is host: it once opened the host's link and is not removed."""
        if await self._key_values.read(_HOSTS, account) is None:
            return False
        return not await self._is_removed(account)

    async def make_host(self, account: str) -> None:
        """Make an account a host, unless it was removed meanwhile."""
        async with self._lock():
            if not await self._is_removed(account):
                await self._key_values.write(_HOSTS, account, "came by the host's link")

    async def remove(self, account: str) -> bool:
        """Remove an account and free its name; return False if there is no such account.

        The owner can only come back with a new account. The first write alone is decisive: an account that is
        marked as removed counts as nameless and not host, even if a crash leaves its other entries behind.
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
            await self._key_values.forget(_GUESTS, account)
            return True

    async def key_number(self, key: str) -> int:
        """Return the number of the current `GUEST_KEY` or `HOST_KEY`, which is how often it was replaced."""
        return int(await self._key_values.read(_TABLE, key) or "0")

    async def change_key(self, key: str) -> int:
        """Replace the `GUEST_KEY` or `HOST_KEY`, so that its links stop working; return the new number."""
        async with self._lock():
            number = await self.key_number(key) + 1
            await self._key_values.write(_TABLE, key, str(number))
            return number

    async def all(self) -> list[WebAccount]:
        """Return accounts sorted by name: all, or the first `MOST_SHOWN` by their keys if there are more."""
        accounts: list[WebAccount] = []
        after = ""
        while len(accounts) < MOST_SHOWN and (kept := await self._key_values.items(_ACCOUNTS, after=after)):
            accounts += [WebAccount(*note) for note in kept if not await self._is_removed(note[0])]
            after = kept[-1][0]
        return sorted(accounts[:MOST_SHOWN], key=lambda each: each.name.casefold())

    async def name_of(self, account: str) -> str | None:
        """Return the name of an account; None if it does not exist or was removed."""
        name = await self._key_values.read(_ACCOUNTS, account)
        return None if name is None or await self._is_removed(account) else name

    async def take_name(self, secret: str, name: str, admit: Callable[[], None] = lambda: None) -> WebAccount:
        """Give the account of a secret a name; create the account if the secret opens none.

        A guest who chooses a name, even the same one, is no guest any more.

        Args:
            secret: the browser's secret.
            name: the name that the person chose.
            admit: called before an account is created; raises if that is not allowed. A removed account
                counts as none, even if it was removed while this waited for the lock.

        Raises:
            Refused: the name is invalid, or looks like that of another account or of the computer player; or
                `admit` refused.
        """
        shown = sanitize_name(name)
        async with self._lock():
            account = await self._opened(secret)
            if not await self._is_free(shown, account):
                raise Refused("web-name-taken")
            if account is None or await self._is_removed(account):
                admit()
                account = await self._new_account(secret)
            await self._key_values.forget(_GUESTS, account)
            await self._bear(account, shown)
        return WebAccount(account, shown)

    async def become_guest(
        self, secret: str, names: Iterable[str], today: str, admit: Callable[[], None] = lambda: None
    ) -> WebAccount:
        """Create an account for a secret with the first free one of the given names.

        If the secret opens an account already, return that one unchanged, so that a request may be repeated.

        Args:
            secret: the browser's secret.
            names: names that the bot made.
            today: the date (UTC), as `2026-11-27`.
            admit: called before the account is created; raises if that is not allowed.

        Raises:
            Refused: no name is free; or `admit` refused.
        """
        async with self._lock():
            found = await self.find(secret)
            if found is not None:
                return found
            admit()
            for name in names:
                if await self._is_free(name, None):
                    account = await self._new_account(secret)
                    await self._key_values.write(_GUESTS, account, today)
                    await self._bear(account, name)
                    return WebAccount(account, name, is_guest=True)
        raise Refused("web-name-taken")

    async def note_guest(self, account: str, today: str) -> None:
        """Note that a guest was seen today, unless they have chosen a name meanwhile.

        Args:
            account: the account.
            today: the date (UTC), as `2026-11-27`.
        """
        async with self._lock():
            if await self._key_values.read(_GUESTS, account) is not None:
                await self._key_values.write(_GUESTS, account, today)

    async def new_code(self, account: str, now: float, voucher: str = "") -> str:
        """Make a code that signs one more browser in to an account; end its oldest codes if it has many.

        Args:
            account: the account.
            now: seconds since 1970.
            voucher: the keyed hash of the account elsewhere that the sign-in depends on; empty if none.
        """
        async with self._lock():
            return await self._codes.make(account, now, voucher)

    def voucher(self, platform: str, key: str) -> str:
        """Return the keyed hash of an account on any platform; it cannot be turned back into the account."""
        return self._sign("voucher", platform, key)

    async def voucher_of(self, account: str, secret: str) -> str:
        """Return the voucher that a browser's sign-in to an account depends on; empty if there is none."""
        return await self._key_values.read(_VOUCHERS, _voucher_key(account, secret)) or ""

    async def account_of_code(self, code: str, now: float) -> WebAccount | None:
        """Return the account that a code signs in to, without using the code up.

        Return None if the code is invalid, expired or used, or the account that vouches for it has another
        player now.
        """
        found = await self._codes.find(code, now)
        if found is None or not await self._vouches(found.voucher, found.account):
            return None
        name = await self.name_of(found.account)
        return None if name is None else WebAccount(found.account, name)

    async def use_code(self, secret: str, code: str, now: float) -> bool:
        """Use a code up to sign the browser with a secret in to the code's account.

        Return False if the code is invalid, expired or used, if the account that vouches for it has another
        player now, or if the secret opens an account already.
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
            else:  # The browser may have depended on a voucher before.
                await self._key_values.forget(_VOUCHERS, voucher_key)
            await self._key_values.write(_SECRETS, _hash(secret), found.account)
            return True

    async def forget_old_codes(self, now: float) -> None:
        """Delete the expired sign-in codes."""
        await self._codes.forget_old(now)

    async def accounts(self) -> AsyncIterator[str]:
        """Yield the key of every account that has a name; a removed one may be among them after a crash."""
        after = ""
        while kept := await self._key_values.items(_ACCOUNTS, after=after):
            for account, _ in kept:
                yield account
            after = kept[-1][0]

    async def forget_old_names(self) -> None:
        """Delete stored look-alike forms of names that no account has any more.

        The first run on a database also stores all look-alike forms of the present names.
        """
        await self._note_looks()
        # In small batches, because people who choose a name wait for the lock.
        after = ""
        while kept := await self._key_values.items(_NAMES, after=after, limit=_AT_ONCE):
            async with self._lock():
                free = [name for name, account in kept if not await self._bears(account, name)]
                await self._key_values.forget(_NAMES, *free)
            after = kept[-1][0]

    async def _note_looks(self) -> None:
        """Store all look-alike forms of each name, once per database: older versions stored only one."""
        if await self._key_values.read(_TABLE, _LOOKS_NOTED) is not None:
            return
        async for account in self.accounts():
            async with self._lock():
                for look in looks(await self.name_of(account) or ""):
                    # Two names may look alike only by today's rules; then both accounts keep theirs.
                    if await self._key_values.read(_NAMES, look) is None:
                        await self._key_values.write(_NAMES, look, account)
        await self._key_values.write(_TABLE, _LOOKS_NOTED, "all")

    async def _is_free(self, name: str, account: str | None) -> bool:
        """Return True if a name is not reserved, and looks like that of no account but the given one."""
        is_reserved = any(look_alike(name, each) for each in reserved_names())
        return not is_reserved and await self._holders(name) <= {account}

    async def _new_account(self, secret: str) -> str:
        """Return the key of a new account that a secret opens; it has no name yet."""
        account = secrets.token_hex(5)
        await self._key_values.write(_SECRETS, _hash(secret), account)
        return account

    async def _bear(self, account: str, name: str) -> None:
        """Store an account's name.

        The last write alone makes a name count. After a crash before it, the name points to an account that
        does not bear it, and such a name is free.
        """
        for look in looks(name):
            await self._key_values.write(_NAMES, look, account)
        await self._key_values.write(_ACCOUNTS, account, name)

    def _seal(self, token: str) -> str:
        # The word "seat" must stay, because the secrets in people's browsers are signed with it.
        return self._sign("seat", token)

    async def _opened(self, secret: str) -> str | None:
        """Return the account that a secret opens, even if that account was removed; else None.

        The secret opens nothing while the account that vouched for it belongs to another player.
        """
        account = await self._key_values.read(_SECRETS, _hash(secret))
        if account is None or not await self._vouches(await self.voucher_of(account, secret), account):
            return None
        return account

    async def _vouches(self, voucher: str, account: str) -> bool:
        """Return True if a voucher is empty, or is the keyed hash of an account of this account's player."""
        if not voucher:
            return True
        known = () if self._other_accounts is None else await self._other_accounts(account)
        return any(hmac.compare_digest(voucher, self.voucher(*each)) for each in known)

    async def _is_removed(self, account: str) -> bool:
        return await self._key_values.read(_REMOVED, account) is not None

    async def _bears(self, account: str, look: str) -> bool:
        """Return True if an account's name has a look-alike form."""
        borne = await self.name_of(account)
        return borne is not None and look in looks(borne)

    async def _holders(self, name: str) -> set[str]:
        """Return the keys of the accounts whose names look like a given name."""
        noted = {look: await self._key_values.read(_NAMES, look) for look in looks(name)}
        return {account for look, account in noted.items() if account and await self._bears(account, look)}


def _voucher_key(account: str, secret: str) -> str:
    return f"{account}:{_hash(secret)}"


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
