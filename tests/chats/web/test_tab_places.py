"""Who gets a place for a tab, and which tab gives way."""

from __future__ import annotations

import pytest

from bot.chats.web.connection_limits import Limits
from bot.chats.web.tab_places import TabPlaces

HERE = "198.51.100.1"


def nothing() -> None:
    """Do nothing about a tab that gives way."""


def of_network(number: int) -> str:
    """Return one of the 256 addresses of an IPv6 network."""
    return f"2001:db8:0:{number:x}::/64"


def unseated(places: TabPlaces, clients: list[str]) -> int:
    """Let tabs of people without a seat come, and return how many get a place."""
    return sum(places.take(object(), client) for client in clients)


def seated(places: TabPlaces, accounts: list[str]) -> int:
    """Let tabs of people with a seat come, and return how many get a place."""
    return sum(places.take_seated(object(), account, nothing) for account in accounts)


def test_an_account_has_eight_tabs_and_its_oldest_gives_way() -> None:
    """The ninth tab of an account closes the first, from wherever they come, and takes its place."""
    places, gone = TabPlaces(Limits()), list[int]()
    for number in range(20):
        assert places.take_seated(object(), "web:1", lambda number=number: gone.append(number))  # type: ignore[misc]
    assert gone == list(range(12))
    assert (places.figures.seated, places.figures.gave_way) == (8, 12)


def test_one_account_takes_nothing_from_another() -> None:
    """Where one account has opened all it may, the others keep theirs."""
    places = TabPlaces(Limits())
    boris = object()
    closed = list[str]()
    assert places.take_seated(boris, "telegram:2", lambda: closed.append("Boris"))
    seated(places, ["telegram:1"] * 500)
    assert not closed
    assert places.figures.seated == 9


@pytest.mark.parametrize(
    ("clients", "most"),
    [
        ([HERE] * 500, 48),
        ([of_network(1)] * 500, 48),
        ([of_network(number % 5) for number in range(500)], 96),
        ([of_network(256 * (number % 5)) for number in range(500)], 240),
    ],
    ids=["IPv4 address", "/64", "/56", "five /56"],
)
def test_people_without_a_seat_are_bounded_by_address(clients: list[str], most: int) -> None:
    """48 of one address and 96 of one /56 get a place."""
    places = TabPlaces(Limits())
    assert unseated(places, clients) == most
    assert places.figures.refused == 500 - most


def test_people_with_a_seat_are_bounded_by_account_alone() -> None:
    """Where people without a seat get no more from an address, those with one do."""
    places = TabPlaces(Limits())
    unseated(places, [HERE] * 100)
    assert seated(places, [f"web:{number}" for number in range(300)]) == 300


def test_a_quarter_is_kept_for_people_with_a_seat() -> None:
    """However many come without a seat, from wherever, 500 of 2,000 places are left for the others."""
    places = TabPlaces(Limits())
    unseated(places, [f"198.51.{number // 250}.{number % 250}" for number in range(5000)])
    for _ in range(1000):
        places.arrive(object(), HERE, nothing)
    assert seated(places, [f"web:{number}" for number in range(5000)]) == 500


def test_all_have_no_more_than_there_are() -> None:
    """However many come with a seat, there is room for those who have not said yet who they are."""
    places = TabPlaces(Limits())
    assert seated(places, [f"web:{number}" for number in range(5000)]) == 1750
    assert unseated(places, [HERE]) == 0


def test_whoever_takes_a_seat_in_a_full_house_keeps_the_place() -> None:
    """A person who says a name gives back the place that the tab had without one."""
    places, tab = TabPlaces(Limits(tabs=10, arriving=2, unseated=5)), object()
    seated(places, [f"web:{number}" for number in range(7)])
    assert places.take(tab, HERE)
    assert places.take_seated(tab, "web:new", nothing)
    assert places.figures.unseated == 0


def test_a_tab_that_goes_makes_room() -> None:
    """Whatever a tab had is free once it is gone, also if it goes twice."""
    places, tabs = TabPlaces(Limits(tabs=4, arriving=1, unseated=2)), [object() for _ in range(3)]
    for _ in range(3):
        places.arrive(tabs[0], HERE, nothing)
        assert places.take(tabs[1], HERE)
        assert places.take_seated(tabs[2], "web:1", nothing)
        for tab in tabs * 2:
            places.leave(tab)
    figures = places.figures
    assert (figures.arriving, figures.unseated, figures.seated, figures.refused) == (0, 0, 0, 0)


@pytest.mark.parametrize(
    ("clients", "most"),
    [
        ([HERE] * 400, 48),
        ([of_network(number % 5) for number in range(400)], 96),
        ([f"198.51.100.{number % 20}" for number in range(400)], 250),
    ],
    ids=["address", "/56", "all together"],
)
def test_of_arriving_tabs_the_oldest_is_dropped(clients: list[str], most: int) -> None:
    """Tabs that do not say who they are keep no place from the next; the newest stay."""
    places, dropped = TabPlaces(Limits()), list[int]()
    for number, client in enumerate(clients):
        places.arrive(number, client, lambda number=number: dropped.append(number))  # type: ignore[misc]
    assert sorted(dropped) == list(range(400 - most))
    assert places.figures.arriving == most


def test_arriving_tabs_of_one_network_push_out_no_others() -> None:
    """Whoever opens tabs without a word, from many addresses of one network, drops his own alone."""
    places, dropped = TabPlaces(Limits()), list[str]()
    places.arrive(object(), HERE, lambda: dropped.append("Anna"))
    for number in range(400):
        places.arrive(number, of_network(number % 200), nothing)
    assert not dropped
