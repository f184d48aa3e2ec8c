"""Next: the game that needs its player most, pages of the list of games, and games that sleep."""

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
    """The id of a game that Anna has just begun with a friend, in which she is to roll."""
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
    """The three games, the one that waits longest first."""
    anna, chat = await visit_chat(waiting.manager, "anna", "Anna", "Anna", "private")
    return [game.id for game in await waiting.manager.lists.waiting(anna.id, chat.id)]


async def play(house: House, game_id: str, player: str, chat: str = TABLE) -> None:
    """Let somebody play a whole turn of a game."""
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
    """The buttons of a reply by their labels."""
    return {button.label: button for row in reply.buttons for button in row}


def shows(house: House, game: str, chat: str) -> bool:
    """Whether the last message of a chat shows a game."""
    return game in plain(house.last(chat).reply.text)


async def test_next_shows_the_game_that_has_waited_longest(waiting: House, three: list[str]) -> None:
    """In private /next brings its board; once she has played there, the next one follows."""
    for game in three:
        assert await waiting.type("Anna", "/next", "Anna") == ""
        assert shows(waiting, game, "Anna")
        await play(waiting, game, "Anna", "Anna")
    assert "No game waits for you." in await waiting.type("Anna", "/next", "Anna")


async def test_the_button_counts_the_other_games_and_leads_through_them(
    waiting: House, three: list[str]
) -> None:
    """On a board where it is not her move, *Next (n)* counts what waits, and leads to it."""
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


async def test_as_many_presses_in_the_menu_as_games_come_back(waiting: House, three: list[str]) -> None:
    """From board to board, by *Next* behind ⋯, three presses visit three games once each."""
    await waiting.type("Anna", f"/board {three[0]}", "Anna")
    visited = []
    for _ in three:
        await waiting.press("Anna", "⋯", "Anna", answered=False)
        await waiting.press("Anna", "Next (2)", "Anna", answered=True)
        visited.append(next(game for game in three if shows(waiting, game, "Anna")))
    assert visited == [*three[1:], three[0]]


async def test_a_stale_count_does_not_mislead(waiting: House, three: list[str]) -> None:
    """Where nothing waits any more when the button is pressed, that is said."""
    first, *others = three
    await play(waiting, first, "Anna", "Anna")
    board = waiting.last("Anna")
    for game in others:
        await play(waiting, game, "Anna")
    press = Press(buttons(board.reply)["Next (2)"].data)
    (told,) = await waiting.handle("Anna", press, "Anna", waiting.message_id(board), has_toast=True)
    assert plain(told.text).startswith("No game waits for you.")
    assert not told.buttons


async def test_in_a_shared_chat_next_links_to_what_is_shown_there(waiting: House, three: list[str]) -> None:
    """The answer is for the one who presses: a link to the message, and a button to the one after it."""
    elsewhere = await begin_with(waiting, "Emil", HALL)
    await play(waiting, three[0], "Anna")
    board = waiting.last(TABLE)
    visited: list[str] = []
    press = buttons(board.reply)["Next"]
    (told,) = await waiting.handle("Anna", Press(press.data), TABLE, waiting.message_id(board))
    for _ in three[1:]:
        (jump,) = [span for span in told.text if isinstance(span, Jump)]
        assert waiting.platform.messages[int(jump.message)].chat == TABLE
        visited.append(jump.text)
        (told,) = await waiting.handle("Anna", Press(buttons(told)["Next (1)"].data), TABLE)
    assert visited == three[1:]
    assert elsewhere not in plain(told.text)


async def test_the_button_of_a_shared_chat_is_there_for_those_who_need_not_act(
    waiting: House, three: list[str]
) -> None:
    """Nobody is led on by a board whose players have no other game there that waits for them."""
    assert "Next" not in buttons(waiting.last(TABLE).reply)  # Dora needs not act, and has no other game
    game = await begin_with(waiting, "Emil", HALL)
    await play(waiting, game, "Anna", HALL)
    assert "Next" not in buttons(waiting.last(HALL).reply)  # the others are not shown here
    await play(waiting, three[0], "Anna")
    assert "Next" in buttons(waiting.last(TABLE).reply)


async def test_in_a_shared_chat_games_elsewhere_are_told_of(waiting: House, three: list[str]) -> None:
    """What waits elsewhere is linked to in private; where others read, it is only counted."""
    await waiting.type("Anna", "/start", HALL)
    (told,) = await waiting.handle("Anna", Line("/next"), HALL)
    assert plain(told.text).startswith(
        "None of the games shown here waits for you. 3 wait elsewhere: /next in"
    )
    for game in (*three, three[0]):
        assert [span.text for span in told.text if isinstance(span, Jump)] == [game]
        (told,) = await waiting.handle("Anna", Press(buttons(told)["Next (2)"].data), HALL)
    waiting.answers_are_public = True
    (told,) = await waiting.handle("Anna", Line("/next"), HALL)
    assert [game for game in three if game in plain(told.text)] == []


async def test_an_offer_is_something_to_act_on(house: House) -> None:
    """A game in which an offer waits for an answer waits for its player, though it is not his turn."""
    game = await begin_with(house, "Boris")
    await house.type("Anna", f"/draw {game}")
    await house.press("Anna", "Offer a draw", TABLE, answered=True)
    assert await house.type("Boris", "/next", "Boris") == ""
    assert shows(house, game, "Boris")
    await house.type("Boris", "/block Anna", "Boris")
    assert "No game waits for you." in await house.type("Boris", "/next", "Boris")


