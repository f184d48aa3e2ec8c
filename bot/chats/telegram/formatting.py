"""Formatting: replies' texts as Telegram's HTML."""

from __future__ import annotations

import html
from dataclasses import dataclass

from telegram.constants import MessageLimit

from bot.chats.telegram.chat_keys import ChatKey
from bot.chats.texts import isolated, without_invisible
from bot.talk.reply import Address, Bold, Code, Jump, Mention, Span, Text, Timestamp, plain

RECORD = "record.txt"
_CUT = "…"


@dataclass(frozen=True, slots=True)
class FormattedText:
    """A text for Telegram.

    Args:
        html: the text as HTML.
        record: the code blocks of a text that is too long, to be attached as a file; else empty.
    """

    html: str
    record: str = ""


def format_text(text: Text, *, below_picture: bool) -> FormattedText:
    """Format a text as HTML. Names and typed texts are escaped, so that they cannot add markup.

    Args:
        below_picture: True for a picture's caption, which must be shorter than a message.
    """
    room = MessageLimit.CAPTION_LENGTH if below_picture else MessageLimit.MAX_TEXT_LENGTH
    if _visible_length(text) <= room:
        return FormattedText("".join(_format_span(span) for span in text))
    blocks = [span for span in text if isinstance(span, Code) and "\n" in span.text]
    rest = tuple(span for span in text if span not in blocks)
    return FormattedText(_cut(rest, room), "\n".join(without_invisible(block.text) for block in blocks))


def length(text: str) -> int:
    """Return the length in UTF-16 units, which Telegram counts."""
    return len(text.encode("utf-16-le", "replace")) // 2


def _visible_length(text: Text) -> int:
    """Return a text's length without markup, but with the isolates around right-to-left names."""
    return sum(
        length(words) if isinstance(span, str | Code | Timestamp | Address) else length(isolated(words))
        for span in text
        for words in (plain((span,)),)
    )


def _format_span(span: Span) -> str:
    match span:
        case str() | Timestamp() | Address():
            return _escaped(plain((span,)))
        case Mention(name=name, account=account) if account.isascii() and account.isdigit():
            return f'<a href="tg://user?id={account}">{_name(name)}</a>'
        case Jump(text=words, chat=chat, message=message):
            address = ChatKey.read(chat).link_to(message)
            return f"<b>{_name(words)}</b>" if address is None else f'<a href="{address}">{_name(words)}</a>'
        case Bold(text=words) | Mention(name=words):
            return f"<b>{_name(words)}</b>"
        case Code(text=words) if "\n" in words:
            return f"<pre>{_escaped(words.strip())}</pre>"
        case Code(text=words):
            return f"<code>{_escaped(words)}</code>"


def _name(words: str) -> str:
    return isolated(_escaped(words))


def _escaped(words: str) -> str:
    return html.escape(without_invisible(words), quote=False)


def _cut(spans: Text, room: int) -> str:
    """Format as much of a text as fits into `room` UTF-16 units."""
    cut, left = "", room - length(_CUT)
    for span in spans:
        needed = _visible_length((span,))
        if needed > left:
            kept = plain((span,)).encode("utf-16-le", "replace")[: 2 * left].decode("utf-16-le", "ignore")
            return f"{cut}{_escaped(kept) if isinstance(span, str) else ''}{_CUT}"
        cut += _format_span(span)
        left -= needed
    return cut
