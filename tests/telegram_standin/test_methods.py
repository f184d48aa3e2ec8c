from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
import telegram as library
from PIL import Image
from telegram.constants import ParseMode

from tests.telegram_standin.client import TinyBot, buttons, picture

if TYPE_CHECKING:
    from tests.telegram_standin.standin import TelegramStandIn

# Sending.


async def test_words_are_sent_with_their_formatting(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """The reader sees the words without tags, and the bot is told the entities."""
    anna, games = telegram.user("Anna"), telegram.supergroup()
    sent = await bot.send_message(
        games.id, "🎲 <b>6-5</b> &amp; <i>Anna</i>\n", parse_mode=ParseMode.HTML, disable_notification=True
    )
    seen = await anna.sees(games, "6-5")
    assert (seen.text, seen.silent, seen.id) == ("🎲 6-5 & Anna", True, sent.message_id)
    assert [(each.type, each.offset, each.length) for each in sent.entities] == [
        ("bold", 3, 3),
        ("italic", 9, 4),
    ]


async def test_a_photo_is_sent_in_several_sizes(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """The bot is told each size, the whole one last; the reader has what was uploaded."""
    anna, games, board = telegram.user("Anna"), telegram.supergroup(), picture("green")
    sent = await bot.send_photo(
        games.id, board, caption="<b>k7f</b>", parse_mode="HTML", reply_markup=buttons("Roll")
    )
    assert [(each.width, each.height) for each in sent.photo] == [
        (90, 60),
        (320, 213),
        (800, 533),
        (1200, 800),
    ]
    assert (
        len({each.file_id for each in sent.photo}) == len({each.file_unique_id for each in sent.photo}) == 4
    )
    seen = await anna.sees(games, "Roll")
    assert (seen.text, seen.picture) == ("k7f", board)


async def test_a_photo_is_sent_again_by_its_id(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """The same picture arrives, without another upload."""
    anna, games, board = telegram.user("Anna"), telegram.supergroup(), picture("blue")
    first = await bot.send_photo(games.id, board)
    again = await bot.send_photo(games.id, first.photo[-1].file_id)
    assert again.photo == first.photo
    assert [each.picture for each in anna.messages(games)] == [board, board]
    assert not telegram.sent("sendPhoto")[1].files


async def test_a_document_is_sent(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """Its name and its content arrive, and it can be sent again."""
    anna, games = telegram.user("Anna"), telegram.supergroup()
    sent = await bot.send_document(games.id, b"R 6-5", filename="k7f.txt", caption="The record")
    assert sent.document is not None
    await bot.send_document(games.id, sent.document.file_id)
    for seen in anna.messages(games):
        assert seen.document is not None
        assert (seen.document.name, seen.document.data) == ("k7f.txt", b"R 6-5")


async def test_an_animation_is_sent(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A GIF arrives as what moves, with its size and its time, beside the document that it is too."""
    anna, games = telegram.user("Anna"), telegram.supergroup()
    moving = io.BytesIO()
    red, blue = (Image.new("P", (30, 20), tone) for tone in (1, 2))
    red.save(moving, "GIF", save_all=True, append_images=[blue], duration=2000)
    sent = await bot.send_animation(games.id, moving.getvalue(), filename="k7f.gif", caption="The game")
    assert sent.animation is not None
    assert (sent.animation.width, sent.animation.height) == (30, 20)
    assert sent.document is not None
    assert sent.document.file_id == sent.animation.file_id
    seen = await anna.sees(games, "The game")
    assert seen.animation is not None
    assert seen.document is None
    await sent.edit_media(library.InputMediaPhoto(picture("red")))
    assert seen.picture is not None
    await sent.edit_media(library.InputMediaAnimation(sent.animation.file_id))
    assert seen.animation is not None


async def test_a_file_can_be_downloaded(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """The whole size is what was uploaded, a smaller one is a smaller picture; nothing else is there."""
    board = picture("green")
    sent = await bot.send_photo(telegram.supergroup().id, board)
    whole = await bot.get_file(sent.photo[-1].file_id)
    assert bytes(await whole.download_as_bytearray()) == board
    small = await (await bot.get_file(sent.photo[0].file_id)).download_as_bytearray()
    with Image.open(io.BytesIO(small)) as image:
        assert image.size == (90, 60)
    with pytest.raises(library.error.BadRequest, match="Wrong remote file identifier"):
        await bot.get_file("nonsense")


async def test_being_busy_is_shown(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A chat action is taken."""
    assert await bot.send_chat_action(telegram.supergroup().id, "upload_photo")


# Editing.


async def test_words_and_buttons_are_edited(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """An edit replaces the words and keeps what was; without buttons it takes the buttons away."""
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


async def test_captions_and_pictures_are_edited(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A caption changes below the same picture; a picture changes by upload and by id, with its caption."""
    anna, games = telegram.user("Anna"), telegram.supergroup()
    red, blue = picture("red"), picture("blue")
    sent = await bot.send_photo(games.id, red, caption="one")
    seen = await anna.sees(games, "one")
    await sent.edit_caption("two", reply_markup=buttons("Roll"))
    assert (seen.text, seen.picture, seen.labels) == ("two", red, ("Roll",))
    edited = await sent.edit_media(library.InputMediaPhoto(blue, "<i>three</i>", parse_mode="HTML"))
    assert isinstance(edited, library.Message)
    assert (seen.text, seen.picture, seen.labels) == ("three", blue, ())
    await sent.edit_media(library.InputMediaPhoto(sent.photo[-1].file_id))
    assert (seen.text, seen.picture) == ("", red)


async def test_messages_are_deleted(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """One, or several of which some are gone already."""
    anna, games = telegram.user("Anna"), telegram.supergroup()
    sent = [await bot.send_message(games.id, text) for text in "abcd"]
    await sent[0].delete()
    assert [each.text for each in anna.messages(games)] == ["b", "c", "d"]
    await bot.delete_messages(games.id, [each.message_id for each in sent[:3]])
    assert [each.text for each in anna.messages(games)] == ["d"]


async def test_a_message_of_a_person_can_be_deleted_in_private_alone(
    telegram: TelegramStandIn, bot: TinyBot
) -> None:
    """In a group the bot is no administrator."""
    anna, games = telegram.user("Anna"), telegram.supergroup()
    said = await anna.start()
    await bot.delete_message(anna.id, said.id)
    assert not anna.messages(anna.private)
    said = await anna.say(games, "/play")
    with pytest.raises(library.error.BadRequest, match="Message can't be deleted"):
        await bot.delete_message(games.id, said.id)


async def test_a_reaction_is_set_and_taken_away(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """The bot has one reaction at most."""
    games = telegram.supergroup()
    said = await telegram.user("Anna").say(games, "/play")
    await bot.set_message_reaction(games.id, said.id, "👍")
    assert list(said.reactions) == ["👍"]
    await bot.set_message_reaction(games.id, said.id, [])
    assert not said.reactions


# Asking.


async def test_a_chat_is_described(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """By its number, or by its name if it is public; with what members may do."""
    games = telegram.supergroup("games", username="nardy_games", forum=True)
    telegram.forbid(games, "can_send_photos")
    for name in (games.id, "@nardy_games"):
        chat = await bot.get_chat(name)
        assert (chat.id, chat.title, chat.type, chat.is_forum) == (games.id, "games", "supergroup", True)
        assert chat.permissions is not None
        assert (chat.permissions.can_send_photos, chat.permissions.can_send_messages) == (False, True)
    anna = telegram.user("Anna", username="anna_k")
    assert (await bot.get_chat(anna.id)).first_name == "Anna"


async def test_members_are_described(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """Who is in a chat is a member, who is not has left, and somebody has made it."""
    anna, games = telegram.user("Anna"), telegram.supergroup()
    boris = telegram.user("Boris")
    del games.members[boris.id]
    statuses = [(await bot.get_chat_member(games.id, who)).status for who in (anna.id, boris.id, bot.id)]
    assert statuses == ["member", "left", "member"]
    (owner,) = await bot.get_chat_administrators(games.id)
    assert owner.status == "creator"
    with pytest.raises(library.error.BadRequest, match=r"(?i)participant_id_invalid"):
        await bot.get_chat_member(games.id, 12)


async def test_a_bot_leaves(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """It is no member afterwards, and is told so."""
    games = telegram.supergroup()
    await bot.leave_chat(games.id)
    with pytest.raises(library.error.Forbidden, match="bot is not a member of the supergroup chat"):
        await bot.send_message(games.id, "hello")
    (update,) = await bot.updates()
    assert update.my_chat_member is not None
    assert update.my_chat_member.new_chat_member.status == "left"


async def test_menus_are_kept_by_scope_and_language(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A language without a menu sees the general one, and so does a scope."""
    groups = library.BotCommandScopeAllGroupChats()
    await bot.set_my_commands([("play", "Play"), ("help", "Help")])
    await bot.set_my_commands([("play", "Играть")], language_code="ru")
    await bot.set_my_commands([("board", "Show the board")], scope=groups)
    assert [each.command for each in await bot.get_my_commands()] == ["play", "help"]
    assert [each.description for each in await bot.get_my_commands(language_code="ru")] == ["Играть"]
    assert telegram.profile.menu(language="ru") == {"play": "Играть"}
    assert telegram.profile.menu(language="fr") == {"play": "Play", "help": "Help"}
    assert telegram.profile.menu("all_group_chats", "ru") == {"board": "Show the board"}
    await bot.delete_my_commands(scope=groups)
    assert telegram.profile.menu("all_group_chats", "ru") == {"play": "Играть"}


async def test_the_profile_is_kept_by_language(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """Name, description and short description, each with a general text for languages without one."""
    await bot.set_my_name("Nardy")
    await bot.set_my_description("Play Long Nardy.")
    await bot.set_my_description("Играйте в длинные нарды.", language_code="ru")
    await bot.set_my_short_description("Long Nardy")
    assert (await bot.get_my_name()).name == "Nardy"
    assert (await bot.get_my_description("ru")).description == "Играйте в длинные нарды."
    assert (await bot.get_my_description("fr")).description == "Play Long Nardy."
    assert (await bot.get_my_short_description()).short_description == "Long Nardy"
    assert await bot.delete_webhook()


async def test_the_button_of_the_menu_is_kept(bot: TinyBot) -> None:
    """What opens beside the text field is what was set last for all private chats."""
    assert (await bot.get_chat_menu_button()).type == "default"
    await bot.set_chat_menu_button(menu_button=library.MenuButtonCommands())
    assert (await bot.get_chat_menu_button()).type == "commands"
