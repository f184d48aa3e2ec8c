from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.rules import Grade
from bot.rules.errors import AmbiguousMove, IllegalMove, NotUnderstood
from bot.rules.events import Cause, Played
from bot.rules.notation import parse_moves
from bot.sessions import Actor, LoadedGame, Player, SessionManager
from bot.sessions.errors import (
    AlreadyDone,
    AlreadyRolled,
    CannotResignAt,
    GameIsOver,
    NoSuchGame,
    NothingToTakeBack,
    NotSeated,
    Refusal,
    StaleBoard,
    TurnIncomplete,
)
from storage import Database, games, outbox
from storage.places import Place
from tests.refused import refuses
from tests.sessions.world import World, inhabited, race, second_manager

ACTIONS: dict[str, Callable[[SessionManager, Actor, str], Awaitable[LoadedGame]]] = {
    "roll": lambda manager, by, game: manager.roll(by, game),
    "move": lambda manager, by, game: manager.move(by, game, "24/18"),
    "take back": lambda manager, by, game: manager.take_back(by, game),
    "confirm": lambda manager, by, game: manager.confirm(by, game),
    "resign": lambda manager, by, game: manager.resign(by, game),
    "offer": lambda manager, by, game: manager.offer_draw(by, game),
    "answer": lambda manager, by, game: manager.answer(by, game, accept=True),
}
MOVER_ACTIONS = ("roll", "move", "take back", "confirm")


async def opened(world: World) -> LoadedGame:
    """A game in which Anna is White and has 6-2 to play: she must choose 24→18 and 24→22."""
    world.dice.roll_next(6, 1, 6, 2)
    return await world.game("narde")


async def midgame(world: World) -> LoadedGame:
    """A game some turns on, in which the mover has a choice."""
    game = await world.game()
    for _ in range(6):
        game = await world.turn(game)
    while game.live.draft is None or len(game.live.draft.next_moves()) < 3:
        game = await world.turn(game)
    return game


in_midgame = pytest.mark.built(by=midgame)


@pytest.mark.slow
@in_midgame
async def test_moves_are_made_one_by_one(world: World, game: LoadedGame) -> None:
    """Each move is one version; confirming ends the turn and rolls the opponent's dice."""
    player, version = world.mover(game), game.version
    while game.live.draft and not game.live.draft.is_complete:
        game = await world.manager.move(world.actor(player), game.id, str(game.live.draft.next_moves()[0]))
        version += 1
        assert (game.version, game.to_act) == (version, player.id)
    after = await world.manager.confirm(world.actor(player), game.id)
    assert (after.version, after.turns > game.turns) == (version + 1, True)


@in_midgame
async def test_moves_are_taken_back(world: World, game: LoadedGame) -> None:
    """The last move or all moves of a turn can be taken back until the turn is confirmed."""
    player = world.mover(game)
    assert game.live.draft is not None
    moved = await world.manager.move(world.actor(player), game.id, str(game.live.draft.next_moves()[0]))
    back = await world.manager.take_back(world.actor(player), game.id)
    assert (moved.live.draft == game.live.draft, back.live.draft == game.live.draft) == (False, True)
    await world.manager.move(world.actor(player), game.id, str(game.live.draft.next_moves()[0]))
    await world.manager.take_back(world.actor(player), game.id, count=None)
    assert (await world.row(game)).draft == ""
    with pytest.raises(NothingToTakeBack):
        await world.manager.take_back(world.actor(player), game.id)


@in_midgame
async def test_an_incomplete_turn_cannot_be_confirmed(world: World, game: LoadedGame) -> None:
    """A turn with dice left to play cannot be confirmed, and the refusal names the possible moves."""
    assert game.live.draft is not None
    with pytest.raises(TurnIncomplete) as refused:
        await world.manager.confirm(world.actor(world.mover(game)), game.id)
    assert refused.value.possible == game.live.draft.next_moves()


@pytest.mark.slow
@in_midgame
async def test_a_move_that_the_rules_forbid_changes_nothing(world: World, game: LoadedGame) -> None:
    """A malformed, ambiguous or illegal move is refused, and nothing is stored."""
    before = await world.everything()
    for typed in ("hello", "24/18/24", "1/24", "13/off"):
        with pytest.raises((NotUnderstood, IllegalMove, AmbiguousMove)):
            await world.manager.move(world.actor(world.mover(game)), game.id, typed)
    assert await world.everything() == before


