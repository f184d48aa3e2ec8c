"""People: their actions on Discord, and what they see."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tests.discord_standin import wire
from tests.discord_standin.rest import Rest
from tests.discord_standin.world import (
    EVERYONE,
    Button,
    Channel,
    ChannelType,
    Choice,
    Interaction,
    InteractionType,
    Message,
    Notification,
    User,
    World,
)
from tests.pace import HANG
from tests.standin.errors import CannotDo

Json = dict[str, Any]

_SLASH, _MESSAGE_COMMAND = 1, 3
_STRING, _BOOLEAN, _USER = 3, 5, 6


class Person:
    """A person with a Discord account."""

    def __init__(self, user: User, world: World, rest: Rest) -> None:
        self.user = user
        self._world = world
        self._rest = rest

    def __repr__(self) -> str:
        return f"<{self.name}>"

    @property
    def id(self) -> int:
        """The account's id."""
        return self.user.id

    @property
    def name(self) -> str:
        """The displayed name."""
        return self.user.name

    @property
    def mention(self) -> str:
        """The mention of this person in a text."""
        return self.user.mention

    # The person's view.

    @property
    def direct(self) -> Channel:
        """The person's direct channel with the app."""
        return self._rest.direct(self.user)

    @property
    def private(self) -> list[Message]:
        """The messages that only this person sees, oldest first, without deferred answers."""
        return [each for each in self.user.private if not each.deleted and not each.loading]

    @property
    def notifications(self) -> list[Notification]:
        """All notifications that this person got."""
        return [notification for notification in self._world.notifications if notification.user is self.user]

    def messages(self, channel: Channel) -> list[Message]:
        """Return the messages that this person sees in a channel, oldest first, private ones included."""
        mine = [each for each in self.private if each.channel is channel]
        shown = [each for each in self._world.visible(channel) if not each.loading]
        return sorted([*shown, *mine], key=lambda each: each.id)

    async def sees(
        self, channel: Channel, matching: str | Callable[[Message], bool], within: float = HANG
    ) -> Message:
        """Wait for a message with a text or button or that fits a condition, and return the newest such."""
        return await self._world.until(
            lambda: _newest(self.messages(channel), matching), f"{self.name} sees {matching!r}", within
        )

    async def sees_privately(
        self, matching: str | Callable[[Message], bool], within: float = HANG
    ) -> Message:
        """Wait for a private message with a text or that fits a condition, and return the newest such."""
        return await self._world.until(
            lambda: _newest(self.private, matching), f"{self.name} alone sees {matching!r}", within
        )

    async def is_notified(self, times: int = 1, within: float = HANG) -> Message:
        """Wait until the person has this number of notifications, and return the last one's message."""
        await self._world.until(
            lambda: len(self.notifications) >= times, f"{self.name} is rung {times} times", within
        )
        return self.notifications[times - 1].message

    # The person's actions.

    async def slash(self, channel: Channel, command: str, /, **options: Option) -> Interaction:
        """Use a slash command, e.g. `slash(channel, "resign", grade="mars")`.

        Waits until the app has registered the command.

        Raises:
            CannotDo: the option does not exist, is missing or does not accept this value.
        """
        data, _ = await self._command_data(command, options, channel)
        return self._do(InteractionType.COMMAND, channel, f"/{command} of {self.name}", data)

    async def autocomplete(
        self,
        channel: Channel,
        command: str,
        /,
        *,
        within: float = HANG,
        **options: Option,
    ) -> tuple[Choice, ...]:
        """Type into the last option of a command, and return the choices offered."""
        focused = next(reversed(options))
        data, last = await self._command_data(command, options, channel, focused=focused)
        if not last[focused].get("autocomplete"):
            raise CannotDo(f"{focused} of /{command} completes nothing")
        what = f"/{command} {focused}:{options[focused]} completed for {self.name}"
        done = self._do(InteractionType.AUTOCOMPLETE, channel, what, data)
        await done.acknowledged(within)
        return done.choices or ()

    async def context_menu(self, target: Message, name: str) -> Interaction:
        """Use a command from the menu of a message.

        Raises:
            CannotDo: the person does not see the message.
        """
        self._look_at(target)
        command = await self._known(name, _MESSAGE_COMMAND)
        data = {
            "id": command["id"],
            "name": name,
            "type": _MESSAGE_COMMAND,
            "target_id": str(target.id),
            "resolved": {"messages": {str(target.id): wire.message(target, self._world)}},
        }
        return self._do(
            InteractionType.COMMAND, target.channel, f"menu {name!r} of {self.name}", data, target
        )

    async def press(self, message: Message, button: str) -> Interaction:
        """Press a button, named by its label or custom_id.

        Raises:
            CannotDo: the person sees no such button, or it is a link or disabled.
        """
        self._look_at(message)
        found = _button(message, button)
        data = {"component_type": 2, "custom_id": found.custom_id, "id": found.component_id}
        what = f"{found.label!r} pressed by {self.name}"
        return self._do(InteractionType.COMPONENT, message.channel, what, data, message)

    # The parts of an action.

    def _look_at(self, message: Message) -> None:
        mine = not message.ephemeral or message in self.user.private
        if message.deleted or message.loading or not mine:
            raise CannotDo(f"{self.name} does not see {message!r}")

    def _do(
        self, kind: InteractionType, channel: Channel, what: str, data: Json, source: Message | None = None
    ) -> Interaction:
        world = self._world
        done = Interaction(
            world.new_id(),
            secrets.token_urlsafe(48),
            kind,
            self.user,
            channel,
            what,
            world.now(),
            world,
            source,
        )
        world.interactions[done.token] = done
        world.changed(what)
        world.emit("INTERACTION_CREATE", wire.interaction(done, data, world), channel.guild, 0)
        return done

    async def _known(self, name: str, kind: int) -> Json:
        def found() -> Json | None:
            return next(
                (
                    each
                    for each in self._world.commands.values()
                    if each["name"] == name and (each.get("type") or 1) == kind
                ),
                None,
            )

        command = await self._world.until(found, f"a command {name!r}")
        assert command is not None
        return command

    async def _command_data(
        self, name: str, options: Mapping[str, Option], channel: Channel, focused: str = ""
    ) -> tuple[Json, dict[str, Json]]:
        """Return the data of a slash command, and its registered options."""
        command = await self._known(name, _SLASH)
        _check_place(command, channel)
        known = {each["name"]: each for each in command.get("options") or ()}
        if unknown := [option for option in options if option not in known]:
            raise CannotDo(f"/{name} has no {unknown}, only {list(known)}")
        missing = [option for option, each in known.items() if each.get("required") and option not in options]
        if missing and not focused:
            raise CannotDo(f"/{name} needs {missing}")
        sent = [_sent(known[option], value, typing=option == focused) for option, value in options.items()]
        data: Json = {"id": command["id"], "name": name, "type": _SLASH, "options": sent}
        people = [value.user for value in options.values() if isinstance(value, Person)]
        return data | ({"resolved": _resolved(people, channel)} if people else {}), known


