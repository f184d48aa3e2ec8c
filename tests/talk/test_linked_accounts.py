"""/link and /unlink: what each of two accounts is asked and told, in private and elsewhere."""

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
from tests.dialogues.script import TABLE
from tests.dialogues.scripted import FAR, FAR_PLATFORM, House, only_game, open_house
from tests.sessions.world import Clock
from tests.talk.houses import copies_of

pytestmark = pytest.mark.slow

FAR_ANYA, FAR_GROUP = f"{FAR}Anya", f"{FAR}group"
YES, NO = "Yes, that is me", "No"


async def code_of(house: House, who: str = "Anna", chat: str = "Anna") -> str:
    """Ask for a code in private; return it."""
    found = re.search(r"/link ([a-z2-7]{10}) ", await house.line(who, "/link", chat))
    assert found is not None
    return found[1]


async def linked(house: House) -> None:
    """Let Anya on the other platform become Anna."""
    await house.line("Anya", f"/link {await code_of(house)}", FAR_ANYA)
    await house.press("Anya", YES, FAR_ANYA, answered=True)
    await house.press("Anna", YES, "Anna", answered=False)


async def begin_joined(house: House) -> None:
    """Let Anya, who has been on the other platform for a while, become Anna."""
    await house.line("Anya", "/start", FAR_ANYA)
    house.dice.hand_in(32, *range(10))  # a code that no copy of the house gives out too
    await linked(house)


joined = copies_of(begin_joined)


async def test_both_are_asked_and_told(playing: House) -> None:
    """Each is told whose account it is and whose games the other would play, and says yes; all are told."""
    await playing.line("Anna", "/start", "Anna")
    await playing.line("Anya", "/play", FAR_ANYA)
    asked = await playing.line("Anya", f"/link {await code_of(playing)}", FAR_ANYA)
    assert asked.startswith("This code is that of Anna (local table).")
    assert "plays your games (1 game, against the computer)" in asked
    assert "you play those of Anna (local table) (1 game, against Boris)" in asked
    await playing.press("Anya", YES, FAR_ANYA, answered=True)
    assert "Now Anna (local table) is asked in private." in plain(playing.answers["Anya"][0].text)
    question = playing.last("Anna").reply
    assert "Anya (Telegram) has typed your code." in plain(question.text)
    assert "plays your games (1 game, against Boris)" in plain(question.text)
    assert playing.platform.notifications[-1] == "anna"
    await playing.press("Anna", YES, "Anna", answered=False)
    for chat in ("Anna", FAR_ANYA):
        told = plain(playing.last(chat).reply.text)
        assert "are one player now, called Anna" in told, chat
        assert "Anna (local table)" in told
        assert "Anya (Telegram)" in told
    mine = await playing.line("Anya", "/games", FAR_ANYA)
    assert "Boris" in mine
    assert "Computer" in mine


async def test_a_game_goes_on_from_either_account(playing: House) -> None:
    """After a link the turn that was to be played at the table is played from the other platform."""
    await playing.line("Anna", "/start", "Anna")
    await playing.line("Anya", "/start", FAR_ANYA)
    await linked(playing)
    await playing.line("Anya", "/move 24/19", FAR_ANYA)
    await playing.line("Anya", "/done", FAR_ANYA)
    assert "Anna rolled 4-1 and played 24/19" in plain(playing.last(TABLE).reply.text)


async def test_what_is_done_while_the_accounts_become_one_is_done_once(house: House) -> None:
    """Who was met as one player and is another when he acts is met again, and what he asked for is done."""
    await house.line("Anya", f"/link {await code_of(house)}", FAR_ANYA)
    await house.press("Anya", YES, FAR_ANYA, answered=True)
    ((yes, _),) = house.last("Anna").reply.buttons
    met = []

    async def administers() -> bool:
        met.append("Anya")
        if len(met) == 1:
            await house.handle("Anna", Press(yes.data), "Anna")
        return True

    person = Person(FAR_PLATFORM, "anya", "Anya", "en")
    what = Line("/settings theme dark")
    asked = Incoming("the event", person, house.place(FAR_GROUP), what, administers=administers)
    (answer,) = await house.conversation.handle(asked)
    assert "are one player now" in plain(house.last(FAR_ANYA).reply.text)
    assert (plain(answer.text), len(met) > 1) == ("Board: dark.", True)
    assert await house.conversation.handle(asked) == ()


