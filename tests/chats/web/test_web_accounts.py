from __future__ import annotations

import asyncio
import hashlib

import pytest

from bot.chats.web.errors import Refused
from bot.chats.web.web_accounts import MOST_SHOWN, WebAccounts
from tests.chats.stand_ins import MemoryKeyValues
from tests.chats.web.house import SIGNER, Served, serving


async def test_a_secret_opens_its_account_again(served: Served) -> None:
    """A browser with the secret has the same account and name, without entering anything."""
    async with served.signed_in("Anna") as tab:
        secret, account = tab.secret, tab.account
    async with served.tab(secret) as again:
        assert (again.welcome["account"], again.welcome["name"]) == (account, "Anna")


async def test_an_account_survives_a_restart() -> None:
    """The same secret opens the same account after a restart."""
    key_values = MemoryKeyValues()
    async with serving(key_values) as served, served.signed_in("Anna") as tab:
        secret, account = tab.secret, tab.account
    async with serving(key_values) as served, served.tab(secret) as again:
        assert again.welcome["account"] == account


async def test_only_the_hash_of_a_secret_is_kept(served: Served) -> None:
    """The database holds only the SHA-256 of a secret."""
    async with served.signed_in("Anna") as tab:
        kept = str(served.key_values.kept) + str(dict(served.key_values.namespaces))
        assert tab.secret not in kept
        assert hashlib.sha256(tab.secret.encode()).hexdigest() in kept


@pytest.mark.parametrize("forged", ["", "Anna", "a" * 60, "é.é", "token.00000000000000000000000000000000"])
async def test_a_made_up_secret_opens_nothing(served: Served, forged: str) -> None:
    """A forged secret is answered with a new one that has no account."""
    async with served.signed_in("Anna"), served.tab(forged) as tab:
        assert tab.welcome["account"] is None
        assert len(tab.secret) > 43


async def test_an_account_is_no_secret(served: Served) -> None:
    """The key of an account does not open it."""
    async with served.signed_in("Anna") as anna, served.tab(anna.account) as tab:
        assert tab.welcome["account"] is None


async def test_a_name_is_unique(served: Served) -> None:
    """A name that another person has is refused in any spelling."""
    async with served.signed_in("Anna"), served.tab() as tab:
        await tab.put(do="name", id="name-again", name=" aNNa ")
        refusal = await tab.get("refused")
        assert refusal["text"].startswith("Choose another name")


@pytest.mark.parametrize(
    "name", ["Nardy", "NARDY", "Nаrdy", "Computer", "Компьютер", "A former player", "бывший игрок"]
)
async def test_reserved_names_are_refused(name: str) -> None:
    """The names of the computer player and of former players are refused in all languages."""
    accounts = WebAccounts(MemoryKeyValues(), SIGNER)
    with pytest.raises(Refused) as refusal:
        await accounts.take_name(accounts.new_secret(), name)
    assert refusal.value.word == "web-name-taken"


async def test_a_name_given_up_is_free(served: Served) -> None:
    """A name that a person gave up can be taken by another."""
    async with served.signed_in("Anna") as anna:
        await anna.put(do="name", id="other-name", name="Vera")
        assert (await anna.get("named", id="other-name"))["name"] == "Vera"
        async with served.signed_in("Anna") as second:
            assert second.account != anna.account


async def test_a_name_may_be_entered_again(served: Served) -> None:
    """A name whose answer was lost can be entered again over a new connection."""
    async with served.signed_in("Anna") as tab:
        secret, account = tab.secret, tab.account
    async with served.tab(secret) as again:
        await again.put(do="name", id="name-Anna", name="Anna")
        assert (await again.get("named"))["account"] == account


async def test_a_change_of_name_reaches_every_tab(served: Served) -> None:
    """All tabs of a person get the new name."""
    async with served.signed_in("Anna") as one, served.tab(one.secret) as two:
        await one.put(do="name", id="other-name", name="Vera")
        assert (await two.get("named"))["name"] == "Vera"
        await two.say("hello")
        assert served.handler.incoming[-1].person.name == "Vera"


async def test_only_one_of_several_gets_a_name() -> None:
    """Only one of several people who enter a name at once gets it."""
    accounts = WebAccounts(MemoryKeyValues(), SIGNER)
    taken = await asyncio.gather(
        *(accounts.take_name(accounts.new_secret(), "Anna") for _ in range(5)), return_exceptions=True
    )
    assert sum(isinstance(each, Refused) for each in taken) == 4


async def test_a_half_taken_name_is_free() -> None:
    """A name whose taking was cut short by a crash is free."""
    key_values = MemoryKeyValues()
    accounts = WebAccounts(key_values, SIGNER)
    anna = await accounts.take_name(accounts.new_secret(), "Anna")
    del key_values.kept["web:accounts", anna.account]
    assert (await accounts.take_name(accounts.new_secret(), "Anna")).account != anna.account


async def test_the_host_sees_many_accounts() -> None:
    """The host sees many hundreds of accounts in the order of their names, up to a limit."""
    key_values = MemoryKeyValues()
    for number in range(1200):
        await key_values.write("web:accounts", f"{number:010x}", f"Guest {1199 - number:05}")
    accounts = WebAccounts(key_values, SIGNER)
    assert [each.name for each in await accounts.all()] == [f"Guest {number:05}" for number in range(1200)]
    for number in range(MOST_SHOWN):
        await key_values.write("web:accounts", f"more {number}", f"More {number}")
    assert len(await accounts.all()) == MOST_SHOWN
