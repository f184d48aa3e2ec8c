"""Entities: parts of a text with a meaning, counted in UTF-16 code units."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

Json = dict[str, Any]

_FOUND = (
    ("url", re.compile(r"\b(?:https?://\S*[^\s.,:;!?)\]'\"]|t\.me/\w[\w/?=+-]*)")),
    ("bot_command", re.compile(r"(?<![\w/@<>])/(?:[A-Za-z0-9_]{1,64})(?:@[A-Za-z0-9_]{3,32})?(?![\w/])")),
    ("mention", re.compile(r"(?<![\w@])@[A-Za-z0-9_]{3,32}\b")),
)
_LINK = re.compile(
    r"(?:(?P<scheme>https?)://)?(?P<host>[^\s/?#]+\.[^\s/?#.]+(?::\d+)?)(?P<rest>[/?#]\S*)?", re.IGNORECASE
)
_PERSON = re.compile(r"tg:(?://)?user\?id=(\d+)")


def units(text: str) -> int:
    """Return a text's length in UTF-16 code units."""
    return len(text) + sum(character > "\uffff" for character in text)


def part(text: str, entity: Json) -> str:
    """Return the text that an entity covers."""
    raw = text.encode("utf-16-le")
    return raw[2 * entity["offset"] : 2 * (entity["offset"] + entity["length"])].decode("utf-16-le")


def entity(kind: str, text: str, start: int, end: int, **more: object) -> Json:
    """Return an entity over some characters of a text, by their Python indices."""
    return {"type": kind, "offset": units(text[:start]), "length": units(text[start:end])} | more


def ordered(entities: Iterable[Json]) -> list[Json]:
    """Sort entities as Telegram does: by their beginning, wider ones first."""
    return sorted(entities, key=lambda each: (each["offset"], -each["length"]))


def with_found(text: str, entities: Sequence[Json]) -> list[Json]:
    """Add the entities that Telegram finds in a text: links, commands, mentions."""
    taken = [
        (each["offset"], each["offset"] + each["length"])
        for each in entities
        if each["type"] in ("code", "pre", "text_link", "text_mention")
    ]
    every = list(entities)
    for found in _found(text):
        start, end = found["offset"], found["offset"] + found["length"]
        if all(end <= first or last <= start for first, last in taken):
            every.append(found)
            taken.append((start, end))
    return ordered(every)


def _found(text: str) -> Iterator[Json]:
    for kind, pattern in _FOUND:
        for match in pattern.finditer(text):
            yield entity(kind, text, match.start(), match.end())


def trimmed(text: str, entities: Sequence[Json]) -> tuple[str, list[Json]]:
    """Remove empty lines before a text and white space after it, as Telegram does, and move its entities."""
    ending = text.rstrip()
    kept = re.sub(r"^(?:[^\S\n]*\n)+", "", ending)
    before, length = units(ending) - units(kept), units(kept)
    moved = []
    for each in entities:
        start = max(0, each["offset"] - before)
        end = min(length, each["offset"] + each["length"] - before)
        if start < end:
            moved.append(each | {"offset": start, "length": end - start})
    return kept, moved


def mentioned_account(url: str) -> int | None:
    """Return the account that a link mentions, or None."""
    match = _PERSON.fullmatch(url)
    return int(match[1]) if match else None


def checked_link(url: str) -> str | None:
    """Return a link as Telegram stores it, or None if Telegram rejects it, e.g. `http://localhost`."""
    if url.startswith("tg://"):
        return url
    match = _LINK.fullmatch(url.strip())
    if match is None:
        return None
    return f"{(match['scheme'] or 'http').lower()}://{match['host']}{match['rest'] or '/'}"
