"""Downloads for one person at the local table."""

from __future__ import annotations

import asyncio

from bot.chats.web.downloads import LIFETIME, MOST_BYTES, Downloads
from bot.talk.reply import Document, Reply
from tests.chats.web.house import Served
from tests.chats.web.test_animations import answer_frame

FILE = Document("nardy-2026-11-20.json", '{"name": "Борис"}'.encode(), "application/json")


async def test_a_file_is_downloaded_and_not_cached(served: Served) -> None:
    """The link leads to a download that the browser neither shows, sniffs, nor caches."""
    frame = await answer_frame(served, Reply(("All that is stored about you.",), document=FILE))
    assert frame["document"]["name"] == FILE.name
    async with served.web.get(frame["document"]["address"]) as found:
        assert (found.status, await found.read()) == (200, FILE.content)
        assert found.content_type == "application/json"
        assert found.headers["Content-Disposition"] == f'attachment; filename="{FILE.name}"'
        assert found.headers["X-Content-Type-Options"] == "nosniff"
        assert found.headers["Cache-Control"] == "no-store"


async def test_an_answer_without_a_file_has_none(served: Served) -> None:
    """An answer without a file has none in its frame."""
    assert (await answer_frame(served, Reply(("Nothing.",))))["document"] is None


async def test_a_file_cannot_be_found_by_guessing(served: Served) -> None:
    """A guessed address gives 404."""
    await answer_frame(served, Reply(("Yours.",), document=FILE))
    assert await served.status(f"/download/{'0' * 32}") == 404


def test_files_expire_or_give_way_to_newer_ones() -> None:
    """A file expires after its lifetime, or earlier if newer large files need the room."""
    now = 0.0
    downloads = Downloads(lambda: now)
    old = downloads.address(FILE)
    now = LIFETIME - 1
    large = [downloads.address(Document("x", b" " * (MOST_BYTES // 3), "x/y")) for _ in range(2)]
    assert len({old, *large}) == 3
    assert [downloads.has(each) for each in (old, *large)] == [True] * 3
    now = LIFETIME
    assert [downloads.has(each) for each in (old, *large)] == [False, True, True]
    more = [downloads.address(Document("x", b" " * (MOST_BYTES // 3), "x/y")) for _ in range(2)]
    assert [downloads.has(each) for each in (*large, *more)] == [False, True, True, True]


async def test_a_forgotten_players_file_is_deleted_at_once(served: Served) -> None:
    """The links of a forgotten player's file and pending answer give 404; those of others still work."""
    pictures = served.table._pictures  # noqa: SLF001 (it holds both)
    files = [Document("x", b"{}", "application/json", ("telegram", key)) for key in ("42", "43")]
    answers = [FinishedAnswer(Reply(("Here.",), document=file)) for file in files]
    links = [
        (pictures.downloads.address(file), pictures.pending.address(answer))
        for file, answer in zip(files, answers, strict=True)
    ]
    served.table.changes.forgotten("telegram", "42")
    found = []
    for address in (each for both in links for each in both):
        async with served.web.get(address) as answer:
            found.append(answer.status)
    assert found == [404, 404, 200, 200]


class FinishedAnswer:
    """A pending answer that is finished."""

    def __init__(self, reply: Reply) -> None:
        self.outcome: asyncio.Future[Reply | None] = asyncio.get_running_loop().create_future()
        self.outcome.set_result(reply)

    def so_far(self) -> Reply:
        """Return the answer from before it was finished."""
        return Reply(("A moment.",))
