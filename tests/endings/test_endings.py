"""Every ending of every rule set: played by typed lines, stored, shown, and read back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from bot.maintenance import check
from bot.rules import Ending, Grade, Outcome, Side, resignations
from bot.rules.formats import read_record
from bot.sessions import LoadedGame, record_of
from bot.sessions.live_game import LiveGame
from bot.talk.reply import Code
from tests.dialogues.house import House, open_house
from tests.dialogues.script import TABLE as AT_THE_TABLE
from tests.endings.games import checkers_left, current_game, player_to_act, skip_ahead, start_game, type_turn
from tests.endings.table import TABLE, EndingKind, Row
from tests.long_parameters import long_except
from tests.talk.houses import SavedHouse, open_copy

RESULT_TEXTS = {
    Ending.BORNE_OFF: "has borne off all checkers and wins against",
    Ending.BOTH_OFF: "have both borne off all checkers, so the game is a draw",
    Ending.RESIGNED: "resigns and",
    Ending.DROPPED: "drops the double and",
    Ending.DRAW: "agree to a draw",
}

PLAYED_OUT = {EndingKind.BORNE_OFF, EndingKind.BOTH_OFF, EndingKind.LAST_TURN_FAILED, EndingKind.CUBE_AT_64}
"""Endings with a fixed final position; the others can end any position."""

ALWAYS_RUN = [
    row
    for row in TABLE
    if row.ruleset.name == "long"
    or row.kind in {EndingKind.BOTH_OFF, EndingKind.LAST_TURN_FAILED}
    or (row.ruleset.name, row.grade) in {("palm", Grade.BACKGAMMON), ("short", Grade.GAMMON)}
]
"""Run with every change: all endings of one rule set, and those that only some rule sets have."""

DOUBLE_SIX, TWO_ONE = (6, 6), (2, 1)


def about_to_finish(play: LiveGame) -> bool:
    """Return True if the side to roll has one or two checkers left, so that 6-5 bears them off."""
    return checkers_left(play, play.mover) in {1, 2} and checkers_left(play, play.mover.other) > 0


def about_to_leave_a_last_turn(at_most: int) -> Callable[[LiveGame], bool]:
    """Match positions where White is about to finish and Black has few checkers left, all at home."""

    def reached(play: LiveGame) -> bool:
        return (
            play.mover is Side.WHITE
            and checkers_left(play, Side.WHITE) in {1, 2}
            and checkers_left(play, Side.BLACK) <= at_most
        )

    return reached


async def bear_off(house: House, game: LoadedGame) -> LoadedGame:
    """Play until a side bears off its last checkers with 6-5."""
    game = await skip_ahead(house, game, about_to_finish)
    house.dice.roll_next(6, 5)
    return await type_turn(house, game, Random(1))


async def play_last_turn(house: House, game: LoadedGame, at_most: int, dice: tuple[int, int]) -> LoadedGame:
    """Let White finish, refuse White's resignation, and play Black's last turn."""
    game = await skip_ahead(house, game, about_to_leave_a_last_turn(at_most))
    house.dice.roll_next(6, 5, *dice)
    game = await type_turn(house, game, Random(1))
    assert game.live.state.is_last_turn
    for line in ("/resign", "/resign mars"):
        assert "You have borne off all your checkers" in await house.type(game.white.name, line)
    await house.type(game.white.name, "/menu")
    (menu,) = house.answers[game.white.name]
    assert "Resign" not in [button.label for buttons in menu.buttons for button in buttons]
    return await type_turn(house, game, Random(1))


async def resign(house: House, game: LoadedGame, grade: Grade) -> LoadedGame:
    """Resign for Anna; Boris accepts if the value is not the highest."""
    await house.type("Anna", f"/resign {grade.value}")
    (reply,) = house.answers["Anna"]
    ((button,),) = reply.buttons
    await house.press("Anna", button.label, AT_THE_TABLE, answered=True)
    side = game.side_of(1)
    assert side is not None
    if grade is not resignations(game.live.state, side)[-1]:
        assert not (await house.manager.game(game.id)).is_over
        await house.type("Boris", "/accept")
    return await house.manager.game(game.id)


async def double(house: House, game: LoadedGame) -> LoadedGame:
    """Play until the next double, and double."""
    game = await skip_ahead(house, game, lambda play: play.state.may_double)
    await house.type(player_to_act(game), "/double")
    return await house.manager.game(game.id)


async def double_to_64(house: House, game: LoadedGame) -> LoadedGame:
    """Double to 64, and let its owner's next double be refused."""
    for _ in range(6):
        game = await double(house, game)
        await house.type(player_to_act(game), "/take")
        game = await house.manager.game(game.id)
    game = await type_turn(house, game, Random(1))
    assert "The cube is at 64" in await house.type(player_to_act(game), "/double")
    return game


