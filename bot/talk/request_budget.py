"""Request budget: how much one person may ask for in a time, over all chats, weighed by cost."""

from __future__ import annotations

from asyncio import Lock
from collections.abc import Callable
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from cachetools import LRUCache

from bot.sessions import TokenBuckets
from bot.talk.incoming import Incoming

Who = tuple[str, str]

AT_ONCE, PER_SECOND = 120.0, 6.0
"""More than anybody needs who plays by hand. A picture costs 3: see the table of commands."""
ANIMATION, ANALYSIS = 7.0, 27.0
"""What rendering an animation, or an analysis, costs beyond the command that asks for it."""
_COMPLETION = 0.5
_MOST_REFUSED, _MOST_MET = 1_000, 10_000


class PersonLock(Lock):
    """Held while something is done for a person."""

    is_over = False
    """True if what still waits for it is not to be done any more."""


class RequestBudget:
    """Gives every person the same, however many tabs, chats and accounts he uses.

    It is checked before anything else: who is not met yet has one by his account.

    Args:
        at_once: how much may be asked for at once after a while of silence.
        per_second: how much is added every second.
    """

    def __init__(
        self, clock: Callable[[], datetime], at_once: float = AT_ONCE, per_second: float = PER_SECOND
    ) -> None:
        self._left: TokenBuckets[Who | int] = TokenBuckets(at_once, per_second, clock)
        self._players: LRUCache[Who, int] = LRUCache(_MOST_MET)
        self._refused: LRUCache[Who, None] = LRUCache(_MOST_REFUSED)
        # Weak, so that a person's lock is gone when nothing of his is being done.
        self._locks: WeakValueDictionary[Who, PersonLock] = WeakValueDictionary()

    def meet(self, incoming: Incoming, player: int) -> None:
        """Note which player a person is, who has one budget on all platforms from then on."""
        self._players[_who(incoming)] = player

    def turn(self, incoming: Incoming) -> PersonLock:
        """Return the lock that is held while something is done for a person.

        Many requests of one person are handled one after another, and those of others come in between.
        """
        return self._locks.setdefault(_who(incoming), PersonLock())

    def end_turns(self, incoming: Incoming) -> None:
        """Let nothing be done that a person has asked for so far: he was forgotten."""
        turn = self._locks.pop(_who(incoming), None)
        if turn is not None:
            turn.is_over = True

    def take(self, incoming: Incoming, cost: float) -> timedelta | None:
        """Take what a request costs; if there is not enough left, return how long to wait for it."""
        wait = self._left.take(self._whose(incoming), cost)
        if wait is None:
            self._refused.pop(_who(incoming), None)
        return wait

    def take_more(self, incoming: Incoming, cost: float) -> timedelta | None:
        """Take what a request costs beyond its command, once that is known; as `take`."""
        return self._left.take(self._whose(incoming), cost)

    def repeats_refusal(self, incoming: Incoming) -> bool:
        """Note that a person is asked to wait; return whether he was before, and has gone on since."""
        again = _who(incoming) in self._refused
        # Only the first refusal is answered, or whoever floods a chat would have the bot flood it too.
        self._refused[_who(incoming)] = None
        return again

    def is_spent(self, incoming: Incoming, cost: float) -> bool:
        """Return True if there is less left than a request costs. Nothing is taken."""
        return self._left.wait(self._whose(incoming), cost) is not None

    def take_completion(self, incoming: Incoming) -> bool:
        """Take what it costs to complete a line; return whether that was left."""
        return self._left.take(self._whose(incoming), _COMPLETION) is None

    def _whose(self, incoming: Incoming) -> Who | int:
        """Whose budget it is: that of a player, once he was met."""
        return self._players.get(_who(incoming), _who(incoming))


def _who(incoming: Incoming) -> Who:
    return incoming.person.platform, incoming.person.key
