from __future__ import annotations

import asyncio
import json
from contextlib import suppress

import aiohttp
import pytest

from bot.chats.web.errors import Refused
from bot.chats.web.web_accounts import WebAccounts
from bot.talk.incoming import Line
from bot.talk.reply import Reply
from tests.chats.stand_ins import MemoryKeyValues
from tests.chats.web.house import SIGNER, SOON, Served, Tab, serving


async def came_back(served: Served, secret: str, key: str = "") -> dict[str, object]:
    """Say hello with a secret and return the welcome."""
    async with served.greeted(secret, key=key) as tab:
        return tab.welcome


async def test_who_comes_by_the_hosts_link_is_told_so(served: Served) -> None:
    """The page of the host, and no other, is told that it is the host's; it stays so without the link."""
    async with served.signed_in("Anna", key=served.host_key) as anna, served.signed_in("Boris") as boris:
        assert (anna.rights["host"], boris.rights["host"]) == (True, False)
        async with served.tab(anna.secret) as again:
            assert await again.accounts() == ["Anna", "Boris"]


async def test_the_host_removes_a_line_of_talk(served: Served) -> None:
    """A line that the host removes goes from every page, and who comes later is not shown it."""
    async with (
        served.signed_in("Anna", key=served.host_key) as anna,
        served.signed_in("Boris") as boris,
        served.tab() as watcher,
    ):
        await boris.say("Something rude", key="talk-0001")
        number = (await anna.get("message"))["message"]["id"]
        assert await anna.do("remove line", message=number) == []
        for tab in (boris, watcher):
            assert (await tab.get("removed"))["message"] == number
        await boris.say("Something rude", key="talk-0001")
    async with served.tab() as later:
        assert later.table["messages"] == []


async def test_what_the_table_says_is_not_removed(served: Served) -> None:
    """A board is no line of talk: the host cannot take it away."""
    number = await served.table.send("table", Reply(("A board.",)), "n1")
    async with served.signed_in("Anna", key=served.host_key) as anna:
        await anna.do("remove line", message=number)
    async with served.tab() as later:
        assert [message["id"] for message in later.table["messages"]] == [number]


async def test_the_host_removes_an_account(served: Served) -> None:
    """Who loses the account is sent away, is nobody with that secret, and comes back as somebody new only."""
    async with served.signed_in("Anna", key=served.host_key) as anna, served.signed_in("Boris") as boris:
        await anna.do("remove account", account=boris.account)
        await boris.closed()
        assert (await came_back(served, boris.secret))["account"] is None
        async with served.tab(boris.secret) as again:
            await again.put(do="name", id="name-again", name="Boris")
            assert (await again.get("named"))["account"] != boris.account
        assert len(await anna.accounts()) == 2


async def test_a_removed_account_stays_removed() -> None:
    """After a restart the removed are still nobody, and the key that they came by still opens nothing."""
    key_values = MemoryKeyValues()
    async with serving(key_values, invited=True) as served:
        async with served.signed_in("Anna", key=served.host_key) as anna:
            old = anna.rights["key"]
            async with served.signed_in("Boris", key=old) as boris:
                await anna.put(do="remove account", id="remove-02", account=boris.account)
                new = (await anna.get("rights"))["key"]
        assert (await came_back(served, boris.secret, old))["closed"] is True
    async with serving(key_values, invited=True) as served:
        assert (await came_back(served, boris.secret, old))["closed"] is True
        assert (await came_back(served, "", new))["closed"] is False
        assert (await came_back(served, anna.secret))["account"] == anna.account


class HeldKeyValues(MemoryKeyValues):
    """A notebook that takes its time over what a removal writes, once a test asks for it."""

    def __init__(self) -> None:
        super().__init__()
        self.is_held = False
        self.reached = asyncio.Event()
        self.released = asyncio.Event()

    async def write(self, namespace: str, key: str, text: str) -> None:
        """Wait until a test lets go, then keep a text."""
        if self.is_held and namespace in {"web:removed", "web:table"}:
            self.reached.set()
            await self.released.wait()
        await super().write(namespace, key, text)


