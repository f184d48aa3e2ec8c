"""Actions: pass what a person types or presses in a room to the bot, and send back the answers."""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.chats.web.from_page import (
    Complete,
    FindFriends,
    PressButton,
    Say,
    ShowEarlier,
    ShowFinished,
    ShowInvitation,
)
from bot.chats.web.message_log import LoggedMessage
from bot.chats.web.rooms import TABLE, own_room, place
from bot.chats.web.services import ACCOUNT
from bot.chats.web.sign_in import follow_preferences
from bot.chats.web.tab_state import TabState
from bot.chats.web.to_page import Completions, Settings
from bot.chats.web.web_accounts import WebAccount
from bot.talk.incoming import Line, Press
from bot.talk.reply import Reply
from bot.talk.views.finished import Finished
from bot.talk.views.new_game import FormFriend, Friends
from bot.talk.views.profile_page import ProfilePage

logger = logging.getLogger(__name__)


async def handle_action(tab: TabState, asked: Say | PressButton) -> None:
    """Carry out a typed line or a pressed button, and send the private answers to the tab.

    A tab without an account is asked to choose a name first. If the action changed the person's settings, all
    tabs of the account follow, also those of other processes.
    """
    account = tab.account
    if account is None:
        tab.send_done(asked.id, tab.notification("web-name-first"))
        return
    if isinstance(asked, Say) and not asked.text:
        tab.send_done(asked.id)
        return
    # Look up the room before the first await: a tab that is signed out meanwhile must not post elsewhere.
    room = tab.room(asked.room)
    replies = await tab.answer(asked.id, _carry_out(tab, account, room, asked))
    if replies is None:
        return
    # An action in the private room may have changed the person's settings. After an action at the table only
    # a reply that sets something, or is in another language than the page, shows that they changed.
    preferences_may_differ = room != TABLE or any(
        reply.sets or reply.language not in {"", tab.language} for reply in replies
    )
    if preferences_may_differ and await follow_preferences(tab):
        tab.services.broadcast(ACCOUNT, account.account)


async def show_settings(tab: TabState) -> None:
    """Send the person's settings and those of the common table, unless the tab has no account."""
    if tab.account is None:
        return
    mine, table = [
        await tab.services.handler.settings(tab.incoming(tab.account, room))
        for room in (own_room(tab.account.account), TABLE)
    ]
    tab.send(Settings(mine, table))


async def show_lobby(tab: TabState) -> None:
    """Send the lobby, or to a tab without an account what the page offers a visitor."""
    if tab.account is None:
        tab.send(await tab.landing())
    else:
        incoming = tab.incoming(tab.account, TABLE)
        tab.send(await tab.services.handler.lobby(incoming))


async def show_invitation(tab: TabState, asked: ShowInvitation) -> None:
    """Send the invitation of a link to a tab without an account that may enter."""
    if tab.account is None and tab.may_enter:
        tab.send(await tab.services.handler.invited(asked.start, tab.language))


async def show_finished(tab: TabState, asked: ShowFinished) -> None:
    """Send a page of the person's finished games; an empty one to a tab without an account."""
    if tab.account is None:
        tab.send(Finished())
    else:
        incoming = tab.incoming(tab.account, TABLE)
        tab.send(await tab.services.handler.finished(incoming, asked.shown, asked.page, asked.opponent))


async def show_profile(tab: TabState) -> None:
    """Send the person's own profile; an empty one to a tab without an account."""
    if tab.account is None:
        tab.send(ProfilePage())
    else:
        tab.send(await tab.services.handler.profile(tab.incoming(tab.account, TABLE)))


async def show_new_game(tab: TabState) -> None:
    """Send the form of a new game, with the default choices to a tab without an account."""
    handler = tab.services.handler
    if tab.account is None:
        tab.send(handler.visitors_new_game(place(TABLE), tab.language))
    else:
        tab.send(await handler.new_game(tab.incoming(tab.account, TABLE)))


async def find_friends(tab: TabState, asked: FindFriends) -> None:
    """Send the players whose names begin with a text; none without an account."""
    found: tuple[FormFriend, ...] = ()
    if tab.account is not None:
        found = await tab.services.handler.friends(
            tab.incoming(tab.account, TABLE, Line(asked.text), asked.id)
        )
    tab.send(Friends(asked.id, found))


async def complete(tab: TabState, asked: Complete) -> None:
    """Send the full lines that could complete the person's typed text; none without account or on failure."""
    lines: tuple[str, ...] = ()
    if tab.account is not None:
        incoming = tab.incoming(tab.account, tab.room(asked.room), Line(asked.text), asked.id)
        try:
            lines = await tab.services.handler.complete(incoming)
        except Exception:
            logger.exception("completion failed", extra=tab.log_fields)
    tab.send(Completions(asked.id, lines))


async def show_earlier(tab: TabState, asked: ShowEarlier) -> None:
    """Send the messages of a room before the one that the request names, if the tab may read the room."""
    # A tab without an account has no private room, and may read the table only if it may enter.
    if tab.account is None and (asked.room == "me" or not tab.may_enter):
        return
    await tab.services.rooms.send_earlier(tab.room(asked.room), int(asked.before), tab)


async def _carry_out(
    tab: TabState, account: WebAccount, room: str, asked: Say | PressButton
) -> tuple[Reply, ...]:
    services = tab.services
    if not isinstance(asked, Say):
        return await services.handler.handle(
            tab.incoming(account, room, Press(asked.data), asked.id, asked.message)
        )
    incoming = tab.incoming(account, room, Line(asked.text), asked.id, asked.message)
    if not asked.text.startswith("/") and await services.handler.is_unaddressed(incoming):
        # The idempotency key serves as the nonce: a line resent after a lost connection is stored once.
        said = LoggedMessage.said(account, asked.text, services.clock(), nonce=incoming.idempotency_key)
        await services.rooms.post(room, said)
    return await services.handler.handle(replace(incoming, attached=asked.attached))
