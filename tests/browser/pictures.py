"""The README's pictures: `make pictures` takes them, and a test compares them with what the bot shows now.

The page is photographed in a browser. The real messages that the bot sends to Discord and Telegram are laid
out as in a chat: neither app is shown.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from pathlib import Path

import discord
from PIL import Image, ImageChops
from PIL.PngImagePlugin import PngInfo
from playwright.async_api import Browser, Page

from bot.chats.render.painter import ThreadPainter
from bot.rules.formats import read_record
from tests.browser.house import open_browser
from tests.browser.player import Player, VisibleMessage as VisibleBoard, new_context
from tests.browser.table_board import TableBoard
from tests.chats.discord import house as on_discord
from tests.chats.telegram import house as on_telegram
from tests.chats.web import dialogue_house
from tests.dialogues.script import TABLE, Driver, VisibleMessage
from tests.plain_strategy import PlainStrategy

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
NAMES = ("page", "discord", "telegram")
LARGEST = 150_000
"""The most bytes of a picture."""
MOST_CHANGED = 0.03
"""The share of a picture's parts that may look different, as with another font."""

_PART = 40
"""The width and height of a part in pixels."""
_UNLIKE = 24
"""The difference in a colour, of 255, from which a part looks different."""
_PHONE = (390, 844)
_SHARP = 2
_TURNS = 10
"""How many turns lead to the pictured position against the computer."""
_PRESSES = 20
"""How many presses of Anna and Boris lead to the pictured position."""
_LOOK = """
body { margin: 0; background: #e9ebee; font: 15px/1.4 "DejaVu Sans", sans-serif; color: #1d2126 }
main { padding: 14px }
article { padding: 10px; border-radius: 12px; background: #fff }
h1 { margin: 0 0 6px; font-size: 15px; color: #17625c }
article div { white-space: pre-wrap; margin: 6px 0 }
img { display: block; width: 100%; border-radius: 8px }
section { display: flex; gap: 6px; margin-top: 6px }
section span { padding: 7px 12px; border-radius: 8px; background: #e3e6ea; text-align: center }
.telegram section span { flex: 1; background: #d8e7e5 }
"""


@dataclass(frozen=True)
class Shot:
    """A picture of what the bot shows, and the words in it."""

    png: bytes
    words: str

    def save(self, path: Path) -> None:
        """Write the picture with its words.

        Raises:
            ValueError: it is larger than `LARGEST`.
        """
        shown = Image.open(BytesIO(self.png)).convert("RGB")
        info, packed = PngInfo(), BytesIO()
        info.add_text("words", json.dumps(self.words))
        few = shown.quantize(128, dither=Image.Dither.NONE)
        few.save(packed, "PNG", optimize=True, pnginfo=info)
        if packed.tell() > LARGEST:
            raise ValueError(f"{path} is too large: {packed.tell()} bytes")
        path.write_bytes(packed.getvalue())


def stored_words(path: Path) -> str:
    """Return the words that a stored picture shows."""
    with Image.open(path) as stored:
        return str(json.loads(stored.info["words"]))


def changed_share(path: Path, shot: Shot) -> float:
    """Return which share of a stored picture's parts looks different now.

    The parts are so large that letters of another font look alike.
    """
    with Image.open(path) as stored, Image.open(BytesIO(shot.png)) as now:
        size = stored.width // _PART, stored.height // _PART
        parts = [each.convert("RGB").resize(size, Image.Resampling.BOX) for each in (stored, now)]
    bands = [band.tobytes() for band in ImageChops.difference(*parts).split()]
    changed: int = sum(max(colours) > _UNLIKE for colours in zip(*bands, strict=True))
    return changed / (size[0] * size[1])


