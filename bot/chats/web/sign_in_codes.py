"""Sign-in codes: secrets that open somebody's seat in one more browser, each once and for ten minutes."""

from __future__ import annotations

import hashlib
import re
import secrets
from dataclasses import dataclass
from typing import Final

from bot.chats.base import KeyValues

LIFETIME: Final = 600
"""Seconds for which a code opens a seat."""
MOST_AT_ONCE: Final = 3
"""So many codes of one account open its seat at a time; another one ends the oldest."""

_CODES = "web:codes"
_BYTES = 20
_CODE = re.compile(r"([0-9a-f]{10})\.[A-Za-z0-9_-]{27}", re.ASCII)
_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class OpenCode:
    """What a code opens.

    Args:
        account: whose seat.
        voucher: who vouches for whoever sits down by it; empty, if nobody needs to.
    """

    account: str
    voucher: str


class SignInCodes:
    """Gives out codes, and tells whose seat one opens.

    A code names the account, so that those of one are found together; what opens the seat is the part behind
    that, of 160 bits. Only the code's SHA-256 is kept, with the moment until which it counts, and with who
    vouches for whoever uses it, if anybody must.

    Args:
        key_values: where they are kept.
    """

    def __init__(self, key_values: KeyValues) -> None:
        self._key_values = key_values

    async def make(self, account: str, now: float, voucher: str = "") -> str:
        """Return a fresh code of an account, for which somebody vouches, if it depends on that."""
        before = await self._of(account)
        alive = sorted((until, key) for key, until in before if until > now)[1 - MOST_AT_ONCE :]
        await self._key_values.forget(_CODES, *({key for key, _ in before} - {key for _, key in alive}))
        code = f"{account}.{secrets.token_urlsafe(_BYTES)}"
        await self._key_values.write(_CODES, _key(account, code), f"{now + LIFETIME!r} {voucher}".rstrip())
        return code

    async def find(self, code: str, now: float) -> OpenCode | None:
        """Return what a code opens, if anything. That does not use it up."""
        found = _CODE.fullmatch(code)
        kept = found and await self._key_values.read(_CODES, _key(found[1], code))
        if not found or not kept or _until(kept) <= now:
            return None
        return OpenCode(found[1], kept.partition(" ")[2])

    async def use(self, code: str, now: float) -> OpenCode | None:
        """Use a code up; return what it opens, if nobody has used it before."""
        found = await self.find(code, now)
        if found is None or await self._key_values.take(_CODES, _key(found.account, code)) is None:
            return None
        return found

    async def forget_old(self, now: float) -> None:
        """Forget the codes that open nothing any more."""
        after = ""
        while kept := await self._key_values.items(_CODES, after=after, limit=_AT_ONCE):
            old = [key for key, until in kept if _until(until) <= now]
            await self._key_values.forget(_CODES, *old)
            after = kept[-1][0]

    async def _of(self, account: str) -> list[tuple[str, float]]:
        """Return the codes of an account by their keys, each with until when it counts."""
        # They stand together, and whenever one is made there remain few.
        kept = await self._key_values.items(_CODES, after=f"{account}:", limit=_AT_ONCE)
        return [(key, _until(until)) for key, until in kept if key.startswith(f"{account}:")]


def _until(kept: str) -> float:
    return float(kept.partition(" ")[0])


def _key(account: str, code: str) -> str:
    return f"{account}:{hashlib.sha256(code.encode()).hexdigest()}"
