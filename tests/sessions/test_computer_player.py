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


class FirstTurn:
    """A strategy that plays the first legal turn, refuses draws, and can fail in one position."""

    def __init__(self, fails_at: object = None) -> None:
        self.fails_at = fails_at
        self.calls = 0
        self.levels: list[Level] = []

    def choose(self, state: Game, level: Level) -> Turn:
        """Return the first legal turn, or fail."""
        self.calls += 1
        self.levels.append(level)
        if state.position == self.fails_at:
            raise RuntimeError("no idea")
        assert state.roll is not None
        return legal_turns(state.position, state.roll)[0]

    def agrees_to_draw(self, state: Game, side: Side, score: Score) -> bool:  # noqa: ARG002 (the strategy's interface)
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


class MatchWinner(FirstTurn):
    """A strategy that accepts only a resignation that wins the match."""

    def accepts_resignation(
        self,
        state: Game,  # noqa: ARG002 (as above)
        side: Side,
        grade: Grade,
        score: Score,
    ) -> bool:
        """Return True if the resignation wins the match."""
        return 0 < score.points_of(side) <= grade.points


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    """Threads for the computer player."""
    with ThreadPoolExecutor(2) as threads:
        yield threads


async def computer_to_move(world: World, level: Level | None = None) -> LoadedGame:
    """A game in which the computer player is to move."""
    options = Options(level=level)
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long", options)
    while not world.mover(game).is_computer:
        game = await world.turn(game)
    return game


@pytest.mark.slow
@pytest.mark.on_both
async def test_the_computer_player_finishes_a_game(world: World, threads: ThreadPoolExecutor) -> None:
    """Anna and the computer player take turns until the game is over."""
    computer = ComputerPlayer(world.manager, Plain())
    await world.option(world.anna, auto_confirm=True)
    game = await computer_to_move(world)
    while not game.is_over:
        assert await computer.play_all(threads)
        game = await world.manager.game(game.id)
        while not game.is_over and not world.mover(game).is_computer:
            game = await world.turn(game)
    assert not await computer.play_all(threads)


@pytest.mark.parametrize("level", Level)
async def test_the_strategy_gets_the_games_level(
    world: World, threads: ThreadPoolExecutor, level: Level
) -> None:
    """The strategy plays at the level that the game was agreed at."""
    strategy = FirstTurn()
    await computer_to_move(world, level)
    await ComputerPlayer(world.manager, strategy).play_all(threads)
    assert strategy.levels == [level]


@pytest.mark.built(by=computer_to_move)
@pytest.mark.on_both
async def test_the_computer_player_continues_after_a_restart(
    world: World, game: LoadedGame, threads: ThreadPoolExecutor
) -> None:
    """A new process plays the turn that the previous one left."""
    async with Database.open(world.database.place) as database:
        await ComputerPlayer(second_manager(database, world.clock), FirstTurn()).play_all(threads)
    assert (await world.manager.game(game.id)).version == game.version + 1


@pytest.mark.on_both
async def test_a_failing_strategy_stops_no_other_game(world: World, threads: ThreadPoolExecutor) -> None:
    """When the strategy fails in one game, the computer player still plays the others at once."""
    stuck = await computer_to_move(world)
    computer = ComputerPlayer(world.manager, FirstTurn(fails_at=stuck.live.state.position))
    await computer.play_all(threads)
    other = await computer_to_move(world)
    while other.live.state.position == stuck.live.state.position:
        other = await computer_to_move(world)
    await computer.play_all(threads)
    assert (await world.manager.game(stuck.id)).version == stuck.version
    assert (await world.manager.game(other.id)).version > other.version


@pytest.mark.built(by=computer_to_move)
async def test_a_failed_turn_is_retried_after_a_minute(world: World, threads: ThreadPoolExecutor) -> None:
    """The computer player retries a failed turn only after a minute."""
    stuck = world.built
    strategy = FirstTurn(fails_at=stuck.live.state.position)
    computer = ComputerPlayer(world.manager, strategy)
    busy = [await computer.play_all(threads) for _ in range(3)]
    assert (busy, strategy.calls) == ([True, False, False], 1)
    world.clock.forward(minutes=1)
    await computer.play_all(threads)
    assert strategy.calls == 2


