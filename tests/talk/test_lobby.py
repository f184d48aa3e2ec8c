"""The lobby of a person: its games and invitations, their order, and their buttons."""

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
from tests.dialogues.house import House, only_game
from tests.dialogues.script import TABLE
from tests.pace import HANG
from tests.sessions.world import inhabited


def request_by(house: House, player: str, chat: str, *rooms: str) -> Incoming:
    """Return a request by a person who is known to be in these rooms."""
    person = Person("web", player.lower(), player, house.language)

    async def is_in(key: str) -> bool:
        return key in rooms

    return replace(Incoming("", person, house.place(chat), Line("")), is_in=is_in)


async def lobby_of(house: House, player: str, chat: str = TABLE, *rooms: str) -> Lobby:
    """Return the lobby of a person."""
    return await house.conversation.lobby(request_by(house, player, chat, *rooms))


async def test_a_game_shows_its_players_and_whose_turn_it_is(playing: House) -> None:
    """Both players see their game from their own side, with whose turn it is, in the room where they are."""
    game = await only_game(playing)
    (annas,), (boriss,) = (await lobby_of(playing, "Anna")).games, (await lobby_of(playing, "Boris")).games
    assert (annas.game, annas.players, annas.press) == (game, "Boris", "")
    assert (annas.waits, boriss.waits) == (True, False)
    assert annas.says == "Your turn."
    assert (annas.does, boriss.does) == ("Play 4-1", "")
    assert "Anna" in boriss.says
    assert annas.room == "table"
    for line, side in ((annas, "w"), (boriss, "b")):
        assert (line.board.side, line.board.white[24], line.board.black[12]) == (side, 14, 14)
    assert (await lobby_of(playing, "Anna", "Anna")).games[0].room == "me"
    lobbies = [await lobby_of(playing, player) for player in ("Anna", "Boris")]
    assert [each.says for each in lobbies] == ["One game waits for you", "No game waits for you"]
    assert [each.awaits for each in lobbies] == ["", "You wait for Anna"]


async def test_people_in_a_room_see_its_running_games(playing: House) -> None:
    """Another person in the room sees its running game among others' games; its players do not."""
    game = await only_game(playing)
    seen = await lobby_of(playing, "Carl")
    assert seen.games == ()
    assert [(each.game, each.players, each.waits) for each in seen.others] == [(game, "Anna – Boris", False)]
    assert (await lobby_of(playing, "Anna")).others == ()
    await playing.manager.resign(Actor(1, "the end", None), game)
    assert (await lobby_of(playing, "Carl")).others == ()


async def test_a_private_game_is_seen_by_its_players_only(house: House) -> None:
    """A private game is not shown to people who share a room with a player."""
    await house.type("Anna", "/play", "Anna")
    assert len((await lobby_of(house, "Anna")).games) == 1
    assert (await lobby_of(house, "Carl")).others == ()
    assert (await lobby_of(house, "Carl", "Carl", TABLE)).others == ()


async def test_in_private_only_members_see_a_rooms_games(playing: House) -> None:
    """In private a room's games are shown only to a person who is known to be in it, as a spectator."""
    game = await only_game(playing)
    for rooms, expected in (((), ()), (("another",), ()), ((TABLE,), (game,))):
        text = await lobby_of(playing, "Carl", "Carl", *rooms)
        assert tuple(each.game for each in text.others) == expected
        table = await playing.conversation.table(request_by(playing, "Carl", "Carl", *rooms), game)
        assert (table is not None) == bool(expected)
    table = await playing.conversation.table(request_by(playing, "Carl", "Carl", TABLE), game)
    assert table is not None
    assert (table.is_seated, table.buttons, table.graph) == (False, (), ())
    answer = await playing.type("Carl", f"/roll {game}", "Carl")
    assert answer == f"There is no game {game}. /games lists yours."


async def test_a_challenge_has_buttons_for_its_players(house: House) -> None:
    """A named player can accept or decline, the challenger can withdraw, and others do not see it."""
    await house.type("Anna", "/challenge Boris to 5")
    (received,), (sent,) = (
        (await lobby_of(house, "Boris")).invitations,
        (await lobby_of(house, "Anna")).invitations,
    )
    assert (received.says, received.room) == ("Anna challenges you", "table")
    assert "to 5" in received.rules
    assert [button.label for button in received.buttons] == ["Accept", "Decline"]
    assert (received.waits, sent.waits) == (True, False)
    assert sent.says == "You are waiting for Boris"
    assert [button.label for button in sent.buttons] == ["Withdraw"]
    assert (await lobby_of(house, "Carl")).invitations == ()
    await house.handle("Boris", Press(received.buttons[0].data))
    assert len((await lobby_of(house, "Boris")).games) == 1
    assert (await lobby_of(house, "Boris")).invitations == ()


async def test_the_title_counts_games_and_challenges(playing: House) -> None:
    """The title counts games and challenges that wait for the person, but not their own challenge."""
    assert (await lobby_of(playing, "Carl")).says == "No game waits for you"
    await playing.type("Carl", "/challenge Anna")
    assert (await lobby_of(playing, "Anna")).says == "One game and a challenge wait for you"
    assert (await lobby_of(playing, "Carl")).says == "No game waits for you"
    await playing.type("Anna", "/challenge Boris short")
    assert (await lobby_of(playing, "Boris")).says == "A challenge waits for you"


