"""Frames: what the page and the table send each other over the WebSocket, as values.

Beside this file stand those of one matter each: messages, accounts, lobby, settings, table, Mini App. Their
fields are named as in the JSON. `page/frames.js` and its neighbours declare the same for the page; a test
holds both equal, so a field that is added here is added there.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, ClassVar

from bot.chats.web.account_frames import (
    Accounts,
    Hello,
    Language,
    ListAccounts,
    MakeSignInCode,
    Named,
    NameRefused,
    RemoveAccount,
    RemoveLine,
    Rights,
    SignInCode,
    SitDown,
    TakeName,
    Welcome,
)
from bot.chats.web.app_frames import OpenApp, PageWords, TurnedAway
from bot.chats.web.lesson_frames import LessonView
from bot.chats.web.lobby_frames import Lobby, ShowLobby
from bot.chats.web.message_frames import EarlierMessages, Message, MessageRemoved, ReplyView, Room, RoomName
from bot.chats.web.settings_frames import Settings, ShowSettings, Theme
from bot.chats.web.table_frames import TableView
from bot.talk.incoming import Attached

# To the page. `kind` is sent as `is`.


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
