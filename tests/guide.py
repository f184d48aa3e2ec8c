"""The rows of settings in the pages for players; `make guide` writes rows that are missing or wrong.

The description in a row may be rewritten by hand; a new row has the setting's name from the catalog.
"""

from __future__ import annotations

import re
from pathlib import Path

from bot.talk.catalog import words_in
from bot.talk.setting_table import OPTIONS, values_of

DOCS = Path(__file__).parent.parent / "docs"
PLAYING = {"en": DOCS / "playing.md", "ru": DOCS / "playing.ru.md"}
_HEAD = re.compile(r"^\| (option|настройка) \|.*\n\| --- \| --- \| --- \|\n", re.MULTILINE)


def with_settings(text: str, language: str) -> str:
    """Return a page with a row for each setting and all its values.

    Args:
        text: the page.
        language: its language.

    Raises:
        ValueError: the page has no table of settings.
    """
    head = _HEAD.search(text)
    if head is None:
        raise ValueError("the page has no table of settings")
    end = re.compile(r"^(?!\|)", re.MULTILINE).search(text, head.end())
    stop = end.start() if end is not None else len(text)
    table = {line.split("`")[1]: line for line in text[head.end() : stop].splitlines()}
    order = [*table]
    for at, option in enumerate(OPTIONS):
        if option not in table:
            before = [*OPTIONS][at - 1] if at else None
            order.insert(order.index(before) + 1 if before is not None else 0, option)
        table[option] = _row(option, table.get(option), language)
    return text[: head.end()] + "".join(f"{table[option]}\n" for option in order) + text[stop:]


def _row(option: str, written: str | None, language: str) -> str:
    """Return the row of a setting, keeping what is still correct in the written one."""
    name = words_in(language).words(f"setting-{option}")
    name = name[0].lower() + name[1:]
    _, _, values, what, _ = re.split(r"(?<!\\)\|", written) if written else ("", "", "", name, "")
    if tuple(re.findall(r"`([^`]+)`", values)) != values_of(option):
        values = ", ".join(f"`{value}`" for value in values_of(option))
    return f"| `{option}` | {values.strip()} | {what.strip()} |"


def main() -> None:
    """Write the rows into the pages."""
    for language, page in PLAYING.items():
        page.write_text(with_settings(page.read_text("utf-8"), language), "utf-8")


if __name__ == "__main__":
    main()
