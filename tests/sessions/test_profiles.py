"""Profiles: what players won and lost, and the tally of two players after each of their games."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest

from bot.rules import Grade, Roll, Side
from bot.rules.events import Cause, Played, Rolled
from bot.rules.rulesets import MatchLength
from bot.sessions import MOST_COUNTED, LoadedGame, Options, Player, puzzle_and_next, puzzle_of_day
from storage import results
from tests.sessions.world import World, second_manager

OYN, MARS = Grade.OYN, Grade.MARS


pytestmark = pytest.mark.on_both


async def finished_game(world: World, loser: Player, grade: Grade = OYN, ruleset: str = "long") -> LoadedGame:
    """Return a game between Anna and Boris that one of them resigned."""
    game = await world.game(ruleset)
    world.clock.forward(minutes=1)
    return await resigned(world, game, loser, grade)


async def resigned(world: World, game: LoadedGame, loser: Player, grade: Grade = MARS) -> LoadedGame:
    """Resign a game as a player and have the opponent accept if needed."""
    offered = await world.manager.resign(world.actor(loser), game.id, grade)
    if offered.is_over:
        return offered
    winner = offered.white if offered.black.id == loser.id else offered.black
    return await world.manager.answer(world.actor(winner), game.id, accept=True)


async def tally_on_board(world: World, game: LoadedGame, by: Player) -> tuple[int, int, int]:
    """Return a player's wins, losses and draws, as a game's board shows them now."""
    tally = (await world.manager.views.game(game.id, world.table.id)).tally
    assert tally is not None
    won, lost = (tally.won, tally.lost) if game.side_of(by.id) is Side.WHITE else (tally.lost, tally.won)
    return won, lost, tally.drawn


async def test_games_are_counted_for_both_colours(world: World) -> None:
    """Wins, losses, points and grades are counted per opponent and per rule set, for either colour."""
    await finished_game(world, world.boris, MARS)
    await finished_game(world, world.boris, ruleset="narde")
    await finished_game(world, world.anna)
    found = await world.manager.profiles.between(world.anna.id, world.boris.id)
    tally = found.tally
    assert (tally.won, tally.lost, tally.drawn) == (2, 1, 0)
    assert (tally.points, tally.others_points) == (Fraction(3), Fraction(1))
    assert (tally.wins[MARS], tally.losses.get(MARS)) == (1, None)
    assert {name: (each.won, each.lost) for name, each in found.by_rules.items()} == {
        "long": (1, 1),
        "narde": (1, 0),
    }
    other = await world.manager.profiles.between(world.boris.id, world.anna.id)
    assert (other.tally.won, other.tally.lost, other.tally.others_points) == (1, 2, Fraction(3))


async def test_a_draw_is_half_a_point_each(world: World, game: LoadedGame) -> None:
    """A draw counts half a point for each player."""
    await world.manager.offer_draw(world.actor(world.anna), game.id)
    await world.manager.answer(world.actor(world.boris), game.id, accept=True)
    tally = (await world.manager.profiles.of(world.anna.id)).tally
    assert (tally.won, tally.lost, tally.drawn) == (0, 0, 1)
    assert (tally.points, tally.others_points) == (Fraction(1, 2), Fraction(1, 2))


async def test_only_finished_games_count(world: World, game: LoadedGame) -> None:
    """An unfinished game is in no profile, and its board shows no tally."""
    assert (await world.manager.profiles.of(world.anna.id)).tally.games == 0
    assert (await world.manager.views.game(game.id, world.table.id)).tally is None


async def test_games_with_the_computer_are_counted_apart(world: World) -> None:
    """A game against the computer player is counted apart, and its board shows no tally."""
    by = world.actor(world.anna)
    game = await world.manager.challenges.challenge_computer(by, "long", Options())
    over = await world.manager.resign(world.actor(world.anna), game.id, MARS)
    assert over.is_over
    found = await world.manager.profiles.of(world.anna.id)
    assert (found.tally.games, found.with_computer.lost) == (0, 1)
    assert (await world.manager.views.game(game.id, world.table.id)).tally is None


async def test_games_with_others_are_not_between_two(world: World) -> None:
    """A game with Carl is in Anna's profile, but not in her tally with Boris."""
    await finished_game(world, world.boris)
    challenge = await world.manager.challenges.make(world.actor(world.anna), "long", world.carl.id, Options())
    game = await world.begun(world.carl, challenge.id)
    await resigned(world, game, world.anna)
    assert (await world.manager.profiles.of(world.anna.id)).tally.games == 2
    assert (await world.manager.profiles.between(world.anna.id, world.boris.id)).tally.games == 1
    assert (await world.manager.profiles.between(world.carl.id, world.boris.id)).tally.games == 0


