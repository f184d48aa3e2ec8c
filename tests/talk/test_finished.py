"""Finished games: their list on the page and in a chat, and which of them each filter shows."""

from __future__ import annotations

import pytest

from bot.sessions import Actor
from bot.talk.incoming import Line
from bot.talk.views.finished import Finished
from tests.dialogues.house import House, only_game
from tests.dialogues.script import TABLE
from tests.talk.test_new_game import page_of, request_by
from tests.talk.test_replays import finish_game

ANNA = 1


async def list_of(
    house: House, player: str, shown: str = "all", page: int = 1, opponent: str = ""
) -> Finished:
    """Return a page of a person's finished games."""
    return await house.conversation.finished(request_by(house, player, TABLE), shown, page, opponent)


async def agree_on_a_draw(house: House) -> str:
    """Begin another game of Anna's against Boris and let it end as a draw; return its id."""
    house.clock.forward(hours=1)
    await house.type("Anna", "/challenge Boris")
    await house.type("Boris", "/accept")
    game = await only_game(house)
    await house.manager.offer_draw(Actor(ANNA, "offer", None), game)
    await house.type("Boris", "/accept")
    return game


async def test_each_player_reads_how_their_games_ended(playing: House) -> None:
    """The last finished game comes first, each player reads it in the second person, and filters count."""
    lost, drawn = await finish_game(playing), await agree_on_a_draw(playing)
    anna, boris = await list_of(playing, "Anna"), await list_of(playing, "Boris")
    assert [each.game for each in anna.games] == [each.game for each in boris.games] == [drawn, lost]
    assert [each.says for each in anna.games][1] == "You resigned and lost a mars."
    assert [each.says for each in boris.games][1] == "Anna resigned. You won a mars."
    assert [each.opponent for each in boris.games] == ["Anna", "Anna"]
    assert [each.label for each in anna.filters] == ["All 2", "Lost 1", "Drawn 1"]
    assert [each.label for each in boris.filters] == ["All 2", "Won 1", "Drawn 1"]
    for player, shown, game in (("Anna", "lost", lost), ("Boris", "won", lost), ("Anna", "drawn", drawn)):
        assert [each.game for each in (await list_of(playing, player, shown)).games] == [game]
    assert (await list_of(playing, "Anna", "won")).games == ()
    assert await list_of(playing, "Carl") == Finished(filters=(await list_of(playing, "Carl")).filters)


async def test_games_are_filtered_by_opponent(playing: House) -> None:
    """Opponents are offered once there are two; the other filters count games against the chosen one."""
    lost = await finish_game(playing)
    assert (await list_of(playing, "Anna")).opponents == ()
    drawn = await agree_on_a_draw(playing)
    await playing.type("Anna", "/challenge Carl")
    await playing.type("Carl", "/accept")
    won = await only_game(playing)
    await playing.manager.resign(Actor(3, "resign", None), won)
    everyone, *opponents = (await list_of(playing, "Anna")).opponents
    assert [each.label for each in (everyone, *opponents)] == ["All opponents", "Boris (2)", "Carl (1)"]
    boris, carl = (each.key for each in opponents)
    against = await list_of(playing, "Anna", opponent=boris)
    assert [each.game for each in against.games] == [drawn, lost]
    assert [each.label for each in against.filters] == ["All 2", "Lost 1", "Drawn 1"]
    assert [each.game for each in (await list_of(playing, "Anna", "lost", opponent=boris)).games] == [lost]
    assert [each.game for each in (await list_of(playing, "Anna", opponent=carl)).games] == [won]
    assert (await list_of(playing, "Boris", opponent=carl)).games == ()


@pytest.mark.parametrize("number", ["", " 99"])
async def test_finished_games_are_listed_in_a_chat(playing: House, number: str) -> None:
    """The message has a line and a button for each game; a page that does not exist is the nearest one."""
    game = await finish_game(playing)
    listed = await playing.type("Boris", f"/games finished{number}", "Boris")
    assert listed == (f"Your finished games:\n{game} Anna resigned. You won a mars. Anna, Long Nardy.")
    (reply,) = playing.answers["Boris"]
    assert [button.data for row in reply.buttons for button in row] == [f":/board {game}"]


async def test_the_page_opens_its_own_list(playing: House) -> None:
    """On a page, `/games finished` opens the list of finished games."""
    await finish_game(playing)
    incoming = request_by(playing, "Boris", "Boris", "/games finished")
    assert isinstance(incoming.what, Line)
    assert page_of(playing, "Boris").is_page
    (reply,) = await playing.conversation.handle(incoming)
    assert reply.opens == "finished"
