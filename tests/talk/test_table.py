"""A game at a person's own table: who sees it, from which side, and who may do what there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.rules import Side
from bot.talk.incoming import Incoming, Line, Person
from tests.dialogues.script import TABLE
from tests.dialogues.scripted import only_game

if TYPE_CHECKING:
    from bot.talk.views.table import Table
    from tests.dialogues.scripted import House

pytestmark = pytest.mark.slow


async def seen(house: House, who: str, chat: str = TABLE, game: str | None = None) -> Table | None:
    """Return the game as a person sees it at his table."""
    person = Person("web", who.lower(), who, house.language)
    incoming = Incoming("", person, house.place(chat), Line(""))
    return await house.conversation.table(incoming, game or await only_game(house))


async def test_only_the_mover_is_told_how_his_turn_can_go_on(playing: House) -> None:
    """The graph, and what can be pressed, are for whoever is to move; the others see the board alone."""
    mover, opponent, spectator = [await seen(playing, who) for who in ("Anna", "Boris", "Carl")]
    assert mover is not None
    assert opponent is not None
    assert spectator is not None
    assert mover.graph
    assert mover.is_seated
    assert (opponent.graph, opponent.buttons, opponent.is_seated) == ((), (), True)
    assert (spectator.graph, spectator.buttons, spectator.is_seated) == ((), (), False)


async def test_everybody_sits_below(playing: House) -> None:
    """Each player sees the game from the own side, White and Black alike."""
    for who, side in (("Anna", Side.WHITE), ("Boris", Side.BLACK)):
        table = await seen(playing, who)
        assert table is not None
        assert (table.below.name, table.below.side, table.above.side) == (who, side, side.other)
        assert table.scene.side == side.value


async def test_a_move_made_in_the_chat_is_made_at_the_table(playing: House) -> None:
    """What was typed stands at the table, with what is left of the turn."""
    before = await seen(playing, "Anna")
    await playing.line("Anna", "24/20")
    after = await seen(playing, "Anna")
    assert before is not None
    assert after is not None
    assert (before.made, after.made) == ((), ((24, 20),))
    assert {step.die for node in after.graph for step in node.moves} == {1}
    assert after.turn == before.turn


async def test_a_stranger_does_not_see_a_private_game(playing: House) -> None:
    """A game that a chat does not show is seen there by those alone who play it."""
    assert await seen(playing, "Carl", "Carl") is None
    assert await seen(playing, "Anna", "Anna") is not None
    for game in ("nothing", "k9z", "", "a" * 40):
        assert game == "" or await seen(playing, "Anna", TABLE, game) is None


async def test_a_half_made_turn_is_shown_where_it_is_made(playing: House) -> None:
    """What is moved in private is seen by the mover everywhere, and by the opponent when it is done."""
    await playing.line("Anna", f"/move {await only_game(playing)} 24/20", "Anna")
    mover, opponent = await seen(playing, "Anna"), await seen(playing, "Boris")
    assert mover is not None
    assert opponent is not None
    assert mover.made == ((24, 20),)
    assert opponent.scene.white[19] == 0
