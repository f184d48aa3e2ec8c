"""Own names: `/settings name`, by which a person is called the same on all platforms."""

from __future__ import annotations

from collections.abc import Sequence

from bot.sessions import Player
from bot.sessions.errors import Refusal
from bot.talk.catalog import Words
from bot.talk.context import CommandContext
from bot.talk.input.keywords import Keyword, keyword_of
from bot.talk.reply import Code, Reply
from bot.talk.sanitize import is_visible, sanitize_name
from bot.talk.setting_table import OFF
from bot.talk.views.settings import Setting, SettingChoice
from bot.talk.wording import bold_name, reserved_names

NAME = "name"
"""The option, as it is typed."""


def own_name_setting(words: Words, player: Player) -> Setting:
    """Return the name of a player as a page shows it among the settings: what he wrote, or none."""
    none = SettingChoice(OFF, words.words("setting-name-none"))
    value = player.name if player.has_own_name else OFF
    name, example = words.words("setting-name"), words.words("name-example")
    return Setting(NAME, name, "text", value, (none,), (), example, may_set=True)


async def set_own_name(context: CommandContext, typed: Sequence[str]) -> Reply:
    """Set the name that was typed, or take it away; without one, tell the present name.

    Raises:
        Refusal: nothing of what was typed can be seen.
        Refusal: the name looks like another player's in a chat they share, or like a reserved one.
    """
    words, command = context.words, Code(f"/settings {NAME} off")
    if not typed:
        example = Code(f"/settings {NAME} {words.words('name-example')}")
        present = bold_name(context.player.name)
        return Reply(words.say("name-present", name=present, example=example, command=command))
    if len(typed) == 1 and (typed[0] == "-" or keyword_of(typed[0]) is Keyword.OFF):
        player = await context.manager.people.set_name(context.actor, None)
        return Reply(words.say("name-of-account", name=bold_name(player.name)), sets=True)
    name = " ".join(typed)
    if not is_visible(name):
        raise Refusal("no-such-name")
    player = await context.manager.people.set_name(context.actor, sanitize_name(name), reserved_names())
    return Reply(words.say("name-set", name=bold_name(player.name), command=command), sets=True)
