"""The settings' parts agree in all tables, and a missing part is named."""

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
    """Columns, values and defaults agree with the tables, and each setting has an option and texts."""
    assert Declared().faults() == []


@pytest.mark.parametrize("table", ["players", "chats"])
def test_a_setting_without_a_column_is_named(table: str) -> None:
    """A setting whose column is missing, or is not marked as a setting, is named."""
    for name in Declared().rows[table]:
        declared = Declared()
        del declared.columns[table][name]
        assert declared.faults() == [f"{table}.{name} is no column that storage.tables marks as a setting"]


@pytest.mark.parametrize("table", ["players", "chats"])
def test_a_column_without_a_setting_is_named(table: str) -> None:
    """A column that is marked as a setting, but has no row, is named."""
    for name in Declared().rows[table]:
        declared = Declared()
        del declared.rows[table][name]
        assert declared.faults()[0] == f"{table}.{name} has no row in bot.sessions.settings"


@pytest.mark.parametrize("table", ["players", "chats"])
def test_a_different_default_is_named(table: str) -> None:
    """A setting's default that differs from its column's is named."""
    for name, row in Declared().rows[table].items():
        declared = Declared()
        declared.rows[table][name] = replace(row, default="another")
        (fault,) = declared.faults()
        assert f"{table}.{name}: storage.tables says the default " in fault


def test_different_values_are_named() -> None:
    """A setting's values that differ from those of its column are named."""
    declared, rows = Declared(), Declared().rows["players"]
    closed = [name for name, row in rows.items() if row.values != OPEN]
    for name in closed:
        declared.rows["players"][name] = replace(rows[name], values=OPEN)
    assert [fault.partition(":")[0] for fault in declared.faults()] == [f"players.{name}" for name in closed]
    assert len(closed) > 6


@pytest.mark.parametrize("part", ["default", "values"])
def test_a_row_without_a_part_is_refused(part: str) -> None:
    """A setting without a default or values cannot be declared."""
    parts: dict[str, object] = {"default": False, "values": (True, False)}
    del parts[part]
    with pytest.raises(TypeError, match=part):
        setting(**parts)  # type: ignore[arg-type]


def test_a_setting_without_an_option_is_named() -> None:
    """A setting without an option to type is named."""
    for keyword, option in OPTIONS.items():
        declared = Declared()
        del declared.options[keyword]
        assert declared.faults() == [f"{option.column} has no option in bot.talk.setting_table"]


def test_an_option_without_a_setting_is_refused() -> None:
    """An option without a setting cannot be declared."""
    with pytest.raises(LookupError, match=r"double has no row .* auto_double"):
        _option("double", "auto_double")


def test_an_option_without_values_is_refused() -> None:
    """An option without values for an open setting cannot be declared."""
    with pytest.raises(LookupError, match="look has no values"):
        _option("look", "theme")


@pytest.mark.parametrize("kind", ["setting", "setting-short"])
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_setting_without_a_text_is_named(kind: str, language: str) -> None:
    """An option without a name, or a short name, in a language is named."""
    for keyword in OPTIONS:
        declared = Declared()
        del declared.texts[language][f"{kind}-{keyword}"]
        assert declared.faults() == [f"{kind}-{keyword} has no text in {language}"]


def test_every_setting_is_on_the_panel() -> None:
    """The panel shows each setting with its default, and on-off settings as switches."""
    table = Chat(1, "web", "table", None)
    panel = settings_panel(words_in("en"), Player(1, "Anna"), table, OPTIONS, OPTIONS, {})
    rows = {**PLAYER_SETTINGS, **CHAT_SETTINGS}
    switches = [keyword for keyword, option in OPTIONS.items() if rows[option.column].values == SWITCH]
    assert [each.option for each in panel] == [*OPTIONS]
    assert [each.option for each in panel if each.form == "switch"] == switches
    for each in panel:
        default = rows[OPTIONS[each.option].column].default
        if OPTIONS[each.option].has_usual:
            assert (each.value, default) == ("usual", None)
            continue
        assert OPTIONS[each.option].values[each.value] in (default, "none", "off")