async def test_what_is_done_while_the_accounts_are_parted_is_done_by_the_right_one(joined: House) -> None:
    """Who was met as Anna and is a player of his own when he acts begins his own game, and Anna none."""
    await joined.line("Anna", "/unlink", "Anna")
    undo = joined.answers["Anna"][0].buttons[0][0]

    async def private_place() -> Place:
        await joined.handle("Anna", Press(undo.data), "Anna")
        return joined.place(FAR_ANYA)

    person = Person(FAR_PLATFORM, "anya", "Anya", "en")
    asked = Incoming(
        "the event", person, joined.place(FAR_GROUP), Line("/play private"), private_place=private_place
    )
    await joined.conversation.handle(asked)
    await joined.until_idle()
    assert await joined.manager.games_of(1) == []
    anya = await joined.manager.people.find_by_account(FAR_PLATFORM, "anya")
    assert anya is not None
    assert len(await joined.manager.games_of(anya.id)) == 1


async def test_an_old_button_unblocks_whom_that_player_became(house: House) -> None:
    """Who was blocked before he became one with another account is unblocked by the button from before."""
    await house.line("Boris", "/start", FAR_GROUP)
    await house.line("Anya", "/start", FAR_GROUP)
    await house.line("Boris", "/block Anya", FAR_GROUP)
    await house.line("Boris", "/block", f"{FAR}Boris")
    await linked(house)
    await house.press("Boris", "Unblock Anya", f"{FAR}Boris", answered=True)
    boris = await house.manager.people.find_by_account(FAR_PLATFORM, "boris")
    assert boris is not None
    assert await house.manager.people.blocked_by(boris.id) == []


async def test_the_export_tells_of_links(joined: House) -> None:
    """Which accounts became one player of late stands in it, since when, and until when it can be undone."""
    moment = joined.clock()
    (reply,) = await joined.handle("Anya", Line("/export"), FAR_ANYA)
    assert reply.document is not None
    file = json.loads(reply.document.content)
    assert {each["platform"] for each in file["accounts"]} == {"web", FAR_PLATFORM}
    assert file["links"] == [
        {
            "state": "linked",
            "asked": moment.isoformat(),
            "since": moment.isoformat(),
            "accounts_added": [{"platform": FAR_PLATFORM, "id": "anya"}],
            "can_be_undone_until": (moment + UNDO_WITHIN).isoformat(),
            "undone_by": "/unlink",
        }
    ]
    await joined.line("Mallory", f"/link {await code_of(joined)}", f"{FAR}Mallory")
    (theirs,) = await joined.handle("Mallory", Line("/export"), f"{FAR}Mallory")
    assert theirs.document is not None
    assert json.loads(theirs.document.content)["links"] == []


async def test_a_no_ends_it_on_either_side(house: House) -> None:
    """After a no of either nothing is linked, and the other's yes comes too late."""
    await house.line("Anya", "/start", FAR_ANYA)
    await house.line("Anya", f"/link {await code_of(house)}", FAR_ANYA)
    await house.press("Anya", NO, FAR_ANYA, answered=True)
    assert plain(house.answers["Anya"][0].text) == "Nothing was linked."
    await house.line("Anya", f"/link {await code_of(house)}", FAR_ANYA)
    await house.press("Anya", YES, FAR_ANYA, answered=True)
    await house.press("Anna", NO, "Anna", answered=False)
    assert plain(house.last("Anna").reply.text) == "Nothing was linked."
    assert plain(house.last(FAR_ANYA).reply.text) == "Nothing was linked."


async def test_a_victim_who_types_an_attackers_code_sees_whose_it_is(house: House) -> None:
    """The question names the attacker's account with its username, and what he could do then."""
    house.handles["Mallory"] = "mal"
    code = await code_of(house, "Mallory", f"{FAR}Mallory")
    asked = await house.line("Anna", f"/link {code}", "Anna")
    assert asked.startswith("This code is that of Mallory (@mal) (Telegram).")
    assert "Mallory (@mal) (Telegram) can do everything as you" in asked
    assert "if somebody else asked you for this, press No" in asked


