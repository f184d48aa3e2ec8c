"""Addresses: the bot's links on each platform, and the links of the local table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from bot.talk.catalog import DEFAULT_LANGUAGE
from bot.talk.incoming import Person


def board_link(base: str, token: str, language: str, *, has_preview: bool) -> str:
    """Return the link of a shared board.

    Servers see the token of a link with a preview, because only so can a chat show the board below the link.
    Everything else that a link carries stays behind `#`.

    Args:
        base: the page's public URL without a slash at its end, possibly with a path; empty for a link that is
            relative to the page.
        language: the language of the preview.
        has_preview: True if the link may show the board and the players' names to people who do not open it.
    """
    if not has_preview:
        return f"{base}/#share={token}"
    return f"{base}/b/{token}" + ("" if language == DEFAULT_LANGUAGE else f"?in={language}")


@dataclass(frozen=True, slots=True)
class BotAddress:
    """Where the bot is found on one platform.

    Args:
        platform: the platform's name.
        name: the bot's name there; empty if it has none.
        link: the prefix of a public link, to which a command is appended; empty if there is none.
        members_link: a prefix like `link` that only people on this platform may share, because it admits new
            people to it; empty if there is none.
        page: the address of a page about the bot, on a platform whose links carry no command; else empty.
    """

    platform: str
    name: str = ""
    link: str = ""
    members_link: str = ""
    page: str = ""

    @property
    def home(self) -> str:
        """The address of the bot there, without a command; empty if there is none for everyone."""
        return self.page or self.link.partition("?")[0]

    def link_for(self, platform: str) -> str:
        """Return the prefix of the link that people on `platform` may share; empty if there is none."""
        return self.members_link if self.members_link and platform == self.platform else self.link

    def is_shareable_on(self, platform: str) -> bool:
        """True if people on `platform` may share this address."""
        return bool(self.link_for(platform) or self.name)


class Addressed(Protocol):
    """A platform on which the bot can be found."""

    @property
    def address(self) -> BotAddress | None:
        """The bot's address there; None until the platform has reported it."""


class Addresses:
    """The bot's addresses on the platforms that this process serves."""

    def __init__(self) -> None:
        self._platforms: list[Addressed] = []

    def add(self, platform: Addressed) -> None:
        """Include the address of a platform from now on, once the platform has reported it."""
        self._platforms.append(platform)

    def shareable_on(self, platform: str) -> tuple[BotAddress, ...]:
        """Return the addresses that people on `platform` may share."""
        known = [each.address for each in self._platforms]
        return tuple(each for each in known if each is not None and each.is_shareable_on(platform))

    def elsewhere_than(self, platform: str) -> tuple[BotAddress, ...]:
        """Return the addresses on other platforms than `platform`."""
        return tuple(each for each in self.shareable_on(platform) if each.platform != platform)

    def lead_elsewhere_from(self, platform: str) -> bool:
        """True if a text leads more people to a challenge than a link of `platform` does.

        Such a text has links to the bot on other platforms, and a command where links carry none.
        """
        found = self.shareable_on(platform)
        return any(each.platform != platform or not each.link_for(platform) for each in found)


SignIn = Callable[[str, str, str], Awaitable[str | None]]
"""Creates the single-use URL fragment that signs one more browser in to a web account.

It takes the web account's key, then the platform and the account key of the person who asks. It returns None
if that web account no longer exists.
"""


class SignInLinks:
    """Creates the links that sign a person in to their web account in another browser.

    Args:
        address: the public URL of the local table; empty if it is not known.
    """

    def __init__(self, address: str = "") -> None:
        self.address = address
        self._sign_in: SignIn | None = None

    def open_at(self, sign_in: SignIn) -> None:
        """Create links with this function of the local table; until this is called there are none."""
        self._sign_in = sign_in

    async def fragment(self, account: str, person: Person) -> str | None:
        """Return the URL fragment that signs a browser in to a web account, once.

        Return None if that account no longer exists, or this process serves no local table.

        Args:
            account: the key of the person's own web account.
            person: the person's account on the platform where they asked.
        """
        if self._sign_in is None:
            return None
        return await self._sign_in(account, person.platform, person.key)
