from __future__ import annotations

import aiohttp
import pytest

from bot.chats.web.origin_check import OriginCheck
from tests.chats.web.house import Served, Tab, serving
from tests.chats.web.mini_app.house import APP, PUBLIC, serving_app

HERE = {"Host": "nardy.example.org"}


async def status(served: Served, path: str, headers: dict[str, str] | None = None) -> int:
    """Return how a path is answered."""
    async with served.web.get(path, headers=headers or HERE) as answer:
        return answer.status


async def test_the_page_of_the_app_may_be_framed_by_telegram_alone() -> None:
    """It loads Telegram's script and nothing else from elsewhere; every other page stays as it was."""
    async with serving_app() as served:
        async with served.web.get("/app", headers=HERE) as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert answer.status == 200
            assert "X-Frame-Options" not in answer.headers
            assert "frame-ancestors https://web.telegram.org" in policy.split("; ")
            assert "script-src 'self' https://telegram.org/js/telegram-web-app.js" in policy.split("; ")
            assert "Set-Cookie" not in answer.headers
            assert "{{" not in await answer.text()
        for path in ("/", "/page/app.js", "/app/socket", "/app/", "/apple"):
            async with served.web.get(path) as answer:
                assert answer.headers["X-Frame-Options"] == "DENY", path
                assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
                assert "telegram.org" not in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("path", ["/socket", "/nothing", "/apple", "/app/other", "/pages/page.js"])
async def test_the_public_address_has_no_table(path: str) -> None:
    """At the public address nobody gets to the table: only the app and shared boards have sockets there."""
    async with serving_app() as served:
        assert await status(served, path) == 404
        assert await status(served, "/", {"Host": f"127.0.0.1:{served.port}"}) == 200


@pytest.mark.parametrize("path", ["/app", "/page/app.js", "/page/table.js", "/sprites/wood/tones.json"])
async def test_the_public_address_has_the_app_and_its_files(path: str) -> None:
    """The page of the app and whatever it is made of are there."""
    async with serving_app() as served:
        assert await status(served, path) == 200


async def test_the_app_connects_from_its_own_page_alone() -> None:
    """Its socket is opened from the public address, and from no other page."""
    async with serving_app() as served:
        async with served.socket(HERE | {"Origin": PUBLIC}, path="/app/socket") as socket:
            await Tab(socket).put(do="open app", data="", language="en")
            assert (await socket.receive_json())["is"] == "turned away"
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await served.web.ws_connect("/app/socket", headers=HERE | {"Origin": "https://web.telegram.org"})


async def test_a_table_that_others_reach_there_stays_open_to_them() -> None:
    """Where the public address is one of the table's own, the table is found there, too."""
    check = OriginCheck("127.0.0.1", (PUBLIC,), PUBLIC)
    assert check.knows("nardy.example.org")
    async with serving(mini_app=APP, public_url=PUBLIC, origins=(PUBLIC,)) as served:
        assert await status(served, "/") == 200


async def test_without_telegram_there_is_no_app(served: Served) -> None:
    """A table that has no bot on Telegram has no page for it."""
    for path in ("/app", "/app/socket"):
        assert await status(served, path, {"Host": f"127.0.0.1:{served.port}"}) == 404


@pytest.mark.parametrize("size", ["/app?game=" + "k" * 500, "/app?lang=%3Cscript%3E"])
async def test_what_stands_in_its_address_is_not_written_into_it(size: str) -> None:
    """The page says nothing that its address says."""
    async with serving_app() as served, served.web.get(size, headers=HERE) as answer:
        text = await answer.text()
        assert "kkkk" not in text
        assert "<script>" not in text
