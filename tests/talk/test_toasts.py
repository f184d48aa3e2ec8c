"""What a press is answered where the answer is a toast."""

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
    """Return which turn is to be played in the one game."""
    return (await house.manager.game(await only_game(house))).turns


async def pressed(
    house: House, *lines: str, turn: int | None = None, player: str = "Anna", lag: BoardLag = NO_LAG
) -> list[str]:
    """Let somebody press buttons of a turn, of the present one unless another is given; return the toasts."""
    game, said = await only_game(house), list[str]()
    turn = await turn_of(house) if turn is None else turn
    for line in lines:
        command, _, rest = line.partition(" ")
        press = Press(f"{turn}:{command} {game} {rest}".rstrip())
        replies = await house.handle(player, press, has_toast=True, lag=lag)
        said += [plain(reply.text) for reply in replies]
    return said


async def test_a_toast_carries_the_state(playing: House) -> None:
    """Where an answer is seen for a moment, each press is answered by what it did; elsewhere by nothing."""
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
async def test_nothing_is_said_where_there_is_no_toast(playing: House, has_toast: bool) -> None:
    """A typed move is answered by the board alone, and a press too where its answer would be a message."""
    game = await only_game(playing)
    assert await playing.handle("Anna", Press(f":/move {game} 24/20")) == ()
    replies = await playing.handle("Anna", Press(f":/move {game} 16/15"), has_toast=has_toast)
    assert bool(replies) is has_toast


async def test_a_second_press_on_what_was_played_is_answered_by_what_was_played(playing: House) -> None:
    """Who presses again in a turn of his own that is over is told what he has played; another is refused."""
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
    """Where boards lag by more than a second it is said by how much, rounded up, and what comes then."""
    lag = BoardLag(3.2)
    assert await pressed(playing, "/move 24/20", "/undo", "/move 24/20 16/15", "/done", lag=lag) == [
        "24/20. Left: 1. The board follows in 4 s.",
        "Nothing has been moved. Left: 4, 1. The board follows in 4 s.",
        "Complete: 24/20 16/15. The Done button follows in 4 s.",
        "You played 24/20 16/15. The board follows in 4 s.",
    ]


async def test_where_steps_are_not_shown_no_board_is_promised_for_one(playing: House) -> None:
    """In a busy chat only what is shown is announced: not a step, but what is taken back or complete."""
    assert await pressed(playing, "/move 24/20", "/undo", "/move 24/20 16/15", lag=BUSY) == [
        "24/20. Left: 1.",
        "Nothing has been moved. Left: 4, 1. The board follows in 4 s.",
        "Complete: 24/20 16/15. The Done button follows in 4 s.",
    ]


async def test_a_move_that_is_made_already_is_answered_by_the_state(playing: House) -> None:
    """Who presses a move again that no die is left for is told what he has moved, and nothing happens."""
    assert await pressed(playing, "/move 24/20", "/move 24/20") == ["24/20. Left: 1."] * 2
    assert (
        await pressed(playing, "/move 20/19", "/move 24/20/19") == ["24/19. Press Done to end your turn."] * 2
    )


async def test_a_move_in_a_complete_turn_is_answered_by_what_follows(playing: House) -> None:
    """Whoever presses another move where the board does not show Done yet is told that it follows."""
    await playing.type("Anna", "24/20 16/15")
    assert await pressed(playing, "/move 16/12", lag=BUSY) == [
        "Complete: 24/20 16/15. The Done button follows in 4 s."
    ]


async def test_what_an_old_keyboard_offers_is_answered_by_what_is_possible_now(playing: House) -> None:
    """Who presses a move that stood there before his last one is told what he moved, and can move next."""
    assert await pressed(playing, "/move 24/20", "/move 24/23") == [
        "24/20. Left: 1.",
        "24/20. Left: 1. You can move 20/19, 16/15.",
    ]


async def test_a_move_that_is_not_made_is_refused(playing: House) -> None:
    """Who presses what the rules forbid, and what was not done before, is told why."""
    (refused,) = await pressed(playing, "/move 24/18")
    assert "24" in refused
    assert "Left" not in refused


async def test_who_takes_back_once_too_often_is_told_the_dice(playing: House) -> None:
    """A second press on Take back finds nothing moved, which is what it wanted."""
    await playing.type("Anna", "24/20")
    assert await pressed(playing, "/undo", "/undo") == ["Nothing has been moved. Left: 4, 1."] * 2


async def test_who_rolls_twice_is_told_the_dice(tmp_path: Path) -> None:
    """A second press on Roll is answered by what was rolled."""
    async with open_house(tmp_path / "nardy.db", 5, 2) as house:
        await house.type("Anna", "/settings roll off")
        await house.type("Anna", "/settings forced off")
        await house.type("Anna", "/play first me")
        assert await pressed(house, "/roll", "/roll", turn=0) == ["You rolled 5-2."] * 2


async def test_a_move_of_a_double_that_no_checker_can_repeat_is_answered_by_the_state(tmp_path: Path) -> None:
    """Though there are dice left, a second press changes nothing and refuses nothing."""
    async with open_house(tmp_path / "nardy.db", *TO_A_CHOICE[:-2], 1, 1) as house:
        for player in ("Anna", "Boris"):
            await house.type(player, "/start")
        await house.type("Anna", "/challenge Boris")
        await house.type("Boris", "/accept")
        assert await pressed(house, "/move 16/15", "/move 16/15") == ["16/15. Left: 1, 1, 1."] * 2


async def test_a_keyboard_suffices_while_a_move_on_it_goes_on(playing: House) -> None:
    """What a board offered as the turn began suffices if some of it can be made next."""
    game = await playing.manager.game(await only_game(playing))
    assert game.live.draft is not None
    assert initial_moves_remain(play_text(game.live.draft, "24/20"))


def test_a_keyboard_does_not_suffice_where_only_the_moved_checker_goes_on() -> None:
    """Only one checker may leave the head, and the second move of that one stood on no button by itself."""
    turn = PartialTurn.begin(start_position(RULESETS["long"]), Roll(5, 2))
    assert not initial_moves_remain(play_text(turn, "24/19"))
