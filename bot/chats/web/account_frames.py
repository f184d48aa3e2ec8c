"""Account frames: who somebody is, what he may do, and what the host does with the accounts of others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from bot.chats.web.message_frames import AccountView

Box = tuple[float, float, float, float]
"""Left, top, width and height of an area on a picture, in percent of it."""

Areas = dict[str, dict[str, Box]]
"""For each layout and side, as `full-w`, where each point, the bar (`25`) and the trays (`off-w`) lie."""


@dataclass(frozen=True, slots=True)
class Welcome:
    """The first answer to a hello.

    Args:
        secret: a fresh secret, if the one that was offered is none.
        account: whose secret it is; None if nobody's yet.
        name: the name of that person.
        areas: where the points of a board lie.
        closed: whether one may not even look, having no link with a key that counts.
        offer: whose seat the code opens that came with the hello; empty, if it opens none; None without one.
    """

    kind: ClassVar[str] = "welcome"
    secret: str | None
    account: str | None
    name: str | None
    areas: Areas
    closed: bool
    offer: str | None = None


@dataclass(frozen=True, slots=True)
class SignInCode:
    """A link that opens the person's seat in one more browser.

    Args:
        id: the id of the frame that asked for it.
        address: the link.
        size: how many modules wide and high its QR code is, with the margin.
        path: the dark ones of these, as an SVG path of that size.
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
class Hello:
    """A tab introduces itself.

    Args:
        secret: the secret that the browser keeps; empty, if it has none.
        language: the language of the page; empty, if it is no language tag.
        key: the key of the link that it came by; empty, if none.
        zone: the time zone of the browser; empty if it says none, None for a page of 0.2.0.
        code: the code by which somebody wants to sit down; empty, if none.
    """

    kind: ClassVar[str] = "hello"
    secret: str
    language: str
    key: str = ""
    zone: str | None = ""
    code: str = ""


@dataclass(frozen=True, slots=True)
class MakeSignInCode:
    """A person wants to open his seat on another device.

    Args:
        id: the tab's own id of this action.
        origin: the address of the page there, without a slash at its end.
    """

    kind: ClassVar[str] = "sign-in code"
    id: str
    origin: str


@dataclass(frozen=True, slots=True)
class SitDown:
    """Somebody sits down on the seat that the code of his hello opens."""

    kind: ClassVar[str] = "sit down"
    id: str


@dataclass(frozen=True, slots=True)
class TakeName:
    """A person says a name."""

    kind: ClassVar[str] = "name"
    id: str
    name: str


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
