"""Lists: /games, which lists a player's games, and /next, which shows the most urgent one that waits."""

from __future__ import annotations

from dataclasses import replace

from bot.rules import Side
from bot.sessions import LoadedGame, Overview, one_after
from bot.sessions.errors import NoSuchGame
from bot.talk.catalog import Words, join
from bot.talk.command import ParsedCommand
from bot.talk.commands.endings import between_games, continue_match
from bot.talk.context import CommandContext
from bot.talk.incoming import ChatKind
from bot.talk.input.keywords import Keyword, keyword_of
from bot.talk.input.payloads import button_data
from bot.talk.onboarding import first_buttons
from bot.talk.reply import Bold, Button, Code, Jump, Reply, Rows, Text
from bot.talk.views.buttons import MOST_ROWS, next_button
from bot.talk.views.finished import finished_list
from bot.talk.views.match_score import played_words
from bot.talk.views.time_left import time_left
from bot.talk.wording import game_label, name_alone, name_at, next_label, shortened

Entry = tuple[Text, Button]
"""A line of a list and its button."""


async def list_games(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/games: list the player's games, those that wait for the player first; a number shows that page.

    A game without an action for a long time is asleep: only `sleeping` lists it, otherwise a note counts such
    games. Where others can read the reply, it lists only games shown in this chat and counts the others.
    `finished` lists finished games instead, in private.
    """
    if any(keyword_of(word) is Keyword.FINISHED for word in parsed.words):
        return (await _finished(context, parsed),)
    asleep = any(keyword_of(word) is Keyword.SLEEPING for word in parsed.words)
    page = next((int(word[:3]) for word in parsed.words if word.isdecimal()), 1)
    lists, player, platform = context.manager.lists, context.actor.player, context.chat.platform
    overview = await (lists.sleeping if asleep else lists.overview)(player, platform)
    entries, elsewhere = _entries(context, overview)
    notes = [context.words.say("games-elsewhere", count=elsewhere)] if elsewhere else []
    if overview.asleep and not asleep:
        notes.append(_asleep(context.words, overview.asleep))
    if not entries and not notes:
        message = "games-none-asleep" if asleep else "games-none"
        return (Reply(context.words.say(message), buttons=first_buttons(context.words)),)
    lines, buttons = _page(context.words, entries, page, asleep=asleep)
    return (Reply(join([*lines, *notes]), buttons=buttons),)


async def _finished(context: CommandContext, parsed: ParsedCommand) -> Reply:
    """Return a page of the player's finished games; a web page opens its own list of them instead."""
    place = context.incoming.place
    if not place.answers_privately:
        return Reply(context.words.say("blocked-elsewhere", command=Code("/games finished")))
    number = next((int(word[:4]) for word in parsed.words if word.isdecimal()), 1)
    player = context.actor.player
    found = await context.manager.lists.finished(player, number=number, size=MOST_ROWS - 1)
    reply = finished_list(context.words, found, player, MOST_ROWS - 1)
    return replace(reply, opens="finished") if place.is_page or context.incoming.on_board else reply


async def show_next(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/next: show the most urgent game that waits for the player; with a game's id, the one after that game.

    A press on a board or a reply to it counts as its id. A private chat gets the board itself, a shared chat
    a link to a game that it shows. With the id of a finished game whose match goes on, the command begins the
    next game, as buttons of earlier versions expect; present buttons carry a turn number and do not.
    """
    if parsed.words and parsed.game is None:
        raise NoSuchGame(shortened(parsed.words[0]))
    if parsed.game is not None and parsed.turn is None:
        game = await context.manager.game(parsed.game)
        if game.is_over and not game.standing.is_over:
            return await continue_match(context, parsed)
    waiting = await context.manager.lists.waiting(context.actor.player, context.chat.id)
    is_private = context.incoming.place.kind is ChatKind.PRIVATE
    here = [each.id for each in waiting if is_private or each.is_shown]
    after = parsed.game or await context.replied_to("game")
    found = one_after(here, after)
    if found is None:
        return (await _nothing_waits(context, [each.id for each in waiting], after),)
    if is_private:
        await context.manager.boards.show(context.actor, found)
        return ()
    game, overview = await context.manager.lists.of(found, context.chat.platform)
    line = _game_line(context, game, overview.message_in(game, context.chat.id), overview)
    text = context.words.say("waiting-here", line=line)
    return (Reply(text, buttons=_onward(context.words, game, len(here) - 1)),)


def _onward(words: Words, game: LoadedGame, others: int) -> Rows:
    """Return a row with the button to the next waiting game; no row if no other game waits.

    Args:
        game: the game after which the next one is shown.
        others: the number of other games that wait for the player.
    """
    return ((next_button(words, others, game),),) if others else ()


async def _nothing_waits(context: CommandContext, elsewhere: list[str], after: str | None) -> Reply:
    """Return the reply if no game waits here.

    It counts the games that wait in other chats; in private it also links to one of them. If none waits
    anywhere, it names the command that continues a match, or that lists all games.

    Args:
        context: the person and the chat.
        elsewhere: the ids of games that wait in other chats, the most urgent first.
        after: the id of the game after which the next one is wanted; None for the most urgent.
    """
    words = context.words
    if not elsewhere:
        between = await between_games(context)
        if between:
            return Reply(words.say("waiting-none-match", command=Code("/continue")))
        return Reply(words.say("waiting-none", command=Code("/games")))
    text = words.say("waiting-elsewhere", count=len(elsewhere), command=Code("/next"))
    found = one_after(elsewhere, after)
    if found is None or not context.incoming.place.answers_privately:
        return Reply(text)
    game, overview = await context.manager.lists.of(found, context.chat.platform)
    line = _game_line(context, game, overview.message_of(game, context.actor.player), overview)
    return Reply(join([text, line]), buttons=_onward(words, game, len(elsewhere) - 1))


def _entries(context: CommandContext, overview: Overview) -> tuple[list[Entry], int]:
    """Return the list's entries for a chat, and the number of unfinished games left out.

    Where others can read the reply, only games shown in this chat are listed. Matches whose next game can
    begin are all listed in private chats only.
    """
    place, words, player = context.incoming.place, context.words, context.actor.player

    def seen(games: list[LoadedGame], *, all_of_them: bool) -> list[LoadedGame]:
        return [game for game in games if all_of_them or overview.is_shown(game, context.chat.id)]

    def line(game: LoadedGame) -> Entry:
        button = Button(game_label(words, game), button_data(f"/board {game.id}"))
        return _game_line(context, game, overview.message_of(game, player), overview), button

    yours = seen(overview.yours, all_of_them=place.answers_privately)
    theirs = seen(overview.theirs, all_of_them=place.answers_privately)
    between = seen(overview.between, all_of_them=place.kind is ChatKind.PRIVATE)
    left_out = len(overview.yours) + len(overview.theirs) - len(yours) - len(theirs)
    entries = [*map(line, yours), *(_between_entry(words, game) for game in between), *map(line, theirs)]
    return entries, left_out


def _page(words: Words, entries: list[Entry], page: int, *, asleep: bool) -> tuple[list[Text], Rows]:
    """Return a page of a list: its title and lines, and its buttons with a last row to turn pages.

    Args:
        page: the number of the page, from 1; for a number out of range, the nearest page is shown.
        asleep: True if the list is of sleeping games, for the title and the buttons.
    """
    on_a_page = MOST_ROWS if len(entries) <= MOST_ROWS else MOST_ROWS - 1
    pages = -(-len(entries) // on_a_page)
    page = min(max(1, page), max(1, pages))
    shown = entries[(page - 1) * on_a_page : page * on_a_page]
    title = "games-title-asleep" if asleep else "games-title"
    lines = [words.say(title, page=page, pages=pages)] if shown else []
    line = f"/games {Keyword.SLEEPING.value} " if asleep else "/games "
    turning = [
        Button(words.words(label), button_data(f"{line}{other}"))
        for label, other in (("button-page-before", page - 1), ("button-page-after", page + 1))
        if 1 <= other <= pages
    ]
    rows = [(button,) for _, button in shown]
    return [*lines, *(text for text, _ in shown)], (*rows, *((tuple(turning),) if turning else ()))


def _between_entry(words: Words, game: LoadedGame) -> Entry:
    """Return the entry of a match whose next game can begin; its button begins that game.

    Args:
        game: the last game of the match.
    """
    line = f"/continue {game.id}"
    white, black = (Bold(name_alone(words, game.player(side))) for side in Side)
    text = words.say("games-waiting", white=white, black=black, command=Code(line))
    return text, Button(next_label(words, game), button_data(line))


def _game_line(
    context: CommandContext, game: LoadedGame, seen: tuple[str, str] | None, overview: Overview
) -> Text:
    """Return a game's line: id, players, rules, which player is to act, and the time that player has left.

    Args:
        seen: the keys of the chat and of the message that show the game, to link to; None for no link.
    """
    words = context.words
    if game.to_act == context.actor.player:
        state = words.say("games-yours")
    else:
        state = words.say("games-theirs", name=name_at(game, game.live.state.to_act or game.live.mover))
    line = words.say(
        "games-line",
        game=Code(game.id) if seen is None else Jump(game.id, *seen),
        white=Bold(name_alone(words, game.white)),
        black=Bold(name_alone(words, game.black)),
        rules=played_words(words, game),
        state=state,
    )
    left = time_left(words, game, context.manager.clock(), overview.stops_of(game))
    return join([line, left], " ") if left else line


def _asleep(words: Words, count: int) -> Text:
    """Return a line with the number of sleeping games, left out of the list, and the command that lists them.

    A game is asleep if it has had no action for a long time.
    """
    command = Code(f"/games {Keyword.SLEEPING.usual_form(words)}")
    return words.say("games-asleep", count=count, command=command)
