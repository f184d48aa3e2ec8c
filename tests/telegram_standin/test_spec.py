from __future__ import annotations

import json
import re
from typing import Any

import pytest

from tests.telegram_standin.messages import EMOJI
from tests.telegram_standin.request import Upload
from tests.telegram_standin.spec import SPEC_FILE, TOLERATED, Specification, needs_spec, specification

pytestmark = needs_spec

Json = dict[str, Any]
PNG = Upload("board.png", b"png")


@pytest.fixture(scope="module")
def spec() -> Specification:
    """Telegram's description."""
    found = specification()
    assert found is not None
    return found


def keyboard(**button: object) -> str:
    """Return a keyboard of one button, as a form has it."""
    return json.dumps({"inline_keyboard": [[{"text": "Roll"} | button]]})


def places(
    spec: Specification, method: str, fields: Json, files: dict[str, Upload] | None = None
) -> list[str]:
    """Return the places of a request's faults."""
    return [fault.where for fault in spec.request_faults(method, fields, files or {})]


def test_reactions_are_telegrams_list() -> None:
    """The stand-in accepts exactly the emoji that Telegram's description lists."""
    described = json.loads(SPEC_FILE.read_text("utf-8"))["types"]["ReactionTypeEmoji"]["fields"]
    (listed,) = (each["description"] for each in described if each["name"] == "emoji")
    assert frozenset(re.findall('"([^"]+)"', listed)) == EMOJI


HELLO: Json = {"chat_id": "12", "text": "hello"}


FAULTY: list[tuple[str, Json, str]] = [
    ("sendMessage", {"chat_id": "12"}, "$.text"),
    ("sendMessage", HELLO | {"text": ""}, "$.text"),
    ("sendMessage", HELLO | {"text": "x" * 4097}, "$.text"),
    ("sendMessage", HELLO | {"text": "🎲" * 2049}, "$.text"),
    ("sendMessage", HELLO | {"message_thread_id": "x"}, "$.message_thread_id"),
    ("sendMessage", HELLO | {"disable_notification": "perhaps"}, "$.disable_notification"),
    ("sendMessage", HELLO | {"reply_markup": "{"}, "$.reply_markup"),
    (
        "sendMessage",
        HELLO | {"reply_markup": '{"inline_keyboard": [{}]}'},
        "$.reply_markup.inline_keyboard[0]",
    ),
    (
        "sendMessage",
        HELLO | {"reply_markup": keyboard(callback_data="д" * 33)},
        "$.reply_markup.inline_keyboard[0][0].callback_data",
    ),
    (
        "sendMessage",
        HELLO | {"reply_markup": keyboard(callback_data="a", url="https://a.example")},
        "$.reply_markup.inline_keyboard[0][0]",
    ),
    ("sendMessage", HELLO | {"reply_markup": keyboard()}, "$.reply_markup.inline_keyboard[0][0]"),
    (
        "sendMessage",
        HELLO | {"reply_markup": keyboard(callback_data="a", style="golden")},
        "$.reply_markup.inline_keyboard[0][0].style",
    ),
    ("sendMessage", HELLO | {"reply_parameters": "{}"}, "$.reply_parameters.message_id"),
    ("sendPhoto", {"chat_id": "12", "photo": "id", "caption": "x" * 1025}, "$.caption"),
    ("sendPhoto", {"chat_id": "12", "photo": "attach://board"}, "$.photo"),
    ("sendPhoto", {"chat_id": "12"}, "$.photo"),
    ("editMessageMedia", {"media": '{"type": "photo"}'}, "$.media.media"),
    ("editMessageMedia", {"media": '{"type": "painting", "media": "id"}'}, "$.media"),
    ("editMessageMedia", {"media": '{"type": "photo", "media": "attach://board"}'}, "$.media.media"),
    ("answerCallbackQuery", {"callback_query_id": "1", "text": "x" * 201}, "$.text"),
    ("deleteMessages", {"chat_id": "1", "message_ids": "[]"}, "$.message_ids"),
    ("deleteMessages", {"chat_id": "1", "message_ids": str(list(range(101)))}, "$.message_ids"),
    ("setMyCommands", {"commands": '[{"command": "Play", "description": "x"}]'}, "$.commands[0].command"),
    (
        "setMyCommands",
        {"commands": '[{"command": "play", "description": ""}]'},
        "$.commands[0].description",
    ),
    (
        "setMyCommands",
        {"commands": json.dumps([{"command": f"a{n}", "description": "x"} for n in range(101)])},
        "$.commands",
    ),
    ("setMyCommands", {"commands": "[]", "scope": '{"type": "everywhere"}'}, "$.scope"),
    ("getUpdates", {"limit": "101"}, "$.limit"),
    ("getUpdates", {"allowed_updates": '"message"'}, "$.allowed_updates"),
    ("setMyShortDescription", {"short_description": "x" * 121}, "$.short_description"),
]


