"""Errors of sessions: refusals, whose text players read, and exceptions for the code alone.

A refused request changes nothing. To add a refusal, raise `Refusal("some-code", game=game.id)`. Then write
the message `refused-some-code` into each catalog, with the fields as placeholders. Only refusals that code
catches or inspects are classes.
"""

from __future__ import annotations

from bot.rules import Grade, Move, Roll


class AlreadyDone(Exception):
    """The same button press, update or request was applied before."""


class PlayerMerged(Exception):
    """The actor's players were linked or unlinked since the actor was looked up: look it up again."""


class TooManyAnalyses(Exception):
    """The analysis queue is full, or the player waits for too many analyses."""


class Refusal(Exception):
    """A request that cannot be fulfilled.

    Args:
        code: the reason; its text is the catalogs' message `refused-<code>`.
        fields: the values of the text's placeholders, by name.
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
    """A refusal about one game; `game` is its id, which the text need not name."""

    def __init__(self, code: str, game: str, /, **fields: object) -> None:
        super().__init__(code, **fields)
        self.game = game


class NotSeated(GameRefusal):
    """The player does not play in this game."""

    def __init__(self, game: str) -> None:
        super().__init__("not-seated", game, game=game)


class NotYourTurn(GameRefusal):
    """The other player is to act; `name` is None for the computer player."""

    def __init__(self, game: str, name: str | None) -> None:
        super().__init__("not-your-turn", game, name=name)


class StaleBoard(GameRefusal):
    """The button that was pressed belongs to an earlier turn."""

    def __init__(self, game: str) -> None:
        super().__init__("stale-board", game)


class GameIsOver(GameRefusal):
    """The game has ended."""

    def __init__(self, game: str) -> None:
        super().__init__("game-is-over", game, game=game)


class AlreadyRolled(GameRefusal):
    """The dice are rolled already; `possible` are the legal next moves."""

    def __init__(self, game: str, roll: Roll, possible: tuple[Move, ...]) -> None:
        super().__init__("already-rolled", game, roll=str(roll))
        self.possible = possible


class TurnIncomplete(GameRefusal):
    """More dice can be played, so they must be; `possible` are the legal next moves."""

    def __init__(self, game: str, dice: tuple[int, ...], possible: tuple[Move, ...]) -> None:
        super().__init__("turn-incomplete", game, dice=", ".join(map(str, dice)))
        self.possible = possible


class NothingToTakeBack(GameRefusal):
    """No move of this turn has been made yet."""

    def __init__(self, game: str) -> None:
        super().__init__("nothing-to-take-back", game)


class CannotResignAt(GameRefusal):
    """The game cannot be resigned at this value; `grades` are the values still possible, none if empty."""

    def __init__(self, game: str, grades: tuple[Grade, ...], cube: int = 1) -> None:
        if grades:
            super().__init__("cannot-resign", game, game=game)
        else:
            super().__init__("cannot-lose", game, game=game)
        self.grades = grades
        self.cube = cube


class ChallengeClosed(Refusal):
    """The challenge was accepted, declined or cancelled before; `game` is None if no game should be named."""

    def __init__(self, game: str | None) -> None:
        if game is None:
            super().__init__("challenge-closed")
        else:
            super().__init__("challenge-accepted", game=game)


class ChallengeExpired(Refusal):
    """The challenge was not answered in time, or the challenger did not start its game in time."""

    def __init__(self, rematch_of: str | None, *, was_taken: bool) -> None:
        if was_taken:
            super().__init__("invitation-expired")
        elif rematch_of is None:
            super().__init__("challenge-expired")
        else:
            super().__init__("rematch-expired", game=rematch_of)


class MayNotSet(Refusal):
    """Only administrators, or perhaps players of the chat, may change this option of a shared chat."""

    def __init__(self, option: str, *, players_may: bool) -> None:
        if players_may:
            super().__init__("only-players-set", option=option)
        else:
            super().__init__("only-administrators-set", option=option)


class NobodyNamed(Refusal):
    """No player here has this name."""

    def __init__(self, name: str) -> None:
        super().__init__("nobody-named", name=name)


class SeveralNamed(Refusal):
    """Several players here have this name."""

    def __init__(self, name: str) -> None:
        super().__init__("several-named", name=name)
