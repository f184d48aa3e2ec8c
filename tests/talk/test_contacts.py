"""Finding people by name, by handle, and not at all."""

from __future__ import annotations

import pytest

from bot.sessions import Actor
from bot.talk.incoming import Incoming, Line, Person
from bot.talk.input.parsing import link_payload
from bot.talk.reply import plain
from tests.dialogues.script import TABLE
from tests.dialogues.scripted import FAR, House
from tests.visits import visit_chat

HALL = "hall"
FAR_DORA = f"{FAR}Dora"


async def open_challenges(house: House) -> int:
    """Return how many challenges of Anna's are open."""
    return len(await house.manager.challenges.made_by(1))


@pytest.mark.parametrize("chat", ["Anna", TABLE])
async def test_a_stranger_is_not_found_by_his_name(house: House, chat: str) -> None:
    """Emil, met in a chat where Anna never was, can be challenged neither in private nor at the table."""
    await house.line("Emil", "/start", HALL)
    await house.line("Emil", "/start", "Emil")
    answer = await house.line("Anna", "/challenge Emil", chat)
    assert answer.startswith("You know nobody called Emil")
    assert (await open_challenges(house), house.platform.messages) == (0, [])


async def test_who_was_heard_in_a_common_chat_is_found(house: House) -> None:
    """After both were met in the hall Anna finds Emil, also in private, where he is reached in private."""
    for who in ("Emil", "Anna"):
        await house.line(who, "/start", HALL)
    await house.line("Emil", "/start", "Emil")
    await house.line("Anna", "/challenge Emil", "Anna")
    assert house.standing("Emil").text.startswith("Emil, Anna challenges you")
    assert {message.chat for message in house.platform.messages} == {"Anna", "Emil"}


@pytest.mark.slow
async def test_who_was_played_is_found(house: House) -> None:
    """An opponent who came by a link shares no chat with Anna, and is found by her all the same."""
    await house.line("Anna", "/challenge", "Anna")
    (invite,) = house.last("Anna").reply.invites
    await house.line("Emil", invite.line, "Emil")
    await house.line("Anna", "/challenge Emil", "Anna")
    assert await open_challenges(house) == 1


async def test_a_challenge_made_in_private_notifies_in_no_group(house: House) -> None:
    """Who never wrote to the bot in private cannot be challenged there, and the group stays silent."""
    answer = await house.line("Anna", "/challenge Boris", "Anna")
    assert answer.startswith("Boris cannot be reached in private")
    assert (await open_challenges(house), house.platform.messages, house.notified()) == (0, [], [])


async def test_completion_lists_acquaintances_alone(house: House) -> None:
    """Half a name is completed to people of common chats; strangers, and oneself, are not listed."""
    for who in ("Bella", "Anna"):
        await house.line(who, "/start", HALL)
    await house.line("Bert", "/start", "Bert")

    async def completed(who: str, chat: str) -> tuple[str, ...]:
        person = Person("web", who.lower(), who)
        return await house.conversation.complete(
            Incoming("typed", person, house.place(chat), Line("/challenge @B"))
        )

    assert set(await completed("Anna", "Anna")) == {"/challenge @Bella", "/challenge @Boris"}
    assert await completed("Bert", "Bert") == ()
    assert await completed("Bella", "Bella") == ()


async def completed(house: House, who: str, line: str) -> tuple[str, ...]:
    """What a line that a person types in private could become."""
    person = Person("web", who.lower(), who)
    return await house.conversation.complete(Incoming("typed", person, house.place(who), Line(line)))


async def test_of_two_with_one_name_none_is_offered(house: House) -> None:
    """What is completed is accepted: not a name that would be refused as that of several."""
    for key in ("bea", "bee"):
        for who in ("Anna", "Bea"):
            person = Person("web", who.lower() if who == "Anna" else key, who)
            await house.conversation.handle(
                Incoming(f"{key} {who}", person, house.place(HALL), Line("/start"))
            )
    assert "Several people you know are called Bea" in await house.line("Anna", "/challenge Bea", "Anna")
    assert "/challenge Bea" not in await completed(house, "Anna", "/challenge B")