async def test_each_board_shows_the_tally_after_its_game(world: World) -> None:
    """A finished game's board keeps its tally after later games, also in another process."""
    first = await finished_game(world, world.boris)
    second = await finished_game(world, world.boris)
    third = await finished_game(world, world.anna)
    expected = [(1, 0, 0), (2, 0, 0), (2, 1, 0)]
    assert [await tally_on_board(world, each, world.anna) for each in (first, second, third)] == expected
    again = second_manager(world.database, world.clock)
    view = await again.views.game(second.id, world.table.id)
    assert view.tally == (await world.manager.views.game(second.id, world.table.id)).tally


async def test_games_that_end_at_the_same_moment_have_an_order(world: World) -> None:
    """If two games ended at the same moment, one counts as the earlier."""
    games = [await world.game(), await world.game()]
    for game in games:
        await resigned(world, game, world.boris)
    tallies = [await tally_on_board(world, game, world.anna) for game in games]
    assert sorted(tallies) == [(1, 0, 0), (2, 0, 0)]


async def test_a_profile_lists_every_month_of_the_last_twelve(world: World) -> None:
    """Months without games are listed between others, and at most the last twelve."""
    await finished_game(world, world.boris)
    world.clock.forward(days=62)
    await finished_game(world, world.anna)
    months = (await world.manager.profiles.of(world.anna.id)).by_month
    assert [(each.year, each.month) for each in months] == [(2026, 11), (2026, 12), (2027, 1)]
    assert [(each.tally.won, each.tally.lost) for each in months] == [(1, 0), (0, 0), (0, 1)]
    world.clock.forward(days=400)
    await finished_game(world, world.boris)
    months = (await world.manager.profiles.of(world.anna.id)).by_month
    assert len(months) == 12
    assert (months[-1].year, months[-1].month) == (2028, 2)


@pytest.mark.parametrize(("zone", "month"), [("Asia/Vladivostok", 12), ("UTC", 11), ("America/New_York", 11)])
async def test_a_month_begins_at_midnight_in_the_readers_zone(world: World, zone: str, month: int) -> None:
    """A game that ended on 30 November at 19:01 UTC counts for December in Vladivostok only."""
    world.clock.now = datetime(2026, 11, 30, 19, tzinfo=UTC)
    await finished_game(world, world.boris)
    for found in (
        await world.manager.profiles.of(world.anna.id, ZoneInfo(zone)),
        await world.manager.profiles.between(world.anna.id, world.boris.id, ZoneInfo(zone)),
    ):
        assert [(each.month, each.tally.won) for each in found.by_month] == [(month, 1)]


async def test_a_game_against_the_computer_begins_no_month(world: World) -> None:
    """A game against the computer player adds no month to a profile."""
    await finished_game(world, world.boris)
    world.clock.forward(days=62)
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long", Options())
    await world.manager.resign(world.actor(world.anna), game.id, MARS)
    found = await world.manager.profiles.of(world.anna.id)
    assert [(each.month, each.tally.games) for each in found.by_month] == [(11, 1)]


