from __future__ import annotations

import pytest

from bot.talk.incoming import Line
from bot.talk.reply import OldBoardPolicy, plain
from tests.dialogues.dialogues import TO_A_CHOICE
from tests.dialogues.house import House, Message
from tests.dialogues.script import TABLE


async def keep_boards(house: House) -> None:
    """Let old boards stay at the table, where they shrink otherwise."""
    await house.type("Anna", "/settings boards stay")


async def replace_board(house: House, chat: str = TABLE) -> Message:
    """Let Anna play a turn; return the board that a new one has replaced."""
    old = house.last(chat)
    await house.type("Anna", "24/20 16/15", chat)
    await house.type("Anna", "/done", chat)
    assert house.last() is not old
    return old


async def is_offered(house: House, chat: str) -> bool:
    """Return True if the chat's settings offer a choice about old boards."""
    replies = await house.handle("Anna", Line("/settings"), chat)
    buttons = [button for reply in replies for row in reply.buttons for button in row]
    return any(button.label.startswith("Old boards: ") for button in buttons)


def lines_of(message: Message) -> list[str]:
    """Return the lines of a retired board, without the players' line."""
    assert message.retired is not None
    head, *lines = plain(message.retired.text).split("\n")
    assert head.startswith("⚪ Anna – Boris ⚫ · Long Nardy · ")
    return lines


BORIS_WAS_FORCED = "Boris rolled 5-3. Only one turn was possible: 12/4."
ANNA_HAS_PLAYED = "Anna rolled 4-1 and played 24/20 16/15."
OPENING = [
    "For the start Anna rolled 6 and Boris rolled 1, so Anna plays White and begins.",
    "Anna rolled 6-2. Only one turn was possible: 24/16.",
    BORIS_WAS_FORCED,
]


async def test_an_old_board_shows_the_turn_played_on_it(playing: House) -> None:
    """An old board keeps its lines, adds the finished turn, and drops the request to act."""
    await keep_boards(playing)
    assert lines_of(await replace_board(playing)) == [*OPENING, ANNA_HAS_PLAYED]


async def test_an_old_board_drops_the_time_limit(house: House) -> None:
    """An old board does not say until when a finished turn had time."""
    await keep_boards(house)
    house.dice.roll_next(*TO_A_CHOICE)
    await house.type("Anna", "/challenge Boris 3 days")
    await house.type("Boris", "/accept")
    old = house.last()
    assert "Anna has until" in plain(old.reply.text)
    await house.type("Anna", "24/20 16/15")
    await house.type("Anna", "/done")
    assert lines_of(old)[-1] == ANNA_HAS_PLAYED


async def test_a_board_replaced_in_mid_turn_leaves_out_that_turn(playing: House) -> None:
    """A board that is replaced in mid-turn keeps only the turns before."""
    await keep_boards(playing)
    await playing.type("Anna", "24/20 16/15")
    old = playing.last()
    assert "Press Done" in plain(old.reply.text)
    await playing.type("Anna", "/board")
    assert lines_of(old) == OPENING


async def test_an_old_private_board_leaves_out_the_opponents_answer(house: House) -> None:
    """An old private board shows its reader's turn; the opponent's answer is on the next board only."""
    house.dice.roll_next(*TO_A_CHOICE, 5, 3)
    await house.type("Boris", "/start", "Boris")
    await house.type("Anna", "/challenge Boris", "Anna")
    await house.type("Boris", "/accept", "Boris")
    old = house.last("Anna")
    await house.type("Anna", "24/20 16/15", "Anna")
    await house.type("Anna", "/done", "Anna")
    while (game := (await house.manager.games_of(1))[0]).to_act == 2:
        assert game.live.draft is not None
        step = "/done" if game.live.draft.is_complete else str(game.live.draft.next_moves()[0])
        await house.type("Boris", step, "Boris")
    assert house.last("Anna") is not old
    assert lines_of(old) == [*OPENING, ANNA_HAS_PLAYED]


@pytest.mark.slow
@pytest.mark.parametrize("boards", ["stay", "delete"])
async def test_old_boards_follow_the_chats_setting(playing: House, boards: str) -> None:
    """A replaced board stays without buttons or is deleted, as the chat's setting says."""
    assert (
        f"The old board after a turn: {'stays' if boards == 'stay' else 'is deleted'}."
        == await playing.type("Anna", f"/settings boards {boards}")
    )
    old = await replace_board(playing)
    assert old.retired is not None
    assert old.retired.policy is OldBoardPolicy(boards)


async def test_old_boards_shrink_at_the_common_table_by_default(playing: House) -> None:
    """Without a setting each game has one board at the common table of the page."""
    old = await replace_board(playing)
    assert old.retired is not None
    assert old.retired.policy is OldBoardPolicy.SHRINK


@pytest.mark.slow
async def test_an_old_board_shrinks_to_one_line(playing: House) -> None:
    """A board that shrinks keeps one line with the game and its last turn, in the chat's language."""
    await playing.type("Anna", "/settings boards shrink")
    first = await replace_board(playing)
    second = playing.last()
    assert first.retired is not None
    game = (await playing.manager.games_of(1))[0].id
    assert plain(first.retired.text) == f"{game} · Boris rolled 5-3. Only one turn was possible: 12/4."
    translated = plain(first.retired.translations["ru"])
    assert translated == f"{game} · Boris: зары 5-3. Возможен был только один ход: 12/4."
    await playing.type("Anna", "/settings language ru")
    await playing.type("Boris", "/board")
    assert second.retired is not None
    assert plain(second.retired.text) == f"{game} · Anna: зары 4-1, ход 24/20 16/15."


@pytest.mark.slow
async def test_a_challenge_is_not_an_old_board(house: House) -> None:
    """A declined challenge is neither deleted nor replaced."""
    await house.type("Anna", "/settings boards delete")
    await house.type("Anna", "/challenge Boris")
    card = house.last()
    await house.type("Boris", "/decline")
    assert (card.retired, house.last()) == (None, card)


async def test_private_chats_have_no_setting_for_old_boards(playing: House) -> None:
    """The setting for old boards is refused and not offered in private."""
    answer = await playing.type("Anna", "/settings boards delete", "Anna")
    assert answer.startswith("There is no setting boards. The settings are roll,")
    assert not await is_offered(playing, "Anna")
    assert await is_offered(playing, TABLE)
