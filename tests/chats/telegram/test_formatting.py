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


class Read(HTMLParser):
    """HTML as Telegram reads it: the text, and what stands within which tags."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.text = ""
        self.marked: list[tuple[str, str]] = []
        self._open: list[tuple[str, dict[str, str | None], int]] = []
        self.feed(html)
        self.close()
        assert self._open == [], html

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open a tag: one of those that we use, and none within another."""
        assert tag in TAGS, tag
        assert self._open == []
        self._open.append((tag, dict(attrs), len(self.text)))

    def handle_endtag(self, tag: str) -> None:
        """Close the tag that is open."""
        opened, attributes, start = self._open.pop()
        assert opened == tag
        self.marked.append((attributes.get("href") or tag, self.text[start:]))

    def handle_data(self, data: str) -> None:
        """Read on."""
        self.text += data

    def handle_comment(self, data: str) -> None:
        """There are no comments."""
        raise AssertionError(data)

    def handle_decl(self, decl: str) -> None:
        """There are no declarations."""
        raise AssertionError(decl)

    def handle_pi(self, data: str) -> None:
        """There are no instructions."""
        raise AssertionError(data)


def shown(span: Span) -> str:
    """Return what people see of a stretch of text."""
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
    """Return a text for Telegram."""
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
def test_a_text_is_shown_letter_for_letter(text: Text) -> None:
    """Every letter that can be seen is shown, whatever it is, and no tag but ours is set."""
    read = Read(format_text(text, below_picture=False).html)
    assert read.text == "".join(map(shown, text))


@given(_long_texts, st.booleans())
def test_no_text_is_too_long(text: Text, below_picture: bool) -> None:
    """However long a text is, what is shown keeps Telegram's limit, and each of its tags is closed."""
    read = Read(format_text(text, below_picture=below_picture).html)
    assert length(read.text) <= LIMITS[below_picture]


def test_names_and_typed_words_set_no_marks() -> None:
    """What looks like a mark is shown as it is, inside the marks of the name or the code."""
    for words in NASTY:
        read = Read(html("Hello, ", Bold(words), ".", Code(words)))
        assert read.text == f"Hello, {words}.{words}"
        assert read.marked == [("b", words), ("code", words)]


def test_a_record_stands_in_a_block() -> None:
    """Code of several lines is a block, without the empty lines around it."""
    read = Read(html("Record:\n", Code('\n[White "Anna"]\n[Black "Boris"]\n')))
    assert read.marked == [("pre", '[White "Anna"]\n[Black "Boris"]')]


def test_a_person_is_called_by_the_account() -> None:
    """A mention leads to the person's account, so that it notifies also who has no handle."""
    read = Read(html(Mention("Anna & <Co>", "7000000001"), ", your turn."))
    assert read.marked == [("tg://user?id=7000000001", "Anna & <Co>")]
    assert read.text == "Anna & <Co>, your turn."


def test_who_has_no_account_here_is_only_named() -> None:
    """Anything but the number of an account makes a mention a name."""
    for account in ("", "@everyone", "web:7", '7"><a href="https://evil.example', "٧", "-7"):
        assert Read(html(Mention("Anna", account))).marked == [("b", "Anna")]


def test_words_that_lead_to_a_message_are_a_link_where_there_are_links() -> None:
    """A game in a list opens its board in a supergroup; elsewhere it is only named."""
    assert Read(html(Jump("k<7", SUPERGROUP, "9"))).marked == [("https://t.me/c/1234567890/9", "k<7")]
    assert Read(html(Jump("k7f", f"{SUPERGROUP}/5", "9"))).marked == [
        ("https://t.me/c/1234567890/5/9", "k7f")
    ]
    assert Read(html(Jump("k7f", "7000000001", "9"))).marked == [("b", "k7f")]


def test_a_name_from_right_to_left_turns_nothing_else() -> None:
    """A Hebrew or Arabic name is fenced off, so that the figures beside it stay where they are."""
    assert Read(html(Bold("דוד"), " 210 – 188")).text == "\u2068דוד\u2069 210 – 188"
    assert Read(html(Mention("דוד", "7"), " 210")).text == "\u2068דוד\u2069 210"
    assert Read(html(Bold("Анна"), " 210")).text == "Анна 210"


def test_what_cannot_be_seen_is_left_out() -> None:
    """Signs that turn a line around and signs without width are not sent on, wherever they stand."""
    unseen = "\u202eevil\u200b\x00 name\u2069"
    assert [Read(html(each)).text for each in (Bold(unseen), Code(unseen), unseen)] == ["evil name"] * 3


@pytest.mark.parametrize(("below_picture", "limit"), LIMITS.items())
def test_a_text_that_fits_is_not_cut(limit: int, *, below_picture: bool) -> None:
    """A text may be as long as Telegram takes it, whatever its marks and escapes add."""
    text = (Bold("&"), "<" * (limit - 1))
    assert Read(html(*text, below_picture=below_picture)).text == "&" + "<" * (limit - 1)


@pytest.mark.parametrize(("below_picture", "limit"), LIMITS.items())
def test_a_long_text_is_cut(limit: int, *, below_picture: bool) -> None:
    """As much of a text that is too long is shown as fits, between signs, and that it goes on."""
    for sign in ("a", "&", "😀", "😀a"):
        whole = "Anna: " + sign * limit
        read = Read(html(whole, Bold("never shown"), below_picture=below_picture))
        assert read.text.endswith("…")
        assert whole.startswith(read.text.removesuffix("…"))
        assert limit - 2 <= length(read.text) <= limit


def test_what_would_be_cut_in_half_is_left_out() -> None:
    """A name or typed words that do not fit are not shown in part, since they would mean another."""
    read = Read(html("a" * 4090, Bold("Bartholomew"), " is next"))
    assert read.text == "a" * 4090 + "…"
    assert read.marked == []


def test_fences_around_names_count() -> None:
    """The signs that fence off a name from right to left are characters too, and must fit."""
    read = Read(html("a" * 4093, Bold("דוד")))
    assert length(read.text) <= MessageLimit.MAX_TEXT_LENGTH


def test_a_long_record_goes_along_as_a_file() -> None:
    """A block that makes a text too long is taken out whole, the words around it stay; a short one fits."""
    assert format_text((Code("1. 6-5:\n2. 3-1:"),), below_picture=False).record == ""
    record = "\n".join(f"{number}. 6-5: 24/18 13/8" for number in range(300))
    formatted = format_text(("The record of ", Code("k7f"), ":\n", Code(record)), below_picture=False)
    assert formatted == FormattedText("The record of <code>k7f</code>:\n", record)


def test_a_file_shows_what_can_be_seen() -> None:
    """Also in a file no sign turns a line around, and nothing is escaped."""
    line = "\u202e<Anna> & Boris\n"
    record = format_text((Code(line * 400),), below_picture=False).record
    assert record.splitlines() == ["<Anna> & Boris"] * 400


def test_a_length_is_counted_as_telegram_counts() -> None:
    """A sign beyond the first 65,536 counts twice."""
    lengths = {"": 0, "ab": 2, "яж": 2, "😀": 2, "👩\u200d💻": 5}
    assert {text: length(text) for text in lengths} == lengths
