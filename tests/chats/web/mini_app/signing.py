"""The data that Telegram signs for a Mini App, made after Telegram's description.

The library that verifies it is not used here.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from urllib.parse import urlencode

TOKEN = "5000000001:AAtests-own-token-of-no-bot-anywhere"  # noqa: S105 - no bot has it
OTHER_TOKEN = "5000000002:AAtests-own-token-of-another-bot"  # noqa: S105 - the same


def account(user: int = 777, name: str = "Anna", **more: object) -> dict[str, object]:
    """Return a user as Telegram describes one."""
    return {"id": user, "first_name": name, **more}


def init_data(at: float, user: dict[str, object] | None = None, token: str = TOKEN, **more: str) -> str:
    """Return the signed data that Telegram gives the page of a Mini App.

    Args:
        at: the time of opening, in seconds since 1970.
        user: the person who opened it; None for Anna.
        token: the token of the bot that the app belongs to.
        more: further fields.
    """
    fields = {
        "query_id": "AAH",
        "user": json.dumps(user if user is not None else account(), ensure_ascii=False),
        "auth_date": str(int(at)),
        **more,
    }
    return urlencode({**fields, "hash": seal(fields, token)})


def seal(fields: dict[str, str], token: str) -> str:
    """Return Telegram's signature of some fields."""
    secret = hmac.new(b"WebAppData", token.encode(), hashlib.sha256).digest()
    return hmac.new(secret, _checked(fields), hashlib.sha256).hexdigest()


def _checked(fields: dict[str, str]) -> bytes:
    return "\n".join(sorted(f"{name}={value}" for name, value in fields.items())).encode()
