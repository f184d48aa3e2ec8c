from __future__ import annotations

from datetime import UTC, datetime
from html.parser import HTMLParser

import pytest
from hypothesis import given, strategies as st
from telegram.constants import MessageLimit

from bot.chats.telegram.formatting import FormattedText, format_text, length
from bot.chats.texts import isolated, without_invisible
from bot.talk.reply import Address, Bold, Code, Jump, Mention, Span, Text, Timestamp

SUPERGROUP = "-1001234567890"
LIMITS = {False: MessageLimit.MAX_TEXT_LENGTH, True: MessageLimit.CAPTION_LENGTH}
TAGS = {"a", "b", "code", "pre"}

NASTY = [
    "<b>bold</b>",
    "</b></a></code></pre>",
    "<a href='tg://user?id=1'>x</a>",
    '"><script>',
    "&lt;b&gt;",
    "&amp;amp;",
    "&#60;&notanentity",
    "< & > ' \"",
    "<!-- -->",
    "<tg-spoiler>",
    "a < b && b > c",
]


class ParsedHtml(HTMLParser):
    """A parser of Telegram's HTML: the text, and the tags around its parts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.marked: list[tuple[str, str]] = []
        self._open: list[tuple[str, dict[str, str | None], int]] = []
        self.feed(html)
        self.close()
        assert self._open == [], html

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an allowed tag that is not nested."""
        assert tag in TAGS, tag
        assert self._open == []
        self._open.append((tag, dict(attrs), len(self.text)))

    def handle_endtag(self, tag: str) -> None:
        """Close the open tag."""
        opened, attributes, start = self._open.pop()
        assert opened == tag
        self.marked.append((attributes.get("href") or tag, self.text[start:]))

    def handle_data(self, data: str) -> None:
        """Add text."""
        self.text += data

    def handle_comment(self, data: str) -> None:
        """Fail, because we send no comments."""
        raise AssertionError(data)

    def handle_decl(self, decl: str) -> None:
        """Fail, because we send no declarations."""
        raise AssertionError(decl)

    def handle_pi(self, data: str) -> None:
        """Fail, because we send no processing instructions."""
        raise AssertionError(data)


def shown(span: Span) -> str:
    """Return the visible text of a span."""
    match span:
        case str():
            return without_invisible(span)
        case Mention(name=name):
            return isolated(without_invisible(name))
        case Bold(text=words) | Jump(text=words):
            return isolated(without_invisible(words))
        case Timestamp(text=words) | Address(text=words):
            return without_invisible(words)
        case Code(text=words):
            return without_invisible(words.strip() if "\n" in words else words)


def html(*text: Span, below_picture: bool = False) -> str:
    """Return a text formatted for Telegram."""
    return format_text(text, below_picture=below_picture).html


_words = st.text(max_size=12) | st.sampled_from([*NASTY, "דוד", "😀", "\u202eevil", "one\ntwo"])
_spans = st.one_of(
    _words,
    _words.map(Bold),
    _words.map(Code),
    st.builds(Jump, _words, st.sampled_from([SUPERGROUP, f"{SUPERGROUP}/5", "7", "-40"]), st.just("12")),
    st.builds(Mention, _words, st.sampled_from(["7", "@everyone", '7"><b>', ""])),
    st.builds(Timestamp, st.just(datetime(2026, 3, 3, 18, tzinfo=UTC)), _words),
)
_texts = st.lists(_spans, max_size=8).map(tuple)
_long_texts = st.lists(
    st.builds(lambda words, times: words * times, _words, st.integers(0, 1500))
    | st.builds(lambda words, times: Code(words * times), _words, st.integers(0, 1500))
    | _spans,
    max_size=8,
).map(tuple)


@given(_texts)
def test_a_text_is_shown_literally(text: Text) -> None:
    """Every visible character is shown literally, and only our tags are set."""
    read = ParsedHtml(format_text(text, below_picture=False).html)
    assert read.text == "".join(map(shown, text))


@given(_long_texts, st.booleans())
def test_no_text_is_too_long(text: Text, below_picture: bool) -> None:
    """The visible part of any text keeps Telegram's limit, and all tags are closed."""
    read = ParsedHtml(format_text(text, below_picture=below_picture).html)
    assert length(read.text) <= LIMITS[below_picture]


def test_names_and_code_set_no_markup() -> None:
    """Markup in names and code is shown as text."""
    for words in NASTY:
        read = ParsedHtml(html("Hello, ", Bold(words), ".", Code(words)))
        assert read.text == f"Hello, {words}.{words}"
        assert read.marked == [("b", words), ("code", words)]


def test_a_record_is_a_block() -> None:
    """Code of several lines is a block without empty lines around it."""
    read = ParsedHtml(html("Record:\n", Code('\n[White "Anna"]\n[Black "Boris"]\n')))
    assert read.marked == [("pre", '[White "Anna"]\n[Black "Boris"]')]


