"""Pending answers at the local table."""

from __future__ import annotations

from typing import Any

from bot.talk.reply import Reply
from renderers.scene import Chart
from tests.chats.stand_ins import PNG, Slow
from tests.chats.web.house import Served
from tests.chats.web.test_animations import answer_frame

CHART = Reply(("In the end.",), Chart((500, 600)), "A chart.", "A chart.")


async def poll(served: Served, address: str) -> dict[str, Any] | None:
    """Return the answer at an address, or None if it was stopped."""
    async with served.web.get(address) as found:
        assert (found.status, found.headers["Cache-Control"]) == (200, "no-store")
        reply: dict[str, Any] | None = (await found.json())["reply"]
    return reply


async def test_a_pending_answer_reports_progress_and_then_its_result(served: Served) -> None:
    """The answer's address gives the progress, and in the end the answer itself."""
    slow = Slow()
    frame = await answer_frame(served, slow.so_far())
    assert (frame["text"], frame["buttons"][0][0]["label"]) == (["0 of 9 turns."], "Stop")
    slow.done = 4
    found = await poll(served, frame["pending"])
    assert found is not None
    assert (found["text"], found["pending"]) == (["4 of 9 turns."], frame["pending"])
    slow.work.set_result(CHART)
    found = await poll(served, frame["pending"])
    assert found is not None
    assert (found["text"], found["pending"]) == (["In the end."], None)
    assert (found["board"]["width"], found["board"]["height"]) == (1200, 600)
    async with served.web.get(found["board"]["address"]) as picture:
        assert await picture.read() == PNG


async def test_a_stopped_answer_gives_none(served: Served) -> None:
    """The address of a stopped answer gives None, so that the page shows no result."""
    slow = Slow()
    frame = await answer_frame(served, slow.so_far())
    slow.work.set_result(None)
    assert await poll(served, frame["pending"]) is None


async def test_an_answer_cannot_be_found_by_guessing(served: Served) -> None:
    """A guessed address gives 404."""
    assert await served.status(f"/answer/{'0' * 32}.json") == 404
