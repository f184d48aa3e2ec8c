"""Actions: what a person does in a room, handed on as an incoming message, and what he is answered."""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.chats.web.from_page import Complete, PressButton, Say, ShowEarlier
from bot.chats.web.message_log import LoggedMessage
from bot.chats.web.rooms import TABLE, own_room
from bot.chats.web.services import ACCOUNT
from bot.chats.web.sign_in import follow_preferences
from bot.chats.web.tab_state import TabState
from bot.chats.web.to_page import Completions, Settings
from bot.chats.web.web_accounts import WebAccount
from bot.talk.incoming import Line, Press
from bot.talk.reply import Reply

logger = logging.getLogger(__name__)


async def act(tab: TabState, asked: Say | PressButton) -> None:
    """Carry out what a person typed or pressed, and send the answers that he alone sees."""
    account = tab.account
    if account is None:
        tab.send_done(asked.id, tab.notification("web-name-first"))
        return
    if isinstance(asked, Say) and not asked.text:
        tab.send_done(asked.id)
        return
    # Known before anything is waited for: a tab that loses its account meanwhile must not speak elsewhere.
    room = tab.room(asked.room)
    replies = await tab.answer(asked.id, _carry_out(tab, account, room, asked))
    if replies is None:
        return
    # What was typed may have changed how the person is shown things; the language of an answer tells whether
    # that was changed elsewhere.
    may_look_otherwise = room != TABLE or any(
        reply.sets or reply.language not in {"", tab.language} for reply in replies
    )
    if may_look_otherwise and await follow_preferences(tab):
        tab.services.broadcast(ACCOUNT, account.account)


async def show_settings(tab: TabState) -> None:
    """Send the settings of the person, and those of the common table."""
    if tab.account is None:
        return
    mine, table = [
        await tab.services.handler.settings(tab.incoming(tab.account, room))
        for room in (own_room(tab.account.account), TABLE)
    ]
    tab.send(Settings(mine, table))


async def show_lobby(tab: TabState) -> None:
    """Send what the person may play, answer or look at; to somebody who only watches, nothing."""
    if tab.account is not None:
        incoming = tab.incoming(tab.account, TABLE)
        tab.send(await tab.services.handler.lobby(incoming))


async def complete(tab: TabState, asked: Complete) -> None:
    """Send the lines that the typed beginning could become."""
    lines: tuple[str, ...] = ()
    if tab.account is not None:
        incoming = tab.incoming(tab.account, tab.room(asked.room), Line(asked.text), asked.id)
        try:
            lines = await tab.services.handler.complete(incoming)
        except Exception:
            logger.exception("A line could not be completed.")
    tab.send(Completions(asked.id, lines))


async def show_earlier(tab: TabState, asked: ShowEarlier) -> None:
    """Send messages that were said before those that the tab shows."""
    # Without an account there is no room of one's own, and the table only for those who may look.
    if tab.account is None and (asked.room == "me" or not tab.may_enter):
        return
    await tab.services.rooms.earlier(tab.room(asked.room), int(asked.before), tab)


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
        # The key is the nonce, so that talk which is sent again after a lost connection is kept once.
        said = LoggedMessage.said(account, asked.text, services.clock(), nonce=incoming.idempotency_key)
        await services.rooms.post(room, said)
    return await services.handler.handle(replace(incoming, attached=asked.attached))
