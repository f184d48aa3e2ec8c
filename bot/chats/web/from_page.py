"""From the page: the frames that a browser sends over the WebSocket, and how they are read.

`page/frames.js` has their types for the page; `make page-types` writes them from these models.
"""

from __future__ import annotations

import json
import re
from typing import Annotated, Final, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    TypeAdapter,
    ValidationError,
)

from bot.chats.web.errors import BadFrame
from bot.talk.incoming import LONGEST_TEXT, Attached
from bot.talk.sanitize import sanitize_text
from bot.talk.views.lobby import RoomName

LARGEST: Final = 300_000
"""Bytes that a frame from a browser may have, with a text that comes along."""

_LARGEST_WITHOUT = 4096
_LONGEST_INIT_DATA = 3500
"""Characters that Telegram's `initData` may have; a name in Cyrillic takes six for each letter."""

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
_ZONE = re.compile(r"[A-Za-z0-9_+/-]{1,64}")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
_HALF: Final = "\uffff"
"""Stands for a lone surrogate, which JSON may hold and a text that is stored or sent may not."""


def is_language(tag: str) -> bool:
    """Return True if a text has the form of a language tag."""
    return _LANGUAGE.fullmatch(tag) is not None


def _language(tag: str) -> str:
    return tag if is_language(tag) else ""


def _zone(given: object) -> str:
    # `zoneinfo` says later if there is such a zone.
    return given if isinstance(given, str) and _ZONE.fullmatch(given) else ""


def _token(given: str) -> str:
    if _HALF in given or given != sanitize_text(given):
        raise ValueError("control signs")
    return given


def _on_one_line(text: str) -> str:
    shown = sanitize_text(text).replace(_HALF, "?")
    return "".join(sign if sign >= " " and sign != "\x7f" else " " for sign in shown)


def _whole(given: Attached | None) -> Attached | None:
    if given is None:
        return None
    if len(given.text) > LONGEST_TEXT:
        raise ValueError("too long")
    # The page sends only the size of a text that is too large, so that the answer can name it.
    return (
        Attached("", given.size)
        if given.size > LONGEST_TEXT
        else Attached.of(given.text.replace(_HALF, "?").encode())
    )


_Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
"""The tab's id of an action: the same if it is sent again."""
_Number = Annotated[str, Field(pattern=r"^[0-9]{1,15}$")]
"""A message's number in the log."""
_Token = Annotated[str, Field(max_length=200), AfterValidator(_token)]
_Language = Annotated[str, AfterValidator(_language)]
_Zone = BeforeValidator(_zone)
_Beginning = Annotated[str, Field(max_length=1000), AfterValidator(_on_one_line)]
_Typed = Annotated[_Beginning, AfterValidator(str.strip)]
_InitData = Annotated[
    str, Field(max_length=_LONGEST_INIT_DATA), AfterValidator(_on_one_line), AfterValidator(str.strip)
]


class _Frame(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, hide_input_in_errors=True)


class Hello(_Frame):
    """A tab introduces itself.

    Args:
        secret: the secret that the browser keeps; empty if it has none.
        language: the language of the page; empty if it is no language tag.
        key: the key of the link that it came by; empty if there was none.
        zone: the time zone of the browser; empty if it names none.
        code: the sign-in code that it came by; empty if there was none.
        types: the `TYPES` that the page knows; empty for a page of 0.3.0 or older.
    """

    do: Literal["hello"]
    secret: _Token
    language: _Language
    key: _Token = ""
    zone: Annotated[str, _Zone] = ""
    code: _Token = ""
    types: _Token = ""


class MakeSignInCode(_Frame):
    """A person wants to sign in on another device.

    Args:
        origin: the address of the page there, without a slash at its end.
    """

    do: Literal["sign-in code"]
    id: _Id
    origin: Annotated[str, Field(pattern=r"^https?://[A-Za-z0-9.:\[\]-]{1,200}$")]


class SitDown(_Frame):
    """A person signs in by the code of the hello."""

    do: Literal["sit down"]
    id: _Id


class TakeName(_Frame):
    """A person says a name."""

    do: Literal["name"]
    id: _Id
    name: str


