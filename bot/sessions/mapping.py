"""Mapping: rows of the database to values of the game, and back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.engine import Level
from bot.rules import (
    Cube,
    Ending,
    Game,
    Grade,
    Move,
    Outcome,
    Roll,
    Side,
    read_position,
    write_position,
)
from bot.rules.events import Opened, parse_event
from bot.rules.formats import Record
from bot.sessions.live_game import LiveGame, Offer, PlayPreferences
from bot.sessions.options import rules_of
from storage.rows import EventRow, GameRow, MatchRow, PlayerRow

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from bot.rules import MatchState
    from bot.rules.events import Event


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
        row: the game's row.
        white: who plays White.
        black: who plays Black.
        live: the game as a value.
        match: what the match was agreed to be.
        before: how the match stood before this game, by the players' ids.
        events: what happened in the action that returned this; nothing, where the game was only loaded.
    """

    row: GameRow
    white: PlayerRow
    black: PlayerRow
    live: LiveGame
    match: MatchRow
    before: MatchState[int]
    events: tuple[LoadedEvent, ...] = ()

    @property
    def id(self) -> str:
        """The game's id."""
        return self.row.id

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.live.is_over

    @property
    def standing(self) -> MatchState[int]:
        """How the match stands now, with this game if it has ended."""
        outcome = self.live.state.outcome
        return self.before if outcome is None else self.before.after(self.white.id, outcome)

    @property
    def is_alone(self) -> bool:
        """Whether the game is the whole match."""
        return self.before.length.games == 1

    @property
    def level(self) -> Level | None:
        """How well the program plays, if it is one of the two."""
        return Level(self.match.level) if self.match.level else None

    @property
    def allows_hints(self) -> bool:
        """Whether its players may ask for hints: against the program always, else where it was agreed on."""
        return self.match.hints or self.level is not None

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The players who must act now: the mover, and whoever is to answer an offer."""
        offer = self.live.offer
        asked = () if offer is None else (self.player(offer.side.other).id,)
        return tuple(dict.fromkeys(player for player in (self.row.to_act, *asked) if player is not None))

    def player(self, side: Side) -> PlayerRow:
        """Who plays a side."""
        return self.white if side is Side.WHITE else self.black

    def side_of(self, player: int) -> Side | None:
        """The side that a player has, if the player is seated."""
        return {self.row.white: Side.WHITE, self.row.black: Side.BLACK}.get(player)


def preferences_of(player: PlayerRow) -> PlayPreferences:
    """How a player wants it."""
    return PlayPreferences(
        auto_roll=player.auto_roll,
        auto_forced=player.auto_forced,
        auto_confirm=player.auto_confirm,
        is_computer=player.computer_player is not None,
        auto_race=player.auto_race,
    )


def load(
    row: GameRow, white: PlayerRow, black: PlayerRow, match: MatchRow, before: MatchState[int]
) -> LoadedGame:
    """Return the game that a row holds, in its match."""
    ruleset = rules_of(match)
    position, _ = read_position(row.position, ruleset, both_finished=row.outcome is not None)
    roll = Roll.parse(row.roll) if row.roll else None
    state = Game(
        position,
        roll,
        row.turns,
        read_outcome(row.outcome),
        _read_cube(row.cube),
        Roll.parse(row.choice) if row.choice else None,
    )
    draft = None
    if roll is not None and not row.outcome:
        draft = state.begin_turn()
        for move in _read_moves(row.draft):
            draft = draft.play(move)
    offer = None
    if row.offer and row.offer_by:
        offer = Offer(row.offer, Side.WHITE if row.offer_by == row.white else Side.BLACK)
    return LoadedGame(
        row,
        white,
        black,
        LiveGame(
            row.id,
            state,
            {Side.WHITE: white.name, Side.BLACK: black.name},
            {Side.WHITE: preferences_of(white), Side.BLACK: preferences_of(black)},
            draft,
            offer,
        ),
        match,
        before,
    )


def acted(
    row: GameRow,
    white: PlayerRow,
    black: PlayerRow,
    match: MatchRow,
    before: MatchState[int],
    live: LiveGame,
    events: Iterable[LoadedEvent],
) -> LoadedGame:
    """Return a game as an action leaves it, from what was computed: nothing is read again or rebuilt."""
    return LoadedGame(row, white, black, replace(live, happened=()), match, before, tuple(events))


def to_row(row: GameRow, live: LiveGame, now: datetime) -> GameRow:
    """Return the row of a game after an action: the next version, with all that the play says."""
    state = live.state
    seats = {Side.WHITE: row.white, Side.BLACK: row.black}
    return replace(
        row,
        version=row.version + 1,
        turns=state.turns,
        to_act=seats[state.to_act] if state.to_act else None,
        position=write_position(state.position),
        roll=str(state.roll) if state.roll else None,
        cube=_write_cube(state.cube) if state.cube else None,
        choice=str(state.choice) if state.choice else None,
        draft=_write_moves(live.draft.moves) if live.draft else "",
        offer=live.offer.what if live.offer else None,
        offer_by=seats[live.offer.side] if live.offer else None,
        outcome=_write_outcome(state.outcome) if state.outcome else None,
        changed=now,
        awaits_review=live.is_over and any(each.is_computer for each in live.preferences.values()),
    )


def new_row(
    match: str,
    number: int,
    players: tuple[int, int],
    chats: tuple[int | None, int | None],
    begun: LiveGame,
    now: datetime,
) -> GameRow:
    """Return the row of a game that has just begun, at version 1.

    Args:
        match: the match's id.
        number: which game of the match it is.
        players: White and Black.
        chats: where each of them is told of the game.
        begun: the game.
        now: what time it is.
    """
    white, black = players
    row = GameRow(
        id=begun.game,
        match=match,
        number=number,
        ruleset=begun.state.ruleset.name,
        white=white,
        black=black,
        white_chat=chats[0],
        black_chat=chats[1],
        version=0,
        turns=0,
        to_act=white,
        position="",
        roll=None,
        cube=None,
        choice=None,
        draft="",
        draft_chat=None,
        offer=None,
        offer_by=None,
        outcome=None,
        started=now,
        changed=now,
    )
    return to_row(row, begun, now)


def happened_in(live: LiveGame, first: int, version: int, now: datetime) -> list[LoadedEvent]:
    """Return what happened in one action, numbered from the first."""
    return [
        LoadedEvent(number, version, side, event, now)
        for number, (side, event) in enumerate(live.happened, first)
    ]


def event_rows(game: str, events: Iterable[LoadedEvent]) -> list[EventRow]:
    """Return the rows of what happened in a game."""
    return [
        EventRow(
            game, each.number, each.version, each.side.value if each.side else None, str(each.event), each.at
        )
        for each in events
    ]


def load_events(rows: Iterable[EventRow]) -> list[LoadedEvent]:
    """Return what happened in a game, as its rows hold it.

    Raises:
        ValueError: a row holds no event.
        bot.rules.errors.NotUnderstood: as above.
    """
    return [
        LoadedEvent(row.number, row.version, Side(row.side) if row.side else None, _event(row), row.at)
        for row in rows
    ]


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
        ("Started", game.row.started.strftime("%Y-%m-%dT%H:%M:%SZ")),
    ]
    if not game.is_alone:
        headers.append(("Match", game.match.id))
    return Record(tuple(headers), game.live.state.ruleset, throws or None, tuple(rest), game.before.has_cube)


def lone_record_of(game: LoadedGame, events: Sequence[LoadedEvent]) -> Record:
    """Return the record of a game to be read by itself: it also says how its match stood before it."""
    record = record_of(game, events)
    if game.is_alone:
        return record
    points = [f"{float(game.before.score_of(each.id)):g}" for each in (game.white, game.black)]
    of_match = (
        ("Length", str(game.before.length)),
        ("Round", str(game.row.number)),
        ("Score", "-".join(points)),
    )
    return replace(record, headers=(*record.headers, *of_match))


def _event(row: EventRow) -> Event:
    return parse_event(row.event, Side(row.side) if row.side else Side.WHITE)


def _write_moves(moves: Iterable[Move]) -> str:
    return " ".join(f"{move.start}/{move.stop}/{move.die}" for move in moves)


def _read_moves(text: str) -> list[Move]:
    moves = []
    for part in text.split():
        start, stop, die = map(int, part.split("/"))
        moves.append(Move(start, stop, die))
    return moves


def _write_cube(cube: Cube) -> str:
    owner = cube.owner.value if cube.owner else "-"
    return f"{cube.value} {owner}{' ?' if cube.offered else ''}"


def _read_cube(text: str | None) -> Cube | None:
    if text is None:
        return None
    value, owner, *offered = text.split()
    return Cube(int(value), None if owner == "-" else Side(owner), bool(offered))


def _write_outcome(outcome: Outcome) -> str:
    winner = outcome.winner.value if outcome.winner else "-"
    grade = outcome.grade.value if outcome.grade else "-"
    return f"{winner} {grade} {outcome.ending.name} {outcome.cube}"


def read_outcome(text: str | None) -> Outcome | None:
    """Return the outcome that a game's row holds.

    Raises:
        ValueError: it holds none that can be read.
        KeyError: as above.
    """
    if text is None:
        return None
    winner, grade, ending, cube = text.split()
    return Outcome(
        None if winner == "-" else Side(winner),
        None if grade == "-" else Grade(grade),
        Ending[ending],
        int(cube),
    )
