"""Formatting: replies' texts, files and mentions in Discord's form."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

import discord

from bot.chats.render.animation import ANIMATION
from bot.chats.texts import isolated, without_invisible
from bot.talk.reply import Address, Bold, Code, Jump, Mention, Reply, Span, Text, Timestamp

LONGEST_CONTENT = 2000
FENCE = len("```\n\n```")
"""The number of characters that enclose a code block."""
LONGEST_ALT = 1024
PICTURE = "board.png"
RECORD = "record.txt"

_CUT = "…"
# All characters that begin or end markup, a link, a mention, an emoji or an escape.
_FORMAT = re.compile(r"[\\*_~|`\[\]<>@]|:(?=[/\w])")
_AT_LINE_START = re.compile(r"^(\s*)([#+-])", re.MULTILINE)
_NUMBERED = re.compile(r"^(\s*[0-9]+)([.)])", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Channel(Bold):
    """A link to a channel or thread.

    Args:
        text: the channel's name.
        key: the channel's id.
    """

    key: str


@dataclass(frozen=True, slots=True)
class Link(Bold):
    """A text with a link to a web address."""

    address: str


@dataclass(frozen=True, slots=True)
class CommandMention(Code):
    """A command that is run by a click.

    Args:
        text: the command with its slash.
        key: Discord's id of the command.
    """

    key: str


@dataclass(frozen=True, slots=True)
class FormattedText:
    """A text for Discord.

    Args:
        content: at most 2000 characters with Discord's markup.
        record: the code blocks of a text that is too long, to be attached as a file; else empty.
    """

    content: str
    record: str = ""


def format_text(
    text: Text,
    server_of: Callable[[str], str | None] = lambda _: None,
    command_ids: Mapping[str, str] = MappingProxyType({}),
) -> FormattedText:
    """Format a text with Discord's markup. Names and typed texts are escaped, so that they cannot add any.

    Args:
        text: the text. Its commands become clickable unless that makes it too long.
        server_of: returns the id of a channel's server, `@me` for a private channel, or None if unknown.
        command_ids: Discord's ids of the commands, by name.
    """
    text = tuple(_linked(span, server_of) if isinstance(span, Jump) else span for span in text)
    for spans in (tuple(_clickable(span, command_ids) for span in text), text):
        whole = "".join(_format_span(span) for span in _merged(spans))
        if _length(whole) <= LONGEST_CONTENT:
            return FormattedText(whole)
    blocks = [span for span in text if isinstance(span, Code) and "\n" in span.text]
    rest = tuple(span for span in text if span not in blocks)
    return FormattedText(_cut(_merged(rest)), "\n".join(without_invisible(block.text) for block in blocks))


def escaped(text: str) -> str:
    """Return a text escaped, so that Discord shows it literally."""
    text = _FORMAT.sub(r"\\\g<0>", without_invisible(text))
    text = _AT_LINE_START.sub(r"\1\\\2", text)
    return _NUMBERED.sub(r"\1\\\2", text)


def files_of(formatted: FormattedText, reply: Reply, picture: bytes | None) -> list[discord.File]:
    """Return a message's attachments for one attempt, because sending consumes them.

    Args:
        picture: the PNG of the board or the GIF of the animation, if any.
    """
    files = []
    if picture is not None:
        alt = without_invisible(reply.alt)[:LONGEST_ALT]
        name = PICTURE if reply.animation is None else ANIMATION
        files.append(discord.File(io.BytesIO(picture), name, description=alt or None))
    if formatted.record:
        files.append(discord.File(io.BytesIO(formatted.record.encode()), RECORD))
    if reply.document is not None:
        files.append(discord.File(io.BytesIO(reply.document.content), reply.document.name))
    return files


def mentions_of(reply: Reply) -> discord.AllowedMentions:
    """Return the people that a message notifies: exactly those that the reply mentions."""
    people = [discord.Object(int(account)) for account in reply.notifies if _is_id(account)]
    return discord.AllowedMentions(everyone=False, roles=False, users=people, replied_user=False)


def _format_span(span: Span) -> str:  # noqa: PLR0911 (one for each kind)
    match span:
        case str():
            return escaped(span)
        case Channel(key=key):
            return f"<#{key}>"
        case Link(text=words, address=address):
            return f"[{escaped(words)}]({address})"
        case Bold(text=words) | Jump(text=words):
            return _bold(words)
        case Address(text=words):
            return f"<{words}>"  # without the preview that Discord would add
        case Mention(name=name, account=account):
            return f"<@{account}>" if _is_id(account) else _bold(name)
        case CommandMention(text=words, key=key):
            return f"<{words}:{key}>"
        case Timestamp(at=at):
            # Discord shows it in each reader's time zone and language, followed by the time left.
            return f"<t:{at.timestamp():.0f}:f> (<t:{at.timestamp():.0f}:R>)"
        case Code(text=words):
            return _block(without_invisible(words)) if "\n" in words else _inline(without_invisible(words))


def _linked(span: Jump, server_of: Callable[[str], str | None]) -> Span:
    """Return a link to a message, or bold text if the message's server is unknown."""
    server = server_of(span.chat)
    if server is None:
        return Bold(span.text)
    message = f"/{span.message}" if span.message else ""
    return Link(span.text, f"https://discord.com/channels/{server}/{span.chat}{message}")


def _clickable(span: Span, command_ids: Mapping[str, str]) -> Span:
    """Return a code span as a clickable command if it is one without arguments and its id is known."""
    if not isinstance(span, Code) or not span.text.startswith("/"):
        return span
    key = command_ids.get(span.text[1:])
    return span if key is None else CommandMention(span.text, key)


def _bold(words: str) -> str:
    name = isolated(escaped(words))
    return f"**{name}**" if name.strip() else name


def _inline(words: str) -> str:
    """Return inline code, enclosed in more backticks than it contains."""
    if "`" not in words:
        return f"`{words}`" if words else ""
    fence = "`" * (max(map(len, re.findall("`+", words))) + 1)
    return f"{fence} {words} {fence}"


def _block(words: str) -> str:
    harmless = words.replace("```", "'''").strip("\n")
    return f"```\n{harmless}\n```"


def _merged(text: Text) -> list[Span]:
    """Join adjacent spans that are both plain or both bold."""
    # The adjoining marks of two bold spans would be read as other markup. And `2` followed by `. 24/18` at
    # the start of a line is recognised as a list item, and escaped, only when joined.
    merged: list[Span] = []
    for span in text:
        last = merged[-1] if merged else None
        if type(span) is Bold and type(last) is Bold:
            merged[-1] = Bold(last.text + span.text)
        elif isinstance(span, str) and isinstance(last, str):
            merged[-1] = last + span
        else:
            merged.append(span)
    return merged


def _cut(spans: list[Span]) -> str:
    """Format as much of a text as fits into a message."""
    cut = ""
    for span in spans:
        whole = _format_span(span)
        if _length(cut) + _length(whole) < LONGEST_CONTENT:
            cut += whole
            continue
        if isinstance(span, str):
            room = LONGEST_CONTENT - _length(cut) - len(_CUT)
            while span and _length(escaped(span)) > room:
                span = span[: -max(1, (_length(escaped(span)) - room) // 2)]  # noqa: PLW2901 (it shrinks)
            cut += escaped(span)
        return cut + _CUT
    return cut


def _length(text: str) -> int:
    """Return the length in UTF-16 units, the strictest way to count."""
    return len(text.encode("utf-16-le", "replace")) // 2


def _is_id(account: str) -> bool:
    return account.isascii() and account.isdigit()
