"""Setting table: the options of `/settings`, with the words that are typed for them and for their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from bot.sessions import (
    CHAT_SETTINGS,
    COMPACT,
    FIRST_THEME,
    OWN_COLOUR,
    OWN_NUMBERS,
    PLAYER_SETTINGS,
    SWITCH,
    Chat,
    DisplayPreferences,
    Player,
)
from bot.talk.catalog import LANGUAGES, Words, words_in
from bot.talk.input.dates import quiet_hours, time_of_day
from bot.talk.reply import Text
from bot.talk.times import zone_called, zone_names
from renderers.themes import THEMES

NOT_SET = "none"
OFF = "off"
"""What is typed for no value, and shown for it."""
BOARD_LOOKS = (*THEMES, COMPACT, *(f"{COMPACT}-{theme}" for theme in THEMES if theme != FIRST_THEME))
"""What a board can look like: each theme in full, and in the compact layout."""


@dataclass(frozen=True, slots=True)
class WrittenValue:
    """A value of an option that has too many for a button each.

    Args:
        form: the kind of field that a page has for it.
        read: returns the value that a text means, or raises a refusal.
        example: what may be typed.
        suggested: returns what completion offers.
        is_own: True if only the player may read it, and it is meant in the player's time zone.
    """

    form: str
    read: Callable[[str], str]
    example: str
    suggested: Callable[[], tuple[str, ...]] = tuple
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """An option: the words for a setting of `bot.sessions`.

    The catalogs have its name as `setting-KEYWORD`, short for a button as `setting-short-KEYWORD`.

    Args:
        keyword: what is typed for it.
        column: the setting, a player's, a shared chat's, or both.
        values: what it can be, by what is typed.
        written: how any other value is written; None if there is no other.
    """

    keyword: str
    column: str
    values: Mapping[str, str | bool]
    written: WrittenValue | None = None

    @property
    def of_chats(self) -> bool:
        """True if a shared chat has it for everyone there."""
        return self.column in CHAT_SETTINGS

    @property
    def of_players(self) -> bool:
        """True if a player has it, at least for private chats."""
        return self.column in PLAYER_SETTINGS

    @property
    def is_switch(self) -> bool:
        """True if it is on or off."""
        return True in self.values.values()


def _option(
    keyword: str,
    column: str,
    *,
    typed: Iterable[str] | Mapping[str, str] = (),
    written: WrittenValue | None = None,
) -> Option:
    """Return an option.

    Args:
        keyword: what is typed for it.
        typed: what is typed for its values, and what they are if that differs; empty to type the values.
        written: how any other value is written.

    Raises:
        LookupError: there is no such setting, or neither it nor `typed` nor `written` says a value.
    """
    rows = [table[column] for table in (PLAYER_SETTINGS, CHAT_SETTINGS) if column in table]
    if not rows:
        raise LookupError(f"the option {keyword} has no row in bot.sessions.settings: {column}")
    values: Mapping[str, str | bool]
    if rows[0].values == SWITCH:
        values = {"on": True, "off": False}
    elif isinstance(typed, Mapping):
        values = typed
    else:
        values = {each: each for each in typed or map(str, rows[0].values)}
    if not values:
        raise LookupError(f"the option {keyword} has no values, here or in bot.sessions.settings")
    return Option(keyword, column, values, written)


OPTIONS: Mapping[str, Option] = {
    each.keyword: each
    for each in (
        _option("roll", "auto_roll"),
        _option("forced", "auto_forced"),
        _option("confirm", "auto_confirm"),
        _option("race", "auto_race"),
        _option("numbers", "numbers", typed={"board": "board", "own": OWN_NUMBERS}),
        _option("reminders", "reminders"),
        _option(
            "quiet",
            "quiet",
            typed=[OFF],
            written=WrittenValue("hours", quiet_hours, "22-8", is_own=True),
        ),
        _option(
            "digest",
            "digest",
            typed=[OFF],
            written=WrittenValue("time", time_of_day, "09:00", is_own=True),
        ),
        _option("theme", "theme", typed=BOARD_LOOKS),
        _option("side", "side", typed={"white": "w", "black": "b", "own": OWN_COLOUR}),
        _option("language", "language", typed=LANGUAGES),
        _option(
            "zone",
            "zone",
            typed=[NOT_SET],
            written=WrittenValue("zone", zone_called, "Europe/Berlin", zone_names),
        ),
        _option("boards", "boards"),
        _option("threads", "threads"),
        _option("daily", "daily"),
    )
}
"""The options, by what is typed for them, in the order of the panel."""


def values_of(option: str) -> tuple[str, ...]:
    """Return the words that may be typed behind an option."""
    return tuple(OPTIONS[option].values) if option in OPTIONS else ()


def completed_values_of(option: str) -> tuple[str, ...]:
    """Return everything that can be suggested behind an option."""
    written = OPTIONS[option].written if option in OPTIONS else None
    return values_of(option) + ((written.suggested() or (written.example,)) if written else ())


def values_in(option: str, *, shared: bool) -> Mapping[str, str | bool]:
    """Return the values of an option by what is typed; in a shared chat no one has a side of their own."""
    values = OPTIONS[option].values
    return {typed: value for typed, value in values.items() if not (shared and value == OWN_COLOUR)}


def value_meant(option: str, values: Mapping[str, str | bool], typed: str) -> str | bool | None:
    """Return the value that was typed: as commands have it, or as it is called in a language.

    Raises:
        Refusal: no time zone is called so.
        Refusal: it says no quiet hours.
        Refusal: it says no time of day.
    """
    for name, value in values.items():
        called = (value_words(words_in(language), value).lower() for language in LANGUAGES)
        if typed in (name, *called):
            return value
    written = OPTIONS[option].written
    return written.read(typed) if written is not None else None


def present_values(player: Player, display: Chat | DisplayPreferences) -> dict[str, str | bool]:
    """Return the present value of every option that a chat has.

    Args:
        player: the player whose settings they are.
        display: the shared chat, or the display preferences of the private one.
    """
    return {
        keyword: _present(option, player, display)
        for keyword, option in OPTIONS.items()
        if option.of_players or isinstance(display, Chat)
    }


def _present(option: Option, player: Player, display: Chat | DisplayPreferences) -> str | bool:
    value: str | bool | None
    if option.column == "theme" and isinstance(display, DisplayPreferences):
        value = display.look
    else:
        value = getattr(display if option.of_chats else player, option.column)
    return next(iter(option.values.values())) if value is None else value


def setting_line(words: Words, option: str, value: str | bool) -> Text:
    """Return a sentence that says what an option is set to."""
    name = words.words(f"setting-{option}")
    written = OPTIONS[option].written is not None and value not in OPTIONS[option].values.values()
    return words.say("settings-line", name=name, value=str(value) if written else value_words(words, value))


def value_words(words: Words, value: str | bool) -> str:
    """Return how a value is called."""
    return words.words(f"value-{_value_name(value)}")


def value_briefly(words: Words, value: str | bool) -> str:
    """Return how a value is called on a button, where there is little room."""
    return words.words(f"value-short-{_value_name(value)}")


def _value_name(value: str | bool) -> str:
    return value if isinstance(value, str) else {True: "on", False: "off"}[value]
