"""The match text of Jellyfish, ``.mat``, in which other programs exchange games.

Every player counts points from the end of his own path: 24 is his head, 25 the bar, 0 off. Two columns hold
the two players for the whole match, whoever starts a game. The text knows no draws, no ties of the opening
throw and no clock: draws are refused in writing, a loss on time is read again as a resignation.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from bot.rules.errors import GameError, RecordFaultKind
from bot.rules.events import Doubled, Dropped, Played, Rolled, Took
from bot.rules.partial import PartialTurn
from bot.rules.rulesets import Scoring
from bot.rules.sides import BAR_INDEX, POINTS, Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bot.rules.events import Event
    from bot.rules.games import GameState
    from bot.rules.moves import Move
    from bot.rules.records import Record
    from bot.rules.rulesets import MatchLength
    from bot.rules.sides import Family

COLUMN: Final = 28
"""How wide the left column is."""

OWN_BAR: Final = POINTS + 1
"""The bar in a player's own numbers."""


@dataclass(frozen=True, slots=True)
class Mat:
    """Games of two players as a ``.mat`` text tells them.

    Attributes:
        length: How long the match is; ``None`` if it is none.
        players: The two names, the left column's first.
        games: The games in order, each with the headers ``White`` and ``Black``; the last may go on.
    """

    length: MatchLength | None
    players: tuple[str, str]
    games: tuple[Record, ...]

    def write(self) -> str:
        """The games as text.

        Raises:
            GameError: A game ended in a draw, goes on before another, is between others than the two players,
                or another game than the first; the two players have one name.
        """
        if _plain(self.players[0]) == _plain(self.players[1]):
            raise GameError(RecordFaultKind.PLAYERS, "the two players need different names")
        if any(game.ruleset != self.games[0].ruleset for game in self.games):
            raise GameError(RecordFaultKind.OTHER_RULES)
        points = self.length.points if self.length else 0
        lines = [f'; [Rules "{self.games[0].ruleset}"]'] if self.games else []
        lines += ['; [Scoring "extended"]'] if _is_extended(self.games) else []
        lines += [f'; [Games "{self.length.games}"]'] if self.length and self.length.games else []
        lines += ["", f" {points} point match"]
        score = [0, 0]
        for number, game in enumerate(self.games, start=1):
            seats = self._seats(game)
            left, right = (
                f"{_plain(name)} : {points}" for name, points in zip(self.players, score, strict=True)
            )
            lines += ["", f" Game {number}", f" {left:<{COLUMN + 2}} {right}", *_body(game, seats)]
            outcome = game.end().outcome
            if outcome is None and number < len(self.games):
                raise GameError(RecordFaultKind.UNFINISHED)
            if outcome and outcome.winner:
                score[seats[outcome.winner]] += int(outcome.points_of(outcome.winner))
        return "\n".join(lines) + "\n"

    def _seats(self, game: Record) -> dict[Side, int]:
        """The column of each side in a game."""
        white, black = game.header("White"), game.header("Black")
        if (white, black) == self.players:
            return {Side.WHITE: 0, Side.BLACK: 1}
        if (black, white) == self.players:
            return {Side.WHITE: 1, Side.BLACK: 0}
        raise GameError(RecordFaultKind.PLAYERS, f"{white} and {black} are not the two players")


def _is_extended(games: Sequence[Record]) -> bool:
    return bool(games) and games[0].ruleset.scoring is Scoring.EXTENDED


def _plain(name: str) -> str:
    """A name without what would break the columns."""
    return " ".join(name.replace(" : ", " ").split()) or "?"


def _body(game: Record, seats: dict[Side, int]) -> list[str]:
    """The numbered rows of a game and who won it."""
    states = list(game.replay())
    cells = list(_cells(states, game.events))
    if seats[Side.WHITE] == 1 and cells:
        cells.insert(0, "")
    rows = [
        f"{number:>3}) {cells[at]:<{COLUMN - 1}} {cells[at + 1] if at + 1 < len(cells) else ''}".rstrip()
        for number, at in enumerate(range(0, len(cells), 2), start=1)
    ]
    outcome = states[-1].outcome
    if outcome is None:
        return rows
    if outcome.winner is None:
        raise GameError(RecordFaultKind.DRAW)
    points = int(outcome.points_of(outcome.winner))
    indent = " " * (5 + COLUMN * seats[outcome.winner])
    return [*rows, f"{indent} Wins {points} point{'' if points == 1 else 's'}"]


def _cells(states: list[GameState], events: tuple[Event, ...]) -> Iterator[str]:
    """What stands in the columns, in turns: a roll with its moves, or a word about the cube."""
    for before, event in zip(states, events, strict=False):
        match event:
            case Doubled() if before.cube:
                yield f" Doubles => {before.cube.value * 2}"
            case Took():
                yield " Takes"
            case Dropped():
                yield " Drops"
            case Played() if before.roll:
                family = before.ruleset.family
                partial = PartialTurn.begin(before.ruleset, before.position, before.roll)
                for move in event.moves:
                    partial = partial.play(move)
                moves = " ".join(_own(family, before.mover, move) for move in partial.moves)
                yield f"{Rolled(before.roll)}: {moves}".rstrip()
    if states[-1].roll and states[-1].outcome is None:
        yield f"{Rolled(states[-1].roll)}:"


def _own(family: Family, side: Side, move: Move) -> str:
    """A move in the mover's own numbers."""
    start, stop = (_pips(family.progress(side, point)) for point in (move.start, move.stop))
    return f"{start}/{stop}" + "*" * move.hit


def _pips(t: int) -> int:
    return OWN_BAR if t == BAR_INDEX else POINTS - t
