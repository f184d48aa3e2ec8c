from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import partial

import httpx
import pytest
from telegram.error import BadRequest, RetryAfter, TelegramError
from telegram.request import HTTPXRequest

from bot.chats.errors import ChatGone, ChatMoved, MayHaveArrived, MessageGone, TryLater
from bot.chats.telegram.errors import (
    bad_token,
    changed_nothing,
    chat_error,
    is_wrong_file,
    lacks_topic,
    platform_errors,
    seconds_of,
)


async def error_of(answer: Callable[[httpx.Request], httpx.Response]) -> TelegramError:
    """Return the library's error for an HTTP answer."""
    request = HTTPXRequest(httpx_kwargs={"transport": httpx.MockTransport(answer)})
    async with request:
        with pytest.raises(TelegramError) as error:
            await request.post("https://api.telegram.org/bot77:token/sendMessage")
    return error.value


async def refusal(code: int, description: str, **parameters: int) -> TelegramError:
    """Return the library's error for a refusal by Telegram."""
    body = {"ok": False, "error_code": code, "description": description}
    if parameters:
        body["parameters"] = parameters
    return await error_of(lambda _: httpx.Response(code, json=body))


async def bad_request(sentence: str) -> BadRequest:
    """Return the library's error for a description by Telegram."""
    error = await refusal(400, f"Bad Request: {sentence}")
    assert isinstance(error, BadRequest)
    return error


NO_ACCESS = (
    *("bot was blocked by the user", "bot was kicked from the group chat", "user is deactivated"),
    *("bot was kicked from the supergroup chat", "bot is not a member of the supergroup chat"),
    "bot can't initiate conversation with a user",
)
CLOSED = (
    *("chat not found", "group chat was deactivated", "not enough rights to send text messages to the chat"),
    *("not enough rights to send photos to the chat", "have no rights to send a message"),
    *("need administrator rights in the channel chat", "CHAT_WRITE_FORBIDDEN", "CHAT_RESTRICTED"),
    *("CHAT_SEND_PHOTOS_FORBIDDEN", "CHAT_SEND_PLAIN_FORBIDDEN", "CHANNEL_PRIVATE", "PEER_ID_INVALID"),
)
NO_TOPIC = ("message thread not found", "TOPIC_CLOSED", "TOPIC_DELETED")
NOT_EDITABLE = (
    *("message to edit not found", "message can't be edited", "MESSAGE_ID_INVALID"),
    *("there is no text in the message to edit", "there is no caption in the message to edit"),
)
OURS = (
    *("can't parse entities: Unsupported start tag", "message is too long", "message caption is too long"),
    *("message text is empty", "BUTTON_DATA_INVALID", "inline keyboard button URL is invalid"),
    "PHOTO_INVALID_DIMENSIONS",
)
WRONG_FILE = (
    "wrong file identifier/HTTP URL specified",
    "wrong remote file identifier specified: can't unserialize it. Wrong last symbol",
    *("wrong file_id or the file is temporarily unavailable", "invalid remote file identifier"),
    "FILE_REFERENCE_EXPIRED",
)


async def test_refusals_are_missing_chats_and_messages() -> None:
    """A chat that refuses the bot counts as missing, and so does a message that cannot be edited."""
    forbidden = {each: chat_error(await refusal(403, f"Forbidden: {each}")) for each in NO_ACCESS}
    refused = {each: chat_error(await bad_request(each)) for each in (*CLOSED, *NO_TOPIC, *NOT_EDITABLE)}
    found = {each: type(error) for each, error in (forbidden | refused).items()}
    assert found == {
        **dict.fromkeys((*NO_ACCESS, *CLOSED, *NO_TOPIC), ChatGone),
        **dict.fromkeys(NOT_EDITABLE, MessageGone),
    }


async def test_a_malformed_request_keeps_its_error() -> None:
    """A refusal of a malformed request stays as it is."""
    errors = [await bad_request(sentence) for sentence in (*OURS, *WRONG_FILE)]
    assert [chat_error(error) for error in errors] == errors


