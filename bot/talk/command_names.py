"""Command names: each command by its own name, and by its name in every language."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import SequenceMatcher
from functools import cache

from bot.talk.catalog import LANGUAGES, templates
from bot.talk.command_table import COMMANDS, Command

_ALIKE = 0.65
"""From this likeness on a name may have been meant."""
_HARDLY_CHANGED = 0.85
"""From this likeness on letters behind a name are a typing error, and not the next word."""
_FEWEST_LETTERS = 2
_MOST = 3


def command_called(name: str) -> Command | None:
    """Return the command that has a name in any language; nothing, if none has."""
    return command_names().get(name.lower())


def is_for_players(name: str) -> bool:
    """Return whether there is a command of this name, in any language, that everybody has."""
    command = command_called(name)
    return command is not None and not command.for_admins


@cache
def command_names() -> Mapping[str, Command]:
    """Return every command by each of its names: its own first, then those of the languages."""
    names = dict(COMMANDS)
    for language in LANGUAGES:
        called = templates(language, "command-name-")
        for command in COMMANDS.values():
            if (name := called.get(f"command-name-{command.name}")) is not None:
                names.setdefault(name, command)
    return names


def lines_like(line: str) -> tuple[str, ...]:
    """Return at most three lines that a line with an unknown command may have meant, the likeliest first.

    The name may have been mistyped, typed in part, or joined to the word behind it.
    """
    typed, *words = line.removeprefix("/").split() or [""]
    typed = typed.split("@")[0].lower()
    if len(typed) < _FEWEST_LETTERS:
        return ()
    found = {}
    for name, command in command_names().items():
        likeness = _likeness(typed, name)
        if command.listed and likeness >= _ALIKE:
            found[" ".join((f"/{name}", *_grown(typed, name), *words))] = likeness
    return tuple(sorted(found, key=lambda meant: -found[meant])[:_MOST])


def _likeness(typed: str, name: str) -> float:
    """Return how near a name is to what was typed, from 0 to 1; a beginning or a longer word is near."""
    alike = SequenceMatcher(None, typed, name, autojunk=False).ratio()
    begun = name.startswith(typed) or (typed.startswith(name) and len(name) > _FEWEST_LETTERS)
    return max(alike, _HARDLY_CHANGED) if begun else alike


def _grown(typed: str, name: str) -> tuple[str, ...]:
    """Return the word that is joined to a name, if one is."""
    behind = typed.removeprefix(name) if typed.startswith(name) else ""
    alike = SequenceMatcher(None, typed, name, autojunk=False).ratio()
    return (behind,) if behind and (behind[0].isdecimal() or alike < _HARDLY_CHANGED) else ()
