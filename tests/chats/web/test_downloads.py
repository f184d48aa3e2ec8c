"""Files for one person alone, at the local table."""

from __future__ import annotations

import asyncio

from bot.chats.web.downloads import LIFETIME, MOST_BYTES, Downloads
from bot.talk.reply import Document, Reply
from tests.chats.web.house import Served
from tests.chats.web.test_animations import shown

FILE = Document("nardy-2026-11-20.json", '{"name": "Борис"}'.encode(), "application/json")


async def test_a_file_is_saved_and_kept_by_nobody(served: Served) -> None:
    """Its link leads to a download that no browser shows, guesses the kind of, or keeps."""
    frame = await shown(served, Reply(("All that is stored about you.",), document=FILE))
    assert frame["document"]["name"] == FILE.name
    async with served.web.get(frame["document"]["address"]) as found:
        assert (found.status, await found.read()) == (200, FILE.content)
        assert found.content_type == "application/json"
        assert found.headers["Content-Disposition"] == f'attachment; filename="{FILE.name}"'
        assert found.headers["X-Content-Type-Options"] == "nosniff"
        assert found.headers["Cache-Control"] == "no-store"


async def test_an_answer_without_a_file_has_none(served: Served) -> None:
    """The page is told so."""
    assert (await shown(served, Reply(("Nothing.",))))["document"] is None


async def test_a_file_cannot_be_found_by_guessing(served: Served) -> None:
    """An address that was never told leads nowhere."""
    await shown(served, Reply(("Yours.",), document=FILE))
    assert await served.status(f"/download/{'0' * 32}") == 404


def test_files_go_when_their_time_is_over_or_there_are_too_many() -> None:
    """What was asked for ten minutes ago is gone; of large files the oldest go first."""
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


async def test_a_file_of_who_is_forgotten_goes_at_once(served: Served) -> None:
    """Its link leads nowhere any more, nor does that of the answer that brought it; others' stay."""
    pictures = served.table._pictures  # noqa: SLF001 (where both are kept)
    files = [Document("x", b"{}", "application/json", ("telegram", key)) for key in ("42", "43")]
    answers = [Made(Reply(("Here.",), document=file)) for file in files]
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


class Made:
    """An answer that was worked on, and is there."""

    def __init__(self, reply: Reply) -> None:
        self.outcome: asyncio.Future[Reply | None] = asyncio.get_running_loop().create_future()
        self.outcome.set_result(reply)

    def so_far(self) -> Reply:
        """Return what was said until then."""
        return Reply(("A moment.",))
