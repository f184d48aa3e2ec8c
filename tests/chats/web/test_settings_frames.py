"""Settings as a tab asks for them, and the theme in which the page is dressed."""

from __future__ import annotations

from bot.talk.views.settings import Setting, SettingChoice
from tests.chats.web.house import Served

ROLL = Setting(
    "roll",
    "Roll automatically",
    "switch",
    "on",
    (SettingChoice("on", "on"), SettingChoice("off", "off")),
    (),
    "",
    may_set=True,
)


async def test_a_person_is_told_his_settings(served: Served) -> None:
    """His own come apart from those of the common table, each with its value and whether he may change it."""
    served.handler.settings_shown = (ROLL,)
    async with served.signed_in("Anna") as anna:
        await anna.put(do="settings")
        told = await anna.get("settings")
        assert told["table"] == []
        (mine,) = told["mine"]
        assert (mine["option"], mine["form"], mine["value"], mine["may_set"]) == (
            "roll",
            "switch",
            "on",
            True,
        )


async def test_who_has_no_account_is_told_nothing(served: Served) -> None:
    """A watcher who asks for settings is not answered, and nobody's are looked up."""
    served.handler.settings_shown = (ROLL,)
    async with served.tab() as watcher:
        await watcher.put(do="settings")
        assert await watcher.catch_up() == []


async def test_every_tab_of_a_person_is_dressed_when_the_theme_changes(served: Served) -> None:
    """A theme that is chosen in one tab is told to the person's others, once."""
    async with served.signed_in("Anna") as anna, served.tab(secret=anna.secret) as other:
        served.handler.theme = "dark"
        await anna.say("/settings theme dark", room="me")
        for tab in (anna, other):
            assert (await tab.get("theme"))["theme"] == "dark"
        await anna.say("/settings theme dark", key="action-2", room="me")
        assert "theme" not in await other.catch_up()
