from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

from tests.telegram_standin.entities import checked_link, mentioned_account, part, trimmed, units, with_found
from tests.telegram_standin.markup import BadFormatting, parse_html

Json = dict[str, Any]


def test_html_is_parsed() -> None:
    """Text outside tags stays; four named and all numeric entities are decoded, and others stay."""
    read = {}
    for source in (
        "🎲 <b>k7f</b> won",
        "<code>a</code><pre>b\nc</pre>",
        "<a href='https://a.example'>x</a>",
        '<a href="tg://user?id=12">Anna</a>',
        "<b></b>x",
        "&lt;b&gt; &amp;amp; &quot;&#33;&#x1F3B2;",
        "a & b &nbsp; &copy; 1 > 0",
    ):
        parsed = parse_html(source)
        read[parsed.text] = [(each["type"], part(parsed.text, each)) for each in parsed.entities]
        assert not parsed.lost
    assert read == {
        "🎲 k7f won": [("bold", "k7f")],
        "ab\nc": [("code", "a"), ("pre", "b\nc")],
        "x": [],
        "Anna": [("text_mention", "Anna")],
        '<b> &amp; "!🎲': [],
        "a & b &nbsp; &copy; 1 > 0": [],
    }
    assert parse_html('<a href="http://localhost:8080/">x</a>').lost == ["a link to 'http://localhost:8080/'"]


@pytest.mark.parametrize(
    "source",
    [
        *("<p>x</p>", "ы<br>", "a < b", "<b>x", "x</b>", "<b>x</code>", "<b", "<a>x</a>", "<a href='x"),
        *("<a href=https://a.example>x</a>", "<b>x</b", "<b><code>x</code></b>", "<b x='y'>z</b>"),
    ],
)
def test_invalid_html_is_refused(source: str) -> None:
    """Invalid HTML, nested tags and tags that the bot does not write are refused."""
    with pytest.raises(BadFormatting):
        parse_html(source)


@given(st.text(st.characters(codec="utf-8"), max_size=40))
def test_an_escaped_text_is_parsed_back(text: str) -> None:
    """An escaped text is parsed back to the same text, and its length is in UTF-16 units."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    parsed = parse_html(f"<b>{escaped}</b>")
    assert parsed.text == text
    assert [each["length"] for each in parsed.entities] == ([units(text)] if text else [])
    assert units(text) == len(text.encode("utf-16-le")) // 2


def test_mentions_and_links() -> None:
    """Only a link to an account is a mention; another link is completed or lost."""
    assert mentioned_account("tg://user?id=12") == 12
    assert mentioned_account("https://t.me/user?id=12") is None
    assert checked_link("a.example") == "http://a.example/"
    assert checked_link("HTTPS://a.example?b=c") == "https://a.example?b=c"
    assert checked_link("tg://resolve?domain=a") == "tg://resolve?domain=a"
    assert checked_link("http://localhost/") is None
    assert checked_link("nonsense") is None


def test_links_commands_and_usernames_are_found() -> None:
    """Links, commands and usernames are found, except in code, in links and inside words."""
    text = "/move@a_bot 24/18 @anna_k https://a.example/x, a@bcd.example /x"
    found = [(each["type"], part(text, each)) for each in with_found(text, [])]
    assert found == [
        ("bot_command", "/move@a_bot"),
        ("mention", "@anna_k"),
        ("url", "https://a.example/x"),
        ("bot_command", "/x"),
    ]
    code = [{"type": "code", "offset": 0, "length": units(text)}]
    assert with_found(text, code) == code


def test_white_space_around_a_text_is_removed() -> None:
    """Entities move with their text, and entities of white space are removed."""
    bold = {"type": "bold", "offset": 2, "length": 3}
    space = {"type": "italic", "offset": 5, "length": 1}
    assert trimmed("\n\nabc \n", [bold, space]) == ("abc", [bold | {"offset": 0}])
