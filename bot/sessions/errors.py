"""Refusals: why something that a person asked for is not done. Nothing has changed then."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from bot.rules import Grade, Move, Roll


class AlreadyDone(Exception):
    """The very same press, update or request was applied before."""


class PlayerMerged(Exception):
    """Two players became one since somebody was found, or one became two: who acts has to be found anew."""


class TooManyAnalyses(Exception):
    """So many games are being analysed that another would wait too long."""


class Refusal(Exception):
    """What a person asked for cannot be done. Each refusal carries what the person needs to be told."""


@dataclass
class NoSuchGame(Refusal):
    """No game has this id."""

    game: str


@dataclass
class NoSuchShare(Refusal):
    """The token of a shared board leads nowhere: nobody made it, or its link was ended."""


@dataclass
class NoSuchPuzzle(Refusal):
    """There is no such puzzle, or it was asked elsewhere."""


@dataclass
class PuzzleIsOver(Refusal):
    """The position of the day is closed: its answer was shown."""


@dataclass
class NotShared(Refusal):
    """The game's board is shown to nobody by a link, so that there is no link to end."""

    game: str


@dataclass
class NotSeated(Refusal):
    """The person does not play in this game."""

    game: str


@dataclass
class NotYourTurn(Refusal):
    """Another player is to act, the computer player if nobody is named."""

    game: str
    actor: str | None


@dataclass
class StaleBoard(Refusal):
    """The board pressed on belongs to an earlier turn."""

    game: str


@dataclass
class GameIsOver(Refusal):
    """The game has ended."""

    game: str


@dataclass
class GameGoesOn(Refusal):
    """What was asked for waits for the end of the game."""

    game: str


@dataclass
class NotRolled(Refusal):
    """The dice are to be thrown first."""

    game: str


@dataclass
class AlreadyRolled(Refusal):
    """The dice lie on the board."""

    game: str
    roll: Roll
    possible: tuple[Move, ...]


@dataclass
class TurnIncomplete(Refusal):
    """More dice can be played, so they must be."""

    game: str
    dice: tuple[int, ...]
    possible: tuple[Move, ...]


@dataclass
class NothingToTakeBack(Refusal):
    """No move of this turn has been made yet."""

    game: str


@dataclass
class CannotTakeBack(Refusal):
    """Only some moves of this turn have been made, and not as many can be taken back as was asked."""

    game: str
    made: int


@dataclass
class OfferWaits(Refusal):
    """An offer is waiting for its answer: the person's, or that of the opponent with this name."""

    game: str
    opponent: str | None = None


@dataclass
class NoOffer(Refusal):
    """There is no offer to answer; `is_late` if the person has seen the offer before."""

    game: str
    is_late: bool = False


@dataclass
class CannotResignAt(Refusal):
    """That value cannot happen from this position any more, or is not scored in this game."""

    game: str
    grades: tuple[Grade, ...]
    cube: int = 1


@dataclass
class NoSuchChallenge(Refusal):
    """No challenge has this id, or there is none to answer."""

    challenge: str


@dataclass
class ChallengeClosed(Refusal):
    """The challenge was accepted, declined or cancelled before."""

    challenge: str
    game: str | None


@dataclass
class ChallengeTaken(Refusal):
    """Somebody else has accepted the challenge, which was to anyone."""

    challenge: str


@dataclass
class ChallengerBlocked(Refusal):
    """The player has blocked who made the challenge."""

    name: str


@dataclass
class ChallengeExpired(Refusal):
    """Nobody answered the challenge in time, or who made it did not start the game with who had taken it."""

    challenge: str
    rematch_of: str | None
    was_taken: bool = False


@dataclass
class ChallengeForAnother(Refusal):
    """The challenge names somebody else."""

    challenge: str
    opponent: str


@dataclass
class OwnChallenge(Refusal):
    """One cannot accept or decline one's own challenge."""

    challenge: str


@dataclass
class NotTheChallenger(Refusal):
    """Only the one who made a challenge may cancel it."""

    challenge: str


