"""What the bot says, before any platform has dressed it: text, a scene to draw, buttons."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import asyncio

    from renderers.scene import Picture, Scene


@dataclass(frozen=True, slots=True)
class Bold:
    """A stretch of text that stands out: the name of a player."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """A stretch of text to be typed or copied as it is: a command, a record."""

    text: str


@dataclass(frozen=True, slots=True)
class Jump:
    """Words that lead to a message, where the platform has links to messages.

    Args:
        text: the words.
        chat: the key of the chat.
        message: the message's id.
    """

    text: str
    chat: str
    message: str


@dataclass(frozen=True, slots=True)
class Mention:
    """The name of a player who is called by the message.

    Args:
        name: the name as people know it.
        account: the player's key on the platform the message goes to.
    """

    name: str
    account: str


Span = str | Bold | Code | Jump | Mention
Text = tuple[Span, ...]


def plain(text: Text) -> str:
    """Return the words of a text without their dress."""
    return "".join(_words(span) for span in text)


def _words(span: Span) -> str:
    match span:
        case str():
            return span
        case Mention(name=name):
            return name
        case Bold(text=words) | Code(text=words) | Jump(text=words):
            return words


class Style(Enum):
    """How much a button asks to be pressed."""

    PRIMARY = "primary"
    PLAIN = "plain"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """One button.

    Args:
        label: what stands on it, in the reader's language.
        data: what a press sends back: at most 64 ASCII bytes.
        style: how it is dressed.
        source: the point on the picture whose press means the same, if there is one (25 is the bar).
        target: the point where that checker lands (0 is off), if the button is a move.
    """

    label: str
    data: str
    style: Style = Style.PLAIN
    source: int | None = None
    target: int | None = None


Rows = tuple[tuple[Button, ...], ...]


class Reach(Enum):
    """Whom an invitation brings to the bot."""

    FRIEND = "friend"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class Invite:
    """A link that leads others here, where the platform has links that carry a command.

    Args:
        label: what stands on its button.
        line: the command that whoever follows it gives: one that the table lets travel in links.
        reach: whether it is sent to a friend, or adds the bot to a group.
        text: what the friend reads beside it.
    """

    label: str
    line: str
    reach: Reach
    text: str = ""


class OldBoardPolicy(Enum):
    """What becomes of a message that a newer one has replaced. None has buttons then."""

    STAY = "stay"
    SHRINK = "shrink"
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class RetiredContent:
    """What an old message becomes.

    Args:
        policy: what is done with it.
        line: the one line that it shrinks to, without its picture where the platform can take that away.
    """

    policy: OldBoardPolicy = OldBoardPolicy.STAY
    line: Text = ()


@dataclass(frozen=True, slots=True)
class Animation:
    """Boards that are shown one after another as one animated picture, which takes a while to make.

    Args:
        scenes: what is shown, in order.
        language: the language in which is told how far it is made.
    """

    scenes: tuple[Scene, ...]
    language: str


class Pending(Protocol):
    """Something that takes its time, and what is said of it meanwhile."""

    @property
    def outcome(self) -> asyncio.Future[Reply | None]:
        """The answer in the end; none, if whoever stopped it has been answered already. Never cancel it."""

    def so_far(self) -> Reply:
        """What is said now."""


@dataclass(frozen=True, slots=True)
class Reply:
    """One message, the same for every platform.

    Args:
        text: the words.
        scene: the board, or what else is to be drawn, if the message shows anything.
        alt: the board in words, at most 1024 characters.
        short_alt: the same in at most 256 characters.
        buttons: rows of buttons.
        waits_for: the accounts of those who must act now, whether or not the message calls them.
        invites: links that lead others here.
        replaces: whether it takes the place of the message whose button was pressed.
        as_file: whether the picture is wanted as it is, in full size.
        animation: what is shown in the place of a board, if it moves. The alt tells what it is.
        pending: what is still being done. Its answer takes the place of this one.
        beside: whether the picture only stands beside the words, which say all.
        language: the language that it speaks, for what a platform has to add.
    """

    text: Text
    scene: Picture | None = None
    alt: str = ""
    short_alt: str = ""
    buttons: Rows = ()
    waits_for: tuple[str, ...] = ()
    invites: tuple[Invite, ...] = ()
    replaces: bool = False
    as_file: bool = False
    animation: Animation | None = None
    pending: Pending | None = None
    beside: bool = False
    language: str = ""

    @property
    def notifies(self) -> tuple[str, ...]:
        """The accounts that the message calls, each once."""
        return tuple(dict.fromkeys(span.account for span in self.text if isinstance(span, Mention)))
