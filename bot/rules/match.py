"""Match: a series of games between two players, with the score and the next starter (R8)."""

from __future__ import annotations

from collections.abc import Mapping
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
    """The state of a match between two games: score, games played, next starter.

    `Player` is any value that tells the players apart, such as a name or a database key.

    Attributes:
        players: The two players, in an order that does not change.
        cube: True if the match is played with a doubling cube.
        score: The points of each player, in the order of `players`.
        games: How many games have been played.
        white: The player who is White in the next game, and so starts it; None if opening rolls decide.
        crawford: The number of the Crawford game, counted from 1, or None if not known yet (R8.3).
        out_of_time: The player who lost the last game on time, or None.
        forfeited: The player who lost two games in a row on time, and so the match, or None.
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
        """Return a new match, before its first game.

        Args:
            length: None for the usual length of the rule set.
            cube: True to play with a doubling cube.
            white: The player who starts the first game, or None if opening rolls decide (R7.4).

        Raises:
            GameFault: Both players are the same, `white` is neither of them, or the rule set has no cube.
        """
        if players[0] == players[1] or white not in (None, *players):
            raise GameFault(GameFaultKind.PLAYERS, "a match needs two players, and one of them to start")
        if cube and not ruleset.cube:
            raise GameFault(GameFaultKind.CUBE, f"{ruleset} is played without a cube")
        return cls(ruleset, length or ruleset.usual_match, players, cube, white=white)

    @property
    def is_over(self) -> bool:
        """True if the match is decided (R8.1, R8.4).

        That is: a player has the points and leads, all games are played, or a player lost two games in a
        row on time.
        """
        if self.forfeited is not None:
            return True
        if self.length.points:
            return max(self.score) >= self.length.points and self.score[0] != self.score[1]
        return self.games >= self.length.games

    @property
    def winner(self) -> Player | None:
        """The winner, or None if the match goes on or is drawn."""
        # A comparison is used as an index here: True is 1, the second player.
        if self.forfeited is not None:
            return self.players[self.players[0] == self.forfeited]
        if not self.is_over or self.score[0] == self.score[1]:
            return None
        return self.players[self.score[1] > self.score[0]]

    @property
    def is_crawford(self) -> bool:
        """True if the next game is the Crawford game: the first after a player came to one point short.

        Nobody may double in it (R8.3).
        """
        return self.crawford == self.games + 1

    @property
    def has_cube(self) -> bool:
        """True if the next game has a doubling cube (R8.3)."""
        return self.cube and self.length.points != 1 and not self.is_crawford

    def score_of(self, player: Player) -> Fraction:
        """Return the points of a player."""
        return self.score[self.players.index(player)]

    def after(
        self, white: Player, outcome: Outcome, points: Mapping[Side, Fraction] | None = None
    ) -> MatchState[Player]:
        """Return the match after one more game.

        Args:
            white: The player who was White in it.
            outcome: The outcome of the game.
            points: What each side got by another program's count; None for the points of the outcome.

        Raises:
            GameFault: The match is over, or `white` is not the player who had to be White.
        """
        if self.is_over:
            raise GameFault(GameFaultKind.OUT_OF_TURN, "the match is over")
        if white not in self.players or self.white not in (None, white):
            raise GameFault(GameFaultKind.PLAYERS, f"White is {self.white or 'another'}, not {white}")
        black = self.players[self.players[0] == white]
        points = points or {side: outcome.points_of(side) for side in Side}
        got = {white: points[Side.WHITE], black: points[Side.BLACK]}
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
        # Only the first game after a side comes to one point short is the Crawford game (R8.3).
        if self.crawford is None and max(after.score) >= self.length.points - 1 and self.length.points:
            return replace(after, crawford=after.games + 1)
        return after
