from __future__ import annotations

import aiohttp
import pytest

from bot.chats.web.origin_check import OriginCheck
from tests.chats.web.house import Served, Tab, serving
from tests.chats.web.mini_app.house import APP, PUBLIC, serving_app

HERE = {"Host": "nardy.example.org"}


async def status(served: Served, path: str, headers: dict[str, str] | None = None) -> int:
    """Return the HTTP status of a path at the public address."""
    async with served.web.get(path, headers=headers or HERE) as answer:
        return answer.status


async def test_only_telegram_may_frame_the_app() -> None:
    """The app may be framed by Telegram and load its script; every other page stays closed to both."""
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
    """The public address serves no table: only the app and shared boards have sockets there."""
    async with serving_app() as served:
        assert await status(served, path) == 404
        assert await status(served, "/", {"Host": f"127.0.0.1:{served.port}"}) == 200


@pytest.mark.parametrize("path", ["/app", "/page/app.js", "/page/table.js", "/sprites/wood/tones.json"])
async def test_the_public_address_has_the_app_and_its_files(path: str) -> None:
    """The public address serves the app's page and its files."""
    async with serving_app() as served:
        assert await status(served, path) == 200


async def test_the_app_connects_only_from_its_own_page() -> None:
    """The app's socket is opened from the public address and refused to any other page."""
    async with serving_app() as served:
        async with served.socket(HERE | {"Origin": PUBLIC}, path="/app/socket") as socket:
            await Tab(socket).put(do="open app", data="", language="en")
            assert (await socket.receive_json())["is"] == "turned away"
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await served.web.ws_connect("/app/socket", headers=HERE | {"Origin": "https://web.telegram.org"})


async def test_a_table_at_the_public_address_stays_reachable() -> None:
    """If the public address is among the table's own origins, the table is served there, too."""
    check = OriginCheck(("127.0.0.1",), (PUBLIC,), PUBLIC)
    assert check.knows("nardy.example.org")
    async with serving(mini_app=APP, public_url=PUBLIC, origins=(PUBLIC,)) as served:
        assert await status(served, "/") == 200


async def test_without_telegram_there_is_no_app(served: Served) -> None:
    """A table without a Telegram bot serves no app."""
    for path in ("/app", "/app/socket"):
        assert await status(served, path, {"Host": f"127.0.0.1:{served.port}"}) == 404


@pytest.mark.parametrize("path", ["/app?game=" + "k" * 500, "/app?lang=%3Cscript%3E"])
async def test_the_app_does_not_echo_its_address(path: str) -> None:
    """The page contains nothing that comes from its address."""
    async with serving_app() as served, served.web.get(path, headers=HERE) as answer:
        text = await answer.text()
        assert "kkkk" not in text
        assert "<script>" not in text
