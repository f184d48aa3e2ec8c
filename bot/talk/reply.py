"""Reply: text, picture and buttons, before any platform has formatted them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Protocol

from renderers.scene import Picture, Scene


@dataclass(frozen=True, slots=True)
class Bold:
    """A span in bold: the name of a player."""

    text: str


@dataclass(frozen=True, slots=True)
class ComputerName(Bold):
    """The name of the computer player, which the catalog of each language puts in its place."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class FormerName(Bold):
    """The name of somebody who was forgotten, which the catalog of each language puts in its place."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Code:
    """A span to be typed or copied as it is: a command, a record."""

    text: str


@dataclass(frozen=True, slots=True)
class Jump:
    """A span that links to a message, or to a chat, where the platform has such links.

    Args:
        chat: the key of the chat.
        message: the message's id; nothing, where the chat itself is meant.
    """

    text: str
    chat: str
    message: str


@dataclass(frozen=True, slots=True)
class Mention:
    """The name of a player who is mentioned, and so notified by a new message.

    Args:
        name: the name as people know it.
        account: the player's key on the platform the message goes to.
    """

    name: str
    account: str


@dataclass(frozen=True, slots=True)
class Timestamp:
    """A span that tells when something is, which some platforms show in each reader's own zone.

    Args:
        at: when it is.
        text: the same in words, for the other platforms.
    """

    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Address:
    """A span that is an address to be opened, or sent to others.

    Args:
        text: the address; where it begins with a slash, one of the page on which it is read.
    """

    text: str


Span = str | Bold | Code | Jump | Mention | Timestamp | Address
Text = tuple[Span, ...]


def plain(text: Text) -> str:
    """Return the words of a text without any formatting."""
    return "".join(_words(span) for span in text)


def _words(span: Span) -> str:
    match span:
        case str():
            return span
        case Mention(name=name):
            return name
        case Bold(text=words) | Code(text=words) | Jump(text=words) | Timestamp(text=words):
            return words
        case Address(text=words):
            return words


class Style(Enum):
    """How prominent a button is."""

    PRIMARY = "primary"
    PLAIN = "plain"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """One button.

    Args:
        label: what stands on it, in the reader's language.
        data: what a press sends back: at most 64 ASCII bytes.
        style: how prominent it is.
        source: the point on the picture whose press means the same, if there is one (25 is the bar).
        target: the point where that checker lands (0 is off), if the button is a move.
        private_line: the command that means the same in a private chat, where a link can open that with it.
    """

    label: str
    data: str
    style: Style = Style.PLAIN
    source: int | None = None
    target: int | None = None
    private_line: str = ""


Rows = tuple[tuple[Button, ...], ...]


class Reach(Enum):
    """What an invitation goes to: a person or a group."""

    FRIEND = "friend"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class Invite:
    """A link that invites others, where the platform has links that carry a command.

    Args:
        label: what stands on its button.
        line: the command that the link carries: one that the table allows in links.
        reach: `FRIEND` if it is sent to a friend, `GROUP` if it adds the bot to a group.
        text: what the friend reads beside it.
    """

    label: str
    line: str
    reach: Reach
    text: str = ""


class OldBoardPolicy(Enum):
    """What happens to a message that a newer one has replaced. In any case it loses its buttons."""

    STAY = "stay"
    SHRINK = "shrink"
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class RetiredContent:
    """What an old message becomes.

    Args:
        policy: what is done with it.
        text: what it says from then on; empty if it keeps its text. A message that shrinks also loses its
            picture, where the platform can take that away.
    """

    policy: OldBoardPolicy = OldBoardPolicy.STAY
    text: Text = ()


@dataclass(frozen=True, slots=True)
class Animation:
    """Boards that are shown one after another as one animated picture, which takes a while to make.

    Args:
        scenes: what is shown, in order.
        language: the language in which its progress is shown.
    """

    scenes: tuple[Scene, ...]
    language: str


@dataclass(frozen=True, slots=True)
class Document:
    """A file for the one who is answered, and for nobody else.

    Args:
        name: what it is called.
        content: its bytes, at most as many as every platform takes.
        media_type: what they are: `application/json`.
        account: the platform and the key of the account of whose data it is.
    """

    name: str
    content: bytes
    media_type: str
    account: tuple[str, str] | None = None


class Pending(Protocol):
    """A result that takes its time, and its progress meanwhile."""

    @property
    def outcome(self) -> asyncio.Future[Reply | None]:
        """The answer in the end; none, if whoever stopped it has been answered already. Never cancel it."""

    def so_far(self) -> Reply:
        """Return the progress."""


@dataclass(frozen=True, slots=True)
class Stage:
    """How far a game has come, as `bot.sessions.LoadedGame.stage` has it.

    Args:
        game: the game's id.
        stage: its stage.
    """

    game: str
    stage: str


@dataclass(frozen=True, slots=True)
class Reply:
    """One message, the same for every platform.

    Args:
        scene: the board, chart or comparison that is drawn, if there is one.
        alt: the board in words, at most 1024 characters.
        short_alt: the same in at most 256 characters.
        buttons: rows of buttons.
        waits_for: the accounts of those who must act now, whether or not the message mentions them.
        invites: links that invite others.
        replaces: True if it takes the place of the message whose button was pressed.
        as_file: True if the picture is sent as a file, in full size.
        animation: what is shown in the place of a board, if it moves. The alt says what it is.
        document: a file that goes along. No picture does then.
        pending: a result that is still being computed. Its answer replaces this one.
        is_picture_extra: True if the words say all that the picture shows.
        language: the language it is written in, for what a platform has to add.
        is_fleeting: True if it is worth a toast, and no message: the board will say it.
        is_step: True if it shows a turn that is being made just now, which the next press changes again.
        thread_for: the id of a game that is to get a thread of its own: no message, but a wish of the chat's.
        ends: True if it shows a match that is over, so that nothing more comes of it where it is shown.
        reply_to: the id of the message that this one answers, where the platform has such answers.
        is_silent: True if it makes no sound, though it mentions a person.
        calls_handle: True if it makes a sound for a person without a known account, whose handle it names.
        is_prompt: True if the program has answered a press so soon that the board which was pressed may show
            it, instead of a new one.
        game: the id of the game whose board it is, which can be opened at a table where there is one.
        challenge: the id of the challenge whose card it is.
        opens: what a page opens instead, where it has a place of its own for that: `settings`.
        sets: True if it says that a setting was changed, so that what is shown may look otherwise now.
        offered_at: the stage of a game for which its buttons are meant; nothing, if they are for no game.
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
    document: Document | None = None
    pending: Pending | None = None
    is_picture_extra: bool = False
    language: str = ""
    is_fleeting: bool = False
    is_step: bool = False
    is_prompt: bool = False
    thread_for: str = ""
    reply_to: str = ""
    is_silent: bool = False
    calls_handle: bool = False
    ends: bool = False
    game: str = ""
    challenge: str = ""
    opens: str = ""
    sets: bool = False
    offered_at: Stage | None = None

    @property
    def makes_sound(self) -> bool:
        """True if a new message makes a sound: it mentions somebody whom it may disturb."""
        return self.calls_handle or (bool(self.notifies) and not self.is_silent)

    @property
    def notifies(self) -> tuple[str, ...]:
        """The accounts that the message mentions, each once."""
        return tuple(dict.fromkeys(span.account for span in self.text if isinstance(span, Mention)))