async def test_topics_and_files_are_recognised() -> None:
    """A closed topic and a forgotten file are recognised among all refusals."""
    for sentence in (*CLOSED, *NO_TOPIC, *NOT_EDITABLE, *OURS, *WRONG_FILE):
        error = await bad_request(sentence)
        assert (lacks_topic(error), is_wrong_file(error)) == (sentence in NO_TOPIC, sentence in WRONG_FILE)


async def test_a_group_that_became_a_supergroup_has_moved() -> None:
    """An upgraded group has moved to its supergroup."""
    meaning = chat_error(
        await refusal(
            400,
            "Bad Request: group chat was upgraded to a supergroup chat",
            migrate_to_chat_id=-1001000000001,
        )
    )
    assert isinstance(meaning, ChatMoved)
    assert meaning.key == "-1001000000001"


async def test_a_rate_limit_is_retried() -> None:
    """A rate limit is retried after Telegram's delay, and nothing has arrived."""
    meaning = chat_error(await refusal(429, "Too Many Requests: retry after 17", retry_after=17))
    assert isinstance(meaning, TryLater)
    assert not isinstance(meaning, MayHaveArrived)
    assert meaning.seconds == 17.0


UNCONNECTED = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
BROKEN = (
    *(httpx.ReadTimeout, httpx.WriteTimeout, httpx.ReadError, httpx.WriteError, httpx.CloseError),
    httpx.RemoteProtocolError,
)


def page(code: int, _: httpx.Request) -> httpx.Response:
    """Return the error page of a gateway."""
    return httpx.Response(code, text="<html>Gateway</html>")


def fails_by(error: type[httpx.RequestError]) -> Callable[[httpx.Request], httpx.Response]:
    """Return a connection that fails with an error."""

    def answer(request: httpx.Request) -> httpx.Response:
        raise error("", request=request)

    return answer


async def test_only_a_request_that_left_may_have_arrived() -> None:
    """A request that is refused or has no connection has not arrived; after a broken one it is unknown."""
    never = [
        *[await error_of(fails_by(each)) for each in UNCONNECTED],
        *[await refusal(code, "Unauthorized") for code in (401, 404)],
    ]
    perhaps = [
        *[await error_of(fails_by(each)) for each in BROKEN],
        *[await error_of(partial(page, code)) for code in (200, 502, 504)],
    ]
    later = [await refusal(code, "Internal Server Error") for code in (500, 503)]
    assert {type(chat_error(error)) for error in never} == {TryLater}
    assert {type(chat_error(error)) for error in perhaps} == {MayHaveArrived}
    assert all(isinstance(chat_error(error), TryLater) for error in later)


async def test_an_edit_that_changes_nothing_is_recognised() -> None:
    """An edit to the present content is recognised."""
    same = await bad_request(
        "message is not modified: specified new message content and reply markup are exactly the same as a "
        "current content and reply markup of the message"
    )
    assert changed_nothing(same)
    assert not changed_nothing(await bad_request("message to edit not found"))


@pytest.mark.parametrize("wait", [17, timedelta(seconds=17)])
def test_a_delay_is_in_seconds(wait: int | timedelta) -> None:
    """The library gives a delay as a number or as a duration."""
    assert seconds_of(RetryAfter(wait)) == 17.0


async def test_refusals_are_the_senders_errors() -> None:
    """A refusal is raised as the sender's error, and any other error stays as it is."""
    error = await refusal(403, "Forbidden: bot was blocked by the user")
    with pytest.raises(ChatGone), platform_errors():
        raise error
    with pytest.raises(KeyError), platform_errors():
        raise KeyError


def test_a_wrong_token_names_its_setting() -> None:
    """The error of a bad token names the token's setting."""
    assert "TELEGRAM_TOKEN" in str(bad_token())
