"""Signalling: wires the signals between processes that serve the same database to workers and pages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import partial

from bot.chats.sender import Sender
from bot.chats.web.other_processes import ChangeFeed
from bot.chats.web.services import EVERYTHING, FORGOTTEN
from bot.sessions import REBROADCAST_EVERY, SessionManager
from storage.signals import Signals

TABLE = "table"
"""The kind of signals about changes on the web page."""
_CHANGED, _ENGINE, _ACTED, _LOOKS = "changed", "engine", "acted", "looks"


def connect(
    signals: Signals,
    manager: SessionManager,
    sender: Sender,
    changes: ChangeFeed,
    wake: Sequence[Callable[[], None]],
    wake_engine: Sequence[Callable[[], None]],
) -> None:
    """Wake workers and refresh pages after a change, whichever process made it.

    Args:
        signals: sends and receives signals between processes.
        manager: reports the changes of this process.
        sender: delivers to the chat of the latest action first.
        changes: shows the changes of other processes on the web page.
        wake: called after every change.
        wake_engine: called after changes that may give the computer player or the review something to do.
    """
    manager.chat_listeners.append(sender.prefer)
    manager.listeners += wake
    manager.engine_listeners += wake_engine
    # A forgotten player loses the seat at once, and their messages disappear from every page.
    manager.forgotten_listeners.append(changes.forgotten)
    # Linking or unlinking accounts redraws the pages: a seat taken with an account that now is another's
    # is lost, and linked accounts see the page of their one player.
    manager.accounts_listeners.append(partial(changes.note, EVERYTHING))
    tell_others(signals, manager, changes.seal_of)
    manager.onlookers.broadcast = partial(signals.send, _LOOKS)
    signals.listen(_ACTED, lambda chat: sender.prefer(int(chat)))
    signals.listen(_LOOKS, manager.onlookers.note_elsewhere)
    signals.listen(TABLE, changes.note)
    for kind, woken in ((_CHANGED, wake), (_ENGINE, wake_engine)):
        for each in woken:
            signals.listen(kind, each)
            signals.after_gap(each)
    signals.after_gap(partial(changes.note, EVERYTHING))
    signals.after_gap(manager.onlookers.rebroadcast)


def tell_others(signals: Signals, manager: SessionManager, seal_of: Callable[[str, str], str]) -> None:
    """Send a signal to the other processes after each change made in this one.

    Args:
        seal_of: returns the seal of an account, from its platform and key. Processes compare seals, so that a
            signal does not say whose account was forgotten.
    """
    manager.chat_listeners.append(lambda chat: signals.send(_ACTED, str(chat)))
    manager.listeners.append(partial(signals.send, _CHANGED))
    manager.engine_listeners.append(partial(signals.send, _ENGINE))
    manager.forgotten_listeners.append(lambda *account: signals.send(TABLE, FORGOTTEN, seal_of(*account)))
    manager.accounts_listeners.append(partial(signals.send, TABLE, EVERYTHING))


async def tell_who_looks_on(manager: SessionManager) -> None:
    """Repeat to other processes which players are looking at a game here, until cancelled."""
    while True:
        await asyncio.sleep(REBROADCAST_EVERY.total_seconds())
        manager.onlookers.rebroadcast()