async def play_to_end(house: House, row: Row) -> LoadedGame:
    """Start a game and play it to the row's ending."""
    game = await start_game(house, row.challenge)
    highest = resignations(game.live.state, Side.WHITE)[-1]
    match row.kind:
        case EndingKind.BORNE_OFF:
            game = await bear_off(house, game)
        case EndingKind.BOTH_OFF:
            game = await play_last_turn(house, game, 4, DOUBLE_SIX)
        case EndingKind.LAST_TURN_FAILED:
            game = await play_last_turn(house, game, 14, TWO_ONE)
        case EndingKind.RESIGNED:
            game = await resign(house, game, row.grade or highest)
        case EndingKind.DRAW:
            await house.type("Anna", "/draw")
            await house.press("Anna", "Offer a draw", AT_THE_TABLE, answered=True)
            await house.type("Boris", "/accept")
        case EndingKind.DROPPED:
            game = await double(house, game)
            await house.type(player_to_act(game), "/drop")
        case EndingKind.CUBE_AT_64:
            game = await resign(house, await double_to_64(house, game), highest)
        case EndingKind.LAST_OF_MATCH:
            await resign(house, game, highest)
            await house.type("Boris", f"/continue {game.id}")
            game = await bear_off(house, await current_game(house))
    return await house.manager.game(game.id)


async def check_result(house: House, game: LoadedGame, outcome: Outcome) -> None:
    """Check that the board and the record state the result, and that a roll is refused."""
    assert RESULT_TEXTS[outcome.ending] in house.shown(AT_THE_TABLE).text
    await house.type("Boris", f"/record {game.id}")
    (reply,) = house.answers["Boris"]
    record = read_record(next(span.text for span in reply.text if isinstance(span, Code)))
    assert record.end() == game.live.state
    assert record == read_record(record.write())
    assert "is over" in await house.type(player_to_act(game), f"/roll {game.id}")


async def show_everywhere(house: House, game: LoadedGame) -> None:
    """Show the final board by every command, and begin a rematch."""
    for line in ("/board", "/read", "/picture", "/replay", "/analyse"):
        await house.type("Anna", f"{line} {game.id}")
        assert house.answers["Anna"] or line == "/board", line
    await house.type("Anna", f"/rematch {game.id}")
    await house.type("Boris", "/accept")
    assert not (await current_game(house)).is_over


@pytest.mark.parametrize("row", long_except(TABLE, *ALWAYS_RUN), ids=str)
async def test_a_game_ends_and_is_read_back(
    row: Row, prepared: SavedHouse, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """The game ends by the rules; the chat, the record and a restarted bot all state the same result."""
    path = tmp_path / "nardy.db"
    async with open_copy(prepared, path, caplog) as house:
        game = await play_to_end(house, row)
        outcome = game.live.state.outcome
        assert outcome is not None
        assert outcome.ending is row.ending
        assert (outcome.winner is None) is (row.ending in {Ending.BOTH_OFF, Ending.DRAW})
        assert outcome.cube == (64 if row.kind is EndingKind.CUBE_AT_64 else 1)
        assert row.grade in {None, outcome.grade}
        await check_result(house, game, outcome)
    async with open_house(path, previous=house) as again:
        assert await again.manager.game(game.id) == game
        stored_game, events = await again.manager.with_events(game.id)
        assert record_of(stored_game, events).end() == game.live.state
        points = sum(game.standing.score_of(player) for player in (1, 2))
        assert points >= (2 if row.kind is EndingKind.LAST_OF_MATCH else 1)
        assert game.standing.is_over
        assert "The match is over" in await again.type("Anna", f"/continue {game.id}")
        if row.kind in PLAYED_OUT:
            await show_everywhere(again, game)
    assert (await check(path)).faults == ()


def test_the_table_has_every_ending_and_every_value() -> None:
    """The table has every ending but time-out, and every value."""
    assert {row.ending for row in TABLE} == set(Ending) - {Ending.TIMEOUT}
    assert {row.grade for row in TABLE} == {None, *Grade}
