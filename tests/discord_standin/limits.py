"""Limits: what Discord documents about requests and its OpenAPI description cannot say."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from tests.standin.fault import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Json = dict[str, Any]

CONTENT = 2000
"""Characters of a message of an app; the description allows the 4000 of a paying user."""

ROWS = 5
"""Action rows of a message without the second version of components."""

COMPONENTS = 40
"""Components of a message of the second version, nested ones counted."""

V2 = 1 << 15
"""The flag of a message made of the second version of components."""

COMMAND_CHARACTERS = 8000
"""Characters of a command with everything in it, in its longest language."""

_NAME = re.compile(r"[-_'\w]{1,32}")
_LINK, _PREMIUM = 5, 6


def components_within(components: Sequence[Json]) -> Iterator[Json]:
    """Return every component, the nested ones too."""
    for each in components:
        yield each
        yield from components_within(each.get("components") or ())
        for nested in (each.get("accessory"), each.get("component")):
            if isinstance(nested, dict):
                yield from components_within([nested])


def message_faults(body: Json, files: Sequence[int]) -> Iterator[Fault]:
    """Return what is wrong with a message to be sent or edited.

    Args:
        body: The message as sent.
        files: The numbers of the files that came with it.
    """
    content = body.get("content") or ""
    if len(content) > CONTENT:
        yield Fault("$.content", f"{len(content)} characters, an app may send {CONTENT}")
    components = body.get("components") or []
    every = list(components_within(components))
    if (body.get("flags") or 0) & V2:
        if content or body.get("embeds"):
            yield Fault("$.content", "cannot stand beside components of the second version")
        if len(every) > COMPONENTS:
            yield Fault("$.components", f"{len(every)} components, {COMPONENTS} may be")
    elif len(components) > ROWS:
        yield Fault("$.components", f"{len(components)} rows, {ROWS} may be")
    elif any(each.get("type") != 1 for each in components):
        yield Fault("$.components", "only rows may stand here without the flag of the second version")
    yield from _component_faults(every)
    yield from _mention_faults(body.get("allowed_mentions") or {})
    new = [int(each["id"]) for each in body.get("attachments") or () if int(each["id"]) < 1000]
    if missing := sorted(set(new) - set(files)):
        yield Fault("$.attachments", f"no file came for {missing}")


def _component_faults(every: Sequence[Json]) -> Iterator[Fault]:
    ids = [each["custom_id"] for each in every if each.get("custom_id")]
    for twice in sorted({each for each in ids if ids.count(each) > 1}):
        yield Fault("$.components", f"two components have the custom_id {twice!r}")
    for row in (each for each in every if each.get("type") == 1):
        kinds = [each.get("type") for each in row.get("components") or ()]
        if len(kinds) > 1 and any(kind != 2 for kind in kinds):
            yield Fault("$.components", "a select stands alone in its row")
    for button in (each for each in every if each.get("type") == 2):
        yield from _button_faults(button)


def _button_faults(button: Json) -> Iterator[Fault]:
    where = f"$.components button {button.get('label')!r}"
    style = button.get("style")
    if style == _LINK and (button.get("custom_id") or not button.get("url")):
        yield Fault(where, "a link has a url and no custom_id")
    if style not in (_LINK, _PREMIUM) and (not button.get("custom_id") or button.get("url")):
        yield Fault(where, "a button has a custom_id and no url")
    if style != _PREMIUM and not button.get("label") and not button.get("emoji"):
        yield Fault(where, "a button has a label or an emoji")


def _mention_faults(allowed: Json) -> Iterator[Fault]:
    parse = allowed.get("parse") or []
    for kind in ("users", "roles"):
        if kind in parse and allowed.get(kind):
            yield Fault(f"$.allowed_mentions.{kind}", "cannot be listed and parsed at once")


def command_faults(commands: Sequence[Json]) -> Iterator[Fault]:
    """Return what is wrong with the whole of an app's commands."""
    kinds = [each.get("type") or 1 for each in commands]
    for kind, most, what in ((1, 100, "slash"), (2, 15, "user"), (3, 15, "message")):
        if kinds.count(kind) > most:
            yield Fault("$", f"{kinds.count(kind)} {what} commands, {most} may be")
    names = [(kind, each["name"]) for kind, each in zip(kinds, commands, strict=True)]
    for kind, name in sorted({each for each in names if names.count(each) > 1}):
        yield Fault("$", f"two commands of type {kind} are called {name!r}")
    for kind, command in zip(kinds, commands, strict=True):
        where = f"$ command {command['name']!r}"
        if kind != 1:
            if command.get("description") or command.get("options"):
                yield Fault(where, "a context menu command has no description and no options")
            continue
        if not command.get("description"):
            yield Fault(where, "a slash command has a description")
        yield from _naming_faults(command, where)
        longest = _longest(command)
        if longest > COMMAND_CHARACTERS:
            yield Fault(where, f"{longest} characters, {COMMAND_CHARACTERS} may be")


def _naming_faults(named: Json, where: str) -> Iterator[Fault]:
    for name in (named["name"], *(named.get("name_localizations") or {}).values()):
        if not _NAME.fullmatch(name) or name != name.lower():
            yield Fault(where, f"{name!r} is no name of a command or an option")
    options = named.get("options") or []
    names = [each["name"] for each in options]
    if len(set(names)) < len(names):
        yield Fault(where, "two options have one name")
    required = [bool(each.get("required")) for each in options]
    if required != sorted(required, reverse=True):
        yield Fault(where, "required options come first")
    if any(each.get("autocomplete") and each.get("choices") for each in options):
        yield Fault(where, "an option has choices or autocomplete, not both")
    for each in options:
        yield from _naming_faults(each, f"{where} option {each['name']!r}")


def _longest(named: Json) -> int:
    """Characters of a command or an option with all that is in it, each text in its longest language."""
    total = 0
    for key in ("name", "description"):
        texts = [named.get(key) or "", *(named.get(f"{key}_localizations") or {}).values()]
        total += max(len(text) for text in texts)
    for choice in named.get("choices") or ():
        total += _longest(choice) + len(str(choice["value"]))
    return total + sum(_longest(option) for option in named.get("options") or ())
