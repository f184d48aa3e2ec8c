"""How to play in a group of Telegram, where everybody sees the steps of one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.chats.telegram.house import open_house
from tests.dialogues.script import CAST, TABLE

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


async def test_a_stranger_is_told_how_to_open_his_own(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Who presses another's step reads so in passing; the step stays, and its owner goes on in it."""
    async with open_house(tmp_path / "nardy.db") as house:
        for who in CAST:
            await house.say(who, "/start", TABLE)
        await house.say("Anna", "/help 4", TABLE)
        page = house.answers["Anna"]
        assert page is not None
        before = (page.text, page.labels)
        for label in ("14→10", "14→9", "Skip ›", "‹ Back"):
            await house.touch("Boris", label, page)
            assert house.toasts["Boris"].startswith("These buttons are somebody else’s. /help ")
            assert (page.text, page.labels) == before
        await house.touch("Anna", "14→9", page)
        assert page.text.startswith("14/9 is blocked: Black holds 9.")
        await house.touch("Anna", "14→10", page)
        assert page.text.startswith("Right: 10 is open")
        await house.say("Boris", "/help 4", TABLE)
        own = house.answers["Boris"]
        assert own is not None
        assert own is not page
        await house.touch("Boris", "14→10", own)
        assert "5 of 6." in own.text
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
