from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from bot.engine import MONEY, Score
from bot.maintenance import check
from bot.rules import RULESETS, Cube, Ending, Game, Grade, Roll, Side, read_position
from bot.rules.events import Chosen
from bot.rules.formats import read_record
from bot.rules.rulesets import MatchLength
from bot.sessions import First, LoadedGame, Options, record_of
from bot.sessions.errors import AlreadyRolled, NotYourTurn
from bot.sessions.workers import ComputerPlayer
from bot.sessions.workers.computer_player import Strategy
from storage.places import Place
from tests.plain import PlainStrategy
from tests.refused import refuses
from tests.sessions.world import World, inhabited
from tests.strategies import Plain

CUBED = Options(cube=True, first=First.CHALLENGER)


async def notified(world: World) -> list[object]:
    """Whom a double, or the answer to one, has rung so far."""
    notices = (await world.everything())["notifications"]
    return [player for player, cause, *_ in notices if str(cause).startswith(("double:", "took:"))]


async def cubed(world: World) -> LoadedGame:
    """A game with a cube in which Anna is to roll first, and no turn is played by itself."""
    for who in (world.anna, world.boris):
        await world.option(who, auto_forced=False)
    return await world.game(options=CUBED)


async def doubled(world: World) -> LoadedGame:
    """A game in which Anna has doubled before her first roll."""
    game = await cubed(world)
    return await world.manager.double(world.actor(world.anna), game.id)


async def test_dice_wait_for_one_who_may_double(world: World) -> None:
    """With a cube in the middle nothing is thrown by itself, and a roll passes the chance to double."""
    game = await cubed(world)
    assert (game.live.state.roll, game.live.state.may_double) == (None, True)
    rolled = await world.manager.roll(world.actor(world.anna), game.id)
    with refuses("double-rolled"):
        await world.manager.double(world.actor(world.mover(rolled)), rolled.id)


@pytest.mark.built(by=doubled)
async def test_a_double_waits_for_its_answer(world: World, game: LoadedGame) -> None:
    """The other player is to act, is rung once, and neither rolls nor doubles before he has answered."""
    assert game.to_act == world.boris.id
    assert await notified(world) == [world.boris.id]
    with refuses("double-waits"):
        await world.manager.roll(world.actor(world.boris), game.id)
    for attempt in (world.manager.roll, world.manager.double):
        with pytest.raises(NotYourTurn):
            await attempt(world.actor(world.anna), game.id)
    with pytest.raises(NotYourTurn):
        await world.manager.answer_double(world.actor(world.anna), game.id, take=True)


@pytest.mark.slow
@pytest.mark.built(by=doubled)
async def test_who_takes_owns_the_cube(world: World, game: LoadedGame) -> None:
    """Taken, the cube is at 2 and Boris's; the dice of Anna, who cannot double any more, are thrown."""
    taken = await world.manager.answer_double(world.actor(world.boris), game.id, take=True)
    assert taken.live.state.cube is not None
    assert (taken.live.state.cube.value, taken.live.state.cube.owner) == (2, Side.BLACK)
    assert taken.live.state.roll is not None


@pytest.mark.built(by=doubled)
async def test_who_doubled_is_called_when_the_double_is_taken(world: World, game: LoadedGame) -> None:
    """Anna, who has to play now and did not cause it, is rung once."""
    await world.manager.answer_double(world.actor(world.boris), game.id, take=True)
    assert await notified(world) == [world.anna.id, world.boris.id]


@pytest.mark.built(by=doubled)
async def test_who_drops_loses_the_value_before(world: World, game: LoadedGame) -> None:
    """A dropped first double costs one point, whatever the board looks like."""
    dropped = await world.manager.answer_double(world.actor(world.boris), game.id, take=False)
    outcome = dropped.live.state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.grade, outcome.ending, outcome.cube) == (
        Side.WHITE,
        Grade.OYN,
        Ending.DROPPED,
        1,
    )


@pytest.mark.built(by=doubled)
async def test_the_result_is_multiplied(world: World, game: LoadedGame) -> None:
    """Mars with the cube at 2 is 4 points."""
    await world.manager.answer_double(world.actor(world.boris), game.id, take=True)
    ended = await world.manager.resign(world.actor(world.boris), game.id, Grade.MARS)
    assert ended.standing.score_of(world.anna.id) == 4


async def test_the_crawford_game_has_no_cube(world: World) -> None:
    """After a dropped double brought Anna to one point short, the next game is played without a cube."""
    options = Options(MatchLength(points=2), cube=True, first=First.CHALLENGER)
    game = await world.game(options=options)
    await world.manager.double(world.actor(world.anna), game.id)
    await world.manager.answer_double(world.actor(world.boris), game.id, take=False)
    crawford = await world.manager.matches.next_game(world.actor(world.anna), game.id)
    assert (crawford.before.is_crawford, crawford.live.state.cube) == (True, None)
    with refuses("double-no-cube"):
        await world.manager.double(world.actor(world.mover(crawford)), crawford.id)


async def test_nothing_is_taken_that_was_not_offered(world: World) -> None:
    """Where no double waits it can be neither taken nor dropped, and nothing changes."""
    game = await world.game(options=CUBED)
    before = await world.everything()
    for take in (True, False):
        with refuses("nothing-doubled"):
            await world.manager.answer_double(world.actor(world.boris), game.id, take=take)
    assert await world.everything() == before


@pytest.mark.built(by=doubled)
async def test_the_cube_passes_back_and_forth(world: World, game: LoadedGame) -> None:
    """Only the owner may double again: first Boris at 2, whose dice then wait for him."""
    game = await world.manager.answer_double(world.actor(world.boris), game.id, take=True)
    while game.to_act == world.anna.id:
        game = await world.turn(game)
    assert game.live.state.may_double
    game = await world.manager.double(world.actor(world.boris), game.id)
    game = await world.manager.answer_double(world.actor(world.anna), game.id, take=True)
    assert game.live.state.cube is not None
    assert (game.live.state.cube.value, game.live.state.cube.owner) == (4, Side.WHITE)


async def test_a_cubed_game_replays_from_its_record(world: World) -> None:
    """At every step of a double the stored game is what its record ends in, also written and read."""
    game = await world.game(options=CUBED)
    for step in range(3):
        if step == 0:
            stored = await world.manager.double(world.actor(world.anna), game.id)
        elif step == 1:
            stored = await world.manager.answer_double(world.actor(world.boris), game.id, take=True)
        else:
            stored = await world.manager.resign(world.actor(world.boris), game.id, Grade.MARS)
        record = record_of(*await world.manager.with_events(game.id))
        assert record.end() == stored.live.state
        assert read_record(record.write()).end() == stored.live.state
        assert (await check(world.database.place)).faults == ()


async def test_the_starter_of_palm_is_asked(place: Place) -> None:
    """Boris, who threw 5 against 2, may keep that, is rung, and nothing is thrown before he has chosen."""
    async with inhabited(place, 2, 5) as world:
        game = await world.game("palm")
        assert (game.white.name, game.live.state.choice) == ("Boris", Roll(5, 2))
        assert (game.to_act, game.live.state.roll) == (world.boris.id, None)
        with refuses("choice-waits"):
            await world.manager.move(world.actor(world.boris), game.id, "24/19")
        with pytest.raises(NotYourTurn):
            await world.manager.choose_opening_roll(world.actor(world.anna), game.id, keep=True)


@pytest.mark.parametrize(("keep", "roll"), [(True, Roll(5, 2)), (False, Roll(6, 4))])
async def test_a_throw_is_kept_or_thrown_anew(place: Place, keep: bool, roll: Roll) -> None:
    """Kept, 5-2 is the first roll; else the next two dice are, at once; then there is nothing to choose."""
    async with inhabited(place, 5, 2, *([] if keep else [6, 4])) as world:
        for who in (world.anna, world.boris):
            await world.option(who, auto_forced=False)
        game = await world.game("palm")
        chosen = await world.manager.choose_opening_roll(world.actor(world.anna), game.id, keep=keep)
        assert chosen.live.state.roll == roll
        with refuses("nothing-to-choose"):
            await world.manager.choose_opening_roll(world.actor(world.anna), game.id, keep=keep)
        assert record_of(*await world.manager.with_events(game.id)).end() == chosen.live.state
        assert (await check(world.database.place)).faults == ()


@pytest.mark.on_both
async def test_rolling_is_throwing_anew(place: Place) -> None:
    """A starter of palm who rolls has chosen not to keep the throw."""
    async with inhabited(place, 5, 2, 6, 4) as world:
        for who in (world.anna, world.boris):
            await world.option(who, auto_forced=False)
        game = await world.game("palm")
        rolled = await world.manager.roll(world.actor(world.anna), game.id)
        assert rolled.live.state.roll == Roll(6, 4)
        with pytest.raises(AlreadyRolled):
            await world.manager.roll(world.actor(world.anna), game.id)


