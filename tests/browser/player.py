"""A person at a page: what they see and do there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any, Self

from playwright.async_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    StorageState,
    TimeoutError as PlaywrightTimeout,
    expect,
)

from bot.talk.catalog import Words, words_in
from tests.process import Server

TIMEOUT_MS = 20_000
"""Milliseconds within which the page must show the effect of an action."""

NARROW = (360, 740)
WIDE = (1100, 900)

LOCALES = {"en": "en-US", "ru": "ru-RU"}

# Boards of other people have no buttons.
_LIVE = "[data-panel]:not([hidden]) li[data-message].live:has(> .body > .buttons button)"
# The last message of the open room on which the person can act, read in one go.
_BOARD = f"""() => {{
  const live = [...document.querySelectorAll("{_LIVE}")].at(-1);
  if (!live) return null;
  const buttons = [...live.querySelectorAll(":scope > .body > .buttons button")];
  return {{
    message: live.dataset.message,
    text: live.querySelector(".text").innerText,
    called: [...live.querySelectorAll(":scope > .text :is(b, .mention)")].at(-1)?.textContent ?? "",
    buttons: buttons.map((each) => each.dataset.data),
  }};
}}"""
# A board that is only sent again, with the same buttons, does not count as another one.
_OTHER_BOARD = f"""(old) => {{
  const now = ({_BOARD})();
  if (!now || !old) return now;
  const sameButtons = JSON.stringify(now.buttons) === JSON.stringify(old.buttons);
  return sameButtons && (now.message !== old.message || now.text === old.text) ? null : now;
}}"""
_READY_BOARD = f"""([turn, isMine]) => {{
  const now = ({_BOARD})();
  if (!now) return null;
  const over = now.buttons.some((data) => data.startsWith(":/rematch"));
  const turns = now.buttons.map((data) => parseInt(data)).filter((number) => !Number.isNaN(number));
  // A player who waits for the opponent has only the menu.
  if (isMine && !over && now.buttons.every((data) => data.includes(":/menu "))) return null;
  return over || Math.max(...turns) > turn ? now : null;
}}"""


@dataclass(frozen=True, slots=True)
class VisibleMessage:
    """The board that a page shows.

    Args:
        message: the id of its message.
        text: its words.
        called: the last name in it: the player to act, or the winner.
        buttons: the data of its buttons.
    """

    message: str
    text: str
    called: str
    buttons: tuple[str, ...]

    @classmethod
    def of(cls, seen: dict[str, Any]) -> Self:
        """Build a board from the page's data."""
        return cls(**(seen | {"buttons": tuple(seen["buttons"])}))

    def buttons_for(self, command: str) -> list[str]:
        """Return the data of the buttons for a command."""
        return [data for data in self.buttons if data.partition(":")[2].split()[0] == command]

    @property
    def moves(self) -> list[str]:
        """The moves on the buttons, as they would be typed."""
        return [data.rsplit(" ", 1)[1] for data in self.buttons_for("/move")]

    @property
    def turn(self) -> int:
        """The number of turns played; -1 if the board does not tell."""
        return max((int(data.split(":")[0]) for data in self.buttons if data[:1].isdigit()), default=-1)

    @property
    def is_over(self) -> bool:
        """True if the game has ended."""
        return bool(self.buttons_for("/rematch"))

    @property
    def has_draft(self) -> bool:
        """True if some moves of the turn are made."""
        return bool(self.buttons_for("/undo"))


