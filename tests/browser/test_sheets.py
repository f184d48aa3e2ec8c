"""Sheets: panels that come up over the page, or over one element of it."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.browser.house import House

pytestmark = pytest.mark.asyncio(loop_scope="session")

_OPENER = """async () => {
  const { openSheet } = await import("/page/sheet.js");
  document.body.insertAdjacentHTML("afterbegin", `<div data-tried>
    <button data-opens>Open</button><div data-covered><button data-under>Under</button></div></div>`);
  const found = (name) => document.querySelector(`[data-${name}]`);
  found("tried").style.cssText = "position: fixed; inset: 0; z-index: 30";
  found("covered").style.cssText = "position: absolute; inset: 60px 0 40%";
  Object.assign(window, { within: false, closings: 0, pressed: 0 });
  found("opens").onclick = () => openSheet({
    title: "Title", content: Object.assign(document.createElement("p"), { textContent: "Content" }),
    onClose: () => closings++, ...(within && { within: found("covered") }) });
}"""


async def opened(page: Page) -> None:
    """Open a sheet by its button; its title gets the focus."""
    await page.locator("[data-opens]").click()
    await expect(page.locator(".sheet h2")).to_be_focused()


async def closed(page: Page, times: int) -> None:
    """Expect the sheet to be closed, and the focus to be on the button that opened it."""
    await expect(page.locator(".sheet")).to_have_count(0)
    await expect(page.locator("[data-opens]")).to_be_focused()
    assert await page.evaluate("closings") == times


async def test_a_sheet_closes_in_four_ways_and_gives_the_focus_back(house: House) -> None:
    """Its button, Esc, a press beside it and a pull down close it; a short pull does not."""
    page = (await house.blank()).page
    await page.goto(house.server.address)
    await page.evaluate(_OPENER)
    await opened(page)
    await page.get_by_role("button", name="Close").click()
    await closed(page, 1)
    await opened(page)
    await page.keyboard.press("Escape")
    await closed(page, 2)
    await opened(page)
    await page.mouse.click(180, 10)
    await closed(page, 3)
    await opened(page)
    await page.wait_for_function("() => document.getAnimations().length === 0")
    for pull in (40, 120):
        await expect(page.locator(".sheet")).to_have_count(1)
        title = await page.locator(".sheet h2").bounding_box()
        assert title is not None
        await page.mouse.move(title["x"] + 20, title["y"] + 5)
        await page.mouse.down()
        await page.mouse.move(title["x"] + 20, title["y"] + 5 + pull, steps=4)
        await page.mouse.up()
    await closed(page, 4)


async def test_a_sheet_over_an_element_leaves_the_rest_to_be_used(house: House) -> None:
    """What it covers is inert and gets no press; the rest of the page still does."""
    page = (await house.blank()).page
    await page.goto(house.server.address)
    await page.evaluate(_OPENER)
    await page.evaluate("window.within = true")
    await opened(page)
    covered, under = page.locator("[data-covered]"), page.locator("[data-under]")
    assert await under.evaluate("each => each.inert")
    await page.wait_for_function("() => document.getAnimations().length === 0")
    around, sheet = await covered.bounding_box(), await page.locator(".sheet").bounding_box()
    assert around is not None
    assert sheet is not None
    assert sheet["y"] >= around["y"]
    assert sheet["y"] + sheet["height"] <= around["y"] + around["height"]
    await page.locator("[data-tried]").evaluate("each => each.onclick = () => pressed++")
    await page.mouse.click(180, 700)
    assert await page.evaluate("pressed") == 1
    await page.locator(".sheet h2").focus()
    await page.keyboard.press("Escape")
    await closed(page, 1)
    assert not await under.evaluate("each => each.inert")


_OFFERS = """async () => {
  const { makeOffer } = await import("/page/table_offer.js");
  const field = document.createElement("div");
  document.body.append(field);
  const pressed = [], ready = [];
  const offer = makeOffer(field, { press: ({ data }) => pressed.push(data), later: (go) => ready.push(go) });
  const button = (data) => ({ label: data, style: "plain", data });
  const of = (what, text, stay) =>
    ({ what, title: what, text, values: [], buttons: [button(what)], stay, cube: null });
  const draw = of("draw", "A draw", "Play on"), resign = of("resign", "Resign", "Play on");
  const doubled = of("double", "Doubled", "");
  const shown = () => [...field.querySelectorAll(".offer-text")].at(-1)?.textContent;
  const press = (data) => field.querySelector(`.offer [data-data=${data}]`).click();
  const said = [];
  offer.make(draw);
  ready.pop()();
  const sheet = field.querySelector(".offer");
  offer.show(null, [{ ...draw }, resign]);
  said.push(sheet === field.querySelector(".offer") && "ready" in sheet.dataset);
  offer.show(null, [{ ...draw, text: "Another draw" }]);
  press("draw");
  said.push(shown(), pressed.length);
  offer.show(doubled, [{ ...draw, text: "Another draw" }]);
  said.push(shown(), offer.answer.hidden);
  offer.show(null, [resign]);
  said.push(sheet === field.querySelector(".offer") && !field.querySelector("[data-data]"));
  said.push(offer.answer.hidden);
  offer.show(doubled, [resign]);
  said.push(shown());
  return said;
}"""


async def test_a_sheet_with_an_own_offer_stays_while_it_is_valid(house: House) -> None:
    """A change of the game leaves it open. A changed offer rests again, and one that is over says so.

    An opponent's offer waits in the news meanwhile, and is asked about once the own one is over.
    """
    page = (await house.blank()).page
    await page.goto(house.server.address)
    stays, changed, presses, kept, is_answer_hidden, is_over, is_hidden_again, asked = await page.evaluate(
        _OFFERS
    )
    assert stays
    assert (changed, presses) == ("Another draw", 0)
    assert (kept, is_answer_hidden) == ("Another draw", False)
    assert (is_over, is_hidden_again) == (True, True)
    assert asked == "Doubled"