@pytest.mark.parametrize(
    ("position", "takes"), [("24:15 / 12:15 w", True), ("24:15 / 18:15 w", False), ("3:15 / 18:15 w", True)]
)
def test_the_program_drops_when_it_is_far_behind(position: str, takes: bool) -> None:
    """It takes while it is level in the race or ahead, and drops with four times the pips of the other."""
    standing = Game(read_position(position, RULESETS["long"])[0])
    assert PlainStrategy().takes_double(standing, Side.WHITE) is takes


@pytest.mark.parametrize(("opening", "keeps"), [((6, 5), True), ((2, 1), False)])
async def test_the_program_chooses_by_itself(place: Place, opening: tuple[int, int], keeps: bool) -> None:
    """Starting in palm it keeps a high throw and throws a low one anew, without being pressed."""
    async with inhabited(place, opening[1], opening[0], *([] if keeps else [3, 4])) as world:
        await world.option(world.anna, auto_roll=False)
        game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "palm")
        with ThreadPoolExecutor(1) as threads:
            await ComputerPlayer(world.manager, Plain()).play_all(threads)
        _, events = await world.manager.with_events(game.id)
    assert [each.event for each in events if isinstance(each.event, Chosen)] == [Chosen(keeps)]


@pytest.mark.on_both
async def test_the_program_answers_a_double(world: World) -> None:
    """Doubled before the first move, it takes, and the dice of the one who doubled are thrown."""
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long", CUBED)
    await world.manager.double(world.actor(world.anna), game.id)
    with ThreadPoolExecutor(1) as threads:
        await ComputerPlayer(world.manager, Plain()).play_all(threads)
    taken = await world.manager.game(game.id)
    assert (taken.live.cube, taken.live.state.is_doubled) == (2, False)


class Doubler(Plain):
    """A mind that doubles whenever it is asked."""

    def doubles(self, state: Game, score: Score = MONEY) -> bool:  # noqa: ARG002 (what a strategy may look at)
        """Double."""
        assert state.may_double
        return True


@pytest.mark.parametrize(("strategy", "doubled"), [(Plain(), False), (Doubler(), True)])
async def test_the_program_doubles_or_rolls(world: World, strategy: Strategy, doubled: bool) -> None:
    """With the cube in the middle the program is asked before its roll, and does the one or the other."""
    options = Options(cube=True, first=First.OPPONENT)
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long", options)
    assert (game.white.is_computer, game.live.state.roll) == (True, None)
    with ThreadPoolExecutor(1) as threads:
        await ComputerPlayer(world.manager, strategy).play_all(threads)
    state = (await world.manager.game(game.id)).live.state
    assert (state.is_doubled, state.roll is None) == (doubled, doubled)


@pytest.mark.on_both
async def test_a_program_whose_double_was_taken_rolls_by_itself(world: World) -> None:
    """Once Anna has taken the cube, the program's dice are thrown at once, and the cube is hers."""
    options = Options(cube=True, first=First.OPPONENT)
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long", options)
    with ThreadPoolExecutor(1) as threads:
        await ComputerPlayer(world.manager, Doubler()).play_all(threads)
    taken = await world.manager.answer_double(world.actor(world.anna), game.id, take=True)
    assert taken.live.state.roll is not None
    assert taken.live.state.cube == Cube(2, Side.BLACK)


class Scorer(Doubler):
    """A strategy that doubles, and notes the score that it is told."""

    def __init__(self) -> None:
        self.scores: list[str] = []

    def doubles(self, state: Game, score: Score = MONEY) -> bool:
        """Double."""
        self.scores.append(str(score))
        return super().doubles(state, score)


@pytest.mark.parametrize(
    ("length", "score"),
    [
        (MatchLength(points=3), "3-3 away cube"),
        (MatchLength(games=3), "0-0 with 3 games cube"),
        (MatchLength(games=1), "money cube"),
    ],
)
async def test_the_program_is_told_the_score(world: World, length: MatchLength, score: str) -> None:
    """It decides about its double with the score of the match before the game."""
    options = Options(length, cube=True, first=First.OPPONENT)
    await world.manager.challenges.challenge_computer(world.actor(world.anna), "long", options)
    strategy = Scorer()
    with ThreadPoolExecutor(1) as threads:
        await ComputerPlayer(world.manager, strategy).play_all(threads)
    assert strategy.scores == [score]
