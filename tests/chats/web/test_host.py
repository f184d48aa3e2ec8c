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
from tests.chats.web.house import SIGNER, TIMEOUT, Served, Tab, serving


async def welcome_of(served: Served, secret: str, key: str = "") -> dict[str, object]:
    """Say hello with a secret and return the welcome."""
    async with served.greeted(secret, key=key) as tab:
        return tab.welcome


async def test_the_hosts_link_makes_a_host(served: Served) -> None:
    """A person who comes by the host's link has a host's rights, also later without the link."""
    async with served.signed_in("Anna", key=served.host_key) as anna, served.signed_in("Boris") as boris:
        assert (anna.rights["host"], boris.rights["host"]) == (True, False)
        async with served.tab(anna.secret) as again:
            assert await again.accounts() == ["Anna", "Boris"]


async def test_the_host_removes_a_line_of_talk(served: Served) -> None:
    """A line that the host removes disappears from every page and is not shown to later visitors."""
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


async def test_the_host_cannot_remove_a_board(served: Served) -> None:
    """The host can remove lines of talk but no message of the table."""
    number = await served.table.send("table", Reply(("A board.",)), "n1")
    async with served.signed_in("Anna", key=served.host_key) as anna:
        await anna.do("remove line", message=number)
    async with served.tab() as later:
        assert [message["id"] for message in later.table["messages"]] == [number]


async def test_the_host_removes_an_account(served: Served) -> None:
    """A removed person is disconnected, their secret opens nothing, and a new name makes a new account."""
    async with served.signed_in("Anna", key=served.host_key) as anna, served.signed_in("Boris") as boris:
        await anna.do("remove account", account=boris.account)
        await boris.closed()
        assert (await welcome_of(served, boris.secret))["account"] is None
        async with served.tab(boris.secret) as again:
            await again.put(do="name", id="name-again", name="Boris")
            assert (await again.get("named"))["account"] != boris.account
        assert len(await anna.accounts()) == 2


async def test_a_removed_account_stays_removed() -> None:
    """After a restart a removed account and the key of its invitation still open nothing."""
    key_values = MemoryKeyValues()
    async with serving(key_values, invited=True) as served:
        async with served.signed_in("Anna", key=served.host_key) as anna:
            old = anna.rights["key"]
            async with served.signed_in("Boris", key=old) as boris:
                await anna.put(do="remove account", id="remove-02", account=boris.account)
                new = (await anna.get("rights"))["key"]
        assert (await welcome_of(served, boris.secret, old))["closed"] is True
    async with serving(key_values, invited=True) as served:
        assert (await welcome_of(served, boris.secret, old))["closed"] is True
        assert (await welcome_of(served, "", new))["closed"] is False
        assert (await welcome_of(served, anna.secret))["account"] == anna.account


class HeldKeyValues(MemoryKeyValues):
    """Stored values; while a test holds them, the write that removes an account or replaces a key waits."""

    def __init__(self) -> None:
        super().__init__()
        self.is_held = False
        self.reached = asyncio.Event()
        self.released = asyncio.Event()

    async def write(self, namespace: str, key: str, text: str) -> None:
        """Store a text once the test lets it through."""
        if self.is_held and namespace in {"web:removed", "web:table"}:
            self.reached.set()
            await self.released.wait()
        await super().write(namespace, key, text)


async def test_a_rename_during_a_removal_does_not_restore_the_account() -> None:
    """A rename that races with a removal does not restore the account."""
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
        async with asyncio.timeout(TIMEOUT):
            await key_values.reached.wait()
        with suppress(ConnectionError):
            await boris.put(do="name", id="name-other", name="Carl")
        await watcher.catch_up()  # Boris's rename has been read by now
        key_values.released.set()
        await anna.get("done", id="remove-02")
        welcome = await welcome_of(served, boris.secret, old)
        assert (welcome["account"], welcome["closed"]) == (None, True)
        assert await anna.accounts() == ["Anna"]


async def test_a_rename_that_waited_for_a_removal_needs_an_invitation() -> None:
    """A rename that waited for the account's removal is checked like a newcomer's name."""
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


async def test_a_removal_disconnects_watchers_with_the_old_key() -> None:
    """A removal voids the table's key and disconnects watchers who came by it; the host's link stays."""
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


