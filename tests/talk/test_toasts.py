"""Answers to a press that are shown as toasts."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.rules import RULESETS, PartialTurn, Roll, play_text, start_position
from bot.talk.incoming import NO_LAG, BoardLag, Press
from bot.talk.reply import plain
from bot.talk.views.buttons import initial_moves_remain
from tests.dialogues.dialogues import TO_A_CHOICE
from tests.dialogues.house import House, only_game, open_house

BUSY = BoardLag(3.2, shows_steps=False)


async def turn_of(house: House) -> int:
    """Return the number of the present turn."""
    return (await house.manager.game(await only_game(house))).turns


async def press_buttons(
    house: House, *lines: str, turn: int | None = None, player: str = "Anna", lag: BoardLag = NO_LAG
) -> list[str]:
    """Let a player press buttons of a turn, by default of the present one; return the toasts."""
    game, said = await only_game(house), list[str]()
    turn = await turn_of(house) if turn is None else turn
    for line in lines:
        command, _, rest = line.partition(" ")
        press = Press(f"{turn}:{command} {game} {rest}".rstrip())
        replies = await house.handle(player, press, has_toast=True, lag=lag)
        said += [plain(reply.text) for reply in replies]
    return said


async def test_a_toast_shows_the_state_of_the_turn(playing: House) -> None:
    """A toast says what the press did to the turn."""
    game = await only_game(playing)
    turn = (await playing.manager.game(game)).turns
    said: list[str] = []
    for line in (f"/move {game} 24/20", f"/undo {game}", f"/move {game} 24/20 16/15", f"/done {game}"):
        replies = await playing.handle("Anna", Press(f"{turn}:{line}"), has_toast=True)
        said += [plain(reply.text) for reply in replies]
    assert said == [
        "24/20. Left: 1.",
        "Nothing has been moved. Left: 4, 1.",
        "24/20 16/15. Press Done to end your turn.",
        "You played 24/20 16/15. The board follows.",
    ]


@pytest.mark.parametrize("has_toast", [True, False])
async def test_there_is_no_answer_without_a_toast(playing: House, has_toast: bool) -> None:
    """A typed move, or a press on a platform without toasts, is answered by the board alone."""
    game = await only_game(playing)
    assert await playing.handle("Anna", Press(f":/move {game} 24/20")) == ()
    replies = await playing.handle("Anna", Press(f":/move {game} 16/15"), has_toast=has_toast)
    assert bool(replies) is has_toast


async def test_a_repeated_done_shows_the_played_turn(playing: House) -> None:
    """A repeated press on Done shows the player what they have played; another player is refused."""
    game = await only_game(playing)
    turn = (await playing.manager.game(game)).turns
    await playing.type("Anna", "24/20 16/15")
    await playing.type("Anna", "/done")
    standing = playing.message_id(playing.last())
    press = Press(f"{turn}:/done {game}")
    (again,) = await playing.handle("Anna", press, has_toast=True, message=standing)
    assert plain(again.text) == "You have already played 24/20 16/15. The board follows."
    (again,) = await playing.handle("Anna", press, has_toast=True)
    assert plain(again.text) == "You have already played 24/20 16/15."
    (refused,) = await playing.handle("Boris", press, has_toast=True)
    assert plain(refused.text).startswith("That board is from an earlier turn.")


async def test_a_toast_says_when_the_board_follows(playing: House) -> None:
    """If boards lag by more than a second, the toast says by how many, rounded up."""
    lag = BoardLag(3.2)
    assert await press_buttons(playing, "/move 24/20", "/undo", "/move 24/20 16/15", "/done", lag=lag) == [
        "24/20. Left: 1. The board follows in 4 s.",
        "Nothing has been moved. Left: 4, 1. The board follows in 4 s.",
        "Complete: 24/20 16/15. The Done button follows in 4 s.",
        "You played 24/20 16/15. The board follows in 4 s.",
    ]


async def test_without_steps_a_toast_announces_only_boards_that_come(playing: House) -> None:
    """In a busy chat that shows no single moves, the toast announces a board only if one will come."""
    assert await press_buttons(playing, "/move 24/20", "/undo", "/move 24/20 16/15", lag=BUSY) == [
        "24/20. Left: 1.",
        "Nothing has been moved. Left: 4, 1. The board follows in 4 s.",
        "Complete: 24/20 16/15. The Done button follows in 4 s.",
    ]


async def test_a_repeated_move_shows_the_state(playing: House) -> None:
    """A repeated move without a die left is answered by the state of the turn."""
    assert await press_buttons(playing, "/move 24/20", "/move 24/20") == ["24/20. Left: 1."] * 2
    assert (
        await press_buttons(playing, "/move 20/19", "/move 24/20/19")
        == ["24/19. Press Done to end your turn."] * 2
    )


async def test_a_move_in_a_complete_turn_says_that_done_follows(playing: House) -> None:
    """Another move in a complete turn is answered that the Done button follows."""
    await playing.type("Anna", "24/20 16/15")
    assert await press_buttons(playing, "/move 16/12", lag=BUSY) == [
        "Complete: 24/20 16/15. The Done button follows in 4 s."
    ]


async def test_a_move_of_an_old_keyboard_shows_what_is_possible(playing: House) -> None:
    """A move that was offered before the last one is answered by the state and the legal moves."""
    assert await press_buttons(playing, "/move 24/20", "/move 24/23") == [
        "24/20. Left: 1.",
        "24/20. Left: 1. You can move 20/19, 16/15.",
    ]


async def test_an_illegal_move_is_refused(playing: House) -> None:
    """A move that is illegal and was not made before is refused with the reason."""
    (refused,) = await press_buttons(playing, "/move 24/18")
    assert "24" in refused
    assert "Left" not in refused


async def test_a_second_take_back_shows_the_dice(playing: House) -> None:
    """A second press on Take back is answered by the state, not refused."""
    await playing.type("Anna", "24/20")
    assert await press_buttons(playing, "/undo", "/undo") == ["Nothing has been moved. Left: 4, 1."] * 2


async def test_a_second_roll_shows_the_dice(tmp_path: Path) -> None:
    """A second press on Roll is answered by the roll."""
    async with open_house(tmp_path / "nardy.db", 5, 2) as house:
        await house.type("Anna", "/settings roll off")
        await house.type("Anna", "/settings forced off")
        await house.type("Anna", "/play first me")
        assert await press_buttons(house, "/roll", "/roll", turn=0) == ["You rolled 5-2."] * 2


async def test_a_repeated_move_of_a_double_shows_the_state(tmp_path: Path) -> None:
    """A repeated move of a double that no checker can make again is answered by the state."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE[:-2], 1, 1) as house:
        for player in ("Anna", "Boris"):
            await house.type(player, "/start")
        await house.type("Anna", "/challenge Boris")
        await house.type("Boris", "/accept")
        assert await press_buttons(house, "/move 16/15", "/move 16/15") == ["16/15. Left: 1, 1, 1."] * 2


async def test_a_keyboard_suffices_while_one_of_its_moves_is_left(playing: House) -> None:
    """The first keyboard of a turn suffices while one of its moves can be made next."""
    game = await playing.manager.game(await only_game(playing))
    assert game.live.draft is not None
    assert initial_moves_remain(play_text(game.live.draft, "24/20"))


def test_a_keyboard_does_not_suffice_if_only_the_moved_checker_can_move() -> None:
    """The first keyboard does not suffice if only the moved checker can move, from its new point."""
    turn = PartialTurn.begin(start_position(RULESETS["long"]), Roll(5, 2))
    assert not initial_moves_remain(play_text(turn, "24/19"))
