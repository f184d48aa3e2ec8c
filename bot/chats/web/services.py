"""Services: the objects that all sessions of the local table share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random
from typing import Final

from bot.chats.base import Handler
from bot.chats.web.connection_limits import RateByAddress
from bot.chats.web.invitation_keys import Access
from bot.chats.web.pictures import Pictures
from bot.chats.web.rooms import Rooms
from bot.chats.web.tab_places import TabPlaces
from bot.chats.web.web_accounts import WebAccounts
from bot.sessions import KeyedLimits, TokenBucket
from bot.sessions.workers import GameWatch

# The kinds of change that are announced to other processes, each followed by its arguments.
ROOM: Final = "room"
"""A message was added, changed or removed. Arguments: the room's key and the message's number."""
ACCOUNT: Final = "account"
"""A web account was renamed or removed, or its settings changed. Argument: the account."""
FORGOTTEN: Final = "forgotten"
"""An account's data was deleted. Argument: a keyed hash of the account, since its key must not be kept."""
EVERYTHING: Final = "everything"
"""Announcements may have been missed, so everything that is shown must be reloaded. No arguments."""


@dataclass(frozen=True, slots=True)
class TableServices:
    """The objects that all sessions of the local table share.

    Args:
        handler: handles what people type and press.
        words: returns the page's texts in a language, by their ids.
        accounts: the web accounts.
        rooms: the messages of all rooms.
        pictures: the addresses of pictures, and their server.
        access: the keys of the invitation link and of the host's link.
        places: the limits on open tabs.
        clock: seconds since 1970.
        frames: rate limits of frames, by key: an account's over all its tabs, an address's for tabs without
            an account, and, for the Mini App, a Telegram account's and one for its hellos.
        new_accounts: the rate limit of new accounts from one address.
        wrong_codes: the rate limits of invalid sign-in codes from one address.
        sleep: waits for a number of seconds.
        watch: tells sessions when a game changes.
        random: chooses the names of guests.
        broadcast: announces a change, a kind and its arguments, to other processes.
        host_key_changed: set when the host's link that was printed last is no longer valid.
    """

    handler: Handler
    words: Callable[[str], Mapping[str, str]]
    accounts: WebAccounts
    rooms: Rooms
    pictures: Pictures
    access: Access
    places: TabPlaces
    clock: Callable[[], float]
    frames: KeyedLimits[str, TokenBucket]
    new_accounts: RateByAddress
    wrong_codes: KeyedLimits[str, TokenBucket]
    watch: GameWatch
    random: Random
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    broadcast: Callable[..., None] = lambda *_words: None
    host_key_changed: asyncio.Event = field(default_factory=asyncio.Event)

    def today(self) -> str:
        """Return today's date (UTC), as `2026-11-27`."""
        return datetime.fromtimestamp(self.clock(), UTC).date().isoformat()
