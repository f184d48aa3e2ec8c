"""Refusals in words: what is wrong in one sentence, what would work in the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.rules import AmbiguousMove, IllegalMove, NardyRulesError, NotUnderstood, Reason, Side
from bot.sessions import errors
from bot.talk.catalog import join
from bot.talk.reply import Bold, Code
from bot.talk.wording import grade_words, listed, place_words, shortened, written

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.rules import Grade, Move
    from bot.talk.catalog import Words
    from bot.talk.reply import Text

LONGEST_QUOTE = 40

_WHY = {
    Reason.NO_CHECKER: "why-no-checker",
    Reason.OTHERS_CHECKER: "why-others-checker",
    Reason.NO_SUCH_DIE: "why-no-such-die",
    Reason.DIE_USED: "why-die-used",
    Reason.BLOCKED: "why-blocked",
    Reason.STOP_BLOCKED: "why-stop-blocked",
    Reason.HEAD: "why-head",
    Reason.FULL_ROLL: "why-full-roll",
    Reason.HIGHER_DIE: "why-higher-die",
    Reason.PRIME: "why-prime",
    Reason.BAR_FIRST: "why-bar-first",
    Reason.NOT_HOME: "why-not-home",
    Reason.CHECKER_BEHIND: "why-checker-behind",
    Reason.BACKWARDS: "why-backwards",
    Reason.TURN_COMPLETE: "why-turn-complete",
    Reason.NOTHING_POSSIBLE: "why-nothing-possible",
    Reason.NO_HIT: "why-no-hit",
    Reason.NOT_A_PASS: "why-not-a-pass",
    Reason.INCOMPLETE: "why-incomplete",
}


def refusal_text(words: Words, refusal: errors.Refusal) -> Text:  # noqa: C901, PLR0911, PLR0912 (one case for each)
    """Return what a player is told about something that was not done."""
    say = words.say
    match refusal:
        case errors.NoSuchGame(game):
            return say("refused-no-such-game", game=game, command=Code("/games"))
        case errors.NotSeated(game):
            return say("refused-not-seated", game=game, command=Code("/challenge"))
        case errors.NotYourTurn(_, actor):
            return say("refused-not-your-turn", actor=Bold(shortened(actor)))
        case errors.StaleBoard():
            return say("refused-stale")
        case errors.GameIsOver(game):
            return say("refused-over", game=game, command=Code(f"/rematch {game}"))
        case errors.GameGoesOn(game):
            return say("refused-goes-on", game=game)
        case errors.NotRolled(game):
            return say("refused-not-rolled", command=Code(f"/roll {game}"))
        case errors.AlreadyRolled(game, roll, possible):
            command = f"/move {game} {possible[0]}" if possible else f"/done {game}"
            return say("refused-rolled", roll=str(roll), command=Code(command))
        case errors.TurnIncomplete(_, dice, possible):
            return say("refused-incomplete", dice=", ".join(map(str, dice)), moves=listed(possible))
        case errors.NothingToTakeBack():
            return say("refused-nothing-back")
        case errors.OfferWaits(game):
            accept, decline = Code(f"/accept {game}"), Code(f"/decline {game}")
            return say("refused-offer-waits", accept=accept, decline=decline)
        case errors.NoOffer(game):
            return say("refused-no-offer", game=game, command=Code(f"/draw {game}"))
        case errors.CannotResignAt(game, grades):
            ways = [_way_to_resign(words, game, grade) for grade in grades]
            return say("refused-resign", game=game, ways=join(ways, ", "))
        case errors.NoSuchChallenge(challenge):
            return say("refused-no-such-challenge", challenge=challenge, command=Code("/challenge"))
        case errors.ChallengeClosed(_, None):
            return say("refused-closed", command=Code("/challenge"))
        case errors.ChallengeClosed(_, str(game)):
            return say("refused-closed-game", game=game, command=Code(f"/board {game}"))
        case errors.ChallengeForAnother(_, ""):
            return say("refused-for-anyone")
        case errors.ChallengeForAnother(_, opponent):
            opponent_name = Bold(shortened(opponent))
            return say("refused-for-another", opponent=opponent_name, command=Code("/challenge"))
        case errors.OwnChallenge(challenge):
            return say("refused-own", command=Code(f"/cancel {challenge}"))
        case errors.NotTheChallenger(challenge):
            return say("refused-not-challenger", command=Code(f"/decline {challenge}"))
        case errors.ChallengedSelf():
            return say("refused-self", command=Code("/play"))
        case errors.NobodyNamed(name):
            return say("refused-nobody", name=Bold(shortened(name)), command=Code("/challenge"))
        case errors.SeveralNamed(name):
            return say("refused-several", name=Bold(shortened(name)), command=Code("/challenge"))
        case errors.TooMany(limit):
            return say("refused-too-many", limit=str(limit))
        case _:
            raise TypeError(f"a refusal without words: {refusal!r}")


def rules_error_text(words: Words, error: NardyRulesError) -> Text:
    """Return what a player is told about moves that the rules refuse.

    Raises:
        bot.rules.NardyRulesError: it is none that a player can cause.
    """
    match error:
        case IllegalMove():
            return _illegal(words, error)
        case NotUnderstood():
            return words.say("not-understood", text=Code(shortened(error.part, LONGEST_QUOTE)))
        case AmbiguousMove():
            return words.say("choose-move")
        case _:
            raise error


def _way_to_resign(words: Words, game: str, grade: Grade) -> Text:
    command = Code(f"/resign {game} {grade.value}")
    return words.say("refused-resign-way", command=command, grade=grade_words(words, grade))


def why_illegal(words: Words, error: IllegalMove) -> Text:
    """Return why a move cannot be made, without what could be played instead."""
    start, stop = error.start, error.stop
    return words.say(
        _WHY[error.reason],
        start=place_words(words, start),
        stop=place_words(words, stop),
        point=place_words(words, error.point),
        move=place_words(words, start) if start is None or stop is None else written(start, stop),
        holder=error.holder or Side.WHITE,
        done=Code("/done"),
        undo=Code("/undo"),
    )


def _illegal(words: Words, error: IllegalMove) -> Text:
    why = why_illegal(words, error)
    if error.reason in (Reason.TURN_COMPLETE, Reason.NOTHING_POSSIBLE):
        return why
    return words.say("illegal", why=why, way=_way_out(words, error.start, error.possible))


def _way_out(words: Words, start: int | None, possible: Sequence[Move]) -> Text:
    """What can be played instead: by which die, if it is all from the point that was meant."""
    if not possible:
        return words.say(_WHY[Reason.TURN_COMPLETE], done=Code("/done"), undo=Code("/undo"))
    if any(move.start != start for move in possible):
        return words.say("way-from", moves=listed(possible))
    by = [words.words("way-by-die", die=str(move.die), move=str(move)) for move in possible]
    ways = by[0] if len(by) == 1 else words.words("way-or", first=", ".join(by[:-1]), last=by[-1])
    return words.say("way-by", start=place_words(words, start), moves=ways)
