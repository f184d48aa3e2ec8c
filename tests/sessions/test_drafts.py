"""Drafts: a half-made turn belongs to its mover, and comes to the chat where its mover acts."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest

from bot.rules import TimeControl
from bot.sessions import Chat, LoadedGame, Options, Outbox, Player
from bot.sessions.errors import AlreadyDone, NotYourTurn
from bot.sessions.mapping import chat_of
from storage import people
from tests.sessions.test_enqueue import one_move, post, to_choose
from tests.sessions.world import World


@dataclass
class Drafted:
    """A half-made turn.

    Args:
        world: where it was made.
        game: the game.
        mover: the player who has made it.
        own: the mover's private chat.
        other: the private chat of the opponent.
    """

    world: World
    game: LoadedGame
    mover: Player
    own: Chat
    other: Chat

    async def shows(self, chat: Chat) -> bool:
        """Return True if a chat is to show the half-made turn now."""
        view = await self.world.manager.views.game(self.game.id, chat.id)
        return view.game.shows_draft(chat.id, view.display.reader)

    async def made(self) -> str:
        """Return the moves of the half-made turn as it is stored."""
        return str((await self.world.manager.game(self.game.id)).live.draft)

    async def is_redrawn(self, chat: Chat) -> bool:
        """Return True if a chat is owed the newest version."""
        row = await self.world.row(self.game)
        return (await post(self.world, self.game, chat)).wanted_revision == row.version


async def drafted(world: World, *, options: Options = Options()) -> Drafted:  # noqa: B008 (a frozen value)
    """Return a turn half made at the table, which alone shows the game."""
    game = await to_choose(world, await world.game(options=options))
    mover = world.mover(game)
    begun = await world.manager.move(world.actor(mover), game.id, one_move(game))
    own, other = (world.hers, world.his) if mover.id == world.anna.id else (world.his, world.hers)
    return Drafted(world, begun, mover, own, other)


async def drafted_in_private(world: World, *, on_board: bool = False) -> Drafted:
    """Return a turn half made in private, in the chat or on a board of its own; the table shows the game."""
    turn = await drafted(world)
    if not on_board:
        await world.manager.boards.show(world.actor(turn.mover, turn.own), turn.game.id)
    by = replace(world.actor(turn.mover, turn.own), on_board=on_board)
    await world.manager.take_back(by, turn.game.id)
    by = replace(by, idempotency_key="move")
    return replace(turn, game=await world.manager.move(by, turn.game.id, one_move(turn.game)))


@pytest.mark.parametrize("on_board", [False, True])
async def test_the_movers_first_press_elsewhere_brings_the_draft_and_is_not_played(
    world: World, on_board: bool
) -> None:
    """A press where the table does not show a turn made in private, or in the Mini App, shows it there."""
    turn = await drafted_in_private(world, on_board=on_board)
    assert not await turn.shows(world.table)
    before = await turn.made()
    game = turn.game
    pressed = await world.manager.move(world.actor(turn.mover), game.id, one_move(game), game.turns)
    assert pressed.moved_draft
    assert (await turn.made(), await turn.shows(world.table)) == (before, True)
    assert await turn.is_redrawn(world.table)
    assert on_board or await turn.is_redrawn(turn.own)


def roll(turn: Drafted) -> Awaitable[LoadedGame]:
    """Press Roll."""
    return turn.world.manager.roll(turn.world.actor(turn.mover), turn.game.id, turn.game.turns)


def take_back(turn: Drafted) -> Awaitable[LoadedGame]:
    """Press Take back."""
    return turn.world.manager.take_back(turn.world.actor(turn.mover), turn.game.id, turn.game.turns)


def confirm(turn: Drafted) -> Awaitable[LoadedGame]:
    """Press Done."""
    return turn.world.manager.confirm(turn.world.actor(turn.mover), turn.game.id, turn.game.turns)


@pytest.mark.parametrize("press", [roll, take_back, confirm])
@pytest.mark.built(by=drafted_in_private)
async def test_whatever_is_pressed_first_is_not_played(
    world: World, press: Callable[[Drafted], Awaitable[LoadedGame]]
) -> None:
    """Roll, Take back and Done change nothing where the half-made turn is not seen: they bring it."""
    turn = replace(world.built, world=world)
    before = await turn.made()
    assert (await press(turn)).moved_draft
    assert (await turn.made(), await turn.shows(world.table)) == (before, True)


@pytest.mark.built(by=drafted_in_private)
async def test_the_second_press_there_is_played(world: World) -> None:
    """Once the draft has come to a chat, Take back works there at once."""
    turn = replace(world.built, world=world)
    await take_back(turn)
    taken = await take_back(turn)
    assert not taken.moved_draft
    assert taken.live.draft is not None
    assert taken.live.draft.moves == ()


@pytest.mark.built(by=drafted_in_private)
async def test_done_ends_a_complete_turn_where_it_came(world: World) -> None:
    """A complete turn made in private is ended at the table by Done, after the press that brought it."""
    turn = replace(world.built, world=world)
    while not (now := await world.manager.game(turn.game.id)).live.draft.is_complete:  # type: ignore[union-attr]
        await world.manager.move(world.actor(turn.mover, turn.own), now.id, one_move(now))
    assert (await confirm(turn)).turns == turn.game.turns
    assert (await confirm(turn)).turns > turn.game.turns


@pytest.mark.built(by=drafted_in_private)
async def test_a_press_that_comes_twice_brings_it_once(world: World) -> None:
    """The same press delivered again is not played either."""
    turn = replace(world.built, world=world)
    actor = world.actor(turn.mover)
    await world.manager.take_back(actor, turn.game.id, turn.game.turns)
    with pytest.raises(AlreadyDone):
        await world.manager.take_back(actor, turn.game.id, turn.game.turns)
    assert await turn.made() == str(turn.game.live.draft)


@pytest.mark.built(by=drafted_in_private)
async def test_the_opponents_press_changes_nothing(world: World) -> None:
    """A press of a person who is not to move is refused, and brings no draft."""
    turn = replace(world.built, world=world)
    version = (await world.row(turn.game)).version
    with pytest.raises(NotYourTurn):
        await world.manager.take_back(world.actor(world.waiting(turn.game)), turn.game.id)
    assert (await world.row(turn.game)).version == version
    assert not await turn.shows(world.table)


@pytest.mark.built(by=drafted_in_private)
async def test_the_board_asked_for_brings_the_draft(world: World) -> None:
    """/board in a chat that does not show the half-made turn shows it there, and redraws the other board."""
    turn = replace(world.built, world=world)
    await world.manager.boards.show(world.actor(turn.mover), turn.game.id)
    assert (await turn.shows(world.table), await turn.is_redrawn(turn.own)) == (True, True)


@pytest.mark.built(by=drafted_in_private)
async def test_the_board_asked_for_by_the_opponent_brings_nothing(world: World) -> None:
    """The opponent's /board shows the board without a turn that is being made in private."""
    turn = replace(world.built, world=world)
    await world.manager.boards.show(world.actor(world.waiting(turn.game)), turn.game.id)
    assert not await turn.shows(world.table)


