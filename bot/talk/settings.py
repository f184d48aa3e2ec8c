"""Settings: what can be set, how it is typed, and its present value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sessions import Chat, reminders
from bot.sessions.errors import MayNotSet, NoSuchZone, NoZone
from bot.sessions.people import (
    CHAT_OPTIONS,
    COMPACT,
    FIRST_THEME,
    OWN_COLOUR,
    PLAYERS_OPTIONS,
    SHARED_OPTIONS,
)
from bot.sessions.values import OWN_NUMBERS
from bot.talk.catalog import LANGUAGES, join, words_in
from bot.talk.input.parsing import button_data
from bot.talk.reply import Button, Code, OldBoardPolicy, Reply
from bot.talk.views.buttons import MOST_ROWS
from bot.talk.wording import shortened
from bot.talk.written_options import NOT_SET, OFF, WRITTEN
from bot.talk.zones import zone_called
from renderers.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from bot.sessions import DisplayPreferences, Player
    from bot.talk.catalog import Words
    from bot.talk.context import CommandContext
    from bot.talk.reply import Rows, Text


LOOKS = (*THEMES, COMPACT, *(f"{COMPACT}-{theme}" for theme in THEMES if theme != FIRST_THEME))
"""What a board can look like: each theme in full, and in the compact layout."""
_SWITCH = {"on": True, "off": False}
_COLUMNS = {
    "roll": "auto_roll",
    "forced": "auto_forced",
    "confirm": "auto_confirm",
    "race": "auto_race",
    "numbers": "numbers",
    "reminders": "reminders",
    "quiet": "quiet",
    "digest": "digest",
    "theme": "theme",
    "side": "side",
    "language": "language",
    "zone": "zone",
    "boards": "boards",
    "threads": "threads",
}
_LOOKS = (*CHAT_OPTIONS, *SHARED_OPTIONS)
"""How boards look: the chat's own options, where it is a shared one."""
_VALUES: Mapping[str, Mapping[str, str | bool]] = {
    "roll": _SWITCH,
    "forced": _SWITCH,
    "confirm": _SWITCH,
    "race": _SWITCH,
    "numbers": {"board": "board", "own": OWN_NUMBERS},
    "reminders": {choice: choice for choice in reminders.CHOICES},
    "quiet": {OFF: OFF},
    "digest": {OFF: OFF},
    "theme": {look: look for look in LOOKS},
    "side": {"white": "w", "black": "b", "own": OWN_COLOUR},
    "language": {language: language for language in LANGUAGES},
    "zone": {NOT_SET: NOT_SET},
    "boards": {policy.value: policy.value for policy in OldBoardPolicy},
    "threads": _SWITCH,
}
"""What each option can be, by what is typed for it."""
OPTIONS = tuple(_VALUES)


def values_of(option: str) -> tuple[str, ...]:
    """Return the words that may be typed behind an option."""
    return tuple(_VALUES.get(option, ()))


def completed_values_of(option: str) -> tuple[str, ...]:
    """Return all that can be suggested behind an option."""
    written = WRITTEN.get(option)
    return values_of(option) + ((written.suggested() or (written.example,)) if written else ())


