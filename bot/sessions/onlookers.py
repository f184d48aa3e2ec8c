"""Onlookers: who looks at a game on a board of its own, and is called only when he has left it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

ABSENCE: Final = timedelta(minutes=2)
"""So long after he has left a game that he looked at, a player is called as usual."""
LULL: Final = timedelta(seconds=15)
"""So far apart are the edits of a chat's board while its only reader looks at the game elsewhere."""
_NEVER: Final = timedelta()


LOOKS_REPEATED: Final = ABSENCE / 4
"""After so long other processes are told once more who looks at a game here."""


class Onlookers:
    """The players who look at their games just now. At a restart nobody does.

    Of those who do so in other processes it is kept that they were told of within the time after which who
    has left is called: so nobody is forgotten who looks on, and of a process that dies they count as gone.

    Args:
        clock: what time it is.
    """

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._looking: Counter[tuple[int, str]] = Counter()
        self._left: dict[tuple[int, str], datetime] = {}
        self._edited: dict[int, datetime] = {}
        self._elsewhere: dict[tuple[int, str], datetime] = {}
        self.broadcast: Callable[[str, str, str], None] = lambda _player, _game, _looks: None
        """Tells other processes that a player looks at a game, or has left it: `looks`, or `left`."""

    @contextmanager
    def looking(self, player: int, game_id: str) -> Iterator[None]:
        """Let a player look at a game until left."""
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

    def tell_again(self) -> None:
        """Tell other processes who looks at which game here."""
        for key in self._looking:
            self._tell(key, "looks")

    def note_elsewhere(self, player: str, game_id: str, looks: str) -> None:
        """Take note of what another process has told."""
        key, now = (int(player), game_id), self._clock()
        self._elsewhere = {each: at for each, at in self._elsewhere.items() if now - at < ABSENCE}
        if looks == "looks":
            self._elsewhere[key] = now
        else:
            self._elsewhere.pop(key, None)
            self._leaves(key)

    def looks_at(self, player: int, game_id: str) -> bool:
        """True if a player looks at a game now."""
        key = player, game_id
        if key in self._looking:
            return True
        told = self._elsewhere.get(key)
        return told is not None and _NEVER <= self._clock() - told < ABSENCE

    def _leaves(self, key: tuple[int, str]) -> None:
        now = self._clock()
        self._left = {each: at for each, at in self._left.items() if now - at < ABSENCE}
        self._left[key] = now

    def _tell(self, key: tuple[int, str], looks: str) -> None:
        self.broadcast(str(key[0]), key[1], looks)

    def still(self, player: int, game_id: str) -> timedelta:
        """Return for how long at least a player is not called yet; nothing, if he left long enough ago."""
        if self.looks_at(player, game_id):
            return ABSENCE
        left = self._left.get((player, game_id))
        return _NEVER if left is None else max(_NEVER, ABSENCE - (self._clock() - left))

    def edited(self, post: int) -> None:
        """Take note that a post was edited just now."""
        now = self._clock()
        self._edited = {each: at for each, at in self._edited.items() if now - at < LULL}
        self._edited[post] = now

    def lull(self, post: int) -> timedelta:
        """Return how long it takes until a post was left alone for long enough."""
        last = self._edited.get(post)
        # A clock that was set back must not keep a board as it is.
        return _NEVER if last is None else min(LULL, max(_NEVER, LULL - (self._clock() - last)))
