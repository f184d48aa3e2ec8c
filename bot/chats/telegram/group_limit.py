"""Group limit: a group's rate limit, shared between boards and answers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from bot.sessions import SlidingWindow

_BURST = 10
"""The boards that may be sent at once (docs/limits.md). Further ones in the same window are spaced evenly."""
_RESERVED_FOR_ANSWERS = 2
"""The messages of a window kept free of boards for answers."""
_MOST_FOR_PERSON = 5
"""The most answers to one person in a window, in a group that expects boards (docs/limits.md)."""
_RESERVED_FOR_NEW_GAME = 5
"""The messages of a window kept free of answers for a new game, in a group without recent boards."""
_EXPECTED_FOR = 300.0
"""Seconds after a board during which another one is expected."""
_RETURNS_WITHIN = 1.0
"""Seconds within which a board that has waited takes its place."""
_MOST_QUEUED = 100


class GroupLimit:
    """Shares a group's rate limit between boards and answers.

    A place is one message of the limit. Each is taken for a whole window. So answers leave half of the places
    to boards while a board waits or is expected, and one person's answers cannot take all the others.

    Args:
        most: the messages allowed in a window.
        seconds: the length of a window.
        clock: a monotonic clock, in seconds.
    """

    def __init__(self, most: int, seconds: float, clock: Callable[[], float]) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._all = SlidingWindow(most, seconds, _BURST, clock)
        self._boards: deque[float] = deque(maxlen=most)
        self._answers: deque[tuple[float, str]] = deque(maxlen=most)
        """The time of each answer, and the account that it answered."""
        self._waiting = 0
        self._returns_until = clock()
        """The time until which a board that has waited is expected to take its place."""

    def take_board(self) -> bool:
        """Take a place for a board. Return False if none is free."""
        if self._all.wait() > 0:
            return False
        self._note_board()
        return True

    @property
    def last_board(self) -> float:
        """The time at which a board last took a place; IndexError if none has."""
        return self._boards[-1]

    def release_board(self, taken: float) -> None:
        """Release a board's unused place.

        Args:
            taken: the time at which it was taken.
        """
        self._all.give_back(taken)
        if taken in self._boards:
            self._boards.remove(taken)

    def use_board(self, taken: float) -> None:
        """Count a board's place from now, because its message is sent now.

        Args:
            taken: the time at which the place was taken.
        """
        self.release_board(taken)
        self._note_board()

    def begin_waiting(self) -> None:
        """Record that a board waits for a place, so that no answer takes it."""
        self._waiting += 1

    def end_waiting(self) -> None:
        """Record that a board has finished waiting and will take its place in a moment."""
        self._waiting -= 1
        self._returns_until = self._clock() + _RETURNS_WITHIN

    def take_answer(self, person: str, *, is_explanation: bool = False) -> float | None:
        """Take a place for an answer. Return the time of taking, or None if no answer is allowed now.

        Args:
            person: the account that is answered.
            is_explanation: True for the line that says that answers are sent in private.
        """
        if not self.takes_answer(person, is_explanation=is_explanation):
            return None
        return self._note_answer(person)

    def takes_answer(self, person: str, *, is_explanation: bool = False) -> bool:
        """Return True if an answer to a person is allowed now. Arguments as `take_answer`."""
        if self._all.wait(spare=self._boards_due) > 0:
            return False
        self._forget()
        left = self._share - len(self._answers)
        if is_explanation:
            return left > 0
        own = sum(whose == person for _, whose in self._answers)
        return left > 1 and (own < _MOST_FOR_PERSON or not self._expects_boards)

    def release_answer(self, taken: float, person: str) -> None:
        """Release the place of an answer that was not sent."""
        self._all.give_back(taken)
        if (taken, person) in self._answers:
            self._answers.remove((taken, person))

    def use_answer(self, taken: float, person: str) -> None:
        """Count an answer's place from now, because its message is sent now."""
        self.release_answer(taken, person)
        self._note_answer(person)

    def wait(self) -> float:
        """Return the seconds until a place is free, ignoring the even spacing."""
        return self._all.wait()

    def wait_for_room(self, room: int) -> float:
        """Return the seconds until `room` places are free."""
        return self._all.wait(spare=room - 1)

    def wait_for_board(self, queued: int = 0) -> float:
        """Return the seconds until the next board may be sent, after `queued` others.

        Assumes that no answers are sent meanwhile.
        """
        self._forget()
        if queued <= 0:
            spare = self._left_for_answers
            if len(self._boards) < _BURST:
                return self._all.wait(spare)
            return self._all.wait_at_pace(spare, self._boards[-1])
        now = then = self._clock()
        later = self._copy(lambda: then)
        for _ in range(min(queued, _MOST_QUEUED)):
            then += later.wait_for_board()
            later._note_board()  # noqa: SLF001 (of the same class)
        return then + later.wait_for_board() - now

    def stop(self, seconds: float) -> None:
        """Allow no message for some seconds, then one, and then the others one by one."""
        self._all.stop(seconds)

    def _note_board(self) -> None:
        self._all.note()
        self._boards.append(self._all.last)

    def _note_answer(self, person: str) -> float:
        self._all.note()
        self._answers.append((self._all.last, person))
        return self._all.last

    @property
    def _boards_due(self) -> int:
        """The number of boards that wait for a place or are about to take the one that they waited for."""
        return max(self._waiting, int(self._clock() < self._returns_until))

    @property
    def _expects_boards(self) -> bool:
        recent = bool(self._boards) and self._clock() - self._boards[-1] < _EXPECTED_FOR
        return self._waiting > 0 or recent

    @property
    def _share(self) -> int:
        """The most answers in a window."""
        return self._most // 2 if self._expects_boards else self._most - _RESERVED_FOR_NEW_GAME

    @property
    def _left_for_answers(self) -> int:
        return max(0, _RESERVED_FOR_ANSWERS - len(self._answers))

    def _forget(self) -> None:
        since = self._clock() - self._seconds
        while self._answers and self._answers[0][0] <= since:
            self._answers.popleft()
        while len(self._boards) > 1 and self._boards[0] <= since:  # `_expects_boards` needs the last one.
            self._boards.popleft()

    def _copy(self, clock: Callable[[], float]) -> GroupLimit:
        copied = GroupLimit(self._most, self._seconds, clock)
        copied._all = self._all.copy(clock)
        copied._boards.extend(self._boards)
        copied._answers.extend(self._answers)
        return copied
