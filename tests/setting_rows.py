"""What every setting needs: a column, an option, texts, and a row in the guides."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlalchemy import Boolean, CheckConstraint, Table

from bot.sessions import CHAT_SETTINGS, PLAYER_SETTINGS, SWITCH
from bot.sessions.settings import OPEN, Setting
from bot.talk.catalog import LANGUAGES, templates
from bot.talk.setting_table import OPTIONS, Option
from storage.tables import chats, players, settings_of

Stored = tuple[object, tuple[str | bool, ...] | None]
"""The default of a column, and the values that it can hold; None if it takes any text."""


def stored_in(table: Table) -> dict[str, Stored]:
    """Return the settings of a table: each default with its possible values."""
    checks = [str(each.sqltext) for each in table.constraints if isinstance(each, CheckConstraint)]
    found: dict[str, Stored] = {}
    for name, default in settings_of(table).items():
        values: tuple[str | bool, ...] | None = None
        if isinstance(table.c[name].type, Boolean):
            values = SWITCH
        for check in checks:
            if check.startswith(f"{name} IN "):
                values = tuple(re.findall(r"'([^']+)'", check))
        found[name] = default, values
    return found


@dataclass
class Declared:
    """Everything that is declared about settings; a test leaves something out."""

    columns: dict[str, dict[str, Stored]] = field(
        default_factory=lambda: {"players": stored_in(players), "chats": stored_in(chats)}
    )
    rows: dict[str, dict[str, Setting]] = field(
        default_factory=lambda: {"players": {**PLAYER_SETTINGS}, "chats": {**CHAT_SETTINGS}}
    )
    options: dict[str, Option] = field(default_factory=lambda: {**OPTIONS})
    texts: dict[str, dict[str, str]] = field(
        default_factory=lambda: {language: {**templates(language, "")} for language in LANGUAGES}
    )

    def faults(self) -> list[str]:
        """Return a line for each thing that is missing or differs."""
        return [*self._stored(), *self._offered(), *self._named()]

    def _stored(self) -> list[str]:
        found = []
        for table, rows in self.rows.items():
            columns: Mapping[str, Stored] = self.columns[table]
            found += [
                f"{table}.{name} has no row in bot.sessions.settings" for name in columns.keys() - rows.keys()
            ]
            for name, row in rows.items():
                if name not in columns:
                    found.append(f"{table}.{name} is no column that storage.tables marks as a setting")
                    continue
                default, values = columns[name]
                said = f"{table}.{name}: storage.tables says"
                if row.default != default:
                    found.append(f"{said} the default {default!r}, the row {row.default!r}")
                if row.values != (values or OPEN):
                    found.append(f"{said} the values {values}, the row {row.values}")
        return found

    def _offered(self) -> list[str]:
        offered = {option.column for option in self.options.values()}
        settings = {name for rows in self.rows.values() for name in rows}
        return [f"{name} has no option in bot.talk.setting_table" for name in sorted(settings - offered)]

    def _named(self) -> list[str]:
        needed = [f"{kind}-{keyword}" for keyword in self.options for kind in ("setting", "setting-short")]
        return [
            f"{name} has no text in {language}"
            for language, texts in self.texts.items()
            for name in needed
            if name not in texts
        ]
