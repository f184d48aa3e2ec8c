"""Keyboards: buttons in the form that Telegram takes."""

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
"""Characters that a row of buttons shows on a phone, with about two more lost on each button's margin."""
_RIM = 3

_STYLES = {
    Style.PRIMARY: KeyboardButtonStyle.PRIMARY,
    Style.PLAIN: None,
    Style.DANGER: KeyboardButtonStyle.DANGER,
}


def keyboard_of(
    reply: Reply, username: str, opens: InlineKeyboardButton | None = None
) -> InlineKeyboardMarkup | None:
    """Return the buttons of a message, and below them what opens its board, and its invitation links."""
    rows = [[_button(button, username) for button in row] for wide in reply.buttons for row in _fitting(wide)]
    if opens is not None:
        rows.append([opens])
    rows += [[_link(invite, username)] for invite in reply.invites]
    return InlineKeyboardMarkup(rows) if rows else None


def _fitting(row: tuple[Button, ...]) -> list[tuple[Button, ...]]:
    """Break a row whose labels a phone could not show side by side. All buttons of a row are equally wide."""
    widest = max((len(button.label) for button in row), default=0) + _RIM
    most = max(1, min(IN_A_ROW, WIDEST_ROW // widest))
    return in_rows(row, most)


def _button(button: Button, username: str) -> InlineKeyboardButton:
    if len(button.data.encode()) > InlineKeyboardButtonLimit.MAX_CALLBACK_DATA:
        raise ValueError(f"a button carries too much: {button.data}")
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
    """Return the address of the bot's private chat, where it carries a command out."""
    return f"{start_link(username)}{link_payload(line)}"


def start_link(username: str) -> str:
    """Return how an address begins that opens the bot's private chat; the payload of a command follows."""
    return f"https://t.me/{username}?start="
