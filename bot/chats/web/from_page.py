"""From the page: the frames that a browser sends over the WebSocket, and their parser.

`make page-types` generates the page's types, `page/frames.js`, from these models.
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

MOST_FRAME_BYTES: Final = 300_000
"""The most bytes of a frame from a browser, including a pasted text."""

_MOST_BYTES_WITHOUT_TEXT = 4096
_LONGEST_INIT_DATA = 3500
"""The most characters of Telegram's `initData`, where each Cyrillic letter of a name takes six."""

_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}")
_ZONE = re.compile(r"[A-Za-z0-9_+/-]{1,64}")
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]|[\ud800-\udfff]")
_HALF: Final = "\uffff"
"""The character put in place of a lone surrogate, which JSON may contain but UTF-8 text cannot.

Texts get "?" for it later. Other fields that contain it are refused.
"""


def is_language(tag: str) -> bool:
    """Return True if a text has the form of a language tag."""
    return _LANGUAGE.fullmatch(tag) is not None


def _language(tag: str) -> str:
    return tag if is_language(tag) else ""


def _zone(given: object) -> str:
    # Only the form is checked here; `zoneinfo` later decides if the zone exists.
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
    # For an oversized text the page sends only the size, so that the answer can name it.
    return (
        Attached("", given.size)
        if given.size > LONGEST_TEXT
        else Attached.of(given.text.replace(_HALF, "?").encode())
    )


_Id = Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{8,64}$")]
"""The tab's id of an action; a resent action has the same id."""
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
    # Validation errors are logged, so they must not quote what a person typed.
    model_config = ConfigDict(frozen=True, strict=True, hide_input_in_errors=True)


class Hello(_Frame):
    """A tab introduces itself: its first frame, which is answered by `Welcome`.

    Args:
        secret: the secret that the browser keeps; empty if it has none.
        language: the language of the page; empty if it is no language tag.
        key: the key of the link that opened the page; empty if it had none.
        zone: the time zone of the browser; empty if unknown.
        code: the sign-in code of the link that opened the page; empty if it had none.
        types: the digest of the frame types that the page knows (`TYPES`); empty for 0.3.0 or older.
    """

    do: Literal["hello"]
    secret: _Token
    language: _Language
    key: _Token = ""
    zone: Annotated[str, _Zone] = ""
    code: _Token = ""
    types: _Token = ""


class MakeSignInCode(_Frame):
    """A person asks for a code that signs one more browser in to their account.

    Args:
        origin: the address of the page for that browser, without a slash at its end.
    """

    do: Literal["sign-in code"]
    id: _Id
    origin: Annotated[
        str, Field(pattern=r"^https?://[A-Za-z0-9.:\[\]-]{1,200}(/[A-Za-z0-9._~-]{1,100}){0,5}$")
    ]


class UseSignInCode(_Frame):
    """A person confirms to sign in with the code that the tab's hello carried."""

    do: Literal["sit down"]
    id: _Id


class TakeName(_Frame):
    """A person chooses a name, and gets an account with it if the browser has none."""

    do: Literal["name"]
    id: _Id
    name: str


class BecomeGuest(_Frame):
    """A visitor begins to play; a browser without an account gets one, with a name that the bot chooses."""

    do: Literal["guest"]
    id: _Id


class Say(_Frame):
    """A person typed a line.

    Args:
        message: the message that the line replies to; None if it replies to none.
        attached: a longer text that was pasted with the line, or None.
    """

    do: Literal["say"]
    id: _Id
    room: RoomName
    text: _Typed
    message: _Number | None
    attached: Annotated[Attached | None, AfterValidator(_whole)] = None


class PressButton(_Frame):
    """A person pressed a button.

    Args:
        data: what the button does, as the bot put it into the button.
        message: the message with the button; None for a private answer or the open board.
    """

    do: Literal["press"]
    id: _Id
    room: RoomName
    data: Annotated[str, Field(pattern=r"^[\x00-\x7f]{1,64}$")]
    message: _Number | None


class Complete(_Frame):
    """A person is typing a line; the page asks for full lines that could complete it."""

    do: Literal["complete"]
    id: _Id
    room: RoomName
    text: _Beginning


class ShowEarlier(_Frame):
    """A person asks for the messages of a room before a message."""

    do: Literal["earlier"]
    room: RoomName
    before: _Number


class LookAt(_Frame):
    """A person opens the board of a game; with an empty `game` they close the open board.

    Args:
        moment: the line of the game's log after which to show the board; None to follow the live game.
    """

    do: Literal["look at"]
    room: RoomName
    game: Annotated[str, Field(pattern=r"^[A-Za-z0-9]{0,16}$")]
    moment: Annotated[int, Field(ge=0, le=99_999)] | None = None


