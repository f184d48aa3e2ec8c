from __future__ import annotations

import aiohttp
import pytest

from bot.chats.web.origin_check import OriginCheck
from tests.chats.web.house import Served, serving


@pytest.mark.parametrize(
    "origin", ["http://elsewhere.example", "null", "http://127.0.0.1:1", "https://[", ""]
)
async def test_another_pages_socket_is_refused(served: Served, origin: str) -> None:
    """A page from another origin cannot open a WebSocket."""
    with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
        await served.web.ws_connect("/socket", headers={"Origin": origin})
    assert refusal.value.status == 403


async def test_a_socket_without_origin_is_refused(served: Served) -> None:
    """A WebSocket request without an Origin header is refused."""
    with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
        await served.web.ws_connect("/socket")
    assert refusal.value.status == 403


@pytest.mark.parametrize("path", ["/", "/socket", "/page/page.js", "/board/table/1/" + "0" * 32 + ".png"])
async def test_a_foreign_host_name_is_refused(served: Served, path: str) -> None:
    """A request for a host name that is not the table's is refused."""
    assert await served.status(path, {"Host": f"rebound.example:{served.port}"}) == 421


async def test_a_rebound_host_name_is_refused_as_an_origin(served: Served) -> None:
    """A foreign host name is refused even if the Origin header matches it."""
    host = f"rebound.example:{served.port}"
    with pytest.raises(aiohttp.WSServerHandshakeError) as refusal:
        await served.web.ws_connect("/socket", headers={"Origin": f"http://{host}", "Host": host})
    assert refusal.value.status == 421


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
async def test_the_page_answers_only_reading_requests(served: Served, method: str) -> None:
    """Requests that could change something are answered with 405."""
    async with served.web.request(method, "/", data=b"x") as answer:
        assert answer.status == 405


async def test_a_configured_origin_may_connect() -> None:
    """An origin from the settings may open a WebSocket."""
    async with serving(origins=("https://nardy.example.org",)) as served:
        headers = {"Host": "nardy.example.org", "Origin": "https://nardy.example.org"}
        async with served.tab(**headers) as tab:
            assert tab.welcome["account"] is None


@pytest.mark.parametrize("path", ["/", "/page/page.css", "/nothing", "/board/table/1/" + "0" * 32 + ".png"])
async def test_every_answer_forbids_foreign_contents(served: Served, path: str) -> None:
    """Every answer forbids framing, sniffing, and contents from other origins."""
    async with served.web.get(path) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'")
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize(
    "host", ["localhost:80", "127.0.0.1", "[::1]:8080", "table.lan", "nardy.example:443"]
)
def test_own_addresses_are_known(host: str) -> None:
    """Loopback names, the listening host and the configured origins are known."""
    assert OriginCheck(("table.lan",), ("https://nardy.example:443",)).knows(host)


@pytest.mark.parametrize(
    "host", ["", "example.org", "localhost.example.org", "127.0.0.1.example.org", "[", "192.168.1.5"]
)
def test_other_addresses_are_unknown(host: str) -> None:
    """Any other host name is unknown."""
    assert not OriginCheck(("127.0.0.1",), ()).knows(host)


def test_a_table_on_all_interfaces_is_reached_by_ip_address() -> None:
    """A table that listens on all interfaces accepts any IP address, but no foreign name."""
    check = OriginCheck(("0.0.0.0",), ())  # noqa: S104 - nothing listens
    assert check.knows("192.168.1.5:8080")
    assert not check.knows("rebound.example:8080")
