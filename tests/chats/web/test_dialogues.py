from __future__ import annotations

from pathlib import Path

import pytest

from tests.chats.web.dialogue_house import open_house
from tests.dialogues.dialogues import dialogues_on
from tests.dialogues.script import Dialogue, perform


@pytest.mark.parametrize("dialogue", dialogues_on("web"), ids=lambda dialogue: dialogue.title)
async def test_dialogue(dialogue: Dialogue, tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Every dialogue gives its answers and notifies its players at the local table."""
    async with open_house(tmp_path / "nardy.db", *dialogue.dice) as house:
        await perform(dialogue, house)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []
