from __future__ import annotations

import pytest

from bot.chats.telegram import pacing, timeouts
from bot.chats.telegram.timeouts import CONNECT, POOL, READ, UPLOAD, WRITE
from bot.sessions.outbox.claims import DEADLINE
from tests.chats.telegram.house import House
from tests.telegram_wire.playing import DONE


def test_a_request_ends_before_the_senders_deadline() -> None:
    """The sender's deadline exceeds the sum of pacing, connection, upload and answer."""
    assert WRITE <= UPLOAD
    longest = pacing._LONGEST_WAIT + POOL + CONNECT + UPLOAD + READ  # noqa: SLF001 (the sum is the point)
    assert longest < DEADLINE.total_seconds()


async def test_a_hanging_toast_delays_its_person_briefly(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If Telegram hangs on a toast, the same person's next action is still handled soon."""
    monkeypatch.setattr(timeouts, "TOAST", 0.05)
    board = await house.begin()
    barrier = house.telegram.hold("answerCallbackQuery")
    await house.people["Anna"].press(board, "24→20")
    await barrier.reached()
    await house.people["Anna"].press(board, "16→15")
    await house.telegram.until(lambda: DONE in house.last().labels, "the turn is complete")
    barrier.open()
