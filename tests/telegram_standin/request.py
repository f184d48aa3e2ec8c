"""Request: what a bot sends over HTTP, parsed."""

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
    """A file that came with a request."""

    filename: str
    data: bytes = field(repr=False)


@dataclass(eq=False)
class Request:
    """One request, and how it was answered.

    Attributes:
        route: The method, e.g. `"sendMessage"`.
        token: The bot's token, from the path.
        fields: What came in the query, the form or the JSON. A form carries text only, with JSON in it.
        files: The files by the name of their part.
        at: When it came, on the monotonic clock, in seconds.
        status: How it was answered; 0 while it was not, or when the connection was cut instead.
        answer: The JSON of the answer.
    """

    route: str
    token: str
    fields: dict[str, Any] = field(default_factory=dict)
    files: dict[str, Upload] = field(default_factory=dict, repr=False)
    at: float = field(default_factory=time.monotonic)
    status: int = 0
    answer: Any = field(default=None, repr=False)

    def text(self, name: str) -> str:
        """Return a field as text; nothing where it is absent."""
        value = self.fields.get(name)
        return "" if value is None else str(value)

    def whole(self, name: str) -> int | None:
        """Return a field as a whole number; None where it is absent or none."""
        try:
            return int(self.fields[name])
        except (KeyError, TypeError, ValueError):
            return None

    def flag(self, name: str) -> bool:
        """Return whether a field says yes."""
        return self.text(name).lower() in TRUE

    def parsed(self, name: str) -> Any:  # noqa: ANN401 (JSON is anything)
        """Return a field that carries an object or a list; None where it is absent or cannot be read."""
        value = self.fields.get(name)
        if not isinstance(value, str):
            return value
        try:
            return json.loads(value)
        except ValueError:
            return None


async def read(came: web.Request, route: str, token: str) -> Request:
    """Take apart what came.

    Raises:
        Refused: It is larger than Telegram lets pass.
        ValueError: Its JSON is none, or it is of no type that Telegram takes.
    """
    request = Request(route, token, dict(came.query))
    if came.content_type == "multipart/form-data":
        async for part in await came.multipart():
            if not isinstance(part, BodyPartReader) or part.name is None:
                raise ValueError("a part without a name")
            data = bytes(await part.read(decode=True))
            if part.filename is None:
                request.fields[part.name] = data.decode()
            else:
                request.files[part.name] = Upload(part.filename, data)
        if sum(len(file.data) for file in request.files.values()) > MOST_BYTES:
            raise Refused(TOO_LARGE)
    elif came.content_type == "application/x-www-form-urlencoded":
        request.fields |= {name: str(value) for name, value in (await came.post()).items()}
    elif raw := await came.read():
        if came.content_type != "application/json":
            raise ValueError(f"a body of type {came.content_type!r}")
        body = json.loads(raw)
        if not isinstance(body, dict):
            raise ValueError("a body that is no object")
        request.fields |= body
    return request
