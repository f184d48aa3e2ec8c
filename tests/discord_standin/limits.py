"""Limits that Discord documents, but its OpenAPI description does not contain."""

from __future__ import annotations

import math
import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tests.discord_standin.refusals import Refusal, rate_limited
from tests.discord_standin.request import Request
from tests.discord_standin.routes import DELETE, EDIT, SEND
from tests.discord_standin.world import World
from tests.standin.fault import Fault

Json = dict[str, Any]

CONTENT = 2000
"""The most characters of an app's message; the description allows the 4000 of a paying user."""

ROWS = 5
"""The most action rows of a message."""

COMMAND_CHARACTERS = 8000
"""The most characters of a command with everything in it, in its longest language."""

_NAME = re.compile(r"[-_'\w]{1,32}")
_LINK = 5


def message_faults(body: Json, files: Sequence[int]) -> Iterator[Fault]:
    """Yield the faults of a message to be sent or edited.

    Args:
        files: the numbers of the files in the request.
    """
    content = body.get("content") or ""
    if len(content) > CONTENT:
        yield Fault("$.content", f"{len(content)} characters, an app may send {CONTENT}")
    rows = body.get("components") or []
    buttons = [each for row in rows for each in row.get("components") or ()]
    if len(rows) > ROWS:
        yield Fault("$.components", f"{len(rows)} rows, {ROWS} may be")
    if any(row.get("type") != 1 for row in rows) or any(each.get("type") != 2 for each in buttons):
        yield Fault("$.components", "only rows of buttons are played")
    ids = [each["custom_id"] for each in buttons if each.get("custom_id")]
    for twice in sorted({each for each in ids if ids.count(each) > 1}):
        yield Fault("$.components", f"two buttons have the custom_id {twice!r}")
    for button in buttons:
        yield from _button_faults(button)
    yield from _mention_faults(body.get("allowed_mentions") or {})
    new = [int(each["id"]) for each in body.get("attachments") or () if int(each["id"]) < 1000]
    if missing := sorted(set(new) - set(files)):
        yield Fault("$.attachments", f"no file came for {missing}")


def _button_faults(button: Json) -> Iterator[Fault]:
    where = f"$.components button {button.get('label')!r}"
    style = button.get("style")
    if style == _LINK and (button.get("custom_id") or not button.get("url")):
        yield Fault(where, "a link has a url and no custom_id")
    if style != _LINK and (not button.get("custom_id") or button.get("url")):
        yield Fault(where, "a button has a custom_id and no url")
    if not button.get("label") and not button.get("emoji"):
        yield Fault(where, "a button has a label or an emoji")


def _mention_faults(allowed: Json) -> Iterator[Fault]:
    parse = allowed.get("parse") or []
    for kind in ("users", "roles"):
        if kind in parse and allowed.get(kind):
            yield Fault(f"$.allowed_mentions.{kind}", "cannot be listed and parsed at once")


def command_faults(commands: Sequence[Json]) -> Iterator[Fault]:
    """Yield the faults of an app's list of commands."""
    kinds = [each.get("type") or 1 for each in commands]
    for kind, most, what in ((1, 100, "slash"), (2, 15, "user"), (3, 15, "message")):
        if kinds.count(kind) > most:
            yield Fault("$", f"{kinds.count(kind)} {what} commands, {most} may be")
    names = [(kind, each["name"]) for kind, each in zip(kinds, commands, strict=True)]
    for kind, name in sorted({each for each in names if names.count(each) > 1}):
        yield Fault("$", f"two commands of type {kind} are called {name!r}")
    for kind, command in zip(kinds, commands, strict=True):
        where = f"$ command {command['name']!r}"
        if kind != 1:
            if command.get("description") or command.get("options"):
                yield Fault(where, "a context menu command has no description and no options")
            continue
        if not command.get("description"):
            yield Fault(where, "a slash command has a description")
        yield from _naming_faults(command, where)
        longest = _longest(command)
        if longest > COMMAND_CHARACTERS:
            yield Fault(where, f"{longest} characters, {COMMAND_CHARACTERS} may be")


def _naming_faults(named: Json, where: str) -> Iterator[Fault]:
    for name in (named["name"], *(named.get("name_localizations") or {}).values()):
        if not _NAME.fullmatch(name) or name != name.lower():
            yield Fault(where, f"{name!r} is no name of a command or an option")
    options = named.get("options") or []
    names = [each["name"] for each in options]
    if len(set(names)) < len(names):
        yield Fault(where, "two options have one name")
    required = [bool(each.get("required")) for each in options]
    if required != sorted(required, reverse=True):
        yield Fault(where, "required options come first")
    if any(each.get("autocomplete") and each.get("choices") for each in options):
        yield Fault(where, "an option has choices or autocomplete, not both")
    for each in options:
        yield from _naming_faults(each, f"{where} option {each['name']!r}")


def _longest(named: Json) -> int:
    """Return the characters of a command or option with its parts, each text in its longest language."""
    total = 0
    for key in ("name", "description"):
        texts = [named.get(key) or "", *(named.get(f"{key}_localizations") or {}).values()]
        total += max(len(text) for text in texts)
    for choice in named.get("choices") or ():
        total += _longest(choice) + len(str(choice["value"]))
    return total + sum(_longest(option) for option in named.get("options") or ())


LIMITED = {SEND, EDIT, DELETE}
AT_ONCE = 5
WINDOW = 5.0
"""Seconds in which a channel accepts `AT_ONCE` requests of one route, from the first of them."""


@dataclass
class Bucket:
    """The remaining requests of one route in one channel.

    Args:
        ends: when the bucket is full again, in seconds.
        left: how many requests are accepted until then.
    """

    ends: float
    left: int = AT_ONCE


class ChannelLimits:
    """The rate limits of every channel."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._buckets: dict[tuple[str, str], Bucket] = {}

    def take(self, request: Request) -> Refusal | None:
        """Count a request, and return the refusal if it exceeds the limit."""
        if request.route not in LIMITED:
            return None
        bucket, now = self._bucket(request), self._now()
        if not bucket.left:
            return rate_limited(math.ceil(1000 * (bucket.ends - now)) / 1000)
        bucket.left -= 1
        return None

    def headers(self, request: Request) -> dict[str, str]:
        """Return the rate limit headers of every answer."""
        if request.route not in LIMITED:
            return {}
        bucket = self._bucket(request)
        channel = request.parameters["channel_id"]
        return {
            "X-RateLimit-Limit": str(AT_ONCE),
            "X-RateLimit-Remaining": str(bucket.left),
            "X-RateLimit-Reset": f"{bucket.ends:.3f}",
            "X-RateLimit-Reset-After": f"{bucket.ends - self._now():.3f}",
            "X-RateLimit-Bucket": f"{zlib.crc32(f'{request.route} {channel}'.encode()):08x}",
        }

    def _bucket(self, request: Request) -> Bucket:
        now, key = self._now(), (request.route, request.parameters["channel_id"])
        bucket = self._buckets.get(key)
        if bucket is None or bucket.ends <= now:
            bucket = self._buckets[key] = Bucket(now + WINDOW)
        return bucket

    def _now(self) -> float:
        return self._world.now().timestamp()
