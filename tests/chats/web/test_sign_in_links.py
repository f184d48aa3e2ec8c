"""A linked player's way back to their seat: which account gets a link, and how long it works."""

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
    """Open a house with Anna and Boris at the table; Anna is linked with Anya on Telegram."""
    async with open_house(folder / "nardy.db", cast=CAST, address=ADDRESS) as opened:
        await link(opened, "Anya")
        yield opened


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[DialogueHouse]:
    """A house for tests that leave the link and both seats unchanged."""
    async with linked(tmp_path_factory.mktemp("linked")) as opened:
        yield opened


async def link(house: DialogueHouse, name: str) -> None:
    """Link Anna at the table with an account on Telegram."""
    await house.say("Anna", "/link", "Anna")
    code = re.search(r"/link ([a-z2-7]{10}) ", str(house.answer("Anna")))
    assert code is not None
    ((yes, _),) = (await house.on_telegram(name, Line(f"/link {code[1]}")))[0].buttons
    await house.on_telegram(name, Press(yes.data))
    await house.guests["Anna"].look()
    await house.press("Anna", "Yes, that is me", "Anna", answered=False)


async def answer_to(
    house: DialogueHouse, name: str, line: str = "/link seat", *, private: bool = True
) -> str:
    """Return the answer that an account on Telegram gets."""
    return "\n".join(
        plain(reply.text) for reply in await house.on_telegram(name, Line(line), private=private)
    )


async def code_for(house: DialogueHouse, name: str = "Anya") -> str:
    """Return the code in the link that an account on Telegram gets."""
    found = re.search(rf"{ADDRESS}/#seat=(\S+)", await answer_to(house, name))
    assert found is not None
    return found[1]


@asynccontextmanager
async def browser_with(house: DialogueHouse, code: str, secret: str = "") -> AsyncIterator[Tab]:
    """Open a browser by a link with a code."""
    async with house.server.greeted(secret, code=code) as tab:
        yield tab


async def sit_down(house: DialogueHouse, code: str) -> str:
    """Sign in with a code in a new browser; return its secret."""
    async with browser_with(house, code) as tab:
        assert tab.welcome["offer"] == "Anna"
        await tab.do("sit down")
        return tab.secret


async def own_code(tab: Tab) -> str:
    """Request a code in the page's menu; return it."""
    key = f"a-code-{next(_KEYS)}"
    await tab.put(do="sign-in code", id=key, origin=ADDRESS)
    address: str = (await tab.get("sign-in code", id=key))["address"]
    return address.partition("#seat=")[2]


async def welcome_of(house: DialogueHouse, secret: str) -> dict[str, Any]:
    """Return the welcome of a browser."""
    async with browser_with(house, "", secret) as tab:
        return tab.welcome


@in_module_loop
async def test_a_linked_player_comes_back_to_the_seat(house: DialogueHouse) -> None:
    """/link has a button beside its code or refusal, and its link opens Anna's seat."""
    for _ in range(2):  # the first of three was Anna's own
        (answer,) = await house.on_telegram("Anya", Line("/link"))
        assert "/link seat" in [button.data.partition(":")[2] for row in answer.buttons for button in row]
        assert "Your seat at the local table can be opened" in plain(answer.text)
    (answer,) = await house.on_telegram("Anya", Line("/link"))
    assert plain(answer.text).startswith("You have had three codes today.")
    assert [button.label for row in answer.buttons for button in row] == ["Open my seat"]
    secret = await sit_down(house, await code_for(house))
    assert (await welcome_of(house, secret))["name"] == "Anna"


@in_module_loop
async def test_links_are_given_only_in_private(house: DialogueHouse) -> None:
    """In a group the answer says where to ask; at the table it points to the menu."""
    answer = await answer_to(house, "Anya", private=False)
    assert answer == "I tell codes in private only: send /link to me there."
    await house.say("Anna", "/link seat", "Anna")
    assert "You are at the table." in str(house.answer("Anna"))


@in_module_loop
async def test_a_player_gets_no_link_to_another_players_seat(house: DialogueHouse) -> None:
    """A player who is not linked has no seat, whatever they type after the command."""
    assert (await answer_to(house, "Mallory")).startswith(NO_SEAT)
    assert NO_SEAT in plain((await house.on_telegram("Mallory", Press(":/link seat")))[0].text)
    for line in ("/link seat Anna", f"/link seat {house.guests['Anna'].account}"):
        assert "seat=" not in await answer_to(house, "Mallory", line)
        assert "seat=" not in await answer_to(house, "Anya", line)


@in_module_loop
async def test_a_link_is_used_once(house: DialogueHouse) -> None:
    """A link that was used signs in no second browser."""
    code = await code_for(house)
    await sit_down(house, code)
    async with browser_with(house, code) as tab:
        assert tab.welcome["offer"] == ""
        await tab.put(do="sit down", id="sit-down-2")
        await tab.get("refused", id="sit-down-2")


