"""The frames: what each holds on its way between the table and the page, and the page's types of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

import pytest

from bot.chats.web import from_page, page_types, to_page
from bot.chats.web.errors import BadFrame

LISTED = dict(
    line.split(": ", 1) for line in Path(__file__).with_name("wire_forms.txt").read_text("utf-8").splitlines()
)
"""Each type that travels, and its fields."""


def test_the_types_of_the_page_are_those_of_the_table() -> None:
    """`make page-types` was called after the last change of a frame."""
    assert page_types.FILE.read_text("utf-8") == page_types.page_types()


@pytest.mark.parametrize("name", sorted({*LISTED, *page_types.shapes()}))
def test_only_what_is_listed_travels(name: str) -> None:
    """A field that a value gains reaches the page only after it is listed in `wire_forms.txt`."""
    assert " ".join(page_types.shapes().get(name, ())) == LISTED.get(name)


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


@pytest.mark.parametrize(
    ("frame", "told"),
    [
        ("no JSON", "no frame"),
        ('{"do": "my secret"}', "no frame"),
        ('{"do": "hello", "secret": "my\\u0007secret", "language": ""}', "hello: secret"),
        ('{"do": "say", "id": "my secret", "room": "me", "text": "", "message": null}', "say: id"),
        (f'{{"do": "still there", "fill": "{"secret " * 600}"}}', "too large"),
    ],
)
def test_a_bad_frame_is_told_by_its_kind_and_field(frame: str, told: str) -> None:
    """The error, which is logged, says which field is wrong, and nothing that the browser wrote."""
    with pytest.raises(BadFrame) as refused:
        from_page.read_frame(frame)
    assert (str(refused.value), refused.value.__cause__) == (told, None)
