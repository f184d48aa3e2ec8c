"""The commands that the bot registers on Discord respect all limits in every language."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest
import pytest_asyncio
import simcord

from bot.rules import RULESETS
from bot.talk.catalog import LANGUAGES, words_in
from bot.talk.command_table import COMMANDS
from tests.chats.discord.house import adapter_of
from tests.chats.stand_ins import MemoryKeyValues, ScriptedHandler
from tests.discord_standin.limits import command_faults
from tests.pace import HANG

STRING, BOOLEAN, USER = 3, 5, 6
SLASH, ON_MESSAGE = 1, 3


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def commands() -> list[dict[str, Any]]:
    """All commands as the bot registers them."""
    adapter = adapter_of(ScriptedHandler(), MemoryKeyValues())
    async with simcord.run(adapter.client):
        return await adapter.client.commands()


def texts(part: dict[str, Any], field: str) -> Iterator[str]:
    """Return a field's text in every language."""
    yield part[field]
    yield from part.get(f"{field}_localizations", {}).values()


def test_every_listed_command_is_offered(commands: list[dict[str, Any]]) -> None:
    """Discord offers the listed commands, the menu, a command for threads, and the menu on a message."""
    slashes = {command["name"] for command in commands if command["type"] == SLASH}
    assert slashes == {row.name for row in COMMANDS.values() if row.listed} | {"invite", "menu", "thread"}
    assert [command["name"] for command in commands if command["type"] == ON_MESSAGE] == ["This board…"]


def test_discord_accepts_all_commands(commands: list[dict[str, Any]]) -> None:
    """The number of commands, the names, and the order and length of options are allowed."""
    assert list(command_faults(commands)) == []
    assert all(1 <= len(name) <= 32 for command in commands for name in texts(command, "name"))


def test_names_differ_in_every_language(commands: list[dict[str, Any]]) -> None:
    """Names of commands differ in each language, and so do the options of a command."""
    for language in LANGUAGES:

        def name_of(part: dict[str, Any], language: str = language) -> str:
            return str(part.get("name_localizations", {}).get(language, part["name"]))

        for parts in (commands, *(command.get("options", []) for command in commands)):
            names = [(part["type"] == ON_MESSAGE and parts is commands, name_of(part)) for part in parts]
            assert len(names) == len(set(names))


def test_descriptions_fit(commands: list[dict[str, Any]]) -> None:
    """A slash command's description has 1 to 100 characters in every language; a message menu has none."""
    for command in commands:
        parts = [*command.get("options", []), *([command] if command["type"] == SLASH else [])]
        for part in parts:
            for description in texts(part, "description"):
                assert 1 <= len(description) <= 100, description


def test_options_and_choices_fit(commands: list[dict[str, Any]]) -> None:
    """A command has at most 25 options, required ones first; an option has at most 25 choices."""
    for command in commands:
        options = command.get("options", [])
        assert len(options) <= 25
        required = [option["required"] for option in options]
        assert required == sorted(required, reverse=True)
        for option in options:
            choices = option.get("choices", [])
            assert len(choices) <= 25
            assert not (choices and option.get("autocomplete"))
            for choice in choices:
                assert 1 <= len(str(choice["value"])) <= 100
                for name in texts(choice, "name"):
                    assert 1 <= len(name) <= 100


def test_every_text_is_in_every_language(commands: list[dict[str, Any]]) -> None:
    """Every name and description is translated into every language."""
    others = set(LANGUAGES) - {"en"}
    for command in commands:
        parts = [command, *command.get("options", [])]
        choices = [choice for option in command.get("options", []) for choice in option.get("choices", [])]
        for part in (*parts, *choices):
            assert set(part["name_localizations"]) == others, part
        for part in parts:
            if part.get("description"):
                assert set(part["description_localizations"]) == others, part


def test_english_names_are_the_typed_names(commands: list[dict[str, Any]]) -> None:
    """English names in the catalog equal the table's names, which other texts ask players to type."""
    for command in commands:
        if command["type"] == SLASH:
            assert words_in("en").words(f"command-name-{command['name']}") == command["name"]
        for option in command.get("options", []):
            assert words_in("en").words(f"discord-option-{option['name']}") == option["name"]


def test_commands_are_available_where_the_bot_can_answer(commands: list[dict[str, Any]]) -> None:
    """Commands are available to all members of servers that added the bot, and in private chats."""
    for command in commands:
        assert command["integration_types"] == [0]
        assert command["contexts"] == [0, 1]
        assert command["default_member_permissions"] is None


def test_options_are_typed(commands: list[dict[str, Any]]) -> None:
    """A player is picked, a rule set chosen, a switch set, and every other option completed."""
    kinds = {
        (command["name"], option["name"]): (
            option["type"],
            len(option.get("choices", [])),
            bool(option.get("autocomplete")),
        )
        for command in commands
        for option in command.get("options", [])
    }
    assert kinds["challenge", "player"] == (USER, 0, False)
    assert kinds["challenge", "friend"] == kinds["profile", "friend"] == (STRING, 0, True)
    assert kinds["challenge", "rules"] == (STRING, len(RULESETS), False)
    assert kinds["challenge", "cube"] == (BOOLEAN, 0, False)
    assert kinds["undo", "count"] == (STRING, 0, True)
    assert kinds["move", "game"] == kinds["move", "moves"] == kinds["thread", "game"] == (STRING, 0, True)
    assert kinds["settings", "option"] == kinds["resign", "grade"] == (STRING, 0, True)


async def test_only_changed_commands_are_registered() -> None:
    """A restart with the same commands registers nothing; changed commands are registered."""
    key_values = MemoryKeyValues()
    adapter = adapter_of(ScriptedHandler(), key_values)

    def registrations() -> int:
        return len([each for each in env.http_requests if each.method == "PUT"])

    async with simcord.run(adapter.client) as env:
        assert registrations() == 1
        await env.restart_bot(adapter.fresh_client())
        assert registrations() == 1
        fewer = adapter_of(ScriptedHandler(), key_values, rulesets=("long",))
        await env.restart_bot(fewer.client)
        assert registrations() == 2


@pytest.mark.parametrize(("status", "code"), [(503, 0), (429, 30034)])
async def test_a_failed_registration_is_retried(status: int, code: int) -> None:
    """A server error or a rate limit is retried with growing delays."""
    delays = list[float]()

    async def sleep(seconds: float) -> None:
        delays.append(seconds)

    adapter = adapter_of(ScriptedHandler(), MemoryKeyValues(), sleep=sleep)
    env = simcord.Env(adapter.client)
    env.inject_error("PUT", "/applications/*/commands", status=status, code=code, times=9)
    await env.start()
    try:
        async with asyncio.timeout(HANG):
            while not adapter.client.command_ids:  # noqa: ASYNC110 (no signal)
                await asyncio.sleep(0)
    finally:
        await env.shutdown()
    assert delays == [30, 60, 120, 240, 480, 960, 1920, 3600, 3600]


async def test_a_refused_registration_is_not_retried() -> None:
    """A list that Discord refuses is not retried."""

    async def sleep(_: float) -> None:
        pytest.fail("the list was sent again")

    adapter = adapter_of(ScriptedHandler(), MemoryKeyValues(), sleep=sleep)
    env = simcord.Env(adapter.client)
    env.inject_error("PUT", "/applications/*/commands", status=400, code=50035, message="Invalid Form Body")
    await env.start()
    try:
        assert adapter.client.logged_in
    finally:
        await env.shutdown()


async def test_a_refused_registration_does_not_stop_the_bot() -> None:
    """If Discord refuses the commands, the bot goes on and registers them at the next start."""
    adapter = adapter_of(ScriptedHandler(), MemoryKeyValues())
    env = simcord.Env(adapter.client)
    env.inject_error("PUT", "/applications/*/commands", status=429, code=30034, message="Daily limit")
    await env.start()
    try:
        assert adapter.client.logged_in
        await env.restart_bot(adapter.fresh_client())
        assert len([each for each in env.http_requests if each.method == "PUT"]) == 2
    finally:
        await env.shutdown()


async def test_the_ids_of_commands_are_known() -> None:
    """The ids of commands are known, also after a start that registered nothing."""
    key_values = MemoryKeyValues()
    adapter = adapter_of(ScriptedHandler(), key_values)
    async with simcord.run(adapter.client):
        ids = dict(adapter.client.command_ids)
        assert set(ids) == {
            row.name for row in COMMANDS.values() if row.name != "start" and not row.for_admins
        } | {"thread"}
        assert all(number.isdecimal() for number in ids.values())
        assert len(set(ids.values())) == len(ids)
    again = adapter_of(ScriptedHandler(), key_values)
    env = simcord.Env(again.client)
    env.inject_error("PUT", "/applications/*/commands", status=500)
    await env.start()
    try:
        assert again.client.command_ids == ids
        assert not [each for each in env.http_requests if each.method == "PUT"]
    finally:
        await env.shutdown()
