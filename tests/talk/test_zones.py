from __future__ import annotations

from dataclasses import replace
from zoneinfo import ZoneInfo, available_timezones

import pytest

from bot.talk.incoming import Incoming, Line, Person
from bot.talk.times import find_zone, zone_names, zone_of
from tests.dialogues.house import House
from tests.dialogues.script import TABLE
from tests.refused import refuses
from tests.visits import visit_chat


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        ("europe/berlin", "Europe/Berlin"),
        ("berlin", "Europe/Berlin"),
        ("America/New York", "America/New_York"),
        ("new  york", "America/New_York"),
        ("NEW_YORK", "America/New_York"),
        ("Istanbul", "Europe/Istanbul"),
        ("singapore", "Singapore"),
        ("kiev", "Europe/Kiev"),
        ("Buenos Aires", "America/Argentina/Buenos_Aires"),
        ("utc", "UTC"),
        ("etc/gmt+3", "Etc/GMT+3"),
    ],
)
def test_zones_are_read_as_people_type_them(typed: str, zone: str) -> None:
    """A zone is read in any case, with spaces for underscores, or by its city alone."""
    assert find_zone(typed) == zone


@pytest.mark.parametrize(
    "typed", ["", "Atlantis", "Europe/", "Factory", "../../etc/passwd", "Europe/Berlin\0"]
)
def test_an_unknown_zone_is_refused(typed: str) -> None:
    """Only names from the list are zones, so that a typed text never becomes a file name."""
    with refuses("no-such-zone"):
        find_zone(typed)
    assert zone_of(typed) is None


def test_an_ambiguous_city_is_refused_with_its_zones() -> None:
    """A city of several zones is refused with their names."""
    with refuses("several-zones", names=("Canada/Eastern", "US/Eastern")):
        find_zone("eastern")


def test_every_zone_of_the_system_is_known() -> None:
    """The known names are those of the standard library, without two that name no place."""
    everywhere = available_timezones() - {"Factory", "localtime"}
    assert {find_zone(name) for name in everywhere} == everywhere


def test_every_completed_zone_is_understood() -> None:
    """Each name that completion offers is read as one zone and can be loaded."""
    names = zone_names()
    assert len(set(names)) == len(names) > 600
    assert all(isinstance(zone_of(find_zone(name)), ZoneInfo) for name in names)


@pytest.mark.slow
async def test_a_zone_is_the_players_in_private_and_the_chats_in_a_shared_one(house: House) -> None:
    """A zone set in private is the player's, and one set in a shared chat is the chat's."""
    assert "Time zone: not set." in await house.type("Anna", "/settings", "Anna")
    assert await house.type("Anna", "/settings zone berlin", "Anna") == "Time zone: Europe/Berlin."
    house.administrators = {"Anna"}
    assert await house.type("Anna", "/settings zone Tokyo") == "Time zone: Asia/Tokyo."
    me, private = await visit_chat(house.manager, "anna", "Anna", "Anna", "private")
    _, table = await visit_chat(house.manager, "anna", "Anna", TABLE, "shared")
    assert (me.zone, table.zone) == ("Europe/Berlin", "Asia/Tokyo")
    assert (await house.manager.people.display(private.id)).zone == "Europe/Berlin"
    assert (await house.manager.people.display(table.id)).zone == "Asia/Tokyo"
    assert await house.type("Anna", "/settings zone none", "Anna") == "Time zone: not set."
    assert (await house.manager.people.display(private.id)).zone is None


@pytest.mark.slow
async def test_an_unknown_zone_is_answered_with_valid_ones(house: House) -> None:
    """An unknown or ambiguous zone is answered with one that works."""
    assert await house.type("Anna", "/settings zone Atlantis", "Anna") == (
        "I know no time zone called atlantis. "
        "/settings zone Europe/Berlin would work, or just the name of a city."
    )
    assert await house.type("Anna", "/settings zone eastern", "Anna") == (
        "Several time zones are called eastern. One of these would work: Canada/Eastern, US/Eastern."
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("browsers", "labels"), [("Asia/Tokyo", ["Asia/Tokyo"]), ("", []), ("Mars/Olympus", []), ("x" * 200, [])]
)
async def test_the_browsers_zone_is_offered(house: House, browsers: str, labels: list[str]) -> None:
    """If the client reports a valid zone, a button sets it."""
    person = Person("web", "anna", "Anna", "en", zone=browsers)
    incoming = Incoming("asked", person, house.place("Anna"), Line("/settings zone"))
    (reply,) = await house.conversation.handle(incoming)
    offered = [button for row in reply.buttons for button in row]
    assert [button.label for button in offered] == labels
    for button in offered:
        pressed = replace(incoming, idempotency_key="pressed", what=Line(button.data.removeprefix(":")))
        await house.conversation.handle(pressed)
        me, _ = await visit_chat(house.manager, "anna", "Anna", "Anna", "private")
        assert me.zone == browsers
