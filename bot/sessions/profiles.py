"""Profiles: what a player has won and lost, in all or against one other, and the dice that fell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, tzinfo
from fractions import Fraction
from typing import Self

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.rules import RULESETS, Grade, Roll, Side
from bot.sessions.core import SessionCore
from bot.sessions.loaded_game import LoadedGame
from bot.sessions.mapping import player_of, read_outcome
from bot.sessions.values import Player
from storage import people, results
from storage.results import ResultCount, RollCount

MOST_COUNTED = 200
"""The dice of so many games are counted, those that ended last: they stand in the events of each."""
MONTHS = 12
"""So many months are told one by one, up to that in which a game ended last."""


@dataclass(frozen=True, slots=True)
class Tally:
    """What games came to between a player and others, by finished games.

    Args:
        won: how many the player won.
        lost: how many he lost.
        drawn: how many were drawn.
        points: what he got for them.
        others_points: what the others got.
        wins: how many he won of each grade.
        losses: how many he lost of each grade.
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
        """How many games there were."""
        return self.won + self.lost + self.drawn

    @classmethod
    def of(cls, counts: Iterable[ResultCount]) -> Self:
        """Return what games come to that were counted by how they ended.

        Raises:
            ValueError: what is stored is no outcome.
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
    """What a month came to.

    Args:
        month: the month, from 1.
        tally: the games that ended in it, by the clock of who asks.
    """

    year: int
    month: int
    tally: Tally


@dataclass(frozen=True, slots=True)
class Luck:
    """What somebody rolled.

    Args:
        rolls: how often.
        pips: how many pips that were in all.
        doubles: how often both dice were equal.
    """

    rolls: int = 0
    pips: int = 0
    doubles: int = 0

    @classmethod
    def of(cls, counts: Iterable[RollCount]) -> Self:
        """Return what rolls come to that were counted by their dice.

        Raises:
            ValueError: what is stored is no roll.
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
    """A player's games, all of them or those with one other.

    Args:
        player: whose games.
        opponent: with whom; nobody, if all are meant that were played with people.
        tally: what they came to.
        by_rules: the same by what was played, most first.
        by_month: the same of each of the last months, the last one in which a game ended behind the others.
        own_dice: what the player rolled in his last games.
        others_dice: what his opponents rolled in them.
        with_computer: what the games with the computer player came to, where all are meant.
    """

    player: Player
    opponent: Player | None
    tally: Tally
    by_rules: Mapping[str, Tally]
    by_month: tuple[Month, ...]
    own_dice: Luck
    others_dice: Luck
    with_computer: Tally = Tally()


class Profiles:
    """What players have won and lost.

    Games that somebody brought along count nowhere: nobody saw them played.

    Args:
        core: where games are found.
    """

    def __init__(self, core: SessionCore) -> None:
        self._core = core

    async def of(self, player: int, zone: tzinfo = UTC) -> Profile:
        """Return a player's games with people, and what those with the computer player came to.

        Args:
            zone: where a month begins at midnight.
        """
        async with self._core.database.read() as connection:
            row = await people.player(connection, player)
            months = _months_until(await results.last_end(connection, player), zone)
            counts = await results.results_of(connection, player, _starts(months, zone))
            rolls = await results.rolls_of(connection, player, MOST_COUNTED)
        with_people = [each for each in counts if not each.is_computer]
        with_computer = Tally.of(each for each in counts if each.is_computer)
        return _profile(player_of(row), None, with_people, months, rolls, with_computer)

    async def between(self, player: int, other: int, zone: tzinfo = UTC) -> Profile:
        """Return the games of a player with another.

        Args:
            player: the player, who comes first in everything.
            other: the other one.
            zone: where a month begins at midnight.
        """
        async with self._core.database.read() as connection:
            rows = await people.players_of(connection, (player, other))
            months = _months_until(await results.last_end(connection, player, other), zone)
            counts = await results.results_between(connection, player, other, _starts(months, zone))
            rolls = await results.rolls_between(connection, player, other, MOST_COUNTED)
        return _profile(player_of(rows[player]), player_of(rows[other]), counts, months, rolls)

    async def computer_player(self, name: str) -> int | None:
        """Return the computer player, if it has ever played."""
        async with self._core.database.read() as connection:
            found = await people.computer_player(connection, name)
        return None if found is None else found.id


async def tally_after(connection: AsyncConnection, game: LoadedGame) -> Tally | None:
    """Return how two people stood, White first, once a game between them had ended; else nothing.

    It is counted by the games that ended before, so that it is the same whenever it is asked, but where the
    clock was set back between two ends.
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
    """Return the last months up to that of a moment, each as how many there were since the year 0."""
    if last is None:
        return []
    there = last.astimezone(zone)
    number = 12 * there.year + there.month - 1
    return [*range(number - MONTHS + 1, number + 1)]


def _starts(months: list[int], zone: tzinfo) -> list[datetime]:
    """Return when months begin somewhere."""
    return [datetime(number // 12, number % 12 + 1, 1, tzinfo=zone).astimezone(UTC) for number in months]


def _by_month(counts: list[ResultCount], months: list[int]) -> tuple[Month, ...]:
    """Return what each of the months came to, from the first in which a game ended."""
    first = min((each.month for each in counts), default=0) or 1
    return tuple(
        Month(number // 12, number % 12 + 1, Tally.of(each for each in counts if each.month == place))
        for place, number in enumerate(months, 1)
        if place >= first
    )
