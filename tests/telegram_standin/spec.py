"""Telegram's Bot API in a machine's words, to check what goes over the wire.

The description is kept outside the project; where it is absent the tests that need it skip. Much of what it
says stands in its sentences ("1-64 bytes", "must be photo"): `sentences.py` reads these.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.standin.fault import Fault
from tests.telegram_standin.entities import units
from tests.telegram_standin.markup import BadFormatting, parse_html
from tests.telegram_standin.request import Upload
from tests.telegram_standin.sentences import KINDS, Rules, exactly_one_besides, rules_of

Json = dict[str, Any]

SPEC_FILE = Path(__file__).parents[2].parent / "shared" / "specs" / "telegram_api.json"
needs_spec = pytest.mark.skipif(not SPEC_FILE.exists(), reason="../shared/specs/telegram_api.json is absent")


@dataclass(frozen=True, slots=True)
class Tolerated:
    """A difference between python-telegram-bot and the description that Telegram is known to accept."""

    what: str
    reason: str
    kind: str
    value: object


TOLERATED = (
    Tolerated(
        "an empty keyboard",
        "python-telegram-bot leaves out empty lists, so that an empty keyboard is an empty object; Telegram "
        "reads both as no keyboard",
        "InlineKeyboardMarkup",
        {},
    ),
)

_ARRAY = "Array of "
_PLAIN: Mapping[str, type | tuple[type, ...]] = {
    "Integer": int,
    "Float": (int, float),
    "Boolean": bool,
    "String": str,
}


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a method or a type."""

    name: str
    types: tuple[str, ...]
    required: bool
    rules: Rules


@dataclass(frozen=True, slots=True)
class Shape:
    """The fields of a method or a type, or the types that a type can be."""

    name: str
    fields: Mapping[str, Field]
    kinds: tuple[str, ...] = ()
    one_besides: frozenset[str] = frozenset()
    """Of all fields but these exactly one must be there, if this says anything."""

    def fits(self, value: Json) -> bool:
        """Return whether a value says of itself that it is of this type."""
        return all(
            known.rules.only is None or value.get(name) in known.rules.only
            for name, known in self.fields.items()
            if name in KINDS
        )


@dataclass
class _Walk:
    """One look: at a request, with the files that came and those that were spoken of, or at an answer."""

    lenient: bool = False
    files: Collection[str] = ()
    used: set[str] = field(default_factory=set)


