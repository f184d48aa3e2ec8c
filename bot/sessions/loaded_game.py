"""Loaded game: a game with the two who play it, its match, what happened in it, and its record."""

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
    """Something that happened in a game.

    Args:
        number: which in the game, from 0.
        version: the version of the game that it led to, with whatever else belonged to the action.
        side: who did it, or to whom it happened; nobody, where a race began.
        event: what.
        at: when.
    """

    number: int
    version: int
    side: Side | None
    event: Event
    at: datetime


@dataclass(frozen=True, slots=True)
class LoadedGame:
    """A game as it is stored, with the two who play it and the match that it belongs to.

    Args:
        live: the game as a value.
        version: raised with every action.
        to_act: who must act now; nobody, when it is over.
        white: who plays White.
        black: who plays Black.
        white_chat: where White is told of the game, if anywhere.
        black_chat: the same of Black.
        draft_chat: the chat where the half-made turn stands, or None; `shows_draft` says which chats show it.
        started: when it began.
        changed: when something happened last.
        number: which game of its match it is, from 1.
        match: what the match was agreed to be.
        before: how the match stood before this game, by the players' ids.
        events: what happened in the action that returned this; nothing, where the game was only loaded.
        clock: the time that its players have left, if it has a clock.
        paused: since when it pauses by agreement, if it does.
        moved_draft: True if the action was not played: it only moved the half-made turn to its chat.
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
        """How many turns were played, passes counted."""
        return self.live.state.turns

    @property
    def can_go_on(self) -> bool:
        """True if its match goes on with another game: it is not decided, and nobody has left it for good."""
        has_left = self.white.is_former or self.black.is_former
        return self.is_over and not (self.standing.is_over or has_left)

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return self.live.is_over

    @property
    def stage(self) -> str:
        """Which turn it is, whether it pauses or is over: what was offered at another stage is past."""
        if self.is_over:
            return "over"
        return f"{self.turns} paused" if self.paused is not None else str(self.turns)

    @property
    def standing(self) -> MatchState[int]:
        """How the match stands now, with this game if it has ended."""
        outcome = self.live.state.outcome
        return self.before if outcome is None else self.before.after(self.white.id, outcome)

    @property
    def score(self) -> Score:
        """How its match stood before it, as the engine is told."""
        return Score.of_match(self.before, self.white.id)

    @property
    def is_alone(self) -> bool:
        """True if the game is the whole match."""
        return self.before.length.games == 1

    @property
    def level(self) -> Level | None:
        """How well the program plays, if it is one of the two."""
        return self.match.level

    @property
    def allows_hints(self) -> bool:
        """True if its players may ask for hints: against the program always, else where it was agreed on."""
        return self.match.options.hints or self.level is not None

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The players who can act now.

        They are the mover, whoever is to answer an offer or may claim the game, and in a pause both.
        """
        offer, players = self.live.offer, [self.to_act]
        if offer is not None:
            players.append(self.player(offer.side.other).id)
        if self.paused is not None or (self.clock is not None and self.clock.is_told):
            players += [self.white.id, self.black.id]
        return tuple(dict.fromkeys(player for player in players if player is not None))

    def shows_draft(self, chat: int, reader: int | None) -> bool:
        """Return True if a chat shows the half-made turn.

        It belongs to its mover, whose private chats show it; of shared chats only that where it stands does.

        Args:
            reader: the owner of a private chat; None for a shared chat.
        """
        return chat == self.draft_chat if reader is None else reader == self.player(self.live.mover).id

    def player(self, side: Side) -> Player:
        """Who plays a side."""
        return self.white if side is Side.WHITE else self.black

    def chat_of(self, side: Side) -> int | None:
        """Where a side's player is told of the game, if anywhere."""
        return self.white_chat if side is Side.WHITE else self.black_chat

    def side_of(self, player: int) -> Side | None:
        """The side that a player has, if the player is seated."""
        return {self.white.id: Side.WHITE, self.black.id: Side.BLACK}.get(player)


def record_of(game: LoadedGame, events: Sequence[LoadedEvent]) -> Record:
    """Return the record of a game: its truth, of which the stored position is a copy (R10.3)."""
    opened, *rest = (each.event for each in events)
    throws = opened.rolls if isinstance(opened, Opened) else ()
    white, black = game.white.name, game.black.name
    if white == black:  # a match tells its players apart by their names
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
        throws or None,
        tuple(rest),
        game.before.has_cube,
        game.match.options.time_control,
    )


def lone_record_of(game: LoadedGame, events: Sequence[LoadedEvent]) -> Record:
    """Return the record of a game to be read by itself: it also says how its match stood before it."""
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
