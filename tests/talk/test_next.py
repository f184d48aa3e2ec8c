"""/next, the pages of /games, and sleeping games."""

from __future__ import annotations

import pytest

from bot.sessions import Actor, Questions
from bot.talk.context import QUESTION_LIFETIME
from bot.talk.incoming import Incoming, Line, Person, Press
from bot.talk.input.payloads import answer_data
from bot.talk.reply import Button, Jump, Reply, plain
from tests.dialogues.house import House
from tests.dialogues.script import TABLE
from tests.talk.houses import house_after
from tests.visits import visit_chat

HALL = "hall"
FRIENDS = ("Boris", "Carl", "Dora")


async def begin_with(house: House, friend: str, chat: str = TABLE) -> str:
    """Begin a game between Anna and a friend in which Anna is to roll; return its id."""
    before = set(await house.manager.game_ids())
    for player in (friend, "Anna"):
        await house.type(player, "/start", chat)
    await house.type("Anna", f"/challenge {friend} long first me", chat)
    await house.type(friend, "/accept", chat)
    (game,) = set(await house.manager.game_ids()) - before
    house.clock.forward(minutes=1)
    return game


async def begin_three(house: House) -> None:
    """Begin three games at the table in which Anna is to roll."""
    await house.type("Anna", "/settings roll off", "Anna")
    for friend in FRIENDS:
        await begin_with(house, friend)


waiting = house_after(begin_three)


@pytest.fixture
async def three(waiting: House) -> list[str]:
    """Return the ids of the three games, the longest waiting first."""
    anna, chat = await visit_chat(waiting.manager, "anna", "Anna", "Anna", "private")
    return [game.id for game in await waiting.manager.lists.waiting(anna.id, chat.id)]


async def play(house: House, game_id: str, player: str, chat: str = TABLE) -> None:
    """Let a player play a whole turn of a game."""
    person, _ = await visit_chat(
        house.manager, player.lower(), player, chat, "private" if chat == player else "shared"
    )
    game = await house.manager.game(game_id)
    while game.to_act == person.id:
        draft = game.live.draft
        if draft is None:
            line = f"/roll {game_id}"
        else:
            line = f"/done {game_id}" if draft.is_complete else f"/move {game_id} {draft.next_moves()[0]}"
        await house.type(player, line, chat)
        game = await house.manager.game(game_id)


def buttons(reply: Reply) -> dict[str, Button]:
    """Return the buttons of a reply, by label."""
    return {button.label: button for row in reply.buttons for button in row}


def shows(house: House, game: str, chat: str) -> bool:
    """Return True if the last message of a chat shows the game."""
    return game in plain(house.last(chat).reply.text)


async def test_next_shows_the_game_that_has_waited_longest(waiting: House, three: list[str]) -> None:
    """In private /next shows the board of the longest waiting game, and after its turn the next one."""
    for game in three:
        assert await waiting.type("Anna", "/next", "Anna") == ""
        assert shows(waiting, game, "Anna")
        await play(waiting, game, "Anna", "Anna")
    assert "No game waits for you." in await waiting.type("Anna", "/next", "Anna")


async def test_the_next_button_counts_and_shows_the_other_waiting_games(
    waiting: House, three: list[str]
) -> None:
    """After the reader's turn a board has a button that counts the waiting games and shows the next."""
    first, *others = three
    await waiting.type("Anna", f"/board {first}", "Anna")
    assert [label for label in buttons(waiting.last("Anna").reply) if "Next" in label] == []
    await play(waiting, first, "Anna", "Anna")
    assert "Next (2)" in buttons(waiting.last("Anna").reply)
    for number, game in enumerate(others, 1):
        await waiting.press("Anna", f"Next ({len(others) + 1 - number})", "Anna", answered=False)
        assert shows(waiting, game, "Anna")
        await play(waiting, game, "Anna", "Anna")
    assert [label for label in buttons(waiting.last("Anna").reply) if "Next" in label] == []


