from __future__ import annotations

import re
import unicodedata
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.chats.discord.formatting import Channel, escaped, files_of, format_text, mentions_of
from bot.chats.texts import without_invisible
from bot.talk.catalog import LANGUAGES, join, words_in
from bot.talk.reply import Bold, Code, Jump, Mention, Reply, Timestamp
from renderers.scene import Scene

LIST_ITEM = re.compile(r"^\s*(?:[0-9]+[.)]|[-+*])\s", re.MULTILINE)
"""Lines that Discord shows as items of a list."""
BOARD = Scene(white=(0,) * 23 + (15,), black=(0,) * 11 + (15,) + (0,) * 12)

# Text that Discord parses as markup, a link, a mention or an emoji, unless a backslash precedes it.
MARKUP = re.compile(
    r"""(?<!\\)(?:\\\\)*(?:
        [*_~|`\[\]<>@] | :(?=[/\w]) | (?:^|\n)\s*(?:\#|-|\+|[0-9]+[.)])
    )""",
    re.VERBOSE,
)

NASTY = [
    "@everyone",
    "@here",
    "<@123456789012345678>",
    "<@!123456789012345678>",
    "<@&123456789012345678>",
    "<#123456789012345678>",
    "</move:123456789012345678>",
    "<:smile:123456789012345678>",
    "<t:1700000000:R>",
    "<id:home>",
    ":smile:",
    "**bold** __under__ *it* _it_ ~~gone~~ ||hidden||",
    "`code` ``more`` ```block```",
    "[press me](https://evil.example)",
    "https://evil.example/?a=b",
    "<https://evil.example>",
    "discord://invite",
    "# head",
    "-# small",
    "- item",
    "* item",
    "+ item",
    "1. item",
    "2) item",
    "> quoted",
    ">>> quoted",
    "\\*",
    "\\",
    "\\\\@everyone",
    "one\n# two\n> three\n- four\n5. five",
]


def test_the_split_of_a_text_does_not_matter() -> None:
    """The split of a text into parts does not change its formatting."""
    for text in NASTY:
        for at in range(len(text) + 1):
            assert format_text((text[:at], text[at:])) == format_text((text,))


@pytest.mark.parametrize("language", LANGUAGES)
def test_hints_are_aligned(language: str) -> None:
    """The best turn and the others are aligned, since none is an item of a list."""
    words = words_in(language)
    best = words.say("hint-best", turn="24/18 13/8")
    other = words.say("hint-other", place="2", turn="24/13", cost="0.05")
    last = words.say("hint-as-good", place="3", turn="8/3 6/off")
    formatted = format_text(join([words.say("hint-title", roll="6-5"), best, other, last])).content
    assert len(formatted.splitlines()) == 4
    assert LIST_ITEM.search(formatted) is None


def test_a_text_is_shown_literally() -> None:
    """A plain text contains no active markup, link or mention, and shows every character."""
    for text in NASTY:
        written = escaped(text)
        assert MARKUP.search(written) is None, written
        assert re.sub(r"\\([^0-9A-Za-z\s])", r"\1", written) == text


def test_a_bold_name_stays_between_its_marks() -> None:
    """A bold name ends at its marks, whatever characters it has."""
    for name in NASTY:
        content = format_text(("Hello, ", Bold(name), ".")).content
        inside = content.removeprefix("Hello, **").removesuffix("**.")
        assert content == f"Hello, **{inside}**."
        assert MARKUP.search(inside) is None


@pytest.mark.parametrize("typed", ["a`b", "`", "``", "`a", "a``b`", "``` ```", "\\`"])
def test_code_stays_between_its_marks(typed: str) -> None:
    """Backticks in typed words do not end the code span."""
    content = format_text((Code(typed),)).content
    fence = re.match("`+", content)
    assert fence is not None
    inside = content[len(fence[0]) : -len(fence[0])]
    assert inside.strip() == typed
    assert fence[0] not in re.findall("`+", inside)


def test_a_record_is_a_block() -> None:
    """Code of several lines is a block that its content cannot end."""
    assert format_text((Code('[White "Anna"]\n[Black "Boris"]'),)).content == (
        '```\n[White "Anna"]\n[Black "Boris"]\n```'
    )
    assert format_text((Code("one\n```two```"),)).content.count("```") == 2


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("\u202eevil\u202c", "evil"),
        ("\u2066a\u2069\u200f\u200eb\u061c", "ab"),
        ("a\u200bb\u2060c\ufeffd\u00ade", "abcde"),
        ("tab\tand\x00bell\x07", "tabandbell"),
        ("two\nlines", "two\nlines"),
        ("👩\u200d💻", "👩\u200d💻"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("a\u200db", "ab"),
    ],
)
def test_invisible_characters_are_removed(text: str, kept: str) -> None:
    """Characters that change direction or have no width are removed; joiners in words and emoji stay."""
    assert without_invisible(text) == kept


