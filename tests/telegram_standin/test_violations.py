from __future__ import annotations

import aiohttp
import pytest

from tests.standin.errors import WentWrong
from tests.telegram_standin.client import TinyBot, ask
from tests.telegram_standin.spec import needs_spec
from tests.telegram_standin.standin import TelegramStandIn


@needs_spec
async def test_a_missing_method_is_a_violation(telegram: TelegramStandIn) -> None:
    """An unknown method is answered by 404, and is a violation that tells if Telegram has it."""
    for method in ("sendLuck", "sendDice"):
        assert (await ask(telegram, method))[0] == 404
    assert [(each.route, each.what) for each in telegram.take_violations()] == [
        ("sendLuck", "an unknown method"),
        ("sendDice", "a method that the stand-in does not play"),
    ]


INVALID: list[tuple[str, dict[str, object], str]] = [
    ("sendMessage", {"text": "x" * 4097}, "message is too long"),
    ("sendMessage", {"text": ""}, "message text is empty"),
    ("sendPhoto", {"photo": "id", "caption": "x" * 1025}, "message caption is too long"),
    (
        "sendMessage",
        {
            "text": "x",
            "reply_markup": {"inline_keyboard": [[{"text": "Roll", "callback_data": "x" * 65}]]},
        },
        "BUTTON_DATA_INVALID",
    ),
    ("answerCallbackQuery", {"callback_query_id": "1", "text": "x" * 201}, "MESSAGE_TOO_LONG"),
    ("setMyCommands", {"commands": [{"command": "Play", "description": "x"}]}, "BOT_COMMAND_INVALID"),
    (
        "sendMessage",
        {"text": "x", "message_thread_id": "x"},
        "wrong parameter message_thread_id in request",
    ),
]


@needs_spec
async def test_an_invalid_request_is_refused_and_a_violation(telegram: TelegramStandIn) -> None:
    """An invalid request is refused with Telegram's description, and changes nothing."""
    games, answers = telegram.supergroup(), []
    for method, fields, _ in INVALID:
        place = {} if method in ("answerCallbackQuery", "setMyCommands") else {"chat_id": games.id}
        status, answer = await ask(telegram, method, place | fields)
        assert status == 400
        (violation,) = telegram.take_violations()
        answers.append((violation.route, fields, answer["description"].removeprefix("Bad Request: ")))
    assert answers == INVALID
    assert not games.messages
    assert not telegram.profile.menus


@needs_spec
async def test_an_unknown_field_is_accepted_and_a_violation(telegram: TelegramStandIn) -> None:
    """Telegram ignores an unknown field; the stand-in records a violation."""
    games = telegram.supergroup()
    status, _ = await ask(telegram, "sendMessage", {"chat_id": games.id, "text": "x", "txt": "y"})
    assert status == 200
    assert [each.text for each in games.messages.values()] == ["x"]
    assert "txt" in str(telegram.take_violations())


async def test_invalid_formatting_is_a_violation(telegram: TelegramStandIn) -> None:
    """Invalid formatting is refused; formatting that Telegram leaves out is only a violation."""
    message = {"chat_id": telegram.supergroup().id, "parse_mode": "HTML"}
    status, answer = await ask(telegram, "sendMessage", message | {"text": "Anna < Boris"})
    assert status == 400
    assert answer["description"].startswith("Bad Request: can't parse entities: Unsupported tag")
    lossy = {"text": '<a href="http://localhost/">x</a>'}
    other = {"text": "*x*", "parse_mode": "Markdown"}
    assert (await ask(telegram, "sendMessage", message | lossy))[0] == 200
    assert (await ask(telegram, "sendMessage", message | other))[0] == 400
    assert [
        next(word for word in ("read", "leaves out", "plays no") if word in each.what)
        for each in telegram.take_violations()
    ] == ["read", "leaves out", "plays no"]


