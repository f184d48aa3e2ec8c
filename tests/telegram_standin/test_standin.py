from __future__ import annotations

import pytest
import telegram as library
from telegram.constants import ParseMode

from tests.standin.errors import CannotDo, NotSeen
from tests.telegram_standin.client import TinyBot, ask, buttons, picture
from tests.telegram_standin.standin import TelegramStandIn

# People and groups.


async def test_a_wrong_token_is_refused(telegram: TelegramStandIn) -> None:
    """A wrong token is answered by 401, and a malformed one by 404."""
    other = f"1:{'A' * 35}"
    assert await ask(telegram, "getMe", token=other) == (
        401,
        {"ok": False, "error_code": 401, "description": "Unauthorized"},
    )
    assert (await ask(telegram, "getMe", token=other[:9]))[1]["description"] == "Not Found"


async def test_accounts_and_groups_have_large_numbers(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """Ids exceed 32 bits, groups are negative, and supergroups begin with -100."""
    me = await bot.get_me()
    assert me.id == int(telegram.token.partition(":")[0])
    assert (me.is_bot, me.can_read_all_group_messages) == (True, False)
    assert min(me.id, telegram.user("Anna").id) > 2**32
    assert telegram.group("a").id < -(2**32)
    assert str(telegram.supergroup("b").id).startswith("-100")


# Messages of people, and the updates they cause.


async def test_a_bot_gets_only_commands_in_a_group(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """In privacy mode only commands that are not for another bot cause updates."""
    anna, games, commands = (
        telegram.user("Anna"),
        telegram.supergroup(),
        ["/play", f"/play@{bot.username} now"],
    )
    for text in ("good morning", "go /play", *commands, "/play@other_bot", f"@{bot.username} good morning"):
        message = await anna.say(games, text)
        assert (message.update_id is not None) == (text in commands)
    assert [update.message.text for update in await bot.updates(timeout=0) if update.message] == commands


async def test_a_bot_gets_replies_to_itself_in_a_group(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A reply to the bot causes an update with that message; a reply to a person causes none."""
    anna, boris, games = telegram.user("Anna"), telegram.user("Boris"), telegram.group()
    await bot.send_message(games.id, "Your turn.")
    turn = await anna.sees(games, "Your turn.")
    talk = await boris.say(games, "good morning")
    await anna.say(games, "and to you", reply_to=talk)
    await anna.say(games, "24/18", reply_to=turn)
    (update,) = await bot.updates()
    assert update.message is not None
    assert update.message.text == "24/18"
    replied = update.message.reply_to_message
    assert replied is not None
    assert replied.message_id == turn.id


# Messages of the bot, and notifications.


async def test_a_button_can_be_pressed_as_it_was(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A removed button can only be pressed by a client that has not received the edit."""
    anna, games = telegram.user("Anna"), telegram.supergroup()
    sent = await bot.send_message(games.id, "Roll?", reply_markup=buttons("Roll"))
    card = await anna.sees(games, "Roll")
    await sent.edit_text("Rolled.")
    assert card.labels == ()
    with pytest.raises(CannotDo):
        await anna.press(card, "Roll")
    await anna.press(card, "Roll", as_it_was=True)
    (update,) = await bot.updates()
    assert update.callback_query is not None
    assert update.callback_query.data == "roll"


async def test_only_mentioned_people_are_notified_in_a_group(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A mention by link, username or reply notifies; silent messages, edits and bare names do not."""
    anna, boris, games = telegram.user("Anna"), telegram.user("Boris", username="boris_k"), telegram.group()
    message = await anna.say(games, "/play")
    link = f'<a href="tg://user?id={anna.id}">Anna</a>, your turn.'
    await bot.send_message(games.id, "Anna, Boris")
    first = await bot.send_message(games.id, link, parse_mode=ParseMode.HTML)
    await bot.send_message(games.id, "@Boris_K, your turn.")
    await bot.send_message(games.id, "again", reply_parameters=library.ReplyParameters(message.id))
    await bot.send_message(games.id, link, parse_mode=ParseMode.HTML, disable_notification=True)
    await first.edit_text(f"{link} Now.", parse_mode=ParseMode.HTML)
    assert [each.text for each in anna.notifications] == ["Anna, your turn. Now.", "again"]
    assert [each.text for each in boris.notifications] == ["@Boris_K, your turn."]
    assert await anna.is_notified(2) is anna.notifications[1]
    with pytest.raises(NotSeen):
        await boris.is_notified(2, within=0.01)


async def test_private_messages_notify_unless_silent(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """In a private chat every message notifies unless it is silent."""
    anna = telegram.user("Anna")
    await anna.start()
    await bot.send_message(anna.id, "hush", disable_notification=True)
    await bot.send_photo(anna.id, picture(), caption="Your turn.")
    assert [each.text for each in anna.notifications] == ["Your turn."]
    with pytest.raises(CannotDo):
        telegram.user("Boris").messages(anna.private)


async def test_a_stranger_is_not_mentioned(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A link to a person whom the bot has not met, and who is not in the chat, is plain text."""
    anna, boris = telegram.user("Anna"), telegram.user("Boris")
    await anna.start()
    link = f'<a href="tg://user?id={boris.id}">Boris</a>'
    await bot.send_message(anna.id, link, parse_mode=ParseMode.HTML)
    seen = await anna.sees(anna.private, "Boris")
    assert (seen.text, seen.mentioned) == ("Boris", frozenset())
    await boris.start()
    await bot.send_message(anna.id, link, parse_mode=ParseMode.HTML)
    assert (await anna.sees(anna.private, "Boris")).mentioned == {boris.id}


# Membership.


async def test_a_bot_is_removed_and_added_again(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """Without membership the bot is refused and gets no messages; both changes cause updates."""
    anna = telegram.user("Anna")
    for games, kind in ((telegram.group(), "group"), (telegram.supergroup(), "supergroup")):
        telegram.remove_bot(games)
        assert (await anna.say(games, "/play")).update_id is None
        with pytest.raises(library.error.Forbidden, match=f"bot was kicked from the {kind} chat"):
            await bot.send_message(games.id, "hello")
        await anna.add_to_group(games, "k7f")
        out, back, service, message = await bot.updates()
        assert out.my_chat_member is not None
        assert back.my_chat_member is not None
        assert out.my_chat_member.new_chat_member.status == "kicked"
        assert back.my_chat_member.from_user.id == anna.id
        assert service.message is not None
        assert [each.id for each in service.message.new_chat_members] == [bot.id]
        assert message.message is not None
        assert message.message.text == f"/start@{bot.username} k7f"
        await bot.send_message(games.id, "hello")
        with pytest.raises(CannotDo):
            await anna.add_to_group(games, "k7f")


# Threads.


async def test_a_topic_is_a_place(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """A message in a topic has the topic's number, also in reply, and is seen only there."""
    anna, games = telegram.user("Anna"), telegram.supergroup("games", forum=True)
    nardy = telegram.topic(games, "Nardy")
    message = await anna.say(nardy, "/play")
    general = await anna.say(games, "/help")
    created, in_topic, in_general = [update.message for update in await bot.updates()]
    assert created is not None
    assert created.forum_topic_created is not None
    assert in_topic is not None
    assert (in_topic.message_thread_id, in_topic.is_topic_message) == (nardy.thread, True)
    assert in_topic.reply_to_message is not None
    assert in_topic.reply_to_message.message_id == nardy.thread
    assert in_general is not None
    assert (in_general.message_thread_id, in_general.is_topic_message) == (None, None)
    sent = await bot.send_message(games.id, "one", message_thread_id=nardy.thread)
    assert sent.is_topic_message
    replied = await bot.send_message(games.id, "two", reply_parameters=library.ReplyParameters(message.id))
    assert replied.message_thread_id == nardy.thread
    assert [each.text for each in anna.messages(nardy)] == ["", "/play", "one", "two"]
    assert general in anna.messages(games)


async def test_replies_make_threads_that_are_no_topics(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """In a supergroup a reply has the number of its thread's first message; in a group it has none."""
    anna = telegram.user("Anna")
    for games, threaded in ((telegram.supergroup(), True), (telegram.group(), False)):
        first = await anna.say(games, "/play")
        second = await anna.say(games, "/roll", reply_to=first)
        await anna.say(games, "/done", reply_to=second)
        _, *replies = [update.message for update in await bot.updates()]
        expected = first.id if threaded else None
        for reply in replies:
            assert reply is not None
            assert (reply.message_thread_id, reply.is_topic_message) == (expected, None)


async def test_messages_are_numbered_by_supergroup(telegram: TelegramStandIn, bot: TinyBot) -> None:
    """Each supergroup numbers its messages; private chats and groups share one sequence."""
    anna = telegram.user("Anna")
    first, second, group = telegram.supergroup("a"), telegram.supergroup("b"), telegram.group("c")
    message = [await anna.say(place, "/play") for place in (first, second, group, anna.private)]
    assert [each.id for each in message] == [2, 2, 1, 2]
