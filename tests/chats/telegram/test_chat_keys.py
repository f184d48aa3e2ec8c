from __future__ import annotations

import pytest

from bot.chats.errors import ChatGone
from bot.chats.telegram.chat_keys import ChatKey

PRIVATE = 7_000_000_001
GROUP = -4_005_006_007
SUPERGROUP = -1_001_234_567_890


def test_a_key_is_the_chat_and_its_topic() -> None:
    """A key is the chat's id, with the topic's id after a slash, and can be parsed back."""
    keys = {
        "7000000001": ChatKey(PRIVATE),
        "-4005006007": ChatKey(GROUP),
        "-1001234567890": ChatKey(SUPERGROUP),
        "-1001234567890/5": ChatKey(SUPERGROUP, 5),
    }
    assert {str(key): ChatKey.read(text) for text, key in keys.items()} == keys
    assert [key.is_group for key in keys.values()] == [False, True, True, True]


@pytest.mark.parametrize("key", ["", "table", "me:7", "/", "/5", "-100x", "7/x", "1/2/3", "-"])
def test_a_malformed_key_is_a_missing_chat(key: str) -> None:
    """A key of another platform, or a malformed one, names a missing chat."""
    with pytest.raises(ChatGone):
        ChatKey.read(key)


def test_a_message_of_a_supergroup_has_a_link() -> None:
    """A message's link has the supergroup's number, the topic and the message."""
    assert ChatKey(SUPERGROUP).link_to("89") == "https://t.me/c/1234567890/89"
    assert ChatKey(SUPERGROUP, 5).link_to("89") == "https://t.me/c/1234567890/5/89"


@pytest.mark.parametrize("chat", [PRIVATE, GROUP, -100_200_300, -1_002_003_004])
def test_other_messages_have_no_link(chat: int) -> None:
    """Messages of private chats and plain groups have no link, whatever digits their ids begin with.

    A supergroup's id is below -10^12: https://core.telegram.org/api/bots/ids.
    """
    assert ChatKey(chat).link_to("89") is None


@pytest.mark.parametrize("message", ["", "web-7", "-1", "8 9"])
def test_a_malformed_message_has_no_link(message: str) -> None:
    """Only a number of a message gives a link."""
    assert ChatKey(SUPERGROUP).link_to(message) is None
