"""Take the screenshots of the documentation: `python -m tests.browser.screenshots`.

Dice are random, so the pictures differ each time but show the same scenes.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.async_api import Browser

from bot.rules.formats import read_record
from tests.browser.house import open_browser
from tests.browser.player import NARROW, WIDE, Player, VisibleMessage, open_page
from tests.plain_strategy import PlainStrategy
from tests.process import Server, serving

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
LARGEST = 150_000
"""The largest size of a picture in bytes."""

_SHARP = 2
_SETTLED = """() => [...document.querySelectorAll(".board")].every((board) =>
  !board.ariaBusy && board.querySelector("img").complete && board.querySelector("img").naturalWidth)"""
_COLOURS = (128, 96, 64, 48, 32)
_SOME_TURNS = 12


async def main() -> None:
    """Play to each scene and save its picture."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    async with open_browser() as browser:
        async with _new_server() as server:
            await _two_people(server, browser)
        async with _new_server() as server:
            await _alone_on_a_phone(server, browser)
        async with _new_server() as server:
            await _alone_to_the_end(server, browser)
        async with _new_server() as server:
            await _on_the_bar(server, browser)


@asynccontextmanager
async def _new_server() -> AsyncIterator[Server]:
    with tempfile.TemporaryDirectory() as folder:
        async with serving(Path(folder)) as server:
            yield server


async def _two_people(server: Server, browser: Browser) -> None:
    """Save a half-made turn, a refusal, and private answers."""
    anna = await open_page(browser, server, "en", WIDE)
    await anna.sit_down("Anna")
    boris = await open_page(browser, server, "en", NARROW, scale=_SHARP)
    await boris.sit_down("Boris")
    people = {"Anna": anna, "Boris": boris}
    await anna.say("/challenge Boris")
    await boris.button("/accept").click()
    board = await anna.ready()
    while board.turn < _SOME_TURNS or board.called != "Anna" or len(board.moves) <= len(("24/18", "24/13")):
        mover = people[board.called]
        await mover.ready(board.turn - 1)
        board = await _turn(mover, board)
        await anna.ready(board.turn - 1)
    board = await anna.press(board.buttons_for("/move")[0])
    await _save(anna, "turn")

    await boris.page.reload()
    await boris.button("/undo").wait_for()
    await boris.button("/move").click()
    await boris.board.locator("[data-answer] .text").wait_for()
    await _save(boris, "refusal", reload=False)

    for line in ("/move 24/23", "/games", "/settings"):
        await anna.say(line)
        await anna.answer.filter(has_text=line).locator(".text").wait_for()
    await _save(anna, "answers", reload=False)


async def _alone_on_a_phone(server: Server, browser: Browser) -> None:
    """Save a turn in Russian, and checkers borne off."""
    anna = await _play_computer(server, browser, "Анна", "ru", NARROW)
    board = await anna.ready()
    while board.turn < _SOME_TURNS:
        board = await _turn(anna, board)
    await _save(anna, "turn-phone")
    while not board.is_over and sum(move.endswith("/off") for move in board.moves) < len(("5/off", "4/off")):
        board = await _turn(anna, board)
    await _save(anna, "bearing-off")


async def _alone_to_the_end(server: Server, browser: Browser) -> None:
    """Save the result of a game."""
    anna = await _play_computer(server, browser, "Anna", "en", WIDE)
    board = await anna.ready()
    while not board.is_over:
        board = await _turn(anna, board)
    await _save(anna, "result")


async def _on_the_bar(server: Server, browser: Browser) -> None:
    """Save a position of short nardy with a hit checker that has a choice of where to enter."""
    anna = await _play_computer(server, browser, "Anna", "en", NARROW, "short")
    board = await anna.ready()
    while sum(move.startswith("bar/") for move in board.moves) < len(("bar/22", "bar/21")):
        if board.is_over:
            await anna.button("/rematch").click()
            board = await anna.ready()
        else:
            board = await _turn(anna, board)
    await _save(anna, "bar-phone")


async def _play_computer(
    server: Server, browser: Browser, name: str, language: str, size: tuple[int, int], rules: str = "long"
) -> Player:
    """Begin a game against the computer in a player's own room, in the player's language."""
    player = await open_page(browser, server, language, size, scale=_SHARP if size == NARROW else 1)
    await player.sit_down(name)
    await player.page.goto(f"{server.address}#room=me")
    await player.say(f"/play {rules}")
    return player


async def _turn(player: Player, board: VisibleMessage) -> VisibleMessage:
    """Play a sensible turn; return the board of the next one."""
    await player.say("/record")
    record = player.answer.filter(has_text="/record").locator(".text code").last
    state = read_record(await record.inner_text()).end()
    await player.answer.locator(".close").click()
    await player.say(str(PlainStrategy().choose(state)))
    await player.button("/done").click()
    return await player.ready(board.turn)


async def _save(player: Player, name: str, *, reload: bool = True) -> None:
    """Save a screenshot within the size limit, after a reload unless answers should stay."""
    if reload:
        await player.page.reload()
        await player.button("/menu").or_(player.button("/rematch")).wait_for()
    await player.page.mouse.move(0, 0)
    await player.page.wait_for_function(_SETTLED)
    shot = Image.open(BytesIO(await player.page.screenshot())).convert("RGB")
    picture = next((png for colours in _COLOURS if len(png := _packed(shot, colours)) <= LARGEST), None)
    if picture is None:
        raise ValueError(f"The picture {name} is too large.")
    (FOLDER / f"{name}.png").write_bytes(picture)


def _packed(shot: Image.Image, colours: int) -> bytes:
    packed = BytesIO()
    shot.quantize(colours, dither=Image.Dither.NONE).save(packed, "PNG", optimize=True)
    return packed.getvalue()


if __name__ == "__main__":
    asyncio.run(main())
