"""Animations on the local table."""

from __future__ import annotations

from typing import Any

import pytest

from bot.chats.errors import TryLater
from bot.talk.reply import Animation, Button, Reply
from tests.chats.stand_ins import PNG
from tests.chats.web.house import HEAD, Served

ARROW = ((Button("▶", ":/replay k7f 1"),),)
ANIMATED = Reply(("Anna – Boris",), alt="2 turns.", buttons=ARROW, animation=Animation((HEAD,) * 3, "en"))


async def answer_frame(served: Served, reply: Reply) -> dict[str, Any]:
    """Return the answer frame that a person's tab is sent."""
    served.handler.answers = (reply,)
    async with served.signed_in("Anna") as anna:
        await anna.put(do="say", id="say-00001", room="table", text="/replay", message=None)
        (frame,) = (await anna.get("done"))["replies"]
    return dict(frame)


async def test_an_animation_has_an_address(served: Served) -> None:
    """An answer with an animation has the animation's address and description."""
    frame = await answer_frame(served, ANIMATED)
    assert frame["animation"]["alt"] == "2 turns."
    assert frame["animation"]["address"].startswith("/animation/")
    assert frame["board"] is None


async def test_an_answer_without_an_animation_has_none(served: Served) -> None:
    """An answer without an animation has none in its frame."""
    assert (await answer_frame(served, Reply(("Nothing.",))))["animation"] is None


async def test_an_animation_reports_its_progress(served: Served) -> None:
    """A JSON file beside the animation reports how many frames are made, and is not cached."""
    address = (await answer_frame(served, ANIMATED))["animation"]["address"]
    async with served.web.get(f"{address}.json") as answer:
        assert answer.headers["Cache-Control"] == "no-store"
        assert await answer.json() == {"made": 0, "of": 3, "finished": False}
    job = served.painter.job
    assert job is not None
    job.made = 2
    async with served.web.get(f"{address}.json") as answer:
        assert await answer.json() == {"made": 2, "of": 3, "finished": False}
    job.work.set_result(PNG)
    async with served.web.get(f"{address}.json") as answer:
        assert (await answer.json())["finished"]


async def test_a_finished_animation_is_served(served: Served) -> None:
    """A finished animation is served as a GIF on every request."""
    address = (await answer_frame(served, ANIMATED))["animation"]["address"]
    async with served.web.get(f"{address}.json"):
        assert served.painter.job is not None
        served.painter.job.work.set_result(PNG)
    for _ in range(2):
        async with served.web.get(f"{address}.gif") as answer:
            assert (answer.content_type, await answer.read()) == ("image/gif", PNG)


@pytest.mark.parametrize("ending", ["gif", "json"])
async def test_an_animation_cannot_be_found_by_guessing(served: Served, ending: str) -> None:
    """A guessed address gives 404."""
    assert await served.status(f"/animation/{'0' * 32}.{ending}") == 404


async def test_too_many_animations_ask_to_retry_later(served: Served) -> None:
    """While too many animations are being made, the answer is 503 with a Retry-After."""
    address = (await answer_frame(served, ANIMATED))["animation"]["address"]
    served.painter.fault = TryLater(60)
    async with served.web.get(f"{address}.json") as answer:
        assert (answer.status, answer.headers["Retry-After"]) == (503, "60")
