from __future__ import annotations

from typing import Any

import pytest

from tests.discord_standin.limits import command_faults, message_faults

Json = dict[str, Any]


def row(*labels: str, **more: object) -> Json:
    """Return a row of buttons."""
    made = [{"type": 2, "style": 1, "label": each, "custom_id": each} | more for each in labels]
    return {"type": 1, "components": made}


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"content": "x" * 2001}, "$.content"),
        ({"components": [row("a")] * 6}, "$.components"),
        ({"components": [row("a", "b", custom_id="same")]}, "$.components"),
        ({"components": [{"type": 10, "content": "a"}]}, "$.components"),
        ({"components": [row("a", url="https://example.org")]}, "$.components button 'a'"),
        ({"components": [row("a", style=5)]}, "$.components button 'a'"),
        ({"components": [row("")]}, "$.components button ''"),
        ({"content": "a", "flags": 1 << 15}, "$.content"),
        ({"attachments": [{"id": 1}]}, "$.attachments"),
        ({"allowed_mentions": {"parse": ["users"], "users": ["1"]}}, "$.allowed_mentions.users"),
    ],
)
def test_what_is_documented_beside_the_description_is_noticed(body: Json, where: str) -> None:
    """Limits of messages that the description does not give are checked too."""
    assert where in [fault.where for fault in message_faults(body, [0])]


def _slash(name: str = "play", **more: object) -> Json:
    return {"name": name, "description": "Play", "type": 1} | more


def _option(name: str, **more: object) -> Json:
    return {"name": name, "description": "An option", "type": 3} | more


@pytest.mark.parametrize(
    "commands",
    [
        [_slash("Play")],
        [_slash("play it")],
        [_slash(name_localizations={"ru": "Игра"})],
        [_slash(description="")],
        [_slash(), _slash()],
        [_slash(options=[_option("a"), _option("b", required=True)])],
        [_slash(options=[_option("a"), _option("a")])],
        [_slash(options=[_option("a", autocomplete=True, choices=[{"name": "x", "value": "x"}])])],
        [_slash(options=[_option(f"o{n}", description="d" * 4000) for n in range(2)])],
        [_slash(f"c{n}") for n in range(101)],
        [_slash("a", type=3)],
        [_slash(f"c{n}", type=3, description="") for n in range(16)],
    ],
)
def test_wrong_commands_are_noticed(commands: list[Json]) -> None:
    """Names, order, doubles, lengths and counts of commands are checked as a whole."""
    assert list(command_faults(commands))


def test_good_commands_have_no_fault() -> None:
    """Commands in two languages, with options and a menu beside them, go through."""
    options = [_option("друг", required=True), _option("n", name_localizations={"ru": "число"})]
    menu = {"name": "This board", "type": 3, "description": ""}
    assert not list(command_faults([_slash(options=options, name_localizations={"ru": "игра"}), menu]))
