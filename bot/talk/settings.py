"""Settings: what can be set, how it is typed, and its present value."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.sessions import Chat, reminders
from bot.sessions.errors import MayNotSet
from bot.sessions.people import CHAT_OPTIONS, OWN_COLOUR, PLAYERS_OPTIONS, SHARED_OPTIONS
from bot.sessions.values import OWN_NUMBERS
from bot.talk.catalog import LANGUAGES, join, words_in
from bot.talk.input.parsing import button_data
from bot.talk.reply import Button, Code, OldBoardPolicy, Reply
from bot.talk.typed_options import OFF, TYPED_OPTIONS
from bot.talk.wording import shortened
from renderers.themes import THEMES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from bot.sessions import DisplayPreferences, Player
    from bot.talk.catalog import Words
    from bot.talk.context import CommandContext
    from bot.talk.reply import Rows, Text

EXAMPLE_ZONE = "Europe/Berlin"
_SWITCH = {"on": True, "off": False}
_COLUMNS = {
    "roll": "auto_roll",
    "forced": "auto_forced",
    "confirm": "auto_confirm",
    "race": "auto_race",
    "numbers": "numbers",
    "reminders": "reminders",
    "theme": "theme",
    "side": "side",
    "language": "language",
    "boards": "boards",
    "threads": "threads",
}
_LOOKS = (*CHAT_OPTIONS, *SHARED_OPTIONS)
"""How boards look: the chat's own options, where it is a shared one."""
CHOICES: Mapping[str, Mapping[str, str | bool]] = {
    "roll": _SWITCH,
    "forced": _SWITCH,
    "confirm": _SWITCH,
    "race": _SWITCH,
    "numbers": {"board": "board", "own": OWN_NUMBERS},
    "reminders": {choice: choice for choice in reminders.CHOICES},
    "theme": {theme: theme for theme in THEMES},
    "side": {"white": "w", "black": "b", "own": OWN_COLOUR},
    "language": {language: language for language in LANGUAGES},
    "boards": {policy.value: policy.value for policy in OldBoardPolicy},
    "threads": _SWITCH,
}
"""The options that have a few values, by what is typed."""
OPTIONS = (*CHOICES, *TYPED_OPTIONS)


def values_of(option: str) -> tuple[str, ...]:
    """Return what may be typed behind an option, or examples of it."""
    if option in TYPED_OPTIONS:
        return (*TYPED_OPTIONS[option].examples, OFF)
    return tuple(CHOICES.get(option, ()))


async def settings(context: CommandContext, typed: tuple[str, ...]) -> tuple[Reply, ...]:
    """Show the settings, or change the one that was typed.

    In a shared chat theme, side and language are the chat's, and not everybody may change them; in a private
    chat they are the player's. What becomes of old boards only a shared chat can choose.

    Raises:
        MayNotSet: the option is the chat's, and the person may not change it.
    """
    words, player, people = context.words, context.player, context.manager.people
    shared = context.chat.owner is None
    display = context.chat if shared else context.display
    known = options_in(context)
    if not typed:
        may_set = await _may_set(context) if shared else OPTIONS
        return (_overview(context, display, known, may_set),)
    option, *value = (word.lower() for word in typed)
    if option not in known:
        names = ", ".join(known)
        text = words.say("refused-setting", option=Code(shortened(option)), names=names)
        return (Reply(text),)
    if option in TYPED_OPTIONS:
        return (await _typed(context, option, " ".join(value)),)
    here = shared and option in _LOOKS
    values = _values(option, here=here)
    if not value:
        if here and option not in await _may_set(context):
            raise MayNotSet(option, players_may=option in PLAYERS_OPTIONS)
        return (_choices(words, option, values, _present(player, display)[option]),)
    chosen = _meant(values, " ".join(value))
    if chosen is None:
        return (Reply(words.say("refused-value", name=Code(option), values=", ".join(values))),)
    if here:
        administers = await context.incoming.administers()
        await people.set_chat_option(context.actor, _COLUMNS[option], chosen, administers=administers)
    else:
        await people.set_player_option(context.actor, _COLUMNS[option], chosen)
    if option == "language":
        words = words_in(str(chosen))
    text = _line(words, option, chosen)
    if chosen == OWN_NUMBERS:
        text = join([text, words.say("settings-own-numbers")], " ")
    return (Reply(text),)


