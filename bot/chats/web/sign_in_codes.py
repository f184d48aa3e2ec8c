"""Sign-in codes: secrets that sign one more browser in to an account, once and within ten minutes."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass
from typing import Final

from bot.chats.base import KeyValues

LIFETIME: Final = 600
"""Seconds until a code expires."""
MOST_AT_ONCE: Final = 3
"""The most valid codes of one account; a further one invalidates the oldest."""

_CODES = "web:codes"
_BYTES = 20
_CODE = re.compile(r"([0-9a-f]{10})\.[A-Za-z0-9_-]{27}", re.ASCII)
_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class OpenCode:
    """The data of a valid sign-in code.

    Args:
        account: the account that it signs in to.
        voucher: the keyed hash of the account on another platform that the sign-in depends on; empty if none.
    """

    account: str
    voucher: str


class SignInCodes:
    """Issues and checks sign-in codes.

    A code is the account, a dot and a secret of 160 bits. Only the SHA-256 of the code is stored, under the
    account, with its expiry time and the voucher, if any.

    Args:
        key_values: the store of codes.
    """

    def __init__(self, key_values: KeyValues) -> None:
        self._key_values = key_values

    async def make(self, account: str, now: float, voucher: str = "") -> str:
        """Make a code of an account; delete its expired codes, and its oldest ones beyond `MOST_AT_ONCE`.

        A voucher makes the sign-in depend on an account on another platform.
        """
        before = await self._of(account)
        # One fewer than the limit, because the new code is added below.
        alive = sorted((until, key) for key, until in before if until > now)[1 - MOST_AT_ONCE :]
        await self._key_values.forget(_CODES, *({key for key, _ in before} - {key for _, key in alive}))
        code = f"{account}.{secrets.token_urlsafe(_BYTES)}"
        await self._key_values.write(_CODES, _key(account, code), f"{now + LIFETIME!r} {voucher}".rstrip())
        return code

    async def find(self, code: str, now: float) -> OpenCode | None:
        """Return a code's account and voucher without using it up; None if it is invalid or expired."""
        found = _CODE.fullmatch(code)
        kept = found and await self._key_values.read(_CODES, _key(found[1], code))
        if not found or not kept or _until(kept) <= now:
            return None
        return OpenCode(found[1], kept.partition(" ")[2])

    async def use(self, code: str, now: float) -> OpenCode | None:
        """Use a code up; return its account, and the keyed hash of the account that vouches for it.

        None if the code is invalid, expired or used.
        """
        found = await self.find(code, now)
        if found is None or await self._key_values.take(_CODES, _key(found.account, code)) is None:
            return None
        return found

    async def forget_old(self, now: float) -> None:
        """Delete the expired codes."""
        after = ""
        while kept := await self._key_values.items(_CODES, after=after, limit=_AT_ONCE):
            old = [key for key, until in kept if _until(until) <= now]
            await self._key_values.forget(_CODES, *old)
            after = kept[-1][0]

    async def _of(self, account: str) -> list[tuple[str, float]]:
        """Return the storage keys of an account's codes, each with its expiry time."""
        # The keys sort together after `account:`, and `make` keeps them few, so one page holds all.
        kept = await self._key_values.items(_CODES, after=f"{account}:", limit=_AT_ONCE)
        return [(key, _until(until)) for key, until in kept if key.startswith(f"{account}:")]


def _until(kept: str) -> float:
    return float(kept.partition(" ")[0])


def _key(account: str, code: str) -> str:
    return f"{account}:{hashlib.sha256(code.encode()).hexdigest()}"
