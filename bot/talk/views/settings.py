"""Settings, as they are shown: a short text with a button for each, or one by one on a page."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from bot.sessions import Chat, DisplayPreferences, Player
from bot.talk.catalog import Words, join
from bot.talk.input.payloads import button_data
from bot.talk.reply import Button, Code, Reply, Rows, Text
from bot.talk.setting_table import (
    OPTIONS,
    present_values,
    setting_line,
    value_briefly,
    value_words,
    values_in,
)
from bot.talk.views.buttons import MOST_ROWS


@dataclass(frozen=True, slots=True)
class SettingChoice:
    """A value that an option can have.

    Args:
        typed: what is typed for it.
        label: how it is called.
    """

    typed: str
    label: str


@dataclass(frozen=True, slots=True)
class Setting:
    """An option, as a page shows it.

    Args:
        option: what is typed for it.
        name: how it is called.
        form: `switch`, `choice`, or what is written for it: `hours`, `time`, `zone` or `text`.
        value: what is typed for the value that it has.
        choices: the values that it can have, beside those that are written.
        offered: further values that what is known of the person suggests.
        example: a value that may be written; empty, if none may.
        may_set: True if the person may change it.
    """

    option: str
    name: str
    form: str
    value: str
    choices: tuple[SettingChoice, ...]
    offered: tuple[str, ...]
    example: str
    may_set: bool


@dataclass(frozen=True, slots=True)
class Changed:
    """What was changed just now.

    Args:
        value: the value that it has now.
        text: what is said of it.
    """

    option: str
    value: str | bool
    text: Text


def settings_panel(
    words: Words,
    player: Player,
    display: Chat | DisplayPreferences,
    shown: Collection[str],
    may_set: Collection[str],
    offered: Mapping[str, tuple[str, ...]],
) -> tuple[Setting, ...]:
    """Return options one by one; the arguments are those of `overview`.

    Args:
        words: the player's language.
        player: whose settings they are.
        display: the shared chat, or the display preferences of the private one.
        shown: the options to return.
        may_set: those that the player may change.
        offered: values that what is known of the person suggests, by the options.
    """
    present = present_values(player, display)
    return tuple(
        _setting(
            words,
            option,
            present[option],
            values_in(option, shared=isinstance(display, Chat)),
            offered.get(option, ()),
            may_set=option in may_set,
        )
        for option in present
        if option in shown
    )


def overview(
    words: Words,
    player: Player,
    display: Chat | DisplayPreferences,
    shown: Collection[str],
    may_set: Collection[str],
    changed: Changed | None = None,
) -> Reply:
    """Return a button for each option, which tells its value and sets the next one.

    What no button can tell is told in words.

    Args:
        words: the player's language.
        player: whose settings they are.
        display: the shared chat, or the display preferences of the private one.
        shown: the options that there are here, and that others may read if they read the answer.
        may_set: those that the player may change.
        changed: what was changed just now, since the values were read.
    """
    shared = isinstance(display, Chat)
    present = {option: value for option, value in present_values(player, display).items() if option in shown}
    if changed is not None:
        present[changed.option] = changed.value
    pressed = [option for option in present if option in may_set and _has_button(option, shared=shared)]
    text = [changed.text] if changed is not None else []
    text.append(words.say("settings-title"))
    if shared:
        text.append(words.say("settings-chat"))
    told = [option for option in present if option not in pressed or OPTIONS[option].written]
    text.append(join([setting_line(words, option, present[option]) for option in told], " "))
    text.append(words.say("settings-how", command=Code("/settings theme")))
    pressed.sort(key=lambda option: OPTIONS[option].of_chats)  # the player's own first
    buttons = [_button(words, option, present[option], shared=shared) for option in pressed]
    return Reply(join(text), buttons=_in_rows(buttons), opens="" if changed else SETTINGS)


SETTINGS = "settings"
"""What a page opens where it has a place of its own for settings."""


def choices(
    words: Words,
    option: str,
    values: Mapping[str, str | bool],
    present: str | bool,
    offered: Collection[str] = (),
) -> Reply:
    """Return one option with its value, and a button for each other value.

    Args:
        words: the player's language.
        values: what it can be, by what is typed.
        present: what it is.
        offered: values that are not among those, and get a button too.
    """
    others = {typed: value for typed, value in values.items() if value != present}
    buttons = [
        Button(typed, button_data(f"/settings {option} {typed}")) for typed in offered if typed != present
    ]
    buttons += [
        Button(value_words(words, value), button_data(f"/settings {option} {typed}"))
        for typed, value in others.items()
    ]
    written = OPTIONS[option].written
    example = written.example if written is not None else next(iter(others))
    how = words.say("settings-change", command=Code(f"/settings {option} {example}"))
    return Reply(join([setting_line(words, option, present), how]), buttons=_in_rows(buttons))


def _setting(
    words: Words,
    option: str,
    present: str | bool,
    values: Mapping[str, str | bool],
    offered: tuple[str, ...],
    *,
    may_set: bool,
) -> Setting:
    written = OPTIONS[option].written
    typed = next((typed for typed, value in values.items() if value == present), str(present))
    form = written.form if written is not None else "switch" if OPTIONS[option].is_switch else "choice"
    return Setting(
        option,
        words.words(f"setting-{option}"),
        form,
        typed,
        tuple(SettingChoice(typed, value_words(words, value)) for typed, value in values.items()),
        offered,
        written.example if written is not None else "",
        may_set,
    )


def _has_button(option: str, *, shared: bool) -> bool:
    """True if the overview has a button for an option. There is not room for all: some are typed alone."""
    written = OPTIONS[option].written
    return written is None or not (shared or written.is_own)


def _in_rows(buttons: Sequence[Button]) -> Rows:
    """Return buttons two to a row, so that their words are seen; three, where there are so many."""
    in_a_row = 2 if len(buttons) <= 2 * MOST_ROWS else 3
    return tuple(tuple(buttons[first : first + in_a_row]) for first in range(0, len(buttons), in_a_row))


def _button(words: Words, option: str, value: str | bool, *, shared: bool) -> Button:
    """Return the button that sets the next value: two stand side by side, so words are short.

    Where there are too many to go through them, it asks for one.
    """
    name = words.words(f"setting-short-{option}")
    values = values_in(option, shared=shared)
    if OPTIONS[option].written is not None:
        return Button(words.words("setting-button-written", name=name), button_data(f"/settings {option}"))
    typed = list(values)
    present = list(values.values()).index(value) if value in values.values() else -1
    following = typed[(present + 1) % len(typed)]
    label = words.words("setting-button", name=name, value=value_briefly(words, value))
    return Button(label, button_data(f"/settings {option} {following}"))
