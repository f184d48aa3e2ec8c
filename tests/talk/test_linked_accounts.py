"""/link and /unlink: the questions and notices on both accounts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bot.sessions.linking import UNDO_WITHIN
from bot.talk.catalog import words_in
from bot.talk.incoming import Incoming, Line, Person, Place, Press
from bot.talk.reply import plain
from bot.talk.request_budget import RequestBudget
from tests.dialogues.house import TELEGRAM, TELEGRAM_CHAT, House, only_game, open_house
from tests.dialogues.script import TABLE
from tests.sessions.world import Clock
from tests.talk.houses import house_after

pytestmark = pytest.mark.slow

TELEGRAM_ANYA, TELEGRAM_GROUP = f"{TELEGRAM_CHAT}Anya", f"{TELEGRAM_CHAT}group"
YES, NO = "Yes, that is me", "No"


async def ask_for_code(house: House, player: str = "Anna", chat: str = "Anna") -> str:
    """Ask for a code in private; return it."""
    found = re.search(r"/link ([a-z2-7]{10}) ", await house.type(player, "/link", chat))
    assert found is not None
    return found[1]


async def link_accounts(house: House) -> None:
    """Link Anya's account on Telegram to Anna."""
    await house.type("Anya", f"/link {await ask_for_code(house)}", TELEGRAM_ANYA)
    await house.press("Anya", YES, TELEGRAM_ANYA, answered=True)
    await house.press("Anna", YES, "Anna", answered=False)


async def begin_joined(house: House) -> None:
    """Let Anya use Telegram first, and then link her to Anna."""
    await house.type("Anya", "/start", TELEGRAM_ANYA)
    house.dice.hand_in(32, *range(10))  # another code than the house's next ones
    await link_accounts(house)


joined = house_after(begin_joined)


async def test_both_accounts_are_asked_and_notified(playing: House) -> None:
    """Each account sees whose the other is and which games it would get, says yes, and is notified."""
    await playing.type("Anna", "/start", "Anna")
    await playing.type("Anya", "/play", TELEGRAM_ANYA)
    asked = await playing.type("Anya", f"/link {await ask_for_code(playing)}", TELEGRAM_ANYA)
    assert asked.startswith("This code is that of Anna (local table).")
    assert "plays your games (1 game, against the computer)" in asked
    assert "you play those of Anna (local table) (1 game, against Boris)" in asked
    await playing.press("Anya", YES, TELEGRAM_ANYA, answered=True)
    assert "Now Anna (local table) is asked in private." in plain(playing.answers["Anya"][0].text)
    question = playing.last("Anna").reply
    assert "Anya (Telegram) has typed your code." in plain(question.text)
    assert "plays your games (1 game, against Boris)" in plain(question.text)
    assert playing.platform.notifications[-1] == "anna"
    await playing.press("Anna", YES, "Anna", answered=False)
    for chat in ("Anna", TELEGRAM_ANYA):
        answer = plain(playing.last(chat).reply.text)
        assert "are one player now, called Anna" in answer, chat
        assert "Anna (local table)" in answer
        assert "Anya (Telegram)" in answer
    mine = await playing.type("Anya", "/games", TELEGRAM_ANYA)
    assert "Boris" in mine
    assert "Computer" in mine


async def test_a_game_goes_on_from_either_account(playing: House) -> None:
    """After linking, a turn at the table is played from the other platform."""
    await playing.type("Anna", "/start", "Anna")
    await playing.type("Anya", "/start", TELEGRAM_ANYA)
    await link_accounts(playing)
    await playing.type("Anya", "/move 24/19", TELEGRAM_ANYA)
    await playing.type("Anya", "/done", TELEGRAM_ANYA)
    assert "Anna rolled 4-1 and played 24/19" in plain(playing.last(TABLE).reply.text)


async def test_a_command_during_linking_is_carried_out_once(house: House) -> None:
    """A command that arrives while accounts are linked is carried out once, for the joined player."""
    await house.type("Anya", f"/link {await ask_for_code(house)}", TELEGRAM_ANYA)
    await house.press("Anya", YES, TELEGRAM_ANYA, answered=True)
    ((yes, _),) = house.last("Anna").reply.buttons
    met = []

    async def administers() -> bool:
        met.append("Anya")
        if len(met) == 1:
            await house.handle("Anna", Press(yes.data), "Anna")
        return True

    person = Person(TELEGRAM, "anya", "Anya", "en")
    what = Line("/settings theme dark")
    incoming = Incoming("the event", person, house.place(TELEGRAM_GROUP), what, administers=administers)
    (answer,) = await house.conversation.handle(incoming)
    assert "are one player now" in plain(house.last(TELEGRAM_ANYA).reply.text)
    assert (plain(answer.text), len(met) > 1) == ("Board: dark.", True)
    assert await house.conversation.handle(incoming) == ()


