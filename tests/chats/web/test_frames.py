"""The frames: what each holds on its way between the table and the page, and the page's types of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest

from bot.chats.web import from_page, page_types, to_page
from bot.chats.web.errors import BadFrame
from bot.talk.incoming import LONGEST_TEXT

LISTED = dict(
    line.split(": ", 1) for line in Path(__file__).with_name("wire_forms.txt").read_text("utf-8").splitlines()
)
"""Each type that travels, and its fields."""


def test_the_types_of_the_page_are_those_of_the_table() -> None:
    """`make page-types` was called after the last change of a frame."""
    assert page_types.FILE.read_text("utf-8") == page_types.page_types()


def test_only_what_is_listed_travels() -> None:
    """A field that a value gains reaches the page only after it is listed in `wire_forms.txt`."""
    assert {name: " ".join(members) for name, members in page_types.shapes().items()} == LISTED


def test_each_frame_to_the_page_has_a_kind_of_its_own() -> None:
    """No two frames say that they are the same; pydantic refuses such models of the frames from the page."""
    kinds = [to_page.kind_of(frame) for frame in get_args(to_page.ToPage)]
    assert len({*kinds} - {None}) == len(kinds)


def test_a_frame_is_sent_with_its_kind_and_its_fields() -> None:
    """What is sent holds the kind of the frame and its fields, and in them the same of all that they hold."""
    frame = to_page.Named(None, "a1", "Anna")
    assert json.loads(to_page.to_json(frame)) == {"is": "named", "id": None, "account": "a1", "name": "Anna"}
    accounts = to_page.Accounts((to_page.AccountView("b1", "Борис"),))
    assert to_page.to_json(accounts) == '{"is":"accounts","accounts":[{"account":"b1","name":"Борис"}]}'


def asked(do: str, **fields: object) -> str:
    """A frame of the page with other fields."""
    return json.dumps({"do": do, "id": "action-1", "room": "me", "text": "", "message": None, **fields})


BAD = {
    "no JSON": "no frame",
    "[]": "no frame",
    "{}": "no frame",
    "[" * 4000: "no frame",
    asked("my secret"): "no frame",
    asked("setting", option="theme"): "no frame",
    asked("hello", secret="my\u0007secret", language=""): "hello: secret",  # noqa: S106 - opens nothing
    asked("say", id="my secret"): "say: id",
    asked("say", room="me:other"): "say: room",
    asked("say", text=5): "say: text",
    asked("say", text="t" * 1001): "say: text",
    asked("say", message="-1"): "say: message",
    asked("say", attached=3): "say: attached",
    asked("say", attached={"text": "x" * (LONGEST_TEXT + 1), "size": 1}): "say: attached",
    asked("press", data="é"): "press: data",
    asked("press", data="d" * 65): "press: data",
    asked("complete", text="t" * 5000): "too large",
    asked("settings", fill="secret " * 600): "too large",
}
"""What the page never sends, and how the log tells it."""


def test_a_bad_frame_is_told_by_its_kind_and_field() -> None:
    """The error, which is logged, says which field is wrong, and nothing that the browser wrote."""
    told = {}
    for frame in BAD:
        with pytest.raises(BadFrame) as refused:
            from_page.read_frame(frame)
        assert refused.value.__cause__ is None, frame
        told[frame] = str(refused.value)
    assert told == BAD
