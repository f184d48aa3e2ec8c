from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, strategies as st

from tests.telegram_standin.entities import checked_link, part, person_meant, trimmed, units, with_found
from tests.telegram_standin.markup import BadFormatting, parse_html

Json = dict[str, Any]


def read(source: str) -> tuple[str, list[tuple[str, str]]]:
    """Return the text without its tags, and the kind and words of each entity."""
    parsed = parse_html(source)
    return parsed.text, [(each["type"], part(parsed.text, each)) for each in parsed.entities]


@pytest.mark.parametrize(
    ("tag", "kind"),
    [
        ("b", "bold"),
        ("strong", "bold"),
        ("I", "italic"),
        ("em", "italic"),
        ("u", "underline"),
        ("ins", "underline"),
        ("s", "strikethrough"),
        ("strike", "strikethrough"),
        ("del", "strikethrough"),
        ("tg-spoiler", "spoiler"),
        ("code", "code"),
        ("pre", "pre"),
        ("blockquote", "blockquote"),
    ],
)
def test_each_tag_has_its_kind(tag: str, kind: str) -> None:
    """Small letters and large ones are the same, and the words stay in their place."""
    assert read(f"🎲 <{tag}>k7f</{tag}> won") == ("🎲 k7f won", [(kind, "k7f")])


@pytest.mark.parametrize(
    ("source", "text", "entities"),
    [
        ("a <b>b <i>c</i></b>", "a b c", [("bold", "b c"), ("italic", "c")]),
        ('<span class="tg-spoiler">x</span>', "x", [("spoiler", "x")]),
        ("<blockquote expandable>x</blockquote>", "x", [("expandable_blockquote", "x")]),
        ('<pre><code class="language-python">x</code></pre>', "x", [("pre", "x")]),
        ("<a href='https://a.example'>x</a>", "x", [("text_link", "x")]),
        ("<a>https://a.example</a>", "https://a.example", [("text_link", "https://a.example")]),
        ('<tg-time unix="1700000000" format="r">soon</tg-time>', "soon", [("date_time", "soon")]),
        ('<tg-emoji emoji-id="5">👍</tg-emoji>', "👍", [("custom_emoji", "👍")]),
        ("<b></b>x", "x", []),
        ("<b>x</>", "x", [("bold", "x")]),
        ("&lt;b&gt; &amp;amp; &quot;&#33;&#x1F3B2;", '<b> &amp; "!🎲', []),
        ("a & b &nbsp; &copy; &#0;", "a & b &nbsp; &copy; &#0;", []),
        ("1 > 0", "1 > 0", []),
    ],
)
def test_html_is_read_as_telegram_reads_it(source: str, text: str, entities: list[tuple[str, str]]) -> None:
    """Tags nest, attributes count, the four named characters and all numbers are decoded, others stay."""
    assert read(source) == (text, entities)


@pytest.mark.parametrize(
    ("source", "complaint"),
    [
        ("<p>x</p>", 'Unsupported start tag "p" at byte offset 0'),
        ("ы<br>", 'Unsupported start tag "br" at byte offset 2'),
        ("a < b", 'Unsupported start tag "" at byte offset 2'),
        ("<b>x", 'Can\'t find end tag corresponding to start tag "b"'),
        ("x</b>", "Unexpected end tag at byte offset 1"),
        ("<b><i>x</b></i>", 'Unmatched end tag at byte offset 7, expected "</i>", found "</b>"'),
        ("<b", "Unclosed start tag at byte offset 0"),
        ("<a href='x", "Unclosed start tag at byte offset 0"),
        ("<a href=https://a.example>x</a>", "Unexpected end of name token at byte offset 8"),
        ("<b>x</b", "Unclosed end tag at byte offset 4"),
        ("<span>x</span>", 'Tag "span" must have class "tg-spoiler" at byte offset 0'),
        (
            "<a href>x</a>",
            'Expected equal sign in declaration of an attribute of the tag "a" at byte offset 0',
        ),
    ],
)
def test_what_is_no_html_of_telegrams_is_refused(source: str, complaint: str) -> None:
    """The complaint is Telegram's, and counts in bytes."""
    with pytest.raises(BadFormatting) as raised:
        parse_html(source)
    assert str(raised.value) == complaint


@pytest.mark.parametrize(
    "source",
    [
        "<code><b>x</b></code>",
        "<pre>a <i>x</i></pre>",
        "<b>a <code>x</code></b>",
        "<blockquote>a <blockquote>x</blockquote></blockquote>",
        '<a href="http://localhost:8080/">x</a>',
    ],
)
def test_what_telegram_leaves_out_is_noted(source: str) -> None:
    """Formatting inside code, code inside formatting, a quotation in another, a link that is none."""
    assert len(parse_html(source).lost) == 1


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
    """Links, commands, usernames and hashtags, but not inside code or a link, nor in the middle of a word."""
    text = "/move@a_bot 24/18 @anna_k #k7f https://a.example/x, a@bcd.example /x"
    found = [(each["type"], part(text, each)) for each in with_found(text, [])]
    assert found == [
        ("bot_command", "/move@a_bot"),
        ("mention", "@anna_k"),
        ("hashtag", "#k7f"),
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
