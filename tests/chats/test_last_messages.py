"""Which message stands last in a chat."""

from __future__ import annotations

from bot.chats.last_messages import LastMessages


def test_the_highest_number_is_the_last_message() -> None:
    """An older message that is pressed does not become the last one."""
    seen = LastMessages()
    seen.note("anna", 7)
    seen.note("anna", 5)
    assert seen.is_last("anna", 7)
    assert not seen.is_last("anna", 5)


def test_chats_have_last_messages_of_their_own() -> None:
    """What stands in one chat says nothing about another."""
    seen = LastMessages()
    seen.note("anna", 7)
    seen.note("boris", 9)
    assert seen.is_last("anna", 7)


def test_nothing_is_known_of_a_chat_that_was_not_seen() -> None:
    """After a restart no message counts as the last one until something is seen in its chat."""
    assert not LastMessages().is_last("anna", 7)


def test_chats_without_news_are_forgotten_first() -> None:
    """Where too many chats are kept, the one that was noted longest ago is forgotten."""
    seen = LastMessages(most=2)
    for chat in ("anna", "boris", "anna", "carl"):
        seen.note(chat, 1)
    assert [seen.is_last(chat, 1) for chat in ("anna", "boris", "carl")] == [True, False, True]
