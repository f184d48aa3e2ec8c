from __future__ import annotations

from pathlib import Path

import pytest

from bot.talk.commands import analyses
from tests.chats.telegram.house import open_house
from tests.dialogues.dialogues import ANALYSED, DAILY, FORGOTTEN, NEXT, PRIVATE_TURN, REMINDED
from tests.dialogues.script import Dialogue, perform


# All dialogues run in memory. These use what each platform shows in its own way: a game in two chats,
# pictures to choose from, a file, links between boards, and posts that answer no command.
@pytest.mark.parametrize(
    "dialogue", [PRIVATE_TURN, DAILY, FORGOTTEN, NEXT, REMINDED], ids=lambda dialogue: dialogue.title
)
async def test_dialogue(dialogue: Dialogue, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Each dialogue shows its players the texts it states, and notifies the players it names."""
    async with open_house(tmp_path / "nardy.db", *dialogue.dice) as house:
        await perform(dialogue, house)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


async def test_a_slow_analysis_replaces_its_announcement(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A slow analysis replaces the message that announced it."""
    monkeypatch.setattr(analyses, "AT_ONCE", 0.0)
    async with open_house(tmp_path / "nardy.db", *ANALYSED.dice) as house:
        await perform(ANALYSED, house)
