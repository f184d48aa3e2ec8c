"""Moves: the commands of a turn: the opening roll, the cube, the dice, moves, and the end of the turn."""

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
    """/roll: roll the dice."""
    game = await resolve_only_game(context, parsed)
    return _toast(context, await context.manager.roll(context.actor, game, parsed.turn))


async def move(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/move: make the typed moves in the player's turn; ask which if a typed point could mean several.

    A person types points in their own numbering, a button uses the board's numbers. With `/done` on the next
    line the turn is confirmed too, unless the move has ended it already.
    """
    meant = await resolve_open_game(context, parsed)
    game = meant.id
    if not parsed.words:
        return (Reply(context.words.say("refused-nothing-typed", command=Code("/move 24/18 13/8"))),)
    numbers = numbering_in(meant, context.display)
    if parsed.typed:
        parsed = replace(parsed, words=tuple(numbers.convert_moves(parsed.rest).split()))
    try:
        moved = await context.manager.move(context.actor, game, parsed.rest, parsed.turn)
    except AmbiguousMove as error:
        return (await _ask_for_move(context, game, parsed, error),)
    except NardyRulesError as error:
        so_far = await repeated(context, parsed, game, error)
        if so_far:
            return (Reply(so_far, is_fleeting=True),)
        return (Reply(rules_error_text(context.words, error, numbers)),)
    draft = moved.live.draft
    if parsed.then_done and draft is not None and draft.moves:
        # The confirmation is an action with an id of its own: a repeated delivery carries out neither twice.
        actor = replace(context.actor, idempotency_key=f"{context.actor.idempotency_key}:done")
        moved = await context.manager.confirm(actor, game)
    return _toast(context, moved)


async def undo(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/undo: take back the last unconfirmed move; with a number, that many; with `all`, all of them."""
    word = parsed.words[0] if parsed.words else ""
    everything = keyword_of(word) is Keyword.ALL
    count = int(word) if word.isdecimal() else None if everything else 1
    meant = replace(parsed, words=parsed.words[1:]) if everything or word.isdecimal() else parsed
    game = await resolve_only_game(context, meant)
    return _toast(context, await context.manager.take_back(context.actor, game, parsed.turn, count=count))


async def done(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/done: confirm the moves made, which ends the turn."""
    game = await resolve_only_game(context, parsed)
    return _toast(context, await context.manager.confirm(context.actor, game, parsed.turn))


async def keep(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/keep: keep the two dice of the opening roll as the first roll."""
    await context.manager.choose_opening_roll(
        context.actor, await resolve_only_game(context, parsed), keep=True
    )
    return ()


async def reroll(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/reroll: roll two new dice for the first turn instead of keeping those of the opening roll."""
    await context.manager.choose_opening_roll(
        context.actor, await resolve_only_game(context, parsed), keep=False
    )
    return ()


async def double(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/double: offer to double the value of the game."""
    await context.manager.double(context.actor, await resolve_only_game(context, parsed), parsed.turn)
    return ()


async def take(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/take: accept a double and play on for twice the value."""
    await context.manager.answer_double(
        context.actor, await resolve_only_game(context, parsed), parsed.turn, take=True
    )
    return ()


async def drop(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/drop: refuse a double and lose the game at the value that it had before."""
    await context.manager.answer_double(
        context.actor, await resolve_only_game(context, parsed), parsed.turn, take=False
    )
    return ()


async def repeated(
    context: CommandContext, parsed: ParsedCommand, game_id: str, error: Refusal | NardyRulesError
) -> Text:
    """Return a toast for a refused press that was right on an older board of the same turn; else empty.

    Boards may lag. A repeated press on a roll, a move or an undo is answered with the progress of the turn; a
    press on a move that was legal at the start of the turn, with the moves that are legal now. The text is
    empty on platforms without toasts, and if the person is not the mover.

    Args:
        context: the person and the chat.
        parsed: the pressed command.
        game_id: the game's id.
        error: the refusal of the command.
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
    """Return a toast that says what was done in the turn, because boards may lag; empty without toasts.

    If the request only moved the unconfirmed turn to this chat and played nothing, there is a reply on every
    platform; without toasts it is a message.
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
    """Ask which move a single typed point means, with buttons and the checker marked on the board.

    A button also plays the other moves that were typed, if they fit into its data.
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
    """Return a button that plays all typed moves, or only this move if all do not fit in a button's data."""
    numbers = numbering_of(game, context.display)
    whole = move_button(context.words, game, numbers, (move,), typed)
    fits = len(whole.data) <= LONGEST_DATA and whole.data.isascii()
    return whole if fits else move_button(context.words, game, numbers, (move,))


def _with_moves(game: LoadedGame, typed: str) -> LoadedGame:
    """Return the game with typed moves added to its unconfirmed turn, or unchanged if they are illegal."""
    if game.live.draft is None or not typed:
        return game
    try:
        return replace(game, live=replace(game.live, draft=play_text(game.live.draft, typed)))
    except NardyRulesError:
        return game


def _is_made(partial: PartialTurn, moves: str) -> bool:
    """Return True if a turn already contains the written moves, or is complete."""
    if partial.is_complete:
        return True
    try:
        steps = [step for route in parse_moves(moves) for step in pairwise(route.places)]
    except NotUnderstood:
        return False
    return bool(steps) and all(_is_gone(partial, start, stop) for start, stop in steps)


def _was_offered(partial: PartialTurn, moves: str) -> bool:
    """Return True if a turn has moves, and the written moves were legal before them."""
    if not partial.moves:
        return False
    try:
        play_text(partial.take_back_all(), moves)
    except NardyRulesError:
        return False
    return True


def _is_gone(partial: PartialTurn, start: int, stop: int) -> bool:
    """Return True if in this turn a checker moved from `start` to `stop`, in one move or several."""
    reached = {start}
    for move in partial.moves:
        if move.start in reached:
            reached.add(move.stop)
    return stop in reached
