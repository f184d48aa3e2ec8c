from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

import pytest
import telegram as library

from tests.telegram_standin import refusals
from tests.telegram_standin.client import TinyBot, ask, buttons, picture
from tests.telegram_standin.refusals import Refusal
from tests.telegram_standin.standin import TelegramStandIn
from tests.telegram_standin.world import QUERY_LIVES

SMALL = picture(width=30, height=20)


async def check_refused(request: Awaitable[object], refusal: Refusal) -> None:
    """Check that a request is refused; python-telegram-bot removes the description's beginning."""
    sentence = refusal.description.removeprefix("Bad Request: ")
    with pytest.raises(library.error.TelegramError, match=re.compile(re.escape(sentence), re.IGNORECASE)):
        await request


async def test_a_chat_must_be_known(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """An unknown id is refused, and so is a person whom the bot has not met."""
    anna = telegram.user("Anna")
    for chat in (12, -1001234, anna.id):
        await check_refused(bot.send_message(chat, "hello"), refusals.CHAT_NOT_FOUND)
    telegram.group()
    await check_refused(bot.send_message(anna.id, "hello"), refusals.NEVER_STARTED)


async def test_each_kind_of_message_needs_its_permission(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """Each kind of message needs its permission, and all need the one for messages."""
    games = telegram.supergroup()
    sends: tuple[tuple[str, str, Callable[[], Awaitable[object]]], ...] = (
        ("text messages", "can_send_messages", lambda: bot.send_message(games.id, "hello")),
        ("photos", "can_send_photos", lambda: bot.send_photo(games.id, SMALL)),
        ("documents", "can_send_documents", lambda: bot.send_document(games.id, b"R 6-5")),
        ("animations", "can_send_other_messages", lambda: bot.send_animation(games.id, SMALL)),
    )
    for what, permission, send in sends:
        for forbidden in {permission, "can_send_messages"}:
            telegram.forbid(games, forbidden)
            await check_refused(send(), refusals.no_right(what))
            telegram.allow(games, forbidden)
        await send()


async def test_a_topic_must_be_there_and_open(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A missing, closed or deleted topic is refused."""
    games, plain = telegram.supergroup("forum", forum=True), telegram.supergroup("plain")
    nardy = telegram.topic(games, "Nardy")
    for chat, thread in ((plain.id, 1), (games.id, 1), (games.id, 99)):
        await check_refused(
            bot.send_message(chat, "hello", message_thread_id=thread), refusals.THREAD_NOT_FOUND
        )
    telegram.close_topic(nardy)
    await check_refused(
        bot.send_message(games.id, "hello", message_thread_id=nardy.thread), refusals.TOPIC_CLOSED
    )
    telegram.delete_topic(nardy)
    assert not telegram.user("Anna").messages(nardy)
    await check_refused(
        bot.send_message(games.id, "hello", message_thread_id=nardy.thread), refusals.THREAD_NOT_FOUND
    )


async def test_an_edit_must_change_something(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """An edit to the same text, entities and buttons is refused; another button or upload is accepted."""
    games = telegram.supergroup()
    sent = await bot.send_message(games.id, "<b>k7f</b>", parse_mode="HTML", reply_markup=buttons("Roll"))
    again = sent.edit_text("<b>k7f</b>", parse_mode="HTML", reply_markup=buttons("Roll"))
    await check_refused(again, refusals.NOT_MODIFIED)
    await check_refused(sent.edit_reply_markup(buttons("Roll")), refusals.NOT_MODIFIED)
    await sent.edit_text("k7f", reply_markup=buttons("Roll"))
    await sent.edit_text("k7f", reply_markup=buttons("Double"))
    photo = await bot.send_photo(games.id, SMALL)
    same = library.InputMediaPhoto(photo.photo[-1].file_id)
    await check_refused(photo.edit_media(same), refusals.NOT_MODIFIED)
    await photo.edit_media(library.InputMediaPhoto(SMALL))


async def test_an_edit_must_fit_its_message(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """Editing a photo's text, a text's caption or a person's message is refused."""
    games = telegram.supergroup()
    photo = await bot.send_photo(games.id, SMALL)
    words = await bot.send_message(games.id, "hello")
    message = await telegram.user("Anna").say(games, "/play")
    await check_refused(photo.edit_text("hello"), refusals.NO_TEXT)
    await check_refused(words.edit_caption("hello"), refusals.NO_CAPTION)
    await check_refused(bot.edit_message_text("hello", games.id, message.id), refusals.CANNOT_EDIT)
    await check_refused(bot.edit_message_text("hello", games.id, 99), refusals.NOTHING_TO_EDIT)


async def test_a_deleted_message_cannot_be_used(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A deleted message cannot be edited, deleted, reacted to or replied to."""
    games = telegram.supergroup()
    sent = await bot.send_message(games.id, "hello")
    telegram.delete_message(await telegram.user("Anna").sees(games, "hello"))
    reply = library.ReplyParameters(sent.message_id)
    await check_refused(sent.edit_text("bye"), refusals.NOTHING_TO_EDIT)
    await check_refused(sent.delete(), refusals.NOTHING_TO_DELETE)
    await check_refused(sent.set_reaction("👍"), refusals.NOTHING_TO_REACT_TO)
    await check_refused(bot.send_message(games.id, "x", reply_parameters=reply), refusals.NOTHING_TO_REPLY_TO)
    reply = library.ReplyParameters(sent.message_id, allow_sending_without_reply=True)
    assert (await bot.send_message(games.id, "x", reply_parameters=reply)).reply_to_message is None


async def test_a_reaction_must_be_allowed(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A reaction must be a listed emoji, and the group must allow reactions."""
    games = telegram.supergroup()
    message = await telegram.user("Anna").say(games, "/play")
    await check_refused(bot.set_message_reaction(games.id, message.id, "🎲"), refusals.REACTION_INVALID)
    telegram.forbid(games, "can_react_to_messages")
    await check_refused(bot.set_message_reaction(games.id, message.id, "👀"), refusals.REACTION_INVALID)
    assert not message.reactions


async def test_an_old_message_is_not_deleted(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """After two days a message can be edited, but not deleted."""
    sent = await bot.send_message(telegram.supergroup().id, "hello")
    telegram.pass_time(hours=49)
    await check_refused(sent.delete(), refusals.TOO_OLD_TO_DELETE)
    await sent.edit_text("bye")


async def test_a_press_is_answered_in_time(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A late answer, or one without a press, is refused; a second answer does not replace the first."""
    anna, games = telegram.user("Anna"), telegram.supergroup()
    await bot.send_message(games.id, "Roll?", reply_markup=buttons("Roll"))
    pressed = await anna.press(await anna.sees(games, "Roll"), "Roll")
    await bot.answer_callback_query(pressed.id, "first")
    await bot.answer_callback_query(pressed.id, "second")
    assert (await pressed.answered()).text == "first"
    assert len(pressed.answers) == 2
    telegram.pass_time(seconds=QUERY_LIVES.total_seconds() + 1)
    await check_refused(bot.answer_callback_query(pressed.id), refusals.QUERY_TOO_OLD)
    await check_refused(bot.answer_callback_query("12"), refusals.QUERY_TOO_OLD)


async def test_a_press_below_an_old_message_has_only_its_number(
    telegram: TelegramStandIn, bot: TinyBot
) -> None:
    """The update of a press below an old message has only the message's number."""
    anna, games = telegram.user("Anna"), telegram.supergroup()
    sent = await bot.send_message(games.id, "Roll?", reply_markup=buttons("Roll"))
    card = await anna.sees(games, "Roll")
    telegram.pass_time(hours=49)
    await anna.press(card, "Roll")
    (update,) = await bot.updates()
    assert update.callback_query is not None
    message = update.callback_query.message
    assert message is not None
    assert not message.is_accessible
    assert message.message_id == sent.message_id
    assert isinstance(message, library.Message)
    assert message.text is None


async def test_an_answer_links_only_to_the_bot(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """An answer can link to the bot's private chat only."""
    anna, games = telegram.user("Anna"), telegram.supergroup()
    await bot.send_message(games.id, "Roll?", reply_markup=buttons("Roll"))
    pressed = await anna.press(await anna.sees(games, "Roll"), "Roll")
    link = f"https://t.me/{bot.username}?start=board-k7f"
    elsewhere = refusals.bad_request("URL_INVALID")
    await check_refused(bot.answer_callback_query(pressed.id, url="https://t.me/other?start=a"), elsewhere)
    await bot.answer_callback_query(pressed.id, url=link)
    assert (await pressed.answered()).url == link


async def test_a_photo_must_be_a_picture(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A text, too many pixels, a strip or an empty file is refused as a photo."""
    games = telegram.supergroup()
    for data, refusal in (
        (b"no picture", refusals.NO_IMAGE),
        (picture(width=9_900, height=500), refusals.WRONG_DIMENSIONS),
        (picture(width=21, height=1), refusals.WRONG_DIMENSIONS),
        (b"", refusals.EMPTY_FILE),
        ("nonsense", refusals.WRONG_FILE_ID),
    ):
        await check_refused(bot.send_photo(games.id, data), refusal)
    document = (await bot.send_document(games.id, b"R 6-5")).document
    assert document is not None
    await check_refused(
        bot.send_photo(games.id, document.file_id),
        refusals.bad_request("can't use file of type Document as Photo"),
    )


async def test_an_empty_message_is_refused(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """White space and empty tags are an empty message, which is refused and a violation."""
    games = telegram.supergroup()
    for text in (" \n ", "<b></b>"):
        await check_refused(bot.send_message(games.id, text, parse_mode="HTML"), refusals.EMPTY)
    assert len(telegram.take_violations()) == 2


async def test_a_chat_must_be_named(telegram: TelegramStandIn) -> None:
    """A message without a chat is refused, and a violation if the description is present."""
    status, _ = await ask(telegram, "sendMessage", {"text": "hello"})
    assert status == 400
    telegram.take_violations()