async def test_next_in_the_menu_goes_round_all_waiting_games(waiting: House, three: list[str]) -> None:
    """Next in the menus of three boards shows each of three games once."""
    await waiting.type("Anna", f"/board {three[0]}", "Anna")
    visited = []
    for _ in three:
        await waiting.press("Anna", "⋯", "Anna", answered=False)
        await waiting.press("Anna", "Next (2)", "Anna", answered=True)
        visited.append(next(game for game in three if shows(waiting, game, "Anna")))
    assert visited == [*three[1:], three[0]]


async def test_a_stale_next_button_says_that_no_game_waits(waiting: House, three: list[str]) -> None:
    """A Next button that is pressed when no game waits any more is answered so."""
    first, *others = three
    await play(waiting, first, "Anna", "Anna")
    board = waiting.last("Anna")
    for game in others:
        await play(waiting, game, "Anna")
    press = Press(buttons(board.reply)["Next (2)"].data)
    (reply,) = await waiting.handle("Anna", press, "Anna", waiting.message_id(board), has_toast=True)
    assert plain(reply.text).startswith("No game waits for you.")
    assert not reply.buttons


async def test_in_a_shared_chat_next_links_to_the_games_shown_there(waiting: House, three: list[str]) -> None:
    """In a shared chat Next is answered privately, with a link to the board and a button for the next one."""
    elsewhere = await begin_with(waiting, "Emil", HALL)
    await play(waiting, three[0], "Anna")
    board = waiting.last(TABLE)
    visited: list[str] = []
    press = buttons(board.reply)["Next"]
    (reply,) = await waiting.handle("Anna", Press(press.data), TABLE, waiting.message_id(board))
    for _ in three[1:]:
        (jump,) = [span for span in reply.text if isinstance(span, Jump)]
        assert waiting.platform.messages[int(jump.message)].chat == TABLE
        visited.append(jump.text)
        (reply,) = await waiting.handle("Anna", Press(buttons(reply)["Next (1)"].data), TABLE)
    assert visited == three[1:]
    assert elsewhere not in plain(reply.text)


async def test_a_shared_board_has_a_next_button_only_if_a_player_needs_it(
    waiting: House, three: list[str]
) -> None:
    """A shared board has a Next button only if a player who need not act has another waiting game there."""
    assert "Next" not in buttons(waiting.last(TABLE).reply)  # Dora need not act and has no other game
    game = await begin_with(waiting, "Emil", HALL)
    await play(waiting, game, "Anna", HALL)
    assert "Next" not in buttons(waiting.last(HALL).reply)  # Anna's other games are not shown in this chat
    await play(waiting, three[0], "Anna")
    assert "Next" in buttons(waiting.last(TABLE).reply)


async def test_in_a_shared_chat_games_elsewhere_are_linked_privately(
    waiting: House, three: list[str]
) -> None:
    """Games that wait in other chats are linked if the answer is private, else only counted."""
    await waiting.type("Anna", "/start", HALL)
    (reply,) = await waiting.handle("Anna", Line("/next"), HALL)
    assert plain(reply.text).startswith(
        "None of the games shown here waits for you. 3 wait elsewhere: /next in"
    )
    for game in (*three, three[0]):
        assert [span.text for span in reply.text if isinstance(span, Jump)] == [game]
        (reply,) = await waiting.handle("Anna", Press(buttons(reply)["Next (2)"].data), HALL)
    waiting.answers_are_public = True
    (reply,) = await waiting.handle("Anna", Line("/next"), HALL)
    assert [game for game in three if game in plain(reply.text)] == []


async def test_a_game_with_an_open_offer_waits_for_its_answer(house: House) -> None:
    """A game with an unanswered offer waits for the opponent, unless its author is blocked."""
    game = await begin_with(house, "Boris")
    await house.type("Anna", f"/draw {game}")
    await house.press("Anna", "Offer a draw", TABLE, answered=True)
    assert await house.type("Boris", "/next", "Boris") == ""
    assert shows(house, game, "Boris")
    await house.type("Boris", "/block Anna", "Boris")
    assert "No game waits for you." in await house.type("Boris", "/next", "Boris")


