"""The board page: a game as one person sees it, and what they can do there."""

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


async def board_page(
    house: House, player: str, chat: str = TABLE, game: str | None = None, moment: int | None = None
) -> Table | None:
    """Return the game as a person sees it on the board page."""
    person = Person("web", player.lower(), player, house.language)
    incoming = Incoming("", person, house.place(chat), Line(""))
    return await house.conversation.table(incoming, game or await only_game(house), moment)


async def play_first_moves(house: House, player: str) -> None:
    """Play a turn in the game at the table, each time with the first legal move."""
    table = await board_page(house, player)
    assert table is not None
    node = table.graph[0]
    while node.moves:
        await house.type(player, f"/move {table.game} {node.moves[0].text}")
        node = table.graph[node.moves[0].after]
    await house.type(player, f"/done {table.game}")


async def test_only_the_mover_gets_the_moves(playing: House) -> None:
    """The mover gets the legal moves, the opponent and a spectator no button."""
    mover, opponent, spectator = [await board_page(playing, player) for player in ("Anna", "Boris", "Carl")]
    assert mover is not None
    assert opponent is not None
    assert spectator is not None
    assert mover.graph
    assert mover.is_seated
    assert (opponent.graph, opponent.buttons, opponent.is_seated) == ((), (), True)
    assert (spectator.graph, spectator.buttons, spectator.is_seated) == ((), (), False)


async def test_each_player_is_at_the_bottom(playing: House) -> None:
    """Each player sees the game from their own side."""
    for player, side in (("Anna", Side.WHITE), ("Boris", Side.BLACK)):
        table = await board_page(playing, player)
        assert table is not None
        assert (table.below.name, table.below.side, table.above.side) == (player, side, side.other)
        assert table.board.side == side.value


async def test_a_move_typed_in_the_chat_is_on_the_page(playing: House) -> None:
    """A typed move is on the page, with the rest of the turn."""
    before = await board_page(playing, "Anna")
    await playing.type("Anna", "24/20")
    after = await board_page(playing, "Anna")
    assert before is not None
    assert after is not None
    assert (before.made, after.made) == ((), ((24, 20),))
    assert {step.die for node in after.graph for step in node.moves} == {1}
    assert after.turn == before.turn


async def test_a_stranger_does_not_see_a_private_game(playing: House) -> None:
    """A game that a chat does not show is seen there only by its players."""
    assert await board_page(playing, "Carl", "Carl") is None
    assert await board_page(playing, "Anna", "Anna") is not None
    for game in ("nothing", "k9z", "", "a" * 40):
        assert game == "" or await board_page(playing, "Anna", TABLE, game) is None


async def test_a_half_made_turn_in_private_is_hidden_from_the_opponent(playing: House) -> None:
    """A half-made turn in private is seen by the mover everywhere, and not by the opponent."""
    await playing.type("Anna", f"/move {await only_game(playing)} 24/20", "Anna")
    mover, opponent = await board_page(playing, "Anna"), await board_page(playing, "Boris")
    assert mover is not None
    assert opponent is not None
    assert mover.made == ((24, 20),)
    assert opponent.board.white[20] == 0


async def test_each_line_of_the_log_has_its_board(playing: House) -> None:
    """For each line of the log the page shows the board after it, from each player's side."""
    for turn in range(6):
        await play_first_moves(playing, ("Anna", "Boris")[turn % 2])
    record = record_of(*await playing.manager.with_events(await only_game(playing)))
    start, *states = record.replay()
    logged = [state for event, state in zip(record.events, states, strict=True) if isinstance(event, LOGGED)]
    scenes = [position_scene(each.position, record.ruleset, "w", "wood") for each in (start, *logged)]
    boards = [SmallBoard.of(scene) for scene in scenes]
    assert len(boards) > 6
    for player in ("Anna", "Boris"):
        now = await board_page(playing, player)
        assert now is not None
        assert len(now.log) == len(boards) - 1
        for moment, board in enumerate(boards):
            then = await board_page(playing, player, moment=moment)
            assert then is not None
            assert (then.board.white, then.board.black) == (board.white, board.black)
            assert (then.moment, then.graph, then.buttons, then.log) == (moment, (), (), now.log)


async def test_the_latest_turns_of_the_log_can_be_replayed(playing: House) -> None:
    """The moves of the latest four turns lead from the board before them to the present one."""
    for turn in range(6):
        await play_first_moves(playing, ("Anna", "Boris")[turn % 2])
    now = await board_page(playing, "Anna")
    assert now is not None
    *earlier, first, second, third, fourth = now.log
    assert not any(line.legs for line in earlier)
    then = await board_page(playing, "Anna", moment=len(earlier))
    assert then is not None
    stacks = {Side.WHITE: list(then.board.white), Side.BLACK: list(then.board.black)}
    for line in (first, second, third, fourth):
        for start, stop in line.legs:
            stacks[line.side][start] -= 1
            stacks[line.side][stop] += 1
    assert (tuple(stacks[Side.WHITE]), tuple(stacks[Side.BLACK])) == (now.board.white, now.board.black)


async def test_a_moment_beyond_the_last_is_the_last(playing: House) -> None:
    """A moment beyond the last one is the last one, without the present moves."""
    now, later = await board_page(playing, "Anna"), await board_page(playing, "Anna", moment=9_999)
    assert now is not None
    assert later is not None
    assert later.moment == len(now.log)
    assert (later.graph, later.made, later.buttons) == ((), (), ())


async def test_a_stranger_does_not_see_earlier_boards(playing: House) -> None:
    """A stranger does not see the earlier boards of a private game."""
    assert await board_page(playing, "Carl", "Carl", moment=0) is None


async def test_a_double_is_offered_and_answered(house: House) -> None:
    """Before the roll a player who may double can offer it, and the opponent gets the offer with its cost."""
    await house.type("Anna", "/challenge Boris short 5 cube")
    await house.type("Boris", "/accept")
    first = await board_page(house, "Anna")
    assert first is not None
    mover, other = ("Anna", "Boris") if first.below.acts else ("Boris", "Anna")
    assert "double" not in [each.what for each in first.offers]
    await play_first_moves(house, mover)
    doubler, opponent = await board_page(house, other), await board_page(house, mover)
    assert doubler is not None
    assert opponent is not None
    assert "double" not in [each.what for each in opponent.offers]
    double = next(each for each in doubler.offers if each.what == "double")
    assert (double.title, double.cube, [each.label for each in double.buttons]) == (
        "Double to 2?",
        2,
        ["Double to 2"],
    )
    assert double.text.endswith(f"If {mover} drops, you win 1 point: 1–0 to 5.")
    await house.type(other, double.buttons[0].data.partition(":")[2])
    answers, waits = await board_page(house, mover), await board_page(house, other)
    assert answers is not None
    assert waits is not None
    assert waits.offer is None
    assert answers.offer is not None
    assert answers.buttons == ()
    assert (answers.offer.title, answers.offer.text.split("\n")[1]) == (
        f"{other} doubles to 2",
        f"Drop, and {other} wins 1 point: 0–1 to 5.",
    )
    assert [each.label for each in answers.offer.buttons] == ["Drop, lose 1 point", "Take"]
    await house.type(mover, f"/take {answers.game}")
    taken = await board_page(house, mover)
    assert taken is not None
    assert taken.offer is None
    assert taken.board.cube == Cube(2, taken.below.side.value)