async def test_people_who_are_awaited_are_named_in_a_line(house: House) -> None:
    """The line names two opponents that a person waits for, each once, and counts the others."""
    lines = []
    for opponent in ("Boris", "Boris", "Carl", "Dora", "Emil"):
        house.clock.forward(minutes=1)
        await house.type(opponent, "/challenge Anna first me")
        (challenge,) = (await lobby_of(house, "Anna")).invitations
        await house.handle("Anna", Press(challenge.buttons[0].data))
        lines.append((await lobby_of(house, "Anna")).awaits)
    assert lines == [
        "You wait for Boris",
        "You wait for Boris",
        "You wait for Boris and Carl",
        "You wait for Boris, Carl and 1 more",
        "You wait for Boris, Carl and 2 more",
    ]


async def test_an_open_challenge_is_seen_in_its_room(house: House) -> None:
    """An open challenge is seen by people in its room, also in private if they are known to be there."""
    await house.type("Anna", "/challenge anyone")
    (here,) = (await lobby_of(house, "Boris")).invitations
    assert (here.says, [button.label for button in here.buttons]) == (
        "Anna is looking for an opponent",
        ["Accept"],
    )
    assert not here.waits
    assert (await lobby_of(house, "Boris", "Boris")).invitations == ()
    (away,) = (await lobby_of(house, "Boris", "Boris", TABLE)).invitations
    assert away.room == "me"
    await house.handle("Boris", Press(away.buttons[0].data), "Boris")
    assert len((await lobby_of(house, "Boris")).games) == 1


@pytest.mark.parametrize("command", ["accept", "decline", "cancel"])
async def test_a_strangers_press_on_a_challenge_is_refused(house: House, command: str) -> None:
    """A person who sends the data of another's button is refused, and nothing changes."""
    await house.type("Anna", "/challenge Boris")
    (received,) = (await lobby_of(house, "Boris")).invitations
    for chat in (TABLE, "Carl"):
        answers = await house.handle("Carl", Press(f":/{command} {received.challenge}"), chat)
        assert answers
    assert (await lobby_of(house, "Boris")).invitations == (received,)


async def test_a_match_between_games_can_be_continued(tmp_path: Path) -> None:
    """A finished game leaves the lobby, unless its match goes on; then a press begins the next game."""
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


async def test_rooms_are_checked_at_the_same_time(house: House) -> None:
    """Membership of all rooms is checked at the same time, so that many take no longer than one."""
    rooms = [TABLE, *(f"room {number}" for number in range(3))]
    shared = [Place("web", room, ChatKind.SHARED) for room in rooms]
    for place in shared:
        for name in ("Anna", "Carl"):
            person = Person("web", name.lower(), name, "en")
            await house.conversation.handle(
                Incoming(
                    f"{place.key} {name}",
                    person,
                    place,
                    Line("/challenge anyone" if name == "Anna" else "/start"),
                )
            )
    everywhere = asyncio.Barrier(len(rooms))

    async def is_in(key: str) -> bool:
        async with asyncio.timeout(HANG):
            await everywhere.wait()
        return key != TABLE

    found = await house.conversation.lobby(replace(request_by(house, "Carl", "Carl"), is_in=is_in))
    assert len(found.invitations) == len(rooms) - 1


async def test_a_game_in_two_rooms_is_seen_in_both(house: House) -> None:
    """A game between two rooms is seen by people in either."""
    this, that = (Place("web", room, ChatKind.SHARED) for room in ("this room", "that room"))

    async def say(name: str, place: Place, line: str) -> None:
        person = Person("web", name.lower(), name, "en")
        await house.conversation.handle(Incoming(f"{name} {place.key} {line}", person, place, Line(line)))

    for place in (this, that):
        await say("Carl", place, "/start")
    await say("Anna", this, "/challenge anyone")
    (waiting,) = (await lobby_of(house, "Carl", "Carl", this.key)).invitations
    await say("Boris", that, waiting.buttons[0].data.partition(":")[2])
    for place in (this, that):
        assert len((await lobby_of(house, "Carl", "Carl", place.key)).others) == 1


async def test_a_card_shows_time_and_dice(house: House) -> None:
    """A card shows the time left and the dice of the player to act."""
    await house.type("Boris", "/start")
    await house.type("Anna", "/challenge Boris 3d first me")
    await house.type("Boris", "/accept")
    await house.until_idle()
    house.clock.forward(hours=1)
    for player in ("Anna", "Boris"):
        (card,) = (await lobby_of(house, player)).games
        assert card.clock is not None
        assert (card.clock.left, card.clock.runs) == (timedelta(days=2, hours=23), True)
        assert (card.board.mover, len(card.board.dice)) == ("w", 2)


async def test_a_newcomer_may_look_without_an_account(
    playing: House, caplog: pytest.LogCaptureFixture
) -> None:
    """A person whom the bot has never met sees a room's game, and no account is created."""
    incoming = request_by(playing, "Nina", "Nina", "table")
    assert await playing.conversation.lobby(incoming) == Lobby()
    seen = await playing.conversation.table(incoming, await only_game(playing))
    assert seen is not None
    assert not seen.is_seated
    completed = replace(incoming, what=Line("/accept "))
    assert await playing.conversation.complete(completed) == ()
    assert await playing.manager.people.find_by_account("web", "nina") is None
    assert caplog.records == []