async def played_across(house: House) -> str:
    """Let Anna on the web and Dora on another platform play a game that Dora gives up; return it."""
    house.handles["Dora"] = "Dora_TG"
    await house.line("Dora", "/start", FAR_DORA)
    await house.line("Anna", "/challenge", "Anna")
    (invite,) = house.last("Anna").reply.invites
    await house.line("Dora", invite.line, FAR_DORA)
    await house.press("Anna", "Start", "Anna", answered=False)
    (game,) = await house.manager.games_of(1)
    await house.line("Dora", f"/resign {game.id}", FAR_DORA)
    (sure,) = house.answers["Dora"]
    await house.press("Dora", sure.buttons[0][0].label, FAR_DORA, answered=True)
    if not (await house.manager.game(game.id)).is_over:
        await house.line("Anna", f"/accept {game.id}", "Anna")
    return game.id


@pytest.mark.parametrize("name", ["Dora", "dora", "@dora_tg"])
async def test_a_friend_on_another_platform_is_found(house: House, name: str) -> None:
    """Whom one has played on another platform one finds by name and handle, as the refusal promises."""
    await played_across(house)
    assert "Points: 2–0." in await house.line("Anna", f"/profile {name}", "Anna")
    await house.line("Anna", f"/challenge {name}", "Anna")
    assert house.standing(FAR_DORA).text.startswith("Dora, Anna challenges you")
    assert (await house.line("Anna", f"/block {name}", "Anna")).startswith("You have blocked Dora")


async def test_a_friend_on_another_platform_is_offered(house: House) -> None:
    """The name is completed for who has played Dora; nobody else finds her or is offered her."""
    await played_across(house)
    assert await completed(house, "Anna", "/profile D") == ("/profile Dora",)
    assert await completed(house, "Boris", "/profile D") == ()
    for typed in ("Dora", "@dora_tg"):
        assert f"You know nobody called {typed}" in await house.line("Boris", f"/profile {typed}", "Boris")


async def test_who_is_here_goes_before_a_friend_elsewhere(house: House) -> None:
    """Dora of the table is meant there, though Anna has played a Dora of another platform, and no other."""
    await played_across(house)
    await house.line("Dora", "/start", TABLE)
    assert await house.line("Anna", "/profile Dora") == "You have not finished a game with Dora yet."


async def test_a_handle_among_others_is_that_of_this_platform(house: House) -> None:
    """In a shared chat @dora_tg is whoever has that handle here, and not her who has it elsewhere."""
    await played_across(house)
    await house.line("Anna", "/challenge @dora_tg")
    assert house.standing(TABLE).text.startswith("@dora_tg, Anna challenges you")


async def test_somebody_is_mentioned_in_private_only_if_known(house: House) -> None:
    """A mention by an account's key finds a stranger in private as little as a name does."""
    await house.line("Emil", "/start", "Emil")
    emil = Person("web", "emil", "Emil")
    for chat, refused in (("Anna", True), (TABLE, False)):
        incoming = Incoming(
            f"mention {chat}",
            Person("web", "anna", "Anna"),
            house.place(chat),
            Line("/challenge <@emil>"),
            mentioned=(emil,),
        )
        replies = await house.conversation.handle(incoming)
        answer = plain(replies[0].text) if replies else ""
        assert answer.startswith("You know nobody called Emil") is refused
    await house.until_idle()
    assert await open_challenges(house) == 1


async def test_a_friend_who_was_never_heard_is_challenged_by_his_handle(house: House) -> None:
    """The card at the table is for whoever bears the handle; others are refused, he plays."""
    await house.line("Anna", "/challenge @Emil_K narde")
    assert house.standing(TABLE).text == "@emil_k, Anna challenges you to Narde to 5 points."
    await house.press("Carl", "Accept", TABLE, answered=False)
    assert "That challenge is for @emil_k." in plain(house.answers["Carl"][0].text)
    house.handles["Emil"] = "emil_k"
    await house.press("Emil", "Accept", TABLE, answered=False)
    assert house.standing(TABLE).pictured


