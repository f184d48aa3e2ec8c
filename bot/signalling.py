"""Signalling: what this process tells the others that serve the same database, and does when it is told."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from bot.chats.sender import Sender
from bot.chats.web.other_processes import Elsewhere
from bot.chats.web.services import EVERYTHING, FORGOTTEN
from bot.sessions import REBROADCAST_EVERY, SessionManager
from storage.signals import Signals

TABLE = "table"
"""The kind of signals about what is seen at the local table."""
_CHANGED, _ENGINE, _ACTED, _LOOKS = "changed", "engine", "acted", "looks"


def connect(
    signals: Signals,
    manager: SessionManager,
    sender: Sender,
    elsewhere: Elsewhere,
    wake: Sequence[Callable[[], None]],
    wake_engine: Sequence[Callable[[], None]],
) -> None:
    """Wake workers, and show what has changed, whichever process has changed it.

    Args:
        signals: what processes tell each other.
        manager: tells what this one does.
        sender: what it delivers first.
        elsewhere: what the local table shows of other processes.
        wake: called after every action that changed something.
        wake_engine: called after those after which the program may have something to do.
    """
    manager.chat_listeners += [sender.prefer, lambda chat: signals.send(_ACTED, str(chat))]
    manager.listeners += [*wake, partial(signals.send, _CHANGED)]
    manager.engine_listeners += [*wake_engine, partial(signals.send, _ENGINE)]
    # Who was forgotten loses the seat at once, and all see the table without what he said there.
    manager.forgotten_listeners += [
        elsewhere.forgotten,
        lambda *account: signals.send(TABLE, FORGOTTEN, elsewhere.seal_of(*account)),
    ]
    # Who has sat down by the word of an account that is somebody else's now loses the seat, too; who is one
    # player now sees the page as that one does.
    manager.accounts_listeners += [
        partial(elsewhere.note, EVERYTHING),
        partial(signals.send, TABLE, EVERYTHING),
    ]
    manager.onlookers.broadcast = partial(signals.send, _LOOKS)
    signals.listen(_ACTED, lambda chat: sender.prefer(int(chat)))
    signals.listen(_LOOKS, manager.onlookers.note_elsewhere)
    signals.listen(TABLE, elsewhere.note)
    for kind, woken in ((_CHANGED, wake), (_ENGINE, wake_engine)):
        for each in woken:
            signals.listen(kind, each)
            signals.after_gap(each)
    signals.after_gap(partial(elsewhere.note, EVERYTHING))
    signals.after_gap(manager.onlookers.rebroadcast)


async def tell_who_looks_on(manager: SessionManager) -> None:
    """Tell other processes again and again who looks at a game here, until cancelled."""
    while True:
        await asyncio.sleep(REBROADCAST_EVERY.total_seconds())
        manager.onlookers.rebroadcast()