async def test_a_code_that_is_asked_for_or_typed_in_a_group_is_of_no_use(house: House) -> None:
    """No code is told there, and one that is typed there is void, also for who reads it."""
    code = await code_of(house)
    house.read_by_others = True
    assert await house.line("Anna", "/link", TABLE) == "I tell codes in private only: send /link to me there."
    told = await house.line("Anya", f"/link {code}", FAR_GROUP)
    assert "this code is void now" in told
    house.read_by_others = False
    for who in ("Anya", "Mallory"):
        assert "No such code is waiting" in await house.line(who, f"/link {code}", f"{FAR}{who}")


async def test_guessing_is_stopped(house: House) -> None:
    """After five wrong codes a person has to wait, whatever he types."""
    for _ in range(5):
        assert "No such code is waiting" in await house.line("Anya", "/link aaaaaaaaaa", FAR_ANYA)
    told = await house.line("Anya", f"/link {await code_of(house)}", FAR_ANYA)
    assert told.startswith("Several codes in a row were wrong.")


async def test_a_question_names_its_own_request_alone(house: House) -> None:
    """Yes to a question that another has followed links nobody else, and a made-up one nobody at all."""
    await house.line("Anya", f"/link {await code_of(house)}", FAR_ANYA)
    first = house.answers["Anya"][0]
    second_code = await code_of(house, "Mallory", f"{FAR}Mallory")
    del second_code
    await house.line("Anya", "/link yes a2b3c4d5e6f7", FAR_ANYA)
    assert "This was answered, undone, or took too long." in plain(house.answers["Anya"][0].text)
    assert len({button.data for row in first.buttons for button in row}) == 2


async def test_linked_accounts_are_made_two_again(joined: House) -> None:
    """/unlink asks first, on either account, and both are told of it."""
    asked = await joined.line("Anya", "/unlink", FAR_ANYA)
    assert "are one player. Make two players" in asked
    await joined.press("Anya", "Make them two again", FAR_ANYA, answered=True)
    for chat in ("Anna", FAR_ANYA):
        assert "are separate players again" in plain(joined.last(chat).reply.text)
    assert "You have one account only" in await joined.line("Anya", "/unlink", FAR_ANYA)


async def test_after_a_week_one_account_is_chosen_to_begin_anew(joined: House) -> None:
    """Then /unlink asks which; what was played stays."""
    joined.clock.forward(days=8)
    await joined.manager.forget_old()
    assert "Which account is to begin anew" in await joined.line("Anna", "/unlink", "Anna")
    await joined.press("Anna", "Telegram", "Anna", answered=True)
    assert "are separate players again" in plain(joined.last(FAR_ANYA).reply.text)


async def test_a_no_to_the_question_of_unlinking_changes_nothing(joined: House) -> None:
    """The accounts stay one player."""
    await joined.line("Anna", "/unlink", "Anna")
    await joined.press("Anna", NO, "Anna", answered=True)
    assert plain(joined.answers["Anna"][0].text) == "Your accounts stay one player."
    assert len(await joined.manager.unlinking.accounts(1)) == 2


async def test_who_may_not_be_written_to_gets_no_code(house: House) -> None:
    """Where the bot knows no private chat nobody could be asked in it."""
    house.unreachable.add("Anna")
    assert "I cannot write to you in private." in await house.line("Anna", "/link", TABLE)


async def test_it_is_asked_for_wherever_the_answer_is_private(house: House) -> None:
    """Among others, where only the person reads the answer, a code is told; he is asked in his own chat."""
    code = await code_of(house, "Anna", TABLE)
    await house.line("Anya", f"/link {code}", FAR_ANYA)
    await house.press("Anya", YES, FAR_ANYA, answered=True)
    assert "Anya (Telegram) has typed your code." in plain(house.last("Anna").reply.text)
    shown = [plain(each.reply.text) for each in house.platform.messages if each.chat == TABLE]
    assert not any(code in text for text in shown)


async def test_the_question_is_silent_in_quiet_hours(house: House) -> None:
    """Who has his quiet hours is asked without a sound."""
    await house.line("Anna", "/settings zone Europe/London", "Anna")
    await house.line("Anna", "/settings quiet 17-20", "Anna")
    await house.line("Anya", f"/link {await code_of(house)}", FAR_ANYA)
    await house.press("Anya", YES, FAR_ANYA, answered=True)
    assert (house.last("Anna").reply.is_silent, house.last("Anna").reply.notifies) == (True, ("anna",))


async def test_after_unlinking_nobody_is_shown_what_is_the_others(joined: House) -> None:
    """A game of the one that stands in the other's private chat is shown in his own instead."""
    await joined.line("Anya", "/play", FAR_ANYA)
    await joined.line("Anya", "/unlink", FAR_ANYA)
    await joined.press("Anya", "Make them two again", FAR_ANYA, answered=True)
    game = await only_game(joined)
    assert game in {message.reply.game for message in joined.platform.messages if message.chat == "Anna"}
    assert f"There is no game {game}." in await joined.line("Anya", f"/board {game}", FAR_ANYA)


async def test_the_question_outlives_a_restart(tmp_path: Path) -> None:
    """Who was asked before the bot was stopped answers after it."""
    async with open_house(tmp_path / "nardy.db") as house:
        await house.line("Anya", "/start", FAR_ANYA)
        await house.line("Anya", f"/link {await code_of(house)}", FAR_ANYA)
        await house.press("Anya", YES, FAR_ANYA, answered=True)
    async with open_house(tmp_path / "nardy.db", before=house) as again:
        await again.press("Anna", YES, "Anna", answered=False)
        assert "are one player now" in plain(again.last(FAR_ANYA).reply.text)


async def test_it_is_told_in_each_language(house: House) -> None:
    """Who speaks Russian is asked and told in Russian."""
    house.language = "ru"
    told = await house.line("Vera", "/объединить", "Vera")
    found = re.search(r"/link ([a-z2-7]{10}) ", told)
    assert found is not None
    asked = await house.line("Anya", f"/link {found[1]}", FAR_ANYA)
    assert asked.startswith("Этот код принадлежит учётной записи Vera (")
    assert words_in("ru").words("button-link-yes") == "Да, это я"


async def test_who_is_linked_is_found_by_the_name_that_boards_show(house: House) -> None:
    """Anya is called Anna since the link: who reads that on a board finds her by either name."""
    for who in ("Anya", "Boris"):
        await house.line(who, "/board", FAR_GROUP)
    await linked(house)
    for name in ("Anya", "anna"):
        told = await house.line("Boris", f"/profile {name}", FAR_GROUP)
        assert told == "You have not finished a game with Anna yet."
    assert (await house.line("Boris", "/block Anna", FAR_GROUP)).startswith("You have blocked Anna")
    assert "You know nobody called Anna" in await house.line("Mallory", "/profile Anna", f"{FAR}Mallory")


async def test_only_names_that_are_accepted_are_completed(house: House) -> None:
    """Each name by which somebody linked is found is offered, the one that was chosen too."""
    for who in ("Anya", "Boris"):
        await house.line(who, "/board", FAR_GROUP)
    await linked(house)

    async def completed() -> set[str]:
        person = Person(FAR_PLATFORM, "boris", "Boris")
        typed = Incoming("typed", person, house.place(FAR_GROUP), Line("/profile An"))
        return set(await house.conversation.complete(typed))

    assert await completed() == {"/profile Anna", "/profile Anya"}
    await house.line("Anna", "/settings name Annabel", "Anna")
    assert await completed() == {"/profile Annabel", "/profile Anya"}


async def test_a_name_that_was_chosen_is_shown_everywhere(playing: House) -> None:
    """/settings name sets it, off takes it back, and nothing that cannot be seen is a name."""
    assert "You are called Anna everywhere." in await playing.line("Anna", "/settings name", "Anna")
    told = await playing.line("Anna", "/settings name Queen of Nardy", "Anna")
    assert told.startswith("You are called Queen of Nardy everywhere from now on.")
    assert "Queen of Nardy" in plain(playing.last(TABLE).reply.text)
    assert "Nothing of that name can be seen." in await playing.line("Anna", "/settings name \u2800", "Anna")
    assert "Queen of Nardy" in await playing.line("Boris", "/games", "Boris")
    assert await shown_name(playing) == "Queen of Nardy"
    told = await playing.line("Anna", "/settings name off", "Anna")
    assert told == "You are called as your first account is: Anna."
    assert await shown_name(playing) == "off"


async def shown_name(house: House, chat: str = "Anna") -> str | None:
    """The name that Anna has written, as the settings of a page show it in a chat, if they do."""
    incoming = Incoming("", Person("web", "anna", "Anna", "en"), house.place(chat), Line(""))
    shown = [each for each in await house.conversation.settings(incoming) if each.option == "name"]
    return shown[0].value if shown else None


