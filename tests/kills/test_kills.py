from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from tests import postgres
from tests.kills.backends import OWN_SERVER, backend_of
from tests.kills.killing import Rounds
from tests.kills.visitor import Action

if TYPE_CHECKING:
    from pathlib import Path

DATABASES = ["", pytest.param(OWN_SERVER, marks=postgres.needs_postgresql)]


@pytest.mark.long
@pytest.mark.parametrize("database", DATABASES, ids=["sqlite", "postgresql"])
async def test_nothing_that_was_answered_is_lost_or_done_twice(database: str, tmp_path: Path) -> None:
    """A kill in play, start, migration, backup, GIF, analysis, import, full disk and crash takes nothing."""
    async with backend_of(database, tmp_path) as backend:
        rounds = Rounds(tmp_path, Random(3), backend)
        killed = await rounds.run(len(rounds.kinds))
    assert killed.faults == []
    assert killed.kills == dict.fromkeys(rounds.kinds, 1)
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
