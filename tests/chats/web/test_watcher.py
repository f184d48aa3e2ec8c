"""Strangers with the link of a board: what they see, and that they can do nothing."""

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
async def sharing(path: Path, *, invited: bool = False) -> AsyncIterator[tuple[DialogueHouse, str]]:
    """A house in which Anna and Boris play and Anna has 4-1 to move, and the token of their board's link."""
    async with open_house(path, *TO_A_CHOICE, cast=("Anna", "Boris"), invited=invited) as house:
        await house.say("Anna", "/challenge Boris", "table")
        await house.press("Boris", "Accept", "table", answered=False)
        await house.say("Anna", "/share", "Anna")
        yield house, token_in(house)


def token_in(house: DialogueHouse) -> str:
    """The token that Anna was told last, the same in the address and in the command."""
    answer = house.answer("Anna")
    assert answer is not None
    address, command = re.search(r"/#share=(\S+)", answer.text), re.search(r"/board (\S+)", answer.text)
    assert address is not None
    assert command is not None
    assert address[1] == command[1]
    return address[1]


async def shown_table(tab: Tab, **wanted: object) -> dict[str, Any]:
    """The next table that the tab is shown on which this is so."""
    while True:
        table: dict[str, Any] = (await tab.get("table"))["table"]
        if wanted.items() <= table.items():
            return table


async def test_a_stranger_sees_the_board_live(tmp_path: Path) -> None:
    """By the link alone, where guests must be invited, a stranger is shown each turn once it is complete."""
    async with (
        sharing(tmp_path / "nardy.db", invited=True) as (house, token),
        house.reached.watching(token) as tab,
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
        }
        first = await shown_table(tab)
        assert (first["dice"], first["seated"], first["over"]) == ([4, 1], False, False)
        assert (first["graph"], first["made"], first["buttons"]) == ([], [], [])
        await house.say("Anna", "24/20", "table")
        half = await shown_table(tab, version=first["version"] + 1)
        assert (half["white"], half["black"]) == (first["white"], first["black"])
        assert half["used"] == [False, False]
        assert "24/20" not in half["says"]
        await house.say("Anna", "16/15", "table")
        await house.say("Anna", "/done", "table")
        after = await shown_table(tab, turn=first["turn"] + 1)
        assert after["white"] != first["white"]
        assert after["log"][-1]["text"] == "24/20 16/15"
        assert after["buttons"] == []


async def test_a_stranger_is_cut_off_as_soon_as_a_player_ends_it(tmp_path: Path) -> None:
    """After `/share off` the connection is closed, and the same link opens nothing; the next one does."""
    async with sharing(tmp_path / "nardy.db") as (house, token):
        async with house.reached.watching(token) as tab:
            await shown_table(tab)
            closed = asyncio.create_task(tab.closed())  # a browser, too, answers a farewell at once
            await house.say("Boris", "/share off", "Boris")
            assert await closed == NOT_INVITED
        async with house.reached.watching(token) as tab:
            assert tab.welcome["closed"]
            assert await tab.closed() == NOT_INVITED
        await house.say("Anna", "/share", "Anna")
        async with house.reached.watching(token_in(house)) as tab:
            assert not tab.welcome["closed"]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[DialogueHouse, str]]:
    """A house with a shared board, for tests that change nothing but their own connections."""
    async with sharing(tmp_path_factory.mktemp("shared") / "nardy.db") as shared:
        yield shared


@in_module_loop
async def test_a_forged_link_opens_nothing(shared: tuple[DialogueHouse, str]) -> None:
    """An id with another seal, no token at all, and what is none are turned away alike."""
    house, token = shared
    game = token.partition("-")[0]
    for forged in (f"{game}-{'0' * 24}", game, "", "-", token[:-1], f"{token}0"):
        async with house.reached.watching(forged) as tab:
            assert tab.welcome["closed"], forged
            assert await tab.closed() == NOT_INVITED


@in_module_loop
async def test_a_stranger_can_do_nothing_and_enters_no_room(shared: tuple[DialogueHouse, str]) -> None:
    """Whatever else the page can ask for cuts the connection, and nothing comes of it."""
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
        async with house.reached.watching(token) as tab:
            await tab.put(**frame)
            assert await tab.closed() == aiohttp.WSCloseCode.POLICY_VIOLATION, frame
    assert house.shown("table") == before


@in_module_loop
async def test_a_stranger_looks_back_at_every_turn(shared: tuple[DialogueHouse, str]) -> None:
    """The board after a line of the log is shown on request, of this game whatever the frame names."""
    house, token = shared
    async with house.reached.watching(token, "ru") as tab:
        now = await shown_table(tab, moment=None)
        await tab.put(do="look at", room="me", game="b2b", moment=0)
        set_up = await shown_table(tab, moment=0)
        assert (set_up["game"], set_up["white"][24]) == (now["game"], 15)
        assert now["white"] != set_up["white"]
        assert set_up["title"] == "Длинные нарды"


async def test_a_link_outlives_a_restart(tmp_path: Path) -> None:
    """The same link leads to the same board when the bot has been stopped and started again."""
    path = tmp_path / "nardy.db"
    async with sharing(path) as (_, token):
        pass
    async with open_house(path, cast=()) as again, again.reached.watching(token) as tab:
        assert (await shown_table(tab))["game"] == token.partition("-")[0]
