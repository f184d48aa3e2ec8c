"""Settings: shows and changes settings, and decides what a person may see and change in a chat."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from bot.sessions import CHAT_SETTINGS, OWN_NUMBERS, Chat, DisplayPreferences, Player
from bot.sessions.errors import MayNotSet, Refusal
from bot.talk.catalog import join, words_in
from bot.talk.context import CommandContext
from bot.talk.incoming import Press
from bot.talk.input.signs import plain_signs
from bot.talk.own_names import NAME, own_name_setting
from bot.talk.reply import Code, Reply
from bot.talk.setting_table import (
    OPTIONS,
    earlier_look,
    is_usual,
    present_values,
    setting_line,
    usual_value,
    value_meant,
    values_in,
)
from bot.talk.times import find_zone
from bot.talk.views.settings import Changed, Setting, choices, overview, settings_panel
from bot.talk.wording import shortened


async def settings(context: CommandContext, typed: tuple[str, ...]) -> tuple[Reply, ...]:
    """Show all settings, or show or change one. A press that changes one shows all of them again.

    In a shared chat, theme, side, language and zone are the chat's settings, which only its administrators
    may change, and some of them also players of a long enough game there. In a private chat they are the
    player's. Where others can read the reply, the player's times, such as quiet hours, are not shown.

    Args:
        typed: the option's word and its new value; empty for all settings, one word to show that option.

    Raises:
        MayNotSet: the option is the chat's, and the person may not change it.
        Refusal: there is no such time zone.
        Refusal: the value is not an interval of quiet hours.
        Refusal: the value is not a time of day.
        Refusal: the setting needs a private chat, and the bot cannot write to the player there.
        Refusal: the setting needs the player's time zone, which is not known.
    """
    words, player = context.words, context.player
    shared = context.chat.owner is None
    known = options_in(context)
    if not typed:
        shown = _readable_in(context)
        return (overview(words, player, _display(context), shown, await _may_set(context)),)
    option, *value = (plain_signs(word).lower() for word in typed)
    if option not in known:
        names = ", ".join([*known, NAME])
        text = words.say("refused-setting", option=Code(shortened(option)), names=names)
        return (Reply(text),)
    if not _is_readable(context, option):
        return (Reply(words.say("settings-in-private", command=Code(f"/settings {option}"))),)
    here = shared and OPTIONS[option].of_chats
    values = values_in(option, context.chat.platform, shared=here)
    if not value:
        if here and option not in await _may_set(context):
            raise MayNotSet(option, players_may=CHAT_SETTINGS[OPTIONS[option].column].players_may)
        present = present_values(player, _display(context))[option]
        return (choices(words, option, values, present, offered_values(context, option)),)
    chosen, others = value_meant(option, values, " ".join(value)), {}
    if chosen is None and (look := earlier_look(option, " ".join(value))):
        theme, others = look[0], {"layout": look[1]}
        chosen = theme or usual_value("theme", context.chat.platform)
    if chosen is None:
        return (Reply(words.say("refused-value", name=Code(option), values=", ".join(values))),)
    return (await _change(context, option, chosen, others, here=here),)


async def _change(
    context: CommandContext, option: str, chosen: str | bool, others: Mapping[str, str], *, here: bool
) -> Reply:
    """Set an option and confirm it; after a press, show all settings again. Raises as `settings`.

    Args:
        chosen: the new value.
        others: options that are set with it.
        here: True to set the shared chat's option, False to set the player's own.
    """
    words, player = context.words, context.player
    await _set(context, option, _stored(player, option, chosen), others, here=here)
    # The confirmation is in the language just set, unless it is the chat's and the player has set their own.
    if option == "language" and not (here and player.language):
        words = words_in(str(chosen))
    set_now = {option: chosen, **others}
    text = join([setting_line(words, *each) for each in set_now.items()], " ")
    if chosen == OWN_NUMBERS:
        text = join([text, words.say("settings-own-numbers")], " ")
    if not isinstance(context.incoming.what, Press):
        return Reply(text, language=words.language, sets=True)
    shown, may_set = _readable_in(context), await _may_set(context)
    changed = Changed(set_now, text)
    shown_again = overview(words, player, _display(context), shown, may_set, changed)
    return replace(shown_again, language=words.language, sets=True)


async def shown_settings(context: CommandContext) -> tuple[Setting, ...]:
    """Return the player's settings in a private chat, or the chat's in a shared one, for the web page."""
    shared = context.chat.owner is None
    shown = [option for option in _readable_in(context) if OPTIONS[option].of_chats or not shared]
    may_set = await _may_set(context)
    offered = {option: offered_values(context, option) for option in shown}
    panel = settings_panel(context.words, context.player, _display(context), shown, may_set, offered)
    return panel if shared else (*panel, own_name_setting(context.words, context.player))


async def _set(
    context: CommandContext,
    option: str,
    value: str | bool | None,
    others: Mapping[str, str],
    *,
    here: bool,
) -> None:
    """Set options of the shared chat if `here` is True, else of the player. Raises as `settings`.

    For a digest set in a shared chat it also stores the player's private chat, which gets the digest.
    """
    people = context.manager.people
    if here:
        administers = await context.incoming.administers()
        await people.set_chat_option(
            context.actor, OPTIONS[option].column, value, administers=administers, **others
        )
        return
    if option == "digest" and value is not None and context.chat.owner is None:
        place = await context.incoming.private_place()
        if place is not None:
            await context.actor_in(place)  # Stores the private chat, to which the digest is sent.
    await people.set_player_option(context.actor, OPTIONS[option].column, value, **others)


def _stored(player: Player, option: str, chosen: str | bool) -> str | bool | None:
    """Return the value to store for an option; None to leave it unset, or to clear one with typed values.

    Raises:
        Refusal: the value is a time of the player, whose time zone is not set.
    """
    written = OPTIONS[option].written
    if is_usual(chosen):
        return None
    if written is not None and chosen in OPTIONS[option].values.values():
        return None
    if written is not None and written.is_own and player.zone is None:
        raise Refusal("no-zone")
    return chosen


def offered_values(context: CommandContext, option: str) -> tuple[str, ...]:
    """Return values to suggest to the person: for `zone`, the valid time zone that their browser reports."""
    if option != "zone" or not context.incoming.person.zone:
        return ()
    try:
        return (find_zone(context.incoming.person.zone),)
    except Refusal:
        return ()


def options_in(context: CommandContext) -> list[str]:
    """Return the words of the options that exist in a chat: the player's, and those of a shared chat."""
    shared, has_threads = context.chat.owner is None, context.incoming.place.has_threads
    return [
        keyword
        for keyword, option in OPTIONS.items()
        if (option.of_players or shared) and (keyword != "threads" or has_threads)
    ]


def _display(context: CommandContext) -> Chat | DisplayPreferences:
    """Return what holds the options of a chat: itself if it is shared, else its display preferences."""
    return context.chat if context.chat.owner is None else context.display


def _is_readable(context: CommandContext, option: str) -> bool:
    """True if the reply may show an option's value: the player's times only if no others can read it."""
    written = OPTIONS[option].written
    return context.incoming.place.answers_privately or written is None or not written.is_own


def _readable_in(context: CommandContext) -> list[str]:
    """Return the words of the options that exist in a chat and whose values may be shown there."""
    return [option for option in options_in(context) if _is_readable(context, option)]


async def _may_set(context: CommandContext) -> Collection[str]:
    """Return the words of the options that a person may change in a chat; in a private chat, all."""
    if context.chat.owner is not None:
        return (*OPTIONS,)
    people, administers = context.manager.people, await context.incoming.administers()
    return [
        keyword
        for keyword, option in OPTIONS.items()
        if not option.of_chats or await people.may_set(context.actor, option.column, administers=administers)
    ]