async def take(name: str, browser: Browser) -> Shot:
    """Return one of the pictures as it is now."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "nardy.db"
        if name == "page":
            return await _page(path, browser)
        return await (_discord if name == "discord" else _telegram)(path, browser)


async def _page(path: Path, browser: Browser) -> Shot:
    """Return the touch board on a phone, in a game against the computer."""
    async with dialogue_house.open_house(path, *on_telegram.TO_A_CHOICE, cast=()) as house:
        context = await new_context(browser, "en", _PHONE, scale=_SHARP, touch=True)
        page = await context.new_page()
        await page.goto(house.server.origin)
        player = Player(page, "en")
        await player.sit_down("Anna")
        await page.goto(f"{house.server.origin}/#room=me")
        await player.say("/play")
        board = TableBoard(player, touch=True)
        message = await player.to_act()
        while message.turn < _TURNS:
            message = await _turn(player, message)
        await board.open()
        await board.movable.first.wait_for()
        shot = await _shot(page, await page.inner_text("[data-table]"))
        await context.close()
    return shot


async def _turn(player: Player, board: VisibleBoard) -> VisibleBoard:
    """Play a sensible turn; return the board of the next one."""
    await player.say("/record")
    record = player.answer.filter(has_text="/record").locator(".text code").last
    state = read_record(await record.inner_text()).end()
    await player.answer.locator(".close").click()
    await player.say(str(PlainStrategy().choose(state)))
    await player.button("/done").click()
    return await player.to_act(board.turn)


async def _discord(path: Path, browser: Browser) -> Shot:
    """Return a message of the bot on Discord."""
    with ThreadPainter() as painter:
        async with on_discord.open_house(path, *on_discord.TO_A_CHOICE, painter=painter) as house:
            await house.game()
            await _play(house)
            message = house.last()
            rows = [
                [each.label or "" for each in row.children if isinstance(each, discord.Button)]
                for row in message.components
                if isinstance(row, discord.ActionRow)
            ]
            return await _in_chat(
                browser, "discord", on_discord.shown(message), rows, await message.attachments[0].read()
            )


async def _telegram(path: Path, browser: Browser) -> Shot:
    """Return a message of the bot on Telegram."""
    async with on_telegram.open_house(path, *on_telegram.TO_A_CHOICE) as house:
        await house.begin()
        await _play(house)
        message = house.last()
        rows = [[str(each["text"]) for each in row] for row in message.rows]
        assert message.file is not None
        return await _in_chat(browser, "telegram", on_telegram.shown(message), rows, message.file.data)


async def _play(driver: Driver) -> None:
    """Play Anna's game against Boris to the pictured position."""
    for _ in range(_PRESSES):
        shown = driver.shown(TABLE)
        mover = next(name for name in ("Anna", "Boris") if shown.text.splitlines()[-1].startswith(name))
        label = next((each for each in shown.labels if each in ("✔ Done", "🎲 Roll")), shown.labels[0])
        await driver.press(mover, label, TABLE, answered=False)


async def _in_chat(
    browser: Browser, kind: str, shown: VisibleMessage, rows: Sequence[Sequence[str]], picture: bytes
) -> Shot:
    """Return a message as a chat shows it: its picture, text and buttons."""
    buttons = "".join(
        f"<section>{''.join(f'<span>{escape(label)}</span>' for label in row)}</section>" for row in rows
    )
    image = f'<img src="data:image/png;base64,{b64encode(picture).decode()}">'
    parts = (f"<div>{escape(shown.text)}</div>", image)
    if kind == "telegram":  # where the text is the picture's caption
        parts = parts[::-1]
    html = (
        f"<!doctype html><meta charset=utf-8><style>{_LOOK}</style><body class={kind}><main>"
        f"<article><h1>Nardy</h1>{''.join(parts)}{buttons}</article></main>"
    )
    page = await (
        await browser.new_context(viewport={"width": 460, "height": 600}, device_scale_factor=2)
    ).new_page()
    await page.set_content(html)
    height = await page.evaluate("document.querySelector('main').offsetHeight")
    await page.set_viewport_size({"width": 460, "height": height})
    shot = await _shot(page, "\n".join([shown.text, *(" | ".join(row) for row in rows)]))
    await page.context.close()
    return shot


async def _shot(page: Page, words: str) -> Shot:
    return Shot(await page.screenshot(), words)


async def main() -> None:
    """Take all pictures."""
    async with open_browser() as browser:
        for name in NAMES:
            (await take(name, browser)).save(FOLDER / f"{name}.png")


if __name__ == "__main__":
    asyncio.run(main())
