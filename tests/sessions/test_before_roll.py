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
from tests.plain_strategy import PlainStrategy
from tests.refused import refuses
from tests.sessions.world import World, inhabited
from tests.strategies import Plain

CUBED = Options(cube=True, first=First.CHALLENGER)


async def notified(world: World) -> list[object]:
    """Return the players notified of a double or of its answer so far."""
    stored = (await world.everything())["notifications"]
    return [player for player, cause, *_ in stored if str(cause).startswith(("double:", "took:"))]


async def cubed(world: World) -> LoadedGame:
    """A game with a cube in which Anna is to roll first and forced turns are not played automatically."""
    for player in (world.anna, world.boris):
        await world.option(player, auto_forced=False)
    return await world.game(options=CUBED)


async def doubled(world: World) -> LoadedGame:
    """A game in which Anna has doubled before her first roll."""
    game = await cubed(world)
    return await world.manager.double(world.actor(world.anna), game.id)


async def test_dice_wait_for_a_player_who_may_double(world: World) -> None:
    """With the cube in the middle no dice are rolled automatically, and rolling rules out a double."""
    game = await cubed(world)
    assert (game.live.state.roll, game.live.state.may_double) == (None, True)
    rolled = await world.manager.roll(world.actor(world.anna), game.id)
    with refuses("double-rolled"):
        await world.manager.double(world.actor(world.mover(rolled)), rolled.id)


@pytest.mark.built(by=doubled)
async def test_a_double_waits_for_its_answer(world: World, game: LoadedGame) -> None:
    """A double notifies the opponent once; until the answer neither player may roll or double."""
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
async def test_a_taken_cube_belongs_to_the_taker(world: World, game: LoadedGame) -> None:
    """After a take the cube is at 2 and Boris's, and Anna's dice are rolled, because she cannot double."""
    taken = await world.manager.answer_double(world.actor(world.boris), game.id, take=True)
    assert taken.live.state.cube is not None
    assert (taken.live.state.cube.value, taken.live.state.cube.owner) == (2, Side.BLACK)
    assert taken.live.state.roll is not None


@pytest.mark.built(by=doubled)
async def test_a_take_notifies_the_doubler(world: World, game: LoadedGame) -> None:
    """The player whose double is taken is notified once, because they are to move."""
    await world.manager.answer_double(world.actor(world.boris), game.id, take=True)
    assert await notified(world) == [world.anna.id, world.boris.id]


@pytest.mark.built(by=doubled)
async def test_a_drop_loses_the_value_before_the_double(world: World, game: LoadedGame) -> None:
    """A dropped first double costs one point."""
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
async def test_the_cube_multiplies_the_result(world: World, game: LoadedGame) -> None:
    """A mars with the cube at 2 scores 4 points."""
    await world.manager.answer_double(world.actor(world.boris), game.id, take=True)
    ended = await world.manager.resign(world.actor(world.boris), game.id, Grade.MARS)
    assert ended.standing.score_of(world.anna.id) == 4


async def test_the_crawford_game_has_no_cube(world: World) -> None:
    """When a dropped double brings Anna to one point short, the next game is played without a cube."""
    options = Options(MatchLength(points=2), cube=True, first=First.CHALLENGER)
    game = await world.game(options=options)
    await world.manager.double(world.actor(world.anna), game.id)
    await world.manager.answer_double(world.actor(world.boris), game.id, take=False)
    crawford = await world.manager.matches.next_game(world.actor(world.anna), game.id)
    assert (crawford.before.is_crawford, crawford.live.state.cube) == (True, None)
    with refuses("double-no-cube"):
        await world.manager.double(world.actor(world.mover(crawford)), crawford.id)


async def test_a_take_or_drop_without_a_double_is_refused(world: World) -> None:
    """Without a pending double, a take or a drop is refused and changes nothing."""
    game = await world.game(options=CUBED)
    before = await world.everything()
    for take in (True, False):
        with refuses("nothing-doubled"):
            await world.manager.answer_double(world.actor(world.boris), game.id, take=take)
    assert await world.everything() == before


@pytest.mark.built(by=doubled)
async def test_the_cube_passes_back_and_forth(world: World, game: LoadedGame) -> None:
    """Only the cube's owner may double: Boris at 2, and the dice wait for that choice."""
    game = await world.manager.answer_double(world.actor(world.boris), game.id, take=True)
    while game.to_act == world.anna.id:
        game = await world.turn(game)
    assert game.live.state.may_double
    game = await world.manager.double(world.actor(world.boris), game.id)
    game = await world.manager.answer_double(world.actor(world.anna), game.id, take=True)
    assert game.live.state.cube is not None
    assert (game.live.state.cube.value, game.live.state.cube.owner) == (4, Side.WHITE)


async def test_a_cubed_game_replays_from_its_record(world: World) -> None:
    """At every step of a double the record replays to the stored game, also after writing and reading it."""
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


async def test_the_starter_of_palm_chooses_the_opening_roll(place: Place) -> None:
    """In palm the starter is to choose to keep the opening roll; nothing is rolled or moved before that."""
    async with inhabited(place, 2, 5) as world:
        game = await world.game("palm")
        assert (game.white.name, game.live.state.choice) == ("Boris", Roll(5, 2))
        assert (game.to_act, game.live.state.roll) == (world.boris.id, None)
        with refuses("choice-waits"):
            await world.manager.move(world.actor(world.boris), game.id, "24/19")
        with pytest.raises(NotYourTurn):
            await world.manager.choose_opening_roll(world.actor(world.anna), game.id, keep=True)