async def settings(context: CommandContext, typed: tuple[str, ...]) -> tuple[Reply, ...]:
    """Show the settings, or change the one that was typed.

    In a shared chat theme, side, language and zone are the chat's, and not everybody may change them; in a
    private chat they are the player's. What becomes of old boards only a shared chat can choose.

    Raises:
        MayNotSet: the option is the chat's, and the person may not change it.
        NoSuchZone: no time zone is called as was typed.
        NoSuchHours: what was typed says no quiet hours.
        NoSuchTime: it says no time of day.
        NoPrivateChat: what was asked for comes in private, where the player cannot be written to.
        NoZone: it is meant in the player's time zone, which is not known.
    """
    words, player = context.words, context.player
    shared = context.chat.owner is None
    display = context.chat if shared else context.display
    known = options_in(context)
    if not typed:
        may_set = await _may_set(context) if shared else OPTIONS
        shown = [option for option in known if _is_readable(context, option)]
        return (_overview(words, player, display, shown, may_set),)
    option, *value = (word.lower() for word in typed)
    if option not in known:
        names = ", ".join(known)
        text = words.say("refused-setting", option=Code(shortened(option)), names=names)
        return (Reply(text),)
    if not _is_readable(context, option):
        return (Reply(words.say("settings-in-private", command=Code(f"/settings {option}"))),)
    here = shared and option in _LOOKS
    values = _values(option, here=here)
    if not value:
        if here and option not in await _may_set(context):
            raise MayNotSet(option, players_may=option in PLAYERS_OPTIONS)
        offered = offered_values(context, option)
        return (_choices(words, option, values, _present(player, display)[option], offered),)
    chosen = _meant(option, values, " ".join(value))
    if chosen is None:
        return (Reply(words.say("refused-value", name=Code(option), values=", ".join(values))),)
    await _set(context, option, _stored(player, option, chosen), here=here)
    if option == "language" and not (here and player.language):
        words = words_in(str(chosen))
    text = _line(words, option, chosen)
    if chosen == OWN_NUMBERS:
        text = join([text, words.say("settings-own-numbers")], " ")
    return (Reply(text),)


async def _set(context: CommandContext, option: str, value: str | bool | None, *, here: bool) -> None:
    """Set an option of the chat, or of the player. Raises as `settings`."""
    people = context.manager.people
    if here:
        administers = await context.incoming.administers()
        await people.set_chat_option(context.actor, _COLUMNS[option], value, administers=administers)
        return
    if option == "digest" and value is not None and context.chat.owner is None:
        place = await context.incoming.private_place()
        if place is not None:
            await context.actor_in(place)  # from now on there is such a chat
    await people.set_player_option(context.actor, _COLUMNS[option], value)


def _stored(player: Player, option: str, chosen: str | bool) -> str | bool | None:
    """Return what is kept of a value: nothing, where a written one is taken away.

    Raises:
        NoZone: it is meant in the player's time zone, which is not known.
    """
    written = WRITTEN.get(option)
    if written is not None and chosen in _VALUES[option].values():
        return None
    if written is not None and written.is_own and player.zone is None:
        raise NoZone
    return chosen


def offered_values(context: CommandContext, option: str) -> tuple[str, ...]:
    """Return the values that what is known of the person suggests: the time zone of his browser."""
    if option != "zone" or not context.incoming.person.zone:
        return ()
    try:
        return (zone_called(context.incoming.person.zone),)
    except NoSuchZone:
        return ()


def _is_readable(context: CommandContext, option: str) -> bool:
    """Whether an option may be told where it is asked for: what is a player's alone, only to himself."""
    is_own = option in WRITTEN and WRITTEN[option].is_own
    return context.incoming.place.answers_privately or not is_own


def options_in(context: CommandContext) -> list[str]:
    """Return the options that there are in a chat."""
    missing = set() if context.chat.owner is None else {*SHARED_OPTIONS}
    if not context.incoming.place.has_threads:
        missing.add("threads")
    return [option for option in OPTIONS if option not in missing]


async def _may_set(context: CommandContext) -> Collection[str]:
    """Return the options that a person may change in a shared chat."""
    people, administers = context.manager.people, await context.incoming.administers()
    return [
        option
        for option in OPTIONS
        if option not in _LOOKS or await people.may_set(context.actor, option, administers=administers)
    ]


def _overview(
    words: Words,
    player: Player,
    display: Chat | DisplayPreferences,
    shown: Collection[str],
    may_set: Collection[str],
) -> Reply:
    """Return every option with its value; a button sets the next value.

    Args:
        words: the player's language.
        player: whose settings they are.
        display: the shared chat, or the display preferences of the private one.
        shown: the options that there are here, and that others may read if they read the answer.
        may_set: those that the player may change.
    """
    shared = isinstance(display, Chat)
    present = {option: value for option, value in _present(player, display).items() if option in shown}
    lines = {option: _line(words, option, value) for option, value in present.items()}
    text = [words.say("settings-title")]
    text += [line for option, line in lines.items() if option not in _LOOKS]
    text.append(words.say("settings-chat" if shared else "settings-mine"))
    text += [line for option, line in lines.items() if option in _LOOKS]
    text.append(words.say("settings-how", command=Code("/settings confirm on")))
    buttons = [
        _button(words, option, value, shared=shared)
        for option, value in present.items()
        if option in may_set and _has_button(option, shared=shared)
    ]
    return Reply(join(text), buttons=_in_rows(buttons))


