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

LISTED = re.compile(r"^\s*(?:[0-9]+[.)]|[-+*])\s", re.MULTILINE)
"""What Discord shows as an item of a list."""
BOARD = Scene(white=(0,) * 23 + (15,), black=(0,) * 11 + (15,) + (0,) * 12)

# What Discord reads as a format, a link, a mention or an emoji, where no backslash stands before it.
READ = re.compile(
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


def test_a_text_is_formatted_alike_however_it_was_put_together() -> None:
    """Where one part of a text ends and the next begins makes no difference to what is shown."""
    for text in NASTY:
        for at in range(len(text) + 1):
            assert format_text((text[:at], text[at:])) == format_text((text,))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_items_of_a_list_stand_alike(language: str) -> None:
    """The first turn of hints and those behind it stand flush: none is an item of Discord's lists."""
    words = words_in(language)
    best = words.say("hint-best", turn="24/18 13/8")
    other = words.say("hint-other", place="2", turn="24/13", cost="0.05")
    last = words.say("hint-as-good", place="3", turn="8/3 6/off")
    formatted = format_text(join([words.say("hint-title", roll="6-5"), best, other, last])).content
    assert len(formatted.splitlines()) == 4
    assert LISTED.search(formatted) is None


def test_a_text_is_shown_letter_for_letter() -> None:
    """Nothing in a plain text begins a format, a link or a mention, and every letter of it is shown."""
    for text in NASTY:
        written = escaped(text)
        assert READ.search(written) is None, written
        assert re.sub(r"\\([^0-9A-Za-z\s])", r"\1", written) == text


def test_a_bold_name_stays_between_its_marks() -> None:
    """A name in bold ends where its marks end, whatever stands in it."""
    for name in NASTY:
        content = format_text(("Hello, ", Bold(name), ".")).content
        inside = content.removeprefix("Hello, **").removesuffix("**.")
        assert content == f"Hello, **{inside}**."
        assert READ.search(inside) is None


@pytest.mark.parametrize("typed", ["a`b", "`", "``", "`a", "a``b`", "``` ```", "\\`"])
def test_code_stays_between_its_marks(typed: str) -> None:
    """Backticks in typed words do not end the code that shows them."""
    content = format_text((Code(typed),)).content
    fence = re.match("`+", content)
    assert fence is not None
    inside = content[len(fence[0]) : -len(fence[0])]
    assert inside.strip() == typed
    assert fence[0] not in re.findall("`+", inside)


def test_a_record_stands_in_a_block() -> None:
    """Code of several lines is a block, which nothing in it ends."""
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
def test_what_cannot_be_seen_is_left_out(text: str, kept: str) -> None:
    """Signs that turn a line around and signs without width go; joiners in words and pictures stay."""
    assert without_invisible(text) == kept


def test_a_name_from_right_to_left_turns_nothing_else() -> None:
    """A Hebrew or Arabic name is fenced off, so that the figures beside it stay where they are."""
    assert format_text((Bold("דוד"), " 210 – 188")).content == "**\u2068דוד\u2069** 210 – 188"
    assert format_text((Bold("Анна"),)).content == "**Анна**"


def test_only_people_with_an_account_here_are_called() -> None:
    """A mention is by the account's number; anything else is a name in bold."""
    content = format_text((Mention("Anna", "42"), " and ", Mention("Boris", "@everyone"))).content
    assert content == "<@42> and **Boris**"


def test_exactly_the_mentioned_may_be_notified() -> None:
    """Neither everybody nor a role is notified, nor anybody whom the text names in other ways."""
    reply = Reply(("<@1> @everyone ", Bold("<@2>"), Mention("Anna", "42"), Mention("Anna", "42")))
    allowed: Any = mentions_of(reply).to_dict()
    assert allowed == {"parse": [], "users": [42]}
    nobody: Any = mentions_of(Reply(("Nobody.",))).to_dict()
    assert nobody == {"parse": [], "users": []}


def test_everybody_reads_a_time_in_his_own_zone() -> None:
    """Discord is given the moment itself, which it shows in each reader's zone, with how far away it is."""
    until = Timestamp(datetime(2023, 11, 14, 22, 13, 20, tzinfo=UTC), "Tue 22:13 UTC")
    shown = format_text(("Boris has until ", until, "."))
    assert shown.content == "Boris has until <t:1700000000:f> (<t:1700000000:R>)."


def test_a_thread_is_linked() -> None:
    """A channel is shown as Discord shows channels."""
    assert format_text((Channel("Nardy k7f", "99"), ".")).content == "<#99>."


def test_bold_spans_that_touch_are_one() -> None:
    """Two names without anything between them do not undo each other's marks."""
    assert format_text((Bold("a"), Bold("b"), Bold(""))).content == "**ab**"


def test_a_long_record_goes_along_as_a_file() -> None:
    """What is longer than 2000 characters is attached; the words stay in the message."""
    record = "\n".join(f"{number}. 6-5: 24/18 13/8" for number in range(200))
    formatted = format_text(("The record of game ", Code("k7f"), ":\n", Code(record)))
    assert formatted.content == "The record of game `k7f`:\n"
    assert formatted.record == record
    (file,) = files_of(formatted, Reply(()), None)
    assert (file.filename, file.fp.read().decode()) == ("record.txt", record)


@pytest.mark.parametrize("text", ["a" * 5000, "*" * 3000, "😀" * 1500, "line\n" * 900])
def test_a_long_text_is_cut(text: str) -> None:
    """A text that no file can take is cut to what Discord takes, between signs and not within an escape."""
    content = format_text(("Anna: ", text, Bold("never shown"))).content
    assert len(content.encode("utf-16-le")) // 2 <= 2000
    assert content.endswith("…")
    assert READ.search(content) is None
    assert len(content) > 900


def test_the_picture_has_its_words() -> None:
    """A board goes along as a file that carries the board in words, at most 1024 characters."""
    (file,) = files_of(format_text(("Board.",)), Reply(("Board.",), BOARD, alt="w" * 2000), b"PNG")
    assert (file.filename, len(file.description or "")) == ("board.png", 1024)


def test_every_character_can_be_formatted() -> None:
    """No character of Unicode breaks a text."""
    for first in range(0, 0x110000, 0x1000):
        signs = "".join(chr(code) for code in range(first, first + 0x1000))
        written = format_text((Bold(signs[:400]), signs[400:800])).content
        assert all(unicodedata.category(sign) != "Cs" for sign in written)


def test_words_that_lead_to_a_message_are_a_link_where_its_server_is_known() -> None:
    """A game in a list opens its board; without a server it is only named."""
    text = (Jump("k7f]", "7", "9"),)
    assert format_text(text, {"7": "5"}.get).content == "[k7f\\]](https://discord.com/channels/5/7/9)"
    assert format_text(text).content == "**k7f\\]**"


def test_a_command_is_called_by_a_click() -> None:
    """A command that stands alone is one to be clicked, by the id that Discord has given it."""
    text = ("See ", Code("/help"), ".")
    assert format_text(text, command_ids={"help": "81"}).content == "See </help:81>."


@pytest.mark.parametrize("words", ["/move 24/18", "/start", "help", "24/18", "/"])
def test_what_is_no_known_command_is_to_be_typed(words: str) -> None:
    """A command with something behind it, one without an id and any other code stand as code."""
    assert format_text((Code(words),), command_ids={"help": "81", "move": "82"}).content == f"`{words}`"


def test_nobody_can_write_a_command_to_be_clicked() -> None:
    """What was typed or is a name becomes no command, even if it is written like one."""
    assert format_text(("</help:81>",), command_ids={"help": "81"}).content == r"\</help\:81\>"


def test_a_text_that_clicks_make_too_long_is_whole() -> None:
    """Commands are to be typed where their ids would take the room of the words."""
    text = ("x" * 1990, Code("/help"))
    assert format_text(text, command_ids={"help": "8" * 19}).content == "x" * 1990 + "`/help`"
