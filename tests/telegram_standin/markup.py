"""Markup: the part of Telegram's HTML that the bot writes: bold, code, blocks of code and links."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import Any

from tests.telegram_standin.entities import checked_link, mentioned_account, ordered, units

Json = dict[str, Any]

_KINDS = {"b": "bold", "code": "code", "pre": "pre", "a": "text_link"}
_PARTS = re.compile(r"(<[^>]*>?)")
_TAG = re.compile(r"<(?:(?P<end>/)?(?P<name>[a-z]+)|a href=(?P<mark>[\"'])(?P<href>[^<>]*)(?P=mark))>")
_CHARACTER = re.compile(r"&(?:#x[0-9a-fA-F]{1,6}|#[0-9]{1,7}|lt|gt|amp|quot);")


class BadFormatting(ValueError):
    """The text is no valid HTML for Telegram, or uses tags that the stand-in lacks."""


@dataclass
class Parsed:
    """A text without its tags.

    Attributes:
        text: the visible text.
        entities: one for each tag. A mention has `user_id`.
        lost: what Telegram silently leaves out, in words.
    """

    text: str
    entities: list[Json] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)


def parse_html(source: str) -> Parsed:
    """Parse a text's tags, which may not be nested.

    Raises:
        BadFormatting: Telegram would refuse the text, or it has tags that the stand-in lacks.
    """
    parsed, open_tag, offset, href = Parsed(""), "", 0, ""
    for part in _PARTS.split(source):
        if not part.startswith("<"):
            parsed.text += _CHARACTER.sub(lambda found: html.unescape(found[0]), part)
            continue
        tag = _TAG.fullmatch(part)
        name = (tag["name"] or "a") if tag is not None else ""
        if tag is None or name not in _KINDS or (name == "a" and not tag["end"] and tag["href"] is None):
            raise BadFormatting(f"Unsupported tag {part!r}")
        if not tag["end"]:
            if open_tag:
                raise BadFormatting(f"{name!r} in {open_tag!r}, which is not played")
            open_tag, offset, href = name, units(parsed.text), html.unescape(tag["href"] or "")
            continue
        if name != open_tag:
            raise BadFormatting(f"Unexpected end tag {part!r}")
        entity = {"type": _KINDS[name], "offset": offset, "length": units(parsed.text) - offset}
        if entity["length"]:
            _keep(parsed, entity, href)
        open_tag = ""
    if open_tag:
        raise BadFormatting(f"Can't find end tag corresponding to start tag {open_tag!r}")
    parsed.entities = ordered(parsed.entities)
    return parsed


def _keep(parsed: Parsed, entity: Json, href: str) -> None:
    """Add an entity; a link becomes a mention, a valid address, or is lost."""
    if entity["type"] == "text_link":
        if (person := mentioned_account(href)) is not None:
            entity |= {"type": "text_mention", "user_id": person}
        elif (link := checked_link(href)) is not None:
            entity["url"] = link
        else:
            parsed.lost.append(f"a link to {href!r}")
            return
    parsed.entities.append(entity)