class Say(_Frame):
    """A person typed a line.

    Args:
        message: the message that it replies to.
        attached: the text that was pasted along with it.
    """

    do: Literal["say"]
    id: _Id
    room: RoomName
    text: _Typed
    message: _Number | None
    attached: Annotated[Attached | None, AfterValidator(_whole)] = None


class PressButton(_Frame):
    """A person pressed a button of a kept message, or of an answer, which has no id."""

    do: Literal["press"]
    id: _Id
    room: RoomName
    data: Annotated[str, Field(pattern=r"^[\x00-\x7f]{1,64}$")]
    message: _Number | None


class Complete(_Frame):
    """A person is typing a line."""

    do: Literal["complete"]
    id: _Id
    room: RoomName
    text: _Beginning


class ShowEarlier(_Frame):
    """A person wants to see what was said before a message."""

    do: Literal["earlier"]
    room: RoomName
    before: _Number


class LookAt(_Frame):
    """A person opens the board of a game; an empty id closes it.

    Args:
        moment: after which line of the game's log it is shown; None for the present, and from then on.
    """

    do: Literal["look at"]
    room: RoomName
    game: Annotated[str, Field(pattern=r"^[A-Za-z0-9]{0,16}$")]
    moment: Annotated[int, Field(ge=0, le=99_999)] | None = None


class StillThere(_Frame):
    """A tab asks if the table is still there."""

    do: Literal["still there"]


class ListAccounts(_Frame):
    """The host wants to see all accounts."""

    do: Literal["accounts"]


class RemoveLine(_Frame):
    """The host removes what a person said at the table."""

    do: Literal["remove line"]
    id: _Id
    message: _Number


class RemoveAccount(_Frame):
    """The host removes an account."""

    do: Literal["remove account"]
    id: _Id
    account: _Token


class OpenApp(_Frame):
    """The Mini App introduces itself.

    Args:
        data: the `initData` of Telegram, which says who opened it.
        language: the language of the page; empty if it is no language tag.
        zone: the time zone of the browser; empty if it names none.
        types: the `TYPES` that the page knows; empty for a page of 0.3.0 or older.
    """

    do: Literal["open app"]
    data: _InitData
    language: _Language
    zone: Annotated[str, _Zone] = ""
    types: _Token = ""


class ShowLobby(_Frame):
    """A person wants to see what they may play, answer or look at."""

    do: Literal["lobby"]


class ShowSettings(_Frame):
    """A person wants to see their settings."""

    do: Literal["settings"]


FromPage = (
    Hello
    | MakeSignInCode
    | SitDown
    | TakeName
    | Say
    | PressButton
    | Complete
    | ShowEarlier
    | LookAt
    | StillThere
    | ListAccounts
    | RemoveLine
    | RemoveAccount
    | OpenApp
    | ShowLobby
    | ShowSettings
)

_READER: TypeAdapter[FromPage] = TypeAdapter(
    Annotated[FromPage, Field(discriminator="do")], config=ConfigDict(hide_input_in_errors=True)
)


def read_frame(text: str) -> FromPage:
    """Return what a browser asks for.

    Raises:
        BadFrame: the page never sends such a thing.
    """
    # Only a pasted record makes a frame large; anything else of that size would be parsed for nothing.
    if len(text) > (LARGEST if '"attached"' in text else _LARGEST_WITHOUT):
        raise BadFrame("too large")
    try:
        return _READER.validate_json(_without_lone_surrogates(text))
    except ValidationError as error:
        (fault, *_) = error.errors(include_url=False, include_context=False, include_input=False)
        kind, *path = map(str, fault["loc"]) if fault["loc"] else ("no frame",)
        raise BadFrame(kind, ".".join(path)) from None


def _without_lone_surrogates(text: str) -> str:
    """Return a frame as pydantic can read it: a browser sends half of a pair if a person typed only that."""
    if not _SURROGATE.search(text):
        return text
    try:
        return re.sub("[\ud800-\udfff]", _HALF, json.dumps(json.loads(text), ensure_ascii=False))
    except (ValueError, RecursionError):
        raise BadFrame("no frame") from None
