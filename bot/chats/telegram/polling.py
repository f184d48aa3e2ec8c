"""Polling: updates as Telegram sends them, not parsed yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from telegram.error import TelegramError
from telegram.ext import ExtBot

if TYPE_CHECKING:
    from collections.abc import Sequence

RawUpdate = dict[str, Any]
"""An update as JSON has it: of its fields only `update_id` is certain, and a number."""

_READ_TIMEOUT = 10
"""Seconds that the answer to a poll may take beyond the time for which Telegram holds it."""


class Poller(Protocol):
    """Fetches updates from Telegram."""

    async def poll(self, offset: int | None, timeout: int, wanted: Sequence[str]) -> list[RawUpdate]:  # noqa: ASYNC109 (Telegram's own name for it)
        """Return updates as they came, the oldest first.

        Args:
            offset: the id of the first that is wanted; all before it are confirmed by this.
            timeout: for how many seconds Telegram holds the poll while there are none.
            wanted: the kinds of updates.

        Raises:
            TelegramError: Telegram refuses, cannot be reached, or answers with no list of updates.
        """


class PollingBot(ExtBot[int]):
    """The bot's account, with polls that parse nothing.

    `get_updates` parses all updates at once, so one that it cannot parse would hold up the others, and it
    writes what it could not parse into the log.
    """

    async def poll(self, offset: int | None, timeout: int, wanted: Sequence[str]) -> list[RawUpdate]:  # noqa: ASYNC109 (as above)
        """Return updates as they came. As `Poller.poll`."""
        data = {"offset": offset, "timeout": timeout, "allowed_updates": list(wanted)}
        answer = await self._post("getUpdates", data, read_timeout=timeout + _READ_TIMEOUT)
        if not isinstance(answer, list) or not all(map(_is_update, answer)):
            raise TelegramError("the answer to a poll is no list of updates")
        return answer


def _is_update(value: object) -> bool:
    return isinstance(value, dict) and type(value.get("update_id")) is int
