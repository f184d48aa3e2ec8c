"""Setting table: the options of `/settings`, with the words to type for them and for their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from bot.sessions import (
    CHAT_SETTINGS,
    OWN_COLOUR,
    OWN_NUMBERS,
    PLAYER_SETTINGS,
    SWITCH,
    Chat,
    DisplayPreferences,
    Player,
    has_usual,
    look_of,
    usual,
)
from bot.talk.catalog import LANGUAGES, Words, words_in
from bot.talk.input.dates import quiet_hours, time_of_day
from bot.talk.reply import Text
from bot.talk.times import find_zone, zone_names
from renderers.themes import THEMES

NOT_SET = "none"
"""The word that clears the time zone, and the value shown when none is set."""
OFF = "off"
"""The word that clears quiet hours, the digest or the own name, and the value shown when none is set."""
USUAL = "usual"
"""The word that leaves an option unset, and the beginning of the value that is shown for it."""


@dataclass(frozen=True, slots=True)
class WrittenValue:
    """How to type a value of an option that has too many values for buttons, such as a time of day.

    Args:
        form: the kind of input field on the web page: `hours`, `time` or `zone`.
        read: returns the value to store for a typed text; raises a `Refusal` if it is invalid.
        example: a valid value to show as an example.
        suggested: returns the values that completion suggests; if there are none, it suggests the example.
        is_own: True if the value is a time in the player's time zone, which only that player may see.
    """

    form: str
    read: Callable[[str], str]
    example: str
    suggested: Callable[[], tuple[str, ...]] = tuple
    is_own: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """An option of `/settings`: a setting of `bot.sessions.settings` with the words to type for it.

    In the catalogs `setting-KEYWORD` is its name, and `setting-short-KEYWORD` a short one for buttons.

    Args:
        keyword: the word to type for it.
        column: the setting's name in `bot.sessions.settings`; players, shared chats or both may have it.
        values: its values, by the English word to type for each.
        written: how to type values that are not in `values`; None if all values are in `values`.
    """

    keyword: str
    column: str
    values: Mapping[str, str | bool]
    written: WrittenValue | None = None

    @property
    def of_chats(self) -> bool:
        """True if shared chats have this setting."""
        return self.column in CHAT_SETTINGS

    @property
    def of_players(self) -> bool:
        """True if players have this setting."""
        return self.column in PLAYER_SETTINGS

    @property
    def has_usual(self) -> bool:
        """True if the option can be left unset, so that the platform's usual value applies."""
        return USUAL in self.values

    @property
    def is_switch(self) -> bool:
        """True if the option can only be on or off."""
        return True in self.values.values()


def _option(
    keyword: str,
    column: str,
    *,
    typed: Iterable[str] | Mapping[str, str] = (),
    written: WrittenValue | None = None,
) -> Option:
    """Build a row of `OPTIONS`. A setting that can be on or off gets the words `on` and `off`.

    Args:
        keyword: the word to type for the option.
        column: the setting's name in `bot.sessions.settings`.
        typed: the words for its values; a mapping if words and values differ. If it is empty, the values of
            `bot.sessions.settings` are the words.
        written: how to type values that have no word.

    Raises:
        LookupError: there is no such setting, or the option has no values.
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
    if has_usual(column):
        values = {USUAL: USUAL, **values}
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
        _option("theme", "theme", typed=[*THEMES]),
        _option("layout", "layout"),
        _option("side", "side", typed={"white": "w", "black": "b", "own": OWN_COLOUR}),
        _option("language", "language", typed=LANGUAGES),
        _option(
            "zone",
            "zone",
            typed=[NOT_SET],
            written=WrittenValue("zone", find_zone, "Europe/Berlin", zone_names),
        ),
        _option("boards", "boards"),
        _option("threads", "threads"),
        _option("daily", "daily"),
    )
}
"""The options by the words to type for them, in the order in which `/settings` lists them."""


def values_of(option: str) -> tuple[str, ...]:
    """Return the words for an option's values, without those that are typed freely; empty for no option."""
    return tuple(OPTIONS[option].values) if option in OPTIONS else ()


