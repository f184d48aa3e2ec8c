from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

from tests.telegram_standin.entities import checked_link, part, person_meant, trimmed, units, with_found
from tests.telegram_standin.markup import BadFormatting, parse_html

Json = dict[str, Any]


def test_html_is_read_as_telegram_reads_it() -> None:
    """Words stay in their place, the four named characters and all numbers are decoded, others stay."""
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
def test_what_is_no_html_of_telegrams_is_refused(source: str) -> None:
    """Neither are tags that the bot does not write, nor tags in each other."""
    with pytest.raises(BadFormatting):
        parse_html(source)


@given(st.text(st.characters(codec="utf-8"), max_size=40))
def test_an_escaped_text_is_read_as_it_was(text: str) -> None:
    """Whatever a name is made of, once escaped it comes back whole, and its length is in UTF-16 units."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    parsed = parse_html(f"<b>{escaped}</b>")
    assert parsed.text == text
    assert [each["length"] for each in parsed.entities] == ([units(text)] if text else [])
    assert units(text) == len(text.encode("utf-16-le")) // 2


def test_a_mention_and_a_link_are_told_apart() -> None:
    """Only a link to an account mentions; a link is kept with its scheme and a path, or not at all."""
    assert person_meant("tg://user?id=12") == 12
    assert person_meant("https://t.me/user?id=12") is None
    assert checked_link("a.example") == "http://a.example/"
    assert checked_link("HTTPS://a.example?b=c") == "https://a.example?b=c"
    assert checked_link("tg://resolve?domain=a") == "tg://resolve?domain=a"
    assert checked_link("http://localhost/") is None
    assert checked_link("nonsense") is None


def test_what_telegram_finds_by_itself_is_found() -> None:
    """Links, commands and usernames, but not inside code or a link, nor in the middle of a word."""
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


def test_white_space_around_a_text_is_cut_off() -> None:
    """Entities move with their words, and those of white space alone are gone."""
    bold = {"type": "bold", "offset": 2, "length": 3}
    space = {"type": "italic", "offset": 5, "length": 1}
    assert trimmed("\n\nabc \n", [bold, space]) == ("abc", [bold | {"offset": 0}])
