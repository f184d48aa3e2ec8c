"""Lobby: a person's games, most urgent first, their open challenges, and games to watch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from bot.rules import Side
from bot.sessions import FIRST_THEME, ChallengeState, ClockStop, LoadedGame, LobbyView, OpenInvitation
from bot.talk.catalog import Words
from bot.talk.input.payloads import button_data
from bot.talk.options import terms_words
from bot.talk.reply import Button, Style, plain
from bot.talk.times import control_words
from bot.talk.views.match_score import played_words
from bot.talk.views.scenes import SmallBoard, mover_of, position_scene
from bot.talk.views.time_left import StripClock, strip_clock
from bot.talk.wording import name_alone, name_at, name_of, next_label

_NOBODY = 0
"""An id that no player has: ids begin with 1."""

RoomName = Literal["table", "me"]
"""The page's names for its two rooms: the shared table `table`, and the person's private room `me`."""


@dataclass(frozen=True, slots=True)
class LobbyGame:
    """One of a person's games.

    Args:
        game: the game's id.
        room: the room in which it opens: that of the chat where the lobby was opened if this chat shows the
            game, else `me`.
        players: the opponent's name; in games of other people the names of both players.
        rules: the rule set, the length and score of the match, and the computer player's level.
        says: which player is to act, or that the next game of the match can begin.
        clock: the clock of the side to act; None without a clock, and after the game.
        board: the board with the dice from the person's side, without moves of an unconfirmed turn. In games
            of other people White is at the bottom.
        waits: True if it waits for the person's action.
        press: the button data that starts the next game of the match; empty if pressing opens this game.
        does: what the person does next in a game that waits, as on a button: play a roll, answer or roll.
    """

    game: str
    room: RoomName
    players: str
    rules: str
    says: str
    clock: StripClock | None
    board: SmallBoard
    waits: bool
    press: str = ""
    does: str = ""


@dataclass(frozen=True, slots=True)
class LobbyInvitation:
    """A challenge that the person can answer or cancel.

    Args:
        challenge: the challenge's id.
        room: the room in which it is answered: that of the chat where the lobby was opened if this chat shows
            the challenge, else `me`.
        says: a sentence about the challenger and the opponent, from the person's view.
        rules: the terms: rule set, length, clock.
        waits: True if it waits for this person alone: it names them, or another player accepted their own.
        buttons: the buttons that the person may press.
    """

    challenge: str
    room: RoomName
    says: str
    rules: str
    waits: bool
    buttons: tuple[Button, ...]


@dataclass(frozen=True, slots=True)
class Lobby:
    """The contents of a person's lobby.

    Args:
        games: the person's own games: those that wait for the person, then those whose next game of the match
            can begin, then those that wait for the opponent or are paused.
        invitations: challenges that the person can answer or cancel.
        others: other people's unfinished games to watch: those that the shared chat of the lobby shows; for a
            lobby opened in private, those in all shared chats of the platform that the person is in.
        says: how many games and challenges wait for the person, as a title.
        awaits: whom the person waits for; empty if for nobody.
    """

    games: tuple[LobbyGame, ...] = ()
    invitations: tuple[LobbyInvitation, ...] = ()
    others: tuple[LobbyGame, ...] = ()
    says: str = ""
    awaits: str = ""


def lobby(
    words: Words, view: LobbyView, player: int, chat: int, now: datetime, *, theme: str, here: RoomName
) -> Lobby:
    """Return the lobby of a player.

    Args:
        view: the games and challenges to show.
        player: the player's id.
        chat: the id of the chat in which the player opened the lobby.
        here: the page's room for that chat: `table` if the chat is shared, else `me`.
    """

    def line(game: LoadedGame, says: str, room: RoomName, stops: Sequence[ClockStop] = ()) -> LobbyGame:
        return _line(words, game, says, room, now, stops, _board(game, player, theme))

    def own(game: LoadedGame, *, waits: bool) -> LobbyGame:
        says = words.words("games-yours") if game.to_act == player else _waiting_text(words, game)
        does = _next_action(words, game) if waits else ""
        shown = line(game, says, room_of(game), view.own.stops_of(game))
        return replace(shown, players=opponent(game), waits=waits, does=does)

    def between(game: LoadedGame) -> LobbyGame:
        press = button_data(f"/continue {game.id}")
        shown = line(game, next_label(words, game), room_of(game))
        return replace(shown, players=opponent(game), press=press)

    def opponent(game: LoadedGame) -> str:
        side = game.side_of(player)
        return _players(words, game) if side is None else name_alone(words, game.player(side.other))

    def room_of(game: LoadedGame) -> RoomName:
        return here if view.own.is_shown(game, chat) else "me"

    invitations = tuple(_invitation(words, each, player, here) for each in view.invitations)
    return Lobby(
        (
            *(own(game, waits=True) for game in view.own.yours),
            *map(between, view.own.between),
            *(own(game, waits=False) for game in view.own.theirs),
        ),
        invitations,
        tuple(line(game, _waiting_text(words, game), here) for game in view.others),
        _title(words, len(view.own.yours), sum(each.waits for each in invitations)),
        _awaits(words, [opponent(game) for game in view.own.theirs]),
    )


def watched_game(words: Words, game: LoadedGame, now: datetime) -> LobbyGame:
    """Return a game of the common table as a visitor without an account sees it in a list."""
    shown = _board(game, _NOBODY, FIRST_THEME)
    return _line(words, game, _waiting_text(words, game), "table", now, (), shown)


def _title(words: Words, games: int, challenges: int) -> str:
    """Return how many games and challenges wait for the person."""
    if games and challenges:
        return words.words("lobby-waiting-both", games=games, challenges=challenges)
    return words.words("lobby-challenged" if challenges else "lobby-waiting", count=challenges or games)


def _awaits(words: Words, opponents: Sequence[str]) -> str:
    """Return whom the person waits for: two opponents by name, and the number of the others."""
    first, *rest = dict.fromkeys(opponents) or ("",)
    if not rest:
        return first and words.words("lobby-awaits", names=first)
    names = words.words("lobby-awaits-names", first=first, second=rest[0], more=len(rest) - 1)
    return words.words("lobby-awaits", names=names)


def _line(
    words: Words,
    game: LoadedGame,
    says: str,
    room: RoomName,
    now: datetime,
    stops: Sequence[ClockStop],
    shown: SmallBoard,
) -> LobbyGame:
    return LobbyGame(
        game.id,
        room,
        _players(words, game),
        played_words(words, game),
        says,
        strip_clock(words, game, game.live.state.to_act or game.live.mover, now, stops),
        shown,
        waits=False,
    )


def _next_action(words: Words, game: LoadedGame) -> str:
    """Return the label of a button that leads to what a game waits for: an answer, a roll or a turn."""
    state = game.live.state
    if game.live.offer is not None or state.choice is not None or mover_of(state) is None:
        return words.words("lobby-answer")
    if state.roll is None:
        return words.words("lobby-roll")
    return words.words("lobby-play", roll=str(state.roll))


def _board(game: LoadedGame, player: int, theme: str) -> SmallBoard:
    state, side = game.live.state, game.side_of(player) or Side.WHITE
    still = position_scene(state.position, state.ruleset, side.value, theme)
    # After the end, and while a double waits for an answer, the board shows no dice.
    dice = (state.roll.high, state.roll.low) if state.roll else ()
    return SmallBoard.of(replace(still, mover=mover_of(state), dice=dice if mover_of(state) else ()))


def _waiting_text(words: Words, game: LoadedGame) -> str:
    name = name_at(game, game.live.state.to_act or game.live.mover)
    return plain(words.say("games-theirs", name=name))


def _players(words: Words, game: LoadedGame) -> str:
    return " – ".join(name_alone(words, game.player(side)) for side in Side)


def _invitation(words: Words, waiting: OpenInvitation, player: int, here: RoomName) -> LobbyInvitation:
    challenge = waiting.challenge
    rules, control = terms_words(words, challenge), challenge.options.time_control
    if control is not None:
        rules = f"{rules}, {control_words(words, control)}"
    return LobbyInvitation(
        challenge.id,
        here if waiting.is_here else "me",
        _challenge_text(words, waiting, player),
        rules,
        (challenge.challenger != player and not challenge.is_for_anyone) or waiting.taker is not None,
        _challenge_buttons(words, waiting, player),
    )


def _challenge_text(words: Words, waiting: OpenInvitation, player: int) -> str:
    """Return a sentence that names the challenger or, of the player's own challenge, the opponent.

    If another player has accepted the player's own challenge, the sentence names that player.
    """
    challenge, named = waiting.challenge, waiting.opponent
    if challenge.challenger != player:
        message = "lobby-seeks" if challenge.is_for_anyone else "lobby-challenges"
        return plain(words.say(message, challenger=name_of(waiting.challenger)))
    if waiting.taker is not None:
        return plain(words.say("lobby-taken", taker=name_of(waiting.taker)))
    if challenge.is_for_anyone:
        return words.words("lobby-own-seeks")
    opponent = f"@{challenge.handle}" if named is None else name_alone(words, named)
    return words.words("lobby-own-challenges", opponent=opponent)


def _challenge_buttons(words: Words, waiting: OpenInvitation, player: int) -> tuple[Button, ...]:
    """Return the buttons of a challenge.

    On another player's: accept, decline. On one's own: cancel; once it is taken: begin, refuse the taker.
    """
    challenge = waiting.challenge
    key, token = challenge.id, f" {waiting.token}" if waiting.token else ""

    def button(label: str, line: str, style: Style = Style.PLAIN, version: int | None = None) -> Button:
        return Button(words.words(label), button_data(line, version), style)

    if challenge.challenger != player:
        accept = button("button-accept", f"/accept {key}{token}", Style.PRIMARY)
        return (accept,) if challenge.is_for_anyone else (accept, button("button-decline", f"/decline {key}"))
    if challenge.state is ChallengeState.TAKEN:
        start = button("button-start", f"/accept {key}", Style.PRIMARY, challenge.version)
        return start, button("button-not-him", f"/decline {key}", version=challenge.version)
    return (button("button-cancel", f"/cancel {key}"),)
