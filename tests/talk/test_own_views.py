"""Own views: what a shared chat shows each person on a platform that can show each their own."""

from __future__ import annotations

from asyncio import gather
from dataclasses import replace

from bot.rules import Side
from bot.sessions import Actor, ChallengeState, Player, Review
from bot.talk.incoming import Incoming, Line, Person, Posted
from bot.talk.reply import Reply, plain
from bot.talk.views.board_notes import board_notes
from bot.talk.views.personal import own_board, own_card
from renderers.scene import Scene
from tests.dialogues.house import House
from tests.dialogues.script import TABLE
from tests.visits import visit_chat

GUESTS = [f"Guest {number}" for number in range(8)]


async def view_of(
    house: House, name: str, subject: Posted, key: str, message: str | None = None
) -> Reply | None:
    """Return what one person sees of a post at the table, optionally in one of its messages."""
    person = Person("web", name.lower(), name, "en")
    incoming = Incoming("", person, house.place(TABLE), Line(""), message)
    return await house.conversation.own_view(incoming, subject, key)


def commands(reply: Reply | None) -> set[str]:
    """Return the names of the commands on the buttons."""
    assert reply is not None
    return {button.data.partition(":/")[2].split()[0] for row in reply.buttons for button in row}


async def test_each_person_sees_their_buttons_of_a_challenge(house: House) -> None:
    """The challenger can cancel, the challenged player can answer or block, and a third person nothing."""
    for name in ("Anna", "Boris", "Carl"):
        await house.type(name, "/start")
    await house.type("Anna", "/challenge Boris")
    key = house.last(TABLE).reply.challenge
    assert commands(await view_of(house, "Anna", "challenge", key)) == {"cancel"}
    assert commands(await view_of(house, "Boris", "challenge", key)) == {"accept", "decline", "block"}
    assert commands(await view_of(house, "Carl", "challenge", key)) == set()


async def test_each_person_sees_a_board_from_their_side(playing: House) -> None:
    """A player sees the board from their side, in their language and theme; only the mover gets moves."""
    game = playing.last(TABLE).reply.game
    await playing.type("Boris", "/settings language ru", "Boris")
    await playing.type("Boris", "/settings theme dark", "Boris")
    views = [await view_of(playing, name, "game", game) for name in ("Anna", "Boris", "Carl")]
    sides = [view.scene.side for view in views if view and isinstance(view.scene, Scene)]
    themes = [view.scene.theme for view in views if view and isinstance(view.scene, Scene)]
    assert (sides, themes) == (["w", "b", "w"], ["wood", "dark", "wood"])
    assert "move" in commands(views[0])
    assert commands(views[1]) == {"menu"}
    assert commands(views[2]) == set()
    assert views[1] is not None
    assert "Длинные нарды" in plain(views[1].text)


async def test_a_board_about_to_be_replaced_shows_nothing_newer(playing: House) -> None:
    """A change that a new message will show is not shown in the old message first."""
    board = playing.last(TABLE)
    game, number = board.reply.game, playing.message_id(board)
    assert await view_of(playing, "Anna", "game", game, number) is not None
    playing.platform.delay_seconds = 60
    boris, there = await visit_chat(playing.manager, "boris", "Boris", "Boris", "private")
    await playing.manager.resign(Actor(boris.id, "the end", there.id), game)
    assert await view_of(playing, "Anna", "game", game, number) is None
    assert await view_of(playing, "Anna", "game", game, f"{number}0") is not None


async def test_a_players_look_is_their_own(playing: House) -> None:
    """A player's compact dark look is dark at the table and in the lobby, and compact on pictures."""
    game = playing.last(TABLE).reply.game
    await playing.type("Boris", "/settings theme compact-dark", "Boris")
    view = await view_of(playing, "Boris", "game", game)
    assert view is not None
    assert isinstance(view.scene, Scene)
    assert (view.scene.theme, view.scene.layout) == ("dark", "compact")
    boris = Incoming("", Person("web", "boris", "Boris", "en"), playing.place(TABLE), Line(""))
    table = await playing.conversation.table(boris, game)
    assert table is not None
    assert table.board.theme == "dark"
    (line,) = (await playing.conversation.lobby(boris)).games
    assert line.board.theme == "dark"


async def test_a_game_not_shown_in_the_chat_has_no_view(playing: House) -> None:
    """A game that the chat does not show, and an unknown id, have no view."""
    await playing.type("Carl", "/play long first me", "Carl")
    private = playing.last("Carl").reply.game
    assert await view_of(playing, "Anna", "game", private) is None
    assert await view_of(playing, "Carl", "game", private) is None
    assert await view_of(playing, "Anna", "challenge", "zzz") is None