async def test_unsupported_parts_of_methods_are_violations(telegram: TelegramStandIn) -> None:
    """Other keyboards, media, inline messages, actions and duplicate commands are violations."""
    games = telegram.supergroup()
    sent = {"chat_id": games.id, "text": "x"}
    _, answer = await ask(telegram, "sendMessage", sent)
    place = {"chat_id": games.id, "message_id": answer["result"]["message_id"]}
    twice = [{"command": "play", "description": "Play"}] * 2
    await ask(telegram, "sendMessage", sent | {"reply_markup": {"force_reply": True}})
    await ask(telegram, "editMessageMedia", place | {"media": {"type": "video", "media": "id"}})
    await ask(telegram, "editMessageText", {"inline_message_id": "1", "text": "x"})
    await ask(telegram, "sendChatAction", {"chat_id": games.id, "action": "thinking"})
    await ask(telegram, "setMyCommands", {"commands": twice})
    routes = [each.route for each in telegram.take_violations()]
    assert routes == ["sendMessage", "editMessageMedia", "editMessageText", "sendChatAction", "setMyCommands"]


async def test_invalid_links_are_refused(telegram: TelegramStandIn) -> None:
    """A button's link to this machine is refused."""
    button = {"text": "Board", "url": "http://localhost:8080"}
    message = {"text": "x", "reply_markup": {"inline_keyboard": [[button]]}}
    status, answer = await ask(telegram, "sendMessage", message | {"chat_id": telegram.supergroup().id})
    assert status == 400
    assert "Wrong HTTP URL" in answer["description"]


async def test_an_unusable_keyboard_is_a_violation(telegram: TelegramStandIn) -> None:
    """More than eight buttons in a row, more than a hundred, or one without a label are violations."""
    message = {"chat_id": telegram.supergroup().id, "text": "x"}
    for rows in ([["a"] * 9], [["a"] * 8] * 13, [[" "]]):
        keyboard = [[{"text": label, "callback_data": "a"} for label in row] for row in rows]
        sent = message | {"reply_markup": {"inline_keyboard": keyboard}}
        assert (await ask(telegram, "sendMessage", sent))[0] == 200
        assert len(telegram.take_violations()) == 1


async def test_an_invalid_body_is_a_violation(telegram: TelegramStandIn) -> None:
    """Broken JSON and an unknown type are violations."""
    url = f"{telegram.api_url}/bot{telegram.token}/getMe"
    async with aiohttp.ClientSession() as session:
        for kind, body in (("application/json", "{"), ("application/json", "[]"), ("text/plain", "x")):
            async with session.post(url, data=body, headers={"Content-Type": kind}) as answer:
                assert answer.status == 400
    assert len(telegram.take_violations()) == 3


async def test_a_violation_is_raised_at_the_end() -> None:
    """A violation is raised at the end of the block."""
    with pytest.raises(WentWrong, match="sendLuck"):
        async with TelegramStandIn() as telegram:
            await ask(telegram, "sendLuck")


@needs_spec
async def test_requests_can_be_compared_at_the_end() -> None:
    """Requests and updates that were not compared on arrival are compared at the end of the block."""
    async with TelegramStandIn(at_once=False, checked=False) as telegram:
        await ask(telegram, "sendMessage", {"chat_id": telegram.group().id, "text": "x", "txt": "y"})
        telegram.world.emit("message", {"message_id": "x"})
    assert not telegram.violations
    with pytest.raises(WentWrong, match="txt") as raised:
        telegram.check()
    assert "the stand-in's update" in str(raised.value)


@needs_spec
async def test_the_stand_in_is_checked_too(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """An invalid answer or update of the stand-in, or an error in it, is a violation."""
    anna, games = telegram.user("Anna"), telegram.group()
    games.title = None  # type: ignore[assignment]  # Telegram would not send this.
    await ask(telegram, "getChat", {"chat_id": games.id})
    await anna.say(games, "/play")
    games.denied = None  # type: ignore[assignment]  # as above
    await ask(telegram, "getChat", {"chat_id": games.id})
    found = [each.route for each in telegram.take_violations()]
    assert found == [
        "the stand-in's answer to getChat",
        "the stand-in's update",
        "the stand-in broke at getChat",
    ]