@pytest.mark.built(by=computer_to_move)
async def test_a_failed_turn_is_retried_after_the_clock_was_set_back(
    world: World, threads: ThreadPoolExecutor
) -> None:
    """A failed turn is retried at once if the clock was set back by a day."""
    stuck = world.built
    strategy = FirstTurn(fails_at=stuck.live.state.position)
    computer = ComputerPlayer(world.manager, strategy)
    await computer.play_all(threads)
    world.clock.now -= timedelta(days=1)
    await computer.play_all(threads)
    assert strategy.calls == 2


@pytest.mark.built(by=computer_to_move)
async def test_a_turn_for_an_older_version_is_dropped(
    world: World, game: LoadedGame, threads: ThreadPoolExecutor
) -> None:
    """If the game changes while the computer player thinks, its turn is dropped, and it thinks again."""
    computer = ComputerPlayer(world.manager, FirstTurn())

    class Interrupted(FirstTurn):
        def choose(self, state: Game, level: Level) -> Turn:
            offering = world.manager.offer_draw(world.actor(world.anna), game.id)
            asyncio.run_coroutine_threadsafe(offering, loop).result()
            return super().choose(state, level)

    loop = asyncio.get_running_loop()
    await ComputerPlayer(world.manager, Interrupted()).play_all(threads)
    after = await world.manager.game(game.id)
    assert (after.version, after.turns) == (game.version + 1, game.turns)
    await computer.play_all(threads)
    await computer.play_all(threads)
    assert (await world.manager.game(game.id)).turns > game.turns


@pytest.mark.built(by=computer_to_move)
@pytest.mark.on_both
async def test_the_computer_player_answers_offers(
    world: World, game: LoadedGame, threads: ThreadPoolExecutor
) -> None:
    """The computer player refuses a draw and accepts a resignation as its strategy decides."""
    computer = ComputerPlayer(world.manager, FirstTurn())
    await world.manager.offer_draw(world.actor(world.anna), game.id)
    await computer.play_all(threads)
    assert (await world.manager.game(game.id)).live.offer is None
    offered = await world.manager.resign(world.actor(world.anna), game.id, Grade.OYN)
    assert (await world.row(offered)).offer == "oyn"
    await computer.play_all(threads)
    assert (await world.manager.game(game.id)).is_over


async def test_the_computer_player_wakes_when_a_game_begins(
    world: World, threads: ThreadPoolExecutor
) -> None:
    """A game that begins while the computer player is idle is played at once."""
    computer = ComputerPlayer(world.manager, FirstTurn())
    world.manager.engine_listeners.append(computer.wake)
    played = asyncio.Event()
    playing = asyncio.create_task(computer.run(threads))
    game = await computer_to_move(world)
    world.manager.listeners.append(played.set)
    async with asyncio.timeout(HANG):
        while (await world.manager.game(game.id)).version == game.version:
            await played.wait()
            played.clear()
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing


async def test_a_game_between_people_does_not_wake_the_computer_player(world: World) -> None:
    """An action between people wakes only the sender; one against the computer player wakes both."""
    woken: list[str] = []
    world.manager.listeners.append(lambda: woken.append("sender"))
    world.manager.engine_listeners.append(lambda: woken.append("computer player"))
    for game, expected in (
        (await world.game(), {"sender"}),
        (await computer_to_move(world), {"sender", "computer player"}),
    ):
        woken.clear()
        await world.manager.offer_draw(world.actor(world.anna), game.id)
        assert set(woken) == expected


@pytest.mark.parametrize(("points", "accepted"), [(1, True), (3, False)])
async def test_the_computer_player_weighs_a_resignation_by_the_match_score(
    world: World, threads: ThreadPoolExecutor, points: int, accepted: bool
) -> None:
    """The strategy accepts a resignation that wins the match and refuses one that does not."""
    options = Options(MatchLength(points=points), first=First.CHALLENGER)
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), "long", options)
    offered = await world.manager.resign(world.actor(world.anna), game.id, Grade.OYN)
    assert not offered.is_over
    await ComputerPlayer(world.manager, MatchWinner()).play_all(threads)
    assert (await world.manager.game(game.id)).is_over is accepted