async def between_two(house: House) -> str:
    """The id of the first game of a match, which is over."""
    await house.type("Anna", "/challenge Boris narde to 5")
    await house.type("Boris", "/accept")
    (game,) = await house.manager.game_ids()
    await house.type("Boris", "/resign mars")
    await house.press("Boris", "Resign: mars, 2 points", TABLE, answered=True)
    return game


async def test_old_buttons_of_next_go_on_with_their_match(house: House) -> None:
    """A button from before there was /continue, with `/next ID`, begins the next game of its match."""
    game = await between_two(house)
    assert await house.handle("Boris", Press(f":/next {game}"), TABLE, house.message_id(house.last())) == ()
    assert len(await house.manager.game_ids()) == 2
    assert "2–0" in plain(house.last().reply.text)
    (told,) = await house.handle("Anna", Press(f":/next {game}"), TABLE)
    assert "has already begun" in plain(told.text)


async def test_old_questions_of_next_go_on_with_their_match(house: House) -> None:
    """An answer to a question that was asked before there was /continue begins the next game of a match."""
    game = await between_two(house)
    await Questions(house.manager).ask(1, [f"/next {game}"], "old", QUESTION_LIFETIME)
    assert await house.handle("Anna", Press(answer_data("old", 0)), TABLE) == ()
    assert len(await house.manager.game_ids()) == 2


async def test_continue_is_completed_with_what_can_go_on(house: House) -> None:
    """Behind /continue stand the games after which a match goes on."""
    game = await between_two(house)
    anna, line = Person("web", "anna", "Anna", "en"), Line("/continue ")
    found = await house.conversation.complete(Incoming("typing", anna, house.place(TABLE), line))
    assert found == (f"/continue {game}",)


async def test_a_button_of_today_begins_no_game(house: House) -> None:
    """*Next* behind ⋯ of a game that has ended meanwhile goes on to what waits, and not with the match."""
    game = await between_two(house)
    (told,) = await house.handle("Anna", Press(f"9:/next {game}"), TABLE)
    assert plain(told.text) == "No game waits for you. /continue begins the next game of your match."
    assert len(await house.manager.game_ids()) == 1


async def test_more_than_five_games_come_in_pages(house: House) -> None:
    """Four games a page, each with its board, those that wait longest first; buttons turn the pages."""
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
    """As many games as there are rows of buttons need no pages."""
    for _ in range(5):
        await house.type("Anna", "/play", "Anna")
    (shown,) = await house.handle("Anna", Line("/games"), "Anna")
    assert plain(shown.text).startswith("Your games:\n")
    assert len(shown.buttons) == 5


async def test_a_game_that_is_left_alone_sleeps(waiting: House, three: list[str]) -> None:
    """After thirty days it is in no list, and nothing means it; it is listed among those that sleep."""
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
    (told,) = await waiting.handle("Anna", Line("/games"), "Anna")
    assert plain(told.text) == (
        "3 games are asleep: nothing has happened in them for a long time. /games sleeping lists them."
    )


@pytest.mark.parametrize("line", ["/games sleeping", "/партии спящие"])
async def test_acting_in_a_game_wakes_it(waiting: House, three: list[str], line: str) -> None:
    """A sleeping game is shown by its button and sleeps on; whoever acts in it brings it back."""
    waiting.clock.forward(days=40)
    (told,) = await waiting.handle("Anna", Line(line), "Anna")
    assert plain(told.text).startswith("Your sleeping games: nothing has happened in them for a long time.")
    assert [span.text for span in told.text if isinstance(span, Jump)] == three[::-1]
    press = next(button for label, button in buttons(told).items() if three[1] in label)
    await waiting.handle("Anna", Press(press.data), "Anna")
    assert shows(waiting, three[1], "Anna")
    assert "3 games are asleep" in await waiting.type("Anna", "/games", "Anna")
    await waiting.press("Anna", "🎲 Roll", "Anna", answered=False)
    listed = await waiting.type("Anna", "/games", "Anna")
    assert three[1] in listed
    assert "2 games are asleep" in listed


async def test_none_sleeps(waiting: House, three: list[str]) -> None:
    """Who asks for sleeping games and has none is told so."""
    assert three
    assert "None of your games is asleep." in await waiting.type("Anna", "/games sleeping", "Anna")


async def test_sleeping_games_do_not_count_among_the_open_ones(
    waiting: House, three: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who has left all his games alone may begin as many new ones as are allowed at once."""
    assert three
    monkeypatch.setattr("bot.sessions.challenges.OPEN_GAMES", 3)
    assert "You already have 3 open games" in await waiting.type("Anna", "/play", "Anna")
    waiting.clock.forward(days=31)
    assert await waiting.type("Anna", "/play", "Anna") == ""


async def test_a_game_that_pauses_does_not_sleep(waiting: House, three: list[str]) -> None:
    """A game that pauses by agreement stays in the list; but it waits for nobody."""
    async with waiting.manager.database.write() as connection:
        await connection.exec_driver_sql("UPDATE games SET paused = changed WHERE id = ?", (three[0],))
    waiting.clock.forward(days=31)
    assert three[0] in await waiting.type("Anna", "/games", "Anna")
    assert "No game waits for you." in await waiting.type("Anna", "/next", "Anna")


async def test_a_game_whose_time_runs_does_not_sleep(waiting: House, three: list[str]) -> None:
    """While somebody's time runs, or ran out of late, a game stays where it is, however long that takes."""
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
