"""Message frames: what the page is told of rooms, of what was said in them, and of answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

RoomName = Literal["table", "me"]
"""The page's names of its two rooms: the one that all see and the person's own."""


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
        layout: the layout of the board on it.
        mover: who is to move; None if it shows no board, or nobody is.
        numbers: what is written at the points 1 to 24, where it is not their own numbers; empty elsewhere.
        width: its width in pixels.
        height: its height in pixels.
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
        address: where it is found with `.gif` added; with `.json` added, its progress.
        alt: what it is, in words.
    """

    address: str
    alt: str


@dataclass(frozen=True, slots=True)
class DocumentView:
    """A file to be saved.

    Args:
        address: where it is found for some minutes.
        name: what it is called.
    """

    address: str
    name: str


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
class StageView:
    """How far a game has come: its id, and the `stage` that `TableView` tells."""

    game: str
    stage: str


@dataclass(frozen=True, slots=True)
class ReplyView:
    """An answer that is for one person alone and kept nowhere.

    Args:
        text: the words.
        board: the picture, if there is one.
        animation: what is shown in its place, if it moves.
        document: a file that goes along, if there is one.
        buttons: rows of buttons.
        invites: the links to send to others.
        notifies: the accounts that the text calls.
        waits_for: the accounts of those who must act now.
        pending: where the finished answer is asked for, if this one is still being worked on.
        opens: what the page opens instead of showing it: `settings`; empty, if nothing.
        offered_at: for which stage of a game its buttons are meant, if they are for a game.
    """

    text: tuple[SpanView, ...]
    board: BoardView | None
    animation: AnimationView | None
    document: DocumentView | None
    buttons: tuple[tuple[ButtonView, ...], ...]
    invites: tuple[InviteView, ...]
    notifies: tuple[str, ...]
    waits_for: tuple[str, ...]
    pending: str | None
    opens: str
    offered_at: StageView | None


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
        challenge: the id of the challenge whose card it is, if that goes on.
        past_game: the id of the game whose board it was, if a newer message shows that now.
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
    challenge: str | None
    past_game: str | None


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
