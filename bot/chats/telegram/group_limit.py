"""Group limit: how boards and answers share the messages that a group takes in a minute."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from bot.sessions import SlidingWindow

_AT_ONCE = 10
"""Boards that go at once before they follow at an even pace."""
_LEFT_OVER = 2
"""Places of a minute that boards leave for answers."""
_OF_A_PERSON = 5
_FOR_A_GAME = 5
"""Places that answers leave in a group without boards, for a game that begins."""
_EXPECTED_FOR = 300.0
"""Seconds for which a group that has shown a board is expected to show another."""
_ON_ITS_WAY = 1.0
"""Seconds within which a board that has waited comes for its place."""
_MOST_QUEUED = 100


class GroupLimit:
    """Shares a group's messages between boards and answers.

    Telegram gives no place back for a minute. So answers leave half of them to boards while one waits or
    can be expected, and nobody's lines take them all.

    Args:
        most: messages that the group takes in a window.
        seconds: length of the window.
        clock: what time it is, in seconds.
    """

    def __init__(self, most: int, seconds: float, clock: Callable[[], float]) -> None:
        self._most = most
        self._seconds = seconds
        self._clock = clock
        self._all = SlidingWindow(most, seconds, _AT_ONCE, clock)
        self._boards: deque[float] = deque(maxlen=most)
        self._answers: deque[tuple[float, str]] = deque(maxlen=most)
        """When each answer went, and whom it answered."""
        self._waiting = 0
        self._returns_until = clock()

    def take_board(self) -> bool:
        """Take a place for a board; return whether there was one."""
        if self._all.wait() > 0:
            return False
        self._note_board()
        return True

    @property
    def last_board(self) -> float:
        """When a board took its place last; there must be one."""
        return self._boards[-1]

    def give_back(self, taken: float) -> None:
        """Give back a place that was taken for a board at a moment and not used."""
        self._all.give_back(taken)
        if taken in self._boards:
            self._boards.remove(taken)

    def use_board(self, taken: float) -> None:
        """Let a place that was taken at a moment count from now, when the message goes."""
        self.give_back(taken)
        self._note_board()

    def begin_waiting(self) -> None:
        """Note that a board waits for a place, which no answer takes from it."""
        self._waiting += 1

    def end_waiting(self) -> None:
        """Note that a board has waited, and is about to come for its place."""
        self._waiting -= 1
        self._returns_until = self._clock() + _ON_ITS_WAY

    def take_answer(self, person: str, *, is_explanation: bool = False) -> float | None:
        """Take a place for an answer; return when it was taken, or None if the group takes no answer now.

        Args:
            person: the account that is answered.
            is_explanation: True if it is the one line that says that others are answered in private.
        """
        if not self.takes_answer(person, is_explanation=is_explanation):
            return None
        return self._note_answer(person)

    def takes_answer(self, person: str, *, is_explanation: bool = False) -> bool:
        """Return True if the group takes an answer to a person now. Arguments as `take_answer`."""
        if self._all.wait(spare=self._boards_due) > 0:
            return False
        self._forget()
        left = self._share - len(self._answers)
        if is_explanation:
            return left > 0
        own = sum(whose == person for _, whose in self._answers)
        return left > 1 and (own < _OF_A_PERSON or not self._expects_boards)

    def give_back_answer(self, taken: float, person: str) -> None:
        """Give back the place of an answer that was not sent."""
        self._all.give_back(taken)
        if (taken, person) in self._answers:
            self._answers.remove((taken, person))

    def use_answer(self, taken: float, person: str) -> None:
        """Let the place of an answer count from now, when the message goes."""
        self.give_back_answer(taken, person)
        self._note_answer(person)

    def wait(self) -> float:
        """Return in how many seconds there is a place, at whatever pace."""
        return self._all.wait()

    def wait_for_room(self, room: int) -> float:
        """Return in how many seconds `room` places are free."""
        return self._all.wait(spare=room - 1)

    def wait_for_board(self, queued: int = 0) -> float:
        """Return in how many seconds the next board goes, behind those that are queued.

        Answers that come meanwhile are not foreseen.
        """
        self._forget()
        if queued <= 0:
            spare = self._left_for_answers
            if len(self._boards) < _AT_ONCE:
                return self._all.wait(spare)
            return self._all.wait_at_pace(spare, self._boards[-1])
        now = then = self._clock()
        later = self._copy(lambda: then)
        for _ in range(min(queued, _MOST_QUEUED)):
            then += later.wait_for_board()
            later._note_board()  # noqa: SLF001 (of the same class)
        return then + later.wait_for_board() - now

    def stop(self, seconds: float) -> None:
        """Allow nothing for some seconds, then one, and then the others one by one."""
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
        """How many boards wait for a place, or come for the one that they have waited for."""
        return max(self._waiting, int(self._clock() < self._returns_until))

    @property
    def _expects_boards(self) -> bool:
        recent = bool(self._boards) and self._clock() - self._boards[-1] < _EXPECTED_FOR
        return self._waiting > 0 or recent

    @property
    def _share(self) -> int:
        """How many answers a window takes."""
        return self._most // 2 if self._expects_boards else self._most - _FOR_A_GAME

    @property
    def _left_for_answers(self) -> int:
        return max(0, _LEFT_OVER - len(self._answers))

    def _forget(self) -> None:
        since = self._clock() - self._seconds
        while self._answers and self._answers[0][0] <= since:
            self._answers.popleft()
        while len(self._boards) > 1 and self._boards[0] <= since:  # the last tells whether more are expected
            self._boards.popleft()

    def _copy(self, clock: Callable[[], float]) -> GroupLimit:
        copied = GroupLimit(self._most, self._seconds, clock)
        copied._all = self._all.copy(clock)
        copied._boards.extend(self._boards)
        copied._answers.extend(self._answers)
        return copied
