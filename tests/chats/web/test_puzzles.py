"""The puzzle of the day, as visitors fetch it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.chats.web.house import Served, serving
from tests.chats.web.mini_app.house import serving_app

TODAY = "2023-11-14"
"""The date (UTC) in the test house."""


async def puzzle(served: Served, **query: str) -> dict[str, Any]:
    """Fetch a puzzle."""
    async with served.web.get("/puzzle.json", params=query) as answer:
        assert answer.status == 200
        found: dict[str, Any] = await answer.json()
        return found


async def test_a_visitor_answers_the_puzzle_of_the_day(served: Served) -> None:
    """A visitor gets the day's puzzle and learns how good a turn is; nothing is stored."""
    shown = await puzzle(served, lang="ru-RU")
    assert (shown["day"], shown["judged"]) == (TODAY, None)
    assert shown["table"]["title"] == "Задача дня"
    graph, made, node = shown["table"]["graph"], [], 0
    while not graph[node]["complete"]:
        made.append(graph[node]["moves"][0])
        node = made[-1]["after"]
    turn = " ".join(move["text"] for move in made)
    answered = await puzzle(served, lang="en", name=shown["name"], made=turn, answer="1")
    assert answered["day"] == TODAY
    assert answered["judged"]["says"]
    assert (served.key_values.kept, served.handler.incoming) == ({}, [])


async def test_the_puzzle_of_yesterday_keeps_its_day(served: Served) -> None:
    """The puzzle of the day before keeps its day, for pages opened then; earlier ones have none."""
    today = (await puzzle(served))["name"]
    stock, number = today.split(".")
    before, earlier = (f"{stock}.{(int(number) - back - 1) % 60 + 1}" for back in (1, 2))
    assert (await puzzle(served, name=before))["day"] == "2023-11-13"
    assert (await puzzle(served, name=earlier))["day"] == ""


@pytest.mark.parametrize(
    "query", ["name=long.61", "name=../../x", f"name={'1' * 17}", f"made={'1' * 41}", "move=é", "made=%07"]
)
async def test_other_queries_give_404(served: Served, query: str) -> None:
    """A puzzle that does not exist and moves that are too long or unprintable give 404."""
    assert await served.status(f"/puzzle.json?{query}") == 404


async def test_the_public_address_serves_the_puzzle() -> None:
    """The puzzle is served at a public address that serves boards alone."""
    async with (
        serving_app() as served,
        served.web.get("/puzzle.json", headers={"Host": "nardy.example.org"}) as answer,
    ):
        assert answer.status == 200


async def test_tried_moves_are_limited_by_address() -> None:
    """An address that tries too many moves in lessons and puzzles is refused until it has waited."""
    now = 0.0
    async with serving(monotonic=lambda: now) as served:
        paths = ["/lessons/1.json", "/puzzle.json"] * 60
        assert {await served.status(path) for path in paths} == {200}
        assert await served.status("/puzzle.json") == 429
        now = 1.0
        assert await served.status("/puzzle.json") == 200
