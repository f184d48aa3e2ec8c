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
from tests.chats.web.house import NOW, SIGNER, QuietWatch, ScriptedHandler, page_words

HELLO = Reply(("Hello.",))


@dataclass
class Clock:
    """Seconds since 1970, as a test has them."""

    now: float = NOW

    def __call__(self) -> float:
        """What time it is."""
        return self.now


@dataclass
class House:
    """A table that nobody looks at, its notebook and its clock."""

    clock: Clock = field(default_factory=Clock)
    key_values: MemoryKeyValues = field(default_factory=MemoryKeyValues)

    def opened(self) -> LocalTable:
        """The table, opened anew."""
        rooms_next_door = ScriptedHandler(), self.key_values, PlainPainter(), page_words
        return LocalTable(
            *rooms_next_door,
            watch=QuietWatch(),
            signer=SIGNER,
            host="127.0.0.1",
            port=0,
            clock=self.clock,
        )

    def kept(self, namespace: str) -> set[str]:
        """The keys of what is noted in a namespace."""
        return {key for where, key in self.key_values.kept if where == namespace}

    async def sit(self, *names: str) -> str:
        """Let somebody take one name after another; return the account."""
        accounts = WebAccounts(self.key_values, SIGNER)
        secret = accounts.new_secret()
        return [await accounts.take_name(secret, name) for name in names][-1].account


@pytest.fixture
def house() -> House:
    """A table on its first day."""
    return House()


async def say(table: LocalTable, room: str, nonces: Iterable[str]) -> list[str]:
    """Let the table say something under each nonce; return the numbers of the messages."""
    return [await table.send(room, HELLO, nonce) for nonce in nonces]


async def test_a_name_that_was_given_up_is_forgotten(house: House) -> None:
    """Of the names that somebody has borne only the present one is kept."""
    await house.sit("Anna", "Vera", "Zoe")
    await house.sit("Boris")
    await house.opened().forget_old()
    assert house.kept("web:names") == looks("Zoe") | looks("Boris")


async def test_a_name_that_another_has_taken_stays(house: House) -> None:
    """A name that was given up, and is borne by another now, is that other's."""
    await house.sit("Anna", "Vera")
    other = await house.sit("Anna")
    await house.opened().forget_old()
    assert {house.key_values.kept["web:names", look] for look in looks("Anna")} == {other}


async def test_names_from_before_an_upgrade_are_compared_by_their_looks(house: House) -> None:
    """A name that was noted by an older likeness is free to nobody else once the house is kept."""
    account = await house.sit("Anna")
    for look in looks("Anna"):
        del house.key_values.kept["web:names", look]
    house.key_values.kept["web:names", "anna"] = account
    await house.opened().forget_old()
    assert house.kept("web:names") == looks("Anna")


async def test_a_half_taken_name_is_forgotten(house: House) -> None:
    """A name whose taking was cut short by a crash is borne by nobody."""
    account = await house.sit("Anna")
    del house.key_values.kept["web:accounts", account]
    await house.opened().forget_old()
    assert house.kept("web:names") == set()


@pytest.mark.parametrize("own", [False, True])
async def test_a_nonce_is_forgotten_after_a_while(house: House, own: bool) -> None:
    """Of messages that are older than a while, all but the last of a room are no longer known by a nonce."""
    room = own_room(await house.sit("Anna")) if own else "table"
    nonces = [f"1.{number}" for number in range(3 * NONCES_ALWAYS_KEPT)]
    first = await say(house.opened(), room, nonces)
    house.clock.now += NONCES_KEPT.total_seconds() + 1
    await house.opened().forget_old()
    assert house.kept(f"nonce:{room}") == set(nonces[-NONCES_ALWAYS_KEPT:])
    again = await say(house.opened(), room, (nonces[0], nonces[-1]))
    assert (again[0] in first, again[1]) == (False, first[-1])
    assert len(house.key_values.namespaces[f"room:{room}"]) == len(nonces) + 1


@pytest.mark.parametrize("step", [0, -400 * 86400])
async def test_a_nonce_is_known_for_a_while(house: House, step: int) -> None:
    """A message of this week is known by its nonce, also after the clock was set back."""
    nonces = [f"1.{number}" for number in range(3 * NONCES_ALWAYS_KEPT)]
    first = await say(house.opened(), "table", nonces)
    house.clock.now += NONCES_KEPT.total_seconds() - 1 + step
    await house.opened().forget_old()
    assert await say(house.opened(), "table", nonces) == first


async def test_what_was_said_is_not_forgotten(house: House) -> None:
    """After years every message of every room is there, and everybody has his account and his name."""
    account = await house.sit("Anna")
    for room in ("table", own_room(account)):
        await say(house.opened(), room, (f"1.{number}" for number in range(2 * NONCES_ALWAYS_KEPT)))
    before = {namespace: dict(pages) for namespace, pages in house.key_values.namespaces.items()}
    notes = {
        where: text for where, text in house.key_values.kept.items() if not where[0].startswith("nonce:")
    }
    house.clock.now += 100 * NONCES_KEPT.total_seconds()
    await house.opened().forget_old()
    assert house.key_values.namespaces == before
    assert notes.items() <= house.key_values.kept.items()


def test_a_nonce_is_kept_for_longer_than_it_is_relied_upon() -> None:
    """Nobody is rung by a message that the table might no longer know as one that it has shown."""
    assert LocalTable.nonce_memory < NONCES_KEPT
