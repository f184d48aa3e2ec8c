"""Discord's OpenAPI description, to check everything sent over the wire.

The description is kept outside the project; without it the tests that need it are skipped. It is read twice:
strictly for answers and gateway objects, and for requests with the exceptions in `TOLERATED`. In both, an
object may contain only fields that the description names.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from jsonschema import Draft202012Validator, FormatChecker, ValidationError, validators

from tests.discord_standin.paths import PathTable
from tests.standin.fault import Fault

Json = dict[str, Any]
_Walker = Any
"""A validator of jsonschema at work; its own types do not declare `descend`'s resolver."""

SPEC_FILE = Path(__file__).parents[2].parent / "shared" / "specs" / "discord_openapi.json"
needs_spec = pytest.mark.skipif(
    not SPEC_FILE.exists(), reason="../shared/specs/discord_openapi.json is absent"
)

_REF = "#/components/schemas/"


@dataclass(frozen=True, slots=True)
class Tolerated:
    """A difference between discord.py and the description that Discord is known to accept."""

    what: str
    reason: str
    schemas: tuple[str, ...] = ()
    fields: tuple[str, ...] = ()
    allowed: Mapping[str, object] | bool = True


TOLERATED = (
    Tolerated(
        "ids as numbers",
        "discord.py sends ids (attachments, mentions, recipients, references) as numbers; Discord reads both",
        ("SnowflakeType",),
        (),
        {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$", "minimum": 0},
    ),
    Tolerated(
        "tts in an edit",
        "discord.py sends tts=false with every message it builds, edits too; Discord ignores it there",
        (
            "MessageEditRequestPartial",
            "IncomingWebhookUpdateRequestPartial",
            "IncomingWebhookUpdateForInteractionCallbackRequestPartial",
        ),
        ("tts",),
        {"const": False},
    ),
    Tolerated(
        "nsfw of a command",
        "documented and sent by discord.py with every command, but missing in the description's request",
        ("ApplicationCommandUpdateRequest",),
        ("nsfw",),
        {"type": "boolean"},
    ),
    Tolerated(
        "a kept file, whole",
        "discord.py sends all it knows of a file that an edit keeps; Discord looks at its id",
        ("MessageAttachmentRequest",),
        ("content_type", "height", "proxy_url", "size", "spoiler", "url", "width"),
    ),
    Tolerated("0 and 1 in a query", "discord.py writes booleans in a query as 0 and 1; Discord reads both"),
    Tolerated(
        "payload_json", "the description lists the JSON's fields as parts of the form; Discord documents both"
    ),
)


def _is_int32(value: object) -> bool:
    return not isinstance(value, int) or -(2**31) <= value < 2**31


def _is_int64(value: object) -> bool:
    return not isinstance(value, int) or -(2**63) <= value < 2**63


def _is_time(value: object) -> bool:
    return not isinstance(value, str) or datetime.fromisoformat(value).tzinfo is not None


def _is_uri(value: object) -> bool:
    return not isinstance(value, str) or bool(urlsplit(value).scheme)


def _formats() -> FormatChecker:
    checker = FormatChecker(formats=())
    checker.checks("int32")(_is_int32)
    checker.checks("int64")(_is_int64)
    checker.checks("date-time", raises=ValueError)(_is_time)
    checker.checks("uri", raises=ValueError)(_is_uri)
    return checker


def _merged(schema: Json, schemas: Json) -> Json:
    """Merge several schemas into one object, since only one object can be closed to unknown fields."""
    parts = [schemas[part["$ref"].removeprefix(_REF)] if "$ref" in part else part for part in schema["allOf"]]
    properties = {name: value for part in parts for name, value in part.get("properties", {}).items()}
    required = [name for part in parts for name in part.get("required", [])]
    return {"type": "object", "properties": properties, "required": required}


def _close(node: object) -> None:
    """Close every object in a schema to unknown fields."""
    if isinstance(node, dict):
        if isinstance(node.get("properties"), dict) and "type" in node:
            node.setdefault("additionalProperties", False)
        for value in node.values():
            _close(value)
    elif isinstance(node, list):
        for value in node:
            _close(value)


def _closed(document: Json) -> Json:
    document = copy.deepcopy(document)
    schemas = document["components"]["schemas"]
    for name, schema in schemas.items():
        if schema.get("type") == "object" and "allOf" in schema:
            schemas[name] = _merged(schema, schemas)
    _close(schemas)
    return document


def _lenient(document: Json) -> Json:
    document = copy.deepcopy(document)
    schemas = document["components"]["schemas"]
    for each in TOLERATED:
        for name in each.schemas:
            if each.fields:
                schemas[name]["properties"] |= dict.fromkeys(each.fields, each.allowed)
            else:
                schemas[name] = each.allowed
    return document


class _Union:
    """A choice between schemas, prepared to find the intended one by the value's `type`."""

    def __init__(self, branches: Sequence[Json], schemas: Json) -> None:
        resolved = [
            schemas[each["$ref"].removeprefix(_REF)] if list(each) == ["$ref"] else each for each in branches
        ]
        self.null = {"type": "null"} in resolved
        self.branches = [
            branch for branch, schema in zip(branches, resolved, strict=True) if schema != {"type": "null"}
        ]
        kinds = [
            schema.get("properties", {}).get("type", {}).get("enum")
            for schema in resolved
            if schema != {"type": "null"}
        ]
        self.by_type: dict[object, list[Json]] | None = None
        if len(kinds) > 1 and all(isinstance(kind, list) for kind in kinds):
            self.by_type = {}
            for branch, values in zip(self.branches, kinds, strict=True):
                for value in values:
                    self.by_type.setdefault(value, []).append(branch)

    def meant(self, value: object) -> list[Json]:
        """Return the schemas that a value can be intended for, by its `type`."""
        if self.by_type is None or not isinstance(value, dict):
            return self.branches
        kind = value.get("type")
        return self.by_type.get(kind, []) if isinstance(kind, int) else []


def _descend(validator: _Walker, value: object, schema: Json) -> Iterator[ValidationError]:
    """Validate a part. The resolver is passed on, because every `$ref` is followed here."""
    yield from validator.descend(value, schema, resolver=validator._resolver)  # noqa: SLF001 (a fresh one for every part takes most of the time)


class _Reading:
    """One reading of the document, with a validator for each requested schema."""

    def __init__(self, document: Json) -> None:
        self.document = document
        self._schemas: Json = document["components"]["schemas"]
        self._unions: dict[int, _Union] = {}
        extend: Any = validators.extend
        extended = extend(
            Draft202012Validator, {"$ref": self._follow, "oneOf": self._choose, "anyOf": self._choose}
        )
        self._empty = extended({}, format_checker=_formats())

    def _follow(self, validator: _Walker, ref: str, value: object, _: Json) -> Iterator[ValidationError]:
        yield from _descend(validator, value, self._schemas[ref.removeprefix(_REF)])

    def _choose(
        self, validator: _Walker, branches: list[Json], value: object, schema: Json
    ) -> Iterator[ValidationError]:
        if "const" in branches[0]:
            allowed = [branch["const"] for branch in branches]
            if value not in allowed:
                yield ValidationError(f"{value!r} is none of {allowed}")
            return
        union = self._unions.get(id(branches))
        if union is None:
            union = self._unions[id(branches)] = _Union(branches, self._schemas)
        if value is None and union.null:
            return
        meant = union.meant(value)
        if not meant:
            kind = value.get("type") if isinstance(value, dict) else value
            yield ValidationError(f"{kind!r} is no type that may stand here")
            return
        faults = [list(_descend(validator, value, each)) for each in meant]
        fitting = sum(not errors for errors in faults)
        if not fitting:
            yield from min(faults, key=len)
        elif fitting > 1 and "oneOf" in schema:
            yield ValidationError(f"{value!r} fits {fitting} of the schemas, it should fit one")

    def faults(self, schema: Json, value: object) -> list[Fault]:
        """Return a value's faults under a schema."""
        return [_fault(error) for error in self._empty.evolve(schema=schema).iter_errors(value)]


def _fault(error: ValidationError) -> Fault:
    message = error.message if len(error.message) <= 300 else f"{error.message[:200]} … {error.message[-90:]}"
    return Fault(error.json_path, message, error.validator == "additionalProperties")


class Specification:
    """The description, ready to check requests, answers and objects."""

    def __init__(self, document: Json) -> None:
        closed = _closed(document)
        self._answers = _Reading(closed)
        self._requests = _Reading(_lenient(closed))
        methods = ("get", "put", "post", "patch", "delete")
        self._operations = PathTable(
            {
                f"{method.upper()} {path}": {**item[method], "shared": item.get("parameters", [])}
                for path, item in closed["paths"].items()
                for method in methods
                if method in item
            }
        )

    def knows(self, method: str, path: str) -> bool:
        """Return True if Discord has this operation."""
        return self._operations.find(method, path) is not None

    def request_faults(self, method: str, path: str, query: Mapping[str, str], body: object) -> list[Fault]:
        """Return the faults of a request; `body` is its JSON or `payload_json`, or None without one."""
        found = self._operations.find(method, path)
        if found is None:
            return [Fault(f"{method} {path}", "Discord has no such operation")]
        operation = found.kept
        parameters = [*operation["shared"], *operation.get("parameters", [])]
        faults = [
            Fault(f"path {each['name']}", fault.what)
            for each in parameters
            if each["in"] == "path"
            for fault in self._requests.faults(each["schema"], found.parameters[each["name"]])
        ]
        faults += self._query_faults([each for each in parameters if each["in"] == "query"], query)
        content = operation.get("requestBody", {}).get("content", {})
        if content:
            faults += self._requests.faults(content["application/json"]["schema"], body)
        elif body is not None:
            faults.append(Fault("$", "this operation takes no body", unknown_field=True))
        return faults

    def _query_faults(self, parameters: Sequence[Json], query: Mapping[str, str]) -> Iterator[Fault]:
        known = {each["name"]: each["schema"] for each in parameters}
        for name, text in query.items():
            if name not in known:
                yield Fault(f"query {name}", "unknown", unknown_field=True)
            else:
                value = _typed(text, known[name].get("type"))
                for fault in self._requests.faults(known[name], value):
                    yield Fault(f"query {name}", fault.what)

    def answer_faults(self, method: str, path: str, status: int, body: object) -> list[Fault]:
        """Return the faults of an answer."""
        found = self._operations.find(method, path)
        if found is None or status >= 500:
            return []
        answers = found.kept["responses"]
        answer = answers.get(str(status)) or answers.get(f"{status // 100}XX")
        if answer is None:
            return [Fault(f"{method} {found.template}", f"is never answered {status}")]
        if "$ref" in answer:
            name = answer["$ref"].rsplit("/", 1)[1]
            answer = self._answers.document["components"]["responses"][name]
        if "content" not in answer:
            return [] if body is None else [Fault("$", f"an answer {status} has no body")]
        return self._answers.faults(answer["content"]["application/json"]["schema"], body)

    def object_faults(self, schema: str, value: object) -> list[Fault]:
        """Return the faults of an object that Discord sends, by the name of its schema."""
        return self._answers.faults({"$ref": f"{_REF}{schema}"}, value)


def _typed(text: str, kind: object) -> object:
    if kind == "integer" and text.lstrip("-").isdigit():
        return int(text)
    if kind == "boolean" and text.lower() in ("0", "1", "true", "false"):
        return text.lower() in ("1", "true")
    return text


@cache
def specification() -> Specification | None:
    """Return the description, read once; None if it is absent."""
    if not SPEC_FILE.exists():
        return None
    return Specification(json.loads(SPEC_FILE.read_text("utf-8")))
