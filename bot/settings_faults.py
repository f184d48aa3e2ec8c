"""Settings faults: says which settings are wrong, and what is right, without quoting a secret."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from dotenv.parser import parse_stream

from bot.written_addresses import shown

if TYPE_CHECKING:
    from pydantic import BaseModel, ValidationError
    from pydantic.fields import FieldInfo

ENCODING = "utf-8-sig"
"""Some editors put a mark of the encoding before the first letter."""
PREFIXES = ("NARDY_", "DISCORD_", "TELEGRAM_")
_NEAR = 0.8
"""From which likeness a name with a prefix of ours is taken for a mistyped one."""
_MISTYPED = 0.85
"""From which likeness a name without a prefix of ours is taken for one of ours, mistyped."""


def faults_of_names(environment: Iterable[str], names: Mapping[str, str]) -> list[str]:
    """Return a sentence for each name in the environment that is mistyped or unknown.

    Args:
        names: the descriptions of all settings by their names.
    """
    ours = [name for name in names if name.startswith(PREFIXES[0])]
    return [
        _unknown(name, names)
        for name in sorted(environment)
        if name not in names and (name.startswith(PREFIXES) or get_close_matches(name, ours, 1, _MISTYPED))
    ]


def faults_of_file(path: Path) -> list[str]:
    """Return a sentence for each line of a settings file that is not understood."""
    if not path.is_file():
        return []
    try:
        text = path.read_bytes().decode(ENCODING)
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        return [f"{path} is not UTF-8 text: line {line} cannot be read."]
    return [
        f"Line {each.original.line} of {path} is not understood: write NAME=VALUE, "
        "and a value with spaces or # in double quotes."
        for each in parse_stream(StringIO(text))
        if each.error or (each.key is not None and each.value is None)
    ]


def faults_of_values(error: ValidationError, model: type[BaseModel], names: Mapping[str, str]) -> list[str]:
    """Return a sentence for each setting with a wrong value or an unknown name.

    Args:
        error: the error of the model, whose own words are not for hosts.
        names: the descriptions of all settings by their names.
    """
    fields = {info.alias: info for info in model.model_fields.values()}
    faults = []
    for each in error.errors():
        name = str(each["loc"][0]).upper() if each["loc"] else ""
        own = each.get("ctx", {}).get("error")
        if name and name not in names:
            faults.append(_unknown(name, names))
        else:
            what = str(own) if own is not None else _right(fields[name], each["input"])
            faults.append(f"{name} is wrong. {what}. It holds {names[name]}." if name else f"{what}.")
    return faults


def _unknown(name: str, names: Mapping[str, str]) -> str:
    """Return that a name is no setting, with the nearest one or all."""
    near = get_close_matches(name, names, 1, _NEAR)
    return f"{name} is no setting. " + (
        f"Did you mean {near[0]}?" if near else f"There are: {', '.join(names)}."
    )


def _right(field: FieldInfo, written: Any) -> str:  # noqa: ANN401 (whatever the environment holds)
    """Return which values a field of numbers or words takes."""
    words = [each for each in get_args(field.annotation) if isinstance(each, str) and each]
    bounds = {
        name: each
        for rule in field.metadata
        for name in ("ge", "le", "gt")
        if (each := getattr(rule, name, None)) is not None
    }
    if words:
        kinds = f"{', '.join(words[:-1])} or {words[-1]}"
    elif "gt" in bounds:
        kinds = f"a number above {bounds['gt']}"
    else:
        kinds = f"a whole number from {bounds['ge']} to {bounds['le']}"
    return f"It must be {kinds}, not {shown(str(written)) if written else 'empty'}"
