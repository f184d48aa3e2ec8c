"""Request: a parsed HTTP request of an app."""

from __future__ import annotations

import json
import re
import time
from dataclasses import dataclass, field
from typing import Any

from aiohttp import BodyPartReader, web

from tests.discord_standin.refusals import TOO_LARGE, Refused

Json = dict[str, Any]
MOST_BYTES = 10 * 1024 * 1024
_FILE = re.compile(r"files\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Upload:
    """A file in a request."""

    filename: str
    data: bytes = field(repr=False)


@dataclass(eq=False)
class Request:
    """A request, and its answer.

    Attributes:
        route: method and template, e.g. `"POST /channels/{channel_id}/messages"`.
        parameters: the values in the template's braces.
        body: the JSON, or the `payload_json`.
        files: the files by number.
        at: when it arrived, on the monotonic clock, in seconds.
        status: the status of the answer; 0 before it, or if the connection was cut.
        answer: the JSON of the answer.
    """

    method: str
    path: str
    query: dict[str, str]
    body: Any = None
    files: dict[int, Upload] = field(default_factory=dict)
    bot_token: str | None = None
    route: str = ""
    parameters: dict[str, str] = field(default_factory=dict)
    at: float = field(default_factory=time.monotonic)
    status: int = 0
    answer: Any = None

    @property
    def message(self) -> Json:
        """The message in the body: the body itself, or the data of an interaction's callback."""
        body: Json = self.body or {}
        return body.get("data") or {} if "/callback" in self.path else body


async def read(request: web.Request, path: str) -> Request:
    """Parse a request.

    Raises:
        Refused: the files are larger than Discord accepts.
        ValueError: the JSON is invalid.
    """
    token = request.headers.get("Authorization", "")
    sent = Request(
        request.method,
        path,
        dict(request.query),
        bot_token=token.removeprefix("Bot ") if token.startswith("Bot ") else None,
    )
    if request.content_type == "multipart/form-data":
        async for part in await request.multipart():
            plain = part if isinstance(part, BodyPartReader) else None
            name, filename = (plain.name or "", plain.filename) if plain else ("", None)
            data = bytes(await plain.read(decode=True)) if plain else b""
            if name == "payload_json":
                sent.body = json.loads(data)
            elif match := _FILE.fullmatch(name):
                sent.files[int(match[1])] = Upload(filename or "unknown", data)
            else:
                raise ValueError(f"a part called {name!r}")
        if sum(len(file.data) for file in sent.files.values()) > MOST_BYTES:
            raise Refused(TOO_LARGE)
    elif raw := await request.read():
        if request.content_type != "application/json":
            raise ValueError(f"a body of type {request.content_type!r}")
        sent.body = json.loads(raw)
    return sent
