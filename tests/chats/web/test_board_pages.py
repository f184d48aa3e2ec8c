"""The pages of shared boards as a chat's crawler reads them: with one GET, without scripts."""

from __future__ import annotations

import logging
import struct
from collections.abc import AsyncIterator
from html.parser import HTMLParser
from pathlib import Path

import aiohttp
import pytest
import pytest_asyncio

from bot.chats.web.link_preview import LinkPreview
from tests.chats.web.dialogue_house import DialogueHouse, open_house
from tests.chats.web.house import serving
from tests.chats.web.test_shared_boards import next_table, shared_board

pytestmark = pytest.mark.asyncio(loop_scope="module")


class Tags(HTMLParser):
    """The tags of a page's head by their names."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.named: dict[str, str] = {}
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record a `meta` tag."""
        found = dict(attrs)
        if tag == "meta" and (name := found.get("property") or found.get("name")):
            self.named.setdefault(name, found.get("content") or "")


async def crawl(
    house: DialogueHouse, path: str, **headers: str
) -> tuple[aiohttp.ClientResponse, dict[str, str]]:
    """Return the answer to a GET and the tags of the page."""
    async with house.server.web.get(path, headers=headers) as answer:
        return answer, Tags(await answer.text()).named


def size(png: bytes) -> tuple[int, ...]:
    """Return the width and height that a PNG file states."""
    return struct.unpack(">II", png[16:24])


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[tuple[DialogueHouse, str]]:
    """A house with a shared board of the common table, and its token."""
    async with shared_board(tmp_path_factory.mktemp("shared") / "nardy.db") as shared:
        yield shared


async def test_a_link_unfolds_as_the_board(shared: tuple[DialogueHouse, str]) -> None:
    """One GET gives the names, the state and the picture's address, and no search engine lists the page."""
    house, token = shared
    answer, tags = await crawl(house, f"/b/{token}")
    assert answer.status == 200
    assert tags["og:title"] == "Anna – Boris"
    assert tags["og:description"].startswith("Long Nardy")
    assert "4-1" in tags["og:description"]
    assert tags["og:url"] == f"http://127.0.0.1:{house.server.port}/b/{token}"
    assert (tags["robots"], answer.headers["X-Robots-Tag"]) == ("noindex", "noindex")
    assert tags["theme-color"]
    assert tags["og:image"].startswith(f"{tags['og:url']}.png?v=")
    async with house.server.web.get(tags["og:image"]) as picture:
        assert (picture.status, picture.content_type) == (200, "image/png")
        stated = int(tags["og:image:width"]), int(tags["og:image:height"])
        assert stated == (1200, 800)
        assert (await picture.read()).startswith(b"\x89PNG")


async def test_the_preview_has_the_language_of_the_player_who_shared(
    shared: tuple[DialogueHouse, str],
) -> None:
    """The preview's language comes from the link, and the page's from the reader's browser."""
    house, token = shared
    async with house.server.web.get(f"/b/{token}?in=ru", headers={"Accept-Language": "en"}) as answer:
        page = await answer.text()
    tags = Tags(page).named
    assert tags["og:description"].startswith("Длинные нарды")
    assert tags["og:locale"] == "ru"
    assert '<html lang="en"' in page


async def test_head_gets_the_headers_alone(shared: tuple[DialogueHouse, str]) -> None:
    """HEAD of the page and of its picture is answered without a body."""
    house, token = shared
    for path, kind in ((f"/b/{token}", "text/html"), (f"/b/{token}.png", "image/png")):
        async with house.server.web.head(path) as answer:
            assert (answer.status, answer.content_type, await answer.read()) == (200, kind, b"")


async def test_ended_and_unknown_links_get_the_same_plain_page(tmp_path: Path) -> None:
    """An ended link and a forged one get one answer, which names no player; a picture is the bot's icon."""
    async with shared_board(tmp_path / "nardy.db") as (house, token):
        await house.say("Boris", "/share off", "Boris")
        forged = f"{token.partition('-')[0]}-{'0' * 24}"
        pages, pictures = [], []
        for link in (token, forged, f"zzz-{'0' * 24}"):
            async with house.server.web.get(f"/b/{link}") as answer:
                assert (answer.status, answer.headers["Cache-Control"]) == (404, "no-store")
                pages.append(await answer.text())
            async with house.server.web.get(f"/b/{link}.png") as answer:
                assert (answer.status, answer.content_type) == (404, "image/png")
                pictures.append(await answer.read())
        assert len(set(pages)) == len(set(pictures)) == 1
        assert "Anna" not in pages[0]
        assert "This link leads to no board" in pages[0]
        assert size(pictures[0]) == (512, 512)


async def test_a_private_game_unfolds_as_the_bot(tmp_path: Path) -> None:
    """A game that only private chats show opens by its token, and no preview shows its names or board."""
    async with open_house(tmp_path / "nardy.db", cast=("Anna", "Boris")) as house:
        await house.say("Anna", "/challenge Boris", "Anna")
        await house.press("Boris", "Accept", "Boris", answered=False)
        await house.say("Anna", "/share", "Anna")
        answer = house.answer("Anna")
        assert answer is not None
        token = answer.text.partition("/#share=")[2].split()[0]
        for path in ("/", f"/b/{token}"):
            _, tags = await crawl(house, path)
            assert tags["og:title"] == "Nardy"
            assert tags["og:description"] == "Long Nardy and its relatives. Play at once, no account."
            assert tags["og:image"].endswith("/page/icon_large.png")
            async with house.server.web.get(tags["og:image"]) as picture:
                stated = int(tags["og:image:width"]), int(tags["og:image:height"])
                assert size(await picture.read()) == stated
        async with house.server.web.get(f"/b/{token}.png") as picture:
            assert picture.status == 404
        async with house.server.watching(token) as tab:
            assert (await next_table(tab))["game"] == token.partition("-")[0]


@pytest.mark.parametrize("name", ['"><script>', "a&amp;b", "<b>'"])
async def test_names_stay_text_in_the_tags(name: str) -> None:
    """A name with HTML's own signs is read back from the tags as it is."""
    tags = LinkPreview(name, "about", "https://nardy.example.org/b/t.png", (1200, 800), alt=name).tags
    assert (Tags(tags).named["og:title"], Tags(tags).named["og:image:alt"]) == (name, name)


async def test_too_many_requests_are_refused() -> None:
    """One address gets sixty pages and pictures at once, and then status 429."""
    async with serving(monotonic=lambda: 0.0) as served:
        statuses = []
        for number in range(62):
            async with served.web.get(f"/b/b2b-{number}{'.png' * (number % 2)}") as answer:
                statuses.append(answer.status)
    assert statuses == [404] * 60 + [429] * 2


async def test_a_failure_logs_the_game_alone(
    shared: tuple[DialogueHouse, str], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """If a preview fails, the page opens as the bot's, and the log has the game and not the token."""
    house, token = shared

    async def fails(*_asked: object) -> None:
        raise RuntimeError

    monkeypatch.setattr(house.conversation, "shared_preview", fails)
    with caplog.at_level(logging.DEBUG):
        answer, tags = await crawl(house, f"/b/{token}")
    assert (answer.status, tags["og:title"]) == (200, "Nardy")
    (record,) = [each for each in caplog.records if each.levelno == logging.ERROR]
    assert record.__dict__["game"] == token.partition("-")[0]
    assert not any(token in str(each.__dict__) for each in caplog.records)
