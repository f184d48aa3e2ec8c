"""A way back to one's seat from another platform: who is given a link, and for how long it counts."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from bot.chats.web.sign_in_codes import LIFETIME, MOST_AT_ONCE
from bot.talk.incoming import Line, Press
from bot.talk.reply import plain
from tests.chats.web.dialogue_house import DialogueHouse, open_house
from tests.chats.web.house import Tab

pytestmark = pytest.mark.slow
in_module_loop = pytest.mark.asyncio(loop_scope="module")

ADDRESS = "https://nardy.example.org"
_KEYS = count(1)
NO_SEAT = "You have no seat at the local table."
CAST = ("Boris", "Anna")


@asynccontextmanager
async def linked(folder: Path) -> AsyncIterator[DialogueHouse]:
    """Open a house with Anna and Boris at the table; Anna is Anya on Telegram, too."""
    async with open_house(folder / "nardy.db", cast=CAST, address=ADDRESS) as opened:
        await link(opened, "Anya")
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[DialogueHouse]:
    """A house of tests that leave the link and both seats as they are."""
    async with linked(tmp_path_factory.mktemp("linked")) as opened:
        yield opened


async def link(house: DialogueHouse, far: str) -> None:
    """Let Anna at the table and an account on Telegram become one player."""
    await house.say("Anna", "/link", "Anna")
    code = re.search(r"/link ([a-z2-7]{10}) ", str(house.answer("Anna")))
    assert code is not None
    ((yes, _),) = (await house.on_telegram(far, Line(f"/link {code[1]}")))[0].buttons
    await house.on_telegram(far, Press(yes.data))
    await house.guests["Anna"].look()
    await house.press("Anna", "Yes, that is me", "Anna", answered=False)


async def answered(house: DialogueHouse, far: str, line: str = "/link seat", *, alone: bool = True) -> str:
    """What an account on Telegram is answered."""
    return "\n".join(plain(reply.text) for reply in await house.on_telegram(far, Line(line), alone=alone))


async def code_for(house: DialogueHouse, far: str = "Anya") -> str:
    """The code in the link that an account on Telegram is given."""
    found = re.search(rf"{ADDRESS}/#seat=(\S+)", await answered(house, far))
    assert found is not None
    return found[1]


@asynccontextmanager
async def coming(house: DialogueHouse, code: str, secret: str = "") -> AsyncIterator[Tab]:
    """Somebody's browser that comes by a link with a code."""
    async with house.reached.greeted(secret, code=code) as tab:
        yield tab


async def sat_down(house: DialogueHouse, code: str) -> str:
    """Sit down by a code in a browser of its own; return its secret."""
    async with coming(house, code) as tab:
        assert tab.welcome["offer"] == "Anna"
        await tab.do("sit down")
        return tab.secret


async def own_code(tab: Tab) -> str:
    """Ask for a code in the menu of the page; return it."""
    key = f"a-code-{next(_KEYS)}"
    await tab.put(do="sign-in code", id=key, origin=ADDRESS)
    address: str = (await tab.get("sign-in code", id=key))["address"]
    return address.partition("#seat=")[2]


async def seated(house: DialogueHouse, secret: str) -> dict[str, Any]:
    """What a browser is welcomed with."""
    async with coming(house, "", secret) as tab:
        return tab.welcome


@in_module_loop
async def test_a_linked_player_comes_back_to_the_seat(house: DialogueHouse) -> None:
    """Beside the code of /link, and beside its refusal, stands a button; its link opens Anna's seat."""
    for _ in range(2):  # the first of three was Anna's own
        (told,) = await house.on_telegram("Anya", Line("/link"))
        assert "/link seat" in [button.data.partition(":")[2] for row in told.buttons for button in row]
        assert "Your seat at the local table can be opened" in plain(told.text)
    (told,) = await house.on_telegram("Anya", Line("/link"))
    assert plain(told.text).startswith("You have had three codes today.")
    assert [button.label for row in told.buttons for button in row] == ["Open my seat"]
    secret = await sat_down(house, await code_for(house))
    assert (await seated(house, secret))["name"] == "Anna"


@in_module_loop
async def test_links_are_told_in_private_alone(house: DialogueHouse) -> None:
    """In a group the answer says where to ask instead; at the table it leads to the menu."""
    told = await answered(house, "Anya", alone=False)
    assert told == "I tell codes in private only: send /link to me there."
    await house.say("Anna", "/link seat", "Anna")
    assert "You are at the table." in str(house.answer("Anna"))


@in_module_loop
async def test_a_strangers_seat_is_given_to_nobody(house: DialogueHouse) -> None:
    """A player who is not linked has no seat, whatever follows the command and whichever button it is."""
    assert (await answered(house, "Mallory")).startswith(NO_SEAT)
    assert NO_SEAT in plain((await house.on_telegram("Mallory", Press(":/link seat")))[0].text)
    for line in ("/link seat Anna", f"/link seat {house.guests['Anna'].account}"):
        assert "seat=" not in await answered(house, "Mallory", line)
        assert "seat=" not in await answered(house, "Anya", line)


