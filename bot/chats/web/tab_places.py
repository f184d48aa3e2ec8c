"""Tab places: how many tabs may be open, who has them, and which one gives way."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.chats.web.client_address import client_network
from bot.chats.web.connection_limits import CountByAddress, Limits

GAVE_WAY: Final = 4002
"""The code with which a tab is closed that gives way to a newer one: coming again would close another tab."""


@dataclass(frozen=True, slots=True)
class TabFigures:
    """How many tabs there are.

    Args:
        arriving: tabs that have not said yet who they are.
        unseated: tabs of people without a seat.
        seated: tabs of people with a seat.
        limit: how many there may be of all together.
        refused: tabs that were refused since the start.
        gave_way: tabs that gave way to a newer one of the same account since the start.
    """

    arriving: int
    unseated: int
    seated: int
    limit: int
    refused: int
    gave_way: int


@dataclass(frozen=True, slots=True)
class _Arriving:
    client: str
    drop: Callable[[], None]


@dataclass(frozen=True, slots=True)
class _Seated:
    give_way: Callable[[], None]
    forget: Callable[[], None]


class TabPlaces:
    """The places for tabs, of which a quarter is kept for people with a seat.

    Args:
        limits: how many there are, and how many one address, one network and one account may have.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._arriving: dict[object, _Arriving] = {}
        self._unseated: dict[object, str] = {}
        self._by_address = CountByAddress(limits.unseated_of_one, limits.unseated_of_network)
        self._arriving_by_address = CountByAddress(limits.unseated_of_one, limits.unseated_of_network)
        self._seated: dict[object, str] = {}
        self._of_account: defaultdict[str, dict[object, _Seated]] = defaultdict(dict)
        self._refused = self._gave_way = 0

    @property
    def figures(self) -> TabFigures:
        """How many tabs there are now."""
        return TabFigures(
            len(self._arriving),
            len(self._unseated),
            len(self._seated),
            self._limits.tabs,
            self._refused,
            self._gave_way,
        )

    def arrive(self, tab: object, client: str, drop: Callable[[], None]) -> None:
        """Let a tab arrive. If too many arrive, the oldest is dropped: a page says at once who it is.

        Args:
            client: from where it comes: what is counted together.
            drop: cuts the tab's connection.
        """
        by_address = self._arriving_by_address
        if not by_address.has_room(client):
            self._drop_arriving(client)
        elif len(self._arriving) >= self._limits.arriving:
            self._drop_arriving(None)
        self._arriving[tab] = _Arriving(client, drop)
        by_address.add(client)

    def take(self, tab: object, client: str) -> bool:
        """Give a tab of a person without a seat a place; return False if there is none."""
        self._end_arriving(tab)
        has_room = len(self._unseated) < self._limits.unseated and self._has_room
        if not (has_room and self._by_address.has_room(client)):
            self._refused += 1
            return False
        self._unseated[tab] = client
        self._by_address.add(client)
        return True

    def take_seated(
        self,
        tab: object,
        account: str,
        give_way: Callable[[], None],
        forget: Callable[[], None] = lambda: None,
    ) -> bool:
        """Give a tab of a person with a seat a place; return False if there is none.

        If the account has too many tabs, its oldest one gives way.

        Args:
            tab: the tab; it may have a place as that of a person without a seat.
            account: the account, with its platform.
            give_way: closes the tab, without waiting.
            forget: called when the account is forgotten.
        """
        self.leave(tab)
        tabs = self._of_account.get(account, {})
        if len(tabs) >= self._limits.tabs_of_account:
            oldest = next(iter(tabs))
            close = tabs[oldest].give_way
            self.leave(oldest)
            self._gave_way += 1
            close()
        elif not self._has_room:
            self._refused += 1
            return False
        self._of_account[account][tab] = _Seated(give_way, forget)
        self._seated[tab] = account
        return True

    def forget(self, is_meant: Callable[[tuple[str, str]], bool]) -> None:
        """Have tabs forget the accounts that are meant, each a platform and a key."""
        for account, tabs in self._of_account.items():
            platform, _, key = account.partition(":")
            if is_meant((platform, key)):
                for tab in tabs.values():
                    tab.forget()

    def leave(self, tab: object) -> None:
        """Take a tab's place back, if it has one."""
        self._end_arriving(tab)
        if (client := self._unseated.pop(tab, None)) is not None:
            self._by_address.remove(client)
        if (account := self._seated.pop(tab, None)) is not None:
            del self._of_account[account][tab]
            if not self._of_account[account]:
                del self._of_account[account]

    @property
    def _has_room(self) -> bool:
        # What is kept for arriving tabs is taken by no other: else nobody could say who they are.
        return len(self._unseated) + len(self._seated) < self._limits.tabs - self._limits.arriving

    def _drop_arriving(self, client: str | None) -> None:
        """Drop the oldest of the arriving tabs from one network; of all, if that is None."""
        network = None if client is None else client_network(client)
        for tab, arriving in self._arriving.items():
            if network is None or client_network(arriving.client) == network:
                self._end_arriving(tab)
                self._refused += 1
                arriving.drop()
                return

    def _end_arriving(self, tab: object) -> None:
        if (arriving := self._arriving.pop(tab, None)) is not None:
            self._arriving_by_address.remove(arriving.client)
