"""Refusals: what is wrong, in one sentence, and what would work, in the next."""

from __future__ import annotations

import math

from bot.rules import BAR, RULESETS, Grade, NardyRulesError, Side
from bot.rules.errors import AmbiguousMove, IllegalMove, NotUnderstood, Reason
from bot.rules.notation import write_moves
from bot.rules.rulesets import Scoring
from bot.sessions import errors
from bot.talk.catalog import Words, join
from bot.talk.input.keywords import Keyword
from bot.talk.numbering import ON_THE_BOARD, Numbering
from bot.talk.reply import Code, Text
from bot.talk.wording import (
    grade_words,
    listed,
    named,
    place_words,
    platform_words,
    rules_name,
    shortened,
    written,
)

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
    Reason.HOME_PRIME: "why-home-prime",
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
_ATTEMPTS = {
    "invitation": "refused-attempts",
    "share": "refused-attempts-share",
    "link": "refused-attempts-link",
}
_NONE_THERE = (Reason.NO_CHECKER, Reason.OTHERS_CHECKER)


def refusal_text(  # noqa: C901, PLR0911, PLR0912, PLR0915 (one case for each)
    words: Words, refusal: errors.Refusal, numbers: Numbering = ON_THE_BOARD
) -> Text:
    """Return the text of a refusal for a player, with the points as he counts them."""
    say = words.say
    match refusal:
        case errors.NoSuchGame(game):
            return say("refused-no-such-game", game=game, command=Code("/games"))
        case errors.NoSuchShare():
            return say("refused-no-such-share", command=Code("/share"))
        case errors.NoSuchPuzzle():
            return say("refused-no-such-puzzle", command=Code("/puzzle"))
        case errors.PuzzleIsOver():
            return say("refused-puzzle-over", command=Code("/puzzle"))
        case errors.NotShared(game):
            return say("refused-not-shared", game=game, command=Code(f"/share {game}"))
        case errors.NotSeated(game):
            return say("refused-not-seated", game=game, command=Code("/challenge"))
        case errors.NotYourTurn(_, actor):
            return say("refused-not-your-turn", actor=named(actor))
        case errors.StaleBoard():
            return say("refused-stale")
        case errors.GameIsOver(game):
            return say("refused-over", game=game, command=Code(f"/board {game}"))
        case errors.GameGoesOn(game):
            return say("refused-goes-on", game=game)
        case errors.GamePauses(game):
            return say("refused-pauses", game=game, command=Code(f"/resume {game}"))
        case errors.NotPaused(game):
            return say("refused-not-paused", game=game, command=Code(f"/pause {game}"))
        case errors.NoPause():
            return say("refused-no-pause")
        case errors.PastHoliday():
            return say("refused-past-holiday", command=Code(f"/holidays {words.words('holidays-example')}"))
        case errors.FarHoliday():
            return say("refused-far-holiday")
        case errors.HolidayOverlaps():
            return say("refused-holiday-overlaps", command=Code("/holidays"))
        case errors.HolidayTooLong(year, left):
            return say("refused-holiday-long", year=str(year), left=left)
        case errors.TooManyHolidays(wait):
            return say("refused-many-holidays", hours=math.ceil(wait.total_seconds() / 3600))
        case errors.NoHoliday():
            return say("refused-no-holiday", command=Code(f"/holidays {words.words('holidays-example')}"))
        case errors.NoClock(game):
            return say("refused-no-clock", game=game, command=Code("/challenge"))
        case errors.OwnTime(game):
            return say("refused-own-time", command=Code(f"/board {game}"))
        case errors.NotOutOfTime(_, opponent):
            return say("refused-not-out-of-time", opponent=named(opponent))
        case errors.NotRolled(game):
            return say("refused-not-rolled", command=Code(f"/roll {game}"))
        case errors.AlreadyRolled(game, roll, possible):
            command = f"/move {game} {numbers.other_text(str(possible[0]))}" if possible else f"/done {game}"
            return say("refused-rolled", roll=str(roll), command=Code(command))
        case errors.TurnIncomplete(_, dice, possible):
            moves = numbers.other_text(listed(possible))
            return say("refused-incomplete", dice=", ".join(map(str, dice)), moves=moves)
        case errors.NothingToTakeBack():
            return say("refused-nothing-back")
        case errors.CannotTakeBack(game, made):
            command = f"/undo {game} {Keyword.ALL.said(words)}"
            return say("refused-back-count", made=made, command=Code(command))
        case errors.OfferWaits(_, str(opponent)):
            return say("refused-own-offer-waits", name=named(opponent))
        case errors.OfferWaits(game, None):
            accept, decline = Code(f"/accept {game}"), Code(f"/decline {game}")
            return say("refused-offer-waits", accept=accept, decline=decline)
        case errors.NoOffer(game, is_late):
            message = "refused-offer-over" if is_late else "refused-no-offer"
            return say(message, game=game, command=Code(f"/draw {game}"))
        case errors.CannotResignAt(game, ()):
            return say("refused-resign-finished", game=game)
        case errors.CannotResignAt(game, grades, cube):
            ways = [_how_to_resign(words, game, grade, cube) for grade in grades]
            return say("refused-resign", game=game, ways=join(ways, ", "))
        case errors.NoSuchChallenge(challenge):
            return say("refused-no-such-challenge", challenge=challenge, command=Code("/challenge"))
        case errors.ChallengeClosed(_, None):
            return say("refused-closed", command=Code("/challenge"))
        case errors.ChallengeClosed(_, str(game)):
            return say("refused-closed-game", game=game, command=Code(f"/board {game}"))
        case errors.ChallengeTaken(_):
            return say("refused-taken", command=Code("/challenge"))
        case errors.ChallengerBlocked(name):
            return say("refused-blocked", name=named(name), command=Code(f"/unblock {shortened(name)}"))
        case errors.ChallengeExpired(_, _, True):
            return say("refused-invitation-expired", command=Code("/challenge"))
        case errors.ChallengeExpired(_, rematch_of):
            command = "/challenge" if rematch_of is None else f"/rematch {rematch_of}"
            return say("refused-challenge-expired", command=Code(command))
        case errors.ChallengeForAnother(_, ""):
            return say("refused-for-anyone")
        case errors.ChallengeForAnother(_, opponent):
            opponent_name = named(opponent)
            return say("refused-for-another", opponent=opponent_name, command=Code("/challenge"))
        case errors.OwnChallenge(challenge):
            return say("refused-own", command=Code(f"/cancel {challenge}"))
        case errors.NotTheChallenger(challenge):
            return say("refused-not-challenger", command=Code(f"/decline {challenge}"))
        case errors.ChallengedSelf():
            return say("refused-self", command=Code("/play"))
        case errors.TooManyNew(wait, name):
            minutes = -(-int(wait.total_seconds()) // 60) or 1
            if name is None:
                return say("refused-chat-full", minutes=minutes)
            return say("refused-called-often", name=named(name), minutes=minutes)
        case errors.TooFast(wait):
            return say("refused-too-fast", seconds=math.ceil(wait.total_seconds()))
        case errors.TooManyAttempts(wait, kind):
            return say(_ATTEMPTS[kind], minutes=-(-int(wait.total_seconds()) // 60) or 1)
        case errors.CannotReach(name):
            return say("refused-unreached", name=named(name), command=Code("/challenge"))
        case errors.MayNotSet(option, players_may):
            who = "refused-setting-players" if players_may else "refused-setting-admins"
            return say(who, option=words.words(f"setting-{option}"))
        case errors.CannotBlock(name):
            return say("refused-block", name=named(name), command=Code("/block"))
        case errors.NotBlocked(name):
            return say("refused-not-blocked", name=named(name), command=Code("/block"))
        case errors.NobodyNamed(name):
            return say("refused-nobody", name=named(name), command=Code("/challenge"))
        case errors.SeveralNamed(name):
            return say("refused-several", name=named(name), command=Code("/challenge"))
        case errors.TooManyOfTheirs(name, limit):
            return say("refused-too-many-theirs", name=named(name), limit=str(limit))
        case errors.ChallengeChanged(challenge):
            return say("refused-challenge-changed", command=Code(f"/decline {challenge}"))
        case errors.TooManyGames(limit):
            return say("refused-too-many-games", limit=str(limit))
        case errors.TooManyChallenges(limit):
            return say("refused-too-many-challenges", limit=str(limit), command=Code("/cancel"))
        case _:
            return (
                _option_refusal(words, refusal)
                or _admission_refusal(words, refusal)
                or _own_data_refusal(words, refusal)
                or _link_refusal(words, refusal)
                or _match_refusal(words, refusal)
            )


def _link_refusal(words: Words, refusal: errors.Refusal) -> Text:  # noqa: PLR0911 (one case for each)
    """Return the text for accounts that cannot be linked or parted; nothing, if it is another refusal."""
    say, command = words.say, Code("/link")
    match refusal:
        case errors.NoSuchLinkCode():
            return say("refused-link-code", command=command)
        case errors.OwnLinkCode():
            return say("refused-link-own")
        case errors.TooManyLinkCodes(wait):
            return say("refused-link-codes", hours=math.ceil(wait.total_seconds() / 3600))
        case errors.SamePlatform(platform):
            return say("refused-link-platform", platform=platform_words(words, platform))
        case errors.HavePlayed(name):
            return say("refused-link-played", name=named(name))
        case errors.NoSuchLink():
            return say("refused-link-past", command=command)
        case errors.HistoryStays(platform):
            return say("refused-unlink-first", platform=platform_words(words, platform))
        case errors.NothingToUnlink():
            return say("refused-unlink", command=command)
        case _:
            return ()


def _option_refusal(  # noqa: C901, PLR0911, PLR0912 (one case for each)
    words: Words, refusal: errors.Refusal
) -> Text:
    """Return the text for options that cannot be agreed on or set; nothing, if it is another refusal."""
    say = words.say
    match refusal:
        case errors.NoCube(ruleset):
            names = ", ".join(name for name, rules in RULESETS.items() if rules.cube)
            return say("refused-no-cube", rules=rules_name(words, ruleset), names=names)
        case errors.NoCubeToOnePoint():
            return say("refused-no-cube-to-one")
        case errors.NotExtended(ruleset):
            names = ", ".join(n for n, rules in RULESETS.items() if rules.scoring is Scoring.OYN_MARS)
            return say("refused-not-extended", rules=rules_name(words, ruleset), names=names)
        case errors.NoSuchLength() | errors.TwoLengths():
            points, games = Code(f"{Keyword.TO.said(words)} 5"), Code(f"3 {Keyword.GAMES.said(words)}")
            wrong = "refused-two-lengths" if isinstance(refusal, errors.TwoLengths) else "refused-length"
            return say(wrong, points=points, games=games)
        case errors.NoSuchClock() | errors.TwoClocks():
            turn = Code(f"3 {words.words('typed-so-many-days', count=3)}")
            bank = Code(words.words("typed-some-bank"))
            wrong = "refused-two-clocks" if isinstance(refusal, errors.TwoClocks) else "refused-clock"
            return say(wrong, turn=turn, bank=bank, none=Code(words.words("typed-no-clock")))
        case errors.NoClockAgainstComputer():
            return say("refused-clock-program", command=Code("/challenge"))
        case errors.NoSuchZone(name, zones):
            typed, example = Code(shortened(name)), Code("/settings zone Europe/Berlin")
            if not zones:
                return say("refused-zone", name=typed, command=example)
            return say("refused-zones", name=typed, names=listed(zones))
        case errors.NoSuchName():
            return say("refused-name", command=Code("/settings name off"))
        case errors.NameLooksTaken():
            return say("refused-name-taken", command=Code("/settings name off"))
        case errors.NoSuchHours():
            return say("refused-hours", command=Code("/settings quiet 22-8"))
        case errors.NoSuchTime():
            return say("refused-time", command=Code("/settings digest 09:00"))
        case errors.NoPrivateChat():
            return say("refused-no-private-chat", start=Code("/start"))
        case errors.NoZone():
            return say("refused-no-zone", command=Code("/settings zone Europe/Berlin"))
        case errors.NotAStarter():
            first = Keyword.FIRST.said(words)
            me, other = (Code(f"{first} {who.said(words)}") for who in (Keyword.ME, Keyword.OPPONENT))
            return say("refused-starter", me=me, other=other)
        case _:
            return ()


def _own_data_refusal(words: Words, refusal: errors.Refusal) -> Text:
    """Return the text for what concerns data that is stored about people; nothing, if it is another."""
    say = words.say
    match refusal:
        case errors.StillPlays():
            return say("refused-still-plays", command=Code("/forget"))
        case errors.TooManyExports(wait):
            return say("refused-many-exports", hours=math.ceil(wait.total_seconds() / 3600))
        case errors.OpponentForgotten():
            return say("refused-opponent-forgotten", command=Code("/challenge"))
        case _:
            return ()


def _admission_refusal(words: Words, refusal: errors.Refusal) -> Text:
    """Return the text for what those who run the bot prevent, or cannot do; nothing, if it is another."""
    say = words.say
    match refusal:
        case errors.Draining():
            return say("refused-draining")
        case errors.Banned():
            return say("refused-banned")
        case errors.OpponentBanned(name):
            return say("refused-opponent-banned", name=named(name), command=Code("/challenge"))
        case errors.CannotBan():
            return say("refused-cannot-ban")
        case errors.AlreadyAnnounced():
            return say("refused-already-announced")
        case _:
            return ()


def _match_refusal(words: Words, refusal: errors.Refusal) -> Text:  # noqa: C901, PLR0911 (one case for each)
    """Return the text for a refusal about a match or the cube; nothing, if it is another."""
    say = words.say
    match refusal:
        case errors.CannotDouble(game, why):
            return _no_double(words, game, why)
        case errors.NothingDoubled(game):
            return say("refused-nothing-doubled", game=game, command=Code(f"/board {game}"))
        case errors.DoubleWaits(game):
            return say("refused-double-waits", take=Code(f"/take {game}"), drop=Code(f"/drop {game}"))
        case errors.NothingToChoose(game):
            return say("refused-nothing-to-choose", game=game, command=Code(f"/board {game}"))
        case errors.ChoiceWaits(game):
            return say("refused-choice-waits", keep=Code(f"/keep {game}"), reroll=Code(f"/reroll {game}"))
        case errors.NoHints():
            return say("refused-no-hints", command=Code("/challenge hints"), play=Code("/play"))
        case errors.HintWaits():
            return say("refused-hint-waits")
        case errors.MatchGoesOn(game):
            return say("refused-match-goes-on", command=Code(f"/continue {game}"))
        case errors.MatchIsOver(game):
            return say("refused-match-over", command=Code(f"/rematch {game}"))
        case errors.NextBegun(_, following):
            return say("refused-next-begun", game=following, command=Code(f"/board {following}"))
        case _:
            raise TypeError(f"a refusal without words: {refusal!r}")


def _no_double(words: Words, game: str, why: errors.WhyNoDouble) -> Text:
    roll = Code(f"/roll {game}")
    match why:
        case errors.WhyNoDouble.NO_CUBE:
            return words.say("refused-double-no-cube", command=Code("/challenge cube"))
        case errors.WhyNoDouble.ROLLED:
            return words.say("refused-double-rolled")
        case errors.WhyNoDouble.OWNED:
            return words.say("refused-double-owned", roll=roll)
        case errors.WhyNoDouble.HIGHEST:
            return words.say("refused-double-highest", roll=roll)


def rules_error_text(words: Words, error: NardyRulesError, numbers: Numbering = ON_THE_BOARD) -> Text:
    """Return the text for moves that the rules refuse.

    Args:
        words: the player's language.
        error: the refusal, whose points are those of the board.
        numbers: how the player counts them.

    Raises:
        bot.rules.NardyRulesError: it is none that a player can cause.
    """
    match error:
        case IllegalMove():
            return _illegal(words, error, numbers)
        case NotUnderstood():
            text = shortened(numbers.other_text(error.part), LONGEST_QUOTE)
            return words.say("not-understood", text=Code(text))
        case AmbiguousMove():
            return words.say("choose-move")
        case _:
            raise error


def _how_to_resign(words: Words, game: str, grade: Grade, cube: int) -> Text:
    command = Code(f"/resign {game} {grade.value}")
    return words.say("refused-resign-way", command=command, grade=grade_words(words, grade, cube))


def why_illegal(words: Words, error: IllegalMove, numbers: Numbering = ON_THE_BOARD) -> Text:
    """Return why a move cannot be made, without what could be played instead."""
    start, stop, point = (
        None if place is None else numbers.other(place) for place in (error.start, error.stop, error.point)
    )
    return words.say(
        "why-no-checker-on-bar" if start == BAR and error.reason in _NONE_THERE else _WHY[error.reason],
        start=place_words(words, start),
        stop=place_words(words, stop),
        point=place_words(words, point),
        move=place_words(words, start) if start is None or stop is None else written(start, stop),
        holder=error.holder or Side.WHITE,
        done=Code("/done"),
        undo=Code("/undo"),
    )


def _illegal(words: Words, error: IllegalMove, numbers: Numbering) -> Text:
    if not error.after:
        return _not_now(words, error, numbers)
    before = numbers.other_text(write_moves(error.after))
    if error.possible:
        return words.say("illegal-after", moves=before, text=_not_now(words, error, numbers))
    return words.say(
        "illegal-left-over", moves=before, start=place_words(words, numbers.other(error.start or 0))
    )


def _not_now(words: Words, error: IllegalMove, numbers: Numbering) -> Text:
    why = why_illegal(words, error, numbers)
    if error.reason in (Reason.TURN_COMPLETE, Reason.NOTHING_POSSIBLE):
        return why
    return words.say("illegal", why=why, way=_alternative(words, error, numbers))


def _alternative(words: Words, error: IllegalMove, numbers: Numbering) -> Text:
    """Return what can be played instead: by which die, if it is all from the point that was meant."""
    start, possible = error.start, error.possible
    if not possible:
        return words.say(_WHY[Reason.TURN_COMPLETE], done=Code("/done"), undo=Code("/undo"))
    if any(move.start != start for move in possible):
        return words.say("way-from", moves=numbers.other_text(listed(possible)))
    actor = [
        words.words("way-by-die", die=str(move.die), move=numbers.other_text(str(move))) for move in possible
    ]
    ways = actor[0] if len(actor) == 1 else words.words("way-or", first=", ".join(actor[:-1]), last=actor[-1])
    from_there = place_words(words, None if start is None else numbers.other(start))
    return words.say("way-by", start=from_there, moves=ways)