@in_module_loop
async def test_a_link_expires(house: DialogueHouse) -> None:
    """A link is refused after its lifetime."""
    code = await code_for(house)
    house.clock.forward(seconds=LIFETIME)
    async with browser_with(house, code) as tab:
        assert tab.welcome["offer"] == ""


@in_module_loop
async def test_only_the_latest_links_work(house: DialogueHouse) -> None:
    """Only an account's last few links work."""
    codes = []
    for _ in range(MOST_AT_ONCE + 1):
        codes.append(await code_for(house))
        house.clock.forward(seconds=1)
    async with browser_with(house, codes[0]) as tab:
        assert tab.welcome["offer"] == ""
    for code in codes[1:]:
        await sit_down(house, code)


async def test_unlinking_voids_the_other_accounts_links_and_browsers(tmp_path: Path) -> None:
    """After Anna unlinks, Anya's links and browsers open nothing; Anna's own link works."""
    async with linked(tmp_path) as house:
        early, secret = await code_for(house), await sit_down(house, await code_for(house))
        async with browser_with(house, "", secret) as tab:
            friend = await sit_down(house, await own_code(tab))
            later = await own_code(tab)
            await house.say("Anna", "/unlink", "Anna")
            await house.press("Anna", "Make them two again", "Anna", answered=True)
            await tab.closed()
        for each in (secret, friend):
            assert (await welcome_of(house, each))["account"] is None
        for code in (early, later):
            async with browser_with(house, code) as tab:
                assert tab.welcome["offer"] == ""
        assert (await answer_to(house, "Anya")).startswith(NO_SEAT)
        async with browser_with(house, "", house.guests["Anna"].secret) as anna:
            code = await own_code(anna)
        async with browser_with(house, code, secret) as tab:
            await tab.put(do="sit down", id="sit-down-1")
            await tab.get("done", id="sit-down-1")
        assert (await welcome_of(house, secret))["name"] == "Anna"


async def test_a_removed_seat_has_no_link(tmp_path: Path) -> None:
    """A linked player whose seat the host removed gets no link but advice to unlink."""
    async with linked(tmp_path) as house:
        await house.guests["Boris"].act(do="remove account", account=house.guests["Anna"].account)
        answer = await answer_to(house, "Anya")
        assert answer.startswith(
            "Your seat at the local table is there no more. Send /unlink to part with it"
        )
        assert "are one player. Make two players" in await answer_to(house, "Anya", "/unlink")


async def test_without_a_public_address_the_answer_has_the_code_only(tmp_path: Path) -> None:
    """A bot without a public address gives the part of the link that follows the address."""
    async with open_house(tmp_path / "nardy.db", cast=CAST) as house:
        await link(house, "Anya")
        found = re.search(r"put this behind its address .*: /#seat=(\S+)\s", await answer_to(house, "Anya"))
        assert found is not None
        await sit_down(house, found[1])


async def test_sign_in_links_survive_a_restart(tmp_path: Path) -> None:
    """A link from before a restart works after it, and a browser that was unlinked stays signed out."""
    place = tmp_path / "nardy.db"
    async with open_house(place, cast=CAST, address=ADDRESS) as before:
        await link(before, "Anya")
        code, secret = await code_for(before), await sit_down(before, await code_for(before))
    async with open_house(place, cast=(), address=ADDRESS) as after:
        assert (await welcome_of(after, secret))["name"] == "Anna"
        await sit_down(after, code)
        (asked,) = await after.on_telegram("Anya", Line("/unlink"))
        await after.on_telegram("Anya", Press(asked.buttons[0][0].data))
    async with open_house(place, cast=(), address=ADDRESS) as again:
        assert (await welcome_of(again, secret))["account"] is None


async def test_a_page_takes_the_language_of_a_new_link(tmp_path: Path) -> None:
    """A link that is confirmed on Telegram changes the open page to the language chosen there."""
    async with open_house(tmp_path / "nardy.db", cast=CAST) as house:
        await house.on_telegram("Anya", Line("/settings language ru"))
        code = re.search(r"/link ([a-z2-7]{10})", await answer_to(house, "Anya", "/link"))
        assert code is not None
        async with browser_with(house, "", house.guests["Anna"].secret) as tab:
            await house.say("Anna", f"/link {code[1]}", "Anna")
            ((yes, _),) = house.guests["Anna"].replies[0]["buttons"]
            await house.press("Anna", yes["label"], "Anna", answered=True)
            await house.on_telegram("Anya", Press(yes["data"]))
            assert (await tab.get("language"))["language"] == "ru"