async def not_refused(world: World, player: Player, game: str, error: type[Exception]) -> list[str]:
    """Return the actions that are not refused to a player with this error, or that store something."""
    before, wrong = await world.everything(), []
    for name, act in ACTIONS.items():
        refused = None
        try:
            await act(world.manager, world.actor(player), game)
        except error as raised:
            refused = raised
        if refused is None or await world.everything() != before:
            wrong.append(name)
    return wrong


@in_midgame
async def test_a_spectator_changes_nothing(world: World, game: LoadedGame) -> None:
    """Every action of a player who is not seated is refused, and nothing is stored."""
    assert await not_refused(world, world.carl, game.id, NotSeated) == []


@in_midgame
async def test_the_waiting_player_changes_nothing(world: World, game: LoadedGame) -> None:
    """A player who is not to move is refused with the mover's name, and nothing is stored."""
    before = await world.everything()
    for action in MOVER_ACTIONS:
        with refuses("not-your-turn", name=world.mover(game).name):
            await ACTIONS[action](world.manager, world.actor(world.waiting(game)), game.id)
    assert await world.everything() == before


async def test_an_unknown_game_is_refused(world: World) -> None:
    """Every action in a game with an unknown id is refused."""
    assert await not_refused(world, world.anna, "x9x", NoSuchGame) == []


@in_midgame
async def test_a_finished_game_changes_no_more(world: World, game: LoadedGame) -> None:
    """Every action in a finished game is refused."""
    await world.manager.resign(world.actor(world.anna), game.id)
    assert await not_refused(world, world.boris, game.id, GameIsOver) == []


@pytest.mark.on_both
async def test_dice_are_rolled_once(world: World) -> None:
    """A second roll in a turn is refused; before the first one, moving and confirming are refused."""
    await world.option(world.anna, auto_roll=False)
    await world.option(world.boris, auto_roll=False)
    game = await world.game("narde")
    player = world.mover(game)
    for action in ("move", "take back", "confirm"):
        with refuses("not-rolled"):
            await ACTIONS[action](world.manager, world.actor(player), game.id)
    world.dice.roll_next(6, 2)
    rolled = await world.manager.roll(world.actor(player), game.id)
    if rolled.turns == 0:
        with pytest.raises(AlreadyRolled):
            await world.manager.roll(world.actor(player), game.id)


@in_midgame
async def test_the_same_event_is_applied_once(world: World, game: LoadedGame) -> None:
    """A press that is delivered twice is applied once."""
    assert game.live.draft is not None
    by, move = world.actor(world.mover(game)), str(game.live.draft.next_moves()[0])
    await world.manager.move(by, game.id, move)
    before = await world.everything()
    with pytest.raises(AlreadyDone):
        await world.manager.move(by, game.id, move)
    assert await world.everything() == before


@pytest.mark.slow
@in_midgame
@pytest.mark.on_both
async def test_the_same_event_at_once_in_two_processes_is_applied_once(
    world: World, game: LoadedGame
) -> None:
    """A press that reaches two processes at once is applied by one of them."""
    assert game.live.draft is not None
    by, move = world.actor(world.mover(game)), str(game.live.draft.next_moves()[0])
    async with Database.open(world.database.place) as database:
        second = second_manager(database, world.clock)
        results = await race(*(each.move(by, game.id, move) for each in (world.manager, second) * 3))
    assert sorted(type(end).__name__ for end in results) == ["AlreadyDone"] * 5 + ["LoadedGame"]
    assert (await world.manager.game(game.id)).version == game.version + 1


@in_midgame
@pytest.mark.on_both
async def test_two_presses_race_for_the_same_turn(world: World, game: LoadedGame) -> None:
    """When two presses would both end the turn, one succeeds and the other finds its board stale."""
    draft = game.live.draft
    assert draft is not None
    while not draft.is_complete:
        draft = draft.play(draft.next_moves()[0])
    player, turn = world.mover(game), game.turns
    await world.manager.move(world.actor(player), game.id, str(draft))
    async with Database.open(world.database.place) as database:
        second = second_manager(database, world.clock)
        results = await race(
            *(each.confirm(world.actor(player), game.id, turn) for each in (world.manager, second))
        )
    assert sorted(type(end).__name__ for end in results) == ["LoadedGame", "StaleBoard"]
    assert (
        len([row for row in (await world.manager.with_events(game.id))[1] if row.version > game.version + 1])
        > 0
    )


