"""Finding people by name and by handle, and blocking them."""

from __future__ import annotations

import pytest

from bot.sessions import Actor
from bot.talk.incoming import Incoming, Line, Person
from bot.talk.input.parsing import link_payload
from bot.talk.reply import plain
from tests.dialogues.house import TELEGRAM_CHAT, House
from tests.dialogues.script import TABLE
from tests.visits import visit_chat

HALL = "hall"
TELEGRAM_DORA = f"{TELEGRAM_CHAT}Dora"


async def open_challenges(house: House) -> int:
    """Return the number of Anna's open challenges."""
    return len(await house.manager.challenges.made_by(1))


@pytest.mark.parametrize("chat", ["Anna", TABLE])
async def test_a_stranger_is_not_found_by_name(house: House, chat: str) -> None:
    """A person who shares no chat with Anna cannot be challenged by name, in private or at the table."""
    await house.type("Emil", "/start", HALL)
    await house.type("Emil", "/start", "Emil")
    answer = await house.type("Anna", "/challenge Emil", chat)
    assert answer.startswith("You know nobody called Emil")
    assert (await open_challenges(house), house.platform.messages) == (0, [])


async def test_a_person_of_a_common_chat_is_found(house: House) -> None:
    """A private challenge to a person of a common chat goes to that person's private chat."""
    for player in ("Emil", "Anna"):
        await house.type(player, "/start", HALL)
    await house.type("Emil", "/start", "Emil")
    await house.type("Anna", "/challenge Emil", "Anna")
    assert house.shown("Emil").text.startswith("Emil, Anna challenges you")
    assert {message.chat for message in house.platform.messages} == {"Anna", "Emil"}


@pytest.mark.slow
async def test_a_former_opponent_is_found(house: House) -> None:
    """A former opponent who shares no chat with Anna is found by name."""
    await house.type("Anna", "/challenge anyone", "Anna")
    (invite,) = house.last("Anna").reply.invites
    await house.type("Emil", invite.line, "Emil")
    await house.type("Anna", "/challenge Emil", "Anna")
    assert await open_challenges(house) == 1


async def test_a_private_challenge_needs_a_private_chat(house: House) -> None:
    """In private, a person without a private chat cannot be challenged, and the group stays silent."""
    answer = await house.type("Anna", "/challenge Boris", "Anna")
    assert answer.startswith("Boris cannot be reached in private")
    assert (await open_challenges(house), house.platform.messages, house.notified()) == (0, [], [])


async def test_completion_lists_only_acquaintances(house: House) -> None:
    """Completion lists people of common chats, not strangers or the person who types."""
    for player in ("Bella", "Anna"):
        await house.type(player, "/start", HALL)
    await house.type("Bert", "/start", "Bert")

    async def completions(player: str, chat: str) -> tuple[str, ...]:
        person = Person("web", player.lower(), player)
        return await house.conversation.complete(
            Incoming("typed", person, house.place(chat), Line("/challenge @B"))
        )

    assert set(await completions("Anna", "Anna")) == {"/challenge @Bella", "/challenge @Boris"}
    assert await completions("Bert", "Bert") == ()
    assert await completions("Bella", "Bella") == ()


async def completions(house: House, player: str, line: str) -> tuple[str, ...]:
    """Return the completions of a line that a person types in private."""
    person = Person("web", player.lower(), player)
    return await house.conversation.complete(Incoming("typed", person, house.place(player), Line(line)))


async def test_an_ambiguous_name_is_not_completed(house: House) -> None:
    """A name of two people is not offered, because it would be refused."""
    for key in ("bea", "bee"):
        for player in ("Anna", "Bea"):
            person = Person("web", player.lower() if player == "Anna" else key, player)
            await house.conversation.handle(
                Incoming(f"{key} {player}", person, house.place(HALL), Line("/start"))
            )
    assert "Several people you know are called Bea" in await house.type("Anna", "/challenge Bea", "Anna")
    assert "/challenge Bea" not in await completions(house, "Anna", "/challenge B")


