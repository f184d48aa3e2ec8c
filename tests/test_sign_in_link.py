"""The sign-in link that the host makes for a player without their browser."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.chats.web.web_accounts import WebAccounts
from bot.sessions import Signer
from bot.sign_in_link import NobodyThere, sign_in_link
from storage import KeyValues, installation
from tests.command import Command
from tests.databases import opened

NOW = 1_700_000_000.0
ADDRESS = "http://192.168.0.12:8000"


async def test_a_link_works_once_while_the_table_is_served(tmp_path: Path) -> None:
    """A link made by another process opens the seat at the serving bot, once."""
    place = tmp_path / "nardy.db"
    async with opened(place) as database:
        accounts = WebAccounts(KeyValues(database), Signer(await installation.key_of(database)))
        anna = await accounts.take_name(accounts.new_secret(), "Anna")
        link = await sign_in_link(place, " aNNA ", ADDRESS, lambda: NOW)
        assert link.startswith(f"{ADDRESS}/#seat={anna.account}.")
        code = link.partition("#seat=")[2]
        assert await accounts.account_of_code(code, NOW) == anna
        secret = accounts.new_secret()
        assert await accounts.use_code(secret, code, NOW)
        assert await accounts.find(secret) == anna
        assert not await accounts.use_code(accounts.new_secret(), code, NOW)


async def test_an_unknown_name_is_refused_with_similar_ones(tmp_path: Path) -> None:
    """An unknown name is refused with the names that contain it, and no code is made."""
    place = tmp_path / "nardy.db"
    async with opened(place) as database:
        key_values = KeyValues(database)
        accounts = WebAccounts(key_values, Signer(await installation.key_of(database)))
        for name in ("Anna", "Joanna", "Boris"):
            await accounts.take_name(accounts.new_secret(), name)
        with pytest.raises(NobodyThere, match=r"called 'Ann'\. Names like it: Anna, Joanna\.$"):
            await sign_in_link(place, "Ann", ADDRESS, lambda: NOW)
        assert await key_values.items("web:codes") == []


def test_without_a_database_no_link_is_made(nardy: Command, tmp_path: Path) -> None:
    """The command reports that there is no database, and creates none."""
    ended = nardy("seat", "Anna")
    assert (ended.status, "There is no database" in ended.err) == (1, True)
    assert [*tmp_path.iterdir()] == []


def test_the_command_prints_the_link(nardy: Command, tmp_path: Path) -> None:
    """`nardy seat` prints only the link, at the first address in the settings."""

    async def seated() -> None:
        async with opened(tmp_path / "nardy.db") as database:
            accounts = WebAccounts(KeyValues(database), Signer(await installation.key_of(database)))
            await accounts.take_name(accounts.new_secret(), "Anna")

    asyncio.run(seated())
    ended = nardy("seat", "Anna", NARDY_ORIGINS="https://nardy.example.org")
    (line,) = ended.out.splitlines()
    assert ended.status == 0
    assert "in any browser: https://nardy.example.org/#seat=" in line
