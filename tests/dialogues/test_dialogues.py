from __future__ import annotations

from pathlib import Path

import pytest

from bot.talk.commands import analyses
from tests.dialogues.dialogues import ANALYSED, DIALOGUES, FORGOTTEN
from tests.dialogues.script import Dialogue, perform
from tests.dialogues.scripted import open_house
from tests.query_plans import filled, full_scans
from tests.statements import watched


@pytest.fixture(scope="session")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database in which much was played."""
    return filled(tmp_path_factory.mktemp("full") / "nardy.db")


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda dialogue: dialogue.title)
async def test_a_dialogue_goes_as_it_is_written(
    dialogue: Dialogue, tmp_path: Path, caplog: pytest.LogCaptureFixture, full: Path
) -> None:
    """What people do in a dialogue leads to what they see, notifies whom it should; no table is walked."""
    async with open_house(tmp_path / "nardy.db", *dialogue.dice) as house:
        with watched() as seen:
            await perform(dialogue, house)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []
    if dialogue is not FORGOTTEN:  # for whom everything is looked at: see tests/storage/test_plans.py
        assert {text: walk for text in seen.texts if (walk := full_scans(full, text))} == {}


async def test_what_takes_its_time_comes_in_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where an analysis is not there at once, it takes the place of what was said of it meanwhile."""
    monkeypatch.setattr(analyses, "AT_ONCE", 0.0)
    async with open_house(tmp_path / "nardy.db", *ANALYSED.dice) as house:
        await perform(ANALYSED, house)