async def test_a_players_look_sets_theme_and_layout(playing: House) -> None:
    """A player's look sets the theme and layout of a picture, and the theme of the board page."""
    game = playing.last(TABLE).reply.game
    await playing.type("Boris", "/settings theme compact-dark", "Boris")
    view = await view_of(playing, "Boris", "game", game)
    assert view is not None
    assert isinstance(view.scene, Scene)
    assert (view.scene.side, view.scene.theme, view.scene.layout) == ("b", "dark", "compact")
    person = Person("web", "boris", "Boris", "en")
    asking = Incoming("", person, playing.place(TABLE), Line(""))
    table = await playing.conversation.table(asking, game)
    assert table is not None
    assert table.board.theme == "dark"


async def test_everyone_sees_the_review_and_the_notes(playing: House) -> None:
    """The review and the notes at the end of a board are in each person's view."""
    game = playing.last(TABLE).reply.game
    view = await playing.manager.views.game(game, 1)
    display = replace(view.display, reader=3, language="ru")
    assert "Boris" not in plain(own_board(view, display, 1, 0).text).splitlines()[-1]
    reply = own_board(replace(view, unreached=(Side.BLACK,)), display, 1, 0)
    assert plain(reply.text).endswith(plain(board_notes(replace(view, unreached=(Side.BLACK,)), display)[0]))
    await playing.manager.resign(Actor(1, "the end", None), game)
    over = replace(await playing.manager.views.game(game, 1), review=Review(Side.WHITE, Side.BLACK))
    spoken = replace(display, language="en")
    assert plain(own_board(over, spoken, 1, 0).text).endswith("Anna played better, Boris rolled better.")


async def test_only_the_challenger_confirms(house: House) -> None:
    """After an acceptance on another platform only the challenger has buttons."""
    await house.type("Anna", "/challenge anyone")
    for name in ("Boris", "Carl"):
        await house.type(name, "/start")
    key = house.last(TABLE).reply.challenge
    view = await house.manager.views.challenge(key, 1)
    taken = replace(
        view,
        challenge=replace(view.challenge, state=ChallengeState.TAKEN),
        taker=Player(2, "Boris"),
        taken_on=("telegram", ""),
    )
    pressable = {
        reader: commands(own_card(taken, replace(view.display, reader=reader))) for reader in (1, 2, 3)
    }
    assert pressable == {1: {"accept", "decline"}, 2: set(), 3: set()}


async def test_spectators_share_one_view(playing: House) -> None:
    """All spectators get the same view object until the game changes."""
    game = playing.last(TABLE).reply.game
    for name in GUESTS:
        await playing.type(name, "/start")
    views = await gather(*(view_of(playing, name, "game", game) for name in GUESTS))
    assert len({id(view) for view in views}) == 1
    await playing.manager.resign(Actor(1, "the end", None), game)
    over = await view_of(playing, GUESTS[0], "game", game)
    assert over is not None
    assert views[0] is not None
    assert over.scene != views[0].scene


async def test_spectators_share_one_table(playing: House) -> None:
    """All spectators get the same board page until the game changes; a player gets their own."""
    game = playing.last(TABLE).reply.game
    people = [Person("web", name.lower(), name, "en") for name in (*GUESTS, "Anna")]
    asking = [Incoming("", person, playing.place(TABLE), Line("")) for person in people]
    for each in asking:
        await playing.conversation.visit(each.person, each.place)
    *seen, own = await gather(*(playing.conversation.table(each, game) for each in asking))
    assert len({id(each) for each in seen}) == 1
    assert own is not None
    assert (own.is_seated, [each and each.is_seated for each in seen]) == (True, [False] * len(GUESTS))
    await playing.type("Anna", "24/20")
    moved = await playing.conversation.table(asking[0], game)
    assert moved is not None
    assert seen[0] is not None
    assert moved.version > seen[0].version
    playing.clock.forward(seconds=2)
    assert await playing.conversation.table(asking[0], game) is not moved


async def test_readers_of_a_link_share_one_board(playing: House) -> None:
    """Readers of a link share one board for each language, until the link is ended."""
    game = playing.last(TABLE).reply.game
    anna = Actor(1, "the link", None)
    token = await playing.manager.sharing.share(anna, game)
    languages = ("en", "ru", "en", "ru")
    seen = await gather(*(playing.conversation.shared_table(token, each) for each in languages))
    assert len({id(each) for each in seen}) == 2
    await playing.manager.sharing.end(Actor(1, "the end", None), game)
    assert await playing.conversation.shared_table(token, "en") is None
