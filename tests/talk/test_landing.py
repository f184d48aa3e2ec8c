"""What a visitor without an account sees: games to watch, and where else the bot is."""

from __future__ import annotations

import pytest

from bot.sessions import Actor
from bot.talk.addresses import BotAddress
from bot.talk.incoming import Place, Press
from bot.talk.input.payloads import link_words
from bot.talk.views.invited import Invited
from bot.talk.views.landing import Landing, PlatformLink
from tests.dialogues.house import House, only_game
from tests.dialogues.script import TABLE
from tests.talk.test_lobby import lobby_of
from tests.talk.test_visibility import begin_private_game

GONE = Invited("This invitation is no longer open. You can play all the same:")


def table(house: House) -> Place:
    """Return the common table as a place."""
    return house.place(TABLE)


async def landing(house: House, language: str = "en") -> Landing:
    """Return what a visitor sees who may begin."""
    return await house.conversation.landing(table(house), language)


async def test_a_visitor_watches_a_game_of_the_common_table(playing: House) -> None:
    """A visitor sees a game of the common table in the list and on its board, with no move to make."""
    game = await only_game(playing)
    (listed,) = (await landing(playing)).games
    assert (listed.game, listed.players, listed.waits, listed.room) == (game, "Anna – Boris", False, "table")
    shown = await playing.conversation.public_table(table(playing), game, "en")
    assert shown is not None
    assert (shown.below.name, shown.graph, shown.buttons, shown.is_seated) == ("Anna", (), (), False)
    await playing.type("Anna", "/move 24/20")
    later = await playing.conversation.public_table(table(playing), game, "en", 1)
    assert later is not None
    assert later.moment == 1


async def test_a_visitor_sees_no_private_game(house: House) -> None:
    """A game that the common table does not show is neither listed nor opened for visitors."""
    game = await begin_private_game(house)
    assert (await landing(house)).games == ()
    for wanted in (game, "K7M2QX", "", "not an id"):
        assert await house.conversation.public_table(table(house), wanted, "en") is None


async def test_a_visitor_sees_no_unconfirmed_move(playing: House) -> None:
    """A visitor sees the board without the moves of a turn that is not confirmed."""
    game = await only_game(playing)
    before = await playing.conversation.public_table(table(playing), game, "en")
    await playing.type("Anna", "/move 24/20", "Anna")
    playing.clock.forward(minutes=1)
    after = await playing.conversation.public_table(table(playing), game, "en")
    assert before is not None
    assert after is not None
    assert after.board == before.board


async def test_a_finished_game_leaves_the_list(playing: House) -> None:
    """A game that has ended is listed no more after a second, for which visitors share a list."""
    assert len((await landing(playing)).games) == 1
    await playing.manager.resign(Actor(1, "the end", None), await only_game(playing))
    playing.clock.forward(seconds=2)
    assert (await landing(playing)).games == ()


async def test_a_visitor_sees_an_open_invitation(house: House) -> None:
    """A visitor with a friend's link sees who invites and to which game, until it is accepted."""
    await house.type("Anna", "/challenge anyone short to 5 3d", "Anna")
    (invite,) = house.last("Anna").reply.invites
    start = link_words(invite.line)
    seen = await house.conversation.invited(start, "en")
    assert (seen.says, seen.press) == ("Anna invites you to a game", f":{invite.line}")
    assert "to 5 points" in seen.terms
    assert "3 days" in seen.notes
    await house.handle("Boris", Press(seen.press), "Boris")
    assert await house.conversation.invited(start, "en") == GONE


@pytest.mark.parametrize("start", ["", "accept_{id}", "decline_{id}_{token}", "accept_{id}_{token}x", "?"])
async def test_a_wrong_link_shows_no_invitation(house: House, start: str) -> None:
    """A link without the right token is answered like one whose invitation is gone."""
    await house.type("Anna", "/challenge anyone", "Anna")
    (invite,) = house.last("Anna").reply.invites
    _, key, token = invite.line.split()
    assert await house.conversation.invited(start.format(id=key, token=token), "en") == GONE


async def test_a_challenge_to_a_player_is_shown_to_no_visitor(house: House) -> None:
    """A challenge that names a player has no link, whatever token a visitor brings."""
    await house.type("Anna", "/challenge Boris")
    (waiting,) = (await lobby_of(house, "Boris")).invitations
    assert await house.conversation.invited(f"accept_{waiting.challenge}_AAAAAAAAAA", "en") == GONE


class Served:
    """A platform at which the bot has an address."""

    def __init__(self, address: BotAddress) -> None:
        self.address = address


async def test_links_lead_to_the_other_platforms(house: House) -> None:
    """Visitors get the addresses of the bot on other platforms, and where they cannot begin, why."""
    house.addresses.add(Served(BotAddress("web", link="https://nardy.example.org/#start=")))
    house.addresses.add(Served(BotAddress("telegram", "@nardy", "https://t.me/nardy?start=")))
    house.addresses.add(Served(BotAddress("discord", "Nardy#1", page="https://discord.com/users/5")))
    links = (
        PlatformLink("Telegram", "https://t.me/nardy"),
        PlatformLink("Discord", "https://discord.com/users/5"),
    )
    assert (await landing(house)).links == links
    closed = house.conversation.closed_landing("web", "ru", has_table=True)
    assert (closed.may_begin, closed.games, closed.links) == (False, (), links)
    assert closed.says.startswith("Здесь играют по приглашению")
    boards = house.conversation.closed_landing("web", "en", has_table=False)
    assert boards.says.endswith("To play, open the bot there:")
