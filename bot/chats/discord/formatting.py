"""Formatting: texts, buttons and files in the form that Discord takes."""

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
"""Characters around a block of code."""
LONGEST_ALT = 1024
PICTURE = "board.png"
RECORD = "record.txt"

_CUT = "…"
# Everything that begins or ends a format, a link, a mention, an emoji or an escape.
_FORMAT = re.compile(r"[\\*_~|`\[\]<>@]|:(?=[/\w])")
_AT_LINE_START = re.compile(r"^(\s*)([#+-])", re.MULTILINE)
_NUMBERED = re.compile(r"^(\s*[0-9]+)([.)])", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Channel(Bold):
    """The name of a channel or thread, which opens it.

    Args:
        text: its name.
        key: its id.
    """

    key: str


@dataclass(frozen=True, slots=True)
class Link(Bold):
    """Words that open an address."""

    address: str


@dataclass(frozen=True, slots=True)
class CommandMention(Code):
    """A command that is called by a click.

    Args:
        text: the command with its slash.
        key: the id that Discord has given it.
    """

    key: str


@dataclass(frozen=True, slots=True)
class FormattedText:
    """A text for Discord.

    Args:
        content: at most 2000 characters, with Discord's own marks.
        record: what is too long for that and goes along as a file, if anything is.
    """

    content: str
    record: str = ""


def format_text(
    text: Text,
    server_of: Callable[[str], str | None] = lambda _: None,
    command_ids: Mapping[str, str] = MappingProxyType({}),
) -> FormattedText:
    """Return a text with Discord's marks, in which names and typed words can set none of their own.

    Args:
        text: the words. A command stands there to be clicked, unless that makes the text too long.
        server_of: the server of a channel, both by their ids, or `@me`; nothing, if it is not known.
        command_ids: the ids of the commands, by their names, as far as they are known.
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
    """Return a text that Discord shows letter for letter."""
    text = _FORMAT.sub(r"\\\g<0>", without_invisible(text))
    text = _AT_LINE_START.sub(r"\1\\\2", text)
    return _NUMBERED.sub(r"\1\\\2", text)


def files_of(formatted: FormattedText, reply: Reply, picture: bytes | None) -> list[discord.File]:
    """Return the files of a message, for one attempt: sending consumes them.

    Args:
        formatted: its words.
        reply: what it says.
        picture: its board, or its animation.
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
    """Return whom a message may notify: exactly the people whom it mentions."""
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
            # Everybody reads it in his own zone and language, and how far away it is.
            return f"<t:{at.timestamp():.0f}:f> (<t:{at.timestamp():.0f}:R>)"
        case Code(text=words):
            return _block(without_invisible(words)) if "\n" in words else _inline(without_invisible(words))


def _linked(span: Jump, server_of: Callable[[str], str | None]) -> Span:
    """Return words that lead to a message; bold ones, where it is not known in which server that is."""
    server = server_of(span.chat)
    if server is None:
        return Bold(span.text)
    message = f"/{span.message}" if span.message else ""
    return Link(span.text, f"https://discord.com/channels/{server}/{span.chat}{message}")


def _clickable(span: Span, command_ids: Mapping[str, str]) -> Span:
    """Return a command that stands alone as one to be clicked, where its id is known."""
    if not isinstance(span, Code) or not span.text.startswith("/"):
        return span
    key = command_ids.get(span.text[1:])
    return span if key is None else CommandMention(span.text, key)


def _bold(words: str) -> str:
    name = isolated(escaped(words))
    return f"**{name}**" if name.strip() else name


def _inline(words: str) -> str:
    """Return code in a line, between more backticks than stand in it."""
    if "`" not in words:
        return f"`{words}`" if words else ""
    fence = "`" * (max(map(len, re.findall("`+", words))) + 1)
    return f"{fence} {words} {fence}"


def _block(words: str) -> str:
    harmless = words.replace("```", "'''").strip("\n")
    return f"```\n{harmless}\n```"


def _merged(text: Text) -> list[Span]:
    """Join spans that touch, if both are plain or both are bold.

    The marks between two bold spans would be read as other marks; and `2` followed by `. 24/18` at the
    beginning of a line is recognised as an item of a list, and escaped, only as a whole.
    """
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
    """Format as much of a text as there is room for."""
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
    """Return the length in UTF-16 units: the strictest way to count."""
    return len(text.encode("utf-16-le", "replace")) // 2


def _is_id(account: str) -> bool:
    return account.isascii() and account.isdigit()
