"""Signatures: what only this installation can make of some words."""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass

TOKEN_LENGTH = 10
"""Base32 characters: 50 bits, which nobody guesses in five attempts every ten minutes."""


@dataclass(frozen=True, slots=True)
class Signer:
    """Signs with the key of an installation.

    Args:
        key: the key, which is told to nobody.
    """

    key: bytes

    def sign(self, *words: str) -> str:
        """Return 32 hexadecimal digits that only this installation can make of these words."""
        return self._digest("\n".join(words)).hex()[:32]

    def token(self, text: str) -> str:
        """Return the same in 10 base32 characters, small letters and 2 to 7, that a person can type."""
        return base64.b32encode(self._digest(text)).decode()[:TOKEN_LENGTH].lower()

    def made(self, token: str, text: str) -> bool:
        """True if a typed token is that of a text; it takes as long whether or not it is."""
        return hmac.compare_digest(token.lower().encode(), self.token(text).encode())

    def _digest(self, text: str) -> bytes:
        return hmac.new(self.key, text.encode(), hashlib.sha256).digest()
