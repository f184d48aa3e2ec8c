"""Errors of sessions: refusals, whose text players read, and exceptions that only code sees.

A refused request changes nothing, but wrong guesses of secrets and the use of rate limits are counted. To add
a refusal, raise `Refusal("some-code", game=game.id)`. Then write the message `refused-some-code` into each
catalog (the texts of one language), with the fields as placeholders. A refusal has its own class only if code
catches or inspects it.
"""

from __future__ import annotations

from bot.rules import Grade, Move, Roll


class AlreadyDone(Exception):
    """The same button press, update or request was applied before, or the actor's data was deleted."""


class PlayerMerged(Exception):
    """A player of the action was merged or split since they were looked up: look them up again.

    That player is the actor, or one whom the actor named.
    """


class TooManyAnalyses(Exception):
    """The analysis queue is full, or the player who asks already waits for too many analyses."""


class Refusal(Exception):
    """A player's request that cannot be fulfilled.

    Args:
        code: the reason; the player reads the catalogs' message `refused-<code>`.
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
    """A refusal about one game.

    Args:
        game: the game's id. The text can show it only if it is also given in `fields`.
    """

    def __init__(self, code: str, game: str, /, **fields: object) -> None:
        super().__init__(code, **fields)
        self.game = game


class NotSeated(GameRefusal):
    """The player does not play in this game."""

    def __init__(self, game: str) -> None:
        super().__init__("not-seated", game, game=game)


class NotYourTurn(GameRefusal):
    """The other player is to act.

    Args:
        name: the other player's name; None for the computer player.
    """

    def __init__(self, game: str, name: str | None) -> None:
        super().__init__("not-your-turn", game, name=name)


class StaleBoard(GameRefusal):
    """The button pressed belongs to an earlier turn, or another action has changed the game meanwhile."""

    def __init__(self, game: str) -> None:
        super().__init__("stale-board", game)


class GameIsOver(GameRefusal):
    """The game has ended."""

    def __init__(self, game: str) -> None:
        super().__init__("game-is-over", game, game=game)


class AlreadyRolled(GameRefusal):
    """The dice are rolled already.

    Args:
        possible: the legal next moves.
    """

    def __init__(self, game: str, roll: Roll, possible: tuple[Move, ...]) -> None:
        super().__init__("already-rolled", game, roll=str(roll))
        self.possible = possible


class TurnIncomplete(GameRefusal):
    """The turn cannot end, because more dice can be played, which the rules demand.

    Args:
        dice: the dice that are still to be played.
        possible: the legal next moves.
    """

    def __init__(self, game: str, dice: tuple[int, ...], possible: tuple[Move, ...]) -> None:
        super().__init__("turn-incomplete", game, dice=", ".join(map(str, dice)))
        self.possible = possible


class NothingToTakeBack(GameRefusal):
    """No move of this turn has been made yet."""

    def __init__(self, game: str) -> None:
        super().__init__("nothing-to-take-back", game)


class CannotResignAt(GameRefusal):
    """The game cannot be resigned at this grade.

    Args:
        grades: the grades at which it can still be resigned; empty if the player cannot lose any more.
        cube: the value of the doubling cube, which multiplies each grade.
    """

    def __init__(self, game: str, grades: tuple[Grade, ...], cube: int = 1) -> None:
        if grades:
            super().__init__("cannot-resign", game, game=game)
        else:
            super().__init__("cannot-lose", game, game=game)
        self.grades = grades
        self.cube = cube


class ChallengeClosed(Refusal):
    """The challenge is not open any more or has just changed, or its challenger has blocked this player.

    Args:
        game: the id of the game that began; None if there is none, or if this player may not know of it.
    """

    def __init__(self, game: str | None) -> None:
        if game is None:
            super().__init__("challenge-closed")
        else:
            super().__init__("challenge-accepted", game=game)


class ChallengeExpired(Refusal):
    """The challenge was not answered in time, or its challenger did not confirm the opponent in time.

    Args:
        rematch_of: the id of the last game, if it was a challenge to a rematch.
        was_taken: True if an opponent waited for the challenger's confirmation.
    """

    def __init__(self, rematch_of: str | None, *, was_taken: bool) -> None:
        if was_taken:
            super().__init__("invitation-expired")
        elif rematch_of is None:
            super().__init__("challenge-expired")
        else:
            super().__init__("rematch-expired", game=rematch_of)


class MayNotSet(Refusal):
    """The player may not change this setting of a shared chat.

    Args:
        option: the setting's name, as players type it or as its column is called.
        players_may: True if players with enough turns in the chat may change it too, not only administrators.
    """

    def __init__(self, option: str, *, players_may: bool) -> None:
        if players_may:
            super().__init__("only-players-set", option=option)
        else:
            super().__init__("only-administrators-set", option=option)


class NobodyNamed(Refusal):
    """No player that the actor knows has this name."""

    def __init__(self, name: str) -> None:
        super().__init__("nobody-named", name=name)


class SeveralNamed(Refusal):
    """Several players that the actor knows have this name, and nothing distinguishes them."""

    def __init__(self, name: str) -> None:
        super().__init__("several-named", name=name)