def _newest(messages: Sequence[Message], matching: str | Callable[[Message], bool]) -> Message | None:
    fits = (
        (lambda each: matching in each.text or matching in each.labels)
        if isinstance(matching, str)
        else matching
    )
    return next((each for each in reversed(messages) if fits(each)), None)


def _button(message: Message, wanted: str) -> Button:
    """Return the button with this label or custom_id.

    Raises:
        CannotDo: no such button can be pressed.
    """
    for button in message.buttons:
        if wanted in (button.custom_id, button.label) and not button.disabled and button.custom_id:
            return button
    raise CannotDo(f"there is no button {wanted!r} to press in {message!r}")


def _check_place(command: Json, channel: Channel) -> None:
    """Check that a command is available in a channel.

    Raises:
        CannotDo: it is not.
    """
    here = 1 if channel.kind is ChannelType.DIRECT else 0
    if here not in (command.get("contexts") or (0, 1)):
        raise CannotDo(f"/{command['name']} is not offered here")
    if channel.guild is not None and not channel.guild.bot_in:
        raise CannotDo(f"/{command['name']} is not offered where the app is not")


def _sent(option: Json, value: Option, *, typing: bool) -> Json:
    """Return an option as it is sent.

    Raises:
        CannotDo: the option does not accept the value.
    """
    name, kind = option["name"], option["type"]
    if typing:
        return {"name": name, "type": kind, "value": str(value), "focused": True}
    plain = str(value.id) if isinstance(value, Person) else value
    if option.get("choices"):
        plain = _chosen(option, plain)
    elif not isinstance(value, {_STRING: str, _BOOLEAN: bool, _USER: Person}[kind]):
        raise CannotDo(f"{name} does not take {value!r}")
    if isinstance(value, str) and not option.get("min_length", 0) <= len(value) <= option.get(
        "max_length", 6000
    ):
        raise CannotDo(f"{name} does not take {value!r}")
    return {"name": name, "type": kind, "value": plain}


def _chosen(option: Json, wanted: object) -> str | bool:
    """Return the value of a choice, named by its value or by its name in any language.

    Raises:
        CannotDo: there is no such choice.
    """
    for each in option["choices"]:
        if wanted in (each["value"], each["name"], *(each.get("name_localizations") or {}).values()):
            chosen: str | bool = each["value"]
            return chosen
    raise CannotDo(f"{option['name']} offers no {wanted!r}")


def _resolved(people: Sequence[User], channel: Channel) -> Json:
    """Return the people named by the options of a command."""
    resolved: Json = {"users": {str(user.id): wire.user(user) for user in people}}
    if channel.guild is not None:
        resolved["members"] = {}
        for user in people:
            if user.bot or user.id in channel.guild.members:
                inside = wire.member(user, channel.guild) | {"permissions": str(EVERYONE)}
                kept = {name: value for name, value in inside.items() if name not in ("user", "mute", "deaf")}
                resolved["members"][str(user.id)] = kept
    return resolved


Option = str | bool | Person
