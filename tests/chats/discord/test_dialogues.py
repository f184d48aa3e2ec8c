from __future__ import annotations

from pathlib import Path

import pytest

from tests.chats.discord.house import open_house
from tests.dialogues.dialogues import dialogues_on
from tests.dialogues.script import Dialogue, perform


@pytest.mark.parametrize("dialogue", dialogues_on("discord"), ids=lambda dialogue: dialogue.title)
async def test_dialogue(dialogue: Dialogue, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Each dialogue shows its players the texts it states, and notifies the players it names."""
    async with open_house(tmp_path / "nardy.db", *dialogue.dice) as house:
        await perform(dialogue, house)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []
