"""Completion: suggestions for a command that is being typed."""

from __future__ import annotations

from bot.rules import RULESETS, NardyRulesError, play_text
from bot.sessions import Level, LoadedGame
from bot.talk.catalog import Words
from bot.talk.command import MAX_LINE, Ids, Param, ParsedCommand
from bot.talk.command_table import COMMANDS, command_names
from bot.talk.commands.admin import ACTIONS
from bot.talk.commands.analyses import PARTS
from bot.talk.commands.endings import between_games
from bot.talk.commands.records import MAT
from bot.talk.context import CommandContext
from bot.talk.input.keywords import Keyword, keyword_of
from bot.talk.input.parsing import read_line
from bot.talk.lessons import page_commands
from bot.talk.numbering import numbering_of
from bot.talk.setting_table import completed_values_of
from bot.talk.settings import options_in
from bot.talk.wording import level_name

MAX_COMPLETIONS = 25
"""Discord's limit for autocomplete choices."""
_STATIC = (
    Param.CUBE,
    Param.EXTENDED,
    Param.HINTS,
    Param.LEVEL,
    Param.MATCH,
    Param.LENGTH,
    Param.FIRST,
    Param.CLOCK,
    Param.PRIVATE,
    Param.LIST,
    Param.SWITCH,
)
"""Parameters whose suggestions do not depend on a game: words of the player's language."""
_KEYWORDS = {
    Param.CUBE: Keyword.CUBE,
    Param.EXTENDED: Keyword.EXTENDED,
    Param.HINTS: Keyword.HINTS,
    Param.PRIVATE: Keyword.PRIVATE,
    Param.SWITCH: Keyword.OFF,
}
_ALONE = (Param.COUNT, Param.GRADE, Param.MATCH, Param.FORM, Param.PART, Param.SWITCH, Param.ADMIN)
"""Parameters that are suggested only right after the command or game id; see `_may_follow` for exceptions."""
_FIXED = {Param.FORM: (MAT,), Param.PART: PARTS, Param.ADMIN: ACTIONS}
_SUGGESTED_POINTS, _SUGGESTED_GAMES, _SUGGESTED_DAYS = (3, 5, 7), (3, 5), (1, 3, 7)


async def completions(context: CommandContext, typed: str) -> tuple[str, ...]:
    """Return suggested command lines that start with the typed text; none unless it begins with a slash.

    Before its first space they are all commands with that beginning, after it at most 25 lines. Suggested
    commands that take arguments end with a space, so that the player can type on at once.
    """
    typed = typed.lstrip()[:MAX_LINE]
    if not typed.startswith("/"):
        return ()
    if " " not in typed:
        # A bare `/` suggests each command once, not under its names in all languages.
        names = COMMANDS if typed == "/" else command_names()
        lines = [
            f"/{name}{' ' if command.params else ''}"
            for name, command in names.items()
            if command.listed or (command.for_admins and await command.is_offered_to(context))
        ]
    else:
        lines = await _arguments(context, typed)
    found = dict.fromkeys(
        line for line in lines if line.lower().startswith(typed.lower()) and line.strip() != typed
    )
    return tuple(found)[:MAX_COMPLETIONS] if " " in typed else tuple(found)


async def _arguments(context: CommandContext, typed: str) -> list[str]:
    """Return a line for each suggestion: the typed one with the suggestion instead of its last word."""
    parsed = read_line(typed)
    if not isinstance(parsed, ParsedCommand) or not await parsed.command.is_offered_to(context):
        return []
    head = typed.rpartition(" ")[0]
    found: list[str] = []
    for param in _next_params(parsed.command.params, head.split()):
        if param in _ALONE and not _may_follow(head, param):
            continue
        if param is Param.PLAYER:
            # Names can contain spaces, so everything after the command is part of the name.
            command, _, beginning = typed.partition(" ")
            beginning = beginning.lstrip()
            at = "@" if beginning.startswith("@") else ""
            names = await context.manager.people.names_like(
                context.actor, context.chat.platform, beginning.removeprefix("@")
            )
            found += [f"{command} {at}{name}" for name in names]
        else:
            found += [f"{head} {value}" for value in await _values(context, parsed, param, head)]
    return found