async def test_a_command_during_unlinking_belongs_to_its_account(joined: House) -> None:
    """A command that arrives while accounts are unlinked begins a game of its own account's player."""
    await joined.type("Anna", "/unlink", "Anna")
    undo = joined.answers["Anna"][0].buttons[0][0]

    async def private_place() -> Place:
        await joined.handle("Anna", Press(undo.data), "Anna")
        return joined.place(TELEGRAM_ANYA)

    person = Person(TELEGRAM, "anya", "Anya", "en")
    incoming = Incoming(
        "the event", person, joined.place(TELEGRAM_GROUP), Line("/play private"), private_place=private_place
    )
    await joined.conversation.handle(incoming)
    await joined.until_idle()
    assert await joined.manager.games_of(1) == []
    anya = await joined.manager.people.find_by_account(TELEGRAM, "anya")
    assert anya is not None
    assert len(await joined.manager.games_of(anya.id)) == 1


async def test_an_old_unblock_button_works_after_linking(house: House) -> None:
    """A button to unblock works after the blocked player was linked."""
    await house.type("Boris", "/start", TELEGRAM_GROUP)
    await house.type("Anya", "/start", TELEGRAM_GROUP)
    await house.type("Boris", "/block Anya", TELEGRAM_GROUP)
    await house.type("Boris", "/block", f"{TELEGRAM_CHAT}Boris")
    await link_accounts(house)
    await house.press("Boris", "Unblock Anya", f"{TELEGRAM_CHAT}Boris", answered=True)
    boris = await house.manager.people.find_by_account(TELEGRAM, "boris")
    assert boris is not None
    assert await house.manager.people.blocked_by(boris.id) == []


async def test_the_export_contains_links(joined: House) -> None:
    """The export names recent links, their time, and how long they can be undone."""
    moment = joined.clock()
    (reply,) = await joined.handle("Anya", Line("/export"), TELEGRAM_ANYA)
    assert reply.document is not None
    file = json.loads(reply.document.content)
    assert {each["platform"] for each in file["accounts"]} == {"web", TELEGRAM}
    assert file["links"] == [
        {
            "state": "linked",
            "asked": moment.isoformat(),
            "since": moment.isoformat(),
            "accounts_added": [{"platform": TELEGRAM, "id": "anya"}],
            "can_be_undone_until": (moment + UNDO_WITHIN).isoformat(),
            "undone_by": "/unlink",
        }
    ]
    await joined.type("Mallory", f"/link {await ask_for_code(joined)}", f"{TELEGRAM_CHAT}Mallory")
    (mallorys,) = await joined.handle("Mallory", Line("/export"), f"{TELEGRAM_CHAT}Mallory")
    assert mallorys.document is not None
    assert json.loads(mallorys.document.content)["links"] == []


async def test_a_no_on_either_side_ends_the_request(house: House) -> None:
    """After a no on either account nothing is linked."""
    await house.type("Anya", "/start", TELEGRAM_ANYA)
    await house.type("Anya", f"/link {await ask_for_code(house)}", TELEGRAM_ANYA)
    await house.press("Anya", NO, TELEGRAM_ANYA, answered=True)
    assert plain(house.answers["Anya"][0].text) == "Nothing was linked."
    await house.type("Anya", f"/link {await ask_for_code(house)}", TELEGRAM_ANYA)
    await house.press("Anya", YES, TELEGRAM_ANYA, answered=True)
    await house.press("Anna", NO, "Anna", answered=False)
    assert plain(house.last("Anna").reply.text) == "Nothing was linked."
    assert plain(house.last(TELEGRAM_ANYA).reply.text) == "Nothing was linked."


async def test_a_typed_code_shows_whose_it_is(house: House) -> None:
    """The question after a typed code names the other account with its handle and what it could do."""
    house.handles["Mallory"] = "mal"
    code = await ask_for_code(house, "Mallory", f"{TELEGRAM_CHAT}Mallory")
    asked = await house.type("Anna", f"/link {code}", "Anna")
    assert asked.startswith("This code is that of Mallory (@mal) (Telegram).")
    assert "Mallory (@mal) (Telegram) can do everything as you" in asked
    assert "if somebody else asked you for this, press No" in asked


