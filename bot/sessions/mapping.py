"""Mapping: rows of the database to values of the game, and back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
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
    play_text,
    read_position,
    write_position,
)
from bot.rules.events import Chosen, Doubled, DrawAgreed, Dropped, Played, Resigned, Rolled, Took
from bot.rules.formats import Record
from bot.sessions.live_game import Happening, Kind, LiveGame, Offer, PlayPreferences
from bot.sessions.options import rules_of
from storage.rows import EventRow, GameRow, MatchRow, PlayerRow

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import datetime

    from bot.rules import MatchState
    from bot.rules.events import Event as RecordEvent
    from bot.rules.events import OpeningRolls


_OF_ONE_WORD: Mapping[Kind, RecordEvent] = MappingProxyType(
    {Kind.DOUBLE: Doubled(), Kind.TAKE: Took(), Kind.DROP: Dropped(), Kind.DRAW: DrawAgreed()}
)


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
    events: tuple[EventRow, ...] = ()

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
    events: Iterable[EventRow],
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


def event_rows(
    game: str, first: int, version: int, happened: Iterable[Happening], now: datetime
) -> list[EventRow]:
    """Return the rows of what happened in one action."""
    return [
        EventRow(
            game=game,
            number=number,
            version=version,
            kind=happening.kind.value,
            side=happening.side.value if happening.side else None,
            text=happening.text,
            cause=happening.cause.value,
            at=now,
        )
        for number, happening in enumerate(happened, first)
    ]


def record_of(game: LoadedGame, rows: Iterable[EventRow]) -> Record:
    """Return the record of a game: its truth, of which the stored position is a copy (R10.3).

    Raises:
        bot.rules.NardyRulesError: what is stored does not follow the rules.
    """
    ruleset, cube = game.live.state.ruleset, game.before.has_cube
    throws: OpeningRolls = ()
    told: list[RecordEvent] = []
    state = Game.begin(ruleset, cube=cube)
    for row in rows:
        if row.kind == Kind.OPENING.value:
            throws = tuple((int(throw[0]), int(throw[2])) for throw in row.text.split())
            state = Game.begin(ruleset, throws or None, cube=cube)
            continue
        event = _record_event(row, state)
        if event is not None:
            told.append(event)
            state = state.after(event)
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
    return Record(tuple(headers), ruleset, throws or None, tuple(told), cube)


def lone_record_of(game: LoadedGame, rows: Iterable[EventRow]) -> Record:
    """Return the record of a game to be read by itself: it also says how its match stood before it.

    Raises:
        bot.rules.NardyRulesError: what is stored does not follow the rules.
    """
    record = record_of(game, rows)
    if game.is_alone:
        return record
    points = [f"{float(game.before.score_of(each.id)):g}" for each in (game.white, game.black)]
    of_match = (
        ("Length", str(game.before.length)),
        ("Round", str(game.row.number)),
        ("Score", "-".join(points)),
    )
    return replace(record, headers=(*record.headers, *of_match))


def _record_event(row: EventRow, state: Game) -> RecordEvent | None:
    """Return what a row says to the rules, if it says anything that they do not know."""
    match Kind(row.kind):
        case Kind.CHOICE:
            return Chosen(row.text == str(Chosen(keep=True)))
        case Kind.ROLL:
            roll = Roll.parse(row.text)
            return None if state.roll == roll else Rolled(roll)  # a kept opening throw is no roll of its own
        case Kind.TURN if state.roll is not None:
            moves = () if row.text == "pass" else play_text(state.begin_turn(), row.text, whole=True).moves
            return Played(moves)
        case Kind.RESIGNATION:
            return Resigned(Side(row.side), Grade(row.text))
        case kind:
            return _OF_ONE_WORD.get(kind)


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
