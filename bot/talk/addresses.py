"""Addresses: how the bot is found on each platform, and how a person comes back to a seat at the table."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from bot.talk.incoming import Person


@dataclass(frozen=True, slots=True)
class BotAddress:
    """How the bot is found on one platform.

    Args:
        name: what the bot is called there; empty, where it has no name of its own.
        link: how a link begins that anybody may follow and behind which a command stands; empty, if there is
            none.
        members_link: the same for those to tell who are on the platform themselves: it lets others in.
        page: the address of a page that shows the bot, where no link carries a command.
    """

    platform: str
    name: str = ""
    link: str = ""
    members_link: str = ""
    page: str = ""

    def link_for(self, platform: str) -> str:
        """Return how the link begins that somebody on a platform may hand on; empty, if there is none."""
        return self.members_link if self.members_link and platform == self.platform else self.link

    def is_told_on(self, platform: str) -> bool:
        """True if somebody on a platform may hand on how the bot is found on this one."""
        return bool(self.link_for(platform) or self.name)


class Addressed(Protocol):
    """A platform on which the bot can be found."""

    @property
    def address(self) -> BotAddress | None:
        """How the bot is found there; nothing, if that is not known, or not yet."""


class Addresses:
    """How the bot is found on the platforms that this process serves, as far as that is known by now."""

    def __init__(self) -> None:
        self._platforms: list[Addressed] = []

    def add(self, platform: Addressed) -> None:
        """Tell of a platform from now on."""
        self._platforms.append(platform)

    def told_on(self, platform: str) -> tuple[BotAddress, ...]:
        """Return the addresses that somebody on a platform may hand on."""
        known = [each.address for each in self._platforms]
        return tuple(each for each in known if each is not None and each.is_told_on(platform))

    def lead_elsewhere_from(self, platform: str) -> bool:
        """True if somebody on a platform may hand on an address on another one."""
        return any(each.platform != platform for each in self.told_on(platform))


SignIn = Callable[[str, str, str], Awaitable[str | None]]
"""Returns what opens an account's seat in one more browser, behind the table's address, once.

It takes the account, and the platform and the account there of the person who asks. It returns None where
that account has no seat.
"""


class SignInLinks:
    """Makes the links by which people come back to their seats.

    Args:
        address: where others reach the table; empty, if that is not known.
    """

    def __init__(self, address: str = "") -> None:
        self.address = address
        self._sign_in: SignIn | None = None

    def open_at(self, sign_in: SignIn) -> None:
        """Make links at the table from now on."""
        self._sign_in = sign_in

    async def fragment(self, account: str, person: Person) -> str | None:
        """Return what opens an account's seat, behind the table's address; nothing, if there is no such seat.

        Args:
            account: the person's own account at the table.
            person: who asks, on another platform.
        """
        if self._sign_in is None:
            return None
        return await self._sign_in(account, person.platform, person.key)
