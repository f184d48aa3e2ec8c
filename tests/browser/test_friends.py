from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.browser.player import Player, VisibleMessage, open_page
from tests.databases import lay_out
from tests.process import Server, serving

pytestmark = pytest.mark.asyncio(loop_scope="session")


@dataclass(frozen=True, slots=True)
class Friends:
    """Two people at their own screens who have begun a game."""

    anna: Player
    boris: Player

    async def beside_each_other(self) -> tuple[Player, Player, VisibleMessage]:
        """Return who is to move, the other one, and the board as the one who moves sees it."""
        board = await self.anna.ready()
        await self.boris.ready(board.turn - 1)
        mover = self.mover(board)
        return mover, self.other(board), await mover.seen()

    def mover(self, board: VisibleMessage) -> Player:
        """Return who is to move on a board."""
        return self.anna if board.called == self.anna.name else self.boris

    def other(self, board: VisibleMessage) -> Player:
        """Return who is not to move on a board."""
        return self.boris if board.called == self.anna.name else self.anna


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Server]:
    """The program, served for the friends through all tests."""
    folder = tmp_path_factory.mktemp("house")
    lay_out(folder / "nardy.db")
    async with serving(folder) as server:
        yield server


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def friends(house: Server, opened: Browser) -> AsyncIterator[Friends]:
    """Anna, in English, and Boris, in Russian, at narrow screens: she challenged him by name, he accepted.

    They play on through the tests: each begins with the board that it finds and leaves one to play on.
    """
    anna = await open_page(opened, house, "en")
    await anna.sit("Anna")
    boris = await open_page(opened, house, "ru")
    await boris.sit("Борис")
    await anna.say("/challenge Борис")
    await boris.button("/accept").click()
    yield Friends(anna, boris)
    for player in (anna, boris):
        await player.page.context.close()


async def test_opening_throws(friends: Friends) -> None:
    """An accepted challenge becomes a game; each reads the throws for the start in his own language."""
    await friends.beside_each_other()
    for player in (friends.anna, friends.boris):
        begins = {"en": "plays White and begins", "ru": "Белыми играет и начинает"}[player.language]
        line = player.page.locator("[data-panel=table] li[data-message] .text", has_text=begins).first
        await expect(line).to_contain_text("Anna")
        await expect(line).to_contain_text("Борис")


async def test_turn_by_button_picture_and_line(friends: Friends) -> None:
    """A turn can be made with buttons, on the picture and by typing, and the other one sees it."""
    _, _, board = await friends.beside_each_other()
    for way in ("play_by_buttons", "play_on_the_picture", "play_by_typing") * 2:
        mover, other = friends.mover(board), friends.other(board)
        made = await getattr(mover, way)()
        assert made.carrying("/done")
        await mover.end_turn()
        board = await other.ready(board.turn)
        assert mover.name in board.text


async def test_take_back(friends: Friends) -> None:
    """A move that is taken back leaves the board as it was before."""
    mover, _, before = await friends.beside_each_other()
    made = await mover.press(before.carrying("/move")[0])
    assert made.text != before.text
    after = await mover.press(made.carrying("/undo")[0])
    assert (after.text, after.buttons) == (before.text, before.buttons)


async def test_illegal_move_is_explained(friends: Friends) -> None:
    """An illegal move is answered to its player alone, with the reason and moves that are possible."""
    mover, other, board = await friends.beside_each_other()
    start, stop = board.moves[0].split("/")
    await mover.say(f"/move {stop}/{start}")
    await mover.answer.filter(has_text=f"{stop}/{start}").locator(".text").wait_for()
    explained = await mover.answer.locator(".text").inner_text()
    assert any(move in explained for move in board.moves)
    await expect(other.page.locator("[data-answer]", has_text=explained)).to_have_count(0)
    assert await mover.seen() == board


async def test_press_out_of_turn(friends: Friends) -> None:
    """The one who is not to move is offered no move; one that he types changes nothing and says who is."""
    mover, other, board = await friends.beside_each_other()
    await expect(other.button("/move")).to_have_count(0)
    await other.say(board.moves[0])
    await expect(other.answer).to_contain_text(mover.name)
    assert await mover.seen() == board


