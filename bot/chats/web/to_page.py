"""To the page: the frames that the table sends over the WebSocket, and how they are written as JSON.

`page/frames.js` has their types for the page; `make page-types` writes them from these values.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import timedelta
from enum import Enum
from importlib.resources import files
from operator import attrgetter
from typing import Any, ClassVar, Final

from bot.talk.reply import Address, Bold, Button, Code, Mention, Rows, Stage
from bot.talk.views.game_log import LogLine
from bot.talk.views.lesson import LessonStep
from bot.talk.views.lobby import Lobby, RoomName
from bot.talk.views.scenes import TouchBoard
from bot.talk.views.settings import Setting
from bot.talk.views.table import Table

TYPES: Final = hashlib.sha256((files("bot.chats.web") / "page" / "frames.js").read_bytes()).hexdigest()[:16]
"""A digest of the types of all frames. A page that knows another one is of another version than the table."""

Box = tuple[float, float, float, float]
"""Left, top, width and height of an area on a picture, in percent of it."""

Areas = dict[str, dict[str, Box]]
"""For each layout and side, as `full-w`, the places of the points, the bar (`25`) and the trays (`off-w`)."""

# Parts of messages and answers.


SpanView = str | Bold | Code | Mention | Address
"""A stretch of text, as the page shows it."""


@dataclass(frozen=True, slots=True)
class AccountView:
    """A person as others see them."""

    account: str
    name: str


@dataclass(frozen=True, slots=True)
class BoardView:
    """A picture, and what has to be known to press points on it.

    Args:
        address: where the page fetches the picture.
        alt: the board in words.
        side: the side that sits below.
        mover: who is to move; None if it shows no board, or nobody is to move.
        numbers: what is written at the points 1 to 24; empty if that is their own numbers.
        width: in pixels.
        height: in pixels.
    """

    address: str
    alt: str
    side: str
    layout: str
    mover: str | None
    numbers: tuple[int, ...]
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class AnimationView:
    """An animation.

    Args:
        address: with `.gif` added, the animation; with `.json` added, its progress.
        alt: the animation in words.
    """

    address: str
    alt: str


@dataclass(frozen=True, slots=True)
class DocumentView:
    """A file to be saved, which the page can fetch for some minutes."""

    address: str
    name: str


@dataclass(frozen=True, slots=True)
class InviteView:
    """A button that copies a link for a friend.

    Args:
        start: what the link carries.
        text: what the friend reads beside the link.
    """

    label: str
    start: str
    text: str


@dataclass(frozen=True, slots=True)
class ReplyView:
    """An answer that is for one person alone and kept nowhere.

    Args:
        board: the picture, if there is one.
        animation: what is shown in its place, if it moves.
        document: a file that goes along, if there is one.
        notifies: the accounts that the text mentions.
        waits_for: the accounts of those who must act now.
        pending: where the page asks for the finished answer, if this one is a progress report.
        opens: what the page opens instead of showing it: `settings`; empty if it shows it.
        offered_at: the stage of a game for which its buttons are meant, if they are for a game.
    """

    text: tuple[SpanView, ...]
    board: BoardView | None = None
    animation: AnimationView | None = None
    document: DocumentView | None = None
    buttons: Rows = ()
    invites: tuple[InviteView, ...] = ()
    notifies: tuple[str, ...] = ()
    waits_for: tuple[str, ...] = ()
    pending: str | None = None
    opens: str = ""
    offered_at: Stage | None = None


@dataclass(frozen=True, slots=True)
class MessageView:
    """A kept message.

    Args:
        id: its number in the log.
        time: when it was first said, in seconds since 1970.
        author: the person who said it; None if the table itself did.
        board: the picture, if there is one.
        notifies: the accounts that the text mentions.
        waits_for: the accounts of those who must act now.
        game: the id of the game whose board it is, if that can be opened.
        challenge: the id of the challenge whose card it is, if that is open.
        past_game: the id of the game whose board it was, if a newer message shows that now.
    """

    id: str
    time: float
    author: AccountView | None
    text: tuple[SpanView, ...]
    board: BoardView | None
    buttons: Rows
    invites: tuple[InviteView, ...]
    notifies: tuple[str, ...]
    waits_for: tuple[str, ...]
    game: str | None
    challenge: str | None
    past_game: str | None


# Frames: `kind` is sent as `is`.


@dataclass(frozen=True, slots=True)
class Welcome:
    """The first answer to a hello.

    Args:
        secret: a fresh secret, if the one that was offered is none.
        account: whose secret it is; None if it is nobody's yet.
        name: the name of that person.
        areas: the places of the points on a board.
        closed: True if the tab may not even look, because its link has no valid key.
        offer: the name of the person whose account the hello's code opens; empty if it opens none, None if
            there is no code.
        types: the `TYPES` of the table; a page that knows others loads once more.
    """

    kind: ClassVar[str] = "welcome"
    secret: str | None
    account: str | None
    name: str | None
    areas: Areas
    closed: bool
    offer: str | None = None
    types: str = TYPES


@dataclass(frozen=True, slots=True)
class SignInCode:
    """A link that signs the person in on one more browser.

    Args:
        id: the id of the frame that asked for it.
        size: modules across its QR code, with the margin.
        path: the dark modules, as an SVG path of that size.
    """

    kind: ClassVar[str] = "sign-in code"
    id: str
    address: str
    size: int
    path: str


@dataclass(frozen=True, slots=True)
class Rights:
    """What the person may do.

    Args:
        host: True if the person administers the table.
        key: the key that a link for others needs; empty if it needs none.
    """

    kind: ClassVar[str] = "rights"
    host: bool
    key: str


@dataclass(frozen=True, slots=True)
class Accounts:
    """All accounts, for the host."""

    kind: ClassVar[str] = "accounts"
    accounts: tuple[AccountView, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """The person has this name now.

    Args:
        id: the id of the frame that asked for it; None if another tab of the person did.
    """

    kind: ClassVar[str] = "named"
    id: str | None
    account: str
    name: str


@dataclass(frozen=True, slots=True)
class NameRefused:
    """The person cannot have the name, for the reason in the text."""

    kind: ClassVar[str] = "refused"
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Language:
    """The language in which the person is answered from now on."""

    kind: ClassVar[str] = "language"
    language: str


@dataclass(frozen=True, slots=True)
class Room:
    """The last messages of a room, oldest first.

    Args:
        before: what to ask for to see what was said before those; None if there is nothing.
    """

    kind: ClassVar[str] = "room"
    room: RoomName
    messages: tuple[MessageView, ...]
    before: str | None


@dataclass(frozen=True, slots=True)
class EarlierMessages:
    """Messages of a room that were said before others; the fields are those of `Room`."""

    kind: ClassVar[str] = "earlier"
    room: RoomName
    messages: tuple[MessageView, ...]
    before: str | None


@dataclass(frozen=True, slots=True)
class Message:
    """A message is new, or has changed."""

    kind: ClassVar[str] = "message"
    room: RoomName
    message: MessageView


@dataclass(frozen=True, slots=True)
class MessageRemoved:
    """A message was removed, by its id."""

    kind: ClassVar[str] = "removed"
    room: RoomName
    message: str


@dataclass(frozen=True, slots=True)
class Done:
    """An action of the person is done; the answers are for them alone."""

    kind: ClassVar[str] = "done"
    id: str
    replies: tuple[ReplyView, ...]


@dataclass(frozen=True, slots=True)
class Completions:
    """The whole lines that the typed beginning could become."""

    kind: ClassVar[str] = "completions"
    id: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableFrame:
    """A game that the tab looks at; None if there is no such game for the person."""

    kind: ClassVar[str] = "table"
    room: RoomName
    game: str
    table: Table | None


@dataclass(frozen=True, slots=True)
class Settings:
    """The person's settings, and those of the common table; empty where there is no such room."""

    kind: ClassVar[str] = "settings"
    mine: tuple[Setting, ...]
    table: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class Theme:
    """The theme of the person's boards, and of the page."""

    kind: ClassVar[str] = "theme"
    theme: str