async def test_a_code_typed_in_a_group_is_void(house: House) -> None:
    """A code is not shown in a group, and one that is typed there is void for all."""
    code = await ask_for_code(house)
    house.answers_are_public = True
    assert await house.type("Anna", "/link", TABLE) == "I tell codes in private only: send /link to me there."
    answer = await house.type("Anya", f"/link {code}", TELEGRAM_GROUP)
    assert "this code is void now" in answer
    house.answers_are_public = False
    for player in ("Anya", "Mallory"):
        assert "No such code is waiting" in await house.type(
            player, f"/link {code}", f"{TELEGRAM_CHAT}{player}"
        )


async def test_guessing_codes_is_stopped(house: House) -> None:
    """After five wrong codes even a right one is refused."""
    for _ in range(5):
        assert "No such code is waiting" in await house.type("Anya", "/link aaaaaaaaaa", TELEGRAM_ANYA)
    answer = await house.type("Anya", f"/link {await ask_for_code(house)}", TELEGRAM_ANYA)
    assert answer.startswith("Several codes in a row were wrong.")


async def test_an_unknown_request_cannot_be_confirmed(house: House) -> None:
    """A yes to an invented request is refused, and the buttons of a question have different data."""
    await house.type("Anya", f"/link {await ask_for_code(house)}", TELEGRAM_ANYA)
    first = house.answers["Anya"][0]
    second_code = await ask_for_code(house, "Mallory", f"{TELEGRAM_CHAT}Mallory")
    del second_code
    await house.type("Anya", "/link yes a2b3c4d5e6f7", TELEGRAM_ANYA)
    assert "This was answered, undone, or took too long." in plain(house.answers["Anya"][0].text)
    assert len({button.data for row in first.buttons for button in row}) == 2


async def test_linked_accounts_are_unlinked(joined: House) -> None:
    """/unlink asks first, on either account, and both are notified."""
    asked = await joined.type("Anya", "/unlink", TELEGRAM_ANYA)
    assert "are one player. Make two players" in asked
    await joined.press("Anya", "Make them two again", TELEGRAM_ANYA, answered=True)
    for chat in ("Anna", TELEGRAM_ANYA):
        assert "are separate players again" in plain(joined.last(chat).reply.text)
    assert "You have one account only" in await joined.type("Anya", "/unlink", TELEGRAM_ANYA)


async def test_after_a_week_unlink_asks_which_account_leaves(joined: House) -> None:
    """After a week /unlink asks which account is to begin without games."""
    joined.clock.forward(days=8)
    await joined.manager.forget_old()
    assert "Which account is to begin anew" in await joined.type("Anna", "/unlink", "Anna")
    await joined.press("Anna", "Telegram", "Anna", answered=True)
    assert "are separate players again" in plain(joined.last(TELEGRAM_ANYA).reply.text)


async def test_a_no_to_unlinking_changes_nothing(joined: House) -> None:
    """After a no to /unlink the accounts stay one player."""
    await joined.type("Anna", "/unlink", "Anna")
    await joined.press("Anna", NO, "Anna", answered=True)
    assert plain(joined.answers["Anna"][0].text) == "Your accounts stay one player."
    assert len(await joined.manager.unlinking.accounts(1)) == 2


async def test_an_account_without_a_private_chat_gets_no_code(house: House) -> None:
    """A person without a private chat gets no code, because they could not be asked."""
    house.unreachable.add("Anna")
    assert "I cannot write to you in private." in await house.type("Anna", "/link", TABLE)


async def test_a_code_is_given_wherever_the_answer_is_private(house: House) -> None:
    """A code is given in a shared chat if only the person reads the answer; the question comes in private."""
    code = await ask_for_code(house, "Anna", TABLE)
    await house.type("Anya", f"/link {code}", TELEGRAM_ANYA)
    await house.press("Anya", YES, TELEGRAM_ANYA, answered=True)
    assert "Anya (Telegram) has typed your code." in plain(house.last("Anna").reply.text)
    shown = [plain(each.reply.text) for each in house.platform.messages if each.chat == TABLE]
    assert not any(code in text for text in shown)


async def test_the_question_is_silent_in_quiet_hours(house: House) -> None:
    """A question in a player's quiet hours makes no sound."""
    await house.type("Anna", "/settings zone Europe/London", "Anna")
    await house.type("Anna", "/settings quiet 17-20", "Anna")
    await house.type("Anya", f"/link {await ask_for_code(house)}", TELEGRAM_ANYA)
    await house.press("Anya", YES, TELEGRAM_ANYA, answered=True)
    assert (house.last("Anna").reply.is_silent, house.last("Anna").reply.notifies) == (True, ("anna",))


