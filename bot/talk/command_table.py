"""Command table: one row for each command, from which menus, the help and completion are made."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import SequenceMatcher
from functools import cache
from types import MappingProxyType

from bot.talk.catalog import LANGUAGES, templates
from bot.talk.command import EVERYWHERE, Command, Group, Ids, Menu, Param, ParsedCommand
from bot.talk.commands import (
    admin,
    analyses,
    boards,
    challenges,
    clocks,
    endings,
    help_pages,
    hints,
    links,
    lists,
    moves,
    own_data,
    people,
    puzzles,
    records,
    settings,
    sharing,
)
from bot.talk.context import CommandContext
from bot.talk.reply import Reply

_ALIKE = 0.65
"""Least similarity (0 to 1) at which a command name is suggested for an unknown one."""
_HARDLY_CHANGED = 0.85
"""Similarity from which extra letters after a command name count as a typing error, not as an argument."""
_FEWEST_LETTERS = 2
"""Fewest letters of an unknown command for which others are suggested."""
_MOST = 3
"""The most commands that are suggested."""
_PICTURE, _THOUGHT = 3, 5
_EVERYTHING = 30
"""Costs in units of the request budget: of a picture, of a hint or profile, and of all data of a person."""

_AGREED = (Param.RULES, Param.LENGTH, Param.CUBE, Param.EXTENDED, Param.FIRST)

# Commands that few games need, such as those of the cube, stay out of group menus. The board of a game that
# needs them has them as buttons.
_ON_BOARDS = EVERYWHERE - {Menu.GROUP, Menu.ADMINS}


async def _help(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """Run `/help`, which needs this table and so cannot import it in its own module."""
    return await help_pages.show_help(context, parsed, command_names())


_TABLE = (
    Command("start", help_pages.start, (), None, posts=False, menus=frozenset()),
    Command("help", _help, (Param.PAGE,), Group.BEGIN, posts=False, by_link=True, cost=_PICTURE),
    Command(
        "play",
        challenges.challenge_computer,
        (Param.LEVEL, *_AGREED, Param.PRIVATE),
        Group.BEGIN,
        posts=True,
        by_link=True,
        cost=_PICTURE,
    ),
    Command(
        "challenge",
        challenges.challenge,
        (Param.PLAYER, Param.FRIEND, *_AGREED, Param.CLOCK, Param.HINTS),
        Group.BEGIN,
        posts=True,
        by_link=True,
        cost=_PICTURE,
    ),
    Command(
        "accept", challenges.accept, (Param.CHALLENGE,), Group.BEGIN, posts=True, ids=Ids.ASKED, by_link=True
    ),
    Command("decline", challenges.decline, (Param.CHALLENGE,), Group.BEGIN, posts=True, ids=Ids.ASKED),
    Command("cancel", challenges.cancel, (Param.CHALLENGE,), Group.BEGIN, posts=True, ids=Ids.MADE),
    Command(
        "invite",
        challenges.invite,
        (Param.CHALLENGE,),
        None,
        posts=False,
        ids=Ids.OPEN_TO_ALL,
        menus=frozenset({Menu.DISCORD}),
    ),
    Command("roll", moves.roll, (Param.GAME,), Group.TURN, posts=True, ids=Ids.OPEN),
    Command("move", moves.move, (Param.GAME, Param.MOVES), Group.TURN, posts=True, ids=Ids.OPEN),
    Command("undo", moves.undo, (Param.GAME, Param.COUNT), Group.TURN, posts=True, ids=Ids.OPEN),
    Command("done", moves.done, (Param.GAME,), Group.TURN, posts=True, ids=Ids.OPEN),
    Command("keep", moves.keep, (Param.GAME,), Group.TURN, posts=True, ids=Ids.OPEN),
    Command("reroll", moves.reroll, (Param.GAME,), Group.TURN, posts=True, ids=Ids.OPEN),
    Command("double", moves.double, (Param.GAME,), Group.TURN, posts=True, ids=Ids.OPEN, menus=_ON_BOARDS),
    Command("take", moves.take, (Param.GAME,), Group.TURN, posts=True, ids=Ids.OPEN, menus=_ON_BOARDS),
    Command("drop", moves.drop, (Param.GAME,), Group.TURN, posts=True, ids=Ids.OPEN, menus=_ON_BOARDS),
    Command("resign", endings.resign, (Param.GAME, Param.GRADE), Group.GAME, posts=True, ids=Ids.OPEN),
    Command("draw", endings.draw, (Param.GAME,), Group.GAME, posts=True, ids=Ids.OPEN),
    Command("pause", clocks.pause, (Param.GAME,), Group.GAME, posts=True, ids=Ids.OPEN, menus=_ON_BOARDS),
    Command("resume", clocks.resume, (Param.GAME,), Group.GAME, posts=True, ids=Ids.OPEN, menus=_ON_BOARDS),
    Command("holidays", clocks.holidays, (Param.DAYS,), Group.OWN, posts=True),
    Command("claim", clocks.claim, (Param.GAME,), Group.GAME, posts=True, ids=Ids.OPEN, menus=_ON_BOARDS),
    Command("more", clocks.more, (Param.GAME,), Group.GAME, posts=True, ids=Ids.OPEN, menus=_ON_BOARDS),
    Command("board", boards.show_board, (Param.GAME,), Group.GAME, posts=True, ids=Ids.OPEN, cost=_PICTURE),
    Command("turn", boards.turn_board, (Param.GAME,), Group.GAME, posts=True, ids=Ids.OPEN, cost=_PICTURE),
    Command(
        "menu",
        boards.menu,
        (Param.GAME,),
        None,
        posts=False,
        ids=Ids.OPEN,
        menus=frozenset({Menu.DISCORD}),
    ),
    Command("games", lists.list_games, (Param.LIST,), Group.BEGIN, posts=False),
    Command("next", lists.show_next, (Param.GAME,), Group.BEGIN, posts=False, ids=Ids.OPEN, cost=_PICTURE),
    Command("continue", endings.continue_match, (Param.GAME,), Group.GAME, posts=True, ids=Ids.MATCHES),
    Command("why", hints.why, (Param.GAME, Param.MOVES), Group.TURN, posts=False, ids=Ids.OPEN),
    Command("hint", hints.hint, (Param.GAME,), Group.TURN, posts=False, ids=Ids.OPEN, cost=_THOUGHT),
    Command("puzzle", puzzles.puzzle, (Param.RULES,), Group.STUDY, posts=False, cost=_PICTURE),
    Command("rematch", challenges.rematch, (Param.GAME,), Group.GAME, posts=True, ids=Ids.FINISHED),
    Command(
        "record",
        records.record,
        (Param.GAME, Param.MATCH, Param.FORM),
        Group.STUDY,
        posts=False,
        ids=Ids.OPEN,
        cost=_PICTURE,
    ),
    Command(
        "replay",
        records.replay,
        (Param.GAME, Param.TURN),
        Group.STUDY,
        posts=False,
        ids=Ids.FINISHED,
        cost=_PICTURE,
    ),
    Command(
        "analyse",
        analyses.analyse,
        (Param.GAME, Param.PART),
        Group.STUDY,
        posts=False,
        ids=Ids.FINISHED,
        cost=_PICTURE,
    ),
    Command("import", records.import_record, (Param.FILE, Param.RULES), Group.STUDY, posts=False),
    Command(
        "share",
        sharing.share,
        (Param.GAME, Param.SWITCH),
        Group.GAME,
        posts=False,
        ids=Ids.OPEN,
        menus=_ON_BOARDS,
    ),
    Command("read", boards.read_aloud, (Param.GAME,), Group.GAME, posts=False, ids=Ids.OPEN),
    Command(
        "picture",
        boards.show_picture,
        (Param.GAME,),
        Group.GAME,
        posts=False,
        ids=Ids.OPEN,
        cost=_PICTURE,
    ),
    Command("rules", help_pages.rules, (Param.RULES,), Group.STUDY, posts=False, by_link=True, cost=_PICTURE),
    Command(
        "settings",
        settings.set_option,
        (Param.OPTION,),
        Group.OWN,
        posts=False,
        menus=EVERYWHERE - {Menu.GROUP},
    ),
    Command(
        "profile",
        people.profile,
        (Param.PLAYER, Param.FRIEND),
        Group.OWN,
        posts=False,
        menus=_ON_BOARDS,
        cost=_THOUGHT,
    ),
    Command(
        "block",
        people.block,
        (Param.PLAYER, Param.FRIEND, Param.CHALLENGE),
        Group.OWN,
        posts=False,
        ids=Ids.NONE,
        by_link=True,
    ),
    Command("unblock", people.unblock, (Param.PLAYER, Param.FRIEND), Group.OWN, posts=False),
    Command("link", links.link, (Param.CODE,), Group.OWN, posts=False),
    Command("unlink", links.unlink, (), Group.OWN, posts=False),
    Command("export", own_data.export, (), Group.OWN, posts=False, menus=_ON_BOARDS, cost=_EVERYTHING),
    Command("forget", own_data.forget, (), Group.OWN, posts=False, menus=_ON_BOARDS, cost=_EVERYTHING),
    Command("admin", admin.admin, (Param.ADMIN,), None, posts=False, menus=frozenset(), for_admins=True),
)

COMMANDS: Mapping[str, Command] = MappingProxyType({command.name: command for command in _TABLE})
FOR_PLAYERS = frozenset(name for name, command in COMMANDS.items() if not command.for_admins)
"""The names of all commands except those for admins."""


_ALSO_CALLED = {"takeback": "undo"} | dict.fromkeys(
    ("forfeit", "concede", "gg", "quit", "abort", "сдаюсь"), "resign"
)
"""Names by which people know commands from other programs. They are understood, but never suggested."""
_NEVER_MEANT = frozenset({"forget"})
"""Commands that are never suggested for a mistyped one, because they cannot be undone."""


def command_called(name: str) -> Command | None:
    """Return the command with this name in any language or in other programs, or None."""
    name = name.lower()
    return command_names().get(_ALSO_CALLED.get(name, name))


def is_for_players(name: str) -> bool:
    """Return True if a command has this name in any language and is not for admins only."""
    command = command_called(name)
    return command is not None and not command.for_admins


@cache
def command_names() -> Mapping[str, Command]:
    """Return the commands by all their names: the English ones first, then those of each language.

    If a name means several commands, the first one has it.
    """
    names = dict(COMMANDS)
    for language in LANGUAGES:
        called = templates(language, "command-name-")
        for command in COMMANDS.values():
            if (name := called.get(f"command-name-{command.name}")) is not None:
                names.setdefault(name, command)
    return names


def lines_like(line: str) -> tuple[str, ...]:
    """Return up to three corrections of a line with an unknown command, the most similar first.

    The name may be misspelled, incomplete, or written together with its first argument. Only commands that
    the help lists are suggested, with the line's other words, and never `/forget`.
    """
    typed, *words = line.removeprefix("/").split() or [""]
    typed = typed.split("@")[0].lower()
    if len(typed) < _FEWEST_LETTERS:
        return ()
    found = {}
    for name, command in command_names().items():
        likeness = _likeness(typed, name)
        if command.listed and command.name not in _NEVER_MEANT and likeness >= _ALIKE:
            found[" ".join((f"/{name}", *_grown(typed, name), *words))] = likeness
    return tuple(sorted(found, key=lambda meant: -found[meant])[:_MOST])


def _likeness(typed: str, name: str) -> float:
    """Return how similar a command name is to a typed word, from 0 to 1.

    It is at least 0.85 if one begins with the other, unless the typed word goes on after a name of one or two
    letters.
    """
    alike = SequenceMatcher(None, typed, name, autojunk=False).ratio()
    begun = name.startswith(typed) or (typed.startswith(name) and len(name) > _FEWEST_LETTERS)
    return max(alike, _HARDLY_CHANGED) if begun else alike


def _grown(typed: str, name: str) -> tuple[str, ...]:
    """Return the argument that was typed without a space after the name, such as `2` in `/undo2`.

    Return none if there is no rest, or if it looks like a typing error: a few letters after a long name.
    """
    behind = typed.removeprefix(name) if typed.startswith(name) else ""
    alike = SequenceMatcher(None, typed, name, autojunk=False).ratio()
    return (behind,) if behind and (behind[0].isdecimal() or alike < _HARDLY_CHANGED) else ()
