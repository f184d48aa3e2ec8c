from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.chats.telegram.house import TO_A_CHOICE, House, open_house
from tests.telegram_standin import conftest

bot, telegram = conftest.bot, conftest.telegram


@pytest.fixture
async def house(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> AsyncIterator[House]:
    """A house in which White's third turn is the first with a choice; no error may be logged."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE) as house:
        yield house
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []
