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
    """Return a message as the library hands it out."""
    update = Update.de_json({"update_id": 1, "message": message}, None)
    assert update.message is not None
    return update.message


def incoming(text: str | None, chat: Json, sender: Json | None = ANNA, **more: object) -> Incoming | None:
    """Return what a message says to the bot."""
    return incoming_in(message_of(written(text, chat, sender, 40, **more)), BOT)


def pressed(message: Json | None, **more: object) -> Incoming | None:
    """Return what a press of a button says."""
    query: Json = {"id": "4382", "from": ANNA, "chat_instance": "1", **more}
    if message is not None:
        query["message"] = message
    update = Update.de_json({"update_id": 1, "callback_query": query}, None)
    assert update.callback_query is not None
    return pressed_in(update.callback_query)


def units(text: str) -> int:
    """Return how long Telegram takes a text to be."""
    return len(text.encode("utf-16-le")) // 2


def opening(number: int = TOPIC) -> Json:
    """Return the service message that opens a topic."""
    opened = {"name": "Tavla", "icon_color": 7322096}
    return written(None, FORUM, BORIS, number, forum_topic_created=opened, **IN_TOPIC)


def said_in(text: str | None, chat: Json, sender: Json = ANNA, **more: object) -> Incoming:
    """Return what a message says, which the bot must hear."""
    said = incoming(text, chat, sender, **more)
    assert said is not None, text
    return said


def test_a_command_is_heard_everywhere() -> None:
    """A line with a stroke before it is for the bot in every kind of chat, also with the bot's name."""
    for chat in (PRIVATE, *SHARED):
        for line in ("/roll", "/move k7f 24/18 13/8", "/ход 24/18"):
            assert said_in(line, chat).what == Line(line)
        for name in ("Nardy_Bot", "nardy_bot", "NARDY_BOT"):
            said = said_in(f"/move@{name} k7f 24/18", chat).what
            assert isinstance(said, Line)
            assert read_line(said.text) == read_line("/move k7f 24/18")


@pytest.mark.parametrize("chat", SHARED, ids=lambda chat: chat["type"])
def test_what_is_said_to_others_is_not_heard(chat: Json) -> None:
    """In a group only a reply to the bot makes talk, or a mistyped command of no other bot, its own."""
    board = {"reply_to_message": written("Board", chat, NARDY, 12)}
    for line in ("/roll@other_bot", "/roll@other_bot k7f", "/roll@nardy_bot2", "/roll@"):
        assert incoming(line, chat) is None
        assert incoming(line, chat, **board) is None
    for talk in ("Good evening", "24/18", "/mvoe 24/18"):
        assert incoming(talk, chat) is None
        assert incoming(talk, chat, reply_to_message=written("hi", chat, BORIS, 12)) is None
        said = said_in(talk, chat, **board)
        assert (said.what, said.message, said.addressed) == (Line(talk), "12", None)


def test_what_is_a_command_for_the_bot() -> None:
    """A command begins with a stroke, and names this bot if it names one."""
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
    """Whatever white space people type, words are told apart by one space."""
    assert said_in("/move\n24/18\t 13/8 ", PRIVATE).what == Line("/move 24/18 13/8")


def test_everything_in_a_private_chat_is_heard() -> None:
    """In private a person speaks to nobody but the bot."""
    said = said_in("Good evening", PRIVATE)
    assert said.what == Line("Good evening")
    assert said.place == Place("telegram", "7", ChatKind.PRIVATE)


def test_a_person_is_known_as_telegram_shows_them() -> None:
    """A person has an id, the full name, the language of the client and the handle, if there is one."""
    assert said_in("/roll", GROUP).person == Person("telegram", "7", "Anna K.", "ru", "anna_k")
    assert said_in("/roll", GROUP, BORIS).person == Person("telegram", "8", "Борис", "", "")


def test_a_topic_is_a_place_of_its_own() -> None:
    """What is said beside the topics is heard in the forum's general one. A thread of replies is no topic."""
    here = [
        said_in("/roll", FORUM, **IN_TOPIC),
        said_in("/roll", FORUM),
        said_in(
            "/roll", SUPERGROUP, message_thread_id=12, reply_to_message=written("hi", SUPERGROUP, BORIS, 12)
        ),
    ]
    keys = ["-1001000000002/5", "-1001000000002", "-1001000000001"]
    assert [said.place for said in here] == [Place("telegram", key, ChatKind.SHARED) for key in keys]


def test_a_reply_to_the_first_message_of_a_thread_is_a_reply() -> None:
    """Where there are no topics, a thread bears the number of its first message, which can be the bot's."""
    board = written("Board", SUPERGROUP, NARDY, 12)
    assert said_in("24/18", SUPERGROUP, message_thread_id=12, reply_to_message=board).message == "12"


def test_a_message_in_a_topic_replies_to_nobody_by_itself() -> None:
    """Every message in a topic replies to the one that opened it, which nobody meant."""
    openings = [opening(), opening() | {"from": NARDY}, written("hi", FORUM, NARDY, TOPIC)]
    for first in openings:
        assert incoming("hello", FORUM, reply_to_message=first, **IN_TOPIC) is None
        said = said_in("/challenge", FORUM, reply_to_message=first, **IN_TOPIC)
        assert (said.message, said.addressed) == (None, None)
    board = written("Board", FORUM, NARDY, 12, **IN_TOPIC)
    assert said_in("24/18", FORUM, reply_to_message=board, **IN_TOPIC).message == "12"


def test_a_command_can_be_addressed_by_a_reply() -> None:
    """A command that replies to another person's message tells whose; oneself or the bot is not addressed."""
    addressed = []
    for author in (BORIS, ANNA, NARDY):
        replied = written("hi", SUPERGROUP, author, 12)
        addressed.append(said_in("/challenge", SUPERGROUP, reply_to_message=replied).addressed)
    assert addressed == [Person("telegram", "8", "Борис"), None, None]


def text_mention(text: str, name: str, user: Json) -> Json:
    """Return the entity by which a person without a handle is mentioned."""
    before = text[: text.index(name)]
    return {"type": "text_mention", "offset": units(before), "length": units(name), "user": user}


def test_a_person_without_a_handle_is_named_by_the_account() -> None:
    """A mention stands in the line by the account's key, wherever emoji before it move it."""
    text = "/challenge 🎲🎲 Борис tavla"
    said = said_in(text, SUPERGROUP, entities=[text_mention(text, "Борис", BORIS)])
    assert said.what == Line("/challenge 🎲🎲 <@8> tavla")
    assert said.mentioned == (Person("telegram", "8", "Борис"),)


def test_several_people_can_be_mentioned() -> None:
    """Each mention is replaced in its own place, also beside other marks."""
    text = "/challenge 🎲 Борис 🎲 Анна Павловна"
    entities = [
        {"type": "bot_command", "offset": 0, "length": 10},
        text_mention(text, "Борис", BORIS),
        {"type": "bold", "offset": units("/challenge 🎲 "), "length": units("Борис 🎲")},
        text_mention(text, "Анна Павловна", BORIS | {"id": 9, "first_name": "Анна"}),
    ]
    said = said_in(text, SUPERGROUP, entities=entities)
    assert said.what == Line("/challenge 🎲 <@8> 🎲 <@9>")
    assert {person.key for person in said.mentioned} == {"8", "9"}


def test_a_handle_stays_as_it_was_typed() -> None:
    """A mention by a handle tells no account, so that the line keeps it as it is."""
    text = "/challenge 🎲 @boris_b"
    entity = {"type": "mention", "offset": units("/challenge 🎲 "), "length": units("@boris_b")}
    said = said_in(text, SUPERGROUP, entities=[entity])
    assert (said.what, said.mentioned) == (Line(text), ())


@given(before=st.text(max_size=20), name=st.text(min_size=1, max_size=20), after=st.text(max_size=20))
def test_a_mention_is_cut_out_exactly(before: str, name: str, after: str) -> None:
    """Whatever stands before, in and behind a mention, the mention alone is replaced."""
    assume("/" not in before)  # no command, which might name some bot
    entity = {"type": "text_mention", "offset": units(before), "length": units(name), "user": BORIS}
    said = said_in(f"{before}{name}{after}", PRIVATE, entities=[entity])
    assert said.what == Line(" ".join(f"{before}<@8>{after}".split()))


def test_a_caption_is_no_command() -> None:
    """What stands below a picture that a person sends is not for the bot."""
    photo = [{"file_id": "a", "file_unique_id": "b", "width": 90, "height": 90}]
    for chat in (PRIVATE, SUPERGROUP):
        assert incoming(None, chat, photo=photo, caption="/roll") is None


def test_a_name_that_cannot_be_seen_gives_way_to_the_handle() -> None:
    """A name in any script, or of pictures alone, is kept; letters drawn as nothing are no name."""
    kept, unseen = ["Анна", "안나", "👑", "«»", "7"], ["\u3164", "\u200b", "\u2800 \u2800", "\u0301"]
    names = [person_of(User(5, name, is_bot=False, username="anna_k")).name for name in kept + unseen]
    assert names == kept + ["anna_k"] * len(unseen)


async def test_an_edited_message_is_no_command() -> None:
    """A line that is changed after it was said does not ask for anything again."""
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


def test_every_message_is_an_event_of_its_own() -> None:
    """An event is told by chat and message, since each chat counts its own, and is the same when repeated."""
    chats = (PRIVATE, GROUP, SUPERGROUP)
    events = [said_in("/roll", chat).idempotency_key for chat in chats]
    other = incoming_in(message_of(written("/roll", SUPERGROUP, number=41)), BOT)
    assert other is not None
    assert len({*events, other.idempotency_key}) == 4
    assert said_in("/roll", PRIVATE).idempotency_key == events[0]


def test_a_press_is_heard() -> None:
    """A press tells who pressed what, where, and below which message."""
    said = pressed(written("Board", SUPERGROUP, NARDY, 12), data="4:/move k7f 24/18")
    assert said == Incoming(
        "telegram:q4382",
        Person("telegram", "7", "Anna K.", "ru", "anna_k"),
        Place("telegram", "-1001000000001", ChatKind.SHARED),
        Press("4:/move k7f 24/18"),
        "12",
        has_toast=True,
    )


def test_a_press_in_a_topic_is_heard_there() -> None:
    """A button in a topic is pressed in that topic, and one in a private chat in private."""
    topic = pressed(written("Board", FORUM, NARDY, 12, **IN_TOPIC), data="?q.1")
    private = pressed(written("Board", PRIVATE, NARDY, 12), data="?q.1")
    assert topic is not None
    assert private is not None
    assert topic.place == Place("telegram", "-1001000000002/5", ChatKind.SHARED)
    assert private.place == Place("telegram", "7", ChatKind.PRIVATE)


def test_a_press_below_an_old_message_is_heard() -> None:
    """Of a message that is too old Telegram tells no more than chat and number, which is enough."""
    said = pressed({"chat": SUPERGROUP, "message_id": 12, "date": 0}, data="4:/roll k7f")
    assert said is not None
    assert (said.what, said.message) == (Press("4:/roll k7f"), "12")
    assert said.place == Place("telegram", "-1001000000001", ChatKind.SHARED)


def test_presses_that_are_not_ours_are_not_heard() -> None:
    """A button of a game of Telegram's, or one below a message sent by inline mode, is none of the bot's."""
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
"""Authors that are no people, and what Telegram says of their messages."""
NO_ACCOUNTS = [OTHER_BOT, GROUP_ITSELF, AS_CHANNEL, TELEGRAM]


@pytest.mark.parametrize("author", NO_PEOPLE.values(), ids=NO_PEOPLE)
def test_an_author_who_is_no_person_says_nothing(author: Json) -> None:
    """A bot, a group, a channel or Telegram itself is no player; a reply to one challenges nobody."""
    assert incoming("/challenge", SUPERGROUP, **author) is None
    replied = written("News", SUPERGROUP, number=30, **author)
    assert said_in("/challenge", SUPERGROUP, reply_to_message=replied).addressed is None


@pytest.mark.parametrize("account", NO_ACCOUNTS, ids=lambda each: each["first_name"])
def test_an_account_of_no_person_does_nothing(account: Json) -> None:
    """A mention of such an account stays words, and it presses no button."""
    mention = {"type": "text_mention", "offset": 11, "length": 5, "user": account}
    said = said_in("/challenge Other", SUPERGROUP, entities=[mention])
    assert (said.mentioned, said.what) == ((), Line("/challenge Other"))
    assert pressed(written("A card", SUPERGROUP, NARDY), data="/accept k7f", **{"from": account}) is None


def test_only_a_person_who_hides_is_anonymous() -> None:
    """An administrator who writes as the group, or a person as a channel, can stop; a forward cannot."""
    forwarded: Json = {"sender_chat": CHANNEL, "is_automatic_forward": True}
    hidden = [
        written("/roll", SUPERGROUP, GROUP_ITSELF, sender_chat=SUPERGROUP),
        *(written("/roll", SUPERGROUP, each, sender_chat=CHANNEL) for each in (AS_CHANNEL, TELEGRAM)),
    ]
    seen = [written("/roll", PRIVATE), written("/roll", SUPERGROUP)]
    other = [written("/challenge", SUPERGROUP, TELEGRAM, **forwarded)]
    assert [is_anonymous(message_of(each)) for each in hidden + seen + other] == [True] * 3 + [False] * 3
    assert incoming("/roll", CHANNEL, None, sender_chat=CHANNEL) is None
