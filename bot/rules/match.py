"""Match: games between the same two players, one after another, until it is decided (R8)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Generic, TypeVar

from bot.rules.board import Side
from bot.rules.errors import GameFault, GameFaultKind
from bot.rules.game import next_starter
from bot.rules.outcomes import Ending, Outcome
from bot.rules.rulesets import MatchLength, RuleSet

Player = TypeVar("Player")


@dataclass(frozen=True, slots=True)
class MatchState(Generic[Player]):
    """Where a match stands between two games.

    Players are whatever tells them apart: names in a record, keys in a database.

    Attributes:
        ruleset: The game.
        length: How long the match is.
        players: The two players, in an order that stays.
        cube: Whether the match has a doubling cube.
        score: The points of each, in the order of `players`.
        games: How many games have been played.
        white: Who is White, and so starts, in the next game; `None` if opening rolls decide.
        crawford: The number of the Crawford game, from 1, once it is known (R8.3).
        out_of_time: Who lost the last game on time, if it was lost so.
        forfeited: Who lost two games in a row on time, and with them the match.
    """

    ruleset: RuleSet
    length: MatchLength
    players: tuple[Player, Player]
    cube: bool = False
    score: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    games: int = 0
    white: Player | None = None
    crawford: int | None = None
    out_of_time: Player | None = None
    forfeited: Player | None = None

    @classmethod
    def begin(
        cls,
        ruleset: RuleSet,
        players: tuple[Player, Player],
        length: MatchLength | None = None,
        *,
        cube: bool = False,
        white: Player | None = None,
    ) -> MatchState[Player]:
        """The match before its first game.

        Args:
            ruleset: The game.
            players: The two players.
            length: How long; as is usual in the game if `None`.
            cube: Whether it has a doubling cube.
            white: Who starts the first game if that was named (R7.4).

        Raises:
            GameFault: The players are one, who starts is none of them, or the game knows no cube.
        """
        if players[0] == players[1] or white not in (None, *players):
            raise GameFault(GameFaultKind.PLAYERS, "a match needs two players, and one of them to start")
        if cube and not ruleset.cube:
            raise GameFault(GameFaultKind.CUBE, f"{ruleset} is played without a cube")
        return cls(ruleset, length or ruleset.usual_match, players, cube, white=white)

    @property
    def is_over(self) -> bool:
        """True if the match is decided: points reached and not level, or all games played (R8.1, R8.4).

        Two games in a row that one player has lost on time decide it too.
        """
        if self.forfeited is not None:
            return True
        if self.length.points:
            return max(self.score) >= self.length.points and self.score[0] != self.score[1]
        return self.games >= self.length.games

    @property
    def winner(self) -> Player | None:
        """Who won; `None` while the match goes on, and for a draw."""
        if self.forfeited is not None:
            return self.players[self.players[0] == self.forfeited]
        if not self.is_over or self.score[0] == self.score[1]:
            return None
        return self.players[self.score[1] > self.score[0]]

    @property
    def is_crawford(self) -> bool:
        """True if the next game is the one without doubling after somebody came to one point short (R8.3)."""
        return self.crawford == self.games + 1

    @property
    def has_cube(self) -> bool:
        """True if the next game has a doubling cube (R8.3)."""
        return self.cube and self.length.points != 1 and not self.is_crawford

    def score_of(self, player: Player) -> Fraction:
        """The points of a player."""
        return self.score[self.players.index(player)]

    def after(self, white: Player, outcome: Outcome) -> MatchState[Player]:
        """The match after one more game.

        Args:
            white: Who was White in it.
            outcome: How it ended.

        Raises:
            GameFault: The match is over, or White was somebody else's.
        """
        if self.is_over:
            raise GameFault(GameFaultKind.OUT_OF_TURN, "the match is over")
        if white not in self.players or self.white not in (None, white):
            raise GameFault(GameFaultKind.PLAYERS, f"White is {self.white or 'another'}, not {white}")
        black = self.players[self.players[0] == white]
        got = {white: outcome.points_of(Side.WHITE), black: outcome.points_of(Side.BLACK)}
        winner = {Side.WHITE: white, Side.BLACK: black, None: None}[outcome.winner]
        first, second = self.players
        late = None
        if outcome.ending is Ending.TIMEOUT:
            late = white if winner == black else black
        after = replace(
            self,
            score=(self.score[0] + got[first], self.score[1] + got[second]),
            games=self.games + 1,
            white=next_starter(self.ruleset, white, black, winner),
            out_of_time=late,
            forfeited=late if late is not None and late == self.out_of_time else None,
        )
        if self.crawford is None and max(after.score) >= self.length.points - 1 and self.length.points:
            return replace(after, crawford=after.games + 1)
        return after
