"""Random matches with everything that a ``.mat`` file can hold, and their way through GNU Backgammon."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from bot.rules import RULESETS, Game, MatchState, RuleSet, Side, legal_turns, resignations
from bot.rules.events import (
    Chosen,
    Doubled,
    Dropped,
    Event,
    OpeningRolls,
    Played,
    Resigned,
    Rolled,
    TimedOut,
    Took,
)
from bot.rules.formats import Mat, Record
from bot.rules.rulesets import MatchLength
from tests.pace import HANG
from tests.rules.playing import random_roll

GNUBG = shutil.which("gnubg") or shutil.which("gnubg", path="/usr/games")
SHORT = RULESETS["short"]
_GIVEN_UP = (Resigned, TimedOut)
_KINDS: dict[type[Event], str] = {Doubled: "double", Took: "take", Dropped: "drop"}


TURNS = (0, 4, 12, 40, 1000)
"""After how many turns a random game is given up; one in fifty of the shorter ones stays unfinished."""


def random_match(
    rng: random.Random,
    length: MatchLength,
    players: tuple[str, str],
    ruleset: RuleSet = SHORT,
    turns: Sequence[int] = TURNS,
) -> Mat:
    """Return a match with a cube, if its game has one, and with many doubles, drops and resignations.

    Some have a named starter or an unfinished last game. White's column of the first game is the left one, as
    the bot writes it.
    """
    starter = rng.choice((None, None, players[0]))
    state = MatchState.begin(ruleset, players, length, cube=ruleset.cube, white=starter)
    games: list[Record] = []
    while not state.is_over:
        white = state.white or (rng.choice(players) if games else players[0])
        opening_rolls = None if state.white else _opening(rng)
        begun = Game.begin(ruleset, opening_rolls, cube=state.has_cube)
        events = _events(rng, begun, rng.choice(turns))
        headers = (("White", white), ("Black", players[players[0] == white]))
        games.append(Record(headers, ruleset, opening_rolls, tuple(events), state.has_cube))
        outcome = games[-1].end().outcome
        if outcome is None:
            break
        if outcome.winner is None:  # a .mat file has no draws
            games.pop()
        else:
            state = state.after(white, outcome)
    return Mat(length, players, tuple(games))


def _opening(rng: random.Random) -> OpeningRolls:
    """Return opening rolls that decide for White, sometimes after a tie."""
    high = rng.randint(2, 6)
    ties = ((3, 3),) * rng.choice((0, 0, 1))
    return (*ties, (high, rng.randint(1, high - 1)))


def _events(rng: random.Random, state: Game, most: int) -> list[Event]:
    """Return the events of a random game, of about `most` turns; most such games end."""
    events: list[Event] = []
    while state.outcome is None:
        if state.turns >= most and (rng.random() < 0.98 or not _is_written(state)):
            side = rng.choice(tuple(Side))
            grade = rng.choice(resignations(state, side))
            given_up: Event = rng.choice((Resigned(side, grade), Resigned(side, grade), TimedOut(side)))
            return [*events, given_up]
        if state.turns >= most:
            return events
        events.append(_next(rng, state))
        state = state.after(events[-1])
    return events


def _next(rng: random.Random, state: Game) -> Event:
    if state.is_doubled:
        return Took() if rng.random() < 0.6 else Dropped()
    if state.may_double and rng.random() < 0.06:
        return Doubled()
    if state.choice is not None:
        return Chosen(keep=rng.random() < 0.5)
    if state.roll is None:
        return Rolled(random_roll(rng))
    choices = legal_turns(state.position, state.roll)
    return Played.of(choices[rng.randrange(len(choices))].moves if choices else ())


def kept_by_gnubg(mat: Mat) -> Mat:
    """Return a match as GNU Backgammon keeps it: the result of a last game without moves is lost.

    For an earlier game without moves, the score of the next one shows the result.
    """
    last = mat.games[-1]
    nothing = not list(steps(last))
    return replace(mat, games=(*mat.games[:-1], replace(last, events=()))) if nothing else mat


def _is_written(state: Game) -> bool:
    """Return True if there is no pending roll, or it allows several turns."""
    return state.roll is None or len(legal_turns(state.position, state.roll)) > 1


def through_gnubg(texts: Sequence[str], folder: Path) -> list[str]:
    """Return each file as GNU Backgammon writes it after reading it.

    Raises:
        CalledProcessError: The program came to grief.
    """
    commands = ["set display off", "set confirm new off", "set confirm save off"]
    written = []
    for number, text in enumerate(texts):
        ours, theirs = folder / f"ours-{number}.mat", folder / f"theirs-{number}.mat"
        ours.write_text(text, encoding="utf-8")
        commands += [f"import mat {ours}", f"export match mat {theirs}"]
        written.append(theirs)
    script = folder / "commands"
    script.write_text("\n".join(commands) + "\n", encoding="utf-8")
    subprocess.run(  # noqa: S603 - the command is our own
        [str(GNUBG), "--tty", "--quiet", "--no-rc", "--commands", str(script)],
        stdin=subprocess.DEVNULL, capture_output=True, check=True, timeout=HANG,
    )  # fmt: skip
    return [path.read_text(encoding="utf-8") for path in written]


def contents(game: Record) -> tuple[object, ...]:
    """Return everything about a game that a ``.mat`` file holds, independent of how a turn is written."""
    end = game.end()
    outcome = end.outcome and (end.outcome.winner, *(end.outcome.points_of(side) for side in Side))
    seats = (game.header("White"), game.header("Black"))
    return (seats, game.opening_rolls, game.cube, outcome, *steps(game))


def steps(game: Record) -> Iterator[tuple[object, ...]]:
    """Yield the cube actions and turns, with the board after each; leave out what .mat does not keep."""
    states = list(game.replay())
    given_up = isinstance(game.events[-1], _GIVEN_UP) if game.events else False
    unanswered = given_up and states[-2].is_doubled
    events = game.events[:-2] if unanswered else game.events
    for before, event, after in zip(states, events, states[1:], strict=False):
        if isinstance(event, Played):
            yield (before.roll, after.position)
        elif kind := _KINDS.get(type(event)):
            yield (kind, after.cube)
    if states[-1].roll and _is_written(states[-1]):
        yield (states[-1].roll,)


def differences(ours: Mat, theirs: Mat) -> list[str]:
    """Describe the differences between two texts of one match."""
    found = []
    if (ours.length, ours.players) != (theirs.length, theirs.players):
        found.append(f"{ours.length}, {ours.players}: {theirs.length}, {theirs.players}")
    if len(ours.games) != len(theirs.games):
        found.append(f"{len(ours.games)} games: {len(theirs.games)}")
    for number, games in enumerate(zip(ours.games, theirs.games, strict=False), start=1):
        pairs = zip(*map(contents, games), strict=False)
        different = [f"{one}: {other}" for one, other in pairs if one != other]
        if len({len(contents(game)) for game in games}) > 1:
            different.append("one is longer")
        found += [f"game {number}, {each}" for each in different[:1]]
    return found
