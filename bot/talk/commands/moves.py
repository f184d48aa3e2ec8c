"""Moves: the commands of a turn, from the opening roll and the cube to the end of the turn."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from bot.rules import Move, NardyRulesError, PartialTurn, play_text
from bot.rules.errors import AmbiguousMove, IllegalMove, NotUnderstood
from bot.rules.notation import parse_moves
from bot.sessions import LoadedGame
from bot.sessions.errors import AlreadyRolled, NothingToTakeBack, Refusal
from bot.talk.command import ParsedCommand
from bot.talk.context import CommandContext
from bot.talk.input.keywords import Keyword, keyword_of
from bot.talk.input.payloads import LONGEST_DATA
from bot.talk.numbering import numbering_in, numbering_of
from bot.talk.refusal_texts import rules_error_text
from bot.talk.reply import Button, Code, Reply, Text
from bot.talk.resolve_game import resolve_only_game, resolve_open_game
from bot.talk.views.board import picture
from bot.talk.views.buttons import in_rows, move_button
from bot.talk.views.toasts import draft_moved, possible_now, toast, turn_so_far
from bot.talk.wording import typed_place


async def roll(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/roll: throw the dice."""
    game = await resolve_only_game(context, parsed)
    return _toast(context, await context.manager.roll(context.actor, game, parsed.turn))


