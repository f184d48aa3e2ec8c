"""Loaded game: a stored game with its players, its match and its events, and the record made from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.engine import Level, Score
from bot.rules import MatchState, Side
from bot.rules.events import Event, Opened
from bot.rules.formats import Record
from bot.sessions.game_clock import GameClock
from bot.sessions.live_game import LiveGame
from bot.sessions.values import Match, Player


@dataclass(frozen=True, slots=True)
class LoadedEvent:
    """An event of a game, as stored.

    Args:
        number: the event's place among the game's events, from 0.
        version: the game's version after the action that the event belongs to.
        side: the side that acted or was affected (White for the opening); None for the start of automatic
            play of a race.
        at: when the event happened.
    """

    number: int
    version: int
    side: Side | None
    event: Event
    at: datetime


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game as stored, with its players and its match.

    Args:
        live: the state of the game.
        version: raised with every change, not only by the players' actions.
        to_act: the id of the player who must act now, or after the present pause; None if the game is over.
        white: the player with White.
        black: the player with Black.
        white_chat: the id of the chat where White is notified about the game; None if nowhere.
        black_chat: the same for Black.
        draft_chat: the id of the chat where the turn in progress (moves made and not yet confirmed) was
            played last, or to which it was moved; None if there is no such turn. See `shows_draft`.
        started: when the game began.
        changed: when the last action happened.
        number: the game's number in the match, from 1.
        match: the terms of the match.
        before: the match score before this game, by player id.
        events: the events of the action that returned this value; empty if the game was only loaded.
        clock: the game's clock, or None.
        paused: when the current pause began, or None.
        moved_draft: True if the action changed nothing but showed the turn in progress in another chat.
    """

    live: LiveGame
    version: int
    to_act: int | None
    white: Player
    black: Player
    white_chat: int | None
    black_chat: int | None
    draft_chat: int | None
    started: datetime
    changed: datetime
    number: int
    match: Match
    before: MatchState[int]
    events: tuple[LoadedEvent, ...] = ()
    clock: GameClock | None = None
    paused: datetime | None = None
    moved_draft: bool = False

    @property
    def id(self) -> str:
        """The game's id."""
        return self.live.game

    @property
    def turns(self) -> int:
        """The number of turns played, including passes."""
        return self.live.state.turns

    @property
    def can_go_on(self) -> bool:
        """True if the match can go on after this game. Its next game may have begun already.

        That is so if this game is over, the match is undecided, and neither player's data was deleted.
        """
        has_left = self.white.is_former or self.black.is_former
        return self.is_over and not (self.standing.is_over or has_left)

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.live.is_over

    @property
    def stage(self) -> str:
        """A text for the game's progress: the number of turns played, then `paused` in a pause; or `over`.

        Buttons carry the stage at which they were made; they are stale once the game's stage differs.
        """
        if self.is_over:
            return "over"
        return f"{self.turns} paused" if self.paused is not None else str(self.turns)

    @property
    def standing(self) -> MatchState[int]:
        """The match score after this game if it has ended, otherwise before it."""
        outcome = self.live.state.outcome
        return self.before if outcome is None else self.before.after(self.white.id, outcome)

    @property
    def score(self) -> Score:
        """The match score before this game, from White's side, in the form that the engine takes."""
        return Score.of_match(self.before, self.white.id)

    @property
    def is_alone(self) -> bool:
        """True if the match was agreed to have one game only."""
        return self.before.length.games == 1

    @property
    def level(self) -> Level | None:
        """The computer player's level; None in a game between people."""
        return self.match.level

    @property
    def allows_hints(self) -> bool:
        """True if hints are allowed: always against the computer player, otherwise only if agreed."""
        return self.match.options.hints or self.level is not None

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The ids of the players for whom the game waits, each once; empty if it is over.

        They are the player to act, and the player to whom an offer was made. During a pause, and when a win
        on time may be claimed, they are both players.
        """
        offer, players = self.live.offer, [self.to_act]
        if offer is not None:
            players.append(self.player(offer.side.other).id)
        if self.paused is not None or (self.clock is not None and self.clock.is_claimable):
            players += [self.white.id, self.black.id]
        return tuple(dict.fromkeys(player for player in players if player is not None))

    def shows_draft(self, chat: int, reader: int | None) -> bool:
        """Return True if boards in a chat show the turn in progress (moves made and not yet confirmed).

        All private chats of the mover show it, other private chats do not. A shared chat shows it only if it
        is `draft_chat`.

        Args:
            chat: the chat's id.
            reader: the id of a private chat's owner; None for a shared chat.
        """
        return chat == self.draft_chat if reader is None else reader == self.player(self.live.mover).id

    def player(self, side: Side) -> Player:
        """Return the player of a side."""
        return self.white if side is Side.WHITE else self.black

    def chat_of(self, side: Side) -> int | None:
        """Return the id of the chat where a side's player is notified about the game; None if nowhere."""
        return self.white_chat if side is Side.WHITE else self.black_chat

    def side_of(self, player: int) -> Side | None:
        """Return the side of the player with an id, or None if they do not play in this game."""
        return {self.white.id: Side.WHITE, self.black.id: Side.BLACK}.get(player)


def record_of(game: LoadedGame, events: Sequence[LoadedEvent]) -> Record:
    """Return the record of a game, from which every position of the game can be rebuilt (R10.3).

    Two players with the same name get their ids appended to it.

    Args:
        events: all events of the game, in order.
    """
    opened, *rest = (each.event for each in events)
    opening_rolls = opened.rolls if isinstance(opened, Opened) else ()
    white, black = game.white.name, game.black.name
    if white == black:  # a match's record distinguishes its players only by name
        white, black = (f"{each.name} ({each.id})" for each in (game.white, game.black))
    headers = [
        ("Game", game.id),
        ("White", white),
        ("Black", black),
        ("Started", game.started.strftime("%Y-%m-%dT%H:%M:%SZ")),
    ]
    if not game.is_alone:
        headers.append(("Match", game.match.id))
    return Record(
        tuple(headers),
        game.live.state.ruleset,
        opening_rolls or None,
        tuple(rest),
        game.before.has_cube,
        game.match.options.time_control,
    )


def standalone_record_of(game: LoadedGame, events: Sequence[LoadedEvent]) -> Record:
    """Return the record of a game for use without those of its match's other games.

    In a match of several games its headers also have the match length, the game's number, and the score
    before it.

    Args:
        events: all events of the game, in order.
    """
    record = record_of(game, events)
    if game.is_alone:
        return record
    points = [f"{float(game.before.score_of(each.id)):g}" for each in (game.white, game.black)]
    of_match = (
        ("Length", str(game.before.length)),
        ("Round", str(game.number)),
        ("Score", "-".join(points)),
    )
    return replace(record, headers=(*record.headers, *of_match))
