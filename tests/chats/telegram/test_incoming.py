from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import assume, given, strategies as st
from telegram import Message, Update, User
from telegram.ext import ExtBot

from bot.chats.greetings import Greetings
from bot.chats.telegram.app_buttons import MenuButtons
from bot.chats.telegram.chat_rights import ChatRights
from bot.chats.telegram.expiring import ExpiringMessages
from bot.chats.telegram.greeting import Greeter
from bot.chats.telegram.incoming import NAME, incoming_in, is_anonymous, is_command_for, person_of, pressed_in
from bot.chats.telegram.listener import Listener
from bot.chats.telegram.members import Members
from bot.chats.telegram.overflow import Overflow
from bot.chats.telegram.pacing import Pacing
from bot.chats.telegram.pictures import Pictures
from bot.chats.telegram.posting import Posting
from bot.chats.telegram.slow_answers import SlowAnswers
from bot.chats.telegram.spare_capacity import SpareCapacity
from bot.talk.catalog import words_in
from bot.talk.incoming import ChatKind, Incoming, Line, Person, Place, Press
from bot.talk.input.parsing import read_line
from tests.chats.stand_ins import MemoryKeyValues, PlainPainter, ScriptedHandler
from tests.sessions.world import Clock

Json = dict[str, Any]

BOT = User(77, "Nardy", is_bot=True, username="Nardy_Bot")
NARDY: Json = {"id": 77, "is_bot": True, "first_name": "Nardy", "username": "Nardy_Bot"}
ANNA: Json = {
    "id": 7,
    "is_bot": False,
    "first_name": "Anna",
    "last_name": "K.",
    "username": "anna_k",
    "language_code": "ru",
}
BORIS: Json = {"id": 8, "is_bot": False, "first_name": "Борис"}
OTHER_BOT: Json = {"id": 78, "is_bot": True, "first_name": "Other", "username": "other_bot"}
GROUP_ITSELF: Json = {
    "id": 1087968824,
    "is_bot": True,
    "first_name": "Group",
    "username": "GroupAnonymousBot",
}
AS_CHANNEL: Json = {"id": 136817688, "is_bot": True, "first_name": "Channel", "username": "Channel_Bot"}
TELEGRAM: Json = {"id": 777000, "is_bot": False, "first_name": "Telegram"}

PRIVATE: Json = {"id": 7, "type": "private", "first_name": "Anna", "last_name": "K.", "username": "anna_k"}
GROUP: Json = {"id": -4005006007, "type": "group", "title": "Friends"}
SUPERGROUP: Json = {"id": -1001000000001, "type": "supergroup", "title": "Friends"}
FORUM: Json = {"id": -1001000000002, "type": "supergroup", "title": "Club", "is_forum": True}
CHANNEL: Json = {"id": -1001000000003, "type": "channel", "title": "News"}
SHARED = [GROUP, SUPERGROUP, FORUM]

TOPIC = 5
IN_TOPIC: Json = {"message_thread_id": TOPIC, "is_topic_message": True}


def written(
    text: str | None, chat: Json, sender: Json | None = ANNA, number: int = 40, **more: object
) -> Json:
    """Return a message as Telegram sends it."""
    message: Json = {"message_id": number, "date": 1_790_000_000, "chat": chat}
    if sender is not None:
        message["from"] = sender
    if text is not None:
        message["text"] = text
    return message | more


def message_of(message: Json) -> Message:
    """Return a message as the library parses it."""
    update = Update.de_json({"update_id": 1, "message": message}, None)
    assert update.message is not None
    return update.message


def incoming(text: str | None, chat: Json, sender: Json | None = ANNA, **more: object) -> Incoming | None:
    """Return the input of a message, or None."""
    return incoming_in(message_of(written(text, chat, sender, 40, **more)), BOT)


def pressed(message: Json | None, **more: object) -> Incoming | None:
    """Return the input of a press, or None."""
    query: Json = {"id": "4382", "from": ANNA, "chat_instance": "1", **more}
    if message is not None:
        query["message"] = message
    update = Update.de_json({"update_id": 1, "callback_query": query}, None)
    assert update.callback_query is not None
    return pressed_in(update.callback_query)


def units(text: str) -> int:
    """Return a text's length in UTF-16 units."""
    return len(text.encode("utf-16-le")) // 2


def topic_opening(number: int = TOPIC) -> Json:
    """Return the service message that opens a topic."""
    opened = {"name": "Tavla", "icon_color": 7322096}
    return written(None, FORUM, BORIS, number, forum_topic_created=opened, **IN_TOPIC)


def received_in(text: str | None, chat: Json, sender: Json = ANNA, **more: object) -> Incoming:
    """Return the input of a message that the bot must read."""
    received = incoming(text, chat, sender, **more)
    assert received is not None, text
    return received


