"""Other devices: sign a person in on one more browser by a link with a sign-in code, or by its QR code."""

from __future__ import annotations

from bot.chats.web.from_page import MakeSignInCode, UseSignInCode
from bot.chats.web.qr_codes import qr_path
from bot.chats.web.tab_state import TabState
from bot.chats.web.to_page import NameRefused, SignInCode
from bot.chats.web.web_accounts import WebAccount


def code_fragment(code: str) -> str:
    """Return the URL fragment that carries a sign-in code; servers and their logs never see a fragment."""
    return f"seat={code}"


async def offered_name(tab: TabState, code: str, account: WebAccount | None) -> str | None:
    """Return the name of the account that a code opens, for the tab to confirm.

    Return None if there is no code, or if it opens the tab's own account. Return an empty name if the code is
    invalid or the client's address tried too many invalid ones. The code stays usable, because a link preview
    may have opened the link.

    Args:
        tab: the tab; it remembers a valid code.
        code: the sign-in code of the link that opened the page; empty if it had none.
        account: the account that the tab is signed in to, or None.
    """
    if not code:
        return None
    limit = tab.services.wrong_codes.of(tab.client)
    if limit.wait() > 0:
        return ""
    found = await tab.services.accounts.account_of_code(code, tab.services.clock())
    if found is None:
        limit.take()
        return ""
    tab.code = code
    return None if found == account else found.name


async def make_code(tab: TabState, asked: MakeSignInCode) -> None:
    """Send the tab a fresh sign-in code of its account, as a link and QR code; refuse without an account."""
    accounts = tab.services.accounts
    if tab.account is None:
        tab.send(NameRefused(asked.id, tab.text("web-name-first")))
        return
    # If this browser's sign-in depends on an account on another platform, so does the one by the new code.
    account = tab.account.account
    voucher = await accounts.voucher_of(account, tab.secret)
    code = await accounts.new_code(account, tab.services.clock(), voucher)
    address = f"{asked.origin}/#{code_fragment(code)}"
    tab.send(SignInCode(asked.id, address, *qr_path(address)))


async def use_code(tab: TabState, asked: UseSignInCode) -> None:
    """Sign the browser in to the account of its sign-in code; the page then reconnects.

    A resent request (the first answer was lost) finds the browser signed in already, which is a success.
    """
    accounts = tab.services.accounts
    if tab.account is None and not await accounts.use_code(tab.secret, tab.code, tab.services.clock()):
        tab.send(NameRefused(asked.id, tab.text("web-seat-gone")))
        return
    tab.send_done(asked.id)
