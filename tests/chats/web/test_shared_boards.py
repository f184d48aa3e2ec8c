"""Strangers with the link of a shared board: what they see, and that they can do nothing."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import pytest_asyncio

from bot.chats.web.sign_in import NOT_INVITED
from bot.chats.web.to_page import TYPES
from tests.chats.web.dialogue_house import DialogueHouse, open_house
from tests.chats.web.house import Tab
from tests.dialogues.dialogues import TO_A_CHOICE

in_module_loop = pytest.mark.asyncio(loop_scope="module")


@asynccontextmanager
async def shared_board(path: Path, *, invited: bool = False) -> AsyncIterator[tuple[DialogueHouse, str]]:
    """Open a house where Anna has 4-1 to move against Boris; return it with the token of the board's link."""
    async with open_house(path, *TO_A_CHOICE, cast=("Anna", "Boris"), invited=invited) as house:
        await house.say("Anna", "/challenge Boris", "table")
        await house.press("Boris", "Accept", "table", answered=False)
        await house.say("Anna", "/share", "Anna")
        yield house, last_token(house)


def last_token(house: DialogueHouse) -> str:
    """Return the token in Anna's last answer, the same in the address and in the command."""
    answer = house.answer("Anna")
    assert answer is not None
    address, command = re.search(r"/b/(\S+)", answer.text), re.search(r"/board (\S+)", answer.text)
    assert address is not None
    assert command is not None
    assert address[1] == command[1]
    return address[1]


async def next_table(tab: Tab, **wanted: object) -> dict[str, Any]:
    """Return the next table with these values that the tab is shown."""
    while True:
        table: dict[str, Any] = (await tab.get("table"))["table"]
        if wanted.items() <= table.items():
            return table


async def test_a_stranger_sees_the_board_live(tmp_path: Path) -> None:
    """With the link alone a stranger is shown each completed turn, also at a table by invitation."""
    async with (
        shared_board(tmp_path / "nardy.db", invited=True) as (house, token),
        house.server.watching(token) as tab,
    ):
        assert tab.welcome == {
            "is": "welcome",
            "secret": None,
            "account": None,
            "name": None,
            "areas": {},
            "closed": False,
            "offer": None,
            "types": TYPES,
            "guest": False,
        }
        first = await next_table(tab)
        assert (first["dice"], first["seated"], first["over"]) == ([4, 1], False, False)
        assert (first["graph"], first["made"], first["buttons"]) == ([], [], [])
        await house.say("Anna", "24/20", "table")
        half = await next_table(tab, version=first["version"] + 1)
        assert (half["white"], half["black"]) == (first["white"], first["black"])
        assert half["used"] == [False, False]
        assert "24/20" not in half["says"]
        await house.say("Anna", "16/15", "table")
        await house.say("Anna", "/done", "table")
        after = await next_table(tab, turn=first["turn"] + 1)
        assert after["white"] != first["white"]
        assert after["log"][-1]["text"] == "24/20 16/15"
        assert after["buttons"] == []


async def test_ending_a_share_disconnects_the_stranger(tmp_path: Path) -> None:
    """After `/share off` the connection is closed and the link is refused; the next link works."""
    async with shared_board(tmp_path / "nardy.db") as (house, token):
        async with house.server.watching(token) as tab:
            await next_table(tab)
            closed = asyncio.create_task(tab.closed())  # a browser answers a close frame at once, too
            await house.say("Boris", "/share off", "Boris")
            assert await closed == NOT_INVITED
        async with house.server.watching(token) as tab:
            assert tab.welcome["closed"]
            assert await tab.closed() == NOT_INVITED
        await house.say("Anna", "/share", "Anna")
        async with house.server.watching(last_token(house)) as tab:
            assert not tab.welcome["closed"]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[DialogueHouse, str]]:
    """A house with a shared board, for tests that change only their own connections."""
    async with shared_board(tmp_path_factory.mktemp("shared") / "nardy.db") as shared:
        yield shared


@in_module_loop
async def test_a_forged_link_opens_nothing(shared: tuple[DialogueHouse, str]) -> None:
    """A wrong seal, a missing seal and an empty token are all refused alike."""
    house, token = shared
    game = token.partition("-")[0]
    for forged in (f"{game}-{'0' * 24}", game, "", "-", token[:-1], f"{token}0"):
        async with house.server.watching(forged) as tab:
            assert tab.welcome["closed"], forged
            assert await tab.closed() == NOT_INVITED


@in_module_loop
async def test_a_stranger_can_do_nothing_and_enters_no_room(shared: tuple[DialogueHouse, str]) -> None:
    """Any other frame of the page closes the connection and changes nothing."""
    house, token = shared
    before = house.shown("table")
    for frame in (
        {"do": "say", "id": "action-1", "room": "table", "text": "/roll", "message": None},
        {"do": "press", "id": "action-1", "room": "table", "data": ":/roll", "message": None},
        {"do": "name", "id": "action-1", "name": "Carl"},
        {"do": "earlier", "room": "table", "before": "99"},
        {"do": "complete", "id": "action-1", "room": "table", "text": "/"},
        {"do": "accounts"},
        {"do": "hello", "secret": "", "language": "en"},
    ):
        async with house.server.watching(token) as tab:
            await tab.put(**frame)
            assert await tab.closed() == aiohttp.WSCloseCode.POLICY_VIOLATION, frame
    assert house.shown("table") == before


@in_module_loop
async def test_a_stranger_can_view_earlier_turns(shared: tuple[DialogueHouse, str]) -> None:
    """A stranger may view any turn of the shared game, and of no other game."""
    house, token = shared
    async with house.server.watching(token, "ru") as tab:
        now = await next_table(tab, moment=None)
        await tab.put(do="look at", room="me", game="b2b", moment=0)
        set_up = await next_table(tab, moment=0)
        assert (set_up["game"], set_up["white"][24]) == (now["game"], 15)
        assert now["white"] != set_up["white"]
        assert set_up["title"] == "Длинные нарды"


async def test_a_shared_link_survives_a_restart(tmp_path: Path) -> None:
    """A shared link opens the same board after a restart."""
    path = tmp_path / "nardy.db"
    async with shared_board(path) as (_, token):
        pass
    async with open_house(path, cast=()) as again, again.server.watching(token) as tab:
        assert (await next_table(tab))["game"] == token.partition("-")[0]
