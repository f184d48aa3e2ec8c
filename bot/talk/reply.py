"""Reply: text, picture and buttons of a message, before a platform's formatting."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from typing import Protocol

from bot.talk.on_board import BoardHint, Objection
from renderers.scene import Picture, Scene


@dataclass(frozen=True, slots=True)
class Bold:
    """Bold text: a player's name."""

    text: str


@dataclass(frozen=True, slots=True)
class ComputerName(Bold):
    """Placeholder for the computer player's name; `Words.say` fills in that of the language."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class FormerName(Bold):
    """Placeholder for the name of a player whose data was deleted; `Words.say` fills in the right words."""

    text: str = ""


@dataclass(frozen=True, slots=True)
class Code:
    """Text in a fixed-width font, to type or copy exactly: a command or a record."""

    text: str


@dataclass(frozen=True, slots=True)
class Jump:
    """A link to a message or chat, on platforms that have such links.

    Args:
        text: the text of the link.
        chat: the key of the chat.
        message: the message's id; empty to link to the chat itself.
    """

    text: str
    chat: str
    message: str


@dataclass(frozen=True, slots=True)
class Mention:
    """A mention of a player, which notifies them if the message is new and not silent.

    Args:
        name: the player's name, shown where the platform cannot show a mention.
        account: the key of the player's account on the message's platform.
    """

    name: str
    account: str


@dataclass(frozen=True, slots=True)
class Timestamp:
    """A point in time, which some platforms show in each reader's own time zone.

    Args:
        at: the time.
        text: the time in words, for platforms that cannot convert it.
    """

    at: datetime
    text: str


@dataclass(frozen=True, slots=True)
class Address:
    """A URL to open or share.

    Args:
        text: the URL; if it begins with a slash, it is relative to the page that shows it.
    """

    text: str


Span = str | Bold | Code | Jump | Mention | Timestamp | Address
Text = tuple[Span, ...]


def plain(text: Text) -> str:
    """Return a text as a plain string, without formatting; links and mentions become their texts."""
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
    """A button's emphasis."""

    PRIMARY = "primary"
    PLAIN = "plain"
    DANGER = "danger"


@dataclass(frozen=True, slots=True)
class Button:
    """A button below a message.

    Args:
        label: its text, in the reader's language.
        data: the text that a press sends back to the bot: at most 64 ASCII bytes.
        style: its emphasis.
        source: the point on the picture that acts as this button when touched (25 is the bar), or None.
        target: the point where the checker lands (0 is off); None if the button is not a move, or several
            buttons have the same start and end.
        private_line: a command. Where a link can open the private chat with the bot, the button is that link
            and runs the command there; empty for a button that is always pressed in this chat.
    """

    label: str
    data: str
    style: Style = Style.PLAIN
    source: int | None = None
    target: int | None = None
    private_line: str = ""


Rows = tuple[tuple[Button, ...], ...]


class Reach(Enum):
    """The recipient of an invitation link: a person or a group."""

    FRIEND = "friend"
    GROUP = "group"


@dataclass(frozen=True, slots=True)
class Invite:
    """A button with an invitation link, on platforms whose links can carry a command.

    Args:
        label: the button's label.
        line: the command in the link; its row in the command table allows that.
        reach: `FRIEND` to send it to a friend, `GROUP` to add the bot to a group.
        text: the message that the friend reads beside the link.
    """

    label: str
    line: str
    reach: Reach
    text: str = ""


@dataclass(frozen=True, slots=True)
class Invitation:
    """The invitation of a challenge that was just made, for a page that shares its link.

    Args:
        challenge: the id of the challenge.
        start: the start parameter of the link.
        address: the link; empty if the page makes it from its own address.
        text: the message that the friend reads beside the link.
        terms: the rule set, length and cube.
        notes: the further terms as sentences; empty if there are none.
    """

    challenge: str
    start: str
    address: str
    text: str
    terms: str
    notes: str


class OldBoardPolicy(Enum):
    """What happens to a board's message when a newer one replaces it.

    It keeps its content, shrinks to one line, or is deleted. It loses its buttons in any case.
    """

    STAY = "stay"
    SHRINK = "shrink"
    DELETE = "delete"


