"""A way back to one's seat from another platform: who is given a link, and for how long it counts."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.chats.web.sign_in_codes import LIFETIME, MOST_AT_ONCE
from bot.talk.incoming import Line, Press
from bot.talk.reply import plain
from tests.chats.web.dialogue_house import DialogueHouse, open_house
from tests.chats.web.house import Tab
from tests.chats.web.test_other_devices import greeted

pytestmark = pytest.mark.slow

ADDRESS = "https://nardy.example.org"
NO_SEAT = "You have no seat at the local table."
CAST = ("Boris", "Anna")


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[DialogueHouse]:
    """Anna and Boris at the table; Anna is Anya on Telegram, too."""
    async with open_house(tmp_path / "nardy.db", cast=CAST, address=ADDRESS) as opened:
        await link(opened, "Anya")
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
    async with house.reached.socket() as socket:
        tab = Tab(socket)
        await greeted(tab, code, secret)
        yield tab


async def sat_down(house: DialogueHouse, code: str) -> str:
    """Sit down by a code in a browser of its own; return its secret."""
    async with coming(house, code) as tab:
        assert tab.welcome["offer"] == "Anna"
        await tab.put(do="sit down", id="sit-down-1")
        await tab.get("done", id="sit-down-1")
        return tab.secret


async def seated(house: DialogueHouse, secret: str) -> dict[str, Any]:
    """What a browser is welcomed with."""
    async with coming(house, "", secret) as tab:
        return tab.welcome


async def test_who_is_linked_comes_back_to_his_seat(house: DialogueHouse) -> None:
    """Beside the code of /link stands a button, and its link opens Anna's seat in a new browser."""
    (told,) = await house.on_telegram("Anya", Line("/link"))
    assert "/link seat" in [button.data.partition(":")[2] for row in told.buttons for button in row]
    assert "Your seat at the local table can be opened" in plain(told.text)
    secret = await sat_down(house, await code_for(house))
    assert (await seated(house, secret))["name"] == "Anna"


async def test_the_button_is_there_when_there_are_no_more_codes(house: DialogueHouse) -> None:
    """Who has had three codes for linking today is offered the seat all the same."""
    for _ in range(3):
        await house.on_telegram("Anya", Line("/link"))
    (told,) = await house.on_telegram("Anya", Line("/link"))
    assert plain(told.text).startswith("You have had three codes today.")
    assert [button.label for row in told.buttons for button in row] == ["Open my seat"]


async def test_in_a_group_nobody_is_given_a_link(house: DialogueHouse) -> None:
    """Where others read along it is said where to ask instead."""
    told = await answered(house, "Anya", alone=False)
    assert told == "I tell codes in private only: send /link to me there."


async def test_a_strangers_seat_is_given_to_nobody(house: DialogueHouse) -> None:
    """Who is not linked has no seat, whatever he adds to the command or whoever's button he presses."""
    assert (await answered(house, "Mallory")).startswith(NO_SEAT)
    assert NO_SEAT in plain((await house.on_telegram("Mallory", Press(":/link seat")))[0].text)
    for line in ("/link seat Anna", f"/link seat {house.guests['Anna'].account}"):
        assert "seat=" not in await answered(house, "Mallory", line)
        assert "seat=" not in await answered(house, "Anya", line)


async def test_a_link_is_used_once(house: DialogueHouse) -> None:
    """A second browser that comes with it is told so, and sits down nowhere."""
    code = await code_for(house)
    await sat_down(house, code)
    async with coming(house, code) as tab:
        assert tab.welcome["offer"] == ""
        await tab.put(do="sit down", id="sit-down-2")
        await tab.get("refused", id="sit-down-2")


async def test_a_link_is_of_no_use_after_its_time(house: DialogueHouse) -> None:
    """After ten minutes it opens nothing."""
    code = await code_for(house)
    house.clock.forward(seconds=LIFETIME)
    async with coming(house, code) as tab:
        assert tab.welcome["offer"] == ""


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


async def test_who_was_linked_by_deceit_keeps_no_seat(house: DialogueHouse) -> None:
    """When Anna undoes the link, neither Anya's links nor the browsers that came by them open anything."""
    early, secret = await code_for(house), await sat_down(house, await code_for(house))
    async with coming(house, "", secret) as tab:
        await tab.put(do="sign-in code", id="a-code-1", origin=ADDRESS)
        further = (await tab.get("sign-in code", id="a-code-1"))["address"].partition("#seat=")[2]
        friend = await sat_down(house, further)
        await tab.put(do="sign-in code", id="a-code-2", origin=ADDRESS)
        later = (await tab.get("sign-in code", id="a-code-2"))["address"].partition("#seat=")[2]
        await house.say("Anna", "/unlink", "Anna")
        await house.press("Anna", "Make them two again", "Anna", answered=True)
        await tab.closed()
    for each in (secret, friend):
        assert (await seated(house, each))["account"] is None
    for code in (early, later):
        async with coming(house, code) as tab:
            assert tab.welcome["offer"] == ""
    assert (await answered(house, "Anya")).startswith(NO_SEAT)
    assert (await seated(house, house.guests["Anna"].secret))["name"] == "Anna"


async def test_a_browser_that_lost_the_seat_gets_it_back_from_its_owner(house: DialogueHouse) -> None:
    """A link of Anna's own menu opens her seat for good, also where one of Anya's had opened it before."""
    secret = await sat_down(house, await code_for(house))
    await house.say("Anna", "/unlink", "Anna")
    await house.press("Anna", "Make them two again", "Anna", answered=True)
    async with coming(house, "", house.guests["Anna"].secret) as anna:
        await anna.put(do="sign-in code", id="a-code-1", origin=ADDRESS)
        code = (await anna.get("sign-in code", id="a-code-1"))["address"].partition("#seat=")[2]
    async with coming(house, code, secret) as tab:
        await tab.put(do="sit down", id="sit-down-1")
        await tab.get("done", id="sit-down-1")
    assert (await seated(house, secret))["name"] == "Anna"


async def test_the_host_took_the_seat_away(house: DialogueHouse) -> None:
    """Somebody from whom the host, Boris, took the seat comes back by no link, and is told how by another."""
    await house.guests["Boris"].act(do="remove account", account=house.guests["Anna"].account)
    told = await answered(house, "Anya")
    assert told.startswith("Your seat at the local table is there no more. Send /unlink to part with it")
    assert "are one player. Make two players" in await answered(house, "Anya", "/unlink")


async def test_at_the_table_one_is_told_where_it_is(house: DialogueHouse) -> None:
    """Who types the command at the table is led to the menu."""
    await house.say("Anna", "/link seat", "Anna")
    assert "You are at the table." in str(house.answer("Anna"))


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
