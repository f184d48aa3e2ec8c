"""Frames: what each holds on the wire, and their types for the page."""

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
"""Each type that is sent, and its fields."""


def test_the_pages_types_match_the_frames() -> None:
    """The page's types match the frames; if not, run `make page-types`."""
    assert page_types.FILE.read_text("utf-8") == page_types.page_types()


def test_only_listed_fields_are_sent() -> None:
    """A new field must be listed in `wire_forms.txt` before it is sent to the page."""
    assert {name: " ".join(members) for name, members in page_types.shapes().items()} == LISTED


def test_each_frame_to_the_page_has_a_distinct_kind() -> None:
    """No two frames to the page have the same kind; for frames from the page pydantic ensures that."""
    kinds = [to_page.kind_of(frame) for frame in get_args(to_page.ToPage)]
    assert len({*kinds} - {None}) == len(kinds)


def test_a_frame_is_sent_with_its_kind_and_its_fields() -> None:
    """A frame's JSON has its kind and its fields, also in nested values."""
    frame = to_page.Named(None, "a1", "Anna", is_guest=False)
    named = {"is": "named", "id": None, "account": "a1", "name": "Anna", "guest": False}
    assert json.loads(to_page.to_json(frame)) == named
    accounts = to_page.Accounts((to_page.AccountView("b1", "Борис"),))
    assert to_page.to_json(accounts) == '{"is":"accounts","accounts":[{"account":"b1","name":"Борис"}]}'


def frame_with(do: str, **fields: object) -> str:
    """Return a frame of the page with some fields."""
    return json.dumps({"do": do, "id": "action-1", "room": "me", "text": "", "message": None, **fields})


BAD = {
    "no JSON": "no frame",
    "[]": "no frame",
    "{}": "no frame",
    "[" * 4000: "no frame",
    frame_with("my secret"): "no frame",
    frame_with("setting", option="theme"): "no frame",
    frame_with("hello", secret="my\u0007secret", language=""): "hello: secret",  # noqa: S106 - opens nothing
    frame_with("say", id="my secret"): "say: id",
    frame_with("say", room="me:other"): "say: room",
    frame_with("say", text=5): "say: text",
    frame_with("say", text="t" * 1001): "say: text",
    frame_with("say", message="-1"): "say: message",
    frame_with("say", attached=3): "say: attached",
    frame_with("say", attached={"text": "x" * (LONGEST_TEXT + 1), "size": 1}): "say: attached",
    frame_with("press", data="é"): "press: data",
    frame_with("press", data="d" * 65): "press: data",
    frame_with("complete", text="t" * 5000): "too large",
    frame_with("settings", fill="secret " * 600): "too large",
}
"""Frames that the page never sends, and the error for each."""


def test_a_bad_frame_is_reported_by_its_kind_and_field() -> None:
    """The error, which is logged, names the wrong field and holds nothing that the browser wrote."""
    errors = {}
    for frame in BAD:
        with pytest.raises(BadFrame) as refused:
            from_page.read_frame(frame)
        assert refused.value.__cause__ is None, frame
        errors[frame] = str(refused.value)
    assert errors == BAD
