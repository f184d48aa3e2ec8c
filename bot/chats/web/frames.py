"""Frames: what the page and the table send each other over the WebSocket, as values.

Their fields are named as in the JSON. `page/frames.js` declares the same for the page; a test holds both
equal, so a field that is added here is added there.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from bot.chats.web.app_frames import Lobby, OpenApp, PageWords, ShowLobby, TurnedAway
from bot.chats.web.settings_frames import Settings, ShowSettings, Theme

if TYPE_CHECKING:
    from bot.chats.web.lesson_frames import LessonView
    from bot.chats.web.table_frames import TableView
    from bot.talk.incoming import Attached

RoomName = Literal["table", "me"]
"""The page's names of its two rooms: the one that all see and the person's own."""

# Views: what the frames to the page are made of.


@dataclass(frozen=True, slots=True)
class BoldSpan:
    """A stretch of text that stands out."""

    bold: str


@dataclass(frozen=True, slots=True)
class CodeSpan:
    """A stretch of text to be typed or copied as it is."""

    code: str


@dataclass(frozen=True, slots=True)
class MentionSpan:
    """The name of a person who is called, and the person's account."""

    mention: str
    account: str


@dataclass(frozen=True, slots=True)
class AddressSpan:
    """An address to be opened, or sent to others; one that begins with a slash is the page's own."""

    address: str


SpanView = str | BoldSpan | CodeSpan | MentionSpan | AddressSpan


@dataclass(frozen=True, slots=True)
class AccountView:
    """A person as others see him."""

    account: str
    name: str


@dataclass(frozen=True, slots=True)
class BoardView:
    """A picture, and what has to be known to press points on it.

    Args:
        address: where the picture is found.
        alt: the board in words.
        side: whose side it is seen from.
        mover: who is to move; None if it shows no board, or nobody is.
        numbers: what is written at the points 1 to 24, where it is not their own numbers; empty elsewhere.
        width: its width in pixels.
        height: its height in pixels.
    """

    address: str
    alt: str
    side: str
    mover: str | None
    numbers: tuple[int, ...]
    width: int
    height: int


@dataclass(frozen=True, slots=True)
class AnimationView:
    """An animation.

    Args:
        address: where it is found with `.gif` added; with `.json` added, its progress.
        alt: what it is, in words.
    """

    address: str
    alt: str


@dataclass(frozen=True, slots=True)
class ButtonView:
    """A button; its points are those of `bot.talk.reply.Button`."""

    label: str
    data: str
    style: str
    source: int | None
    target: int | None


@dataclass(frozen=True, slots=True)
class InviteView:
    """A button that copies a link for a friend.

    Args:
        label: what stands on it.
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
        text: the words.
        board: the picture, if there is one.
        animation: what is shown in its place, if it moves.
        buttons: rows of buttons.
        invites: the links to send to others.
        notifies: the accounts that the text calls.
        waits_for: the accounts of those who must act now.
        pending: where the finished answer is asked for, if this one is still being worked on.
        opens: what the page opens instead of showing it: `settings`; empty, if nothing.
    """

    text: tuple[SpanView, ...]
    board: BoardView | None
    animation: AnimationView | None
    buttons: tuple[tuple[ButtonView, ...], ...]
    invites: tuple[InviteView, ...]
    notifies: tuple[str, ...]
    waits_for: tuple[str, ...]
    pending: str | None
    opens: str


@dataclass(frozen=True, slots=True)
class MessageView:
    """A kept message.

    Args:
        id: its number, as a text.
        time: when it was first said, in seconds since 1970.
        author: who said it; None if the table itself did.
        text: the words.
        board: the picture, if there is one.
        buttons: rows of buttons.
        invites: the links to send to others.
        notifies: the accounts that the text calls.
        waits_for: the accounts of those who must act now.
        game: the id of the game whose board it is, if that can be opened.
    """

    id: str
    time: float
    author: AccountView | None
    text: tuple[SpanView, ...]
    board: BoardView | None
    buttons: tuple[tuple[ButtonView, ...], ...]
    invites: tuple[InviteView, ...]
    notifies: tuple[str, ...]
    waits_for: tuple[str, ...]
    game: str | None


Box = tuple[float, float, float, float]
"""Left, top, width and height of an area on a picture, in percent of it."""

Areas = dict[str, dict[str, Box]]
"""For each side, `w` or `b`, where each point, the bar (`25`) and the trays (`off-w`, `off-b`) lie."""

# To the page. `kind` is sent as `is`.


@dataclass(frozen=True, slots=True)
class Welcome:
    """The first answer to a hello.

    Args:
        secret: a fresh secret, if the one that was offered is none.
        account: whose secret it is; None if nobody's yet.
        name: the name of that person.
        areas: where the points of a board lie.
        closed: whether one may not even look, having no link with a key that counts.
    """

    kind: ClassVar[str] = "welcome"
    secret: str | None
    account: str | None
    name: str | None
    areas: Areas
    closed: bool


@dataclass(frozen=True, slots=True)
class Rights:
    """What the person may do.

    Args:
        host: whether the person administers the table.
        key: the key that a link for others needs; empty, if none is needed.
    """

    kind: ClassVar[str] = "rights"
    host: bool
    key: str


