"""Other devices: how somebody opens his seat in one more browser: a code, as a link and as a QR code."""

from __future__ import annotations

from bot.chats.web.from_page import MakeSignInCode, SitDown
from bot.chats.web.qr_code import qr_path
from bot.chats.web.tab_state import TabState
from bot.chats.web.to_page import NameRefused, SignInCode
from bot.chats.web.web_accounts import WebAccount


def code_fragment(code: str) -> str:
    """Return what stands behind the `#` of the link of a code, where no server and no log sees it."""
    return f"seat={code}"


async def offered(tab: TabState, code: str, account: WebAccount | None) -> str | None:
    """Return the name of whose seat a code opens for a tab; nothing without one, or if it is his own.

    It is empty, if the code opens none, or too many such were tried from there. Looking uses nothing up: a
    program that shows what a link leads to may have opened it.

    Args:
        tab: the tab.
        code: the code that it came with; empty, if none.
        account: who is in front of the tab.
    """
    if not code:
        return None
    limit = tab.services.wrong_codes.of(tab.client)
    if limit.wait() > 0:
        return ""
    found = await tab.services.accounts.offered(code, tab.services.clock())
    if found is None:
        limit.take()
        return ""
    tab.code = code
    return None if found == account else found.name


async def make_code(tab: TabState, asked: MakeSignInCode) -> None:
    """Show the person a fresh code of his seat, as a link and as a QR code."""
    accounts = tab.services.accounts
    if tab.account is None:
        tab.send(NameRefused(asked.id, tab.text("web-name-first")))
        return
    # Who was vouched for can open the seat elsewhere for as long as he keeps it himself.
    account = tab.account.account
    voucher = await accounts.voucher_of(account, tab.secret)
    code = await accounts.new_code(account, tab.services.clock(), voucher)
    address = f"{asked.origin}/#{code_fragment(code)}"
    tab.send(SignInCode(asked.id, address, *qr_path(address)))


async def sit_down(tab: TabState, asked: SitDown) -> None:
    """Let the browser's secret open the seat of the code that it came with; then the page connects anew.

    What is sent again because its answer was lost finds the seat taken by this very browser: that is done.
    """
    accounts = tab.services.accounts
    if tab.account is None and not await accounts.sit_down(tab.secret, tab.code, tab.services.clock()):
        tab.send(NameRefused(asked.id, tab.text("web-seat-gone")))
        return
    tab.send_done(asked.id)
