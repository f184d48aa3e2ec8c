"""Buttons: components that still work after a restart."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import discord

from bot.chats.texts import without_invisible
from bot.talk.reply import Button, Rows, Style

PREFIX = "nardy/"
LONGEST_ID = 100
LONGEST_LABEL = 80
IN_A_ROW = 5
MOST_ROWS = 5

_STYLES = {
    Style.PRIMARY: discord.ButtonStyle.primary,
    Style.PLAIN: discord.ButtonStyle.secondary,
    Style.DANGER: discord.ButtonStyle.danger,
}
_TEMPLATE = re.compile(rf"{PREFIX}(?P<data>.+)", re.DOTALL)


class LastingButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=_TEMPLATE):
    """A button whose id carries all that a press means, so that nothing about it is kept in memory."""

    def __init__(self, button: discord.ui.Button[Any], data: str, row: int | None = None) -> None:
        super().__init__(button, row=row)
        self.data = data

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003 (discord.py hands it in)
        item: discord.ui.Item[Any],
        match: re.Match[str],
        /,
    ) -> LastingButton:
        """Return the button that was pressed, from nothing but its id."""
        assert isinstance(item, discord.ui.Button)  # noqa: S101 (only buttons have such ids)
        return cls(item, match["data"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Handle the press, or answer that it cannot be read: discord.py would leave it unanswered."""
        listener = interaction.client.listener
        try:
            await listener.press(interaction, self.data)
        except Exception as error:  # noqa: BLE001 (whatever it is, a person waits)
            await listener.unread.unfinished(interaction, error)


def view_of(rows: Rows) -> discord.ui.View | None:
    """Return a view for one message; nothing, if there are no buttons.

    It holds lasting buttons only and never stops: when a view that mixes them with others stops,
    discord.py unregisters their class for the whole bot.
    """
    found = laid_out(rows)
    if not found:
        return None
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(found):
        for button in row:
            view.add_item(_lasting(button, number))
    return view


def data_of(components: Iterable[object]) -> list[str]:
    """Return what the bot's buttons among a message's components carry."""
    buttons = [each for row in components if isinstance(row, discord.ActionRow) for each in row.children]
    ids = [each.custom_id or "" for each in buttons if isinstance(each, discord.Button)]
    return [each.removeprefix(PREFIX) for each in ids if each.startswith(PREFIX)]


def laid_out(rows: Rows) -> Rows:
    """Return rows as Discord takes them: at most five of five buttons, each id once.

    Rows that are too long go on in the next; where that makes too many, all are filled up.
    """
    once: dict[str, tuple[int, int]] = {}
    for number, row in enumerate(rows):
        for place, button in enumerate(row):
            once.setdefault(button.data, (number, place))
    kept: list[list[Button]] = []
    for number, row in enumerate(rows):
        new = [button for place, button in enumerate(row) if once[button.data] == (number, place)]
        kept += [new[first : first + IN_A_ROW] for first in range(0, len(new), IN_A_ROW)]
    if len(kept) > MOST_ROWS:
        every = [button for row in kept for button in row][: IN_A_ROW * MOST_ROWS]
        kept = [every[first : first + IN_A_ROW] for first in range(0, len(every), IN_A_ROW)]
    return tuple(tuple(row) for row in kept)


def _lasting(button: Button, row: int) -> LastingButton:
    custom_id = PREFIX + button.data
    if len(custom_id) > LONGEST_ID:
        raise ValueError(f"a button carries too much: {button.data}")
    label = without_invisible(button.label)[:LONGEST_LABEL] or "…"
    item: discord.ui.Button[Any] = discord.ui.Button(
        style=_STYLES[button.style], label=label, custom_id=custom_id
    )
    return LastingButton(item, button.data, row)