async def _typed(context: CommandContext, option: str, typed: str) -> Reply:
    """Show an option whose value is typed freely, or change it; never where others would read it."""
    words, meant = context.words, TYPED_OPTIONS[option]
    if not context.incoming.place.answers_privately:
        return Reply(words.say("blocked-elsewhere", command=Code(f"/settings {option}")))
    example = Code(f"/settings {option} {meant.examples[0]}")
    if not typed:
        line = _typed_line(words, option, getattr(context.player, option))
        return Reply(join([line, words.say("settings-change", command=example)]))
    if typed in (OFF, *(words_in(language).words("value-off") for language in LANGUAGES)):
        chosen = None
    elif meant.needs_zone and context.player.zone is None:
        return Reply(words.say("settings-zone-first", command=Code(f"/settings zone {EXAMPLE_ZONE}")))
    else:
        try:
            chosen = meant.parse(typed)
        except ValueError:
            return Reply(words.say("refused-typed-value", name=Code(option), command=example))
    await context.manager.people.set_player_option(context.actor, option, chosen)
    return Reply(_typed_line(words, option, chosen))


def _typed_line(words: Words, option: str, kept: str | None) -> Text:
    value = words.words("value-off") if kept is None else TYPED_OPTIONS[option].show(words, kept)
    return words.say("settings-line", name=words.words(f"setting-{option}"), value=value)


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
    context: CommandContext,
    display: Chat | DisplayPreferences,
    known: Collection[str],
    may_set: Collection[str],
) -> Reply:
    """Return every option with its value; a button sets the next value.

    Args:
        context: who asks, and where.
        display: the shared chat, or the display preferences of the private one.
        known: the options that there are here.
        may_set: those that the player may change.
    """
    words, player, shared = context.words, context.player, isinstance(display, Chat)
    present = {option: value for option, value in _present(player, display).items() if option in known}
    lines = {option: _line(words, option, value) for option, value in present.items()}
    text = [words.say("settings-title")]
    text += [line for option, line in lines.items() if option not in _LOOKS]
    if context.incoming.place.answers_privately:
        text += [_typed_line(words, option, getattr(player, option)) for option in TYPED_OPTIONS]
    text.append(words.say("settings-chat" if shared else "settings-mine"))
    text += [line for option, line in lines.items() if option in _LOOKS]
    text.append(words.say("settings-how", command=Code("/settings confirm on")))
    buttons = [
        _button(words, option, value, shared=shared) for option, value in present.items() if option in may_set
    ]
    return Reply(join(text), buttons=_in_twos(buttons))


def _present(player: Player, display: Chat | DisplayPreferences) -> dict[str, str | bool]:
    """Return what every option is set to."""
    present: dict[str, str | bool] = {
        "roll": player.preferences.auto_roll,
        "forced": player.preferences.auto_forced,
        "confirm": player.preferences.auto_confirm,
        "race": player.preferences.auto_race,
        "numbers": player.numbers,
        "reminders": player.reminders,
        "theme": display.theme,
        "side": display.side,
        "language": display.language,
    }
    if isinstance(display, Chat):
        present |= {"boards": display.boards, "threads": display.threads}
    return present


def _choices(words: Words, option: str, values: Mapping[str, str | bool], present: str | bool) -> Reply:
    """Return one option with its value, and a button for each other value."""
    others = {typed: value for typed, value in values.items() if value != present}
    buttons = [
        Button(_value_words(words, value), button_data(f"/settings {option} {typed}"))
        for typed, value in others.items()
    ]
    how = words.say("settings-change", command=Code(f"/settings {option} {next(iter(others))}"))
    return Reply(join([_line(words, option, present), how]), buttons=_in_twos(buttons))


def _in_twos(buttons: Sequence[Button]) -> Rows:
    return tuple(tuple(buttons[first : first + 2]) for first in range(0, len(buttons), 2))


def _values(option: str, *, here: bool) -> Mapping[str, str | bool]:
    """Return what an option can be, by what is typed; in a shared chat nobody has a side of his own."""
    return {typed: value for typed, value in CHOICES[option].items() if not (here and value == OWN_COLOUR)}


def _meant(values: Mapping[str, str | bool], typed: str) -> str | bool | None:
    """Return the value that was typed: as commands have it, or as it is called in a language."""
    for name, value in values.items():
        called = (_value_words(words_in(language), value).lower() for language in LANGUAGES)
        if typed in (name, *called):
            return value
    return None


def _line(words: Words, option: str, value: str | bool) -> Text:
    name = words.words(f"setting-{option}")
    return words.say("settings-line", name=name, value=_value_words(words, value))


def _button(words: Words, option: str, value: str | bool, *, shared: bool) -> Button:
    """Return the button that sets the next value: two stand side by side, so words are short."""
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
