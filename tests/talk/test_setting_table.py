"""The rows of settings: each part stands once, and a part that is left out is named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.sessions import CHAT_SETTINGS, PLAYER_SETTINGS, SWITCH, Chat, Player
from bot.sessions.settings import OPEN, setting
from bot.talk.catalog import words_in
from bot.talk.setting_table import OPTIONS, _option
from bot.talk.views.settings import settings_panel
from tests.setting_rows import Declared


def test_each_setting_has_every_part() -> None:
    """Column, values and default are those of the tables; each has an option, and texts in every language."""
    assert Declared().faults() == []


@pytest.mark.parametrize("table", ["players", "chats"])
def test_a_setting_without_a_column_is_named(table: str) -> None:
    """A row whose column is missing in its table, or is not marked there, is a fault."""
    for name in Declared().rows[table]:
        declared = Declared()
        del declared.columns[table][name]
        assert declared.faults() == [f"{table}.{name} is no column that storage.tables marks as a setting"]


@pytest.mark.parametrize("table", ["players", "chats"])
def test_a_column_without_a_row_is_named(table: str) -> None:
    """A column that is marked as a setting has a row in the class that is its scope."""
    for name in Declared().rows[table]:
        declared = Declared()
        del declared.rows[table][name]
        assert declared.faults()[0] == f"{table}.{name} has no row in bot.sessions.settings"


@pytest.mark.parametrize("table", ["players", "chats"])
def test_a_default_of_another_kind_than_stored_is_named(table: str) -> None:
    """A row has the default of its column."""
    for name, row in Declared().rows[table].items():
        declared = Declared()
        declared.rows[table][name] = replace(row, default="another")
        (fault,) = declared.faults()
        assert f"{table}.{name}: storage.tables says the default " in fault


def test_values_that_differ_from_the_stored_ones_are_named() -> None:
    """A row has the values that its column can hold: both of a switch, or those of a constraint."""
    declared, rows = Declared(), Declared().rows["players"]
    closed = [name for name, row in rows.items() if row.values != OPEN]
    for name in closed:
        declared.rows["players"][name] = replace(rows[name], values=OPEN)
    assert [fault.partition(":")[0] for fault in declared.faults()] == [f"players.{name}" for name in closed]
    assert len(closed) > 6


@pytest.mark.parametrize("part", ["default", "values"])
def test_a_row_without_a_part_is_refused(part: str) -> None:
    """A setting cannot be declared without its default or its values."""
    parts: dict[str, object] = {"default": False, "values": (True, False)}
    del parts[part]
    with pytest.raises(TypeError, match=part):
        setting(**parts)  # type: ignore[arg-type]


def test_a_setting_without_an_option_is_named() -> None:
    """Each setting can be set by what is typed for it."""
    for keyword, option in OPTIONS.items():
        declared = Declared()
        del declared.options[keyword]
        assert declared.faults() == [f"{option.column} has no option in bot.talk.setting_table"]


def test_an_option_without_a_setting_is_refused() -> None:
    """An option names a row of `bot.sessions.settings`."""
    with pytest.raises(LookupError, match=r"double has no row .* auto_double"):
        _option("double", "auto_double")


def test_an_option_without_values_is_refused() -> None:
    """Where the row leaves its values open, the option has them."""
    with pytest.raises(LookupError, match="look has no values"):
        _option("look", "theme")


@pytest.mark.parametrize("kind", ["setting", "setting-short"])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_setting_without_a_text_is_named(kind: str, language: str) -> None:
    """Each option is called something in every language, and something short on a button."""
    for keyword in OPTIONS:
        declared = Declared()
        del declared.texts[language][f"{kind}-{keyword}"]
        assert declared.faults() == [f"{kind}-{keyword} has no text in {language}"]


def test_every_setting_is_on_the_panel() -> None:
    """A panel shows each setting with its default, and those that are on or off as switches."""
    table = Chat(1, "web", "table", None)
    panel = settings_panel(words_in("en"), Player(1, "Anna"), table, OPTIONS, OPTIONS, {})
    rows = {**PLAYER_SETTINGS, **CHAT_SETTINGS}
    switches = [keyword for keyword, option in OPTIONS.items() if rows[option.column].values == SWITCH]
    assert [each.option for each in panel] == [*OPTIONS]
    assert [each.option for each in panel if each.form == "switch"] == switches
    for each in panel:
        default = rows[OPTIONS[each.option].column].default
        assert OPTIONS[each.option].values[each.value] in (default, "none", "off")
