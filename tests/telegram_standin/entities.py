"""Entities: places in a text that mean something, counted in UTF-16 code units."""

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
    """Return the length of a text as Telegram counts it."""
    return len(text) + sum(character > "\uffff" for character in text)


def part(text: str, entity: Json) -> str:
    """Return the words that an entity covers."""
    raw = text.encode("utf-16-le")
    return raw[2 * entity["offset"] : 2 * (entity["offset"] + entity["length"])].decode("utf-16-le")


def entity(kind: str, text: str, start: int, end: int, **more: object) -> Json:
    """Return an entity over some characters of a text, by their Python indices."""
    return {"type": kind, "offset": units(text[:start]), "length": units(text[start:end])} | more


def ordered(entities: Iterable[Json]) -> list[Json]:
    """Entities as Telegram lists them: by their beginning, the wider before the narrower."""
    return sorted(entities, key=lambda each: (each["offset"], -each["length"]))


def with_found(text: str, entities: Sequence[Json]) -> list[Json]:
    """Entities, with those that Telegram finds by itself: links, commands, mentions."""
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
    """Return a text without the empty lines before it and the white space behind it, as Telegram shows it."""
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


def person_meant(url: str) -> int | None:
    """Return the account that a link mentions, if it is such a link."""
    match = _PERSON.fullmatch(url)
    return int(match[1]) if match else None


def checked_link(url: str) -> str | None:
    """Return a link as Telegram keeps it, or None where it takes it for none, e.g. `http://localhost`."""
    if url.startswith("tg://"):
        return url
    match = _LINK.fullmatch(url.strip())
    if match is None:
        return None
    return f"{(match['scheme'] or 'http').lower()}://{match['host']}{match['rest'] or '/'}"