@dataclass(frozen=True, slots=True)
class Here:
    """The table is still there."""

    kind: ClassVar[str] = "here"


@dataclass(frozen=True, slots=True)
class PageWords:
    """The texts of the Mini App's page in the person's language, before the welcome.

    Args:
        words: the texts by their ids.
        start: what the link carried by which the app was opened; empty if it carried nothing.
    """

    kind: ClassVar[str] = "words"
    language: str
    words: dict[str, str]
    start: str


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """It is not known who opened the app, and what to do; the connection is closed after it."""

    kind: ClassVar[str] = "turned away"
    text: str


ToPage = (
    Welcome
    | SignInCode
    | Rights
    | Accounts
    | Named
    | NameRefused
    | Language
    | Room
    | EarlierMessages
    | Message
    | MessageRemoved
    | Done
    | Completions
    | TableFrame
    | Here
    | PageWords
    | TurnedAway
    | Lobby
    | Settings
    | Theme
)

# Over HTTP, where the page asks again until something is finished.


@dataclass(frozen=True, slots=True)
class AnswerProgress:
    """How far an answer is; no reply if it was stopped."""

    reply: ReplyView | None


@dataclass(frozen=True, slots=True)
class AnimationProgress:
    """How far an animation is.

    Args:
        made: how many of its pictures are drawn.
        of: how many it has.
        finished: True if the page can fetch it.
    """

    made: int
    of: int
    finished: bool


OverHttp = AnswerProgress | AnimationProgress | LessonStep


_NOT_SENT: Mapping[type, str] = {Button: "private_line", LogLine: "moment", TouchBoard: "side"}
"""Fields that the page has no use for."""

_SENT_AS: Mapping[type, Mapping[str, str]] = {
    Bold: {"text": "bold"},
    Code: {"text": "code"},
    Address: {"text": "address"},
    Mention: {"name": "mention"},
}
"""What else than its name says what a field is: the page tells stretches of text apart by their fields."""

_KINDS: Mapping[type, str] = {Lobby: "lobby"}
"""The kinds of the values of `bot.talk` that are frames."""


def to_json(frame: ToPage | OverHttp) -> str:
    """Return a frame to the page as it is sent."""
    return json.dumps(frame, default=_as_sent, ensure_ascii=False, separators=(",", ":"))


def sent_fields(kind: type[Any]) -> dict[str, str]:
    """Return the fields of a value by the names under which they are sent.

    The fields of the board of a table stand among the table's own.
    """
    sent: dict[str, str] = {}
    for name in (field.name for field in fields(kind)):
        if kind is Table and name == "board":
            sent |= {inner: f"board.{path}" for inner, path in sent_fields(TouchBoard).items()}
        elif name != _NOT_SENT.get(kind):
            sent[_SENT_AS.get(kind, {}).get(name, name.removeprefix("is_"))] = name
    return sent


def kind_of(kind: type) -> str | None:
    """Return what a frame says it `is`; None for a part of a frame."""
    return _KINDS.get(kind) or getattr(kind, "kind", None)


_GETTERS: dict[type, list[tuple[str, Callable[[Any], object]]]] = {}


def _as_sent(value: Any) -> Any:  # noqa: ANN401 - whatever a frame is made of
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, timedelta):
        return value.total_seconds()
    # One level at a time, called by the encoder: `dataclasses.asdict` would first copy the whole tree, and
    # the fifty messages of a room are sent to each new tab.
    kind = type(value)
    if kind not in _GETTERS:
        _GETTERS[kind] = [(name, attrgetter(path)) for name, path in sent_fields(kind).items()]
    members = {name: of(value) for name, of in _GETTERS[kind]}
    return members if (word := kind_of(kind)) is None else {"is": word} | members
