from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.talk.incoming import Line
from bot.talk.reply import OldBoardPolicy, plain
from tests.dialogues.script import TABLE

if TYPE_CHECKING:
    from tests.dialogues.scripted import House, Message


async def replaced(house: House, chat: str = TABLE) -> Message:
    """Return the board that Anna's turn replaces by a new one."""
    old = house.last(chat)
    await house.line("Anna", "24/20 16/15", chat)
    await house.line("Anna", "/done", chat)
    assert house.last() is not old
    return old


async def is_offered(house: House, chat: str) -> bool:
    """Whether a chat's settings offer to change what becomes of old boards."""
    replies = await house.handle("Anna", Line("/settings"), chat)
    buttons = [button for reply in replies for row in reply.buttons for button in row]
    return any(button.label.startswith("Old boards: ") for button in buttons)


@pytest.mark.slow
@pytest.mark.parametrize("boards", ["stay", "delete"])
async def test_old_boards_become_what_the_chat_wants(playing: House, boards: str) -> None:
    """A board that another replaces stays without buttons, or is deleted."""
    assert (
        f"The old board after a turn: {'stays' if boards == 'stay' else 'is deleted'}."
        == await playing.line("Anna", f"/settings boards {boards}")
    )
    old = await replaced(playing)
    assert old.retired is not None
    assert (old.retired.policy, old.retired.line) == (OldBoardPolicy(boards), ())


async def test_they_stay_unless_somebody_wants_it_otherwise(playing: House) -> None:
    """Without a setting old boards stay."""
    old = await replaced(playing)
    assert old.retired is not None
    assert old.retired.policy is OldBoardPolicy.STAY


@pytest.mark.slow
async def test_an_old_board_shrinks_to_the_last_turn_that_it_told(playing: House) -> None:
    """One line says the game and the turn, in the chat's language; so does the board after it."""
    await playing.line("Anna", "/settings boards shrink")
    first = await replaced(playing)
    second = playing.last()
    assert first.retired is not None
    game = (await playing.manager.games_of(1))[0].id
    assert plain(first.retired.line) == f"{game} · Boris rolled 5-3. Only one turn was possible: 12/4."
    await playing.line("Anna", "/settings language ru")
    await playing.line("Boris", "/board")
    assert second.retired is not None
    assert plain(second.retired.line) == f"{game} · Anna: зары 4-1, ход 24/20 16/15."


@pytest.mark.slow
async def test_a_card_is_no_board(house: House) -> None:
    """A challenge that has moved on only loses its buttons."""
    await house.line("Anna", "/settings boards delete")
    await house.line("Anna", "/challenge Boris")
    card = house.last()
    await house.line("Boris", "/decline")
    assert (card.retired, house.last()) == (None, card)


async def test_in_private_there_is_no_such_setting(playing: House) -> None:
    """Boards in private chats stay, and nothing else is offered there."""
    answer = await playing.line("Anna", "/settings boards delete", "Anna")
    assert answer.startswith("There is no setting boards. The settings are roll,")
    assert not await is_offered(playing, "Anna")
    assert await is_offered(playing, TABLE)
