"""What a shared chat shows one person, where each can be shown his own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.talk.incoming import Incoming, Line, Person
from bot.talk.reply import plain
from renderers.scene import Scene
from tests.dialogues.script import TABLE

if TYPE_CHECKING:
    from bot.talk.incoming import Posted
    from bot.talk.reply import Reply
    from tests.dialogues.scripted import House


async def seen_by(house: House, name: str, subject: Posted, key: str) -> Reply | None:
    """Return what one person sees of what the table shows."""
    person = Person("web", name.lower(), name, "en")
    return await house.conversation.own_view(Incoming("", person, house.place(TABLE), Line("")), subject, key)


def commands(reply: Reply | None) -> set[str]:
    """Return the commands that can be pressed."""
    assert reply is not None
    return {button.data.partition(":/")[2].split()[0] for row in reply.buttons for button in row}


async def test_each_sees_a_card_with_what_he_may_press(house: House) -> None:
    """The challenger may cancel, the one challenged accept, decline or block, and a third nothing."""
    for name in ("Anna", "Boris", "Carl"):
        await house.line(name, "/start")
    await house.line("Anna", "/challenge Boris")
    key = house.last(TABLE).reply.challenge
    assert commands(await seen_by(house, "Anna", "challenge", key)) == {"cancel"}
    assert commands(await seen_by(house, "Boris", "challenge", key)) == {"accept", "decline", "block"}
    assert commands(await seen_by(house, "Carl", "challenge", key)) == set()


async def test_each_sees_a_board_from_his_side(playing: House) -> None:
    """Black sits below for Black, in his language and theme; White has the moves, a third has nothing."""
    game = playing.last(TABLE).reply.game
    await playing.line("Boris", "/settings language ru", "Boris")
    await playing.line("Boris", "/settings theme dark", "Boris")
    views = [await seen_by(playing, name, "game", game) for name in ("Anna", "Boris", "Carl")]
    sides = [view.scene.side for view in views if view and isinstance(view.scene, Scene)]
    themes = [view.scene.theme for view in views if view and isinstance(view.scene, Scene)]
    assert (sides, themes) == (["w", "b", "w"], ["wood", "dark", "wood"])
    assert "move" in commands(views[0])
    assert commands(views[1]) == {"menu"}
    assert commands(views[2]) == set()
    assert views[1] is not None
    assert "Длинные нарды" in plain(views[1].text)


async def test_a_compact_board_is_compact_for_its_person_alone(playing: House) -> None:
    """A compact and dark look is dark at the table and in the lobby, too, and compact on pictures."""
    game = playing.last(TABLE).reply.game
    await playing.line("Boris", "/settings theme compact-dark", "Boris")
    view = await seen_by(playing, "Boris", "game", game)
    assert view is not None
    assert isinstance(view.scene, Scene)
    assert (view.scene.theme, view.scene.layout) == ("dark", "compact")
    boris = Incoming("", Person("web", "boris", "Boris", "en"), playing.place(TABLE), Line(""))
    table = await playing.conversation.table(boris, game)
    assert table is not None
    assert table.scene.theme == "dark"
    (line,) = (await playing.conversation.lobby(boris)).games
    assert line.scene.theme == "dark"


async def test_what_the_chat_does_not_show_is_seen_by_nobody(playing: House) -> None:
    """A game that is shown elsewhere, and an id of nothing, have no view."""
    await playing.line("Carl", "/play long first me", "Carl")
    private = playing.last("Carl").reply.game
    assert await seen_by(playing, "Anna", "game", private) is None
    assert await seen_by(playing, "Carl", "game", private) is None
    assert await seen_by(playing, "Anna", "challenge", "zzz") is None
