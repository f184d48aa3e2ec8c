"""Signatures: hashes and tokens that only this installation can compute, because they depend on its key."""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass

TOKEN_LENGTH = 10
"""The number of base32 characters of a token or of a code for linking accounts.

They are 50 bits, too many to guess at five attempts in ten minutes.
"""


@dataclass(frozen=True, slots=True)
class Signer:
    """Signs texts with the secret key of this installation of the bot."""

    key: bytes

    def sign(self, *words: str) -> str:
        """Return the signature of some words in their order: 32 hexadecimal digits."""
        return self._digest("\n".join(words)).hex()[:32]

    def token(self, text: str) -> str:
        """Return a short signature that a person can type: 10 characters out of a to z and 2 to 7."""
        return base64.b32encode(self._digest(text)).decode()[:TOKEN_LENGTH].lower()

    def made(self, token: str, text: str) -> bool:
        """Return True if a typed token, in capitals or not, is `token(text)`.

        The time taken does not show how nearly right a wrong token is.
        """
        return hmac.compare_digest(token.lower().encode(), self.token(text).encode())

    def _digest(self, text: str) -> bytes:
        return hmac.new(self.key, text.encode(), hashlib.sha256).digest()
