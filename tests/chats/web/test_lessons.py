"""The lesson steps that the page fetches."""

from __future__ import annotations

from typing import Any

import pytest

from tests.chats.web.house import Served
from tests.chats.web.mini_app.house import serving_app


async def lesson(served: Served, page: int, **query: str) -> dict[str, Any]:
    """Fetch a step, or the answer to a move in it."""
    async with served.web.get(f"/lessons/{page}.json", params=query) as answer:
        assert answer.status == 200
        assert answer.content_type == "application/json"
        found: dict[str, Any] = await answer.json()
        return found


async def test_a_step_needs_no_account(served: Served) -> None:
    """A visitor without an account gets a step, in the language of the page."""
    shown = await lesson(served, 4, lang="ru-RU")
    assert shown["rule"].startswith("4 из 6.")
    assert (shown["right"], shown["feedback"], shown["table"]["theme"]) == (False, "", "wood")
    assert [move["text"] for move in shown["table"]["graph"][0]["moves"]] == ["14/10"]


async def test_a_move_gets_feedback(served: Served) -> None:
    """A wrong move is answered with the reason, a right one with praise and the next board."""
    wrong = await lesson(served, 4, move="14/9", lang="en")
    assert (wrong["right"], wrong["table"]["graph"] != []) == (False, True)
    assert wrong["feedback"].startswith("14/9 is blocked: Black holds 9.")
    right = await lesson(served, 4, move="14/10", lang="en")
    assert (right["right"], right["table"]["graph"]) == (True, [])
    assert (right["table"]["white"][10], right["table"]["buttons"][-1]["data"]) == (1, ":/help 5")


async def test_an_unknown_theme_becomes_wood(served: Served) -> None:
    """The page chooses the theme, and an unknown one falls back to wood."""
    assert (await lesson(served, 1, theme="contrast"))["table"]["theme"] == "contrast"
    assert (await lesson(served, 1, theme="../../x"))["table"]["theme"] == "wood"


@pytest.mark.parametrize(
    "path", ["/lessons/0.json", "/lessons/10.json", "/lessons/x.json", f"/lessons/1.json?move={'1' * 25}"]
)
async def test_other_paths_give_404(served: Served, path: str) -> None:
    """A step that does not exist or a move that is too long gives 404."""
    assert await served.status(path) == 404


async def test_the_public_address_serves_the_lessons() -> None:
    """The lesson steps are served at the public address of the Mini App."""
    async with (
        serving_app() as served,
        served.web.get("/lessons/1.json", headers={"Host": "nardy.example.org"}) as answer,
    ):
        assert answer.status == 200