def _present(player: Player, display: Chat | DisplayPreferences) -> dict[str, str | bool]:
    """Return what every option is set to."""
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
        present |= {"boards": display.boards, "threads": display.threads}
    return present


def _choices(
    words: Words,
    option: str,
    values: Mapping[str, str | bool],
    present: str | bool,
    offered: Collection[str] = (),
) -> Reply:
    """Return one option with its value, and a button for each other value.

    Args:
        words: the player's language.
        option: the option.
        values: what it can be, by what is typed.
        present: what it is.
        offered: values that are not among those, and get a button too.
    """
    others = {typed: value for typed, value in values.items() if value != present}
    buttons = [
        Button(typed, button_data(f"/settings {option} {typed}")) for typed in offered if typed != present
    ]
    buttons += [
        Button(_value_words(words, value), button_data(f"/settings {option} {typed}"))
        for typed, value in others.items()
    ]
    example = WRITTEN[option].example if option in WRITTEN else next(iter(others))
    how = words.say("settings-change", command=Code(f"/settings {option} {example}"))
    return Reply(join([_line(words, option, present), how]), buttons=_in_rows(buttons))


def _has_button(option: str, *, shared: bool) -> bool:
    """Whether the overview has a button for an option. There is not room for all: some are typed alone."""
    written = WRITTEN.get(option)
    return written is None or not (shared or written.is_own)


def _in_rows(buttons: Sequence[Button]) -> Rows:
    """Return buttons two to a row, so that their words are seen; three, where there are so many."""
    in_a_row = 2 if len(buttons) <= 2 * MOST_ROWS else 3
    return tuple(tuple(buttons[first : first + in_a_row]) for first in range(0, len(buttons), in_a_row))


def _values(option: str, *, here: bool) -> Mapping[str, str | bool]:
    """Return what an option can be, by what is typed; in a shared chat nobody has a side of his own."""
    return {typed: value for typed, value in _VALUES[option].items() if not (here and value == OWN_COLOUR)}


def _meant(option: str, values: Mapping[str, str | bool], typed: str) -> str | bool | None:
    """Return the value that was typed: as commands have it, or as it is called in a language.

    Raises:
        NoSuchZone: no time zone is called so.
        NoSuchHours: it says no quiet hours.
        NoSuchTime: it says no time of day.
    """
    for name, value in values.items():
        called = (_value_words(words_in(language), value).lower() for language in LANGUAGES)
        if typed in (name, *called):
            return value
    return WRITTEN[option].read(typed) if option in WRITTEN else None


def _line(words: Words, option: str, value: str | bool) -> Text:
    name = words.words(f"setting-{option}")
    written = option in WRITTEN and value not in _VALUES[option]
    return words.say("settings-line", name=name, value=str(value) if written else _value_words(words, value))


def _button(words: Words, option: str, value: str | bool, *, shared: bool) -> Button:
    """Return the button that sets the next value: two stand side by side, so words are short.

    Where there are too many to go through them, it asks for one.
    """
    if option in WRITTEN:
        label = words.words("setting-button-written", name=words.words(f"setting-short-{option}"))
        return Button(label, button_data(f"/settings {option}"))
    values = _values(option, here=shared)
    typed = list(values)
    present = list(values.values()).index(value) if value in values.values() else -1
    following = typed[(present + 1) % len(typed)]
    label = words.words(
        "setting-button",
        name=words.words(f"setting-short-{option}"),
        value=words.words(f"value-short-{_value_name(values[following])}"),
    )
    return Button(label, button_data(f"/settings {option} {following}"))


def _value_words(words: Words, value: str | bool) -> str:
    return words.words(f"value-{_value_name(value)}")


def _value_name(value: str | bool) -> str:
    return value if isinstance(value, str) else {True: "on", False: "off"}[value]
