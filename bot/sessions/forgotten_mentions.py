"""Forgotten mentions: removes a forgotten player from the stored messages of the local table (the web chat).

The player's own messages are deleted, and their name in the bot's messages is replaced. Messages of other
people are not changed. A message found that cannot be parsed is deleted too. Messages are stored as JSON
objects. `author` is the account that wrote a message, or null for the bot. An `account` beside a `mention`,
or in `waits_for`, is an account of the local table. `translations` has a text by language.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from storage import Database, forgetting

Changes = dict[int, tuple[str, str | None]]
"""By a message's number: the text that was read, and the new text, or None if it should be deleted."""


class Mentions:
    """Finds messages that a player wrote or that mention them, and computes their text without the player.

    Args:
        accounts: the keys of the player's accounts on the local table (the web chat).
        names: the player's names, in each form in which messages contain them.
        languages: the languages of rooms (chats of the local table) by key, where it is not the default.
        former: returns the words that replace the player's name in a language.
    """

    def __init__(
        self,
        accounts: Collection[str],
        names: Collection[str],
        languages: Mapping[str, str],
        former: Callable[[str], str],
    ) -> None:
        self._accounts = frozenset(accounts)
        self._words = (*accounts, *names)
        written = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
        self._named = re.compile(rf"(?<!\w)(?:{written})(?!\w)") if names else re.compile(r"(?!)")
        self._languages = languages
        self._former = former

    async def after(self, connection: AsyncConnection, number: int) -> tuple[Changes, int]:
        """Search one batch of the messages numbered above `number`; return the changes, and where to go on.

        The second value is the number of the last message searched, from which the next call goes on, or 0 if
        there are no more messages.
        """
        if not self._words:
            return {}, 0
        found = await forgetting.messages_with(connection, self._words, number)
        changes: Changes = {}
        for each, room, text in found:
            becomes = self.without(room, text)
            if becomes != text:
                changes[each] = (text, becomes)
        return changes, found[-1][0] if len(found) == forgetting.AT_ONCE else 0

    async def all_changes(self, database: Database) -> tuple[Changes, int]:
        """Return the changes of all messages, and the number of the last message searched."""
        async with database.read() as connection:
            last = await forgetting.last_message(connection)
        changed: Changes = {}
        number = 0
        while True:
            async with database.read() as connection:
                page, number = await self.after(connection, number)
            changed |= page
            if not number:
                return changed, last

    def without(self, room: str, text: str) -> str | None:
        """Return a message's text without the player; None if they wrote the message or it cannot be parsed.

        A message of another person is returned unchanged.

        Args:
            room: the key of the message's room.
            text: the message as stored.
        """
        try:
            message = json.loads(text)
            author = message["author"]
            by = None if author is None else author[0]
        except (ValueError, TypeError, LookupError, RecursionError):
            return None
        if by in self._accounts:
            return None
        if by is not None:
            return text
        return json.dumps(self._changed(message, self._former_in(room)), ensure_ascii=False)

    def _former_in(self, room: str) -> str:
        return self._former(self._languages.get(room, ""))

    def _changed(self, value: Any, former: str) -> Any:  # noqa: ANN401 (JSON)
        match value:
            case str():
                return self._named.sub(lambda _: former, value)
            case {"mention": _, "account": account} if account in self._accounts:
                return {"bold": former}
            case {"translations": dict(translations), **fields}:
                by_language = {
                    language: self._changed(text, self._former(language))
                    for language, text in translations.items()
                }
                return self._changed(fields, former) | {"translations": by_language}
            case dict():
                return {
                    name: each if name in _NO_WORDS else self._changed(each, former)
                    for name, each in value.items()
                }
            case list():
                return [self._changed(each, former) for each in value if not self._is_account(each)]
            case _:
                return value

    def _is_account(self, value: Any) -> bool:  # noqa: ANN401 (JSON)
        return isinstance(value, str) and value in self._accounts


_NO_WORDS = frozenset({"nonce", "scene", "data", "style", "game", "challenge", "past_game", "account"})
"""Fields of a message that hold no text but data, and must not be changed."""
