"""Updates that cannot be read, and the bot that goes on."""

from __future__ import annotations

import json
import signal
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_wire.playing import bot_on, plays

SECRET = "zibberflonk"  # noqa: S105 (what somebody says)


@pytest.fixture
async def telegram() -> AsyncIterator[TelegramStandIn]:
    """Telegram's stand-in, which may send what its description does not allow."""
    async with TelegramStandIn() as standin:
        yield standin
        own = {"the stand-in's update", "the stand-in's answer to getUpdates"}
        assert {violation.route for violation in standin.take_violations()} <= own


def tell_nonsense(telegram: TelegramStandIn) -> int:
    """Tell the bot of a message of somebody without a name, which is against the description; its id."""
    somebody = {"id": 7, "is_bot": False}
    chat = {"id": 7, "type": "private", "first_name": "Anna"}
    content = {"message_id": 1, "date": 1_790_000_000, "from": somebody, "chat": chat, "text": SECRET}
    message = telegram.updates.emit("message", content)
    assert message is not None
    return message


def set_aside(folder: Path) -> list[dict[str, Any]]:
    """Return the updates that were put aside."""
    with closing(sqlite3.connect(folder / "nardy.db")) as connection:
        return [json.loads(text) for (text,) in connection.execute("SELECT text FROM unreadable_entries")]


async def test_an_update_that_cannot_be_parsed_ends_nothing(
    telegram: TelegramStandIn, tmp_path: Path
) -> None:
    """It is confirmed and put aside, its words stand in no log, and what comes after it is done."""
    anna = telegram.user("Anna")
    async with bot_on(telegram, tmp_path) as server:
        nonsense = tell_nonsense(telegram)
        await anna.say(anna.private, "/play")
        await anna.sees(anna.private, plays)
        assert telegram.confirmed > nonsense
        assert await server.stop(signal.SIGTERM) == 0
        assert [each["update_id"] for each in set_aside(tmp_path)] == [nonsense]
        assert set_aside(tmp_path)[0]["message"]["text"] == SECRET
        assert "an update cannot be read (TypeError), and is put aside" in server.log()
        assert SECRET not in server.log()


@pytest.mark.long
async def test_an_update_that_cannot_be_parsed_waits_for_a_start_and_does_not_stop_it(
    telegram: TelegramStandIn, tmp_path: Path
) -> None:
    """One that came while the bot was away neither ends it nor comes again after another restart."""
    anna = telegram.user("Anna")
    async with bot_on(telegram, tmp_path) as server:
        assert await server.stop(signal.SIGKILL) < 0
        await telegram.offline()
        nonsense = tell_nonsense(telegram)
        await server.start()
        await telegram.until(lambda: telegram.confirmed >= nonsense, "it is confirmed")
        await server.stop(signal.SIGKILL)
        await telegram.offline()
        await server.start()
        await anna.say(anna.private, "/play")
        await anna.sees(anna.private, plays)
    assert len(set_aside(tmp_path)) == 1
