from __future__ import annotations

import pytest

from bot.talk.incoming import Line
from bot.talk.reply import OldBoardPolicy, plain
from tests.dialogues.dialogues import TO_A_CHOICE
from tests.dialogues.house import House, Message
from tests.dialogues.script import TABLE


async def replaced(house: House, chat: str = TABLE) -> Message:
    """Return the board that Anna's turn replaces by a new one."""
    old = house.last(chat)
    await house.type("Anna", "24/20 16/15", chat)
    await house.type("Anna", "/done", chat)
    assert house.last() is not old
    return old


async def is_offered(house: House, chat: str) -> bool:
    """Whether a chat's settings offer to change what becomes of old boards."""
    replies = await house.handle("Anna", Line("/settings"), chat)
    buttons = [button for reply in replies for row in reply.buttons for button in row]
    return any(button.label.startswith("Old boards: ") for button in buttons)


def lines_of(message: Message) -> list[str]:
    """Return the lines that an old board says from then on, without that of its players."""
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


async def test_an_old_board_tells_the_turn_that_was_played_on_it(playing: House) -> None:
    """It says what it told and the finished turn, and no longer what its reader had to do."""
    assert lines_of(await replaced(playing)) == [*OPENING, ANNA_HAS_PLAYED]


async def test_an_old_board_of_a_game_with_a_clock_says_no_more_until_when(house: House) -> None:
    """The time that a player had is not said of a turn that is over."""
    house.dice.roll_next(*TO_A_CHOICE)
    await house.type("Anna", "/challenge Boris 3 days")
    await house.type("Boris", "/accept")
    old = house.last()
    assert "Anna has until" in plain(old.reply.text)
    await house.type("Anna", "24/20 16/15")
    await house.type("Anna", "/done")
    assert lines_of(old)[-1] == ANNA_HAS_PLAYED


async def test_a_board_replaced_in_mid_turn_says_nothing_of_that_turn(playing: House) -> None:
    """Where the same turn goes on below it, an old board tells the turns before."""
    await playing.type("Anna", "24/20 16/15")
    old = playing.last()
    assert "Press Done" in plain(old.reply.text)
    await playing.type("Anna", "/board")
    assert lines_of(old) == OPENING


async def test_an_old_private_board_tells_the_readers_turn_and_the_one_before(house: House) -> None:
    """The opponent's answer is told by the next board in a private chat, and not by the old one as well."""
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
async def test_old_boards_become_what_the_chat_wants(playing: House, boards: str) -> None:
    """A board that another replaces stays without buttons, or is deleted."""
    assert (
        f"The old board after a turn: {'stays' if boards == 'stay' else 'is deleted'}."
        == await playing.type("Anna", f"/settings boards {boards}")
    )
    old = await replaced(playing)
    assert old.retired is not None
    assert old.retired.policy is OldBoardPolicy(boards)


async def test_they_stay_unless_somebody_wants_it_otherwise(playing: House) -> None:
    """Without a setting old boards stay."""
    old = await replaced(playing)
    assert old.retired is not None
    assert old.retired.policy is OldBoardPolicy.STAY


@pytest.mark.slow
async def test_an_old_board_shrinks_to_the_last_turn_that_it_lines_of(playing: House) -> None:
    """One line says the game and the turn, in the chat's language; so does the board after it."""
    await playing.type("Anna", "/settings boards shrink")
    first = await replaced(playing)
    second = playing.last()
    assert first.retired is not None
    game = (await playing.manager.games_of(1))[0].id
    assert plain(first.retired.text) == f"{game} · Boris rolled 5-3. Only one turn was possible: 12/4."
    await playing.type("Anna", "/settings language ru")
    await playing.type("Boris", "/board")
    assert second.retired is not None
    assert plain(second.retired.text) == f"{game} · Anna: зары 4-1, ход 24/20 16/15."


@pytest.mark.slow
async def test_a_card_is_no_board(house: House) -> None:
    """A challenge that has moved on only loses its buttons."""
    await house.type("Anna", "/settings boards delete")
    await house.type("Anna", "/challenge Boris")
    card = house.last()
    await house.type("Boris", "/decline")
    assert (card.retired, house.last()) == (None, card)


async def test_in_private_there_is_no_such_setting(playing: House) -> None:
    """Boards in private chats stay, and nothing else is offered there."""
    answer = await playing.type("Anna", "/settings boards delete", "Anna")
    assert answer.startswith("There is no setting boards. The settings are roll,")
    assert not await is_offered(playing, "Anna")
    assert await is_offered(playing, TABLE)
