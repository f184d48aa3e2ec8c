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
    """Capitals do not matter, a space stands for an underscore, and a city alone is enough."""
    assert find_zone(typed) == zone


@pytest.mark.parametrize(
    "typed", ["", "Atlantis", "Europe/", "Factory", "../../etc/passwd", "Europe/Berlin\0"]
)
def test_what_is_no_zone_is_refused(typed: str) -> None:
    """Nothing but a name of the list is taken for one, so that no file is looked for by what was typed."""
    with refuses("no-such-zone"):
        find_zone(typed)
    assert zone_of(typed) is None


def test_an_ambiguous_city_is_asked_back() -> None:
    """Where several zones are called so, all are named."""
    with refuses("several-zones", names=("Canada/Eastern", "US/Eastern")):
        find_zone("eastern")


def test_every_zone_of_the_system_is_known() -> None:
    """The names are those that the standard library finds, without the two that name no place."""
    everywhere = available_timezones() - {"Factory", "localtime"}
    assert {find_zone(name) for name in everywhere} == everywhere


def test_whatever_is_suggested_is_understood() -> None:
    """Each name that completion offers is read as one zone, and that can be loaded."""
    names = zone_names()
    assert len(set(names)) == len(names) > 600
    assert all(isinstance(zone_of(find_zone(name)), ZoneInfo) for name in names)


@pytest.mark.slow
async def test_a_player_sets_his_zone_in_private_and_the_chats_in_a_shared_one(house: House) -> None:
    """Each chat tells time in its own zone, a private one in its player's."""
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
async def test_a_zone_that_is_none_is_refused_with_one_that_is(house: House) -> None:
    """The answer says what is wrong, and what would work."""
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
async def test_the_zone_of_the_browser_is_offered(house: House, browsers: str, labels: list[str]) -> None:
    """Where a client says its zone, a button sets that; what is none is passed over."""
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
