"""Request: a parsed HTTP request of a bot."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from tests.telegram_standin.refusals import TOO_LARGE, Refused

MOST_BYTES = 50 * 1024 * 1024
TRUE = ("true", "yes", "1")


@dataclass(frozen=True, slots=True)
class Upload:
    """A file in a request."""

    filename: str
    data: bytes = field(repr=False)


@dataclass(eq=False)
class Request:
    """A request, and its answer.

    Attributes:
        route: the method, e.g. `"sendMessage"`.
        token: the bot's token, from the path.
        fields: the query, form or JSON. A form has only text, with JSON in it.
        files: the files by the name of their part.
        at: when it arrived, on the monotonic clock, in seconds.
        status: the status of the answer; 0 before it, or if the connection was cut.
        answer: the JSON of the answer.
    """

    route: str
    token: str
    fields: dict[str, Any] = field(default_factory=dict)
    files: dict[str, Upload] = field(default_factory=dict, repr=False)
    at: float = field(default_factory=time.monotonic)
    status: int = 0
    answer: Any = field(default=None, repr=False)

    def text(self, name: str) -> str:
        """Return a field as text, empty if absent."""
        value = self.fields.get(name)
        return "" if value is None else str(value)

    def whole(self, name: str) -> int | None:
        """Return a field as a whole number, or None."""
        try:
            return int(self.fields[name])
        except (KeyError, TypeError, ValueError):
            return None

    def flag(self, name: str) -> bool:
        """Return True if a field is true."""
        return self.text(name).lower() in TRUE

    def parsed(self, name: str) -> Any:  # noqa: ANN401 (JSON is anything)
        """Return a field's object or list, or None if it is absent or invalid."""
        value = self.fields.get(name)
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value)
        except ValueError:
            return None


async def read(received: web.Request, route: str, token: str) -> Request:
    """Parse a request.

    Raises:
        Refused: it is larger than Telegram accepts.
        ValueError: its JSON is invalid, or its type is not one of Telegram's.
    """
    request = Request(route, token, dict(received.query))
    if received.content_type == "multipart/form-data":
        async for part in await received.multipart():
            if not isinstance(part, BodyPartReader) or part.name is None:
                raise ValueError("a part without a name")
            data = bytes(await part.read(decode=True))
            if part.filename is None:
                request.fields[part.name] = data.decode()
            else:
                request.files[part.name] = Upload(part.filename, data)
        if sum(len(file.data) for file in request.files.values()) > MOST_BYTES:
            raise Refused(TOO_LARGE)
    elif received.content_type == "application/x-www-form-urlencoded":
        request.fields |= {name: str(value) for name, value in (await received.post()).items()}
    elif raw := await received.read():
        if received.content_type != "application/json":
            raise ValueError(f"a body of type {received.content_type!r}")
        body = json.loads(raw)
        if not isinstance(body, dict):
            raise ValueError("a body that is no object")
        request.fields |= body
    return request