async def move(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/move: make moves."""
    meant = await resolve_open_game(context, parsed)
    game = meant.id
    if not parsed.words:
        return (Reply(context.words.say("refused-nothing-typed", command=Code("/move 24/18 13/8"))),)
    numbers = numbering_in(meant, context.display)
    if parsed.typed:
        parsed = replace(parsed, words=tuple(numbers.other_text(parsed.rest).split()))
    try:
        moved = await context.manager.move(context.actor, game, parsed.rest, parsed.turn)
    except AmbiguousMove as error:
        return (await _ask_for_move(context, game, parsed, error),)
    except NardyRulesError as error:
        so_far = await repeated(context, parsed, game, error)
        if so_far:
            return (Reply(so_far, is_fleeting=True),)
        return (Reply(rules_error_text(context.words, error, numbers)),)
    return _toast(context, moved)


async def undo(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/undo: take back the last move, with a number so many, or with `all` every move of the turn."""
    word = parsed.words[0] if parsed.words else ""
    everything = keyword_of(word) is Keyword.ALL
    count = int(word) if word.isdecimal() else None if everything else 1
    meant = replace(parsed, words=parsed.words[1:]) if everything or word.isdecimal() else parsed
    game = await resolve_only_game(context, meant)
    return _toast(context, await context.manager.take_back(context.actor, game, parsed.turn, count=count))


async def done(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/done: end the turn."""
    game = await resolve_only_game(context, parsed)
    return _toast(context, await context.manager.confirm(context.actor, game, parsed.turn))


async def keep(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/keep: the opening roll is the first roll."""
    await context.manager.choose_opening_roll(
        context.actor, await resolve_only_game(context, parsed), keep=True
    )
    return ()


async def reroll(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/reroll: roll again for the first roll."""
    await context.manager.choose_opening_roll(
        context.actor, await resolve_only_game(context, parsed), keep=False
    )
    return ()


async def double(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/double: offer to double the value of the game."""
    await context.manager.double(context.actor, await resolve_only_game(context, parsed), parsed.turn)
    return ()


async def take(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/take: play on for twice the value."""
    await context.manager.answer_double(
        context.actor, await resolve_only_game(context, parsed), parsed.turn, take=True
    )
    return ()


async def drop(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/drop: give the game up for the value before the double."""
    await context.manager.answer_double(
        context.actor, await resolve_only_game(context, parsed), parsed.turn, take=False
    )
    return ()


async def repeated(
    context: CommandContext, parsed: ParsedCommand, game_id: str, error: Refusal | NardyRulesError
) -> Text:
    """Return how far a turn is, where a press in it asked for what is done already; nothing, if it did not.

    Nothing is lost by such a press, so it is not refused: the dice are rolled, the move is made, the turn is
    complete, or all of it is taken back. A move that doubles allow once more is no such press. Who presses
    what the board offered before his last move is told, too, what is possible now.

    Args:
        context: who pressed where.
        parsed: what was pressed.
        game_id: in which game.
        error: why it cannot be done.
    """
    if not context.incoming.has_toast or parsed.turn is None:
        return ()
    if not isinstance(error, AlreadyRolled | NothingToTakeBack | IllegalMove):
        return ()
    game = await context.manager.game(game_id)
    partial = game.live.draft
    if partial is None or game.side_of(context.actor.player) is not game.live.mover:
        return ()
    words, numbers, lag = context.words, numbering_of(game, context.display), context.incoming.lag
    if isinstance(error, IllegalMove) and not _is_made(partial, parsed.rest):
        return possible_now(words, partial, numbers) if _was_offered(partial, parsed.rest) else ()
    return turn_so_far(words, partial, numbers, lag, is_new=isinstance(error, AlreadyRolled))


def _toast(context: CommandContext, game: LoadedGame) -> tuple[Reply, ...]:
    """Return what was done to the turn, where that is seen for a moment only: boards may lag.

    A press or line that was not played, because the chat did not show the half-made turn, is always answered.
    """
    if game.moved_draft and game.live.draft is not None:
        numbers, lag = numbering_of(game, context.display), context.incoming.lag
        said = draft_moved(context.words, game.live.draft, numbers, lag)
        return (Reply(said, is_fleeting=context.incoming.has_toast),)
    if not context.incoming.has_toast:
        return ()
    text = toast(context.words, game, context.actor.player, context.display, context.incoming.lag)
    return (Reply(text, is_fleeting=True),) if text else ()


async def _ask_for_move(
    context: CommandContext, game_id: str, parsed: ParsedCommand, error: AmbiguousMove
) -> Reply:
    """Return the moves that a lone point can mean, with its checker marked on the board.

    What was typed beside that point is played with the move that is chosen.
    """
    game, events = await context.manager.with_events(game_id)
    start = error.choices[0].start
    lone = typed_place(start)
    at = parsed.words.index(lone) if lone in parsed.words else 0
    before, after = parsed.words[:at], parsed.words[at + 1 :]
    buttons = [_choice(context, game, move, " ".join((*before, str(move), *after))) for move in error.choices]
    text = rules_error_text(context.words, error)
    shown = picture(_with_moves(game, " ".join(before)), context.display, events, start)
    return replace(shown, text=text, buttons=tuple(in_rows(buttons)))


def _choice(context: CommandContext, game: LoadedGame, move: Move, typed: str) -> Button:
    """A button that plays what was typed, or where that is too long for a button, the one move."""
    numbers = numbering_of(game, context.display)
    whole = move_button(context.words, game, numbers, (move,), typed)
    fits = len(whole.data) <= LONGEST_DATA and whole.data.isascii()
    return whole if fits else move_button(context.words, game, numbers, (move,))


def _with_moves(game: LoadedGame, typed: str) -> LoadedGame:
    """The game with some more moves in its half-made turn, as far as they can be made."""
    if game.live.draft is None or not typed:
        return game
    try:
        return replace(game, live=replace(game.live, draft=play_text(game.live.draft, typed)))
    except NardyRulesError:
        return game


def _is_made(partial: PartialTurn, moves: str) -> bool:
    """Return True if a half-made turn has some moves in it already, or takes none any more."""
    if partial.is_complete:
        return True
    try:
        steps = [step for route in parse_moves(moves) for step in pairwise(route.places)]
    except NotUnderstood:
        return False
    return bool(steps) and all(_is_gone(partial, start, stop) for start, stop in steps)


def _was_offered(partial: PartialTurn, moves: str) -> bool:
    """Return True if some moves could be made before those of a half-made turn."""
    if not partial.moves:
        return False
    try:
        play_text(partial.take_back_all(), moves)
    except NardyRulesError:
        return False
    return True


def _is_gone(partial: PartialTurn, start: int, stop: int) -> bool:
    """Return True if a checker has gone from one point to another, perhaps by several moves."""
    reached = {start}
    for move in partial.moves:
        if move.start in reached:
            reached.add(move.stop)
    return stop in reached
