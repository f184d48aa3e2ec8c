"""Endings: /resign and /draw, which end a game early, and /continue, which begins a match's next game."""

from __future__ import annotations

from bot.rules import Grade
from bot.rules.notation import write_routes
from bot.sessions import DRAW, LoadedGame
from bot.sessions.errors import CannotResignAt, NoSuchGame
from bot.talk.catalog import join
from bot.talk.command import ParsedCommand
from bot.talk.context import Choice, CommandContext
from bot.talk.incoming import ChatKind
from bot.talk.numbering import numbering_of
from bot.talk.reply import Code, Reply, Span, Style, Text
from bot.talk.resolve_game import own_game
from bot.talk.views.board import without_blocked_offers
from bot.talk.wording import game_label, grade_words, name_at, shortened


async def resign(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/resign: ask the player to confirm, then resign, or offer the opponent to resign at a lower grade.

    A resignation ends the game at once only at the highest grade by which the player may still lose.

    Raises:
        CannotResignAt: the player cannot resign now, or not at the typed grade.
    """
    game, side = await own_game(context, parsed)
    grades = game.live.resignations(side)
    if not grades:
        raise CannotResignAt(game.id, grades, game.live.cube)
    wanted = grades
    if parsed.words:
        typed = parsed.words[0].lower()
        wanted = tuple(grade for grade in grades if grade.value == typed)
        if not wanted:
            raise CannotResignAt(game.id, grades, game.live.cube)
        if parsed.sure:
            await context.manager.resign(context.actor, game.id, wanted[0])
            return ()
    text = _sure(context, game, name_at(game, side.other), wanted, at_once=grades[-1])
    choices = [_choice(context, game, grade, at_once=grades[-1]) for grade in reversed(wanted)]
    return (await context.ask(text, choices, game),)


async def draw(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/draw: ask the player to confirm, then offer a draw; or agree at once to the opponent's offer."""
    if parsed.words and parsed.game is None:
        raise NoSuchGame(shortened(parsed.words[0]))
    game, side = await own_game(context, parsed)
    offer = without_blocked_offers(game, (), context.display)[0].live.offer
    offered = offer is not None and offer.what == DRAW and offer.side is side.other
    if parsed.sure or offered:
        await context.manager.offer_draw(context.actor, game.id)
        return ()
    text = context.words.say("sure-draw", opponent=name_at(game, side.other), game=game.id)
    label = context.words.words("button-draw")
    choices = [Choice(label, f"/draw {game.id}", sure=True, style=Style.PRIMARY)]
    return (await context.ask(text, choices, game),)


def _sure(
    context: CommandContext, game: LoadedGame, opponent: Span, wanted: tuple[Grade, ...], *, at_once: Grade
) -> Text:
    grade = grade_words(context.words, wanted[-1], game.live.cube)
    made = _made(context, game)
    if wanted[-1] is not at_once:
        offer = context.words.say("sure-offer-resignation", game=game.id, opponent=opponent, grade=grade)
        return join([offer, *made])
    text = context.words.say("sure-resign", game=game.id, opponent=opponent, grade=grade)
    if len(wanted) == 1:
        return join([text, *made])
    return join([text, *made, context.words.say("sure-resign-lower", opponent=opponent)])


def _made(context: CommandContext, game: LoadedGame) -> list[Text]:
    """Return the sentence about the player's moves of this turn, which a resignation keeps; empty without."""
    side = game.side_of(context.actor.player)
    kept = game.live.kept_if_ended(side) if side is not None else ()
    moves = numbering_of(game, context.display).convert_moves(write_routes(kept))
    return [context.words.say("sure-resign-made", moves=moves)] if kept else []


def _choice(context: CommandContext, game: LoadedGame, grade: Grade, *, at_once: Grade) -> Choice:
    resigns = grade is at_once
    label = context.words.words(
        "button-sure-resign" if resigns else "button-offer-grade",
        grade=grade_words(context.words, grade, game.live.cube),
    )
    style = Style.DANGER if resigns else Style.PLAIN
    return Choice(label, f"/resign {game.id} {grade.value}", sure=True, style=style)


async def continue_match(context: CommandContext, parsed: ParsedCommand) -> tuple[Reply, ...]:
    """/continue: begin the next game of a match; without an id, ask which if several matches wait for one."""
    if parsed.words and parsed.game is None:
        raise NoSuchGame(shortened(parsed.words[0]))
    key = parsed.game or await context.replied_to("game")
    if key is None:
        waiting = await between_games(context)
        if not waiting:
            return (Reply(context.words.say("refused-no-next", command=Code("/challenge"))),)
        if len(waiting) > 1:
            games = [await context.manager.game(game) for game in waiting]
            choices = [Choice(game_label(context.words, game), f"/continue {game.id}") for game in games]
            return (await context.ask(context.words.say("choose-match"), choices),)
        key = waiting[0]
    await context.manager.matches.next_game(context.actor, key)
    return ()


async def between_games(context: CommandContext) -> list[str]:
    """Return the id of the last game of each of the player's matches that wait for a next game.

    In a shared chat, only games shown there count.
    """
    waiting = await context.manager.matches.waiting(context.actor.player)
    if context.incoming.place.kind is ChatKind.PRIVATE:
        return waiting
    return [game for game in waiting if await context.shows(game)]
