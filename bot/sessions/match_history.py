"""Match history: how a match stands, from its games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.rules import MatchState
from bot.rules.errors import GameFault, GameFaultKind
from bot.sessions.mapping import read_outcome
from bot.sessions.values import Match
from storage.rows import GameRow


def beginning(match: Match) -> MatchState[int]:
    """Return a match before its first game."""
    return MatchState.begin(
        match.rules,
        match.players,
        match.options.length,
        cube=match.options.cube,
        white=match.starter,
    )


def after(match: Match, games: Iterable[GameRow]) -> MatchState[int]:
    """Return a match after its first games, which have ended.

    Raises:
        bot.rules.errors.GameFault: they cannot be the games of this match, one after another.
    """
    state = beginning(match)
    for game in games:
        outcome = read_outcome(game.outcome)
        if outcome is None or game.number != state.games + 1 or game.ruleset != match.ruleset:
            raise GameFault(
                GameFaultKind.OUT_OF_TURN, f"{game.id} cannot be game {state.games + 1} of match {match.id}"
            )
        state = state.after(game.white, outcome)
    return state


def fault(match: Match, games: Sequence[GameRow], thrown: Mapping[str, bool]) -> str | None:  # noqa: PLR0911 (one for each fault)
    """Return what is wrong with games as those of a match, one after another, if anything is.

    Args:
        match: the match.
        games: its games, in order.
        thrown: by the game's id, whether it began with throws for the start.
    """
    try:
        state = beginning(match)
        for game in games:
            if game.number != state.games + 1:
                return f"game {game.id} has the number {game.number}, not {state.games + 1}"
            if state.is_over:
                return f"it was decided before game {game.id}"
            if (game.cube is not None) != state.has_cube:
                return f"game {game.id} has a cube where there is none, or none where there is one"
            if thrown[game.id] != (state.white is None):
                return f"game {game.id} begins with throws that it must not have, or without"
            if {game.white, game.black} != set(state.players) or state.white not in (None, game.white):
                return f"game {game.id} is played by others, or from the wrong sides"
            if game is not games[-1] or game.outcome is not None:
                state = after(match, games[: state.games + 1])
    except (GameFault, ValueError, LookupError) as error:
        return f"its games do not follow one another: {error}"
    return None if games else "it has no game"
