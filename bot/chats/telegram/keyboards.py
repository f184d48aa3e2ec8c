"""Keyboards: replies' buttons as Telegram's inline keyboards."""

from __future__ import annotations

from urllib.parse import quote, urlencode

from telegram import InlineKeyboardButton, InlineKeyboardMarkup
from telegram.constants import InlineKeyboardButtonLimit, KeyboardButtonStyle

from bot.chats.texts import without_invisible
from bot.talk.input.parsing import link_payload
from bot.talk.reply import Button, Invite, Reach, Reply, Style
from bot.talk.views.buttons import in_rows

IN_A_ROW = 5
WIDEST_ROW = 42
"""The characters in a row of buttons on a phone, including margins."""
_MARGIN = 3
"""The characters that a button's margin takes."""

_STYLES = {
    Style.PRIMARY: KeyboardButtonStyle.PRIMARY,
    Style.PLAIN: None,
    Style.DANGER: KeyboardButtonStyle.DANGER,
}


def keyboard_of(
    reply: Reply, username: str, opens: InlineKeyboardButton | None = None
) -> InlineKeyboardMarkup | None:
    """Return a message's keyboard, or None if it has no buttons.

    Args:
        username: the bot's username.
        opens: the button that opens the board in the Mini App, if any. Invitation links follow it.
    """
    rows = [[_button(button, username) for button in row] for wide in reply.buttons for row in _fitting(wide)]
    if opens is not None:
        rows.append([opens])
    rows += [[_link(invite, username)] for invite in reply.invites]
    return InlineKeyboardMarkup(rows) if rows else None


def _fitting(row: tuple[Button, ...]) -> list[tuple[Button, ...]]:
    """Split a row whose labels do not fit side by side on a phone."""
    # All buttons of a row are as wide as the widest.
    widest = max((len(button.label) for button in row), default=0) + _MARGIN
    most = max(1, min(IN_A_ROW, WIDEST_ROW // widest))
    return in_rows(row, most)


def _button(button: Button, username: str) -> InlineKeyboardButton:
    if len(button.data.encode()) > InlineKeyboardButtonLimit.MAX_CALLBACK_DATA:
        raise ValueError(f"button data is longer than Telegram allows: {button.data}")
    label = without_invisible(button.label) or "…"
    if button.private_line:
        return InlineKeyboardButton(label, url=_private_link(button.private_line, username))
    return InlineKeyboardButton(label, callback_data=button.data, style=_STYLES[button.style])


def _link(invite: Invite, username: str) -> InlineKeyboardButton:
    payload = link_payload(invite.line)
    if invite.reach is Reach.GROUP:
        address = f"https://t.me/{username}?{urlencode({'startgroup': payload})}"
    else:
        bot = _private_link(invite.line, username)
        address = f"https://t.me/share/url?{urlencode({'url': bot, 'text': invite.text}, quote_via=quote)}"
    return InlineKeyboardButton(without_invisible(invite.label), url=address)


def _private_link(line: str, username: str) -> str:
    """Return the link that opens the bot's private chat and there carries out a command."""
    return f"{start_link(username)}{link_payload(line)}"


def start_link(username: str) -> str:
    """Return the link to the bot's private chat, to be completed by a command's payload."""
    return f"https://t.me/{username}?start="