def test_a_command_is_read_everywhere() -> None:
    """A line with a slash is a command in every kind of chat, also with the bot's name."""
    for chat in (PRIVATE, *SHARED):
        for line in ("/roll", "/move k7f 24/18 13/8", "/ход 24/18"):
            assert received_in(line, chat).what == Line(line)
        for name in ("Nardy_Bot", "nardy_bot", "NARDY_BOT"):
            received = received_in(f"/move@{name} k7f 24/18", chat).what
            assert isinstance(received, Line)
            assert read_line(received.text) == read_line("/move k7f 24/18")


@pytest.mark.parametrize("chat", SHARED, ids=lambda chat: chat["type"])
def test_talk_between_members_is_not_read(chat: Json) -> None:
    """In a group other text is read only in reply to the bot, and another bot's command never."""
    board = {"reply_to_message": written("Board", chat, NARDY, 12)}
    for line in ("/roll@other_bot", "/roll@other_bot k7f", "/roll@nardy_bot2", "/roll@"):
        assert incoming(line, chat) is None
        assert incoming(line, chat, **board) is None
    for talk in ("Good evening", "24/18", "/mvoe 24/18"):
        assert incoming(talk, chat) is None
        assert incoming(talk, chat, reply_to_message=written("hi", chat, BORIS, 12)) is None
        received = received_in(talk, chat, **board)
        assert (received.what, received.message, received.addressed) == (Line(talk), "12", None)


def test_commands_for_the_bot() -> None:
    """A command begins with a slash, and if it names a bot, names this one."""
    lines = {
        "/roll": True,
        "/roll@nardy_bot\n24/18": True,
        "/weather@nardy_bot": True,
        "/roll@other_bot": False,
        "hello /roll": False,
        "mail@nardy_bot": False,
        "   ": False,
        None: False,
    }
    found = {text: is_command_for(message_of(written(text, SUPERGROUP)), BOT) for text in lines}
    assert found == lines


def test_lines_are_one_line() -> None:
    """All white space between words becomes one space."""
    assert received_in("/move\n24/18\t 13/8 ", PRIVATE).what == Line("/move 24/18 13/8")


def test_every_text_in_a_private_chat_is_read() -> None:
    """In a private chat every text is read."""
    received = received_in("Good evening", PRIVATE)
    assert received.what == Line("Good evening")
    assert received.place == Place("telegram", "7", ChatKind.PRIVATE)


def test_a_person_has_telegrams_name_and_language() -> None:
    """A person has an id, the full name, the client's language and the handle, if any."""
    assert received_in("/roll", GROUP).person == Person("telegram", "7", "Anna K.", "ru", "anna_k")
    assert received_in("/roll", GROUP, BORIS).person == Person("telegram", "8", "Борис", "", "")


def test_a_topic_is_a_place() -> None:
    """A topic is a place; other messages of a forum belong to its general topic, and a thread is no topic."""
    here = [
        received_in("/roll", FORUM, **IN_TOPIC),
        received_in("/roll", FORUM),
        received_in(
            "/roll", SUPERGROUP, message_thread_id=12, reply_to_message=written("hi", SUPERGROUP, BORIS, 12)
        ),
    ]
    keys = ["-1001000000002/5", "-1001000000002", "-1001000000001"]
    assert [received.place for received in here] == [Place("telegram", key, ChatKind.SHARED) for key in keys]


def test_a_reply_to_the_first_message_of_a_thread_is_a_reply() -> None:
    """Without topics a thread has the number of its first message, which can be the bot's."""
    board = written("Board", SUPERGROUP, NARDY, 12)
    assert received_in("24/18", SUPERGROUP, message_thread_id=12, reply_to_message=board).message == "12"


def test_a_message_in_a_topic_is_no_reply_to_its_opening() -> None:
    """Every message in a topic formally replies to the opening one, which is no reply to the bot."""
    openings = [topic_opening(), topic_opening() | {"from": NARDY}, written("hi", FORUM, NARDY, TOPIC)]
    for first in openings:
        assert incoming("hello", FORUM, reply_to_message=first, **IN_TOPIC) is None
        received = received_in("/challenge", FORUM, reply_to_message=first, **IN_TOPIC)
        assert (received.message, received.addressed) == (None, None)
    board = written("Board", FORUM, NARDY, 12, **IN_TOPIC)
    assert received_in("24/18", FORUM, reply_to_message=board, **IN_TOPIC).message == "12"


def test_a_command_can_be_addressed_by_a_reply() -> None:
    """A command in reply to another person addresses that person; the player or the bot is not addressed."""
    addressed = []
    for author in (BORIS, ANNA, NARDY):
        replied = written("hi", SUPERGROUP, author, 12)
        addressed.append(received_in("/challenge", SUPERGROUP, reply_to_message=replied).addressed)
    assert addressed == [Person("telegram", "8", "Борис"), None, None]


