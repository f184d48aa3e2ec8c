"""Markup: Telegram's HTML, parsed as strictly as Telegram does."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tests.telegram_standin.entities import checked_link, ordered, person_meant, units

if TYPE_CHECKING:
    from collections.abc import Mapping

Json = dict[str, Any]

_KINDS = {
    "b": "bold",
    "strong": "bold",
    "i": "italic",
    "em": "italic",
    "u": "underline",
    "ins": "underline",
    "s": "strikethrough",
    "strike": "strikethrough",
    "del": "strikethrough",
    "tg-spoiler": "spoiler",
    "span": "spoiler",
    "code": "code",
    "pre": "pre",
    "blockquote": "blockquote",
    "a": "text_link",
    "tg-emoji": "custom_emoji",
    "tg-time": "date_time",
}
_NAMED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"'}
_CHARACTER = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot)(?![A-Za-z]));?")
_START = re.compile(r"<([^\s>]*)")
_END = re.compile(r"</([^\s>]*)\s*(>?)")
_CLOSED = re.compile(r"\s*>")
_NAME = re.compile(r"\s*([^\s=>]+)\s*(=\s*)?")
_TOKEN = re.compile(r"[A-Za-z0-9.-]*(?=[\s>])")
_ALONE = ("expandable",)
"""Attributes that stand without a value."""


class BadFormatting(ValueError):
    """A text is no HTML that Telegram reads."""


@dataclass
class Parsed:
    """A text without its tags.

    Attributes:
        text: What a reader sees.
        entities: What the tags said. A mentioned person stands as `user_id`.
        lost: What Telegram silently leaves out, in words.
    """

    text: str
    entities: list[Json] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


@dataclass
class _Tag:
    name: str
    attributes: Mapping[str, str]
    offset: int
    begin: int


class _Reader:
    """Reads one text. Places in its complaints are counted in bytes."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0
        self._shown: list[str] = []
        self._units = 0
        self._open: list[_Tag] = []
        self._parsed = Parsed("")

    def read(self) -> Parsed:
        while self._at < len(self._source):
            character = self._source[self._at]
            if character == "&":
                self._character()
            elif character != "<":
                end = min(
                    (found for mark in "<&" if (found := self._source.find(mark, self._at)) >= 0),
                    default=len(self._source),
                )
                self._show(self._source[self._at : end], end)
            elif self._source.startswith("</", self._at):
                self._end()
            else:
                self._start()
        if self._open:
            raise BadFormatting(f'Can\'t find end tag corresponding to start tag "{self._open[-1].name}"')
        self._parsed.text = "".join(self._shown)
        self._parsed.entities = ordered(self._parsed.entities)
        return self._parsed

    def _show(self, text: str, end: int) -> None:
        self._shown.append(text)
        self._units += units(text)
        self._at = end

    def _character(self) -> None:
        match = _CHARACTER.match(self._source, self._at)
        character = _decoded(match) if match else ""
        if match is None or not character:
            self._show("&", self._at + 1)
        else:
            self._show(character, match.end())

    def _place(self, at: int) -> str:
        return f"at byte offset {len(self._source[:at].encode())}"

    def _start(self) -> None:
        begin = self._at
        match = _START.match(self._source, begin)
        assert match is not None
        name = match[1].lower()
        if match.end() == len(self._source):
            raise BadFormatting(f"Unclosed start tag {self._place(begin)}")
        if name not in _KINDS:
            raise BadFormatting(f'Unsupported start tag "{name}" {self._place(begin)}')
        attributes, self._at = self._attributes(name, begin, match.end())
        if name == "span" and attributes.get("class") != "tg-spoiler":
            raise BadFormatting(f'Tag "span" must have class "tg-spoiler" {self._place(begin)}')
        self._open.append(_Tag(name, attributes, self._units, len(self._shown)))

    def _attributes(self, tag: str, begin: int, at: int) -> tuple[dict[str, str], int]:
        attributes: dict[str, str] = {}
        while not (closed := _CLOSED.match(self._source, at)):
            match = _NAME.match(self._source, at)
            if match is None:
                raise BadFormatting(f"Unclosed start tag {self._place(begin)}")
            if match[2]:
                value, at = self._value(begin, match.end())
            elif match[1] in _ALONE:
                value, at = "", match.end()
            else:
                raise BadFormatting(
                    "Expected equal sign in declaration of an attribute of the tag "
                    f'"{tag}" {self._place(begin)}'
                )
            attributes[match[1]] = _CHARACTER.sub(lambda found: _decoded(found) or found[0], value)
        return attributes, closed.end()

    def _value(self, begin: int, at: int) -> tuple[str, int]:
        """Return the value of an attribute, and where it ends."""
        mark = self._source[at : at + 1]
        if mark and mark in "\"'":
            end = self._source.find(mark, at + 1)
            if end < 0:
                raise BadFormatting(f"Unclosed start tag {self._place(begin)}")
            return self._source[at + 1 : end], end + 1
        match = _TOKEN.match(self._source, at)
        if match is None:
            raise BadFormatting(f"Unexpected end of name token {self._place(at)}")
        return match[0].lower(), match.end()

    def _end(self) -> None:
        begin = self._at
        match = _END.match(self._source, begin)
        assert match is not None
        if not self._open:
            raise BadFormatting(f"Unexpected end tag {self._place(begin)}")
        if not match[2]:
            raise BadFormatting(f"Unclosed end tag {self._place(begin)}")
        tag, name = self._open.pop(), match[1].lower()
        if name and name != tag.name:
            raise BadFormatting(
                f'Unmatched end tag {self._place(begin)}, expected "</{tag.name}>", found "</{name}>"'
            )
        self._at = match.end()
        if self._units > tag.offset:
            self._keep(tag)

    def _keep(self, tag: _Tag) -> None:
        """Keep what a closed tag said, as far as it may stand inside the tags around it."""
        kind = _KINDS[tag.name]
        entity: Json = {"type": kind, "offset": tag.offset, "length": self._units - tag.offset}
        around = [_KINDS[each.name] for each in self._open]
        if kind == "pre" and self._is_last("code", entity):
            code = self._parsed.entities.pop()
            entity |= {name: value for name, value in code.items() if name == "language"}
        elif kind == "code" and "language-" in tag.attributes.get("class", "") and around[-1:] == ["pre"]:
            entity["language"] = tag.attributes["class"].removeprefix("language-")
        elif {"code", "pre"} & set(around) or (kind == "blockquote" and kind in around):
            self._parsed.lost.append(f"{tag.name!r} inside {self._open[-1].name!r}")
            return
        elif kind in ("code", "pre") and around:
            self._parsed.lost.append(f"{self._open[-1].name!r} around {tag.name!r}")
        if kind == "blockquote" and "expandable" in tag.attributes:
            entity["type"] = "expandable_blockquote"
        elif kind == "custom_emoji":
            entity["custom_emoji_id"] = tag.attributes.get("emoji-id", "")
        elif kind == "date_time":
            entity["unix_time"] = int(tag.attributes.get("unix", "0"))
            if "format" in tag.attributes:
                entity["date_time_format"] = tag.attributes["format"]
        elif kind == "text_link" and not self._link(tag, entity):
            return
        self._parsed.entities.append(entity)

    def _link(self, tag: _Tag, entity: Json) -> bool:
        address = tag.attributes.get("href") or "".join(self._shown[tag.begin :])
        if (person := person_meant(address)) is not None:
            entity |= {"type": "text_mention", "user_id": person}
        elif (link := checked_link(address)) is not None:
            entity["url"] = link
        else:
            self._parsed.lost.append(f"a link to {address!r}")
            return False
        return True

    def _is_last(self, kind: str, entity: Json) -> bool:
        if not self._parsed.entities:
            return False
        last = self._parsed.entities[-1]
        return last["type"] == kind and all(last[name] == entity[name] for name in ("offset", "length"))


def _decoded(match: re.Match[str]) -> str:
    """Return the character that is meant; nothing where there is none of that number."""
    if match[3]:
        return _NAMED[match[3]]
    code = int(match[1], 16) if match[1] else int(match[2])
    return chr(code) if 0 < code < 0x10FFFF and not 0xD800 <= code <= 0xDFFF else ""


def parse_html(source: str) -> Parsed:
    """Take the tags out of a text.

    Raises:
        BadFormatting: Telegram would not read it, with its reason.
    """
    return _Reader(source).read()
