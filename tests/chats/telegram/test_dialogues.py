from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.chats.telegram.house import open_house
from tests.dialogues.dialogues import DIALOGUES
from tests.dialogues.script import perform

if TYPE_CHECKING:
    from pathlib import Path

    from tests.dialogues.script import Dialogue


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda dialogue: dialogue.title)
async def test_a_dialogue_goes_as_it_is_written(
    dialogue: Dialogue, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What people do in a dialogue leads on Telegram to what they see, and rings whom it should."""
    async with open_house(tmp_path / "nardy.db", *dialogue.dice) as house:
        await perform(dialogue, house)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []
