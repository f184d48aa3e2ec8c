from __future__ import annotations

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from bot.engine import Score
from bot.rules import Game, Grade, Side, Turn, legal_turns
from bot.rules.rulesets import MatchLength
from bot.sessions import First, Level, LoadedGame, Options
from bot.sessions.workers import ComputerPlayer
from storage import Database
from tests.pace import HANG
from tests.sessions.world import World, second_manager
from tests.strategies import Plain


class Stubborn:
    """A mind that plays the first turn there is, refuses draws, and can be made to fail in one position."""

    def __init__(self, fails_at: object = None) -> None:
        self.fails_at = fails_at
        self.thoughts = 0
        self.levels: list[Level] = []

    def choose(self, state: Game, level: Level) -> Turn:
        """Return the first turn."""
        self.thoughts += 1
        self.levels.append(level)
        if state.position == self.fails_at:
            raise RuntimeError("no idea")
        assert state.roll is not None
        return legal_turns(state.position, state.roll)[0]

    def agrees_to_draw(self, state: Game, side: Side, score: Score) -> bool:  # noqa: ARG002 (what a mind may look at)
        """Refuse."""
        return False

    def accepts_resignation(
        self,
        state: Game,  # noqa: ARG002 (as above)
        side: Side,  # noqa: ARG002
        grade: Grade,  # noqa: ARG002
        score: Score,  # noqa: ARG002
    ) -> bool:
        """Accept."""
        return True

    def doubles(self, state: Game, score: Score) -> bool:  # noqa: ARG002 (as above)
        """Double."""
        return True

    def takes_double(self, state: Game, side: Side, score: Score) -> bool:  # noqa: ARG002 (as above)
        """Take."""
        return True

    def keeps_roll(self, state: Game) -> bool:  # noqa: ARG002 (as above)
        """Keep."""
        return True


class Proud(Stubborn):
    """A mind that accepts only a resignation that wins the match."""

    def accepts_resignation(
        self,
        state: Game,  # noqa: ARG002 (as above)
        side: Side,
        grade: Grade,
        score: Score,
    ) -> bool:
        """Accept what wins the match."""
        return 0 < score.points_of(side) <= grade.points


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    """Where the program thinks."""
    with ThreadPoolExecutor(2) as threads:
        yield threads


async def waiting(world: World, level: Level | None = None) -> LoadedGame:
    """A game in which the program is to move."""
    options = Options(level=level)
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long", options)
    while not world.mover(game).is_computer:
        game = await world.turn(game)
    return game


@pytest.mark.slow
@pytest.mark.on_both
async def test_the_program_plays_a_game_to_its_end(world: World, threads: ThreadPoolExecutor) -> None:
    """Anna and the program take turns until one has borne off all."""
    program = ComputerPlayer(world.manager, Plain())
    await world.option(world.anna, auto_confirm=True)
    game = await waiting(world)
    while not game.is_over:
        assert await program.play_all(threads)
        game = await world.manager.game(game.id)
        while not game.is_over and not world.mover(game).is_computer:
            game = await world.turn(game)
    assert not await program.play_all(threads)


@pytest.mark.parametrize("level", Level)
async def test_the_mind_is_told_the_level(world: World, threads: ThreadPoolExecutor, level: Level) -> None:
    """The program thinks at the level that its game was agreed on."""
    strategy = Stubborn()
    await waiting(world, level)
    await ComputerPlayer(world.manager, strategy).play_all(threads)
    assert strategy.levels == [level]


@pytest.mark.built(by=waiting)
@pytest.mark.on_both
async def test_a_game_is_found_again_after_a_restart(
    world: World, game: LoadedGame, threads: ThreadPoolExecutor
) -> None:
    """A program that has just been started plays where the one before it was to play."""
    async with Database.open(world.database.place) as database:
        await ComputerPlayer(second_manager(database, world.clock), Stubborn()).play_all(threads)
    assert (await world.manager.game(game.id)).version == game.version + 1


@pytest.mark.on_both
async def test_a_mind_that_fails_stops_no_other_game(world: World, threads: ThreadPoolExecutor) -> None:
    """Where the mind raises in one game, the program plays on in the others at once."""
    stuck = await waiting(world)
    program = ComputerPlayer(world.manager, Stubborn(fails_at=stuck.live.state.position))
    await program.play_all(threads)
    other = await waiting(world)
    while other.live.state.position == stuck.live.state.position:
        other = await waiting(world)
    await program.play_all(threads)
    assert (await world.manager.game(stuck.id)).version == stuck.version
    assert (await world.manager.game(other.id)).version > other.version


