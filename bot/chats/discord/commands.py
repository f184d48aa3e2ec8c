"""Commands: Discord's slash commands and context menu, built from the command table."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable, Coroutine, Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.chats.discord.formatting import Channel
from bot.chats.discord.incoming import can_have_threads, log_fields
from bot.chats.discord.listener import Listener
from bot.chats.discord.threads import open_thread
from bot.sessions import Level
from bot.talk.catalog import DEFAULT_LANGUAGE, Words, nearest_language
from bot.talk.command import Command, Menu, Param
from bot.talk.command_table import COMMANDS
from bot.talk.commands.records import MAT
from bot.talk.input.clocks import reads_as_clock
from bot.talk.input.keywords import Keyword
from bot.talk.input.payloads import is_game_id
from bot.talk.input.typed_points import reads_as_move
from bot.talk.options import reads_as_length
from bot.talk.reply import Reply
from bot.talk.wording import level_name

_MESSAGE = "message"


def locale_string(text: str, message: str) -> app_commands.locale_str:
    """Return a text that the translator can find in the catalogs.

    Args:
        text: the default text.
        message: the id of its message in the catalogs.
    """
    return app_commands.locale_str(text, **{_MESSAGE: message})


def capitalised(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


class CatalogTranslator(app_commands.Translator):
    """Translates the texts of commands by the catalogs.

    Args:
        words: returns the catalog for a language.
    """

    def __init__(self, words: Callable[[str], Words]) -> None:
        self._words = words

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return a text in one of Discord's languages, or None to use the default text."""
        message: Any = string.extras.get(_MESSAGE)
        language = nearest_language(locale.value)
        if message is None or language == DEFAULT_LANGUAGE:
            return None
        text = self._words(language).words(message)
        described = context.location in (
            app_commands.TranslationContextLocation.command_description,
            app_commands.TranslationContextLocation.parameter_description,
        )
        return capitalised(text) if described else text


Callback = Callable[..., Coroutine[Any, Any, None]]

Completing = Callable[..., Coroutine[Any, Any, list[app_commands.Choice[str]]]]

logger = logging.getLogger(__name__)

MOST_CHOICES = 25
LONGEST_CHOICE = 100
LONGEST_TYPED = 200

_TYPES: Mapping[Param, Any] = {
    Param.PLAYER: discord.User,
    Param.CUBE: bool,
    Param.EXTENDED: bool,
    Param.HINTS: bool,
    Param.MATCH: bool,
    Param.PRIVATE: bool,
    Param.FILE: discord.Attachment,
}
_CHOSEN = (Param.RULES, Param.FIRST, Param.LEVEL)
"""Options with a fixed list of values."""
_IDS = (Param.GAME, Param.CHALLENGE)
_NAMES_ALONE = "/profile"
"""A command whose only completions are players' names. It serves to complete the option `friend`."""


def commands_from_table(
    listener: Listener, rulesets: Sequence[str]
) -> list[app_commands.Command[Any, ..., None]]:
    """Return a slash command for each command of the table that has Discord's menu.

    Args:
        listener: handles the commands.
        rulesets: the names of the rule sets that can be chosen.
    """
    return [_command(row, listener, rulesets) for row in COMMANDS.values() if Menu.DISCORD in row.menus]


def line_of(row: Command, values: Mapping[str, object], params: Sequence[Param] | None = None) -> str:
    """Return the typed form of a command with its filled-in options.

    Args:
        row: the command.
        values: the options' values by name.
        params: the options to include; None for all.
    """
    words = [f"/{row.name}"]
    for param in row.params if params is None else params:
        value = values.get(param.value)
        if isinstance(value, str):
            words += value.split()
        elif isinstance(value, bool):
            words += [param.value] if value else []
        elif value is not None and not isinstance(value, discord.Attachment):
            words.append(f"<@{getattr(value, 'id', value)}>")
    return " ".join(words)


async def game_choices(
    listener: Listener, interaction: discord.Interaction[Any], typed: str
) -> list[app_commands.Choice[str]]:
    """Return choices for the option `game` of a command that is not in the table.

    Args:
        typed: the beginning of a game's id.
    """
    return await _choices(listener, interaction, COMMANDS["board"], Param.GAME, typed)


