"""The frames, which the table and the page declare each in its own language."""

from __future__ import annotations

import ast
import inspect
import json
import re
from dataclasses import MISSING, dataclass, fields, is_dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any, get_args

import pytest

from bot.chats.web import (
    account_frames,
    app_frames,
    frames,
    lesson_frames,
    lobby_frames,
    message_frames,
    settings_frames,
    table_frames,
)
from bot.talk.incoming import Attached

if TYPE_CHECKING:
    from collections.abc import Iterator

MODULES = (
    account_frames,
    app_frames,
    frames,
    lesson_frames,
    lobby_frames,
    message_frames,
    settings_frames,
    table_frames,
)
PAGE = "".join(
    (files("bot.chats.web") / "page" / f"{module.__name__.rpartition('.')[2]}.js").read_text("utf-8")
    for module in MODULES
)

_TYPEDEF = re.compile(r"/\*\*(?P<lines>(?:(?!\*/).)*?@typedef .*?)\*/", re.DOTALL)
_NAMED = re.compile(r"@typedef \{(?P<type>.*)\} (?P<name>\w+)")
_PROPERTY = re.compile(r"@property \{(?P<type>.*?)\} (?P<name>\[?\w+\]?)(?: |$)")

_PLAIN = {"str": "string", "int": "number", "float": "number", "bool": "boolean", "None": "null"}


@dataclass(frozen=True)
class Field:
    """One field of a frame, as the page writes it.

    Args:
        type: its type.
        optional: whether it may be left out.
    """

    type: str
    optional: bool = False


def declared_by_the_page(source: str = PAGE) -> dict[str, dict[str, Field] | str]:
    """The page's types by their names: the fields of an object, or what another name stands for."""
    declared: dict[str, dict[str, Field] | str] = {}
    for comment in _TYPEDEF.finditer(source):
        lines = [line.strip().removeprefix("*").strip() for line in comment["lines"].splitlines()]
        named = _NAMED.search(" ".join(lines).partition("@property")[0])
        assert named, comment[0]
        if named["type"] == "object":
            declared[named["name"]] = dict(_properties(lines))
        else:
            declared[named["name"]] = " ".join(named["type"].split())
    return declared


def _properties(lines: list[str]) -> Iterator[tuple[str, Field]]:
    for line in lines:
        if line.startswith("@property"):
            found = _PROPERTY.match(line)
            assert found, line
            name = found["name"].strip("[]")
            yield name, Field(found["type"], optional=name != found["name"])


def declared_by_the_table() -> dict[str, dict[str, Field] | str]:
    """The table's types by their names, in the words of the page."""
    declared: dict[str, dict[str, Field] | str] = {}
    for module in MODULES:
        declared |= {name: _fields(value) for name, value in vars(module).items() if is_dataclass(value)}
        for statement in ast.parse(inspect.getsource(module)).body:
            if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
                declared[statement.targets[0].id] = _in_words_of_the_page(statement.value)
    declared["Attached"] = _fields(Attached)
    return declared


def _fields(kind: Any) -> dict[str, Field]:  # noqa: ANN401 - any dataclass
    found = {}
    if hasattr(kind, "kind"):
        found["do" if kind in get_args(frames.FromPage) else "is"] = Field(json.dumps(kind.kind))
    for field in fields(kind):
        assert isinstance(field.type, str)
        type_ = _in_words_of_the_page(ast.parse(field.type, mode="eval").body)
        found[field.name] = Field(type_, optional=field.default is not MISSING)
    return found


def _in_words_of_the_page(node: ast.expr) -> str:  # noqa: PLR0911 - one for each way to write a type
    match node:
        case ast.Name(id=name):
            return _PLAIN.get(name, name)
        case ast.Constant(value=None):
            return "null"
        case ast.Constant(value=str(text)):
            return json.dumps(text)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return f"{_in_words_of_the_page(left)} | {_in_words_of_the_page(right)}"
        case ast.Subscript(value=ast.Name(id=name), slice=ast.Tuple(elts=elements)):
            inner = [_in_words_of_the_page(each) for each in elements if not _is_ellipsis(each)]
            if name == "Literal":
                return " | ".join(inner)
            if name == "dict":
                return f"Record<{', '.join(inner)}>"
            return f"{inner[0]}[]" if _is_ellipsis(elements[-1]) else f"[{', '.join(inner)}]"
        case _:
            raise NotImplementedError(ast.unparse(node))


def _is_ellipsis(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is Ellipsis


def test_both_sides_declare_the_same_frames() -> None:
    """Every type that one side declares the other declares, too, whichever way the frames go."""
    assert set(declared_by_the_page()) == set(declared_by_the_table())


@pytest.mark.parametrize("name", sorted({*declared_by_the_page(), *declared_by_the_table()}))
def test_both_sides_declare_the_same_fields(name: str) -> None:
    """A frame has on both sides the same fields, of the same types, and the same may be left out."""
    assert declared_by_the_page().get(name) == declared_by_the_table().get(name)


def test_every_frame_can_be_sent() -> None:
    """Every frame of either way is one of those that its reader expects."""
    kinds = {value for value in vars(frames).values() if is_dataclass(value) and hasattr(value, "kind")}
    assert kinds == {*get_args(frames.ToPage), *get_args(frames.FromPage)}
    for way in (frames.ToPage, frames.FromPage):
        words = [each.kind for each in get_args(way)]
        assert len(set(words)) == len(words)


@pytest.mark.parametrize(
    ("declared", "changed"),
    [
        (" * @property {string} key what", " * @property {string} keys what"),
        (" * @property {boolean} host\n", ""),
        (" * @property {boolean} host\n", " * @property {boolean} host\n * @property {boolean} owner\n"),
        ('@property {"rights"} is', '@property {"right"} is'),
        ("@property {boolean} host", "@property {boolean} [host]"),
        ("@property {string} key what", "@property {string | null} key what"),
    ],
    ids=["renamed", "missing", "extra", "other kind", "optional", "other type"],
)
def test_a_difference_is_found(declared: str, changed: str) -> None:
    """A field that only one side has, or has otherwise, is told apart."""
    assert declared in PAGE
    page = declared_by_the_page(PAGE.replace(declared, changed))
    assert page["Rights"] != declared_by_the_table()["Rights"]


def test_a_frame_is_sent_with_its_kind_and_its_fields() -> None:
    """What is sent holds the kind of the frame and its fields, and in them the same of all that they hold."""
    frame = account_frames.Named(None, "a1", "Anna")
    assert json.loads(frames.to_json(frame)) == {"is": "named", "id": None, "account": "a1", "name": "Anna"}
    accounts = account_frames.Accounts((message_frames.AccountView("b1", "Борис"),))
    assert frames.to_json(accounts) == '{"is":"accounts","accounts":[{"account":"b1","name":"Борис"}]}'
