"""Addresses: what the bot is called on each platform, and how a link leads to it there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class BotAddress:
    """How the bot is found on one platform.

    Args:
        platform: the platform.
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
        """Whether somebody on a platform may hand on how the bot is found on this one."""
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
        """Whether somebody on a platform may hand on an address on another one."""
        return any(each.platform != platform for each in self.told_on(platform))
