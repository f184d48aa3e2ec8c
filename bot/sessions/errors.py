"""Errors of sessions: refusals, which players read, and what the code alone needs to know.

A refusal changes nothing. To add one, raise `Refusal("some-code", game=game.id)` and write its text into each
catalog: the message `refused-some-code` with the fields as placeholders. Only refusals that code catches, or
asks more of, are classes.
"""

from __future__ import annotations

from bot.rules import Grade, Move, Roll


class AlreadyDone(Exception):
    """The same press, update or request was applied before."""


class PlayerMerged(Exception):
    """Two players became one since the actor was found, or one became two: the actor must be found again."""


class TooManyAnalyses(Exception):
    """The queue of analyses is full, so that another would wait too long."""


class Refusal(Exception):
    """A request that cannot be done.

    Args:
        code: why; its text is the message `refused-<code>` of the catalogs.
        fields: what the text fills in, by the names of its placeholders.
    """

    def __init__(self, code: str, **fields: object) -> None:
        super().__init__(code)
        self.code = code
        self.fields = fields


class NoSuchGame(Refusal):
    """No game has this id."""

    def __init__(self, game: str) -> None:
        super().__init__("no-such-game", game=game)


class GameRefusal(Refusal):
    """A refusal about a game that the code goes on to look at, whether or not the text names it."""

    def __init__(self, code: str, game: str, /, **fields: object) -> None:
        super().__init__(code, **fields)
        self.game = game


class NotSeated(GameRefusal):
    """The player does not play in this game."""

    def __init__(self, game: str) -> None:
        super().__init__("not-seated", game, game=game)


class NotYourTurn(GameRefusal):
    """Another player is to act; the name is None for the computer player."""

    def __init__(self, game: str, name: str | None) -> None:
        super().__init__("not-your-turn", game, name=name)


class StaleBoard(GameRefusal):
    """The board pressed on belongs to an earlier turn."""

    def __init__(self, game: str) -> None:
        super().__init__("stale-board", game)


class GameIsOver(GameRefusal):
    """The game has ended."""

    def __init__(self, game: str) -> None:
        super().__init__("game-is-over", game, game=game)


class AlreadyRolled(GameRefusal):
    """The dice lie on the board."""

    def __init__(self, game: str, roll: Roll, possible: tuple[Move, ...]) -> None:
        super().__init__("already-rolled", game, roll=str(roll))
        self.possible = possible


class TurnIncomplete(GameRefusal):
    """More dice can be played, so they must be."""

    def __init__(self, game: str, dice: tuple[int, ...], possible: tuple[Move, ...]) -> None:
        super().__init__("turn-incomplete", game, dice=", ".join(map(str, dice)))
        self.possible = possible


class NothingToTakeBack(GameRefusal):
    """No move of this turn has been made yet."""

    def __init__(self, game: str) -> None:
        super().__init__("nothing-to-take-back", game)


class CannotResignAt(GameRefusal):
    """The value cannot happen from this position any more, or is not scored in this game."""

    def __init__(self, game: str, grades: tuple[Grade, ...], cube: int = 1) -> None:
        if grades:
            super().__init__("cannot-resign", game, game=game)
        else:
            super().__init__("cannot-lose", game, game=game)
        self.grades = grades
        self.cube = cube


class ChallengeClosed(Refusal):
    """The challenge was accepted, declined or cancelled before; `game` is None if no game is to be named."""

    def __init__(self, game: str | None) -> None:
        if game is None:
            super().__init__("challenge-closed")
        else:
            super().__init__("challenge-accepted", game=game)


class ChallengeExpired(Refusal):
    """Nobody answered the challenge in time, or the challenger did not start the game in time."""

    def __init__(self, rematch_of: str | None, *, was_taken: bool) -> None:
        if was_taken:
            super().__init__("invitation-expired")
        elif rematch_of is None:
            super().__init__("challenge-expired")
        else:
            super().__init__("rematch-expired", game=rematch_of)


class MayNotSet(Refusal):
    """Only administrators may change this option of a shared chat, and perhaps people who play there."""

    def __init__(self, option: str, *, players_may: bool) -> None:
        if players_may:
            super().__init__("only-players-set", option=option)
        else:
            super().__init__("only-administrators-set", option=option)


class NobodyNamed(Refusal):
    """Nobody here shows this name."""

    def __init__(self, name: str) -> None:
        super().__init__("nobody-named", name=name)


class SeveralNamed(Refusal):
    """Several people here show this name."""

    def __init__(self, name: str) -> None:
        super().__init__("several-named", name=name)