@pytest.mark.built(by=drafted_in_private)
async def test_a_typed_line_is_played_where_it_can_be(world: World) -> None:
    """Unlike a button, a line says what is to be played: it goes on with the draft, which comes along."""
    turn = replace(world.built, world=world)
    before = await turn.made()
    moved = await world.manager.move(world.actor(turn.mover), turn.game.id, one_move(turn.game))
    assert not moved.moved_draft
    assert len(await turn.made()) > len(before)
    assert await turn.shows(world.table)


@pytest.mark.built(by=drafted)
async def test_a_typed_line_that_cannot_be_played_brings_the_draft(world: World) -> None:
    """A private chat that shows nothing of the game gets its board with the draft instead of a refusal."""
    turn = replace(world.built, world=world)
    before = await turn.made()
    assert (await world.manager.roll(world.actor(turn.mover, turn.own), turn.game.id)).moved_draft
    assert await turn.made() == before
    assert (await post(world, turn.game, turn.own)).message is None


@pytest.mark.built(by=drafted)
async def test_calls_stay_where_they_were_when_the_draft_moves(world: World) -> None:
    """The chat where the mover is notified does not change with the press that brings the draft."""
    turn = replace(world.built, world=world)
    await world.manager.roll(world.actor(turn.mover, turn.own), turn.game.id)
    row = await world.row(turn.game)
    assert {row.white_chat, row.black_chat} == {world.table.id}


