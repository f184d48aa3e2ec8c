"""Answers that are still being worked on, at the local table."""

from __future__ import annotations

from typing import Any

from bot.talk.reply import Reply
from renderers.scene import Chart
from tests.chats.stand_ins import PNG, Slow
from tests.chats.web.house import Served
from tests.chats.web.test_animations import shown

CHART = Reply(("In the end.",), Chart((500, 600)), "A chart.", "A chart.")


async def looked_up(served: Served, address: str) -> dict[str, Any] | None:
    """What is found at the address of an answer."""
    async with served.web.get(address) as found:
        assert (found.status, found.headers["Cache-Control"]) == (200, "no-store")
        reply: dict[str, Any] | None = (await found.json())["reply"]
    return reply


async def test_the_progress_of_an_answer_is_found(served: Served) -> None:
    """The answer has an address where is found how far it is, and in the end the answer itself."""
    slow = Slow()
    frame = await shown(served, slow.so_far())
    assert (frame["text"], frame["buttons"][0][0]["label"]) == (["0 of 9 turns."], "Stop")
    slow.done = 4
    found = await looked_up(served, frame["pending"])
    assert found is not None
    assert (found["text"], found["pending"]) == (["4 of 9 turns."], frame["pending"])
    slow.work.set_result(CHART)
    found = await looked_up(served, frame["pending"])
    assert found is not None
    assert (found["text"], found["pending"]) == (["In the end."], None)
    assert (found["board"]["width"], found["board"]["height"]) == (1200, 600)
    async with served.web.get(found["board"]["address"]) as picture:
        assert await picture.read() == PNG


async def test_of_what_was_stopped_nothing_is_found(served: Served) -> None:
    """Who stopped it was answered already, and the page shows nothing else."""
    slow = Slow()
    frame = await shown(served, slow.so_far())
    slow.work.set_result(None)
    assert await looked_up(served, frame["pending"]) is None


async def test_an_answer_cannot_be_found_by_guessing(served: Served) -> None:
    """An address that was never told leads nowhere."""
    assert await served.status(f"/answer/{'0' * 32}.json") == 404
