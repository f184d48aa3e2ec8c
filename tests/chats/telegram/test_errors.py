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
    """Return the error that the library makes of an answer."""
    request = HTTPXRequest(httpx_kwargs={"transport": httpx.MockTransport(answer)})
    async with request:
        with pytest.raises(TelegramError) as error:
            await request.post("https://api.telegram.org/bot77:token/sendMessage")
    return error.value


async def refusal(code: int, description: str, **parameters: int) -> TelegramError:
    """Return the error that the library makes of what Telegram says in its own way."""
    body = {"ok": False, "error_code": code, "description": description}
    if parameters:
        body["parameters"] = parameters
    return await error_of(lambda _: httpx.Response(code, json=body))


async def bad_request(sentence: str) -> BadRequest:
    """Return the error that the library makes of a sentence of Telegram's."""
    error = await refusal(400, f"Bad Request: {sentence}")
    assert isinstance(error, BadRequest)
    return error


LOST = (
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


async def test_a_refusal_says_what_is_lost() -> None:
    """A chat that takes nothing from the bot is gone, and so is a message that nobody can edit."""
    forbidden = {each: chat_error(await refusal(403, f"Forbidden: {each}")) for each in LOST}
    refused = {each: chat_error(await bad_request(each)) for each in (*CLOSED, *NO_TOPIC, *NOT_EDITABLE)}
    found = {each: type(error) for each, error in (forbidden | refused).items()}
    assert found == {
        **dict.fromkeys((*LOST, *CLOSED, *NO_TOPIC), ChatGone),
        **dict.fromkeys(NOT_EDITABLE, MessageGone),
    }


async def test_a_fault_of_ours_is_told_as_it_is() -> None:
    """What Telegram refuses because we made it wrong says nothing of chat or message."""
    errors = [await bad_request(sentence) for sentence in (*OURS, *WRONG_FILE)]
    assert [chat_error(error) for error in errors] == errors


async def test_what_can_be_mended_is_told_apart() -> None:
    """A closed or deleted topic leaves its forum, and a forgotten picture is uploaded again."""
    for sentence in (*CLOSED, *NO_TOPIC, *NOT_EDITABLE, *OURS, *WRONG_FILE):
        error = await bad_request(sentence)
        assert (lacks_topic(error), is_wrong_file(error)) == (sentence in NO_TOPIC, sentence in WRONG_FILE)


async def test_a_group_that_became_a_supergroup_has_moved() -> None:
    """Telegram names the supergroup that has taken the place of a group."""
    meaning = chat_error(
        await refusal(
            400,
            "Bad Request: group chat was upgraded to a supergroup chat",
            migrate_to_chat_id=-1001000000001,
        )
    )
    assert isinstance(meaning, ChatMoved)
    assert meaning.key == "-1001000000001"


async def test_a_flood_is_waited_out() -> None:
    """What Telegram refuses because there is too much goes later, when it says, and has not arrived."""
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
    """Return the page of a gateway that had no answer of Telegram's in time."""
    return httpx.Response(code, text="<html>Gateway</html>")


def fails_by(error: type[httpx.RequestError]) -> Callable[[httpx.Request], httpx.Response]:
    """Return a connection on which something happens."""

    def answer(request: httpx.Request) -> httpx.Response:
        raise error("", request=request)

    return answer


async def test_only_a_request_that_left_may_have_arrived() -> None:
    """Without a connection, or refused, it has not; a gateway's page or a silence does not tell."""
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


async def test_an_edit_that_changes_nothing_is_told() -> None:
    """Telegram refuses an edit of a message that looks like that already."""
    same = await bad_request(
        "message is not modified: specified new message content and reply markup are exactly the same as a "
        "current content and reply markup of the message"
    )
    assert changed_nothing(same)
    assert not changed_nothing(await bad_request("message to edit not found"))


@pytest.mark.parametrize("wait", [17, timedelta(seconds=17)])
def test_how_long_to_wait_is_told_in_seconds(wait: int | timedelta) -> None:
    """The library takes a wait as a number or as a span of time."""
    assert seconds_of(RetryAfter(wait)) == 17.0


async def test_the_sender_hears_its_own_words() -> None:
    """What Telegram refuses is raised as the sender knows it; another error keeps its name."""
    error = await refusal(403, "Forbidden: bot was blocked by the user")
    with pytest.raises(ChatGone), platform_errors():
        raise error
    with pytest.raises(KeyError), platform_errors():
        raise KeyError


def test_a_wrong_token_names_its_setting() -> None:
    """The error names the setting that holds the token."""
    assert "TELEGRAM_TOKEN" in str(bad_token())
