"""Help: /start, /rules, and /help with the command list and the lessons."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from bot.rules import RULESETS, Game, start_position
from bot.sessions import DisplayPreferences
from bot.talk.catalog import Words, join
from bot.talk.command import Command, Group, ParsedCommand
from bot.talk.commands.challenges import no_such_rules, read_ruleset
from bot.talk.context import CommandContext
from bot.talk.input.payloads import button_data
from bot.talk.lessons import LONG, how_to_play, nearest_page, page_command
from bot.talk.onboarding import first_buttons, onboarding
from bot.talk.reply import Bold, Button, Code, Reply, Text
from bot.talk.rule_texts import rule_text, rules_of
from bot.talk.views.buttons import in_rows
from bot.talk.views.scenes import position_scene
from bot.talk.views.spoken import spoken, spoken_briefly
from bot.talk.wording import rules_name

_READER = "@"
"""Prefix, in button data, of the id of the only player who may press the button of a help page."""


async def start(context: CommandContext, _parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/start: introduce the bot, with buttons for first steps."""
    return (onboarding(context.words, context.incoming.place.kind),)


async def show_help(
    context: CommandContext, parsed: ParsedCommand, called: Mapping[str, Command]
) -> tuple[Reply, ...]:
    """/help: show the command list; with a number, a lesson page; with a command, what it does.

    The name of a group shows that page of the command list.

    Args:
        context: the person and the chat.
        called: the commands that the help may explain, by each of their names in any language.
    """
    page = _lesson(context, parsed)
    if page is not None:
        return (page,)
    topic, *more = [word.lower() for word in parsed.words] or [""]
    command = called.get(topic.removeprefix("/"))
    if command is not None:
        return (Reply(_command_line(context.words, command.name)),)
    group = next((group for group in Group if group.value == topic), Group.BEGIN)
    if _belong_to_another(context, more):
        return (_not_yours(context, f"/help {group.value}"),)
    return (commands_page(context.words, called.values(), group, context.player.id),)


async def rules(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/rules: show a rule set in a few lines, with its starting position; without one, that last played."""
    ruleset, unread = await read_ruleset(context, parsed.words)
    if unread:
        return (no_such_rules(context, unread),)
    return (rules_page(context.words, context.display, ruleset),)


def commands_page(words: Words, table: Iterable[Command], group: Group, reader: int) -> Reply:
    """Return a page of the command list, with a button for each other page.

    Args:
        words: the reader's language.
        table: the commands; a command that appears several times is listed once.
        group: the page: the commands of this group are listed.
        reader: the id of the only player who may press the buttons.
    """
    pages = [*Group]
    title = words.words(f"help-group-{group.value}")
    place = words.say("help-commands", page=pages.index(group) + 1, pages=len(pages), title=Bold(title))
    listed = [command for command in dict.fromkeys(table) if command.group is group]
    lines = [place, *(_command_line(words, command.name) for command in listed)]
    if group is Group.TURN:
        lines.append(words.say("help-talk", command=Code("/move")))
    if group in (Group.TURN, Group.GAME):
        lines.append(words.say("help-on-boards"))
    others = [
        Button(words.words(f"help-group-{each.value}"), button_data(f"/help {each.value} {_READER}{reader}"))
        for each in pages
        if each is not group
    ]
    first = first_buttons(words) if group is Group.BEGIN else ()
    return Reply(join(lines), buttons=(*in_rows(others, 2), *first))


def rules_page(words: Words, display: DisplayPreferences, name: str) -> Reply:
    """Return a rule set in a few lines, with its start position, and buttons for the others and a lesson."""
    ruleset = RULESETS[name]
    position = start_position(ruleset)
    state = Game(position)
    others = [other for other in RULESETS if other != name]
    about, *shared = (rule_text(words, rule) for rule in rules_of(ruleset))
    text = join(
        [
            words.say("rules-text", rules=Bold(rules_name(words, name)), text=about),
            *shared,
            words.say("rules-choose", names=", ".join(others)),
        ]
    )
    buttons = [Button(rules_name(words, other), button_data(f"/rules {other}")) for other in others]
    return Reply(
        text,
        replace(position_scene(position, ruleset, display.seat, display.theme), layout=display.layout),
        spoken(words, position, state),
        spoken_briefly(words, position, state),
        buttons=(
            *(tuple(buttons[first : first + 2]) for first in range(0, len(buttons), 2)),
            (Button(words.words("button-how"), button_data(page_command(ruleset, 1))),),
        ),
    )


def _command_line(words: Words, name: str) -> Text:
    """Return the line that says what a command does."""
    return words.say("help-line", command=Code(f"/{name}"), what=words.words(f"command-{name}"))


def _lesson(context: CommandContext, parsed: ParsedCommand) -> Reply | None:
    """Return the requested lesson page, or the reply to a move tried on it; None for other arguments.

    The arguments are a page number, a rule set, or both.
    """
    first, *more = [word.lower() for word in parsed.words] or [""]
    ruleset = RULESETS.get(first)
    number, *tried = [first, *more] if ruleset is None else more or ["1"]
    if not number.isdecimal():
        return None
    page = nearest_page(ruleset or LONG, int(number[:3]))
    if _belong_to_another(context, tried):
        return _not_yours(context, page_command(ruleset or LONG, page))
    shown = how_to_play(context.words, context.display, page, ruleset or LONG, context.player.id)
    moves = " ".join(word for word in tried if not word.startswith(_READER))
    if moves:
        return shown.tried(moves)
    return shown.shown(address=f"/#learn={page}" if context.incoming.place.is_page else "")


def _belong_to_another(context: CommandContext, words: list[str]) -> bool:
    """Return True if a button's words name only another player than the person who pressed it.

    Words without a player's id, as in a typed command, belong to every player.
    """
    named = [word for word in words if word.startswith(_READER)]
    return bool(named) and named != [f"{_READER}{context.player.id}"]


def _not_yours(context: CommandContext, line: str) -> Reply:
    """Return the reply that the buttons belong to another player, with the command for the same page."""
    return Reply(context.words.say("lesson-of-another", command=Code(line)))
