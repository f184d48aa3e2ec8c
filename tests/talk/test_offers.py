"""Offers on a page's board: what each answer costs, and presses that need no second question."""

from __future__ import annotations

import pytest

from bot.talk.incoming import Press
from bot.talk.reply import plain
from bot.talk.views.offers import Offer
from bot.talk.views.table import Table
from tests.dialogues.house import House, only_game
from tests.dialogues.script import TABLE
from tests.talk.test_board_page import board_page

pytestmark = pytest.mark.slow


async def shown_to(house: House, player: str) -> Table:
    """Return the game as one of its players sees it."""
    table = await board_page(house, player)
    assert table is not None
    return table


def made(table: Table, what: str) -> Offer:
    """Return the offer of a kind that the person can make."""
    return next(each for each in table.offers if each.what == what)


async def test_each_value_of_a_resignation_has_its_score(house: House) -> None:
    """In a match each value at which one resigns says the score after it, one's own points first."""
    await house.type("Anna", "/challenge Boris long 3 first me")
    await house.type("Boris", "/accept")
    resigning = made(await shown_to(house, "Anna"), "resign")
    assert [(each.label, each.costs, each.button.label) for each in resigning.values] == [
        ("oyn, 1 point", "0–1 to 3", "Offer: oyn, 1 point"),
        ("mars, 2 points", "0–2 to 3", "Resign: mars, 2 points"),
    ]


async def test_a_value_that_ends_the_match_says_so(house: House) -> None:
    """A value that decides the match says that the match is over."""
    await house.type("Anna", "/challenge Boris long 2 first me")
    await house.type("Boris", "/accept")
    values = made(await shown_to(house, "Boris"), "resign").values
    assert [each.costs for each in values] == ["0–1 to 2", "0–2, and the match is over"]


async def test_a_confirmed_press_resigns_without_a_question(playing: House) -> None:
    """The sheet has asked already, so its button resigns at once."""
    table = await shown_to(playing, "Anna")
    last = made(table, "resign").values[-1]
    assert last.costs == ""
    assert await playing.handle("Anna", Press(last.button.data)) == ()
    assert (await playing.manager.game(table.game)).is_over


async def test_an_offered_draw_waits_for_the_opponent(playing: House) -> None:
    """The opponent gets the offer with its cost, and no buttons; the player who offered gets neither."""
    offering = made(await shown_to(playing, "Anna"), "draw")
    await playing.handle("Anna", Press(offering.buttons[0].data))
    asked, asks = await shown_to(playing, "Boris"), await shown_to(playing, "Anna")
    assert asked.offer is not None
    assert (asked.offer.title, asked.offer.text.split("\n")[0]) == (
        "Anna offers a draw",
        "With a draw each side gets half a point.",
    )
    assert [each.label for each in asked.offer.buttons] == ["Decline", "Agree to a draw"]
    assert asked.buttons == ()
    assert (asks.offer, asks.asked, asked.asked) == (None, "Boris is asked.", "")
    # Until the answer only the highest value is possible, because a lower one would be a second offer.
    assert [each.what for each in asks.offers] == ["resign"]
    assert len(asks.offers[0].values) == 1


async def test_an_offer_is_withdrawn(playing: House) -> None:
    """The player who offered can withdraw it, and can offer again once a turn has been played."""
    offering = made(await shown_to(playing, "Anna"), "draw")
    await playing.handle("Anna", Press(offering.buttons[0].data))
    withdraw = (await shown_to(playing, "Anna")).withdraw
    assert withdraw is not None
    assert withdraw.label == "Withdraw"
    assert (await shown_to(playing, "Boris")).withdraw is None
    assert await playing.handle("Anna", Press(withdraw.data)) == ()
    asked, table = await shown_to(playing, "Boris"), await shown_to(playing, "Anna")
    assert (asked.offer, table.withdraw, table.asked) == (None, None, "")
    assert "Anna has withdrawn the offer." in asked.news
    assert [each.what for each in table.offers] == ["resign"]
    assert [each.when for each in table.menu[0] if each.icon == "draw"] == ["after the next turn"]
    (late,) = await playing.handle("Boris", Press(f":/accept {table.game} draw"))
    assert plain(late.text).startswith(f"That offer in game {table.game} has been answered, was withdrawn,")


async def test_an_offer_is_withdrawn_in_a_chat(playing: House) -> None:
    """`/cancel` withdraws the only offer; in a shared chat a button does, too, and refuses other people."""
    await playing.handle("Anna", Press(f":!/draw {await only_game(playing)}"))
    (refused,) = await playing.handle("Boris", Press(f":/cancel {await only_game(playing)} draw"))
    assert plain(refused.text).startswith("That offer")
    assert "Withdraw" in playing.shown(TABLE).labels
    assert await playing.type("Anna", "/cancel") == ""
    shown = playing.shown(TABLE)
    assert "Anna has withdrawn the offer." in shown.text
    assert "Withdraw" not in shown.labels
    assert await playing.type("Anna", "/cancel") == (
        "You have no open challenge and no offer that waits. /challenge makes a challenge."
    )


async def test_an_offered_resignation_says_what_the_opponent_wins(playing: House) -> None:
    """An offer to resign says its value and what accepting brings."""
    first = made(await shown_to(playing, "Anna"), "resign").values[0]
    await playing.handle("Anna", Press(first.button.data))
    offer = (await shown_to(playing, "Boris")).offer
    assert offer is not None
    assert (offer.what, offer.title) == ("resign", "Anna offers to resign: oyn, 1 point")
    assert offer.text == "Accept, and you win 1 point.\nDecline, and the game goes on."


async def test_a_spectator_is_offered_nothing(playing: House) -> None:
    """A spectator gets no offer and can make none."""
    await playing.handle("Anna", Press(f":!/draw {await only_game(playing)}"))
    spectator = await shown_to(playing, "Carl")
    assert (spectator.offer, spectator.offers) == (None, ())
