"""Drafts: a partly played turn belongs to its mover and follows the mover to the chat where they act."""

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
    """A partly played turn.

    Args:
        own: the mover's private chat.
        other: the opponent's private chat.
    """

    world: World
    game: LoadedGame
    mover: Player
    own: Chat
    other: Chat

    async def shows(self, chat: Chat) -> bool:
        """Return True if a chat should show the draft now."""
        view = await self.world.manager.views.game(self.game.id, chat.id)
        return view.game.shows_draft(chat.id, view.display.reader)

    async def moves(self) -> str:
        """Return the moves of the stored draft."""
        return str((await self.world.manager.game(self.game.id)).live.draft)

    async def is_redrawn(self, chat: Chat) -> bool:
        """Return True if a chat's post wants the newest version."""
        row = await self.world.row(self.game)
        return (await post(self.world, self.game, chat)).wanted_revision == row.version


async def drafted(world: World, *, options: Options = Options()) -> Drafted:  # noqa: B008 (a frozen value)
    """Return a draft made at the table, the only chat that shows the game."""
    game = await to_choose(world, await world.game(options=options))
    mover = world.mover(game)
    begun = await world.manager.move(world.actor(mover), game.id, one_move(game))
    own, other = (
        (world.anna_chat, world.boris_chat)
        if mover.id == world.anna.id
        else (world.boris_chat, world.anna_chat)
    )
    return Drafted(world, begun, mover, own, other)


async def drafted_in_private(world: World, *, on_board: bool = False) -> Drafted:
    """Return a draft made in private, in the chat or on a separate board, of a game shown at the table."""
    turn = await drafted(world)
    if not on_board:
        await world.manager.boards.show(world.actor(turn.mover, turn.own), turn.game.id)
    by = replace(world.actor(turn.mover, turn.own), on_board=on_board)
    await world.manager.take_back(by, turn.game.id)
    by = replace(by, idempotency_key="move")
    return replace(turn, game=await world.manager.move(by, turn.game.id, one_move(turn.game)))


@pytest.mark.parametrize("on_board", [False, True])
async def test_the_first_press_elsewhere_shows_the_draft_and_is_not_played(
    world: World, on_board: bool
) -> None:
    """The mover's first press in a chat without the draft shows it there and is not played."""
    turn = await drafted_in_private(world, on_board=on_board)
    assert not await turn.shows(world.table)
    before = await turn.moves()
    game = turn.game
    pressed = await world.manager.move(world.actor(turn.mover), game.id, one_move(game), game.turns)
    assert pressed.moved_draft
    assert (await turn.moves(), await turn.shows(world.table)) == (before, True)
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
async def test_no_first_press_elsewhere_is_played(
    world: World, press: Callable[[Drafted], Awaitable[LoadedGame]]
) -> None:
    """Roll, Take back and Done in a chat without the draft only show it."""
    turn = replace(world.built, world=world)
    before = await turn.moves()
    assert (await press(turn)).moved_draft
    assert (await turn.moves(), await turn.shows(world.table)) == (before, True)


@pytest.mark.built(by=drafted_in_private)
async def test_the_second_press_there_is_played(world: World) -> None:
    """Once a chat shows the draft, Take back works there."""
    turn = replace(world.built, world=world)
    await take_back(turn)
    taken = await take_back(turn)
    assert not taken.moved_draft
    assert taken.live.draft is not None
    assert taken.live.draft.moves == ()


@pytest.mark.built(by=drafted_in_private)
async def test_done_ends_a_complete_turn_after_the_draft_moved(world: World) -> None:
    """After a press that shows a complete draft at the table, Done there ends the turn."""
    turn = replace(world.built, world=world)
    while not (now := await world.manager.game(turn.game.id)).live.draft.is_complete:  # type: ignore[union-attr]
        await world.manager.move(world.actor(turn.mover, turn.own), now.id, one_move(now))
    assert (await confirm(turn)).turns == turn.game.turns
    assert (await confirm(turn)).turns > turn.game.turns


@pytest.mark.built(by=drafted_in_private)
async def test_a_press_delivered_twice_moves_the_draft_once(world: World) -> None:
    """A press that is delivered twice shows the draft once and plays nothing."""
    turn = replace(world.built, world=world)
    actor = world.actor(turn.mover)
    await world.manager.take_back(actor, turn.game.id, turn.game.turns)
    with pytest.raises(AlreadyDone):
        await world.manager.take_back(actor, turn.game.id, turn.game.turns)
    assert await turn.moves() == str(turn.game.live.draft)


@pytest.mark.built(by=drafted_in_private)
async def test_the_opponents_press_changes_nothing(world: World) -> None:
    """A press of the player who is not to move is refused and shows no draft."""
    turn = replace(world.built, world=world)
    version = (await world.row(turn.game)).version
    with pytest.raises(NotYourTurn):
        await world.manager.take_back(world.actor(world.waiting(turn.game)), turn.game.id)
    assert (await world.row(turn.game)).version == version
    assert not await turn.shows(world.table)


