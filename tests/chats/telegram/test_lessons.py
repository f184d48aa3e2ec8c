"""How to play, and the help, in a group of Telegram, where everybody sees the pages of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chats.telegram.house import open_house
from tests.dialogues.script import CAST, TABLE


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


async def test_a_stranger_does_not_turn_the_pages_of_the_help(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A stranger's press leaves a page of the help as it is; its reader goes on in the same message."""
    async with open_house(tmp_path / "nardy.db") as house:
        for who in CAST:
            await house.say(who, "/start", TABLE)
        await house.say("Anna", "/help", TABLE)
        page = house.answers["Anna"]
        assert page is not None
        before = (page.text, page.labels)
        await house.touch("Boris", "Study", page)
        assert house.toasts["Boris"].endswith(" /help study shows you the same page with your own.")
        assert (page.text, page.labels) == before
        await house.touch("Anna", "Study", page)
        assert page.text.startswith("Commands, 4 of 5: Study")
        assert page.labels != before[1]
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
