from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import pytest

from bot.chats.web import LocalTable
from bot.chats.web.rooms import NONCES_ALWAYS_KEPT, own_room
from bot.chats.web.web_accounts import WebAccounts
from bot.sessions.namesakes import looks
from bot.sessions.retention import NONCES_KEPT
from bot.talk.reply import Reply
from tests.chats.stand_ins import MemoryKeyValues, PlainPainter
from tests.chats.web.house import NOW, SIGNER, ManualWatch, ScriptedHandler, page_words

HELLO = Reply(("Hello.",))


@dataclass
class Clock:
    """A clock that a test sets, in seconds since 1970."""

    now: float = NOW

    def __call__(self) -> float:
        """Return the time."""
        return self.now


@dataclass
class House:
    """A table without visitors, with its stored values and its clock."""

    clock: Clock = field(default_factory=Clock)
    key_values: MemoryKeyValues = field(default_factory=MemoryKeyValues)

    def open(self) -> LocalTable:
        """Return the table, opened again."""
        services = ScriptedHandler(), self.key_values, PlainPainter(), page_words
        return LocalTable(
            *services,
            watch=ManualWatch(),
            signer=SIGNER,
            hosts=("127.0.0.1",),
            port=0,
            clock=self.clock,
        )

    def keys(self, namespace: str) -> set[str]:
        """Return the keys of a namespace."""
        return {key for where, key in self.key_values.kept if where == namespace}

    async def take_names(self, *names: str) -> str:
        """Take one name after another for one account; return the account."""
        accounts = WebAccounts(self.key_values, SIGNER)
        secret = accounts.new_secret()
        return [await accounts.take_name(secret, name) for name in names][-1].account


@pytest.fixture
def house() -> House:
    """A table on its first day."""
    return House()


async def send_all(table: LocalTable, room: str, nonces: Iterable[str]) -> list[str]:
    """Send a message under each nonce; return the ids of the messages."""
    return [await table.send(room, HELLO, nonce) for nonce in nonces]


async def test_a_name_that_was_given_up_is_forgotten(house: House) -> None:
    """Only the present name of an account is kept."""
    await house.take_names("Anna", "Vera", "Zoe")
    await house.take_names("Boris")
    await house.open().forget_old()
    assert house.keys("web:names") == looks("Zoe") | looks("Boris")


async def test_a_name_taken_by_another_account_is_kept(house: House) -> None:
    """A name that was given up and taken by another account is kept for that account."""
    await house.take_names("Anna", "Vera")
    other = await house.take_names("Anna")
    await house.open().forget_old()
    assert {house.key_values.kept["web:names", look] for look in looks("Anna")} == {other}


async def test_names_of_older_versions_get_present_keys(house: House) -> None:
    """A name stored with an older key gets its present keys."""
    account = await house.take_names("Anna")
    for look in looks("Anna"):
        del house.key_values.kept["web:names", look]
    house.key_values.kept["web:names", "anna"] = account
    await house.open().forget_old()
    assert house.keys("web:names") == looks("Anna")


async def test_a_half_taken_name_is_forgotten(house: House) -> None:
    """A name whose taking was cut short by a crash is deleted."""
    account = await house.take_names("Anna")
    del house.key_values.kept["web:accounts", account]
    await house.open().forget_old()
    assert house.keys("web:names") == set()


@pytest.mark.parametrize("own", [False, True])
async def test_an_old_nonce_is_deleted(house: House, own: bool) -> None:
    """Nonces expire, except those of a room's last messages."""
    room = own_room(await house.take_names("Anna")) if own else "table"
    nonces = [f"1.{number}" for number in range(3 * NONCES_ALWAYS_KEPT)]
    first = await send_all(house.open(), room, nonces)
    house.clock.now += NONCES_KEPT.total_seconds() + 1
    await house.open().forget_old()
    assert house.keys(f"nonce:{room}") == set(nonces[-NONCES_ALWAYS_KEPT:])
    again = await send_all(house.open(), room, (nonces[0], nonces[-1]))
    assert (again[0] in first, again[1]) == (False, first[-1])
    assert len(house.key_values.namespaces[f"room:{room}"]) == len(nonces) + 1


@pytest.mark.parametrize("step", [0, -400 * 86400])
async def test_a_recent_nonce_is_known(house: House, step: int) -> None:
    """A nonce is known for its lifetime, also after the clock was set back."""
    nonces = [f"1.{number}" for number in range(3 * NONCES_ALWAYS_KEPT)]
    first = await send_all(house.open(), "table", nonces)
    house.clock.now += NONCES_KEPT.total_seconds() - 1 + step
    await house.open().forget_old()
    assert await send_all(house.open(), "table", nonces) == first


async def test_messages_accounts_and_names_are_kept(house: House) -> None:
    """Messages, accounts and present names are kept for good."""
    account = await house.take_names("Anna")
    for room in ("table", own_room(account)):
        await send_all(house.open(), room, (f"1.{number}" for number in range(2 * NONCES_ALWAYS_KEPT)))
    before = {namespace: dict(pages) for namespace, pages in house.key_values.namespaces.items()}
    notes = {
        where: text for where, text in house.key_values.kept.items() if not where[0].startswith("nonce:")
    }
    house.clock.now += 100 * NONCES_KEPT.total_seconds()
    await house.open().forget_old()
    assert house.key_values.namespaces == before
    assert notes.items() <= house.key_values.kept.items()


def test_a_nonce_is_kept_longer_than_it_is_needed() -> None:
    """Nonces are kept for longer than the sender relies on them, so that no retry notifies twice."""
    assert LocalTable.nonce_memory < NONCES_KEPT
