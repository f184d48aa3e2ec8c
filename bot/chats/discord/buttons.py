"""Buttons: message components that still work after a restart."""

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
    """A button whose id contains its whole meaning, so that the bot keeps no state for it."""

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
        """Return the pressed button, restored from its id."""
        assert isinstance(item, discord.ui.Button)  # noqa: S101 (only buttons have such ids)
        return cls(item, match["data"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Handle the press. Answer an unreadable one, too, which discord.py would leave unanswered."""
        listener = interaction.client.listener
        try:
            await listener.press(interaction, self.data)
        except Exception as error:  # noqa: BLE001 (whatever it is, a person waits)
            await listener.unread.answer_partly_read(interaction, error)


def view_of(rows: Rows) -> discord.ui.View | None:
    """Return a message's view, or None if there are no buttons."""
    # It contains only lasting buttons and never times out. When a view that mixes them with others stops,
    # discord.py unregisters their class for the whole bot.
    found = laid_out(rows)
    if not found:
        return None
    view = discord.ui.View(timeout=None)
    for number, row in enumerate(found):
        for button in row:
            view.add_item(_lasting(button, number))
    return view


def data_of(components: Iterable[object]) -> list[str]:
    """Return the data of the bot's buttons among a message's components."""
    buttons = [each for row in components if isinstance(row, discord.ActionRow) for each in row.children]
    ids = [each.custom_id or "" for each in buttons if isinstance(each, discord.Button)]
    return [each.removeprefix(PREFIX) for each in ids if each.startswith(PREFIX)]


def laid_out(rows: Rows) -> Rows:
    """Arrange buttons in at most five rows of five, without duplicates of a button.

    Long rows are split. If that makes too many rows, all buttons are arranged in full rows.
    """
    first_places: dict[str, tuple[int, int]] = {}
    for number, row in enumerate(rows):
        for place, button in enumerate(row):
            first_places.setdefault(button.data, (number, place))
    kept: list[list[Button]] = []
    for number, row in enumerate(rows):
        new = [button for place, button in enumerate(row) if first_places[button.data] == (number, place)]
        kept += [new[first : first + IN_A_ROW] for first in range(0, len(new), IN_A_ROW)]
    if len(kept) > MOST_ROWS:
        every = [button for row in kept for button in row][: IN_A_ROW * MOST_ROWS]
        kept = [every[first : first + IN_A_ROW] for first in range(0, len(every), IN_A_ROW)]
    return tuple(tuple(row) for row in kept)


def _lasting(button: Button, row: int) -> LastingButton:
    custom_id = PREFIX + button.data
    if len(custom_id) > LONGEST_ID:
        raise ValueError(f"button data is longer than Discord allows: {button.data}")
    label = without_invisible(button.label)[:LONGEST_LABEL] or "…"
    item: discord.ui.Button[Any] = discord.ui.Button(
        style=_STYLES[button.style], label=label, custom_id=custom_id
    )
    return LastingButton(item, button.data, row)
