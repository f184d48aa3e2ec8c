"""Sentences: what Telegram's description says in prose about the values of a field."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tests.telegram_standin.entities import units

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
"""The fields that say of what type an object is."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What a value must be, besides its type.

    Attributes:
        length: The fewest and the most characters or bytes.
        in_bytes: Whether it is bytes.
        parsed: Whether they are counted once the formatting is read.
        shown: Their number then, if it is known.
        between: The least and the greatest number.
        count: The fewest and the most members of a list.
        only: The values that it may have.
        pattern: What it must look like.
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
        """What holds for the members of a list."""
        return replace(self, count=None)

    def after_parsing(self, shown: int | None) -> Rules:
        """Return the rules for a text whose formatting was read."""
        return replace(self, shown=shown) if self.parsed and shown is not None else self

    def faults(self, value: object) -> Iterator[str]:
        """Return what is wrong with a value."""
        if isinstance(value, str):
            yield from self._text_faults(value)
        elif isinstance(value, int) and self.between is not None:
            least, most = self.between
            if not least <= value <= most:
                yield f"{value} is not between {least} and {most}"

    def count_faults(self, members: int) -> Iterator[str]:
        """Return what is wrong with the number of a list's members."""
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
    """Read what a field's description says."""
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
    """The fields that stand beside the one which says what an object is for; none if nothing is said."""
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
