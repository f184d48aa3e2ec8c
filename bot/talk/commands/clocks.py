"""Clocks: the commands about a player's time: /pause, /resume, /holidays, /claim and /more."""

from __future__ import annotations

from bot.sessions import PAUSE, Holiday
from bot.sessions.errors import NoSuchGame, Refusal
from bot.talk.catalog import Words, join
from bot.talk.command import ParsedCommand
from bot.talk.context import Choice, CommandContext
from bot.talk.input.dates import read_days
from bot.talk.input.keywords import Keyword, keyword_of
from bot.talk.input.payloads import button_data
from bot.talk.reply import Button, Code, Reply, Style, Text
from bot.talk.resolve_game import own_game, resolve_only_game
from bot.talk.times import holiday_days, zone_of
from bot.talk.views.board import without_blocked_offers
from bot.talk.wording import name_at, shortened


async def claim(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/claim: win a game in which the opponent's time has run out, at once and without a confirmation."""
    await context.manager.claim_win(context.actor, await _out_of_time(context, parsed), parsed.turn)
    return ()


async def more(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/more: give an opponent whose time has run out two more days."""
    await context.manager.give_time(context.actor, await _out_of_time(context, parsed), parsed.turn)
    return ()


async def _out_of_time(context: CommandContext, parsed: ParsedCommand) -> str:
    """Return the id of the game that is meant; without an id, of the one where the opponent's time is out."""
    me = context.actor.player
    return await resolve_only_game(
        context, parsed, fits=lambda each: each.is_out_of_time and each.to_act != me
    )


async def pause(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/pause: ask the player to confirm, then offer a pause; or agree at once to the opponent's offer of one.

    A game against the computer player pauses at once.
    """
    if parsed.words and parsed.game is None:
        raise NoSuchGame(shortened(parsed.words[0]))
    game, side = await own_game(context, parsed)
    if game.paused is not None:
        raise Refusal("game-pauses", game=game.id)
    offer = without_blocked_offers(game, (), context.display)[0].live.offer
    offered = offer is not None and offer.what == PAUSE and offer.side is side.other
    if parsed.sure or offered or game.level is not None:
        await context.manager.offer_pause(context.actor, game.id)
        return ()
    text = context.words.say("sure-pause", opponent=name_at(game, side.other), game=game.id)
    label = context.words.words("button-pause")
    choices = [Choice(label, f"/pause {game.id}", sure=True, style=Style.PRIMARY)]
    return (await context.ask(text, choices, game),)


async def resume(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/resume: end a game's pause, for which one of the two players is enough."""
    game = await resolve_only_game(context, parsed, fits=lambda each: each.is_paused)
    await context.manager.resume(context.actor, game)
    return ()


async def holidays(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/holidays: show the player's holidays, announce one, or end or cancel one early with `end`.

    Raises:
        Refusal: the player has no time zone, or the typed words are no days from today on.
    """
    words, manager = context.words, context.manager
    if not parsed.words:
        known = await manager.holidays.of(context.actor.player)
        return (_overview(words, known),)
    if keyword_of(parsed.words[0]) is Keyword.END:
        ended = await manager.holidays.end(context.actor)
        return (Reply(words.say("holidays-ended", days=holiday_days(words, ended))),)
    zone = zone_of(context.player.zone)
    if zone is None:
        raise Refusal("no-zone")
    found = read_days(parsed.words, manager.clock().astimezone(zone).date())
    if found is None:
        raise Refusal("past-holiday")
    announced = await manager.holidays.announce(context.actor, *found)
    return (Reply(words.say("holidays-announced", days=holiday_days(words, announced)), buttons=_end(words)),)


def _overview(words: Words, known: list[Holiday]) -> Reply:
    """Return a reply that lists a player's present and coming holidays and explains how to announce one."""
    lines: list[Text] = [words.say("holidays-line", days=holiday_days(words, each)) for each in known]
    lines = lines or [words.say("holidays-none")]
    example = Code(f"/holidays {words.words('holidays-example')}")
    return Reply(
        join([*lines, words.say("holidays-how", command=example)]), buttons=_end(words) if known else ()
    )


def _end(words: Words) -> tuple[tuple[Button, ...], ...]:
    return ((Button(words.words("button-end-holidays"), button_data("/holidays end")),),)
