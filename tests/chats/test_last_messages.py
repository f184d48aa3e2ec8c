"""The last message of each chat."""

from __future__ import annotations

from bot.chats.last_messages import LastMessages


def test_the_highest_number_is_the_last_message() -> None:
    """Noting an older message does not make it the last one."""
    seen = LastMessages()
    seen.note("anna", 7)
    seen.note("anna", 5)
    assert seen.is_last("anna", 7)
    assert not seen.is_last("anna", 5)


def test_each_chat_has_its_own_last_message() -> None:
    """Each chat has its own last message."""
    seen = LastMessages()
    seen.note("anna", 7)
    seen.note("boris", 9)
    assert seen.is_last("anna", 7)


def test_an_unseen_chat_has_no_last_message() -> None:
    """After a restart no message is the last one until its chat has a new one."""
    assert not LastMessages().is_last("anna", 7)


def test_the_chat_noted_longest_ago_is_dropped() -> None:
    """Beyond the limit the chat that was noted longest ago is dropped."""
    seen = LastMessages(most=2)
    for chat in ("anna", "boris", "anna", "carl"):
        seen.note(chat, 1)
    assert [seen.is_last(chat, 1) for chat in ("anna", "boris", "carl")] == [True, False, True]
