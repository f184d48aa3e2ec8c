from __future__ import annotations

import pytest

from bot.chats.telegram import pacing, timeouts
from bot.chats.telegram.timeouts import CONNECT, POOL, READ, UPLOAD, WRITE
from bot.sessions.outbox.claims import DEADLINE
from tests.chats.telegram.house import House
from tests.telegram_wire.playing import DONE


def test_all_parts_of_a_request_end_before_the_senders_deadline() -> None:
    """The sender waits longer than a request takes that waits for its pace, a connection, and each part."""
    assert WRITE <= UPLOAD
    longest = pacing._LONGEST_WAIT + POOL + CONNECT + UPLOAD + READ  # noqa: SLF001 (the sum is the point)
    assert longest < DEADLINE.total_seconds()


async def test_a_toast_that_hangs_holds_its_asker_up_no_longer_than_its_deadline(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where Telegram does not take the answer to a press, what the same person does next is handled."""
    monkeypatch.setattr(timeouts, "TOAST", 0.05)
    board = await house.begin()
    barrier = house.telegram.hold("answerCallbackQuery")
    await house.people["Anna"].press(board, "24→20")
    await barrier.reached()
    await house.people["Anna"].press(board, "16→15")
    await house.telegram.until(lambda: DONE in house.last().labels, "the turn is complete")
    barrier.open()
