"""People: what they do on Discord, and what they see of it."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, TypeAlias

from tests.discord_standin import wire
from tests.discord_standin.interaction import Choice, Interaction, InteractionType
from tests.discord_standin.limits import components_within
from tests.discord_standin.message import Button, Message
from tests.discord_standin.options import check_place, given, merged, resolved_user
from tests.pace import HANG
from tests.standin.errors import CannotDo

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tests.discord_standin.rest import Rest
    from tests.discord_standin.world import Channel, Notification, User, World

    Option: TypeAlias = "str | float | Person | Channel"

Json = dict[str, Any]

_SUBCOMMAND, _GROUP = 1, 2
_SLASH, _USER_COMMAND, _MESSAGE_COMMAND = 1, 2, 3


class Person:
    """One person with a Discord account.

    Args:
        user: The account.
        world: Where.
        rest: Knows how talks between two begin.
    """

    def __init__(self, user: User, world: World, rest: Rest) -> None:
        self.user = user
        self._world = world
        self._rest = rest

    def __repr__(self) -> str:
        return f"<{self.name}>"

    @property
    def id(self) -> int:
        """The account's number."""
        return self.user.id

    @property
    def name(self) -> str:
        """The name others see."""
        return self.user.name

    @property
    def mention(self) -> str:
        """What stands in a text for them."""
        return self.user.mention

    # What they see.

    @property
    def direct(self) -> Channel:
        """Their talk with the app."""
        return self._rest.direct(self.user)

    @property
    def private(self) -> list[Message]:
        """What only they see, oldest first, without what still says that the app is thinking."""
        return [each for each in self.user.private if not each.deleted and not each.loading]

    @property
    def notifications(self) -> list[Notification]:
        """Every sound that was made for them."""
        return [notification for notification in self._world.notifications if notification.user is self.user]

    def messages(self, channel: Channel) -> list[Message]:
        """What they see in a channel: everybody's messages and their own private ones, oldest first."""
        mine = [each for each in self.private if each.channel is channel]
        shown = [each for each in self._world.visible(channel) if not each.loading]
        return sorted([*shown, *mine], key=lambda each: each.id)

    async def sees(
        self, channel: Channel, matching: str | Callable[[Message], bool], within: float = HANG
    ) -> Message:
        """Wait until a message in a channel has some words (or a button's), or fits; give the newest such."""
        return await self._world.until(
            lambda: _newest(self.messages(channel), matching), f"{self.name} sees {matching!r}", within
        )

    async def sees_privately(
        self, matching: str | Callable[[Message], bool], within: float = HANG
    ) -> Message:
        """Wait until a message that only they see has some words, or fits; give the newest such."""
        return await self._world.until(
            lambda: _newest(self.private, matching), f"{self.name} alone sees {matching!r}", within
        )

    async def is_notified(self, times: int = 1, within: float = HANG) -> Message:
        """Wait until they have been notified so many times in all, and give the message that did it last."""
        await self._world.until(
            lambda: len(self.notifications) >= times, f"{self.name} is rung {times} times", within
        )
        return self.notifications[times - 1].message

    # What they do.

    async def slash(self, channel: Channel, command: str, /, **options: Option) -> Interaction:
        """Use a slash command, e.g. `slash(channel, "game show", number=3)`.

        Waits until the app has made the command known.

        Raises:
            CannotDo: There is no such option, one is missing, or it does not take this value.
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
        """Type into an option of a command and see what is offered; the option typed last has the cursor."""
        focused = next(reversed(options))
        data, last = await self._command_data(command, options, channel, focused=focused)
        if not last[focused].get("autocomplete"):
            raise CannotDo(f"{focused} of /{command} completes nothing")
        what = f"/{command} {focused}:{options[focused]} completed for {self.name}"
        done = self._do(InteractionType.AUTOCOMPLETE, channel, what, data)
        await done.acknowledged(within)
        return done.choices or ()

    async def context_menu(
        self, target: Message | Person, name: str, channel: Channel | None = None
    ) -> Interaction:
        """Use a command from the menu of a message, or of a person in a channel.

        Raises:
            CannotDo: The message is not in sight, or no channel was given.
        """
        kind = _MESSAGE_COMMAND if isinstance(target, Message) else _USER_COMMAND
        command = await self._known(name, kind)
        data: Json = {"id": command["id"], "name": name, "type": kind}
        if isinstance(target, Message):
            self._look_at(target)
            resolved: Json = {"messages": {str(target.id): wire.message(target, self._world)}}
            place = target.channel
        elif channel is not None:
            place = channel
            resolved = resolved_user(target.user, place)
        else:
            raise CannotDo("the menu of a person opens in a channel")
        data |= {"target_id": str(target.id), "resolved": resolved}
        source = target if isinstance(target, Message) else None
        what = f"menu {name!r} of {self.name}"
        return self._do(InteractionType.COMMAND, place, what, data, source)

    async def press(self, message: Message, button: str, *, as_it_was: bool = False) -> Interaction:
        """Press a button, named by its words or its custom_id.

        Args:
            message: The message it stands under.
            button: Its words, or its custom_id.
            as_it_was: Whether they press what an earlier look of the message showed, or what was deleted
                since: their app has not been told yet.

        Raises:
            CannotDo: There is no such button in sight, or it is a link, or greyed out.
        """
        if not as_it_was:
            self._look_at(message)
        found = _button(message, button, as_it_was=as_it_was)
        data = {"component_type": 2, "custom_id": found.custom_id, "id": found.component_id}
        what = f"{found.label!r} pressed by {self.name}"
        return self._do(InteractionType.COMPONENT, message.channel, what, data, message)

    async def choose(
        self, message: Message, *values: str | Person, custom_id: str | None = None
    ) -> Interaction:
        """Choose in a select menu, by the words or values of its options, or people.

        Raises:
            CannotDo: There is no such menu or option in sight.
        """
        self._look_at(message)
        menus = [each for each in message.selects if custom_id in (None, each["custom_id"])]
        if not menus or menus[0].get("disabled"):
            raise CannotDo(f"no menu to choose {values} in {message!r}")
        menu = menus[0]
        data: Json = {"component_type": menu["type"], "custom_id": menu["custom_id"], "id": menu["id"]}
        people = [each for each in values if isinstance(each, Person)]
        if people:
            data["values"] = [str(each.id) for each in people]
            data["resolved"] = merged([resolved_user(each.user, message.channel) for each in people])
        else:
            offered = {each["value"]: each["value"] for each in menu.get("options", ())}
            offered |= {each["label"]: each["value"] for each in menu.get("options", ())}
            if unknown := [each for each in values if each not in offered]:
                raise CannotDo(f"{unknown} not among {list(offered)}")
            data["values"] = [offered[str(each)] for each in values]
        what = f"{values} chosen by {self.name}"
        return self._do(InteractionType.COMPONENT, message.channel, what, data, message)

    async def submit(self, opened: Interaction, **fields: str) -> Interaction:
        """Fill in the form that opened after an interaction, by the custom_ids of its fields, and send it.

        Raises:
            CannotDo: No form opened, or it has no such field.
        """
        await opened.acknowledged()
        if opened.modal is None:
            raise CannotDo(f"no form opened after {opened.what}")
        inputs = [each for each in components_within(opened.modal["components"]) if each["type"] == 4]
        if unknown := set(fields) - {each["custom_id"] for each in inputs}:
            raise CannotDo(f"the form has no {sorted(unknown)}")
        rows = [
            {"type": 1, "id": 2 * number + 1, "components": [_filled(each, fields, 2 * number + 2)]}
            for number, each in enumerate(inputs)
        ]
        data = {"custom_id": opened.modal["custom_id"], "components": rows}
        what = f"form sent by {self.name}"
        source = opened.source if opened.kind is InteractionType.COMPONENT else None
        return self._do(InteractionType.MODAL, opened.channel, what, data, source)

    def says(self, channel: Channel, text: str) -> Message:
        """Write into a channel. The app receives it only as far as it asked, and without the words."""
        world = self._world
        message = Message(world.new_id(), channel, self.user, world.now(), content=text)
        channel.messages.append(message)
        world.messages[message.id] = message
        shown = wire.gateway_message(message, world)
        if channel.guild is not None and world.app.mention not in text:
            shown["content"] = ""
        world.emit("MESSAGE_CREATE", shown, channel.guild, 1 << 9 if channel.guild else 1 << 12)
        world.changed(f"said {message!r}")
        return message

    # How it is done.

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
        self, words: str, options: Mapping[str, Option], channel: Channel, focused: str = ""
    ) -> tuple[Json, dict[str, Json]]:
        """Return the data of a slash command, and what is known of the options of its last word."""
        first, *rest = words.split()
        command = await self._known(first, _SLASH)
        check_place(command, channel)
        path = [command]
        for word in rest:
            under = [each for each in path[-1].get("options") or () if each["type"] in (_SUBCOMMAND, _GROUP)]
            step = next((each for each in under if each["name"] == word), None)
            if step is None:
                raise CannotDo(f"/{words}: there is no {word!r}, only {[each['name'] for each in under]}")
            path.append(step)
        known = {each["name"]: each for each in path[-1].get("options") or ()}
        values = {name: each.user if isinstance(each, Person) else each for name, each in options.items()}
        sent, resolved = given(words, known, values, channel, focused)
        for step in reversed(path[1:]):
            sent = [{"type": step["type"], "name": step["name"], "options": sent}]
        data: Json = {"id": command["id"], "name": command["name"], "type": _SLASH, "options": sent}
        return data | ({"resolved": resolved} if resolved else {}), known


def _newest(messages: Sequence[Message], matching: str | Callable[[Message], bool]) -> Message | None:
    fits = (
        (lambda each: matching in each.text or matching in each.labels)
        if isinstance(matching, str)
        else matching
    )
    return next((each for each in reversed(messages) if fits(each)), None)


def _button(message: Message, wanted: str, *, as_it_was: bool) -> Button:
    """Return the button that is meant, in the present look or, if that is asked for, in any earlier one.

    Raises:
        CannotDo: There is none.
    """
    looks = [
        message.components,
        *([list(look.components) for look in reversed(message.earlier)] if as_it_was else ()),
    ]
    for look in looks:
        shown = Message(message.id, message.channel, message.author, message.made, components=look)
        for button in shown.buttons:
            if wanted in (button.custom_id, button.label):
                if button.disabled or button.custom_id is None:
                    raise CannotDo(f"{button.label!r} cannot be pressed")
                return button
    raise CannotDo(f"there is no button {wanted!r} in {message!r}")


def _filled(field: Json, values: Mapping[str, str], number: int) -> Json:
    value = values.get(field["custom_id"], field.get("value") or "")
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    needed = field.get("required", True)
    if not least <= len(value) <= most and (needed or value):
        raise CannotDo(f"{field['custom_id']} takes {least} to {most} characters")
    if needed and not value:
        raise CannotDo(f"{field['custom_id']} must be filled in")
    return {"type": 4, "id": number, "custom_id": field["custom_id"], "value": value}
