"""A person's lobby: what stands there, in which order, for whom, and what can be pressed."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from bot.rules.rulesets import MatchLength
from bot.sessions import Actor, Options
from bot.talk.catalog import words_in
from bot.talk.incoming import ChatKind, Incoming, Line, Person, Place, Press
from bot.talk.views.lobby import Lobby, lobby
from tests.dialogues.script import TABLE
from tests.dialogues.scripted import House, only_game
from tests.pace import HANG
from tests.sessions.world import inhabited


def asking(house: House, who: str, chat: str, *rooms: str) -> Incoming:
    """Return what a person asks by, of whom it is known that he is in some rooms."""
    person = Person("web", who.lower(), who, house.language)

    async def is_in(key: str) -> bool:
        return key in rooms

    return replace(Incoming("", person, house.place(chat), Line("")), is_in=is_in)


async def lobby_of(house: House, who: str, chat: str = TABLE, *rooms: str) -> Lobby:
    """Return the lobby of a person."""
    return await house.conversation.lobby(asking(house, who, chat, *rooms))


async def test_a_game_says_who_plays_and_whose_turn_it_is(playing: House) -> None:
    """Both players see their game, one that it waits for him and the other for whom; it opens in the room."""
    game = await only_game(playing)
    (mine,), (his,) = (await lobby_of(playing, "Anna")).games, (await lobby_of(playing, "Boris")).games
    assert (mine.game, mine.players, mine.press) == (game, "Anna – Boris", "")
    assert (mine.waits, his.waits) == (True, False)
    assert mine.says == "Your turn."
    assert "Anna" in his.says
    assert mine.room == "table"
    for line, side in ((mine, "w"), (his, "b")):
        assert (line.board.side, line.board.white[24], line.board.black[12]) == (side, 14, 14)
    assert (await lobby_of(playing, "Anna", "Anna")).games[0].room == "me"


async def test_who_is_in_the_room_finds_what_others_play_there(playing: House) -> None:
    """He may look at it while it is played; its players do not find it there."""
    game = await only_game(playing)
    seen = await lobby_of(playing, "Carl")
    assert seen.games == ()
    assert [(each.game, each.players, each.waits) for each in seen.others] == [(game, "Anna – Boris", False)]
    assert (await lobby_of(playing, "Anna")).others == ()
    await playing.manager.resign(Actor(1, "the end", None), game)
    assert (await lobby_of(playing, "Carl")).others == ()


async def test_a_private_game_is_found_by_its_players_alone(house: House) -> None:
    """Nobody who shares a room with a player is told of what he plays in private."""
    await house.line("Anna", "/play", "Anna")
    assert len((await lobby_of(house, "Anna")).games) == 1
    assert (await lobby_of(house, "Carl")).others == ()
    assert (await lobby_of(house, "Carl", "Carl", TABLE)).others == ()


async def test_away_from_the_room_it_must_be_known_that_he_is_there(playing: House) -> None:
    """Asked in private, only who is known to be in a room is told of its games, and shown them."""
    game = await only_game(playing)
    for rooms, expected in (((), ()), (("another",), ()), ((TABLE,), (game,))):
        told = await lobby_of(playing, "Carl", "Carl", *rooms)
        assert tuple(each.game for each in told.others) == expected
        table = await playing.conversation.table(asking(playing, "Carl", "Carl", *rooms), game)
        assert (table is not None) == bool(expected)
    table = await playing.conversation.table(asking(playing, "Carl", "Carl", TABLE), game)
    assert table is not None
    assert (table.is_seated, table.buttons, table.graph) == (False, (), ())
    answer = await playing.line("Carl", f"/roll {game}", "Carl")
    assert answer == f"There is no game {game}. /games lists yours."


async def test_a_challenge_offers_to_each_what_he_may_press(house: House) -> None:
    """Who is named accepts or declines, who made it withdraws it, and nobody else finds it."""
    await house.line("Anna", "/challenge Boris to 5")
    (his,), (hers,) = (
        (await lobby_of(house, "Boris")).invitations,
        (await lobby_of(house, "Anna")).invitations,
    )
    assert (his.says, his.room) == ("Anna challenges you", "table")
    assert "to 5" in his.rules
    assert [button.label for button in his.buttons] == ["Accept", "Decline"]
    assert hers.says == "You are waiting for Boris"
    assert [button.label for button in hers.buttons] == ["Withdraw"]
    assert (await lobby_of(house, "Carl")).invitations == ()
    await house.handle("Boris", Press(his.buttons[0].data))
    assert len((await lobby_of(house, "Boris")).games) == 1
    assert (await lobby_of(house, "Boris")).invitations == ()


async def test_one_for_anyone_is_found_by_whoever_is_in_the_room(house: House) -> None:
    """Elsewhere it carries its token for whom it is known to be there, and is unknown to all others."""
    await house.line("Anna", "/challenge")
    (here,) = (await lobby_of(house, "Boris")).invitations
    assert (here.says, [button.label for button in here.buttons]) == (
        "Anna is looking for an opponent",
        ["Accept"],
    )
    assert (await lobby_of(house, "Boris", "Boris")).invitations == ()
    (away,) = (await lobby_of(house, "Boris", "Boris", TABLE)).invitations
    assert away.room == "me"
    await house.handle("Boris", Press(away.buttons[0].data), "Boris")
    assert len((await lobby_of(house, "Boris")).games) == 1


@pytest.mark.parametrize("command", ["accept", "decline", "cancel"])
async def test_a_stranger_presses_what_is_anothers_in_vain(house: House, command: str) -> None:
    """Whoever sends the data of a button that he was never shown is refused, and nothing is changed."""
    await house.line("Anna", "/challenge Boris")
    (his,) = (await lobby_of(house, "Boris")).invitations
    for chat in (TABLE, "Carl"):
        answers = await house.handle("Carl", Press(f":/{command} {his.challenge}"), chat)
        assert answers
    assert (await lobby_of(house, "Boris")).invitations == (his,)


async def test_a_match_that_can_go_on_offers_to(tmp_path: Path) -> None:
    """A game that is over leaves the lobby, unless its match goes on: then a press begins the next game."""
    async with inhabited(tmp_path / "nardy.db") as world:
        lone = await world.game()
        first = await world.game(options=Options(length=MatchLength(points=3)))
        for game in (lone, first):
            loser = world.mover(game)
            over = await world.manager.resign(world.actor(loser), game.id)
            if not over.is_over:
                await world.manager.answer(world.actor(world.waiting(game)), game.id, accept=True)

        async def nowhere(key: str) -> bool:
            raise AssertionError(key)

        view = await world.manager.lobbies.of(world.anna.id, world.table.id, nowhere)
        anna, table, now = world.anna.id, world.table.id, world.clock()
        (line,) = lobby(words_in("en"), view, anna, table, now, theme="wood", here="table").games
        assert (line.game, line.press, line.waits) == (first.id, f":/continue {first.id}", False)


async def test_rooms_are_asked_after_all_at_once(house: House) -> None:
    """Where a platform is slow to say who is in its rooms, one waits as long for many as for one."""
    rooms = [TABLE, *(f"room {number}" for number in range(3))]
    shared = [Place("web", room, ChatKind.SHARED) for room in rooms]
    for place in shared:
        for name in ("Anna", "Carl"):
            person = Person("web", name.lower(), name, "en")
            await house.conversation.handle(
                Incoming(
                    f"{place.key} {name}", person, place, Line("/challenge" if name == "Anna" else "/start")
                )
            )
    everywhere = asyncio.Barrier(len(rooms))

    async def is_in(key: str) -> bool:
        async with asyncio.timeout(HANG):
            await everywhere.wait()
        return key != TABLE

    found = await house.conversation.lobby(replace(asking(house, "Carl", "Carl"), is_in=is_in))
    assert len(found.invitations) == len(rooms) - 1


async def test_a_game_in_two_rooms_is_found_by_who_is_in_either(house: House) -> None:
    """A game that begins from one room to another is shown in both: to be in one of them is enough."""
    this, that = (Place("web", room, ChatKind.SHARED) for room in ("this room", "that room"))

    async def say(name: str, place: Place, line: str) -> None:
        person = Person("web", name.lower(), name, "en")
        await house.conversation.handle(Incoming(f"{name} {place.key} {line}", person, place, Line(line)))

    for place in (this, that):
        await say("Carl", place, "/start")
    await say("Anna", this, "/challenge")
    (waiting,) = (await lobby_of(house, "Carl", "Carl", this.key)).invitations
    await say("Boris", that, waiting.buttons[0].data.partition(":")[2])
    for place in (this, that):
        assert len((await lobby_of(house, "Carl", "Carl", place.key)).others) == 1


async def test_a_card_shows_the_time_and_the_dice_of_who_is_to_act(house: House) -> None:
    """A game with a clock tells how much time who is to act has left, and a roll lies on its board."""
    await house.line("Boris", "/start")
    await house.line("Anna", "/challenge Boris 3d first me")
    await house.line("Boris", "/accept")
    await house.until_idle()
    house.clock.forward(hours=1)
    for who in ("Anna", "Boris"):
        (card,) = (await lobby_of(house, who)).games
        assert card.clock is not None
        assert (card.clock.left, card.clock.runs) == (timedelta(days=2, hours=23), True)
        assert (card.board.mover, len(card.board.dice)) == ("w", 2)


async def test_a_newcomer_may_look_on_and_is_not_made_known(
    playing: House, caplog: pytest.LogCaptureFixture
) -> None:
    """Somebody of the room whom the bot has never heard sees its game; his own lobby is empty."""
    incoming = asking(playing, "Nina", "Nina", "table")
    assert await playing.conversation.lobby(incoming) == Lobby()
    seen = await playing.conversation.table(incoming, await only_game(playing))
    assert seen is not None
    assert not seen.is_seated
    completed = replace(incoming, what=Line("/accept "))
    assert await playing.conversation.complete(completed) == ()
    assert await playing.manager.people.find_by_account("web", "nina") is None
    assert caplog.records == []
