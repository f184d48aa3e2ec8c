"""Completion: what a line that is being typed could become."""

from __future__ import annotations

from bot.rules import RULESETS, NardyRulesError, play_text, resignations
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
from bot.talk.lessons import page_lines
from bot.talk.numbering import numbering_of
from bot.talk.setting_table import completed_values_of
from bot.talk.settings import options_in
from bot.talk.wording import level_name

MOST = 25
_SAID = (
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
"""Options that are typed the same way in every game."""
_KEYWORDS = {
    Param.CUBE: Keyword.CUBE,
    Param.EXTENDED: Keyword.EXTENDED,
    Param.HINTS: Keyword.HINTS,
    Param.PRIVATE: Keyword.PRIVATE,
    Param.LIST: Keyword.SLEEPING,
    Param.SWITCH: Keyword.OFF,
}
_FEW = (Param.COUNT, Param.GRADE, Param.MATCH, Param.FORM, Param.PART, Param.SWITCH, Param.ADMIN)
"""What stands alone behind a game, or beside another word of these."""
_FIXED = {Param.FORM: (MAT,), Param.PART: PARTS, Param.ADMIN: ACTIONS}
_POINTS, _GAMES, _DAYS = (3, 5, 7), (3, 5), (1, 3, 7)


async def completions(context: CommandContext, typed: str) -> tuple[str, ...]:
    """Return whole lines that begin with what was typed: all such commands, or at most 25 with arguments.

    Behind a command that takes something stands a space, so that typing can go on at once.
    """
    typed = typed.lstrip()[:MAX_LINE]
    if not typed.startswith("/"):
        return ()
    if " " not in typed:
        names = COMMANDS if typed == "/" else command_names()  # before anything is typed, one name each
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
    return tuple(found)[:MOST] if " " in typed else tuple(found)


async def _arguments(context: CommandContext, typed: str) -> list[str]:
    """Return whole lines with one more argument."""
    parsed = read_line(typed)
    if not isinstance(parsed, ParsedCommand) or not await parsed.command.is_offered_to(context):
        return []
    head = typed.rpartition(" ")[0]
    found: list[str] = []
    for param in _awaited(parsed.command.params, head.split()):
        if param in _FEW and not _may_follow(head, param):
            continue
        if param is Param.PLAYER:
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
    """Return what may stand in the place of the next word.

    Args:
        context: who types, and where.
        parsed: what was typed so far.
        head: the words before the one that is being typed.
    """
    typed = head.split()
    values: list[str] = []
    if param is Param.RULES:
        values = list(RULESETS)
    elif param in (Param.MOVES, Param.GRADE, Param.COUNT):
        values = await _of_the_game(context, parsed, param, head)
    elif param in _SAID:
        values = list(_said(context.words, param, typed[-1]))
    elif param in _FIXED:
        values = list(_FIXED[param])
    elif param is Param.OPTION:
        values = options_in(context) if len(typed) == 1 else list(completed_values_of(typed[-1]))
    elif len(typed) > 1:
        values = []
    elif param in (Param.GAME, Param.CHALLENGE):
        values = await _ids(context, parsed.command.ids)
    elif param is Param.PAGE:
        values = [line.removeprefix("/help ") for line in page_lines()]
    return values


def _may_follow(head: str, param: Param) -> bool:
    """Return True if a word that stands alone may follow what was typed: nothing else, and no word twice."""
    before = read_line(head)
    words = {word.lower() for word in before.words} if isinstance(before, ParsedCommand) else set()
    if param in (Param.MATCH, Param.FORM):
        own = {Param.MATCH: Param.MATCH.value, Param.FORM: MAT}
        words = {word for word in words if not word.isdecimal()} - ({*own.values()} - {own[param]})
    return not words


def _awaited(params: tuple[Param, ...], typed: list[str]) -> tuple[Param, ...]:
    """Return what may follow: all that the command takes, or what a word that was typed already begins."""
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


def _said(words: Words, param: Param, before: str) -> tuple[str, ...]:
    """Return what may follow a word that was typed already."""
    if param is Param.LEVEL:
        return tuple(level_name(words, level) for level in Level)
    if param is Param.FIRST:
        starters = (Keyword.ME.said(words), Keyword.OPPONENT.said(words))
        if keyword_of(before) is Keyword.FIRST:
            return starters
        return tuple(f"{Keyword.FIRST.said(words)} {starter}" for starter in starters)
    if param in _COUNTED:
        return _COUNTED[param](words, before)
    return (_KEYWORDS[param].said(words) if param in _KEYWORDS else param.value,)


def _lengths(words: Words, before: str) -> tuple[str, ...]:
    """Return how long a match may be, behind a word that was typed already."""
    if keyword_of(before) is Keyword.TO:
        return tuple(map(str, _POINTS))
    if before.isdecimal():
        count = int(before)
        games = words.words("typed-so-many-games", count=count)
        return games, words.words("typed-so-many-points", count=count)
    to = Keyword.TO.said(words)
    matches = (f"{count} {words.words('typed-so-many-games', count=count)}" for count in _GAMES)
    return (*(f"{to} {count}" for count in _POINTS), *matches)


def _clocks(words: Words, before: str) -> tuple[str, ...]:
    """Return how much time players may have, behind a word that was typed already."""
    if before.isdecimal():
        count = int(before[:4])
        return words.words("typed-so-many-days", count=count), words.words("typed-so-many-hours", count=count)
    if keyword_of(before) is Keyword.NO:
        return (words.words("typed-no-clock").split()[1],)
    turns = (f"{count} {words.words('typed-so-many-days', count=count)}" for count in _DAYS)
    return (*turns, words.words("typed-some-bank"), words.words("typed-no-clock"))


async def _ids(context: CommandContext, ids: Ids | None) -> list[str]:
    """Return the ids that complete a command."""
    player, challenges = context.actor.player, context.manager.challenges
    if ids is Ids.MATCHES:
        return await between_games(context)
    if ids is Ids.FINISHED:
        return await context.finished_games(MOST)
    if ids is Ids.OPEN:
        return [game.id for game in await context.manager.open_games(player)]
    if ids not in (Ids.ASKED, Ids.MADE, Ids.OPEN_TO_ALL) or not context.chat.is_known:
        return []
    if ids is Ids.ASKED:
        return [row.id for row in await challenges.waiting_for(player, context.chat.id)]
    made = await challenges.made_by(player)
    return [row.id for row in made if row.is_for_anyone or ids is Ids.MADE]


async def _of_the_game(context: CommandContext, parsed: ParsedCommand, param: Param, head: str) -> list[str]:
    """Return what can be done next in the one game that is meant, if it is clear which."""
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
    typed = numbers.other_text(before.rest) if isinstance(before, ParsedCommand) else ""
    return [numbers.other_text(move) for move in _next_moves(candidates[0], typed)]


def _next_moves(game: LoadedGame, before: str) -> list[str]:
    """Return the moves that can follow those that are typed already."""
    draft = game.live.draft
    if draft is None:
        return []
    try:
        draft = play_text(draft, before) if before else draft
    except NardyRulesError:
        return []
    return list(dict.fromkeys(map(str, draft.next_moves())))


def _counts(words: Words, games: list[LoadedGame], head: str) -> list[str]:
    """Return how many moves can be taken back: in the one game that is meant, else all."""
    before = read_line(head)
    if isinstance(before, ParsedCommand) and before.words:
        return []
    draft = games[0].live.draft if len(games) == 1 else None
    made = len(draft.moves) if draft else 0
    return [*map(str, range(1, made + 1)), Keyword.ALL.said(words)]


def _grades(game: LoadedGame, player: int) -> list[str]:
    side = game.side_of(player)
    return [grade.value for grade in resignations(game.live.state, side)] if side else []


_COUNTED = {Param.LENGTH: _lengths, Param.CLOCK: _clocks}
