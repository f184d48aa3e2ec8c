"""Settings that a tab requests, and the theme of the page."""

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


async def test_a_tab_gets_the_persons_settings(served: Served) -> None:
    """A person's own settings come apart from the table's, each with its value and the right to change it."""
    served.handler.settings_shown = (ROLL,)
    async with served.signed_in("Anna") as anna:
        await anna.put(do="settings")
        settings = await anna.get("settings")
        assert settings["table"] == []
        (mine,) = settings["mine"]
        assert (mine["option"], mine["form"], mine["value"], mine["may_set"]) == (
            "roll",
            "switch",
            "on",
            True,
        )


async def test_a_watcher_gets_no_settings(served: Served) -> None:
    """A watcher's request for settings is not answered."""
    served.handler.settings_shown = (ROLL,)
    async with served.tab() as watcher:
        await watcher.put(do="settings")
        assert await watcher.catch_up() == []


async def test_a_new_theme_reaches_every_tab_of_the_person(served: Served) -> None:
    """A theme that is chosen in one tab is sent to the person's other tabs, once."""
    async with served.signed_in("Anna") as anna, served.tab(secret=anna.secret) as other:
        served.handler.theme = "dark"
        await anna.say("/settings theme dark", room="me")
        for tab in (anna, other):
            assert (await tab.get("theme"))["theme"] == "dark"
        await anna.say("/settings theme dark", key="action-2", room="me")
        assert "theme" not in await other.catch_up()