async def test_after_unlinking_a_game_moves_to_its_players_chat(joined: House) -> None:
    """After unlinking, a game leaves the other player's private chat for its own player's."""
    await joined.type("Anya", "/play", TELEGRAM_ANYA)
    await joined.type("Anya", "/unlink", TELEGRAM_ANYA)
    await joined.press("Anya", "Make them two again", TELEGRAM_ANYA, answered=True)
    game = await only_game(joined)
    assert game in {message.reply.game for message in joined.platform.messages if message.chat == "Anna"}
    assert f"There is no game {game}." in await joined.type("Anya", f"/board {game}", TELEGRAM_ANYA)


async def test_the_question_survives_a_restart(tmp_path: Path) -> None:
    """A question from before a restart can be answered after it."""
    async with open_house(tmp_path / "nardy.db") as house:
        await house.type("Anya", "/start", TELEGRAM_ANYA)
        await house.type("Anya", f"/link {await ask_for_code(house)}", TELEGRAM_ANYA)
        await house.press("Anya", YES, TELEGRAM_ANYA, answered=True)
    async with open_house(tmp_path / "nardy.db", previous=house) as again:
        await again.press("Anna", YES, "Anna", answered=False)
        assert "are one player now" in plain(again.last(TELEGRAM_ANYA).reply.text)


async def test_linking_speaks_each_language(house: House) -> None:
    """Codes and questions are in the person's language."""
    house.language = "ru"
    answer = await house.type("Vera", "/объединить", "Vera")
    found = re.search(r"/link ([a-z2-7]{10}) ", answer)
    assert found is not None
    asked = await house.type("Anya", f"/link {found[1]}", TELEGRAM_ANYA)
    assert asked.startswith("Этот код принадлежит учётной записи Vera (")
    assert words_in("ru").words("button-link-yes") == "Да, это я"


async def test_a_linked_player_is_found_by_either_name(house: House) -> None:
    """A linked player is found by the account's name and by the name on boards."""
    for player in ("Anya", "Boris"):
        await house.type(player, "/board", TELEGRAM_GROUP)
    await link_accounts(house)
    for name in ("Anya", "anna"):
        answer = await house.type("Boris", f"/profile {name}", TELEGRAM_GROUP)
        assert answer == "You have not finished a game with Anna yet."
    assert (await house.type("Boris", "/block Anna", TELEGRAM_GROUP)).startswith("You have blocked Anna")
    assert "You know nobody called Anna" in await house.type(
        "Mallory", "/profile Anna", f"{TELEGRAM_CHAT}Mallory"
    )


async def test_completed_names_of_a_linked_player_are_accepted(house: House) -> None:
    """Completion offers each name by which a linked player is found, including a chosen one."""
    for player in ("Anya", "Boris"):
        await house.type(player, "/board", TELEGRAM_GROUP)
    await link_accounts(house)

    async def completed() -> set[str]:
        person = Person(TELEGRAM, "boris", "Boris")
        typed = Incoming("typed", person, house.place(TELEGRAM_GROUP), Line("/profile An"))
        return set(await house.conversation.complete(typed))

    assert await completed() == {"/profile Anna", "/profile Anya"}
    await house.type("Anna", "/settings name Annabel", "Anna")
    assert await completed() == {"/profile Annabel", "/profile Anya"}


async def test_a_chosen_name_is_shown_everywhere(playing: House) -> None:
    """/settings name sets a name, `off` removes it, and an invisible name is refused."""
    assert "You are called Anna everywhere." in await playing.type("Anna", "/settings name", "Anna")
    answer = await playing.type("Anna", "/settings name Queen of Nardy", "Anna")
    assert answer.startswith("You are called Queen of Nardy everywhere from now on.")
    assert "Queen of Nardy" in plain(playing.last(TABLE).reply.text)
    assert "Nothing of that name can be seen." in await playing.type("Anna", "/settings name \u2800", "Anna")
    assert "Queen of Nardy" in await playing.type("Boris", "/games", "Boris")
    assert await shown_name(playing) == "Queen of Nardy"
    answer = await playing.type("Anna", "/settings name off", "Anna")
    assert answer == "You are called as your first account is: Anna."
    assert await shown_name(playing) == "off"


async def shown_name(house: House, chat: str = "Anna") -> str | None:
    """Return Anna's chosen name as a chat's settings show it, or None if they do not."""
    incoming = Incoming("", Person("web", "anna", "Anna", "en"), house.place(chat), Line(""))
    shown = [each for each in await house.conversation.settings(incoming) if each.option == "name"]
    return shown[0].value if shown else None