async def _values(context: CommandContext, parsed: ParsedCommand, param: Param, head: str) -> list[str]:
    """Return the values of a parameter that could be the next word; empty if it cannot come next.

    Args:
        parsed: the typed line as a command.
        head: the line up to the word that is being typed, without it.
    """
    typed = head.split()
    values: list[str] = []
    if param is Param.RULES:
        values = list(RULESETS)
    elif param in (Param.MOVES, Param.GRADE, Param.COUNT):
        values = await _game_values(context, parsed, param, head)
    elif param in _STATIC:
        values = list(_static_values(context.words, param, typed[-1]))
    elif param in _FIXED:
        values = list(_FIXED[param])
    elif param is Param.OPTION:
        values = options_in(context) if len(typed) == 1 else list(completed_values_of(typed[-1]))
    elif len(typed) > 1:
        values = []
    elif param in (Param.GAME, Param.CHALLENGE):
        values = await _ids(context, parsed.command.ids)
    elif param is Param.PAGE:
        values = [line.removeprefix("/help ") for line in page_commands()]
    return values


def _may_follow(head: str, param: Param) -> bool:
    """Return True if a parameter of `_ALONE` may come next: at most a game id was typed before it.

    `match` and `mat`, the words of `/record`, may also follow each other, and a number.
    """
    before = read_line(head)
    words = {word.lower() for word in before.words} if isinstance(before, ParsedCommand) else set()
    if param in (Param.MATCH, Param.FORM):
        own = {Param.MATCH: Param.MATCH.value, Param.FORM: MAT}
        words = {word for word in words if not word.isdecimal()} - ({*own.values()} - {own[param]})
    return not words


def _next_params(params: tuple[Param, ...], typed: list[str]) -> tuple[Param, ...]:
    """Return the parameters that may come next: those that the last complete word begins, or else all.

    A number begins a length or a clock, `to` a length, `first` a starter, and `no` the words `no clock`.
    """
    begun: tuple[Param, ...] = ()
    before = keyword_of(typed[-1])
    if typed[-1].isdecimal() and keyword_of(typed[-2]) is not Keyword.TO:
        begun = Param.LENGTH, Param.CLOCK
    elif before is Keyword.TO:
        begun = (Param.LENGTH,)
    elif before is Keyword.FIRST:
        begun = (Param.FIRST,)
    elif before is Keyword.NO:
        begun = (Param.CLOCK,)
    return tuple(param for param in begun if param in params) or params


def _static_values(words: Words, param: Param, before: str) -> tuple[str, ...]:
    """Return the values of a parameter that need no game, in the player's language.

    Args:
        before: the last complete word of the line.
    """
    if param is Param.LEVEL:
        return tuple(level_name(words, level) for level in Level)
    if param is Param.FIRST:
        starters = (Keyword.ME.usual_form(words), Keyword.OPPONENT.usual_form(words))
        if keyword_of(before) is Keyword.FIRST:
            return starters
        return tuple(f"{Keyword.FIRST.usual_form(words)} {starter}" for starter in starters)
    if param in _COUNTED:
        return _COUNTED[param](words, before)
    if param is Param.LIST:
        return tuple(each.usual_form(words) for each in (Keyword.SLEEPING, Keyword.FINISHED))
    return (_KEYWORDS[param].usual_form(words) if param in _KEYWORDS else param.value,)


def _lengths(words: Words, before: str) -> tuple[str, ...]:
    """Return match lengths to suggest after the last complete word of a line."""
    if keyword_of(before) is Keyword.TO:
        return tuple(map(str, _SUGGESTED_POINTS))
    if before.isdecimal():
        count = int(before)
        games = words.words("typed-so-many-games", count=count)
        return games, words.words("typed-so-many-points", count=count)
    to = Keyword.TO.usual_form(words)
    matches = (f"{count} {words.words('typed-so-many-games', count=count)}" for count in _SUGGESTED_GAMES)
    return (*(f"{to} {count}" for count in _SUGGESTED_POINTS), *matches)


