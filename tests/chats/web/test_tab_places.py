"""Places for tabs: which tabs get one, and which give way."""

from __future__ import annotations

import pytest

from bot.chats.web.connection_limits import Limits
from bot.chats.web.tab_places import TabPlaces

HERE = "198.51.100.1"


def ignore() -> None:
    """Do nothing about a tab that gives way."""


def address_in_network(number: int) -> str:
    """Return one of the /64 addresses of an IPv6 network."""
    return f"2001:db8:0:{number:x}::/64"


def open_unseated(places: TabPlaces, clients: list[str]) -> int:
    """Open tabs without an account; return how many get a place."""
    return sum(places.take(object(), client) for client in clients)


def open_seated(places: TabPlaces, accounts: list[str]) -> int:
    """Open tabs with an account; return how many get a place."""
    return sum(places.take_seated(object(), account, ignore) for account in accounts)


def test_the_ninth_tab_of_an_account_closes_the_oldest() -> None:
    """The ninth tab of an account closes the oldest and takes its place."""
    places, gone = TabPlaces(Limits()), list[int]()
    for number in range(20):
        assert places.take_seated(object(), "web:1", lambda number=number: gone.append(number))  # type: ignore[misc]
    assert gone == list(range(12))
    assert (places.figures.seated, places.figures.gave_way) == (8, 12)


def test_tabs_of_one_account_close_none_of_another() -> None:
    """Many tabs of one account close no tab of another."""
    places = TabPlaces(Limits())
    boris = object()
    closed = list[str]()
    assert places.take_seated(boris, "telegram:2", lambda: closed.append("Boris"))
    open_seated(places, ["telegram:1"] * 500)
    assert not closed
    assert places.figures.seated == 9


@pytest.mark.parametrize(
    ("clients", "most"),
    [
        ([HERE] * 500, 48),
        ([address_in_network(1)] * 500, 48),
        ([address_in_network(number % 5) for number in range(500)], 96),
        ([address_in_network(256 * (number % 5)) for number in range(500)], 240),
    ],
    ids=["IPv4 address", "/64", "/56", "five /56"],
)
def test_tabs_without_an_account_are_limited_by_address(clients: list[str], most: int) -> None:
    """48 tabs of one address and 96 of one /56 get a place."""
    places = TabPlaces(Limits())
    assert open_unseated(places, clients) == most
    assert places.figures.refused == 500 - most


def test_tabs_with_an_account_are_not_limited_by_address() -> None:
    """Tabs with an account get places although their address has no more for others."""
    places = TabPlaces(Limits())
    open_unseated(places, [HERE] * 100)
    assert open_seated(places, [f"web:{number}" for number in range(300)]) == 300


def test_a_quarter_is_kept_for_accounts() -> None:
    """500 of 2,000 places are left for accounts, however many tabs come without one."""
    places = TabPlaces(Limits())
    open_unseated(places, [f"198.51.{number // 250}.{number % 250}" for number in range(5000)])
    for _ in range(1000):
        places.arrive(object(), HERE, ignore)
    assert open_seated(places, [f"web:{number}" for number in range(5000)]) == 500


def test_accounts_leave_places_for_arriving_tabs() -> None:
    """Tabs with an account leave places for arriving tabs, and then none are left for others."""
    places = TabPlaces(Limits())
    assert open_seated(places, [f"web:{number}" for number in range(5000)]) == 1750
    assert open_unseated(places, [HERE]) == 0


def test_a_tab_that_signs_in_frees_its_former_place() -> None:
    """A tab that signs in gives up its place among those without an account."""
    places, tab = TabPlaces(Limits(tabs=10, arriving=2, unseated=5)), object()
    open_seated(places, [f"web:{number}" for number in range(7)])
    assert places.take(tab, HERE)
    assert places.take_seated(tab, "web:new", ignore)
    assert places.figures.unseated == 0


def test_a_closed_tab_makes_room() -> None:
    """A closed tab frees its place, also if it is closed twice."""
    places, tabs = TabPlaces(Limits(tabs=4, arriving=1, unseated=2)), [object() for _ in range(3)]
    for _ in range(3):
        places.arrive(tabs[0], HERE, ignore)
        assert places.take(tabs[1], HERE)
        assert places.take_seated(tabs[2], "web:1", ignore)
        for tab in tabs * 2:
            places.leave(tab)
    figures = places.figures
    assert (figures.arriving, figures.unseated, figures.seated, figures.refused) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("clients", "most"),
    [
        ([HERE] * 400, 48),
        ([address_in_network(number % 5) for number in range(400)], 96),
        ([f"198.51.100.{number % 20}" for number in range(400)], 250),
    ],
    ids=["address", "/56", "all together"],
)
def test_the_oldest_arriving_tab_is_dropped(clients: list[str], most: int) -> None:
    """At the limit a new arriving tab drops the oldest."""
    places, dropped = TabPlaces(Limits()), list[int]()
    for number, client in enumerate(clients):
        places.arrive(number, client, lambda number=number: dropped.append(number))  # type: ignore[misc]
    assert sorted(dropped) == list(range(400 - most))
    assert places.figures.arriving == most


def test_arriving_tabs_of_one_network_drop_no_others() -> None:
    """Arriving tabs from many addresses of one network drop only each other."""
    places, dropped = TabPlaces(Limits()), list[str]()
    places.arrive(object(), HERE, lambda: dropped.append("Anna"))
    for number in range(400):
        places.arrive(number, address_in_network(number % 200), ignore)
    assert not dropped
