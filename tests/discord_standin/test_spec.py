from __future__ import annotations

from typing import Any

import pytest

from tests.discord_standin.limits import message_faults
from tests.discord_standin.spec import TOLERATED, Specification, needs_spec, specification

pytestmark = needs_spec

Json = dict[str, Any]
SEND = "/channels/12/messages"
EDIT = "/channels/12/messages/13"
COMMANDS = "/applications/11/commands"


@pytest.fixture(scope="module")
def spec() -> Specification:
    """Discord's description."""
    found = specification()
    assert found is not None
    return found


def row(*labels: str, **more: object) -> Json:
    """Return a row of buttons."""
    made = [{"type": 2, "style": 1, "label": each, "custom_id": each} | more for each in labels]
    return {"type": 1, "components": made}


def test_a_fault_names_its_place(spec: Specification) -> None:
    """A fault in a length, count, type or id names its place at any depth."""
    wrong: list[tuple[Json, str]] = [
        ({"content": "x" * 4001}, "$.content"),
        ({"content": 5}, "$.content"),
        ({"content": "a", "nonce": "n" * 26}, "$.nonce"),
        ({"content": "a", "components": [row(*"abcdef")]}, "$.components[0].components"),
        ({"content": "a", "components": [row("a", style=9)]}, "$.components[0].components[0].style"),
        (
            {"content": "a", "components": [row("a", custom_id="c" * 101)]},
            "$.components[0].components[0].custom_id",
        ),
        ({"content": "a", "components": [row("l" * 81)]}, "$.components[0].components[0].label"),
        ({"content": "a", "components": [{"type": 99}]}, "$.components[0]"),
        (
            {"content": "a", "components": [{"type": 1, "components": [{"type": 4}]}]},
            "$.components[0].components[0]",
        ),
        (
            {"content": "a", "attachments": [{"id": 0, "description": "d" * 1025}]},
            "$.attachments[0].description",
        ),
        ({"content": "a", "attachments": [{"filename": "a.png"}]}, "$.attachments[0]"),
        ({"content": "a", "allowed_mentions": {"parse": ["all"]}}, "$.allowed_mentions.parse[0]"),
        ({"content": "a", "embeds": [{}] * 11}, "$.embeds"),
        ({"content": "a", "message_reference": {"message_id": "x"}}, "$.message_reference.message_id"),
    ]
    found = [[fault.where for fault in spec.request_faults("POST", SEND, {}, body)] for body, _ in wrong]
    assert found == [[where] for _, where in wrong]


def test_a_full_message_has_no_fault(spec: Specification) -> None:
    """A message with text, 25 buttons, a file, mentions and a nonce has no fault."""
    body = {
        "content": "x" * 2000,
        "components": [row(*(f"{row_number}{letter}" for letter in "abcde")) for row_number in range(5)],
        "attachments": [{"id": 0, "filename": "board.png", "description": "d" * 1024}],
        "allowed_mentions": {"parse": [], "users": [123, "456"]},
        "nonce": "n" * 25,
        "enforce_nonce": True,
        "flags": 4096,
    }
    assert not spec.request_faults("POST", SEND, {}, body)
    assert not list(message_faults(body, [0]))


def test_an_unknown_field_is_a_fault(spec: Specification) -> None:
    """A field that the description does not name is a fault, in a body at any depth or in a query."""
    wrong: list[tuple[str, Json, Json]] = [
        (SEND, {}, {"content": "a", "contnt": "b"}),
        (SEND, {}, {"content": "a", "components": [row("a", colour=1)]}),
        (SEND, {"wait": "1"}, {"content": "a"}),
        ("/webhooks/1/t", {"wait": "1", "loud": "1"}, {"content": "a"}),
        ("/channels/12/typing", {}, {"content": "a"}),
    ]
    for path, query, body in wrong:
        faults = spec.request_faults("POST", path, query, body)
        assert faults, (path, body)
        assert all(fault.unknown_field for fault in faults), (path, body)


