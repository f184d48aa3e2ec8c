from __future__ import annotations

import pytest

from bot.sessions import Actor
from bot.sessions.workers import AlarmRunner, Heartbeat
from bot.sessions.workers.heartbeat import BOT
from storage import health
from tests.dialogues.house import House, only_game
from tests.dialogues.script import TABLE
from tests.visits import visit_chat

pytestmark = pytest.mark.slow

HALL = "hall"


async def second_game(house: House) -> str:
    """Let Anna and Carl begin a game in another chat; return its id."""
    for player in ("Anna", "Carl"):
        await house.type(player, "/start", HALL)
    await house.type("Anna", "/challenge Carl", HALL)
    await house.type("Carl", "/accept", HALL)
    games = await house.manager.games_of(3)
    return games[0].id


async def test_a_command_takes_the_only_game_of_the_chat(playing: House) -> None:
    """A command without an id takes the only game that the chat shows, even if others run elsewhere."""
    game = await only_game(playing)
    other = await second_game(playing)
    assert f"game {game} " in await playing.type("Anna", "/resign mars", TABLE)
    assert f"game {other} " in await playing.type("Anna", "/resign mars", HALL)


async def test_a_reply_takes_the_game_of_its_board(playing: House) -> None:
    """In a chat with several games a reply takes the game of its board."""
    game = await only_game(playing)
    board = playing.message_id(playing.last())
    await playing.type("Anna", "/challenge Boris")
    await playing.type("Boris", "/accept")
    assert f"game {game} " in await playing.type("Anna", "/resign mars", message=board)


async def test_in_private_the_only_waiting_game_is_taken(playing: House) -> None:
    """In a private chat without a game the only game that waits for the player is taken."""
    await playing.type("Anna", "/move 24/20", "Anna")
    assert "so far 24/20" in playing.shown("Anna").text


@pytest.mark.parametrize("line", ["/roll", "/move 24/20", "24/20", "/board", "/resign", "/draw", "/menu"])
async def test_in_a_shared_chat_only_its_games_are_taken(playing: House, line: str) -> None:
    """A command in a shared chat never takes a game that only other chats show."""
    before = playing.last()
    assert (await playing.type("Anna", line, HALL)).startswith("You have no game here.")
    assert playing.last() is before


async def test_a_typed_id_comes_first(playing: House) -> None:
    """A typed id decides before everything else."""
    other = await second_game(playing)
    assert f"game {other} " in await playing.type("Anna", f"/resign {other} mars", TABLE)


async def test_an_unclear_command_asks_which_game(playing: House) -> None:
    """The answer to an unclear command lists games, and the chosen one gets the typed command."""
    game = await only_game(playing)
    await playing.type("Anna", "/settings roll on")
    await playing.type("Anna", "/play", TABLE)
    assert await playing.type("Anna", "/move 24/20", "Anna") == "Which game do you mean?"
    await playing.press("Anna", f"{game}: Anna – Boris, Long Nardy", "Anna", answered=True)
    now = await playing.manager.game(game)
    assert str(now.live.draft) == "24/20"


async def test_a_list_of_games_has_at_most_25_buttons(house: House) -> None:
    """A list of more than 25 games shows 25 on buttons."""
    me, chat = await visit_chat(house.manager, "anna", "Anna", "Anna", "private")
    for number in range(27):
        await house.manager.challenges.challenge_computer(Actor(me.id, f"game {number}", chat.id), "long")
    await house.type("Anna", "/resign", "Anna")
    shown = house.answer("Anna")
    assert shown is not None
    assert len(shown.labels) == 25


async def test_a_rematch_takes_the_last_finished_game(playing: House) -> None:
    """/rematch without an id takes the last finished game, even if another one is running."""
    await playing.type("Boris", "/play", "Boris")
    await playing.type("Anna", "/resign mars")
    await playing.press("Anna", "Resign: mars, 2 points", TABLE, answered=True)
    await playing.type("Boris", "/rematch", "Boris")
    seen = {playing.shown(chat).text for chat in (TABLE, "Boris")}
    assert any("another game" in text or "You challenge Anna" in text for text in seen)


async def begin_clock_game(house: House) -> str:
    """Begin a game with a clock, Anna to play, and one of Boris and Carl; return the first one's id."""
    for player in ("Anna", "Boris", "Carl"):
        await house.type(player, "/start", player)
        await house.type(player, "/start", TABLE)
        await house.type(player, "/settings roll off", player)
    await house.type("Anna", "/challenge Boris 3 days first me", TABLE)
    await house.type("Boris", "/accept", TABLE)
    game = await only_game(house)
    await house.type("Carl", "/challenge Boris no clock first Boris", TABLE)
    await house.type("Boris", "/accept", TABLE)
    return game


async def test_claim_takes_the_claimable_game(house: House) -> None:
    """/claim and /more without an id take the game in which the opponent has run out of time."""
    game = await begin_clock_game(house)
    for line in ("/more", "/claim"):
        house.clock.forward(days=4)
        await run_due_alarms(house)
        await house.type("Boris", line, TABLE)
    assert (await house.manager.game(game)).is_over


async def run_due_alarms(house: House) -> None:
    """Run the due alarms of a bot that has worked all the time."""
    async with house.manager.database.write() as connection:
        await health.note_heartbeats(connection, {BOT: house.clock.now})
    runner = AlarmRunner(house.manager, Heartbeat(house.manager, {}), {})
    while await runner.handle_due():
        pass
    await house.until_idle()


async def test_resume_takes_the_paused_game(house: House) -> None:
    """/resume without an id takes the paused game."""
    game = await begin_clock_game(house)
    await house.type("Boris", f"/pause {game}", TABLE)
    await house.press("Boris", "Offer a pause", TABLE, answered=True)
    await house.type("Anna", f"/pause {game}", TABLE)
    assert (await house.manager.game(game)).paused is not None
    await house.type("Boris", "/resume", TABLE)
    assert (await house.manager.game(game)).paused is None


async def test_a_move_does_not_take_a_paused_game(house: House) -> None:
    """A command for the mover without an id takes the game that is not paused."""
    game = await begin_clock_game(house)
    await house.type("Anna", "/challenge Carl no clock first me", TABLE)
    await house.type("Carl", "/accept", TABLE)
    await house.type("Boris", f"/pause {game}", TABLE)
    await house.press("Boris", "Offer a pause", TABLE, answered=True)
    await house.type("Anna", f"/pause {game}", TABLE)
    (other,) = [each for each in await house.manager.games_of(1) if each.id != game]
    await house.type("Anna", "/roll", TABLE)
    assert (await house.manager.game(other.id)).version > other.version