@pytest.mark.built(by=waiting)
async def test_a_game_in_which_the_mind_failed_is_left_alone_for_a_while(
    world: World, threads: ThreadPoolExecutor
) -> None:
    """The program thinks again about such a game only after some time."""
    stuck = world.built
    strategy = Stubborn(fails_at=stuck.live.state.position)
    program = ComputerPlayer(world.manager, strategy)
    busy = [await program.play_all(threads) for _ in range(3)]
    assert (busy, strategy.thoughts) == ([True, False, False], 1)
    world.clock.forward(minutes=1)
    await program.play_all(threads)
    assert strategy.thoughts == 2


@pytest.mark.built(by=waiting)
async def test_the_program_plays_on_after_the_clock_was_set_back(
    world: World, threads: ThreadPoolExecutor
) -> None:
    """A game that it could not play in waits for a moment, not for as long as the clock was ahead."""
    stuck = world.built
    strategy = Stubborn(fails_at=stuck.live.state.position)
    program = ComputerPlayer(world.manager, strategy)
    await program.play_all(threads)
    world.clock.now -= timedelta(days=1)
    await program.play_all(threads)
    assert strategy.thoughts == 2


@pytest.mark.built(by=waiting)
async def test_a_turn_thought_out_for_an_older_version_is_dropped(
    world: World, game: LoadedGame, threads: ThreadPoolExecutor
) -> None:
    """If the game goes on while the program thinks, its turn is not played, and it thinks anew."""
    program = ComputerPlayer(world.manager, Stubborn())

    class Interrupted(Stubborn):
        def choose(self, state: Game, level: Level) -> Turn:
            offering = world.manager.offer_draw(world.actor(world.anna), game.id)
            asyncio.run_coroutine_threadsafe(offering, loop).result()
            return super().choose(state, level)

    loop = asyncio.get_running_loop()
    await ComputerPlayer(world.manager, Interrupted()).play_all(threads)
    after = await world.manager.game(game.id)
    assert (after.version, after.turns) == (game.version + 1, game.turns)
    await program.play_all(threads)
    await program.play_all(threads)
    assert (await world.manager.game(game.id)).turns > game.turns


@pytest.mark.built(by=waiting)
@pytest.mark.on_both
async def test_the_program_answers_offers(
    world: World, game: LoadedGame, threads: ThreadPoolExecutor
) -> None:
    """A draw that it refuses is refused, a resignation that it accepts ends the game."""
    program = ComputerPlayer(world.manager, Stubborn())
    await world.manager.offer_draw(world.actor(world.anna), game.id)
    await program.play_all(threads)
    assert (await world.manager.game(game.id)).live.offer is None
    offered = await world.manager.resign(world.actor(world.anna), game.id, Grade.OYN)
    assert (await world.row(offered)).offer == "oyn"
    await program.play_all(threads)
    assert (await world.manager.game(game.id)).is_over


async def test_the_program_wakes_when_something_changes(world: World, threads: ThreadPoolExecutor) -> None:
    """A game that begins while the program rests is played without waiting for the next look."""
    program = ComputerPlayer(world.manager, Stubborn())
    world.manager.engine_listeners.append(program.wake)
    played = asyncio.Event()
    playing = asyncio.create_task(program.run(threads))
    game = await waiting(world)
    world.manager.listeners.append(played.set)
    async with asyncio.timeout(HANG):
        while (await world.manager.game(game.id)).version == game.version:
            await played.wait()
            played.clear()
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing


async def test_a_move_in_a_game_between_people_wakes_nobody_who_thinks(world: World) -> None:
    """What people play among themselves wakes the sender alone, what they play against the program both."""
    woken: list[str] = []
    world.manager.listeners.append(lambda: woken.append("sender"))
    world.manager.engine_listeners.append(lambda: woken.append("program"))
    for game, expected in (
        (await world.game(), {"sender"}),
        (await waiting(world), {"sender", "program"}),
    ):
        woken.clear()
        await world.manager.offer_draw(world.actor(world.anna), game.id)
        assert set(woken) == expected


@pytest.mark.parametrize(("points", "accepted"), [(1, True), (3, False)])
async def test_the_program_weighs_a_resignation_with_the_score(
    world: World, threads: ThreadPoolExecutor, points: int, accepted: bool
) -> None:
    """What is offered is accepted where it wins the match, and refused where that goes on."""
    options = Options(MatchLength(points=points), first=First.CHALLENGER)
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long", options)
    offered = await world.manager.resign(world.actor(world.anna), game.id, Grade.OYN)
    assert not offered.is_over
    await ComputerPlayer(world.manager, Proud()).play_all(threads)
    assert (await world.manager.game(game.id)).is_over is accepted