@in_module_loop
async def test_a_link_is_used_once(house: DialogueHouse) -> None:
    """A second browser that comes with it is told so, and sits down nowhere."""
    code = await code_for(house)
    await sat_down(house, code)
    async with coming(house, code) as tab:
        assert tab.welcome["offer"] == ""
        await tab.put(do="sit down", id="sit-down-2")
        await tab.get("refused", id="sit-down-2")


@in_module_loop
async def test_a_link_is_of_no_use_after_its_time(house: DialogueHouse) -> None:
    """After ten minutes it opens nothing."""
    code = await code_for(house)
    house.clock.forward(seconds=LIFETIME)
    async with coming(house, code) as tab:
        assert tab.welcome["offer"] == ""


@in_module_loop
async def test_few_links_are_open_at_once(house: DialogueHouse) -> None:
    """Who asks again and again has the last few; each of them works."""
    codes = []
    for _ in range(MOST_AT_ONCE + 1):
        codes.append(await code_for(house))
        house.clock.forward(seconds=1)
    async with coming(house, codes[0]) as tab:
        assert tab.welcome["offer"] == ""
    for code in codes[1:]:
        await sat_down(house, code)


async def test_an_account_linked_by_deceit_keeps_no_seat(tmp_path: Path) -> None:
    """When Anna undoes the link, Anya's links and browsers open nothing; her own open her seat for good."""
    async with linked(tmp_path) as house:
        early, secret = await code_for(house), await sat_down(house, await code_for(house))
        async with coming(house, "", secret) as tab:
            friend = await sat_down(house, await own_code(tab))
            later = await own_code(tab)
            await house.say("Anna", "/unlink", "Anna")
            await house.press("Anna", "Make them two again", "Anna", answered=True)
            await tab.closed()
        for each in (secret, friend):
            assert (await seated(house, each))["account"] is None
        for code in (early, later):
            async with coming(house, code) as tab:
                assert tab.welcome["offer"] == ""
        assert (await answered(house, "Anya")).startswith(NO_SEAT)
        async with coming(house, "", house.guests["Anna"].secret) as anna:
            code = await own_code(anna)
        async with coming(house, code, secret) as tab:
            await tab.put(do="sit down", id="sit-down-1")
            await tab.get("done", id="sit-down-1")
        assert (await seated(house, secret))["name"] == "Anna"


async def test_the_host_took_the_seat_away(tmp_path: Path) -> None:
    """A player whose seat the host, Boris, removed comes back by no link, and the answer says what to do."""
    async with linked(tmp_path) as house:
        await house.guests["Boris"].act(do="remove account", account=house.guests["Anna"].account)
        told = await answered(house, "Anya")
        assert told.startswith("Your seat at the local table is there no more. Send /unlink to part with it")
        assert "are one player. Make two players" in await answered(house, "Anya", "/unlink")


async def test_without_an_address_it_is_told_what_to_type(tmp_path: Path) -> None:
    """Where the bot does not know how others reach the table, it says what to put behind that address."""
    async with open_house(tmp_path / "nardy.db", cast=CAST) as house:
        await link(house, "Anya")
        found = re.search(r"put this behind its address .*: /#seat=(\S+)\s", await answered(house, "Anya"))
        assert found is not None
        await sat_down(house, found[1])


async def test_a_restart_ends_neither_links_nor_sign_in_links(tmp_path: Path) -> None:
    """A link from before a restart opens the seat after it; a browser unlinked before one opens nothing."""
    place = tmp_path / "nardy.db"
    async with open_house(place, cast=CAST, address=ADDRESS) as before:
        await link(before, "Anya")
        code, secret = await code_for(before), await sat_down(before, await code_for(before))
    async with open_house(place, cast=(), address=ADDRESS) as after:
        assert (await seated(after, secret))["name"] == "Anna"
        await sat_down(after, code)
        (asked,) = await after.on_telegram("Anya", Line("/unlink"))
        await after.on_telegram("Anya", Press(asked.buttons[0][0].data))
    async with open_house(place, cast=(), address=ADDRESS) as again:
        assert (await seated(again, secret))["account"] is None


async def test_a_page_speaks_at_once_as_the_one_player_does(tmp_path: Path) -> None:
    """When the last yes is said on another platform the page follows the language that was chosen there."""
    async with open_house(tmp_path / "nardy.db", cast=CAST) as house:
        await house.on_telegram("Anya", Line("/settings language ru"))
        code = re.search(r"/link ([a-z2-7]{10})", await answered(house, "Anya", "/link"))
        assert code is not None
        async with coming(house, "", house.guests["Anna"].secret) as tab:
            await house.say("Anna", f"/link {code[1]}", "Anna")
            ((yes, _),) = house.guests["Anna"].replies[0]["buttons"]
            await house.press("Anna", yes["label"], "Anna", answered=True)
            await house.on_telegram("Anya", Press(yes["data"]))
            assert (await tab.get("language"))["language"] == "ru"