class Specification:
    """The description, ready to check requests, answers and single objects.

    Args:
        document: The description.
    """

    def __init__(self, document: Json) -> None:
        self._types = {name: _shape(each) for name, each in document["types"].items()}
        self._methods = {name: _shape(each) for name, each in document["methods"].items()}
        self._returns = {name: tuple(each["returns"]) for name, each in document["methods"].items()}

    def knows(self, method: str) -> bool:
        """Return whether Telegram has such a method."""
        return method in self._methods

    def request_faults(
        self, method: str, fields: Mapping[str, Any], files: Mapping[str, Upload]
    ) -> list[Fault]:
        """Return what is wrong with a request: its fields as they came, and the names of its files."""
        if method not in self._methods:
            return [Fault(method, "Telegram has no such method")]
        walk = _Walk(lenient=True, files=files)
        known = self._methods[method].fields
        value: Json = {}
        for name, sent in fields.items():
            value[name] = _typed(sent, known[name].types) if name in known else sent
        for name in files:
            if name in known and "InputFile" in known[name].types and name not in value:
                walk.used.add(name)
                value[name] = ""
        faults = list(self._object_faults(self._methods[method], value, "$", walk))
        return faults + [
            Fault(f"$.{name}", "a file that no field speaks of", unknown_field=True)
            for name in sorted(set(files) - walk.used)
        ]

    def answer_faults(self, method: str, body: Json) -> list[Fault]:
        """Return what is wrong with the answer to a request."""
        if body.get("ok") is True:
            if set(body) != {"ok", "result"}:
                return [Fault("$", f"an answer with {sorted(body)}")]
            return list(self._faults(body["result"], self._returns[method], "$.result", Rules(), _Walk()))
        faults = []
        if not isinstance(body.get("error_code"), int) or not isinstance(body.get("description"), str):
            faults.append(Fault("$", "a refusal without its code or its sentence"))
        if "parameters" in body:
            faults += self.object_faults("ResponseParameters", body["parameters"])
        return faults

    def object_faults(self, kind: str, value: object) -> list[Fault]:
        """Return what is wrong with an object that Telegram sends, by the name of its type."""
        return list(self._faults(value, (kind,), "$", Rules(), _Walk()))

    def _object_faults(self, shape: Shape, value: Json, where: str, walk: _Walk) -> Iterator[Fault]:
        for name in value:
            if name not in shape.fields:
                yield Fault(f"{where}.{name}", f"{shape.name} has no such field", unknown_field=True)
        for name, known in shape.fields.items():
            if name in value:
                rules = known.rules.after_parsing(_shown_length(name, value))
                yield from self._faults(value[name], known.types, f"{where}.{name}", rules, walk)
            elif known.required:
                yield Fault(f"{where}.{name}", f"missing in {shape.name}")
        if shape.one_besides and len(set(value) & set(shape.fields) - shape.one_besides) != 1:
            yield Fault(where, f"{shape.name} with {sorted(set(value) - shape.one_besides)}: it takes one")

    def _faults(
        self, value: object, types: Sequence[str], where: str, rules: Rules, walk: _Walk
    ) -> Iterator[Fault]:
        """What is wrong with a value that may be of several types: with the one it comes nearest to."""
        faults = [list(self._typed_faults(value, each, where, rules, walk)) for each in types]
        yield from min(faults, key=len)

    def _typed_faults(
        self, value: object, kind: str, where: str, rules: Rules, walk: _Walk
    ) -> Iterator[Fault]:
        if kind == "InputFile":
            if value != "":
                yield Fault(where, "no file came for it")
        elif kind in _PLAIN:
            yield from self._plain_faults(value, kind, where, rules, walk)
        elif kind.startswith(_ARRAY):
            yield from self._list_faults(value, kind.removeprefix(_ARRAY), where, rules, walk)
        elif not isinstance(value, dict):
            yield Fault(where, f"{value!r:.80} is no {kind}")
        elif kinds := self._types[kind].kinds:
            fitting = [each for each in kinds if each in self._types and self._types[each].fits(value)]
            if fitting:
                yield from self._faults(value, fitting, where, rules, walk)
            else:
                yield Fault(where, f"{value!r:.80} is no {kind}")
        elif not (walk.lenient and _tolerated(kind, value)):
            yield from self._object_faults(self._types[kind], value, where, walk)

    def _list_faults(
        self, value: object, kind: str, where: str, rules: Rules, walk: _Walk
    ) -> Iterator[Fault]:
        if not isinstance(value, list):
            yield Fault(where, f"{value!r:.80} is no list")
            return
        yield from (Fault(where, what) for what in rules.count_faults(len(value)))
        for number, each in enumerate(value):
            yield from self._faults(each, (kind,), f"{where}[{number}]", rules.of_members, walk)

    def _plain_faults(
        self, value: object, kind: str, where: str, rules: Rules, walk: _Walk
    ) -> Iterator[Fault]:
        if not isinstance(value, _PLAIN[kind]) or isinstance(value, bool) != (kind == "Boolean"):
            yield Fault(where, f"{value!r:.80} is no {kind}")
            return
        if isinstance(value, str) and value.startswith("attach://"):
            name = value.removeprefix("attach://")
            walk.used.add(name)
            if name not in walk.files:
                yield Fault(where, f"no file came for {value!r}")
        yield from (Fault(where, what) for what in rules.faults(value))


def _tolerated(kind: str, value: object) -> bool:
    return any(each.kind == kind and each.value == value for each in TOLERATED)


def _shown_length(name: str, beside: Mapping[str, Any]) -> int | None:
    """Characters of a text with its formatting read, if it has such and it can be read."""
    mode = beside.get(f"{name}_parse_mode") or beside.get("parse_mode")
    if name not in ("text", "caption", "quote") or str(mode).lower() != "html":
        return None
    try:
        return units(parse_html(str(beside[name])).text)
    except BadFormatting:
        return 1


def _typed(sent: object, types: Sequence[str]) -> object:
    """Return a value as it is meant: forms carry text alone."""
    if not isinstance(sent, str):
        return sent
    for kind in types:
        if kind == "Integer" and sent.removeprefix("-").isdigit():
            return int(sent)
        if kind == "Boolean" and sent.lower() in ("true", "false"):
            return sent.lower() == "true"
        if kind in ("Float", "Integer", "Boolean", "InputFile"):
            continue
        if kind == "String":
            return sent
        try:
            return json.loads(sent)
        except ValueError:
            continue
    return sent


def _shape(described: Json) -> Shape:
    fields = {
        each["name"]: Field(each["name"], tuple(each["types"]), each["required"], rules_of(each))
        for each in described.get("fields", ())
    }
    kinds = tuple(described.get("subtypes") or ())
    return Shape(described["name"], fields, kinds, exactly_one_besides(described["description"]))


@cache
def specification() -> Specification | None:
    """Return the description, read once; None where it is absent."""
    if not SPEC_FILE.exists():
        return None
    return Specification(json.loads(SPEC_FILE.read_text("utf-8")))
