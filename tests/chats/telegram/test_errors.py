from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

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


@pytest.mark.parametrize(
    "sentence",
    [
        "bot was blocked by the user",
        "bot was kicked from the group chat",
        "bot was kicked from the supergroup chat",
        "bot is not a member of the supergroup chat",
        "bot can't initiate conversation with a user",
        "user is deactivated",
    ],
)
async def test_a_chat_that_is_forbidden_is_gone(sentence: str) -> None:
    """Where the bot was blocked, removed or never let in, it cannot write any more."""
    assert isinstance(chat_error(await refusal(403, f"Forbidden: {sentence}")), ChatGone)


@pytest.mark.parametrize(
    "sentence",
    [
        "chat not found",
        "group chat was deactivated",
        "not enough rights to send text messages to the chat",
        "not enough rights to send photos to the chat",
        "have no rights to send a message",
        "need administrator rights in the channel chat",
        "CHAT_WRITE_FORBIDDEN",
        "CHAT_RESTRICTED",
        "CHAT_SEND_PHOTOS_FORBIDDEN",
        "CHAT_SEND_PLAIN_FORBIDDEN",
        "CHANNEL_PRIVATE",
        "PEER_ID_INVALID",
        "message thread not found",
        "TOPIC_CLOSED",
        "TOPIC_DELETED",
    ],
)
async def test_a_chat_that_cannot_be_written_to_is_gone(sentence: str) -> None:
    """A chat that is not there, or takes nothing from the bot, is given up."""
    assert isinstance(chat_error(await bad_request(sentence)), ChatGone)


@pytest.mark.parametrize(
    "sentence",
    [
        "message to edit not found",
        "message can't be edited",
        "MESSAGE_ID_INVALID",
        "there is no text in the message to edit",
        "there is no caption in the message to edit",
    ],
)
async def test_a_message_that_cannot_be_edited_is_gone(sentence: str) -> None:
    """A message that Telegram lets nobody edit is replaced by a new one."""
    assert isinstance(chat_error(await bad_request(sentence)), MessageGone)


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


@pytest.mark.parametrize("code", [401, 404])
async def test_a_token_that_is_refused_meanwhile_loses_nothing(code: int) -> None:
    """While Telegram does not know the bot, what is undelivered waits and no chat is given up."""
    meaning = chat_error(await refusal(code, "Unauthorized"))
    assert isinstance(meaning, TryLater)
    assert not isinstance(meaning, MayHaveArrived)


@pytest.mark.parametrize(
    "sentence",
    [
        "can't parse entities: Unsupported start tag",
        "message is too long",
        "message caption is too long",
        "message text is empty",
        "BUTTON_DATA_INVALID",
        "inline keyboard button URL is invalid",
        "PHOTO_INVALID_DIMENSIONS",
    ],
)
async def test_a_fault_of_ours_is_told_as_it_is(sentence: str) -> None:
    """What Telegram refuses because we made it wrong says nothing of chat or message."""
    error = await bad_request(sentence)
    assert chat_error(error) is error


def fails_by(error: type[httpx.RequestError]) -> Callable[[httpx.Request], httpx.Response]:
    """Return a connection on which something happens."""

    def answer(request: httpx.Request) -> httpx.Response:
        raise error("", request=request)

    return answer


@pytest.mark.parametrize("error", [httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout])
async def test_what_never_left_has_not_arrived(error: type[httpx.RequestError]) -> None:
    """Where there was no connection the message is certainly not there."""
    meaning = chat_error(await error_of(fails_by(error)))
    assert isinstance(meaning, TryLater)
    assert not isinstance(meaning, MayHaveArrived)


@pytest.mark.parametrize(
    "error",
    [
        httpx.ReadTimeout,
        httpx.WriteTimeout,
        httpx.ReadError,
        httpx.WriteError,
        httpx.CloseError,
        httpx.RemoteProtocolError,
    ],
)
async def test_what_left_without_an_answer_may_have_arrived(error: type[httpx.RequestError]) -> None:
    """Where the connection broke or fell silent nobody knows whether the message is there."""
    assert isinstance(chat_error(await error_of(fails_by(error))), MayHaveArrived)


@pytest.mark.parametrize("code", [200, 502, 504])
async def test_what_somebody_between_answers_leaves_it_open(code: int) -> None:
    """A page of a gateway that had no answer of Telegram's in time does not say what became of a message."""
    error = await error_of(lambda _: httpx.Response(code, text="<html>Gateway</html>"))
    assert isinstance(chat_error(error), MayHaveArrived)


@pytest.mark.parametrize("code", [500, 503])
async def test_a_fault_of_telegram_is_waited_out(code: int) -> None:
    """While something is wrong with Telegram the message is tried again later."""
    assert isinstance(chat_error(await refusal(code, "Internal Server Error")), TryLater)


async def test_an_edit_that_changes_nothing_is_told() -> None:
    """Telegram refuses an edit of a message that looks like that already."""
    same = await bad_request(
        "message is not modified: specified new message content and reply markup are exactly the same as a "
        "current content and reply markup of the message"
    )
    assert changed_nothing(same)
    assert not changed_nothing(await bad_request("message to edit not found"))


@pytest.mark.parametrize("sentence", ["message thread not found", "TOPIC_CLOSED", "TOPIC_DELETED"])
async def test_a_topic_that_is_closed_or_gone_is_told(sentence: str) -> None:
    """A topic can be closed or deleted while its forum is there."""
    assert lacks_topic(await bad_request(sentence))


async def test_a_lost_chat_is_no_lost_topic() -> None:
    """Where the chat is gone its general topic is gone too."""
    assert not lacks_topic(await bad_request("chat not found"))


@pytest.mark.parametrize(
    "sentence",
    [
        "wrong file identifier/HTTP URL specified",
        "wrong remote file identifier specified: can't unserialize it. Wrong last symbol",
        "wrong file_id or the file is temporarily unavailable",
        "invalid remote file identifier",
        "FILE_REFERENCE_EXPIRED",
    ],
)
async def test_a_picture_that_telegram_forgot_is_told(sentence: str) -> None:
    """A file id that is of no use any more is told from other faults."""
    assert is_wrong_file(await bad_request(sentence))


async def test_other_faults_are_no_lost_picture() -> None:
    """A picture is not uploaded again because something else is wrong."""
    assert not is_wrong_file(await bad_request("chat not found"))


@pytest.mark.parametrize("wait", [17, timedelta(seconds=17)])
def test_how_long_to_wait_is_told_in_seconds(wait: int | timedelta) -> None:
    """The library takes a wait as a number or as a span of time."""
    assert seconds_of(RetryAfter(wait)) == 17.0


async def test_the_sender_hears_its_own_words() -> None:
    """What Telegram refuses inside is raised as the sender knows it."""
    error = await refusal(403, "Forbidden: bot was blocked by the user")
    with pytest.raises(ChatGone), platform_errors():
        raise error


def test_what_is_no_refusal_is_raised_as_it_is() -> None:
    """An error that is not Telegram's keeps its name."""
    with pytest.raises(KeyError), platform_errors():
        raise KeyError


def test_a_wrong_token_names_its_setting() -> None:
    """Who gave a wrong token is told which setting it is."""
    assert "TELEGRAM_TOKEN" in str(bad_token())
