"""A machine-readable description of Telegram's Bot API, to check everything sent over the wire.

The description is kept outside the project; without it the tests that need it are skipped. Much of it is in
its sentences ("1-64 bytes", "must be photo"), from which `Rules` are read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.standin.fault import Fault
from tests.telegram_standin.entities import units
from tests.telegram_standin.markup import BadFormatting, parse_html
from tests.telegram_standin.request import Upload

Json = dict[str, Any]

_LENGTH = re.compile(r"(\d+)-(\d+) (characters|bytes)", re.IGNORECASE)
_UP_TO = re.compile(r"up to (\d+) characters")
_PARSED = re.compile(r"after entit(?:ies|y) parsing")
_RANGE = re.compile(r"(?:[;:] |between )(\d+)-(\d+)(?:$|[.,;]| are accepted)")
_COUNT = re.compile(
    r"(?:list of|include) (\d+)-(\d+) |at most (\d+) commands|up to (\d+) items", re.IGNORECASE
)
_TELLS = re.compile(r"(?:always|must be) [\"“]?(\w+)[\"”]?$")
_CHOICE = re.compile(r"(?:must be (?:one of|either)|can be(?: one of| either)?) (?=\")", re.IGNORECASE)
_QUOTED = re.compile(r"\"([^\"]+)\"")
_COMMAND = "only lowercase English letters, digits and underscores"
_BESIDES = re.compile(r"Exactly one of the fields other than ([\w, ]+) must be used")

KINDS = ("type", "status", "source")
"""The fields that tell an object's type."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a value besides its type.

    Attributes:
        length: the least and the greatest number of characters or bytes.
        in_bytes: the length is in bytes.
        parsed: the length counts after parsing the formatting.
        shown: the length after parsing, if known.
        between: the least and the greatest number.
        count: the least and the greatest number of a list's members.
        only: the possible values.
        pattern: the regular expression that a text must match.
    """

    length: tuple[int, int] | None = None
    in_bytes: bool = False
    parsed: bool = False
    shown: int | None = None
    between: tuple[int, int] | None = None
    count: tuple[int, int] | None = None
    only: frozenset[str] | None = None
    pattern: str | None = None

    @property
    def of_members(self) -> Rules:
        """The rules of a list's members."""
        return replace(self, count=None)

    def after_parsing(self, shown: int | None) -> Rules:
        """Return the rules for a text whose parsed length is known."""
        return replace(self, shown=shown) if self.parsed and shown is not None else self

    def faults(self, value: object) -> Iterator[str]:
        """Yield a value's faults."""
        if isinstance(value, str):
            yield from self._text_faults(value)
        elif isinstance(value, int) and self.between is not None:
            least, most = self.between
            if not least <= value <= most:
                yield f"{value} is not between {least} and {most}"

    def count_faults(self, members: int) -> Iterator[str]:
        """Yield the faults in the number of a list's members."""
        if self.count is not None and not self.count[0] <= members <= self.count[1]:
            yield f"{members} of them, {self.count[0]} to {self.count[1]} may be"

    def _text_faults(self, value: str) -> Iterator[str]:
        if self.only is not None and value not in self.only:
            yield f"{value!r} is none of {sorted(self.only)}"
        if self.pattern is not None and not re.fullmatch(self.pattern, value):
            yield f"{value!r} has other characters than {self.pattern}"
        if self.length is None:
            return
        length = self.shown
        if length is None:
            length = len(value.encode()) if self.in_bytes else units(value)
        least, most = self.length
        if not least <= length <= most:
            unit = "bytes" if self.in_bytes else "characters"
            yield f"{length} {unit}, {least} to {most} may be: {value!r:.80}"