async def test_who_bears_the_handle_accepts_without_an_id(house: House) -> None:
    """What is for his handle waits for Emil here, and he may decline it too."""
    house.handles["Emil"] = "Emil_K"
    await house.line("Anna", "/challenge @emil_k")
    assert (
        await house.line("Carl", "/decline")
        == "Nothing is waiting for your answer. /challenge challenges somebody."
    )
    await house.line("Emil", "/decline")
    assert house.standing(TABLE).text == "@emil_k has declined Anna’s challenge."


@pytest.mark.slow
async def test_a_handle_that_has_changed_hands_is_checked_at_the_press(house: House) -> None:
    """Who bore the handle when the card was made, and bears it no more, is refused."""
    await house.line("Anna", "/challenge @emil_k")
    house.handles = {"Emil": "emil_k"}
    await house.line("Emil", "/start")
    house.handles = {"Fritz": "emil_k"}
    await house.press("Emil", "Accept", TABLE, answered=False)
    assert "That challenge is for @emil_k." in plain(house.answers["Emil"][0].text)
    await house.press("Fritz", "Accept", TABLE, answered=False)
    assert house.standing(TABLE).pictured


async def test_in_private_a_handle_of_nobody_known_is_refused(house: House) -> None:
    """A card that nobody else would see is not made."""
    assert (await house.line("Anna", "/challenge @emil_k", "Anna")).startswith(
        "You know nobody called @emil_k"
    )
    assert await open_challenges(house) == 0


async def test_a_block_lets_no_challenge_through(house: House) -> None:
    """A blocked person's challenge is neither shown in private nor notified, and he sees it wait as ever."""
    for who in ("Anna", "Boris"):
        await house.line(who, "/start", who)
    await house.line("Boris", "/block Anna", "Boris")
    house.notified()
    await house.line("Anna", "/challenge Boris", "Anna")
    assert house.standing("Anna").text.startswith("You challenge Boris to Long Nardy.")
    await house.line("Anna", "/challenge Boris", TABLE)
    assert house.standing(TABLE).text.startswith("Boris, Anna challenges you")
    assert (house.notified(), [m for m in house.platform.messages if m.chat == "Boris"]) == ([], [])
    assert "Nothing is waiting for your answer." in await house.line("Boris", "/accept")


async def test_the_card_itself_blocks_who_made_it(house: House) -> None:
    """Block behind the ⋯ of a private card takes its buttons away, and the challenger is told nothing."""
    for who in ("Anna", "Boris"):
        await house.line(who, "/start", who)
    await house.line("Anna", "/challenge Boris", "Anna")
    before = house.standing("Anna")
    await house.press("Boris", "⋯", "Boris", answered=False)
    await house.press("Boris", "Block", "Boris", answered=True)
    assert house.standing("Boris").labels == ()
    assert house.standing("Boris").text.startswith("You have blocked Anna.")
    assert house.standing("Anna") == before


async def test_a_block_from_a_card_is_undone_by_a_press(house: House) -> None:
    """⋯ of a shared card blocks nobody yet; Block does, and Undo beside the answer takes it back."""
    await house.line("Boris", "/start", "Boris")
    await house.line("Anna", "/challenge Boris")
    await house.press("Boris", "⋯", TABLE, answered=False)
    assert plain(house.answers["Boris"][0].text).startswith("Block Anna?")
    assert "You have blocked nobody." in await house.line("Boris", "/block")
    await house.press("Boris", "⋯", TABLE, answered=False)
    await house.press("Boris", "Block", TABLE, answered=True)
    assert plain(house.answers["Boris"][0].text).startswith("You have blocked Anna")
    await house.press("Boris", "Undo", TABLE, answered=True)
    assert plain(house.answers["Boris"][0].text).startswith("You have unblocked Anna")
    assert "You have blocked nobody." in await house.line("Boris", "/block")