@dataclass(frozen=True, slots=True)
class RetiredContent:
    """What becomes of a retired message (one that a newer message of the same board or card has replaced).

    Args:
        policy: keep, shrink or delete the message.
        text: its new text; empty to keep the old one. A message that shrinks also loses its picture, if the
            platform can remove it.
        translations: the text in each language, for a platform that words it for each reader; else empty.
    """

    policy: OldBoardPolicy = OldBoardPolicy.STAY
    text: Text = ()
    translations: Mapping[str, Text] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Animation:
    """A sequence of boards to render as one animated picture, which takes a while.

    Args:
        scenes: the boards, in order.
        language: the language of the progress text.
    """

    scenes: tuple[Scene, ...]
    language: str


@dataclass(frozen=True, slots=True)
class Document:
    """A file that only the person who asked for it may receive.

    Args:
        name: the file's name.
        content: its bytes, no more than every platform accepts.
        media_type: its media type, such as `application/json`.
        account: the platform and account key of the person whose data it contains; None for other files.
    """

    name: str
    content: bytes
    media_type: str
    account: tuple[str, str] | None = None


class Pending(Protocol):
    """A reply that is still being computed, with a progress text to show meanwhile."""

    @property
    def outcome(self) -> asyncio.Future[Reply | None]:
        """The final reply; None if the work was stopped, so that no more is to be said. Never cancel it."""

    def so_far(self) -> Reply:
        """Return the reply to show until `outcome` is ready: how far the work has come."""


@dataclass(frozen=True, slots=True)
class Stage:
    """The stage of a game at which buttons were offered; a web page disables them once the stage differs.

    Args:
        game: the game's id.
        stage: the value of `bot.sessions.LoadedGame.stage`.
    """

    game: str
    stage: str


@dataclass(frozen=True, slots=True)
class Reply:
    """A message in a form that every platform adapter can send.

    Args:
        scene: the board, chart or comparison to draw, or None.
        alt: the picture in words, at most 1024 characters.
        short_alt: the same in at most 256 characters.
        buttons: rows of buttons.
        waits_for: the keys of the accounts of the players for whom the game or challenge waits, mentioned or
            not.
        invites: buttons with invitation links.
        replaces: True to edit the message whose button was pressed instead of posting a new one.
        as_file: True to send the picture as a file in full size.
        animation: an animated picture instead of a still one; `alt` describes it.
        document: a file to attach instead of a picture.
        pending: a reply that is still being computed and replaces this one when it is ready.
        is_picture_extra: True if the text says everything that the picture shows.
        language: the message's language, for texts that the platform adds.
        is_fleeting: True if a toast is enough and no message is needed, because the board will show it.
        is_step: True if it shows an unfinished turn, which the next press changes again.
        thread_for: the id of a game to open a thread for. The reply then only requests the thread and is not
            sent as a message; empty for all other replies.
        ends: True if it shows a finished match, after which its thread may be closed.
        reply_to: the id of the message that it replies to; empty if none.
        is_silent: True to make no sound although it mentions people.
        calls_handle: True if it notifies a person by a handle in its text, because their account is unknown.
        is_prompt: True if the computer answered a press so quickly that the pressed board can be edited
            instead of a new one being posted.
        game: the id of the game whose board it is; empty if none.
        challenge: the id of the challenge whose card it is; empty if none.
        opens: the panel that the web page opens instead of showing the message, such as `settings`.
        sets: True if it confirms a changed setting; a web page then loads the person's preferences again.
        offered_at: the game's stage to which the buttons belong; None if they belong to no game.
        invitation: the invitation that a page shares instead of showing the message, or None.
        hint: a hint to draw on the open board, or None.
        objection: the points that explain on the open board why a move is illegal, or None.
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
    invitation: Invitation | None = None
    hint: BoardHint | None = None
    objection: Objection | None = None

    @property
    def makes_sound(self) -> bool:
        """True if the message notifies at least one person with a sound when it is posted."""
        return self.calls_handle or (bool(self.notifies) and not self.is_silent)

    @property
    def notifies(self) -> tuple[str, ...]:
        """The keys of the accounts that the message mentions, without duplicates."""
        return tuple(dict.fromkeys(span.account for span in self.text if isinstance(span, Mention)))
