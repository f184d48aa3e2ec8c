"""What a shared chat shows one person, where each can be shown his own."""

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


async def seen_by(
    house: House, name: str, subject: Posted, key: str, message: str | None = None
) -> Reply | None:
    """Return what one person sees of what the table shows, perhaps in one of its messages."""
    person = Person("web", name.lower(), name, "en")
    incoming = Incoming("", person, house.place(TABLE), Line(""), message)
    return await house.conversation.own_view(incoming, subject, key)


def commands(reply: Reply | None) -> set[str]:
    """Return the commands that can be pressed."""
    assert reply is not None
    return {button.data.partition(":/")[2].split()[0] for row in reply.buttons for button in row}


async def test_each_sees_a_card_with_what_he_may_press(house: House) -> None:
    """The challenger may cancel, the one challenged accept, decline or block, and a third nothing."""
    for name in ("Anna", "Boris", "Carl"):
        await house.type(name, "/start")
    await house.type("Anna", "/challenge Boris")
    key = house.last(TABLE).reply.challenge
    assert commands(await seen_by(house, "Anna", "challenge", key)) == {"cancel"}
    assert commands(await seen_by(house, "Boris", "challenge", key)) == {"accept", "decline", "block"}
    assert commands(await seen_by(house, "Carl", "challenge", key)) == set()


async def test_each_sees_a_board_from_his_side(playing: House) -> None:
    """Black sits below for Black, in his language and theme; White has the moves, a third has nothing."""
    game = playing.last(TABLE).reply.game
    await playing.type("Boris", "/settings language ru", "Boris")
    await playing.type("Boris", "/settings theme dark", "Boris")
    views = [await seen_by(playing, name, "game", game) for name in ("Anna", "Boris", "Carl")]
    sides = [view.scene.side for view in views if view and isinstance(view.scene, Scene)]
    themes = [view.scene.theme for view in views if view and isinstance(view.scene, Scene)]
    assert (sides, themes) == (["w", "b", "w"], ["wood", "dark", "wood"])
    assert "move" in commands(views[0])
    assert commands(views[1]) == {"menu"}
    assert commands(views[2]) == set()
    assert views[1] is not None
    assert "Длинные нарды" in plain(views[1].text)


async def test_a_board_that_a_new_message_is_about_to_replace_shows_nothing_newer(playing: House) -> None:
    """What a new message is to show is not seen in the old one first; in the new one it is at once."""
    board = playing.last(TABLE)
    game, number = board.reply.game, playing.message_id(board)
    assert await seen_by(playing, "Anna", "game", game, number) is not None
    playing.platform.delay_seconds = 60
    boris, there = await visit_chat(playing.manager, "boris", "Boris", "Boris", "private")
    await playing.manager.resign(Actor(boris.id, "the end", there.id), game)
    assert await seen_by(playing, "Anna", "game", game, number) is None
    assert await seen_by(playing, "Anna", "game", game, f"{number}0") is not None


async def test_a_compact_board_is_compact_for_its_person_alone(playing: House) -> None:
    """A compact and dark look is dark at the table and in the lobby, too, and compact on pictures."""
    game = playing.last(TABLE).reply.game
    await playing.type("Boris", "/settings theme compact-dark", "Boris")
    view = await seen_by(playing, "Boris", "game", game)
    assert view is not None
    assert isinstance(view.scene, Scene)
    assert (view.scene.theme, view.scene.layout) == ("dark", "compact")
    boris = Incoming("", Person("web", "boris", "Boris", "en"), playing.place(TABLE), Line(""))
    table = await playing.conversation.table(boris, game)
    assert table is not None
    assert table.board.theme == "dark"
    (line,) = (await playing.conversation.lobby(boris)).games
    assert line.board.theme == "dark"


async def test_what_the_chat_does_not_show_is_seen_by_nobody(playing: House) -> None:
    """A game that is shown elsewhere, and an id of nothing, have no view."""
    await playing.type("Carl", "/play long first me", "Carl")
    private = playing.last("Carl").reply.game
    assert await seen_by(playing, "Anna", "game", private) is None
    assert await seen_by(playing, "Carl", "game", private) is None
    assert await seen_by(playing, "Anna", "challenge", "zzz") is None


async def test_a_person_who_prefers_compact_boards_is_shown_them(playing: House) -> None:
    """A look is a theme and a layout: in the chat he is shown both, on a board of its own the theme."""
    game = playing.last(TABLE).reply.game
    await playing.type("Boris", "/settings theme compact-dark", "Boris")
    view = await seen_by(playing, "Boris", "game", game)
    assert view is not None
    assert isinstance(view.scene, Scene)
    assert (view.scene.side, view.scene.theme, view.scene.layout) == ("b", "dark", "compact")
    person = Person("web", "boris", "Boris", "en")
    asking = Incoming("", person, playing.place(TABLE), Line(""))
    table = await playing.conversation.table(asking, game)
    assert table is not None
    assert table.board.theme == "dark"


async def test_who_did_better_is_told_everybody(playing: House) -> None:
    """What a board says at its end is not left out where each is shown his own."""
    game = playing.last(TABLE).reply.game
    view = await playing.manager.views.game(game, 1)
    display = replace(view.display, reader=3, language="ru")
    assert "Boris" not in plain(own_board(view, display, 1, 0).text).splitlines()[-1]
    told = own_board(replace(view, unreached=(Side.BLACK,)), display, 1, 0)
    assert plain(told.text).endswith(plain(board_notes(replace(view, unreached=(Side.BLACK,)), display)[0]))
    await playing.manager.resign(Actor(1, "the end", None), game)
    over = replace(await playing.manager.views.game(game, 1), review=Review(Side.WHITE, Side.BLACK))
    spoken = replace(display, language="en")
    assert plain(own_board(over, spoken, 1, 0).text).endswith("Anna played better, Boris rolled better.")


async def test_who_confirms_is_the_only_one_who_may_press(house: House) -> None:
    """A challenge that was taken on another platform waits for the challenger, and for nobody else."""
    await house.type("Anna", "/challenge")
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


async def test_one_board_is_made_for_all_who_look_on(playing: House) -> None:
    """Who does not play is shown the very board that was made for another, until it changes."""
    game = playing.last(TABLE).reply.game
    for name in GUESTS:
        await playing.type(name, "/start")
    views = await gather(*(seen_by(playing, name, "game", game) for name in GUESTS))
    assert len({id(view) for view in views}) == 1
    await playing.manager.resign(Actor(1, "the end", None), game)
    over = await seen_by(playing, GUESTS[0], "game", game)
    assert over is not None
    assert views[0] is not None
    assert over.scene != views[0].scene


async def test_a_table_is_read_once_for_all_who_look_on(playing: House) -> None:
    """Who looks on at a board of his own is shown the table that was made for another, until it changes."""
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


async def test_a_shared_board_is_read_once_for_all_who_have_its_link(playing: House) -> None:
    """Those who read one language are shown the same; when the link is ended, nobody is shown it any more."""
    game = playing.last(TABLE).reply.game
    anna = Actor(1, "the link", None)
    token = await playing.manager.sharing.share(anna, game)
    languages = ("en", "ru", "en", "ru")
    seen = await gather(*(playing.conversation.shared_table(token, each) for each in languages))
    assert len({id(each) for each in seen}) == 2
    await playing.manager.sharing.end(Actor(1, "the end", None), game)
    assert await playing.conversation.shared_table(token, "en") is None
