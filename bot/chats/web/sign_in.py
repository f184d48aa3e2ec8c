"""Sign-in: give a tab its account, by the secret in its hello or by a name that the person chooses."""

from __future__ import annotations

from typing import Final

from aiohttp import WSCloseCode

from bot.chats.web.errors import Refused
from bot.chats.web.from_page import BecomeGuest, Hello, TakeName
from bot.chats.web.other_devices import offered_name
from bot.chats.web.rooms import TABLE, own_room, place
from bot.chats.web.services import ACCOUNT
from bot.chats.web.tab_limits import HELLO_COSTS
from bot.chats.web.tab_state import VISITOR, TabState, tabs_in
from bot.chats.web.to_page import Language, Named, NameRefused, Welcome
from bot.chats.web.views import areas
from bot.chats.web.web_accounts import WebAccount
from bot.talk.catalog import DEFAULT_LANGUAGE
from bot.talk.guest_names import guest_names

NOT_INVITED: Final = 4001
"""The WebSocket close code for a person who may not even look; the page then does not reconnect by itself."""

_WORLD: Final = "001"
"""The region subtag for the whole world (UN M.49) in a language tag."""


async def greet(tab: TabState, hello: Hello) -> bool:
    """Answer a tab's hello, sign it in if its secret opens an account, and send its rooms.

    Return False if the connection was closed instead: too many hellos, too many tabs, or no valid invitation.
    """
    services = tab.services
    tab.language = hello.language
    tab.zone = hello.zone
    tab.key = hello.key
    known = services.accounts.is_signed(hello.secret)
    tab.secret = hello.secret if known else services.accounts.new_secret()
    is_paid = tab.rate_limit.take(HELLO_COSTS)
    account = await services.accounts.find(tab.secret) if known else None
    if not is_paid and account is not None:
        # An address over its rate limit must not lock out people with an account; they have their own limit.
        is_paid = services.frames.of(account.account).take(HELLO_COSTS)
    if not is_paid:
        await tab.pause()
        return await tab.refuse(WSCloseCode.TRY_AGAIN_LATER, b"too many hellos")
    offer = await offered_name(tab, hello.code, account)
    is_closed = account is None and not tab.may_enter and not offer
    if not is_closed and not tab.take_place(account):
        return await tab.refuse(WSCloseCode.TRY_AGAIN_LATER, b"too many tabs")
    welcome = Welcome(
        secret=None if known else tab.secret,
        account=None if account is None else account.account,
        name=None if account is None else account.name,
        areas=areas(),
        closed=is_closed,
        offer=offer,
        is_guest=account is not None and account.is_guest,
    )
    if is_closed:
        await tab.send_now(welcome)
        await tab.send_now(await tab.landing())
        return await tab.refuse(NOT_INVITED, b"by invitation")
    tab.send(welcome)
    tab.viewer = account or VISITOR
    await tab.join(TABLE)
    if account is not None:
        await _sign_in(tab, account)
        await follow_preferences(tab)
    elif tab.may_enter:
        tab.send(await tab.landing())
    if not hello.types:
        # A page of 0.3.0 or older reloads after an upgrade if its language changes; a region changes no text.
        tab.send(Language(f"{hello.language or DEFAULT_LANGUAGE}-{_WORLD}"))
    return True


async def enter(tab: TabState, asked: TakeName | BecomeGuest) -> None:
    """Give the person a name, and an account if they have none yet; update all tabs of the account.

    If that is refused, send the reason instead.
    """
    try:
        account = await _account_for(tab, asked)
    except Refused as refused:
        tab.send(NameRefused(asked.id, tab.text(refused.word).format(**refused.details)))
        return
    is_new = tab.account is None
    if is_new:
        # This cannot fail for lack of room, because the tab gives up its place without an account.
        tab.take_place(account)
        await _sign_in(tab, account)
    if tab.account is None:
        return
    for room in (TABLE, own_room(account.account)):
        await tab.services.handler.visit(tab.person(account), place(room), creates=True)
    for each in tabs_in(tab.services, own_room(account.account)):
        each.rename(account)
        request = asked.id if each is tab else None
        each.send(Named(request, account.account, account.name, account.is_guest))
    if is_new:
        tab.viewer = account
        await follow_preferences(tab)
        await tab.resend_table()
    else:
        tab.services.broadcast(ACCOUNT, account.account)


async def follow_preferences(tab: TabState) -> bool:
    """Switch all tabs of the tab's account, in this process, to the person's language, theme and board look.

    Return True if any of these differed in any tab; False also without an account.
    """
    if tab.account is None:
        return False
    room = own_room(tab.account.account)
    met = await tab.services.handler.visit(tab.person(tab.account), place(room))
    tabs = tabs_in(tab.services, room)
    has_changed = not all(each.has_preferences(met) for each in tabs)
    for each in tabs:
        each.speak(met.language)
        await each.apply_look(met)
    return has_changed


async def _sign_in(tab: TabState, account: WebAccount) -> None:
    services = tab.services
    tab.account = account
    tab.rate_limit = services.frames.of(account.account)
    if tab.came_by_host_link:
        await services.accounts.make_host(account.account)
    await tab.send_rights()
    await tab.note_seen()
    await tab.join(own_room(account.account))
    # Check again: a removal or unlinking before this tab joined its private room could not sign it out.
    if await services.accounts.find(tab.secret) is None:
        tab.sign_out()


async def _account_for(tab: TabState, asked: TakeName | BecomeGuest) -> WebAccount:
    """Give the tab's account the chosen name, or create an account with it or with a name for a guest.

    Raises:
        Refused: the name is invalid or taken, or the person may not create an account.
    """

    def admit() -> None:
        if not tab.may_enter:
            raise Refused("web-invited")
        if not tab.services.new_accounts.take(tab.client):
            raise Refused("web-many-new")

    if tab.account is None and not tab.may_enter:
        raise Refused("web-invited")
    accounts = tab.services.accounts
    if isinstance(asked, TakeName):
        return await accounts.take_name(tab.secret, asked.name, admit)
    names = guest_names(tab.language, tab.services.random)
    return await accounts.become_guest(tab.secret, names, tab.services.today(), admit)
