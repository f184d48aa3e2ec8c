"""The commands that show something: help, board, menu, games, rules, settings."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from bot.rules import RULESETS, Side, resignations
from bot.sessions import may_ask
from bot.sessions.errors import NotSeated
from bot.talk import help as help_pages
from bot.talk.acts.challenges import no_such_rules, read_ruleset
from bot.talk.acts.matches import next_waiting
from bot.talk.board import board, picture, without_draft
from bot.talk.buttons import MOST_ROWS
from bot.talk.catalog import join
from bot.talk.command_names import command_called
from bot.talk.heard import ChatKind
from bot.talk.lessons import LONG, how_to_play
from bot.talk.options import agreed_notes, terms_words
from bot.talk.parsing import button_data
from bot.talk.reply import Button, Code, Jump, Reply, Style
from bot.talk.settings import settings
from bot.talk.standing import played_words
from bot.talk.welcome import first_buttons, welcome
from bot.talk.which import which_only
from bot.talk.wording import game_label, name_at, name_of, next_label

if TYPE_CHECKING:
    from bot.sessions import Game
    from bot.talk.parsing import Asked
    from bot.talk.reply import Text
    from bot.talk.talk import Talk

MOST_GAMES = 10
_OTHER = {"w": "b", "b": "w"}


async def start(talk: Talk, _asked: Asked) -> tuple[Reply, ...]:
    """/start: what this is, with three buttons."""
    return (welcome(talk.words),)


async def show_help(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/help: the commands; with a number, a page of how to play; with a command, what that does.

    A game before the number, or alone, asks how that one is played.
    """
    topic, *more = [word.lower() for word in asked.words] or [""]
    ruleset = RULESETS.get(topic)
    page = topic if ruleset is None else (more or ["1"])[0]
    if page.isdecimal():
        return (how_to_play(talk.words, talk.dress, int(page[:3]), ruleset or LONG),)
    command = command_called(topic.removeprefix("/"))
    if command is not None:
        return (Reply(help_pages.command_line(talk.words, command.name)),)
    return (help_pages.commands(talk.words),)


