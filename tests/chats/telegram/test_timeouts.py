from __future__ import annotations

from bot.chats.sender import DEADLINE
from bot.chats.telegram import pacing
from bot.chats.telegram.timeouts import CONNECT, POOL, READ, UPLOAD, WRITE


def test_all_parts_of_a_request_end_before_the_senders_deadline() -> None:
    """The sender waits longer than a request takes that waits for its pace, a connection, and each part."""
    assert WRITE <= UPLOAD
    assert pacing._PATIENCE + POOL + CONNECT + UPLOAD + READ < DEADLINE  # noqa: SLF001 (the sum is the point)