async def test_the_name_is_not_a_setting_of_a_shared_chat(house: House) -> None:
    """The name is among a player's own settings, not among a shared chat's."""
    await house.type("Anna", "/start", TABLE)
    assert (await shown_name(house), await shown_name(house, TABLE)) == ("off", None)


async def test_a_puzzle_from_before_linking_stays_its_players(house: House) -> None:
    """A puzzle from before linking is answered afterwards by its player only."""
    await house.type("Anya", "/puzzle", TELEGRAM_ANYA)
    (asked,) = house.answers["Anya"]
    await link_accounts(house)
    (reply,) = await house.handle("Anya", Press(asked.buttons[0][0].data), TELEGRAM_ANYA)
    assert "is best" in plain(reply.text)
    (reply,) = await house.handle("Boris", Press(asked.buttons[0][0].data), TABLE)
    assert plain(reply.text).startswith("Somebody else asked for this puzzle.")


@pytest.mark.parametrize("typed", ["/link Seat", "/link SEAT"])
async def test_the_word_seat_is_read_in_any_case(house: House, typed: str) -> None:
    """`/link Seat` is not taken for a code, in private or in a group."""
    await house.type("Anya", "/start", TELEGRAM_ANYA)
    assert (await house.type("Anya", typed, TELEGRAM_ANYA)).startswith("You have no seat at the local table.")
    house.answers_are_public = True
    assert (await house.type("Anya", typed, TELEGRAM_GROUP)).startswith("I tell codes in private only")


async def test_linked_accounts_share_one_budget(tmp_path: Path) -> None:
    """A budget spent on one account is spent on the other."""
    clock = Clock()
    async with open_house(tmp_path / "nardy.db", clock=clock, budget=RequestBudget(clock)) as house:
        await house.type("Anna", "/start", "Anna")
        await house.type("Anya", "/start", TELEGRAM_ANYA)
        await link_accounts(house)
        clock.forward(minutes=10)
        await house.type("Anya", "/games", TELEGRAM_ANYA)
        while not (await house.type("Anna", "/games", "Anna")).startswith("Too fast"):
            continue
        assert (await house.type("Anya", "/games", TELEGRAM_ANYA)).startswith("Too fast")


async def test_a_question_from_before_linking_is_void(house: House) -> None:
    """A confirmation of /forget from before linking does not delete the joined player."""
    await house.type("Anna", "/start", "Anna")
    await house.type("Anya", "/start", TELEGRAM_ANYA)
    await house.type("Anya", "/forget", TELEGRAM_ANYA)
    (asked,) = house.answers["Anya"]
    await link_accounts(house)
    await house.handle("Anya", Press(asked.buttons[0][0].data), TELEGRAM_ANYA)
    assert await house.manager.people.find_by_account("web", "anna") is not None


async def test_the_other_account_cannot_remove_the_older_one(joined: House) -> None:
    """After a week the newer account is offered only itself for unlinking."""
    joined.clock.forward(days=8)
    await joined.type("Anya", "/unlink", TELEGRAM_ANYA)
    (asked,) = joined.answers["Anya"]
    assert [button.label for row in asked.buttons for button in row] == ["Telegram", NO]


async def test_a_name_does_not_reveal_other_accounts(house: House) -> None:
    """A person who knows only one account of a player learns nothing of the other."""
    house.handles["Anya"] = "Anya_S"
    for player in ("Anna", "Boris"):
        await house.type(player, "/board")
    await house.type("Anya", "/start", TELEGRAM_ANYA)
    await link_accounts(house)
    for name in ("Anya", "@anya_s"):
        assert f"You know nobody called {name}" in await house.type("Boris", f"/profile {name}", "Boris")
    boris = Person("web", "boris", "Boris")
    typed = Incoming("typed", boris, house.place("Boris"), Line("/profile An"))
    assert await house.conversation.complete(typed) == ("/profile Anna",)


async def test_a_linked_player_is_unblocked_by_either_name(house: House) -> None:
    """A blocked, linked player is unblocked by the account's name."""
    for player in ("Anya", "Boris"):
        await house.type(player, "/board", TELEGRAM_GROUP)
    await link_accounts(house)
    await house.type("Boris", "/block Anya", TELEGRAM_GROUP)
    await house.type("Boris", "/unblock Anya", TELEGRAM_GROUP)
    boris = await house.manager.people.find_by_account(TELEGRAM, "boris")
    assert boris is not None
    assert await house.manager.people.blocked_by(boris.id) == []