async def play_across_platforms(house: House) -> str:
    """Let Dora, on Telegram, resign a game against Anna at the local table; return its id."""
    house.handles["Dora"] = "Dora_TG"
    await house.type("Dora", "/start", TELEGRAM_DORA)
    await house.type("Anna", "/challenge anyone", "Anna")
    (invite,) = house.last("Anna").reply.invites
    await house.type("Dora", invite.line, TELEGRAM_DORA)
    await house.press("Anna", "Start", "Anna", answered=False)
    (game,) = await house.manager.games_of(1)
    await house.type("Dora", f"/resign {game.id}", TELEGRAM_DORA)
    (sure,) = house.answers["Dora"]
    await house.press("Dora", sure.buttons[0][0].label, TELEGRAM_DORA, answered=True)
    if not (await house.manager.game(game.id)).is_over:
        await house.type("Anna", f"/accept {game.id}", "Anna")
    return game.id


@pytest.mark.parametrize("name", ["Dora", "dora", "@dora_tg"])
async def test_an_opponent_on_another_platform_is_found(house: House, name: str) -> None:
    """A former opponent on another platform is found by name and by handle."""
    await play_across_platforms(house)
    assert "Points: 2–0." in await house.type("Anna", f"/profile {name}", "Anna")
    await house.type("Anna", f"/challenge {name}", "Anna")
    assert house.shown(TELEGRAM_DORA).text.startswith("Dora, Anna challenges you")
    assert (await house.type("Anna", f"/block {name}", "Anna")).startswith("You have blocked Dora")


async def test_an_opponent_on_another_platform_is_completed(house: House) -> None:
    """Only players who have played Dora on another platform are offered her name, or find her."""
    await play_across_platforms(house)
    assert await completions(house, "Anna", "/profile D") == ("/profile Dora",)
    assert await completions(house, "Boris", "/profile D") == ()
    for typed in ("Dora", "@dora_tg"):
        assert f"You know nobody called {typed}" in await house.type("Boris", f"/profile {typed}", "Boris")


async def test_a_person_of_this_chat_comes_before_one_elsewhere(house: House) -> None:
    """Dora of the table is found before a former opponent Dora on another platform."""
    await play_across_platforms(house)
    await house.type("Dora", "/start", TABLE)
    assert await house.type("Anna", "/profile Dora") == "You have not finished a game with Dora yet."


async def test_a_handle_in_a_shared_chat_belongs_to_its_platform(house: House) -> None:
    """In a shared chat a handle means an account of the same platform."""
    await play_across_platforms(house)
    await house.type("Anna", "/challenge @dora_tg")
    assert house.shown(TABLE).text.startswith("@dora_tg, Anna challenges you")


async def test_in_private_a_mention_finds_only_acquaintances(house: House) -> None:
    """A mention challenges a stranger in a shared chat, but not in private."""
    await house.type("Emil", "/start", "Emil")
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


async def test_a_handle_challenges_a_new_person(house: House) -> None:
    """A challenge to an unknown handle can be accepted only by a person with that handle."""
    await house.type("Anna", "/challenge @Emil_K narde")
    assert house.shown(TABLE).text == "@emil_k, Anna challenges you to Narde to 5 points."
    await house.press("Carl", "Accept", TABLE, answered=False)
    assert "That challenge is for @emil_k." in plain(house.answers["Carl"][0].text)
    house.handles["Emil"] = "emil_k"
    await house.press("Emil", "Accept", TABLE, answered=False)
    assert house.shown(TABLE).has_picture


async def test_a_challenged_handle_answers_without_an_id(house: House) -> None:
    """A challenge to a handle can be declined without an id by the person with that handle."""
    house.handles["Emil"] = "Emil_K"
    await house.type("Anna", "/challenge @emil_k")
    assert (
        await house.type("Carl", "/decline")
        == "Nothing is waiting for your answer. /challenge challenges somebody."
    )
    await house.type("Emil", "/decline")
    assert house.shown(TABLE).text == "@emil_k has declined Anna’s challenge."


