"""What strangers do on each platform itself: slash commands, messages, frames and pressed buttons."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from bot.talk.command_table import COMMANDS
from tests.chats.discord.house import open_house as on_discord
from tests.chats.telegram.house import open_house as on_telegram
from tests.dialogues.dialogues import OPENED, TO_A_CHOICE
from tests.dialogues.script import TABLE, Dialogue, Driver, perform
from tests.sessions.world import contents
from tests.talk.test_visibility import EVERY
from tests.talk.test_wrong_people import FAILED, KEPT, LOOKING, OWN

Opens = Callable[..., AbstractAsyncContextManager[Driver]]

pytestmark = pytest.mark.long

PLATFORMS: dict[str, Opens] = {"discord": on_discord, "telegram": on_telegram}
"""Those that read commands in their own way. The page hands lines on as they were typed."""


async def kept(driver: Driver) -> dict[str, object]:
    """What nobody's looking may change."""
    everything = await contents(driver.manager.database)
    return {table: everything[table] for table in KEPT}


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_a_stranger_is_refused_on_every_platform(tmp_path: Path, platform: str) -> None:
    """Carl types every command with the id of the others' game, presses each button of its board, in vain."""
    async with PLATFORMS[platform](tmp_path / "nardy.db", *TO_A_CHOICE) as driver:
        await perform(Dialogue("begun", OPENED), driver)
        (game,) = await driver.manager.games_of(1)
        before = await kept(driver)
        for name, rest in EVERY:
            if name in OWN or (rest and len(COMMANDS[name].params) == 1):
                continue  # an option that no slash command has
            line = " ".join(f"/{name} {game.id} {rest}".split())
            await driver.say("Carl", line, TABLE)
            answer = driver.answer("Carl")
            assert answer is not None or name in LOOKING, line
            assert answer is None or answer.text not in FAILED, line
            assert await kept(driver) == before, line
            driver.clock.forward(minutes=11)  # so that misses do not add up
        for label in driver.standing(TABLE).labels:
            await driver.press("Carl", label, TABLE, answered=False)
            answer = driver.answer("Carl")
            assert answer is not None, label
            assert answer.text not in FAILED, label
            assert await kept(driver) == before, label