def test_a_fault_names_its_place(spec: Specification) -> None:
    """A fault in a type, length, count, choice or missing field names its place at any depth."""
    found = [(method, fields, *places(spec, method, fields)) for method, fields, _ in FAULTY]
    assert found == FAULTY


def test_formatting_does_not_count(spec: Specification) -> None:
    """The length of a formatted text counts without its tags."""
    long = "<b>" + "x" * 4094 + "</b>"
    assert not places(spec, "sendMessage", HELLO | {"text": long, "parse_mode": "HTML"})
    assert places(spec, "sendMessage", HELLO | {"text": long}) == ["$.text"]
    media = {"type": "photo", "media": "id", "caption": f"<b>{'x' * 1024}</b>", "parse_mode": "HTML"}
    assert not places(spec, "editMessageMedia", {"media": json.dumps(media)})


def test_valid_requests_have_no_fault(spec: Specification) -> None:
    """Valid requests as forms, as JSON and with files have no fault."""
    photo = {"chat_id": "12", "caption": "k7f", "reply_markup": keyboard(callback_data="a" * 64)}
    assert not places(spec, "sendPhoto", photo, {"photo": PNG})
    assert not places(spec, "sendPhoto", photo | {"photo": "attach://board"}, {"board": PNG})
    assert not places(
        spec, "sendMessage", {"chat_id": 12, "text": "hello", "disable_notification": True, "entities": []}
    )
    assert not places(spec, "sendMessage", HELLO | {"chat_id": "@nardy_games"})
    scope = {"type": "chat", "chat_id": -1001}
    assert not places(spec, "setMyCommands", {"commands": "[]", "scope": json.dumps(scope)})


@pytest.mark.parametrize(
    ("method", "fields", "files"),
    [
        ("sendMessage", HELLO | {"txt": "hello"}, {}),
        ("sendMessage", HELLO | {"reply_markup": keyboard(callback_data="a", colour="red")}, {}),
        ("sendMessage", HELLO, {"photo": PNG}),
        ("sendPhoto", {"chat_id": "12", "photo": "id"}, {"board": PNG}),
        ("getMe", {"chat_id": "12"}, {}),
    ],
)
def test_an_unknown_field_is_a_fault(
    spec: Specification, method: str, fields: Json, files: dict[str, Upload]
) -> None:
    """A field or file that the description does not name is an unknown field."""
    faults = spec.request_faults(method, fields, files)
    assert [fault.unknown_field or "colour" in fault.what for fault in faults] == [True]


def test_only_telegrams_methods_are_known(spec: Specification) -> None:
    """An unknown method is recognised."""
    assert spec.knows("sendDice")
    assert not spec.knows("sendLuck")
    assert spec.request_faults("sendLuck", {}, {})


def test_tolerated_differences_pass(spec: Specification) -> None:
    """An empty keyboard as an empty object passes in a request, but not in an answer."""
    assert [each.what for each in TOLERATED] == ["an empty keyboard"]
    assert not places(spec, "editMessageReplyMarkup", {"reply_markup": "{}"})
    assert spec.object_faults("InlineKeyboardMarkup", {})


def test_answers_are_read_strictly(spec: Specification) -> None:
    """The type of a result and the form of a refusal are checked."""
    user = {"id": 1, "is_bot": True, "first_name": "Nardy"}
    assert not spec.answer_faults("getMe", {"ok": True, "result": user})
    assert spec.answer_faults("getMe", {"ok": True, "result": user | {"id": "1"}})
    assert spec.answer_faults("getMe", {"ok": True, "result": user | {"age": 1}})
    assert spec.answer_faults("getMe", {"ok": True, "result": user, "more": 1})
    assert spec.answer_faults("deleteMessage", {"ok": True, "result": 1})
    refusal = {"ok": False, "error_code": 429, "description": "Too Many Requests: retry after 1"}
    assert not spec.answer_faults("getMe", refusal | {"parameters": {"retry_after": 1}})
    assert spec.answer_faults("getMe", refusal | {"parameters": {"wait": 1}})
    assert spec.answer_faults("getMe", {"ok": False, "description": "no"})


def test_objects_are_checked_by_type(spec: Specification) -> None:
    """The type of an object with several subtypes is found by its own fields."""
    user = {"id": 1, "is_bot": True, "first_name": "Nardy"}
    assert not spec.object_faults("ChatMember", {"status": "member", "user": user})
    assert not spec.object_faults("ChatMember", {"status": "kicked", "user": user, "until_date": 0})
    assert [each.where for each in spec.object_faults("ChatMember", {"status": "kicked", "user": user})] == [
        "$.until_date"
    ]
    assert spec.object_faults("ChatMember", {"status": "friend", "user": user})
    assert [each.where for each in spec.object_faults("Chat", {"id": 1, "type": "club"})] == ["$.type"]
