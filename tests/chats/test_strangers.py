"""Strangers try every command and button on each platform: slash commands, messages and presses."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from bot.talk.command_table import COMMANDS
from tests.chats.discord.house import open_house as on_discord
from tests.chats.telegram.house import open_house as on_telegram
from tests.dialogues.dialogues import CHALLENGE_ACCEPTED, TO_A_CHOICE
from tests.dialogues.script import TABLE, Dialogue, Driver, perform
from tests.sessions.world import contents
from tests.talk.test_permissions import FAILED, KEPT, LOOKING, OWN
from tests.talk.test_visibility import EVERY_COMMAND

Opens = Callable[..., AbstractAsyncContextManager[Driver]]

pytestmark = pytest.mark.long

PLATFORMS: dict[str, Opens] = {"discord": on_discord, "telegram": on_telegram}
"""The platforms that parse commands themselves; the page passes on lines as they were typed."""


async def kept(driver: Driver) -> dict[str, object]:
    """Return the tables that a stranger must not change."""
    everything = await contents(driver.manager.database)
    return {table: everything[table] for table in KEPT}


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_stranger_is_refused_on_every_platform(tmp_path: Path, platform: str) -> None:
    """Carl tries every command and button of the others' game, and changes nothing."""
    async with PLATFORMS[platform](tmp_path / "nardy.db", *TO_A_CHOICE) as driver:
        await perform(Dialogue("begun", CHALLENGE_ACCEPTED), driver)
        (game,) = await driver.manager.games_of(1)
        before = await kept(driver)
        for name, rest in EVERY_COMMAND:
            if name in OWN or (rest and len(COMMANDS[name].params) == 1):
                continue  # Such an option has no slash command.
            line = " ".join(f"/{name} {game.id} {rest}".split())
            await driver.say("Carl", line, TABLE)
            answer = driver.answer("Carl")
            assert answer is not None or name in LOOKING, line
            assert answer is None or answer.text not in FAILED, line
            assert await kept(driver) == before, line
            driver.clock.forward(minutes=11)  # Otherwise the failed attempts would exhaust Carl's limit.
        for label in driver.shown(TABLE).labels:
            await driver.press("Carl", label, TABLE, answered=False)
            answer = driver.answer("Carl")
            assert answer is not None, label
            assert answer.text not in FAILED, label
            assert await kept(driver) == before, label
