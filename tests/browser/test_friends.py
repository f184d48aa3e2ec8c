"""Two players and spectators at the common table, each at a page."""

from __future__ import annotations

import pytest
import pytest_asyncio
from playwright.async_api import expect

from tests.browser.games import SharedGame
from tests.browser.house import House
from tests.browser.player import WIDE, Player

pytestmark = pytest.mark.asyncio(loop_scope="session")


@pytest_asyncio.fixture(loop_scope="session")
async def friends(game: SharedGame) -> tuple[Player, Player]:
    """The players of the shared game in the room, the one to move first."""
    for table in game.tables:
        await game.show_room(table)
    mover, other = [table.player for table in game.tables]
    await mover.to_act()
    return mover, other


async def test_a_turn_by_button_picture_and_line(friends: tuple[Player, Player]) -> None:
    """A player makes turns with buttons, on the picture and by typing, and the opponent sees them."""
    mover, other = friends
    for way in ("play_by_buttons", "play_on_the_picture", "play_by_typing"):
        board = await mover.to_act()
        assert (await getattr(mover, way)()).buttons_for("/done")
        await mover.end_turn()
        seen = await other.ready(board.turn)
        assert mover.name in seen.text
        if seen.called != mover.name:
            mover, other = other, mover


async def test_a_half_made_turn_survives_a_reload_and_is_taken_back(friends: tuple[Player, Player]) -> None:
    """A reloaded page keeps account, board and draft; a move that is taken back leaves no trace."""
    mover, _ = friends
    before = await mover.current_board()
    made = await mover.press(before.buttons_for("/move")[0])
    assert made.text != before.text
    await mover.page.reload()
    await expect(mover.page.locator(".person-name")).to_have_text(mover.name)
    assert await mover.current_board() == made
    after = await mover.press(made.buttons_for("/undo")[0])
    assert (after.text, after.buttons) == (before.text, before.buttons)


@pytest.mark.parametrize("where", ["button", "point"])
async def test_a_press_counts_although_the_board_is_redrawn_during_it(house: House, where: str) -> None:
    """A press is not lost if the same board is redrawn between mouse down and up."""
    player = await house.seated("Anna", size=WIDE)
    # At the common table other redrawn boards would move this one.
    await player.page.locator("#tab-me").click()
    await player.say("/play long first me")
    board = await player.to_act()
    pressed = player.button("/move") if where == "button" else player.board.locator("[data-source]").first
    await pressed.hover()
    await player.page.mouse.down()
    shown_at = player.board.locator(".head time")
    await shown_at.evaluate("(time) => { time.dataset.old = ''; }")
    # A page that comes online again redraws all boards.
    await player.page.evaluate("() => dispatchEvent(new Event('online'))")
    await expect(shown_at).not_to_have_attribute("data-old", "")
    await player.page.mouse.up()
    if where == "button":
        assert (await player.board_after(board)).has_draft
    else:
        # The checker moves at once, or the places where it can land are marked.
        await expect(player.board.locator("[data-landing]").or_(player.button("/undo")).first).to_be_visible()


async def test_each_person_has_only_their_own_buttons(house: House) -> None:
    """Each player has their own buttons of a challenge, and others only look on.

    Each reads the board in their own language, and a tab keeps its account after a reload.
    """
    anna = await house.seated("Anna", "en", WIDE)
    boris = await house.seated("Борис", "ru", WIDE)
    vera = await anna.as_another_person()
    await vera.sit_down("Vera")
    await anna.say(f"/challenge {boris.name}")
    await expect(boris.invitation_button("/accept")).to_be_visible()
    await expect(anna.button("/cancel")).to_be_visible()
    await expect(anna.button("/accept")).to_have_count(0)
    await expect(boris.invitation_button("/cancel")).to_have_count(0)
    card = vera.page.locator("#panel-table li[data-message]", has_text=boris.name).last
    await expect(card).to_be_visible()
    await expect(card.locator(".buttons button")).to_have_count(0)

    await boris.invitation_button("/accept").click()
    board = await anna.ready()
    await boris.ready(board.turn - 1)
    for player in (anna, vera):
        await player.page.reload()
        await expect(player.page.locator(".person-name")).to_have_text(player.name)
    boards = [
        player.page.locator("#panel-table li[data-message]:has(.board img)", has_text=boris.name).last
        for player in (anna, boris, vera)
    ]
    for seen, title in zip(boards, ("Long Nardy", "Длинные нарды", "Long Nardy"), strict=True):
        await expect(seen).to_contain_text(title)
    offered = [await seen.locator('button[data-data*=":/move "]').count() for seen in boards]
    assert min(offered[:2]) == 0 < max(offered[:2])
    visitor = await house.page(size=WIDE)
    await visitor.to_talk()
    stranger = visitor.page.locator("[data-panel=table]")
    await expect(stranger.locator(".board img").last).to_be_visible()
    for watching in (boards[2], stranger):
        await expect(watching.locator(":is(.buttons button, [data-point])")).to_have_count(0)
