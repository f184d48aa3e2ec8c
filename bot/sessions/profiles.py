"""Profiles: a player's results and dice statistics, overall or against one opponent."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, tzinfo
from fractions import Fraction
from statistics import fmean
from typing import Self

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.engine import Band, band_of, read_analysis
from bot.rules import RULESETS, Grade, Roll, Side
from bot.sessions.core import SessionCore
from bot.sessions.loaded_game import LoadedGame
from bot.sessions.mapping import player_of, read_outcome
from bot.sessions.values import Player
from storage import analyses, people, puzzles, results
from storage.results import ResultCount, RollCount

MOST_COUNTED = 200
"""Dice are counted in at most this many of the latest games: reading them from each game's events is slow."""
MOST_CHARTED = 24
"""The most games whose errors a profile charts."""
LATELY = 10
"""The number of last games over which a player's errors are averaged."""
MOST_OPPONENTS = 10
"""The most opponents that a profile lists."""
MONTHS = 12
"""A profile lists results of at most this many months, up to the month in which its last game ended."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Totals of a player's finished games.

    Args:
        won: the number of games won.
        lost: the number of games lost.
        drawn: the number of games drawn.
        points: the points that the player scored.
        others_points: the points that the opponents scored against the player.
        wins: the number of games won, by grade (oyn, mars and so on).
        losses: the number of games lost, by grade.
    """

    won: int = 0
    lost: int = 0
    drawn: int = 0
    points: Fraction = Fraction(0)
    others_points: Fraction = Fraction(0)
    wins: Mapping[Grade, int] = field(default_factory=dict)
    losses: Mapping[Grade, int] = field(default_factory=dict)

    @property
    def games(self) -> int:
        """The number of all games: those won, lost and drawn together."""
        return self.won + self.lost + self.drawn

    @classmethod
    def of(cls, counts: Iterable[ResultCount]) -> Self:
        """Return the totals of results that the database has counted by outcome and by the player's side.

        Raises:
            ValueError: a stored outcome is invalid.
            KeyError: as above.
        """
        wins: Counter[Grade] = Counter()
        losses: Counter[Grade] = Counter()
        drawn, points, others = 0, Fraction(0), Fraction(0)
        for each in counts:
            side, outcome = Side.WHITE if each.is_white else Side.BLACK, read_outcome(each.outcome)
            if outcome is None:
                continue
            points += outcome.points_of(side) * each.count
            others += outcome.points_of(side.other) * each.count
            if outcome.winner is None or outcome.grade is None:
                drawn += each.count
            else:
                (wins if outcome.winner is side else losses)[outcome.grade] += each.count
        return cls(wins.total(), losses.total(), drawn, points, others, wins, losses)


@dataclass(frozen=True, slots=True)
class Month:
    """A player's results in one month.

    Args:
        month: the month, from 1 to 12.
        tally: the games that ended in that month, in the reader's time zone.
    """

    year: int
    month: int
    tally: Tally


@dataclass(frozen=True, slots=True)
class Luck:
    """Dice statistics of some rolls.

    Args:
        rolls: the number of rolls.
        pips: the sum of the pips rolled; two equal dice count as often as the rule set lets them be played.
        doubles: the number of rolls with two equal dice.
    """

    rolls: int = 0
    pips: int = 0
    doubles: int = 0

    @classmethod
    def of(cls, counts: Iterable[RollCount]) -> Self:
        """Return the statistics of rolls that the database has counted by dice and rule set.

        Raises:
            ValueError: a stored roll is invalid.
        """
        rolls = pips = doubles = 0
        for each in counts:
            roll = Roll.parse(each.roll)
            rolls += each.count
            pips += sum(roll.dice(RULESETS[each.ruleset])) * each.count
            doubles += each.count if roll.is_double else 0
        return cls(rolls, pips, doubles)


@dataclass(frozen=True, slots=True)
class Profile:
    """A player's statistics, overall or against one opponent.

    Args:
        opponent: the opponent; None for all games with people.
        tally: the totals of these games.
        by_rules: their totals by the rule set's name, the most played first.
        by_month: their totals by month, at most the last `MONTHS`, in ascending order.
        own_dice: the player's dice in the latest `MOST_COUNTED` of these games.
        others_dice: the opponents' dice in the same games.
        with_computer: the totals of games with the computer player; all zero if `opponent` is given.
        puzzles_found: the number of puzzles of the day whose best turn the player found.
        puzzles_answered: the number of those that the player answered; zero if `opponent` is given.
        puzzle_days: the days in a row (UTC), up to today or yesterday, on which the player answered one; zero
            if `opponent` is given.
    """

    player: Player
    opponent: Player | None
    tally: Tally
    by_rules: Mapping[str, Tally]
    by_month: tuple[Month, ...]
    own_dice: Luck
    others_dice: Luck
    with_computer: Tally = Tally()
    puzzles_found: int = 0
    puzzles_answered: int = 0
    puzzle_days: int = 0


@dataclass(frozen=True, slots=True)
class RecentPlay:
    """How well a player played lately, by the analyses that are still kept.

    Args:
        errors: the points lost a turn with a choice, of at most `MOST_CHARTED` games, the oldest first.
        luck: the average luck of these games, in points; None without a game.
    """

    errors: tuple[float, ...] = ()
    luck: float | None = None

    @property
    def lately(self) -> tuple[float, ...]:
        """The errors of the last games, which `error` is the average of."""
        return self.errors[-LATELY:]

    @property
    def error(self) -> float | None:
        """The points lost a turn in the last games; None without a game."""
        return fmean(self.lately) if self.lately else None

    @property
    def band(self) -> Band | None:
        """The class of playing strength of the last games; None without a game."""
        return None if self.error is None else band_of(self.error)


