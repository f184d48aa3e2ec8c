"""Setting values: what each option can be, by what is typed for it, and what it is set to."""

from __future__ import annotations

from collections.abc import Mapping

from bot.sessions import Chat, DisplayPreferences, Player, reminders
from bot.sessions.people import CHAT_OPTIONS, COMPACT, FIRST_THEME, OWN_COLOUR, SHARED_OPTIONS
from bot.sessions.values import OWN_NUMBERS
from bot.talk.catalog import LANGUAGES, Words, words_in
from bot.talk.reply import OldBoardPolicy, Text
from bot.talk.written_options import NOT_SET, OFF, WRITTEN
from renderers.themes import THEMES

LOOKS = (*CHAT_OPTIONS, *SHARED_OPTIONS)
"""How boards look: the chat's own options, where it is a shared one."""
BOARD_LOOKS = (*THEMES, COMPACT, *(f"{COMPACT}-{theme}" for theme in THEMES if theme != FIRST_THEME))
"""What a board can look like: each theme in full, and in the compact layout."""
SWITCH: Mapping[str, str | bool] = {"on": True, "off": False}
VALUES: Mapping[str, Mapping[str, str | bool]] = {
    "roll": SWITCH,
    "forced": SWITCH,
    "confirm": SWITCH,
    "race": SWITCH,
    "numbers": {"board": "board", "own": OWN_NUMBERS},
    "reminders": {choice: choice for choice in reminders.CHOICES},
    "quiet": {OFF: OFF},
    "digest": {OFF: OFF},
    "theme": {look: look for look in BOARD_LOOKS},
    "side": {"white": "w", "black": "b", "own": OWN_COLOUR},
    "language": {language: language for language in LANGUAGES},
    "zone": {NOT_SET: NOT_SET},
    "boards": {policy.value: policy.value for policy in OldBoardPolicy},
    "threads": SWITCH,
    "daily": SWITCH,
}
"""What each option can be, by what is typed for it."""
OPTIONS = tuple(VALUES)


def values_of(option: str) -> tuple[str, ...]:
    """Return the words that may be typed behind an option."""
    return tuple(VALUES.get(option, ()))


def completed_values_of(option: str) -> tuple[str, ...]:
    """Return all that can be suggested behind an option."""
    written = WRITTEN.get(option)
    return values_of(option) + ((written.suggested() or (written.example,)) if written else ())


def values_in(option: str, *, shared: bool) -> Mapping[str, str | bool]:
    """Return what an option can be, by what is typed; in a shared chat nobody has a side of his own."""
    return {typed: value for typed, value in VALUES[option].items() if not (shared and value == OWN_COLOUR)}


def value_meant(option: str, values: Mapping[str, str | bool], typed: str) -> str | bool | None:
    """Return the value that was typed: as commands have it, or as it is called in a language.

    Raises:
        NoSuchZone: no time zone is called so.
        NoSuchHours: it says no quiet hours.
        NoSuchTime: it says no time of day.
    """
    for name, value in values.items():
        called = (value_words(words_in(language), value).lower() for language in LANGUAGES)
        if typed in (name, *called):
            return value
    return WRITTEN[option].read(typed) if option in WRITTEN else None


def present_values(player: Player, display: Chat | DisplayPreferences) -> dict[str, str | bool]:
    """Return what every option is set to.

    Args:
        player: whose settings they are.
        display: the shared chat, or the display preferences of the private one.
    """
    present: dict[str, str | bool] = {
        "roll": player.preferences.auto_roll,
        "forced": player.preferences.auto_forced,
        "confirm": player.preferences.auto_confirm,
        "race": player.preferences.auto_race,
        "numbers": player.numbers,
        "reminders": player.reminders,
        "quiet": player.quiet or OFF,
        "digest": player.digest or OFF,
        "theme": display.theme if isinstance(display, Chat) else display.look,
        "side": display.side,
        "language": display.language,
        "zone": display.zone or NOT_SET,
    }
    if isinstance(display, Chat):
        present |= {"boards": display.boards, "threads": display.threads, "daily": display.daily}
    return present


def setting_line(words: Words, option: str, value: str | bool) -> Text:
    """Return a sentence that says what an option is set to."""
    name = words.words(f"setting-{option}")
    written = option in WRITTEN and value not in VALUES[option].values()
    return words.say("settings-line", name=name, value=str(value) if written else value_words(words, value))


def value_words(words: Words, value: str | bool) -> str:
    """Return how a value is called."""
    return words.words(f"value-{_value_name(value)}")


def value_briefly(words: Words, value: str | bool) -> str:
    """Return how a value is called on a button, where there is little room."""
    return words.words(f"value-short-{_value_name(value)}")


def _value_name(value: str | bool) -> str:
    return value if isinstance(value, str) else {True: "on", False: "off"}[value]