def rules_of(described: Json) -> Rules:
    """Read the rules in a field's description."""
    said, types = str(described["description"]), described["types"]
    if "String" in types:
        return _text_rules(said, described["name"])
    if any(each.startswith("Array of ") for each in types):
        found = _COUNT.search(said)
        if found is None:
            return Rules()
        most = next(int(each) for each in (found[2], found[3], found[4]) if each)
        return Rules(count=(int(found[1] or 0), most))
    found = _RANGE.search(said)
    return Rules(between=(int(found[1]), int(found[2]))) if found and types == ["Integer"] else Rules()


def exactly_one_besides(said: Sequence[str]) -> frozenset[str]:
    """Return the fields that may accompany the only one allowed of the others; empty without such a rule."""
    found = _BESIDES.search(" ".join(said))
    return frozenset(re.findall(r"\w+", found[1].replace(" and ", " "))) if found else frozenset()


def _text_rules(said: str, name: str) -> Rules:
    rules = Rules(parsed=bool(_PARSED.search(said)))
    if (found := _LENGTH.search(said)) is not None:
        length = (int(found[1]), int(found[2]))
        rules = replace(rules, length=length, in_bytes=found[3].lower() == "bytes")
    elif (found := _UP_TO.search(said)) is not None:
        rules = replace(rules, length=(0, int(found[1])))
    if _COMMAND in said:
        rules = replace(rules, pattern="[a-z0-9_]+")
    if name in KINDS and (found := _TELLS.search(said)) is not None:
        return replace(rules, only=frozenset({found[1]}))
    if (found := _CHOICE.search(said)) is not None:
        return replace(rules, only=frozenset(_QUOTED.findall(said[found.end() :])))
    return rules


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
    """A field of a method or type."""

    name: str
    types: tuple[str, ...]
    required: bool
    rules: Rules


@dataclass(frozen=True, slots=True)
class Shape:
    """The fields of a method or type, or the subtypes of a type."""

    name: str
    fields: Mapping[str, Field]
    kinds: tuple[str, ...] = ()
    one_besides: frozenset[str] = frozenset()
    """If not empty, the object must have exactly one field that is not in this set."""

    def fits(self, value: Json) -> bool:
        """Return True if a value's own type fields fit this type."""
        return all(
            known.rules.only is None or value.get(name) in known.rules.only
            for name, known in self.fields.items()
            if name in KINDS
        )


@dataclass
class _Walk:
    """The check of one request, with its files and those its fields used, or of one answer."""

    lenient: bool = False
    files: Collection[str] = ()
    used: set[str] = field(default_factory=set)


class Specification:
    """The description, ready to check requests, answers and objects."""

    def __init__(self, document: Json) -> None:
        self._types = {name: _shape(each) for name, each in document["types"].items()}
        self._methods = {name: _shape(each) for name, each in document["methods"].items()}
        self._returns = {name: tuple(each["returns"]) for name, each in document["methods"].items()}

    def knows(self, method: str) -> bool:
        """Return True if Telegram has this method."""
        return method in self._methods

    def request_faults(
        self, method: str, fields: Mapping[str, Any], files: Mapping[str, Upload]
    ) -> list[Fault]:
        """Return the faults of a request, with its fields as sent and its files by name."""
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
        """Return the faults of an answer."""
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
        """Return the faults of an object that Telegram sends, by the name of its type."""
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
        """Yield the faults of a value that may be of several types, under the type with the fewest faults."""
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
    """Return the length of an HTML field's text without its tags (1 if they are invalid); else None."""
    mode = beside.get(f"{name}_parse_mode") or beside.get("parse_mode")
    if name not in ("text", "caption", "quote") or str(mode).lower() != "html":
        return None
    try:
        return units(parse_html(str(beside[name])).text)
    except BadFormatting:
        return 1


def _typed(sent: object, types: Sequence[str]) -> object:
    """Return a value converted from a form's text."""
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
    """Return the description, read once; None if it is absent."""
    if not SPEC_FILE.exists():
        return None
    return Specification(json.loads(SPEC_FILE.read_text("utf-8")))
