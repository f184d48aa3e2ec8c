"""Request: what an app sends over HTTP, parsed."""

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
    """A file that came with a request."""

    filename: str
    data: bytes = field(repr=False)


@dataclass(eq=False)
class Request:
    """One request, and how it was answered.

    Attributes:
        route: Method and template, e.g. `"POST /channels/{channel_id}/messages"`.
        parameters: The values in the template's braces.
        body: Its JSON, or its `payload_json`.
        files: Its files by their number.
        at: When it came, on the monotonic clock, in seconds.
        status: How it was answered; 0 while it was not, or when the connection was cut instead.
        answer: The JSON of the answer.
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
        """The message in the body: the body itself, or what stands in an interaction's answer."""
        body: Json = self.body or {}
        return body.get("data") or {} if "/callback" in self.path else body


async def read(request: web.Request, path: str) -> Request:
    """Take apart what came.

    Raises:
        Refused: Its files are larger than Discord lets pass.
        ValueError: Its JSON is none.
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