async def test_a_name_that_is_said_during_a_removal_is_no_way_back() -> None:
    """Who says another name while he is being removed does not come back by the secret that he has."""
    key_values = HeldKeyValues()
    async with (
        serving(key_values, invited=True) as served,
        served.signed_in("Anna", key=served.host_key) as anna,
        served.signed_in("Boris", key=anna.rights["key"]) as boris,
        served.tab(key=anna.rights["key"]) as watcher,
    ):
        old = anna.rights["key"]
        key_values.is_held = True
        await anna.put(do="remove account", id="remove-02", account=boris.account)
        async with asyncio.timeout(SOON):
            await key_values.reached.wait()
        with suppress(ConnectionError):
            await boris.put(do="name", id="name-other", name="Carl")
        await watcher.catch_up()  # what was sent before has been read by now
        key_values.released.set()
        await anna.get("done", id="remove-02")
        welcome = await came_back(served, boris.secret, old)
        assert (welcome["account"], welcome["closed"]) == (None, True)
        assert await anna.accounts() == ["Anna"]


async def test_a_name_that_waits_for_its_turn_is_admitted_anew() -> None:
    """Whoever was removed while his new name waited for its turn is asked for as somebody new would be."""
    key_values = HeldKeyValues()
    accounts = WebAccounts(key_values, SIGNER)
    secret = accounts.new_secret()
    account = (await accounts.take_name(secret, "Boris")).account
    key_values.is_held = True
    removing = asyncio.create_task(accounts.remove(account))
    await key_values.reached.wait()

    def refuse() -> None:
        raise Refused("web-invited")

    renaming = asyncio.create_task(accounts.take_name(secret, "Carl", refuse))
    key_values.released.set()
    assert await removing
    with pytest.raises(Refused):
        await renaming
    assert await accounts.find(secret) is None


async def test_a_watcher_by_an_old_key_is_sent_away() -> None:
    """The key of a removed guest no longer counts: watchers who came by it must go. The host's link stays."""
    async with (
        serving(invited=True) as served,
        served.signed_in("Anna", key=served.host_key) as anna,
        served.signed_in("Boris", key=anna.rights["key"]) as boris,
        served.tab(key=anna.rights["key"]) as second,
    ):
        old = served.host_key
        await anna.do("remove account", account=boris.account)
        await second.closed()
        assert served.host_key == old


async def test_a_removed_host_comes_back_by_no_old_link() -> None:
    """With a host's account the host's link goes, too; other hosts stay hosts, also after a restart."""
    key_values = MemoryKeyValues()
    async with serving(key_values, invited=True) as served:
        old = served.host_key
        async with served.signed_in("Anna", key=old) as anna, served.signed_in("Boris", key=old) as boris:
            changed = asyncio.create_task(served.table.host_fragment_changed())
            await anna.do("remove account", account=boris.account)
            async with asyncio.timeout(SOON):
                await changed
            new = served.host_key
            assert new != old
            welcome = await came_back(served, boris.secret, old)
            assert (welcome["account"], welcome["closed"]) == (None, True)
            async with served.signed_in("Clara", key=new) as clara:
                assert clara.rights["host"] is True
    async with serving(key_values, invited=True) as served:
        assert served.host_key == new
        async with served.tab(anna.secret, key=old) as again:
            assert await again.accounts() == ["Anna", "Clara"]


async def test_a_removed_host_is_a_guest_at_an_open_table() -> None:
    """Where everybody may sit down a removed host may, too, as somebody new who administers nothing."""
    async with (
        serving() as served,
        served.signed_in("Anna", key=(old := served.host_key)) as anna,
        served.signed_in("Boris", key=old) as boris,
    ):
        await anna.do("remove account", account=boris.account)
        async with served.signed_in("Boris", key=old) as again:
            assert again.rights["host"] is False