async def test_a_game_is_saved_only_over_the_version_that_was_loaded(world: World) -> None:
    """A game is not saved if the stored version differs from the loaded one."""
    row = await world.row(await world.game())
    async with world.database.write() as connection:
        newer = replace(row, version=row.version + 1)
        saved = [
            await games.save_game(connection, newer, replace(row, version=loaded))
            for loaded in (row.version - 1, row.version)
        ]
    assert saved == [False, True]


@in_midgame
async def test_an_answer_to_an_older_version_is_refused(world: World, game: LoadedGame) -> None:
    """An answer that was given for another version of the game is refused as stale."""
    await world.manager.offer_draw(world.actor(world.mover(game)), game.id)
    with pytest.raises(StaleBoard):
        await world.manager.answer(
            world.actor(world.waiting(game)), game.id, accept=True, version=game.version
        )


@in_midgame
async def test_a_press_of_an_earlier_turn_is_stale(world: World, game: LoadedGame) -> None:
    """A button of an earlier turn does nothing, even if its move would be legal now."""
    turn = game.turns
    game = await world.turn(game)
    while world.mover(game) != world.mover(await world.manager.game(game.id)):
        game = await world.turn(game)
    assert game.live.draft is not None
    before = await world.everything()
    with pytest.raises(StaleBoard):
        await world.manager.move(
            world.actor(world.mover(game)), game.id, str(game.live.draft.next_moves()[0]), turn
        )
    assert await world.everything() == before


async def test_a_press_of_an_earlier_step_of_the_turn_is_applied(world: World) -> None:
    """Two moves pressed on the same board are both applied if the second is still legal after the first."""
    game = await opened(world)
    while game.live.draft is None or len(game.live.draft.dice_left) != 2 or game.turns < 6:
        game = await world.turn(game)
    draft, player, turn = game.live.draft, world.mover(game), game.turns
    first, second = next(
        (one, other)
        for one in draft.next_moves()
        for other in draft.next_moves()
        if other in draft.play(one).next_moves() and one != other
    )
    await world.manager.move(world.actor(player), game.id, str(first), turn)
    after = await world.manager.move(world.actor(player), game.id, str(second), turn)
    assert after.live.draft is not None
    assert set(after.live.draft.moves) == {first, second}


async def test_a_forced_turn_is_played_automatically(place: Place) -> None:
    """A roll that allows only one turn is played in the same version, with its cause."""
    async with inhabited(place, 6, 1, 6, 5) as world:
        game = await world.game()
        _, events = await world.manager.with_events(game.id)
    turn = next(each for each in events if isinstance(each.event, Played))
    assert (turn.event, turn.version) == (Played(parse_moves("24/13"), Cause.FORCED), 1)
    assert (game.version, game.turns >= 1) == (1, True)


async def test_forced_turns_wait_if_the_option_is_off(place: Place) -> None:
    """With the option off, the player makes and confirms a forced turn."""
    async with inhabited(place, 6, 1, 6, 5) as world:
        await world.option(world.anna, auto_forced=False)
        game = await world.game()
        assert (game.turns, world.mover(game).name) == (0, "Anna")
        await world.manager.move(world.actor(world.anna), game.id, "24/13")
        assert (await world.manager.confirm(world.actor(world.anna), game.id)).turns >= 1


async def test_a_blocked_roll_is_passed_with_the_reason(place: Place) -> None:
    """A roll that cannot be played is passed with its cause, blocked or prime."""
    async with inhabited(place, 6, 1, 6, 6, 6, 6) as world:
        game = await world.game()
        _, events = await world.manager.with_events(game.id)
    turns = [each.event for each in events if isinstance(each.event, Played)]
    assert {turn.cause for turn in turns if not turn.routes} <= {Cause.BLOCKED, Cause.PRIME}
    assert turns[0].cause is Cause.FORCED


