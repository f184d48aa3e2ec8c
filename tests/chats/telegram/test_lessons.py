"""How to play, and the help, in a group of Telegram, where everybody sees the pages of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.chats.telegram.house import open_house
from tests.dialogues.script import CAST, TABLE


async def test_a_stranger_turns_no_pages_of_another(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """A stranger's press leaves a lesson or a page of the help as it is; its reader goes on in it."""
    async with open_house(tmp_path / "nardy.db") as house:
        for who in CAST:
            await house.say(who, "/start", TABLE)
        for line, label, shown in (
            ("/help 4", "14→10", "Right: 10 is open"),
            ("/help", "Study", "Commands, 4 of 5: Study"),
        ):
            await house.say("Anna", line, TABLE)
            page = house.answers["Anna"]
            assert page is not None
            before = (page.text, page.labels)
            await house.touch("Boris", label, page)
            assert house.toasts["Boris"].startswith("These buttons are somebody else’s. /help ")
            assert (page.text, page.labels) == before
            await house.touch("Anna", label, page)
            assert page.text.startswith(shown)
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