@pytest.mark.parametrize(("keep", "roll"), [(True, Roll(5, 2)), (False, Roll(6, 4))])
async def test_an_opening_roll_is_kept_or_rolled_again(place: Place, keep: bool, roll: Roll) -> None:
    """A kept opening roll is played, a rejected one is rolled again at once, and the choice is then over."""
    async with inhabited(place, 5, 2, *([] if keep else [6, 4])) as world:
        for player in (world.anna, world.boris):
            await world.option(player, auto_forced=False)
        game = await world.game("palm")
        chosen = await world.manager.choose_opening_roll(world.actor(world.anna), game.id, keep=keep)
        assert chosen.live.state.roll == roll
        with refuses("nothing-to-choose"):
            await world.manager.choose_opening_roll(world.actor(world.anna), game.id, keep=keep)
        assert record_of(*await world.manager.with_events(game.id)).end() == chosen.live.state
        assert (await check(world.database.place)).faults == ()


@pytest.mark.on_both
async def test_rolling_rejects_the_opening_roll(place: Place) -> None:
    """A starter of palm who rolls rejects the opening roll."""
    async with inhabited(place, 5, 2, 6, 4) as world:
        for player in (world.anna, world.boris):
            await world.option(player, auto_forced=False)
        game = await world.game("palm")
        rolled = await world.manager.roll(world.actor(world.anna), game.id)
        assert rolled.live.state.roll == Roll(6, 4)
        with pytest.raises(AlreadyRolled):
            await world.manager.roll(world.actor(world.anna), game.id)


@pytest.mark.parametrize(
    ("position", "takes"), [("24:15 / 12:15 w", True), ("24:15 / 18:15 w", False), ("3:15 / 18:15 w", True)]
)
def test_the_computer_player_drops_when_far_behind(position: str, takes: bool) -> None:
    """The plain strategy takes when level or ahead, and drops with four times the opponent's pips."""
    state = Game(read_position(position, RULESETS["long"])[0])
    assert PlainStrategy().takes_double(state, Side.WHITE) is takes


@pytest.mark.parametrize(("opening", "keeps"), [((6, 5), True), ((2, 1), False)])
async def test_the_computer_player_chooses_its_opening_roll(
    place: Place, opening: tuple[int, int], keeps: bool
) -> None:
    """In palm the computer player keeps a high opening roll and rolls a low one again."""
    async with inhabited(place, opening[1], opening[0], *([] if keeps else [3, 4])) as world:
        await world.option(world.anna, auto_roll=False)
        game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "palm")
        with ThreadPoolExecutor(1) as threads:
            await ComputerPlayer(world.manager, Plain()).play_all(threads)
        _, events = await world.manager.with_events(game.id)
    assert [each.event for each in events if isinstance(each.event, Chosen)] == [Chosen(keeps)]


@pytest.mark.on_both
async def test_the_computer_player_answers_a_double(world: World) -> None:
    """The computer player takes a double before the first move, and the doubler's dice are rolled."""
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long", CUBED)
    await world.manager.double(world.actor(world.anna), game.id)
    with ThreadPoolExecutor(1) as threads:
        await ComputerPlayer(world.manager, Plain()).play_all(threads)
    taken = await world.manager.game(game.id)
    assert (taken.live.cube, taken.live.state.is_doubled) == (2, False)


class Doubler(Plain):
    """A strategy that always doubles."""

    def doubles(self, state: Game, score: Score = MONEY) -> bool:  # noqa: ARG002 (what a strategy may look at)
        """Return True."""
        assert state.may_double
        return True


@pytest.mark.parametrize(("strategy", "doubled"), [(Plain(), False), (Doubler(), True)])
async def test_the_computer_player_doubles_or_rolls(world: World, strategy: Strategy, doubled: bool) -> None:
    """With the cube in the middle, the computer player doubles or rolls as its strategy decides."""
    options = Options(cube=True, first=First.OPPONENT)
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long", options)
    assert (game.white.is_computer, game.live.state.roll) == (True, None)
    with ThreadPoolExecutor(1) as threads:
        await ComputerPlayer(world.manager, strategy).play_all(threads)
    state = (await world.manager.game(game.id)).live.state
    assert (state.is_doubled, state.roll is None) == (doubled, doubled)


@pytest.mark.on_both
async def test_the_computer_player_rolls_after_its_double_is_taken(world: World) -> None:
    """After Anna takes, the computer player's dice are rolled at once, and the cube is hers."""
    options = Options(cube=True, first=First.OPPONENT)
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long", options)
    with ThreadPoolExecutor(1) as threads:
        await ComputerPlayer(world.manager, Doubler()).play_all(threads)
    taken = await world.manager.answer_double(world.actor(world.anna), game.id, take=True)
    assert taken.live.state.roll is not None
    assert taken.live.state.cube == Cube(2, Side.BLACK)


class Scorer(Doubler):
    """A strategy that doubles and records the score it is given."""

    def __init__(self) -> None:
        self.scores: list[str] = []

    def doubles(self, state: Game, score: Score = MONEY) -> bool:
        """Record the score and return True."""
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
async def test_the_computer_player_knows_the_match_score(
    world: World, length: MatchLength, score: str
) -> None:
    """The computer player decides about a double with the match score before the game."""
    options = Options(length, cube=True, first=First.OPPONENT)
    await world.manager.challenges.challenge_computer(world.actor(world.anna), "long", options)
    strategy = Scorer()
    with ThreadPoolExecutor(1) as threads:
        await ComputerPlayer(world.manager, strategy).play_all(threads)
    assert strategy.scores == [score]
