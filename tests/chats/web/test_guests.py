"""Guests: visitors who begin to play without choosing a name."""

from __future__ import annotations

from random import Random

import pytest

from bot.chats.web.names import sanitize_name
from bot.chats.web.web_accounts import WebAccounts
from bot.sessions import looks
from bot.talk.guest_names import guest_names
from tests.chats.stand_ins import MemoryKeyValues
from tests.chats.web.house import SIGNER, Served, Tab, serving


async def become_guest(tab: Tab, key: str = "begin-as-guest") -> dict[str, object]:
    """Ask for an account of a guest; return the answer."""
    await tab.put(do="guest", id=key)
    return await tab.get("named", id=key)


async def test_a_guest_gets_an_account_and_acts_with_it(served: Served) -> None:
    """A visitor without a name becomes a guest, whose next press is handled under the guest's name."""
    async with served.tab() as tab:
        named = await become_guest(tab)
        assert named["guest"] is True
        await tab.do("press", room="me", data=":/play", message=None)
        person = served.handler.incoming[-1].person
        assert (person.key, person.name) == (named["account"], named["name"])
    async with served.tab(tab.secret) as again:
        assert (again.welcome["name"], again.welcome["guest"]) == (named["name"], True)


async def test_a_look_creates_no_account(served: Served) -> None:
    """A visitor who only looks gets no account, and the handler hears of no new person."""
    async with served.tab() as tab:
        await tab.put(do="lobby")
        await tab.put(do="look at", room="table", game="K7M2QX")
        await tab.catch_up()
    assert "web:accounts" not in {namespace for namespace, _ in served.key_values.kept}


async def test_a_repeated_request_keeps_the_account(served: Served) -> None:
    """A guest who asks again, as after a lost answer, keeps account and name."""
    async with served.tab() as tab:
        first = await become_guest(tab)
        again = await become_guest(tab, "begin-once-more")
        assert (again["account"], again["name"]) == (first["account"], first["name"])


async def test_a_chosen_name_ends_being_a_guest(served: Served) -> None:
    """A guest who chooses a name, even the name they have, is no guest any more."""
    async with served.tab() as tab:
        name = (await become_guest(tab))["name"]
        await tab.put(do="name", id="keep-my-name", name=name)
        assert (await tab.get("named", id="keep-my-name"))["guest"] is False
    async with served.tab(tab.secret) as again:
        assert (again.welcome["name"], again.welcome["guest"]) == (name, False)


async def test_a_taken_name_is_passed_over() -> None:
    """A guest gets the first name that looks like no other account's and is not reserved."""
    accounts = WebAccounts(MemoryKeyValues(), SIGNER)
    await accounts.take_name(accounts.new_secret(), "quiet  otter")
    names = ["Quiet Otter", "Computer", "Quiet Owl"]
    assert (await accounts.become_guest(accounts.new_secret(), names, "2026-11-27")).name == "Quiet Owl"


@pytest.mark.parametrize("language", ["en", "ru", "de-AT"])
def test_guest_names_are_valid_and_grow(language: str) -> None:
    """Every name passes the check of typed names, and the last ones differ though few words are drawn."""
    names = list(guest_names(language, Random(7)))
    assert [sanitize_name(name) for name in names] == names
    assert len({look for name in names[-4:] for look in looks(name)}) >= 4


async def test_an_uninvited_visitor_is_told_how_to_be_invited() -> None:
    """A visitor without the key of an invited table gets a closed landing before the connection ends."""
    async with serving(invited=True) as served, served.greeted() as tab:
        landing = await tab.get("landing")
        assert (landing["may_begin"], landing["says"]) == (False, "table")
        assert await tab.closed() == 4001


@pytest.mark.parametrize(
    ("host", "invited", "says"),
    [
        ("127.0.0.1", False, ""),
        ("127.0.0.1", True, "table"),
        ("nardy.example.org", False, "boards"),
        ("nardy.example.org", True, "boards"),
    ],
)
async def test_the_landing_needs_no_socket(host: str, says: str, *, invited: bool) -> None:
    """The landing of a visitor without a key is served over HTTP, also where only boards are open."""
    async with (
        serving(invited=invited, public_url="https://nardy.example.org") as served,
        served.web.get("/landing.json?lang=ru", headers={"Host": host}) as answer,
    ):
        landing = await answer.json()
        assert (landing["may_begin"], landing["says"]) == (not says, says)