def _command(
    row: Command, listener: Listener, rulesets: Sequence[str]
) -> app_commands.Command[Any, ..., None]:
    words = listener.words("")
    return app_commands.Command(
        name=locale_string(row.name, f"command-name-{row.name}"),
        description=locale_string(capitalised(words.words(f"command-{row.name}")), f"command-{row.name}"),
        callback=_callback(row, listener, rulesets),
    )


def _callback(row: Command, listener: Listener, rulesets: Sequence[str]) -> Callback:
    """Return a command's callback. discord.py reads the options from the function's signature."""

    async def called(interaction: discord.Interaction[Any], **values: object) -> None:
        player, file = values.get(Param.PLAYER.value), values.get(Param.FILE.value)
        await listener.command(
            interaction,
            line_of(row, values),
            posts=row.posts and not values.get(Param.PRIVATE.value),
            mentioned=(player,) if isinstance(player, discord.User | discord.Member) else (),
            file=file if isinstance(file, discord.Attachment) else None,
        )

    called.__signature__ = _signature(row.params)  # type: ignore[attr-defined]
    callback: Callback = called
    for decorate in _decorators(row, listener, rulesets):
        callback = decorate(callback)
    return callback


def _signature(params: Sequence[Param]) -> inspect.Signature:
    positional = inspect.Parameter.POSITIONAL_OR_KEYWORD
    options = [
        inspect.Parameter(
            param.value,
            positional,
            default=None,
            annotation=_TYPES.get(param, app_commands.Range[str, 1, LONGEST_TYPED]),
        )
        for param in params
    ]
    return inspect.Signature(
        [inspect.Parameter("interaction", positional, annotation=discord.Interaction), *options]
    )


def _decorators(
    row: Command, listener: Listener, rulesets: Sequence[str]
) -> list[Callable[[Callback], Callback]]:
    """Return the decorators for the options' names, descriptions, choices and completions."""
    if not row.params:
        return []
    words = listener.words("")
    names = [param.value for param in row.params]
    texts = {
        name: locale_string(words.words(f"discord-about-{name}"), f"discord-about-{name}") for name in names
    }
    decorators: list[Any] = [
        app_commands.rename(**{name: locale_string(name, f"discord-option-{name}") for name in names}),
        app_commands.describe(**texts),
    ]
    if Param.RULES in row.params:
        decorators.append(app_commands.choices(rules=_rules(words, rulesets)))
    if Param.FIRST in row.params:
        decorators.append(app_commands.choices(first=_starters(words)))
    if Param.LEVEL in row.params:
        decorators.append(app_commands.choices(level=_levels(words)))
    completed = {
        param.value: _completing(row, param, listener)
        for param in row.params
        if param not in _TYPES and param not in _CHOSEN
    }
    if completed:
        decorators.append(app_commands.autocomplete(**completed))
    return decorators


def _rules(words: Words, rulesets: Sequence[str]) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(name=locale_string(words.words(f"rules-{name}"), f"rules-{name}"), value=name)
        for name in rulesets[:MOST_CHOICES]
    ]


def _starters(words: Words) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(
            name=locale_string(words.words(f"discord-first-{who.value}"), f"discord-first-{who.value}"),
            value=f"{Param.FIRST.value} {who.value}",
        )
        for who in (Keyword.ME, Keyword.OPPONENT)
    ]


def _levels(words: Words) -> list[app_commands.Choice[str]]:
    return [
        app_commands.Choice(
            name=locale_string(level_name(words, level), f"level-{level.value}"), value=level.value
        )
        for level in Level
    ]