def test_only_discords_operations_are_known(spec: Specification) -> None:
    """Unknown paths, methods and invalid ids are recognised; `@me` is no id."""
    assert spec.knows("GET", "/users/@me")
    assert spec.knows("PATCH", "/webhooks/1/token/messages/%40original")
    assert not spec.knows("PUT", "/users/@me")
    assert not spec.knows("GET", "/users/@me/friends")
    assert [fault.where for fault in spec.request_faults("GET", "/channels/me", {}, None)] == [
        "path channel_id"
    ]


def test_tolerated_differences_pass(spec: Specification) -> None:
    """Each tolerated difference passes in its request."""
    sent: list[tuple[str, str, str, dict[str, str], object]] = [
        ("ids as numbers", "POST", SEND, {}, {"content": "a", "attachments": [{"id": 0}]}),
        ("tts in an edit", "PATCH", EDIT, {}, {"content": "a", "tts": False}),
        (
            "tts in an edit",
            "PATCH",
            "/webhooks/1/t/messages/@original",
            {},
            {"content": "a", "tts": False},
        ),
        (
            "tts in an edit",
            "POST",
            "/interactions/1/t/callback",
            {},
            {"type": 7, "data": {"content": "a", "tts": False}},
        ),
        ("nsfw of a command", "PUT", COMMANDS, {}, [{"name": "a", "description": "b", "nsfw": False}]),
        (
            "a kept file, whole",
            "PATCH",
            EDIT,
            {},
            {
                "attachments": [
                    {"id": 1, "filename": "a.png", "size": 9, "url": "https://a", "spoiler": False}
                ]
            },
        ),
        ("0 and 1 in a query", "POST", "/webhooks/1/t", {"wait": "1"}, {"content": "a"}),
    ]
    assert {what for what, *_ in sent} | {"payload_json"} == {each.what for each in TOLERATED}
    found = [
        (what, spec.request_faults(method, path, query, body)) for what, method, path, query, body in sent
    ]
    assert [(what, faults) for what, faults in found if faults] == []


def test_a_tolerated_field_needs_its_value(spec: Specification) -> None:
    """A tolerated field passes only with its tolerated value."""
    faults = spec.request_faults("PATCH", EDIT, {}, {"content": "a", "tts": True})
    assert [fault.where for fault in faults] == ["$.tts"]


def test_answers_are_read_strictly(spec: Specification) -> None:
    """Answers have no tolerated differences, and an undocumented status is a fault."""
    allowed = {"url": "wss://gateway.discord.gg"}
    assert not spec.answer_faults("GET", "/gateway", 200, allowed)
    assert spec.answer_faults("GET", "/gateway", 200, allowed | {"shards": 1})
    assert spec.answer_faults("GET", "/gateway", 200, {"url": "nowhere"})
    assert spec.answer_faults("GET", "/gateway", 201, allowed)
    assert not spec.answer_faults("GET", "/gateway", 404, {"code": 0, "message": "404: Not Found"})
    assert spec.answer_faults("GET", "/gateway", 404, {"message": "404: Not Found"})
    assert spec.answer_faults("GET", "/gateway", 429, {"code": 0, "message": "slowly"})
    assert spec.answer_faults("DELETE", EDIT, 204, {})


def test_objects_are_checked_by_schema(spec: Specification) -> None:
    """An id that is a number is a fault in an object from Discord."""
    member = {"id": "1", "user_id": 2, "join_timestamp": "2026-01-01T00:00:00+00:00", "flags": 0}
    assert [fault.where for fault in spec.object_faults("ThreadMemberResponse", member)] == ["$.user_id"]
    member |= {"user_id": "2", "join_timestamp": "yesterday"}
    assert [fault.where for fault in spec.object_faults("ThreadMemberResponse", member)] == [
        "$.join_timestamp"
    ]