@dataclass(frozen=True, slots=True)
class Accounts:
    """Everybody who has an account here, for the host."""

    kind: ClassVar[str] = "accounts"
    accounts: tuple[AccountView, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """The person goes by this name now.

    Args:
        id: the id of the frame that asked for it; None if another tab of the person did.
        account: the person's account.
        name: the name.
    """

    kind: ClassVar[str] = "named"
    id: str | None
    account: str
    name: str


@dataclass(frozen=True, slots=True)
class NameRefused:
    """The name cannot be had, and why."""

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
    """The last messages of a room.

    Args:
        room: the room.
        messages: the messages, oldest first.
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
    """What the person did is done, and these are the answers that he alone sees."""

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
class Table:
    """A game that the tab looks at, as it is now; no table, if there is no such game for the person.

    Args:
        room: in which room it is looked at.
        game: its id.
        table: the game.
    """

    kind: ClassVar[str] = "table"
    room: RoomName
    game: str
    table: TableView | None


@dataclass(frozen=True, slots=True)
class Here:
    """The table is still there."""

    kind: ClassVar[str] = "here"


ToPage = (
    Welcome
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
    | Table
    | Here
    | PageWords
    | TurnedAway
    | Lobby
    | Settings
    | Theme
)

# From the page. `kind` is sent as `do`; `bot.chats.web.frame_reader` checks the rest.


@dataclass(frozen=True, slots=True)
class Hello:
    """A tab introduces itself.

    Args:
        secret: the secret that the browser keeps; empty, if it has none.
        language: the language of the page; empty, if it is no language tag.
        key: the key of the link that it came by; empty, if none.
        zone: the time zone of the browser; empty, if it says none.
    """

    kind: ClassVar[str] = "hello"
    secret: str
    language: str
    key: str = ""
    zone: str = ""


@dataclass(frozen=True, slots=True)
class TakeName:
    """A person says a name."""

    kind: ClassVar[str] = "name"
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Say:
    """A person typed a line.

    Args:
        id: the tab's own id of this action: the same, if it is sent again.
        room: where.
        text: the line.
        message: the message that it replies to.
        attached: the text that was pasted along with it.
    """

    kind: ClassVar[str] = "say"
    id: str
    room: RoomName
    text: str
    message: str | None
    attached: Attached | None = None


@dataclass(frozen=True, slots=True)
class PressButton:
    """A person pressed a button: of a kept message, or of an answer, which has no id."""

    kind: ClassVar[str] = "press"
    id: str
    room: RoomName
    data: str
    message: str | None


@dataclass(frozen=True, slots=True)
class Complete:
    """A person is typing a line."""

    kind: ClassVar[str] = "complete"
    id: str
    room: RoomName
    text: str


@dataclass(frozen=True, slots=True)
class ShowEarlier:
    """A person wants to see what was said before a message."""

    kind: ClassVar[str] = "earlier"
    room: RoomName
    before: str


@dataclass(frozen=True, slots=True)
class LookAt:
    """A person looks at a game on a board of its own; at none, with no game.

    Args:
        room: in which room.
        game: its id.
        moment: after which line of the game's log it is shown; none for how it stands, and from then on.
    """

    kind: ClassVar[str] = "look at"
    room: RoomName
    game: str
    moment: int | None = None


@dataclass(frozen=True, slots=True)
class StillThere:
    """A tab asks whether the table is still there."""

    kind: ClassVar[str] = "still there"


@dataclass(frozen=True, slots=True)
class ListAccounts:
    """The host wants to see who has an account."""

    kind: ClassVar[str] = "accounts"


@dataclass(frozen=True, slots=True)
class RemoveLine:
    """The host removes what a person said at the table."""

    kind: ClassVar[str] = "remove line"
    id: str
    message: str


@dataclass(frozen=True, slots=True)
class RemoveAccount:
    """The host removes an account."""

    kind: ClassVar[str] = "remove account"
    id: str
    account: str


FromPage = (
    Hello
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

# Over HTTP, where the page asks again and again until something is finished.


@dataclass(frozen=True, slots=True)
class AnswerProgress:
    """How far an answer is; no reply, if it was stopped."""

    reply: ReplyView | None


@dataclass(frozen=True, slots=True)
class AnimationProgress:
    """How far an animation is.

    Args:
        made: how many of its pictures are drawn.
        of: how many it has.
        finished: whether it can be fetched.
    """

    made: int
    of: int
    finished: bool


def to_json(frame: ToPage | AnswerProgress | AnimationProgress | LessonView) -> str:
    """Return a frame to the page as it is sent."""
    return json.dumps(frame, default=_members, ensure_ascii=False, separators=(",", ":"))


def _members(value: Any) -> dict[str, Any]:  # noqa: ANN401 - whatever a frame is made of
    # One level at a time, called by the encoder: `dataclasses.asdict` would first copy the whole tree, and
    # the fifty messages of a room are sent to everybody who comes.
    kind = getattr(value, "kind", None)
    members = {name: getattr(value, name) for name in value.__slots__}
    return members if kind is None else {"is": kind} | members