def text_mention(text: str, name: str, user: Json) -> Json:
    """Return the entity of a mention without a handle."""
    before = text[: text.index(name)]
    return {"type": "text_mention", "offset": units(before), "length": units(name), "user": user}


def test_a_mention_without_a_handle_names_the_account() -> None:
    """A mention becomes the account's key in the line, also behind emoji."""
    text = "/challenge 🎲🎲 Борис tavla"
    received = received_in(text, SUPERGROUP, entities=[text_mention(text, "Борис", BORIS)])
    assert received.what == Line("/challenge 🎲🎲 <@8> tavla")
    assert received.mentioned == (Person("telegram", "8", "Борис"),)


def test_several_people_can_be_mentioned() -> None:
    """Several mentions are replaced in place, also beside other entities."""
    text = "/challenge 🎲 Борис 🎲 Анна Павловна"
    entities = [
        {"type": "bot_command", "offset": 0, "length": 10},
        text_mention(text, "Борис", BORIS),
        {"type": "bold", "offset": units("/challenge 🎲 "), "length": units("Борис 🎲")},
        text_mention(text, "Анна Павловна", BORIS | {"id": 9, "first_name": "Анна"}),
    ]
    received = received_in(text, SUPERGROUP, entities=entities)
    assert received.what == Line("/challenge 🎲 <@8> 🎲 <@9>")
    assert {person.key for person in received.mentioned} == {"8", "9"}


def test_a_handle_stays_in_the_line() -> None:
    """A handle has no account, so it stays in the line."""
    text = "/challenge 🎲 @boris_b"
    entity = {"type": "mention", "offset": units("/challenge 🎲 "), "length": units("@boris_b")}
    received = received_in(text, SUPERGROUP, entities=[entity])
    assert (received.what, received.mentioned) == (Line(text), ())


@given(before=st.text(max_size=20), name=st.text(min_size=1, max_size=20), after=st.text(max_size=20))
def test_only_the_mention_is_replaced(before: str, name: str, after: str) -> None:
    """Only the mention is replaced, whatever text surrounds it."""
    assume("/" not in before)  # a command might name another bot
    entity = {"type": "text_mention", "offset": units(before), "length": units(name), "user": BORIS}
    received = received_in(f"{before}{name}{after}", PRIVATE, entities=[entity])
    assert received.what == Line(" ".join(f"{before}<@8>{after}".split()))


def test_a_caption_is_no_command() -> None:
    """A caption of a picture is not read."""
    photo = [{"file_id": "a", "file_unique_id": "b", "width": 90, "height": 90}]
    for chat in (PRIVATE, SUPERGROUP):
        assert incoming(None, chat, photo=photo, caption="/roll") is None


def test_an_invisible_name_is_replaced_by_the_handle() -> None:
    """A name in any script or of emoji is kept; a name of invisible letters is replaced by the handle."""
    kept, unseen = ["Анна", "안나", "👑", "«»", "7"], ["\u3164", "\u200b", "\u2800 \u2800", "\u0301"]
    names = [person_of(User(5, name, is_bot=False, username="anna_k")).name for name in kept + unseen]
    assert names == kept + ["anna_k"] * len(unseen)


async def test_an_edited_message_is_no_command() -> None:
    """An edited line is not carried out again."""
    bot, key_values, handler = ExtBot("77:token"), MemoryKeyValues(), ScriptedHandler()
    painter = PlainPainter()
    posting = Posting(bot, Pictures(key_values, painter), words_in)
    expiring = ExpiringMessages(key_values, posting.remove, Clock())
    pacing = Pacing(lambda: 0.0)
    slow_answers = SlowAnswers(
        posting, pacing, painter, expiring, words_in, timedelta(minutes=1), lambda _: True
    )
    listener = Listener(
        bot,
        handler,
        posting,
        expiring,
        slow_answers,
        Members(bot, Clock()),
        words_in,
        pacing=pacing,
        overflow=Overflow(bot, posting, pacing, expiring, words_in),
        spare_capacity=SpareCapacity(pacing),
        chat_rights=ChatRights(handler, key_values, Clock()),
        greeter=Greeter(bot, posting, Greetings(key_values, NAME), words_in),
        menu_buttons=MenuButtons(bot, key_values, words_in, None),
        board_link=lambda: "",
    )
    edited = written("/roll", PRIVATE) | {"edit_date": 1_790_000_001}
    await listener.handle(Update.de_json({"update_id": 1, "edited_message": edited}, None))
    assert handler.incoming == []


