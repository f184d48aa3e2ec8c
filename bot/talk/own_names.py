"""Own names: `/settings name`, the name that a player chooses for all platforms."""

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
"""The option's word in `/settings name`."""


def own_name_setting(words: Words, player: Player) -> Setting:
    """Return the player's own name as a setting for the web page; its value is `off` if none was chosen."""
    none = SettingChoice(OFF, words.words("setting-name-none"))
    value = player.name if player.has_own_name else OFF
    name, example = words.words("setting-name"), words.words("name-example")
    return Setting(NAME, name, "text", value, (none,), (), example, may_set=True)


async def set_own_name(context: CommandContext, typed: Sequence[str]) -> Reply:
    """Set the player's own name, or remove it with `off` or `-`; without an argument, say what it is now.

    Without an own name the player is shown by the name of their first account.

    Raises:
        Refusal: the typed name is invisible.
        Refusal: it looks like a reserved name, or like that of another player whom the player knows.
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
