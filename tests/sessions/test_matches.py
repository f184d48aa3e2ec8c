from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from pathlib import Path

import pytest

from bot.backup import back_up
from bot.maintenance import check
from bot.rules import RULESETS, Grade, legal_turns
from bot.rules.events import Opened
from bot.rules.formats import read_match
from bot.rules.rulesets import MatchLength, Scoring
from bot.sessions import LoadedGame, Options, Outbox, Player
from bot.sessions.errors import Refusal
from bot.sessions.workers import ComputerPlayer
from tests.long_parameters import long_except
from tests.refused import refuses
from tests.sessions.test_record import tampered
from tests.sessions.world import World, race
from tests.strategies import Plain
from tests.visits import visit_chat

TO_THREE = Options(MatchLength(points=3))


async def lost(world: World, game: LoadedGame, loser: Player) -> LoadedGame:
    """Resign a game as a mars and return it."""
    return await world.manager.resign(world.actor(loser), game.id, Grade.MARS)


async def next_game(world: World, game: LoadedGame) -> LoadedGame:
    """Start the next game of the match as Anna."""
    return await world.manager.matches.next_game(world.actor(world.anna), game.id)


async def test_a_match_ends_when_its_points_are_reached(world: World) -> None:
    """A match to 3 points is decided by two mars; between the games the score is 2 to 0."""
    first = await lost(world, await world.game("narde", options=TO_THREE), world.boris)
    assert first.standing.score_of(world.anna.id) == Fraction(2)
    second = await lost(world, await next_game(world, first), world.boris)
    assert (second.standing.is_over, second.standing.winner) == (True, world.anna.id)
    assert second.standing.score_of(world.anna.id) == Fraction(4)


async def test_the_next_game_belongs_to_the_same_match(world: World) -> None:
    """The next game has the same match, the next number and a new id."""
    first = await lost(world, await world.game("narde", options=TO_THREE), world.boris)
    second = await next_game(world, first)
    assert (first.number, second.number) == (1, 2)
    assert (first.match.id, second.match.id) == (first.id, first.id)
    assert second.id != first.id


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "white"), [("long", "black"), ("narde", "winner"), ("sport", None)])
async def test_the_starter_of_the_next_game_depends_on_the_rule_set(
    world: World, ruleset: str, white: str | None
) -> None:
    """In a match, long swaps colours, narde lets the last winner start, and sport rolls again."""
    first = await world.game(ruleset, options=TO_THREE)
    ended = await lost(world, first, first.black)
    second = await next_game(world, ended)
    _, events = await world.manager.with_events(second.id)
    expected = {"black": first.black.id, "winner": first.white.id}
    assert white is None or second.white.id == expected[white]
    assert (events[0].event != Opened()) is (white is None)


async def test_a_match_of_games_is_played_to_the_last(world: World) -> None:
    """A match of two games is played to the end, and equal totals are a draw."""
    options = Options(MatchLength(games=2))
    game = await world.game("long", options=options)
    first = await lost(world, game, world.anna)
    assert not first.standing.is_over
    second = await lost(world, await next_game(world, first), world.boris)
    assert (second.standing.is_over, second.standing.winner) == (True, None)


async def test_the_next_game_is_refused_if_there_is_none(world: World) -> None:
    """The next game is refused during a game, after the match, a second time, and to other players."""
    act = world.manager.matches.next_game
    game = await world.game("narde", options=TO_THREE)
    before = await world.everything()
    for player, game_id, code in (
        (world.anna, game.id, "game-goes-on"),
        (world.carl, game.id, "not-seated"),
        (world.anna, "x9x", "no-such-game"),
    ):
        with refuses(code):
            await act(world.actor(player), game_id)
    assert await world.everything() == before
    first = await lost(world, game, world.boris)
    second = await next_game(world, first)
    with refuses("next-begun", game=second.id):
        await act(world.actor(world.boris), first.id)
    await lost(world, second, world.boris)
    with refuses("match-is-over"):
        await act(world.actor(world.boris), second.id)


@pytest.mark.on_both
async def test_both_starting_the_next_game_at_once_start_one(world: World) -> None:
    """If both players start the next game at once, one succeeds and the other's refusal names the game."""
    first = await lost(world, await world.game("narde", options=TO_THREE), world.boris)
    act = world.manager.matches.next_game
    results = await race(act(world.actor(world.anna), first.id), act(world.actor(world.boris), first.id))
    (begun,) = [end for end in results if isinstance(end, LoadedGame)]
    (refused,) = [end for end in results if isinstance(end, Refusal)]
    assert (refused.code, refused.fields) == ("next-begun", {"game": begun.id})


async def test_the_next_game_notifies_its_starter_unless_they_began_it(world: World) -> None:
    """White is notified of the next game once if the opponent began it, and otherwise not."""
    for presser, notifications in ((world.boris, 1), (world.anna, 0)):
        first = await lost(world, await world.game("narde", options=TO_THREE), world.boris)
        second = await world.manager.matches.next_game(world.actor(presser), first.id)
        assert second.to_act == second.white.id == world.anna.id
        stored = (await world.everything())["notifications"]
        assert len([each for each in stored if f":{second.id}:" in str(each[1])]) == notifications


async def test_the_next_game_after_a_lost_group_is_in_private(world: World) -> None:
    """If the shared chat is lost between two games, both players get the next one in private."""
    first = await lost(world, await world.game("narde", options=TO_THREE), world.boris)
    await Outbox(world.manager).relocation.mark_unreachable(world.table.id)
    by = world.actor(world.anna, world.anna_chat)
    second = await world.manager.matches.next_game(by, first.id)
    assert (second.white_chat, second.black_chat) == (world.anna_chat.id, world.boris_chat.id)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", long_except(["federation", "short"], "short"))
