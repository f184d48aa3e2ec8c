"""Profile page: a player's results, errors, luck and opponents as figures that a web page draws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.sessions import BANDS, Player, Profile, RecentPlay, Tally
from bot.talk.catalog import Words
from bot.talk.wording import name_alone, points

_NONE = "–"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure of a profile, with its name above and a note below it."""

    name: str
    value: str
    note: str


@dataclass(frozen=True, slots=True)
class BandLine:
    """A class of playing strength in the chart.

    Args:
        name: its name in the reader's language.
        most: the most points lost a turn in it.
    """

    name: str
    most: float


@dataclass(frozen=True, slots=True)
class OpponentLine:
    """A person's games against one opponent.

    Args:
        score: the games won and lost.
        share: the part of the games that was won, from 0 to 1; a draw counts half.
    """

    name: str
    score: str
    share: float


@dataclass(frozen=True, slots=True)
class ProfilePage:
    """A person's own profile.

    Args:
        errors: the points lost a turn in each game that is analysed, the oldest first.
        says: the chart in words.
        bands: the classes of playing strength, the best first.
        against: the opponents, the one with most games first.
    """

    name: str = ""
    figures: tuple[Figure, ...] = ()
    errors: tuple[float, ...] = ()
    says: str = ""
    bands: tuple[BandLine, ...] = ()
    against: tuple[OpponentLine, ...] = ()


def profile_page(
    words: Words, profile: Profile, play: RecentPlay, against: Sequence[tuple[Player, Tally]]
) -> ProfilePage:
    """Return a person's own profile for a web page.

    Args:
        against: the opponents, each with the totals of the person's games against them.
    """
    everyone, computer = profile.tally, profile.with_computer
    won, drawn = everyone.won + computer.won, everyone.drawn + computer.drawn
    games = everyone.games + computer.games
    found, answered = profile.puzzles_found, profile.puzzles_answered
    share = str(round(100 * won / games)) if games else ""
    return ProfilePage(
        profile.player.name,
        (
            Figure(
                words.words("profile-won"),
                words.words("profile-of", part=won, whole=games) if games else _NONE,
                words.words("profile-won-note", share=share, drawn=drawn) if games else "",
            ),
            Figure(
                words.words("profile-error"),
                _NONE if play.error is None else points(words, play.error),
                words.words("profile-error-none")
                if play.band is None
                else words.words(
                    "profile-error-note", band=words.words(f"band-{play.band.value}"), games=len(play.lately)
                ),
            ),
            Figure(
                words.words("profile-fortune"),
                _NONE if play.luck is None else points(words, play.luck, 2, signed=True),
                words.words("profile-fortune-note"),
            ),
            Figure(
                words.words("profile-riddles"),
                words.words("profile-days", days=profile.puzzle_days) if answered else _NONE,
                words.words("profile-riddles-note", found=found, answered=answered),
            ),
        ),
        play.errors,
        words.words("profile-error-spoken", errors=", ".join(points(words, each) for each in play.errors)),
        tuple(BandLine(words.words(f"band-{band.value}"), most) for band, most in BANDS),
        tuple(
            OpponentLine(
                name_alone(words, player),
                words.words("profile-score", won=tally.won, lost=tally.lost, drawn=tally.drawn),
                (tally.won + tally.drawn / 2) / tally.games,
            )
            for player, tally in against
        ),
    )