@in_midgame
@pytest.mark.on_both
async def test_a_complete_turn_confirms_itself_if_the_option_is_on(world: World, game: LoadedGame) -> None:
    """With the option on, the last move ends the turn: one action, one version."""
    player = world.mover(game)
    await world.option(player, auto_confirm=True)
    draft = game.live.draft
    assert draft is not None
    while not draft.is_complete:
        draft = draft.play(draft.next_moves()[0])
    after = await world.manager.move(world.actor(player), game.id, str(draft))
    assert (after.version, after.turns > game.turns) == (game.version + 1, True)


@pytest.mark.slow
async def test_automatic_steps_share_the_version_of_their_action(world: World, game: LoadedGame) -> None:
    """Every event of an action has the action's version, and the versions of a game have no gaps."""
    for _ in range(30):
        if game.is_over:
            break
        before = game.version
        game = await world.manager.move(
            world.actor(world.mover(game)),
            game.id,
            str(game.live.draft.next_moves()[0]),  # type: ignore[union-attr]
        )
        assert game.version == before + 1
        if game.live.draft and game.live.draft.is_complete:
            game = await world.manager.confirm(world.actor(world.mover(game)), game.id)
            assert game.version == before + 2
    rows = (await world.manager.with_events(game.id))[1]
    assert [row.number for row in rows] == list(range(len(rows)))
    assert {row.version for row in rows} <= set(range(1, game.version + 1))


@in_midgame
async def test_a_draw_is_agreed(world: World, game: LoadedGame) -> None:
    """A draw that is offered and accepted ends the game without a winner."""
    await world.manager.offer_draw(world.actor(world.anna), game.id)
    with refuses("own-offer-waits", name="Boris"):
        await world.manager.offer_draw(world.actor(world.anna), game.id)
    with refuses("own-offer-waits", name="Boris"):
        await world.manager.answer(world.actor(world.anna), game.id, accept=True)
    ended = await world.manager.answer(world.actor(world.boris), game.id, accept=True)
    assert ended.live.state.outcome is not None
    assert (ended.live.state.outcome.winner, ended.to_act) == (None, None)


@in_midgame
async def test_both_offering_a_draw_agree(world: World, game: LoadedGame) -> None:
    """A player who offers a draw while the opponent's offer is pending accepts it."""
    await world.manager.offer_draw(world.actor(world.anna), game.id)
    assert (await world.manager.offer_draw(world.actor(world.boris), game.id)).is_over


@in_midgame
async def test_a_refused_draw_can_be_offered_again(world: World, game: LoadedGame) -> None:
    """A refusal removes the offer, and a draw may be offered again."""
    await world.manager.offer_draw(world.actor(world.anna), game.id)
    refused = await world.manager.answer(world.actor(world.boris), game.id, accept=False)
    assert (refused.live.offer, refused.is_over) == (None, False)
    await world.manager.offer_draw(world.actor(world.anna), game.id)
    assert (await world.row(game)).offer == "draw"


@in_midgame
async def test_a_withdrawn_offer_is_not_repeated_before_the_next_turn(world: World, game: LoadedGame) -> None:
    """After a withdrawal the side makes no offer until a turn is played; the opponent may still make one."""
    mover, other = world.mover(game), world.waiting(game)
    await world.manager.offer_draw(world.actor(mover), game.id)
    with refuses("nothing-offered"):
        await world.manager.withdraw(world.actor(other), game.id)
    withdrawn = await world.manager.withdraw(world.actor(mover), game.id)
    assert (withdrawn.live.offer, withdrawn.is_over) == (None, False)
    for again in (world.manager.offer_draw, world.manager.offer_pause):
        with refuses("offer-withdrawn"):
            await again(world.actor(mover), game.id)
    with refuses("offer-withdrawn"):
        await world.manager.resign(world.actor(mover), game.id, Grade.OYN)
    await world.manager.offer_draw(world.actor(other), game.id)
    await world.manager.answer(world.actor(mover), game.id, accept=False)
    await world.turn(game)
    assert (await world.manager.offer_draw(world.actor(mover), game.id)).live.offer is not None


