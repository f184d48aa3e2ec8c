from __future__ import annotations

import pytest
import telegram as library
from telegram.constants import ParseMode

from tests.telegram_standin.client import TinyBot, buttons, picture
from tests.telegram_standin.standin import TelegramStandIn

# Sending.


async def test_a_text_is_sent_with_its_formatting(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """The reader sees the text without tags, and the bot gets the entities."""
    anna, games = telegram.user("Anna"), telegram.supergroup()
    text = "🎲 <b>6-5</b> &amp; <code>Anna</code>\n"
    sent = await bot.send_message(games.id, text, parse_mode=ParseMode.HTML, disable_notification=True)
    seen = await anna.sees(games, "6-5")
    assert (seen.text, seen.silent, seen.id) == ("🎲 6-5 & Anna", True, sent.message_id)
    assert [(each.type, each.offset, each.length) for each in sent.entities] == [
        ("bold", 3, 3),
        ("code", 9, 4),
    ]


async def test_a_photo_is_sent_again_by_its_id(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """The largest size comes last, and its id sends the same picture without an upload."""
    anna, games, board = telegram.user("Anna"), telegram.supergroup(), picture("green")
    first = await bot.send_photo(games.id, board, caption="<b>k7f</b>", parse_mode="HTML")
    assert [(each.width, each.height) for each in first.photo] == [(90, 60), (1200, 800)]
    again = await bot.send_photo(games.id, first.photo[-1].file_id, reply_markup=buttons("Roll"))
    assert again.photo == first.photo
    seen = anna.messages(games)
    assert [(each.text, each.picture, each.labels) for each in seen] == [
        ("k7f", board, ()),
        ("", board, ("Roll",)),
    ]
    assert not telegram.sent("sendPhoto")[1].files


# Editing.


async def test_text_and_buttons_are_edited(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """An edit replaces the text and keeps earlier versions; without buttons it removes them."""
    anna, games = telegram.user("Anna"), telegram.supergroup()
    sent = await bot.send_message(games.id, "Boris?", reply_markup=buttons("Accept"))
    seen = await anna.sees(games, "Accept")
    edited = await sent.edit_text("Accepted.")
    assert isinstance(edited, library.Message)
    assert edited.edit_date is not None
    assert (seen.text, seen.labels) == ("Accepted.", ())
    assert [look.text for look in seen.earlier] == ["Boris?"]
    await sent.edit_reply_markup(buttons("Roll"))
    assert (seen.text, seen.labels) == ("Accepted.", ("Roll",))
    await sent.edit_reply_markup(library.InlineKeyboardMarkup([]))
    assert seen.labels == ()


async def test_messages_are_deleted(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """The bot can delete its own messages, and other people's only in private, as it is no administrator."""
    anna, games = telegram.user("Anna"), telegram.supergroup()
    sent = [await bot.send_message(games.id, text) for text in "ab"]
    await sent[0].delete()
    assert [each.text for each in anna.messages(games)] == ["b"]
    said = await anna.start()
    await bot.delete_message(anna.id, said.id)
    assert not anna.messages(anna.private)
    said = await anna.say(games, "/play")
    with pytest.raises(library.error.BadRequest, match="Message can't be deleted"):
        await bot.delete_message(games.id, said.id)


# Lookups.


async def test_chats_and_members_are_described(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A chat is returned with its permissions, and a person as member, left or creator."""
    games = telegram.supergroup("games", forum=True)
    anna, boris = telegram.user("Anna", username="anna_k"), telegram.user("Boris")
    telegram.forbid(games, "can_send_photos")
    chat = await bot.get_chat(games.id)
    assert (chat.id, chat.title, chat.type, chat.is_forum) == (games.id, "games", "supergroup", True)
    assert chat.permissions is not None
    assert (chat.permissions.can_send_photos, chat.permissions.can_send_messages) == (False, True)
    assert (await bot.get_chat(anna.id)).username == "anna_k"
    del games.members[boris.id]
    games.owner = telegram.user("Carl").user
    accounts = (anna.id, boris.id, bot.id, games.owner.id)
    statuses = [(await bot.get_chat_member(games.id, account)).status for account in accounts]
    assert statuses == ["member", "left", "member", "creator"]
    with pytest.raises(library.error.BadRequest, match=r"(?i)participant_id_invalid"):
        await bot.get_chat_member(games.id, 12)


async def test_the_profile_is_stored(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """Menus are stored by scope and language, descriptions by language, and the button once."""
    groups = library.BotCommandScopeAllGroupChats()
    await bot.set_my_commands([("play", "Играть")], groups, language_code="ru")
    await bot.set_my_description("Play Long Nardy.")
    await bot.set_my_short_description("Длинные нарды", language_code="ru")
    assert telegram.profile.button == {"type": "default"}
    await bot.set_chat_menu_button(menu_button=library.MenuButtonCommands())
    menu = [{"command": "play", "description": "Играть"}]
    assert telegram.profile.menus == {("all_group_chats", "ru"): menu}
    assert telegram.profile.texts == {
        ("description", ""): "Play Long Nardy.",
        ("short_description", "ru"): "Длинные нарды",
    }
    assert telegram.profile.button == {"type": "commands"}