def test_a_right_to_left_name_is_isolated() -> None:
    """A Hebrew or Arabic name is isolated, so that the numbers beside it stay in place."""
    assert format_text((Bold("דוד"), " 210 – 188")).content == "**\u2068דוד\u2069** 210 – 188"
    assert format_text((Bold("Анна"),)).content == "**Анна**"


def test_only_accounts_are_mentioned() -> None:
    """A mention uses the account's number; any other name is bold text."""
    content = format_text((Mention("Anna", "42"), " and ", Mention("Boris", "@everyone"))).content
    assert content == "<@42> and **Boris**"


def test_only_mentioned_accounts_are_notified() -> None:
    """Only mentioned accounts are notified, never @everyone, a role or a name in the text."""
    reply = Reply(("<@1> @everyone ", Bold("<@2>"), Mention("Anna", "42"), Mention("Anna", "42")))
    allowed: Any = mentions_of(reply).to_dict()
    assert allowed == {"parse": [], "users": [42]}
    nobody: Any = mentions_of(Reply(("Nobody.",))).to_dict()
    assert nobody == {"parse": [], "users": []}


def test_a_time_is_shown_in_each_readers_zone() -> None:
    """A time is sent as a timestamp, which Discord shows in each reader's zone and relative to now."""
    until = Timestamp(datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC), "Tue 22:13 UTC")
    shown = format_text(("Boris has until ", until, "."))
    assert shown.content == "Boris has until <t:1700000000:f> (<t:1700000000:R>)."


def test_a_channel_is_linked() -> None:
    """A channel is a channel link."""
    assert format_text((Channel("Nardy k7f", "99"), ".")).content == "<#99>."


def test_adjacent_bold_spans_are_merged() -> None:
    """Two adjacent bold names share one pair of marks."""
    assert format_text((Bold("a"), Bold("b"), Bold(""))).content == "**ab**"


def test_a_long_record_is_a_file() -> None:
    """A record longer than 2000 characters is attached; the rest stays in the message."""
    record = "\n".join(f"{number}. 6-5: 24/18 13/8" for number in range(200))
    formatted = format_text(("The record of game ", Code("k7f"), ":\n", Code(record)))
    assert formatted.content == "The record of game `k7f`:\n"
    assert formatted.record == record
    (file,) = files_of(formatted, Reply(()), None)
    assert (file.filename, file.fp.read().decode()) == ("record.txt", record)


@pytest.mark.parametrize("text", ["a" * 5000, "*" * 3000, "😀" * 1500, "line\n" * 900])
def test_a_long_text_is_cut(text: str) -> None:
    """A text too long for a message is cut between characters and not inside an escape."""
    content = format_text(("Anna: ", text, Bold("never shown"))).content
    assert len(content.encode("utf-16-le")) // 2 <= 2000
    assert content.endswith("…")
    assert MARKUP.search(content) is None
    assert len(content) > 900


def test_the_picture_has_a_description() -> None:
    """A board's picture has the board in words as its description, of at most 1024 characters."""
    (file,) = files_of(format_text(("Board.",)), Reply(("Board.",), BOARD, alt="w" * 2000), b"PNG")
    assert (file.filename, len(file.description or "")) == ("board.png", 1024)


def test_every_character_can_be_formatted() -> None:
    """No character of Unicode breaks formatting."""
    for first in range(0, 0x110000, 0x1000):
        signs = "".join(chr(code) for code in range(first, first + 0x1000))
        written = format_text((Bold(signs[:400]), signs[400:800])).content
        assert all(unicodedata.category(sign) != "Cs" for sign in written)


def test_a_jump_is_a_link_if_its_server_is_known() -> None:
    """A game in a list links to its board; without a known server it is only bold."""
    text = (Jump("k7f]", "7", "9"),)
    assert format_text(text, {"7": "5"}.get).content == "[k7f\\]](https://discord.com/channels/5/7/9)"
    assert format_text(text).content == "**k7f\\]**"


def test_a_command_can_be_clicked() -> None:
    """A command without arguments is a clickable mention by its id."""
    text = ("See ", Code("/help"), ".")
    assert format_text(text, command_ids={"help": "81"}).content == "See </help:81>."


@pytest.mark.parametrize("words", ["/move 24/18", "/start", "help", "24/18", "/"])
def test_other_code_stays_code(words: str) -> None:
    """A command with arguments, a command without an id and any other code stay code."""
    assert format_text((Code(words),), command_ids={"help": "81", "move": "82"}).content == f"`{words}`"


def test_a_typed_command_mention_is_escaped() -> None:
    """A typed text or a name that looks like a command mention is escaped."""
    assert format_text(("</help:81>",), command_ids={"help": "81"}).content == r"\</help\:81\>"


def test_clickable_commands_do_not_shorten_a_text() -> None:
    """Commands are shown as code if their mentions would not fit into the message."""
    text = ("x" * 1990, Code("/help"))
    assert format_text(text, command_ids={"help": "8" * 19}).content == "x" * 1990 + "`/help`"
