"""The number of SQL statements for a typed line, and of times that a game is rebuilt."""

from __future__ import annotations

import asyncio

import pytest

from bot.sessions import Actor, LoadedGame, mapping
from bot.talk.incoming import Incoming, Line, Person
from bot.talk.reply import plain
from tests.dialogues.house import House, only_game
from tests.dialogues.script import TABLE
from tests.statements import watched
from tests.visits import visit_chat

MOVE = (24, 8)
DONE = (34, 12)
REBUILDS = 2
MANY = 24
GAMES = 6
"""The most statements of a list of games, for any number of games."""


async def statements_until_call(house: House, player: str, line: str) -> tuple[int, int]:
    """Return the statements and the transactions between a typed line and the platform's call."""
    place, platform = house.place(TABLE), house.platform
    called = asyncio.Event()
    counts = []

    with watched() as seen:
        for name in ("edit", "send"):
            method = getattr(platform, name)

            async def call(*given: object, method: object = method) -> object:
                counts.append(seen.count)
                called.set()
                return await method(*given)  # type: ignore[operator]  # the platform's own

            setattr(platform, name, call)
        house.event_count += 1
        person = Person(place.platform, player.lower(), player, "en", "")
        incoming = Incoming(f"event {house.event_count}", person, place, Line(line), None)
        try:
            assert await house.conversation.handle(incoming) == ()
            async with asyncio.timeout(10):
                await called.wait()
        finally:
            for name in ("edit", "send"):
                delattr(platform, name)
    await house.until_idle()
    return counts[0]


async def mover(house: House) -> tuple[str, LoadedGame]:
    """Return the name of the player to move in the game at the table, and the game."""
    game = await house.manager.game(await only_game(house))
    return game.player(game.live.mover).name, game


async def begin_many_games(house: House) -> None:
    """Let Anna begin many more games in private."""
    anna, place = await visit_chat(house.manager, "anna", "Anna", "Anna", "private")
    for number in range(MANY):
        actor = Actor(anna.id, f"many {number}", place.id)
        await house.manager.challenges.challenge_computer(actor, "long")
    await house.until_idle()


async def legal_move(house: House, game_id: str) -> str:
    """Return a legal move of a game, as it is typed."""
    game = await house.manager.game(game_id)
    assert game.live.draft is not None
    return str(game.live.draft.next_moves()[0])


one_and_fifty = pytest.mark.parametrize(
    "many",
    [pytest.param(False, id="one game"), pytest.param(True, id="25 games", marks=pytest.mark.slow)],
)


@one_and_fifty
async def test_statements_from_a_line_to_the_platform(playing: House, many: bool) -> None:
    """A typed move and /done take few statements, the same with one open game as with 25."""
    player, game = await mover(playing)
    if many:
        await begin_many_games(playing)
    moved = await statements_until_call(playing, player, await legal_move(playing, game.id))
    assert moved[0] <= MOVE[0]
    assert moved[1] <= MOVE[1]
    while not (draft := (await playing.manager.game(game.id)).live.draft) or not draft.is_complete:
        await playing.type(player, await legal_move(playing, game.id))
    done = await statements_until_call(playing, player, "/done")
    assert done[0] <= DONE[0]
    assert done[1] <= DONE[1]


async def test_a_typed_move_rebuilds_its_game_twice(playing: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """A typed move rebuilds its game once to act and once to show it."""
    player, game = await mover(playing)
    typed = await legal_move(playing, game.id)
    rebuilt: list[str] = []
    load = mapping.load

    def counted(row, *rest):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN002, ANN202 (what it counts)
        rebuilt.append(row.id)
        return load(row, *rest)

    monkeypatch.setattr(mapping, "load", counted)
    await statements_until_call(playing, player, typed)
    assert rebuilt == [game.id] * REBUILDS


@one_and_fifty
async def test_statements_of_the_list_of_games(playing: House, many: bool) -> None:
    """`/games` takes at most six statements, for any number of games."""
    game = await only_game(playing)
    if many:
        await begin_many_games(playing)
    # The sender may still look once if anything is left to deliver.
    with watched(of_this_task=True) as seen:
        (reply,) = await playing.conversation.handle(
            Incoming(
                "list", Person("web", "anna", "Anna", "en", ""), playing.place(TABLE), Line("/games"), None
            )
        )
    assert 0 < len(seen.texts) <= GAMES, seen.texts
    assert ("page 1 of 7" if many else game) in plain(reply.text)
