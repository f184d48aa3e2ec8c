from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files

import pytest

from bot.talk.catalog import LANGUAGES, templates
from tests.chats.web.house import Served, serving

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


async def test_every_module_that_a_module_imports_is_served(served: Served) -> None:
    """Every module that the page's modules import is served."""
    seen: set[str] = set()
    wanted = {f"/page/{name}.js" for name in ("start", "page", "shared", "app_start", "app")}
    while wanted:
        path = wanted.pop()
        seen.add(path)
        async with served.web.get(path) as answer:
            assert answer.status == 200, path
            found = re.findall(r'^import .* from "\./(.+)";$', await answer.text(), re.MULTILINE)
        wanted |= {f"/page/{name}" for name in found} - seen
    assert "/page/web_account.js" in seen
