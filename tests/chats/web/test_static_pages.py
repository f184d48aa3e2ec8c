from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from ipaddress import ip_network

import pytest

from bot.chats.web.client_address import Network
from bot.chats.web.page_files import page_files
from bot.talk.catalog import LANGUAGES, templates, words_in
from tests.chats.web.house import Served, serving
from tests.chats.web.mini_app.house import serving_app

_WEB = files("bot.chats.web")
_SOURCES = [
    file.read_text("utf-8")
    for folder in (_WEB, _WEB / "page", _WEB / "mini_app")
    for file in folder.iterdir()
    if file.name.endswith((".py", ".js", ".html"))
]
_USED = {word for source in _SOURCES for word in re.findall(r"[\"'{](web-[a-z-]+)[\"'}]", source)}


@pytest.mark.parametrize(
    ("headers", "query", "language"),
    [
        ({}, "", "en"),
        ({"Accept-Language": "ru-RU,ru;q=0.9,en;q=0.8"}, "", "ru"),
        ({"Accept-Language": "de-DE,de;q=0.9,ru;q=0.8,en;q=0.7"}, "", "ru"),
        ({"Accept-Language": "en;q=0.5,ru;q=0.9"}, "", "ru"),
        ({"Accept-Language": "xx,;q=,q=1;ru"}, "", "en"),
        ({"Accept-Language": "ru"}, "?lang=en", "en"),
        ({}, "?lang=ru", "ru"),
        ({"Accept-Language": "ru"}, "?lang=%22%3E%3Cscript%3E", "ru"),
    ],
)
async def test_the_page_speaks_the_readers_language(
    served: Served, headers: dict[str, str], query: str, language: str
) -> None:
    """The page uses the first known language of the browser, unless the address names one."""
    async with served.web.get(f"/{query}", headers=headers) as answer:
        assert f'<html lang="{language}" ' in await answer.text()


async def test_the_menu_offers_every_language(served: Served) -> None:
    """The page links to itself in every language of the catalog, which each language names in itself."""
    async with served.web.get("/") as answer:
        links = re.findall(r'<a [^>]*data-language[^>]* lang="(\w+)"[^>]*>(.+)</a>', await answer.text())
    assert links == [(code, words_in(code).words(f"value-{code}")) for code in LANGUAGES]


async def test_words_are_escaped() -> None:
    """Markup in a catalog is escaped in the page."""
    words = {**templates("en", "web-"), "web-watching": '"><script>alert(1)</script>'}
    async with serving(words=lambda _language: words) as served, served.web.get("/") as answer:
        page = await answer.text()
        assert "<script>alert" not in page
        assert "&quot;&gt;&lt;script&gt;" in page


async def test_no_placeholder_is_left(served: Served) -> None:
    """Every placeholder in the page is filled."""
    async with served.web.get("/") as answer:
        assert "{{" not in await answer.text()


@pytest.mark.parametrize("file", ["page.css", "page.js", "icon.svg", "icon_touch.png"])
async def test_a_file_is_sent_once(served: Served, file: str) -> None:
    """A browser that has a file is answered with 304."""
    async with served.web.get(f"/page/{file}") as first:
        assert first.status == 200
        tag = first.headers["ETag"]
    async with served.web.get(f"/page/{file}", headers={"If-None-Match": tag}) as second:
        assert second.status == 304


@pytest.mark.parametrize(
    "path", ["/page/page.html", "/page/adapter.py", "/page/..%2fadapter.py", "/page/none.js"]
)
async def test_nothing_else_is_served(served: Served, path: str) -> None:
    """Only the page's own files are served."""
    assert await served.status(path) == 404


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalog_holds_the_pages_messages(language: str) -> None:
    """The catalog holds exactly the messages that the page uses."""
    assert set(templates(language, "web-")) == _USED