class BreakingKeyValues(MemoryKeyValues):
    """A notebook whose process dies after some changes."""

    def __init__(self) -> None:
        super().__init__()
        self.changes = 10**9

    def _change(self) -> None:
        self.changes -= 1
        if self.changes < 0:
            raise ConnectionAbortedError

    async def write(self, namespace: str, key: str, text: str) -> None:
        """Keep a text, if the process lives."""
        self._change()
        await super().write(namespace, key, text)

    async def forget(self, namespace: str, *keys: str) -> None:
        """Throw notes away, if the process lives."""
        self._change()
        await super().forget(namespace, *keys)


@pytest.mark.parametrize("changes", range(5))
async def test_a_crash_during_a_removal_leaves_no_half_of_an_account(changes: int) -> None:
    """After whichever change the process dies, nothing was removed or the person is nobody and no host."""
    key_values = BreakingKeyValues()
    accounts = WebAccounts(key_values, SIGNER)
    secret = accounts.new_secret()
    boris = await accounts.take_name(secret, "Boris")
    await accounts.make_host(boris.account)
    key_values.changes = changes
    with suppress(ConnectionAbortedError):
        await accounts.remove(boris.account)
    key_values.changes = 10**9
    again = WebAccounts(key_values, SIGNER)
    if changes == 0:
        assert (await again.find(secret), await again.is_host(boris.account)) == (boris, True)
        return
    assert await again.find(secret) is None
    assert await again.name_of(boris.account) is None
    assert not await again.is_host(boris.account)
    assert await again.all() == []
    assert (await again.take_name(again.new_secret(), "Boris")).account != boris.account


@pytest.mark.parametrize("what", ["remove line", "remove account"])
async def test_nobody_but_the_host_removes_anything(served: Served, what: str) -> None:
    """A guest, and who has no name, is told that only the host can do that; nothing is removed."""
    async with served.signed_in("Anna") as anna, served.signed_in("Boris") as boris, served.tab() as watcher:
        await anna.say("Good evening", key="talk-0001")
        number = (await boris.get("message"))["message"]["id"]
        named = {"remove line": {"message": number}, "remove account": {"account": anna.account}}[what]
        for tab in (boris, watcher):
            (reply,) = await tab.do(what, **named)
            assert reply["text"] == ["Only the host of this table can do that."]
            assert await tab.accounts() == []
    async with served.tab(anna.secret) as again:
        assert again.welcome["account"] == anna.account
        assert [message["id"] for message in again.table["messages"]] == [number]


async def test_the_host_keeps_his_own_account(served: Served) -> None:
    """The host cannot remove himself by mistake."""
    async with served.signed_in("Anna", key=served.host_key) as anna:
        assert await anna.do("remove account", account=anna.account)
        assert (await came_back(served, anna.secret))["account"] == anna.account


@pytest.mark.parametrize("field", ["secret", "language", "key"])
async def test_half_a_character_in_a_hello_is_a_bad_frame(
    served: Served, field: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A lone surrogate, which can be neither kept nor sent, closes the connection as any bad frame does."""
    hello = {"do": "hello", "secret": "", "language": "en", "key": ""} | {field: "\ud800"}
    async with served.web.ws_connect("/socket", headers={"Origin": served.origin}) as socket:
        await socket.send_str(json.dumps(hello))
        if field == "language":  # what is no language is none, as for any other page in an unknown one
            assert (await Tab(socket).get("welcome"))["account"] is None
        else:
            assert await Tab(socket).closed() == aiohttp.WSCloseCode.POLICY_VIOLATION
    assert "Traceback" not in caplog.text


async def test_half_a_character_in_a_line_is_read_as_a_sign(served: Served) -> None:
    """What is said with half a character in it is said without, and the tab goes on."""
    async with served.signed_in("Anna") as anna:
        await anna.say("one \ud800 two")
        assert [each.what for each in served.handler.incoming] == [Line("one ? two")]
        assert (await anna.say("three", key="action-2"))["replies"] == []
