"""A game at a person's own table: who sees it, from which side, and who may do what there."""

from __future__ import annotations

import pytest

from bot.rules import Side
from bot.sessions import record_of
from bot.talk.incoming import Incoming, Line, Person
from bot.talk.views.game_log import LOGGED
from bot.talk.views.scenes import Cube, SmallBoard, position_scene
from bot.talk.views.table import Table
from tests.dialogues.house import House, only_game
from tests.dialogues.script import TABLE

pytestmark = pytest.mark.slow


async def seen(
    house: House, player: str, chat: str = TABLE, game: str | None = None, moment: int | None = None
) -> Table | None:
    """Return the game as a person sees it at his table."""
    person = Person("web", player.lower(), player, house.language)
    incoming = Incoming("", person, house.place(chat), Line(""))
    return await house.conversation.table(incoming, game or await only_game(house), moment)


async def play_first_moves(house: House, player: str) -> None:
    """Play a turn in the game that the table shows: of all moves always the first."""
    table = await seen(house, player)
    assert table is not None
    node = table.graph[0]
    while node.moves:
        await house.type(player, f"/move {table.game} {node.moves[0].text}")
        node = table.graph[node.moves[0].after]
    await house.type(player, f"/done {table.game}")


async def test_only_the_mover_is_told_how_his_turn_can_go_on(playing: House) -> None:
    """The graph is for whoever is to move; his opponent can open the menu, and others nothing."""
    mover, opponent, spectator = [await seen(playing, player) for player in ("Anna", "Boris", "Carl")]
    assert mover is not None
    assert opponent is not None
    assert spectator is not None
    assert mover.graph
    assert mover.is_seated
    assert (opponent.graph, len(opponent.buttons), opponent.is_seated) == ((), 1, True)
    assert "/menu" in opponent.buttons[0].data
    assert (spectator.graph, spectator.buttons, spectator.is_seated) == ((), (), False)


async def test_everybody_sits_below(playing: House) -> None:
    """Each player sees the game from the own side, White and Black alike."""
    for player, side in (("Anna", Side.WHITE), ("Boris", Side.BLACK)):
        table = await seen(playing, player)
        assert table is not None
        assert (table.below.name, table.below.side, table.above.side) == (player, side, side.other)
        assert table.board.side == side.value


async def test_a_move_made_in_the_chat_is_made_at_the_table(playing: House) -> None:
    """What was typed stands at the table, with what is left of the turn."""
    before = await seen(playing, "Anna")
    await playing.type("Anna", "24/20")
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
    await playing.type("Anna", f"/move {await only_game(playing)} 24/20", "Anna")
    mover, opponent = await seen(playing, "Anna"), await seen(playing, "Boris")
    assert mover is not None
    assert opponent is not None
    assert mover.made == ((24, 20),)
    assert opponent.board.white[20] == 0


async def test_each_line_of_the_log_leads_to_its_board(playing: House) -> None:
    """After each line the board stands as the record has it, from each player's side and in his numbers."""
    for turn in range(6):
        await play_first_moves(playing, ("Anna", "Boris")[turn % 2])
    record = record_of(*await playing.manager.with_events(await only_game(playing)))
    start, *states = record.replay()
    logged = [state for event, state in zip(record.events, states, strict=True) if isinstance(event, LOGGED)]
    scenes = [position_scene(each.position, record.ruleset, "w", "wood") for each in (start, *logged)]
    boards = [SmallBoard.of(scene) for scene in scenes]
    assert len(boards) > 6
    for player in ("Anna", "Boris"):
        now = await seen(playing, player)
        assert now is not None
        assert len(now.log) == len(boards) - 1
        for moment, board in enumerate(boards):
            then = await seen(playing, player, moment=moment)
            assert then is not None
            assert (then.board.white, then.board.black) == (board.white, board.black)
            assert (then.moment, then.graph, then.buttons, then.log) == (moment, (), (), now.log)


async def test_who_looks_back_too_far_sees_the_last_board(playing: House) -> None:
    """A moment that has not come yet is the last one, and it is shown without what can be done now."""
    now, later = await seen(playing, "Anna"), await seen(playing, "Anna", moment=9_999)
    assert now is not None
    assert later is not None
    assert later.moment == len(now.log)
    assert (later.graph, later.made, later.buttons) == ((), (), ())


async def test_a_stranger_does_not_look_back_either(playing: House) -> None:
    """What a private game was is not shown to who does not see what it is."""
    assert await seen(playing, "Carl", "Carl", moment=0) is None


async def test_the_cube_can_be_turned_from_the_strip(house: House) -> None:
    """Before the roll whoever may double is offered that, with the value, and the other answers it."""
    await house.type("Anna", "/challenge Boris short 5 cube")
    await house.type("Boris", "/accept")
    first = await seen(house, "Anna")
    assert first is not None
    mover, other = ("Anna", "Boris") if first.below.acts else ("Boris", "Anna")
    assert first.double is None
    await play_first_moves(house, mover)
    asking, asked = await seen(house, other), await seen(house, mover)
    assert asking is not None
    assert asking.double is not None
    assert (asking.double.label, asked and asked.double) == ("Double to 2", None)
    assert [button.data for button in asking.buttons if "double" in button.data] == []
    await house.type(other, asking.double.data.partition(":")[2])
    answers, waits = await seen(house, mover), await seen(house, other)
    assert answers is not None
    assert waits is not None
    assert waits.double is None
    assert [button.data.partition(":")[2].split()[0] for button in answers.buttons][:2] == ["/take", "/drop"]
    await house.type(mover, f"/take {answers.game}")
    taken = await seen(house, mover)
    assert taken is not None
    assert taken.board.cube == Cube(2, taken.below.side.value)
