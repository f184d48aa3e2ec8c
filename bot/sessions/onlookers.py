"""Onlookers: who looks at a game on a board of its own, and is called only when he has left it."""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

ABSENCE: Final = timedelta(minutes=2)
"""So long after he has left a game that he looked at, a player is called as usual."""
LULL: Final = timedelta(seconds=15)
"""So far apart are the edits of a chat's board while its only reader looks at the game elsewhere."""
_NEVER: Final = timedelta()


class Onlookers:
    """The players who look at their games just now, in this process. At a restart nobody does.

    Args:
        clock: what time it is.
    """

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._looking: Counter[tuple[int, str]] = Counter()
        self._left: dict[tuple[int, str], datetime] = {}
        self._edited: dict[int, datetime] = {}

    @contextmanager
    def looking(self, player: int, game_id: str) -> Iterator[None]:
        """Let a player look at a game until left."""
        key = player, game_id
        self._looking[key] += 1
        try:
            yield
        finally:
            self._looking[key] -= 1
            if not self._looking[key]:
                del self._looking[key]
                now = self._clock()
                self._left = {each: at for each, at in self._left.items() if now - at < ABSENCE}
                self._left[key] = now

    def looks_at(self, player: int, game_id: str) -> bool:
        """Whether a player looks at a game now."""
        return (player, game_id) in self._looking

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