async def test_spectator(friends: Friends, house: Server, browser: Browser) -> None:
    """A third person in the same browser hears talk and sees the game, but cannot act in it."""
    mover, _, board = await friends.beside_each_other()
    vera = await friends.anna.beside()
    await vera.sit("Vera")
    await friends.boris.say("Привет!")
    for player in (friends.anna, vera):
        await expect(player.page.get_by_text("Привет!")).to_be_visible()
    seen = vera.page.locator("#panel-table li[data-message]:has(.board img)").last
    await expect(seen).to_be_visible()
    await expect(seen.locator(".buttons button")).to_have_count(0)
    assert await mover.seen() == board

    stranger = await open_page(browser, house)
    await expect(stranger.page.locator(".board img").last).to_be_visible()
    await expect(
        stranger.page.locator("[data-panel=table] :is(.buttons button, [data-point])")
    ).to_have_count(0)


async def test_reload(friends: Friends) -> None:
    """A reloaded page keeps the account, the board, and a turn that is half made."""
    mover, _, board = await friends.beside_each_other()
    made = await mover.press(board.carrying("/move")[0])
    await mover.page.reload()
    await expect(mover.page.locator(".person-name")).to_have_text(mover.name)
    assert await mover.seen() == made
    await mover.play_by_buttons()
    assert (await mover.end_turn()).turn > board.turn


async def test_resigning(friends: Friends) -> None:
    """Resigning is asked about once; both see the result, and a rematch can be had by a press each."""
    mover, other, board = await friends.beside_each_other()
    await mover.button("/menu").click()
    await mover.answer.locator('button[data-data*="/resign"]').click()
    sure = mover.answer.locator("button.danger")
    await expect(mover.answer).to_contain_text(other.name)
    await sure.click()
    for player in (mover, other):
        over = await player.ready(board.turn)
        assert over.is_over
        assert mover.name in over.text.splitlines()[-1]
        assert other.name in over.text.splitlines()[-1]

    await other.button("/rematch").click()
    await mover.button("/accept").click()
    for player in (mover, other):
        await player.button("/menu").wait_for()
        assert not (await player.ready()).is_over


async def test_two_at_one_screen(server: Server, browser: Browser) -> None:
    """Two people can play in two tabs of one browser, and each tab keeps its own account."""
    anna = await open_page(browser, server)
    await anna.sit("Anna")
    vera = await anna.beside()
    await vera.sit("Vera")
    await anna.say("/challenge")
    await vera.button("/accept").click()
    board = await anna.ready()
    for player in (anna, vera):
        await player.page.reload()
        await expect(player.page.locator(".person-name")).to_have_text(player.name)
    mover = anna if board.called == "Anna" else vera
    await mover.play_by_buttons()
    assert (await mover.end_turn()).turn > board.turn


# What is too wide, too small or without words in a part of the page. A target is what a finger meets.
_FAULTS = """(where) => {
  const faults = [];
  const all = (wanted) => document.querySelector(where).querySelectorAll(wanted);
  for (const box of [document.documentElement, ...all(".panel, .message, .answer, .choices")]) {
    if (box.scrollWidth <= box.clientWidth + 1) continue;
    faults.push(`too wide: ${box.className || box.tagName} ${box.textContent.slice(0, 60)}`);
  }
  for (const control of all("button:not(.point), a, summary, input, [role=option]")) {
    if (!control.checkVisibility({ visibilityProperty: true })) continue;
    control.scrollIntoView({ block: "center" });
    const { left, top, width, height } = control.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const met = [[-19, 0], [19, 0], [0, -19], [0, 19]]
      .map(([right, down]) => document.elementFromPoint(x + right, y + down))
      .find((each) => each !== null && !control.contains(each));
    if (met) faults.push(`not met: ${control.outerHTML}, but: ${met.outerHTML.slice(0, 200)}`);
  }
  for (const picture of all(".board img")) {
    if (picture.alt.split(" ").length < 8) faults.push(`no words for a board: ${picture.alt}`);
  }
  return faults;
}"""


async def test_narrow_page_is_whole(friends: Friends) -> None:
    """At 360 pixels nothing is cut off, every target can be met by a finger, and every board has words."""
    mover, other, board = await friends.beside_each_other()
    await mover.press(board.carrying("/move")[0])
    await mover.button("/menu").click()
    await mover.answer.locator("button").first.wait_for()
    await other.say("/help")
    await other.answer.locator(".text").wait_for()
    for player in (mover, other):
        assert await player.page.evaluate(_FAULTS, "body") == []
    await other.page.locator("[data-person] > summary").click()
    assert await other.page.evaluate(_FAULTS, ".menu") == []
