"""Request budget: limits the cost of each person's requests over all their chats and linked accounts."""

from __future__ import annotations

from asyncio import Lock
from collections.abc import Callable
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.sessions import KeyedTokenBuckets
from bot.talk.incoming import Incoming

Account = tuple[str, str]
"""An account of a person: its platform and its key there."""

AT_ONCE, PER_SECOND = 120.0, 6.0
"""The units a person may spend at once, and those regained per second; more than playing by hand needs.

A command that sends a picture costs 3: see the command table.
"""
ANIMATION, ANALYSIS = 7.0, 27.0
"""Extra units for an animation and for an analysis, on top of the command's cost."""
_COMPLETION = 0.5
"""Units for one completion of a line."""
_MOST_REFUSED, _MOST_MET = 1_000, 10_000
"""How many accounts are remembered: as refused last time, and with their player."""


class PersonLock(Lock):
    """A lock that makes the requests of one account run one after another."""

    is_cancelled = False
    """True if requests that get the lock from now on must be dropped: the account was deleted."""


class RequestBudget:
    """A token bucket for each person, shared by all their tabs, chats and linked accounts.

    It is checked before the database is read, so an account whose player is not known yet has its own bucket.

    Args:
        at_once: the bucket's size, in units of cost.
        per_second: units refilled per second.
    """

    def __init__(
        self, clock: Callable[[], datetime], at_once: float = AT_ONCE, per_second: float = PER_SECOND
    ) -> None:
        self._left: KeyedTokenBuckets[Account | int] = KeyedTokenBuckets(at_once, per_second, clock)
        self._players: LRUCache[Account, int] = LRUCache(_MOST_MET)
        self._refused: LRUCache[Account, None] = LRUCache(_MOST_REFUSED)
        # Weak, so that a lock disappears when no request of its account is waiting or running.
        self._locks: WeakValueDictionary[Account, PersonLock] = WeakValueDictionary()

    def meet(self, incoming: Incoming, player: int) -> None:
        """Remember which player an account belongs to, so that linked accounts share one bucket."""
        self._players[_account(incoming)] = player

    def lock(self, incoming: Incoming) -> PersonLock:
        """Return the lock to hold while a request is handled, the same for all requests of the account.

        So one account's requests run one after another, and many of them do not delay other people's.
        """
        return self._locks.setdefault(_account(incoming), PersonLock())

    def cancel_pending(self, incoming: Incoming) -> None:
        """Drop the requests of the same account that wait for its lock, because its data was deleted.

        Later requests get a new lock.
        """
        lock = self._locks.pop(_account(incoming), None)
        if lock is not None:
            lock.is_cancelled = True

    def take(self, incoming: Incoming, cost: float) -> timedelta | None:
        """Spend the cost of a request and return None; if too little is left, spend none and return the wait.

        A request within the budget ends a series of refusals, as `repeats_refusal` counts them.
        """
        wait = self._left.take(self._whose(incoming), cost)
        if wait is None:
            self._refused.pop(_account(incoming), None)
        return wait

    def take_more(self, incoming: Incoming, cost: float) -> timedelta | None:
        """Spend an extra cost that became known while a request was handled; None or the wait, as `take`."""
        return self._left.take(self._whose(incoming), cost)

    def repeats_refusal(self, incoming: Incoming) -> bool:
        """Record that a request exceeded the budget; return True if the account's previous one did too."""
        again = _account(incoming) in self._refused
        # The caller answers only the first in a shared chat. Otherwise a flood would make the bot flood too.
        self._refused[_account(incoming)] = None
        return again

    def is_spent(self, incoming: Incoming, cost: float) -> bool:
        """Return True if too little is left for a request of this cost; spend nothing."""
        return self._left.wait(self._whose(incoming), cost) is not None

    def take_completion(self, incoming: Incoming) -> bool:
        """Spend half a unit for completing a line; if too little is left, spend none and return False."""
        return self._left.take(self._whose(incoming), _COMPLETION) is None

    def _whose(self, incoming: Incoming) -> Account | int:
        """Return the key of a person's bucket: the player's number if it is known, else the account."""
        return self._players.get(_account(incoming), _account(incoming))


def _account(incoming: Incoming) -> Account:
    return incoming.person.platform, incoming.person.key