async def test_dice_against_the_computer_are_not_counted(world: World) -> None:
    """Dice rolled against the computer player are not counted in a profile."""
    await resigned(world, await world.turn(await world.game()), world.boris)
    before = await world.manager.profiles.of(world.anna.id)
    assert before.own_dice.rolls + before.others_dice.rolls > 0
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long", Options())
    await world.manager.resign(world.actor(world.anna), game.id, MARS)
    after = await world.manager.profiles.of(world.anna.id)
    assert (after.own_dice, after.others_dice) == (before.own_dice, before.others_dice)


async def test_the_dice_of_each_player_are_counted(world: World) -> None:
    """A profile's rolls, pips and doubles are those of the game's events."""
    game = await world.game("short", options=Options(MatchLength(games=1)))
    for _ in range(14):
        game = await world.turn(game)
    world.clock.forward(minutes=1)
    await resigned(world, game, world.anna, Grade.SINGLE)
    _, events = await world.manager.with_events(game.id)
    rolled = [
        each.event.roll
        for each in events
        if isinstance(each.event, Rolled) and each.side is game.side_of(world.anna.id)
    ]
    assert any(isinstance(each.event, Played) for each in events)
    found = await world.manager.profiles.between(world.anna.id, world.boris.id)
    assert found.own_dice.rolls == len(rolled) > 5
    assert found.own_dice.doubles == sum(roll.is_double for roll in rolled)
    assert found.own_dice.pips == sum(
        (roll.high + roll.low) * (2 if roll.is_double else 1) for roll in rolled
    )
    other = await world.manager.profiles.of(world.boris.id)
    assert (other.own_dice, other.others_dice) == (found.others_dice, found.own_dice)


async def test_only_dice_of_the_last_games_are_counted(world: World) -> None:
    """Kept opening rolls are counted, and only those of the last games up to the limit."""
    assert str(Rolled(Roll(6, 5), Cause.KEPT)) == "65 kept"
    first = await world.game("sport")
    await resigned(world, first, world.anna)
    world.clock.forward(minutes=1)
    second = await world.game("narde")
    second = await world.turn(second)
    await resigned(world, second, world.anna)
    async with world.database.read() as connection:
        both = await results.rolls_of(connection, world.anna.id, MOST_COUNTED)
        last = await results.rolls_between(connection, world.anna.id, world.boris.id, 1)
    assert {each.ruleset for each in both} == {"sport", "narde"}
    assert {each.ruleset for each in last} == {"narde"}


async def test_one_answer_to_a_puzzle_of_the_day_counts(world: World) -> None:
    """Only the first answer of a player to each day's puzzle is counted."""
    today = world.clock().date()
    puzzle, _ = puzzle_and_next(puzzle_of_day(today)) or (None, "")
    assert puzzle is not None
    best, other = (str(puzzle.turns[(puzzle.best + number) % 4].turn) for number in (0, 1))
    for turn in (other, best):
        await world.manager.puzzles.answer_of_day(world.actor(world.anna), today.isoformat(), turn)
    profile = await world.manager.profiles.of(world.anna.id)
    assert (profile.puzzles_found, profile.puzzles_answered) == (0, 1)


@pytest.mark.on_both
async def test_days_in_a_row_with_a_puzzle_are_counted(world: World) -> None:
    """The row of days stands until a day is left out, and begins again with the next answer."""
    seen = []
    for is_answered in (True, True, False, False, True):
        today = world.clock().date()
        puzzle, _ = puzzle_and_next(puzzle_of_day(today)) or (None, "")
        assert puzzle is not None
        turn = str(puzzle.turns[0].turn)
        if is_answered:
            await world.manager.puzzles.answer_of_day(world.actor(world.anna), today.isoformat(), turn)
        seen.append((await world.manager.profiles.of(world.anna.id)).puzzle_days)
        world.clock.forward(days=1)
    assert seen == [1, 2, 2, 0, 1]