@dataclass
class TooManyAttempts(Refusal):
    """The person has named too many challenges or links that are not his to know of, and must wait."""

    wait: timedelta
    kind: str = "invitation"


@dataclass
class MayNotSet(Refusal):
    """Others may change this option of a shared chat: who administers it, and perhaps who plays there."""

    option: str
    players_may: bool


@dataclass
class NoSuchName(Refusal):
    """Nothing can be seen of what was typed, so nobody can be called so."""


@dataclass
class NameLooksTaken(Refusal):
    """The name that was typed looks like that of another player, or of the computer player."""


@dataclass
class NoSuchZone(Refusal):
    """No time zone is called so, or several are: these."""

    name: str
    zones: tuple[str, ...] = ()


@dataclass
class NoSuchHours(Refusal):
    """What was typed says no hours of a day."""


@dataclass
class NoSuchTime(Refusal):
    """What was typed says no time of day."""


@dataclass
class NoPrivateChat(Refusal):
    """The bot has no private chat with the player in which it may write to him."""


@dataclass
class NoZone(Refusal):
    """What was asked for is meant in the player's own time zone, which is not known."""


@dataclass
class CannotReach(Refusal):
    """A person who is named is never heard in private, where alone he may be called."""

    name: str


@dataclass
class CannotBlock(Refusal):
    """One can block neither oneself nor who was forgotten, nor the computer player: if nobody is named."""

    name: str | None


@dataclass
class NotBlocked(Refusal):
    """There is no block to take back."""

    name: str


@dataclass
class ChallengedSelf(Refusal):
    """One cannot play against oneself."""


@dataclass
class NobodyNamed(Refusal):
    """Nobody here shows this name."""

    name: str


@dataclass
class SeveralNamed(Refusal):
    """Several people here show this name."""

    name: str


@dataclass
class TooManyGames(Refusal):
    """More open games than one person can keep."""

    limit: int


@dataclass
class TooManyChallenges(Refusal):
    """More open challenges than one person can keep."""

    limit: int


@dataclass
class TooManyOfTheirs(Refusal):
    """Somebody else has more open games than one person can keep."""

    name: str
    limit: int


@dataclass
class ChallengeChanged(Refusal):
    """The card of a challenge that was pressed is not as the challenge stands now."""

    challenge: str


@dataclass
class TooFast(Refusal):
    """The person has asked for more than his budget holds, and must wait."""

    wait: timedelta


@dataclass
class TooManyNew(Refusal):
    """A chat has had so many new cards and boards of late, or a person was challenged so often, by name."""

    wait: timedelta
    name: str | None = None


@dataclass
class NoCube(Refusal):
    """The game is played without a doubling cube."""

    ruleset: str


@dataclass
class NoCubeToOnePoint(Refusal):
    """A match to one point has no cube."""


@dataclass
class NotExtended(Refusal):
    """The game does not score oyn and mars, so koks and home mars cannot be added."""

    ruleset: str


@dataclass
class NoSuchLength(Refusal):
    """No match is that long."""


@dataclass
class TwoLengths(Refusal):
    """A match has one length, and two were asked for."""


@dataclass
class NoSuchClock(Refusal):
    """No game can have such a clock."""


@dataclass
class TwoClocks(Refusal):
    """A game has one clock."""


@dataclass
class NoClockAgainstComputer(Refusal):
    """The program waits for people without a clock."""


class WhyNoDouble(Enum):
    """Why a player may not double."""

    NO_CUBE = "no-cube"
    ROLLED = "rolled"
    OWNED = "owned"
    HIGHEST = "highest"


@dataclass
class CannotDouble(Refusal):
    """The player may not double now."""

    game: str
    why: WhyNoDouble


@dataclass
class NothingDoubled(Refusal):
    """No double waits for an answer."""

    game: str


@dataclass
class DoubleWaits(Refusal):
    """The double is to be taken or dropped first."""

    game: str


@dataclass
class NothingToChoose(Refusal):
    """There is no opening throw to keep or to throw anew."""

    game: str