class Profiles:
    """Service that computes players' statistics from games played with the bot.

    Uploaded records do not count, because a player can write any record by hand.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def of(self, player: int, zone: tzinfo = UTC) -> Profile:
        """Return a player's profile: games with people in detail, those with the computer player as a total.

        Args:
            zone: the time zone in which months begin.
        """
        async with self._core.database.read() as connection:
            row = await people.player(connection, player)
            months = _months_until(await results.last_end(connection, player), zone)
            counts = await results.results_of(connection, player, _starts(months, zone))
            rolls = await results.rolls_of(connection, player, MOST_COUNTED)
            yesterday = (self._core.clock().date() - timedelta(days=1)).isoformat()
            found, answered, in_a_row = await puzzles.daily_counts(connection, player, yesterday)
        with_people = [each for each in counts if not each.is_computer]
        with_computer = Tally.of(each for each in counts if each.is_computer)
        profile = _profile(player_of(row), None, with_people, months, rolls, with_computer)
        return replace(profile, puzzles_found=found, puzzles_answered=answered, puzzle_days=in_a_row)

    async def between(self, player: int, other: int, zone: tzinfo = UTC) -> Profile:
        """Return a player's profile against one opponent, who may be the computer player.

        Args:
            zone: the time zone in which months begin.
        """
        async with self._core.database.read() as connection:
            rows = await people.players_of(connection, (player, other))
            months = _months_until(await results.last_end(connection, player, other), zone)
            counts = await results.results_between(connection, player, other, _starts(months, zone))
            rolls = await results.rolls_between(connection, player, other, MOST_COUNTED)
        return _profile(player_of(rows[player]), player_of(rows[other]), counts, months, rolls)

    async def play_of(self, player: int) -> RecentPlay:
        """Return how well a player played in the last games whose analysis is kept."""
        async with self._core.database.read() as connection:
            found = await analyses.analysed_lately(connection, player, MOST_CHARTED)
        played = await asyncio.to_thread(
            lambda: [
                read_analysis(text).performance(Side.WHITE if is_white else Side.BLACK)
                for is_white, text in reversed(found)
            ]
        )
        chosen = [each for each in played if each.unforced]
        return RecentPlay(
            tuple(each.error for each in chosen), fmean(each.luck for each in chosen) if chosen else None
        )

    async def against(self, player: int) -> list[tuple[Player, Tally]]:
        """Return a player's opponents (at most `MOST_OPPONENTS`) and results, the most played first."""
        async with self._core.database.read() as connection:
            counts = await results.results_by_opponent(connection, player, MOST_OPPONENTS)
            rows = await people.players_of(connection, counts)
        return [(player_of(rows[other]), Tally.of(each)) for other, each in counts.items()]

    async def computer_player(self, name: str) -> int | None:
        """Return the id of the computer player with an internal name; None if it has never played."""
        async with self._core.database.read() as connection:
            found = await people.computer_player(connection, name)
        return None if found is None else found.id


async def tally_after(connection: AsyncConnection, game: LoadedGame) -> Tally | None:
    """Return the results of a game's White against its Black in all their games up to and including it.

    The two may have changed sides in earlier games. Later games do not count, so the result is the same
    whenever the game is shown (unless the machine's clock was set back between two games). Return None for an
    unfinished game and for one with the computer player.
    """
    if not game.is_over or game.white.is_computer or game.black.is_computer:
        return None
    seats = game.white.id, game.black.id
    return Tally.of(await results.results_until(connection, *seats, game.changed, game.id))


def _profile(
    player: Player,
    opponent: Player | None,
    counts: list[ResultCount],
    months: list[int],
    rolls: list[RollCount],
    with_computer: Tally = Tally(),
) -> Profile:
    by_rules = {
        ruleset: Tally.of(each for each in counts if each.ruleset == ruleset)
        for ruleset in {each.ruleset for each in counts}
    }
    return Profile(
        player,
        opponent,
        Tally.of(counts),
        dict(sorted(by_rules.items(), key=lambda item: (-item[1].games, item[0]))),
        _by_month(counts, months),
        Luck.of(each for each in rolls if each.is_own),
        Luck.of(each for each in rolls if not each.is_own),
        with_computer,
    )


def _months_until(last: datetime | None, zone: tzinfo) -> list[int]:
    """Return the last `MONTHS` months, up to the one that contains the moment `last`; empty if it is None.

    Each month is the number of months since the beginning of the year 0.
    """
    if last is None:
        return []
    there = last.astimezone(zone)
    number = 12 * there.year + there.month - 1
    return [*range(number - MONTHS + 1, number + 1)]


def _starts(months: list[int], zone: tzinfo) -> list[datetime]:
    """Return the moments, in UTC, at which months begin in a time zone.

    Args:
        months: the months, as `_months_until` returns them.
    """
    return [datetime(number // 12, number % 12 + 1, 1, tzinfo=zone).astimezone(UTC) for number in months]


def _by_month(counts: list[ResultCount], months: list[int]) -> tuple[Month, ...]:
    """Return the results of each of some months, without the months before the first one with a game.

    If there were games before all these months, none is left out.

    Args:
        counts: results, each with its month's place in `months` from 1, or 0 if it is earlier.
        months: the months, as `_months_until` returns them.
    """
    first = min((each.month for each in counts), default=0) or 1
    return tuple(
        Month(number // 12, number % 12 + 1, Tally.of(each for each in counts if each.month == place))
        for place, number in enumerate(months, 1)
        if place >= first
    )