@pytest.mark.built(by=drafted_in_private)
async def test_showing_the_board_moves_the_draft(world: World) -> None:
    """The mover's /board shows the draft in that chat and redraws the other board."""
    turn = replace(world.built, world=world)
    await world.manager.boards.show(world.actor(turn.mover), turn.game.id)
    assert (await turn.shows(world.table), await turn.is_redrawn(turn.own)) == (True, True)


@pytest.mark.built(by=drafted_in_private)
async def test_the_opponents_board_does_not_move_the_draft(world: World) -> None:
    """The opponent's /board shows no draft made in private."""
    turn = replace(world.built, world=world)
    await world.manager.boards.show(world.actor(world.waiting(turn.game)), turn.game.id)
    assert not await turn.shows(world.table)


@pytest.mark.built(by=drafted_in_private)
async def test_a_typed_move_continues_the_draft_elsewhere(world: World) -> None:
    """A typed move, unlike a button, continues the draft in another chat, which then shows it."""
    turn = replace(world.built, world=world)
    before = await turn.moves()
    moved = await world.manager.move(world.actor(turn.mover), turn.game.id, one_move(turn.game))
    assert not moved.moved_draft
    assert len(await turn.moves()) > len(before)
    assert await turn.shows(world.table)


@pytest.mark.built(by=drafted)
async def test_an_unplayable_command_shows_the_draft(world: World) -> None:
    """A typed command that cannot be played shows the draft in the private chat instead of a refusal."""
    turn = replace(world.built, world=world)
    before = await turn.moves()
    assert (await world.manager.roll(world.actor(turn.mover, turn.own), turn.game.id)).moved_draft
    assert await turn.moves() == before
    assert (await post(world, turn.game, turn.own)).message is None


@pytest.mark.built(by=drafted)
async def test_a_moved_draft_moves_no_notifications(world: World) -> None:
    """The press that moves a draft does not change where the mover is notified."""
    turn = replace(world.built, world=world)
    await world.manager.roll(world.actor(turn.mover, turn.own), turn.game.id)
    row = await world.row(turn.game)
    assert {row.white_chat, row.black_chat} == {world.table.id}


@pytest.mark.built(by=drafted_in_private)
async def test_the_movers_private_board_shows_a_draft_made_in_a_shared_chat(world: World) -> None:
    """A draft made at the table redraws the mover's private board and can be continued there."""
    turn = replace(world.built, world=world)
    await take_back(turn)
    await take_back(turn)
    await world.manager.move(world.actor(turn.mover), turn.game.id, str(turn.game.live.draft))
    assert (await turn.shows(turn.own), await turn.is_redrawn(turn.own)) == (True, True)
    own = world.actor(turn.mover, turn.own)
    assert not (await world.manager.take_back(own, turn.game.id)).moved_draft


@pytest.mark.built(by=drafted_in_private)
@pytest.mark.on_both
async def test_the_opponents_private_board_never_shows_the_draft(world: World) -> None:
    """The opponent's private board never shows the draft."""
    turn = replace(world.built, world=world)
    await world.manager.boards.show(world.actor(world.waiting(turn.game), turn.other), turn.game.id)
    assert not await turn.shows(turn.other)
    await take_back(turn)
    assert not await turn.shows(turn.other)


@pytest.mark.on_both
async def test_a_lost_group_leaves_its_draft_to_the_movers_private_chat(world: World) -> None:
    """If the bot loses a group during a turn, the mover's private chat shows the draft to finish."""
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
async def test_losing_a_private_chat_does_not_show_its_draft_in_the_group(world: World) -> None:
    """If the mover's private chat is lost, the group shows the draft only after the mover's press there."""
    turn = replace(world.built, world=world)
    await Outbox(world.manager).relocation.mark_unreachable(turn.own.id)
    assert not await turn.shows(world.table)
    assert (await take_back(turn)).moved_draft
    assert await turn.shows(world.table)


@pytest.mark.built(by=drafted)
async def test_a_moved_chat_keeps_its_draft(world: World) -> None:
    """A group that was replaced by another keeps its draft there."""
    turn = replace(world.built, world=world)
    await Outbox(world.manager).relocation.chat_moved("web", world.table.key, "supergroup")
    async with world.database.read() as connection:
        moved = await people.chat_at(connection, "web", "supergroup")
    assert moved is not None
    assert await turn.shows(chat_of(moved))


@pytest.mark.built(by=drafted)
async def test_a_board_moved_to_a_thread_keeps_its_draft(world: World) -> None:
    """A draft continues in the thread to which its board moved."""
    turn = replace(world.built, world=world)
    async with world.database.write() as connection:
        thread = chat_of(await people.add_chat(connection, "web", "thread", "shared", None, "en"))
    await world.manager.boards.move_to_thread(world.actor(turn.mover), turn.game.id, thread.id)
    assert await turn.shows(thread)
    assert not (await world.manager.take_back(world.actor(turn.mover, thread), turn.game.id)).moved_draft
