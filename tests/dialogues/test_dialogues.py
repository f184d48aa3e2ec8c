from __future__ import annotations

from pathlib import Path

import pytest

from bot.talk.commands import analyses
from tests.dialogues.dialogues import ANALYSED, DIALOGUES, FORGOTTEN
from tests.dialogues.house import open_house
from tests.dialogues.script import Dialogue, perform
from tests.query_plans import filled, full_scans
from tests.statements import watched


@pytest.fixture(scope="session")
def full_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a database in which much was played."""
    return filled(tmp_path_factory.mktemp("full") / "nardy.db")


@pytest.mark.parametrize("dialogue", DIALOGUES, ids=lambda dialogue: dialogue.title)
async def test_dialogue(
    dialogue: Dialogue, tmp_path: Path, caplog: pytest.LogCaptureFixture, full_database: Path
) -> None:
    """A dialogue shows and notifies what it says, and no query scans a table."""
    async with open_house(tmp_path / "nardy.db", *dialogue.dice) as house:
        with watched() as seen:
            await perform(dialogue, house)
    assert [record.message for record in caplog.records if record.levelname == "ERROR"] == []
    if dialogue is not FORGOTTEN:  # forgetting scans tables: see tests/storage/test_plans.py
        assert {text: scan for text in seen.texts if (scan := full_scans(full_database, text))} == {}


async def test_a_slow_analysis_replaces_its_pending_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An analysis that takes longer replaces the answer that was shown meanwhile."""
    monkeypatch.setattr(analyses, "AT_ONCE", 0.0)
    async with open_house(tmp_path / "nardy.db", *ANALYSED.dice) as house:
        await perform(ANALYSED, house)
