from __future__ import annotations

from pathlib import Path

import pytest

from bot.talk.commands import analyses
from tests.chats.telegram.house import open_house
from tests.dialogues.dialogues import ANALYSED, BROUGHT, DAILY, FORGOTTEN, NEXT, REMINDED
from tests.dialogues.script import Dialogue, perform


# Of all dialogues, which are performed in memory, these have what each platform shows by its own means: two
# chats of one game, pictures to choose from, a file, links between boards, and posts that nothing asked for.
@pytest.mark.parametrize(
    "dialogue", [BROUGHT, DAILY, FORGOTTEN, NEXT, REMINDED], ids=lambda dialogue: dialogue.title
)
async def test_a_dialogue_goes_as_it_is_written(
    dialogue: Dialogue, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """What people do in a dialogue leads on Telegram to what they see, and notifies whom it should."""
    async with open_house(tmp_path / "nardy.db", *dialogue.dice) as house:
        await perform(dialogue, house)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []


async def test_what_takes_its_time_comes_in_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An analysis that takes a while replaces the message that announced it."""
    monkeypatch.setattr(analyses, "AT_ONCE", 0.0)
    async with open_house(tmp_path / "nardy.db", *ANALYSED.dice) as house:
        await perform(ANALYSED, house)