@pytest.mark.slow
async def test_a_handle_is_checked_when_the_button_is_pressed(house: House) -> None:
    """A person who had the handle earlier is refused, and its present owner accepts."""
    await house.type("Anna", "/challenge @emil_k")
    house.handles = {"Emil": "emil_k"}
    await house.type("Emil", "/start")
    house.handles = {"Fritz": "emil_k"}
    await house.press("Emil", "Accept", TABLE, answered=False)
    assert "That challenge is for @emil_k." in plain(house.answers["Emil"][0].text)
    await house.press("Fritz", "Accept", TABLE, answered=False)
    assert house.shown(TABLE).has_picture


async def test_in_private_an_unknown_handle_is_refused(house: House) -> None:
    """In private a challenge to an unknown handle is refused."""
    assert (await house.type("Anna", "/challenge @emil_k", "Anna")).startswith(
        "You know nobody called @emil_k"
    )
    assert await open_challenges(house) == 0


async def test_a_blocked_players_challenge_does_not_arrive(house: House) -> None:
    """A blocked player's challenge is neither notified nor shown in private, but looks normal to them."""
    for player in ("Anna", "Boris"):
        await house.type(player, "/start", player)
    await house.type("Boris", "/block Anna", "Boris")
    house.notified()
    await house.type("Anna", "/challenge Boris", "Anna")
    assert house.shown("Anna").text.startswith("You challenge Boris to Long Nardy.")
    await house.type("Anna", "/challenge Boris", TABLE)
    assert house.shown(TABLE).text.startswith("Boris, Anna challenges you")
    assert (house.notified(), [m for m in house.platform.messages if m.chat == "Boris"]) == ([], [])
    assert "Nothing is waiting for your answer." in await house.type("Boris", "/accept")


async def test_a_private_challenge_has_a_block_button(house: House) -> None:
    """Block behind the ⋯ of a private challenge removes its buttons; the challenger sees no change."""
    for player in ("Anna", "Boris"):
        await house.type(player, "/start", player)
    await house.type("Anna", "/challenge Boris", "Anna")
    before = house.shown("Anna")
    await house.press("Boris", "⋯", "Boris", answered=False)
    await house.press("Boris", "Block", "Boris", answered=True)
    assert house.shown("Boris").labels == ()
    assert house.shown("Boris").text.startswith("You have blocked Anna.")
    assert house.shown("Anna") == before


async def test_a_block_from_a_challenge_can_be_undone(house: House) -> None:
    """⋯ of a shared challenge asks before it blocks, and Undo takes the block back."""
    await house.type("Boris", "/start", "Boris")
    await house.type("Anna", "/challenge Boris")
    await house.press("Boris", "⋯", TABLE, answered=False)
    assert plain(house.answers["Boris"][0].text).startswith("Block Anna?")
    assert "You have blocked nobody." in await house.type("Boris", "/block")
    await house.press("Boris", "⋯", TABLE, answered=False)
    await house.press("Boris", "Block", TABLE, answered=True)
    assert plain(house.answers["Boris"][0].text).startswith("You have blocked Anna")
    await house.press("Boris", "Undo", TABLE, answered=True)
    assert plain(house.answers["Boris"][0].text).startswith("You have unblocked Anna")
    assert "You have blocked nobody." in await house.type("Boris", "/block")


@pytest.mark.parametrize(
    ("player", "refused"), [("Anna", "That is your own challenge"), ("Carl", "That challenge is for Boris")]
)
async def test_a_challenge_has_no_block_button_for_others(house: House, player: str, refused: str) -> None:
    """A challenger or a third person who presses ⋯ blocks no one."""
    for each in ("Anna", "Boris", "Carl"):
        await house.type(each, "/start")
    await house.type("Anna", "/challenge Boris")
    await house.press(player, "⋯", TABLE, answered=False)
    assert plain(house.answers[player][0].text).startswith(refused)
    assert "You have blocked nobody." in await house.type(player, "/block")


async def test_a_link_to_block_opens_the_same_question_in_private(house: House) -> None:
    """⋯ of a shared challenge can be a link, which asks the same question in private."""
    await house.type("Boris", "/start")
    await house.type("Anna", "/challenge Boris")
    (line,) = [
        button.private_line for row in house.last().reply.buttons for button in row if button.label == "⋯"
    ]
    assert (await house.type("Boris", f"/start {link_payload(line)}", "Boris")).startswith("Block Anna?")
    await house.press("Boris", "Block", "Boris", answered=True)
    await house.press("Boris", "Undo", "Boris", answered=True)
    assert plain(house.answers["Boris"][0].text).startswith("You have unblocked Anna")


async def test_a_link_never_blocks_without_asking(playing: House) -> None:
    """A link with a block command asks the person who follows it first."""
    (game,) = await playing.manager.games_of(1)
    for named in ("Boris", game.id):
        assert (await playing.type("Anna", f"/start block_{named}", "Anna")).startswith("Block Boris?")
    assert "You have blocked nobody." in await playing.type("Anna", "/block", "Anna")


async def test_a_blocked_players_offers_do_not_arrive(playing: House) -> None:
    """A draw offer by a blocked player is neither notified nor shown in the private chat."""
    await playing.type("Anna", "/board", "Anna")
    await playing.type("Anna", "/block Boris", "Anna")
    playing.notified()
    await playing.type("Boris", "/draw")
    await playing.press("Boris", "Offer a draw", TABLE, answered=True)
    assert playing.notified() == []
    assert "draw" not in playing.shown("Anna").text
    assert "Agree to a draw" not in playing.shown("Anna").labels
    assert "Boris offers a draw." in playing.shown(TABLE).text
    await playing.type("Anna", "/unblock Boris", "Anna")
    assert "Boris offers a draw." in playing.shown("Anna").text


async def test_the_menu_of_a_game_blocks_the_opponent(playing: House) -> None:
    """Block in the menu blocks the opponent; a spectator does not get it."""
    await playing.type("Anna", "/menu")
    await playing.press("Anna", "Block", TABLE, answered=True)
    assert plain(playing.answers["Anna"][0].text).startswith("You have blocked Boris")
    await playing.type("Carl", "/menu " + (await playing.manager.games_of(1))[0].id)
    assert "Block" not in [button.label for row in playing.answers["Carl"][0].buttons for button in row]


async def test_a_block_is_lifted(house: House) -> None:
    """The list of blocked players has a button for each; after it their challenges arrive again."""
    await house.type("Boris", "/start", "Boris")
    await house.type("Boris", "/block Anna")
    assert await house.type("Boris", "/block") == "You have blocked:"
    await house.press("Boris", "Unblock Anna", TABLE, answered=True)
    assert "You have blocked nobody." in await house.type("Boris", "/block")
    house.notified()
    await house.type("Anna", "/challenge Boris")
    assert house.notified() == ["Boris"]


async def test_self_computer_and_strangers_cannot_be_blocked(house: House) -> None:
    """Blocking oneself, the computer or a stranger is refused."""
    assert "Anna cannot be blocked." in await house.type("Anna", "/block Anna")
    me, chat = await visit_chat(house.manager, "anna", "Anna", "Anna", "private")
    game = await house.manager.challenges.challenge_computer(Actor(me.id, "a game", chat.id), "long")
    assert "The computer cannot be blocked." in await house.type("Anna", f"/block {game.id}", "Anna")
    assert "You know nobody called Emil" in await house.type("Anna", "/block Emil")
    assert "You have not blocked Boris." in await house.type("Anna", "/unblock Boris")