def test_every_message_has_an_idempotency_key() -> None:
    """An idempotency key depends on chat and message, and is the same when repeated."""
    chats = (PRIVATE, GROUP, SUPERGROUP)
    events = [received_in("/roll", chat).idempotency_key for chat in chats]
    other = incoming_in(message_of(written("/roll", SUPERGROUP, number=41)), BOT)
    assert other is not None
    assert len({*events, other.idempotency_key}) == 4
    assert received_in("/roll", PRIVATE).idempotency_key == events[0]


def test_a_press_is_read() -> None:
    """A press has the person, the data, the place and the message."""
    received = pressed(written("Board", SUPERGROUP, NARDY, 12), data="4:/move k7f 24/18")
    assert received == Incoming(
        "telegram:q4382",
        Person("telegram", "7", "Anna K.", "ru", "anna_k"),
        Place("telegram", "-1001000000001", ChatKind.SHARED),
        Press("4:/move k7f 24/18"),
        "12",
        has_toast=True,
    )


def test_a_press_belongs_to_its_place() -> None:
    """A press in a topic belongs to that topic, and one in private to the private chat."""
    topic = pressed(written("Board", FORUM, NARDY, 12, **IN_TOPIC), data="?q.1")
    private = pressed(written("Board", PRIVATE, NARDY, 12), data="?q.1")
    assert topic is not None
    assert private is not None
    assert topic.place == Place("telegram", "-1001000000002/5", ChatKind.SHARED)
    assert private.place == Place("telegram", "7", ChatKind.PRIVATE)


def test_a_press_below_an_old_message_is_read() -> None:
    """For an old message Telegram sends only chat and number, which is enough."""
    received = pressed({"chat": SUPERGROUP, "message_id": 12, "date": 0}, data="4:/roll k7f")
    assert received is not None
    assert (received.what, received.message) == (Press("4:/roll k7f"), "12")
    assert received.place == Place("telegram", "-1001000000001", ChatKind.SHARED)


def test_foreign_presses_are_ignored() -> None:
    """A press of a Telegram game or below an inline message is ignored."""
    assert pressed(written("Board", SUPERGROUP, NARDY, 12), game_short_name="chess") is None
    assert pressed(None, inline_message_id="x", data="4:/roll k7f") is None


NO_PEOPLE: dict[str, Json] = {
    "this bot": {"sender": NARDY},
    "another bot": {"sender": OTHER_BOT},
    "the group itself": {"sender": GROUP_ITSELF, "sender_chat": SUPERGROUP},
    "a person as a channel": {"sender": AS_CHANNEL, "sender_chat": CHANNEL},
    "an automatic forward": {"sender": TELEGRAM, "sender_chat": CHANNEL, "is_automatic_forward": True},
    "Telegram itself": {"sender": TELEGRAM},
}
"""Authors that are not people, with the fields of their messages."""
NO_ACCOUNTS = [OTHER_BOT, GROUP_ITSELF, AS_CHANNEL, TELEGRAM]


@pytest.mark.parametrize("author", NO_PEOPLE.values(), ids=NO_PEOPLE)
def test_an_author_that_is_no_person_is_ignored(author: Json) -> None:
    """A bot, group, channel or Telegram itself is no player, and a reply to one addresses nobody."""
    assert incoming("/challenge", SUPERGROUP, **author) is None
    replied = written("News", SUPERGROUP, number=30, **author)
    assert received_in("/challenge", SUPERGROUP, reply_to_message=replied).addressed is None


@pytest.mark.parametrize("account", NO_ACCOUNTS, ids=lambda each: each["first_name"])
def test_an_account_that_is_no_person_is_ignored(account: Json) -> None:
    """A mention of such an account stays text, and its presses are ignored."""
    mention = {"type": "text_mention", "offset": 11, "length": 5, "user": account}
    received = received_in("/challenge Other", SUPERGROUP, entities=[mention])
    assert (received.mentioned, received.what) == ((), Line("/challenge Other"))
    assert pressed(written("A card", SUPERGROUP, NARDY), data="/accept k7f", **{"from": account}) is None


def test_only_hidden_people_are_anonymous() -> None:
    """An administrator writing as the group or as a channel is anonymous; an automatic forward is not."""
    forwarded: Json = {"sender_chat": CHANNEL, "is_automatic_forward": True}
    hidden = [
        written("/roll", SUPERGROUP, GROUP_ITSELF, sender_chat=SUPERGROUP),
        *(written("/roll", SUPERGROUP, each, sender_chat=CHANNEL) for each in (AS_CHANNEL, TELEGRAM)),
    ]
    seen = [written("/roll", PRIVATE), written("/roll", SUPERGROUP)]
    other = [written("/challenge", SUPERGROUP, TELEGRAM, **forwarded)]
    assert [is_anonymous(message_of(each)) for each in hidden + seen + other] == [True] * 3 + [False] * 3
    assert incoming("/roll", CHANNEL, None, sender_chat=CHANNEL) is None