async def finish_first_game(house: House) -> str:
    """Finish the first game of a match; return its id."""
    await house.type("Anna", "/challenge Boris narde to 5")
    await house.type("Boris", "/accept")
    (game,) = await house.manager.game_ids()
    await house.type("Boris", "/resign mars")
    await house.press("Boris", "Resign: mars, 2 points", TABLE, answered=True)
    return game


async def test_an_old_next_button_with_an_id_continues_its_match(house: House) -> None:
    """An old button with `/next ID` begins the next game of its match."""
    game = await finish_first_game(house)
    assert await house.handle("Boris", Press(f":/next {game}"), TABLE, house.message_id(house.last())) == ()
    assert len(await house.manager.game_ids()) == 2
    assert "2–0" in plain(house.last().reply.text)
    (reply,) = await house.handle("Anna", Press(f":/next {game}"), TABLE)
    assert "has already begun" in plain(reply.text)


async def test_an_old_question_of_next_continues_its_match(house: House) -> None:
    """The answer to an old question about `/next ID` begins the next game of its match."""
    game = await finish_first_game(house)
    await Questions(house.manager).ask(1, [f"/next {game}"], "old", QUESTION_LIFETIME)
    assert await house.handle("Anna", Press(answer_data("old", 0)), TABLE) == ()
    assert len(await house.manager.game_ids()) == 2


async def test_continue_is_completed_by_matches_between_games(house: House) -> None:
    """/continue is completed by the games after which a match goes on."""
    game = await finish_first_game(house)
    anna, line = Person("web", "anna", "Anna", "en"), Line("/continue ")
    found = await house.conversation.complete(Incoming("typing", anna, house.place(TABLE), line))
    assert found == (f"/continue {game}",)


async def test_a_present_next_button_begins_no_game(house: House) -> None:
    """A present Next button of a finished game leads to a waiting game and does not continue the match."""
    game = await finish_first_game(house)
    (reply,) = await house.handle("Anna", Press(f"9:/next {game}"), TABLE)
    assert plain(reply.text) == "No game waits for you. /continue begins the next game of your match."
    assert len(await house.manager.game_ids()) == 1


async def test_more_than_five_games_are_listed_in_pages(house: House) -> None:
    """A long list of games has four a page, the longest waiting first, with buttons to turn pages."""
    games: list[str] = []
    await house.type("Anna", "/settings roll off", "Anna")
    for _ in range(9):
        known = set(await house.manager.game_ids())
        await house.type("Anna", "/play first me", "Anna")
        games += set(await house.manager.game_ids()) - known
        house.clock.forward(minutes=1)
    (first,) = await house.handle("Anna", Line("/games"), "Anna")
    assert plain(first.text).startswith("Your games, page 1 of 3:\n")
    assert [span.text for span in first.text if isinstance(span, Jump)] == games[:4]
    assert list(buttons(first))[4:] == ["›"]
    (second,) = await house.handle("Anna", Press(buttons(first)["›"].data), "Anna", "999")
    assert second.replaces
    assert [span.text for span in second.text if isinstance(span, Jump)] == games[4:8]
    assert list(buttons(second))[4:] == ["‹", "›"]
    (last,) = await house.handle("Anna", Line("/games 3"), "Anna")
    assert [span.text for span in last.text if isinstance(span, Jump)] == games[8:]
    (beyond,) = await house.handle("Anna", Line("/games 999999"), "Anna")
    assert plain(beyond.text) == plain(last.text)


async def test_five_games_fit_on_one_page(house: House) -> None:
    """A list of five games has one page with five rows of buttons."""
    for _ in range(5):
        await house.type("Anna", "/play", "Anna")
    (shown,) = await house.handle("Anna", Line("/games"), "Anna")
    assert plain(shown.text).startswith("Your games:\n")
    assert len(shown.buttons) == 5