@pytest.mark.parametrize(
    ("who", "refused"), [("Anna", "That is your own challenge"), ("Carl", "That challenge is for Boris")]
)
async def test_the_card_of_a_challenge_blocks_for_nobody_else(house: House, who: str, refused: str) -> None:
    """A challenger who slips on ⋯ blocks no friend, and a third person nobody."""
    for each in ("Anna", "Boris", "Carl"):
        await house.line(each, "/start")
    await house.line("Anna", "/challenge Boris")
    await house.press(who, "⋯", TABLE, answered=False)
    assert plain(house.answers[who][0].text).startswith(refused)
    assert "You have blocked nobody." in await house.line(who, "/block")


async def test_a_link_of_a_card_leads_to_the_same_question_in_private(house: House) -> None:
    """⋯ of a shared card is a link where links open the private chat: Block and Undo stand there."""
    await house.line("Boris", "/start")
    await house.line("Anna", "/challenge Boris")
    (line,) = [
        button.private_line for row in house.last().reply.buttons for button in row if button.label == "⋯"
    ]
    assert (await house.line("Boris", f"/start {link_payload(line)}", "Boris")).startswith("Block Anna?")
    await house.press("Boris", "Block", "Boris", answered=True)
    await house.press("Boris", "Undo", "Boris", answered=True)
    assert plain(house.answers["Boris"][0].text).startswith("You have unblocked Anna")


async def test_a_link_that_somebody_made_blocks_nobody(playing: House) -> None:
    """Whatever a link carries behind block, the person who follows it is asked first."""
    (game,) = await playing.manager.games_of(1)
    for named in ("Boris", game.id):
        assert (await playing.line("Anna", f"/start block_{named}", "Anna")).startswith("Block Boris?")
    assert "You have blocked nobody." in await playing.line("Anna", "/block", "Anna")


async def test_offers_of_who_is_blocked_do_not_arrive(playing: House) -> None:
    """A draw offered by somebody whom Anna has blocked neither notifies nor shows in her private chat."""
    await playing.line("Anna", "/board", "Anna")
    await playing.line("Anna", "/block Boris", "Anna")
    playing.notified()
    await playing.line("Boris", "/draw")
    await playing.press("Boris", "Offer a draw", TABLE, answered=True)
    assert playing.notified() == []
    assert "draw" not in playing.standing("Anna").text
    assert "Agree to a draw" not in playing.standing("Anna").labels
    assert "Boris offers a draw." in playing.standing(TABLE).text
    await playing.line("Anna", "/unblock Boris", "Anna")
    assert "Boris offers a draw." in playing.standing("Anna").text


async def test_the_menu_of_a_game_blocks_the_opponent(playing: House) -> None:
    """Block in the menu means the one whom one plays; a watcher is not offered it."""
    await playing.line("Anna", "/menu")
    await playing.press("Anna", "Block", TABLE, answered=True)
    assert plain(playing.answers["Anna"][0].text).startswith("You have blocked Boris")
    await playing.line("Carl", "/menu " + (await playing.manager.games_of(1))[0].id)
    assert "Block" not in [button.label for row in playing.answers["Carl"][0].buttons for button in row]


async def test_a_block_is_taken_back(house: House) -> None:
    """The list of the blocked has a button for each; after it challenges arrive again."""
    await house.line("Boris", "/start", "Boris")
    await house.line("Boris", "/block Anna")
    assert await house.line("Boris", "/block") == "You have blocked:"
    await house.press("Boris", "Unblock Anna", TABLE, answered=True)
    assert "You have blocked nobody." in await house.line("Boris", "/block")
    house.notified()
    await house.line("Anna", "/challenge Boris")
    assert house.notified() == ["Boris"]


async def test_neither_oneself_nor_the_program_is_blocked(house: House) -> None:
    """What cannot be blocked is refused, and a stranger's name blocks nobody."""
    assert "Anna cannot be blocked." in await house.line("Anna", "/block Anna")
    me, chat = await visit_chat(house.manager, "anna", "Anna", "Anna", "private")
    game = await house.manager.challenges.challenge_computer(Actor(me.id, "a game", chat.id), "long")
    assert "The computer cannot be blocked." in await house.line("Anna", f"/block {game.id}", "Anna")
    assert "You know nobody called Emil" in await house.line("Anna", "/block Emil")
    assert "You have not blocked Boris." in await house.line("Anna", "/unblock Boris")
