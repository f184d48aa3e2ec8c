"""To the page: the frames that the server sends over the WebSocket, and their JSON form.

`make page-types` generates the page's types, `page/frames.js`, from these classes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from datetime import timedelta
from enum import Enum
from importlib.resources import files
from operator import attrgetter
from typing import Any, ClassVar, Final

from bot.talk.on_board import BoardHint, Objection
from bot.talk.reply import Address, Bold, Button, Code, Invitation, Mention, Rows, Stage
from bot.talk.views.analysis_page import AnalysisPage
from bot.talk.views.finished import Finished
from bot.talk.views.game_log import LogLine
from bot.talk.views.invited import Invited
from bot.talk.views.landing import Landing
from bot.talk.views.lesson import LessonStep
from bot.talk.views.lobby import Lobby, RoomName
from bot.talk.views.new_game import Friends, NewGame
from bot.talk.views.profile_page import ProfilePage
from bot.talk.views.puzzle_step import PuzzleStep
from bot.talk.views.scenes import TouchBoard
from bot.talk.views.settings import Setting
from bot.talk.views.table import Table

TYPES: Final = hashlib.sha256((files("bot.chats.web") / "page" / "frames.js").read_bytes()).hexdigest()[:16]
"""A digest of the types of all frames. A page with another digest is of another version and must reload."""

Box = tuple[float, float, float, float]
"""Left, top, width and height of an area on a picture, in percent of it."""

Areas = dict[str, dict[str, Box]]
"""For each layout and side (`full-w`): the areas of the points, the bar (`25`) and the trays (`off-w`)."""

# The parts of messages and answers.


SpanView = str | Bold | Code | Mention | Address
"""A piece of a text: plain, bold, code, a mention of a person, or an address to copy."""


@dataclass(frozen=True, slots=True)
class AccountView:
    """A person: account and name."""

    account: str
    name: str


@dataclass(frozen=True, slots=True)
class BoardView:
    """A picture of a board or chart, with what the page needs to make points pressable.

    Args:
        address: where the page fetches the picture.
        alt: the board in words.
        side: the side at the lower edge, `w` or `b`.
        mover: the side to move; None for a chart, or if neither side is to move.
        numbers: the labels of the points 1 to 24; empty if each has its own number.
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
        address: plus `.gif` for the animation, plus `.json` for its progress.
        alt: the animation in words.
    """

    address: str
    alt: str


@dataclass(frozen=True, slots=True)
class DocumentView:
    """A file to download, available for ten minutes."""

    address: str
    name: str


@dataclass(frozen=True, slots=True)
class InviteView:
    """A button that copies a link for a friend.

    Args:
        start: the start parameter of the link.
        text: the invitation that the friend reads with the link.
    """

    label: str
    start: str
    text: str


@dataclass(frozen=True, slots=True)
class ReplyView:
    """An answer for one person alone, which is not stored.

    Args:
        board: the picture, or None.
        animation: an animation to show in place of the picture, or None.
        document: a file to download, or None.
        notifies: the accounts that the text mentions.
        waits_for: the accounts of the players who must act now.
        pending: the address that the page polls for the finished answer; None if this one is final.
        opens: `settings`, `new game` or `finished` if the page opens its settings, the form of a new game or
            the list of finished games instead of showing the answer, else empty.
        offered_at: the stage of the game that the buttons belong to; None without a game.
        invitation: the invitation that the page shares instead of showing the answer, or None.
        hint: a hint to draw on the open board, or None.
        objection: the points that explain on the open board why a move is illegal, or None.
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
    invitation: Invitation | None = None
    hint: BoardHint | None = None
    objection: Objection | None = None


