"""Mapping: converts database rows into the values of this package, and values into rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Final

from bot.engine import Level
from bot.rules import (
    Cube,
    Ending,
    Game,
    Grade,
    MatchState,
    Move,
    Outcome,
    Roll,
    Side,
    TimeControl,
    read_position,
    write_position,
)
from bot.rules.errors import GameFault, GameFaultKind
from bot.rules.events import Event, Rolled, parse_event
from bot.rules.rulesets import MatchLength
from bot.sessions.game_clock import GameClock
from bot.sessions.live_game import LiveGame, Offer
from bot.sessions.loaded_game import LoadedEvent, LoadedGame
from bot.sessions.options import First, Options
from bot.sessions.settings import CHAT_SETTINGS
from bot.sessions.values import Challenge, ChallengeState, Chat, Match, Player
from storage.rows import ChallengeRow, ChatRow, EventRow, GameRow, MatchRow, PlayerRow

FIRST_ROLLS: Final = 6
"""The number of first rolls that identify a record's game: of thousands of games hardly two share them."""


def player_of(row: PlayerRow) -> Player:
    """Convert a row to a player."""
    about = row.settings | {"language": row.speaks, "is_computer": row.computer_player is not None}
    return Player(row.id, row.name, row.forgotten, row.own_name is not None, **about)


def chat_of(row: ChatRow) -> Chat:
    """Convert a row to a chat."""
    chosen = {name: getattr(row, name) for name in CHAT_SETTINGS}
    return Chat(row.id, row.platform, row.key, row.owner, **chosen)


def options_of(row: ChallengeRow | MatchRow) -> Options:
    """Return the options of a challenge or a match."""
    level = Level(row.level) if row.level else None
    first = First(row.starter) if isinstance(row, ChallengeRow) and row.starter else None
    return Options(
        MatchLength.parse(row.length),
        row.cube,
        row.extended,
        first=first,
        hints=row.hints,
        level=level,
        time_control=TimeControl.parse(row.time_control) if row.time_control else None,
    )


def match_of(row: MatchRow) -> Match:
    """Convert a row to a match."""
    return Match(row.id, row.ruleset, options_of(row), (row.first, row.second), row.starter)


def match_row(match: Match, started: datetime) -> MatchRow:
    """Return the row of a new match, with the rule set's usual length if none was agreed."""
    options = match.options
    return MatchRow(
        id=match.id,
        ruleset=match.ruleset,
        length=str(options.length or match.rules.usual_match),
        cube=options.cube,
        extended=options.extended,
        hints=options.hints,
        level=options.level.value if options.level else None,
        first=match.players[0],
        second=match.players[1],
        starter=match.starter,
        started=started,
        time_control=str(options.time_control) if options.time_control else None,
    )


def challenge_of(row: ChallengeRow) -> Challenge:
    """Convert a row to a challenge."""
    return Challenge(
        row.id,
        row.version,
        row.challenger,
        row.opponent,
        row.handle,
        row.ruleset,
        options_of(row),
        row.chat,
        ChallengeState(row.state),
        row.rematch_of,
        row.game,
        row.taker,
        row.taker_chat,
        row.invitation,
    )


def load(row: GameRow, players: tuple[Player, Player], match: Match, before: MatchState[int]) -> LoadedGame:
    """Build a game from its row, without its events.

    Args:
        players: White and Black.
        before: the match score before this game.

    Raises:
        ValueError: the row is not a valid game of this match.
        KeyError: as above.
        bot.rules.NardyRulesError: as above.
    """
    if row.ruleset != match.ruleset:
        raise ValueError(f"a game of {row.ruleset} in a match of {match.ruleset}")
    position, _ = read_position(row.position, match.rules, both_finished=row.outcome is not None)
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
    seated = dict(zip(Side, players, strict=True))
    live = LiveGame(
        row.id,
        state,
        {side: player.name for side, player in seated.items()},
        seated,
        draft,
        offer,
        is_paused=row.paused is not None,
    )
    return loaded(row, live, players, match, before)


def loaded(
    row: GameRow,
    live: LiveGame,
    players: tuple[Player, Player],
    match: Match,
    before: MatchState[int],
    events: Iterable[LoadedEvent] = (),
) -> LoadedGame:
    """Combine a row with a live game that is already computed, without parsing the row's position.

    The live game's own list of new events is emptied; `events` takes its place.

    Args:
        players: White and Black.
        before: the match score before this game.
        events: the events of the action that led to this version.
    """
    return LoadedGame(
        live=replace(live, happened=()),
        version=row.version,
        to_act=row.to_act,
        white=players[0],
        black=players[1],
        white_chat=row.white_chat,
        black_chat=row.black_chat,
        draft_chat=row.draft_chat,
        started=row.started,
        changed=row.changed,
        number=row.number,
        match=match,
        before=before,
        events=tuple(events),
        clock=clock_of(row),
        paused=row.paused,
    )


