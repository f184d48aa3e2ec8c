"""Actions: what a person does in a room, handed on as an incoming message, and what he is answered."""

from __future__ import annotations

import logging
from dataclasses import replace

from bot.chats.web.from_page import Complete, LookAt, PressButton, Say, ShowEarlier
from bot.chats.web.message_log import LoggedMessage
from bot.chats.web.rooms import TABLE, own_room, place
from bot.chats.web.services import ACCOUNT
from bot.chats.web.sign_in import follow_preferences
from bot.chats.web.tab_state import TabState
from bot.chats.web.to_page import Completions, Settings, TableFrame
from bot.chats.web.views import reply_view
from bot.chats.web.web_accounts import WebAccount
from bot.talk.incoming import Incoming, Line, Place, Press
from bot.talk.reply import Reply
from bot.talk.views.lobby import RoomName

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
    try:
        replies = await _carry_out(tab, account, room, asked)
    except Exception:
        logger.exception("What a person did could not be carried out.")
        tab.send_done(asked.id, tab.notification("web-trouble"))
        return
    if tab.looks_at is not None:
        # Before the answer, so that whoever waits for it knows already what came of it.
        await _show_table(tab, *tab.looks_at)
    tab.send_done(asked.id, *(reply_view(tab.services.pictures, reply) for reply in replies))
    # What was typed may have changed how the person is shown things; the language of an answer tells whether
    # that was changed elsewhere.
    may_look_otherwise = room != TABLE or any(
        reply.sets or reply.language not in {"", tab.language} for reply in replies
    )
    if may_look_otherwise and await follow_preferences(tab):
        tab.services.broadcast(ACCOUNT, account.account)


async def look_at(tab: TabState, asked: LookAt) -> None:
    """Show a tab a game on a board of its own, and from then on whenever something happens in it."""
    tab.looks_at = (asked.room, asked.game) if asked.game else None
    await _show_table(tab, asked.room, asked.game, asked.moment)
    if asked.moment is None:
        tab.watched.close()
        if asked.game and tab.services.watch is not None:
            tab.watched.enter_context(tab.services.watch.watching(asked.game, tab.table_changed))


async def keep_showing(tab: TabState) -> None:
    """Show the game that the tab looks at again and again, each time when it may stand otherwise."""
    while True:
        await tab.table_changed.wait()
        tab.table_changed.clear()
        if tab.looks_at is not None:
            await _show_table(tab, *tab.looks_at)


async def _show_table(tab: TabState, room: RoomName, game: str, moment: int | None = None) -> None:
    if not game:
        return
    shown = None
    if tab.account is not None:
        incoming = _incoming(tab, tab.account, tab.room(room), "", Line(""), None)
        shown = await tab.services.handler.table(incoming, game, moment)
    tab.send(TableFrame(room, game, shown))


async def show_settings(tab: TabState) -> None:
    """Send the settings of the person, and those of the common table."""
    if tab.account is None:
        return
    mine, table = [
        await tab.services.handler.settings(_incoming(tab, tab.account, room, "", Line(""), None))
        for room in (own_room(tab.account.account), TABLE)
    ]
    tab.send(Settings(mine, table))


async def show_lobby(tab: TabState) -> None:
    """Send what the person may play, answer or look at; to somebody who only watches, nothing."""
    if tab.account is not None:
        incoming = _incoming(tab, tab.account, TABLE, "", Line(""), None)
        tab.send(await tab.services.handler.lobby(incoming))


async def complete(tab: TabState, asked: Complete) -> None:
    """Send the lines that the typed beginning could become."""
    lines: tuple[str, ...] = ()
    if tab.account is not None:
        incoming = _incoming(tab, tab.account, tab.room(asked.room), asked.id, Line(asked.text), None)
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
            _incoming(tab, account, room, asked.id, Press(asked.data), asked.message)
        )
    incoming = _incoming(tab, account, room, asked.id, Line(asked.text), asked.message)
    if not asked.text.startswith("/") and await services.handler.is_unaddressed(incoming):
        # The key is the nonce, so that talk which is sent again after a lost connection is kept once.
        said = LoggedMessage.said(account, asked.text, services.clock(), nonce=incoming.idempotency_key)
        await services.rooms.post(room, said)
    return await services.handler.handle(replace(incoming, attached=asked.attached))


def _incoming(
    tab: TabState, account: WebAccount, room: str, action: str, what: Line | Press, message: str | None
) -> Incoming:

    async def administers() -> bool:
        return await tab.services.accounts.is_host(account.account)

    async def private_place() -> Place:
        return place(own_room(account.account))

    # The tab's own id of the action comes again with every attempt, so that the action is applied once.
    key = f"web:{account.account}:{action}"
    # What is done on a board that fills the page is done there, whatever the room beside it shows.
    on_board = message is None and tab.looks_at is not None and tab.room(tab.looks_at[0]) == room
    return Incoming(
        key,
        tab.person(account),
        place(room),
        what,
        message,
        on_board=on_board,
        administers=administers,
        private_place=private_place,
    )