def completed_values_of(option: str) -> tuple[str, ...]:
    """Return what completion suggests after an option: the words for its values, then suggested typed values.

    Return nothing for a word that is no option.
    """
    written = OPTIONS[option].written if option in OPTIONS else None
    return values_of(option) + ((written.suggested() or (written.example,)) if written else ())


def values_in(option: str, platform: str, *, shared: bool) -> Mapping[str, str | bool]:
    """Return an option's values by the words to type for them.

    Args:
        platform: the chat's platform, on which the value of `USUAL` depends.
        shared: True for a shared chat's option. A shared chat has no "own" side, so that value is left out.
    """
    values = OPTIONS[option].values
    return {
        typed: usual_value(option, platform) if typed == USUAL else value
        for typed, value in values.items()
        if not (shared and value == OWN_COLOUR)
    }


def usual_value(option: str, platform: str) -> str:
    """Return the value that is shown for an unset option: `USUAL` and what it means on a platform."""
    return f"{USUAL} {usual(OPTIONS[option].column, platform)}"


def is_usual(value: str | bool) -> bool:
    """Return True for a value of `usual_value`."""
    return isinstance(value, str) and value.startswith(f"{USUAL} ")


def earlier_look(option: str, typed: str) -> tuple[str | None, str] | None:
    """Return the theme and the layout of a word that the theme once had: `compact`, `compact-dark` and so on.

    Return None for other options and words. A theme of None is the usual one.
    """
    theme, layout = look_of(typed, None)
    if option != "theme" or layout is None or theme not in (None, *THEMES):
        return None
    return theme, layout


def value_meant(option: str, values: Mapping[str, str | bool], typed: str) -> str | bool | None:
    """Return the value that a typed text means: by its English word, its name in any language, or as typed.

    Return None if the option has no such value and its values cannot be typed freely.

    Raises:
        Refusal: there is no such time zone.
        Refusal: the word is not an interval of quiet hours.
        Refusal: the word is not a time of day.
    """
    for name, value in values.items():
        called = (value_briefly(words_in(language), value).lower() for language in LANGUAGES)
        if not is_usual(value):
            called = (value_words(words_in(language), value).lower() for language in LANGUAGES)
        if typed in (name, *called):
            return value
    written = OPTIONS[option].written
    return written.read(typed) if written is not None else None


def present_values(player: Player, display: Chat | DisplayPreferences) -> dict[str, str | bool]:
    """Return the current value of every option that exists in a chat, by the option's word.

    Options that both have are read from `display`. An option without a value gives the first of its values.

    Args:
        player: the player whose own settings are read.
        display: the shared chat, or the player's display preferences in a private chat.
    """
    return {
        keyword: _present(option, player, display)
        for keyword, option in OPTIONS.items()
        if option.of_players or isinstance(display, Chat)
    }


def _present(option: Option, player: Player, display: Chat | DisplayPreferences) -> str | bool:
    value: str | bool | None
    if option.has_usual:
        of = player if isinstance(display, DisplayPreferences) else display
        theme, layout = look_of(of.theme, of.layout)
        stored = {"theme": theme, "layout": layout}
        value = stored[option.column] if option.column in stored else getattr(of, option.column)
        return value or usual_value(option.keyword, display.platform)
    value = getattr(display if option.of_chats else player, option.column)
    return next(iter(option.values.values())) if value is None else value


def setting_line(words: Words, option: str, value: str | bool) -> Text:
    """Return a line with an option's name and value."""
    name = words.words(f"setting-{option}")
    written = OPTIONS[option].written is not None and value not in OPTIONS[option].values.values()
    return words.say("settings-line", name=name, value=str(value) if written else value_words(words, value))


def value_words(words: Words, value: str | bool) -> str:
    """Return a value's name in a language; for an unset option with what is usual."""
    if is_usual(value):
        return words.words("value-usual", value=value_words(words, str(value).partition(" ")[2]))
    return words.words(f"value-{_value_name(value)}")


def value_briefly(words: Words, value: str | bool) -> str:
    """Return a value's short name, for a button."""
    if is_usual(value):
        return words.words("value-short-usual")
    return words.words(f"value-short-{_value_name(value)}")


def _value_name(value: str | bool) -> str:
    return value if isinstance(value, str) else {True: "on", False: "off"}[value]
