"""Catalog: every text that a player sees, by language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from functools import cache
from importlib.resources import files
from typing import Any

from fluent.runtime import FluentBundle, FluentResource
from fluent.syntax.ast import Message, Resource, VariableReference
from fluent.syntax.visitor import Visitor

from bot.talk.reply import (
    Address,
    Bold,
    Code,
    ComputerName,
    FormerName,
    Jump,
    Mention,
    Span,
    Text,
    Timestamp,
    plain,
)

LANGUAGES = ("en", "ru")
DEFAULT_LANGUAGE = LANGUAGES[0]

# Arguments travel through Fluent as one private-use character each, so that no name or text can smuggle in
# a placeholder; texts are arguments too, and are put back without being parsed.
_FIRST_TOKEN = 0xE000
_TOKEN = re.compile("([\ue000-\uf8ff])")

# A text may hold a piece to be typed, `{ CODE("/board", $game) }`, which Fluent returns between these marks.
_CODE_BEGINS, _CODE_ENDS = "\x02", "\x03"
_PART = re.compile(f"({_CODE_BEGINS}[^{_CODE_ENDS}]*{_CODE_ENDS}|[\ue000-\uf8ff])")

# Where a sentence begins: at the start, or behind another one.
_BEGINS = re.compile(r"(^|[.!?\n])\s*$")

Argument = str | int | Enum | Bold | Code | Jump | Mention | Timestamp | Address | Text


def nearest_language(wanted: str) -> str:
    """Return the supported language that is nearest to a requested one (`ru-RU`)."""
    spoken = wanted.replace("_", "-").split("-")[0].lower()
    return spoken if spoken in LANGUAGES else DEFAULT_LANGUAGE


class Words:
    """The catalog of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._bundle = FluentBundle([language], functions={"CODE": _code}, use_isolating=False)
        for resource in catalog_files(language):
            self._bundle.add_resource(resource)

    def say(self, message: str, **arguments: Argument) -> Text:
        """Return a message with its arguments in place.

        Args:
            message: the message's id.
            arguments: strings, numbers that choose a plural, values of enums that choose a variant, spans,
                texts. A name `white_pips` fills `$white-pips`.

        Raises:
            KeyError: there is no such message.
            ValueError: the message does not fit its arguments.
        """
        texts: list[Text] = []
        filled: dict[str, str | int] = {}
        for name, value in arguments.items():
            key = name.replace("_", "-")
            if isinstance(value, Enum):
                filled[key] = str(value.value)
            elif isinstance(value, int):
                filled[key] = value
            else:
                filled[key] = chr(_FIRST_TOKEN + len(texts))
                texts.append(value if isinstance(value, tuple) else (value,))
        return tuple(self._merge(self._format(message, filled), texts))

    def words(self, message: str, **arguments: Argument) -> str:
        """Return a message as plain words. Raises as `say`."""
        return plain(self.say(message, **arguments))

    def _merge(self, text: str, texts: list[Text]) -> list[Span]:
        merged: list[Span] = []
        for part in _PART.split(text):
            if part.startswith(_CODE_BEGINS):
                merged.append(Code(plain(tuple(self._merge(part[1:-1], texts)))))
            elif _TOKEN.fullmatch(part):
                merged.extend(self._named(span, merged) for span in texts[ord(part) - _FIRST_TOKEN])
            elif part:
                merged.append(part)
        return merged

    def _named(self, span: Span, before: list[Span]) -> Span:
        """Return a span; of a name that is not anybody's own, how it is written after what is before."""
        if not isinstance(span, ComputerName | FormerName):
            return span
        name = self._format("computer" if isinstance(span, ComputerName) else "former-player", {})
        begins = _BEGINS.search(plain(tuple(before))) is not None
        return Bold(name[0].upper() + name[1:] if begins else name)

    def _format(self, message: str, filled: dict[str, str | int]) -> str:
        found = self._bundle.get_message(message)
        if found.value is None:
            raise KeyError(message)
        text, errors = self._bundle.format_pattern(found.value, filled)
        if errors:
            raise ValueError(f"{message} ({self.language}): {errors}")
        return str(text)


def _code(*parts: object) -> Any:  # noqa: ANN401 (Fluent takes a string, and declares it as no type of its own)
    """Return what a message marks as to be typed: its parts with blanks between them."""
    return f"{_CODE_BEGINS}{' '.join(map(str, parts))}{_CODE_ENDS}"


def words_in(language: str) -> Words:
    """Return the catalog of a language, or of English."""
    return _words_of(nearest_language(language))


@cache
def _words_of(language: str) -> Words:
    return Words(language)


@cache
def catalog_files(language: str) -> tuple[Resource, ...]:
    """Return the catalog files of a language, parsed once: that takes a tenth of a second."""
    folder = files("bot.talk") / "locales" / language
    paths = sorted(folder.iterdir(), key=lambda file: file.name)
    return tuple(FluentResource(path.read_text("utf-8")) for path in paths)


def templates(language: str, prefix: str) -> Mapping[str, str]:
    """Return the messages whose ids have a prefix, for a page to fill in: `{name}` is a placeholder."""
    return _templates_of(nearest_language(language), prefix)


@cache
def _templates_of(language: str, prefix: str) -> Mapping[str, str]:
    words = words_in(language)
    return {
        message: words.words(message, **{name: f"{{{name}}}" for name in names})
        for message, names in placeholders(words.language).items()
        if message.startswith(prefix)
    }


@cache
def placeholders(language: str) -> Mapping[str, frozenset[str]]:
    """Return the messages of a language and the names of their placeholders."""
    found = {}
    for entry in (entry for resource in catalog_files(language) for entry in resource.body):
        if isinstance(entry, Message):
            names = _Placeholders()
            names.visit(entry)
            found[entry.id.name] = frozenset(names.found)
    return found


class _Placeholders(Visitor):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_VariableReference(self, node: VariableReference) -> None:  # noqa: N802 (the visitor's naming)
        self.found.add(node.id.name)


def join(parts: list[Text], separator: str = "\n") -> Text:
    """Return texts one after another, with a separator between them."""
    joined: list[Span] = []
    for part in parts:
        if joined:
            joined.append(separator)
        joined.extend(part)
    return tuple(joined)
