from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.kills.killing import Rounds
from tests.kills.visitor import Action

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.long
async def test_nothing_that_was_answered_is_lost_or_done_twice(tmp_path: Path) -> None:
    """Kills in play, start, migration, backup, GIF, analysis, import and on a full disk take nothing."""
    killed = await Rounds(tmp_path, seed=3).run(8)
    assert killed.faults == []
    assert set(killed.kills.values()) == {1}
    assert killed.answered > 0


@pytest.mark.parametrize(
    ("replies", "frame", "done"),
    [
        (None, {}, False),
        ([], {}, True),
        ([{"buttons": []}], {}, False),
        ([{"buttons": []}], {"attached": {}}, False),
        ([{"buttons": [[{"data": ":/replay i7c"}]]}], {"attached": {}}, True),
    ],
    ids=["unanswered", "done", "refused", "not kept", "kept"],
)
def test_what_was_refused_does_not_count_as_done(
    replies: list[dict[str, object]] | None, frame: dict[str, object], *, done: bool
) -> None:
    """Only what was done is looked for in the database: a refusal has words, an import has buttons."""
    assert Action(frame, replies=replies).is_done is done