@dataclass(frozen=True, slots=True)
class MessageView:
    """A stored message of a room.

    Args:
        id: its number in the log.
        time: when it was first posted, in seconds since 1970.
        author: the person who posted it; None for the bot.
        board: the picture, or None.
        notifies: the accounts that the text mentions.
        waits_for: the accounts of the players who must act now.
        game: the id of the live game whose board it shows, or None.
        challenge: the id of the open challenge whose card it is, or None.
        past_game: the id of the game whose board it showed before a newer message took over, or None.
        changed: when the board was last changed, which puts it behind later messages; None if never.
        is_line: True if it is all that is left of a board that a newer message took over.
        translations: the text by language, from which each tab gets its own; empty if all read the same.
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
    changed: float | None
    is_line: bool = False
    translations: Mapping[str, tuple[SpanView, ...]] = field(default_factory=dict)


# Frames: `kind` is sent as `is`.


@dataclass(frozen=True, slots=True)
class Welcome:
    """The first answer to a hello.

    Args:
        secret: a fresh secret for the browser to keep; None if the secret in the hello is valid.
        account: the account that the secret opens, or None.
        name: the name of that account, or None.
        areas: the areas of the points on a board.
        closed: True if the tab may not even look, because its link has no valid key.
        offer: the name of the account that the hello's sign-in code opens; empty if the code is invalid, None
            if there is no code, or if the tab is signed in to that account already.
        types: the server's `TYPES`; a page with a different digest reloads.
        is_guest: True if the bot chose the account's name; a name that the person chooses replaces it.
    """

    kind: ClassVar[str] = "welcome"
    secret: str | None
    account: str | None
    name: str | None
    areas: Areas
    closed: bool
    offer: str | None = None
    types: str = TYPES
    is_guest: bool = False


@dataclass(frozen=True, slots=True)
class SignInCode:
    """A link that signs the person in on one more browser.

    Args:
        id: the id of the request.
        size: the width of its QR code in modules, margin included.
        path: the dark modules as an SVG path of that size.
    """

    kind: ClassVar[str] = "sign-in code"
    id: str
    address: str
    size: int
    path: str


@dataclass(frozen=True, slots=True)
class QrCode:
    """A text as a QR code.

    Args:
        id: the id of the request.
        size: the width of the code in modules, margin included.
        path: the dark modules as an SVG path of that size.
    """

    kind: ClassVar[str] = "qr code"
    id: str
    size: int
    path: str


@dataclass(frozen=True, slots=True)
class Rights:
    """The person's rights at the table.

    Args:
        host: True if the person administers the table.
        key: the key for invitation links; empty if they need none.
    """

    kind: ClassVar[str] = "rights"
    host: bool
    key: str


@dataclass(frozen=True, slots=True)
class Accounts:
    """The accounts of the local table, at most 5000, for the host; none for any other person."""

    kind: ClassVar[str] = "accounts"
    accounts: tuple[AccountView, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """The person has this name now.

    Args:
        id: the id of the request; None if another tab of the person made it.
        is_guest: True if the bot chose the name.
    """

    kind: ClassVar[str] = "named"
    id: str | None
    account: str
    name: str
    is_guest: bool


@dataclass(frozen=True, slots=True)
class NameRefused:
    """A request for a name or about a sign-in code is refused, for the reason in the text."""

    kind: ClassVar[str] = "refused"
    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Language:
    """The language of the page from now on."""

    kind: ClassVar[str] = "language"
    language: str


@dataclass(frozen=True, slots=True)
class Room:
    """The last messages of a room, at most 50, the oldest first; they replace all that the page shows of it.

    Args:
        before: the number to ask for earlier messages with; None if there are none.
    """

    kind: ClassVar[str] = "room"
    room: RoomName
    messages: tuple[MessageView, ...]
    before: str | None


@dataclass(frozen=True, slots=True)
class EarlierMessages:
    """Earlier messages of a room, with the fields of `Room`."""

    kind: ClassVar[str] = "earlier"
    room: RoomName
    messages: tuple[MessageView, ...]
    before: str | None


@dataclass(frozen=True, slots=True)
class Message:
    """A message of a room is new, or has changed."""

    kind: ClassVar[str] = "message"
    room: RoomName
    message: MessageView


@dataclass(frozen=True, slots=True)
class MessageRemoved:
    """The message of a room with this id was removed."""

    kind: ClassVar[str] = "removed"
    room: RoomName
    message: str


@dataclass(frozen=True, slots=True)
class Done:
    """An action of the person is done, or was refused or failed; its private answers come along."""

    kind: ClassVar[str] = "done"
    id: str
    replies: tuple[ReplyView, ...]


@dataclass(frozen=True, slots=True)
class Completions:
    """The full lines that could complete the person's typed text."""

    kind: ClassVar[str] = "completions"
    id: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TableFrame:
    """The board of a game, now or at an earlier moment; None if the person may not see the game."""

    kind: ClassVar[str] = "table"
    room: RoomName
    game: str
    table: Table | None