def _completing(row: Command, param: Param, listener: Listener) -> Completing:
    async def completing(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return await _choices(listener, interaction, row, param, typed)

    return completing


async def _choices(
    listener: Listener, interaction: discord.Interaction[Any], row: Command, param: Param, typed: str
) -> list[app_commands.Choice[str]]:
    """Return choices for an option whose beginning was typed; empty after an error."""
    try:
        filled = {name: value for name, value in interaction.namespace if name != param.value}
        before = row.params[: row.params.index(param)]
        head = line_of(row, filled, before) if param is not Param.FRIEND else _NAMES_ALONE
        found = await _values(listener, interaction, head, param, " ".join(typed.split()))
        words = listener.words_for(interaction)
        return [app_commands.Choice(name=_label(words, param, value), value=value) for value in found]
    except Exception:
        logger.exception("completion failed", extra=log_fields(interaction))
        return []


async def _values(
    listener: Listener, interaction: discord.Interaction[Any], head: str, param: Param, typed: str
) -> list[str]:
    """Return values for an option, taken from the completions of the whole line.

    Args:
        head: the command with its earlier options.
        typed: the beginning of the option's value.
    """
    lines = list(await listener.completions(interaction, f"{head} {typed}"))
    # These values can have several words, so after a complete word the next one is suggested, too.
    has_words = param in (Param.OPTION, Param.LENGTH, Param.CLOCK)
    if typed and (has_words or (param is Param.MOVES and reads_as_move(typed, ascending=True))):
        lines += await listener.completions(interaction, f"{head} {typed} ")
    values = [line.removeprefix(f"{head} ") for line in lines if line.startswith(f"{head} ")]
    fitting = [value for value in values if _fits(param, value)]
    return list(dict.fromkeys(fitting))[:MOST_CHOICES]


def _fits(param: Param, value: str) -> bool:
    """Return True if a completion is a value for this option, and not for another one of the command."""
    if not 0 < len(value) <= LONGEST_CHOICE:
        return False
    if param is Param.LENGTH:
        return reads_as_length(value)
    if param is Param.CLOCK:
        return reads_as_clock(value)
    if param is Param.FORM:
        return value == MAT
    if param is Param.FRIEND:
        return True
    return is_game_id(value) if param in _IDS else not is_game_id(value.split(maxsplit=1)[0])


def _label(words: Words, param: Param, value: str) -> str:
    """Return the label of a value in the list of choices: the value, with its meaning if known."""
    first = value.split(maxsplit=1)[0]
    if param is Param.GRADE:
        return words.words(f"grade-{first}")[:LONGEST_CHOICE]
    if param is Param.OPTION:
        meaning = words.words(f"setting-{first}")
        return words.words("discord-choice", value=value, meaning=meaning)[:LONGEST_CHOICE]
    return value


_NAME = "discord-menu-board"


def board_context_menu(listener: Listener) -> app_commands.ContextMenu:
    """Return the entry of a message's context menu that shows the menu of the message's game."""

    async def called(interaction: discord.Interaction[Any], message: discord.Message) -> None:
        await listener.command(interaction, "/menu", posts=False, message=message.id)

    return app_commands.ContextMenu(
        name=locale_string(listener.words("").words(_NAME), _NAME),
        callback=called,
        type=discord.AppCommandType.message,
    )


_COMMAND = "command-name-thread"
_DESCRIPTION = "discord-thread-what"


def thread_command(listener: Listener) -> app_commands.Command[Any, ..., None]:
    """Return the command `/thread`, which opens a thread for a game."""

    async def called(interaction: discord.Interaction[Any], game: str | None = None) -> None:
        async def action() -> Sequence[Reply]:
            return await _open(listener, interaction, game)

        await listener.answer(interaction, action)

    async def completing(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
        return await game_choices(listener, interaction, typed)

    words = listener.words("")
    for decorate in (
        app_commands.rename(game=locale_string("game", "discord-option-game")),
        app_commands.describe(game=locale_string(words.words("discord-about-game"), "discord-about-game")),
        app_commands.autocomplete(game=completing),
    ):
        called = decorate(called)
    return app_commands.Command(
        name=locale_string("thread", _COMMAND),
        description=locale_string(words.words(_DESCRIPTION), _DESCRIPTION),
        callback=called,
    )


async def _open(
    listener: Listener, interaction: discord.Interaction[Any], wanted: str | None
) -> Sequence[Reply]:
    words = listener.words_for(interaction)
    if can_have_threads(interaction.channel) and not interaction.permissions.create_public_threads:
        return (Reply(words.say("discord-thread-not-yours")),)
    opened = await open_thread(interaction, listener.handler, words, wanted)
    if not isinstance(opened, discord.Thread):
        return opened
    return (Reply(words.say("discord-thread-made", thread=Channel(opened.name, str(opened.id)))),)