class Player:
    """A person at a page of the local table.

    Args:
        page: the page.
        language: the language that the page speaks.
        address: the address of the page with the number of the person's account in this browser; empty if
            the browser has one account.
    """

    def __init__(self, page: Page, language: str = "en", address: str = "") -> None:
        self.page = page
        self.language = language
        self.address = address
        self.words: Words = words_in(language)
        self.name = ""
        page.set_default_timeout(TIMEOUT_MS)

    async def sit_down(self, name: str) -> None:
        """Enter a name and wait for the welcome; from then on others can challenge the person by name.

        A page whose address names no room goes to the common one, where visitors are asked for a name.
        """
        self.name = name
        await self.to_talk()
        await self.page.fill("#name", name)
        await self.page.get_by_role("button", name=self.words.words("web-name-sit")).click()
        await self.answer.locator("button.primary").wait_for()

    async def to_talk(self) -> None:
        """Leave the landing for the common table's chat."""
        if "#room=" not in self.page.url:
            await self.page.locator("[data-to-talk]").click()

    async def say(self, line: str) -> None:
        """Type a line and send it."""
        await self.page.fill("#line", line)
        await self.page.press("#line", "Enter")

    async def tab(self, room: str = "table") -> Player:
        """Open another tab of the same person, in a room."""
        page = await self.page.context.new_page()
        url = self.address or self.page.url.partition("#")[0]
        await page.goto(f"{url}#room={room}")
        await expect(page.locator(f"#tab-{room}")).to_have_attribute("aria-selected", "true")
        tab = Player(page, self.language, self.address)
        tab.name = self.name
        return tab

    async def as_another_person(self) -> Player:
        """Open the page as another person in the same browser, as the page offers it."""
        await self.page.locator("[data-person] > summary").click()
        async with self.page.context.expect_page() as opened:
            await self.page.locator("[data-other]").click()
        return Player(await opened.value, self.language)

    @property
    def board(self) -> Locator:
        """The last message of the open room on which this person can act."""
        return self.page.locator(_LIVE).last

    @property
    def answer(self) -> Locator:
        """The last answer that only this person sees."""
        return self.page.locator("[data-panel]:not([hidden]) [data-answer]").last

    async def current_board(self) -> VisibleMessage:
        """Return the board on the page, as soon as there is one."""
        found = await self.page.wait_for_function(_BOARD)
        return VisibleMessage.of(await found.json_value())

    async def board_after(self, board: VisibleMessage) -> VisibleMessage:
        """Wait until the page shows another board than a given one, or that one changed."""
        try:
            found = await self.page.wait_for_function(_OTHER_BOARD, arg=asdict(board))
        except PlaywrightTimeout as error:
            answers = await self.page.locator("[data-answer]").all_inner_texts()
            now = await self.page.evaluate(_BOARD)
            waiting = await self.page.locator(".waiting").count()
            offline = await self.page.locator("[data-offline]").inner_text()
            error.add_note(
                f"The board was {board} and is {now}. The answers are {answers}; {waiting} presses or lines "
                f"wait for one. The page says of the connection: {offline!r}."
            )
            raise
        return VisibleMessage.of(await found.json_value())

    async def ready(self, after_turn: int = -1) -> VisibleMessage:
        """Wait until a player is to act in a turn later than a given one, or the game is over."""
        found = await self.page.wait_for_function(_READY_BOARD, arg=[after_turn, False])
        return VisibleMessage.of(await found.json_value())

    async def to_act(self, after_turn: int = -1) -> VisibleMessage:
        """Wait until this person is to act in a turn later than a given one, or the game is over."""
        found = await self.page.wait_for_function(_READY_BOARD, arg=[after_turn, True])
        return VisibleMessage.of(await found.json_value())

    def button(self, command: str) -> Locator:
        """Return the first button of the board for a command."""
        return self.board.locator(f'button[data-data*=":{command} "]').first

    def invitation_button(self, command: str) -> Locator:
        """Return the button for a command on the last invitation that names this person."""
        card = self.page.locator("[data-panel]:not([hidden]) li[data-message]", has_text=self.name).last
        return card.locator(f'button[data-data*=":{command} "]')

    async def press(self, data: str) -> VisibleMessage:
        """Press the button with some data and wait for the changed board."""
        board = await self.current_board()
        await self.board.locator(f'button[data-data="{data}"]').click()
        return await self.board_after(board)

    async def play_by_buttons(self) -> VisibleMessage:
        """Press the first move offered until the turn is complete; return the board then."""
        return await self._play(lambda board: self.press(board.buttons_for("/move")[0]))

    async def play_on_the_picture(self) -> VisibleMessage:
        """Press points of the picture until the turn is complete; return the board then."""
        return await self._play(self._press_points)

    async def play_by_typing(self) -> VisibleMessage:
        """Type the first move offered until the turn is complete; return the board then."""

        async def type_one(board: VisibleMessage) -> VisibleMessage:
            await self.say(board.moves[0])
            return await self.board_after(board)

        return await self._play(type_one)

    async def end_turn(self) -> VisibleMessage:
        """Press Done and wait for the next turn of either player, or the end."""
        board = await self.current_board()
        await self.button("/done").click()
        return await self.ready(board.turn)

    async def _press_points(self, board: VisibleMessage) -> VisibleMessage:
        points = self.board.locator("[data-source]")
        await points.first.click()
        landing = self.board.locator("[data-landing]")
        # A checker with only one move has moved at once.
        if await landing.count():
            await landing.first.click()
        return await self.board_after(board)

    async def _play(self, move: Callable[[VisibleMessage], Any]) -> VisibleMessage:
        board = await self.to_act()
        while not board.buttons_for("/done"):
            board = await move(board)
        return board


async def new_context(
    browser: Browser,
    language: str = "en",
    size: tuple[int, int] = NARROW,
    *,
    scale: int = 1,
    zone: str | None = None,
    touch: bool | None = None,
    storage: StorageState | None = None,
    address: str = "",
) -> BrowserContext:
    """Return a context, which has its own cache and storage; see `open_page`.

    Args:
        storage: what is stored there at first.
        address: the IP address that a proxy reports; empty without a proxy.
    """
    touch = size == NARROW if touch is None else touch
    return await browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        device_scale_factor=scale,
        locale=LOCALES[language],
        timezone_id=zone,
        storage_state=storage,
        extra_http_headers={"X-Forwarded-For": address} if address else None,
        reduced_motion="reduce",
        has_touch=touch,
        is_mobile=touch,
    )


async def open_page(
    browser: Browser,
    server: Server,
    language: str = "en",
    size: tuple[int, int] = NARROW,
    *,
    scale: int = 1,
    link: str = "",
    zone: str | None = None,
    touch: bool | None = None,
) -> Player:
    """Open the page in a new context, which takes five times the CPU time of a page in an existing one.

    Args:
        size: width and height of the window in pixels.
        scale: device pixels for each pixel of the page.
        link: the link to follow; empty for the page's address.
        zone: the browser's time zone; None for the system's.
        touch: True if the screen is touched; None if only a narrow one is.
    """
    context = await new_context(browser, language, size, scale=scale, zone=zone, touch=touch)
    page = await context.new_page()
    await page.goto(link or server.address)
    return Player(page, language)