async def test_a_removal_of_a_host_replaces_the_hosts_link() -> None:
    """A removed host cannot come back by the old link; other hosts stay hosts, also after a restart."""
    key_values = MemoryKeyValues()
    async with serving(key_values, invited=True) as served:
        old = served.host_key
        async with served.signed_in("Anna", key=old) as anna, served.signed_in("Boris", key=old) as boris:
            changed = asyncio.create_task(served.table.host_fragment_changed())
            await anna.do("remove account", account=boris.account)
            async with asyncio.timeout(TIMEOUT):
                await changed
            new = served.host_key
            assert new != old
            welcome = await welcome_of(served, boris.secret, old)
            assert (welcome["account"], welcome["closed"]) == (None, True)
            async with served.signed_in("Clara", key=new) as clara:
                assert clara.rights["host"] is True
    async with serving(key_values, invited=True) as served:
        assert served.host_key == new
        async with served.tab(anna.secret, key=old) as again:
            assert await again.accounts() == ["Anna", "Clara"]


async def test_a_removed_host_is_a_guest_at_an_open_table() -> None:
    """A removed host may sit down at an open table, as a guest without rights."""
    async with (
        serving() as served,
        served.signed_in("Anna", key=(old := served.host_key)) as anna,
        served.signed_in("Boris", key=old) as boris,
    ):
        await anna.do("remove account", account=boris.account)
        async with served.signed_in("Boris", key=old) as again:
            assert again.rights["host"] is False


class CrashingKeyValues(MemoryKeyValues):
    """Stored values whose process crashes after some changes."""

    def __init__(self) -> None:
        super().__init__()
        self.changes = 10**9

    def _change(self) -> None:
        self.changes -= 1
        if self.changes < 0:
            raise ConnectionAbortedError

    async def write(self, namespace: str, key: str, text: str) -> None:
        """Store a text, unless the process has crashed."""
        self._change()
        await super().write(namespace, key, text)

    async def forget(self, namespace: str, *keys: str) -> None:
        """Delete values, unless the process has crashed."""
        self._change()
        await super().forget(namespace, *keys)


@pytest.mark.parametrize("changes", range(5))
async def test_a_crash_during_a_removal_leaves_no_half_account(changes: int) -> None:
    """After a crash at any step the account is either whole, or gone with its rights and name."""
    key_values = CrashingKeyValues()
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


@pytest.mark.parametrize("action", ["remove line", "remove account"])
async def test_only_the_host_removes_anything(served: Served, action: str) -> None:
    """A guest or watcher is answered that only the host can do that, and nothing is removed."""
    async with served.signed_in("Anna") as anna, served.signed_in("Boris") as boris, served.tab() as watcher:
        await anna.say("Good evening", key="talk-0001")
        number = (await boris.get("message"))["message"]["id"]
        named = {"remove line": {"message": number}, "remove account": {"account": anna.account}}[action]
        for tab in (boris, watcher):
            (reply,) = await tab.do(action, **named)
            assert reply["text"] == ["Only the host of this table can do that."]
            assert await tab.accounts() == []
    async with served.tab(anna.secret) as again:
        assert again.welcome["account"] == anna.account
        assert [message["id"] for message in again.table["messages"]] == [number]


async def test_a_host_cannot_remove_their_own_account(served: Served) -> None:
    """A host who tries to remove their own account keeps it."""
    async with served.signed_in("Anna", key=served.host_key) as anna:
        assert await anna.do("remove account", account=anna.account)
        assert (await welcome_of(served, anna.secret))["account"] == anna.account


@pytest.mark.parametrize("field", ["secret", "language", "key"])
async def test_a_lone_surrogate_in_a_hello_is_a_bad_frame(
    served: Served, field: str, caplog: pytest.LogCaptureFixture
) -> None:
    """A lone surrogate cannot be stored or sent, so it closes the connection like any bad frame."""
    hello = {"do": "hello", "secret": "", "language": "en", "key": ""} | {field: "\ud800"}
    async with served.web.ws_connect("/socket", headers={"Origin": served.origin}) as socket:
        await socket.send_str(json.dumps(hello))
        if field == "language":  # an invalid language is ignored
            assert (await Tab(socket).get("welcome"))["account"] is None
        else:
            assert await Tab(socket).closed() == aiohttp.WSCloseCode.POLICY_VIOLATION
    assert "Traceback" not in caplog.text


async def test_a_lone_surrogate_in_a_line_becomes_a_question_mark(served: Served) -> None:
    """A lone surrogate in a line is handled as a question mark, and the tab goes on."""
    async with served.signed_in("Anna") as anna:
        await anna.say("one \ud800 two")
        assert [each.what for each in served.handler.incoming] == [Line("one ? two")]
        assert (await anna.say("three", key="action-2"))["replies"] == []
