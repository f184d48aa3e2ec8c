"""Sharing: /share, which creates and revokes the link to a game, and the board behind such a link."""

from __future__ import annotations

import asyncio
from dataclasses import replace

from bot.talk.catalog import join
from bot.talk.command import ParsedCommand
from bot.talk.context import CommandContext
from bot.talk.input.keywords import Keyword, keyword_of
from bot.talk.input.payloads import button_data
from bot.talk.personal_boards import as_preferred
from bot.talk.reply import Address, Button, Code, Reply
from bot.talk.resolve_game import resolve_game, resolve_only_game
from bot.talk.views.result_pictures import result_picture
from bot.talk.views.shared import shared_board


async def share(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/share: show a link that opens a game's board for anyone; `off` revokes it.

    The link stays the same until it is revoked. The reply also has a command that opens the board in a chat
    with the bot. Where others can read the reply, it has neither. A finished and analysed game comes with the
    picture of its largest swing. `off` also removes a game that was agreed on in private from shared chats.
    """
    if len(parsed.words) == 1 and keyword_of(parsed.words[0]) in (Keyword.OFF, Keyword.END):
        return (await _end_share(context, await resolve_game(context, parsed, finished=True)),)
    game = await resolve_only_game(context, parsed, finished=True)
    words = context.words
    if not context.incoming.place.answers_privately:
        return (Reply(words.say("blocked-elsewhere", command=Code(f"/share {game}"))),)
    token = await context.manager.sharing.share(context.actor, game)
    command, off = Code(f"/board {token}"), f"/share {game} {Keyword.OFF.value}"
    address = await context.board_address(token)
    text = words.say("share-command", game=game, command=command)
    if address:
        links = [words.say("share-link", game=game, link=Address(address))]
        if prefix := context.incoming.place.board_link:
            links.append(words.say("share-link-inside", link=Address(f"{prefix}{token}")))
        text = join([*links, words.say("share-command-too", command=command)])
    revoke = Button(words.words("button-share-off"), button_data(off))
    reply = await _picture(context, game) or Reply(())
    notes = [words.say("share-sees")]
    if address and "#" not in address:
        notes.append(words.say("share-preview"))
    return (replace(reply, text=join([text, *notes]), buttons=((revoke,),)),)


async def _picture(context: CommandContext, game_id: str) -> Reply | None:
    """Return the picture of a finished and analysed game, without a text; None for another game."""
    game = await context.manager.game(game_id)
    analysis = await context.manager.analyses.find(game_id, 1) if game.is_over else None
    if analysis is None:
        return None
    display = replace(as_preferred(context), reader=context.player.id)
    return await asyncio.to_thread(result_picture, context.words, game, display, analysis)


async def _end_share(context: CommandContext, game: str) -> Reply:
    was_in_chat = await context.manager.sharing.end(context.actor, game)
    message = "share-ended-in-chat" if was_in_chat else "share-ended"
    return Reply(context.words.say(message, game=game, command=Code(f"/share {game}")))


async def show_shared(context: CommandContext, token: str) -> Reply:
    """Return the board of a shared game, without buttons to play.

    Until the game is over, one button shows the board again as it is then.

    Raises:
        Refusal: the token is invalid or revoked.
        Refusal: the person has tried too many invalid tokens lately.
    """
    shared = await context.manager.sharing.game(context.actor, token)
    reply = shared_board(shared, replace(context.display, reader=context.player.id))
    if shared.game.is_over:
        return reply
    again = Button(context.words.words("button-look-again"), button_data(f"/board {token}"))
    return replace(reply, buttons=((again,),))