@pytest.mark.parametrize("language", LANGUAGES)
def test_messages_keep_their_placeholders(language: str) -> None:
    """A message has the same placeholders in every language."""

    def places(words: Mapping[str, str]) -> dict[str, set[str]]:
        return {message: set(re.findall(r"\{(\w+)\}", text)) for message, text in words.items()}

    assert places(templates(language, "web-")) == places(templates("en", "web-"))


def test_no_script_writes_markup() -> None:
    """No script of the page parses markup, so that typed text stays text."""
    scripts = [file.read_text("utf-8") for file in (_WEB / "page").iterdir() if file.name.endswith(".js")]
    assert scripts
    for script in scripts:
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|DOMParser", script
        )


def _addresses(page: str) -> list[str]:
    """Return the addresses of the files that a page names, below its root."""
    return re.findall(r'(?:href|src)="\./((?:page|sprites)/[^"]+)"', page)


@pytest.mark.parametrize("path", ["/", "/app"])
async def test_every_file_that_a_page_names_is_served(path: str) -> None:
    """The files that a page names are served, and a browser keeps those whose address has the version."""
    async with serving_app() as served:
        host = {"Host": "nardy.example.org"} if path == "/app" else {}
        async with served.web.get(path, headers=host) as answer:
            named = _addresses(await answer.text())
        assert len(named) > 5
        for each in named:
            async with served.web.get(f"/{each}", headers=host) as answer:
                assert answer.status == 200, each
                kept = "immutable" in answer.headers["Cache-Control"]
            assert kept is (each != "page/nardy.webmanifest"), each


@pytest.mark.parametrize(("proxies", "root"), [((), "./"), ((ip_network("127.0.0.1/32"),), "/nardy/")])
async def test_a_page_names_its_files_below_the_path_of_a_proxy(
    proxies: tuple[Network, ...], root: str
) -> None:
    """The files are named below the path that a trusted proxy takes off, otherwise relative to the page."""
    headers = {"X-Forwarded-Prefix": "/nardy"}
    async with serving(proxies=proxies) as served, served.web.get("/", headers=headers) as answer:
        assert f'href="{root}page/nardy.webmanifest"' in await answer.text()


async def test_a_bundle_is_loaded_from_its_folder(served: Served) -> None:
    """What the first bundle imports by a relative address is beside it, and imports nothing that is not."""
    folder = f"/page/{page_files().version}"
    for name, loader in (("page", "start"), ("shared", "start"), ("app", "app_start")):
        async with served.web.get(f"{folder}/{loader}.js") as answer:
            assert f'import("./{name}.js")' in await answer.text()
        async with served.web.get(f"{folder}/{name}.js") as answer:
            found = re.findall(r'^import .* from "\./(.+)";$', await answer.text(), re.MULTILINE)
        assert found == [f"{loader}.js"]


async def test_the_files_of_another_version_are_not_kept(served: Served) -> None:
    """A process that is asked for the files of another version sends its own, which are not kept."""
    async with served.web.get("/page/0123456789ab/page.js") as answer:
        assert (answer.status, answer.headers["Cache-Control"]) == (200, "no-cache")


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br", "gzip"),
        ("br;q=1.0, gzip;q=0.8", "gzip"),
        ("deflate", None),
        ("gzip;q=0", None),
        ("", None),
    ],
)
@pytest.mark.parametrize("path", ["/", "/page/page.js", "/sprites/wood/checker_w.svg"])
async def test_text_is_compressed_where_that_is_accepted(
    served: Served, path: str, accepted: str, encoding: str | None
) -> None:
    """A text file is compressed for clients that accept it, and `Vary` tells caches so."""
    async with served.web.get(path, headers={"Accept-Encoding": accepted}) as answer:
        assert answer.headers.get("Content-Encoding") == encoding
        assert "Accept-Encoding" in answer.headers["Vary"]
        compressed = await answer.read()
    async with served.web.get(path, headers={"Accept-Encoding": "identity"}) as answer:
        assert await answer.read() == compressed