def _clocks(words: Words, before: str) -> tuple[str, ...]:
    """Return time controls to suggest after the last complete word of a line."""
    if before.isdecimal():
        count = int(before[:4])
        return words.words("typed-so-many-days", count=count), words.words("typed-so-many-hours", count=count)
    if keyword_of(before) is Keyword.NO:
        # `no` is already typed, so only the second word of `no clock` is missing.
        return (words.words("typed-no-clock").split()[1],)
    turns = (f"{count} {words.words('typed-so-many-days', count=count)}" for count in _SUGGESTED_DAYS)
    return (*turns, words.words("typed-some-bank"), words.words("typed-no-clock"))


async def _ids(context: CommandContext, ids: Ids | None) -> list[str]:
    """Return the ids of the games, matches or challenges that a command can take; empty for `Ids.NONE`."""
    player, challenges = context.actor.player, context.manager.challenges
    if ids is Ids.MATCHES:
        return await between_games(context)
    if ids is Ids.FINISHED:
        return await context.finished_games(MAX_COMPLETIONS)
    if ids is Ids.OPEN:
        return [game.id for game in await context.manager.open_games(player)]
    if ids not in (Ids.ASKED, Ids.MADE, Ids.OPEN_TO_ALL) or not context.chat.is_known:
        return []
    if ids is Ids.ASKED:
        return [row.id for row in await challenges.waiting_for(player, context.chat.id)]
    made = await challenges.made_by(player)
    return [row.id for row in made if row.is_for_anyone or ids is Ids.MADE]


async def _game_values(context: CommandContext, parsed: ParsedCommand, param: Param, head: str) -> list[str]:
    """Return the next moves, numbers of moves to take back, or resignation grades in the player's game.

    If several games can be meant, moves and grades are not suggested, and only `all` for taking back.
    """
    mine = await context.manager.games_of(context.actor.player)
    candidates = [game for game in mine if parsed.game in (None, game.id)]
    if param in (Param.MOVES, Param.COUNT):
        candidates = [game for game in candidates if game.to_act == context.actor.player]
    if param is Param.COUNT:
        return _counts(context.words, candidates, head)
    if len(candidates) != 1:
        return []
    if param is Param.GRADE:
        return _grades(candidates[0], context.actor.player)
    before = read_line(head)
    numbers = numbering_of(candidates[0], context.display)
    typed = numbers.convert_moves(before.rest) if isinstance(before, ParsedCommand) else ""
    return [numbers.convert_moves(move) for move in _next_moves(candidates[0], typed)]


def _next_moves(game: LoadedGame, before: str) -> list[str]:
    """Return the legal next moves after the typed ones; empty if those are not legal."""
    draft = game.live.draft
    if draft is None:
        return []
    try:
        draft = play_text(draft, before) if before else draft
    except NardyRulesError:
        return []
    return list(dict.fromkeys(map(str, draft.next_moves())))


def _counts(words: Words, games: list[LoadedGame], head: str) -> list[str]:
    """Return the numbers of moves that `/undo` can take back, and `all`; only `all` unless one game fits.

    Return none if the line has an argument already.
    """
    before = read_line(head)
    if isinstance(before, ParsedCommand) and before.words:
        return []
    draft = games[0].live.draft if len(games) == 1 else None
    made = len(draft.moves) if draft else 0
    return [*map(str, range(1, made + 1)), Keyword.ALL.usual_form(words)]


def _grades(game: LoadedGame, player: int) -> list[str]:
    side = game.side_of(player)
    return [grade.value for grade in game.live.resignations(side)] if side else []


_COUNTED = {Param.LENGTH: _lengths, Param.CLOCK: _clocks}
