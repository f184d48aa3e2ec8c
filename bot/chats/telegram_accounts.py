"""Telegram accounts: which ones can be players, in Telegram's chats and in the Mini App."""

from __future__ import annotations

from telegram.constants import ChatID

_SERVICES = (ChatID.ANONYMOUS_ADMIN, ChatID.FAKE_CHANNEL, ChatID.SERVICE_CHAT)
"""Accounts by which groups, channels and Telegram itself write. The last one is not marked as a bot."""


def can_play(account: int, *, is_bot: bool, for_chat: bool = False, is_forward: bool = False) -> bool:
    """Return True if an account belongs to a person. Code that creates a player must check this first.

    Args:
        is_bot: True if Telegram marks the account as a bot.
        for_chat: True if the account's message was written in the name of a group or a channel.
        is_forward: True if Telegram itself forwarded that message from a channel to the channel's group.
    """
    return account > 0 and account not in _SERVICES and not (is_bot or for_chat or is_forward)