@dataclass
class ChoiceWaits(Refusal):
    """The opening throw is to be kept or thrown anew first."""

    game: str


@dataclass
class NoHints(Refusal):
    """Hints were not agreed on in this game."""

    game: str


@dataclass
class HintWaits(Refusal):
    """The hint that the player asked for before is still being thought about."""


@dataclass
class MatchGoesOn(Refusal):
    """What was asked for waits for the end of the match."""

    game: str


@dataclass
class MatchIsOver(Refusal):
    """The match is decided, so it has no next game."""

    game: str


@dataclass
class NextBegun(Refusal):
    """The next game of the match has begun already."""

    game: str
    following: str


@dataclass
class NotAStarter(Refusal):
    """Who starts is one of the two who play."""


@dataclass
class NoClock(Refusal):
    """The game is played without a clock."""

    game: str


@dataclass
class OwnTime(Refusal):
    """The person's own time runs, or has run out: only the opponent can claim."""

    game: str


@dataclass
class NotOutOfTime(Refusal):
    """The opponent has time left, the computer player if nobody is named."""

    game: str
    opponent: str | None


@dataclass
class GamePauses(Refusal):
    """The game pauses by agreement, and has to be resumed first."""

    game: str


@dataclass
class NotPaused(Refusal):
    """The game does not pause."""

    game: str


@dataclass
class NoPause(Refusal):
    """The program waits anyway."""

    game: str


@dataclass
class PastHoliday(Refusal):
    """A holiday cannot begin in the past, nor end before it begins."""


@dataclass
class FarHoliday(Refusal):
    """A holiday can be announced at most a year before it begins."""


@dataclass
class HolidayOverlaps(Refusal):
    """The person has announced another holiday for one of these days."""


@dataclass
class HolidayTooLong(Refusal):
    """The person has fewer days of holidays left in a year."""

    year: int
    left: int


@dataclass
class TooManyHolidays(Refusal):
    """The person has announced holidays so often of late."""

    wait: timedelta


@dataclass
class NoHoliday(Refusal):
    """The person has no holiday that could end."""


@dataclass
class Draining(Refusal):
    """Nothing new is begun, before an upgrade of the bot."""


@dataclass
class Banned(Refusal):
    """Those who run the bot keep the person from challenges."""


@dataclass
class OpponentForgotten(Refusal):
    """The opponent had himself forgotten, and plays no more."""

    game: str


@dataclass
class TooManyExports(Refusal):
    """The person has had several files with all that is stored about him of late."""

    wait: timedelta


@dataclass
class StillPlays(Refusal):
    """Who wants to be forgotten has games again as soon as he has given them up."""


@dataclass
class OpponentBanned(Refusal):
    """Those who run the bot keep the opponent from challenges."""

    name: str


@dataclass
class CannotBan(Refusal):
    """Only others can be banned, and people."""


@dataclass
class AlreadyAnnounced(Refusal):
    """The very same text was announced of late."""


@dataclass
class NoSuchLinkCode(Refusal):
    """Nobody was told this code, or it was used before, or is too old."""


@dataclass
class OwnLinkCode(Refusal):
    """The person was told this code himself: it is to be typed by his other account."""


@dataclass
class TooManyLinkCodes(Refusal):
    """The person has asked for too many codes within a day."""

    wait: timedelta


@dataclass
class SamePlatform(Refusal):
    """Both players have an account on this platform, and one player can have only one there."""

    platform: str


@dataclass
class HavePlayed(Refusal):
    """The two have played each other, or one has challenged the other, so they are not one person."""

    name: str


@dataclass
class NoSuchLink(Refusal):
    """It is not asked any more whether two accounts are one person's, or the link cannot be undone."""


@dataclass
class NothingToUnlink(Refusal):
    """The player has one account, or none on the platform that was named."""


@dataclass
class HistoryStays(Refusal):
    """Another account would take the games from the one with whom they stay, on this platform."""

    platform: str
