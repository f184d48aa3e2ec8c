"""Services: what all tabs of a table share."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.chats.base import Handler
from bot.chats.web.connection_limits import RateByAddress
from bot.chats.web.invitation_keys import Access
from bot.chats.web.pictures import Pictures
from bot.chats.web.rooms import Rooms
from bot.chats.web.tab_places import TabPlaces
from bot.chats.web.web_accounts import WebAccounts
from bot.sessions import RateLimit, RateLimits
from bot.sessions.workers import GameWatch

ROOM: Final = "room"
"""What other processes are told of a message that has changed: its room, and its number."""
ACCOUNT: Final = "account"
"""The same of an account whose name or settings have changed, or that was removed: which."""
FORGOTTEN: Final = "forgotten"
"""The same of an account of somebody who was forgotten: a seal of it, as nothing else may be known of it."""
EVERYTHING: Final = "everything"
"""What is noted where something may have been missed."""


@dataclass(frozen=True, slots=True)
class TableServices:
    """What all tabs of a table share.

    Args:
        handler: who handles what people do.
        words: the page's texts by their ids, in a language.
        accounts: who has an account.
        rooms: what was said.
        pictures: where pictures are found.
        access: who may get an account.
        places: the places for tabs.
        clock: seconds since 1970.
        frames: what each person may send, from however many tabs; what all do from one address without a
            name; and how often an account may open the Mini App.
        new_accounts: how many people who have had no account yet may get one from one address.
        wrong_codes: how many codes that open no seat may be tried from one address.
        sleep: waits for some seconds.
        watch: tells that something has happened in a game.
        broadcast: tells other processes what has changed at the table, in these words.
        host_key_changed: set when the host's link that was announced last leads nowhere any more.
    """

    handler: Handler
    words: Callable[[str], Mapping[str, str]]
    accounts: WebAccounts
    rooms: Rooms
    pictures: Pictures
    access: Access
    places: TabPlaces
    clock: Callable[[], float]
    frames: RateLimits[str, RateLimit]
    new_accounts: RateByAddress
    wrong_codes: RateLimits[str, RateLimit]
    watch: GameWatch
    sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    broadcast: Callable[..., None] = lambda *_words: None
    host_key_changed: asyncio.Event = field(default_factory=asyncio.Event)
