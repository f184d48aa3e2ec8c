from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

import aiohttp
import pytest

from tests import postgres
from tests.kills.backends import OWN_SERVER, backend_of
from tests.kills.killing import Rounds
from tests.kills.visitor import Action, Visitor
from tests.pace import HANG
from tests.process import serving

DATABASES = ["", pytest.param(OWN_SERVER, marks=postgres.needs_postgresql)]


@pytest.mark.long
@pytest.mark.parametrize("database", DATABASES, ids=["sqlite", "postgresql"])
async def test_nothing_that_was_answered_is_lost_or_done_twice(database: str, tmp_path: Path) -> None:
    """A kill during any kind of work loses no answered action and repeats none."""
    async with backend_of(database, tmp_path) as backend:
        rounds = Rounds(tmp_path, Random(3), backend)
        killed = await rounds.run(len(rounds.kinds))
    assert killed.faults == []
    assert killed.kills == dict.fromkeys(rounds.kinds, 1)
    assert killed.answered > 0


async def test_a_rate_limited_visitor_plays_on(tmp_path: Path) -> None:
    """A visitor whose request is dropped by the rate limit repeats it and plays on."""
    visitor = Visitor("Anna", Random(1))
    async with serving(tmp_path) as server, aiohttp.ClientSession() as web, asyncio.timeout(HANG):
        await visitor.come(web, server.port)
        for _ in range(60):  # more than the rate limit allows at once
            await visitor.play()


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
def test_a_refused_action_does_not_count_as_done(
    replies: list[dict[str, object]] | None, frame: dict[str, object], *, done: bool
) -> None:
    """An action counts as done without words in its answer, or, for an import, with buttons."""
    assert Action(frame, replies=replies).is_done is done
