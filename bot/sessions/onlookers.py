"""Onlookers: players who have their game's board open, and are not notified of what they see there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

ABSENCE: Final = timedelta(minutes=2)
"""Notifications that arise while a player has the game's board open wait until this long after they close it.

A notification of the game's result is dropped instead.
"""
EDIT_INTERVAL: Final = timedelta(seconds=15)
"""The shortest time between edits of a private chat's board while its owner has the game open elsewhere."""
_NO_TIME: Final = timedelta()


REBROADCAST_EVERY: Final = ABSENCE / 4
"""How often each process broadcasts its open boards again.

It is a quarter of `ABSENCE`, so that one lost broadcast does not look as if the player had left.
"""


class Onlookers:
    """The players who have a game's board open now, in any process, and when each post was last edited.

    Kept in memory. Each process tells the others its open boards every `REBROADCAST_EVERY`. A player whose
    process has stopped doing so (it has died) counts as gone after `ABSENCE`.

    Args:
        clock: returns the present time.
    """

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._looking: Counter[tuple[int, str]] = Counter()
        self._left: dict[tuple[int, str], datetime] = {}
        self._edited: dict[int, datetime] = {}
        self._elsewhere: dict[tuple[int, str], datetime] = {}
        self.broadcast: Callable[[str, str, str], None] = lambda _player, _game, _looks: None
        """Sends other processes a player's id, a game's id, and `looks` (board open) or `left` (closed)."""

    @contextmanager
    def looking(self, player: int, game_id: str) -> Iterator[None]:
        """Return a context manager during which a player counts as having a game's board open.

        It broadcasts each opening, and the closing of the player's last board of the game in this process.
        """
        key = player, game_id
        self._looking[key] += 1
        self._tell(key, "looks")
        try:
            yield
        finally:
            self._looking[key] -= 1
            if not self._looking[key]:
                del self._looking[key]
                self._leaves(key)
                self._tell(key, "left")

    def rebroadcast(self) -> None:
        """Broadcast to other processes which boards are open in this process."""
        for key in self._looking:
            self._tell(key, "looks")

    def note_elsewhere(self, player: str, game_id: str, looks: str) -> None:
        """Record a broadcast of another process; the arguments are those of `broadcast`."""
        key, now = (int(player), game_id), self._clock()
        self._elsewhere = {each: at for each, at in self._elsewhere.items() if now - at < ABSENCE}
        if looks == "looks":
            self._elsewhere[key] = now
        else:
            self._elsewhere.pop(key, None)
            self._leaves(key)

    def looks_at(self, player: int, game_id: str) -> bool:
        """Return True if a player has a game's board open here or, as far as known, in another process."""
        key = player, game_id
        if key in self._looking:
            return True
        heard = self._elsewhere.get(key)
        return heard is not None and _NO_TIME <= self._clock() - heard < ABSENCE

    def _leaves(self, key: tuple[int, str]) -> None:
        now = self._clock()
        self._left = {each: at for each, at in self._left.items() if now - at < ABSENCE}
        self._left[key] = now

    def _tell(self, key: tuple[int, str], looks: str) -> None:
        self.broadcast(str(key[0]), key[1], looks)

    def notify_delay(self, player: int, game_id: str) -> timedelta:
        """Return how long to withhold notifications to a player about a game.

        That is `ABSENCE` while its board is open, then what is left of `ABSENCE` since the player closed it;
        zero after that, and if the player never had it open.
        """
        if self.looks_at(player, game_id):
            return ABSENCE
        left = self._left.get((player, game_id))
        return _NO_TIME if left is None else max(_NO_TIME, ABSENCE - (self._clock() - left))

    def note_edit(self, post: int) -> None:
        """Record that the post with an id was edited just now."""
        now = self._clock()
        self._edited = {each: at for each, at in self._edited.items() if now - at < EDIT_INTERVAL}
        self._edited[post] = now

    def edit_delay(self, post: int) -> timedelta:
        """Return how long a post's next edit must wait because of `EDIT_INTERVAL`; zero if not at all."""
        last = self._edited.get(post)
        if last is None:
            return _NO_TIME
        # Limited, because after the machine's clock was set back the difference could be very long.
        return min(EDIT_INTERVAL, max(_NO_TIME, EDIT_INTERVAL - (self._clock() - last)))
