"""Tab places: enforce the limits on open tabs: in all, by address, by network and by account."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.chats.web.client_address import client_network
from bot.chats.web.connection_limits import CountByAddress, Limits

GAVE_WAY: Final = 4002
"""The WebSocket close code for a tab closed for a newer one of its account; its page does not reconnect."""


@dataclass(frozen=True, slots=True)
class TabFigures:
    """The numbers of open, refused and closed tabs.

    Args:
        arriving: connected tabs whose first frame is still to come.
        unseated: tabs without an account.
        seated: tabs that are signed in to an account.
        limit: the most tabs in all.
        refused: tabs that were refused since the start.
        gave_way: tabs that were closed for a newer one of the same account since the start.
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
    """Counts open tabs and enforces their limits; a quarter of all places is reserved for accounts.

    Args:
        limits: the limits in all, and for an address, a network and an account.
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
        """The numbers of tabs now, their limit, and the numbers refused and closed since the start."""
        return TabFigures(
            len(self._arriving),
            len(self._unseated),
            len(self._seated),
            self._limits.tabs,
            self._refused,
            self._gave_way,
        )

    def arrive(self, tab: object, client: str, drop: Callable[[], None]) -> None:
        """Count a tab whose hello is still to come.

        At the limit of its address or network, drop the arriving tab of that network that waited longest; at
        the limit in all, the one of all.

        A real page sends its hello at once, so the oldest one is the most suspicious.

        Args:
            tab: the tab.
            client: the client's address group.
            drop: aborts the tab's connection.
        """
        by_address = self._arriving_by_address
        if not by_address.has_room(client):
            self._drop_arriving(client)
        elif len(self._arriving) >= self._limits.arriving:
            self._drop_arriving(None)
        self._arriving[tab] = _Arriving(client, drop)
        by_address.add(client)

    def take(self, tab: object, client: str) -> bool:
        """Give a place to an arriving tab without an account; return False without one at a limit."""
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
        """Give a place to a tab with an account; return False if there is none.

        If the account has too many tabs, its oldest one is closed.

        Args:
            tab: the tab; it gives up a place that it had without an account.
            account: platform and key, as `web:1a2b3c4d5e`.
            give_way: closes the tab without waiting.
            forget: called when the account's data is deleted.
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
        """Sign out the tabs of the accounts (platform, key) for which `is_meant` returns True."""
        for account, tabs in self._of_account.items():
            platform, _, key = account.partition(":")
            if is_meant((platform, key)):
                for tab in tabs.values():
                    tab.forget()

    def leave(self, tab: object) -> None:
        """Free a tab's place of any kind, if it has one."""
        self._end_arriving(tab)
        if (client := self._unseated.pop(tab, None)) is not None:
            self._by_address.remove(client)
        if (account := self._seated.pop(tab, None)) is not None:
            del self._of_account[account][tab]
            if not self._of_account[account]:
                del self._of_account[account]

    @property
    def _has_room(self) -> bool:
        # The places of arriving tabs are reserved: if others took them, no new tab could sign in.
        return len(self._unseated) + len(self._seated) < self._limits.tabs - self._limits.arriving

    def _drop_arriving(self, client: str | None) -> None:
        """Drop the oldest arriving tab from a client's network; with None, the oldest of all."""
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