class Analyse(_Frame):
    """A person asks for the analysis of a finished game, which is computed if none is stored."""

    do: Literal["analyse"]
    room: RoomName
    game: Annotated[str, Field(pattern=r"^[A-Za-z0-9]{1,16}$")]


class StillThere(_Frame):
    """A tab checks if the server still answers."""

    do: Literal["still there"]


class ListAccounts(_Frame):
    """The host asks for the list of accounts."""

    do: Literal["accounts"]


class RemoveLine(_Frame):
    """The host removes a message that a person posted at the table."""

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
        data: Telegram's signed `initData`, which identifies the user.
        language: the language of the page; empty if it is no language tag.
        zone: the time zone of the browser; empty if unknown.
        types: the digest of the frame types that the page knows (`TYPES`); empty for 0.3.0 or older.
    """

    do: Literal["open app"]
    data: _InitData
    language: _Language
    zone: Annotated[str, _Zone] = ""
    types: _Token = ""


class ShowLobby(_Frame):
    """A person asks for the lobby: what they may play, answer or look at."""

    do: Literal["lobby"]


class ShowInvitation(_Frame):
    """A visitor without an account asks for the invitation of the link that opened the page.

    Args:
        start: the start parameter of the link.
    """

    do: Literal["invited"]
    start: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")]


class ShowFinished(_Frame):
    """A person asks for a page of their finished games."""

    do: Literal["finished"]
    shown: Literal["all", "won", "lost", "drawn"]
    page: Annotated[int, Field(ge=1, le=9999)]
    opponent: Annotated[str, Field(pattern=r"^[0-9]{0,15}$")] = ""


class ShowProfile(_Frame):
    """A person asks for their own profile."""

    do: Literal["profile"]


class ShowNewGame(_Frame):
    """A person or a visitor asks for the form of a new game."""

    do: Literal["new game"]


class FindFriends(_Frame):
    """A person types the beginning of a name in the form of a new game."""

    do: Literal["friends"]
    id: _Id
    text: Annotated[_Typed, Field(max_length=64)]


class DrawQrCode(_Frame):
    """The page asks for a link as a QR code."""

    do: Literal["qr code"]
    id: _Id
    text: Annotated[str, Field(pattern=r"^https?://[\x21-\x7e]{1,300}$")]


class ShowSettings(_Frame):
    """A person asks for their settings."""

    do: Literal["settings"]


FromPage = (
    Hello
    | MakeSignInCode
    | UseSignInCode
    | TakeName
    | BecomeGuest
    | Say
    | PressButton
    | Complete
    | ShowEarlier
    | LookAt
    | Analyse
    | StillThere
    | ListAccounts
    | RemoveLine
    | RemoveAccount
    | OpenApp
    | ShowLobby
    | ShowInvitation
    | ShowFinished
    | ShowProfile
    | ShowNewGame
    | FindFriends
    | DrawQrCode
    | ShowSettings
)

_READER: TypeAdapter[FromPage] = TypeAdapter(
    Annotated[FromPage, Field(discriminator="do")], config=ConfigDict(hide_input_in_errors=True)
)


def read_frame(text: str) -> FromPage:
    """Parse and validate a frame from a browser.

    Raises:
        BadFrame: the text is too large, or no frame that the page sends.
    """
    # Only a pasted text makes a frame large; refuse any other large text before spending time on parsing it.
    if len(text) > (MOST_FRAME_BYTES if '"attached"' in text else _MOST_BYTES_WITHOUT_TEXT):
        raise BadFrame("too large")
    try:
        return _READER.validate_json(_without_lone_surrogates(text))
    except ValidationError as error:
        (fault, *_) = error.errors(include_url=False, include_context=False, include_input=False)
        kind, *path = map(str, fault["loc"]) if fault["loc"] else ("no frame",)
        raise BadFrame(kind, ".".join(path)) from None


def _without_lone_surrogates(text: str) -> str:
    """Put `_HALF` in place of each lone surrogate, which a browser may send but pydantic cannot read.

    Raises:
        BadFrame: the text has a surrogate and is no JSON.
    """
    if not _SURROGATE.search(text):
        return text
    try:
        return re.sub("[\ud800-\udfff]", _HALF, json.dumps(json.loads(text), ensure_ascii=False))
    except (ValueError, RecursionError):
        raise BadFrame("no frame") from None
