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
    """Return a game of Anna and Carl in another chat, in which it is Carl's turn or hers."""
    for player in ("Anna", "Carl"):
        await house.type(player, "/start", HALL)
    await house.type("Anna", "/challenge Carl", HALL)
    await house.type("Carl", "/accept", HALL)
    games = await house.manager.games_of(3)
    return games[0].id


async def test_the_only_game_in_a_chat_is_meant(playing: House) -> None:
    """A command means the one game that the chat shows, whatever is played elsewhere."""
    game = await only_game(playing)
    other = await second_game(playing)
    assert f"game {game} " in await playing.type("Anna", "/resign mars", TABLE)
    assert f"game {other} " in await playing.type("Anna", "/resign mars", HALL)


async def test_the_board_replied_to_is_meant(playing: House) -> None:
    """In a chat with several games the one whose board is replied to is meant."""
    game = await only_game(playing)
    board = playing.message_id(playing.last())
    await playing.type("Anna", "/challenge Boris")
    await playing.type("Boris", "/accept")
    assert f"game {game} " in await playing.type("Anna", "/resign mars", message=board)


async def test_the_only_game_that_waits_is_meant(playing: House) -> None:
    """In a chat without a game the only one that waits for the player is meant."""
    await playing.type("Anna", "/move 24/20", "Anna")
    assert "so far 24/20" in playing.shown("Anna").text


@pytest.mark.parametrize("line", ["/roll", "/move 24/20", "24/20", "/board", "/resign", "/draw", "/menu"])
async def test_among_others_no_game_is_meant_that_is_not_shown_there(playing: House, line: str) -> None:
    """In a shared chat a command never means a game that only other chats show, though it is the only one."""
    before = playing.last()
    assert (await playing.type("Anna", line, HALL)).startswith("You have no game here.")
    assert playing.last() is before


async def test_a_game_can_always_be_named(playing: House) -> None:
    """A typed id goes before everything else."""
    other = await second_game(playing)
    assert f"game {other} " in await playing.type("Anna", f"/resign {other} mars", TABLE)


async def test_where_it_is_unclear_a_list_carries_on(playing: House) -> None:
    """The list of games carries out what was typed in the game that is chosen."""
    game = await only_game(playing)
    await playing.type("Anna", "/settings roll on")
    await playing.type("Anna", "/play", TABLE)
    assert await playing.type("Anna", "/move 24/20", "Anna") == "Which game do you mean?"
    await playing.press("Anna", f"{game}: Anna – Boris, Long Nardy", "Anna", answered=True)
    now = await playing.manager.game(game)
    assert str(now.live.draft) == "24/20"


async def test_more_games_than_buttons_still_make_a_list(house: House) -> None:
    """Up to 25 games stand on buttons, five rows of them."""
    me, chat = await visit_chat(house.manager, "anna", "Anna", "Anna", "private")
    for number in range(27):
        await house.manager.challenges.challenge_computer(Actor(me.id, f"game {number}", chat.id), "long")
    await house.type("Anna", "/resign", "Anna")
    shown = house.answer("Anna")
    assert shown is not None
    assert len(shown.labels) == 25


async def test_a_rematch_means_the_last_finished_game(playing: House) -> None:
    """Without an id /rematch means what was finished last, though something else is being played."""
    await playing.type("Boris", "/play", "Boris")
    await playing.type("Anna", "/resign mars")
    await playing.press("Anna", "Resign: mars, 2 points", TABLE, answered=True)
    await playing.type("Boris", "/rematch", "Boris")
    seen = {playing.shown(chat).text for chat in (TABLE, "Boris")}
    assert any("another game" in text or "You challenge Anna" in text for text in seen)


async def two_clocks(house: House) -> str:
    """Return a game with a clock that Anna is to begin with Boris, who plays with Carl there too."""
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


async def test_claim_means_the_game_that_can_be_claimed(house: House) -> None:
    """Of two games /claim and /more without an id mean the one in which the other has run out of time."""
    game = await two_clocks(house)
    for line in ("/more", "/claim"):
        house.clock.forward(days=4)
        await runs_out(house)
        await house.type("Boris", line, TABLE)
    assert (await house.manager.game(game)).is_over


async def runs_out(house: House) -> None:
    """Handle what is due in a bot that has worked all the time."""
    async with house.manager.database.write() as connection:
        await health.note_heartbeats(connection, {BOT: house.clock.now})
    runner = AlarmRunner(house.manager, Heartbeat(house.manager, {}), {})
    while await runner.handle_due():
        pass
    await house.until_idle()


async def test_resume_means_the_game_that_is_paused(house: House) -> None:
    """Of two games /resume without an id means the one that is paused."""
    game = await two_clocks(house)
    await house.type("Boris", f"/pause {game}", TABLE)
    await house.press("Boris", "Offer a pause", TABLE, answered=True)
    await house.type("Anna", f"/pause {game}", TABLE)
    assert (await house.manager.game(game)).paused is not None
    await house.type("Boris", "/resume", TABLE)
    assert (await house.manager.game(game)).paused is None


async def test_a_paused_game_does_not_wait(house: House) -> None:
    """Of two games of which one is paused a move means the other, whoever is to move in the paused one."""
    game = await two_clocks(house)
    await house.type("Anna", "/challenge Carl no clock first me", TABLE)
    await house.type("Carl", "/accept", TABLE)
    await house.type("Boris", f"/pause {game}", TABLE)
    await house.press("Boris", "Offer a pause", TABLE, answered=True)
    await house.type("Anna", f"/pause {game}", TABLE)
    (other,) = [each for each in await house.manager.games_of(1) if each.id != game]
    await house.type("Anna", "/roll", TABLE)
    assert (await house.manager.game(other.id)).version > other.version
