"""Boards: /board, /turn, /read and /picture, which show a board, and /menu, the menu of a game."""

from __future__ import annotations

from dataclasses import replace

from bot.sessions import LoadedGame, may_ask, waits_for
from bot.sessions.errors import NotSeated
from bot.talk.catalog import join
from bot.talk.command import ParsedCommand
from bot.talk.commands.new_games import other_choices
from bot.talk.commands.sharing import show_shared
from bot.talk.context import CommandContext
from bot.talk.incoming import ChatKind
from bot.talk.input.payloads import button_data, is_share_token
from bot.talk.new_game import Against, Choices
from bot.talk.options import agreed_notes, terms_words
from bot.talk.reply import Button, Reply, Stage, Style
from bot.talk.resolve_game import resolve_only_game
from bot.talk.views.board import board, picture, without_draft
from bot.talk.views.buttons import next_button

_OTHER = {"w": "b", "b": "w"}


async def show_board(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/board: post a new message with the board of a game, which the chat then keeps up to date.

    A person who does not play in the game gets a reply with the present board instead, without buttons to
    play. So does any person who types the token of a game's link instead of its id.
    """
    if len(parsed.words) == 1 and is_share_token(parsed.words[0]):
        return (await show_shared(context, parsed.words[0]),)
    game_id = await resolve_only_game(context, parsed, finished=True)
    try:
        await context.manager.boards.show(context.actor, game_id)
    except NotSeated:
        game, events = await context.manager.with_events(game_id)
        now, since = context.manager.clock(), game.version
        return (board(game, events, context.display, since=since, draft=False, waiting=None, now=now),)
    return ()


async def turn_board(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/turn: reply with the board from the player's own side, without buttons.

    A person who does not play in the game gets it from the other side than the chat shows.
    """
    game, events = await context.manager.with_events(await resolve_only_game(context, parsed, finished=True))
    side = game.side_of(context.actor.player)
    own = side.value if side is not None else _OTHER[context.display.below(game)]
    display = replace(context.display, side=own)
    draft = context.shows_draft(game)
    now, since = context.manager.clock(), game.version
    return (board(game, events, display, since=since, draft=draft, waiting=None, now=now),)


async def menu(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/menu: show buttons for the less frequent actions in a game, those that the person may use now."""
    game = await context.manager.game(await resolve_only_game(context, parsed, finished=True))
    say = context.words.words
    side = game.side_of(context.actor.player)
    playing = side is not None
    between_people = playing and game.level is None
    is_private = context.incoming.place.kind is ChatKind.PRIVATE
    other_side = "black" if context.display.below(game) == "w" else "white"
    turn = f"/settings side {other_side}" if is_private else f"/turn {game.id}"
    choices = Choices(Against.COMPUTER, None, game.match.ruleset, game.match.options)
    rows: list[tuple[Button, ...]] = []
    if playing and not game.is_over:
        may_pause = between_people and game.paused is None
        can_resign = side is not None and bool(game.live.resignations(side))
        resign = Button(say("button-resign"), button_data(f"/resign {game.id}"), Style.DANGER)
        hint = Button(say("button-hint"), button_data(f"/hint {game.id}"))
        rows.append(
            (
                *((hint,) if may_ask(game, context.actor.player) else ()),
                Button(say("button-draw"), button_data(f"/draw {game.id}")),
                *((Button(say("button-pause"), button_data(f"/pause {game.id}")),) if may_pause else ()),
                *((resign,) if can_resign else ()),
            )
        )
    rows += [
        (
            Button(say("button-board"), button_data(f"/board {game.id}")),
            Button(say("button-record"), button_data(f"/record {game.id}")),
            *await _next_buttons(context, game),
        ),
        (
            Button(say("button-read"), button_data(f"/read {game.id}")),
            Button(say("button-picture"), button_data(f"/picture {game.id}")),
            *((Button(say("button-share"), button_data(f"/share {game.id}")),) if playing else ()),
        ),
        (
            Button(say("button-rules"), button_data(f"/rules {game.match.ruleset}")),
            Button(say("button-turn-board"), button_data(turn)),
        ),
        (
            Button(say("button-settings"), button_data("/settings")),
            *((Button(say("button-block"), button_data(f"/block {game.id}")),) if between_people else ()),
            *((other_choices(context, choices),) if playing and game.level is not None else ()),
        ),
    ]
    title = context.words.say("menu-title", game=game.id, terms=terms_words(context.words, game.match))
    agreed = [title, *agreed_notes(context.words, game.match)]
    text = join([*agreed, context.words.say("menu-question")])
    return (Reply(text, buttons=tuple(rows), offered_at=Stage(game.id, game.stage)),)


async def _next_buttons(context: CommandContext, game: LoadedGame) -> tuple[Button, ...]:
    """Return the button to the next game that waits for the player here.

    Return none while this game waits for the player itself, and if no other game waits.
    """
    if not waits_for(game, context.actor.player, context.display.blocked):
        return ()
    is_private = context.incoming.place.kind is ChatKind.PRIVATE
    waiting = await context.manager.lists.waiting(context.actor.player, context.chat.id)
    others = sum(each.id != game.id and (is_private or each.is_shown) for each in waiting)
    return (next_button(context.words, others, game),) if others else ()


async def read_aloud(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/read: reply with the board in words, without a picture."""
    return (Reply((await _pictured(context, parsed)).text),)


async def show_picture(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/picture: send the board as a picture in full size."""
    return (replace(await _pictured(context, parsed), as_file=True),)


async def _pictured(context: CommandContext, parsed: ParsedCommand) -> Reply:
    """Return the board with its description as the text; with the unconfirmed turn if the chat shows that."""
    game, events = await context.manager.with_events(await resolve_only_game(context, parsed, finished=True))
    shown = game if context.shows_draft(game) else without_draft(game)
    seen = picture(shown, context.display, events)
    return replace(seen, text=(seen.alt,))
