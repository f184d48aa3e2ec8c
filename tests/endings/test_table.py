"""Every ending of every rule set, played by what people type, stored, shown, and read back."""

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
from tests.dialogues.script import TABLE as AT_THE_TABLE
from tests.dialogues.scripted import House, open_house
from tests.endings.playing import actor, begun, forward, left, the_game, turn
from tests.endings.table import TABLE, EndingKind, Row
from tests.long_parameters import long_except
from tests.talk.houses import Begun, copied

TOLD = {
    Ending.BORNE_OFF: "has borne off all checkers and wins against",
    Ending.BOTH_OFF: "have both borne off all checkers, so the game is a draw",
    Ending.RESIGNED: "resigns and",
    Ending.DROPPED: "drops the double and",
    Ending.DRAW: "agree to a draw",
}

PLAYED_OUT = {EndingKind.BORNE_OFF, EndingKind.BOTH_OFF, EndingKind.LAST_TURN_FAILED, EndingKind.CUBE_AT_64}
"""Ways to an end that shows a board of its own; the others end where any game may stand."""

KEPT = [
    row
    for row in TABLE
    if row.ruleset.name == "long"
    or row.kind in {EndingKind.BOTH_OFF, EndingKind.LAST_TURN_FAILED}
    or (row.ruleset.name, row.grade) in {("palm", Grade.BACKGAMMON), ("short", Grade.GAMMON)}
]
"""Tried with every change: all endings of one rule set, and what only some have."""

SIXES, LOW = (6, 6), (2, 1)


def about_to_finish(play: LiveGame) -> bool:
    """Return whether whoever is to roll has two checkers left, so that 6-5 ends it."""
    return left(play, play.mover) in {1, 2} and left(play, play.mover.other) > 0


def about_to_leave_a_last_turn(most: int) -> Callable[[LiveGame], bool]:
    """Return whether White is about to finish and Black can have so few checkers left, all at home."""

    def reached(play: LiveGame) -> bool:
        return (
            play.mover is Side.WHITE and left(play, Side.WHITE) in {1, 2} and left(play, Side.BLACK) <= most
        )

    return reached


async def borne_off(house: House, game: LoadedGame) -> LoadedGame:
    """Return the game after somebody has borne off the last checkers with 6-5."""
    game = await forward(house, game, about_to_finish)
    house.dice.roll_next(6, 5)
    return await turn(house, game, Random(1))


async def last_turn(house: House, game: LoadedGame, most: int, dice: tuple[int, int]) -> LoadedGame:
    """Return the game after White has finished, has tried to give up, and Black has had the last turn."""
    game = await forward(house, game, about_to_leave_a_last_turn(most))
    house.dice.roll_next(6, 5, *dice)
    game = await turn(house, game, Random(1))
    assert game.live.state.is_last_turn
    for line in ("/resign", "/resign mars"):
        assert "You have borne off all your checkers" in await house.line(game.white.name, line)
    await house.line(game.white.name, "/menu")
    (menu,) = house.answers[game.white.name]
    assert "Resign" not in [button.label for buttons in menu.buttons for button in buttons]
    return await turn(house, game, Random(1))


async def given_up(house: House, game: LoadedGame, grade: Grade) -> LoadedGame:
    """The game after Anna has given it up: at the highest value at once, else with Boris's agreement."""
    await house.line("Anna", f"/resign {grade.value}")
    (reply,) = house.answers["Anna"]
    ((button,),) = reply.buttons
    await house.press("Anna", button.label, AT_THE_TABLE, answered=True)
    side = game.side_of(1)
    assert side is not None
    if grade is not resignations(game.live.state, side)[-1]:
        assert not (await house.manager.game(game.id)).is_over
        await house.line("Boris", "/accept")
    return await house.manager.game(game.id)


async def to_a_double(house: House, game: LoadedGame) -> LoadedGame:
    """Return the game when the next who may double has doubled."""
    game = await forward(house, game, lambda play: play.state.may_double)
    await house.line(actor(game), "/double")
    return await house.manager.game(game.id)


async def doubled_to_64(house: House, game: LoadedGame) -> LoadedGame:
    """The game with the cube at its highest, when who has it is to roll and may not double any more."""
    for _ in range(6):
        game = await to_a_double(house, game)
        await house.line(actor(game), "/take")
        game = await house.manager.game(game.id)
    game = await turn(house, game, Random(1))
    assert "The cube is at 64" in await house.line(actor(game), "/double")
    return game


async def ended(house: House, row: Row) -> LoadedGame:
    """Return the game after it has ended as the row has it."""
    game = await begun(house, row.challenge)
    highest = resignations(game.live.state, Side.WHITE)[-1]
    match row.kind:
        case EndingKind.BORNE_OFF:
            game = await borne_off(house, game)
        case EndingKind.BOTH_OFF:
            game = await last_turn(house, game, 4, SIXES)
        case EndingKind.LAST_TURN_FAILED:
            game = await last_turn(house, game, 14, LOW)
        case EndingKind.RESIGNED:
            game = await given_up(house, game, row.grade or highest)
        case EndingKind.DRAW:
            await house.line("Anna", "/draw")
            await house.press("Anna", "Offer a draw", AT_THE_TABLE, answered=True)
            await house.line("Boris", "/accept")
        case EndingKind.DROPPED:
            game = await to_a_double(house, game)
            await house.line(actor(game), "/drop")
        case EndingKind.CUBE_AT_64:
            game = await given_up(house, await doubled_to_64(house, game), highest)
        case EndingKind.LAST_OF_MATCH:
            await given_up(house, game, highest)
            await house.line("Boris", f"/continue {game.id}")
            game = await borne_off(house, await the_game(house))
    return await house.manager.game(game.id)


async def check_result(house: House, game: LoadedGame, outcome: Outcome) -> None:
    """Hold what people are told of a finished game against how it ended, and refuse them what is too late."""
    assert TOLD[outcome.ending] in house.standing(AT_THE_TABLE).text
    await house.line("Boris", f"/record {game.id}")
    (reply,) = house.answers["Boris"]
    record = read_record(next(span.text for span in reply.text if isinstance(span, Code)))
    assert record.end() == game.live.state
    assert record == read_record(record.write())
    assert "is over" in await house.line(actor(game), f"/roll {game.id}")


async def shown(house: House, game: LoadedGame) -> None:
    """Let everything show the board on which a game has ended."""
    for line in ("/board", "/read", "/picture", "/replay", "/analyse"):
        await house.line("Anna", f"{line} {game.id}")
        assert house.answers["Anna"] or line == "/board", line
    await house.line("Anna", f"/rematch {game.id}")
    await house.line("Boris", "/accept")
    assert not (await the_game(house)).is_over


@pytest.mark.parametrize("row", long_except(TABLE, *KEPT), ids=str)
async def test_a_game_ends_and_is_read_back(
    row: Row, met: Begun, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It ends as the rules say, the chat and the record say so, and so does a bot that is started again."""
    path = tmp_path / "nardy.db"
    async with copied(met, path, caplog) as house:
        game = await ended(house, row)
        outcome = game.live.state.outcome
        assert outcome is not None
        assert outcome.ending is row.ending
        assert (outcome.winner is None) is (row.ending in {Ending.BOTH_OFF, Ending.DRAW})
        assert outcome.cube == (64 if row.kind is EndingKind.CUBE_AT_64 else 1)
        assert row.grade in {None, outcome.grade}
        await check_result(house, game, outcome)
    async with open_house(path, before=house) as again:
        assert await again.manager.game(game.id) == game
        stored_game, events = await again.manager.with_events(game.id)
        assert record_of(stored_game, events).end() == game.live.state
        points = sum(game.standing.score_of(player) for player in (1, 2))
        assert points >= (2 if row.kind is EndingKind.LAST_OF_MATCH else 1)
        assert game.standing.is_over
        assert "The match is over" in await again.line("Anna", f"/continue {game.id}")
        if row.kind in PLAYED_OUT:
            await shown(again, game)
    assert (await check(path)).faults == ()


def test_the_table_has_every_ending_and_every_value() -> None:
    """Of the ways in which the rules let a game end only the clock is missing, which nobody has yet."""
    assert {row.ending for row in TABLE} == set(Ending) - {Ending.TIMEOUT}
    assert {row.grade for row in TABLE} == {None, *Grade}
