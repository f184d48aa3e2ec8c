"""Other devices: how a person signs in on one more, by a link and its QR code."""

from __future__ import annotations

import segno

from bot.chats.web.from_page import MakeSignInCode, SitDown
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


_MARGIN = 4
"""Modules of white around it, as the standard asks for (ISO/IEC 18004, 9.1)."""


def qr_path(text: str) -> tuple[int, str]:
    """Return how many modules wide and high the QR code of a text is, and the dark ones as a path."""
    rows = [list(row) for row in segno.make_qr(text, error="m").matrix_iter(border=_MARGIN)]
    parts: list[str] = []
    for y, row in enumerate(rows):
        x = 0
        while x < len(row):
            if row[x]:
                start = x
                while x < len(row) and row[x]:
                    x += 1
                parts.append(f"M{start} {y}h{x - start}v1h-{x - start}z")
            x += 1
    return len(rows), "".join(parts)
