"""Signing: what Telegram gives a Mini App, signed by this code as Telegram's page describes it.

Nothing of the library that checks it is used.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from urllib.parse import urlencode

TOKEN = "5000000001:AAtests-own-token-of-no-bot-anywhere"  # noqa: S105 - no bot has it
OTHER_TOKEN = "5000000002:AAtests-own-token-of-another-bot"  # noqa: S105 - the same


def account(user: int = 777, name: str = "Anna", **more: object) -> dict[str, object]:
    """Return a person as Telegram describes one."""
    return {"id": user, "first_name": name, **more}


def init_data(at: float, user: dict[str, object] | None = None, token: str = TOKEN, **more: str) -> str:
    """Return what the page of a Mini App is given.

    Args:
        at: when it was opened, in seconds since 1970.
        user: who opened it; Anna, unless given.
        token: whose bot it belongs to.
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
    """Return the seal of some fields."""
    secret = hmac.new(b"WebAppData", token.encode(), hashlib.sha256).digest()
    return hmac.new(secret, _checked(fields), hashlib.sha256).hexdigest()


def _checked(fields: dict[str, str]) -> bytes:
    return "\n".join(sorted(f"{name}={value}" for name, value in fields.items())).encode()
