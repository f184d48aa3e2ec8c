"""Page types: generate `page/frames.js`, the JSDoc types of all frames, from the Python classes."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass
from datetime import timedelta
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from bot.chats.web import from_page, to_page
from bot.talk.views.lobby import RoomName

FILE: Final = Path(__file__).with_name("page") / "frames.js"

_HEAD = """\
// Frames: what the page and the table send each other, as types. `make page-types` writes this file from
// `bot/chats/web/to_page.py`, `from_page.py` and the values of `bot/talk` that they send.
"""
_PLAIN: dict[Any, str] = {
    str: "string",
    int: "number",
    float: "number",
    timedelta: "number",
    bool: "boolean",
    type(None): "null",
}
_ALIASES = {"Areas": to_page.Areas, "RoomName": RoomName, "SpanView": to_page.SpanView}


def page_types() -> str:
    """Return the text of `page/frames.js`."""
    return "\n".join([_HEAD, *_typedefs(), "", "export {};", ""])


def shapes() -> dict[str, dict[str, str]]:
    """Return the members and their JSDoc types of each class; an optional member's name ends in `?`."""
    return {name_of(kind): {name: _written(type_) for name, type_ in _members(kind)} for kind in _kinds()}


def _kinds() -> list[type]:
    """Return the classes of all frames and of their parts."""
    ways = (to_page.ToPage, from_page.FromPage, to_page.OverHttp)
    # A value may go both over the WebSocket and over HTTP.
    found = list(dict.fromkeys(kind for way in ways for kind in get_args(way)))
    for kind in found:
        parts = (part for _, type_ in _members(kind) for part in _parts(type_))
        found += [part for part in dict.fromkeys(parts) if part not in found]
    return found


def _typedefs() -> Iterator[str]:
    ways = {"ToPage": to_page.ToPage, "FromPage": from_page.FromPage}
    for name, alias in {**_ALIASES, **ways}.items():
        yield from ("/**", *_wrapped(f"@typedef {{{_written(alias, named=False)}}} {name}"), " */")
    for kind, (name, members) in zip(_kinds(), shapes().items(), strict=True):
        summary = (kind.__doc__ or "").partition("\n")[0]
        shape = ", ".join(f"{member}: {type_}" for member, type_ in members.items())
        typedef = _wrapped(f"@typedef {{{{ {shape} }}}} {name}")
        yield from ("/**", f" * {summary}", *typedef, " */")


def _wrapped(text: str) -> list[str]:
    # Break at spaces only: a hyphen in a literal such as "sign-in code" is no place to break.
    return textwrap.wrap(text, 118, initial_indent=" * ", subsequent_indent=" *   ", break_on_hyphens=False)


def _members(kind: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - a dataclass or a model
    types = get_type_hints(kind)
    if issubclass(kind, BaseModel):
        for name, field in kind.model_fields.items():
            yield name if field.is_required() else f"{name}?", types[name]
        return
    if (word := to_page.kind_of(kind)) is not None:
        yield "is", Literal[word]
    for sent, path in to_page.sent_fields(kind).items():
        name, _, inner = path.partition(".")
        yield sent, get_type_hints(types[name])[inner] if inner else types[name]


def _parts(type_: Any) -> Iterator[type]:  # noqa: ANN401 - any type
    if isinstance(type_, type) and is_dataclass(type_):
        yield type_
    for inner in get_args(type_):
        yield from _parts(inner)


def name_of(kind: type) -> str:
    """Return a class's type name on the page: its own name, with `View` appended for values of `bot.talk`."""
    return (
        f"{kind.__name__}View"
        if kind.__module__.startswith(("bot.talk.views", "bot.talk.reply", "bot.talk.on_board"))
        else kind.__name__
    )


def _written(type_: Any, *, named: bool = True) -> str:  # noqa: ANN401, PLR0911 - one for each way to write a type
    alias = next((name for name, alias in _ALIASES.items() if named and alias == type_), None)
    inner = get_args(type_)
    if alias is not None:
        return alias
    if type_ in _PLAIN:
        return _PLAIN[type_]
    match get_origin(type_):
        case None if issubclass(type_, Enum):
            return _either(json.dumps(each.value) for each in type_)
        case None:
            return name_of(type_)
        case origin if origin is Literal:
            return _either(map(json.dumps, inner))
        case origin if origin in (Union, UnionType):
            return _either(map(_written, inner))
        case origin if origin is dict:
            return f"Record<{_written(inner[0])}, {_written(inner[1])}>"
        case _ if inner[-1] is not Ellipsis:
            return f"[{', '.join(map(_written, inner))}]"
        case _:
            one = _written(inner[0])
            return f"({one})[]" if " | " in one else f"{one}[]"


def _either(types: Iterable[str]) -> str:
    return " | ".join(dict.fromkeys(types))


if __name__ == "__main__":
    FILE.write_text(page_types(), "utf-8")
