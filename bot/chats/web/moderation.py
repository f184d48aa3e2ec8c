"""Moderation: the actions that only the host may take: list accounts, remove messages and accounts."""

from __future__ import annotations

from contextlib import suppress

from bot.chats.errors import MessageGone
from bot.chats.web.from_page import ListAccounts, RemoveAccount, RemoveLine
from bot.chats.web.rooms import TABLE, own_room
from bot.chats.web.services import ACCOUNT, TableServices
from bot.chats.web.tab_state import TabState, tabs_in
from bot.chats.web.to_page import Accounts, AccountView
from bot.chats.web.web_accounts import GUEST_KEY, HOST_KEY


async def moderate(tab: TabState, asked: ListAccounts | RemoveLine | RemoveAccount) -> None:
    """Carry out a host's request. Refuse it to a person who is not host; a host cannot remove themselves.

    A refused request for the list of accounts gets an empty list.
    """
    account, accounts = tab.account, tab.services.accounts
    # The tab may have been signed out while the database was read.
    is_host = account is not None and await accounts.is_host(account.account) and tab.account is not None
    if isinstance(asked, ListAccounts):
        shown = await accounts.all() if is_host else []
        tab.send(Accounts(tuple(AccountView(each.account, each.name) for each in shown)))
        return
    is_own = isinstance(asked, RemoveAccount) and account is not None and asked.account == account.account
    if not is_host or is_own:
        tab.send_done(asked.id, tab.notification("web-host-only"))
        return
    if isinstance(asked, RemoveLine):
        with suppress(MessageGone):
            await tab.services.rooms.remove_talk(TABLE, int(asked.message))
    else:
        await _remove_account(tab.services, asked.account)
    tab.send_done(asked.id)


async def _remove_account(services: TableServices, account: str) -> None:
    """Remove an account, and replace the keys of the links by which its owner could come back.

    The invitation key always changes, the host key if the account was host. The account's tabs are signed out
    before the first await, so that their pending requests have no effect, and again at the end, because a tab
    may have reconnected in between.
    """
    accounts, access = services.accounts, services.access
    had_host_key = _sign_out(services, account)
    if await accounts.name_of(account) is None:
        return
    is_host = had_host_key or await accounts.is_host(account)
    access.key_number = await accounts.change_key(GUEST_KEY)
    if is_host:
        access.host_key_number = await accounts.change_key(HOST_KEY)
        services.host_key_changed.set()
    await accounts.remove(account)
    _sign_out(services, account)
    services.broadcast(ACCOUNT, account)
    for tab in tabs_in(services, TABLE):
        await tab.review_rights()


def _sign_out(services: TableServices, account: str) -> bool:
    """Sign out all tabs of an account in this process; return True if the host's link opened one of them."""
    tabs = tabs_in(services, own_room(account))
    for tab in tabs:
        tab.sign_out()
    return any(tab.came_by_host_link for tab in tabs)