@in_midgame
@pytest.mark.on_both
async def test_an_answer_and_a_withdrawal_race(world: World, game: LoadedGame) -> None:
    """When an offer is accepted and withdrawn at once, one of both happens and the other is refused."""
    await world.manager.offer_draw(world.actor(world.anna), game.id)
    async with Database.open(world.database.place) as database:
        second = second_manager(database, world.clock)
        results = await race(
            world.manager.withdraw(world.actor(world.anna), game.id, "draw"),
            second.answer(world.actor(world.boris), game.id, accept=True, what="draw"),
        )
    done = [each for each in results if isinstance(each, LoadedGame)]
    refused = [each for each in results if isinstance(each, Refusal)]
    assert (len(done), len(refused)) == (1, 1)
    now = await world.manager.game(game.id)
    assert (now.live.offer, now.is_over) == (None, done[0].is_over)
    assert isinstance(refused[0], GameIsOver if now.is_over else Refusal)


@in_midgame
async def test_the_highest_resignation_is_taken_at_once(world: World, game: LoadedGame) -> None:
    """A resignation at the highest value, a mars, ends the game without asking the opponent."""
    ended = await world.manager.resign(world.actor(world.anna), game.id)
    assert ended.live.state.outcome is not None
    outcome = ended.live.state.outcome
    assert (outcome.grade, outcome.winner) == (Grade.MARS, ended.side_of(world.boris.id))


@in_midgame
async def test_a_lower_resignation_waits_for_the_opponent(world: World, game: LoadedGame) -> None:
    """A resignation at an oyn instead of a mars ends the game once the opponent accepts."""
    offered = await world.manager.resign(world.actor(world.anna), game.id, Grade.OYN)
    row = await world.row(offered)
    assert (offered.is_over, row.offer, row.offer_by) == (False, "oyn", world.anna.id)
    with refuses("offer-is-over"):
        await world.manager.answer(world.actor(world.boris), game.id, accept=True, what="draw")
    ended = await world.manager.answer(world.actor(world.boris), game.id, accept=True, what="oyn")
    assert ended.live.state.outcome is not None
    assert (ended.live.state.outcome.grade, ended.live.state.outcome.winner) == (
        Grade.OYN,
        game.side_of(world.boris.id),
    )


@in_midgame
async def test_a_value_that_is_not_scored_cannot_be_resigned_at(world: World, game: LoadedGame) -> None:
    """A gammon cannot be resigned in long, and the refusal names the possible values."""
    with pytest.raises(CannotResignAt) as refused:
        await world.manager.resign(world.actor(world.anna), game.id, Grade.GAMMON)
    assert refused.value.grades == (Grade.OYN, Grade.MARS)


@in_midgame
@pytest.mark.on_both
async def test_an_offer_lapses_when_the_opponent_plays_on(world: World, game: LoadedGame) -> None:
    """An offer lapses when the opponent ends a turn instead of answering."""
    await world.manager.offer_draw(world.actor(world.waiting(game)), game.id)
    assert (await world.turn(game)).live.offer is None


@in_midgame
async def test_an_offer_outlives_the_offerer_s_own_turn(world: World, game: LoadedGame) -> None:
    """An offer stays open after its maker's turn, until the opponent has chosen a turn."""
    player = world.mover(game)
    game = await world.manager.offer_draw(world.actor(player), game.id)
    after = await world.turn(game)
    row = await world.row(after)
    assert (row.offer, row.offer_by) == ("draw", player.id)


async def test_a_game_is_shown_where_its_player_asks(world: World, game: LoadedGame) -> None:
    """Showing a board in private leaves notifications in the group; a spectator is refused."""
    shown = await world.manager.boards.show(world.actor(world.anna, world.anna_chat), game.id)
    kept = await world.manager.game(game.id)
    seat = kept.white_chat if kept.white.id == world.anna.id else kept.black_chat
    assert (shown.id, seat) == (game.id, world.table.id)
    async with world.database.read() as connection:
        assert await outbox.post_in(connection, "game", game.id, world.anna_chat.id) is not None
    with pytest.raises(NotSeated):
        await world.manager.boards.show(world.actor(world.carl), game.id)


async def test_games_waiting_for_the_player_come_first(world: World) -> None:
    """A player's list of games starts with those in which they are to act."""
    games = []
    for _ in range(6):
        games.append(await world.game())
        world.clock.forward(minutes=10)  # keeps below the rate limit
    listed = await world.manager.games_of(world.anna.id)
    waits = [game.to_act == world.anna.id for game in listed]
    assert (len(listed), waits) == (len(games), sorted(waits, reverse=True))
