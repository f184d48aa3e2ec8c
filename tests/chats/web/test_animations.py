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


async def shown(served: Served, reply: Reply) -> dict[str, Any]:
    """What a person's tab is sent as an answer."""
    served.handler.answers = (reply,)
    async with served.signed_in("Anna") as anna:
        await anna.put(do="say", id="say-00001", room="table", text="/replay", message=None)
        (frame,) = (await anna.get("done"))["replies"]
    return dict(frame)


async def test_an_animation_has_an_address(served: Served) -> None:
    """An answer with an animation says where it is found, and what it is."""
    frame = await shown(served, ANIMATED)
    assert frame["animation"]["alt"] == "2 turns."
    assert frame["animation"]["address"].startswith("/animation/")
    assert frame["board"] is None


async def test_an_answer_without_an_animation_has_none(served: Served) -> None:
    """Where nothing moves, the page is told so."""
    assert (await shown(served, Reply(("Nothing.",))))["animation"] is None


async def test_the_progress_of_an_animation_is_found(served: Served) -> None:
    """Beside the animation it is found how much of it is made, which nobody keeps."""
    address = (await shown(served, ANIMATED))["animation"]["address"]
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


async def test_an_animation_is_found_when_it_is_made(served: Served) -> None:
    """The animation comes as a GIF, as often as it is asked for."""
    address = (await shown(served, ANIMATED))["animation"]["address"]
    async with served.web.get(f"{address}.json"):
        assert served.painter.job is not None
        served.painter.job.work.set_result(PNG)
    for _ in range(2):
        async with served.web.get(f"{address}.gif") as answer:
            assert (answer.content_type, await answer.read()) == ("image/gif", PNG)


@pytest.mark.parametrize("ending", ["gif", "json"])
async def test_an_animation_cannot_be_found_by_guessing(served: Served, ending: str) -> None:
    """An address that nobody was told leads nowhere."""
    assert await served.status(f"/animation/{'0' * 32}.{ending}") == 404


async def test_who_comes_when_too_many_wait_is_told_to_come_later(served: Served) -> None:
    """Where too many animations are made already, the answer says after how many seconds to ask again."""
    address = (await shown(served, ANIMATED))["animation"]["address"]
    served.painter.fault = TryLater(60)
    async with served.web.get(f"{address}.json") as answer:
        assert (answer.status, answer.headers["Retry-After"]) == (503, "60")