async def test_an_idle_game_sleeps(waiting: House, three: list[str]) -> None:
    """After thirty days without an action a game is in no list, and no command means it."""
    old, *others = three
    waiting.clock.forward(days=30, minutes=-2)
    assert old not in await waiting.type("Anna", "/games", "Anna")
    for game in others:
        assert game in await waiting.type("Anna", "/games", "Anna")
    waiting.clock.forward(days=1)
    assert "No game waits for you." in await waiting.type("Anna", "/next", "Anna")
    assert await waiting.type("Anna", "/roll", "Anna") == (
        "You have no game here. /play starts one against the computer, /challenge challenges a friend."
    )
    (reply,) = await waiting.handle("Anna", Line("/games"), "Anna")
    assert plain(reply.text) == (
        "3 games are asleep: nothing has happened in them for a long time. /games sleeping lists them."
    )


@pytest.mark.parametrize("line", ["/games sleeping", "/партии спящие"])
async def test_an_action_wakes_a_sleeping_game(waiting: House, three: list[str], line: str) -> None:
    """Showing a sleeping game leaves it asleep, and an action in it wakes it."""
    waiting.clock.forward(days=40)
    (reply,) = await waiting.handle("Anna", Line(line), "Anna")
    assert plain(reply.text).startswith("Your sleeping games: nothing has happened in them for a long time.")
    assert [span.text for span in reply.text if isinstance(span, Jump)] == three[::-1]
    press = next(button for label, button in buttons(reply).items() if three[1] in label)
    await waiting.handle("Anna", Press(press.data), "Anna")
    assert shows(waiting, three[1], "Anna")
    assert "3 games are asleep" in await waiting.type("Anna", "/games", "Anna")
    await waiting.press("Anna", "🎲 Roll", "Anna", answered=False)
    listed = await waiting.type("Anna", "/games", "Anna")
    assert three[1] in listed
    assert "2 games are asleep" in listed


async def test_a_player_without_sleeping_games_is_answered_so(waiting: House, three: list[str]) -> None:
    """/games sleeping says so if none of the player's games is asleep."""
    assert three
    assert "None of your games is asleep." in await waiting.type("Anna", "/games sleeping", "Anna")


async def test_sleeping_games_do_not_count_as_open(
    waiting: House, three: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sleeping games do not count towards the limit of open games."""
    assert three
    monkeypatch.setattr("bot.sessions.challenges.OPEN_GAMES", 3)
    assert "You already have 3 open games" in await waiting.type("Anna", "/play", "Anna")
    waiting.clock.forward(days=31)
    assert await waiting.type("Anna", "/play", "Anna") == "You play Long Nardy."


async def test_a_paused_game_does_not_sleep(waiting: House, three: list[str]) -> None:
    """A paused game stays in the list, but waits for no player."""
    async with waiting.manager.database.write() as connection:
        await connection.exec_driver_sql("UPDATE games SET paused = changed WHERE id = ?", (three[0],))
    waiting.clock.forward(days=31)
    assert three[0] in await waiting.type("Anna", "/games", "Anna")
    assert "No game waits for you." in await waiting.type("Anna", "/next", "Anna")


async def test_a_game_with_a_running_clock_does_not_sleep(waiting: House, three: list[str]) -> None:
    """A game sleeps only a while after its clock has run out."""
    due = "2027-01-20T18:00:00.000000Z"
    async with waiting.manager.database.write() as connection:
        await connection.exec_driver_sql(
            "UPDATE games SET white_left = 0, black_left = 0, due = ? WHERE id = ?", (due, three[2])
        )
    waiting.clock.forward(days=60)
    player, chat = await visit_chat(waiting.manager, "anna", "Anna", "Anna", "private")
    found = await waiting.manager.lists.waiting(player.id, chat.id)
    assert [game.id for game in found] == three[2:]
    waiting.clock.forward(days=60)
    assert await waiting.manager.lists.waiting(player.id, chat.id) == []
    assert (await waiting.manager.roll(Actor(player.id, "rolled", chat.id), three[2])).id == three[2]
