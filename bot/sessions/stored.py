"""Between the rows of the database and the values of the game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from bot.rules import (
    RULESETS,
    DrawAgreed,
    Ending,
    GameState,
    Grade,
    Move,
    Outcome,
    PartialTurn,
    Played,
    Record,
    Resigned,
    Roll,
    Rolled,
    Side,
    read_position,
    write_position,
)
from bot.rules.reading import play_text
from bot.sessions.play import Happening, Kind, Manners, Offer, Play
from storage.rows import EventRow, GameRow, PlayerRow

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from bot.rules import Event as RecordEvent
    from bot.rules import Throws


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as it is stored, with the two who play it.

    Args:
        row: the game's row.
        white: who plays White.
        black: who plays Black.
        play: the game as a value.
    """

    row: GameRow
    white: PlayerRow
    black: PlayerRow
    play: Play

    @property
    def id(self) -> str:
        """The game's id."""
        return self.row.id

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.play.is_over

    @property
    def waits_for(self) -> tuple[int, ...]:
        """The players who must act now: the mover, and whoever is to answer an offer."""
        offer = self.play.offer
        asked = () if offer is None else (self.player(offer.by.other).id,)
        return tuple(dict.fromkeys(player for player in (self.row.actor, *asked) if player is not None))

    def player(self, side: Side) -> PlayerRow:
        """Who plays a side."""
        return self.white if side is Side.WHITE else self.black

    def side_of(self, player: int) -> Side | None:
        """The side that a player has, if the player is seated."""
        return {self.row.white: Side.WHITE, self.row.black: Side.BLACK}.get(player)


def manners_of(player: PlayerRow) -> Manners:
    """How a player wants it."""
    return Manners(
        auto_roll=player.auto_roll,
        auto_forced=player.auto_forced,
        auto_confirm=player.auto_confirm,
        program=player.program is not None,
        auto_race=player.auto_race,
    )


def load(row: GameRow, white: PlayerRow, black: PlayerRow) -> StoredGame:
    """Return the game that a row holds."""
    ruleset = RULESETS[row.ruleset]
    position, _ = read_position(row.position, ruleset)
    roll = Roll.parse(row.roll) if row.roll else None
    state = GameState(ruleset, position, roll, row.turns, _read_outcome(row.outcome))
    draft = None
    if roll is not None and not row.outcome:
        draft = PartialTurn.begin(ruleset, position, roll)
        for move in _read_moves(row.draft):
            draft = draft.play(move)
    offer = None
    if row.offer and row.offer_by:
        offer = Offer(row.offer, Side.WHITE if row.offer_by == row.white else Side.BLACK)
    return StoredGame(
        row,
        white,
        black,
        Play(
            row.id,
            state,
            {Side.WHITE: white.name, Side.BLACK: black.name},
            {Side.WHITE: manners_of(white), Side.BLACK: manners_of(black)},
            draft,
            offer,
        ),
    )


def put(row: GameRow, play: Play, now: datetime) -> GameRow:
    """Return the row of a game after an action: the next version, with all that the play says."""
    state = play.state
    seats = {Side.WHITE: row.white, Side.BLACK: row.black}
    return replace(
        row,
        version=row.version + 1,
        turns=state.turns,
        actor=None if state.outcome else seats[state.position.mover],
        position=write_position(state.position, state.ruleset),
        roll=str(state.roll) if state.roll else None,
        draft=_write_moves(play.draft.moves) if play.draft else "",
        offer=play.offer.what if play.offer else None,
        offer_by=seats[play.offer.by] if play.offer else None,
        outcome=_write_outcome(state.outcome) if state.outcome else None,
        changed=now,
    )


def new_row(
    game_id: str, white: int, black: int, chats: tuple[int | None, int | None], begun: Play, now: datetime
) -> GameRow:
    """Return the row of a game that has just begun, at version 1."""
    row = GameRow(
        id=game_id,
        ruleset=begun.state.ruleset.name,
        white=white,
        black=black,
        white_chat=chats[0],
        black_chat=chats[1],
        version=0,
        turns=0,
        actor=white,
        position="",
        roll=None,
        draft="",
        draft_chat=None,
        offer=None,
        offer_by=None,
        outcome=None,
        started=now,
        changed=now,
    )
    return put(row, begun, now)


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


def record_of(game: StoredGame, rows: Iterable[EventRow]) -> Record:
    """Return the record of a game: its truth, of which the stored position is a copy (R10.3).

    Raises:
        bot.rules.NardyRulesError: what is stored does not follow the rules.
    """
    ruleset = game.play.state.ruleset
    throws: Throws = ()
    told: list[RecordEvent] = []
    state = GameState.begin(ruleset)
    for row in rows:
        if row.kind == Kind.OPENING.value:
            throws = tuple((int(throw[0]), int(throw[2])) for throw in row.text.split())
            state = GameState.begin(ruleset, throws or None)
            continue
        event = _record_event(row, state)
        if event is not None:
            told.append(event)
            state = state.after(event)
    headers = (
        ("Game", game.id),
        ("White", game.white.name),
        ("Black", game.black.name),
        ("Started", game.row.started.strftime("%Y-%m-%dT%H:%M:%SZ")),
    )
    return Record(headers, ruleset, throws or None, tuple(told))


def _record_event(row: EventRow, state: GameState) -> RecordEvent | None:
    """Return what a row says to the rules, if it says anything that they do not know."""
    match Kind(row.kind):
        case Kind.ROLL:
            roll = Roll.parse(row.text)
            return None if state.roll == roll else Rolled(roll)  # a kept opening throw is no roll of its own
        case Kind.TURN if state.roll is not None:
            draft = PartialTurn.begin(state.ruleset, state.position, state.roll)
            return Played(() if row.text == "pass" else play_text(draft, row.text, whole=True).moves)
        case Kind.RESIGNATION:
            return Resigned(Side(row.side), Grade(row.text))
        case Kind.DRAW:
            return DrawAgreed()
        case _:
            return None


def _write_moves(moves: Iterable[Move]) -> str:
    return " ".join(f"{move.start}/{move.stop}/{move.die}" for move in moves)


def _read_moves(text: str) -> list[Move]:
    moves = []
    for part in text.split():
        start, stop, die = map(int, part.split("/"))
        moves.append(Move(start, stop, die))
    return moves


def _write_outcome(outcome: Outcome) -> str:
    winner = outcome.winner.value if outcome.winner else "-"
    grade = outcome.grade.value if outcome.grade else "-"
    return f"{winner} {grade} {outcome.ending.name}"


def _read_outcome(text: str | None) -> Outcome | None:
    if text is None:
        return None
    winner, grade, ending = text.split()
    return Outcome(
        None if winner == "-" else Side(winner), None if grade == "-" else Grade(grade), Ending[ending]
    )
