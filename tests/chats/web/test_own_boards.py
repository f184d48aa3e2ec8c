"""Boards of the common table, as the whole bot shows them to each person there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

from tests.chats.web.dialogue_house import DialogueHouse, open_house
from tests.chats.web.house import Tab
from tests.dialogues.house import until_idle


@asynccontextmanager
async def playing(path: Path) -> AsyncIterator[tuple[DialogueHouse, Tab, Tab]]:
    """Open the whole bot with a game of Anna and Boris, and return it with their tabs."""
    async with open_house(path, 6, 5, 1, 1, cast=()) as house, AsyncExitStack() as stack:
        anna, boris = [
            await stack.enter_async_context(house.server.signed_in(name, key=house.server.host_key))
            for name in ("Anna", "Boris")
        ]
        await anna.say("/settings boards stay", "keeping-boards")
        await anna.say("/challenge Boris first me", "challenging")
        await boris.say("/accept", "accepting")
        await until_idle(house.manager, "web")
        yield house, anna, boris


def boards(room: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the boards of a room, in order."""
    return [message["board"] for message in room["messages"] if message["board"] is not None]


async def test_boards_are_shown_from_the_players_own_side(tmp_path: Path) -> None:
    """Black's page shows all boards, replaced ones too, from Black's side, at once and after a reload."""
    async with playing(tmp_path / "nardy.db") as (house, anna, boris):
        await boris.say("/settings numbers own", "numbering")
        assert boards(await boris.get("room"))[-1]["numbers"][:2] == [13, 14]
        await boris.say("/settings theme dark", "choosing-theme", room="me")
        await anna.say("/board", "show-board")
        await until_idle(house.manager, "web")
        async with house.server.tab(secret=boris.secret) as again, house.server.tab() as watcher:
            assert [board["side"] for board in boards(again.table)] == ["b", "b"]
            assert [board["side"] for board in boards(watcher.table)] == ["w", "w"]
            old, *_ = boards(again.table)
            async with house.server.web.get(old["address"]) as drawn:
                assert drawn.status == 200
