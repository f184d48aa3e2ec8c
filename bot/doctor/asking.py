"""Asking: requests to a platform or to the host's own address, each with a timeout."""

from __future__ import annotations

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any

import aiohttp

WITHIN = 10.0
"""Seconds until a request times out."""
_MOST_BYTES = 4_000_000


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a request.

    Args:
        status: the HTTP status; 0 if there was no answer.
        body: the decoded JSON, or None if the answer is not JSON.
        fault: why there was no answer. It omits the address, which may hold a token.
        ahead: seconds by which the local clock is ahead of the server's, or None if it sent no time.
    """

    status: int
    body: Any = None
    fault: str = ""
    ahead: float | None = None

    def field(self, *names: str) -> Any:  # noqa: ANN401 (JSON of another program)
        """Return the value at a path of keys in the JSON, or None if it is absent."""
        found = self.body
        for name in names:
            found = found.get(name) if isinstance(found, dict) else None
        return found


async def ask(
    session: aiohttp.ClientSession, url: str, headers: Mapping[str, str] | None = None, within: float = WITHIN
) -> Answer:
    """Request an address and return the answer. Redirects are not followed."""
    try:
        async with session.get(
            url,
            headers=headers,
            allow_redirects=False,
            timeout=aiohttp.ClientTimeout(total=within),
        ) as answer:
            began = time.time()
            text = await answer.content.read(_MOST_BYTES)
            return Answer(answer.status, _json(text), ahead=_ahead(answer.headers.get("Date"), began))
    except aiohttp.ClientConnectorCertificateError:
        return Answer(0, fault="its certificate is not accepted")
    except aiohttp.ClientConnectorDNSError:
        return Answer(0, fault="its name is not known here")
    except TimeoutError:
        return Answer(0, fault=f"there was no answer within {within:g} seconds")
    except (aiohttp.ClientError, OSError, ValueError) as error:
        return Answer(0, fault=f"the connection failed ({type(error).__name__})")


def _json(text: bytes) -> object:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _ahead(date: str | None, now: float) -> float | None:
    try:
        return None if date is None else now - parsedate_to_datetime(date).timestamp()
    except ValueError:
        return None
