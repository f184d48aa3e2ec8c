"""Options: the options of slash commands, as a person's app lets them be filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.discord_standin import wire
from tests.discord_standin.world import EVERYONE, Channel, ChannelType, User
from tests.standin.errors import CannotDo

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Json = dict[str, Any]

_STRING, _INTEGER, _BOOLEAN, _USER, _CHANNEL, _NUMBER = 3, 4, 5, 6, 7, 10


def check_place(command: Json, channel: Channel) -> None:
    """See that a command is offered in a channel.

    Raises:
        CannotDo: It is not.
    """
    contexts = command.get("contexts")
    here = 1 if channel.kind is ChannelType.DIRECT else 0
    if contexts is not None and here not in contexts:
        raise CannotDo(f"/{command['name']} is not offered here")
    installs = command.get("integration_types") or [0]
    if channel.guild is not None and not channel.guild.bot_in and 1 not in installs:
        raise CannotDo(f"/{command['name']} is not offered where the app is not")


def given(
    words: str, known: Mapping[str, Json], options: Mapping[str, Any], channel: Channel, focused: str
) -> tuple[list[Json], Json]:
    """Return the options as they are sent, and what they name.

    Raises:
        CannotDo: An option is unknown, missing, or does not take its value.
    """
    if unknown := [name for name in options if name not in known]:
        raise CannotDo(f"/{words} has no {unknown}, only {list(known)}")
    missing = [name for name, each in known.items() if each.get("required") and name not in options]
    if missing and not focused:
        raise CannotDo(f"/{words} needs {missing}")
    sent = []
    resolved: Json = {}
    for name, value in options.items():
        sent.append(_sent(known[name], value, typing=name == focused))
        if isinstance(value, User):
            resolved = merged([resolved, resolved_user(value, channel)])
        elif isinstance(value, Channel):
            resolved = merged([resolved, {"channels": {str(value.id): _resolved_channel(value)}}])
    return sent, resolved


def _sent(option: Json, value: object, *, typing: bool) -> Json:
    name, kind = option["name"], option["type"]
    if typing:
        return {"name": name, "type": kind, "value": str(value), "focused": True}
    fitting = {
        _STRING: str,
        _INTEGER: int,
        _BOOLEAN: bool,
        _USER: User,
        _CHANNEL: Channel,
        _NUMBER: float,
    }
    if option.get("choices"):
        value = _chosen(option, value)
    if not isinstance(value, fitting[kind]) or (kind == _INTEGER and isinstance(value, bool)):
        raise CannotDo(f"{name} does not take {value!r}")
    _check_range(option, value)
    plain = str(value.id) if isinstance(value, (User, Channel)) else value
    return {"name": name, "type": kind, "value": plain}


def _chosen(option: Json, wanted: object) -> object:
    """Return the value of a choice, named by itself or by its words in any language."""
    for each in option["choices"]:
        if wanted in (each["value"], each["name"], *(each.get("name_localizations") or {}).values()):
            return each["value"]
    raise CannotDo(
        f"{option['name']} takes one of {[each['name'] for each in option['choices']]}, not {wanted!r}"
    )


def _check_range(option: Json, value: object) -> None:
    measure = len(value) if isinstance(value, str) else value
    if isinstance(measure, (int, float)) and not isinstance(measure, bool):
        least = option.get("min_length") if isinstance(value, str) else option.get("min_value")
        most = option.get("max_length") if isinstance(value, str) else option.get("max_value")
        if (least is not None and measure < least) or (most is not None and measure > most):
            raise CannotDo(f"{option['name']} does not take {value!r}")


def resolved_user(user: User, channel: Channel) -> Json:
    """Return a person named by an interaction."""
    resolved: Json = {"users": {str(user.id): wire.user(user)}}
    if channel.guild is not None and (user.bot or user.id in channel.guild.members):
        inside = wire.member(user, channel.guild) | {"permissions": str(EVERYONE)}
        kept = {name: value for name, value in inside.items() if name not in ("user", "mute", "deaf")}
        resolved["members"] = {str(user.id): kept}
    return resolved


def _resolved_channel(channel: Channel) -> Json:
    return {
        "id": str(channel.id),
        "name": channel.name,
        "type": int(channel.kind),
        "permissions": str(EVERYONE),
    }


def merged(parts: Sequence[Json]) -> Json:
    """Return things named by an interaction, put together."""
    together: Json = {}
    for part in parts:
        for name, value in part.items():
            together[name] = together.get(name, {}) | value
    return together