def with_clock(row: GameRow, clock: GameClock | None) -> GameRow:
    """Return a game's row with its clock's columns set (times left in whole seconds); unchanged for None."""
    if clock is None:
        return row
    banks = [bank // timedelta(seconds=1) for bank in (clock.white, clock.black)]
    return replace(row, white_left=banks[0], black_left=banks[1], due=clock.due, due_told=clock.is_claimable)


def clock_of(row: GameRow) -> GameClock | None:
    """Return the clock stored in a game's row; None for a game without a clock."""
    if row.white_left is None or row.black_left is None:
        return None
    banks = timedelta(seconds=row.white_left), timedelta(seconds=row.black_left)
    return GameClock(*banks, row.due, row.due_told)


def to_row(row: GameRow, live: LiveGame, now: datetime) -> GameRow:
    """Return a game's row after an action: the next version, with the live game's state.

    Clock, reminder and chats are those of `row`; the caller updates them.

    Args:
        row: the row before the action.
        live: the game after the action.
    """
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
        paused=(row.paused or now) if live.is_paused and not live.is_over else None,
        # Only games against the computer player are reviewed without being asked for (`workers.auto_review`).
        awaits_review=live.is_over and any(each.is_computer for each in live.preferences.values()),
        first_rolls=first_rolls([*(row.first_rolls or "").split(), *_rolls_in(live)]),
    )


def first_rolls(rolls: Iterable[str]) -> str:
    """Return the first `FIRST_ROLLS` of a game's rolls as text, by which a record of it is recognised."""
    return " ".join(islice(rolls, FIRST_ROLLS))


def _rolls_in(live: LiveGame) -> list[str]:
    """Return the rolls among the current action's events."""
    return [str(event.roll) for _, event in live.happened if isinstance(event, Rolled)]


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
        number: the game's number in the match, from 1.
        players: the ids of White and Black.
        chats: the chats where White and Black are notified about the game.
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
    """Return the current action's events in the form in which they are stored.

    Args:
        first: the number of the first of them among the game's events.
        version: the game's version after the action.
    """
    return [
        LoadedEvent(number, version, side, event, now)
        for number, (side, event) in enumerate(live.happened, first)
    ]


def event_rows(game: str, events: Iterable[LoadedEvent]) -> list[EventRow]:
    """Convert events to rows."""
    return [
        EventRow(
            game, each.number, each.version, each.side.value if each.side else None, str(each.event), each.at
        )
        for each in events
    ]


def load_events(rows: Iterable[EventRow]) -> list[LoadedEvent]:
    """Convert rows to events.

    Raises:
        ValueError: a row's text is not a valid event.
        bot.rules.errors.NotUnderstood: a row's text is not a valid event.
    """
    return [
        LoadedEvent(row.number, row.version, Side(row.side) if row.side else None, _event(row), row.at)
        for row in rows
    ]


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
    """Parse the stored text of a game's outcome; None for None, which is stored for an unfinished game.

    Raises:
        ValueError: the text is not a valid outcome.
        KeyError: the text names an unknown ending.
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


def match_beginning(match: Match) -> MatchState[int]:
    """Return the score of a match before its first game."""
    return MatchState.begin(
        match.rules,
        match.players,
        match.options.length,
        cube=match.options.cube,
        white=match.starter,
    )


def match_after(match: Match, games: Iterable[GameRow]) -> MatchState[int]:
    """Return the score of a match after its first games, all of which must have ended.

    Args:
        games: these games, in order; empty for the score before the first game.

    Raises:
        bot.rules.errors.GameFault: the games cannot be the first games of this match, in this order.
    """
    state = match_beginning(match)
    for game in games:
        outcome = read_outcome(game.outcome)
        if outcome is None or game.number != state.games + 1 or game.ruleset != match.ruleset:
            raise GameFault(
                GameFaultKind.OUT_OF_TURN, f"{game.id} cannot be game {state.games + 1} of match {match.id}"
            )
        state = state.after(game.white, outcome)
    return state


def match_fault(match: Match, games: Sequence[GameRow], rolled_for_start: Mapping[str, bool]) -> str | None:  # noqa: PLR0911 (one for each fault)
    """Return a description, in English, of the first inconsistency among a match's games, or None.

    A match without games is inconsistent too.

    Args:
        games: all games of the match, in order.
        rolled_for_start: for each game's id, True if opening rolls decided which player started.
    """
    try:
        state = match_beginning(match)
        for game in games:
            if game.number != state.games + 1:
                return f"game {game.id} has the number {game.number}, not {state.games + 1}"
            if state.is_over:
                return f"the match was decided before game {game.id}"
            if (game.cube is not None) != state.has_cube:
                return f"game {game.id} has a cube that it should not have, or lacks one"
            if rolled_for_start[game.id] != (state.white is None):
                return f"game {game.id} has opening rolls that it should not have, or lacks them"
            if {game.white, game.black} != set(state.players) or state.white not in (None, game.white):
                return f"game {game.id} has other players than its match, or they have the wrong sides"
            if game is not games[-1] or game.outcome is not None:
                state = match_after(match, games[: state.games + 1])
    except (GameFault, ValueError, LookupError) as error:
        return f"the games do not follow one another: {error}"
    return None if games else "the match has no game"