async def test_a_name_is_no_setting_of_a_shared_chat(house: House) -> None:
    """A page offers it among one's own settings, and not among those of the table."""
    await house.line("Anna", "/start", TABLE)
    assert (await shown_name(house), await shown_name(house, TABLE)) == ("off", None)


async def test_a_puzzle_of_an_account_that_was_linked_is_still_its_own(house: House) -> None:
    """Who asked for a puzzle before he became one with another player answers it afterwards."""
    await house.line("Anya", "/puzzle", FAR_ANYA)
    (asked,) = house.answers["Anya"]
    await linked(house)
    (told,) = await house.handle("Anya", Press(asked.buttons[0][0].data), FAR_ANYA)
    assert "is best" in plain(told.text)
    (told,) = await house.handle("Boris", Press(asked.buttons[0][0].data), TABLE)
    assert plain(told.text).startswith("Somebody else asked for this puzzle.")


@pytest.mark.parametrize("typed", ["/link Seat", "/link SEAT"])
async def test_the_seat_is_asked_for_in_capitals_too(house: House, typed: str) -> None:
    """A telephone that begins words with a capital makes no code of it, neither in private nor in a group."""
    await house.line("Anya", "/start", FAR_ANYA)
    assert (await house.line("Anya", typed, FAR_ANYA)).startswith("You have no seat at the local table.")
    house.read_by_others = True
    assert (await house.line("Anya", typed, FAR_GROUP)).startswith("I tell codes in private only")


async def test_one_player_has_one_budget(tmp_path: Path) -> None:
    """Who has spent what he may ask for on one platform has nothing left on the other, once met there."""
    clock = Clock()
    async with open_house(tmp_path / "nardy.db", clock=clock, budget=RequestBudget(clock)) as house:
        await house.line("Anna", "/start", "Anna")
        await house.line("Anya", "/start", FAR_ANYA)
        await linked(house)
        clock.forward(minutes=10)
        await house.line("Anya", "/games", FAR_ANYA)
        while not (await house.line("Anna", "/games", "Anna")).startswith("Too fast"):
            continue
        assert (await house.line("Anya", "/games", FAR_ANYA)).startswith("Too fast")


async def test_a_question_from_before_a_link_is_asked_again(house: House) -> None:
    """Who was asked whether to be forgotten, and was linked since, is not forgotten as both by a press."""
    await house.line("Anna", "/start", "Anna")
    await house.line("Anya", "/start", FAR_ANYA)
    await house.line("Anya", "/forget", FAR_ANYA)
    (asked,) = house.answers["Anya"]
    await linked(house)
    await house.handle("Anya", Press(asked.buttons[0][0].data), FAR_ANYA)
    assert await house.manager.people.find_by_account("web", "anna") is not None


async def test_the_older_account_is_taken_out_by_itself_alone(joined: House) -> None:
    """Where the other account asks which is to begin anew, the one with whom the games stay is no answer."""
    joined.clock.forward(days=8)
    await joined.line("Anya", "/unlink", FAR_ANYA)
    (asked,) = joined.answers["Anya"]
    assert [button.label for row in asked.buttons for button in row] == ["Telegram", NO]


async def test_a_name_tells_nobody_what_other_accounts_there_are(house: House) -> None:
    """Who knows Anna of the table alone is offered and told nothing of her as Anya of another platform."""
    house.handles["Anya"] = "Anya_S"
    for who in ("Anna", "Boris"):
        await house.line(who, "/board")
    await house.line("Anya", "/start", FAR_ANYA)
    await linked(house)
    for name in ("Anya", "@anya_s"):
        assert f"You know nobody called {name}" in await house.line("Boris", f"/profile {name}", "Boris")
    boris = Person("web", "boris", "Boris")
    typed = Incoming("typed", boris, house.place("Boris"), Line("/profile An"))
    assert await house.conversation.complete(typed) == ("/profile Anna",)


async def test_who_was_blocked_by_one_name_is_unblocked_by_another(house: House) -> None:
    """Anya, whom boards call Anna, is found among the blocked by the name that the platform shows."""
    for who in ("Anya", "Boris"):
        await house.line(who, "/board", FAR_GROUP)
    await linked(house)
    await house.line("Boris", "/block Anya", FAR_GROUP)
    await house.line("Boris", "/unblock Anya", FAR_GROUP)
    boris = await house.manager.people.find_by_account(FAR_PLATFORM, "boris")
    assert boris is not None
    assert await house.manager.people.blocked_by(boris.id) == []
