"""Catalog: every text that a player sees, in each language, read from the `.ftl` files in `locales`."""

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

# Each argument goes through Fluent as a single private-use character and is substituted afterwards. So a
# player's name cannot inject a placeholder, and a formatted text can be an argument.
_FIRST_TOKEN = 0xE000
_TOKEN = re.compile("([\ue000-\uf8ff])")

# `{ CODE("/board", $game) }` in a message marks a command to type. Fluent returns it between these marks.
_CODE_BEGINS, _CODE_ENDS = "\x02", "\x03"
_PART = re.compile(f"({_CODE_BEGINS}[^{_CODE_ENDS}]*{_CODE_ENDS}|[\ue000-\uf8ff])")

# Matches the text before the start of a sentence: none, or one that ends with another sentence.
_BEGINS = re.compile(r"(^|[.!?\n])\s*$")

Argument = str | int | Enum | Bold | Code | Jump | Mention | Timestamp | Address | Text


def nearest_language(wanted: str) -> str:
    """Return the supported language for a requested one: `ru` for `ru-RU`; `en` if it is not supported."""
    spoken = wanted.replace("_", "-").split("-")[0].lower()
    return spoken if spoken in LANGUAGES else DEFAULT_LANGUAGE


class Words:
    """The catalog of one language."""

    def __init__(self, language: str) -> None:
        self.language = language
        # Fluent would put isolation marks around every variable. `bot.chats.texts.isolated` puts them around
        # right-to-left names alone.
        self._bundle = FluentBundle([language], functions={"CODE": _code}, use_isolating=False)
        for resource in catalog_files(language):
            self._bundle.add_resource(resource)

    def say(self, message: str, **arguments: Argument) -> Text:
        """Return a message as formatted text, with its arguments filled in.

        Args:
            message: the message's id.
            arguments: the values of the message's variables; `white_pips` fills `$white-pips`. A number
                selects a plural form, an enum's value selects a variant.

        Raises:
            KeyError: there is no such message.
            ValueError: the message needs other arguments.
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
        """Return a message as a plain string, without formatting. Raises as `say`."""
        return plain(self.say(message, **arguments))

    def _merge(self, text: str, texts: list[Text]) -> list[Span]:
        merged: list[Span] = []
        for part in _PART.split(text):
            if part.startswith(_CODE_BEGINS):
                merged.append(Code(plain(tuple(self._merge(part[1:-1], texts)))))
            elif _TOKEN.fullmatch(part):
                merged.extend(self._filled_name(span, merged) for span in texts[ord(part) - _FIRST_TOKEN])
            elif part:
                merged.append(part)
        return merged

    def _filled_name(self, span: Span, before: list[Span]) -> Span:
        """Replace a placeholder for the computer's or a former player's name by that name in this language.

        It is capitalised at the start of a sentence. Every other span is returned unchanged.
        """
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


def _code(*parts: object) -> Any:  # noqa: ANN401 (Fluent declares no type for what a function returns)
    """Implement Fluent's `CODE()`: join the parts with spaces and mark them as a command to type."""
    return f"{_CODE_BEGINS}{' '.join(map(str, parts))}{_CODE_ENDS}"


def words_in(language: str) -> Words:
    """Return the catalog of a language, or the English one if the language is unsupported."""
    return _words_of(nearest_language(language))


@cache
def _words_of(language: str) -> Words:
    return Words(language)


@cache
def catalog_files(language: str) -> tuple[Resource, ...]:
    """Return the parsed catalog files of a supported language; cached: parsing takes a tenth of a second."""
    folder = files("bot.talk") / "locales" / language
    paths = sorted(folder.iterdir(), key=lambda file: file.name)
    return tuple(FluentResource(path.read_text("utf-8")) for path in paths)


def templates(language: str, prefix: str) -> Mapping[str, str]:
    """Return the texts whose ids start with a prefix, by id, with `{name}` for a variable `name`."""
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
    """Return the variable names of every message of a language, by the message's id."""
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
    """Concatenate formatted texts, with a separator between them."""
    joined: list[Span] = []
    for part in parts:
        if joined:
            joined.append(separator)
        joined.extend(part)
    return tuple(joined)
