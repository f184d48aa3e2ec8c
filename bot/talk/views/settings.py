"""Settings: messages with a button for each option, and the options of a page's settings panel."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from bot.sessions import Chat, DisplayPreferences, Player
from bot.talk.catalog import Words, join
from bot.talk.input.payloads import button_data
from bot.talk.reply import Button, Code, Reply, Rows, Text
from bot.talk.setting_table import (
    OPTIONS,
    is_usual,
    present_values,
    setting_line,
    value_briefly,
    value_words,
    values_in,
)
from bot.talk.views.buttons import MOST_ROWS


@dataclass(frozen=True, slots=True)
class SettingChoice:
    """A possible value of an option.

    Args:
        typed: the word for it in commands.
        label: its name in the reader's language.
    """

    typed: str
    label: str


@dataclass(frozen=True, slots=True)
class Setting:
    """An option in a page's settings panel.

    Args:
        option: the word for it in commands.
        name: its name in the reader's language.
        form: `switch`, `choice`, or the kind of a text field: `hours`, `time`, `zone` or `text`.
        value: the word for its current value in commands.
        choices: the values to choose from; for a text field, the words that it also accepts.
        offered: further values that suit the person, such as their browser's time zone.
        example: an example for the text field; empty without one.
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
    """Options that were just changed.

    Args:
        values: the new values, by the words for the options in commands.
        text: the confirmation.
    """

    values: Mapping[str, str | bool]
    text: Text


def settings_panel(
    words: Words,
    player: Player,
    display: Chat | DisplayPreferences,
    shown: Collection[str],
    may_set: Collection[str],
    offered: Mapping[str, tuple[str, ...]],
) -> tuple[Setting, ...]:
    """Return the options of a page's settings panel.

    Args:
        display: the shared chat, or the display preferences of the private chat.
        shown: the options to return.
        may_set: the options that the player may change.
        offered: further values that suit the player, by option.
    """
    present = present_values(player, display)
    return tuple(
        _setting(
            words,
            option,
            present[option],
            values_in(option, display.platform, shared=isinstance(display, Chat)),
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
    """Return the settings message: each option has a button that shows its value and sets the next one.

    The button of an option with typed values asks for a value instead. The text lists options with typed
    values, options without a button, and what is usual where an option is unset. On a page the message opens
    the settings panel, unless it confirms a change.

    Args:
        display: the shared chat, or the display preferences of the private chat.
        shown: the options to show, without private ones if other people can read the message.
        may_set: the options that the player may change.
        changed: the options that were changed after `player` and `display` were read.
    """
    shared = isinstance(display, Chat)
    present = {option: value for option, value in present_values(player, display).items() if option in shown}
    if changed is not None:
        present |= changed.values
    pressed = [option for option in present if option in may_set and _has_button(option, shared=shared)]
    text = [changed.text] if changed is not None else []
    text.append(words.say("settings-title"))
    if shared:
        text.append(words.say("settings-chat"))
    told = [
        option
        for option, value in present.items()
        if option not in pressed or OPTIONS[option].written or is_usual(value)
    ]
    text.append(join([setting_line(words, option, present[option]) for option in told], " "))
    text.append(words.say("settings-how", command=Code("/settings theme")))
    pressed.sort(key=lambda option: OPTIONS[option].of_chats)  # the player's options before the chat's
    buttons = [
        _button(words, option, present[option], values_in(option, display.platform, shared=shared))
        for option in pressed
    ]
    return Reply(join(text), buttons=_in_rows(buttons), opens="" if changed else SETTINGS)


SETTINGS = "settings"
"""The name of a page's settings dialog, for `Reply.opens`."""


def choices(
    words: Words,
    option: str,
    values: Mapping[str, str | bool],
    present: str | bool,
    offered: Collection[str] = (),
) -> Reply:
    """Return the message of one option, with its value, a button for each other value, and how to type one.

    Args:
        values: its possible values, by their words in commands; for a typed option, those that have a word.
        present: its current value.
        offered: typed values that get a button too, because they suit the player.
    """
    others = {typed: value for typed, value in values.items() if value != present}
    buttons = [
        Button(typed, button_data(f"/settings {option} {typed}")) for typed in offered if typed != present
    ]
    buttons += [
        Button(
            (value_briefly if is_usual(value) else value_words)(words, value),
            button_data(f"/settings {option} {typed}"),
        )
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
    """True if the overview has a button for an option.

    To save room, options with typed values have none in shared chats, and some have none anywhere.
    """
    written = OPTIONS[option].written
    return written is None or not (shared or written.is_own)


def _in_rows(buttons: Sequence[Button]) -> Rows:
    """Return buttons in rows of two, so that their labels are readable; more than ten in rows of three."""
    in_a_row = 2 if len(buttons) <= 2 * MOST_ROWS else 3
    return tuple(tuple(buttons[first : first + in_a_row]) for first in range(0, len(buttons), in_a_row))


def _button(words: Words, option: str, value: str | bool, values: Mapping[str, str | bool]) -> Button:
    """Return the button that sets an option's next value; for typed values, one that asks for a value."""
    name = words.words(f"setting-short-{option}")
    if OPTIONS[option].written is not None:
        return Button(words.words("setting-button-written", name=name), button_data(f"/settings {option}"))
    typed = list(values)
    # A stored value that the option no longer has is followed by the first value.
    present = list(values.values()).index(value) if value in values.values() else -1
    following = typed[(present + 1) % len(typed)]
    label = words.words("setting-button", name=name, value=value_briefly(words, value))
    return Button(label, button_data(f"/settings {option} {following}"))
