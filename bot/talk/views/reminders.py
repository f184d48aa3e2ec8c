"""Reminders: short messages about games and challenges that wait for a player."""

from __future__ import annotations

from datetime import datetime

from bot.sessions import Challenge, DigestView, LoadedGame, Player, ReminderView
from bot.talk.catalog import Words, join, words_in
from bot.talk.input.payloads import button_data
from bot.talk.options import terms_words
from bot.talk.reply import Button, Code, Jump, Mention, Reply, Span, Text
from bot.talk.times import timestamp
from bot.talk.wording import name_of, rules_name, shortened

MOST_LINES = 5
"""The most games and challenges that a digest lists, games first; its title counts all of them."""


def reminder(view: ReminderView, now: datetime, *, notifies: bool) -> Reply:
    """Return a reminder about one game, with the deadline if it has one.

    The message is sent as a reply to the chat's message with the board, if there is one.

    Args:
        notifies: True to mention the player, so that the message notifies them.
    """
    words, game, player = words_in(view.display.language), view.game, view.player
    name = _called(player, view.account, notifies=notifies)
    kind = "reminder-more-time" if view.tells_more_time else "reminder"
    text = words.say(kind, name=name, opponent=name_of(view.opponent), game=game.id)
    if game.clock is not None and game.clock.due is not None:
        at = timestamp(words, game.clock.due, view.display.zone, now)
        text = join([text, words.say("reminder-time", at=at)], " ")
    show = Button(words.words("button-board"), button_data(f"/board {game.id}"))
    return Reply(
        text,
        buttons=((show,),),
        language=view.display.language,
        reply_to=view.board or "",
    )


def digest(view: DigestView, now: datetime, *, notifies: bool) -> Reply:
    """Return a digest: how many games and challenges wait for a player, and a list of the most urgent ones.

    At least one must wait.

    Args:
        notifies: True to mention the player, so that the message notifies them.
    """
    words, games = words_in(view.display.language), view.overview.yours
    name = _called(view.player, view.account, notifies=notifies)
    counts = [("digest-games", len(games)), ("digest-challenges", len(view.challenges))]
    what = [words.words(key, count=count) for key, count in counts if count]
    waiting = words.words("digest-both", games=what[0], challenges=what[1]) if len(what) > 1 else what[0]
    lines = [_game_line(words, view, game, now) for game in games]
    lines += [_challenge_line(words, challenge, challenger) for challenge, challenger in view.challenges]
    title = words.say("digest-title", name=name, waiting=waiting)
    button = Button(words.words("button-next-here"), button_data("/next"))
    return Reply(
        join([title, *lines[:MOST_LINES]]),
        buttons=((button,),) if games else (),
        language=view.display.language,
    )


def _called(player: Player, account: str | None, *, notifies: bool) -> Span:
    """Return a player's name; a mention if the message notifies them and their account is known."""
    if account is None or not notifies:
        return name_of(player)
    return Mention(shortened(player.name), account)


def _game_line(words: Words, view: DigestView, game: LoadedGame, now: datetime) -> Text:
    """Return a line for a waiting game: a link to its board, the opponent, the rules, and the deadline.

    The deadline is left out if the game waits for the player for another reason than their turn.
    """
    message = view.overview.message_of(game, view.player.id)
    opponent = game.black if game.white.id == view.player.id else game.white
    line = words.say(
        "digest-game",
        game=game.id if message is None else Jump(game.id, *message),
        opponent=name_of(opponent),
        rules=rules_name(words, game.match.ruleset),
    )
    if game.to_act != view.player.id or game.clock is None or game.clock.due is None:
        return line
    at = timestamp(words, game.clock.due, view.display.zone, now)
    return join([line, words.say("reminder-time", at=at)], " ")


def _challenge_line(words: Words, challenge: Challenge, challenger: Player) -> Text:
    return words.say(
        "digest-challenge",
        challenger=name_of(challenger),
        rules=terms_words(words, challenge),
        command=Code(f"/accept {challenge.id}"),
    )