@pytest.mark.built(by=drafted_in_private)
async def test_the_movers_private_board_shows_a_draft_made_in_a_shared_chat(world: World) -> None:
    """Each step of a turn made at the table is owed to the mover's private board, and played on there."""
    turn = replace(world.built, world=world)
    await take_back(turn)
    await take_back(turn)
    await world.manager.move(world.actor(turn.mover), turn.game.id, str(turn.game.live.draft))
    assert (await turn.shows(turn.own), await turn.is_redrawn(turn.own)) == (True, True)
    own = world.actor(turn.mover, turn.own)
    assert not (await world.manager.take_back(own, turn.game.id)).moved_draft


@pytest.mark.built(by=drafted_in_private)
@pytest.mark.on_both
async def test_the_opponents_private_board_never_shows_it(world: World) -> None:
    """The opponent's own board shows no half-made turn, wherever that is made."""
    turn = replace(world.built, world=world)
    await world.manager.boards.show(world.actor(world.waiting(turn.game), turn.other), turn.game.id)
    assert not await turn.shows(turn.other)
    await take_back(turn)
    assert not await turn.shows(turn.other)


@pytest.mark.on_both
async def test_a_lost_group_leaves_its_draft_to_the_movers_private_chat(world: World) -> None:
    """Where the bot is removed from a group in mid-turn, the mover's private chat shows the complete turn."""
    turn = await drafted(world, options=Options(time_control=TimeControl.for_each_turn(timedelta(days=3))))
    game = turn.game
    while not game.live.draft.is_complete:  # type: ignore[union-attr]
        game = await world.manager.move(world.actor(turn.mover), game.id, one_move(game))
    await Outbox(world.manager).relocation.mark_unreachable(world.table.id)
    assert (await world.row(game)).draft_chat == turn.own.id
    assert (await turn.shows(turn.own), await turn.shows(turn.other)) == (True, False)
    ended = await world.manager.confirm(world.actor(turn.mover, turn.own), game.id)
    assert ended.turns > game.turns


@pytest.mark.built(by=drafted_in_private)
async def test_a_draft_does_not_come_into_a_group_with_a_lost_private_chat(world: World) -> None:
    """Where the mover blocks the bot, the group shows the turn only after the mover's own press there."""
    turn = replace(world.built, world=world)
    await Outbox(world.manager).relocation.mark_unreachable(turn.own.id)
    assert not await turn.shows(world.table)
    assert (await take_back(turn)).moved_draft
    assert await turn.shows(world.table)


@pytest.mark.built(by=drafted)
async def test_a_chat_that_has_moved_takes_its_draft_along(world: World) -> None:
    """A group that became another keeps the turn that was being made in it."""
    turn = replace(world.built, world=world)
    await Outbox(world.manager).relocation.chat_moved("web", world.table.key, "supergroup")
    async with world.database.read() as connection:
        moved = await people.chat_at(connection, "web", "supergroup")
    assert moved is not None
    assert await turn.shows(chat_of(moved))


@pytest.mark.built(by=drafted)
async def test_a_board_that_moves_to_a_thread_takes_its_draft_along(world: World) -> None:
    """A half-made turn goes on in the thread to which its board has moved."""
    turn = replace(world.built, world=world)
    async with world.database.write() as connection:
        thread = chat_of(await people.add_chat(connection, "web", "thread", "shared", None, "en"))
    await world.manager.boards.move_to_thread(world.actor(turn.mover), turn.game.id, thread.id)
    assert await turn.shows(thread)
    assert not (await world.manager.take_back(world.actor(turn.mover, thread), turn.game.id)).moved_draft
