"""Telegram accounts: which of them can be a player, for Telegram's chats and the Mini App."""

from __future__ import annotations

from telegram.constants import ChatID

_SERVICES = (ChatID.ANONYMOUS_ADMIN, ChatID.FAKE_CHANNEL, ChatID.SERVICE_CHAT)
"""Accounts that stand for a group, a channel, or Telegram itself. The last one is not marked as a bot."""


def can_play(account: int, *, is_bot: bool, for_chat: bool = False, is_forward: bool = False) -> bool:
    """Return True if an account is a person's own. Whatever makes a player asks this first.

    Args:
        account: the account's id.
        is_bot: True if Telegram marks it as a bot.
        for_chat: True if the message that names it was written in the name of a group or a channel.
        is_forward: True if Telegram forwarded that message from a channel to its group by itself.
    """
    return account > 0 and account not in _SERVICES and not (is_bot or for_chat or is_forward)