@pytest.mark.on_both
async def test_a_whole_match_against_the_computer_player_replays(world: World, ruleset: str) -> None:
    """A match to 3 with everything a rule set allows is played to its end, and its record reads back."""
    rules = RULESETS[ruleset]
    options = Options(MatchLength(points=3), cube=rules.cube, extended=rules.scoring is Scoring.OYN_MARS)
    strategy = ComputerPlayer(world.manager, Plain())
    game = await world.manager.challenges.challenge_computer(world.actor(world.anna), ruleset, options)
    with ThreadPoolExecutor(1) as threads:
        while not (game.is_over and game.standing.is_over):
            by, state = world.actor(world.anna), game.live.state
            if game.is_over:
                game = await world.manager.matches.next_game(by, game.id)
            elif game.to_act != world.anna.id:
                await strategy.play_all(threads)
                game = await world.manager.game(game.id)
            elif state.choice is not None:
                game = await world.manager.choose_opening_roll(by, game.id, keep=game.number % 2 == 0)
            elif state.may_double and state.turns > 60:
                game = await world.manager.double(by, game.id)
            elif state.roll is None:
                game = await world.manager.roll(by, game.id)
            else:
                turn = legal_turns(state.position, state.roll)[0]
                game = await world.manager.play_turn(by, game.id, turn, game.version)
    record = await world.manager.matches.record(game.id)
    assert read_match(record.write()).end().is_over
    for player in (game.white, game.black):
        assert record.end().score_of(player.name) == game.standing.score_of(player.id)
    assert (await check(world.database.place)).faults == ()


async def test_a_rematch_repeats_the_whole_match(world: World) -> None:
    """A rematch is refused during a match, and afterwards repeats the whole match."""
    first = await lost(world, await world.game("narde", options=TO_THREE), world.boris)
    with refuses("match-goes-on"):
        await world.manager.challenges.rematch(world.actor(world.anna), first.id)
    last = await lost(world, await next_game(world, first), world.boris)
    requested = await world.manager.challenges.rematch(world.actor(world.anna), first.id)
    assert not isinstance(requested, LoadedGame)
    assert (str(requested.options.length), requested.rematch_of) == ("3 points", last.id)
    begun = await world.manager.challenges.rematch(world.actor(world.boris), last.id)
    assert isinstance(begun, LoadedGame)
    assert (str(begun.match.options.length), begun.number, begun.white.id) == ("3 points", 1, world.anna.id)


@pytest.mark.on_both
async def test_matches_waiting_for_their_next_game_are_listed(world: World) -> None:
    """A match waits for its next game after a game has ended and before it is decided."""
    waiting = world.manager.matches.waiting
    game = await world.game("narde", options=TO_THREE)
    single = await world.game()
    await world.manager.resign(world.actor(world.anna), single.id)
    assert await waiting(world.anna.id) == []
    first = await lost(world, game, world.boris)
    assert await waiting(world.anna.id) == [first.id]
    await lost(world, await next_game(world, first), world.boris)
    assert await waiting(world.anna.id) == []


@pytest.mark.on_both
async def test_the_record_of_a_match_reads_back(world: World) -> None:
    """The record of an unfinished match holds all its games and reads back to the current state."""
    first = await lost(world, await world.game("sport", options=TO_THREE), world.boris)
    second = await next_game(world, first)
    record = read_match((await world.manager.matches.record(second.id)).write())
    assert (len(record.games), str(record.length)) == (2, "3 points")
    assert record.end().score_of("Anna") == Fraction(2)
    assert record.games[1].end() == second.live.state


async def test_namesakes_have_different_names_in_a_record(world: World) -> None:
    """The record of a match between two players with the same name can be read back."""
    await visit_chat(world.manager, "boris", "Anna", "me:boris", "private")
    first = await lost(world, await world.game("narde", options=TO_THREE), world.boris)
    record = await world.manager.matches.record(first.id)
    assert record.end().games == 1


@pytest.mark.slow
async def test_the_check_finds_no_fault_in_played_matches(world: World) -> None:
    """The check finds no fault in a decided match, one between games, or one in its second game."""
    for games in range(1, 4):
        game = await world.game("narde", options=TO_THREE)
        for number in range(games):
            if number:
                game = await next_game(world, game)
            if number < 2:
                game = await lost(world, game, world.boris if games != 3 or number else world.anna)
    assert (await check(world.database.place)).faults == ()


TAMPERINGS = (
    "UPDATE games SET number = 3 WHERE number = 2",
    "UPDATE games SET white = black, black = white WHERE number = 2",
    "UPDATE matches SET length = '1 point'",
    "UPDATE matches SET starter = first",
    "UPDATE matches SET length = 'for ever'",
    "UPDATE games SET outcome = 'w mars RESIGNED 8' WHERE number = 1",
    (
        "INSERT INTO matches (id, ruleset, length, cube, extended, first, second, started)"
        " SELECT 'x9x', ruleset, length, false, false, first, second, started FROM matches"
    ),
)


@pytest.mark.slow
async def test_a_tampered_match_is_found(world: World, tmp_path: Path) -> None:
    """The check names a match whose games were tampered with."""
    first = await lost(world, await world.game("narde", options=TO_THREE), world.boris)
    await next_game(world, first)
    copy = tmp_path / "copy.db"
    await back_up(world.database.place, copy)
    unnoticed = []
    for tampering in TAMPERINGS:
        with tampered(copy, tampering) as place:
            faults = (await check(place)).faults
        if not any(fault.startswith("Match ") for fault in faults):
            unnoticed.append((tampering, faults))
    assert unnoticed == []