async def show_board(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/board: the board here, as a new message; for a spectator in private."""
    game_id = await which_only(talk, asked, finished=True)
    try:
        await talk.manager.show(talk.by, game_id)
    except NotSeated:
        game, events = await talk.manager.told(game_id)
        return (board(game, events, talk.dress, since=game.row.version, draft=False, buttons=False),)
    return ()


async def turn_board(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/turn: the board as it is seen from one's own side, for the one who asks alone."""
    game, events = await talk.manager.told(await which_only(talk, asked, finished=True))
    side = game.side_of(talk.by.player)
    own = side.value if side is not None else _OTHER[talk.dress.below(game)]
    dress = replace(talk.dress, side=own)
    draft = game.row.draft_chat == talk.chat.id
    return (board(game, events, dress, since=game.row.version, draft=draft, buttons=False),)


async def menu(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/menu: what else can be done in a game."""
    game = await talk.manager.game(await which_only(talk, asked, finished=True))
    say = talk.words.words
    side = game.side_of(talk.by.player)
    playing = side is not None
    between_people = playing and game.level is None
    alone = talk.heard.place.kind is ChatKind.PRIVATE
    other_side = "black" if talk.dress.below(game) == "w" else "white"
    turn = f"/settings side {other_side}" if alone else f"/turn {game.id}"
    rows: list[tuple[Button, ...]] = []
    if playing and not game.is_over:
        can_resign = side is not None and bool(resignations(game.play.state, side))
        resign = Button(say("button-resign"), button_data(f"/resign {game.id}"), Style.DANGER)
        hint = Button(say("button-hint"), button_data(f"/hint {game.id}"))
        rows.append(
            (
                *((hint,) if may_ask(game, talk.by.player) else ()),
                Button(say("button-draw"), button_data(f"/draw {game.id}")),
                *((resign,) if can_resign else ()),
            )
        )
    rows += [
        (
            Button(say("button-board"), button_data(f"/board {game.id}")),
            Button(say("button-record"), button_data(f"/record {game.id}")),
        ),
        (
            Button(say("button-read"), button_data(f"/read {game.id}")),
            Button(say("button-picture"), button_data(f"/picture {game.id}")),
        ),
        (
            Button(say("button-rules"), button_data(f"/rules {game.row.ruleset}")),
            Button(say("button-turn-board"), button_data(turn)),
        ),
        (
            Button(say("button-settings"), button_data("/settings")),
            *((Button(say("button-block"), button_data(f"/block {game.id}")),) if between_people else ()),
        ),
    ]
    title = talk.words.say("menu-title", game=game.id, terms=terms_words(talk.words, game.match))
    agreed = [title, *agreed_notes(talk.words, game.match)]
    return (Reply(join([*agreed, talk.words.say("menu-question")]), buttons=tuple(rows)),)


async def list_games(talk: Talk, _asked: Asked) -> tuple[Reply, ...]:
    """/games: mine, those that wait for me first."""
    every = await talk.manager.games_of(talk.by.player)
    waiting = await next_waiting(talk)
    mine = every
    if not talk.heard.place.answers_privately:
        shown = await talk.debts.games_shown_in(talk.chat.id)
        mine = [game for game in every if game.id in shown]
    if not every and not waiting:
        return (Reply(talk.words.say("games-none"), buttons=first_buttons(talk.words)),)
    lines = [talk.words.say("games-title"), *[await _game_line(talk, game) for game in mine[:MOST_GAMES]]]
    if len(every) > len(mine):
        lines.append(talk.words.say("games-elsewhere", count=len(every) - len(mine)))
    if len(mine) > MOST_GAMES:
        lines.append(talk.words.say("games-more", count=len(mine) - MOST_GAMES))
    next_games: list[Button] = []
    for game_id in waiting[:MOST_GAMES]:
        game, command = await talk.manager.game(game_id), Code(f"/next {game_id}")
        white, black = name_at(game, Side.WHITE), name_at(game, Side.BLACK)
        lines.append(talk.words.say("games-waiting", white=white, black=black, command=command))
        next_games.append(Button(next_label(talk.words, game), button_data(f"/next {game_id}")))
    buttons = [Button(game_label(talk.words, game), button_data(f"/board {game.id}")) for game in mine]
    rows = tuple((button,) for button in (*next_games, *buttons)[:MOST_ROWS])
    return (Reply(join(lines), buttons=rows),)


async def read_aloud(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/read: the board in words."""
    return (Reply((await _pictured(talk, asked)).text),)


async def show_picture(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/picture: the board as a picture in full size."""
    return (replace(await _pictured(talk, asked), as_file=True),)


async def _pictured(talk: Talk, asked: Asked) -> Reply:
    """The board with its description; the half-made turn is shown where it is made."""
    game, events = await talk.manager.told(await which_only(talk, asked, finished=True))
    shown = game if game.row.draft_chat == talk.chat.id else without_draft(game)
    seen = picture(shown, talk.dress, events)
    return replace(seen, text=(seen.alt,))


async def rules(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/rules: a game in a few lines, with its set-up."""
    ruleset, unread = await read_ruleset(talk, asked.words)
    if unread:
        return (no_such_rules(talk, unread),)
    return (help_pages.rules(talk.words, talk.dress, ruleset),)


async def set_option(talk: Talk, asked: Asked) -> tuple[Reply, ...]:
    """/settings: shows the options, or changes one."""
    return await settings(talk, asked.words)


async def _game_line(talk: Talk, game: Game) -> Text:
    seen = await talk.debts.message_of(game.row, talk.by.player, talk.chat.platform)
    if game.row.actor == talk.by.player:
        state = talk.words.say("games-yours")
    else:
        state = talk.words.say("games-theirs", name=name_at(game, game.play.state.actor or game.play.mover))
    return talk.words.say(
        "games-line",
        game=Code(game.id) if seen is None else Jump(game.id, *seen),
        white=name_of(game.white),
        black=name_of(game.black),
        rules=played_words(talk.words, game),
        state=state,
    )