def test_a_mention_links_to_the_account() -> None:
    """A mention links to the account, so that it also notifies a person without a handle."""
    read = ParsedHtml(html(Mention("Anna & <Co>", "7000000001"), ", your turn."))
    assert read.marked == [("tg://user?id=7000000001", "Anna & <Co>")]
    assert read.text == "Anna & <Co>, your turn."


def test_a_person_without_an_account_is_a_bold_name() -> None:
    """A mention without a valid account number is a bold name."""
    for account in ("", "@everyone", "web:7", '7"><a href="https://evil.example', "٧", "-7"):
        assert ParsedHtml(html(Mention("Anna", account))).marked == [("b", "Anna")]


def test_a_jump_is_a_link_in_a_supergroup() -> None:
    """A game in a list links to its board in a supergroup, and is only bold in other chats."""
    assert ParsedHtml(html(Jump("k<7", SUPERGROUP, "9"))).marked == [("https://t.me/c/1234567890/9", "k<7")]
    assert ParsedHtml(html(Jump("k7f", f"{SUPERGROUP}/5", "9"))).marked == [
        ("https://t.me/c/1234567890/5/9", "k7f")
    ]
    assert ParsedHtml(html(Jump("k7f", "7000000001", "9"))).marked == [("b", "k7f")]


def test_a_right_to_left_name_is_isolated() -> None:
    """A Hebrew or Arabic name is isolated, so that the numbers beside it stay in place."""
    assert ParsedHtml(html(Bold("דוד"), " 210 – 188")).text == "\u2068דוד\u2069 210 – 188"
    assert ParsedHtml(html(Mention("דוד", "7"), " 210")).text == "\u2068דוד\u2069 210"
    assert ParsedHtml(html(Bold("Анна"), " 210")).text == "Анна 210"


def test_invisible_characters_are_removed() -> None:
    """Characters that change direction or have no width are removed."""
    unseen = "\u202eevil\u200b\x00 name\u2069"
    assert [ParsedHtml(html(each)).text for each in (Bold(unseen), Code(unseen), unseen)] == ["evil name"] * 3


@pytest.mark.parametrize(("below_picture", "limit"), LIMITS.items())
def test_a_text_that_fits_is_not_cut(limit: int, *, below_picture: bool) -> None:
    """Markup and escapes do not count towards Telegram's limit."""
    text = (Bold("&"), "<" * (limit - 1))
    assert ParsedHtml(html(*text, below_picture=below_picture)).text == "&" + "<" * (limit - 1)


@pytest.mark.parametrize(("below_picture", "limit"), LIMITS.items())
def test_a_long_text_is_cut(limit: int, *, below_picture: bool) -> None:
    """A long text is cut to the limit between characters, and ends with an ellipsis."""
    for sign in ("a", "&", "😀", "😀a"):
        whole = "Anna: " + sign * limit
        read = ParsedHtml(html(whole, Bold("never shown"), below_picture=below_picture))
        assert read.text.endswith("…")
        assert whole.startswith(read.text.removesuffix("…"))
        assert limit - 2 <= length(read.text) <= limit


def test_names_and_code_are_never_cut() -> None:
    """A name or code that does not fit is left out, since a part of it would mean something else."""
    read = ParsedHtml(html("a" * 4090, Bold("Bartholomew"), " is next"))
    assert read.text == "a" * 4090 + "…"
    assert read.marked == []


def test_isolating_characters_count() -> None:
    """The characters that isolate a right-to-left name count towards the limit."""
    read = ParsedHtml(html("a" * 4093, Bold("דוד")))
    assert length(read.text) <= MessageLimit.MAX_TEXT_LENGTH


def test_a_long_record_is_a_file() -> None:
    """A block that does not fit becomes a file, and the text around it stays."""
    assert format_text((Code("1. 6-5:\n2. 3-1:"),), below_picture=False).record == ""
    record = "\n".join(f"{number}. 6-5: 24/18 13/8" for number in range(300))
    formatted = format_text(("The record of ", Code("k7f"), ":\n", Code(record)), below_picture=False)
    assert formatted == FormattedText("The record of <code>k7f</code>:\n", record)


def test_a_file_has_only_visible_characters() -> None:
    """A file has no invisible characters and no escapes."""
    line = "\u202e<Anna> & Boris\n"
    record = format_text((Code(line * 400),), below_picture=False).record
    assert record.splitlines() == ["<Anna> & Boris"] * 400


def test_a_length_is_counted_as_telegram_counts() -> None:
    """A character beyond the first 65,536 counts twice."""
    lengths = {"": 0, "ab": 2, "яж": 2, "😀": 2, "👩\u200d💻": 5}
    assert {text: length(text) for text in lengths} == lengths