@dataclass(frozen=True, slots=True)
class Settings:
    """The person's settings and those of the common table; the Mini App gets none of the table."""

    kind: ClassVar[str] = "settings"
    mine: tuple[Setting, ...]
    table: tuple[Setting, ...]


@dataclass(frozen=True, slots=True)
class Theme:
    """The theme of the page and of the person's boards."""

    kind: ClassVar[str] = "theme"
    theme: str


@dataclass(frozen=True, slots=True)
class Here:
    """The server is still there: the answer to `StillThere`."""

    kind: ClassVar[str] = "here"


@dataclass(frozen=True, slots=True)
class PageWords:
    """The texts of the Mini App's page in the person's language, sent before the welcome.

    Args:
        words: the texts by their ids.
        start: the start parameter of the link that opened the app; empty if it had none.
    """

    kind: ClassVar[str] = "words"
    language: str
    words: dict[str, str]
    start: str


@dataclass(frozen=True, slots=True)
class TurnedAway:
    """The Mini App's user could not be verified; the text says what to do, then the connection closes."""

    kind: ClassVar[str] = "turned away"
    text: str


ToPage = (
    Welcome
    | SignInCode
    | QrCode
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
    | Finished
    | ProfilePage
    | NewGame
    | Friends
    | Landing
    | Invited
    | AnalysisPage
    | Settings
    | Theme
)

# Served over HTTP. The page polls the progress values until they are finished.


@dataclass(frozen=True, slots=True)
class AnswerProgress:
    """The finished answer or a progress report; None if the work was stopped."""

    reply: ReplyView | None


@dataclass(frozen=True, slots=True)
class AnimationProgress:
    """The progress of an animation.

    Args:
        made: the number of pictures that are drawn.
        of: the number of pictures in all.
        finished: True if the page can fetch the animation.
    """

    made: int
    of: int
    finished: bool


OverHttp = AnswerProgress | AnimationProgress | LessonStep | PuzzleStep | Landing


_NOT_SENT: Mapping[type, str] = {
    Button: "private_line",
    LogLine: "moment",
    TouchBoard: "side",
    MessageView: "translations",
}
"""The field of each class that is not sent."""

_SENT_AS: Mapping[type, Mapping[str, str]] = {
    Bold: {"text": "bold"},
    Code: {"text": "code"},
    Address: {"text": "address"},
    Mention: {"name": "mention"},
}
"""Fields that are sent under another name. The page tells pieces of text apart by these names."""

_KINDS: Mapping[type, str] = {
    Lobby: "lobby",
    Finished: "finished",
    ProfilePage: "profile",
    NewGame: "new game",
    Friends: "friends",
    Landing: "landing",
    Invited: "invited",
    AnalysisPage: "analysis",
}
"""The kind, sent as `is`, of the `bot.talk` values that are frames themselves."""


def to_json(frame: ToPage | OverHttp) -> str:
    """Return the JSON text of a frame."""
    return json.dumps(frame, default=_as_sent, ensure_ascii=False, separators=(",", ":"))


def sent_fields(kind: type[Any]) -> dict[str, str]:
    """Return the fields of a class that are sent: the sent name of each, and its attribute path.

    The fields of a table's board are sent as fields of the table itself.
    """
    sent: dict[str, str] = {}
    for name in (each.name for each in fields(kind)):
        if kind is Table and name == "board":
            sent |= {inner: f"board.{path}" for inner, path in sent_fields(TouchBoard).items()}
        elif name != _NOT_SENT.get(kind):
            sent[_SENT_AS.get(kind, {}).get(name, name.removeprefix("is_"))] = name
    return sent


def kind_of(kind: type) -> str | None:
    """Return the kind of a frame, sent as `is`; None for a part of a frame."""
    return _KINDS.get(kind) or getattr(kind, "kind", None)


_GETTERS: dict[type, list[tuple[str, Callable[[Any], object]]]] = {}


def _as_sent(value: Any) -> Any:  # noqa: ANN401 - whatever a frame is made of
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, timedelta):
        return value.total_seconds()
    # Called by the encoder level by level: `dataclasses.asdict` would copy the whole tree first, and be slow.
    kind = type(value)
    if kind not in _GETTERS:
        _GETTERS[kind] = [(name, attrgetter(path)) for name, path in sent_fields(kind).items()]
    members = {name: of(value) for name, of in _GETTERS[kind]}
    return members if (word := kind_of(kind)) is None else {"is": word} | members
