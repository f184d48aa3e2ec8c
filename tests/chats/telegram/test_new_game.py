"""The form of a new game on Telegram: one message in private, and the way to it from a group."""

from __future__ import annotations

from tests.chats.telegram.house import House
from tests.dialogues.script import TABLE


async def test_one_message_holds_all_choices(house: House) -> None:
    """Every press edits the one message of the form, and the last one leaves only a way back."""
    anna = house.people["Anna"]
    await house.say("Anna", "/challenge", "Anna")
    (form,) = house.others(anna.private)
    for label in (
        "Game: Long Nardy",
        "Narde",
        "Clock: no clock",
        "3 days a turn",
        "Hints: off",
        "Make a link",
    ):
        await house.touch("Anna", label, form)
    assert house.others(anna.private) == [form]
    assert (form.text, [button.label for button in form.buttons]) == (
        "Chosen: Narde to 5 points.",
        ["Another game"],
    )
    assert "Clock: 3 days for each turn. Both players may ask for hints" in house.last(anna.private).text


async def test_a_group_has_a_button_to_the_form(house: House) -> None:
    """A group has a link to the form in the private chat, and a button that challenges anyone."""
    anna = house.people["Anna"]
    await house.say("Anna", "/challenge", TABLE)
    (answer,) = house.others(house.table)
    url = next(button.url for button in answer.buttons if button.url is not None)
    message = await anna.deep_link(url)
    await house.until_idle(message.update_id)
    assert house.others(anna.private)[-1].text.startswith("New game: Long Nardy.")
    await house.touch("Anna", "Offer to anyone here", answer)
    assert house.last().text.startswith("Anna challenges anyone to Long Nardy.")


async def test_other_choices_follow_a_game_against_the_computer(house: House) -> None:
    """In private the answer of `/play` opens the form; in a group the board's menu has the way to it."""
    anna = house.people["Anna"]
    await house.say("Anna", "/play", TABLE)
    assert house.others(house.table) == []
    await house.say("Anna", "/menu", TABLE)
    (menu,) = house.others(house.table)
    (url,) = [button.url for button in menu.buttons if button.label == "Other choices"]
    assert url is not None
    message = await anna.deep_link(url)
    await house.until_idle(message.update_id)
    form = house.others(anna.private)[-1]
    assert [button.label for button in form.buttons][:2] == ["Game: Long Nardy", "Against: Computer"]
    await house.say("Anna", "/play", "Anna")
    assert house.posts(anna.private)
    answer = house.others(anna.private)[-1]
    await house.touch("Anna", "Other choices", answer)
    assert [button.label for button in answer.buttons][:2] == ["Game: Long Nardy", "Against: Computer"]
